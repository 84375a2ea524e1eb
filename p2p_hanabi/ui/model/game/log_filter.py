"""The log of a table, and its filters, for any screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from protocol.game import Card, Seat

from .places import HeldCard


@dataclass(frozen=True, slots=True)
class Event:
    """One entry, in a sentence that may have several rows. `by` did it, `to` was told something by
    it; None if nobody. `cards` has all cards that it is about, with what it says about each. A
    big screen, which shows the cards, says `brief` in place of a sentence that lists them."""

    sentence: str
    by: Seat | None = None
    to: Seat | None = None
    cards: Mapping[Card, str] = field(default_factory=dict)
    brief: str = ""


@dataclass(frozen=True, slots=True)
class Everything:
    """No filter."""


@dataclass(frozen=True, slots=True)
class By:
    """What one player did."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class To:
    """What one player was told."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AboutCard:
    """What was said about a card, and what happened to it; `held` is its current place."""

    held: HeldCard


LogFilter: TypeAlias = Everything | By | To | AboutCard


def narrowed(events: Sequence[Event], wanted: LogFilter) -> list[tuple[int, str]]:
    """Return the entries that match the filter, with their numbers from 1."""
    numbered = enumerate(events, start=1)
    match wanted:
        case Everything():
            return [(n, event.sentence) for n, event in numbered]
        case By(seat):
            return [(n, event.sentence) for n, event in numbered if event.by == seat]
        case To(seat):
            return [(n, event.sentence) for n, event in numbered if event.to == seat]
        case AboutCard(HeldCard(card)):
            return [(n, _of_card(event, card)) for n, event in numbered if card in event.cards]


def _of_card(event: Event, card: Card) -> str:
    about = event.cards[card]
    return f"{event.sentence} {about}" if about else event.sentence
