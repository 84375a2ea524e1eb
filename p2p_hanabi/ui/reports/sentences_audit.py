"""What an audit has found, for a player to read.

Players are counted from 1, as on every screen, though `seat` counts from 0. What the protocol calls
a round is a step here: games have rounds too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..kit.i18n import N_, _, ngettext
from ..kit.sentences_shared import COLON

SHUFFLES_WERE_MEANT = N_("Every shuffle is the one that its player had committed to beforehand.")

UNCHECKED = (
    N_("whether each shuffle is the one that its player had committed to beforehand"),
    N_("what the cards were that nobody opened"),
    N_("whether a message is hidden in numbers that a proof leaves free"),
)
"""What no audit can see where a game keeps its secrets."""
"""And what that means for a game."""

_TOLD = {
    "seat signatures": N_("All {n} players signed the table."),
    "signatures": N_(
        "All {n} statements are signed, each over everything that was said before it."
    ),
    "keys": N_("Each of the {n} keys was committed to, and proven by the one who holds it."),
    "split keys": N_("Each of the {n} keys was split among all others, in parts that sum to it."),
    "absences": N_("Signatures of others that a player was gone for good: {n}."),
    "shuffles": N_("Each of the {n} shuffles was proven when it was made."),
    "shares": N_("All {n} open shares of dealt cards are true."),
    "blinded shares": N_("All {n} blinded shares of cards hidden from their holder are true."),
    "moves": N_(
        "All {n} moves keep the rules, and the players agreed to each before the next was made."
    ),
    "claims": N_("All {n} things that hints said of hidden cards are true."),
    "openings": N_("All {n} openings show the card that was dealt."),
    "objections": N_("Objections made: {n}."),
    "stops": N_("All {n} players who were there signed that the table ends."),
    "evidence": N_("The evidence holds."),
    "statements recomputed": N_(
        "All {n} statements were said again from the secrets, byte for byte."
    ),
    "cards recomputed": N_("All {n} cards were looked at in the end, and fit all that was said."),
}
"""What was verified, by its kind. A kind that did not occur is not told."""

_SOME_RECOMPUTED = N_(
    "{n} of {all} statements were said again from the secrets that are shown, byte for byte."
)
"""Where some seat has not shown its own."""
_ONE_STOP = N_("One player alone signed that the table ends.")
"""Which is leaving it."""

_KINDS = (
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
_OUTCOMES = (
    N_("third red token"),
    N_("indispensable card lost"),
    N_("complete"),
    N_("pile ended"),
    N_("stuck"),
    N_("four rounds"),
    N_("rounds played"),
)


def checked(proofs: Mapping[str, int], statements: int) -> list[str]:
    """`statements` is how many there are in all."""
    told = _TOLD
    if proofs.get("statements recomputed", 0) < statements:
        told = {**told, "statements recomputed": _SOME_RECOMPUTED}
    if proofs.get("stops", 0) == 1:
        told = {**told, "stops": _ONE_STOP}
    return [
        _(words).format(n=n, all=statements)
        for kind, words in told.items()
        if (n := proofs.get(kind, 0))
    ]


def unconfirmed(name: str, seat: int, signers: Sequence[str]) -> str:
    """`signers`: who has signed in this file that the player is gone; not all others have."""
    words = (
        _(
            "  Ends unconfirmed: player {player} ({name}) was called gone in the last step, and of "
            "the others only {signers} signed that."
        )
        if signers
        else _(
            "  Ends unconfirmed: player {player} ({name}) was called gone in the last step, by no "
            "statement that this file can prove."
        )
    )
    return words.format(player=seat + 1, name=name, signers=", ".join(signers))


def shuffles_were_meant_but(name: str) -> str:
    return _(
        "Every shuffle is the one that its player had committed to beforehand, as far as secrets "
        "are shown: {name} was gone, and shows none."
    ).format(name=name)


def player(name: str, seat: int, fingerprint: str) -> str:
    return _("{name} (player {n}, {fingerprint})").format(
        name=name, n=seat + 1, fingerprint=fingerprint
    )


def played_by(game: str, players: Sequence[str]) -> str:
    return _("  {game}, played by {players}.").format(game=game, players=", ".join(players))


def ended(reason: str, score: object) -> str:
    return _("  It ended: {reason}; score {score}.").format(reason=_(reason), score=score)


def checks_title(rounds: int) -> str:
    return ngettext(
        "  What was checked, in one step of the protocol:",
        "  What was checked, in {n} steps of the protocol:",
        rounds,
    ).format(n=rounds)


def unchecked(what: str) -> str:
    return _("  Secrets stay hidden, so this was not checked: {what}.").format(what=_(what))


def one_check(round_number: int, name: str, seat: int, found: tuple[int, str]) -> str:
    """`found` is how many of which kind."""
    return _("    step {n}, {name} (player {player}): {count} {kind}").format(
        n=round_number, name=name, player=seat + 1, count=found[0], kind=_(found[1])
    )


# -- the verdict


def verdict(label: str, said: str) -> str:
    """`label` is whose verdict it is: a file, or the transcript."""
    return f"{label}{_(COLON)}{said}"


def not_good(why: str, round_number: int | None, seat: tuple[str, int] | None) -> str:
    """`seat` is whose fault it is: name and number."""
    name, number = (None, None) if seat is None else (seat[0], seat[1] + 1)
    match round_number, seat:
        case None, None:
            words = _("NOT GOOD: {why}.")
        case None, _seat:
            words = _("NOT GOOD, by {name} (player {player}): {why}.")
        case _round, None:
            words = _("NOT GOOD in step {n}: {why}.")
        case _:
            words = _("NOT GOOD in step {n}, by {name} (player {player}): {why}.")
    return words.format(n=round_number, name=name, player=number, why=why)


def withdrew(name: str, seat: int, round_number: int | None) -> str:
    words = (
        _("true as far as it goes; {name} (player {player}) withdrew.")
        if round_number is None
        else _("true as far as it goes; {name} (player {player}) withdrew in step {n}.")
    )
    return words.format(name=name, player=seat + 1, n=round_number)


def broke_protocol(name: str, seat: int, round_number: int | None) -> str:
    words = (
        _("true as far as it goes; {name} (player {player}) broke the protocol.")
        if round_number is None
        else _("true as far as it goes; {name} (player {player}) broke the protocol in step {n}.")
    )
    return words.format(name=name, player=seat + 1, n=round_number)


def nobody_called(name: str) -> str:
    return _("NOT GOOD: no {name} played.").format(name=name)


def another_key(name: str) -> str:
    return _("NOT GOOD: {name} is another player than the fingerprint says.").format(name=name)


# -- several files of one table


def parted(one: str, other: str, round_number: int) -> str:
    return _("{one}, {other}: one table, but NOT THE SAME from step {n} on.").format(
        one=one, other=other, n=round_number
    )


def other_end(one: str, other: str) -> str:
    """The complete steps of the shorter file are the first of the longer one."""
    return _("{one}, {other}: one table and the same steps, but NOT THE SAME at the end.").format(
        one=one, other=other
    )


def signed_both(name: str, seat: int, round_number: int | None) -> str:
    words = (
        _("  {name} (player {player}) signed the table twice.")
        if round_number is None
        else _("  {name} (player {player}) signed two different statements for step {n}.")
    )
    return words.format(name=name, player=seat + 1, n=round_number)
