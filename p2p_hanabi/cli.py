"""The command-line entry point. Heavy modules are imported where they are used.

Exit codes: 0 success; 1 the check found a problem; 2 the command failed; 130 interrupted.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from p2p_hanabi import __version__
from p2p_hanabi.commands.arguments import (
    FILE,
    OutOptions,
    bot_command_option,
    bot_style_option,
    cards_option,
    checked_out,
    force_option,
    game_option,
    interface_option,
    look_options,
    out_option,
    phone_option,
    preset_option,
    rule_option,
    web_option,
)
from p2p_hanabi.commands.record_commands import RECORD_COMMANDS
from p2p_hanabi.commands.seat_commands import FROM_MENU, SEAT_COMMANDS, PreparedGame
from p2p_hanabi.commands.settings.localization import LocalizedGroup, lang_option
from p2p_hanabi.program import IS_PACKED
from p2p_hanabi.registry import GAMES
from p2p_hanabi.systems import is_clicked
from p2p_hanabi.ui.words.i18n import _

if TYPE_CHECKING:
    from p2p_hanabi.commands.screens.page_stage import PageStage


@click.group(
    cls=LocalizedGroup,
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
    params=[lang_option()],
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="p2phanabi", message="%(prog)s %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Play Hanabi on your home network: no server, no account, no need to trust anyone.

    \b
    p2phanabi                       choose what to do from a menu
    p2phanabi host --seats 3        open a table and tell the others its code
    p2phanabi join                  join a table on this network
    p2phanabi resume                continue an unfinished game
    p2phanabi web                   do all of this in the browser
    p2phanabi tutorial              learn the game step by step
    p2phanabi demo                  watch bots play a whole game
    p2phanabi arena                 measure bots in many games
    p2phanabi audit FILE            check a finished game
    p2phanabi replay FILE           watch a game again, move by move
    p2phanabi review FILE           look at a finished game together
    p2phanabi games                 list the games and their options
    p2phanabi rules                 read the rules of a game
    p2phanabi doctor                test this computer's network

    Files are in your system's data directory, or in P2PHANABI_HOME.
    """
    if ctx.invoked_subcommand is not None:
        return
    if IS_PACKED and is_clicked(os.environ):
        sys.exit(_menu_on_page(ctx, is_clicked=True))
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        click.echo(ctx.get_help(), err=True)
        ctx.exit(2)
    _menu(ctx)


for seat_command in SEAT_COMMANDS:
    main.add_command(seat_command)


class ArenaOptions(TypedDict):
    """What to measure, and where to write the results."""

    deals: int
    styles: tuple[str, ...]
    bot_command: str | None
    seed: int
    processes: int | None
    svg: Path | None
    force: bool
    as_json: bool


@main.command()
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 60),
    metavar="N",
    default=3.0,
    show_default=True,
    help="How long to search.",
)
@interface_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line for each table.")
def tables(*, seconds: float, interface: str | None, as_json: bool) -> None:
    """List the open tables on this network."""
    from p2p_hanabi.commands.tables import list_tables

    sys.exit(_run(list_tables(seconds, interface, as_json=as_json)))


@main.command(epilog="Example: p2phanabi demo --seats 5 --out game.p2ph")
@click.option(
    "--seats",
    type=click.IntRange(2),
    metavar="N",
    help="Number of bots; by default 3, or the game's maximum if that is lower.",
)
@game_option
@rule_option
@preset_option
@out_option
@force_option
@cards_option
@bot_style_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object at the end.")
def demo(
    *,
    seats: int | None,
    game: str,
    options: tuple[str, ...],
    preset: str | None,
    as_json: bool,
    bot_style: str | None,
    **rest: Unpack[OutOptions],
) -> None:
    """Watch bots play a whole game. Each is a process of its own on this computer."""
    from p2p_hanabi.commands.bots.bot_style import style_of_all
    from p2p_hanabi.commands.demo import Demo, run_demo
    from p2p_hanabi.commands.settings.presets import with_preset
    from p2p_hanabi.commands.settings.table_config import config, default_seats

    options = with_preset(game, preset, options)
    wanted = config(game, options, seats or default_seats(game), "demo")
    style = style_of_all(game, bot_style)
    sys.exit(run_demo(Demo(wanted, options, checked_out(rest), as_json, style)))


