"""Validation of the game that a command requests. Every error message is one sentence."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import replace

from p2p_hanabi.gathering import TableConfig
from p2p_hanabi.registry import OPTIONS, RULES, SCREENS
from p2p_hanabi.review.reviewed_file import MAX_MEMBERS, reviewed_file
from p2p_hanabi.review.reviewed_file import OPTION as REVIEW
from p2p_hanabi.seam.options import parse
from p2p_hanabi.ui.model.game.game_screen import title_of
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.sentences_reasons import option
from protocol.encoding import Value
from protocol.errors import BadOptions
from protocol.game import AnyGame
from protocol.reasons import BadOption

from ..console.failures import Failed
from .naming import table_name


def game_named(name: str) -> AnyGame:
    """Return the rules of a game. Raise `Failed` if there is no game with this name."""
    game = RULES.get(name)
    if game is None:
        raise Failed(
            _('Unknown game "{name}"; the games are {known}.').format(
                name=name, known=", ".join(sorted(RULES))
            )
        )
    return game


def players(game: AnyGame) -> str:
    """Describe how many can play."""
    fewest, most = game.seats[0], game.seats[-1]
    if fewest == most:
        return str(fewest)
    return _("{fewest} to {most}").format(fewest=fewest, most=most)


def default_seats(name: str) -> int:
    """Return the default number of bots: three, or the game's maximum if that is less."""
    return min(3, game_named(name).seats[-1])


def seats_of_table(name: str, seats: int | None, bots: int) -> int:
    """Return the number of players: `seats` if given, else the host and the bots, but at least the
    game's minimum. `bots` counts phones too. Raise `Failed` if there are too many."""
    game = game_named(name)
    if seats is not None and bots >= seats:
        raise Failed(_("There are only {n} seats: ask for fewer bots and phones.").format(n=seats))
    if seats is None and bots >= game.seats[-1]:
        raise Failed(
            _("{game} is for {n} players: ask for fewer bots and phones.").format(
                game=title_of(SCREENS, name), n=players(game)
            )
        )
    return seats or max(1 + bots, game.seats[0])


def settled(name: str, typed: Iterable[str], seats: int) -> tuple[tuple[str, Value], ...]:
    """Return every option, as it is recorded in a seating. Raise `BadOptions`."""
    game = RULES[name]
    options = game.options(dict(parse(OPTIONS[name], each) for each in typed))
    game.start(dict(options), seats, bytes(32))
    return options


def config(name: str, options: tuple[str, ...], seats: int, table: str) -> TableConfig:
    """Build the table that a host proposes. Raise `Failed`."""
    game = game_named(name)
    table = table_name(table)
    try:
        chosen = settled(name, options, seats)
    except BadOptions as error:
        raise Failed(option(error.reason)) from None
    return TableConfig(name, chosen, game.deck, game.faces(dict(chosen)), seats, table)


def check_config(proposed: TableConfig) -> None:
    """Raise `BadOptions` if this program cannot play the game as proposed."""
    game = RULES.get(proposed.game)
    if game is None:
        raise BadOptions(BadOption.NO_GAME.reason(game=proposed.game))
    options: dict[str, Value] = dict(proposed.options)
    if REVIEW in options:
        _check_review(proposed)
        return
    settled = game.options(options)
    if (settled, game.deck, game.faces(options)) != (
        proposed.options,
        proposed.deck,
        proposed.faces,
    ):
        raise BadOptions(BadOption.OTHER_RULES)
    game.start(options, proposed.seats, bytes(32))


def _check_review(proposed: TableConfig) -> None:
    """Raise `BadOptions` if this program cannot show the game that is to be reviewed."""
    game, options = RULES[proposed.game], dict(proposed.options)
    if reviewed_file(options) is None or proposed.seats > MAX_MEMBERS:
        raise BadOptions(BadOption.OTHER_RULES)
    del options[REVIEW]
    settled = dict(game.options(options))
    if settled != options or (game.deck, game.faces(options)) != (proposed.deck, proposed.faces):
        raise BadOptions(BadOption.OTHER_RULES)


def possible_seats(proposed: TableConfig) -> tuple[int, ...]:
    """Return the numbers of players that this game allows with these options."""
    if reviewed_file(dict(proposed.options)) is not None:
        return tuple(range(2, MAX_MEMBERS + 1))
    found = []
    for seats in RULES[proposed.game].seats:
        with contextlib.suppress(BadOptions):
            check_config(replace(proposed, seats=seats))
            found.append(seats)
    return tuple(found)
