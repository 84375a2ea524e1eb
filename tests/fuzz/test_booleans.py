"""True and false are no integers, though Python counts them as such: nothing takes one for the
other."""

from __future__ import annotations

import ast
import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.commands.play.notes_file import Notes
from p2p_hanabi.commands.records.contacts import known_contacts
from p2p_hanabi.commands.records.record import read_record, write_record
from p2p_hanabi.commands.settings.table_config import check_config, config
from p2p_hanabi.games.hanabi.formats.origin import origin_from
from p2p_hanabi.net.links.addresses import stored_addresses
from p2p_hanabi.net.links.certificate import LinkCertificate
from p2p_hanabi.net.lobby.lobby_host import _place_request, _return_request
from p2p_hanabi.net.lobby.lobby_join import _member_from
from p2p_hanabi.net.lobby.lobby_messages import about_from, config_from, config_value
from p2p_hanabi.net.lobby.lobby_record import HostedTable, left_open, new_invitation
from p2p_hanabi.net.table.journal import Header, Journal
from p2p_hanabi.net.table.seat import OwnSeat, read_own_seat
from p2p_hanabi.paths import CannotRead, Home, write_value
from p2p_hanabi.ui.web.wire import NotAMessage, message_of
from protocol.encoding import Integer, Value, dec, enc
from protocol.errors import P2PError
from protocol.game import Seat
from protocol.identity.pairing import BadPairing, Banner, banner_from
from protocol.identity.seating import seating_from
from protocol.ledger.consent import read_stop
from protocol.ledger.evidence import read_evidence, read_objection
from protocol.ledger.history import Statement, read_statement
from protocol.ledger.transcript import read_transcript
from protocol.ledger.votes import read_word
from protocol.peer.messages import AllSent, Have, read_message
from protocol.peer.remarks import remark_from
from tests.any_game import RULES
from tests.commands.played import recorded
from tests.fuzz.targets import scene
from tests.played_tables import PlayedTable
from tests.sources import nodes
from tests.worked_example import example

ROOT = Path(__file__).parents[2]


def with_booleans(value: Any) -> Iterator[Any]:
    """The value with one of its integers exchanged for true or for false: all such values."""
    if isinstance(value, Integer):
        yield True
        yield False
    elif isinstance(value, tuple | list):
        for i, entry in enumerate(value):
            for changed in with_booleans(entry):
                yield (*value[:i], changed, *value[i + 1 :])


def test_every_integer_is_replaced_by_true_and_by_false() -> None:
    assert list(with_booleans((1, "x", (b"", 0), True))) == [
        (True, "x", (b"", 0), True),
        (False, "x", (b"", 0), True),
        (1, "x", (b"", True), True),
        (1, "x", (b"", False), True),
    ]


# What is read from a link, or is in a file that others wrote.

Case = tuple[str, Any, Callable[[Any], object]]


def signed(payload: Value) -> tuple[bytes, bytes]:
    data = enc(payload)
    return data, scene().mes[1].identity.sign(data)


def statement_of(body: Value) -> Statement:
    return scene().now(1, body)


def messages() -> Iterator[Case]:
    there, head = scene(), bytes(32)
    seating, seats = there.seating, [Seat(0), Seat(1)]
    statement = there.history(0).statements_of(3)[Seat(1)]
    remark = ("talk", seating.table, 3, 1, head, 0, ("phrase", 1))
    yield "statement", dec(statement.payload), lambda x: read_statement(signed(x), seating)
    yield "talk", remark, lambda x: read_message(enc(("talk", *signed(x))), seating)
    yield "order", ("order", (0, 1)), remark_from
    for one in (Have(1, (Seat(1),), (Seat(0),)), AllSent(1, head)):
        yield "message", dec(one.data), lambda x: read_message(enc(x), seating)
    for shown in (("signed twice", 1, b"", b""), ("box", statement.value, 0, head)):
        yield "evidence", shown, lambda x: read_evidence(x, seating)
    objection = ("object", 0, ("because",), None)
    yield "objection", objection, lambda x: read_objection(statement_of(x), seating)
    for word in (("vote", 1, 0), ("decide", 1, 1), ("next", 1, None), ("next", 1, (1, 0))):
        yield "word", word, lambda x: read_word(statement_of(x), seats)
    yield "stop", ("stop", (0,)), lambda x: read_stop(statement_of(x), seating)
    seated = replace(seating, options=(("machines", (0, 0)),)).value()
    yield "seating", seated, seating_from
    header = ("p2ph transcript", 1, seated, there.history(0).signatures)
    yield "transcript", header, lambda x: read_transcript(enc(x))


def moves() -> Iterator[Case]:
    for game, rules in sorted(RULES.items()):
        for packed in {rules.pack(move) for move in PlayedTable(game, {}, 2).moves}:
            yield f"move of {game}", packed, rules.unpack


