"""Known players: who is remembered, who is told apart at a lobby, and who is warned of."""

from __future__ import annotations

import json
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from p2p_hanabi.cli import main
from p2p_hanabi.commands.records.contacts import (
    MAX_KNOWN,
    Contact,
    _write,
    acquaintance,
    day,
    doubtful,
    forget,
    introduced,
    known_contacts,
    read_contacts,
    remember,
)
from p2p_hanabi.gathering import KnownPlayer, LobbyView, Member, NewPlayer, OtherKey, TableConfig
from p2p_hanabi.paths import CannotRead, Home
from protocol.game import Seat
from protocol.identity.keys import fingerprint
from protocol.identity.seating import Seating
from tests.any_game import RULES
from tests.fakes import seated
from tests.net.builders import identity

NOON = 1_790_000_000
ANA, BEN = identity("Ana").public_key, identity("Ben").public_key
KNOWN_BEN = Contact("Ben", BEN, NOON, NOON, 4)


def silent(sentence: str) -> None:
    """For where nothing is to be told."""
    raise AssertionError(sentence)


def seating(seed: int = 0) -> Seating:
    return seated(RULES["hanabi"], 3, seed=seed)[0]


def who(name: str, key: bytes, *others: bytes) -> object:
    return acquaintance(Member(name, False, key), {key, *others}, [KNOWN_BEN])


def test_opponents_are_remembered_with_day_and_games(tmp_path: Path) -> None:
    home, table = Home(tmp_path), seating()
    remember(home, (table, Seat(1)), silent, NOON)
    remember(home, (table, Seat(1)), silent, NOON + 60)
    known = {one.name: one for one in read_contacts(home, silent)}
    assert set(known) == {"Ana", "Chi"}
    assert known["Ana"] == Contact("Ana", table.places[0].identity, NOON, NOON + 60, 2)


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    home = Home(tmp_path / "new")
    remember(home, (seating(), Seat(0)), silent, NOON)
    assert stat.S_IMODE(home.players.stat().st_mode) == 0o600


def test_player_renamed_is_remembered_by_the_new_name(tmp_path: Path) -> None:
    home, table = Home(tmp_path), seating()
    remember(home, (table, Seat(1)), silent, NOON)
    places = (replace(table.places[0], name="Anna"), *table.places[1:])
    remember(home, (replace(table, places=places), Seat(1)), silent, NOON + 9)
    assert [one.name for one in read_contacts(home, silent) if one.game_count == 2] == [
        "Anna",
        "Chi",
    ]


def test_oldest_contacts_are_evicted(tmp_path: Path) -> None:
    home = Home(tmp_path)
    keys = [n.to_bytes(32, "little") for n in range(MAX_KNOWN + 1)]
    _write(home, [Contact("Ben", key, NOON, NOON + n, 1) for n, key in enumerate(keys)])
    assert keys[0] not in {one.identity for one in read_contacts(home, silent)}
    assert len(read_contacts(home, silent)) == MAX_KNOWN


DAMAGED = [b"", b"\x93", b"\x90", b"\x93\xacp2ph players\x01\x91\x90", bytes(1 << 17)]


@pytest.mark.parametrize("content", DAMAGED, ids=len)
def test_damaged_list_is_moved_away_and_reported_once(tmp_path: Path, content: bytes) -> None:
    home, sentences = Home(tmp_path), list[str]()
    home.players.write_bytes(content)
    assert known_contacts(home, sentences.append) == known_contacts(home, sentences.append) == ()
    kept = tmp_path / "players.damaged-1"
    assert kept.read_bytes() == content
    [sentence] = sentences
    assert sentence.startswith(f"{home.players} was damaged and is now called {kept}.")


@pytest.mark.parametrize("at", [1 << 40, (1 << 63) - 1])
def test_meeting_on_an_impossible_date_is_still_remembered(tmp_path: Path, at: int) -> None:
    home = Home(tmp_path)
    _write(home, [Contact("Ben", BEN, NOON, at, 1)])
    [ben] = read_contacts(home, silent)
    assert day(ben.last_met) in ("9999-12-29", "9999-12-30", "9999-12-31")


def test_a_list_that_was_damaged_is_never_written_over(tmp_path: Path) -> None:
    home, sentences = Home(tmp_path), list[str]()
    home.players.write_bytes(b"damaged")
    remember(home, (seating(), Seat(0)), sentences.append, NOON)
    assert len(sentences) == 1
    assert len(read_contacts(home, silent)) == 2
    assert (tmp_path / "players.damaged-1").read_bytes() == b"damaged"


