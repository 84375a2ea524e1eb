"""Whatever is written can be read back: the largest content of each file of the program."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from p2p_hanabi.commands.play.notes_file import MAX_NOTE, MAX_NOTES, Notes
from p2p_hanabi.commands.records import contacts, history_cache, why_file
from p2p_hanabi.commands.records.contacts import MAX_KNOWN, Contact, read_contacts
from p2p_hanabi.commands.records.history_cache import Audited, HistoryCache
from p2p_hanabi.commands.records.why_file import WhyFile
from p2p_hanabi.commands.settings import preferences
from p2p_hanabi.commands.settings.page_file import keep_page, kept_page
from p2p_hanabi.folders import settings_file
from p2p_hanabi.gathering import MAX_TABLE_NAME, TableConfig
from p2p_hanabi.net.links.addresses import MAX_ADDRESSES, Address
from p2p_hanabi.net.links.certificate import LinkCertificate
from p2p_hanabi.net.lobby.lobby_host import MAX_CERTIFICATE_BYTES
from p2p_hanabi.net.lobby.lobby_record import Guest, HostedTable, Invitation, LobbyRecord, left_open
from p2p_hanabi.net.page.page_channel import PageSecret
from p2p_hanabi.net.table import journal as journals
from p2p_hanabi.net.table.journal import Header, Journal
from p2p_hanabi.net.table.seat import (
    OwnSeat,
    read_addresses,
    read_own_seat,
    remember_addresses,
    store_own_seat,
)
from p2p_hanabi.paths import CannotStore, Home, TableFolder, find_home
from protocol.game import Card, Seat
from protocol.identity.name_rules import MAX_NAME
from protocol.identity.pairing import Peer
from protocol.identity.seating import Place, Seating
from protocol.peer.effects import Persist
from tests.any_game import RULES
from tests.net.builders import identity as identity_of

WIDE = "\U0001f386"
"""A character of four bytes."""
NAME = WIDE * MAX_NAME
LONG_TIME = 1 << 62
MANY = 5


@pytest.fixture(name="home")
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path))
    return find_home()


def seating() -> Seating:
    game = RULES["hanabi"]
    options = game.options({"multicolour": True, "blue": 10, "escrow": True})
    places = tuple(
        Place(NAME[1:] + str(n), identity_of(str(n)).public_key, bytes([n]) * 32, bytes([n]) * 16)
        for n in range(MANY)
    )
    return Seating(game.name, options, game.deck, game.faces(dict(options)), places)


CERTIFICATE = LinkCertificate(bytes(MAX_CERTIFICATE_BYTES), bytes(MAX_CERTIFICATE_BYTES))
OWN = OwnSeat(
    seating(),
    Seat(4),
    bytes(32),
    CERTIFICATE,
    (CERTIFICATE.der,) * MANY,
    WIDE * MAX_TABLE_NAME,
)
ADDRESSES = tuple(Address("f" * 39 + "%interface12345", 65535 - n) for n in range(MAX_ADDRESSES))


def identity(home: Home, _folder: TableFolder) -> None:
    home.player(NAME, lambda: bytes(32))
    assert home.known_player().name == NAME


def players(home: Home, _folder: TableFolder) -> None:
    every = [
        Contact(NAME, n.to_bytes(32, "big"), LONG_TIME, LONG_TIME + n, LONG_TIME)
        for n in range(2 * MAX_KNOWN)
    ]
    contacts._write(home, every)  # what `remember` and `forget` end with
    assert len(read_contacts(home, pytest.fail)) == MAX_KNOWN


def settings(_home: Home, _folder: TableFolder) -> None:
    """Settings that this version does not know are kept; what no longer fits is refused."""
    (chosen, *_) = preferences.preferences()
    former = json.dumps({"unknown": "x" * (preferences.MAX_BYTES - 80)})
    settings_file().write_text(former)
    preferences.change(chosen, "fr", {})
    assert preferences.load().chosen[chosen.key] == "fr"
    settings_file().write_text(json.dumps({"unknown": "x" * (preferences.MAX_BYTES - 20)}))
    with pytest.raises(CannotStore, match="file-larger"):
        preferences.change(chosen, "ro", {})
    assert preferences.load().fault is None


def page(home: Home, _folder: TableFolder) -> None:
    keep_page(home, 65535, PageSecret.new().content)  # what a page's server is given
    assert kept_page(home)[1] is not None


def history(home: Home, _folder: TableFolder) -> None:
    """A result is small, or not kept; of too many the older half is dropped."""
    facts: Any = {"valid": True, "game": "g", "players": [], "finished": False, "options": {}}
    facts["agreed"] = []
    huge = {**facts, "options": {"o": "x" * history_cache.MAX_LINE_BYTES}}
    history_cache.keep(home, Audited("1-1-1-1", "huge", huge))
    assert not home.history.exists()
    home.history.write_bytes(b"x" * (history_cache.MAX_CACHE_BYTES + 1))
    history_cache.keep(home, Audited("2-2-2-2", "digest", facts))
    status: Any = SimpleNamespace(st_ino=2, st_size=2, st_mtime_ns=2, st_ctime_ns=2)
    assert HistoryCache(home).unchanged(status) == facts


def seat(_home: Home, folder: TableFolder) -> None:
    store_own_seat(folder, OWN)
    assert read_own_seat(folder) == OWN


def addresses(_home: Home, folder: TableFolder) -> None:
    mesh: Any = SimpleNamespace(
        addresses=lambda: {Seat(n): ADDRESSES for n in range(MANY)},
        seat=Seat(0),
        own_addresses=ADDRESSES,
        seating=OWN.seating,
    )
    folder.path.mkdir(parents=True)
    asyncio.run(remember_addresses(folder, mesh))
    assert read_addresses(folder)[Seat(4)] == ADDRESSES


def notes(_home: Home, folder: TableFolder) -> None:
    """A screen that writes on cards that do not exist loses nothing that was written before."""
    written = Notes(folder.notes)
    for card in range(1000):
        written.write(Card(card), WIDE * 2 * MAX_NOTE)
    asyncio.run(written.stored())
    again = Notes(folder.notes)
    assert again.trouble is None
    assert again.all() == {Card(n): WIDE * MAX_NOTE for n in range(MAX_NOTES)}


def whys(_home: Home, folder: TableFolder) -> None:
    folder.path.mkdir(parents=True)
    file = WhyFile(folder)
    for number in range(1000):
        file.keep(number, ("play", 1), WIDE * why_file.MAX_TEXT)
    file.show()
    kept = list(why_file._readable(folder, {}))
    assert len(kept) > 200
    assert kept[0][0] == (0, why_file.move_key(("play", 1)))


def journal(home: Home, folder: TableFolder) -> None:
    header = Header(OWN.seating, (bytes(64),) * MANY, OWN.seat)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(journals, "MAX_JOURNAL_BYTES", 100_000)
        written = Journal.create(folder.journal, header, OWN.secret)
        for _ in range(9):
            written.append([Persist(bytes(10_000))])
        with pytest.raises(CannotStore, match="file-larger"):
            written.append([Persist(bytes(10_000))])
        written.close()
        opened, kept = Journal.reopen(folder.journal, OWN.secret)
        opened.close()
    assert (len(kept.records), kept.truncated_bytes) == (9, 0)


def gathering(home: Home, _folder: TableFolder) -> None:
    guests = tuple(
        Guest(Peer(NAME, bytes(32), CERTIFICATE.der), NAME, bytes(16), ADDRESSES)
        for _ in range(MANY - 1)
    )
    hosted = HostedTable(
        Invitation(bytes(32), b"a-b-c", (NAME,) * (MANY - 1)),
        TableConfig("hanabi", OWN.seating.options, "hanabi", 60, MANY, WIDE * MAX_TABLE_NAME),
        4,
        65535,
        CERTIFICATE,
        NAME,
        guests,
        b"",
    )
    record = LobbyRecord(home, bytes(32))
    record.save(hosted)
    asyncio.run(record.release())
    assert left_open(home) == (hosted,)


FILES: dict[str, Callable[[Home, TableFolder], None]] = {
    each.__name__: each
    for each in (
        *(identity, players, settings, page, history, seat, addresses, notes, whys),
        *(journal, gathering),
    )
}
BOUNDED_ELSEWHERE = {
    "name": "with the seat",
    "whys_kept_back": "becomes the file `whys`",
    "left": "empty",
    "evidence": "a statement or two, each bounded by the protocol; never read back",
    "parting": "a few seats; a larger one is read as all of them",
    "place": "what a message of a review holds; without it the review begins at its first move",
    "reviewed": "the file of a review, of at most MAX_REVIEWED_BYTES, and those kept with a line",
    "transcripts": "one file for each game, of at most MAX_FILE_BYTES",
}
FOLDERS = {"path", "tables", "lobbies", "bots", "phones", "board"}


@pytest.mark.parametrize("name", FILES)
def test_the_largest_content_is_read_back(name: str, home: Home) -> None:
    FILES[name](home, home.table_folder(OWN.seating.table))


def test_every_file_has_a_bound(home: Home) -> None:
    """A new file of a player or a table needs a case here."""
    named = {*vars(home), *vars(home.table_folder(bytes(32)))}
    assert named - FOLDERS <= {*FILES, *BOUNDED_ELSEWHERE}
