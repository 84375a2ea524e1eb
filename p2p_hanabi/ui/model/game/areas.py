"""A table as areas of cards and lines: games create them, a web page draws them.

A text that is heard in other words than it is read has these as `spoken`; `web/spoken.py` adds it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from protocol.game import Card


class Role(Enum):
    """What an area is at the table, which decides where it is drawn. The `STRIP` has what players
    look at first, the `DISCARDS` what they look up now and then; a `CATCH` is what a player has
    won, the `TABLE` what belongs to all, `DRAWN` the card that the viewer decides on."""

    STRIP = "strip"
    HAND = "hand"
    CATCH = "catch"
    TABLE = "table"
    DISCARDS = "discards"
    DRAWN = "drawn"
    OWN = "own"


SHAPES = {
    "red": "diamond",
    "yellow": "circle",
    "green": "triangle",
    "blue": "square",
    "white": "cross",
    "black": "cross",
    "multicolour": "star",
}
"""The mark of each colour, on cards and for what is known of them."""


class Worth(Enum):
    """How useful a card is now. `LAST`: there is no other copy."""

    FITS = "fits"
    LAST = "last"
    USELESS = "useless"


@dataclass(frozen=True, slots=True)
class CardSign:
    """What the holder of a card knows of it: a `shape` in a colour (`tint`), or a `text`."""

    shape: str = ""
    tint: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Front:
    """What is printed on a card. `art` are drawings of the game's `cards.svg`, each on top of the
    one before; `corner` is the text at the top left, with a `shape` below, both in the colour
    `tint`; `foot` is at the bottom right. All may be empty. `name` is for screen readers. A place
    without a card has neither art nor corner."""

    name: str
    art: tuple[str, ...] = ()
    corner: str = ""
    foot: str = ""
    tint: str = ""
    shape: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One card. `front` is None if nobody sees it; `below` is the text under the card, with the
    player's own `note`. `place` is where it is, `about` what is known of it besides its face, both
    in words; `signs` draw on it what its holder was told, and `worth` is drawn where its face can
    be seen.

    `mark` is the reason why the card is marked, usually empty. `hidden_from` are the viewers who
    see its back, by the names that the screen gives them. `card` is its number, by which a page can
    select and track it; None for a mere place. `spoken` is `about`, as it is heard.
    """

    front: Front | None
    below: str = ""
    mark: str = ""
    hidden_from: tuple[str, ...] = ()
    card: Card | None = None
    note: str = ""
    place: str = ""
    about: str = ""
    signs: tuple[CardSign, ...] = ()
    worth: tuple[Worth, ...] = ()
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """One line. `eyes` are the viewers who see it; empty means all."""

    text: str
    is_strong: bool = False
    eyes: tuple[str, ...] = ()
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class Counter:
    """Tokens to draw: `filled` of `all` in a colour. `words` tell the same."""

    words: str
    tint: str
    filled: int
    all: int


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its `label`. `words` tell it in full, `opens` is the key of the area that
    touching it shows; both may be empty. `is_told`: the words of another figure tell it too."""

    label: str
    value: str
    words: str = ""
    opens: str = ""
    is_told: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Consecutive cards of an area that are drawn together."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Goal:
    """A set of cards that a player is about to complete: those that the player `has` of it, and
    those `wanted`, if it needs these very cards; as many `places` if others would do as well.
    `count` is how many of how many, and `words` tell it all."""

    name: str
    count: str
    has: tuple[Front, ...]
    wanted: tuple[Front, ...]
    places: int
    words: str
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the table: a title, cards in order, and lines below them. `is_turn`: it belongs to
    the player to act. `key` identifies it among the table's areas at every moment. `latest` is what
    its player did last, and `spoken` the same, as it is heard. The cards are in `groups`, if there
    are any; `folded` is the title under which the lines are folded away, and the `goals` are what
    they could become."""

    title: str
    cards: tuple[Drawn, ...] = ()
    lines: tuple[Words, ...] = ()
    is_turn: bool = False
    role: Role = Role.TABLE
    key: str = ""
    latest: str = ""
    groups: tuple[Group, ...] = ()
    counters: tuple[Counter, ...] = ()
    figures: tuple[Figure, ...] = ()
    folded: str = ""
    spoken: str = ""
    goals: tuple[Goal, ...] = ()

    @property
    def is_own(self) -> bool:
        return self.role is Role.OWN


@dataclass(frozen=True, slots=True)
class Happened:
    """Something that happened since the viewer's last turn, in a few words. `is_mine`: it was done
    by the viewer, or to the viewer."""

    words: str
    is_mine: bool = False
    spoken: str = ""
