"""The line protocol between a table and a player's own bot (docs/bots.md).

No I/O here: `step` takes an event and returns the next state.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeAlias

from protocol.encoding import Integer

VERSION = 1
MAX_LINE_BYTES = 64 * 1024
MAX_UNASKED = 1000
"""How many unsolicited lines are tolerated: late answers, mostly."""
MAX_NESTED = 64
MAX_NAME = 40
MAX_WHY = 1000
MAX_QUOTED = 80
PATIENCE = 3
"""A bot that is late this many times in a row is not asked again: everybody waits each time."""


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
    """A move, by its index among those offered; `why` may be empty."""

    move: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """There is no move; `is_final`: nor will there be another. `said`: the beginning of the
    unreadable line, if that was the fault."""

    fault: BotFault
    is_final: bool = False
    output: str = ""


Reply: TypeAlias = Answer | Failure


@dataclass(frozen=True, slots=True)
class Greeted:
    """The bot was sent hello, and has not answered that it is ready."""


@dataclass(frozen=True, slots=True)
class Idle:
    """The bot is ready. `late` counts late answers in a row, `unasked` unsolicited lines."""

    name: str
    late: int = 0
    unasked: int = 0


@dataclass(frozen=True, slots=True)
class Asked:
    """The bot has to choose one of `move_count` moves."""

    idle: Idle
    round_number: int
    move_count: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """The talk has ended. `said` as in `Failure`."""

    fault: BotFault
    output: str = ""


Talk: TypeAlias = Greeted | Idle | Asked | Stopped


@dataclass(frozen=True, slots=True)
class OutputLine:
    """The bot has sent this line."""

    output: bytes


@dataclass(frozen=True, slots=True)
class MoveWanted:
    """The bot has to move now."""

    round_number: int
    move_count: int


class Incident(Enum):
    """Other events in a talk."""

    TIME_IS_UP = "it was waited for long enough"
    OUTPUT_ENDED = "it can say nothing more"
    LINE_TOO_LONG = "it has said more than a line can hold"
    TAKES_NO_MORE = "it does not read what it is told"


_STOPPED_BY = {
    Incident.OUTPUT_ENDED: BotFault.ENDED,
    Incident.LINE_TOO_LONG: BotFault.FLOODS,
    Incident.TAKES_NO_MORE: BotFault.DEAF,
}


def step(talk: Talk, event: OutputLine | MoveWanted | Incident) -> tuple[Talk, Reply | None]:
    """Return the next state, and the reply if there is one."""
    match talk, event:
        case Stopped(fault, output), MoveWanted():
            return talk, Failure(fault, is_final=True, output=output)
        case Stopped(), _:
            return talk, None
        case _, Incident() if event in _STOPPED_BY:
            return _stop(talk, _STOPPED_BY[event])
        case Greeted(), OutputLine(output):
            name = _ready(output)
            unready = Stopped(BotFault.NOT_READY, _quoted(output))
            return (unready if name is None else Idle(name)), None
        case Greeted(), Incident.TIME_IS_UP | MoveWanted():
            return Stopped(BotFault.NOT_READY), Failure(BotFault.NOT_READY, is_final=True)
        case Idle(), MoveWanted(number, moves):
            return Asked(talk, number, moves), None
        case Idle(unasked=unasked), OutputLine() if unasked == MAX_UNASKED:
            return Stopped(BotFault.FLOODS), None
        case Idle(unasked=unasked), OutputLine():
            return replace(talk, unasked=unasked + 1), None
        case Asked(idle, number, moves), OutputLine(output):
            return _answered(talk, _reply(output, number, moves))
        case Asked(Idle(late=late)), Incident.TIME_IS_UP if late + 1 == PATIENCE:
            return _stop(talk, BotFault.LATE)
        case Asked(idle), Incident.TIME_IS_UP:
            return replace(idle, late=idle.late + 1), Failure(BotFault.LATE)
    return talk, None


def _stop(talk: Talk, fault: BotFault) -> tuple[Talk, Reply | None]:
    reply = Failure(fault, is_final=True) if isinstance(talk, Asked) else None
    return Stopped(fault), reply


def _answered(talk: Asked, reply: Reply | None) -> tuple[Talk, Reply | None]:
    """Handle the answer to a question; one to an earlier question counts as unsolicited."""
    if reply is not None:
        return replace(talk.idle, late=0), reply
    idle, _ = step(talk.idle, OutputLine(b""))
    if isinstance(idle, Idle):
        return replace(talk, idle=idle), None
    return _stop(talk, BotFault.FLOODS)


def _ready(line: bytes) -> str | None:
    """Parse the line that the bot is ready, and return its name; None for any other line."""
    match _read(line):
        case {"say": "ready", **rest}:
            return one_line(rest.get("name"), MAX_NAME)
    return None


def _reply(line: bytes, asked: int, moves: int) -> Reply | None:
    """Parse the answer to the question; return None if it answers an earlier one."""
    match _read(line):
        case {"round": Integer(number), "move": Integer(move), **rest}:
            if number < asked:
                return None
            if number > asked:
                return Failure(BotFault.WRONG_ROUND)
            if move not in range(moves):
                return Failure(BotFault.ILLEGAL)
            return Answer(move, one_line(rest.get("why"), MAX_WHY))
    return Failure(BotFault.UNREADABLE, output=_quoted(line))


def _read(line: bytes) -> object:
    """Parse a line; return None if it is not JSON, or nested too deeply for an answer."""
    if line.count(b"[") + line.count(b"{") > MAX_NESTED:
        return None
    try:
        return json.loads(line)
    except ValueError:  # also for invalid UTF-8, and for overlong numbers
        return None


def _quoted(line: bytes) -> str:
    """Return the first `MAX_QUOTED` characters of a line; bytes that are no text, and characters
    that cannot be printed, are escaped."""
    text = line[: 4 * MAX_QUOTED].decode(errors="backslashreplace").strip()
    escaped = (c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return "".join(escaped)[:MAX_QUOTED]


def one_line(value: object, most: int) -> str:
    """Return the first `most` characters of a text in one line, without control characters; empty
    if it is not a text."""
    if not isinstance(value, str):
        return ""
    return "".join(c if c.isprintable() else " " for c in value[:most]).strip()


# Lines to the bot.


def hello(game: str, options: Mapping[str, Any], seat: int, players: int) -> bytes:
    """Return the first line: what is played, and where the bot sits."""
    return _line(
        say="hello", protocol=VERSION, game=game, options=options, seat=seat, players=players
    )


def act(round_number: int, view: object, moves: Sequence[object], within_ms: int) -> bytes:
    """Return the line that asks for a move."""
    return _line(say="act", round=round_number, view=view, moves=moves, within_ms=within_ms)


def happened(entry: object) -> bytes:
    """Return the line for an entry of the log: its fields, or the entry itself if it has none."""
    fields = entry if isinstance(entry, Mapping) else {"entry": entry}
    return _line(**{"say": "event", **fields})


def taken_back(events: int) -> bytes:
    """Return the line that retracts the last `events` events."""
    return _line(say="taken back", events=events)


def over(outcome: object) -> bytes:
    """Return the last line. The outcome is None if the game was not finished."""
    return _line(say="over", outcome=outcome)


def _line(**facts: object) -> bytes:
    return json.dumps(facts, separators=(",", ":")).encode() + b"\n"


# Splitting a stream into lines.


def lines_of(rest: bytes, chunk: bytes) -> tuple[bytes, list[OutputLine | Incident]]:
    """Return the rest of a stream after its whole lines, and these lines; the last is an `Incident`
    if a line is too long."""
    *whole, rest = (rest + chunk).split(b"\n")
    lines: list[OutputLine | Incident] = []
    for one in (*whole, rest):
        if len(one) > MAX_LINE_BYTES:
            return b"", [*lines, Incident.LINE_TOO_LONG]
        lines.append(OutputLine(one))
    return rest, lines[:-1]
