"""The command line: arguments in, exit codes out. Everything heavy is imported where it is used.

Exit codes: 0 good; 1 what was examined is not good; 2 could not be done; 130 interrupted.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import sys
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack

import click

from p2p_hanabi import __version__
from p2p_hanabi.commands.arguments import (
    FILE,
    cards_option,
    force_option,
    interface_option,
    look_options,
    out_option,
)
from p2p_hanabi.commands.localization import Sentences, lang_option
from p2p_hanabi.commands.records import RECORD_COMMANDS
from p2p_hanabi.program import IS_PACKED
from p2p_hanabi.registry import GAMES
from p2p_hanabi.systems import is_clicked
from p2p_hanabi.ui.kit.i18n import _

if TYPE_CHECKING:
    from p2p_hanabi.commands.interactive import Play
    from p2p_hanabi.commands.output_file import Out
    from p2p_hanabi.commands.page_stage import PageStage
    from p2p_hanabi.commands.screens import Screen
    from p2p_hanabi.commands.seat_events import SeatEvents

EVENTS = "p2phanabi events"
"""Where a command's context has the `SeatEvents` of `--json`."""
Command = TypeVar("Command", bound=Callable[..., Any])


@click.group(
    cls=Sentences,
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
    params=[lang_option()],
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="p2phanabi", message="%(prog)s %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Play Hanabi on your home network: no server, no account, nobody to trust.

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
    import asyncio

    from p2p_hanabi.commands.failures import LEFT
    from p2p_hanabi.commands.menu import choose_command

    if (chosen := asyncio.run(choose_command())) is None:
        ctx.exit(LEFT)
    name, *arguments = chosen
    command = main.get_command(ctx, name)
    assert command is not None  # noqa: S101 - the menu offers what there is
    with command.make_context(name, arguments, parent=ctx) as sub:
        command.invoke(sub)


class OutOptions(TypedDict):
    """Where a transcript is to be kept."""

    out: Path | None
    force: bool


class SeatOptions(OutOptions):
    """What `host` and `join` have in common."""

    name: str | None
    interface: str | None
    plain: bool
    web: bool
    phone: bool
    bot: bool
    bot_command: str | None
    bot_style: str | None
    as_json: bool
    leash: bool
    pause: float


class NewSeatOptions(SeatOptions):
    """What `host` and `join` have in common, and `resume` has not."""

    is_new: bool


class HostOptions(NewSeatOptions):
    """What else a host may say."""

    table: str | None
    is_open: bool
    port: int
    reopen: bool


class WishOptions(TypedDict, total=False):
    """See `PageWish`."""

    is_phone: bool
    interface: str | None
    is_clicked: bool


class ArenaOptions(TypedDict):
    """How much is measured, and where it goes."""

    deals: int
    styles: tuple[str, ...]
    bot_command: str | None
    seed: int
    processes: int | None
    svg: Path | None
    force: bool
    as_json: bool


rule_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="Option of the game; can be repeated.",
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
    help="Let a program of your own play, with JSON lines.",
)
bot_style_option = click.option(
    "--bot-style",
    metavar="STYLE",
    help="How the bots play: a style of the game, as in the arena.",
)
page_options = (
    click.option("--web", is_flag=True, help="Play in the browser of this computer."),
    click.option("--phone", is_flag=True, help="Play on a telephone of this network."),
)


def seat_options(command: Callable[..., None]) -> Callable[..., None]:
    command = _told_as_json(command)
    for option in reversed(
        (
            click.option("--name", metavar="NAME", help="Your name at this table."),
            interface_option,
            click.option(
                "--plain", is_flag=True, help="Plain mode: line by line, without the full screen."
            ),
            look_options,
            *page_options,
            click.option(
                "--bot", is_flag=True, help="Let a bot play this seat, without questions."
            ),
            bot_command_option,
            bot_style_option,
            click.option(
                "--json",
                "as_json",
                is_flag=True,
                help="Print a JSON line for each event; what you read goes to standard error.",
            ),
            out_option,
            force_option,
            click.option("--leash", is_flag=True, hidden=True),  # see commands/bot_processes.py
            click.option("--pause", type=click.FloatRange(0), default=0, hidden=True),
        )
    ):
        command = option(command)
    return command


