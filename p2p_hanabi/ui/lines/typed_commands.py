"""Parsing and completion of the commands that a player types at a table.

The commands of every table are here; each game names its own moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias

from protocol.game import Move, Seat, TableView, View
from protocol.peer.remarks import Order

from ..kit import sentences_shared as sentences
from ..kit.i18n import _, bare, ngettext
from ..kit.sentences_typed import begun_in_own_words, in_english, in_own_words, undictated
from ..kit.words_joined import listing
from ..model.game.game_screen import EXPLAIN, GameScreen, Misunderstood
from ..model.game.log_filter import AboutCard, By, LogFilter, To
from ..model.game.places import Hands
from ..model.game.table_players import Players
from ..model.table.sentences_log import offered as log_offered
from ..model.table.sentences_log import words as log_words
from ..model.talk import chat
from ..model.talk.notes import Note, note_of


@dataclass(frozen=True, slots=True)
class MakeMove(Generic[Move]):
    """Make this move of the game."""

    move: Move


@dataclass(frozen=True, slots=True)
class ShowPage:
    """`count` is the number of last entries of a log, or the entry after which to show the table or
    explain its last hint; None for the whole log, and for the current table."""

    topic: str
    count: int | None = None


@dataclass(frozen=True, slots=True)
class ShowLog:
    """A part of the log."""

    wanted: LogFilter


@dataclass(frozen=True, slots=True)
class Say:
    """Say these words, or the phrase that they mean, in the chat."""

    words: str


@dataclass(frozen=True, slots=True)
class Arrange:
    """Put one's own hand in this order."""

    order: Order


@dataclass(frozen=True, slots=True)
class Write:
    """Write this note on a card."""

    note: Note


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave; the table waits."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """Leave for good: end the table, or let the others play on."""


@dataclass(frozen=True, slots=True)
class Gone:
    """Declare that the seat is gone for good."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Stop:
    """Agree to end the table."""


Command: TypeAlias = (
    MakeMove[Move] | Say | Arrange | Write | ShowPage | ShowLog | Quit | Abandon | Gone | Stop
)

SHOW, LOG = "show", "log"
WORDS, HELP, RULES = "words", "help", "rules"
QUIT = "quit"
ABANDON = "abandon"  # cannot be abbreviated
SAY, SAID, ORDER, MOVE = "say", "said", "order", "move"  # nor can these
NOTE, NOTES = "note", "notes"  # nor can these
GONE, STOP = "gone", "stop"  # nor can these
PHONES = "phones"  # nor can this


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
    if typed[0].lower() in (SAY, SAID):
        says = typed[0].lower() == SAY and rest
        return Say(line.strip()[len(SAY) :]) if says else ShowPage(typed[0].lower())
    if typed[0].lower() in (ORDER, MOVE):
        return Arrange(_order(typed[0].lower(), rest, screen, view))
    if typed[0].lower() in (NOTE, NOTES):
        hands = hands_of(screen, view, players)
        is_one = typed[0].lower() == NOTE and rest
        return Write(note_of(line.strip()[len(NOTE) :], hands)) if is_one else ShowPage(NOTES)
    if typed[0].lower() == GONE:
        if not rest:
            raise Misunderstood(_('Who is gone? Add the name, as in "gone Ana".'))
        return Gone(player(" ".join(rest), players))
    if typed[0].lower() in (STOP, PHONES) and not rest:
        return Stop() if typed[0].lower() == STOP else ShowPage(PHONES)
    words = _commands(typed[0].lower(), screen, asked[0])
    if len(words) > 1 and view is not None:
        allowed = _allowed(view, lambda word: screen.move(word, rest, view, players))
        words = [each for each in words if each in screen.moves and allowed(each)] or words
    word = _one_of(_fitting(words, screen, has_more=bool(rest)), asked[0])
    if word in (QUIT, ABANDON):
        return Quit() if word == QUIT else Abandon()
    if word == LOG:
        return _narrowed(rest, screen, view, players) or ShowPage(LOG, _count(LOG, rest))
    if word not in screen.moves:
        return ShowPage(word, _count(word, rest) if word in (SHOW, EXPLAIN) else None)
    if view is None:
        raise Misunderstood(_(sentences.NOT_DEALT))
    return MakeMove(screen.move(word, rest, view, players))


def _words(line: str) -> list[str]:
    """Return the words of a line; a full stop alone is one, so it is not an empty line."""
    return undictated(line).split() or line.split()


def _narrowed(
    rest: Sequence[str], screen: GameScreen[View, Move], view: View | None, players: Players
) -> ShowLog | None:
    """Parse `by Ana`, `to me`, `card 3`; None if it is none of these. Raise `Misunderstood`."""
    words, asked = log_words(), bare(rest[0]) if rest else ""
    word = next((english for english, spelt in words.items() if asked in spelt), None)
    named = " ".join(rest[1:])
    if word not in ("by", "to", "card") or not named:
        return None
    if word == "card":
        place, _rest = hands_of(screen, view, players).place(named)
        if place is None:
            raise Misunderstood(sentences.usage(f"log {rest[0]} 1"))
        return ShowLog(AboutCard(place))
    seat = players.me if bare(named) in words["me"] else player(named, players)
    return ShowLog(By(seat) if word == "by" else To(seat))


