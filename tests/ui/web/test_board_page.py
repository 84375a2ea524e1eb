"""The big screen: what it shows of whole games of every kind, which is what everybody may see."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from p2p_hanabi.gathering import LobbyView, Member, PhoneSeat, TableConfig
from p2p_hanabi.ui.model.game.game_page import NamedPage
from p2p_hanabi.ui.model.game.game_screen import NOBODY
from p2p_hanabi.ui.model.seat.table_snapshot import TableSnapshot
from p2p_hanabi.ui.web import board_page
from p2p_hanabi.ui.web.board_page import BoardTable
from p2p_hanabi.ui.web.live_page import Page
from p2p_hanabi.ui.web.wire import NotAMessage, as_data, page_of, snapshot
from protocol.game import Card, Face, Seat
from protocol.peer.status import Activity, Ending, EndingKind, Status
from protocol.peer.views import onlooker_view
from protocol.reasons import InvalidProof, Reason
from protocol.rounds.cards import Shown
from tests.any_game import BOTS, PAGES, RULES, SCREENS, bare
from tests.builders import Step
from tests.fakes import NAMES, act, wire_for
from tests.lengths import mostly_long, sampled
from tests.played_tables import PlayedTable, others_than, usual
from tests.simulation.standin import fast_group

MOMENTS = 20
MOVING = Status(Activity.MOVING, 0, (), None, hands_dealt=True)
every_number = pytest.mark.parametrize("table", list(usual()), ids=str)


def shown_to_all(step: Step) -> Mapping[Card, Face]:
    first, *others = step.known
    return {card: face for card, face in first.items() if all(card in each for each in others)}


def public(game: str, view: Any, seats: int, **facts: Any) -> TableSnapshot[Any]:
    whole: dict[str, Any] = {"status": MOVING, "ending": None, **facts}
    return TableSnapshot(
        seat=NOBODY,
        names=NAMES[:seats],
        machines=(Seat(0),) * seats,
        options={},
        faces={},
        view=view,
        past=(),
        **whole,
    )


def drawn(game: str, now: TableSnapshot[Any]) -> Page:
    board = BoardTable.of(SCREENS[game], NamedPage(game, PAGES[game]), now, lambda: 0.0)
    return board.page(now)


def sent(table: PlayedTable, step: Step) -> bytes:
    view = RULES[table.game].view(step.state, Seat(0), shown_to_all(step))
    return snapshot(1, drawn(table.game, public(table.game, view, table.seats)))


@sampled(3)
@every_number
def test_board_bytes_depend_on_no_face_in_a_hand(table: PlayedTable) -> None:
    """At each of these moments the table is played again, with all faces changed about that are not
    open to everybody: those in hands, and those in the pile."""
    changed = 0
    for number in range(0, len(table.steps), max(1, len(table.steps) // MOMENTS)):
        step = table.steps[number]
        faces = others_than(table, step, shown_to_all(step))
        twin = table.again({**table.steps[-1].faces, **faces}, number)
        changed += faces != step.faces
        assert sent(table, twin) == sent(table, step)
    assert changed >= MOMENTS / 2


@sampled(1)
@fast_group()
@pytest.mark.parametrize("game", mostly_long(["koikoi", "hanabi", "ikebana"], 2))
def test_a_whole_games_board_is_the_same_whichever_seat_feeds_it(game: str) -> None:
    """Each seat knows other faces than the other. None of those that only one knows is drawn."""
    wire = wire_for(RULES[game], 2)
    first, second = (node.table for node in wire.nodes)
    wire.open()
    hidden = 0
    while first.ending() is None:
        if not wire.deliver():
            assert act(wire, BOTS[game])
        stages = [table.snapshot().permits.stage for table in (first, second)]
        if stages[0].head != stages[1].head or (view := onlooker_view(stages[0])) is None:
            continue
        facts = {"status": first.status(), "ending": first.ending()}
        page = drawn(game, public(game, view, 2, **facts))
        assert page == drawn(game, public(game, bare(onlooker_view(stages[1])), 2, **facts))
        standing = stages[0].cards.standing
        for area in json.loads(snapshot(1, page))["page"].get("areas", ()):
            for card in area.get("cards", ()):
                if (number := card.get("card")) in standing:
                    assert ("front" in card) == isinstance(standing[Card(number)], Shown)
                    hidden += "front" not in card
    assert hidden or game == "ikebana"
    view = bare(onlooker_view(first.snapshot().permits.stage))
    page = drawn(game, public(game, view, 2, status=first.status(), ending=first.ending()))
    assert page.areas
    assert not page.moves
    sentence = " ".join(each.text for each in page.messages)
    assert "signed the result" in sentence
    assert not re.search(r"\b[Yy]ou(r|rs)?\b", sentence)


def test_a_seats_own_view_is_refused() -> None:
    table = next(usual())
    now = public(table.game, table.view(table.steps[-1], 0), table.seats)
    mine = TableSnapshot(**{**{name: getattr(now, name) for name in FIELDS}, "seat": Seat(0)})
    with pytest.raises(ValueError, match="0"):
        drawn(table.game, mine)


FIELDS = TableSnapshot.__dataclass_fields__.keys()


@sampled(3)
@every_number
def test_board_shows_the_last_move_and_the_whole_table(table: PlayedTable) -> None:
    for step in table.steps[:: max(1, len(table.steps) // MOMENTS)]:
        view = RULES[table.game].view(step.state, Seat(0), shown_to_all(step))
        page = drawn(table.game, public(table.game, view, table.seats))
        if page.log:
            assert page.messages[0] in page.log[-len(page.messages) - 1 :]
            assert not any(area.is_own for area in page.areas)
            untitled = [line.text for area in page.areas if not area.title for line in area.lines]
            shown = " ".join([*(area.title for area in page.areas), *untitled])
            assert all(name in shown for name in NAMES[: table.seats])


def test_the_first_sentence_on_a_board_of_koikoi_lists_no_cards() -> None:
    table = PlayedTable("koikoi", {}, 2)
    shown = (RULES["koikoi"].view(step.state, Seat(0), shown_to_all(step)) for step in table.steps)
    pages = (drawn("koikoi", public("koikoi", view, 2)) for view in shown)
    first = next(
        page for page in pages if page.log and page.log[-1].text.startswith("On the table")
    )
    assert first.messages[0].text == "Round 1 of 6: Ana deals and begins."


def test_each_row_of_a_rounds_result_is_a_line_of_a_board() -> None:
    table = PlayedTable("koikoi", {}, 2)
    shown = (RULES["koikoi"].view(step.state, Seat(0), shown_to_all(step)) for step in table.steps)
    pages = (drawn("koikoi", public("koikoi", view, 2)) for view in shown)
    rows = next(
        rows
        for page in pages
        if (rows := [line.text for line in page.messages])[:1] == ["Round 1 of 6: result"]
    )
    assert rows[1] == "Ana wins round 1 with 2 points."
    assert rows[-1] == "Ana deals the next round and begins it."


@pytest.mark.parametrize("kind", [EndingKind.CLOSED, EndingKind.CHEAT])
def test_board_says_the_result_first_and_each_thing_once(kind: EndingKind) -> None:
    table = PlayedTable("ikebana", {}, 3)
    ended = Ending(kind, Seat(1), Reason(InvalidProof.CLAIM_PROOF))
    step = table.steps[-1 if kind is EndingKind.CLOSED else 40]
    view = table.view(replace(step, known=(shown_to_all(step),) * 3), 0)
    page = drawn("ikebana", public("ikebana", view, 3, ending=ended))
    first = page.messages[0].text
    assert first.endswith("has won.") or first.startswith("The game has ended: Ben")
    assert not any(line.text.startswith("Round") for line in page.messages)
    assert page.heading is not None
    assert not first.startswith(page.heading.rstrip("."))


def roster(*phones: PhoneSeat, **facts: Any) -> LobbyView:
    config = TableConfig("hanabi", (), "hanabi", 25, 3, "Ana's table")
    ana = Member("Ana", is_ready=True, identity=b"a")
    ben = Member("Ben", is_ready=False, identity=b"b", owner=0, is_phone=True)
    return LobbyView(config, (ana, ben), 0, phones=phones, **facts)


def test_lobby_shows_one_code_and_none_that_was_scanned() -> None:
    ben, typing, coming, last = (
        PhoneSeat("http://192.0.2.1:1/#b", is_scanned=True, name="Ben"),
        PhoneSeat("http://192.0.2.1:1/#c", is_scanned=True),
        PhoneSeat("http://192.0.2.1:1/#d"),
        PhoneSeat("http://192.0.2.1:1/#e"),
    )
    page = board_page.gathering(
        roster(ben, typing, coming, last, room_code="acorn-album-amber"), SCREENS
    )
    assert [each.address for each in page.codes] == [coming.address]
    assert "acorn" in page.room_code
    assert [(each.words, each.state) for each in page.seats[:2]] == [
        ("Ana", "ready"),
        ("Ben", "not ready yet"),
    ]
    assert not page.buttons
    assert not board_page.gathering(roster(ben, typing), SCREENS).codes


@every_number
def test_a_page_survives_the_pipe_to_the_boards_process(table: PlayedTable) -> None:
    step = table.steps[len(table.steps) // 2]
    page = drawn(
        table.game,
        public(
            table.game,
            RULES[table.game].view(step.state, Seat(0), shown_to_all(step)),
            table.seats,
        ),
    )
    assert page_of(json.loads(json.dumps(as_data(page)))) == page


@pytest.mark.parametrize("value", [{}, {"kind": "x"}, {"kind": "board", "log": 1}, [], 3, None])
def test_a_line_that_is_no_page_is_refused(value: object) -> None:
    with pytest.raises(NotAMessage):
        page_of(value)


def test_a_full_lobby_needs_no_room_code() -> None:
    waiting = roster(room_code="acorn-album-amber")
    full = replace(waiting, members=(*waiting.members, Member("Chi", is_ready=True, identity=b"c")))
    assert "acorn" in board_page.gathering(waiting, SCREENS).room_code
    assert not board_page.gathering(full, SCREENS).room_code


def test_the_end_on_a_board_has_the_marks_of_the_cards() -> None:
    table = PlayedTable("hanabi", {}, 2)
    view = table.view(table.steps[-1], 0)
    page = drawn("hanabi", public("hanabi", view, 2, ending=Ending(EndingKind.CLOSED)))
    (reached,) = (each.text for each in page.messages if each.text.startswith("Fireworks"))
    assert "\u25c6" in reached
    assert "R" not in reached