def _told_as_json(command: Callable[..., None]) -> Callable[..., None]:
    """Let `--json` have a first line and a last one, however the command ends."""

    @functools.wraps(command)
    def told(**ask: Any) -> None:
        if not ask["as_json"]:
            command(**ask)
            return
        from p2p_hanabi.commands.seat_events import told_from_hello_to_end

        with told_from_hello_to_end() as events:
            click.get_current_context().meta[EVENTS] = events
            command(**ask)

    return told


@main.command(epilog="Example: p2phanabi host --seats 3 --bots 1 --option blue=10")
@click.option(
    "--seats",
    type=click.IntRange(2),
    metavar="N",
    help="Number of players; by default two, or you and your bots.",
)
@game_option
@rule_option
@click.option(
    "--bots",
    type=click.IntRange(0),
    metavar="N",
    default=0,
    help="Number of bots among them, on this computer; the others are told.",
)
@click.option(
    "--phones",
    type=click.IntRange(0, 4),
    metavar="N",
    default=0,
    help="Number of players with a telephone; their seats are on this computer.",
)
@click.option("--table", metavar="NAME", help="Name of the table.")
@click.option("--open", "is_open", is_flag=True, help="Let anybody join, without a code.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    default=0,
    help="Listen on this port.",
)
@click.option("--reopen", is_flag=True, help="Reopen the table that you left open.")
@click.option(
    "--new", "is_new", is_flag=True, help="Do not ask about tables that you left; open a new one."
)
@seat_options
def host(
    *,
    seats: int | None,
    game: str,
    options: tuple[str, ...],
    bots: int,
    phones: int,
    **rest: Unpack[HostOptions],
) -> None:
    """Open a table and play.

    The others join with `p2phanabi join` and the code shown here.
    """
    out = _checked(rest)

    def prepare() -> Play:
        from p2p_hanabi.commands.hosting import LeftOpen
        from p2p_hanabi.commands.hosting import host as open_table
        from p2p_hanabi.commands.settings import config, environment, seats_of_table
        from p2p_hanabi.commands.unfinished import unless_resumed
        from p2p_hanabi.net.lobby_record import HostedTable, new_invitation
        from p2p_hanabi.ui.lobby.sentences_lobby import table_of

        env = environment(rest["name"], rest["interface"], rest["port"])
        called = rest["table"] or table_of(env.player.name)
        invitation = new_invitation(is_open=rest["is_open"])
        settled = config(game, options, seats_of_table(game, seats, bots + phones), called)
        offer = HostedTable(invitation, settled, bots)

        def play(screen: Screen) -> Coroutine[object, None, int]:
            return open_table(offer, env, screen, out, phones=phones, left_open=left)

        left = LeftOpen.REOPEN if rest["reopen"] else LeftOpen.ASK
        if rest["is_new"] and not rest["reopen"]:
            left = LeftOpen.LEAVE
        is_asked = left is LeftOpen.ASK
        return unless_resumed(play, env, out, _("Open a new table")) if is_asked else play

    sys.exit(_play(rest, prepare))


@main.command(epilog="Example: p2phanabi join --connect 192.0.2.7:40123")
@click.option("--table", metavar="NAME", help="Join the table with this name.")
@click.option("--by", metavar="NAME", help="Join a table that this player opened.")
@click.option("--connect", metavar="HOST:PORT", help="Connect to this address, without searching.")
@click.option("--lodger", is_flag=True, hidden=True)  # see commands/bot_processes.py
@click.option(
    "--new", "is_new", is_flag=True, help="Do not ask whether to continue an unfinished game."
)
@seat_options
def join(
    *,
    table: str | None,
    by: str | None,
    connect: str | None,
    lodger: bool,
    **rest: Unpack[NewSeatOptions],
) -> None:
    """Find a table on this network, type its code, and play.

    Scripts can pass the code in P2PHANABI_CODE.
    """
    out = _checked(rest)

    def prepare() -> Play:
        from p2p_hanabi.commands.joining import TableQuery, join_table
        from p2p_hanabi.commands.settings import environment
        from p2p_hanabi.commands.unfinished import unless_resumed

        env = replace(environment(rest["name"], rest["interface"]), is_lodger=lodger)
        wanted = TableQuery(table, by, connect)

        def play(screen: Screen) -> Coroutine[object, None, int]:
            return join_table(env, screen, wanted, out)

        return play if rest["is_new"] else unless_resumed(play, env, out, _("Join another table"))

    sys.exit(_play(rest, prepare, asks_name=lodger and rest["phone"]))