def test_a_list_that_cannot_be_read_is_left_alone(tmp_path: Path) -> None:
    home, sentences = Home(tmp_path), list[str]()
    home.players.mkdir()
    assert known_contacts(home, sentences.append) == ()
    assert sentences == [
        f"Cannot read {home.players}: is a directory. "
        "So all players count as new, and there are no warnings."
    ]
    with pytest.raises(CannotRead):
        remember(home, (seating(), Seat(0)), silent, NOON)
    assert home.players.is_dir()


def test_a_known_key_is_known_with_its_games() -> None:
    known = who("Ben", BEN)
    assert isinstance(known, KnownPlayer)
    assert (known.game_count, known.known_as) == (4, None)


def test_known_key_under_a_new_name_is_shown_with_its_old_name() -> None:
    known = who("Benjamin", BEN)
    assert isinstance(known, KnownPlayer)
    assert known.known_as == "Ben"


def test_a_key_and_a_name_never_met_are_new() -> None:
    assert who("Ana", ANA) == NewPlayer(fingerprint(ANA))


@pytest.mark.parametrize("name", ["Ben", "ben", "B e n", "Ｂen", "Ben 2"])
def test_a_known_name_with_another_key_is_warned_of(name: str) -> None:
    assert who(name, ANA) == OtherKey(fingerprint(ANA), 4)


def test_namesake_of_a_present_player_is_just_new() -> None:
    assert who("Ben 2", ANA, BEN) == NewPlayer(fingerprint(ANA))


def test_the_names_of_bots_warn_of_nothing() -> None:
    known = [Contact("Wren", BEN, NOON, NOON, 4)]
    news = acquaintance(Member("Wren", False, ANA), {ANA}, known)
    assert news == NewPlayer(fingerprint(ANA))


def test_a_lobby_is_shown_with_who_everybody_is() -> None:
    config = TableConfig("hanabi", (), "hanabi", 25, 2, "Sunday")
    members = (Member("Ana", True, ANA), Member("Ben", False, BEN, is_here=False))
    lobby = LobbyView(config, members, 0, room_code="a-b-c", new_codes=2)
    view = introduced(lobby, [KNOWN_BEN])
    assert [type(one.who) for one in view.members] == [type(None), KnownPlayer]
    assert view.fingerprint == fingerprint(ANA)
    assert replace(view, members=members, fingerprint="") == lobby


def test_only_others_with_a_known_name_and_new_key_are_doubtful() -> None:
    config = TableConfig("hanabi", (), "hanabi", 25, 4, "Sunday")
    other, third = identity("Mallory").public_key, identity("Chi").public_key
    members = [Member("Ben", True, ANA), Member("ben", False, other), Member("Chi", False, third)]
    gathered = introduced(LobbyView(config, tuple(members), 0), [KNOWN_BEN])
    assert doubtful(gathered) == {other}
    with_ben = LobbyView(config, (*members, Member("Ben 2", True, BEN)), 0)
    assert doubtful(introduced(with_ben, [KNOWN_BEN])) == set()


def listed(home: Path, *arguments: str) -> tuple[int, list[str]]:
    result = CliRunner().invoke(main, ["players", *arguments], env={"P2PHANABI_HOME": str(home)})
    return result.exit_code, result.output.splitlines()


def test_players_lists_whom_one_knows_for_people_and_scripts(tmp_path: Path) -> None:
    assert listed(tmp_path) == (0, ["You have not finished a game with anybody yet."])
    _write(Home(tmp_path), [KNOWN_BEN])
    lines = listed(tmp_path)[1]
    assert lines[0].startswith("Ben: 4 games, from 2026-")
    assert lines[1].strip() == fingerprint(BEN)
    [facts] = [json.loads(line) for line in listed(tmp_path, "--json")[1]]
    assert (facts["name"], facts["games"], facts["last"]) == ("Ben", 4, NOON)


def test_a_player_can_be_forgotten(tmp_path: Path) -> None:
    _write(Home(tmp_path), [KNOWN_BEN])
    code, lines = listed(tmp_path, "--forget", "ben")
    assert (code, lines) == (0, [f"Ben was removed ({fingerprint(BEN)})."])
    assert listed(tmp_path, "--forget", "ben")[0] == 2
    assert forget(Home(tmp_path), "Ben", silent) == ()


def test_forgetting_as_json_reports_the_player(tmp_path: Path) -> None:
    _write(Home(tmp_path), [KNOWN_BEN])
    [line] = listed(tmp_path, "--forget", "Ben", "--json")[1]
    assert json.loads(line)["fingerprint"] == fingerprint(BEN)


def test_a_damaged_list_stops_no_command(tmp_path: Path) -> None:
    (tmp_path / "players").write_bytes(b"damaged")
    code, lines = listed(tmp_path)
    assert code == 0
    assert len(lines) == 1
    assert "was damaged and is now" in lines[0]
    assert listed(tmp_path) == (0, ["You have not finished a game with anybody yet."])
