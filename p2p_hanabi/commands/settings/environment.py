"""What the command line asks for, checked: player, place, game. Every refusal is one sentence."""

from __future__ import annotations

import contextlib
import getpass
import os
from dataclasses import dataclass, replace

from p2p_hanabi.games.common.options import parse
from p2p_hanabi.gathering import TableConfig
from p2p_hanabi.net.endpoint import Endpoint, find_endpoint
from p2p_hanabi.paths import Damaged, Home, LocalPlayer, StorageFailed, find_home, is_there
from p2p_hanabi.registry import OPTIONS, RULES, SCREENS
from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.kit.sentences_reasons import option
from p2p_hanabi.ui.kit.spoken_words import BadCode, UnknownWord, WrongLength, code_from_words
from p2p_hanabi.ui.reports import sentences_failures as say
from p2p_hanabi.ui.table.game_screen import title_of
from protocol.encoding import Value
from protocol.errors import BadOptions
from protocol.game import AnyGame
from protocol.identity.name_rules import MAX_NAME
from protocol.reasons import BadOption

from ..console.failures import Failed, protocol_errors_as_failed, storage_failed
from ..console.logs import log_to_file
from .naming import is_fit, player_name, table_name
from .preferences import PAUSE_VARIABLE

CODE_VARIABLE = "P2PHANABI_CODE"
PAUSE_S = 0.7
"""Faster bots could not be followed."""
MAX_PAUSE_S = 60


@dataclass(frozen=True, slots=True)
class Environment:
    """Who plays, where files live, on which interfaces. `is_lodger`: a bot of the host's."""

    home: Home
    player: LocalPlayer
    endpoint: Endpoint
    is_lodger: bool = False


def environment(
    name: str | None, interface: str | None, port: int = 0, *, is_new: bool = True
) -> Environment:
    """Set up this machine's player and network. At a table that is not new, whatever name was
    agreed on is taken. Raise `Failed`."""
    home = find_home()
    log_to_file(home)
    with protocol_errors_as_failed():
        endpoint = find_endpoint(interface, port)
    who = player(home, name)
    if is_new:
        player_name(who.name)
    return Environment(home, who, endpoint)


def player(home: Home, name: str | None) -> LocalPlayer:
    """Load this machine's player. A `name` is for this table only. Raise `Failed`."""
    called = None if name is None else player_name(name)
    try:
        known = home.known_player() if is_there(home.identity) else None
        kept = known or home.player(called or guessed_name(), lambda: os.urandom(32))
    except StorageFailed as error:
        raise Failed(_no_player(error)) from None
    return LocalPlayer(called or kept.name, kept.identity)


def who_am_i(name: str | None) -> LocalPlayer:
    """Load this machine's player, renamed for good if a name is given. Raise `Failed`."""
    home = find_home()
    kept = player(home, None)
    if name is None:
        return kept
    try:
        return home.rename(player_name(name))
    except StorageFailed as error:
        raise Failed(_no_player(error)) from None


def _no_player(error: StorageFailed) -> str:
    told = storage_failed(error)
    return f"{told} {_(say.IDENTITY_WAY_OUT)}" if isinstance(error, Damaged) else told


def guessed_name() -> str:
    """Return what this computer calls its user: a first guess at what the player is called."""
    try:
        guessed = getpass.getuser()
    except (KeyError, OSError):
        guessed = ""
    called = guessed.strip()[:MAX_NAME].capitalize()
    return called if is_fit(called) else "Player"


def game_named(name: str) -> AnyGame:
    """Find a game. Raise `Failed` if there is none of that name."""
    game = RULES.get(name)
    if game is None:
        raise Failed(
            _('Unknown game "{name}"; the games are {known}.').format(
                name=name, known=", ".join(sorted(RULES))
            )
        )
    return game


def players(game: AnyGame) -> str:
    """Return how many can play."""
    fewest, most = game.seats[0], game.seats[-1]
    if fewest == most:
        return str(fewest)
    return _("{fewest} to {most}").format(fewest=fewest, most=most)


def seats_of_demo(name: str) -> int:
    """Return how many bots play where nobody says: three, or as many as can."""
    return min(3, game_named(name).seats[-1])


def seats_of_table(name: str, seats: int | None, bots: int) -> int:
    """Return how many play: as many as was said, else the host and the bots, but at least as many
    as the game needs. Raise `Failed` if there are too many bots."""
    game = game_named(name)
    if seats is not None and bots >= seats:
        raise Failed(say.too_many_bots(seats - 1, seats))
    if seats is None and bots >= (most := game.seats[-1]):
        raise Failed(say.more_bots_than_seats(title_of(SCREENS, name), players(game), most - 1))
    return seats or max(1 + bots, game.seats[0])


def config(name: str, options: tuple[str, ...], seats: int, table: str) -> TableConfig:
    """Settle the game a host proposes, with all its options as they stand in a seating. Raise
    `Failed`."""
    game = game_named(name)
    table = table_name(table)
    if seats not in game.seats:
        raise Failed(say.wrong_seats(title_of(SCREENS, name), players(game), seats))
    try:
        chosen = dict(parse(OPTIONS[name], text) for text in options)
        settled = game.options(chosen)
        game.start(dict(settled), seats, bytes(32))
    except BadOptions as error:
        raise Failed(option(error.reason)) from None
    return TableConfig(name, settled, game.deck, game.faces(dict(settled)), seats, table)


def check_config(proposed: TableConfig) -> None:
    """Raise `BadOptions` for a game that this program does not play as proposed."""
    game = RULES.get(proposed.game)
    if game is None:
        raise BadOptions(BadOption.NO_GAME.told(game=proposed.game))
    options: dict[str, Value] = dict(proposed.options)
    settled = game.options(options)
    if (settled, game.deck, game.faces(options)) != (
        proposed.options,
        proposed.deck,
        proposed.faces,
    ):
        raise BadOptions(BadOption.OTHER_RULES)
    game.start(options, proposed.seats, bytes(32))


def possible_seats(proposed: TableConfig) -> tuple[int, ...]:
    """Return how many could play that game with these options."""
    found = []
    for seats in RULES[proposed.game].seats:
        with contextlib.suppress(BadOptions):
            check_config(replace(proposed, seats=seats))
            found.append(seats)
    return tuple(found)


def code_from_environment() -> bytes | None:
    """Read the room code of P2PHANABI_CODE, None if unset. Raise `Failed` if it is wrong."""
    typed = os.environ.get(CODE_VARIABLE)
    if not typed:
        return None
    try:
        return code_from_words(typed)
    except BadCode as error:
        word = error.word if isinstance(error, UnknownWord) else None
        count = error.count if isinstance(error, WrongLength) else 0
        raise Failed(say.bad_code_variable(CODE_VARIABLE, word, count)) from None


def pause_of_bots(*, for_person: bool) -> float:
    """Return how long a bot waits before it moves, in seconds: only a person needs that. Raise
    `Failed`."""
    asked = os.environ.get(PAUSE_VARIABLE)
    if not asked:
        return PAUSE_S if for_person else 0
    try:
        pause = float(asked)
    except ValueError:
        pause = -1
    if not 0 <= pause <= MAX_PAUSE_S:
        raise Failed(
            _("{variable} must be a number of seconds, at most {most}.").format(
                variable=PAUSE_VARIABLE, most=MAX_PAUSE_S
            )
        )
    return pause