@main.command(epilog="Example: p2phanabi resume --table 5f3a")
@click.option(
    "--table", metavar="ID", help="Beginning of the table's id; by default, the latest table."
)
@seat_options
def resume(*, table: str | None, **rest: Unpack[SeatOptions]) -> None:
    """Continue an unfinished game, after a crash or the next day."""
    out = _checked(rest)

    def prepare() -> Play:
        from p2p_hanabi.commands.resume import resume_table
        from p2p_hanabi.commands.settings import environment

        env = environment(None, rest["interface"], is_new=False)
        return lambda screen: resume_table(env, screen, table, out)

    sys.exit(_play(rest, prepare))


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
    help="Number of bots; by default 3, or as many as can play.",
)
@game_option
@rule_option
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
    as_json: bool,
    bot_style: str | None,
    **rest: Unpack[OutOptions],
) -> None:
    """Watch bots play a whole game on this computer, each in its own process."""
    from p2p_hanabi.commands.bot_style import style_of_all
    from p2p_hanabi.commands.demo import Demo, run_demo
    from p2p_hanabi.commands.settings import config, seats_of_demo

    wanted = config(game, options, seats or seats_of_demo(game), "demo")
    style = style_of_all(game, bot_style)
    sys.exit(run_demo(Demo(wanted, options, _out(rest), as_json, style)))


@main.command(epilog="Example: p2phanabi arena --games 300 --seats 2 --seats 3 --svg scores.svg")
@click.option(
    "--games",
    "deals",
    type=click.IntRange(1),
    metavar="N",
    default=100,
    show_default=True,
    help="Number of games of each style at each table.",
)
@click.option(
    "--seats",
    type=click.IntRange(2),
    metavar="N",
    multiple=True,
    help="Number of players; can be repeated. By default, as few as can play, up to as many.",
)
@game_option
@rule_option
@click.option(
    "--style",
    "styles",
    metavar="STYLE",
    multiple=True,
    help="How the bots play: a style for all seats, or one for each, joined by +, where the last "
    "is that of all further seats. Give it twice to compare two on the same cards.",
)
@bot_command_option
@click.option(
    "--seed",
    type=click.IntRange(0),
    metavar="N",
    default=0,
    show_default=True,
    help="Other numbers deal other cards.",
)
@click.option(
    "--processes",
    type=click.IntRange(1),
    metavar="N",
    help="Number of processes; by default, one for each core.",
)
@click.option("--svg", type=FILE, metavar="FILE", help="Draw the scores into this file.")
@click.option("--force", is_flag=True, help="Overwrite the --svg file.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def arena(
    *,
    game: str,
    options: tuple[str, ...],
    seats: tuple[int, ...],
    **rest: Unpack[ArenaOptions],
) -> None:
    """Measure bots: many games in memory, without network and proofs.

    A style is a name, or MODULE:FUNCTION for a function of your own that takes a view and returns
    one of its moves, or `command` for the program of --bot-command, which sits in one seat unless
    --style says otherwise. Who is named first sits at another place in each game.
    """
    from p2p_hanabi.arena.contestants import OWN
    from p2p_hanabi.commands.arena import Arena, run_arena
    from p2p_hanabi.commands.output_file import Out
    from p2p_hanabi.commands.own_bot import bot_command
    from p2p_hanabi.commands.settings import config, game_named
    from p2p_hanabi.games.common.styles import USUAL_STYLE

    tables = tuple(config(game, options, each, "arena") for each in seats or game_named(game).seats)
    svg = None if rest["svg"] is None else Out(rest["svg"], replaces=rest["force"])
    if svg is not None:
        svg.check()
    own = None if rest["bot_command"] is None else bot_command(rest["bot_command"])
    run_arena(
        Arena(
            tables=tables,
            styles=rest["styles"] or (USUAL_STYLE if own is None else f"{OWN}+{USUAL_STYLE}",),
            own=own,
            games=rest["deals"],
            seed=rest["seed"],
            processes=rest["processes"] or os.cpu_count() or 1,
            svg=svg,
            as_json=rest["as_json"],
        )
    )