def lobby() -> Iterator[Case]:
    table = config("koikoi", (), 2, "Sunday")
    yield "table", config_value(table), lambda x: check_config(config_from(x))
    about = ("Sunday", "hanabi", 1, 2, "Ana")
    yield "banner", about, lambda x: about_from(Banner(bytes(32), True, x))
    where = ("192.0.2.1",), 1
    yield "seat", ("seat", bytes(16), *where), lambda x: _place_request(enc(x))
    yield "back", ("back", *where), lambda x: _return_request(enc(x))
    yield "member", ("Ana", True, bytes(32), True, 1), _member_from
    yield "addresses", (("192.0.2.1", 1),), stored_addresses


def records() -> Iterator[Case]:
    for game, rules in sorted(RULES.items()):
        parts: Any = dec(write_record(recorded(game, 2), rules))
        yield f"game file of {game}", parts, lambda x: read_record(enc(x), RULES)
    yield "origin", ("hanab.live", (4, 1, 3), (), 1, None, None), lambda x: origin_from(x, 2)


@pytest.mark.parametrize("cases", [messages, moves, lobby, records])
def test_a_boolean_in_place_of_an_integer_is_refused(cases: Callable[[], Iterator[Case]]) -> None:
    for name, value, reader in cases():
        reader(value)
        for changed in with_booleans(value):
            with pytest.raises(P2PError):
                pytest.fail(f"{name}: {changed} is taken as {reader(changed)}")


def test_a_version_that_is_true_is_no_version() -> None:
    """Neither this one, nor another."""
    for version in (True, False):
        with pytest.raises(BadPairing):
            banner_from(enc(("p2phanabi", version, bytes(16), True, None)))
        with pytest.raises(NotAMessage):
            message_of(json.dumps({"v": version, "n": 1, "do": "look", "at": 1}).encode())


# What this machine wrote.

OWN = OwnSeat(example().seating, Seat(1), bytes(32), LinkCertificate(b"der", b"key"), ())


def test_a_boolean_in_a_file_of_ones_own_is_damage(tmp_path: Path) -> None:
    home = Home(tmp_path)
    folder = home.table_folder(OWN.seating.table)
    for changed in with_booleans(OWN.value()):
        write_value(folder.seat, changed)
        with pytest.raises(CannotRead):
            read_own_seat(folder)
    for changed in with_booleans(("p2ph players", 1, (("Ana", bytes(32), 1, 1, 1),))):
        write_value(home.players, changed)
        sentences: list[str] = []
        assert known_contacts(home, sentences.append) == ()
        assert sentences
    for changed in with_booleans(("p2ph notes", 1, ((1, "mine"),))):
        write_value(folder.notes, changed)
        assert Notes(folder.notes).trouble is not None
    table = replace(config("hanabi", (), 2, "Sunday"), options=())  # those are read as they are
    hosted = HostedTable(new_invitation(), table, 1, 1, host="Ana")
    record = home.lobbies / hosted.invitation.table.hex() / "gathering"
    write_value(record, hosted.value())
    assert left_open(home)
    for changed in with_booleans(hosted.value()):
        write_value(record, changed)
        assert left_open(home) == ()
    for changed in with_booleans(("p2ph identity", 1, "Ana", bytes(32))):
        write_value(home.identity, changed)
        with pytest.raises(CannotRead):
            home.known_player()


def test_a_boolean_in_a_journal_is_damage(tmp_path: Path) -> None:
    header: Any = dec(Header(OWN.seating, (bytes(64), bytes(64)), Seat(1)).record())
    for changed in with_booleans(header):
        record = enc(changed)
        (tmp_path / "journal").write_bytes(enc((record, zlib.crc32(record))))
        with pytest.raises(CannotRead):
            Journal.reopen(tmp_path / "journal")


# The class of mistake.


def patterns(path: Path) -> Iterator[ast.pattern]:
    """What an integer of a decoded value is matched with, by these modules."""
    for node in nodes(path):
        match node:
            case ast.MatchClass(ast.Name("int")):
                yield node
            case ast.MatchSequence(entries) | ast.MatchMapping(patterns=entries):
                for entry in entries:
                    match entry:
                        case ast.MatchValue(ast.Constant(int())):
                            yield entry


def test_no_pattern_takes_a_boolean_for_an_integer() -> None:
    """`Integer(x)` does not; `int(x)` and `1` do."""
    found = [
        f"{path}:{pattern.lineno}"
        for folder in ("protocol", "p2p_hanabi")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if {"dec", "json", "Value"} & imported(path)
        for pattern in patterns(path)
    ]
    assert found == []


def imported(path: Path) -> set[str]:
    names = (node for node in nodes(path) if isinstance(node, ast.Import | ast.ImportFrom))
    return {alias.name for node in names for alias in node.names}
