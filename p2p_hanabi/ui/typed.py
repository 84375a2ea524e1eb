"""What a player types at a table of Hanabi: from a line to a command, and how to complete it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from p2p_hanabi.games.hanabi_cards import COLOURS, colour_of, rank_of
from p2p_hanabi.games.hanabi_moves import Discard, HintColour, HintRank, Move, Play
from p2p_hanabi.games.hanabi_view import HanabiView, SeenCard
from protocol.game import Card, Seat

from . import sentences
from .port import Company


class Topic(Enum):
    """What can be looked at; the values are what is typed."""

    TABLE = "show"
    LOG = "log"
    DISCARDS = "discards"
    HANDS = "hands"
    ME = "me"
    WORDS = "words"
    HELP = "help"
    RULES = "rules"


@dataclass(frozen=True, slots=True)
class Act:
    move: Move


@dataclass(frozen=True, slots=True)
class Show:
    topic: Topic


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave; the table waits."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """End the table for all."""


Command: TypeAlias = Act | Show | Quit | Abandon


class Misunderstood(Exception):
    """What was typed is no command. The text is a sentence for the player."""


MOVES = ("play", "discard", "hint")
OTHERS = (*(topic.value for topic in Topic), "quit")
ABANDON = "abandon"  # is never guessed from its beginning


def parse(line: str, view: HanabiView | None, company: Company) -> Command | None:
    """None for an empty line. `Misunderstood` says what is wrong."""
    typed = line.split()
    if not typed:
        return None
    word, rest = _command(typed[0].lower(), bool(typed[1:])), typed[1:]
    match word:
        case "quit":
            return Quit()
        case "abandon":
            return Abandon()
        case "play" | "discard" | "hint":
            return Act(_move(word, rest, view, company))
    return Show(Topic(word))


def completions(line: str, view: HanabiView | None, company: Company) -> list[str]:
    """The words that can come where the line ends."""
    *before, start = line.split(" ")
    match [word for word in before if word]:
        case []:
            return _beginning([*MOVES, *OTHERS], start)
        case [("hint" | "h")]:
            others = [company.name(seat) for seat in company.from_next[:-1]]
            return _beginning(others, start)
        case [("hint" | "h"), *_] if view is not None:
            return _beginning([*COLOURS[: view.colours], *"12345"], start)
        case [("play" | "p" | "discard" | "d")] if view is not None:
            return _beginning([str(n + 1) for n in range(len(view.hand))], start)
    return []


def _command(word: str, has_more: bool) -> str:
    """The whole word. What has something after it is a move, if it begins like one."""
    everything = [*MOVES, *OTHERS, ABANDON]
    if word in everything:
        return word
    moves = _beginning(MOVES, word)
    fitting = moves if has_more and moves else _beginning([*MOVES, *OTHERS], word)
    if not has_more and len(fitting) > 1:
        fitting = [each for each in fitting if each not in MOVES]
    match fitting:
        case [one]:
            return one
        case []:
            raise Misunderstood(sentences.unknown_command(word))
    raise Misunderstood(sentences.ambiguous(word, fitting))


def _move(word: str, rest: list[str], view: HanabiView | None, company: Company) -> Move:
    if view is None or not any(view.hands):
        raise Misunderstood(sentences.not_dealt())
    match word, rest:
        case "play", [number]:
            return Play(_own_card(number, view, "HB23"))
        case "discard", [number]:
            return Discard(_own_card(number, view, "HB21"))
        case "hint", [_, _, *_]:
            return _hint(_player(" ".join(rest[:-1]), company), rest[-1], view)
    example = {"play": "play 3", "discard": "discard 1"}.get(word)
    raise Misunderstood(sentences.usage(example or _example_of_hint(company)))


def _own_card(number: str, view: HanabiView, rule: str) -> Card:
    hand = view.hand
    slots = {str(slot + 1): info.card for slot, info in enumerate(hand)}
    if number in slots:
        return slots[number]
    raise Misunderstood(sentences.no_such_card(number, len(hand), rule))


def _player(typed: str, company: Company) -> Seat:
    """By name, by number from 1, or by the beginning of a name that only one has."""
    wanted = typed.casefold()
    names = [name.casefold() for name in company.names]
    if wanted in names:
        return Seat(names.index(wanted))
    if wanted in {str(n + 1) for n in range(len(names))}:
        return Seat(int(wanted) - 1)
    fitting = [seat for seat, name in enumerate(names) if name.startswith(wanted)]
    if len(fitting) == 1:
        return Seat(fitting[0])
    if fitting:
        found = [company.names[seat] for seat in fitting]
        raise Misunderstood(sentences.ambiguous(typed, found))
    others = [company.name(seat) for seat in company.from_next[:-1]]
    raise Misunderstood(sentences.no_such_player(typed, others))


def _hint(to: Seat, what: str, view: HanabiView) -> Move:
    """With every card that it is true of (HB19); whether it is allowed is for the rules to say."""
    seen = [info for info in view.hands[to] if isinstance(info, SeenCard)]
    if what in set("12345"):
        rank = int(what)
        return HintRank(to, rank, tuple(c.card for c in seen if rank_of(c.face) == rank))
    colours = COLOURS[: view.colours]
    for colour, name in enumerate(colours):
        if name.startswith(what.lower()):
            touched = tuple(c.card for c in seen if colour_of(c.face) == colour)
            return HintColour(to, colour, touched)
    raise Misunderstood(sentences.no_such_hint(what, sentences.LETTERS[: view.colours]))


def _example_of_hint(company: Company) -> str:
    return f"hint {company.name(company.from_next[0])} red"


def _beginning(words: Sequence[str], start: str) -> list[str]:
    return [word for word in words if word.casefold().startswith(start.casefold())]
