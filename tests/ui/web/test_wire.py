"""The messages between a page and its scene."""

from __future__ import annotations

import json

import pytest

from p2p_hanabi.ui.model.game.areas import Area, Drawn, Front, Words
from p2p_hanabi.ui.web.live_page import (
    MAX_TEXT,
    Done,
    Look,
    OfferedMove,
    Page,
    PageKind,
    PlayMove,
    Press,
    Sort,
    Typed,
    WriteNote,
)
from p2p_hanabi.ui.web.wire import (
    MAX_MESSAGE_BYTES,
    Message,
    NotAMessage,
    OtherPageVersion,
    message_of,
    snapshot,
)
from protocol.game import Card


def sent(**fields: object) -> bytes:
    return json.dumps({"v": 2, "n": 17, **fields}).encode()


@pytest.mark.parametrize(
    ("fields", "done"),
    [
        ({"do": "press", "what": "ready"}, Press("ready")),
        ({"do": "type", "field": "code", "text": "a-b-c"}, Typed("code", "a-b-c")),
        ({"do": "play", "move": "Draw()"}, PlayMove("Draw()")),
        ({"do": "note", "card": 4, "text": ""}, WriteNote(Card(4), "")),
        ({"do": "sort", "cards": [3, 1, 2]}, Sort((Card(3), Card(1), Card(2)))),
        ({"do": "look", "at": 0}, Look(0)),
    ],
)
def test_player_actions_are_decoded(fields: dict[str, object], done: Done) -> None:
    assert message_of(sent(**fields)) == Message(17, done)


@pytest.mark.parametrize(("typed", "read"), [("\ud83d", "\ufffd"), ("\ud83d\ude00", "\U0001f600")])
def test_half_a_character_is_read_as_one_that_can_be_written(typed: str, read: str) -> None:
    note = message_of(sent(do="note", card=4, text=typed)).done
    name = message_of(sent(do="type", field="name", text=typed)).done
    assert (note, name) == (WriteNote(Card(4), read), Typed("name", read))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"null",
        b"[]",
        b"\xff\xfe",
        b"{" * MAX_MESSAGE_BYTES,
        b"[" * MAX_MESSAGE_BYTES,
        b'{"v":2,"n":17,"do":"press","what":"' + b"a" * MAX_MESSAGE_BYTES + b'"}',
        sent(),
        sent(do="press"),
        sent(do="press", what=7),
        sent(do="press", what="a" * (MAX_TEXT + 1)),
        sent(do="type", field="code", text="a" * (MAX_TEXT + 1)),
        sent(do="type", field=["code"], text="a"),
        sent(do="note", card=1, text="a" * (MAX_TEXT + 1)),
        sent(do="play", move=0),
        sent(do="play", move=["Draw()"]),
        sent(do="play", move="a" * (MAX_TEXT + 1)),
        sent(do="look", at=True),
        sent(do="look", at=-1),
        sent(do="look", at=1.5),
        sent(do="look", at="1"),
        sent(do="look", at=1 << 40),
        sent(do="sort", cards=list(range(65))),
        sent(do="sort", cards=[None]),
        sent(do="look", at=None),
        sent(do="undo"),
        sent(n=-1, do="look", at=1),
        sent(n="1", do="look", at=1),
        sent(n=True, do="look", at=1),
    ],
)
def test_malformed_message_is_refused(content: bytes) -> None:
    with pytest.raises(NotAMessage):
        message_of(content)


def test_page_of_another_version_is_recognised() -> None:
    with pytest.raises(OtherPageVersion):
        message_of(sent(v=1, do="look", at=1))


def test_snapshot_omits_empty_values_and_keeps_zeros() -> None:
    card = Drawn(None, card=Card(0))
    page = Page(
        PageKind.TABLE,
        "Hanabi",
        is_turn=True,
        areas=(Area("Ana", (card, Drawn(Front("red 1"))), (Words("x", is_strong=True),)),),
        moves=(OfferedMove("Play(0)", "Play", "You play card 1.", (Card(0),)),),
    )
    assert json.loads(snapshot(3, page)) == {
        "v": 2,
        "n": 3,
        "lang": "en",
        "page": {
            "kind": "table",
            "title": "Hanabi",
            "turn": True,
            "calls": 0,
            "areas": [
                {
                    "title": "Ana",
                    "role": "table",
                    "cards": [{"card": 0}, {"front": {"name": "red 1"}}],
                    "lines": [{"text": "x", "strong": True}],
                }
            ],
            "moves": [
                {"name": "Play(0)", "words": "Play", "preview": "You play card 1.", "cards": [0]}
            ],
        },
    }
