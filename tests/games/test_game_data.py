"""What other programs are told about a game: as in docs/schema, and nothing hidden."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from p2p_hanabi.games.hanabi.rules import GAME as HANABI
from p2p_hanabi.games.koikoi.moves import Show
from p2p_hanabi.games.koikoi.state import Seen, Showed, Special
from p2p_hanabi.registry import GAMES
from p2p_hanabi.seam.game_data import GameData
from protocol.game import Card, Face, Seat
from tests.any_game import RULES
from tests.builders import Step
from tests.lengths import sampled
from tests.played_tables import PlayedTable, other_faces, tables, usual
from tests.schemas import FOLDER, NAMES, check, objects, schema

MOMENTS = 3
"""Of a game, at which one seat after another looks at it."""

TABLES = [*tables()]
every_table = pytest.mark.parametrize("table", TABLES, ids=str)
every_number = pytest.mark.parametrize("table", [*usual()], ids=str)
SELDOM = {"show", "showed"}
"""A hand of Koi-Koi that ends its round is dealt to few."""
every_game = pytest.mark.parametrize("name", GAMES)


def moments(table: PlayedTable) -> Iterator[tuple[int, Step, Seat]]:
    """Some of all steps, the last one among them, each with the seat that looks."""
    last = len(table.steps) - 1
    for moment in range(1, MOMENTS + 1):
        number = last * moment // MOMENTS
        yield number, table.steps[number], Seat(moment % table.seats)


def as_json(table: PlayedTable, view: Any) -> dict[str, Any]:
    data: Any = GAMES[table.game].data
    return {"view": data.view(view), "moves": data.moves(view), "log": data.log(view)}


@sampled(12)
@every_table
def test_the_data_for_a_seat_fits_the_schema(table: PlayedTable) -> None:
    for _number, step, seat in moments(table):
        view = table.view(step, seat)
        shown = as_json(table, view)
        check(f"{table.game}.json#/$defs/view", shown["view"])
        for move in shown["moves"]:
            check(f"{table.game}.json#/$defs/move", move)
        assert len(shown["moves"]) == len(view.moves)
    for entry in {entry["type"]: entry for entry in shown["log"]}.values():
        check(f"{table.game}.json#/$defs/entry", entry)
    assert "outcome" in shown["view"]


@sampled(12)
@every_table
def test_no_byte_depends_on_a_face_that_the_seat_has_not_seen(table: PlayedTable) -> None:
    """At each of these moments the table is played again, with the unseen faces changed about."""
    changed = 0
    for number, step, seat in moments(table):
        faces = other_faces(table, step, seat)
        twin = table.again({**table.steps[-1].faces, **faces}, number)
        changed += faces != step.faces
        one, other = (json.dumps(as_json(table, table.view(each, seat))) for each in (step, twin))
        assert one == other
    assert changed


@every_game
def test_log_can_start_at_any_entry(name: str) -> None:
    table = PlayedTable(name, {}, RULES[name].seats[0])
    view, data = table.view(table.steps[-1], 0), GAMES[name].data
    assert data.log(view, 3) == data.log(view)[3:]
    assert len(data.log(view, len(view.log) - 1)) == 1


@every_game
def test_every_move_and_log_entry_of_a_schema_occurs(name: str) -> None:
    kinds: dict[str, set[str]] = {"move": set(), "entry": set()}
    for table in (each for each in TABLES if each.game == name):
        data: Any = GAMES[name].data
        view = table.view(table.steps[-1], 0)
        kinds["move"] |= {data.move(move)["type"] for move in table.moves}
        kinds["entry"] |= {entry["type"] for entry in data.log(view)}
    for part, met in kinds.items():
        named = {
            each["$ref"].rpartition("/")[2]
            for each in schema(f"{name}.json")["$defs"][part]["oneOf"]
        }
        assert named - met <= SELDOM
        assert met <= named


@every_number
def test_score_and_actor_have_the_same_names_in_all_games(table: PlayedTable) -> None:
    for _number, step, seat in moments(table):
        view = table.view(step, seat)
        shown = as_json(table, view)["view"]
        assert (shown["seat"], shown["players"]) == (seat, table.seats)
        assert shown.get("actor") == view.actor
        assert "score" in shown


def test_a_shown_hand_is_reported() -> None:
    data: Any = GAMES["koikoi"].data
    check("koikoi.json#/$defs/move", data.move(Show((Card(0), Card(5)))))
    shown = Showed(Seat(0), (Seen(Card(0), Face(3)),), Special.TESHI)
    check("koikoi.json#/$defs/entry", data.named(shown))


def test_unnamed_game_data_is_given_by_its_fields() -> None:
    data: GameData[Any, Any] = GameData()
    seen = Seen(Card(1), Face(3))
    assert data.named(seen) == {"type": "seen", "card": 1, "face": 3}
    assert data.named((Seat(1), seen)) == [1, {"card": 1, "face": 3}]
    view = PlayedTable("koikoi", {}, 2).views()
    assert {"worth", "scores", "piles"} < set(data.view(next(view)))


def test_skipped_turns_are_reported() -> None:
    step = next(each for each in PlayedTable("hanabi", {}, 3).steps if each.state.actor is not None)
    view = HANABI.view(HANABI.passed(step.state), Seat(0), {})
    shown = check("hanabi.json#/$defs/view", GAMES["hanabi"].data.view(view))  # type: ignore[arg-type] # a view of this game
    assert shown["passed"] == [{"turn": 0, "seat": view.passed[0][1]}]


def test_the_examples_of_the_page_fit_the_schema() -> None:
    page = (FOLDER.parent / "json.md").read_text(encoding="utf-8")
    view, moves, coloured, log = map(json.loads, re.findall(r"```json\n(.*?)```", page, re.DOTALL))
    check("hanabi.json#/$defs/view", view)
    for part, examples in (("move", [*moves, *coloured]), ("entry", log)):
        for each in examples:
            check(f"hanabi.json#/$defs/{part}", each)


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_valid_and_describes_every_field(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    for each in objects(schema(name)):
        for field, part in each["properties"].items():
            where = schema(name)["$defs"].get(part.get("$ref", "").rpartition("/")[2], {})
            assert part.get("description") or where.get("description"), field