@main.command(epilog="Example: p2phanabi doctor --connect 192.0.2.7:40123")
@click.option("--connect", metavar="HOST:PORT", help="Find out why you cannot join this table.")
@click.option("--phone", is_flag=True, help="Try whether a phone can reach this computer.")
@interface_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def doctor(*, connect: str | None, phone: bool, interface: str | None, as_json: bool) -> None:
    """Test this computer's network, and say what to do if it is not ready."""
    from p2p_hanabi.commands import doctor as doctors
    from p2p_hanabi.commands import doctor_address, doctor_phone

    if connect is not None and phone:
        from p2p_hanabi.commands.failures import Failed

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
    """Show the rules of a game, all of them numbered."""
    from p2p_hanabi.commands.rules import other_language, page_of

    page = page_of(game)
    if told := other_language(page):
        click.echo(told, err=True)
    show = click.echo_via_pager if sys.stdout.isatty() else click.echo
    show(page.read_text("utf-8"))


@main.command(epilog="Example: p2phanabi licences --source zeroconf.tar.gz")
@click.option(
    "--source",
    type=FILE,
    metavar="FILE",
    help="Write the source of zeroconf (LGPL) into this file.",
)
@force_option
def licences(*, source: Path | None, force: bool) -> None:
    """Show the licences of all that is inside a packed program."""
    from p2p_hanabi.commands import licences as inside
    from p2p_hanabi.commands.output_file import Out

    if source is None:
        show = click.echo_via_pager if sys.stdout.isatty() else click.echo
        show(inside.licences())
    else:
        inside.write_source(Out(source, replaces=force))


