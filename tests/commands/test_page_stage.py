"""What a page sends reaches its scene only if it was done on what is offered now."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest

from p2p_hanabi.commands.console.failures import Failed
from p2p_hanabi.commands.local_seats.page_doors import PageDoors
from p2p_hanabi.commands.screens.page_stage import PageStage
from p2p_hanabi.net.page.web_server import WebServer
from p2p_hanabi.ui.kit.following import never
from p2p_hanabi.ui.model.game.areas import Area, Drawn
from p2p_hanabi.ui.web.live_page import (
    CLOSE,
    HAND_OVER,
    Button,
    Dialog,
    Done,
    Field,
    OfferedMove,
    Page,
    PageKind,
    PlayMove,
    Press,
    Typed,
    WriteNote,
)
from p2p_hanabi.ui.words import i18n
from protocol.game import Card

CHANGED = "The table has changed. Look again."


class Wire:
    """Keeps what is shown."""

    changed: Callable[[], None]

    def __init__(self) -> None:
        self.shown: list[dict[str, object]] = []
        self.is_there = False

    async def let_go(self) -> None:
        await asyncio.sleep(0)
        self.is_there = False

    def show(self, snapshot: bytes) -> None:
        self.shown.append(json.loads(snapshot))


@dataclass
class Scene:
    """Offers one move after another, or always `same`, and notes what is done."""

    done: list[Done] = field(default_factory=list)
    dialog: Dialog | None = None
    buttons: tuple[Button, ...] = ()
    same: str = ""
    noted: Card | None = None
    shown: Page | None = None
    is_over: bool = False
    has_left: bool = False
    breaks: bool = False
    news: int = 0

    def look(self) -> bool:
        return False

    def page(self) -> Page:
        if self.breaks:
            raise ZeroDivisionError
        if self.shown is not None:
            return self.shown
        moves = (OfferedMove(self.same or f"move {len(self.done)}", "", ""),)
        page = Page(PageKind.TABLE, f"news {self.news}", moves=moves, buttons=self.buttons)
        hand = () if self.noted is None else (Area("", (Drawn(None, card=self.noted),)),)
        return replace(page, dialog=self.dialog, areas=hand, has_notes=bool(hand))

    def do(self, done: Done) -> None:
        self.done.append(done)


def staged() -> tuple[Wire, Scene, PageStage]:
    wire, scene = Wire(), Scene()
    stage = PageStage(cast("WebServer", wire), scene, cast("PageDoors", None))
    stage.show(scene)
    return wire, scene, stage


def say(stage: PageStage, seen: int, does: str = "play", **fields: object) -> None:
    rest = fields or {"move": "move 0"}
    stage._received(json.dumps({"v": 2, "n": seen, "do": does, **rest}).encode())


def test_a_double_tap_plays_once() -> None:
    wire, scene, stage = staged()
    say(stage, 1)
    say(stage, 1)
    assert scene.done == [PlayMove("move 0")]
    assert CHANGED not in str(wire.shown)
    say(stage, 2, move="move 1")
    assert scene.done == [PlayMove("move 0"), PlayMove("move 1")]


def test_an_old_press_makes_no_move_that_is_offered_again() -> None:
    wire, scene, stage = staged()
    scene.same = "Draw()"
    stage.refresh()
    scene.news = 1
    stage.refresh()
    say(stage, 2, move="Draw()")
    assert wire.shown[-1]["n"] == 4  # a new turn, though nothing else has changed
    say(stage, 3, move="Draw()")
    assert scene.done == [PlayMove("Draw()")]
    say(stage, 5, move="Draw()")
    assert scene.done == [PlayMove("Draw()")] * 2


def test_a_move_no_longer_offered_is_refused_in_a_sentence() -> None:
    wire, scene, stage = staged()
    scene.done.append(Press("meanwhile"))
    stage.refresh()
    say(stage, 1)
    assert len(scene.done) == 1
    assert CHANGED in str(wire.shown[-1])
    say(stage, 3, move="move 1")
    assert CHANGED not in str(wire.shown[-1])


def test_a_button_does_the_same_wherever_it_stands_now() -> None:
    wire, scene, stage = staged()
    scene.buttons = (Button("rules", "Rules"), Button("stop", "End the game"))
    stage.refresh()
    scene.buttons = (Button("talk", "Talk"), *scene.buttons[::-1])
    stage.refresh()
    say(stage, 2, "press", what="rules")
    assert scene.done == [Press("rules")]
    scene.buttons = (Button("rules", "Rules", why_not="Not now."),)
    stage.refresh()
    say(stage, 3, "press", what="rules")
    assert len(scene.done) == 1
    assert CHANGED in str(wire.shown[-1])


def test_a_stale_confirm_confirms_no_other_dialog() -> None:
    confirm = (Button("answer", "Confirm"), Button(CLOSE, "Cancel"))
    wire, scene, stage = staged()
    scene.dialog = Dialog("Leave?", buttons=confirm)
    stage.refresh()
    scene.news = 1
    stage.refresh()
    scene.dialog = Dialog("End the game for all?", buttons=confirm)
    stage.refresh()
    for seen in (2, 3):
        say(stage, seen, "press", what="answer")
        assert scene.done == []
        assert CHANGED in str(wire.shown[-1])
    scene.dialog = None
    stage.refresh()
    scene.dialog = Dialog("Leave?", buttons=confirm)
    stage.refresh()
    say(stage, 3, "press", what="answer")  # it was asked once before
    assert scene.done == []
    say(stage, stage._number, "press", what="answer")
    assert scene.done == [Press("answer")]


def test_a_dialog_that_changed_beside_its_field_takes_the_text() -> None:
    _wire, scene, stage = staged()
    field, phrases = Field("say", "Words", "Say"), (Button("phrase 0", "Hello"),)
    scene.dialog = Dialog("Talk", buttons=phrases, field=field)
    stage.refresh()
    scene.dialog = Dialog("Talk", field=field)
    stage.refresh()
    say(stage, 2, "type", field="say", text="so?")
    assert scene.done == [Typed("say", "so?")]


def test_a_note_is_kept_though_a_dialog_opened_meanwhile() -> None:
    _wire, scene, stage = staged()
    scene.noted = Card(4)
    stage.refresh()
    scene.dialog = Dialog("Round 1")
    stage.refresh()
    say(stage, 2, "note", card=4, text="red?")
    say(stage, 2, "note", card=5, text="blue?")
    assert scene.done == [WriteNote(Card(4), "red?")]


def test_news_beside_the_moves_do_not_refuse_a_move() -> None:
    wire, scene, stage = staged()
    scene.news = 1
    stage.refresh()
    assert [each["n"] for each in wire.shown] == [1, 2]
    say(stage, 1)
    assert scene.done == [PlayMove("move 0")]


def test_nothing_is_sent_where_nothing_changed() -> None:
    wire, _scene, stage = staged()
    stage.refresh()
    stage.refresh()
    assert len(wire.shown) == 1


def test_a_question_is_answered_only_by_who_has_seen_it() -> None:
    _wire, scene, stage = staged()
    scene.dialog = Dialog("Leave?", buttons=(Button("answer", "Confirm"),))
    scene.buttons = (Button("answer", "Answer"),)
    stage.refresh()
    say(stage, 1, "press", what="answer")
    assert scene.done == []
    say(stage, 2, "press", what="answer")
    assert scene.done == [Press("answer")]


def test_a_number_that_was_never_shown_is_refused() -> None:
    _wire, scene, stage = staged()
    say(stage, 99)
    assert scene.done == []


def test_malformed_message_is_reported_and_does_nothing() -> None:
    wire, scene, stage = staged()
    stage._received(b"{")
    assert "did not understand" in str(wire.shown[-1]["page"])
    stage._received(json.dumps({"v": 7}).encode())
    assert "another version" in str(wire.shown[-1]["page"])
    assert scene.done == []
    say(stage, 1)
    assert "another version" not in str(wire.shown[-1]["page"])


async def test_any_exception_ends_the_scene() -> None:
    _wire, scene, stage = staged()
    left: list[bool] = []
    stage.leave = lambda: left.append(True)
    scene.breaks = True
    await stage.follow(scene, never)
    assert isinstance(stage.broken, ZeroDivisionError)
    assert left


async def test_leaving_a_kept_seat_lets_go_of_the_page_alone() -> None:
    wire, scene, stage = staged()
    sentences: list[str] = []

    def step_out() -> bool:
        scene.has_left = False
        sentences.append("out")
        return True

    stage.step_out, stage.step_in = step_out, lambda: sentences.append("in")
    stage.leave = lambda: sentences.append("left")
    wire.is_there = scene.has_left = True
    stage.refresh()
    stage.refresh()  # as long as the page is being closed
    assert stage._leaving is not None
    await stage._leaving
    wire.changed()
    assert sentences == ["out"]
    wire.is_there = True
    wire.changed()
    wire.changed()
    assert sentences == ["out", "in"]


def test_new_scene_ignores_input_for_the_last_one() -> None:
    _wire, scene, stage = staged()
    other = Scene()
    stage.show(other)
    say(stage, 1, "press", what="answer")
    assert (scene.done, other.done) == ([], [])


async def test_hand_over_code_goes_when_used_or_closed() -> None:
    async def handed() -> str:
        return "http://192.0.2.7:4100/#secret"

    async def offer(stage: PageStage) -> None:
        say(stage, stage._number, "press", what=HAND_OVER)
        await asyncio.sleep(0)

    wire, scene, stage = staged()
    stage.hand_over = handed
    scene.buttons = (Button(HAND_OVER, "Continue on a phone"),)
    stage.refresh()
    await offer(stage)
    assert "192.0.2.7:4100" in json.dumps(wire.shown[-1])
    assert scene.done == [Press(CLOSE)]  # of the dialog in which it was offered
    say(stage, stage._number, "press", what=CLOSE)
    assert "192.0.2.7:4100" not in json.dumps(wire.shown[-1])
    await offer(stage)
    stage.has_come()
    stage.refresh()
    assert "192.0.2.7:4100" not in json.dumps(wire.shown[-1])


@pytest.mark.parametrize("kind", [PageKind.TABLE, PageKind.BOARD])
async def test_a_board_is_handed_over_without_a_seat(kind: PageKind) -> None:
    async def handed() -> str:
        return "http://192.0.2.7:4100/#secret"

    wire, scene, stage = staged()
    stage.hand_over = handed
    scene.shown = Page(kind, "Hanabi", buttons=(Button(HAND_OVER, "Go on"),))
    stage.refresh()
    say(stage, stage._number, "press", what=HAND_OVER)
    await asyncio.sleep(0)
    assert ("this seat" in json.dumps(wire.shown[-1])) == (kind is PageKind.TABLE)


def test_a_page_on_a_phone_does_not_offer_to_go_on_on_a_phone() -> None:
    async def handed() -> str:
        return ""

    def offered() -> list[str]:
        page = cast("dict[str, Any]", wire.shown[-1]["page"])
        both = (*page.get("buttons", ()), *page.get("dialog", {}).get("buttons", ()))
        return [each["does"] for each in both]

    wire, scene, stage = staged()
    scene.buttons = (Button(HAND_OVER, "Continue on a phone"), Button("leave", "Leave"))
    scene.dialog = Dialog("More", buttons=(*scene.buttons, Button(CLOSE, "Cancel")))
    stage.refresh()
    assert offered() == ["leave", "leave", CLOSE]
    stage.hand_over = handed
    stage.refresh()
    assert offered() == [HAND_OVER, "leave", HAND_OVER, "leave", CLOSE]


def test_a_page_that_cannot_be_handed_over_is_on_a_phone() -> None:
    async def handed() -> str:
        return ""

    _wire, _scene, stage = staged()
    assert stage.is_on_phone
    stage.hand_over = handed
    assert not stage.is_on_phone


async def test_failed_hand_over_gives_the_reason() -> None:
    async def handed() -> str:
        raise Failed("No network.")

    wire, scene, stage = staged()
    stage.hand_over = handed
    scene.buttons = (Button(HAND_OVER, "Continue on a phone"),)
    stage.refresh()
    say(stage, 2, "press", what=HAND_OVER)
    await asyncio.sleep(0)
    assert "No network." in json.dumps(wire.shown[-1])


def test_page_is_served_translated_before_it_changes_language() -> None:
    wire, _scene, stage = staged()
    received: list[object] = []
    stage.translated = lambda: received.append(wire.shown[-1]["lang"])
    try:
        i18n.choose("fr")
        stage.refresh()
        stage.refresh()
    finally:
        i18n.choose("en")
    assert received == ["en"]
    assert [each["lang"] for each in wire.shown] == ["en", "fr"]
