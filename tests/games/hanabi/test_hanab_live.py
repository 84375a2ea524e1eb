"""Games that hanab.live ended early, and which parts of its files are preserved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.commands.records.playback import of_record, open_playback
from p2p_hanabi.commands.records.record import BadRecord, read_record, write_record
from p2p_hanabi.games.hanabi.formats.hanab_live_writer import to_hanab_live
from p2p_hanabi.games.hanabi.formats.origin import SiteOrigin
from p2p_hanabi.registry import REPLAY_BOARDS
from p2p_hanabi.ui.model.shown_replay import ShownReplay
from p2p_hanabi.ui.replay.recording import Spectator
from p2p_hanabi.ui.terminal.replay_scene import ReplayScene
from protocol.encoding import Value, dec, enc
from tests.any_game import RULES, bare
from tests.command_line import run
from tests.commands.played import recorded
from tests.ui.kit.terminal import Terminal, at_terminal

HANABI = RULES["hanabi"]
ONES = [{"suitIndex": suit, "rank": 1} for suit in range(5)] * 3
FIVES = [{"suitIndex": suit, "rank": 5} for suit in range(5)]
REST = [{"suitIndex": suit, "rank": rank} for rank in (2, 3, 4) for suit in range(5)] * 2


def wasted(count: int, **options: Any) -> dict[str, Any]:
    """A game in which the second player has discarded that many cards, the 1s first."""
    deck = FIVES + ONES + REST
    actions = []
    for card in range(5, 5 + count):
        actions.append({"type": 3, "target": 1, "value": deck[card]["rank"]})
        actions.append({"type": 1, "target": card, "value": 0})
    return {
        "players": ["Ana", "Bo"],
        "deck": deck,
        "actions": actions,
        "options": {"variant": "No Variant", **options},
    }


def ended(kind: int, target: object, value: object, moves: int = 4) -> dict[str, Any]:
    game = wasted(2)
    end = {"type": kind, "target": target, "value": value}
    return game | {"actions": [*game["actions"][:moves], end]}


def brought_in(found: dict[str, Any], folder: Path) -> Path:
    there, here = folder / "game.json", folder / "game.p2ph"
    there.write_text(json.dumps(found))
    result = run("import", there, "--out", here)
    assert (result.exit_code, result.stderr) == (0, "")
    return here


def given_back(path: Path) -> dict[str, Any]:
    out = path.with_name("back.json")
    assert run("export", "--hanab-live", path, "--out", out).exit_code == 0
    found: dict[str, Any] = json.loads(out.read_text())
    return found


ENDS = [
    (ended(4, 1, 3), "Bo ran out of time on hanab.live, which ended the game."),
    (ended(4, -1, 3), "Time ran out on hanab.live, which ended the game."),
    (ended(4, 0, 4), "Ana ended the game on hanab.live before it was over."),
    (ended(4, -1, 4), "The game was ended on hanab.live before it was over."),
    (ended(4, 1, 4, moves=0), "Bo ended the game on hanab.live before it was over."),
    (ended(4, -1, 6), "Nobody moved for too long, so hanab.live ended the game."),
    (ended(5, -1, 10), "The players voted on hanab.live to end the game."),
    (wasted(11, speedrun=True), "so hanab.live ended the speedrun."),
]


@pytest.mark.parametrize(("found", "sentence"), ENDS, ids=lambda each: str(each)[-40:])
def test_an_end_on_hanab_live_is_shown_and_exported_again(
    found: dict[str, Any], sentence: str, tmp_path: Path
) -> None:
    path = brought_in(found, tmp_path)
    story = run("replay", path).stdout
    assert story.count(sentence) == 2  # before the end, and at the end
    assert "The fireworks had reached 0 of 25; hanab.live counts this as 0." in story
    assert "not finished" not in story
    assert given_back(path) == found
    page = tmp_path / "game.html"
    assert run("export", "--html", path, "--out", page).exit_code == 0
    assert sentence in page.read_text()


def test_hanab_live_game_ends_when_no_point_is_possible(tmp_path: Path) -> None:
    path = brought_in(wasted(15), tmp_path)
    story = run("replay", path).stdout
    assert "No more points were possible, so hanab.live ended the game." in story
    assert "Score: 0 of 25." in story
    assert given_back(path) == wasted(15)


def test_game_that_could_have_gone_on_is_unfinished(tmp_path: Path) -> None:
    path = brought_in(wasted(14), tmp_path)
    assert "The game is not finished" in run("replay", path).stdout
    assert open_playback(path).ending is None
    assert given_back(path) == wasted(14)


def test_json_reports_how_the_game_ended(tmp_path: Path) -> None:
    path = brought_in(ended(4, 1, 3), tmp_path)
    *before, last = map(json.loads, run("replay", "--json", path).stdout.splitlines())
    assert last["ended"] == {"by": "hanab.live", "reason": "timeout", "seat": 1}
    assert not [line for line in before if "ended" in line]


def test_the_full_screen_shows_the_end_on_the_last_page(tmp_path: Path) -> None:
    playback = open_playback(brought_in(ended(4, 1, 3), tmp_path))
    scene = ReplayScene(ShownReplay(playback, Spectator.EVERYTHING), REPLAY_BOARDS["hanabi"])
    shown: list[str] = []

    async def play(screen: Terminal) -> None:
        shown.extend([await screen.type("<end>"), await screen.type("<right>")])

    at_terminal(scene, (80, 24), play)
    assert "Right shows the result" in shown[0]
    assert "Bo ran out of time" in shown[1]


KEPT = {
    "id": 12345,
    "seed": "p2v0s1",
    "notes": [["keep this", "", "f"], []],
}


def test_number_seed_notes_and_harmless_options_survive_export(tmp_path: Path) -> None:
    chosen = {"timed": True, "timeBase": 120, "timePerTurn": 20, "speedrun": True}
    found = wasted(3, **chosen, cardCycle=True, deckPlays=True, startingPlayer=0) | KEPT
    back = given_back(brought_in(found, tmp_path))
    del found["options"]["startingPlayer"]  # the usual one
    assert back == found


def test_the_first_player_of_the_site_is_not_moved_to_the_front(tmp_path: Path) -> None:
    found = ended(4, 0, 4, moves=0)
    found["options"]["startingPlayer"] = 1
    path = brought_in(found, tmp_path)
    assert given_back(path) == found
    assert bare(open_playback(path).moments[0].state).seat == 1


def test_fields_that_the_file_cannot_hold_are_named(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(wasted(1) | {"endCondition": 4, "score": 0}))
    result = run("import", path, "--out", tmp_path / "out")
    assert result.exit_code == 0
    assert result.stderr == (
        'Left out, since our game files cannot hold it: "endCondition", "score".\n'
    )


def test_a_byte_order_mark_and_standard_input_are_read(tmp_path: Path) -> None:
    content = b"\xef\xbb\xbf" + json.dumps(wasted(1)).encode()
    assert run("import", "-", "--out", tmp_path / "out", input=content).exit_code == 0
    refused = run("import", "-", "--out", tmp_path / "other", input=b"{")
    assert refused.exit_code == 2
    assert refused.stderr == "standard input: This is not JSON; see line 1.\n"


def changed(**changes: Any) -> str:
    return json.dumps(wasted(1) | changes)


def play_from_the_deck() -> str:
    """The last card of the pile is played without being drawn."""
    game = wasted(39, deckPlays=True)
    return json.dumps(game | {"actions": [*game["actions"], {"type": 0, "target": 49}]})


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (changed().replace('"players"', '"deck": [], "players"'), '"deck" appears twice'),
        (changed(options={"emptyClues": "no"}), '"emptyClues" is neither true nor false'),
        (changed(options={"allOrNothing": 1}), '"allOrNothing" is neither true nor false'),
        (changed(options={"speedrun": "yes"}), '"speedrun" is neither true nor false'),
        (changed(options={"timeBase": -1}), '"timeBase" is not a number'),
        (changed(options={"startingPlayer": True}), '"startingPlayer" is not a number'),
        (changed(options={"startingPlayer": 2**70}), '"startingPlayer" is not a number'),
        (changed(options="none"), '"options" is not an object'),
        (changed(id="12"), '"id" is not a number'),
        (changed(seed=7), '"seed" is not text'),
        (changed(seed="\ud800"), '"seed" is not text'),
        (changed(notes="much"), "list of texts"),
        (changed(notes=[[], [], []]), "list of texts"),
        (changed(notes=[[7]]), "list of texts"),
        (changed(notes=["a"]), "list of texts"),
        (changed(id=float("nan")), "not JSON"),
        (json.dumps(ended(4, 2, 4)), "action 5 ends it, in the name of somebody who does not play"),
        (
            json.dumps(ended(4, "Bo", 4)),
            "action 5 ends it, in the name of somebody who does not play",
        ),
        (
            json.dumps(ended(4, None, 4)),
            "action 5 ends it, in the name of somebody who does not play",
        ),
        (
            json.dumps(ended(4, True, 4)),
            "action 5 ends it, in the name of somebody who does not play",
        ),
        (
            json.dumps(ended(4, -2, 4)),
            "action 5 ends it, in the name of somebody who does not play",
        ),
        (
            json.dumps(ended(5, 1, 10)),
            "action 5 ends it, in the name of somebody who does not play",
        ),
        (json.dumps(ended(4, 1, 77)), "Action 5 ends the game for reason 77 of hanab.live"),
        (json.dumps(ended(4, 1, "x")), "action 5 is not understood"),
        (
            changed(actions=[{"type": 4, "target": 0, "value": 4}] * 2),
            "action 1 ends it, but more actions follow",
        ),
        (play_from_the_deck(), "plays the last card straight from the deck"),
        (
            json.dumps(
                {
                    "players": ["Ana", "Bo"],
                    "options": {"variant": "Up or Down (5 Suits)"},
                    "actions": [],
                }
            ),
            "Up or Down (5 Suits)",  # before that its cards are missing
        ),
    ],
)
def test_a_faulty_file_is_refused_with_its_name_and_fault(
    content: str, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    path.write_text(content)
    result = run("import", path, "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"{path}: ")
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


# Our own file.


def with_origin(*value: Value) -> bytes:
    parts: Any = dec(write_record(recorded("hanabi", 2, {"first": 0}), HANABI))
    return enc((*parts, *value))


@pytest.mark.parametrize(
    "origin",
    [
        (None,),
        (("elsewhere", None, (), None, None, None),),
        (("hanab.live", (4, 2, 3), (), None, None, None),),
        (("hanab.live", (1, 1, 3), (), None, None, None),),
        (("hanab.live", (4, 1, 1), (), None, None, None),),
        (("hanab.live", (), (), None, None, None),),
        (("hanab.live", None, ("timed",), None, None, None),),
        (("hanab.live", None, (), None, None, ((), (), ())),),
        (("hanab.live", None, (), None, None, (("a", 1),)),),
        (SiteOrigin().value(), SiteOrigin().value()),
    ],
    ids=str,
)
def test_an_invalid_origin_is_refused(origin: tuple[Value, ...]) -> None:
    with pytest.raises(BadRecord):
        read_record(with_origin(*origin), RULES)


def test_only_hanabi_games_come_from_hanab_live() -> None:
    parts: Any = dec(write_record(recorded("koikoi", 2), RULES["koikoi"]))
    with pytest.raises(BadRecord):
        read_record(enc((*parts, SiteOrigin().value())), RULES)


def test_a_file_without_an_origin_is_still_read() -> None:
    record = read_record(with_origin(), RULES)
    assert record.origin is None
    found: Any = to_hanab_live(bare(of_record(record)))
    assert set(found) == {"players", "deck", "actions", "options"}
