"""Who chooses the moves of a bot's seat at a table: the built-in bot, or the player's own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol, TypeAlias

from p2p_hanabi.games.common.decisions import Decision
from p2p_hanabi.games.common.styles import USUAL_STYLE, Style
from p2p_hanabi.net.session import Session
from p2p_hanabi.own_bots.seated_bot import BotCommand, BotSeat, SeatedBot
from p2p_hanabi.registry import GAMES
from protocol.game import AnyMove, AnyView

from ..console.output import tell_owner
from ..records import outcome_facts
from . import sentences_own_bot as say


class SeatPlayer(Protocol):
    """Sits at one table."""

    def see(self) -> None:
        """Look at what has changed there."""

    async def decide(self, view: AnyView, round_number: int) -> Decision[AnyMove]: ...


PlayerFactory: TypeAlias = Callable[
    [Session, Callable[..., None]], AbstractAsyncContextManager[SeatPlayer]
]
"""Makes the player of a seat's session, and tells what happens; it leaves with the context."""


class _BuiltIn:
    def __init__(self, style: Style[AnyView, AnyMove]) -> None:
        self._style = style

    def see(self) -> None:
        """Everything is in the view."""

    async def decide(self, view: AnyView, round_number: int) -> Decision[AnyMove]:  # noqa: ARG002 - it answers at once
        return self._style.decide(view)


@asynccontextmanager
async def built_in(
    session: Session,
    tell: Callable[..., None],  # noqa: ARG001 - there is nothing to tell
    style: str = USUAL_STYLE,
) -> AsyncIterator[SeatPlayer]:
    """Yield the built-in bot, which plays in one of the game's styles. It is prepared beside what
    the table does meanwhile."""
    played = GAMES[session.game].styles[style]
    await asyncio.to_thread(played.prepare, len(session.seats()))
    yield _BuiltIn(played)


class _OwnPlayer:
    def __init__(self, session: Session, bot: SeatedBot, tell: Callable[..., None]) -> None:
        self._session = session
        self._bot = bot
        self._tell = tell

    def see(self) -> None:
        if (view := self._session.view()) is not None:
            self._bot.see(view)

    async def decide(self, view: AnyView, round_number: int) -> Decision[AnyMove]:
        """In a thread: the table goes on, and so does everything else."""
        decision = await asyncio.to_thread(self._bot.decide, view, round_number)
        mishap = self._bot.mishap
        if mishap is not None and self._bot.kinds[mishap.kind] is mishap:
            tell_owner(say.mishap(mishap))
            facts: dict[str, Any] = {"fault": mishap.fault.value, "final": mishap.is_final}
            self._tell("own bot", **facts, said=mishap.said, last_words=mishap.last_words)
        return decision


def own_player(command: BotCommand) -> PlayerFactory:
    """Return what seats the bot that this command starts. Its owner is told of each kind of fault
    once, and at the end how often there was one."""

    @asynccontextmanager
    async def sit_down(session: Session, tell: Callable[..., None]) -> AsyncIterator[SeatPlayer]:
        options, players = session.options, len(session.seats())
        bot = SeatedBot(command, BotSeat(session.game, options, session.seat, players))
        player = _OwnPlayer(session, bot, tell)
        try:
            await asyncio.to_thread(bot.prepare)
            yield player
        finally:
            mishaps = bot.mishaps.copy()  # a question that is cut off now is no fault of the bot
            player.see()
            outcome = session.outcome()
            facts = None if outcome is None else outcome_facts.facts(session.game, outcome)
            closing = asyncio.create_task(asyncio.to_thread(bot.close, facts))
            try:
                await asyncio.shield(closing)
            finally:  # also if the seat is left meanwhile
                await closing
                if mishaps:
                    tell_owner(say.mishaps(mishaps))

    return sit_down
