"""`p2phanabi review`: open a table at which a finished game is looked at together; and the same for
those who have joined it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from p2p_hanabi.gathering import HOST, TableConfig
from p2p_hanabi.net.lobby.lobby_record import HostedTable
from p2p_hanabi.net.table.review_seat import ReviewSeat, kept_copy
from p2p_hanabi.net.table.seat import Seated
from p2p_hanabi.net.tasks import running_beside
from p2p_hanabi.paths import Home, StorageFailed, read
from p2p_hanabi.review.reviewed_file import (
    MAX_REVIEWED_BYTES,
    OPTION,
    OtherFile,
    file_of,
    is_size,
    reviewed_file,
)
from p2p_hanabi.ui.words.i18n import _
from protocol.errors import BadFile
from protocol.ledger.transcript import read_transcript

from ..console.failures import NOT_GOOD, Failed, protocol_errors_as_failed
from ..console.input_file import called
from ..local_seats.local_seats import LocalSeats, local_seats
from ..records.audit import read_file
from ..records.playback import Playback, playback_of
from ..settings.environment import Environment
from ..settings.naming import table_name
from ..variations.variation_files import VariationFiles, lines_beside
from .kept_seats import keeping_seats
from .own_notes import own_notes, played_at
from .review_port import SharedReviewPort
from .run_lobby import open_table
from .seat_screen import Screen


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """A finished game, with the bytes of its file."""

    data: bytes
    played: Playback


def opened_game(path: Path) -> ReviewedGame:
    """Read and audit a finished game. Raise `Failed`."""
    data = read_file(path)
    return _reviewable(data, path, lines_beside(path, data))


def _reviewable(data: bytes, path: Path, kept_at: VariationFiles | None) -> ReviewedGame:
    """Audit a game that has been read, and whose file is called `path`. Raise `Failed`."""
    if not is_size(len(data)):
        raise Failed(
            _("{path} is too large to be sent: {size} bytes, at most {most} are.").format(
                path=called(path), size=len(data), most=MAX_REVIEWED_BYTES
            )
        )
    played = playback_of(data, path, kept_at)
    if not has_ended(played):
        raise Failed(
            _("The game in {path} has not ended: only finished games can be looked at.").format(
                path=called(path)
            )
        )
    return ReviewedGame(data, played)


def review_config(game: ReviewedGame, seats: int, table: str) -> TableConfig:
    """Return the table at which the game is looked at. Raise `Failed`."""
    rules, options = game.played.rules, dict(game.played.options)
    marked = tuple(sorted({**options, OPTION: file_of(game.data).value}.items()))
    name = table_name(table)
    return TableConfig(rules.name, marked, rules.deck, rules.faces(options), seats, name)


def has_ended(game: Playback) -> bool:
    """Return whether nothing of the game is secret any more: it is over by its rules, or all who
    played it have agreed to end it."""
    report = game.report
    return game.is_finished if report is None else report.finished or bool(report.agreed)


async def review(
    offer: HostedTable, game: ReviewedGame, env: Environment, screen: Screen, *, phones: int = 0
) -> int:
    """Open a table for a review, and return the exit code. Raise `Failed`."""
    async with local_seats(env, 0, screen.doors, phones) as guests:
        seated = await open_table(offer, env, screen, guests)
        return await look_at(seated, env, screen, guests, game=game)


async def look_at(
    seated: Seated,
    env: Environment,
    screen: Screen,
    guests: LocalSeats,
    *,
    game: ReviewedGame | None = None,
) -> int:
    """Look at the game with the others at a table, until the player leaves; return the exit code.
    `game` is None for those to whom it is sent, or who come back. Raise `Failed`, and `ValueError`
    at any other table."""
    file = reviewed_file(seated.seating.chosen)
    if file is None:
        raise ValueError("not a table of a review")
    data = kept_copy(seated.folder, file) if game is None else game.data
    if data is None and seated.seat == HOST:
        await seated.close()
        raise Failed(_("The game that was looked at is not here any more: open it again."))
    seat = ReviewSeat(seated, file, data, interfaces=lambda: env.endpoint.refreshed().interfaces)
    with protocol_errors_as_failed():
        async with (
            running_beside(seat.run()),
            keeping_seats(guests, seated.seating, screen),
        ):
            if game is None:
                game = await _received(seat, screen, env.home, is_here=data is not None)
            await seat.keep(game.data)
            port = await asyncio.to_thread(_review_port, seat, seated, game, env)
            await screen.review(game.played, port)
    return 0


def _review_port(
    seat: ReviewSeat, seated: Seated, game: ReviewedGame, env: Environment
) -> SharedReviewPort:
    table = played_at(game.data)
    notes = None if table is None else own_notes(table, env, seat.names[seated.seat])
    all_notes, trouble = (dict, None) if notes is None else (notes.all, notes.trouble)
    own = seated.seating.table
    return SharedReviewPort(seat.review, seat.names, all_notes, own, trouble=trouble)


async def _received(seat: ReviewSeat, screen: Screen, home: Home, *, is_here: bool) -> ReviewedGame:
    """Wait for the file, and audit it. Raise `Failed`, which names the host."""
    host = seat.names[HOST]
    if not is_here:
        screen.report("receiving", host=host, bytes=seat.arriving.file.size)
    try:
        data = await seat.file()
    except OtherFile:
        sentence = _("What {host} has sent is not the file that all have agreed to look at.")
        raise Failed(sentence.format(host=host), NOT_GOOD) from None
    return await asyncio.to_thread(_audited, data, host, home)


def _audited(data: bytes, host: str, home: Home) -> ReviewedGame:
    """Raise `Failed`."""
    copy = home.reviewed / f"{sha256(data).hexdigest()[:16]}.p2ph"
    try:
        game = _reviewable(data, copy, None)
    except Failed as failed:
        sentence = _("The file from {host} cannot be looked at. {why}")
        raise Failed(sentence.format(host=host, why=failed.sentence), NOT_GOOD) from None
    # Only now: a path is made of what the file says.
    return replace(game, played=replace(game.played, kept_at=_own_lines(data, copy, home)))


def _own_lines(data: bytes, copy: Path, home: Home) -> VariationFiles:
    """Return where lines of an audited game that was sent are kept: beside one's own file of it, or
    with a copy. A game in which the player had no seat is not one of their history."""
    try:
        seating = read_transcript(data).seating
        own = home.transcript(seating.game, seating.table)
        return VariationFiles(own, sha256(read(own, MAX_REVIEWED_BYTES)).digest())
    except (BadFile, StorageFailed):
        return VariationFiles(copy, sha256(data).digest(), data)
