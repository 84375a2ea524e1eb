"""The rules of the games, as pure functions of frozen states: no I/O, no clock, no randomness."""

from __future__ import annotations

from p2p_hanabi.games.common.options import Option
from p2p_hanabi.games.hanabi import rules as hanabi
from p2p_hanabi.games.ikebana import rules as ikebana
from p2p_hanabi.games.koikoi import rules as koikoi
from protocol.game import AnyGame

GAMES: dict[str, AnyGame] = {
    "hanabi": hanabi.Hanabi(),
    "ikebana": ikebana.Ikebana(),
    "koikoi": koikoi.Koikoi(),
}
"""The games by the name that stands in a seating."""

OPTIONS: dict[str, tuple[Option, ...]] = {
    "hanabi": hanabi.OPTIONS,
    "ikebana": ikebana.OPTIONS,
    "koikoi": koikoi.OPTIONS,
}
"""What can be chosen in each game, in the order in which a screen offers it."""
