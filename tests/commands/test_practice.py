"""The deal of a finished game once more, with bots: one seat sees no more than at a table, and
nothing of it counts."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from p2p_hanabi.commands.practice.filled_deal import filled
from p2p_hanabi.commands.practice.practice_lines import practise_in_lines
from p2p_hanabi.commands.practice.practice_table import KnownDeal, PracticeTable
from p2p_hanabi.commands.records.branches import shown_replay
from p2p_hanabi.commands.records.playback import Playback, open_playback
from p2p_hanabi.commands.screens.page_scenes import PAGE_SCENES
from p2p_hanabi.commands.screens.practising import follow_replay, practise
from p2p_hanabi.commands.screens.terminal_scenes import TERMINAL_SCENES
from p2p_hanabi.commands.variations.variation_files import VariationFiles
from p2p_hanabi.registry import GAMES, GamePlugin
from p2p_hanabi.seam.audiences import may_see
from p2p_hanabi.ui.drawing.canvas import Size
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.drawing.theme import theme_of
from p2p_hanabi.ui.lines.end_lines import PlainEnd
from p2p_hanabi.ui.model.end.ended_table import EndedTable
from p2p_hanabi.ui.model.end.shown_end import EndedAction, ShownEnd, Wish
from p2p_hanabi.ui.model.replay_actions import JumpTo, KeepLine, LookThrough
from p2p_hanabi.ui.model.table.table_actions import TableAction
from protocol.errors import NotNow
from protocol.game import Card, Face, Seat
from tests.any_game import bare
from tests.command_line import run
from tests.commands.played import in_memory
from tests.kept.test_kept_games import KEPT
from tests.lengths import long
from tests.ui.kit.paper import Paper, at_a_pipe

SEATS = {"hanabi": 3, "ikebana": 3, "koikoi": 2, "highcard": 3}
ME = Seat(1)


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "highcard", GamePlugin("tests.toy"))


def table_of(game: Playback, seat: Seat = ME, at: int = 0) -> PracticeTable:
    return KnownDeal(game, seat, at).new_table(0.0)


def kept_game(name: str) -> Playback:
    return open_playback(next(path for path in KEPT if path.stem == name))


def play(table: PracticeTable, dice: Random) -> None:
    """The player's move, from what the player is shown, or a bot's."""
    if not table.let_bot_move():
        view: Any = table.now.view
        table.play(dice.choice(view.moves))


def played_out(table: PracticeTable, seed: int = 1) -> PracticeTable:
    dice = Random(seed)  # noqa: S311 - a test
    while not table.is_over:
        play(table, dice)
    return table


# -- the table


@pytest.mark.parametrize("name", SEATS)
def test_seat_sees_its_own_view_until_the_end(name: str) -> None:
    game = in_memory(name, SEATS[name])
    table, dice = table_of(game), Random(3)  # noqa: S311 - a test
    while not table.is_over:
        seen = table.line.moments[-1].audiences
        hidden = {card for card, audience in seen.items() if not may_see(audience, ME)}
        assert hidden.isdisjoint(table.now.faces)
        assert set(table.now.faces) <= set(seen)
        assert all(bare(view).seat == ME for view in (table.now.view, *table.now.past))
        play(table, dice)
    assert table.line.is_finished


@pytest.mark.parametrize("name", SEATS)
def test_the_games_own_moves_deal_its_own_cards(name: str) -> None:
    game = in_memory(name, SEATS[name])
    table = table_of(game)
    for moment in game.moments[1:]:
        assert moment.move is not None
        table._move(moment.move)
    assert table.line.moments == game.moments
    assert table.now.practice is not None
    assert "You have all played as in the game." in table.now.practice.compared


def test_both_scores_and_the_first_difference_are_said() -> None:
    table = played_out(table_of(kept_game("hanabi")))
    assert table.now.practice is not None
    scores, first, here, there = table.now.practice.compared
    assert scores.endswith(" The game: 23.")
    assert first.startswith("The first difference is move ")
    assert here.startswith("Here: ")
    assert there.startswith("In the game: ")


def test_nobody_plays_out_of_turn() -> None:
    game = in_memory("hanabi", 3)
    mover = game.mover(1)
    assert mover is not None
    table = table_of(game, Seat((mover + 1) % 3))
    with pytest.raises(NotNow):
        table.play(bare(game.moments[1].move))
    assert table.line.count == 1


# -- cards that no file shows


@long
def test_hidden_cards_make_whole_piles_and_the_shown_ones_stay() -> None:
    game = kept_game("koikoi")
    deal = filled(game)
    assert deal.hidden == 7 * 48 - len(game.faces)
    assert deal == filled(game)
    assert game.faces.items() <= deal.playback.faces.items()
    for start in range(0, len(deal.playback.faces), 48):
        pile = [deal.playback.faces[Card(start + at)] for at in range(48)]
        assert Counter(pile) == Counter(map(Face, range(48)))


def test_a_line_that_needed_hidden_cards_is_not_kept(tmp_path: Path) -> None:
    files = VariationFiles(tmp_path / "game.p2ph", bytes(32))
    deal = KnownDeal(replace(kept_game("koikoi"), kept_at=files), ME)
    shown = deal.beside(played_out(deal.new_table(0.0)).line)
    reply: Any = shown.do(KeepLine("Try", ""))
    assert "the file does not show all of its cards" in as_text(reply.lines[-1])
    assert not files.folder.exists()


# -- what is refused


def test_an_unfinished_game_is_not_dealt_again(unfinished_game: Path) -> None:
    shown = run("practice", unfinished_game)
    assert shown.exit_code == 2
    assert shown.stderr == "This game has not ended, so its deal cannot be played again.\n"


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (("--from", "71"), "The game has no turn 71 to go on from: choose one from 0 to 69.\n"),
        (("--from", "-1"), "The game has no turn -1 to go on from: choose one from 0 to 69.\n"),
        (("--seat", "public"), "public is no player: choose one by name or number.\n"),
        (("--seat", "Zoe"), "Nobody at this table is called Zoe; the players are Wren, Robin, "),
    ],
)
def test_no_such_turn_or_seat_is_a_sentence(asked: tuple[str, str], why: str) -> None:
    hanabi = next(path for path in KEPT if path.stem == "hanabi")
    shown = run("practice", hanabi, *asked)
    assert shown.exit_code == 2
    assert shown.stderr.startswith(why)


# -- every screen


@pytest.mark.parametrize("name", SEATS)
def test_full_screen_and_page_say_that_it_is_practice(name: str) -> None:
    game = in_memory(name, SEATS[name])
    for screens in (TERMINAL_SCENES, PAGE_SCENES):
        table = table_of(game)
        scene: Any = screens.table(table, name)
        for ended in (False, True):
            scene.look()
            if screens is PAGE_SCENES:
                page = scene.page()
                shown = " ".join([page.heading, *(words.text for words in page.messages)])
                assert page.heading.startswith("PRACTICE")
            else:
                picture = scene.paint(Size(80, 24), theme_of({}, "utf-8"))
                shown = "\n".join(as_text(line) for line in picture.lines)
            assert ("PRACTICE" in shown) or ended
            assert ("you may know this deal" in " ".join(shown.split())) or ended
            played_out(table)


def test_lines_say_so_before_each_turn() -> None:
    game = in_memory("highcard", 3)

    async def talk() -> list[str]:
        paper = Paper(react=lambda line: "1" if "Your turn" in line else "")
        deal = KnownDeal(game, ME)
        return await at_a_pipe(partial(practise_in_lines, deal=deal), paper, stays=True)

    lines = asyncio.run(talk())
    assert "you may know this deal" in " ".join(" ".join(lines).split())
    assert any("The first difference" in line or "as in the game" in line for line in lines)


def test_lines_tell_the_result_of_practice_once() -> None:
    game = open_playback(next(each for each in KEPT if each.stem == "ikebana"))
    playing = partial(practise_in_lines, deal=KnownDeal(game, ME))
    lines = asyncio.run(at_a_pipe(playing, Paper(), *["draw", "keep"] * 60))
    said = [line.strip() for line in lines]
    assert said.count("The four rounds are over. The ranking:") == 1
    assert said.count("Round 4 of 4: result") == 1


def test_a_replay_after_practice_has_one_label_on_all_screens() -> None:
    table = played_out(table_of(in_memory("highcard", SEATS["highcard"])))
    shown: list[str] = []
    for screens in (TERMINAL_SCENES, PAGE_SCENES):
        scene: Any = screens.table(table, "highcard")
        scene.look()
        scene.finish_table(EndedTable())
        scene.look()
        if screens is PAGE_SCENES:
            shown.append(" ".join(button.words for button in scene.page().buttons))
        else:
            picture = scene.paint(Size(80, 24), theme_of({}, "utf-8"))
            shown.append(" ".join(as_text(line) for line in picture.lines))
    talk: PlainEnd[Any, Any] = PlainEnd(table, ShownEnd(table))
    shown.append(" ".join(as_text(line) for line in talk.look().lines))
    assert ["Compare with the game, and keep it" in each for each in shown] == [True] * 3
    assert ["replay" in each.replace('"replay":', "").lower() for each in shown] == [False] * 3


@pytest.mark.parametrize("name", SEATS)
def test_the_end_offers_what_practice_has(name: str) -> None:
    table = played_out(table_of(in_memory(name, SEATS[name])))
    end: ShownEnd[Any, Any] = ShownEnd(table)
    end.come(None)
    offered = (EndedAction.AGAIN, Wish.REPLAY, EndedAction.CLOSE)
    assert set(end.offered()) == set(offered)
    assert end.why_not(Wish.PAGE) == "This was practice: it is in no file, and counts for nothing."
    assert end.do(EndedAction.AGAIN) is None
    assert (end.plays_again, end.look()) == (True, [])


class Stage:
    """Plays on each table that it is shown, and does what is wanted next."""

    def __init__(self, *wanted: Any) -> None:
        self.wanted = list(wanted)
        self.shown: list[Any] = []

    async def follow(self, scene: Any, _changed: object) -> None:
        self.shown.append(scene)
        await asyncio.to_thread(self.wanted.pop(0), scene)


def scene_port(scene: Any) -> PracticeTable:
    port = scene._port
    assert isinstance(port, PracticeTable)
    return port


def test_from_the_end_of_practice_to_its_line_and_again(tmp_path: Path) -> None:
    files = VariationFiles(tmp_path / "game.p2ph", bytes(32))
    game = replace(kept_game("hanabi"), kept_at=files)

    def keeps(scene: Any) -> None:
        played_out(scene_port(scene))
        scene.look()
        scene.press("r")
        assert scene.is_over

    def names(scene: Any) -> None:
        for key in ("K", *"Try", "enter", "enter", "q"):
            scene.press(key)

    stage: Any = Stage(
        keeps,
        names,
        lambda scene: scene.press("a"),
        lambda scene: scene.press("q"),
    )
    asyncio.run(practise(stage, TERMINAL_SCENES, KnownDeal(game, ME)))
    kept, refused = files.all()
    assert ([each.name for each in kept], refused) == (["Try"], [])
    first, again = scene_port(stage.shown[0]), scene_port(stage.shown[3])
    assert again.line.count == 1 < first.line.count


def test_a_replay_goes_on_where_it_was_after_practice() -> None:
    game = kept_game("hanabi")
    replay = shown_replay(game, Seat(0))
    replay.do(JumpTo(5))
    replay.do(LookThrough(ME))
    stage: Any = Stage(
        lambda scene: scene.press("d"),
        scene_port,
        lambda scene: scene.press("q"),
    )
    asyncio.run(follow_replay(stage, TERMINAL_SCENES, game, replay))
    table = scene_port(stage.shown[1])
    assert (table.now.seat, table.line.count) == (ME, 6)
    assert (replay.at, replay.is_over, stage.shown[0]) == (5, True, stage.shown[2])


def test_leaving_practice_leaves_no_seat_and_no_program() -> None:
    table = table_of(in_memory("hanabi", 3))
    scene: Any = TERMINAL_SCENES.table(table, "hanabi")
    for key in ("q", *"close", "enter"):
        scene.press(key)
    assert scene.is_over
    assert not scene.has_left
    assert TableAction.ABANDON not in scene._table.shown.offered()


# -- what counts


def test_practice_counts_in_no_statistics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A practice that is kept lies beside its transcript, and is still no game."""
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path))
    folder = tmp_path / "transcripts"
    folder.mkdir()
    path = folder / "game.p2ph"
    shutil.copy(next(each for each in KEPT if each.stem == "hanabi"), path)
    asked = (("history", "--totals"), ("history", "--totals", "--json"), ("history", "--json"),
             ("stats", "1"), ("stats", "1", "--json"))  # fmt: skip

    def counted() -> list[str]:
        return [run(*each).stdout for each in asked]

    before, transcript = counted(), path.read_bytes()
    assert all(before)
    deal = KnownDeal(open_playback(path), ME)
    moves = ["discard 1", "play 1"] * 60
    asyncio.run(at_a_pipe(partial(practise_in_lines, deal=deal), Paper(), *moves))
    shown = deal.beside(played_out(deal.new_table(0.0)).line)
    shown.do(KeepLine("Practice", "as practice"))
    assert json.loads(run("replay", path, "--lines", "--json").stdout)["name"] == "Practice"
    assert counted() == before
    assert path.read_bytes() == transcript
    assert sorted(each.name for each in folder.iterdir()) == ["game.p2ph", "game.p2ph.lines"]
