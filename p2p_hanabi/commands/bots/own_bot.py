"""Parsing of `--bot-command`, which starts a user's own bot."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from p2p_hanabi.own_bots.seated_bot import BotCommand
from p2p_hanabi.systems import command_words
from p2p_hanabi.ui.words.i18n import _

from ..console.failures import Failed

_RUNS_A_FILE = re.compile(r"(py|python|pypy|ruby|perl|lua|node)[\d.]*(\.exe)?", re.IGNORECASE)
"""Programs that run the file named by their first argument, unless it is an option."""


def bot_command(typed: str) -> BotCommand:
    """Parse a command. Paths are made absolute, since the bot is started in another folder. Raise
    `Failed` if the program or its script does not exist."""
    try:
        words = command_words(typed)
    except ValueError:
        unclosed = _("--bot-command has an unclosed quote: {command}")
        raise Failed(unclosed.format(command=typed)) from None
    if not words:
        raise Failed(_("--bot-command needs the command that starts your bot."))
    program = shutil.which(words[0])
    if program is None:
        raise Failed(_no_program(words[0]))
    if (missing := _missing_script(words)) is not None:
        sentence = _('--bot-command cannot be started: there is no file "{file}".')
        raise Failed(sentence.format(file=missing))
    rest = (str(Path(each).absolute()) if Path(each).is_file() else each for each in words[1:])
    return BotCommand((str(Path(program).absolute()), *rest), dict(os.environ))


def _missing_script(words: Sequence[str]) -> str | None:
    runs_a_file = _RUNS_A_FILE.fullmatch(Path(words[0]).name)
    script = words[1] if runs_a_file and len(words) > 1 else "-"
    return None if script.startswith("-") or Path(script).exists() else script


def _no_program(name: str) -> str:
    if Path(name).is_file():
        sentence = _('--bot-command cannot be started: "{program}" is not executable.')
    else:
        sentence = _('--bot-command cannot be started: there is no program "{program}".')
    return sentence.format(program=name)