@main.command(epilog="Example: p2phanabi arena --games 300 --seats 2 --seats 3 --svg scores.svg")
@click.option(
    "--games",
    "deals",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    default=100,
    show_default=True,
    help="Number of games for each style and number of players.",
)
@click.option(
    "--seats",
    type=click.IntRange(2),
    metavar="N",
    multiple=True,
    help="Number of players; can be repeated. By default, every possible number.",
)
@game_option
@rule_option
@preset_option
@click.option(
    "--style",
    "styles",
    metavar="STYLE",
    multiple=True,
    help="How the bots play: one style for all seats, or one for each, joined by +; the last one "
    "also applies to all further seats. Repeat the option to compare two styles on the same cards.",
)
@bot_command_option
@click.option(
    "--seed",
    type=click.IntRange(0),
    metavar="N",
    default=0,
    show_default=True,
    help="Random seed for the deals.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Number of processes; by default, one for each core.",
)
@click.option("--svg", type=FILE, metavar="FILE", help="Save a chart of the scores to this file.")
@click.option("--force", is_flag=True, help="Overwrite the --svg file.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def arena(
    *,
    game: str,
    options: tuple[str, ...],
    preset: str | None,
    seats: tuple[int, ...],
    **rest: Unpack[ArenaOptions],
) -> None:
    """Measure bots in many games in memory, without network or proofs.

    A style is a name, or MODULE:FUNCTION for your own function that takes a view and returns one
    of its moves, or `command` for the program of --bot-command, which plays one seat unless --style
    says otherwise. The style named first moves to another seat with each game.
    """
    from p2p_hanabi.arena.contestants import OWN
    from p2p_hanabi.commands.arena import Arena, run_arena
    from p2p_hanabi.commands.bots.own_bot import bot_command
    from p2p_hanabi.commands.console.output_file import Out
    from p2p_hanabi.commands.settings.presets import with_preset
    from p2p_hanabi.commands.settings.table_config import config, game_named
    from p2p_hanabi.seam.styles import USUAL_STYLE

    options = with_preset(game, preset, options)
    tables = tuple(config(game, options, each, "arena") for each in seats or game_named(game).seats)
    svg = None if rest["svg"] is None else Out(rest["svg"], replaces=rest["force"])
    if svg is not None:
        svg.check()
    own = None if rest["bot_command"] is None else bot_command(rest["bot_command"])
    run_arena(
        Arena(
            tables=tables,
            styles=rest["styles"] or (USUAL_STYLE if own is None else f"{OWN}+{USUAL_STYLE}",),
            own_bot=own,
            game_count=rest["deals"],
            seed=rest["seed"],
            processes=rest["processes"] or os.cpu_count() or 1,
            svg=svg,
            as_json=rest["as_json"],
        )
    )


@main.command(epilog="Example: p2phanabi doctor --connect 192.0.2.7:40123")
@click.option("--connect", metavar="HOST:PORT", help="Find out why you cannot join this table.")
@click.option("--phone", is_flag=True, help="Test whether a phone can reach this computer.")
@interface_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def doctor(*, connect: str | None, phone: bool, interface: str | None, as_json: bool) -> None:
    """Test this computer's network, and say what to do."""
    from p2p_hanabi.commands.doctor import doctor_address, doctor_phone
    from p2p_hanabi.commands.doctor import doctor_machine as doctors

    if connect is not None and phone:
        from p2p_hanabi.commands.console.failures import Failed

        raise Failed(_("--connect and --phone are two tests: choose one."))
    if phone:
        sys.exit(doctor_phone.run(interface, as_json=as_json))
    if connect is None:
        sys.exit(doctors.run(interface, as_json=as_json))
    sys.exit(doctor_address.run(connect, interface, as_json=as_json))


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line for each game.")
def games(*, as_json: bool) -> None:
    """List the games with their options, and where the rules are."""
    from p2p_hanabi.commands import games as listed

    for name in GAMES:
        for line in [json.dumps(listed.facts(name))] if as_json else listed.lines(name):
            click.echo(line)


@main.command(epilog="Example: p2phanabi rules ikebana")
@click.argument("game", type=click.Choice(list(GAMES)), default=next(iter(GAMES)))
def rules(game: str) -> None:
    """Show the numbered rules of a game."""
    from p2p_hanabi.commands.rules import other_language, page_of

    page = page_of(game)
    if sentence := other_language(page):
        click.echo(sentence, err=True)
    show = click.echo_via_pager if sys.stdout.isatty() else click.echo
    show(page.read_text("utf-8"))


@main.command(epilog="Example: p2phanabi licences --source zeroconf.tar.gz")
@click.option(
    "--source",
    type=FILE,
    metavar="FILE",
    help="Write the source of zeroconf (LGPL) to this file.",
)
@force_option
def licences(*, source: Path | None, force: bool) -> None:
    """Show the licences of everything in a packed program."""
    from p2p_hanabi.commands import licences as inside
    from p2p_hanabi.commands.console.output_file import Out

    if source is None:
        show = click.echo_via_pager if sys.stdout.isatty() else click.echo
        show(inside.licences())
    else:
        inside.write_source(Out(source, replaces=force))


@main.command()
@click.option("--remove", is_flag=True, help="Remove them again.")
def desktop(*, remove: bool) -> None:
    """Add the program to the menu, with a manual page. Completions for the shell come too."""
    from p2p_hanabi.commands.console.output import echo
    from p2p_hanabi.commands.desktop import install, uninstall

    for line in uninstall() if remove else install(main):
        echo(line, whole=line)


