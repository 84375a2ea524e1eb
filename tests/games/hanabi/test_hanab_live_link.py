"""Links of hanab.live that contain a whole game."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_hanabi.commands.console.failures import Failed
from p2p_hanabi.commands.console.input_file import STREAM
from p2p_hanabi.commands.records.import_export import import_game
from p2p_hanabi.commands.records.playback import Playback, of_record, open_playback
from p2p_hanabi.commands.records.record import Record, play_out, read_record, write_record
from p2p_hanabi.games.hanabi.formats.hanab_live_link import (
    NAMES,
    START,
    from_link,
    is_link,
    packed,
    to_link,
)
from p2p_hanabi.games.hanabi.formats.hanab_live_reader import from_hanab_live
from p2p_hanabi.games.hanabi.formats.hanab_live_writer import to_hanab_live
from p2p_hanabi.games.hanabi.formats.origin import END_GAME
from p2p_hanabi.ui.replay.formats import WrongFormat
from protocol.game import Options
from tests.any_game import RULES, bare
from tests.command_line import run
from tests.commands.played import in_memory, recorded

from .test_hanab_live import ended, wasted

HANABI = RULES["hanabi"]

ON_THE_SITE = (
    "https://hanab.live/shared-replay-json/"
    "415pagnsvvmkcjbqfqph-drurfleyguthflinwxdi-awmkscaoxpbuk,03ocka-eiepkcgdoaeoebtdeles-"
    "sbeeejxafaewwaereteh-exeneckaeqfme5saekfv-e1ffxaf0edegfuf4fBeC-1af7eIwaf3wae8fzwafA-ey,0#30"
)
"""Made by another program for the deal p4v0s415, https://hanab.live/seed/p4v0s415."""


def from_site(link: str) -> Playback:
    game = from_hanab_live(from_link(link))
    return of_record(play_out(HANABI, bare(game.setup), bare(game.moves)))


def link_of(record: Record) -> str:
    return to_link(bare(of_record(record))).text.strip()


def test_a_foreign_link_is_read_and_written_unchanged() -> None:
    game = from_site(ON_THE_SITE)
    assert game.names == NAMES[:4]
    assert game.count == 54
    whole = ON_THE_SITE.partition("#")[0]
    again = to_link(bare(game))
    assert again.left_out == ()
    # where other programs omit the value of a play or a discard, the site writes "none"
    assert from_link(again.text) == without_values(from_link(whole))
    assert again.text.count("-") == whole.count("-")


def without_values(found: dict[str, Any]) -> dict[str, Any]:
    actions = [
        {key: each[key] for key in each if key != "value" or each["type"] > 1}
        for each in found["actions"]
    ]
    return found | {"actions": actions}


def test_a_link_has_the_form_used_by_the_site() -> None:
    found: Any = to_hanab_live(bare(of_record(recorded("hanabi", 2, {"first": 0}))))
    found["actions"] = [
        {"type": 3, "target": 1, "value": 5},
        {"type": 0, "target": 5, "value": 0},
        {"type": 2, "target": 0, "value": 4},
    ]
    deck = "".join(
        "abcdefghijklmnopqrstuvwxyz"[5 * each["suitIndex"] + each["rank"] - 1]
        for each in found["deck"]
    )
    # of four types: 6 * 4 + 3 = 27, which is "1"; 0; 5 * 4 + 2 = 22, which is "w"
    assert packed(found).replace("-", "") == f"215{deck},031bafwa,0"
    assert [len(row) for row in packed(found).split("-")[:-1]] == [20, 20, 20]


@pytest.mark.parametrize(
    "options", [{"multicolour": each} for each in (False, True, "ten", "any", "any-ten")], ids=str
)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("first", [0, 1])
def test_a_game_survives_the_way_to_a_link_and_back(
    seats: int, first: int, options: Options
) -> None:
    record = recorded("hanabi", seats, {**options, "first": first}, seed=seats)
    back = from_site(link_of(record))
    turned: Any = to_hanab_live(bare(of_record(record)))
    assert to_hanab_live(bare(back)) == turned | {"players": list(NAMES[:seats])}
    assert back.outcome == of_record(record).outcome
    assert back.moments[1].by == 0


