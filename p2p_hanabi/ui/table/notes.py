"""Notes on one's own cards, which nobody else sees: what is typed, and what is listed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from protocol.game import Card

from ..kit.i18n import _
from ..kit.style import Line, clean, text
from .game_screen import Misunderstood

NOTE_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Note:
    """On one card, at a place of the hand that counts from 0. Empty words take it away."""

    card: Card
    slot: int
    words: str


def note_of(typed: str, hand: Sequence[Card]) -> Note:
    """Read a note: `3 looks red` is one on the third card, `3` takes it away. Raise
    `Misunderstood`."""
    number, _, words = typed.strip().partition(" ")
    slots = {str(slot + 1): slot for slot in range(len(hand))}
    if number not in slots:
        raise Misunderstood(_usage(len(hand)))
    kept = "".join(said for _, said in clean(text(words.strip())))
    return Note(hand[slots[number]], slots[number], kept[:NOTE_LENGTH])


def told(note: Note) -> Line:
    if not note.words:
        return text(_("There is no note on card {n} any more.").format(n=note.slot + 1))
    return text(_("Noted on card {n}: {words}").format(n=note.slot + 1, words=note.words))


def listed(notes: Mapping[Card, str], hand: Sequence[Card]) -> list[Line]:
    """List notes in the order of the hand."""
    lines = [
        text(_("Card {n}: {words}").format(n=slot + 1, words=words))
        for slot, card in enumerate(hand)
        if (words := notes.get(card))
    ]
    return lines or [text(_('You have no notes; "note 3 TEXT" writes one on your third card.'))]


def _usage(cards: int) -> str:
    return _("Type for example: note 1 keep. You hold {n} cards.").format(n=cards)
