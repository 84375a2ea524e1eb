"""The notes that a player of this computer wrote in a game, found again after it."""

from __future__ import annotations

from p2p_hanabi.net.table.seat import read_own_seat
from p2p_hanabi.paths import CannotRead, Home, StorageFailed, TableFolder, find_home, is_there
from p2p_hanabi.ui.model.shown_replay import ShownReplay
from protocol.errors import BadFile
from protocol.game import AnyMove, AnyView
from protocol.identity.seating import Place
from protocol.ledger.transcript import read_transcript

from ..console.failures import Failed
from ..records.audit import read_file
from ..records.playback import Playback
from ..settings.environment import Environment
from .notes_file import Notes


def played_at(data: bytes) -> bytes | None:
    """Return the table of a game; None if nobody has signed it."""
    try:
        return read_transcript(data).seating.table
    except BadFile:
        return None


def own_notes(table: bytes, env: Environment, name: str) -> Notes | None:
    """Return the notes that this player, who has this `name` now, wrote at a table; None if this
    player had no seat there, or none that is stored here."""
    if env.is_phone:
        return _notes_of_phone(env.home.owner_of_phone(), table, name)
    return notes_of_owner(table, env.home, env.player.identity.public_key)


def notes_of_owner(table: bytes, home: Home, identity: bytes) -> Notes | None:
    """Return the notes of the player with this key."""
    folder, place = _own_place(home, table)
    return Notes(folder.notes) if place is not None and place.identity == identity else None


def _notes_of_phone(computer: Home, table: bytes, name: str) -> Notes | None:
    """Return the notes of the phone with this name at a table. The codes of phones are for whoever
    scans them: who it is says the name alone, whichever code was scanned then and now."""
    for home in computer.of_phones():
        folder, place = _own_place(home, table)
        if place is not None and place.name == name:
            return Notes(folder.notes)
    return None


def _own_place(home: Home, table: bytes) -> tuple[TableFolder, Place | None]:
    """Return the folder of a table, and the seat that is stored there; None if there is none."""
    folder = home.table_folder(table)
    try:
        own = read_own_seat(folder)
    except CannotRead:
        return folder, None
    return folder, own.seating.places[own.seat]


def with_own_notes(
    replay: ShownReplay[AnyView, AnyMove], game: Playback
) -> ShownReplay[AnyView, AnyMove]:
    """Let the owner of this computer read the own notes in a replay, if there are some of this
    game; return the replay."""
    notes = _notes_of_file(game)
    if notes is not None:
        replay.own_notes = notes.all()
        replay.notify(notes.trouble or "")
    return replay


def _notes_of_file(game: Playback) -> Notes | None:
    home, file = find_home(), game.kept_at
    if file is None or not game.is_signed or not is_there(home.identity):
        return None
    try:
        table, identity = played_at(read_file(file.path)), home.known_player().identity.public_key
    except (Failed, StorageFailed):  # the replay needs neither
        return None
    return None if table is None else notes_of_owner(table, home, identity)
