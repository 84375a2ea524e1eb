"""A table as areas of cards and lines, for a screen that draws cards: games make them, a page shows
them."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.game import Card


@dataclass(frozen=True, slots=True)
class Front:
    """What is printed on a card. `art` are drawings of the game's `cards.svg`, each over the one
    before; `corner` stands at the top left, `foot` at the bottom right, where nothing (empty) may
    stand. `name` is read aloud. A place without a card has neither art nor corner."""

    name: str
    art: tuple[str, ...] = ()
    corner: str = ""
    foot: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One card. `front` is absent (None) where nobody sees it; `below` stands under the card, with
    the player's own `note`.

    `mark` says why it is marked, which most cards (empty) are not. `hidden_from` are those of
    several who look, by the names that the screen gives them, who see its back. `card` is its
    number, by which a page can touch it and follow it: absent (None) where it is only a place.
    """

    front: Front | None
    below: str = ""
    mark: str = ""
    hidden_from: tuple[str, ...] = ()
    card: Card | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """One line. `eyes` are those who read it, all (empty) if they read the same."""

    text: str
    is_strong: bool = False
    eyes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the table: a title, cards in order, and lines below them. `is_turn`: of the player
    who is to act; `is_shared`: of the whole table, and not of one player; `is_own`: of the player
    who looks. `key` tells it from the others of its table, at every moment."""

    title: str
    cards: tuple[Drawn, ...] = ()
    lines: tuple[Words, ...] = ()
    is_turn: bool = False
    is_shared: bool = False
    is_own: bool = False
    key: str = ""
