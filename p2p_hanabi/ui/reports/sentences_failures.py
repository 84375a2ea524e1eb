"""Why a command failed, and what to do about it, in English."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.reasons import BadTranscript, Reason

from ..kit.shell_words import in_a_shell
from ..model.lobby.sentences_lobby import unknown_word, wrong_length
from ..words.i18n import N_, _
from ..words.sentences_reasons import why
from ..words.sentences_shared import COLON
from .sentences_exchange import foreign

WRONG_CODE = N_("Wrong code. Ask the host for the three words on the screen, and try again.")
IDENTITY_WAY_OUT = N_(
    "Restore a copy. If you have none, move the file away: you will get a new "
    "key, others will be warned about it, and you will not be able to resume "
    "unfinished games."
)

NOTHING_WAS_SENT = N_("Everything that was sent has been saved.")
NOTHING_UNFINISHED = N_("There is no unfinished table here.")
LOST_SEAT = N_("Restore a copy: without this file you cannot take the seat again.")

# -- the network and the host


def cannot_reach(addresses: Sequence[str], reason: Reason) -> str:
    if not addresses:
        return _(
            "Cannot reach the table: {why}. Is the host still there, and on this network?"
        ).format(why=why(reason))
    return _("Cannot reach {where}: {why}. Is the host still there, and on this network?").format(
        where=", ".join(addresses), why=why(reason)
    )


_REFUSED = {
    "playing": N_('This table is already playing. If you sat there: "p2phanabi resume".'),
    "full": N_("All seats of this table are taken."),
    "seat gone": N_("Your seat was given to somebody else. Join again if a seat is free."),
    "needs a code": N_("This table needs a code: set P2PHANABI_CODE, or join from a terminal."),
    "bad name": N_(
        "The host's program does not accept your name: it looks like a command. "
        "Choose another one with --name."
    ),
    "same player": N_(
        "This player is already at the table; for a second player set P2PHANABI_HOME."
    ),
}


def refused(reason: str, detail: object) -> str:
    if reason == "wrong code":
        return _(WRONG_CODE)
    if reason == "wait":
        return _("Too many wrong codes; try again in {n} s, with the host's new code.").format(
            n=detail
        )
    if reason == "bad name there":
        return _(
            'Somebody at this table is called "{name}", which looks like a command; so '
            "you cannot join it."
        ).format(name=foreign(str(detail)))
    match reason, detail:
        case "names alike", (str(one), str(other)):
            return _(
                'Two names at this table look the same, "{one}" and "{other}"; you could not '
                "tell who is who, so you cannot join it."
            ).format(one=foreign(one), other=foreign(other))
    if reason in _REFUSED:
        return _(_REFUSED[reason])
    return _("The host refused: {why}.").format(why=reason)


# -- this machine


def cannot_read(path: object, reason: Reason) -> str:
    return _("Cannot read {path}: {why}.").format(path=path, why=why(reason))


def begun_by_another_version(path: object, *, is_newer: bool) -> str:
    """Say with which program to finish a table, whose journal this program cannot read."""
    if is_newer:
        return _(
            "Cannot read {path}: a newer p2phanabi has begun this table. Finish it with that "
            "version."
        ).format(path=path)
    return _(
        "Cannot read {path}: an older p2phanabi has begun this table. Finish it with that version, "
        "and upgrade after it."
    ).format(path=path)


def transcript_is(path: object) -> str:
    return _("The transcript is {path}.").format(path=in_a_shell(path))


def other_failure(said: str) -> str:
    """Return a failure that has no sentence of its own."""
    return f"{said}."


def no_interface(asked: str | None, there_are: Sequence[str]) -> str:
    known = ", ".join(there_are) or _("none")
    if asked is None:
        return _("No usable network interface; found: {known}.").format(known=known)
    return _("There is no interface {asked}; found: {known}.").format(asked=asked, known=known)


# -- arguments


def too_many_bots(most: int, seats: int) -> str:
    """Return how many bots there can be with this number of seats."""
    return _(
        "With --seats {seats} there is no seat left for you: type --bots {most} or less."
    ).format(seats=seats, most=most)


def more_bots_than_seats(game: str, can_play: str, most: int) -> str:
    return _("{game} is for {n} players: type --bots {most} or less.").format(
        game=game, n=can_play, most=most
    )


def wrong_seats(game: str, can_play: str, seats: int) -> str:
    return _("{game} is for {n} players, not {seats}.").format(game=game, n=can_play, seats=seats)


def bad_code_variable(variable: str, word: str | None, length: int) -> str:
    """Return what is wrong with a code; `word` is the unknown word, None if the number of words is
    wrong."""
    said = wrong_length(length) if word is None else unknown_word(word, ())
    return f"{variable}{_(COLON)}{said}"


def no_table_found(name: str | None, seconds: float) -> str:
    if name is None:
        return _(
            "No open table found in {n} s; try --connect HOST:PORT, as shown on the host's screen."
        ).format(n=f"{seconds:.0f}")
    return _(
        'No open table called "{name}" found in {n} s; try --connect HOST:PORT, as '
        "shown on the host's screen."
    ).format(name=name, n=f"{seconds:.0f}")


def several_tables(names: Sequence[str]) -> str:
    sentence = _(
        "There are several tables: {names}. Choose with --table, or with --by and "
        "the player who opened it."
    )
    return sentence.format(names=", ".join(names))


def no_transcript(path: object, reason: Reason) -> str:
    if reason.code is BadTranscript.NOT_A_TRANSCRIPT:
        return _("{path} is not a transcript.").format(path=path)
    return _("{path} is not a transcript: {why}.").format(path=path, why=why(reason))


def bots_silent(seconds: float) -> str:
    return _("The bots have not moved for {n} s; the demo was stopped.").format(n=f"{seconds:.0f}")