@main.command()
@click.option("--name", metavar="NAME", help="Change your name.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def whoami(*, name: str | None, as_json: bool) -> None:
    """Show your name and the fingerprint of your key."""
    from p2p_hanabi.commands.settings.environment import who_am_i
    from protocol.identity.keys import fingerprint

    player = who_am_i(name)
    digits = fingerprint(player.identity.public_key)
    if as_json:
        click.echo(json.dumps({"name": player.name, "fingerprint": digits}))
    else:
        click.echo(f"{player.name}\n{digits}")


@main.command()
@phone_option
@interface_option
@click.option("--clicked", is_flag=True, hidden=True)
@click.pass_context
def web(context: click.Context, *, phone: bool, interface: str | None, clicked: bool) -> None:
    """Play in the browser, from a menu, without typing commands."""
    how = _menu_on_page(context, is_phone=phone, interface=interface, is_clicked=clicked)
    sys.exit(how)


@main.command()
@click.option("--plain", is_flag=True, help="Plain mode: line by line, without the full screen.")
@look_options
@web_option
def tutorial(*, plain: bool, web: bool) -> None:
    """Learn the game in a guided first game. Two bots play with you; no network, no files."""
    from p2p_hanabi.commands.tutorial import teach, teach_on_page

    if web:
        from p2p_hanabi.commands.screens.page_seat import PageOptions, on_page

        sys.exit(_run(on_page(teach_on_page, PageOptions())))

    sys.exit(_run(teach(plain=plain)))


@main.command(epilog="Example: p2phanabi players --forget Ana")
@click.option("--forget", metavar="NAME", help="Remove this player from the list.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line for each player.")
def players(*, forget: str | None, as_json: bool) -> None:
    """List the players you have met, with their keys."""
    from p2p_hanabi.commands import players as listed
    from p2p_hanabi.ui.model.lobby.sentences_known import forgotten

    gone = () if forget is None else listed.forgotten(forget)
    if as_json:
        known = listed.all_facts() if forget is None else [listed.facts(one) for one in gone]
        lines = [json.dumps(one) for one in known]
    else:
        sentences = [forgotten(one.name, one.fingerprint) for one in gone]
        lines = listed.lines() if forget is None else sentences
    for line in lines:
        click.echo(line)


for command in RECORD_COMMANDS:
    main.add_command(command)


def _run(work: Coroutine[object, None, int]) -> int:
    import asyncio

    return asyncio.run(work)


def _menu(context: click.Context) -> None:
    """Show the menu in the terminal, and run what is chosen. Show it again after what leads back
    to it, and if the player leaves before there is a table."""
    import asyncio

    from p2p_hanabi.commands.console.failures import LEFT, Failed, Left
    from p2p_hanabi.commands.menu.main_menu import LEAD_BACK, choose_command, read_output

    former: tuple[str, ...] = ()
    context.meta[FROM_MENU] = True
    while (chosen := asyncio.run(choose_command(former))) is not None:
        name, *arguments = former = chosen
        command = main.get_command(context, name)
        assert command is not None  # noqa: S101 - the menu offers only existing commands
        with command.make_context(name, arguments, parent=context) as sub:
            if name not in LEAD_BACK:
                try:
                    command.invoke(sub)
                except Left as left:
                    if left.is_early:
                        continue
                    raise
                return
            is_printed = LEAD_BACK[name]
            try:
                with contextlib.suppress(SystemExit, KeyboardInterrupt):
                    command.invoke(sub)
            except Failed as failed:
                click.echo(str(failed), err=True)
                is_printed = True
        read_output(is_printed)
    context.exit(LEFT)


def _menu_on_page(
    context: click.Context,
    *,
    is_phone: bool = False,
    interface: str | None = None,
    is_clicked: bool = False,
) -> int:
    from p2p_hanabi.commands.screens.page_seat import PageOptions, on_page
    from p2p_hanabi.commands.web import show_menu

    where = () if interface is None else ("--interface", interface)

    def menu(stage: PageStage) -> Coroutine[object, None, int]:
        return show_menu(stage, lambda chosen: _prepared(context, (*chosen, *where)), interface)

    return _run(on_page(menu, PageOptions(is_phone, interface, is_clicked, has_seat=True)))


def _prepared(context: click.Context, arguments: Sequence[str]) -> PreparedGame:
    """Return the game of a command. Raise `Failed`."""
    name, *rest = arguments
    command, asked = main.get_command(context, name), PreparedGame()
    assert command is not None  # noqa: S101 - the menu offers only existing commands
    sub = command.make_context(name, rest, parent=context, obj=asked)
    with sub, contextlib.suppress(SystemExit):
        command.invoke(sub)
    return asked
