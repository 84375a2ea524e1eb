"""This machine's player and network, and environment variables, validated. Every error message is
one sentence."""

from __future__ import annotations

import getpass
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from p2p_hanabi.net.links.endpoint import Endpoint, find_endpoint
from p2p_hanabi.paths import Damaged, Home, LocalPlayer, StorageFailed, find_home, is_there
from p2p_hanabi.ui.model.lobby.sentences_lobby import unknown_word, wrong_length
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.sentences_shared import COLON
from p2p_hanabi.ui.words.spoken_words import UnknownWord, WrongLength, code_from_words
from protocol.identity.name_rules import MAX_NAME

from ..console.failures import Failed, protocol_errors_as_failed, storage_failed
from ..console.logs import log_to_file
from .naming import is_fit, player_name
from .preferences import PAUSE_VARIABLE

if TYPE_CHECKING:
    from p2p_hanabi.systems.tools import ForkServer

CODE_VARIABLE = "P2PHANABI_CODE"
PAUSE_S = 0.7
"""Faster bots would be hard to follow."""
MAX_PAUSE_S = 60


@dataclass(frozen=True, slots=True)
class Environment:
    """The player, the data directory, and the network endpoint. `is_local_seat`: a bot or a phone,
    started by another seat on its own machine: the host's, or that of the guest with the key
    `lender`. `is_phone`: a seat that this computer runs for whoever has the phone. `forks` forks
    the bots on this machine, if they can be forked."""

    home: Home
    player: LocalPlayer
    endpoint: Endpoint
    is_local_seat: bool = False
    lender: bytes = b""
    is_phone: bool = False
    forks: ForkServer | None = None


def environment(
    name: str | None, interface: str | None, port: int = 0, *, is_new: bool = True
) -> Environment:
    """Set up this machine's player and network. The name is validated only for a new table; others
    have agreed on it already. Raise `Failed`."""
    home = find_home()
    log_to_file(home)
    with protocol_errors_as_failed():
        endpoint = find_endpoint(interface, port)
    who = player(home, name)
    if is_new:
        player_name(who.name)
    return Environment(home, who, endpoint)


def player(home: Home, name: str | None) -> LocalPlayer:
    """Load this machine's player. A `name` applies to this table only. Raise `Failed`."""
    called = None if name is None else player_name(name)
    try:
        known = home.known_player() if is_there(home.identity) else None
        kept = known or home.player(called or guessed_name(), lambda: os.urandom(32))
    except StorageFailed as error:
        raise Failed(_no_player(error)) from None
    return LocalPlayer(called or kept.name, kept.identity)


def who_am_i(name: str | None) -> LocalPlayer:
    """Load this machine's player, permanently renamed if a name is given. Raise `Failed`."""
    home = find_home()
    kept = player(home, None)
    if name is None:
        return kept
    try:
        return home.rename(player_name(name))
    except StorageFailed as error:
        raise Failed(_no_player(error)) from None


def _no_player(error: StorageFailed) -> str:
    sentence = storage_failed(error)
    if not isinstance(error, Damaged):
        return sentence
    advice = _(
        "Restore a copy. If you have none, move the file away: you will get a new "
        "key, others will be warned about it, and you will not be able to resume "
        "unfinished games."
    )
    return f"{sentence} {advice}"


def guessed_name() -> str:
    """Return a first guess at the player's name: the user name on this computer."""
    try:
        guessed = getpass.getuser()
    except (KeyError, OSError):
        guessed = ""
    called = guessed.strip()[:MAX_NAME].capitalize()
    return called if is_fit(called) else "Player"


def code_from_environment() -> bytes | None:
    """Read the room code from P2PHANABI_CODE; None if unset. Raise `Failed` if it is malformed."""
    typed = os.environ.get(CODE_VARIABLE)
    if not typed:
        return None
    try:
        return code_from_words(typed)
    except UnknownWord as error:
        raise Failed(f"{CODE_VARIABLE}{_(COLON)}{unknown_word(error.word, ())}") from None
    except WrongLength as error:
        raise Failed(f"{CODE_VARIABLE}{_(COLON)}{wrong_length(error.count)}") from None


def pause_of_bots(*, for_person: bool) -> float:
    """Return how many seconds a bot waits before it moves; by default 0 unless a person watches.
    Raise `Failed`."""
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
