"""The players in a lobby, on the full screen.

If there is not enough room, what is shown elsewhere too gives way to the players, the warnings
about them, and what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from p2p_hanabi.gathering import LobbyView, TableConfig

from ..drawing.canvas import Size, fold
from ..drawing.names import folded
from ..drawing.style import Line, joined, text
from ..drawing.theme import Theme
from ..model.device import Device
from ..model.game.game_screen import Games, title_of
from ..model.lobby import known_players, lobby_painter, lobby_seats
from ..model.lobby.lobby_seats import EmptySeat, ShownSeat
from ..words import sentences_shared as sentences
from ..words import words_shared as words
from ..words.i18n import _

_BLANK: Line = ()


@dataclass(frozen=True, slots=True)
class RosterPage:
    """A roster and the last events, on a screen of this size."""

    roster: LobbyView
    games: Games
    events: Sequence[Line]
    theme: Theme
    size: Size

    def lines(self) -> list[Line]:
        """Return the first form that fits; the last one may be too long, and is then cut."""
        forms: tuple[Callable[[], list[Line]], ...] = (self._whole, self._dense, self._brief)
        shown: list[Line] = []
        for form in forms:
            shown = form()
            if len(shown) <= self.size.rows:
                return shown
        return self._settling() or shown

    # -- forms

    def _whole(self) -> list[Line]:
        roster, warnings = self.roster, known_players.warnings(self.roster)
        lines = [
            lobby_painter.offer(roster.config, self.games),
            _BLANK,
            *lobby_painter.invitation(roster, Device.KEY),
            _BLANK,
            *self._seats(),
            *([_BLANK, *self._state] if self._state else []),
            *([_BLANK, *warnings] if warnings else []),
        ]
        return fold([*lines, _BLANK, *self.events], self.size.columns)

    def _dense(self) -> list[Line]:
        head = [
            lobby_painter.offer(self.roster.config, self.games),
            *lobby_painter.invitation(self.roster, Device.KEY),
        ]
        return self._under(head)

    def _brief(self) -> list[Line]:
        head = [
            _offer_in_short(self.roster.config, self.games),
            *lobby_painter.invitation(self.roster, Device.KEY, is_short=True),
        ]
        return self._under(head)

    def _settling(self) -> list[Line]:
        """Return what must be settled before anything else, if there is anything."""
        if not known_players.doubts(self.roster):
            return []
        seats, columns = self._rows_of_seats(), self.size.columns
        warnings = known_players.warnings(self.roster)
        return [*seats, *folded(warnings, self._names, columns, self.size.rows - len(seats))]

    def _under(self, head: Sequence[Line]) -> list[Line]:
        rest = [*self._state, *known_players.warnings(self.roster), *self.events[-1:]]
        return [*self._folded(head), *self._rows_of_seats(), *self._folded(rest)]

    # -- parts

    def _seats(self) -> list[Line]:
        return [self._seat(one) for one in lobby_seats.seats(self.roster)]

    def _seat(self, one: ShownSeat | EmptySeat) -> Line:
        if isinstance(one, EmptySeat):
            return text(f"    {one.state}", "dim")
        sign = self.theme.signs.full if one.is_ready else self.theme.signs.empty
        me = f" ({_(words.YOU)})" if one.is_me else ""
        row = text(f"  {sign} {one.number + 1} {one.name}{me}{_(sentences.COLON)}{one.state}")
        return joined([row, *one.marks], ", ")

    def _rows_of_seats(self) -> list[Line]:
        """Return one row for each seat, if shortening names makes that possible."""
        rows = [folded([seat], self._names, self.size.columns, 1) for seat in self._seats()]
        return [row for each in rows for row in each]

    @property
    def _state(self) -> list[Line]:
        return lobby_painter.state(self.roster, Device.KEY)

    def _folded(self, lines: Sequence[Line]) -> list[Line]:
        return fold(lines, self.size.columns)

    @property
    def _names(self) -> list[str]:
        return [one.name for one in self.roster.members]


def _offer_in_short(config: TableConfig, games: Games) -> Line:
    """Return the offer without options, for screens that show these on request."""
    return text(
        _("{table}: {game} for {seats} players; ? shows the rules.").format(
            table=config.name, game=title_of(games, config.game), seats=config.seats
        ),
        "strong",
    )
