"""Chat at a table: parse what is typed, and show what was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from protocol.game import Card, Move, View
from protocol.peer.remarks import (
    PHRASES,
    AcceptedRemark,
    Order,
    Phrase,
    Remark,
    Rule,
    Text,
)
from protocol.reasons import Code, RemarkFault

from ...drawing.style import Line, text
from ...words.i18n import _, bare
from ..game.game_screen import GameScreen, Misunderstood
from ..game.hands import are_hidden
from ..seat.table_port import TablePort
from . import sentences_talk as sentences


def fitting_phrases(screen: GameScreen[View, Move]) -> tuple[int, ...]:
    """Return the numbers, from 0, of the phrases that make sense in the game."""
    unfit = () if are_hidden(screen) else sentences.ABOUT_HIDDEN_HANDS
    return tuple(n for n in range(PHRASES) if n not in unfit)


def remark_of(typed: str, screen: GameScreen[View, Move], rule: Rule) -> Remark:
    """Parse a phrase by its number from 1 or its words, else a text; where only phrases are
    allowed, some of a phrase's words are enough if they are unambiguous. Raise `Misunderstood`."""
    words, fitting = typed.strip(), fitting_phrases(screen)
    if words.isascii() and words.isdecimal():
        if len(words) > 4 or int(words) - 1 not in fitting:
            raise Misunderstood(sentences.not_said(RemarkFault.NO_SUCH_PHRASE))
        return Phrase(int(words) - 1)
    meant = [n for n in fitting if sentences.phrase(n) == words]
    if rule is Rule.PHRASES and words and not meant:
        meant = [n for n in fitting if bare(words) in bare(sentences.phrase(n))]
    return Phrase(meant[0]) if len(meant) == 1 else Text(words)


@dataclass(frozen=True, slots=True)
class Choice:
    """A phrase to choose, counted from 0. `why` it cannot be said now; None if it can."""

    index: int
    why: Code | None


def choices(port: TablePort[View, Move], typed: str = "") -> list[Choice]:
    """Return the phrases that match the game and what was typed: a number from 1, or words."""
    words = bare(typed.strip())
    return [
        Choice(n, port.why_unsaid(Phrase(n)))
        for n in fitting_phrases(port.screen)
        if str(n + 1).startswith(words) or words in bare(sentences.phrase(n))
    ]


def order_of(first: Sequence[str], hand: Sequence[Card]) -> Order:
    """Move these cards, counted from 1, to the front of the hand. Raise `Misunderstood`."""
    if not first:
        raise Misunderstood(
            _("Type the cards in their new order, for example: order 3 1; the others follow.")
        )
    slots = {str(slot + 1): card for slot, card in enumerate(hand)}
    if len(set(first)) < len(first) or not slots.keys() >= set(first):
        raise Misunderstood(sentences.not_your_cards(len(hand)))
    named = [slots[number] for number in first]
    return Order((*named, *(card for card in hand if card not in named)))


def moved(typed: Sequence[str], hand: Sequence[Card]) -> Order:
    """Move one card to another position; the others keep their order. Raise `Misunderstood`."""
    if len(typed) != 2:
        raise Misunderstood(_("Type a card and its new place, for example: move 3 1"))
    numbers = {str(slot + 1): slot for slot in range(len(hand))}
    if not numbers.keys() >= set(typed):
        raise Misunderstood(sentences.not_your_cards(len(hand)))
    cards = list(hand)
    card = cards.pop(numbers[typed[0]])
    cards.insert(numbers[typed[1]], card)
    return Order(tuple(cards))


def as_sentence(
    accepted: AcceptedRemark, screen: GameScreen[View, Move], port: TablePort[View, Move]
) -> str:
    """Return a remark as this seat reads it; for a new order of cards, the current hand."""
    players = port.now.players
    who = players.other(accepted.seat)
    match accepted.remark:
        case Phrase(index):
            return sentences.quoted(who, sentences.phrase(index))
        case Text(words):
            return sentences.quoted(who, words)
    hands, view = screen.ordered, port.now.view
    cards = [] if hands is None or view is None else hands.names(view, accepted.seat)
    return sentences.reordered(who, cards)


def phrases(port: TablePort[View, Move]) -> list[Line]:
    """Return the list that `say` prints without arguments."""
    listed = choices(port)
    if (why := why_nothing(listed)) is not None:
        return [text(sentences.not_said(why))]
    rows = [phrase_row(choice) for choice in listed]
    waits = [text(_(sentences.WAITS), "dim")] if any(choice.why for choice in listed) else []
    return [text(sentences.phrases_title(port.now.talk)), *rows, *waits]


def phrase_row(choice: Choice) -> Line:
    """Return a phrase for a list; a star marks one that cannot be said now."""
    sentence = f"{choice.index + 1:3}. {sentences.phrase(choice.index)}"
    return text(sentence) if choice.why is None else text(f"{sentence} *", "dim")


def why_nothing(listed: Sequence[Choice]) -> Code | None:
    """Return why none of the phrases can be said; None if one can."""
    whys = [choice.why for choice in listed]
    return whys[0] if whys and None not in whys else None


def earlier_remarks(port: TablePort[View, Move]) -> list[str]:
    """Return the last remarks, as this seat reads them."""
    return [as_sentence(each, port.screen, port) for each in port.now.remarks]


def recent(port: TablePort[View, Move]) -> list[Line]:
    """Return everything that was said recently."""
    return [text(each) for each in earlier_remarks(port)] or [
        text(_("Nobody has said anything yet."))
    ]


class NewRemarks(Generic[View, Move]):
    """Tracks which remarks it has reported."""

    def __init__(self, screen: GameScreen[View, Move], port: TablePort[View, Move]) -> None:
        self._screen = screen
        self._port = port
        self._shown = self._count()  # earlier remarks are not news

    def look(self) -> list[str]:
        """Return what was said since the last look."""
        new = [each for each in self._port.now.remarks if each.number >= self._shown]
        self._shown = self._count()
        return [as_sentence(each, self._screen, self._port) for each in new]

    def _count(self) -> int:
        remarks = self._port.now.remarks
        return remarks[-1].number + 1 if remarks else 0
