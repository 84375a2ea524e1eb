"""Arguments shared by several commands.

Heavy modules are imported where they are used, since every `--help` loads this module.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

import click

from p2p_hanabi.registry import GAMES
from p2p_hanabi.ui.drawing import card_edition
from p2p_hanabi.ui.drawing.card_edition import THEME_VARIABLE

if TYPE_CHECKING:
    from .console.output_file import Out

Command = TypeVar("Command", bound=Callable[..., Any])
THEMES = ("dark", "light", "terminal", "none")
FILE: Any = click.Path(path_type=Path, readable=False)  # errors are reported on reading


LATEST = ":latest"
"""The latest game played here."""


class _Played(click.Path):
    """A game's file, or its number or bare file name as printed by `history`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        typed = str(value)
        if os.path.basename(typed) == typed and not os.path.lexists(typed):
            from p2p_hanabi.paths import find_home

            from .records.history_list import latest_game, nth_game

            home = find_home()
            if typed == LATEST:
                return latest_game(home)
            if typed.isdecimal():
                return nth_game(home, int(typed))
            folders = (*(each.transcripts for each in home.with_board), home.reviewed)
            kept = (folder / typed for folder in folders)
            value = next(filter(os.path.exists, kept), value)
        return super().convert(value, param, ctx)


PLAYED: Any = _Played(path_type=Path, readable=False)


def _set_theme(_context: click.Context, _option: click.Parameter, theme: str | None) -> None:
    """Set the theme in the environment before anything is drawn."""
    if theme is not None:
        os.environ[THEME_VARIABLE] = theme
        os.environ.pop("NO_COLOR", None)  # the command line wins


def _set_cards(_context: click.Context, _option: click.Parameter, cards: str | None) -> None:
    """Choose the card edition, overriding the environment."""
    if cards is not None:
        card_edition.choose(cards)


_theme_option = click.option(
    "--theme",
    type=click.Choice(THEMES),
    is_eager=True,  # before anything can be drawn
    expose_value=False,
    callback=_set_theme,
    help="Colours of the screen.",
)
_EDITIONS = {name: about for game in GAMES.values() for name, about in game.editions.items()}
cards_option = click.option(
    "--cards",
    type=click.Choice(tuple(_EDITIONS)),
    is_eager=True,
    expose_value=False,
    callback=_set_cards,
    help=" ".join(_EDITIONS.values()),
)


def look_options(command: Command) -> Command:
    """Add the options for the screen's appearance."""
    return _theme_option(cards_option(command))


interface_option = click.option(
    "--interface", metavar="NAME", help="Network interface, or one of its addresses."
)
out_option = click.option(
    "--out", type=FILE, metavar="FILE", help="Save the transcript to this file."
)
force_option = click.option("--force", is_flag=True, help="Overwrite the --out file.")


class OutOptions(TypedDict):
    """Where to save a transcript."""

    out: Path | None
    force: bool


def checked_out(ask: OutOptions) -> Out | None:
    """Return the output file after checking it; None if none was requested. Raise `Failed`."""
    if ask["out"] is None:
        return None
    from .console.output_file import Out

    out = Out(ask["out"], replaces=ask["force"])
    out.check()
    return out


rule_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="Option of the game; can be repeated.",
)
preset_option = click.option(
    "--preset",
    metavar="NAME",
    help="House rules under a name, from `p2phanabi games` or your own.",
)
game_option = click.option(
    "--game",
    type=click.Choice(list(GAMES)),
    default=next(iter(GAMES)),
    show_default=True,
    help="Game to play.",
)
bot_command_option = click.option(
    "--bot-command",
    metavar="COMMAND",
    help="Let your own program play; it reads and writes JSON lines.",
)
bot_style_option = click.option(
    "--bot-style",
    metavar="STYLE",
    help="How the bots play: one of the game's styles, as in the arena.",
)
web_option = click.option("--web", is_flag=True, help="Play in this computer's browser.")
phone_option = click.option("--phone", is_flag=True, help="Play on a phone on this network.")
