"""`p2phanabi resume`: take the same seat at the same table, after a crash or on another day."""

from __future__ import annotations

from p2p_hanabi.gathering import HOST
from p2p_hanabi.net.table.seat import OwnSeat, come_back, unfinished, unreadable
from p2p_hanabi.paths import CannotRead, Home, short_id
from p2p_hanabi.ui.words.i18n import N_, _
from protocol.game import Seat

from ..console.failures import (
    Failed,
    protocol_errors_as_failed,
    storage_errors_as_failed,
    storage_failed,
)
from ..console.output_file import Out
from ..local_seats.local_seats import local_seats
from ..settings.environment import Environment, pause_of_bots
from .rematch import GameSeries, play_games
from .seat_screen import Screen

NO_TABLE_LEFT = N_("There is no unfinished table here.")


async def resume_table(env: Environment, screen: Screen, table: str | None, out: Out | None) -> int:
    """Resume a table and return the exit code; `table` is the beginning of its id, None for the
    latest. Raise `Failed`."""
    own = chosen(env.home, table)

    def waiting(seats: tuple[Seat, ...]) -> None:
        screen.report("waiting", seats=[own.seating.name(seat) for seat in seats])

    pause_s = pause_of_bots(for_person=screen.is_person)
    async with local_seats(env, pause_s, screen.doors) as guests:
        with protocol_errors_as_failed():
            # §11: a seat that a guest lends names its lender; one of the host's names none.
            if own.seat != HOST:
                guests.phones.lender = env.player.identity.public_key
            # §3: each seat hosted here has a secret and a journal of its own to resume.
            await guests.resume(own.seating.table)
            seated = await come_back(env.home, own.seating.table, env.endpoint, waiting)
        names = [place.name for place in own.seating.places]
        screen.came_back(short_id(own.seating.table), names, seated.truncated_bytes)
        return await play_games(seated, GameSeries(env, screen, guests), out)


def chosen(home: Home, wanted: str | None) -> OwnSeat:
    """Find the only table whose id starts with `wanted`, or the latest if None. Raise `Failed`."""
    with storage_errors_as_failed():
        tables, begins = unfinished(home), (wanted or "").lower()
    fitting = [own for own in tables if own.seating.table.hex().startswith(begins)]
    # Named before "no table": a damaged file is mended by its copy, not by another id.
    if not fitting and (lost := unreadable(home, begins)):
        raise Failed(lost_seat(lost[0]))
    if wanted is None:
        if not tables:
            # The peers of a big screen keep their seats in a folder of their own.
            if unfinished(Home(home.board)):
                raise Failed(
                    _("The only unfinished table here is that of the big screen."),
                    typed=_("`p2phanabi resume --board` continues it."),
                )
            raise Failed(_(NO_TABLE_LEFT))
        return tables[0]
    if len(fitting) != 1:
        known = ", ".join(short_id(own.seating.table) for own in tables) or _("none")
        sentence = _('No unfinished table begins with "{typed}"; found: {known}.')
        if fitting:
            sentence = _('Several tables begin with "{typed}": {known}.')
        raise Failed(sentence.format(typed=wanted, known=known))
    return fitting[0]


def lost_seat(error: CannotRead) -> str:
    """Describe a seat of this player that cannot be read, and what to do about it."""
    # §3: the table secret is in this file alone, and nobody else can give it back.
    advice = _("Restore a copy: without this file you cannot take the seat again.")
    return f"{storage_failed(error)} {advice}"
