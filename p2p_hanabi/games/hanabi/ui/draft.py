"""A Hanabi move while it is being chosen, key by key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from p2p_hanabi.games.common.firework_cards import MULTICOLOUR
from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.kit import scenes
from p2p_hanabi.ui.kit.legend import Legend, choosing, choosing_or_enter
from p2p_hanabi.ui.model.game.game_screen import Misunderstood
from p2p_hanabi.ui.model.game.places import HeldCard
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.table.table_actions import Arrange, AtTable
from p2p_hanabi.ui.model.talk.chat import order_of
from p2p_hanabi.ui.terminal.table.board_frame import NO_CARDS
from p2p_hanabi.ui.terminal.table.choosing import MoveInput
from p2p_hanabi.ui.words import words_shared as words
from p2p_hanabi.ui.words.i18n import _
from protocol.game import Card, Seat

from ..moves import Discard, HintColour, HintRank, Move, Play
from ..view import HanabiView
from .note_line import NoteLine
from .screen import RANKS, SCREEN, hint
from .words import sentences as sentences_hanabi
from .words import words_board as words_hanabi
from .words.sentences import colour_letters, colour_of_letter


class Does(Enum):
    """What to do with a card of one's own."""

    PLAY = "play"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class OnCard:
    """A card of one's own. `does` is None for a clicked card until an action is chosen; `slot`,
    from 0, until the card is chosen. `colour` is the letter of an announced colour."""

    does: Does | None
    slot: int | None = None
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Noting:
    """A note on a card in anybody's hand; `slot`, from 0, is None until it is chosen."""

    seat: Seat
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """The receiver, and a colour's letter or a number; both None until chosen."""

    to: Seat | None = None
    what: str | None = None


@dataclass(frozen=True, slots=True)
class Ordering:
    """Own cards to move to the front, by their numbers; `is_done` after Enter."""

    numbers: tuple[str, ...] = ()
    is_done: bool = False


HanabiDraft: TypeAlias = OnCard | Noting | Hint | Ordering


_SHORTEST_RUN = 3
"""The fewest consecutive ranks that are written as a range."""
_DOES = {"p": Does.PLAY, "d": Does.DISCARD}
_LETTERS: dict[type, str] = {Play: "p", Discard: "d", HintColour: "h", HintRank: "h"}


