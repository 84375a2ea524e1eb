"""Players for a bot's seat at a table: the built-in bot, or the user's own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol, TypeAlias

from p2p_hanabi.net.table.session import Session
from p2p_hanabi.own_bots.seated_bot import BotCommand, BotSeat, SeatedBot
from p2p_hanabi.registry import GAMES
from p2p_hanabi.seam.decisions import Decision
from p2p_hanabi.seam.styles import USUAL_STYLE, Style
from protocol.game import AnyMove, AnyView

from ..console.output import tell_owner
from ..records import outcome_facts
from . import sentences_own_bot as sentences


class SeatPlayer(Protocol):
    """Plays a seat at one table."""

    def see(self) -> None:
        """Take note of changes at the table."""

    async def decide(self, view: AnyView, round_number: int) -> Decision[AnyMove]: ...


PlayerFactory: TypeAlias = Callable[
    [Session, Callable[..., None]], AbstractAsyncContextManager[SeatPlayer]
]
"""Creates the player for a seat's session, until the context ends. The callback reports events."""


class _BuiltIn:
    def __init__(self, style: Style[AnyView, AnyMove]) -> None:
        self._bot_style = style

    def see(self) -> None:
        """Do nothing: `decide` gets the whole view."""

    async def decide(self, view: AnyView, round_number: int) -> Decision[AnyMove]:
        return self._bot_style.decide(view)


@asynccontextmanager
async def built_in(
    session: Session,
    tell: Callable[..., None],  # noqa: ARG001 - it has nothing to report
    style: str = USUAL_STYLE,
) -> AsyncIterator[SeatPlayer]:
    """Yield the built-in bot, playing one of the game's styles. It is prepared in a worker
    thread."""
    played = GAMES[session.game].styles[style]
    await asyncio.to_thread(played.prepare, len(session.seats()))
    yield _BuiltIn(played)


class _OwnPlayer:
    def __init__(self, session: Session, bot: SeatedBot, tell: Callable[..., None]) -> None:
        self._session = session
        self._bot = bot
        self._tell = tell

    def see(self) -> None:
        if (view := self._session.now.view) is not None:
            self._bot.see(view)

    async def decide(self, view: AnyView, round_number: int) -> Decision[AnyMove]:
        """Ask the bot in a worker thread, so that the event loop is not blocked."""
        decision = await asyncio.to_thread(self._bot.decide, view, round_number)
        incident = self._bot.incident
        if incident is not None and self._bot.kinds[incident.kind] is incident:
            tell_owner(sentences.explain_incident(incident))
            facts: dict[str, Any] = {"fault": incident.fault.value, "final": incident.is_final}
            self._tell("own bot", **facts, said=incident.output, last_words=incident.last_words)
        return decision


def own_player(command: BotCommand) -> PlayerFactory:
    """Return a factory for the bot that this command starts. Its owner is told of each kind of
    fault once, and of the number of faults at the end."""

    @asynccontextmanager
    async def sit_down(session: Session, tell: Callable[..., None]) -> AsyncIterator[SeatPlayer]:
        options, players = session.options, len(session.seats())
        bot = SeatedBot(command, BotSeat(session.game, options, session.seat, players))
        player = _OwnPlayer(session, bot, tell)
        try:
            await asyncio.to_thread(bot.prepare)
            yield player
        finally:
            incidents = bot.incidents.copy()  # a request cancelled now is not the bot's fault
            player.see()
            outcome = session.outcome()
            facts = None if outcome is None else outcome_facts.facts(session.game, outcome)
            closing = asyncio.create_task(asyncio.to_thread(bot.close, facts))
            try:
                await asyncio.shield(closing)
            finally:  # even if cancelled meanwhile
                await closing
                if incidents:
                    tell_owner(sentences.incidents(incidents))

    return sit_down
