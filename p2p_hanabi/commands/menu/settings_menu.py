"""The settings page of the menu."""

from __future__ import annotations

import asyncio
import os
from functools import partial

from p2p_hanabi.paths import CannotStore
from p2p_hanabi.ui.drawing import card_edition
from p2p_hanabi.ui.kit import clock_choice
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.words import i18n
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.sentences_shared import COLON

from ..console.failures import storage_failed
from ..settings import preferences
from ..settings.environment import who_am_i
from ..settings.localization import choose_language
from ..settings.naming import ASK_NAME, fault_of_name
from ..settings.preferences import USUAL, Preference
from .asking import Prompter


async def change_settings(player: Prompter, message: str) -> str | None:
    """Show the message `said`, and let the player change one setting. Return the next message; None
    if the player goes back instead. Raise `Failed` and what `player` raises."""
    settings = preferences.load()
    is_page = player.device is Device.BUTTON
    every = [each for each in preferences.preferences() if not (is_page and each.is_of_terminal)]
    if message or settings.trouble:
        player.inform(message or settings.trouble)
    rows = [_row(each, settings.chosen.get(each.key, USUAL)) for each in every]
    me = await asyncio.to_thread(who_am_i, None)
    rows.append(_("Your name: {name}").format(name=me.name))
    chosen = await player.choose(_("Which setting do you want to change?"), rows)
    if chosen is None:
        return None
    if chosen == len(every):
        return await _rename(player, me.name)
    return await _choose_value(player, every[chosen], rows[chosen])


def _row(preference: Preference, value: str) -> str:
    return f"{_(preference.title)}{_(COLON)}{_(preference.values[value])}"


async def _choose_value(player: Prompter, preference: Preference, question: str) -> str:
    values = list(preference.values)
    picked = await player.choose(question, [_(preference.values[value]) for value in values])
    if picked is None:
        return ""
    try:
        change = partial(preferences.change, preference, values[picked], os.environ)
        is_overruled = await asyncio.to_thread(change)  # the disk may be slow
    except CannotStore as error:
        return storage_failed(error)
    choose_language(i18n.language_of(os.environ))
    card_edition.choose(os.environ.get(card_edition.EDITION_VARIABLE))
    clock_choice.choose(os.environ.get(clock_choice.CLOCK_VARIABLE))
    if not is_overruled:
        return ""
    return _("Saved, but {variable} is set and takes precedence.").format(
        variable=preference.variable
    )


async def _rename(player: Prompter, usual: str) -> str:
    name = await player.ask(_(ASK_NAME), fault_of_name, usual)
    if name is not None:
        await asyncio.to_thread(who_am_i, name)
    return ""
