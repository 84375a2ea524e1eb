"""The phrases on the full screen: with their numbers, and those that cannot be said now marked."""

from __future__ import annotations

import asyncio

import pytest

from p2p_hanabi.ui.drawing.canvas import Size
from p2p_hanabi.ui.drawing.theme import theme_of
from p2p_hanabi.ui.model.talk.chat import choices
from p2p_hanabi.ui.model.talk.sentences_talk import PHRASES
from protocol.errors import RemarkRefused
from protocol.peer.remarks import MAX_IN_A_ROUND, Phrase
from protocol.peer.status import Activity
from tests.any_game import RULES
from tests.fakes import wire_for
from tests.rows import as_rows
from tests.simulation.standin import fast_group

from .playing import SIZES, clicked, hanabi_scene, still, typed
from .ports import DealtTable, WireTable, remarks_of


def another_moves(talk: str = "phrases", seats: int = 2) -> DealtTable:
    port = DealtTable(seats, options={"talk": talk, "first": 1})
    while port.status().activity is not Activity.MOVING:
        port.step()
    return port


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_phrases_are_listed_before_anything_is_typed(size: tuple[int, int]) -> None:
    shown = typed(another_moves(seats=5), ":", size=size)
    rows = [f"{n}. {words}" for n, words in enumerate(PHRASES, start=1)]
    assert [row for row in rows if row not in shown] == []
    assert "3. Let me think. *" in shown
    assert "4. Take your time. *" not in shown
    assert "* not while somebody else is to move" in shown
    assert "Say: _" in shown


def test_nothing_is_marked_in_ones_own_turn() -> None:
    port = another_moves()
    port.until_my_turn()
    shown = typed(port, ":")
    assert "3. Let me think." in shown
    assert "*" not in shown


def test_forbidden_phrases_are_grey() -> None:
    scene = hanabi_scene(another_moves(), still)
    scene.look()
    scene.press(":")
    lines = scene.paint(Size(80, 24), theme_of({}, "utf-8")).lines
    styles = {words.strip(): style for line in lines for style, words in line}
    assert styles["3. Let me think. *"] == "dim"
    assert styles["4. Take your time."] == ""


def test_phrase_is_sent_by_its_number() -> None:
    port = another_moves()
    assert "You say: Take your time." in typed(port, ":", "4", "<enter>")
    assert remarks_of(port) == [Phrase(3)]


def test_typing_filters_the_phrases() -> None:
    shown = typed(another_moves(), ":", *"time")
    assert "4. Take your time." in shown
    assert "5. Back in a minute." not in shown
    assert "12. Good game." in typed(another_moves(), ":", "1")
    assert "2. Do you remember" not in typed(another_moves(), ":", "1")
    assert "1. I still" not in typed(another_moves("free"), ":", *"what a day")


def test_reason_against_a_remark_is_shown_before_enter() -> None:
    assert "You cannot say that while somebody" in typed(another_moves(), ":", "3")
    port = WireTable(wire_for(RULES["hanabi"], 2, options={"talk": "phrases", "first": 0}))
    while port.status().activity is not Activity.MOVING:
        port.step()
    assert "This table only allows preset phrases." in typed(port, ":", *"xyz")
    assert "only allows" not in typed(port, ":", *"a")


def test_arrows_skip_forbidden_phrases() -> None:
    port = another_moves()
    typed(port, ":", *["<down>"] * 3, "<enter>", ":", "<up>", "<enter>")
    assert remarks_of(port) == [Phrase(3), Phrase(11)]


def test_allowed_phrase_is_clickable_and_a_forbidden_one_is_not() -> None:
    port = another_moves()
    shown = clicked(port, ": say", "3. Let me", "4. Take", "Enter says it")
    assert remarks_of(port) == [Phrase(3)]
    assert "You say: Take your time." in shown


def test_phrase_can_be_sent_during_set_up() -> None:
    port = DealtTable(2, options={"talk": "phrases"})
    scene = hanabi_scene(port, still)
    scene.look()
    scene.press(":")
    shown = "\n".join(as_rows(scene.paint(Size(80, 24), theme_of({}, "utf-8"))))
    assert "11. Good luck, everybody." in shown
    assert "Say: _" in shown


@fast_group()
def test_phrases_marked_as_forbidden_are_refused_by_the_machines() -> None:
    """D24, HM2."""
    port = WireTable(wire_for(RULES["hanabi"], 2, options={"talk": "phrases", "first": 1}))
    while port.status().activity is not Activity.MOVING:
        asyncio.run(port.changed())
    listed = choices(port)
    assert [choice.index for choice in listed if choice.why] == [2, 6, 7, 8, 9]
    for choice in listed:
        if choice.why is None:
            port.say(Phrase(choice.index))
        else:
            with pytest.raises(RemarkRefused):
                port.say(Phrase(choice.index))
    for _ in range(MAX_IN_A_ROUND - 7):
        port.say(Phrase(3))
    assert "You have already spoken 20 times" in typed(port, ":")
