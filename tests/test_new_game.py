"""The recipe of docs/contributing.md: a folder and one line make a game that can do everything."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from p2p_hanabi.cli import main
from p2p_hanabi.games.hanabi.view import SeenCard
from p2p_hanabi.registry import GAMES, GamePlugin
from p2p_hanabi.ui.drawing.canvas import Size
from p2p_hanabi.ui.drawing.style import Line, as_text, text
from p2p_hanabi.ui.lines.dialogue import PlainTable
from p2p_hanabi.ui.lines.plain import play_table
from p2p_hanabi.ui.model.game.game_page import NamedPage
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.table.followed_table import FollowedTable
from p2p_hanabi.ui.replay.recording import AllFrom, LogReplay
from p2p_hanabi.ui.terminal.table.number_input import MoveList
from p2p_hanabi.ui.web.live_page import PlayMove
from p2p_hanabi.ui.web.table_page import TablePage
from p2p_hanabi.ui.words.i18n import _
from protocol.audit.verdict import audit
from protocol.game import Seat
from protocol.peer.remarks import Text
from protocol.peer.status import Activity
from protocol.peer.table import Table
from tests.any_game import BOTS, PAGES, RULES, AnyTablePage
from tests.commands.played import in_memory
from tests.fakes import act, play_out, seated, wire_for
from tests.toy.ui.screen import HighCardScreen
from tests.ui.kit.paper import Paper, at_a_pipe
from tests.ui.table.playing import SIZES, clicked, typed
from tests.ui.table.ports import DealtTable, WireTable
from tests.ui.words.languages import speaking

NAME = "highcard"
LANGUAGES = ("en", "fr", "ro")


@pytest.fixture(autouse=True)
def _entered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line."""
    monkeypatch.setitem(GAMES, NAME, GamePlugin("tests.toy"))


@pytest.fixture(name="transcript")
def played(tmp_path: Path) -> Path:
    wire = wire_for(RULES[NAME], 3)
    wire.open()
    play_out(wire, BOTS[NAME])
    (transcript,) = {node.table.transcript() for node in wire.nodes}
    assert transcript is not None
    path = tmp_path / "game.p2ph"
    path.write_bytes(transcript)
    return path


def test_the_folder_is_small() -> None:
    lines = [path.read_text().count("\n") for path in Path("tests/toy").rglob("*.py")]
    assert sum(lines) < 250


def test_new_game_is_played_over_the_protocol_and_audited(transcript: Path) -> None:
    report = audit(transcript.read_bytes(), RULES)
    assert report.finished
    assert report.game == NAME


def by_keys(port: WireTable) -> None:
    assert "This shows your" in typed(port, "3")
    typed(port, "3", "<enter>")


def by_line(port: WireTable) -> None:
    table = PlainTable(port, asks=False)
    third = port.view().own[2]
    assert f"3 This shows your {third}." in map(as_text, table.look().lines)
    assert [as_text(line) for line in table.typed("9")] == ["There is no move 9: choose 1 to 8."]
    assert any(as_text(line).startswith("2 ") for line in table.typed("help"))
    assert f"3 This shows your {third}." in map(as_text, table.typed("show"))
    table.typed("3")
    assert as_text(table.typed("3")[0]).startswith("Not now")


def by_click(port: WireTable) -> None:
    scene: AnyTablePage = TablePage(FollowedTable(port), NamedPage(NAME, PAGES[NAME]))
    scene.look()
    third = scene.page().moves[2]
    assert third.preview.startswith("This shows your")
    scene.do(PlayMove(third.name))


