"""Private notes on cards in anybody's hand: parsing and listing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from protocol.game import Card

from ...drawing.style import Line, clean, text
from ...words.i18n import _
from ..game.game_screen import Misunderstood
from ..game.hands import Hands
from ..game.places import HeldCard
from ..game.table_players import Players

NOTE_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Note:
    """A note on one card; empty words delete it."""

    held: HeldCard
    words: str


def note_of(typed: str, hands: Hands) -> Note:
    """Parse a note: `3 looks red` is one on one's own third card, `Dan 3 keep` on Dan's, `3`
    deletes it. Raise `Misunderstood`."""
    place, words = hands.parse(typed)
    if place is None:
        raise Misunderstood(_usage(len(hands.own)))
    return Note(place, words)


def cleaned(words: str) -> str:
    """Return what is kept of the words of a note: one line of printable characters."""
    return "".join(part for _, part in clean(text(words))).strip()[:NOTE_LENGTH]


def as_line(note: Note, players: Players) -> Line:
    who = players.other(note.held.seat)
    match who, bool(note.words):
        case None, True:
            words = _("Noted on card {n}: {words}")
        case None, False:
            words = _("There is no note on card {n} any more.")
        case _, True:
            words = _("Noted on card {n} of {who}: {words}")
        case _:
            words = _("There is no note on card {n} of {who} any more.")
    return text(words.format(n=note.held.slot + 1, who=who, words=note.words))


def listed(notes: Mapping[Card, str], hands: Hands, players: Players) -> list[Line]:
    """Return the notes on cards in hands, one's own first."""
    lines = []
    for place in hands.everywhere():
        who = players.other(place.seat)
        if note := notes.get(place.card):
            row = _("Card {n}: {words}") if who is None else _("Card {n} of {who}: {words}")
            lines.append(text(row.format(n=place.slot + 1, who=who, words=note)))
    return lines or [text(_('You have no notes; "note 3 TEXT" writes one on your third card.'))]


def _usage(cards: int) -> str:
    return _("Type for example: note 1 keep. You hold {n} cards.").format(n=cards)
