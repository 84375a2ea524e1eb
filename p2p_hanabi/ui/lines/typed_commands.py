"""Parsing and completion of the commands that a player types at a table.

The commands of every table are here; each game names its own moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from protocol.game import Move, TableView, View

from ..model.game.game_screen import EXPLAIN, GameScreen, Misunderstood
from ..model.game.hands import are_hidden, hands_of
from ..model.game.log_filter import AboutCard, By, To
from ..model.game.table_players import Players
from ..model.game.typed_names import beginning, others, player
from ..model.table.sentences_log import offered as log_offered
from ..model.table.sentences_log import words as log_words
from ..model.table.table_actions import (
    Arrange,
    AtTable,
    Gone,
    MakeMove,
    ReadLog,
    Say,
    TableAction,
    Write,
)
from ..model.talk import chat
from ..model.talk.notes import note_of
from ..words import sentences_shared as sentences
from ..words.i18n import _, bare
from ..words.sentences_typed import begun_in_own_words, in_english, in_own_words, undictated


@dataclass(frozen=True, slots=True)
class ShowPage:
    """`count` is the number of last entries of a log, or the entry after which to show the table or
    explain its last hint; None for the whole log, and for the current table."""

    topic: str
    count: int | None = None


@dataclass(frozen=True, slots=True)
class NumberedMove:
    """The digits before a move in the list of moves, as typed."""

    digits: str


Command: TypeAlias = ShowPage | NumberedMove | AtTable[Move]

SHOW, LOG = "show", "log"
HELP = "help"
SAY, ORDER, MOVE, NOTE = "say", "order", "move", "note"


def word_of(action: TableAction) -> str:
    """Return the word that is typed for an action."""
    word: str = action.value
    match action:
        case TableAction.EXPLAIN:
            return EXPLAIN
        case TableAction.TALK:
            return SAY
        case TableAction.LOG:
            return LOG
        case TableAction.LEAVE:
            return "quit"
        case TableAction.SAID | TableAction.NOTES | TableAction.WORDS | TableAction.RULES:
            return word
        case TableAction.TIMES | TableAction.PHONES:
            return word
        case TableAction.GONE:
            return "gone"
        case TableAction.STOP:
            return "stop"
        case TableAction.ABANDON:
            return "abandon"
    assert_never(action)


_ACTIONS = {word_of(action): action for action in TableAction}
_SHORT = ("words", HELP, "rules", "quit")
"""These may be abbreviated, as moves and topics may; no other command can."""


def _without_key(line: str, screen: GameScreen[View, Move]) -> str:
    """Return the line, with the word for a key of the full screen that is named everywhere."""
    words = {"?": HELP, "x": EXPLAIN if EXPLAIN in screen.topics else "x"}
    key, _blank, rest = line.strip().partition(" ")
    return f"{words[key.lower()]} {rest}" if key.lower() in words else line


def parse(
    line: str, screen: GameScreen[View, Move], view: View | None, players: Players
) -> Command[Move] | None:
    """Parse a line; None if it is empty. `view` is None until the hands are dealt. Raise
    `Misunderstood`."""
    asked, line = _words(line), in_english(_without_key(line, screen))
    typed = _words(line)
    if not typed:
        return None
    rest = typed[1:]
    if screen.numbers_moves and not rest and typed[0].isascii() and typed[0].isdecimal():
        return NumberedMove(typed[0])
    if (whole := _unabbreviated(line, screen, view, players)) is not None:
        return whole
    words = _commands(typed[0].lower(), screen, asked[0])
    if len(words) > 1 and view is not None:
        allowed = _allowed(view, lambda word: screen.move(word, rest, view, players))
        words = [each for each in words if each in screen.move_examples and allowed(each)] or words
    word = _one_of(_fitting(words, screen, has_more=bool(rest)), asked[0])
    if word == LOG and rest:
        return _narrowed(rest, screen, view, players) or ShowPage(LOG, _count(LOG, rest))
    if word in _ACTIONS and not (word == EXPLAIN and rest):
        return _ACTIONS[word]
    if word not in screen.move_examples:
        return ShowPage(word, _count(word, rest) if word in (SHOW, EXPLAIN) else None)
    if view is None:
        raise Misunderstood(_(sentences.NOT_DEALT))
    return MakeMove(screen.move(word, rest, view, players))


def _unabbreviated(
    line: str, screen: GameScreen[View, Move], view: View | None, players: Players
) -> AtTable[Move] | None:
    """Parse what cannot be abbreviated; None if it is nothing of that kind. Raise
    `Misunderstood`."""
    word, *rest = _words(line)
    match word.lower(), rest:
        case "say", [_, *_]:
            return Say(line.strip()[len(SAY) :])
        case "order" | "move" as order, _:
            sort = chat.order_of if order == ORDER else chat.moved
            return Arrange(sort(rest, hands_of(screen, view, players).own))
        case "note", [_, *_]:
            return Write(note_of(line.strip()[len(NOTE) :], hands_of(screen, view, players)))
        case "gone", []:
            raise Misunderstood(_('Who is gone? Add the name, as in "gone Ana".'))
        case "gone", _:
            return Gone(player(" ".join(rest), players))
        case ("said" | "notes") as page, _:
            return _ACTIONS[page]
        case "note", []:
            return TableAction.NOTES
        case ("say" | "stop" | "phones" | "times") as alone, []:
            return _ACTIONS[alone]
    return None


def _words(line: str) -> list[str]:
    """Return the words of a line; a full stop alone is one, so it is not an empty line."""
    return undictated(line).split() or line.split()


def _narrowed(
    rest: Sequence[str], screen: GameScreen[View, Move], view: View | None, players: Players
) -> ReadLog | None:
    """Parse `by Ana`, `to me`, `card 3`; None if it is none of these. Raise `Misunderstood`."""
    words, asked = log_words(), bare(rest[0]) if rest else ""
    word = next((english for english, spelt in words.items() if asked in spelt), None)
    named = " ".join(rest[1:])
    if word not in ("by", "to", "card") or not named:
        return None
    if word == "card":
        place, _rest = hands_of(screen, view, players).parse(named)
        if place is None:
            raise Misunderstood(sentences.usage(f"log {rest[0]} 1"))
        return ReadLog(AboutCard(place))
    seat = players.me if bare(named) in words["me"] else player(named, players)
    return ReadLog(By(seat) if word == "by" else To(seat))


def _count(word: str, rest: Sequence[str]) -> int | None:
    match rest:
        case []:
            return None
        case [number] if number.isascii() and number.isdecimal() and 0 < len(number) < 5:
            return int(number)
    raise Misunderstood(sentences.usage(f"{in_own_words(word)} 10"))


def completions(
    line: str, screen: GameScreen[View, Move], view: View | None, players: Players
) -> list[str]:
    """Return the words that can complete the line."""
    *before, start = in_english(line).split(" ")
    match [word for word in before if word]:
        case []:
            hand = (ORDER, MOVE, NOTE, "notes") if are_hidden(screen) else ()
            english = (*screen.move_examples, *_others(screen), *hand, SAY, "said")
            own = [in_own_words(word) for word in english]
            return beginning(list(dict.fromkeys((*own, *english))), line)
        case ["log"]:
            return beginning(log_offered(), start)
        case ["log", _]:
            return beginning([*others(players), log_words()["me"][-1]], start)
        case [typed, *rest] if view is not None:
            meant = [word for word in screen.move_examples if word.startswith(typed.lower())]
            if typed.lower() in screen.move_examples or len(meant) == 1:
                word = typed.lower() if typed.lower() in screen.move_examples else meant[0]
                return beginning(screen.next_words(word, rest, view, players), start)
    return []


def _others(screen: GameScreen[View, Move]) -> tuple[str, ...]:
    """Return all commands except moves, in the order in which they are offered."""
    return (SHOW, LOG, *screen.topics, *_SHORT)


def _one_of(words: Sequence[str], typed: str) -> str:
    if len(words) > 1:
        raise Misunderstood(sentences.ambiguous(typed, [in_own_words(word) for word in words]))
    return words[0]


def _allowed(view: TableView, move: Callable[[str], object]) -> Callable[[str], bool]:
    """Return a predicate: whether a word begins a move that the rules allow now."""

    def is_allowed(word: str) -> bool:
        try:
            return move(word) in view.moves
        except Misunderstood:
            return False

    return is_allowed


def _commands(word: str, screen: GameScreen[View, Move], asked: str) -> list[str]:
    """Return the commands that a word can stand for; `asked` is the word as typed. Raise
    `Misunderstood`."""
    others = _others(screen)
    if word in (*screen.move_examples, *others, "abandon"):
        return [word]
    fitting = [*beginning(list(screen.move_examples), word), *beginning(others, word)]
    fitting = fitting or begun_in_own_words(word, (*screen.move_examples, *others))
    if not fitting:
        raise Misunderstood(sentences.unknown_command(asked))
    return fitting


def _fitting(
    words: Sequence[str], screen: GameScreen[View, Move], *, has_more: bool
) -> Sequence[str]:
    """Return the best candidates: with arguments, moves; without, pages rather than moves, and no
    moves that need arguments."""
    moves = [word for word in words if word in screen.move_examples]
    if has_more or len(words) == 1:
        return moves or words
    looked_at = [word for word in words if word not in screen.move_examples]
    return looked_at or [each for each in moves if screen.move_examples[each] == each] or words
