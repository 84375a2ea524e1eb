"""An end that all agree to once no more points are possible, as everybody sees alike."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.commands.records.audit_sentence import sentence_of
from p2p_hanabi.commands.records.branches import branches_of, shown_replay
from p2p_hanabi.commands.records.history_audit import facts_of
from p2p_hanabi.commands.records.history_entry import Entry
from p2p_hanabi.commands.records.history_list import _line
from p2p_hanabi.commands.records.history_totals import past_games
from p2p_hanabi.commands.records.playback import of_history, title_of
from p2p_hanabi.games.common.firework_cards import rank_of
from p2p_hanabi.games.hanabi.moves import Discard, HintColour, HintRank, Move
from p2p_hanabi.games.hanabi.ui.screen import SCREEN
from p2p_hanabi.games.hanabi.view import HanabiView
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.end.ended_table import EndedTable, ending_lines
from p2p_hanabi.ui.model.end.shown_end import NOT_REVEALED
from p2p_hanabi.ui.model.replay_actions import JumpTo
from p2p_hanabi.ui.model.replies import Asks
from p2p_hanabi.ui.model.table.followed_table import FollowedTable
from p2p_hanabi.ui.model.table.news import News
from p2p_hanabi.ui.model.table.shown_table import ShownTable
from p2p_hanabi.ui.model.table.table_actions import TableAction
from p2p_hanabi.ui.replay.statistics_lines import StatisticWords, statistics_lines
from protocol.audit.verdict import audited
from protocol.game import Known, Seat
from protocol.peer.status import EndingKind
from tests.any_game import RULES
from tests.fakes import NAMES, Wire, act, wire_for
from tests.lengths import long
from tests.simulation.standin import fast_group
from tests.ui.kit.paper import plain_lines
from tests.ui.table.playing import until
from tests.ui.table.ports import DealtTable, WireTable

from .random_games import tables
from .table import lay

ALL_BUT_RED = dict.fromkeys("YGBW", 5)
NO_ONES = "R1 R1 R1 Y1 Y1 Y1 G1 G1 G1 B1 B1 B1 W1 W1 W1"
HANDS = ["R2 R3", "Y2 G2"]
AT_MOST = "At most 0 points are possible, and you have them."


def waste(view: HanabiView, faces: Known) -> Move:
    """Throw away a 1, if there is one; else give a hint, if that is possible."""
    discards = [move for move in view.moves if isinstance(move, Discard)]
    ones = [move for move in discards if rank_of(faces[move.card]) == 1]
    hints = [move for move in view.moves if isinstance(move, HintColour | HintRank)]
    return [*ones, *hints, *discards][0]


def wasted() -> DealtTable:
    """A table at which nothing is left, at one's own turn."""
    port: Any = DealtTable(2, choose=lambda view: waste(view, port.faces))
    until(port, is_spent, lambda view: waste(view, port.faces))
    assert left(port.view())
    return port  # type: ignore[no-any-return] # the function above needs it before it is made


def left(view: HanabiView) -> str:
    return SCREEN.nothing_left(view)


def is_spent(view: HanabiView) -> bool:
    return bool(left(view))


def test_nothing_is_left_once_every_firework_is_cut() -> None:
    """D29, D21"""
    cut = lay(HANDS, discard=NO_ONES).view(0)
    assert (cut.possible_score, left(cut)) == (0, AT_MOST)
    one_left = lay(HANDS, discard=NO_ONES.removesuffix(" W1")).view(0)
    assert (one_left.possible_score, left(one_left)) == (5, "")


@pytest.mark.parametrize(("turns", "most"), [(1, 24), (2, 25)])
def test_turns_of_the_last_round_bound_what_is_possible(turns: int, most: int) -> None:
    """D29: of R4 and R5 only as many can be placed as turns are left."""
    table = lay(["R4", "R5"], fireworks={**ALL_BUT_RED, "R": 3}, deck="", turns_left=turns)
    assert table.view(0).possible_score == most


def test_hints_and_open_cards_count_and_not_what_one_sees() -> None:
    """D29: seat 1 has R5, which cannot fit; both still allow for a 4 there, until a hint."""
    table = lay(["R4", "R5"], fireworks={**ALL_BUT_RED, "R": 3}, deck="", turn=1, turns_left=1)
    assert table.view(0).reachable_score == 23
    assert [table.view(seat).possible_score for seat in (0, 1)] == [24, 24]
    assert left(table.view(0)) == ""
    hinted = lay(["R4", "R5"], fireworks={**ALL_BUT_RED, "R": 3}, deck="", turns_left=2).hint(1, 5)
    assert [hinted.view(seat).possible_score for seat in (0, 1)] == [23, 23]
    assert left(hinted.view(1)) == "At most 23 points are possible, and you have them."


def test_the_finale_ends_by_itself() -> None:
    """D29, HF6"""
    assert left(lay(HANDS, discard=NO_ONES, options={"finale": True}).view(0)) == ""


