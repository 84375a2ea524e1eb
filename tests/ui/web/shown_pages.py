"""Pages of every kind, to be looked at and touched: tables of real games, the rest made up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

from p2p_hanabi.ui.model.game.areas import Words
from p2p_hanabi.ui.model.game.game_page import Looking
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.web.live_page import (
    CLOSE,
    Button,
    Dialog,
    Field,
    OfferedMove,
    Page,
    PageKind,
    QrCode,
    SeatToken,
    Steps,
)
from p2p_hanabi.ui.web.page_parts import name_of
from protocol.game import Act, Card, Seat
from tests.any_game import BOTS, PAGES, RULES
from tests.builders import dice, walk

from .asked_pages import asked_pages

HOSTILE = "<b>Eve</b>\u202e \"'&<script>"
WIDE = "W" * 24
TURNING = "\u05d3\u05e0\u05d4 7"
"""A name that runs from right to left, with a number that stands at its left."""
NAMES = ("Ana", "Bob", HOSTILE, WIDE, TURNING)
WORDS = ("apple", "apron", "badge", "bagel", "cabin", "cable")
LOGGED = ("Bob tells you: red.", "You play red 1.", f"{WIDE} draws.", f"{TURNING} tells Bob: 2.")
LINES = tuple(map(Words, LOGGED))


@cache
def table(game: str, seats: int, moves: int, seat: int | None = None) -> Page:
    """As the player to move sees it after so many moves, or as that seat does."""
    return _drawn(game, NAMES[:seats], moves, seat)


@cache
def plain(game: str, seats: int, moves: int) -> Page:
    """The same with ordinary names."""
    return _drawn(game, ("Ana", "Ben", "Chi", "Dan", "Eva")[:seats], moves, None)


def _drawn(game: str, names: tuple[str, ...], moves: int, seat: int | None) -> Page:
    rules = RULES[game]
    steps = walk(rules, {}, len(names), 3, choose=BOTS[game])
    at = next(islice((step for step in steps if isinstance(step.pending, Act)), moves, None))
    assert isinstance(at.pending, Act)
    mine = at.pending.seat if seat is None else Seat(seat)
    view = rules.view(at.state, mine, at.known[mine])
    players, page = Players(mine, names), PAGES[game]
    areas = page.areas(view, players, Looking())
    own = next((area for area in areas if area.is_own), None)
    return replace(
        _table(page.levels),
        is_turn=at.pending.seat == mine,
        messages=(Words("It is your turn.", is_strong=True),),
        game=game,
        areas=tuple(areas),
        since=tuple(page.happened_since(view, players)),
        moves=tuple(_offered(page.offers(view, players))),
        sorts=() if own is None else tuple(_numbers(own.cards)),
        has_notes=game == "hanabi",
    )


def _numbers(cards: Any) -> Iterator[Card]:
    return (card.card for card in cards if card.card is not None)


def _offered(offers: Any) -> Iterator[OfferedMove]:
    for offer in offers:
        preview = f"{offer.words}: this is what it would do, said in a sentence."
        yield OfferedMove(
            name_of(offer.move),
            offer.words,
            preview,
            offer.cards,
            offer.marks,
            keys=offer.keys,
            onto=offer.onto,
            is_usual=offer.is_usual,
        )


def _table(levels: Any) -> Page:
    return Page(
        PageKind.TABLE,
        "Your turn! - p2phanabi",
        "Hanabi, table marble",
        levels=tuple(Button(f"level {n}", each, is_on=n == 0) for n, each in enumerate(levels)),
        buttons=(
            Button("words", "Compare words"),
            Button("stop", "End the game"),
            Button("gone", "Play on without Bob", why_not="Bob is here."),
            Button("leave", "Leave"),
        ),
        fields=(Field("say", "Say something", "Say", hint="to all players"),),
        log=LINES * 9,
        narrowings=(
            Button("log all", "Everything"),
            Button("log by 0", f"What {WIDE} did", is_on=True),
            Button("log to 4", f"Hints to {TURNING}"),
        ),
        narrows_to_card="About the card you touched",
        quoted=(TURNING,),
        talk=(Words("Bob: hello"), Words(f"{HOSTILE}: <img src=x onerror=alert(1)>")),
        steps=Steps(12, 12),
    )


def like_a_code(words: str, address: str) -> QrCode:
    """A picture like a QR code, which no camera reads."""
    size, noise = 29, dice("code", 1)
    dark = [at for at in range(size * size) if noise.random() < 0.5]
    squares = (f"M{at % size} {at // size}h1v1h-1z" for at in dark)
    return QrCode(words, address, size, "".join(squares))


ASK = Page(
    PageKind.ASK,
    "p2phanabi",
    "What would you like to do?",
    lines=(Words("Welcome, Ana."),),
    buttons=(
        Button("join", "Join a table", is_main=True),
        Button("open", "Open a table"),
        Button("go on", "Go on with a game", why_not="No game was interrupted."),
        Button("practise", "Practise with bots"),
        Button("learn", "Learn the rules"),
        Button("played", "Games played"),
    ),
)
CODE = Page(
    PageKind.ASK,
    "p2phanabi",
    "Join a table",
    messages=(Words("Which code did the host tell you?"),),
    fields=(
        Field("code", "Room code", "Join", hint="4-apple-cabin", offered=WORDS, separator="-"),
        Field("name", "Your name", "Take it", value=WIDE, offered=("Ana", "Anna")),
    ),
    buttons=(Button("back", "Back"),),
)
BUSY = Page(PageKind.BUSY, "p2phanabi", "Setting up the table", messages=(Words("Shuffling..."),))
LOBBY = Page(
    PageKind.LOBBY,
    "Lobby - p2phanabi",
    "Table marble",
    lines=(Words(f"{HOSTILE} plays on the same computer as Ana.", is_strong=True),),
    seats=(
        SeatToken("Ana", "you, not ready yet", is_me=True),
        SeatToken("Bob", "ready", is_ready=True),
        SeatToken(HOSTILE, marks=(Words("same computer as Ana"),), does="about 2", more="Who?"),
        SeatToken(WIDE, is_away=True),
        SeatToken("free seat", is_free=True),
    ),
    room_code="apple-badge-cabin",
    codes=(like_a_code("For player 3", "http://192.0.2.1:4711/#0123456789abcdef"),),
    buttons=(
        Button("ready", "I am ready", is_main=True),
        Button("begin", "Begin", why_not="Two players are missing."),
        Button("leave", "Leave"),
    ),
    fields=(Field("say", "Say something", "Say"),),
    talk=(Words("Bob: hello"),),
)
ALARM = Dialog(
    "Leave this table for good?",
    (Words("The game ends for all. Type leave to do so."),),
    (Button(CLOSE, "Close"),),
    Field("leave", "Type: leave", "Leave for good"),
    is_alarm=True,
)
RESULT = Dialog("Round 1", (Words("You win 5 points."),), (Button(CLOSE, "Close", is_main=True),))


@cache
def pages() -> Mapping[str, Page]:
    """By what they show."""
    five = table("hanabi", 5, 22)
    two = table("hanabi", 2, 9)
    others = table("hanabi", 3, 9, seat=2)
    back = replace(two, steps=Steps(4, 12), moves=(), messages=(Words("You look back: move 4."),))
    end = replace(
        others,
        kind=PageKind.END,
        heading="The game is over: 21 of 25 points",
        messages=(Words("The audit: all were honest.", is_strong=True),),
        moves=(),
        sorts=(),
        buttons=(Button("again", "Play again", is_main=True), Button("page", "Keep as a page")),
    )
    return {
        **asked_pages(),
        "ask": ASK,
        "code": CODE,
        "busy": BUSY,
        "lobby": LOBBY,
        "hanabi-5": five,
        "hanabi-2": two,
        "hanabi-waiting": replace(others, messages=(Words("Bob is to move."),)),
        "ikebana-3": table("ikebana", 3, 6),
        "koikoi-2": table("koikoi", 2, 9),
        "koikoi-begin": table("koikoi", 2, 0),
        "looking-back": back,
        "alarm": replace(five, dialog=ALARM),
        "result": replace(two, dialog=RESULT),
        "end": end,
        "replay": replace(end, kind=PageKind.REPLAY, heading="Replay", steps=Steps(3, 40)),
    }