@pytest.mark.parametrize("play", [by_keys, by_line, by_click])
def test_new_game_needs_no_own_scene_to_be_played(
    play: Callable[[WireTable], None], tmp_path: Path
) -> None:
    wire = wire_for(RULES[NAME], 3)
    port = WireTable(wire, game=NAME)
    asyncio.run(until_own_turn(port))
    third = port.view().own[2]
    play(port)
    while wire.deliver() or act(wire, BOTS[NAME]):
        pass
    assert port.view().log[0] == (0, third)
    (content,) = {node.table.transcript() for node in wire.nodes}
    assert audit(content, RULES).finished
    path = tmp_path / "game.p2ph"
    path.write_bytes(content)
    result = CliRunner().invoke(main, ["replay", "--text", str(path)])
    assert result.exit_code == 0, result.output
    assert f"Ana shows {third}." in result.stdout


async def until_own_turn(port: WireTable) -> None:
    while port.status().activity is not Activity.MOVING or port.view().actor != port.seat:
        await port.changed()


def test_new_game_is_described_to_other_programs() -> None:
    wire, game = wire_for(RULES[NAME], 2), GAMES[NAME]
    wire.open()
    play_out(wire, BOTS[NAME])
    view: Any = wire.nodes[0].table.view()
    sentences = {"view": game.data.view(view), "log": game.data.log(view)}
    assert set(sentences["view"]) == {"seat", "turn", "outcome", "own"}
    assert json.loads(json.dumps(sentences))["log"] == [[seat, face] for seat, face in view.log]
    assert game.data.move(game.rules.unpack(("show", 7))) == {"type": "show", "card": 7}


def test_new_game_allows_talk() -> None:
    wire = wire_for(RULES[NAME], 2, options={"talk": "free"})
    wire.open()
    while wire.deliver():
        pass
    wire.carry(Seat(0), wire.nodes[0].table.talk(Text("hello")))
    while wire.deliver():
        pass
    assert [remarks.remark for remarks in wire.nodes[1].table.remarks()] == [Text("hello")]


def test_new_game_is_resumed_from_the_journal() -> None:
    wire = wire_for(RULES[NAME], 2)
    wire.open()
    while wire.deliver() or act(wire, BOTS[NAME]):
        pass
    seating, signatures, mes = seated(RULES[NAME], 2)
    again = Table(RULES[NAME], seating, signatures, mes[0])
    again.restore(wire.nodes[0].journal)
    assert again.view() == wire.nodes[0].table.view()


@pytest.mark.parametrize("language", LANGUAGES)
def test_new_game_is_replayed_and_exported_in_every_language(
    language: str, transcript: Path
) -> None:
    out = transcript.with_name("game.html")
    runner = CliRunner()
    with speaking(language):
        result = runner.invoke(main, ["--lang", language, "replay", "--text", str(transcript)])
        made = runner.invoke(
            main, ["--lang", language, "export", str(transcript), "--out", str(out)]
        )
    assert result.exit_code == 0, result.output
    assert "wins." in result.stdout
    assert "You hold" not in result.stdout
    assert all(f"{name} holds" in result.stdout for name in ("Ana", "Ben", "Chi"))
    assert made.exit_code == 0, made.output
    with speaking(language):
        counted = runner.invoke(main, ["--lang", language, "stats", str(transcript)])
    assert "(Ana 1, Ben 1, Chi 1)" in counted.stdout
    assert "shows" in out.read_text(encoding="utf-8")


class OpenHands(HighCardScreen):
    """Prints hands that are hidden from those who hold them, as a `LogScreen` may."""

    def hand(self, view: Any, who: str | None) -> list[Line]:
        return [
            text("seen" if isinstance(card, SeenCard) else "?") for card in view.hands[view.seat]
        ]


def test_all_hands_of_a_replay_are_shown_with_all_cards() -> None:
    recording: Any = in_memory("hanabi", 3)
    replay: Any = LogReplay(OpenHands())
    hands = [as_text(line) for line in replay.beside(recording, 0, AllFrom(Seat(0)))]
    assert hands == ["seen"] * 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_new_game_is_painted_full_screen_in_every_language(language: str) -> None:
    with speaking(language):
        for size in SIZES:
            port = DealtTable(3, game=NAME)
            port.until_my_turn()
            assert "High card" in typed(port, size=size)
            assert "shows your" in typed(port, "2", size=size)
            typed(port, "2", "<enter>", size=size)
            port.until_my_turn()
            assert "wins." in typed(port, size=size)