@main.command()
@click.option("--name", metavar="NAME", help="Change your name.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def whoami(*, name: str | None, as_json: bool) -> None:
    """Show your name and the fingerprint of your key."""
    from p2p_hanabi.commands.settings import who_am_i
    from protocol.identity.keys import fingerprint

    player = who_am_i(name)
    digits = fingerprint(player.identity.public)
    if as_json:
        click.echo(json.dumps({"name": player.name, "fingerprint": digits}))
    else:
        click.echo(f"{player.name}\n{digits}")


@main.command()
@page_options[1]
@interface_option
@click.pass_context
def web(context: click.Context, *, phone: bool, interface: str | None) -> None:
    """Play in the browser: a menu, tables, and past games, without typing commands."""
    sys.exit(_menu_on_page(context, is_phone=phone, interface=interface))


@main.command()
@click.option("--plain", is_flag=True, help="Plain mode: line by line, without the full screen.")
@look_options
@page_options[0]
def tutorial(*, plain: bool, web: bool) -> None:
    """Learn the game in a guided first game with two bots; no network, no files."""
    from p2p_hanabi.commands.tutorial import teach, teach_on_page

    if web:
        from p2p_hanabi.commands.page_seat import PageWish, on_page

        sys.exit(_run(on_page(teach_on_page, PageWish())))

    sys.exit(_run(teach(plain=plain)))


@main.command(epilog="Example: p2phanabi players --forget Ana")
@click.option("--forget", metavar="NAME", help="Remove this player from the list.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line for each player.")
def players(*, forget: str | None, as_json: bool) -> None:
    """List the players you have met, with their keys."""
    from p2p_hanabi.commands import players as listed
    from p2p_hanabi.ui.lobby.sentences_known import forgotten

    gone = () if forget is None else listed.forgotten(forget)
    if as_json:
        known = listed.all_facts() if forget is None else [listed.facts(one) for one in gone]
        lines = [json.dumps(one) for one in known]
    else:
        told = [forgotten(one.name, one.fingerprint) for one in gone]
        lines = listed.lines() if forget is None else told
    for line in lines:
        click.echo(line)


for command in RECORD_COMMANDS:
    main.add_command(command)


def _run(work: Coroutine[object, None, int]) -> int:
    import asyncio

    return asyncio.run(work)


def _menu_on_page(context: click.Context, **wish: Unpack[WishOptions]) -> int:
    from p2p_hanabi.commands.page_seat import PageWish, on_page
    from p2p_hanabi.commands.web import show_menu

    def menu(stage: PageStage) -> Coroutine[object, None, int]:
        return show_menu(stage, lambda arguments: _prepared(context, arguments))

    return _run(on_page(menu, PageWish(**wish)))


def _checked(ask: SeatOptions) -> Out | None:
    """What can be refused before anything is opened. Where the transcript is to be kept."""
    if ask["bot_command"] is not None:
        from p2p_hanabi.commands.failures import Failed
        from p2p_hanabi.commands.own_bot import bot_command

        if ask["web"] or ask["phone"]:
            raise Failed(_("--bot-command plays the seat itself: leave out --web and --phone."))
        bot_command(ask["bot_command"])
        ask["bot"] = True
    if ask["bot_style"] is not None:
        from p2p_hanabi.commands.bot_style import check_at_a_table

        check_at_a_table(ask["bot_style"], is_alone=ask["bot"] and ask["leash"])
    return _out(ask)


def _out(ask: OutOptions) -> Out | None:
    if ask["out"] is None:
        return None
    from p2p_hanabi.commands.output_file import Out

    out = Out(ask["out"], replaces=ask["force"])
    out.check()
    return out


def _play(ask: SeatOptions, prepare: Callable[[], Play], *, asks_name: bool = False) -> int:
    """Play, unless somebody else has asked for what prepares it. `asks_name`: the player's, first
    of all."""
    context = click.get_current_context()
    if isinstance(context.obj, PreparedGame):
        context.obj.prepare = prepare
        return 0
    return _run(_with_screen(ask, prepare, asks_name=asks_name))


class PreparedGame:
    """What a command would play, for whoever has a screen of its own."""

    prepare: Callable[[], Play]


def _prepared(context: click.Context, arguments: Sequence[str]) -> Callable[[], Play]:
    """Return what prepares the game that a command stands for. Raise `Failed`."""
    name, *rest = arguments
    command, asked = main.get_command(context, name), PreparedGame()
    assert command is not None  # noqa: S101 - the menu offers what there is
    sub = command.make_context(name, rest, parent=context, obj=asked)
    with sub, contextlib.suppress(SystemExit):
        command.invoke(sub)
    return asked.prepare


async def _with_screen(ask: SeatOptions, prepare: Callable[[], Play], *, asks_name: bool) -> int:
    """Whoever plays this seat: a bot, or a person at a terminal or a pipe."""
    if ask["leash"]:
        from p2p_hanabi.commands.bot_processes import on_leash

        on_leash()
    events = click.get_current_context().meta.get(EVENTS)
    if ask["bot"]:
        return await _played_by_bot(ask, prepare, events)
    if ask["web"] or ask["phone"]:
        from p2p_hanabi.commands.page_seat import PageWish, ask_name, on_page, play_on_page

        async def play(stage: PageStage) -> int:
            if asks_name:
                ask["name"] = await ask_name(stage)
            return await play_on_page(prepare, stage, events)

        wish = PageWish(ask["phone"], ask["interface"], has_events=events is not None)
        return await on_page(play, wish)
    from p2p_hanabi.commands.interactive import beside_json, in_person

    if events is not None:
        return await beside_json(prepare, events)
    return await in_person(prepare, plain=ask["plain"])


async def _played_by_bot(
    ask: SeatOptions, prepare: Callable[[], Play], events: SeatEvents | None
) -> int:
    from p2p_hanabi.commands.json_screen import JsonScreen
    from p2p_hanabi.commands.screens import BotScreen, report_end
    from p2p_hanabi.commands.seat_players import built_in

    tell = report_end if events is None else events.tell

    def seen(bot: BotScreen) -> Screen:
        return bot if events is None else JsonScreen(bot, events)

    style = ask["bot_style"]
    usual = built_in if style is None else functools.partial(built_in, style=style)
    if ask["bot_command"] is None and events is None:
        return await prepare()(BotScreen(tell, ask["pause"], usual))
    from p2p_hanabi.commands.leavable import Leavable
    from p2p_hanabi.commands.own_bot import bot_command
    from p2p_hanabi.commands.seat_players import own_player

    own = usual if ask["bot_command"] is None else own_player(bot_command(ask["bot_command"]))
    return await Leavable(prepare()(seen(BotScreen(tell, ask["pause"], own)))).code()
