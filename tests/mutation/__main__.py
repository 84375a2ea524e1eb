"""Mutate the modules that everything rests on, one change at a time: a test must fail each time.

    python -m tests.mutation                 all of them
    python -m tests.mutation crypto.proofs    one of them

The changes are those of mutmut 3; docs/mutants.md lists equivalent mutants, with the reason.
Fails if a mutant survives that is not listed there, or if a listed one does not survive.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence

import pytest

from tests.mutation.listed import LIST, listed
from tests.mutation.mutate import Mutant, mutants_of
from tests.mutation.trial import Fate, Trials

BYTES = ("tests/protocol/test_vectors.py", "tests/vectors/test_own_vectors.py")
PROOFS = (
    *BYTES,
    "tests/protocol/crypto/test_proofs.py",
    "tests/protocol/crypto/test_shuffle_proof.py",
    "tests/weakened/test_weak_shuffle.py",
)
FILES = (
    "tests/vectors/test_own_vectors.py",
    "tests/protocol/audit/test_report.py",
    "tests/protocol/audit/test_refusals.py",
    "tests/protocol/audit/test_named.py",
    "tests/protocol/audit/test_stuck.py",
    "tests/protocol/audit/test_gone.py",
    "tests/protocol/audit/test_in_full.py",
)
TESTS = {
    "crypto.proofs": PROOFS,
    "crypto.shuffle_proof": PROOFS,
    "crypto.key_split": ("tests/protocol/crypto/test_key_split.py",),
    "crypto.sealed_shares": ("tests/protocol/crypto/test_sealed_shares.py",),
    "rounds.cards": (*BYTES, "tests/protocol/rounds/test_cards.py"),
    "rounds.exclusion": (
        "tests/protocol/rounds/test_exclusion.py",
        "tests/model/test_side_by_side_rounds.py",
    ),
    "ledger.history": (*BYTES, "tests/protocol/ledger/test_history.py"),
    "ledger.votes": ("tests/protocol/ledger/test_votes.py",),
    "ledger.consent": ("tests/protocol/ledger/test_consent.py",),
    "ledger.evidence": (
        "tests/protocol/ledger/test_evidence.py",
        "tests/protocol/peer/test_disputes.py",
        "tests/attacks/test_boxes.py",
    ),
    "audit.verdict": FILES,
    "audit.early_end": FILES,
    "audit.compare": ("tests/protocol/audit/test_signed_both.py",),
    "peer.disputes": ("tests/protocol/peer/test_disputes.py",),
    "peer.history_forks": ("tests/protocol/peer/test_history_forks.py",),
    "peer.stop_votes": ("tests/protocol/peer/test_stop_rules.py",),
    "peer.transcript_agreement": ("tests/protocol/peer/test_transcript_agreement.py",),
    "peer.absences": ("tests/protocol/peer/test_absence_rules.py",),
    "peer.opened_boxes": ("tests/protocol/peer/test_opened_boxes.py",),
    "peer.ballots": ("tests/protocol/peer/test_ballots.py", "tests/model/test_side_by_side.py"),
}
ARGUMENTS = ["-qq", "-p", "no:cacheprovider"]
ALIVE = ("survived", "not reached")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="look for changes that no test notices")
    parser.add_argument("modules", nargs="*", help=", ".join(TESTS))
    parser.add_argument("--function", help="only those of this one")
    given = parser.parse_args(arguments)
    os.nice(5)
    known = listed()
    out(f"{'module':20} {'changes':>8} {'killed':>8} {'broken off':>10} {'listed':>8} {'open':>6}")
    return max([try_module(name, given.function, known) for name in given.modules or TESTS])


def try_module(module: str, function: str | None, known: set[str]) -> int:
    """Print the fates of a module's mutants; return 1 if they differ from docs/mutants.md."""
    mutants = [one for one in mutants_of(module) if function in (None, one.function)]

    def report(mutant: Mutant, fate: Fate) -> None:
        if fate in ALIVE and mutant.name not in known:
            out(f"  no test notices: {mutant.name}")

    trials = Trials(mutants, report)
    began = time.monotonic()
    code = pytest.main([*ARGUMENTS, *TESTS[module]], plugins=[trials])
    if code or trials.failed:
        out(f"tests that fail without mutants: {trials.failed} (pytest exited with {code})")
        return 1
    fates = trials.fates
    alive = {name for name, fate in fates.items() if fate in ALIVE}
    count = Counter(fates.values())
    out(
        f"{module:20} {len(fates):8} {count['killed']:8} {count['broken off']:10}"
        f" {len(alive & known):8} {len(alive - known):6}   {time.monotonic() - began:.0f} s"
    )
    stale = {name for name in known if function is None and name.startswith(f"{module}.")} - alive
    for name in sorted(stale):
        why = "a test notices" if name in fates else "there is no such change"
        out(f"  {why}, but {LIST.name} lists: {name}")
    return 1 if stale or alive - known else 0


def out(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