@given(st.integers(0, 40), st.integers(0, 1), st.sampled_from([None, 3, 4, 6]))
def test_every_beginning_and_end_survives_a_link_and_back(
    moves: int, by: int, why: int | None
) -> None:
    found = wasted(20)
    end = [] if why is None else [{"type": END_GAME, "target": by, "value": why}]
    found["actions"] = [*found["actions"][:moves], *end]
    game = from_hanab_live(found)
    played = of_record(play_out(HANABI, bare(game.setup), bare(game.moves)))
    if not found["actions"]:
        with pytest.raises(WrongFormat, match="without moves"):
            to_link(bare(played))
        return
    back = from_site(to_link(bare(played)).text)
    assert to_hanab_live(bare(back)) == found | {"players": ["Alice", "Bob"]}


def test_seats_and_who_ended_it_are_rotated_to_the_first_player() -> None:
    found = ended(4, 0, 4)
    game = from_hanab_live(found)
    record = play_out(HANABI, bare(game.setup), bare(game.moves))
    turned = found | {"options": {"variant": "No Variant", "startingPlayer": 1}, "deck": swapped()}
    turned["actions"] = [swap(each) for each in found["actions"]]
    other = from_hanab_live(turned)
    assert link_of(play_out(HANABI, bare(other.setup), bare(other.moves))) == link_of(record)


def swapped() -> list[dict[str, int]]:
    deck = wasted(0)["deck"]
    return [*deck[5:10], *deck[:5], *deck[10:]]


def swap(action: dict[str, int]) -> dict[str, int]:
    if action["type"] in (0, 1):
        return action | {"target": (action["target"] + 5) % 10}
    return action | {"target": 1 - action["target"]}


def test_fields_that_a_link_cannot_hold_are_named(tmp_path: Path) -> None:
    found = ended(5, -1, 10) | {"id": 7, "seed": "p2v0s1", "notes": [["x"], []]}
    found["options"] |= {"speedrun": True, "timed": False}
    there, here = tmp_path / "game.json", tmp_path / "game.p2ph"
    there.write_text(json.dumps(found))
    assert run("import", there, "--out", here).exit_code == 0
    result = run("export", here, "--link")
    assert result.exit_code == 0
    assert from_link(result.stdout)["actions"] == without_values(found)["actions"][:-1]
    assert result.stderr == (
        "Left out, since a link cannot hold it: the players' names, how it ended, the notes, "
        '"id", "seed", "speedrun".\n'
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"empty hints": True}, 'A link cannot hold "empty_hints"; --hanab-live can.'),
        ({"finale": True}, 'A link cannot hold "finale"; --hanab-live can.'),
        ({"blue": 10}, '"blue"'),
    ],
)
def test_rules_unknown_to_the_site_are_refused(options: Options, sentence: str) -> None:
    with pytest.raises(WrongFormat, match=sentence):
        link_of(recorded("hanabi", 2, options))


def test_only_hanabi_has_links() -> None:
    with pytest.raises(WrongFormat, match="plays Hanabi only"):
        to_link(bare(in_memory("koikoi", 2)))


# The commands.


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.p2ph"
    path.write_bytes(write_record(recorded("hanabi", 3, {"first": 0}), HANABI))
    return path


def test_a_link_is_printed_alone_and_imported_again(game: Path, tmp_path: Path) -> None:
    printed = run("export", game, "--link")
    assert printed.exit_code == 0
    link = printed.stdout.strip()
    assert printed.stdout == f"{START}{link.removeprefix(START)}\n"
    assert run("import", link, "--out", tmp_path / "back").exit_code == 0
    assert run("export", tmp_path / "back", "--link").stdout == printed.stdout
    assert open_playback(tmp_path / "back").outcome == open_playback(game).outcome


