"""`p2phanabi review`: open a table at which a finished game is looked at together; and the same for
those who have joined it."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from p2p_hanabi.gathering import TableConfig
from p2p_hanabi.net.lobby.lobby_record import HostedTable
from p2p_hanabi.net.table.review_seat import ReviewSeat
from p2p_hanabi.net.table.seat import Seated
from p2p_hanabi.net.tasks import running_beside
from p2p_hanabi.paths import StorageFailed, write
from p2p_hanabi.review.reviewed_file import (
    MAX_REVIEWED_BYTES,
    OPTION,
    OtherFile,
    file_of,
    is_size,
    reviewed_file,
)
from p2p_hanabi.ui.words.i18n import _

from ..console.failures import NOT_GOOD, Failed, protocol_errors_as_failed, storage_failed
from ..console.input_file import called
from ..local_seats.local_seats import local_seats
from ..records.audit import read_file
from ..records.playback import Playback, open_playback
from ..settings.environment import Environment
from ..settings.naming import table_name
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
    if not is_size(len(data)):
        raise Failed(
            _("{path} is too large to be sent: {size} bytes, at most {most} are.").format(
                path=called(path), size=len(data), most=MAX_REVIEWED_BYTES
            )
        )
    played = open_playback(path)
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
        return await look_at(seated, env, screen, game)


async def look_at(
    seated: Seated, env: Environment, screen: Screen, game: ReviewedGame | None = None
) -> int:
    """Look at the game with the others at a table, until the player leaves; return the exit code.
    `game` is None for those to whom it is sent. Raise `Failed`, and `ValueError` at any other
    table."""
    file, data = reviewed_file(seated.seating.chosen), None if game is None else game.data
    if file is None:
        raise ValueError("not a table of a review")
    seat = ReviewSeat(seated, file, data, interfaces=lambda: env.endpoint.refreshed().interfaces)
    with protocol_errors_as_failed():
        async with running_beside(seat.run()):
            played = await _received(seat, screen) if game is None else game.played
            port = SharedReviewPort(seat.review, seat.names, dict)
            await screen.review(played, port)
    return 0


async def _received(seat: ReviewSeat, screen: Screen) -> Playback:
    """Wait for the file, and audit it. Raise `Failed`, which names the host."""
    host = seat.names[0]
    screen.report("receiving", host=host, bytes=seat.arriving.file.size)
    try:
        data = await seat.file()
    except OtherFile:
        sentence = _("What {host} has sent is not the file that all have agreed to look at.")
        raise Failed(sentence.format(host=host), NOT_GOOD) from None
    return await asyncio.to_thread(_audited, data, host)


def _audited(data: bytes, host: str) -> Playback:
    """Raise `Failed`."""
    try:
        with tempfile.TemporaryDirectory(prefix="p2phanabi-") as folder:
            path = Path(folder) / "review.p2ph"
            write(path, data)
            game = opened_game(path)
    except StorageFailed as error:
        raise Failed(storage_failed(error)) from None
    except Failed as failed:
        sentence = _("The file from {host} cannot be looked at. {why}")
        raise Failed(sentence.format(host=host, why=failed.sentence), NOT_GOOD) from None
    return replace(game.played, kept_at=None)
