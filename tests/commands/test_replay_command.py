"""`p2phanabi replay`: what is printed of a game, through whose eyes, and what is refused."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from p2p_hanabi.cli import main
from p2p_hanabi.commands.records.branches import shown_replay
from p2p_hanabi.commands.records.playback import of_history, open_playback
from p2p_hanabi.commands.variations.variation import Variation
from p2p_hanabi.commands.variations.variation_files import lines_beside
from p2p_hanabi.registry import REPLAY_BOARDS
from p2p_hanabi.ui.drawing.canvas import Size
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.model.replay_actions import ListsLines, ReplayAction
from p2p_hanabi.ui.model.shown_replay import NO_LEVELS, ShownReplay
from p2p_hanabi.ui.replay.narration import as_story, at_the_end
from p2p_hanabi.ui.replay.recording import Spectator, Viewpoint
from p2p_hanabi.ui.terminal.replay_scene import ReplayScene
from protocol.audit.verdict import audited
from protocol.game import Seat
from protocol.ledger.transcript import write_transcript
from protocol.peer.status import Activity
from tests.attacks.villain import BOTH
from tests.command_line import run
from tests.commands.played import in_memory
from tests.fakes import NAMES
from tests.independent_vectors import FOLDER, load
from tests.lengths import long, sampled
from tests.protocol.peer.split import find_gone, lose, waiting_for
from tests.rows import as_rows
from tests.schemas import check
from tests.ui.kit.terminal import Terminal, at_terminal
from tests.worked_example import example


def replay(*arguments: object) -> Result:
    return run("replay", *arguments)


def test_replay_prints_every_move_and_the_result(short_game: Path) -> None:
    result = replay(short_game)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Hanabi, played by Ana, Ben and Chi."
    assert lines[1] == "All cards in the file are shown."
    sentences = [line.partition(":")[0] for line in lines if line[:2] in ("1.", "2.", "3.")]
    assert sentences == ["1. Ben tells Chi", "2. Chi plays card 5", "3. Ana plays card 1"]
    assert "    Fireworks: R1 Y0 G0 B0 W0. Score 1; at most 25." in lines
    assert "Score: 0 of 25" in result.stdout
    assert "Ben still held:" in result.stdout


def test_replay_shows_the_2010_cards_on_request(short_game: Path) -> None:
    program = [sys.executable, "-m", "p2p_hanabi", "replay", "--cards", "2010", "--plain"]
    done = subprocess.run([*program, short_game], capture_output=True, text=True, check=True)
    assert "Fireworks: R1 Y0 G0 B0 K0." in done.stdout


def test_a_seat_does_not_see_its_own_hand(short_game: Path) -> None:
    seen = replay("--seat", "ben", "--text", short_game).stdout
    assert "The game as Ben saw it." in seen
    hand = seen.split("Ben, player 2")[1].splitlines()[1]
    assert hand == "  1, 2, 3, 4, 5: told nothing"
    assert "Ben still held:" in seen  # which the end shows to all
    assert replay("--seat", "2", short_game).stdout == seen


def test_the_public_saw_no_hand_at_all(short_game: Path) -> None:
    seen = replay("--seat", "public", short_game).stdout
    assert "Only what all players knew is shown." in seen
    assert seen.count(" told nothing\n") == 3


def test_json_has_a_line_per_move_and_ends_with_the_outcome(short_game: Path) -> None:
    lines = [json.loads(line) for line in replay("--json", short_game).stdout.splitlines()]
    assert [line["number"] for line in lines] == [1, 2, 3]
    assert lines[0]["name"] == "Ben"
    assert lines[0]["move"] == ["hint rank", 2, 1, [12, 14]]
    assert lines[0]["told"][0].startswith("Ben tells Chi")
    assert lines[1]["state"][4] == [1, 0, 0, 0, 0]
    assert [line.get("outcome") for line in lines] == [
        None,
        None,
        {"reason": "third red token", "score": 0},
    ]


def test_states_equal_those_of_the_independent_implementation() -> None:
    value = load("games.json")["games"][0]
    lines = replay("--json", FOLDER / value["file"]).stdout.splitlines()
    shown = [(line["seat"], line["move"], line["state"]) for line in map(json.loads, lines)]
    assert shown == [(each["seat"], each["move"], each["after"]) for each in value["moves"]]


def test_an_unfinished_file_is_shown_as_far_as_all_agreed(unfinished_game: Path) -> None:
    result = replay(unfinished_game)
    assert result.exit_code == 0
    assert "The game is not finished" in result.stdout
    assert "1. Ben tells Chi" in result.stdout
    assert "2. " not in result.stdout
    assert "Score: " not in result.stdout


def test_a_nobody_is_refused_with_the_names_there_are(short_game: Path) -> None:
    result = replay("--seat", "Zoe", short_game)
    assert result.exit_code == 2
    assert "Ana, Ben, Chi, all, public" in result.stderr


def test_altered_file_is_reported_and_not_shown(short_game: Path, tmp_path: Path) -> None:
    data = bytearray(short_game.read_bytes())
    data[len(data) // 2] ^= 1
    altered = tmp_path / "altered.p2ph"
    altered.write_bytes(data)
    result = replay(altered)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "NOT VALID in step" in result.stderr


def test_file_that_is_not_a_transcript_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none"
    path.write_bytes(b"hello")
    result = replay(path)
    assert result.exit_code == 2
    assert result.stderr == f"{path} is not a transcript.\n"


def test_a_table_that_never_dealt_has_nothing_to_show(tmp_path: Path) -> None:
    table = example()
    table.one_round()
    path = tmp_path / "undealt.p2ph"
    path.write_bytes(write_transcript(table.history))
    result = replay(path)
    assert result.exit_code == 2
    assert "before the cards are dealt" in result.stderr


def test_a_reader_who_has_had_enough_is_no_failure(short_game: Path) -> None:
    program = [sys.executable, "-m", "p2p_hanabi", "replay", str(short_game)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""


# The other games, and the screen.


def story(game: str, seats: int, eyes: Viewpoint) -> str:
    return "\n".join(map(as_text, as_story(in_memory(game, seats), eyes)))


def test_ikebana_is_replayed_to_the_ranking() -> None:
    sentence = story("ikebana", 3, Spectator.EVERYTHING)
    assert "Round 1 of 4, card 1 of 5." in sentence
    assert "The four rounds are over. The ranking:" in sentence


def test_koikoi_shows_a_hand_to_its_holder_alone() -> None:
    dealt = story("koikoi", 2, Seat(0)).partition("1. ")[0]
    assert f"{NAMES[1]} holds 8 cards and has taken:" in dealt
    assert "not seen" not in dealt
    assert f"{NAMES[0]} holds: " in dealt
    public = story("koikoi", 2, Spectator.PUBLIC).partition("1. ")[0]
    assert public.count("holds 8 cards and has taken:") == 2
    assert "hidden cards" not in story("koikoi", 2, Spectator.EVERYTHING)


def test_imported_game_is_shown_as_unsigned() -> None:
    assert "nobody has signed it" in story("hanabi", 2, Spectator.EVERYTHING)


def looked_at(game: str, *keys: str, seats: int = 3, size: tuple[int, int] = (80, 24)) -> str:
    """What the screen shows after these keys."""
    scene = ReplayScene(
        ShownReplay(in_memory(game, seats), Spectator.EVERYTHING), REPLAY_BOARDS[game]
    )

    shown: list[str] = []

    async def play(screen: Terminal) -> None:
        shown.append(await screen.type(*keys))

    at_terminal(scene, size, play)
    return shown[-1]


def test_the_screen_steps_through_the_game_and_stops_at_its_ends() -> None:
    last = in_memory("hanabi", 3).count - 1
    assert f"REPLAY 0/{last}: all cards shown" in looked_at("hanabi")
    assert f"REPLAY 2/{last}" in looked_at("hanabi", "<right>", " ", "<right>", "<left>")
    assert f"REPLAY {last}/{last}" in looked_at("hanabi", "<end>")
    assert "The game is over; Right shows the result." in looked_at("hanabi", "<end>")
    assert "This is the beginning of the game." in looked_at("hanabi", "<end>", "<home>", "<left>")


@sampled(2)
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
@pytest.mark.parametrize(("game", "seats"), [("hanabi", 5), ("ikebana", 5), ("koikoi", 2)])
def test_the_whole_result_is_a_page_behind_the_last_move(
    game: str, seats: int, size: tuple[int, int]
) -> None:
    reel = in_memory(game, seats)
    shown = looked_at(game, "<end>", "<right>", seats=seats, size=size)
    assert "Left back  Tab other view  q closes" in shown
    unfolded = " ".join(shown.split())
    for line in at_the_end(reel, Spectator.EVERYTHING):
        assert " ".join(as_text(line).split()) in unfolded
    assert "REPLAY" in looked_at(game, "<end>", "<right>", "<left>", seats=seats, size=size)
    assert "REPLAY" in looked_at(game, "<end>", "<right>", "1", seats=seats, size=size)


@sampled(4)
@pytest.mark.parametrize(("game", "seats"), [("hanabi", 3), ("ikebana", 3), ("koikoi", 2)])
@pytest.mark.parametrize(
    "eyes", [Spectator.EVERYTHING, Spectator.PUBLIC, Seat(0), Seat(1)], ids=str
)
def test_nobody_is_addressed_who_only_looks_on(game: str, seats: int, eyes: Viewpoint) -> None:
    reel, addressed = in_memory(game, seats), re.compile(r"\byou\w*", re.IGNORECASE)
    scene = ReplayScene(ShownReplay(reel, eyes), REPLAY_BOARDS[reel.game])
    shown = [*map(as_text, as_story(reel, eyes))]
    for _ in range(0, reel.count, 3):
        shown += as_rows(scene.paint(Size(80, 24), Theme()))
        for _ in range(3):
            scene.press("right")
    assert [row for row in shown if addressed.search(row)] == []


def test_board_names_the_owner_of_the_shown_hand() -> None:
    assert f"{NAMES[0]}'s hand ─" in looked_at("koikoi", "1", seats=2)
    assert f"{NAMES[1]}'s hand ─" in looked_at("koikoi", "2", seats=2)


def test_both_hands_are_shown_once_dealt() -> None:
    lines = [as_text(line) for line in as_story(in_memory("koikoi", 2), Spectator.PUBLIC)]
    dealt = next(n for n, line in enumerate(lines) if "Round 2 of 6: " in line)
    hidden = [f"    {name} holds 8 hidden cards." for name in NAMES[:2]]
    assert lines[dealt:].index(hidden[0]) < 8
    assert [lines.count(each) for each in hidden] == [5, 5]  # of six rounds; the page has the first


def test_screen_shows_or_hides_a_hand_by_viewpoint() -> None:
    name = NAMES[1]
    assert f"0/{in_memory('hanabi', 3).count - 1}: {name}" in looked_at("hanabi", "2")
    own = next(row for row in looked_at("hanabi", "2").splitlines() if "[1]" in row)
    assert own.split()[2:] == ["[1]", "[2]", "[3]", "[4]", "[5]"]
    shown = looked_at("hanabi", "2", "a")
    assert len(next(row for row in shown.splitlines() if "[1]" in row).split()) == 12
    assert looked_at("hanabi", "p").count("??") == 10
    assert looked_at("hanabi", "2") == looked_at("hanabi", "<tab>", "<tab>")


@sampled(3)
@pytest.mark.parametrize(("game", "seats"), [("hanabi", 5), ("ikebana", 5), ("koikoi", 2)])
@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
def test_every_game_is_shown_at_every_size(game: str, seats: int, size: tuple[int, int]) -> None:
    back = ["<left>"] if game == "hanabi" else ["<left>", "<left>"]  # over the last result
    text = looked_at(game, "<right>", "<end>", *back, seats=seats, size=size)
    last = in_memory(game, seats).count - 1
    assert f"REPLAY {last - 1}/{last}" in text
    assert "Right" in text or size == (60, 20)  # there the sentences take its row
    assert NAMES[0] in text
    assert NAMES[1] in text


@pytest.mark.parametrize(
    ("game", "seats", "sentence"),
    [("hanabi", 5, "Score: "), ("ikebana", 5, "has won."), ("koikoi", 2, "has won.")],
)
def test_last_step_shows_the_result(game: str, seats: int, sentence: str) -> None:
    assert sentence in looked_at(game, "<end>", "<right>", seats=seats)


def test_koikoi_board_describes_the_hand_it_has_no_room_for() -> None:
    back = ("<end>", "<left>", "<left>")
    assert f"{NAMES[1]} holds: " in looked_at("koikoi", *back, seats=2)
    assert f"{NAMES[1]} holds: " not in looked_at("koikoi", *back, "1", seats=2)
    public = looked_at("koikoi", "p", "<right>", seats=2)
    assert f"{NAMES[1]} holds 8 hidden cards." in public
    assert "8 cards not seen" in public


def test_koikoi_board_keeps_its_headings_and_numbers() -> None:
    steps = [looked_at("koikoi", *["<right>"] * count, seats=2) for count in (1, 2, 3, 4, 9)]
    assert {"on the table" in shown.splitlines()[6] for shown in steps} == {True}


def test_finished_round_shows_no_worth() -> None:
    end = looked_at("koikoi", "<end>", seats=2)
    assert "worth" not in end
    assert "near:" not in end


def test_move_without_a_log_entry_is_described() -> None:
    sentence = story("koikoi", 2, Spectator.EVERYTHING)
    assert " declares nothing." in sentence
    assert "has moved" not in sentence


def test_the_help_of_a_replay_has_the_key_of_hanabi_there_alone() -> None:
    assert "what owners know about their cards" in looked_at("hanabi", "?")
    assert "what owners know about their cards" not in looked_at("koikoi", "?", seats=2)


def test_screen_shows_the_log_so_far() -> None:
    assert "l log" in looked_at("hanabi", "<right>")
    shown = looked_at("hanabi", "<right>", "<right>", "l")
    assert "Escape goes back" in shown
    assert "REPLAY" not in shown


def test_screen_explains_its_keys_and_refuses_others() -> None:
    assert "with only what all players knew" in looked_at("hanabi", "?")
    assert "z does nothing here" in looked_at("hanabi", "z")
    assert "9 does nothing here" in looked_at("hanabi", "9")
    assert "counting" in looked_at("hanabi", "e", "e")
    assert NO_LEVELS in looked_at("ikebana", "e")


@pytest.mark.parametrize("key", ["q", "escape", "interrupt"])
def test_the_screen_is_left_by(key: str) -> None:
    scene = ReplayScene(
        ShownReplay(in_memory("hanabi", 3), Spectator.EVERYTHING), REPLAY_BOARDS["hanabi"]
    )
    scene.press("?")
    scene.press("x")
    assert not scene.is_over
    scene.press(key)
    assert scene.is_over


def test_cards_of_a_game_continued_without_a_seat_are_all_known() -> None:
    scene = waiting_for(1, Activity.MOVING)
    lose(scene, 1)
    scene.run()
    find_gone(scene, 1)
    scene.run()
    report, history = audited(scene.tables[0].transcript(), BOTH)
    assert history is not None, report.fault
    playback = of_history(history, report)
    assert playback.usual_eyes is Spectator.EVERYTHING
    passed = [moment.by for moment in playback.moments[1:] if moment.move is None]
    assert set(passed) == {Seat(1)}


# -- lines that were kept


@long
def test_kept_lines_are_listed_shown_and_exported(tmp_path: Path) -> None:
    path = tmp_path / "game.p2ph"
    path.write_bytes(Path("tests/kept/hanabi.p2ph").read_bytes())
    typed = "go 10\n1\nbots\nsave Try: so\nquit\n"
    command = [sys.executable, "-m", "p2p_hanabi", "replay", str(path), "--what-if"]
    tried = subprocess.run(command, input=typed, capture_output=True, text=True, check=True)
    assert 'The line "Try" is kept' in tried.stdout
    listed = CliRunner().invoke(main, ["replay", str(path), "--lines", "--json"])
    (line,) = map(json.loads, listed.stdout.splitlines())
    check("lines.json#/$defs/line", line)
    assert (line["name"], line["after"], line["remark"]) == ("Try", 10, "so")
    shown = CliRunner().invoke(main, ["replay", str(path), "--line", "Try", "--text"])
    assert shown.stdout.startswith("Try: ")
    assert "At the end: " in shown.stdout
    printed = CliRunner().invoke(main, ["replay", str(path), "--line", "Try", "--json"])
    assert len(printed.stdout.splitlines()) == 10 + line["moves"]
    page = CliRunner().invoke(main, ["export", str(path), "--html", "--out", "-"])
    assert '<option value="1">Try</option>' in page.stdout
    assert '"leaves":10' in page.stdout.replace(" ", "")
    game = CliRunner().invoke(main, ["export", str(path), "--hanab-live", "--out", "-"])
    other = CliRunner().invoke(
        main, ["export", str(path), "--line", "Try", "--hanab-live", "--out", "-"]
    )
    both = [json.loads(each.stdout)["actions"] for each in (game, other)]
    assert both[0][:10] == both[1][:10]
    assert both[0][10] != both[1][10]
    wrong = CliRunner().invoke(main, ["replay", str(path), "--line", "../x"])
    assert wrong.exit_code == 2
    assert 'No line of this game is called "../x".' in wrong.stderr


def test_lines_that_do_not_fit_any_more_are_listed_with_why(tmp_path: Path) -> None:
    path = tmp_path / "game.p2ph"
    path.write_bytes(data := Path("tests/kept/hanabi.p2ph").read_bytes())
    files = lines_beside(path, data)
    assert files is not None
    files.keep(Variation(files.game_digest, "Late", "so", 5000, (("play", 1),)))
    listed = CliRunner().invoke(main, ["replay", str(path), "--lines"])
    why = "the game has fewer moves"
    about = (
        f"Late: It does not fit this game any more: {why}. 1 move, after move 5000 of the game. so"
    )
    assert listed.stdout.strip() == about
    facts = json.loads(CliRunner().invoke(main, ["replay", str(path), "--lines", "--json"]).stdout)
    check("lines.json#/$defs/line", facts)
    assert facts["unfit"] == why
    replay = shown_replay(open_playback(path), Spectator.EVERYTHING)
    reply = replay.do(ReplayAction.LINES)  # and so does each screen
    assert isinstance(reply, ListsLines)
    assert [f"{name}: {row}" for name, row in reply.rows] == [about]
