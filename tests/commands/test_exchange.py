"""`p2phanabi export` and `import`: hanab.live's JSON out and in, and the page that plays back."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p_hanabi.commands.records.playback import Playback, of_record, open_playback
from p2p_hanabi.commands.records.record import (
    BadRecord,
    Record,
    play_out,
    read_record,
    write_record,
)
from p2p_hanabi.games.hanabi.formats.hanab_live_reader import from_hanab_live
from p2p_hanabi.games.hanabi.formats.hanab_live_writer import to_hanab_live
from p2p_hanabi.paths import Home
from p2p_hanabi.ui.replay.formats import WrongFormat
from protocol.encoding import Value, dec, enc
from protocol.game import Options
from tests.any_game import RULES, bare
from tests.command_line import run
from tests.independent_vectors import FOLDER, load

from .played import in_memory, recorded

HANABI = RULES["hanabi"]


def there_and_back(record: Record) -> Record:
    return brought_in(to_hanab_live(bare(of_record(record))))


def brought_in(found: object) -> Record:
    game = from_hanab_live(json.loads(json.dumps(found)))
    return play_out(HANABI, bare(game.setup), bare(game.moves))


# hanab.live.


def test_a_transcript_goes_to_hanab_live_and_comes_back_the_same(tmp_path: Path) -> None:
    game, there, back = FOLDER / "game-2.p2ph", tmp_path / "game.json", tmp_path / "back.p2ph"
    assert run("export", "--hanab-live", "--out", there, game).exit_code == 0
    assert run("import", there, "--out", back).exit_code == 0
    value = load("games.json")["games"][0]
    again = open_playback(back)
    assert again.outcome == ("pile ended", 13) == tuple(value["outcome"])
    moves = [HANABI.pack(moment.move) for moment in again.moments[1:]]
    assert json.loads(json.dumps(moves)) == [each["move"] for each in value["moves"]]


VARIANTS: tuple[Options, ...] = (
    {},
    {"multicolour": True},
    {"multicolour": "ten"},
    {"multicolour": "any"},
    {"multicolour": "any-ten"},
    {"empty hints": True},
    {"finale": True, "multicolour": True},
)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_moves_and_score_survive_the_way_there_and_back(seats: int, options: Options) -> None:
    record = recorded("hanabi", seats, {**options, "first": 0}, seed=seats)
    back = there_and_back(record)
    assert replace(back, origin=None) == record
    assert of_record(back).outcome == of_record(record).outcome


@pytest.mark.parametrize(
    ("multicolour", "variant"),
    [("ten", "6 Suits"), ("any", "Dark Rainbow (6 Suits)"), ("any-ten", "Rainbow (6 Suits)")],
)
def test_other_sixth_colours_are_variants_of_the_site(multicolour: str, variant: str) -> None:
    record = recorded("hanabi", 2, {"multicolour": multicolour, "first": 0})
    found: Any = to_hanab_live(bare(of_record(record)))
    assert found["options"] == {"variant": variant}
    assert len(found["deck"]) == (55 if multicolour == "any" else 60)
    clues = {each["value"] for each in found["actions"] if each["type"] == 2}
    assert max(clues) <= (5 if multicolour == "ten" else 4)


def test_first_player_in_the_export_is_the_one_who_began() -> None:
    record = recorded("hanabi", 3, {"first": 2})
    back = there_and_back(record)
    assert back.names == (record.names[2], *record.names[:2])
    assert [moment.by for moment in back.moments[1:4]] == [0, 1, 2]
    assert of_record(back).outcome == of_record(record).outcome
    assert [kind(move) for move in back.moves] == [kind(move) for move in record.moves]


def kind(move: object) -> str:
    return type(move).__name__


def test_the_json_is_of_the_documented_form() -> None:
    found: Any = to_hanab_live(
        bare(of_record(recorded("hanabi", 2, {"multicolour": True, "first": 0})))
    )
    assert set(found) == {"players", "deck", "actions", "options"}
    assert found["options"] == {"variant": "Black (6 Suits)"}
    assert len(found["deck"]) == 55
    assert {tuple(sorted(action)) for action in found["actions"]} == {("target", "type", "value")}
    assert {action["type"] for action in found["actions"]} <= {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (lambda: in_memory("koikoi", 2), "plays Hanabi only"),
        (lambda: of_record(recorded("hanabi", 2, {"blue": 10})), '"blue"'),
        (lambda: of_record(recorded("hanabi", 2, {"red": 1})), '"red"'),
        (lambda: of_record(recorded("hanabi", 2, {"announce": True})), '"announce"'),
        (lambda: of_record(recorded("hanabi", 2, {"stuck": "skip"})), '"stuck"'),
        (lambda: hiding_a_card(of_record(recorded("hanabi", 2))), "does not show them all"),
    ],
)
def test_games_that_hanab_live_lacks_are_refused(
    game: Callable[[], Playback], sentence: str
) -> None:
    with pytest.raises(WrongFormat, match=sentence):
        to_hanab_live(bare(game()))


def hiding_a_card(game: Playback) -> Playback:
    return replace(game, faces={card: f for card, f in game.faces.items() if card != 49})


def test_a_turn_that_was_passed_over_is_refused() -> None:
    record = recorded("hanabi", 2)
    *before, last = record.moments
    passed = type(last)(last.state, last.by, None, last.audiences)
    game = of_record(
        Record("hanabi", record.options, record.names, record.faces, (*before, passed))
    )
    with pytest.raises(WrongFormat, match="skipped"):
        to_hanab_live(bare(game))


def live(**changes: Any) -> dict[str, Any]:
    """A good game of hanab.live, with something changed; None takes it away."""
    found = good() | changes
    return {key: value for key, value in found.items() if value is not None}


@cache
def good() -> Any:
    return to_hanab_live(bare(of_record(recorded("hanabi", 3, {"first": 0}))))


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        ([], "not a hanab.live game"),
        (live(players=None), '"players"'),
        (live(players=["Ana"]), "2 to 5 players"),
        (live(players=[f"P{n}" for n in range(6)]), "2 to 5 players here, not 6"),
        (live(players=["Ana", "Ana", "Bo"]), "two players have the same name"),
        (live(players=["Ana", "x" * 25, "Bo"]), "a name that cannot be used"),
        (live(players=["Ana", 7, "Bo"]), "a name that cannot be used"),
        (live(deck=None, seed="p3v0s1"), "cards are missing"),
        (live(deck={"a": 1}), '"deck"'),
        (live(deck=[{"suitIndex": 9, "rank": 1}]), "Card 1 of the deck is not valid"),
        (live(deck=[{"suitIndex": True, "rank": 1}]), "Card 1 of the deck is not valid"),
        (live(deck=[{"suitIndex": 0, "rank": 1}] * 50), "the cards are not those of the game"),
        (live(deck=[*live()["deck"], {"suitIndex": 0, "rank": 1}]), "more cards than the game has"),
        (live(actions="none"), '"actions"'),
        (live(actions=[7]), "action 1 is not understood"),
        (live(actions=[{"type": 9, "target": 0}]), "no action of type 9"),
        (live(actions=[{"type": 0, "target": -1}]), "action 1 is not understood"),
        (live(actions=[{"type": 0, "target": 49}]), "move 1 is against the rules"),
        (live(actions=[{"type": 2, "target": 9, "value": 0}]), "no such seat"),
        (live(actions=[{"type": 3, "target": 1, "value": 9}]), "no such rank"),
        (live(actions=[*live()["actions"], {"type": 0, "target": 1}]), "but there are more"),
        (live(options={"variant": "Pink (6 Suits)"}), "is not supported"),
        (live(options={"variant": 7}), '"variant" is not text'),
        (live(options={"oneExtraCard": True}), '"oneExtraCard"'),
        (live(options={"startingPlayer": 4}), "must be 1 to 3, not 5"),
        (live(options=[1]), '"options"'),
        (live(characters=[{"name": "Fuming"}]), '"characters"'),
    ],
)
def test_json_that_is_no_game_is_refused_with_a_sentence(
    found: object, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(found))
    result = run("import", path, "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "found",
    [
        live(options={"\x1b[2J": True}),
        live(options={"variant": "\x1b[2J"}),
        live(deck=["\x1b[2J"]),
        live(players=["\x1b[2J", "Bo"]),
    ],
)
def test_nothing_in_a_foreign_file_steers_the_terminal(
    found: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(found))
    result = run("import", path, "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert "\x1b" not in result.stderr


@settings(max_examples=60)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(["players", "deck", "actions", "options", "type", "target", "x"]),
                inner,
                max_size=5,
            )
        ),
        max_leaves=20,
    )
)
def test_any_json_is_refused_and_never_breaks_anything(found: object) -> None:
    with pytest.raises(WrongFormat):
        from_hanab_live(found)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"{", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b" " * 2**21, "larger"),
    ],
)
def test_a_file_that_is_no_json_is_refused(content: bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    result = run("import", path, "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert sentence in result.stderr


def test_a_name_that_no_file_can_hold_is_refused() -> None:
    """JSON can spell half of a character."""
    with pytest.raises(WrongFormat, match="control characters"):
        from_hanab_live(live(players=["Ana", "\ud800"]))


# The file that nobody has signed.


def test_a_record_is_read_as_it_was_written() -> None:
    for game, seats in (("hanabi", 5), ("ikebana", 2), ("koikoi", 2)):
        record = recorded(game, seats)
        assert read_record(write_record(record, RULES[game]), RULES) == record


def changed(at: int, value: Value) -> bytes:
    parts = list(dec(write_record(recorded("hanabi", 3, {"first": 0}), HANABI)))  # type: ignore[arg-type] # an array
    parts[at] = value
    return enc(tuple(parts))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (changed(1, 2), "not a game file of this version"),
        (changed(2, "chess"), 'unknown game "chess"'),
        (changed(3, (("green", 1),)), "Unknown option"),
        (changed(3, ("green",)), "malformed data: option"),
        (changed(4, ("Ana", "a\tb", "Chi")), "control characters"),
        (changed(5, ("x",)), "malformed data: form"),
        (changed(5, (1, 2, 3)), "not those of the game"),
        (changed(6, (("dance",),)), "not a Hanabi move"),
        (changed(6, (("hint rank", 1, 5, ()),)), "move 1 is against the rules .empty hint"),
        (changed(6, (("hint rank", 1, 5, (5, 6, 7, 8, 9)),)), "makes a false claim about a card"),
        (enc("p2ph game"), "not a game file"),
        (b"\x97\xa9p2ph game", "malformed data: no-msgpack"),
    ],
)
def test_a_record_that_breaks_the_rules_is_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        read_record(data, RULES)


def test_audit_has_no_verdict_on_an_imported_game(tmp_path: Path) -> None:
    path = tmp_path / "game.p2ph"
    path.write_bytes(write_record(recorded("hanabi", 2), HANABI))
    result = run("audit", path)
    assert result.exit_code == 2
    assert "nobody has signed it" in result.stderr
    shown = run("replay", path)
    assert shown.exit_code == 0
    assert "nobody has signed it" in shown.stdout


def test_a_damaged_record_is_not_replayed(tmp_path: Path) -> None:
    path = tmp_path / "game.p2ph"
    path.write_bytes(write_record(recorded("hanabi", 2), HANABI)[:-1])
    result = run("replay", path)
    assert result.exit_code == 1
    assert "damaged" in result.stderr


# The page.


def test_export_prints_its_path_and_needs_a_format(short_game: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.html"
    result = run("export", "--html", "--out", out, short_game)
    assert (result.exit_code, result.stdout) == (0, f"The game was written to {out}.\n")
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")
    nameless = tmp_path / "game"
    assert "--hanab-live, --link or --html" in run("export", "--out", nameless, short_game).stderr
    assert "Cannot write" in run("export", "--html", "--out", tmp_path, short_game).stderr
    assert "Cannot read" in run("import", tmp_path / "none", "--out", nameless).stderr


def test_a_game_file_gets_no_name_of_another_form(tmp_path: Path) -> None:
    for name in ("x.html", "x.HTM", "x.json"):
        refused = run("import", tmp_path / "none.json", "--out", tmp_path / name)
        assert refused.exit_code == 2
        assert "its name cannot end in" in refused.stderr
        assert not (tmp_path / name).exists()


def test_without_a_name_an_imported_game_gets_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    source = tmp_path / "evening.json"
    source.write_text(json.dumps(live()))
    for name in ("evening.p2ph", "evening-2.p2ph"):
        result = run("import", "evening.json")
        assert (result.exit_code, result.stderr) == (0, "")
        assert f"The game was written to {name}." in result.stdout
        assert run("replay", name).exit_code == 0
    assert run("import", "-", input=source.read_bytes()).exit_code == 0
    assert (tmp_path / "game.p2ph").exists()


def test_a_page_has_players_day_and_score_in_its_title(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, short_game: Path
) -> None:
    home = Home(tmp_path / "home")
    monkeypatch.setenv("P2PHANABI_HOME", str(home.path))
    home.transcripts.mkdir(parents=True)
    own = home.transcripts / "a.p2ph"
    own.write_bytes(short_game.read_bytes())
    os.utime(own, (1_790_000_000, 1_790_000_000))
    for path, entry in (
        (own, r"Hanabi, played by .* on 2026-09-21: score 0\."),
        (short_game, r": score 0\."),
    ):
        page = tmp_path / f"{path.stem}.html"
        assert run("export", path, "--out", page).exit_code == 0
        title = page.read_text("utf-8").partition("<title>")[2].partition("</title>")[0]
        assert re.search(entry, title)
        assert (" on 20" in title) is (path == own)


def test_a_web_page_is_no_game_to_import(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("\n<!DOCTYPE html>\n<title>Hanabi</title>")
    refused = run("import", page, "--out", tmp_path / "out")
    assert refused.exit_code == 2
    assert f"{page} is a web page, not a game" in refused.stderr
    assert not (tmp_path / "out").exists()