def test_a_link_can_be_in_a_file_or_on_standard_input(game: Path, tmp_path: Path) -> None:
    where = tmp_path / "link.txt"
    assert run("export", game, "--link", "--out", where).exit_code == 0
    assert run("import", where, "--out", tmp_path / "one").exit_code == 0
    piped = run("import", "-", "--out", tmp_path / "two", input=where.read_bytes())
    assert piped.exit_code == 0
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_games_go_through_pipes(game: Path) -> None:
    there = run("export", game, "--hanab-live", "--out", "-")
    assert json.loads(there.stdout)["players"]
    back = run("import", "-", "--out", "-", input=there.stdout_bytes)
    assert back.exit_code == 0
    record = read_record(back.stdout_bytes, RULES)
    assert replace(record, origin=None) == read_record(game.read_bytes(), RULES)
    story = run("replay", "-", input=back.stdout_bytes)
    assert story.exit_code == 0
    assert story.stdout == run("replay", game).stdout
    assert run("export", "-", "--link", input=back.stdout_bytes).exit_code == 0
    refused = run("audit", "-", input=back.stdout_bytes)
    assert refused.stderr.startswith("standard input is an imported game")


def test_binary_output_is_not_written_to_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, side = os.openpty()
    with open(whole), open(side, "w") as terminal:
        monkeypatch.setattr(sys, "stdout", terminal)
        with pytest.raises(Failed, match="is not text"):
            import_game(ON_THE_SITE, STREAM)


def test_a_file_needs_a_name(game: Path) -> None:
    result = run("export", game, "--html")
    assert result.exit_code == 2
    assert result.stderr == "Add --out FILE, or --out - for standard output.\n"


def damaged(old: str, new: str) -> str:
    link = ON_THE_SITE.partition("#")[0]
    assert old in link
    return link.replace(old, new, 1)


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("https://hanab.live/shared-replay/123456#4", "https://hanab.live/export/123456"),
        ("https://hanab.live/replay/123456", "https://hanab.live/export/123456"),
        ("https://hanab.live/replay/today", "This is not a link to a hanab.live replay."),
        ("https://example.org/replay-json/215,00,0", "This is not a link to a hanab.live replay."),
        ("https://hanab.live/", "This is not a link to a hanab.live replay."),
        ("https://[hanab.live/replay-json/215,00,0", "This is not a link to a hanab.live replay."),
        (damaged("-ey,0", "-ey"), "incomplete"),
        (damaged("-ey,0", ""), "incomplete"),
        (damaged("-ey,0", "-ey,"), "incomplete"),
        (damaged("-ey,0", "-ey,0,seed,more"), "incomplete"),
        (damaged("-ey,0", "-e,0"), "its moves cannot be read"),
        (damaged("03o", "30o"), "its moves cannot be read"),
        (damaged("03o", "\u0660\u0663o"), "its moves cannot be read"),
        (damaged("03o", "03_"), "its moves cannot be read"),
        (damaged("415p", "415_"), "its cards cannot be read"),
        (damaged("415p", "015p"), "its cards cannot be read"),
        (damaged("415p", "x15p"), "its cards cannot be read"),
        (damaged("415p", "615p"), "2 to 5 players here, not 6"),
        (damaged("415p", "415Z"), "Card 1 of the deck is not valid"),
        (damaged("415p", "415a"), "the cards are not those of the game"),
        (damaged("-ey,0", "-ey,15"), 'The variant "#15" is not supported'),
        (damaged("-ey,0", "-ey,x"), 'The variant "#x" is not supported'),
        (damaged("03ocka", "03oZka"), "against the rules"),
    ],
)
def test_the_fault_of_a_link_is_reported(link: str, sentence: str, tmp_path: Path) -> None:
    result = run("import", link, "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stderr.startswith(link[:60])
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_an_optional_seed_is_preserved() -> None:
    found: Any = to_hanab_live(bare(from_site(damaged("-ey,0", "-ey,0,my-seed-1"))))
    assert found["seed"] == "my-seed-1"


@pytest.mark.parametrize(
    "link",
    [
        ON_THE_SITE,
        ON_THE_SITE.replace("https://", "http://www."),
        ON_THE_SITE.replace("https://", ""),
        ON_THE_SITE.replace(",", "%2C"),
        ON_THE_SITE.replace("shared-", "") + "?x=1",
        f" {ON_THE_SITE}\n",
    ],
)
def test_a_link_may_be_written_in_several_ways(link: str) -> None:
    assert is_link(link)
    assert from_site(link).count == 54


@given(st.text(st.sampled_from("-,%#/0123456789abXYZ_ é"), max_size=60))
def test_any_text_after_the_address_is_refused_without_a_crash(text: str) -> None:
    with pytest.raises(WrongFormat):
        from_hanab_live(from_link(START + text))