class HanabiInput(MoveInput[HanabiDraft, HanabiView, Move]):
    """Moves, and also notes on cards (typed in `notes`) and the order of one's own hand; without
    `notes` only moves."""

    def __init__(self, players: Players, notes: NoteLine | None = None) -> None:
        self._players = players
        self._notes = notes

    def legend(self, view: HanabiView, *, is_past: bool) -> Legend:
        """Offer only what the rules allow now, and no notes on the past."""
        offered = {_LETTERS[type(move)] for move in view.moves}
        missing = set(_LETTERS.values()) - offered | (
            {"n", "o"} if is_past or self._notes is None else set()
        )
        return tuple(each for each in words.legend() if each[0] not in missing)

    def begun(self, key: str, view: HanabiView) -> HanabiDraft | None:
        """Begin a draft; with one other player, the receiver of a hint is not asked for."""
        match key.split():
            case ["h" | "H"]:
                return Hint(self._players.from_next[0]) if self._is_for_two else Hint()
            case ["o" | "O"] if self._notes is not None:
                return Ordering()
            case ["n" | "N"] if self._notes is not None:
                return Noting(view.seat)
            case [letter] if letter.lower() in _DOES:
                return OnCard(_DOES[letter.lower()])
            case ["card", number]:
                return OnCard(None, int(number) - 1)
            case ["seat", number, *_]:
                return Hint(Seat(int(number) - 1))
        return None

    def after_key(self, draft: HanabiDraft, key: str, view: HanabiView) -> HanabiDraft | None:
        """Handle the next key. Raise `Misunderstood`."""
        if key == scenes.ESCAPE:
            return None
        if key == scenes.BACKSPACE:
            return self._one_back(draft)
        pressed = key.split() or [key]
        if (changed := self._note_or_order(draft, pressed, view)) is not None:
            return changed
        match draft, pressed:
            case OnCard(Does() as does), ["card", number]:
                return OnCard(does, _slot(number, view))
            case OnCard(None, slot), ["n"] if self._notes is not None:
                return Noting(view.seat, slot)
            case OnCard(None, slot), [("p" | "d") as letter]:
                return OnCard(_DOES[letter], slot)
            case Hint(int(), _), [letter] if colour_of_letter(letter, MULTICOLOUR + 1) is not None:
                pass  # no colour's letter begins a move
            case _ if (new := self.begun(key, view)) is not None:
                return new
        match draft, pressed:
            case OnCard(Does.PLAY, int() as slot), [letter] if view.rules.announce and _letter(
                letter, view
            ):
                return OnCard(Does.PLAY, slot, _letter(letter, view))
            case OnCard(Does() as does, None), [number]:
                return OnCard(does, _slot(number, view))
            case Hint(None), [number]:
                return Hint(self._other(number))
            case Hint(int() as to, None), [what] if what in set(RANKS) or _letter(what, view):
                return Hint(to, _letter(what, view) or what)
        raise Misunderstood(words.no_such_key(words.key_name(key)))

    def is_whole(self, draft: HanabiDraft, view: HanabiView) -> bool:
        match draft:
            case OnCard(Does.PLAY | Does.DISCARD, int()) | Hint(int(), str()):
                return True
        return False

    def move_of(self, draft: HanabiDraft, view: HanabiView) -> Move:
        match draft:
            case Hint(int() as to, str() as what):
                return hint(to, what, view)
            case OnCard(Does() as does, int() as slot, colour):
                rest = (str(slot + 1), *(() if colour is None else (colour,)))
                return SCREEN.move(does.value, rest, view, self._players)
        raise AssertionError("the draft is whole")

    def needs_turn(self, draft: HanabiDraft) -> bool:
        match draft:
            case OnCard(None) | Noting() | Ordering():
                return False
        return True

    def carry_out(self, draft: HanabiDraft, view: HanabiView) -> Sequence[AtTable[Move]] | None:
        """Begin a note, or announce the order of one's own hand to everybody."""
        match draft:
            case Noting(seat, int() as slot) if self._notes and slot < len(view.hands[seat]):
                self._notes.begin(HeldCard(view.hands[seat][slot].card, seat, slot))
                return ()
            case Ordering(numbers, is_done=True):
                return [Arrange(order_of(numbers, [info.card for info in view.hand]))]
        return None

    def for_the_rules(self, draft: HanabiDraft, view: HanabiView) -> HanabiDraft:
        """Complete a draft that no card could make legal, so that the rules refuse it at once."""
        match draft:
            case Hint() if not _hints(view):
                return Hint(self._players.from_next[0], RANKS[0])
            case OnCard(Does.DISCARD) if not any(isinstance(m, Discard) for m in view.moves):
                return OnCard(Does.DISCARD, 0)
        return draft

    def after_refusal(self, draft: HanabiDraft, view: HanabiView) -> HanabiDraft | None:
        """Keep the receiver of a refused hint, so that another hint needs one key instead of
        three."""
        return Hint(draft.to) if isinstance(draft, Hint) and _hints(view) else None

    # -- display

    def question(self, draft: HanabiDraft, view: HanabiView) -> str:
        size = len(view.hand)
        match draft:
            case OnCard(Does.PLAY):
                return _("Play which card? 1 to {count}; Escape cancels.").format(count=size)
            case OnCard(Does.DISCARD):
                return _("Discard which card? 1 to {count}; Escape cancels.").format(count=size)
            case Noting(seat):
                count = len(view.hands[seat])
                return words_hanabi.which_to_note(self._players.other(seat), count=count)
            case OnCard(None, int() as slot):
                return _("Card {n}: what do you want to do? Escape cancels.").format(n=slot + 1)
            case Ordering(numbers):
                return _order_question(size, numbers)
            case Hint(int() as to):
                return _("Tell {who} which colour or number?").format(who=self._players.name(to))
        others = self._players.from_next[:-1]
        return _("Hint for whom? {players}; Escape cancels.").format(
            players=", ".join(f"{seat + 1} {self._players.name(seat)}" for seat in others)
        )

    def question_in_full(self, draft: HanabiDraft, view: HanabiView) -> str:
        match draft:
            case Hint(int() as to):
                colours, ranks = _true_of(to, view)
                named = [f"{letter} {name}" for letter, name in colours]
                return _("Tell {who}: {what}").format(
                    who=self._players.name(to), what=", ".join([*named, *_in_short(ranks)])
                )
        return ""

    def next_keys(self, draft: HanabiDraft, view: HanabiView) -> Legend:
        numbers = [(str(n + 1), "") for n in range(len(view.hand))]
        match draft:
            case Ordering(named):
                left = [each for each in numbers if each[0] not in named]
                return choosing_or_enter(left) if named else choosing(left)
            case Hint(None):
                others = self._players.from_next[:-1]
                return choosing([(str(seat + 1), self._players.name(seat)) for seat in others])
            case Hint(int() as to):
                colours, ranks = _true_of(to, view)
                return choosing([*colours, *((rank, "") for rank in ranks)])
            case OnCard(None):
                return choosing(_for_a_card(view, "" if self._notes is None else "n"))
            case Noting(seat):
                slots = range(1, len(view.hands[seat]) + 1)
                return choosing([*((str(n), "") for n in slots), ("Tab", _("another hand"))])
        return choosing(numbers)

    def touched(self, draft: HanabiDraft, move: Move | None, view: HanabiView) -> frozenset[Card]:
        match move:
            case HintColour(touched=cards) | HintRank(touched=cards):
                return frozenset(cards)
            case Play(card=card) | Discard(card=card):
                return frozenset({card})
        match draft:
            case Ordering(numbers):
                return frozenset(view.hand[int(number) - 1].card for number in numbers)
            case Noting(seat):
                return frozenset(info.card for info in view.hands[seat])
            case OnCard(_, int() as slot) if slot < len(view.hand):
                return frozenset({view.hand[slot].card})
        return NO_CARDS

    def beside(self, move: Move, view: HanabiView) -> tuple[Line, ...]:
        if not isinstance(move, Play) or not view.rules.announce:
            return ()
        letters = " ".join(colour_letters()[: view.colours].lower())
        return (text(_("A letter announces its colour ({letters}).").format(letters=letters)),)

    # -- steps

    @property
    def _is_for_two(self) -> bool:
        return len(self._players.names) == 2

    def _note_or_order(
        self, draft: HanabiDraft, pressed: Sequence[str], view: HanabiView
    ) -> HanabiDraft | None:
        """Handle the next key of a note (Tab moves to the next hand) or of an order. Return None if
        the key belongs to neither. Raise `Misunderstood`."""
        match draft, pressed:
            case Ordering(numbers), [scenes.ENTER] if numbers:
                return Ordering(numbers, is_done=True)
            case Ordering(numbers), [number] | ["card", number] if (
                number.isdigit() and number not in numbers
            ):
                return Ordering((*numbers, str(_slot(number, view) + 1)))
            case Noting(seat), [scenes.TAB]:
                return Noting(Seat((seat + 1) % view.players))
            case Noting(), ["seat", seat, *place]:
                return Noting(Seat(int(seat) - 1), int(place[0]) - 1 if place else None)
            case Noting(), ["card", number]:
                return Noting(view.seat, _slot(number, view))
            case Noting(seat), [number] if number.isdigit():
                return Noting(seat, _place(number, len(view.hands[seat])))
        return None

    def _one_back(self, draft: HanabiDraft) -> HanabiDraft | None:
        match draft:
            case Ordering(numbers) if numbers:
                return Ordering(numbers[:-1])
            case OnCard(Does() as does, int() as slot, str()):
                return OnCard(does, slot)
            case OnCard(Does() as does, int()):
                return OnCard(does)
            case Hint(int() as to, str()):
                return Hint(to)
            case Hint(int()) if not self._is_for_two:
                return Hint()
        return None

    def _other(self, number: str) -> Seat:
        seats = {str(seat + 1): seat for seat in self._players.from_next[:-1]}
        if number not in seats:
            raise Misunderstood(_("There is no other player {key}.").format(key=number))
        return seats[number]