def test_all_seats_find_the_same_and_not_too_little() -> None:
    """D29: in random games, whatever a seat sees."""
    for seed in range(6):
        views: list[HanabiView] = []
        for position in tables(f"agreed end {seed}"):
            seats = range(position.state.rules.seats)
            views = [position.view(Seat(seat)) for seat in seats]
            (most,) = {view.possible_score for view in views}
            if position.state.passed == ():
                assert all(view.reachable_score <= most for view in views)
            assert views[0].score <= most <= views[0].max_score


def test_a_stop_is_offered_and_asked_about_with_the_score() -> None:
    port = wasted()
    shown = ShownTable(port)
    assert TableAction.STOP in shown.offered()
    match shown.do(TableAction.STOP):
        case Asks(_, sentence):
            assert sentence.startswith("At most ")
            assert sentence.endswith("end the game with this score? You cannot undo this.")
        case reply:
            raise AssertionError(reply)
    before = DealtTable(2)
    before.until_my_turn()
    assert TableAction.STOP not in ShownTable(before).offered()


@pytest.mark.parametrize("device", [Device.KEY, Device.BUTTON])
def test_every_screen_tells_it_once(device: Device) -> None:
    port = wasted()
    table: FollowedTable[Any, Any] = FollowedTable(port, lambda: 0.0, device=device)
    table.tell_news()
    way = '"stop" (key F)' if device is Device.KEY else '"End the game together"'
    assert way in as_text(table.prompt.message)
    table.prompt.message = ()
    table.tell_news()
    assert table.prompt.message == ()


def test_lines_tell_it_once() -> None:
    port = wasted()
    news: News[Any, Any] = News(port.screen, ShownTable(port).players, lambda: 0.0)
    hinted = [line for line in plain_lines(news.look(port.now)) if "At most" in line]
    assert len(hinted) == 1
    assert not [line for line in plain_lines(news.look(port.now)) if "At most" in line]


def seen(wire: Wire, seat: Seat) -> Known:
    """The faces of a hand of two, as the other seat sees them."""
    view: Any = wire.nodes[1 - seat].table.view()
    hand = view.hands[seat]
    return {info.card: info.face for info in hand}


@long
@fast_group()
def test_an_agreed_end_is_a_score_and_no_defeat() -> None:
    """D29: signed by all, and the audit of the file stands."""
    wire = wire_for(RULES["hanabi"], 2, options={"first": 0})
    port = WireTable(wire)
    while port.now.view is None or not left(port.now.view):
        if not wire.deliver():
            assert act(wire, lambda view: waste(view, seen(wire, view.seat)))
    for seat, node in enumerate(wire.nodes):
        wire.carry(Seat(seat), node.table.stop())
    while wire.deliver():
        pass
    ending = port.ending()
    assert ending is not None
    assert (ending.how, ending.by) == (EndingKind.AGREED, (0, 1))
    lines = plain_lines(ending_lines(SCREEN, port.now, ending, EndedTable()))
    assert lines[0] == f"{NAMES[0]}, {NAMES[1]} agreed to end the game."
    assert "No more points were possible." in lines
    assert any(line.startswith("Score: ") and "horrible" in line for line in lines)
    report, history = audited(wire.nodes[0].table.transcript(), RULES)
    assert (report.valid, report.finished, report.agreed) == (True, False, (0, 1))
    facts = facts_of(report, history)
    assert (facts["outcome"], facts["points"]) == ({"reason": "agreed", "score": 0}, None)
    says = f"{NAMES[0]} and {NAMES[1]} agreed to end the game."
    assert history is not None
    game = of_history(history, report)
    assert title_of(game, Path("game")).endswith(": score 0, ended by agreement.")
    replay = shown_replay(game, game.usual_eyes)
    assert says in plain_lines(replay.happened())
    replay.do(JumpTo(replay.last))
    assert replay.is_at_end
    assert plain_lines(replay.end())[0] == says
    assert branches_of(game).why_no_practice() == NOT_REVEALED
    assert says in plain_lines(statistics_lines(game, (), StatisticWords({})))
    line = branches_of(game).begun(1)
    assert not line.agreed


@fast_group()
def test_an_earlier_agreed_end_has_no_score() -> None:
    wire = wire_for(RULES["hanabi"], 2, options={"first": 0})
    wire.open()
    while wire.deliver():
        pass
    for seat, node in enumerate(wire.nodes):
        wire.carry(Seat(seat), node.table.stop())
    while wire.deliver():
        pass
    report, history = audited(wire.nodes[0].table.transcript(), RULES)
    assert report.agreed == (0, 1)
    assert as_text(sentence_of(report)).endswith(f"{NAMES[0]} and {NAMES[1]} agreed to it.")
    facts = facts_of(report, history)
    assert "outcome" not in facts
    entry = Entry(1, Path("game"), datetime.now(UTC), facts)
    assert ": ended by agreement " in _line(entry, facts, None)
    assert [game.is_finished for game in past_games([entry], None)] == [True]
