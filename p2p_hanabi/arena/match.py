"""What the arena plays."""

from __future__ import annotations

from dataclasses import dataclass

from p2p_hanabi.own_bots.seated_bot import BotCommand
from protocol.encoding import Value


@dataclass(frozen=True, slots=True)
class Match:
    """`deals` games of one style, whose cards follow from `seed`. `own_bot` is the command to run
    where the style asks for one."""

    game: str
    options: tuple[tuple[str, Value], ...]
    seats: int
    bot_style: str
    seed: int
    deals: int
    own_bot: BotCommand | None = None