def _slot(number: str, view: HanabiView) -> int:
    """Return the position, from 0, of a card of one's own. Raise `Misunderstood`."""
    return _place(number, len(view.hand))


def _place(number: str, cards: int) -> int:
    """Return the position, from 0, in a hand of this many cards. Raise `Misunderstood`."""
    numbers = [str(n + 1) for n in range(cards)]
    if number not in numbers:
        raise Misunderstood(_("The cards are 1 to {count}.").format(count=len(numbers)))
    return numbers.index(number)


def _hints(view: HanabiView) -> bool:
    """Return whether the rules allow any hint."""
    return any(isinstance(move, HintColour | HintRank) for move in view.moves)


def _true_of(seat: int, view: HanabiView) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the colours, as letter and name, and the ranks that a player can be told by the
    rules."""
    hints = [m for m in view.moves if isinstance(m, HintColour | HintRank) and m.seat == seat]
    colours = sorted(hint.colour for hint in hints if isinstance(hint, HintColour))
    ranks = sorted(hint.rank for hint in hints if isinstance(hint, HintRank))
    names = sentences_hanabi.colours(view.colours)
    named = [(colour_letters()[colour].lower(), names[colour]) for colour in colours]
    return named, [str(rank) for rank in ranks]


def _in_short(ranks: Sequence[str]) -> list[str]:
    """Return 1-5 for many consecutive ranks, else each of them."""
    is_run = len(ranks) >= _SHORTEST_RUN and int(ranks[-1]) - int(ranks[0]) == len(ranks) - 1
    return [f"{ranks[0]}-{ranks[-1]}"] if is_run else list(ranks)


def _for_a_card(view: HanabiView, others: str) -> list[tuple[str, str]]:
    """Return what can be done with a card of one's own: moves, and `others`."""
    kinds = {"p": Play, "d": Discard}
    allowed = {key for key, kind in kinds.items() if any(isinstance(m, kind) for m in view.moves)}
    return [each for each in words.legend() if each[0] in allowed | set(others)]


def _letter(key: str, view: HanabiView) -> str | None:
    """Return the letter of the typed colour in the player's language; None if it is no colour."""
    colour = colour_of_letter(key, view.colours)
    return None if colour is None else colour_letters()[colour].lower()


def _order_question(size: int, named: Sequence[str]) -> str:
    if not named:
        return _("Put your cards in which order? Keys 1 to {size}; Escape cancels.").format(
            size=size
        )
    return _("Your cards in this order: {named}, then the others. Enter confirms.").format(
        named=" ".join(named)
    )
