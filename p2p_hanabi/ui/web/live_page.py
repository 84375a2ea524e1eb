"""What a live page shows, and what it sends back, as data.

A scene creates a page, `wire.py` sends it as a numbered snapshot, `live.js` draws it. The page
knows no game and forms no sentences. Each snapshot is complete. What a page sends back names what
is meant, never its place in a list, and the stage decides whether that is still on offer.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeAlias

from protocol.game import Card

from ..model.game.areas import Area, Happened, Words

MAX_TEXT = 200
"""The maximum number of characters in a typed text; longer texts are rejected, not cut."""


class PageKind(Enum):
    """The layout of a page."""

    ASK = "ask"
    BUSY = "busy"
    LOBBY = "lobby"
    TABLE = "table"
    END = "end"
    REPLAY = "replay"
    BOARD = "board"


@dataclass(frozen=True, slots=True)
class Button:
    """A button: `does` is sent back; it names the same thing in all snapshots. `is_main`: the most
    likely action. `is_on`: the current one of several. `is_quiet`: a way out, or seldom wanted.
    `about` says more in small letters. `why_not` is the reason why it cannot be pressed now, empty
    if it can. `key` presses it on a keyboard."""

    does: str
    words: str
    is_main: bool = False
    is_on: bool = False
    is_quiet: bool = False
    about: str = ""
    why_not: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """Several values, one of them current, each a button; `about` says why there is only one."""

    label: str
    buttons: tuple[Button, ...]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """A text field: `name` is sent back with the text. `offered` completes it, or with a
    `separator` each word of it. `hint` is the placeholder. `is_usual`: the value can be taken as it
    is, and what is typed first replaces it."""

    name: str
    label: str
    button: str
    value: str = ""
    hint: str = ""
    offered: tuple[str, ...] = ()
    separator: str = ""
    max_length: int = MAX_TEXT
    is_usual: bool = False


@dataclass(frozen=True, slots=True)
class QrCode:
    """A URL as a picture: `path` draws the dark modules, each of size 1, from 0 to `size`; without
    an address there is no picture yet. `buttons` lead to other codes."""

    words: str
    address: str
    size: int
    path: str
    buttons: tuple[Button, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatToken:
    """A seat in a lobby: who has it, or `is_free` and what it is kept for. `state` is whether its
    player is ready, `marks` a few words each. `does`: pressing it tells more about the player, as
    `more` says."""

    words: str
    state: str = ""
    marks: tuple[Words, ...] = ()
    is_me: bool = False
    is_ready: bool = False
    is_away: bool = False
    is_free: bool = False
    does: str = ""
    more: str = ""


@dataclass(frozen=True, slots=True)
class Download:
    """A page in HTML that the device can save under this name. `words` label the button."""

    words: str
    name: str
    content: str


@dataclass(frozen=True, slots=True)
class Dialog:
    """A dialog over the page until it is answered: by a button, by its field, or by the button
    "close", which it has unless it must be answered. `is_alarm`: the action cannot be undone."""

    title: str
    lines: tuple[Words, ...] = ()
    buttons: tuple[Button, ...] = ()
    field: Field | None = None
    codes: tuple[QrCode, ...] = ()
    is_alarm: bool = False
    download: Download | None = None


@dataclass(frozen=True, slots=True)
class OfferedMove:
    """A legal move, whose `name` is sent back: the same move has the same name in all snapshots. It
    is found by touching any of its `cards`; without any, it is offered at once. `words` label its
    button, `preview` tells what it will do, and a second touch makes it. `marked` are the cards
    that the preview marks. Each of `keys` chooses it, `onto` is the key of the area to which its
    card can be dragged, and `is_usual`: touching its card proposes it. `spoken` is the preview, as
    it is heard."""

    name: str
    words: str
    preview: str
    cards: tuple[Card, ...] = ()
    marked: tuple[Card, ...] = ()
    keys: tuple[str, ...] = ()
    onto: str = ""
    is_usual: bool = False
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class Steps:
    """The moment of a game shown: `at`, from 0, of `last`, which is the present."""

    at: int
    last: int


@dataclass(frozen=True, slots=True)
class Page:
    """`title` is the window's. `messages` are the current ones to the player, `lines` the text of
    the page, of which the strong ones are folded up below `folded`, if that is not empty, `log` the
    events of the game and `talk` the remarks, the newest last. `since` is what happened since the
    player's last turn. `game` names the drawings of the cards. `calls` counts how often the player
    was alerted. `keys` are buttons that are pressed by their keys, and seen elsewhere, or not at
    all. `narrowings` filter the log; so does `LOG_OF_CARD` with the card that is touched, under the
    name `narrows_to_card`, if that is not empty. `seats` are those of a lobby, `room_code` the
    words by which others join it. `quoted` are texts by players that would reverse the text beside
    them. `sorts` are cards that their owner may reorder, `has_notes`: notes can be written."""

    kind: PageKind
    title: str
    heading: str = ""
    is_turn: bool = False
    calls: int = 0
    messages: tuple[Words, ...] = ()
    lines: tuple[Words, ...] = ()
    folded: str = ""
    game: str = ""
    areas: tuple[Area, ...] = ()
    since: tuple[Happened, ...] = ()
    moves: tuple[OfferedMove, ...] = ()
    levels: tuple[Button, ...] = ()
    buttons: tuple[Button, ...] = ()
    keys: tuple[Button, ...] = ()
    choices: tuple[ChoiceRow, ...] = ()
    fields: tuple[Field, ...] = ()
    log: tuple[Words, ...] = ()
    narrowings: tuple[Button, ...] = ()
    narrows_to_card: str = ""
    talk: tuple[Words, ...] = ()
    codes: tuple[QrCode, ...] = ()
    seats: tuple[SeatToken, ...] = ()
    room_code: str = ""
    steps: Steps | None = None
    sorts: tuple[Card, ...] = ()
    has_notes: bool = False
    quoted: tuple[str, ...] = ()
    dialog: Dialog | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards on the table that have a number."""
        drawn = (each.card for area in self.areas for each in area.cards)
        return tuple(card for card in drawn if card is not None)


# -- what a page sends back


@dataclass(frozen=True, slots=True)
class Press:
    """A button."""

    does: str


@dataclass(frozen=True, slots=True)
class Typed:
    """A field, as typed."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class PlayMove:
    """The move with this name."""

    move: str


@dataclass(frozen=True, slots=True)
class WriteNote:
    """A note on a card; an empty one deletes it."""

    card: Card
    text: str


@dataclass(frozen=True, slots=True)
class Sort:
    """All cards of `Page.sorts`, in their new order."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """The moment, from 0, that the player wants to see."""

    at: int


Done: TypeAlias = Press | Typed | PlayMove | WriteNote | Sort | Look

CLOSE = "close"
"""The button that only closes a dialog."""
LOG_OF_CARD = "log card "
"""The beginning of a filter of the log, which the number of a card completes."""
HAND_OVER = "hand over"
"""The button with which another device takes the seat; handled by the stage, for all scenes."""


class PageScene(Protocol):
    """A scene on a web page, like `scenes.Scene` on a terminal."""

    @property
    def is_over(self) -> bool: ...

    @property
    def has_left(self) -> bool:
        """Whether the player wants to leave."""

    def look(self) -> bool:
        """Update the scene; return whether to alert the player."""

    def page(self) -> Page: ...

    def do(self, done: Done) -> None:
        """Carry out an action, if the current page offers it; else do nothing."""
