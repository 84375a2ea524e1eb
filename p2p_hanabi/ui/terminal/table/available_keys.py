"""The keys that a table offers: those that are valid and allowed now. Other keys are answered with
the reason why they are not."""

from __future__ import annotations

from protocol.peer.remarks import Rule

from ...kit import words_shared as words
from ...kit.i18n import _
from ...kit.legend import Legend
from ...model.table import absence
from ...table.port import SeatPort

ANYWHERE = ("left", "?", "q")
"""The keys that are valid in every game at all times."""


def in_setup(port: SeatPort) -> Legend:
    """Return the keys before the hands are dealt."""
    return (*_phones(port), *_known(words.legend(), "?", "q"), *_of_the_missing(port))


def in_play(keys: Legend, port: SeatPort, *, has_past: bool) -> Legend:
    """Return the keys during the game: the game's `keys`, and those of the table."""
    own = tuple(each for each in keys if each[0] not in ANYWHERE)
    back = (*_log(), *words.stepping()[:1]) if has_past else ()
    return (
        *own,
        *_talk(port),
        *back,
        *_phones(port),
        *_known(keys, "?", "q"),
        *_of_the_missing(port),
    )


def below_result(keys: Legend, port: SeatPort) -> Legend:
    """Return the keys while the result of a round is shown; `keys` are the table's own."""
    back = words.stepping()[:1]
    goes_on = ("Enter", _("continues"))
    return (goes_on, *_talk(port), *back, *_known(keys, "?", "q"), *_of_the_missing(port))


def looking_back(keys: Legend, shown: int) -> Legend:
    """Return the keys while looking back at moment `shown`, from 0, during the game."""
    own = tuple(each for each in keys if each[0] not in ANYWHERE)
    end = ("End", _("latest move"))
    return (*_steps(shown), end, *_known(keys, "?"), *own, *_log(), *_known(keys, "q"))


def looking_back_at_the_end(keys: Legend, shown: int, *, again: bool) -> Legend:
    """Return the keys while looking back at a finished game."""
    own = tuple(each for each in keys if each[0] not in ANYWHERE)
    return (*_steps(shown), *words.legend_after(again=again), *_known(keys, "?"), *own, *_log())


def _steps(shown: int) -> Legend:
    """Return the keys to step; the one forward keeps its place, so that it can be clicked
    repeatedly."""
    back, forward, home = words.stepping()
    return (forward, back, home) if shown else (forward,)


def _log() -> Legend:
    return (("l", _("log")),)


def _known(keys: Legend, *names: str) -> Legend:
    return tuple(each for each in keys if each[0] in names)


def _talk(port: SeatPort) -> Legend:
    return () if port.talk is Rule.NONE else ((":", _("say")),)


def _phones(port: SeatPort) -> Legend:
    return (("T", _("phones")),) if port.phones() else ()


def _of_the_missing(port: SeatPort) -> Legend:
    """Return the keys to play on without a player, or to end the table, once a player has been
    awaited for long. What cannot be undone comes last."""
    status, is_long = port.status(), absence.is_long_away(port)
    gone = is_long and status.has_escrow
    stop = is_long or bool(status.stop_said_by)
    keys = (("G", _("play on without")), ("F", _("end the game")))
    return tuple(key for key, allowed in zip(keys, (gone, stop), strict=True) if allowed)