def _count(word: str, rest: Sequence[str]) -> int | None:
    match rest:
        case []:
            return None
        case [number] if number.isascii() and number.isdecimal() and 0 < len(number) < 5:
            return int(number)
    raise Misunderstood(sentences.usage(f"{in_own_words(word)} 10"))


def hands_of(screen: GameScreen[View, Move], view: View | None, players: Players) -> Hands:
    """Return all hands of a game whose players do not see their own. Raise `Misunderstood`."""
    ordered = screen.ordered
    if ordered is None:
        raise Misunderstood(_("In this game all players see the cards they hold."))
    if view is None:
        raise Misunderstood(_(sentences.NOT_DEALT))
    seen = view
    return Hands(players, lambda seat: ordered.cards(seen, seat), lambda who: player(who, players))


def _order(
    word: str, rest: Sequence[str], screen: GameScreen[View, Move], view: View | None
) -> Order:
    if screen.ordered is None:
        raise Misunderstood(_("You cannot sort your hand in this game."))
    if view is None:
        raise Misunderstood(_(sentences.NOT_DEALT))
    hand = screen.ordered.cards(view, view.seat)
    return chat.order_of(rest, hand) if word == ORDER else chat.moved(rest, hand)


def completions(
    line: str, screen: GameScreen[View, Move], view: View | None, players: Players
) -> list[str]:
    """Return the words that can complete the line."""
    *before, start = in_english(line).split(" ")
    match [word for word in before if word]:
        case []:
            hand = () if screen.ordered is None else (ORDER, MOVE, NOTE, NOTES)
            english = (*screen.moves, *_others(screen), *hand, SAY, SAID)
            own = [in_own_words(word) for word in english]
            return beginning(list(dict.fromkeys((*own, *english))), line)
        case ["log"]:
            return beginning(log_offered(), start)
        case ["log", _]:
            return beginning([*others(players), log_words()["me"][-1]], start)
        case [typed, *rest] if view is not None:
            meant = [word for word in screen.moves if word.startswith(typed.lower())]
            if typed.lower() in screen.moves or len(meant) == 1:
                word = typed.lower() if typed.lower() in screen.moves else meant[0]
                return beginning(screen.next_words(word, rest, view, players), start)
    return []


def player(typed: str, players: Players) -> Seat:
    """Find a player by name, by number from 1, or by an unambiguous beginning of a name; accents
    and capitals matter only if names are otherwise the same. Raise `Misunderstood`."""
    exact = [name.casefold() for name in players.names]
    if exact.count(typed.casefold()) == 1:
        return Seat(exact.index(typed.casefold()))
    wanted, names = bare(typed), [bare(name) for name in players.names]
    fitting = [seat for seat, name in enumerate(names) if name == wanted]
    if not fitting and wanted in {str(n + 1) for n in range(len(names))}:
        return Seat(int(wanted) - 1)
    fitting = fitting or [seat for seat, name in enumerate(names) if name.startswith(wanted)]
    if len(fitting) == 1:
        return Seat(fitting[0])
    if fitting:
        found = [players.names[seat] for seat in fitting]
        raise Misunderstood(sentences.ambiguous(typed, found))
    known = [f"{seat + 1}. {players.name(seat)}" for seat in players.from_next[:-1]]
    raise Misunderstood(
        ngettext(
            "Nobody here is called {typed}; the other player is {names}.",
            "Nobody here is called {typed}; the others are {names}.",
            len(known),
        ).format(typed=typed, names=listing(known))
    )


def others(players: Players) -> list[str]:
    return [players.name(seat) for seat in players.from_next[:-1]]


def beginning(words: Sequence[str], start: str) -> list[str]:
    return [word for word in words if bare(word).startswith(bare(start))]


def _others(screen: GameScreen[View, Move]) -> tuple[str, ...]:
    """Return all commands except moves, in the order in which they are offered."""
    return (SHOW, LOG, *screen.topics, WORDS, HELP, RULES, QUIT)


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
    if word in (*screen.moves, *others, ABANDON):
        return [word]
    fitting = [*beginning(list(screen.moves), word), *beginning(others, word)]
    fitting = fitting or begun_in_own_words(word, (*screen.moves, *others))
    if not fitting:
        raise Misunderstood(sentences.unknown_command(asked))
    return fitting


def _fitting(
    words: Sequence[str], screen: GameScreen[View, Move], *, has_more: bool
) -> Sequence[str]:
    """Return the best candidates: with arguments, moves; without, pages rather than moves, and no
    moves that need arguments."""
    moves = [word for word in words if word in screen.moves]
    if has_more or len(words) == 1:
        return moves or words
    looked_at = [word for word in words if word not in screen.moves]
    return looked_at or [each for each in moves if screen.moves[each] == each] or words
