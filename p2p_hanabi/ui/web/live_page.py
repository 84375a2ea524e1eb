"""What a live page shows, and what it sends back, as data.

A scene makes a page, `wire.py` sends it as a numbered snapshot, `live.js` draws it. The page knows
no game and makes no sentence. What it offers is offered again each time: whatever it sends back is
judged by the page that is shown now.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeAlias

from protocol.game import Card

from ..table.areas import Area, Words

MAX_TEXT = 200
"""Characters of a text that is typed; what is longer is refused, not cut."""


class PageKind(Enum):
    """How a page is laid out."""

    ASK = "ask"
    BUSY = "busy"
    LOBBY = "lobby"
    TABLE = "table"
    END = "end"
    REPLAY = "replay"


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press: `does` is sent back. `is_main`: what is most likely wanted. `is_on`: of
    several it is the one that holds now. `why_not` says why it cannot be pressed now, empty if it
    can."""

    does: str
    words: str
    is_main: bool = False
    is_on: bool = False
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """Several things of which one holds, each a button."""

    label: str
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """A text to type: `name` is sent back with it. `offered` completes it; with a `separator` it
    completes each word of it. `hint` stands in it while it is empty."""

    name: str
    label: str
    button: str
    value: str = ""
    hint: str = ""
    offered: tuple[str, ...] = ()
    separator: str = ""
    max_length: int = MAX_TEXT


@dataclass(frozen=True, slots=True)
class QrCode:
    """An address as a picture: `path` draws its dark squares, of the size 1, from 0 to `size`."""

    words: str
    address: str
    size: int
    path: str


@dataclass(frozen=True, slots=True)
class Dialog:
    """Lies over the page until it is answered: by a button, by its field, or by the button "close",
    which it always has unless it is to be answered. `is_alarm`: what it asks cannot be undone."""

    title: str
    lines: tuple[Words, ...] = ()
    buttons: tuple[Button, ...] = ()
    field: Field | None = None
    codes: tuple[QrCode, ...] = ()
    is_alarm: bool = False


@dataclass(frozen=True, slots=True)
class OfferedMove:
    """A legal move. It is found by touching any of its `cards`; without any it is offered at once.
    `words` stand on its button, `preview` says what it will do, and then a second touch makes it.
    `marked` are the cards that the preview marks."""

    words: str
    preview: str
    cards: tuple[Card, ...] = ()
    marked: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Steps:
    """A moment of a game that is looked at: `at`, from 0, of `last`, which is the present."""

    at: int
    last: int


@dataclass(frozen=True, slots=True)
class Page:
    """`title` is that of the window. `says` is what the player is told or asked just now, `lines`
    the text of the page, `log` what has happened in the game and `talk` what was said, the newest
    last. `game` names the drawings of the cards. `calls` counts how often the player was called.
    `narrowings` narrow the log down; "log card N" too, if notes can be written.
    `quoted` is what players wrote that would turn around what stands beside it. `sorts` are cards
    that their owner may put in order, `notes` whether notes can be written."""

    kind: PageKind
    title: str
    heading: str = ""
    is_turn: bool = False
    calls: int = 0
    says: tuple[Words, ...] = ()
    lines: tuple[Words, ...] = ()
    game: str = ""
    areas: tuple[Area, ...] = ()
    moves: tuple[OfferedMove, ...] = ()
    levels: tuple[Button, ...] = ()
    buttons: tuple[Button, ...] = ()
    choices: tuple[ChoiceRow, ...] = ()
    fields: tuple[Field, ...] = ()
    log: tuple[Words, ...] = ()
    narrowings: tuple[Button, ...] = ()
    talk: tuple[Words, ...] = ()
    codes: tuple[QrCode, ...] = ()
    steps: Steps | None = None
    sorts: tuple[Card, ...] = ()
    has_notes: bool = False
    quoted: tuple[str, ...] = ()
    dialog: Dialog | None = None


# -- what a page sends back


@dataclass(frozen=True, slots=True)
class Press:
    """A button."""

    does: str


@dataclass(frozen=True, slots=True)
class Typed:
    """A field, as it was typed."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class PlayMove:
    """The move with this number, from 0, of those that were offered."""

    move: int


@dataclass(frozen=True, slots=True)
class WriteNote:
    """A note on a card; an empty one takes it away."""

    card: Card
    text: str


@dataclass(frozen=True, slots=True)
class Sort:
    """All cards of `Page.sorts`, in the order in which they are to stand."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """The moment, from 0, that the player wants to look at."""

    at: int


Done: TypeAlias = Press | Typed | PlayMove | WriteNote | Sort | Look

CLOSE = "close"
"""The button of a dialog that does nothing else."""
HAND_OVER = "hand over"
"""The button by which another device takes the seat: the stage's business, whatever the scene."""


class PageScene(Protocol):
    """One thing after another that a page shows; see `scenes.Scene`, which is its like."""

    @property
    def is_over(self) -> bool: ...

    @property
    def has_left(self) -> bool:
        """Whether the player wants to be gone."""

    def look(self) -> bool:
        """Take in what has changed; whether the player is to be called."""

    def page(self) -> Page: ...

    def do(self, done: Done) -> None:
        """Do what the player has done, if the page that is shown now offers it; else nothing."""
