"""Who is still at a table after its end, and who would play again, in sentences for any screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from p2p_hanabi.gathering import HOST
from protocol.game import Seat

from ...drawing.style import Line, text
from ...words.i18n import _, ngettext
from ...words.words_joined import listing
from ..seat.table_snapshot import SeatSnapshot


class CompanyNews:
    """Tracks what has been reported. Bots are not mentioned: they leave without a word. A phone on
    another player's machine looks like a bot until it stays, or would play again."""

    def __init__(self) -> None:
        self._linked: frozenset[Seat] = frozenset()
        self._here: frozenset[Seat] | None = None
        self._again: frozenset[Seat] = frozenset()
        self._looking: frozenset[Seat] = frozenset()

    def look(self, now: SeatSnapshot) -> list[str]:
        """Return who has left, come back, or would play again since the last look; nothing before
        the end of the table."""
        if now.ending is None:
            return []
        here, again = frozenset(others_here(now)), now.company.again
        before, self._here = self._here, here
        asked, self._again = self._again, again
        asking = again - asked
        looked, self._looking = self._looking, now.company.reviews
        linked, self._linked = self._linked, frozenset(now.company.here)
        known = here if before is None else before
        gone, new = known - here, here - known - asking
        stays, back = new & linked, new - linked
        return [
            *(has_left(now.players.name(seat)) for seat in sorted(gone)),
            *(is_back(now.players.name(seat)) for seat in sorted(back)),
            *([still_here([now.players.name(seat) for seat in sorted(stays)])] if stays else []),
            *(would_play(now.players.other(seat)) for seat in sorted(asking)),
            *(looks_together(now.players.name(seat)) for seat in sorted(self._looking - looked)),
        ]


def company_lines(now: SeatSnapshot) -> list[Line]:
    """Return who is there and what they would like; nothing if there are only bots."""
    if not _others(now):
        return []
    here, me = others_here(now), now.seat
    names = [now.players.name(seat) for seat in here]
    looking = map(now.players.name, sorted(now.company.reviews))
    asking = who_would_play(now, (me, *here))
    lines = [still_here(names), *map(looks_together, looking), *asking]
    if me in now.company.again and (awaits := awaited(now)):
        lines.append(awaits)
    return [text(sentence, "strong") for sentence in lines]


def who_would_play(now: SeatSnapshot, seats: Iterable[Seat]) -> list[str]:
    """Return which of these seats would play again, in sentences."""
    again = sorted(now.company.again.intersection(seats))
    return [would_play(now.players.other(seat)) for seat in again]


def awaited(now: SeatSnapshot) -> str:
    """Return whom a player who would play again has to wait for, in a sentence. It is empty for the
    host, and if the host opens the next table, or is not here to say so."""
    company, seat = now.company, now.seat
    if seat == HOST or HOST in company.again or HOST not in company.here:
        return ""
    return _("{host} opens the next table, but has not done so yet.").format(
        host=now.players.name(HOST)
    )


def _others(now: SeatSnapshot) -> list[Seat]:
    """Return the seats of other people. Of those on another's machine, bots leave soon, and do not
    ask to play again; only the host knows its phones at once."""
    phones = {one.name for one in now.phones}
    here = {Seat(seat) for seat, name in enumerate(now.names) if name in phones}
    people = {*now.machines, *here, *now.company.stays, *now.company.again, *now.company.reviews}
    return [seat for seat in people if seat != now.seat]


def others_here(now: SeatSnapshot) -> Sequence[Seat]:
    """Return the seats of other people who are still there."""
    here = {*now.company.here} - {*now.stepped_out}
    return [seat for seat in sorted(_others(now)) if seat in here]


def still_here(names: Sequence[str]) -> str:
    if not names:
        return _("Nobody else is here any more.")
    return ngettext("{names} is still here.", "{names} are still here.", len(names)).format(
        names=listing(names)
    )


def has_left(who: str) -> str:
    return _("{who} has left the table.").format(who=who)


def is_back(who: str) -> str:
    return _("{who} is back at the table.").format(who=who)


def would_play(who: str | None) -> str:
    if who is None:
        return _("You would like to play again.")
    return _("{who} would like to play again.").format(who=who)


def looks_together(who: str) -> str:
    return _("{who} looks at the game, and you can look at it together.").format(who=who)


def waits_for_host(name: str) -> str:
    return _("Waiting for {name} to open the next table.").format(name=name)
