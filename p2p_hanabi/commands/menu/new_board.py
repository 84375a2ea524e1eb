"""A form for a table on a big screen; its result is the arguments of `host`."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.registry import GAMES, RULES
from p2p_hanabi.ui.words.i18n import N_, _

from ..local_seats.phone_processes import MOST as MAX_PHONES
from ..settings.table_config import default_seats

TITLE = N_("Telephones and one big screen")


class NewBoard:
    """Implements `TableForm`. Everybody plays on a phone."""

    def __init__(self) -> None:
        self._set_game(next(iter(GAMES)))

    @property
    def title(self) -> str:
        return _(TITLE)

    @property
    def go(self) -> str:
        return _("Open the table")

    def choices(self) -> list[tuple[str, Sequence[str], int]]:
        names, counts = list(GAMES), self._counts()
        game = (_("Game"), [GAMES[name].title for name in names], names.index(self._game))
        phones = (_("Phones"), [str(count) for count in counts], counts.index(self._phones))
        return [game, phones] if len(counts) > 1 else [game]

    def choose(self, row: int, number: int) -> None:
        if row == 0:
            self._set_game(list(GAMES)[number])
        else:
            self._phones = self._counts()[number]

    def arguments(self) -> tuple[str, ...]:
        """Return the arguments of `host`."""
        return ("--board", "--game", self._game, "--phones", str(self._phones))

    def _counts(self) -> list[int]:
        return [count for count in RULES[self._game].seats if count <= 1 + MAX_PHONES]

    def _set_game(self, name: str) -> None:
        self._game = name
        self._phones = min(default_seats(name), self._counts()[-1])