def test_a_move_above_9_is_typed_and_clicked() -> None:
    """A number that another could continue waits for Enter; a row can be clicked at once."""
    port = DealtTable(2, game=NAME)
    port.until_my_turn()
    own = port.view().own
    assert len(own) == 12
    assert "Move 1_" in typed(port, "1")
    assert f"This shows your {own[0]}." in typed(port, "1", "<enter>").splitlines()[-2]
    assert f"This shows your {own[11]}." in typed(port, "1", "2").splitlines()[-2]
    assert "There is no move 0" in typed(port, "0")
    assert "Cancelled." in typed(port, "1", "<back>")
    assert (
        f"This shows your {own[10]}."
        in clicked(port, f"11 This shows your {own[10]}.").splitlines()[-2]
    )
    typed(port, "1", "1", "<enter>")
    port.until_my_turn()
    assert port.view().log[0] == (0, own[10])


def test_list_of_moves_longer_than_the_screen_has_pages() -> None:
    port = DealtTable(2, game=NAME)
    port.until_my_turn()
    moves = MoveList(port.screen, Players(port.seat, port.names))

    def page(*keys: str) -> tuple[list[str], list[str]]:
        assert all(moves.turn(key) for key in keys)
        block = moves.painted(port.view(), Size(60, 5))
        return [as_text(line).split()[0] for line in block.lines], [z.pressed for z in block.zones]

    assert page()[0] == ["1", "2", "3", "4", "Moves"]
    assert page("pagedown")[0][0] == "5"
    assert page("pagedown", "pagedown")[1] == ["move 9", "move 10", "move 11", "move 12"]
    assert page("pageup", "pageup", "pageup")[0][0] == "1"
    assert not moves.turn("up")


@pytest.mark.parametrize("language", LANGUAGES)
def test_new_game_is_played_in_plain_mode_in_every_language(language: str) -> None:
    port = WireTable(wire_for(RULES[NAME], 2), game=NAME)
    with speaking(language):
        paper = Paper(react=lambda line: "3" if line == _("Your turn.") else "")
        asyncio.run(at_a_pipe(lambda console: play_table(port, console), paper, stays=True))
    assert any(line.endswith("wins.") for line in paper.lines)


def test_a_number_in_lines_is_refused_as_any_move_is() -> None:
    port = DealtTable(2, game=NAME)
    table: PlainTable[Any, Any] = PlainTable(port, asks=False)

    def said(line: str) -> str:
        return "\n".join(as_text(row) for row in table.typed(line))

    assert said("3").startswith("The cards are not dealt yet")
    port.until_my_turn()
    assert "There is no move 13" in said("13")
    port.withdrawn = True
    assert said("3") == "The game has ended."


def test_toy_has_what_the_recipe_names_and_needs_no_more() -> None:
    page = Path("docs/contributing.md").read_text(encoding="utf-8")
    recipe = page[page.index("## How to add a game") : page.index("## How to land a change")]
    named = re.findall(r"`([\w/]+\.py)`\s+with\s+((?:`\w+`(?:,| and)?\s*)+)", recipe)
    parts = [(module, name) for module, names in named for name in re.findall(r"`(\w+)`", names)]
    for module, name in parts:
        path = module.removesuffix(".py").replace("/", ".")
        assert hasattr(import_module(f"tests.toy.{path}"), name)
    assert "`p2p_hanabi/registry.py`: one line" in recipe
    besides = re.findall(r"`([\w/]+)`\s+holds\s+`(\w+)`", recipe)
    for module, name in besides:
        path = module.replace("/", ".")
        assert hasattr(import_module(f"p2p_hanabi.games.hanabi.{path}"), name)
    asked = {name for name, part in vars(GamePlugin).items() if isinstance(part, property)}
    assert len(asked - {"_log_screen"}) == len(parts) + len(besides)
