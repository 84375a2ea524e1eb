"""Notes on one's own cards, which nobody else sees: what is typed, and what is listed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from protocol.game import Card

from ..kit.style import Line, clean, text
from . import sentences_notes as say
from .game_screen import Misunderstood

NOTE_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Note:
    """On one card, at a place of the hand that counts from 0. Empty words take it away."""

    card: Card
    slot: int
    words: str


def note_of(typed: str, hand: Sequence[Card]) -> Note:
    """`3 looks red` is a note on the third card, `3` takes it away."""
    number, _, words = typed.strip().partition(" ")
    slots = {str(slot + 1): slot for slot in range(len(hand))}
    if number not in slots:
        raise Misunderstood(say.usage(len(hand)))
    kept = "".join(said for _, said in clean(text(words.strip())))
    return Note(hand[slots[number]], slots[number], kept[:NOTE_LENGTH])


def told(note: Note) -> Line:
    if not note.words:
        return text(say.taken_away(note.slot + 1))
    return text(say.noted(note.slot + 1, note.words))


def listed(notes: Mapping[Card, str], hand: Sequence[Card]) -> list[Line]:
    """In the order of the hand."""
    lines = [
        text(say.note(slot + 1, words))
        for slot, card in enumerate(hand)
        if (words := notes.get(card))
    ]
    return lines or [text(say.none())]
