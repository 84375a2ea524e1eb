"""What a table and a player's own bot say to each other, line by line (docs/bots.md).

No input or output here: `step` takes what has happened and says where the talk stands then.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeAlias

VERSION = 1
MAX_LINE_BYTES = 64 * 1024
MAX_UNASKED = 1000
"""How many lines may come that nobody asked for: late answers, mostly."""
MAX_NESTED = 64
MAX_NAME = 40
MAX_WHY = 1000
MAX_QUOTED = 80
PATIENCE = 3
"""A bot that is late so many times running is asked no more: each time all others have waited."""


class BotFault(Enum):
    """Why the built-in bot makes a move instead."""

    NO_START = "not started"
    NOT_READY = "not ready"
    LATE = "late"
    UNREADABLE = "unreadable"
    WRONG_ROUND = "wrong round"
    ILLEGAL = "illegal"
    FLOODS = "floods"
    DEAF = "deaf"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Answer:
    """A move, by its place among those that were offered; `why` may be empty."""

    move: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """There is no move; `is_final`: nor will there be another. `said`: the beginning of the line
    that could not be read, if it was that."""

    fault: BotFault
    is_final: bool = False
    said: str = ""


Reply: TypeAlias = Answer | Failure


@dataclass(frozen=True, slots=True)
class Greeted:
    """It was told hello, and has not said that it is ready."""


@dataclass(frozen=True, slots=True)
class Idle:
    """It is ready. It was `late` so many times running, and has said `unasked` lines."""

    name: str
    late: int = 0
    unasked: int = 0


@dataclass(frozen=True, slots=True)
class Asked:
    """It is to choose one of so many moves."""

    idle: Idle
    round_number: int
    moves: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """It is not spoken with any more. `said` as in `Failure`."""

    fault: BotFault
    said: str = ""


Talk: TypeAlias = Greeted | Idle | Asked | Stopped


@dataclass(frozen=True, slots=True)
class SaidLine:
    """It has said this line."""

    said: bytes


@dataclass(frozen=True, slots=True)
class MoveWanted:
    """It is to move now."""

    round_number: int
    moves: int


class Incident(Enum):
    """What else can happen to a talk."""

    TIME_IS_UP = "it was waited for long enough"
    OUTPUT_ENDED = "it can say nothing more"
    LINE_TOO_LONG = "it has said more than a line can hold"
    TAKES_NO_MORE = "it does not read what it is told"


_STOPPED_BY = {
    Incident.OUTPUT_ENDED: BotFault.ENDED,
    Incident.LINE_TOO_LONG: BotFault.FLOODS,
    Incident.TAKES_NO_MORE: BotFault.DEAF,
}


def step(talk: Talk, event: SaidLine | MoveWanted | Incident) -> tuple[Talk, Reply | None]:
    """Return where the talk stands now, and the reply if there is one."""
    match talk, event:
        case Stopped(fault, said), MoveWanted():
            return talk, Failure(fault, is_final=True, said=said)
        case Stopped(), _:
            return talk, None
        case _, Incident() if event in _STOPPED_BY:
            return _stop(talk, _STOPPED_BY[event])
        case Greeted(), SaidLine(said):
            name = _ready(said)
            unready = Stopped(BotFault.NOT_READY, _quoted(said))
            return (unready if name is None else Idle(name)), None
        case Greeted(), Incident.TIME_IS_UP | MoveWanted():
            return Stopped(BotFault.NOT_READY), Failure(BotFault.NOT_READY, is_final=True)
        case Idle(), MoveWanted(number, moves):
            return Asked(talk, number, moves), None
        case Idle(unasked=unasked), SaidLine() if unasked == MAX_UNASKED:
            return Stopped(BotFault.FLOODS), None
        case Idle(unasked=unasked), SaidLine():
            return replace(talk, unasked=unasked + 1), None
        case Asked(idle, number, moves), SaidLine(said):
            return _answered(talk, _reply(said, number, moves))
        case Asked(Idle(late=late)), Incident.TIME_IS_UP if late + 1 == PATIENCE:
            return _stop(talk, BotFault.LATE)
        case Asked(idle), Incident.TIME_IS_UP:
            return replace(idle, late=idle.late + 1), Failure(BotFault.LATE)
    return talk, None


def _stop(talk: Talk, fault: BotFault) -> tuple[Talk, Reply | None]:
    reply = Failure(fault, is_final=True) if isinstance(talk, Asked) else None
    return Stopped(fault), reply


def _answered(talk: Asked, reply: Reply | None) -> tuple[Talk, Reply | None]:
    """An answer to an earlier question is none to this one."""
    if reply is not None:
        return replace(talk.idle, late=0), reply
    idle, _ = step(talk.idle, SaidLine(b""))
    if isinstance(idle, Idle):
        return replace(talk, idle=idle), None
    return _stop(talk, BotFault.FLOODS)


def _ready(said: bytes) -> str | None:
    """The name under which it is ready; absent (None) if it does not say that it is."""
    match _read(said):
        case {"say": "ready", **rest}:
            return one_line(rest.get("name"), MAX_NAME)
    return None


def _reply(said: bytes, asked: int, moves: int) -> Reply | None:
    """What is said to the question; None if it is said to an earlier one."""
    match _read(said):
        case {"round": int(number), "move": int(move), **rest} if not (
            isinstance(number, bool) or isinstance(move, bool)
        ):
            if number < asked:
                return None
            if number > asked:
                return Failure(BotFault.WRONG_ROUND)
            if move not in range(moves):
                return Failure(BotFault.ILLEGAL)
            return Answer(move, one_line(rest.get("why"), MAX_WHY))
    return Failure(BotFault.UNREADABLE, said=_quoted(said))


def _read(said: bytes) -> object:
    """What a line says; None if it is no JSON, or nested as no answer is."""
    if said.count(b"[") + said.count(b"{") > MAX_NESTED:
        return None
    try:
        return json.loads(said)
    except ValueError:  # also for bytes that are no text, and for a number without end
        return None


def _quoted(said: bytes) -> str:
    return one_line(said.decode(errors="replace"), MAX_QUOTED)


def one_line(said: object, most: int) -> str:
    """Return the first `most` characters of a text in one line, with nothing that moves a cursor;
    nothing for what is no text."""
    if not isinstance(said, str):
        return ""
    return "".join(c if c.isprintable() else " " for c in said[:most]).strip()


# What is said to it.


def hello(game: str, options: Mapping[str, Any], seat: int, players: int) -> bytes:
    """Return the first line: what is played, and where the bot sits."""
    return _line(
        say="hello", protocol=VERSION, game=game, options=options, seat=seat, players=players
    )


def act(round_number: int, view: object, moves: Sequence[object], within_ms: int) -> bytes:
    """Return the question which of the moves it makes."""
    return _line(say="act", round=round_number, view=view, moves=moves, within_ms=within_ms)


def happened(entry: object) -> bytes:
    """Return what tells an entry of the log: its fields, or the entry itself if it has none."""
    told = entry if isinstance(entry, Mapping) else {"entry": entry}
    return _line(**{"say": "event", **told})


def taken_back(events: int) -> bytes:
    """Return what tells that so many of the last events did not happen after all."""
    return _line(say="taken back", events=events)


def over(outcome: object) -> bytes:
    """Return the last line. The outcome is None if the game did not come to its end."""
    return _line(say="over", outcome=outcome)


def _line(**facts: object) -> bytes:
    return json.dumps(facts, separators=(",", ":")).encode() + b"\n"


# Lines out of a stream.


def lines_of(rest: bytes, chunk: bytes) -> tuple[bytes, list[SaidLine | Incident]]:
    """Return what is left of a stream after its whole lines, and these; the last of them is an
    `Incident` if a line is too long."""
    *whole, rest = (rest + chunk).split(b"\n")
    lines: list[SaidLine | Incident] = []
    for one in (*whole, rest):
        if len(one) > MAX_LINE_BYTES:
            return b"", [*lines, Incident.LINE_TOO_LONG]
        lines.append(SaidLine(one))
    return rest, lines[:-1]
