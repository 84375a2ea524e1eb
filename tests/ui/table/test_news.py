"""What is told as it happens: each event once, waiting less and less often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from p2p_hanabi.games.hanabi.state import Awaited
from p2p_hanabi.ui.drawing.style import Line, as_text
from p2p_hanabi.ui.lines.waiting_lines import WaitingLines
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.table.absence import incompatible
from p2p_hanabi.ui.model.table.news import News
from p2p_hanabi.ui.model.table.shown_table import ShownTable
from p2p_hanabi.ui.model.table.status_line import StatusLine
from protocol.game import Seat
from protocol.peer.status import Activity, Status
from protocol.reasons import PairingFailure
from tests.any_game import SCREENS
from tests.games.hanabi.table import Table, lay

from ..kit.paper import plain_lines
from .ports import DealtTable

HANABI = SCREENS["hanabi"]
PLAYERS = Players(Seat(0), ("Ana", "Ben", "Chi"))


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def shown(laid: Table | None = None) -> DealtTable:
    """A table at which a test lays what is to be seen."""
    status = Status(Activity.MOVING, 7, (Seat(1),), ("acorn",) * 5, True)
    return DealtTable(3).shows(status=status, view=None if laid is None else laid.view(0))


def after(laid: Table, *later: Table) -> list[str]:
    """What is told of the last table to one who has seen those before."""
    port, news = shown(laid), News(HANABI, PLAYERS, Clock())
    lines: Sequence[Line] = news.look(port.now)
    for each in later:
        port.shows(view=each.view(0))
        lines = news.look(port.now)
    return plain_lines(lines)


class Waits:
    """What lines say of whom the table waits."""

    def __init__(self, port: DealtTable) -> None:
        self.clock = Clock()
        self._table: ShownTable[Any, Any] = ShownTable(port, self.clock)
        self._lines = WaitingLines(self._table)

    def at(self, *seconds: float) -> list[str]:
        lines: list[Line] = []
        for self.clock.now in seconds:
            self._table.look()
            lines += self._lines.look()
        return plain_lines(lines)


HANDS = ("R1 R2 R3 R4 R5", "Y1 Y2 Y3 Y4 Y5", "G1 G2 G3 G4 G5")


def test_several_moves_are_reported_in_order_with_their_draws() -> None:
    start = lay(HANDS, turn=0).hint(1, "Y")
    assert after(start, start.play(0).discard(1)) == [
        "Ben plays card 1: yellow 1. It fits: the yellow firework is at 1.",
        "Ben draws red 1. 34 cards are left in the pile.",
        "Chi discards card 2: green 2. Blue tokens: 8 of 8.",
        "Chi draws red 1. 33 cards are left in the pile.",
        "Your turn.",
    ]


def test_late_draw_is_reported_when_it_happens() -> None:
    start = lay(HANDS, turn=1)
    drawn = start.play(0)
    undrawn = replace(
        drawn, state=drawn.state._replace(phase=Awaited.DRAWING, seat=Seat(1), pile=35)
    )
    assert after(start, undrawn) == [
        "Ben plays card 1: yellow 1. It fits: the yellow firework is at 1."
    ]
    assert after(start, undrawn, drawn) == [
        "Ben draws red 1. 34 cards are left in the pile.",
        "Chi is to move.",
    ]


def test_mistake_is_reported_with_the_red_tokens() -> None:
    start = lay(HANDS, turn=1, red=0)
    assert after(start, start.play(2))[0] == (
        "Ben plays card 3: yellow 3. It does not fit and is discarded. Red tokens: 1 of 3."
    )


def test_unreachable_firework_is_reported_once() -> None:
    start = lay(HANDS, turn=0).hint(1, "Y")
    gone = start.discard(4)
    assert "The yellow firework can no longer pass 4." in after(start, gone)
    assert "The yellow firework can no longer pass 4." not in after(start, gone, gone.hint(0, "R"))


def test_a_completed_firework_gives_a_blue_token_back() -> None:
    start = lay(HANDS, turn=1, fireworks={"Y": 4}).hint(2, "G").hint(0, "R").hint(1, "Y")
    assert after(start, start.play(4))[0] == (
        "Ben plays card 5: yellow 5. The yellow firework is complete. Blue tokens: 6 of 8."
    )


def test_completed_firework_earns_no_token_beyond_the_maximum() -> None:
    start = lay(HANDS, turn=1, fireworks={"Y": 4})
    assert after(start, start.play(4))[0] == (
        "Ben plays card 5: yellow 5. The yellow firework is complete. "
        "All blue tokens are already available."
    )


def test_returning_player_learns_how_to_read_past_moves() -> None:
    port = shown(lay(HANDS, turn=1).hint(2, "G"))
    lines = plain_lines(News(HANABI, PLAYERS, Clock()).look(port.now))
    assert 'One move was made before this; type "log" to see it.' in lines


def test_waits_are_reported_after_5_15_30_60_s_then_every_minute() -> None:
    port = shown()
    port.shows(status=Status(Activity.DEALING, 7, (Seat(0), Seat(1), Seat(2)), None, True))
    assert Waits(port).at(*range(200)) == [
        f"Waiting for Ben and Chi, {time} so far: a share of the deal."
        for time in ("5 s", "15 s", "30 s", "60 s", "2 min", "3 min")
    ]


def test_a_player_who_thinks_is_left_in_peace_for_half_a_minute() -> None:
    assert Waits(shown()).at(*range(100)) == [
        "Ben is thinking, 30 s so far.",
        "Ben is thinking, 60 s so far.",
    ]


def test_undecided_objection_is_reported_with_its_author() -> None:
    port = shown()
    port.shows(status=Status(Activity.DISPUTING, 7, (Seat(1),), None, True))
    [line] = Waits(port).at(0, 6)
    assert line.startswith("Ben objected, but")


def test_absent_player_is_reported_with_what_can_be_done() -> None:
    port = shown().shows(missing={Seat(1): 40.0})
    sentence, remedy = Waits(port).at(0, 40)
    assert sentence.startswith("No connection to Ben for 40 s.")
    assert remedy.startswith("If Ben never comes back")


def test_a_new_round_begins_a_new_wait() -> None:
    port = shown()
    waits = Waits(port)
    assert waits.at(0, 29) == []
    port.shows(status=Status(Activity.MOVING, 8, (Seat(2),), None, True))
    assert waits.at(29, 31) == []


def test_player_who_left_for_now_is_not_called_thinking() -> None:
    port = shown().shows(stepped_out={Seat(1)})
    assert Waits(port).at(*range(31)) == ["Ben has left and can come back."]


def test_disconnection_and_return_are_reported_once() -> None:
    port, news = shown(), News(HANABI, PLAYERS, Clock())
    news.look(port.now)
    port.shows(missing={Seat(2): 0.0})
    gone = [plain_lines(news.look(port.now)), plain_lines(news.look(port.now))]
    port.shows(missing={})
    back = [plain_lines(news.look(port.now)), plain_lines(news.look(port.now))]
    assert gone == [["Chi lost the connection. Waiting."], []]
    assert back == [["Chi is connected again."], []]
    port.shows(missing={Seat(2): 0.0}, stepped_out={Seat(2)})
    assert plain_lines(news.look(port.now)) == ["Chi has left and can come back. Waiting."]


def test_table_words_are_shown_once_with_a_request_to_compare() -> None:
    port, news = shown(), News(HANABI, PLAYERS, Clock())
    lines = plain_lines(news.look(port.now))
    assert lines[0] == "The table words: acorn acorn acorn acorn acorn."
    assert lines[1].startswith("Read them aloud: ")
    assert news.look(port.now) == []


def test_every_step_of_the_set_up_is_named() -> None:
    port, news = shown(), News(HANABI, PLAYERS, Clock())
    steps = [
        (Activity.COMMITTING, None),
        (Activity.REVEALING, None),
        (Activity.SHUFFLING, (1, 3)),
        (Activity.SHUFFLING, (2, 3)),
        (Activity.SHUFFLING, (3, 3)),
        (Activity.AGREEING_ON_PILE, None),
        (Activity.DEALING, None),
    ]
    sentences = []
    for number, (activity, step) in enumerate(steps):
        port.shows(status=Status(activity, number, (), None, False, step))
        sentences += plain_lines(news.look(port.now))
    assert sentences == [
        "Every player chooses a secret.",
        "Every player reveals their choice.",
        "You shuffle (1/3).",
        "Ben shuffles (2/3).",
        "Chi shuffles (3/3).",
        "Every player checks the shuffle and signs the pile.",
        "The cards are being dealt.",
    ]


@pytest.mark.parametrize(
    ("first", "then", "told_then"),
    [
        ((Activity.REVEALING, None), (Activity.SHUFFLING, (2, 3)), [1, 2]),
        ((Activity.SHUFFLING, (2, 3)), (Activity.AGREEING_ON_PILE, None), [3]),
        ((Activity.COMMITTING, None), (Activity.DEALING, None), [1, 2, 3]),
        ((Activity.SHUFFLING, (1, 3)), (Activity.SHUFFLING, (1, 3)), []),
        ((Activity.DEALING, None), (Activity.DEALING, None), []),
    ],
    ids=lambda each: str(each[0]) if isinstance(each, tuple) else None,
)
def test_shuffle_that_ended_between_two_looks_is_reported(
    first: tuple[Activity, tuple[int, int] | None],
    then: tuple[Activity, tuple[int, int] | None],
    told_then: list[int],
) -> None:
    port, news = shown(), News(HANABI, PLAYERS, Clock())
    looks: list[list[str]] = []
    for number, (activity, step) in enumerate((first, then)):
        port.shows(status=Status(activity, number, (), None, False, step))
        looks.append([line for line in plain_lines(news.look(port.now)) if "/3)" in line])
    every = ["You shuffle (1/3).", "Ben shuffles (2/3).", "Chi shuffles (3/3)."]
    assert looks[1] == [every[n - 1] for n in told_then]


def test_leaving_a_connected_seat_is_reported_once_until_back() -> None:
    port, news = shown(), News(HANABI, PLAYERS, Clock())
    news.look(port.now)
    port.shows(stepped_out={Seat(1)})
    assert plain_lines(news.look(port.now)) == ["Ben has left and can come back."]
    assert plain_lines(news.look(port.now)) == []
    port.shows(stepped_out=set())
    assert plain_lines(news.look(port.now)) == ["Ben is back."]


def test_never_connected_player_is_looked_for_not_called_away() -> None:
    port, news = shown(), News(HANABI, PLAYERS, Clock())
    port.shows(missing={Seat(2): 0.0})
    first = plain_lines(news.look(port.now))
    port.shows(missing={})
    assert "Looking for Chi..." in first
    assert plain_lines(news.look(port.now)) == ["Chi is connected."]


def test_incompatible_program_is_reported_once_on_every_screen() -> None:
    port = DealtTable(3)
    port.until_my_turn()
    news = News(port.screen, Players(Seat(0), port.names), lambda: 0.0)
    news.look(port.now)
    port.shows(missing={Seat(1): 1.0})
    port.shows(incompatible={Seat(1): PairingFailure.OTHER_PROTOCOL.reason(version=9, known=2)})
    sentences = [as_text(line) for line in news.look(port.now)]
    sentence = incompatible(port.now)[0]
    assert "protocol version 9; this program speaks version 2" in sentence
    assert sentences.count(sentence) == 1
    assert sentence not in [as_text(line) for line in news.look(port.now)]
    assert (
        StatusLine(Players(Seat(0), port.names), lambda: 0.0).absence_sentence(port.now) == sentence
    )
