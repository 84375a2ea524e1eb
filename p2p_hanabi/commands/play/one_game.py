"""One game at a table, from its first round to its end."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from p2p_hanabi.net.table.seat import Seated
from p2p_hanabi.net.table.session import Session
from p2p_hanabi.net.tasks import running_beside
from p2p_hanabi.paths import StorageFailed, read
from p2p_hanabi.registry import OPTIONS, RULES
from p2p_hanabi.seam.options import shown
from p2p_hanabi.ui.kit.shell_words import in_a_shell
from p2p_hanabi.ui.model.end.shown_end import why_not_again
from p2p_hanabi.ui.words.i18n import _
from protocol.ledger.transcript import MAX_FILE_BYTES
from protocol.peer.status import Activity, Ending, EndingKind

from ..console.failures import NOT_GOOD, Failed, protocol_errors_as_failed, storage_failed
from ..console.output_file import Out
from ..records.contacts import remember
from ..settings.environment import Environment
from .seat_screen import Screen


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that has ended. `transcript` is its file; None if there is none.

    `unkept` is why it could not be copied to `--out`; None if it was, or if that was not requested.
    `again`: its players can go on to another one.
    """

    ending: Ending
    transcript: Path | None
    unkept: str | None = None
    again: bool = False

    @property
    def exit_code(self) -> int:
        return 0 if self.ending.how is EndingKind.CLOSED else NOT_GOOD


async def play_on(
    seated: Seated, env: Environment, screen: Screen, out: Out | None
) -> FinishedGame:
    """Play from the first round, or the end of the journal, to the end of the game. If the screen
    `stays`, wait until its player leaves the ended table."""
    screen.report("agreed", **_table_facts(seated))
    game = RULES[seated.seating.game]
    session = Session(
        seated, game, env.home, interfaces=lambda: env.endpoint.refreshed().interfaces
    )
    session.stays = screen.stays
    unkept: str | None = None

    async def close() -> None:
        nonlocal unkept
        await session.settled.wait()
        path, ending = session.transcript_path, session.now.ending
        if out is not None and path is not None:
            unkept = await asyncio.to_thread(_copy_transcript, path, out)
        if ending is not None and ending.how is EndingKind.CLOSED and screen.is_person:
            await _remember(seated, env, screen)
        if ending is not None:
            await screen.ended(session, ending)

    closing = asyncio.create_task(close()) if screen.stays else None
    try:
        with protocol_errors_as_failed():
            async with (
                running_beside(screen.show_table(session)),
                running_beside(_report_staying(session, screen)),
            ):
                ending = await session.run()
        await (close() if closing is None else closing)
    finally:
        if closing is not None:
            closing.cancel()
    has_begun, path = session.status().hands_dealt, session.transcript_path
    again = why_not_again(ending, has_begun=has_begun, transcript=path) is None
    return FinishedGame(ending, path, unkept, again)


def _table_facts(seated: Seated) -> dict[str, Any]:
    seating = seated.seating
    return {
        "table": seating.table.hex(),
        "game": seating.game,
        "options": shown(OPTIONS[seating.game], dict(seating.chosen)),
        "players": [place.name for place in seating.places],
        "seat": seated.seat,
        "journal": str(seated.folder.journal),
    }


async def _report_staying(session: Session, screen: Screen) -> None:
    """Report once for whom this seat still waits after the game has ended."""
    async for _change in session.changes():
        wait = session.wait
        if wait is not None and wait.activity is Activity.ENDED and wait.seats:
            names = session.seats()
            screen.report("staying", seats=[names[seat].name for seat in wait.seats])
            return


async def _remember(seated: Seated, env: Environment, screen: Screen) -> None:
    """Add the players to the contacts. A storage error is only reported: the game is over and
    saved."""
    at_table = seated.seating, seated.seat
    texts: list[str] = []
    try:
        await asyncio.to_thread(remember, env.home, at_table, texts.append, int(time.time()))
    except StorageFailed as error:
        so = _("So the players you met were not saved.")
        screen.show(f"{storage_failed(error)} {so}")
    for sentence in texts:
        screen.show(sentence)


def _copy_transcript(transcript: Path, out: Out) -> str | None:
    """Copy the transcript to `out`. Return a sentence if that failed, else None."""
    try:
        out.write(read(transcript, MAX_FILE_BYTES))
    except StorageFailed as error:
        return storage_failed(error)
    except Failed as failed:
        where = _("The transcript is {path}.").format(path=in_a_shell(transcript))
        return f"{failed} {where}"
    return None
