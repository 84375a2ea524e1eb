"""A table as areas of cards and lines: games create them, a web page draws them."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.game import Card


@dataclass(frozen=True, slots=True)
class Front:
    """What is printed on a card. `art` are drawings of the game's `cards.svg`, each on top of the
    one before; `corner` is the text at the top left, `foot` at the bottom right, which may be
    empty. `name` is for screen readers. A place without a card has neither art nor corner."""

    name: str
    art: tuple[str, ...] = ()
    corner: str = ""
    foot: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One card. `front` is None if nobody sees it; `below` is the text under the card, with the
    player's own `note`.

    `mark` is the reason why the card is marked, usually empty. `hidden_from` are the viewers who
    see its back, by the names that the screen gives them. `card` is its number, by which a page can
    select and track it; None for a mere place.
    """

    front: Front | None
    below: str = ""
    mark: str = ""
    hidden_from: tuple[str, ...] = ()
    card: Card | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """One line. `eyes` are the viewers who see it; empty means all."""

    text: str
    is_strong: bool = False
    eyes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the table: a title, cards in order, and lines below them. It belongs to the player
    to act (`is_turn`), to the whole table (`is_shared`), or to the viewer (`is_own`). `key`
    identifies it among the table's areas at every moment."""

    title: str
    cards: tuple[Drawn, ...] = ()
    lines: tuple[Words, ...] = ()
    is_turn: bool = False
    is_shared: bool = False
    is_own: bool = False
    key: str = ""
