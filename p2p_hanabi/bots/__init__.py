"""Players that look at a view and choose a move: nothing else reaches them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from p2p_hanabi.games.hanabi.bot import player as hanabi
from p2p_hanabi.games.ikebana.bot import player as ikebana
from p2p_hanabi.games.koikoi.bot import player as koikoi

BOTS: dict[str, Callable[[Any], Any]] = {
    "hanabi": hanabi.choose,
    "ikebana": ikebana.choose,
    "koikoi": koikoi.choose,
}
"""For each game, by its name: a view in which its seat is to act in, a legal move out."""
