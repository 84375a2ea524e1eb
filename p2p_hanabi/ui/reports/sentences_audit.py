"""The findings of an audit, for players.

Players are counted from 1, as on every screen, though `seat` counts from 0. A protocol round is
called a step here, since games have rounds too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..words.i18n import N_, _, ngettext
from ..words.sentences_shared import COLON
from ..words.words_joined import listing

CHECKING = N_("The transcript is being checked...")
NOT_CHECKED = N_("The transcript could not be checked now; `p2phanabi audit` checks it later.")
SHUFFLES_WERE_MEANT = N_("Every shuffle is the one its player had committed to.")

UNCHECKED = (
    N_("whether each shuffle is the one its player had committed to"),
    N_("which cards were never revealed"),
    N_("whether the random numbers in proofs hide a message"),
)
"""What no audit can check if a game keeps its secrets."""

_TOLD = {
    "seat signatures": N_("All {n} players signed the table."),
    "signatures": N_("All {n} statements are signed, each together with everything before it."),
    "keys": N_("All {n} keys were committed to and proven by their owners."),
    "split keys": N_("All {n} keys were split among the other players, in shares that add up."),
    "absences": N_("Signatures confirming that a player was gone for good: {n}."),
    "shuffles": N_("All {n} shuffles were proven when they were made."),
    "shares": N_("All {n} open shares of dealt cards are correct."),
    "blinded shares": N_("All {n} blinded shares of cards hidden from their holders are correct."),
    "moves": N_(
        "All {n} moves follow the rules, and the players agreed to each before the next was made."
    ),
    "claims": N_("All {n} hint claims verified."),
    "openings": N_("All {n} revealed cards are the cards that were dealt."),
    "objections": N_("Objections made: {n}."),
    "stops": N_("All {n} players present agreed to end the game."),
    "evidence": N_("The evidence is valid."),
    "statements recomputed": N_(
        "All {n} statements were recomputed from the secrets, byte for byte."
    ),
    "cards recomputed": N_(
        "All {n} cards were revealed at the end, and match everything that was said."
    ),
}
"""What was verified, by kind. Kinds that did not occur are not listed."""

_SOME_RECOMPUTED = N_(
    "{n} of {all} statements were recomputed from the revealed secrets, byte for byte."
)
"""If some seat has not revealed its secret."""
_ONE_STOP = N_("Only one player agreed to end the game.")
"""This counts as leaving."""

_KINDS = (  # marked here for translation; `one_check` looks them up by their name
    N_("seat signatures"),
    N_("signatures"),
    N_("keys"),
    N_("split keys"),
    N_("absences"),
    N_("shuffles"),
    N_("shares"),
    N_("blinded shares"),
    N_("moves"),
    N_("claims"),
    N_("openings"),
    N_("objections"),
    N_("stops"),
    N_("evidence"),
    N_("statements recomputed"),
    N_("cards recomputed"),
)


def checked(proofs: Mapping[str, int], statements: int) -> list[str]:
    """Return what was checked; `statements` is their total number."""
    sentences = _TOLD
    if proofs.get("statements recomputed", 0) < statements:
        sentences = {**sentences, "statements recomputed": _SOME_RECOMPUTED}
    if proofs.get("stops", 0) == 1:
        sentences = {**sentences, "stops": _ONE_STOP}
    return [
        _(words).format(n=n, all=statements)
        for kind, words in sentences.items()
        if (n := proofs.get(kind, 0))
    ]


def unconfirmed(name: str, seat: int, signers: Sequence[str]) -> str:
    """Return that a removal is unconfirmed: in this file, only `signers` signed that the player is
    gone, not all the others."""
    words = (
        _(
            "  Unconfirmed end: player {player} ({name}) was declared gone in the last "
            "step; of the others, only {signers} signed that."
        )
        if signers
        else _(
            "  Unconfirmed end: player {player} ({name}) was declared gone in the last "
            "step, but this file has no signature to prove it."
        )
    )
    return words.format(player=seat + 1, name=name, signers=", ".join(signers))


def shuffles_were_meant_but(name: str) -> str:
    return _(
        "Every shuffle with a revealed secret is the one its player had committed "
        "to; {name} was gone and revealed none."
    ).format(name=name)


def player(name: str, seat: int, fingerprint: str) -> str:
    return _("{name} (player {n}, {fingerprint})").format(
        name=name, n=seat + 1, fingerprint=fingerprint
    )


def played_by(game: str, players: Sequence[str]) -> str:
    return _("  {game}, played by {players}.").format(game=game, players=", ".join(players))


def ended(reason: str, score: object) -> str:
    return _("  Ended: {reason}; score {score}.").format(reason=reason, score=score)


def checks_title(rounds: int) -> str:
    return ngettext(
        "  What was checked, in one step of the protocol:",
        "  What was checked, in {n} steps of the protocol:",
        rounds,
    ).format(n=rounds)


def unchecked(what: str) -> str:
    return _("  This game keeps its secrets, so this was not checked: {what}.").format(what=_(what))


def one_check(round_number: int, name: str, seat: int, found: tuple[int, str]) -> str:
    """Return one check; `found` is how many of which kind."""
    return _("    step {n}, {name} (player {player}): {count} {kind}").format(
        n=round_number, name=name, player=seat + 1, count=found[0], kind=_(found[1])
    )


# -- the verdict

NOBODY_ACCUSED = N_(
    "The file may be damaged, or changed by somebody who had it; no player is accused."
)


def verdict(label: str, said: str) -> str:
    """Return a verdict; `label` is what it is about: a file, or the transcript."""
    return f"{label}{_(COLON)}{said}"


def not_good(why: str, round_number: int | None, seat: tuple[str, int] | None) -> str:
    """Return what is wrong; `seat` is the name and number of the player at fault. Without one it
    may be damage, which looks like a false signature."""
    name, number = (None, None) if seat is None else (seat[0], seat[1] + 1)
    match round_number, seat:
        case None, None:
            words = _("NOT VALID: {why}.")
        case None, _seat:
            words = _("NOT VALID, because of {name} (player {player}): {why}.")
        case _round, None:
            words = _("NOT VALID in step {n}: {why}.")
        case _:
            words = _("NOT VALID in step {n}, because of {name} (player {player}): {why}.")
    sentence = words.format(n=round_number, name=name, player=number, why=why)
    return sentence if seat is not None else f"{sentence} {_(NOBODY_ACCUSED)}"


def withdrew(name: str, seat: int, round_number: int | None) -> str:
    words = (
        _("valid so far; {name} (player {player}) withdrew.")
        if round_number is None
        else _("valid so far; {name} (player {player}) withdrew in step {n}.")
    )
    return words.format(name=name, player=seat + 1, n=round_number)


def broke_protocol(name: str, seat: int, round_number: int | None) -> str:
    words = (
        _("valid so far; {name} (player {player}) broke the protocol.")
        if round_number is None
        else _("valid so far; {name} (player {player}) broke the protocol in step {n}.")
    )
    return words.format(name=name, player=seat + 1, n=round_number)


# -- several files of one table


def signed_both(name: str, seat: int, round_number: int | None) -> str:
    words = (
        _("  {name} (player {player}) signed the table twice.")
        if round_number is None
        else _("  {name} (player {player}) signed two different statements for step {n}.")
    )
    return words.format(name=name, player=seat + 1, n=round_number)


def several_ends() -> str:
    return _("  They tell different ends of the game, each with its signatures:")


def one_end(how: str, names: Sequence[str], round_number: int | None, files: Sequence[str]) -> str:
    """Return one end, and the files that tell it. `how` is its word for scripts."""
    match how, round_number:
        case "closed", _:
            words = _("    step {n}: the game was played to its end ({files}).")
        case "agreed", _:
            words = _("    step {n}: {names} agreed to end the game ({files}).")
        case "withdrew", _:
            words = _("    step {n}: {names} withdrew ({files}).")
        case _, None:
            words = _("    {names} broke the protocol ({files}).")
        case _:
            words = _("    step {n}: {names} broke the protocol ({files}).")
    return words.format(n=round_number, names=listing(names), files=", ".join(files))


def all_are_true() -> str:
    return _(
        "  All of this is true: players who cannot reach each other can end a game without knowing "
        "what the others sign. Nothing shows which of two ends in the same step came first."
    )


def who_is_accused(cheats: Sequence[str]) -> str:
    """Return whom the different ends accuse: those convicted by evidence, else nobody."""
    if cheats:
        return _("  The evidence accuses only {names}.").format(names=listing(cheats))
    return _("  Nobody is accused: leaving a game, or agreeing to end it, is not cheating.")


# -- in one sentence


def is_good(proofs: int) -> str:
    return ngettext(
        "Audit: everything is correct, down to the last card ({n} proof checked).",
        "Audit: everything is correct, down to the last card ({n} proofs checked).",
        proofs,
    ).format(n=proofs)


def is_good_as_far(proofs: int) -> str:
    return ngettext(
        "Audit: everything that can be checked is correct ({n} proof checked).",
        "Audit: everything that can be checked is correct ({n} proofs checked).",
        proofs,
    ).format(n=proofs)


def names_somebody(name: str) -> str:
    return _("Audit: the transcript is correct, and shows that {name} ended the game.").format(
        name=name
    )


def is_not_good(why: str) -> str:
    return _("Audit: the transcript is NOT VALID: {why}.").format(why=why)
