"""The games of which a table can be opened, and a form as the arguments of `host`."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.registry import GAMES, OPTIONS, RULES, SCREENS
from p2p_hanabi.ui.model.new_table import Catalogue, NewTable, PlayableGame, TableKind
from protocol.errors import BadOptions
from protocol.reasons import Reason

from ..local_seats.phone_processes import MOST as MAX_PHONES
from ..settings.presets import presets_of
from ..settings.table_config import default_seats, settled


def catalogue() -> Catalogue:
    return Catalogue({name: game.title for name, game in GAMES.items()}, _game, MAX_PHONES)


def arguments(table: NewTable) -> tuple[str, ...]:
    """Return the arguments of `host`."""
    game = ("--game", table.playable.name)
    if table.kind is TableKind.BOARD:
        return ("--board", *game, "--phones", str(table.seats))
    bots = table.seats - 1 if table.kind is TableKind.PRACTICE else table.bots
    words = [*game, "--seats", str(table.seats)]
    words += ["--bots", str(bots)] if bots else []
    words += ["--phones", str(table.phones)] if table.phones else []
    words += ["--open"] if table.is_open else []
    for typed in table.typed_options:
        words += ["--option", typed]
    return tuple(words)


def _game(name: str) -> PlayableGame:
    def fault(seats: int, options: Sequence[str]) -> Reason | None:
        try:
            settled(name, options, seats)
        except BadOptions as error:
            return error.reason
        return None

    words = SCREENS[name].option_words
    return PlayableGame(
        name,
        RULES[name].seats,
        default_seats(name),
        OPTIONS[name],
        words,
        fault,
        presets_of(name),
    )
