"""Unfinished tables, offered before the player opens or joins another one."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from p2p_hanabi.net.table.seat import OwnSeat, has_ended
from p2p_hanabi.net.table.seat import unfinished as unfinished_seats
from p2p_hanabi.paths import Home, StorageFailed
from p2p_hanabi.registry import GAMES
from p2p_hanabi.review.reviewed_file import reviewed_file
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.lobby.sentences_person import unfinished
from p2p_hanabi.ui.model.menu import Unfinished
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.words_joined import listing

from ..console.failures import storage_errors_as_failed
from ..console.output import tell_owner
from ..console.timestamps import datetime_of

if TYPE_CHECKING:
    from ..console.output_file import Out
    from ..settings.environment import Environment
    from .seat_screen import Play, Screen

MAX_UNFINISHED = 2
"""How many are offered; `resume --table` accepts all of them."""


def unfinished_tables(home: Home) -> list[Unfinished]:
    """Return the tables to offer, the most recently played first: not those that have ended, whose
    ends are delivered by themselves. Raise `Failed`."""
    with storage_errors_as_failed():
        tables = [own for own in unfinished_seats(home) if not has_ended(home, own)][
            :MAX_UNFINISHED
        ]
    return [
        Unfinished(own.seating.table.hex(), _sentence(home, own), is_review=_is_review(own))
        for own in tables
    ]


def _is_review(own: OwnSeat) -> bool:
    return reviewed_file(own.seating.chosen) is not None


def reminder(home: Home) -> str:
    """Return a reminder of `resume`, for a shell; empty if there is no unfinished table."""
    return unfinished(Device.LINE) if unfinished_tables(home) else ""


def unless_resumed(play: Play, env: Environment, out: Out | None, otherwise: str) -> Play:
    """Offer to continue an unfinished table instead of `play`, which `otherwise` describes."""

    async def first_asked(screen: Screen) -> int:
        from .resume import resume_table

        # A hosted seat is resumed by its host, and nobody sits at it to choose.
        if env.is_local_seat or not (tables := unfinished_tables(env.home)):
            return await play(screen)
        question = _("You have an unfinished game.")
        if all(one.is_review for one in tables):
            question = _("You were looking at a game with others.")
        choices = [*(one.sentence for one in tables), otherwise]
        chosen = await screen.choose_one(question, choices)
        # Nobody to ask, as in a script: it does what was typed, and gives a reminder.
        if chosen is None:
            tell_owner(reminder(env.home))
        elif chosen < len(tables):
            return await resume_table(env, screen, tables[chosen].table, out)
        return await play(screen)

    return first_asked


def _sentence(home: Home, own: OwnSeat) -> str:
    game = GAMES[own.seating.game].title if own.seating.game in GAMES else own.seating.game
    facts = {"game": game, "names": listing(own.others)}
    sentence = _("Continue {game} with {names}").format(**facts)
    if _is_review(own):
        sentence = _("Go on looking at {game} with {names}").format(**facts)
    elif own.table_name:
        sentence = _("Continue {table}: {game} with {names}").format(table=own.table_name, **facts)
    try:
        last = home.table_folder(own.seating.table).last_used
    except StorageFailed:
        # The time only helps to recognise the table, which is offered without it too.
        return sentence
    return _("{sentence} ({when})").format(sentence=sentence, when=when(last, time.time()))


def when(then: float, now: float) -> str:
    """Describe a past time in the player's time zone. Both times are seconds since 1970."""
    past, today = _on_the_clock(then), _on_the_clock(now).date()
    clock = f"{past:%H:%M}"
    if past.date() == today:
        return _("today at {time}").format(time=clock)
    if past.date() == today - timedelta(days=1):
        return _("yesterday at {time}").format(time=clock)
    return f"{past:%Y-%m-%d %H:%M}"


def _on_the_clock(seconds: float) -> datetime:
    return datetime_of(seconds).astimezone()
