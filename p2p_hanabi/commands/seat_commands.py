"""Argument parsing for the commands that take a seat, and the choice of who plays it.

Heavy modules are imported where they are used, since every `--help` loads this module.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, Unpack

import click

from p2p_hanabi.ui.words.i18n import _

from .arguments import (
    LATEST,
    PLAYED,
    OutOptions,
    bot_command_option,
    bot_style_option,
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
from .console.failures import Failed

if TYPE_CHECKING:
    from p2p_hanabi.gathering import TableConfig
    from p2p_hanabi.systems.tools import ForkServer

    from .board.board import BoardWish
    from .console.output_file import Out
    from .play.seat_screen import Play, Screen
    from .screens.page_stage import PageStage
    from .screens.seat_events import SeatEvents

MAX_LENT = 4
EVENTS = "p2phanabi events"
"""The key of the `SeatEvents` for `--json` in a command's context."""
FROM_MENU = "p2phanabi menu"
"""Set if the command was chosen in the menu, to which its player can go back."""
FORKS = "p2phanabi forks"
"""The key of the `ForkServer` for a host's bots."""
_Games: TypeAlias = Callable[[Mapping[str, Any]], Sequence[str] | None]
"""Takes a command's arguments, and returns the games that its bots play; None without bots."""


class SeatOptions(OutOptions):
    """Options shared by all of these commands."""

    name: str | None
    interface: str | None
    plain: bool
    web: bool
    phone: bool
    bot: bool
    bot_command: str | None
    bot_style: str | None
    as_json: bool
    child: bool
    feeds_board: bool
    lender: str
    in_review: bool
    door: str | None
    pause: float


class ReviewOptions(SeatOptions):
    """Further options of `review`, which `host` has too."""

    table: str | None
    is_open: bool
    port: int


class HostOptions(ReviewOptions):
    """Further options of `host`."""

    preset: str | None
    is_new: bool
    reopen: bool


# What `host` and `review` both have.
phones_option = click.option(
    "--phones",
    type=click.IntRange(0, 5),
    metavar="N",
    default=0,
    help="How many have only a phone; their seats run on this computer.",
)
board_option = click.option(
    "--board",
    is_flag=True,
    help="This computer has no seat, and shows the table; all play on phones or other computers.",
)
table_option = click.option("--table", metavar="NAME", help="Name of the table.")
open_option = click.option(
    "--open", "is_open", is_flag=True, help="Let anybody join, without a code."
)
port_option = click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    default=0,
    help="Listen on this port for the computers of other players; pages have another.",
)


def seat_options(command: Callable[..., None]) -> Callable[..., None]:
    command = _with_json(command)
    for option in reversed(
        (
            click.option("--name", metavar="NAME", help="Your name at this table."),
            interface_option,
            click.option(
                "--plain", is_flag=True, help="Plain mode: line by line, without the full screen."
            ),
            look_options,
            web_option,
            phone_option,
            click.option(
                "--bot", is_flag=True, help="Let a bot play this seat, without asking you anything."
            ),
            bot_command_option,
            bot_style_option,
            click.option(
                "--json",
                "as_json",
                is_flag=True,
                help="Print a JSON line for each event; messages for you go to standard error.",
            ),
            out_option,
            force_option,
            # see commands/local_seats/seat_processes.py
            click.option("--child", is_flag=True, hidden=True),
            click.option("--feeds-board", is_flag=True, hidden=True),  # see commands/board/
            click.option("--lender", default="", hidden=True),  # see local_seats/
            click.option("--in-review", is_flag=True, hidden=True),  # see local_seats/
            click.option("--door", hidden=True),  # see local_seats/page_doors.py
            click.option("--pause", type=click.FloatRange(0), default=0, hidden=True),
        )
    ):
        command = option(command)
    return command


def _with_json(command: Callable[..., None]) -> Callable[..., None]:
    """Write the first and the last line of `--json`, however the command ends."""

    @functools.wraps(command)
    def reporting(**ask: Any) -> None:
        if not ask["as_json"]:
            command(**ask)
            return
        from .screens.seat_events import reporting_events

        with reporting_events() as events:
            click.get_current_context().meta[EVENTS] = events
            command(**ask)

    return reporting


def _forking_bots(games: _Games) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Fork the server that forks a command's bots, if it has any, before anything else happens."""

    def decorator(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def forking(**ask: Any) -> None:
            bots_play = games(ask)
            if bots_play is None:
                command(**ask)
                return
            from .fork_bots import forking_bots

            with forking_bots(bots_play) as server:
                click.get_current_context().meta[FORKS] = server
                command(**ask)

        return forking

    return decorator


def _hosted(ask: Mapping[str, Any]) -> Sequence[str] | None:
    """Return the games that a host's bots will play; None if it has none."""
    return (ask["game"],) if ask["bots"] else None


def _resumed(ask: Mapping[str, Any]) -> Sequence[str] | None:
    """Return the games of a table's bots, as far as they are known; None if it never had bots."""
    from p2p_hanabi.folders import BOTS, data_folder

    plays = ask["others_file"] is None and not ask["child"]
    return () if plays and (data_folder() / BOTS).exists() else None


def _forks() -> ForkServer | None:
    server: ForkServer | None = click.get_current_context().meta.get(FORKS)
    return server


@click.command(epilog="Example: p2phanabi host --seats 3 --bots 1 --option blue=10")
@click.option(
    "--seats",
    type=click.IntRange(2),
    metavar="N",
    help="Number of players; by default two, or you and your bots.",
)
@game_option
@rule_option
@preset_option
@click.option(
    "--bots",
    type=click.IntRange(0),
    metavar="N",
    default=0,
    help="How many of the players are bots, on this computer; the others are told.",
)
@phones_option
@board_option
@table_option
@open_option
@port_option
@click.option("--reopen", is_flag=True, help="Reopen the table that you left open.")
@click.option(
    "--new",
    "is_new",
    is_flag=True,
    help="Open a new table without asking about those that you left.",
)
@_forking_bots(_hosted)
@seat_options
def host(
    *,
    seats: int | None,
    game: str,
    options: tuple[str, ...],
    bots: int,
    phones: int,
    board: bool,
    **rest: Unpack[HostOptions],
) -> None:
    """Open a table and play.

    The others join with `p2phanabi join` and the code shown here.
    """
    out = _checked(rest)
    if rest["preset"] is not None:
        from .settings.presets import with_preset

        options = with_preset(game, rest["preset"], options)
    if rest["web"] or rest["phone"]:  # before a page is opened, which would hide the failure
        from .settings.table_config import config, seats_of_table

        config(game, options, seats_of_table(game, seats, bots + phones), rest["table"] or "table")
    if board:
        from .board.board import BoardWish
        from .settings.table_config import config, seats_of_table

        count = seats_of_table(game, seats, bots + phones - 1)
        settled = config(game, options, count, rest["table"] or "table")
        guests = ("--bots", str(bots), "--phones", str(phones - 1))  # the first phone is the host
        offer = ("host", *_of_board(settled, options, rest), *guests) if phones else ()
        sys.exit(_show_board(rest, BoardWish(offer, rest["interface"])))

    def prepare() -> Play:
        from p2p_hanabi.net.lobby.lobby_record import HostedTable, new_invitation
        from p2p_hanabi.ui.model.lobby.sentences_lobby import table_of

        from .play.host import LeftOpen
        from .play.host import host as open_table
        from .play.unfinished import unless_resumed
        from .settings.environment import environment
        from .settings.table_config import config, seats_of_table

        env = environment(rest["name"], rest["interface"], rest["port"])
        env = replace(env, forks=_forks())
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

    sys.exit(_play(rest, prepare, asks_name=rest["feeds_board"] and rest["is_new"]))


@click.command(epilog="Example: p2phanabi review 3 --seats 4")
@click.argument("file", type=PLAYED, default=LATEST, metavar="[FILE|N]")
@click.option(
    "--seats",
    type=click.IntRange(2, 8),
    metavar="N",
    help="How many look at it, you included; by default two, or you and your phones.",
)
@phones_option
@board_option
@table_option
@open_option
@port_option
@seat_options
def review(
    *,
    file: Path,
    seats: int | None,
    phones: int,
    board: bool,
    **rest: Unpack[ReviewOptions],
) -> None:
    """Look at a finished game together.

    The others join with `p2phanabi join` and the code shown here. They need not have the file.
    """
    _checked(rest)
    rest["in_review"] = True
    if board:
        from .board.board import BoardWish
        from .play.review_table import opened_game

        opened_game(_reopened(file))  # before a page is opened, which would hide the failure
        count = seats or max(2, phones)
        guests = ("--seats", str(count), "--phones", str(phones - 1))
        offer = ("review", str(file.absolute()), *guests, *_where(rest)) if phones else ()
        sys.exit(_show_board(rest, BoardWish(offer, rest["interface"])))

    def prepare() -> Play:
        from p2p_hanabi.net.lobby.lobby_record import HostedTable, new_invitation
        from p2p_hanabi.ui.model.lobby.sentences_lobby import table_of

        from .play.review_table import opened_game, review_config
        from .play.review_table import review as open_review
        from .settings.environment import environment

        env = environment(rest["name"], rest["interface"], rest["port"])
        env = replace(env, is_phone=_is_lent_phone(rest))
        game = opened_game(file)
        called = rest["table"] or table_of(env.player.name)
        config = review_config(game, seats or max(2, 1 + phones), called)
        offer = HostedTable(new_invitation(is_open=rest["is_open"]), config)
        return lambda screen: open_review(offer, game, env, screen, phones=phones)

    sys.exit(_play(rest, prepare, asks_name=rest["feeds_board"]))


def _reopened(file: Path) -> Path:
    """Return the file, which the first phone's process opens too. Raise `Failed` if it is piped."""
    from .console.input_file import STREAM

    if file == STREAM:
        raise Failed(_('With --board, give the file of the game by its name, not "-".'))
    return file


@click.command(epilog="Example: p2phanabi join --connect 192.0.2.7:40123")
@click.option("--table", metavar="NAME", help="Join the table with this name.")
@click.option("--by", metavar="NAME", help="Join a table that this player opened.")
@click.option("--connect", metavar="HOST:PORT", help="Connect to this address, without searching.")
@click.option(
    "--phones",
    type=click.IntRange(0, MAX_LENT),
    metavar="N",
    default=0,
    help="Lend seats to players who have only a phone; they run on this computer.",
)
@click.option(
    "--local-seat", is_flag=True, hidden=True
)  # started by another seat, see local_seats/
@click.option(
    "--new", "is_new", is_flag=True, help="Do not ask whether to continue an unfinished game."
)
@seat_options
def join(
    *,
    table: str | None,
    by: str | None,
    connect: str | None,
    phones: int,
    local_seat: bool,
    is_new: bool,
    **rest: Unpack[SeatOptions],
) -> None:
    """Find a table on this network, type its code and play.

    Scripts can pass the code in P2PHANABI_CODE.
    """
    out = _checked(rest)

    def prepare() -> Play:
        from .play.join import TableQuery, join_table
        from .play.unfinished import unless_resumed
        from .settings.environment import environment

        env = environment(rest["name"], rest["interface"])
        lender, is_phone = bytes.fromhex(rest["lender"]), _is_lent_phone(rest)
        env = replace(env, is_local_seat=local_seat, lender=lender, is_phone=is_phone)
        wanted = TableQuery(table, by, connect)

        def play(screen: Screen) -> Coroutine[object, None, int]:
            return join_table(env, screen, wanted, out, phones=phones)

        return play if is_new else unless_resumed(play, env, out, _("Join another table"))

    sys.exit(_play(rest, prepare, asks_name=local_seat and rest["phone"]))


@click.command(epilog="Example: p2phanabi resume --table 5f3a")
@click.option(
    "--table", metavar="ID", help="Beginning of the table's id; by default, the latest table."
)
@click.option(
    "--from",
    "others_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Do not play: the others have ended the game; take its end from one of their files.",
)
@click.option("--board", is_flag=True, help="Show the table here that `host --board` has opened.")
@click.option("--local-seat", is_flag=True, hidden=True)  # as with `join`
@_forking_bots(_resumed)
@seat_options
def resume(
    *,
    table: str | None,
    others_file: Path | None,
    board: bool,
    local_seat: bool,
    **rest: Unpack[SeatOptions],
) -> None:
    """Continue an unfinished game, after a crash or the next day."""
    if others_file is not None:
        from p2p_hanabi.paths import find_home
        from p2p_hanabi.ui.kit.shell_words import in_a_shell

        from .play.end_from_file import take_end

        kept = take_end(find_home(), others_file)
        click.echo(
            _("The game has ended; `p2phanabi replay {file}` shows it.").format(
                file=in_a_shell(kept)
            )
        )
        return
    out = _checked(rest)
    if board:
        from .board.board import left_board

        sys.exit(_show_board(rest, left_board(table, rest["interface"])))

    def prepare() -> Play:
        from .play.resume import resume_table
        from .settings.environment import environment

        env = environment(None, rest["interface"], is_new=False)
        lender, is_phone = bytes.fromhex(rest["lender"]), _is_lent_phone(rest)
        forks = _forks()
        env = replace(env, is_local_seat=local_seat, lender=lender, is_phone=is_phone, forks=forks)
        return lambda screen: resume_table(env, screen, table, out)

    sys.exit(_play(rest, prepare))


def _is_lent_phone(ask: SeatOptions) -> bool:
    """Return whether this is a phone's seat, started by another process of this computer."""
    return ask["phone"] and ask["child"]


def _of_board(table: TableConfig, options: Sequence[str], ask: HostOptions) -> tuple[str, ...]:
    """Return the common arguments of the `host` that opens the table of a big screen."""
    return (
        *("--game", table.game, "--seats", str(table.seats)),
        *(word for each in options for word in ("--option", each)),
        *_where(ask),
    )


def _where(ask: ReviewOptions) -> tuple[str, ...]:
    """Return the arguments that say how the table of a big screen is found."""
    return (
        *("--port", str(ask["port"])),
        *(("--table", ask["table"]) if ask["table"] else ()),
        *(("--open",) if ask["is_open"] else ()),
    )


def _show_board(ask: SeatOptions, wish: BoardWish) -> int:
    """Show a table on the big screen, unless the caller wants only the wish (`PreparedGame`).
    Raise `Failed`."""
    given: dict[str, object] = {"--name": ask["name"], "--bot": ask["bot"], "--out": ask["out"]}
    given |= {"--web": ask["web"], "--phone": ask["phone"], "--json": ask["as_json"]}
    if (wrong := next((name for name, value in given.items() if value), None)) is not None:
        raise Failed(
            _("With --board, this computer has no seat: leave out {option}.").format(option=wrong)
        )
    if not wish.offer:
        raise Failed(_("--board is for tables with phones: say how many, such as --phones 3."))
    context = click.get_current_context()
    if isinstance(context.obj, PreparedGame):
        context.obj.board = wish
        return 0
    from .board.board import play_board

    return play_board(wish)


def _checked(ask: SeatOptions) -> Out | None:
    """Validate the options before anything is opened; return where to save the transcript. Raise
    `Failed`."""
    if ask["bot_command"] is not None:
        from .bots.own_bot import bot_command

        if ask["bot"]:
            raise Failed(
                _("--bot seats the built-in bot, --bot-command your own: leave out one of them.")
            )
        if ask["web"] or ask["phone"]:
            raise Failed(_("--bot-command plays the seat itself: leave out --web and --phone."))
        bot_command(ask["bot_command"])
        ask["bot"] = True
    if ask["bot_style"] is not None:
        from .bots.bot_style import check_at_a_table

        check_at_a_table(ask["bot_style"], is_alone=ask["bot"] and ask["child"])
    return checked_out(ask)


def _play(ask: SeatOptions, prepare: Callable[[], Play], *, asks_name: bool = False) -> int:
    """Play, unless the caller wants only `prepare` (`PreparedGame`). `asks_name`: ask for the
    player's name first."""
    context = click.get_current_context()
    if isinstance(context.obj, PreparedGame):
        context.obj.prepare = prepare
        return 0
    import asyncio

    return asyncio.run(_with_screen(ask, prepare, asks_name=asks_name))


class PreparedGame:
    """Receives a command's game without playing it, for a caller that has its own screen: `board`
    is a table for the big screen, `prepare` prepares any other."""

    prepare: Callable[[], Play]
    board: BoardWish | None = None


async def _with_screen(ask: SeatOptions, prepare: Callable[[], Play], *, asks_name: bool) -> int:
    """Play this seat: by a bot, or by a person at a terminal, a pipe or a page."""
    if ask["child"]:
        from .local_seats.seat_processes import exit_on_eof

        exit_on_eof()
    events = click.get_current_context().meta.get(EVENTS)
    if ask["bot"]:
        return await _played_by_bot(ask, prepare, events)
    if ask["child"]:
        return await _played_in_person(ask, prepare, events, asks_name=asks_name)
    from .play.deliver_ends import delivering_ends

    async with delivering_ends(ask["interface"]):
        return await _played_in_person(ask, prepare, events, asks_name=asks_name)


async def _played_in_person(
    ask: SeatOptions, prepare: Callable[[], Play], events: SeatEvents | None, *, asks_name: bool
) -> int:
    """Play this seat at a terminal, a pipe or a page."""
    if ask["web"] or ask["phone"]:
        from .console.failures import LEFT
        from .local_seats.page_doors import Door
        from .screens.page_seat import PageOptions, ask_name, on_page, play_on_page

        def around(screen: Screen) -> Screen:
            if ask["feeds_board"]:
                from .board.board_feed import BoardFeed

                return BoardFeed(screen)
            if events is None:
                return screen
            from .screens.json_screen import JsonScreen

            return JsonScreen(screen, events)

        async def play(stage: PageStage) -> int:
            if asks_name:
                from p2p_hanabi.ui.model.table.machines import before_lobby

                warned = before_lobby(is_lent=bool(ask["lender"]), is_review=ask["in_review"])
                ask["name"] = await ask_name(stage, lines=warned)
            code = await play_on_page(prepare, stage, around, keeps_seat=ask["child"])
            if code == LEFT:
                await stage.let_go()
            return code

        door = None if ask["door"] is None else Door.parse(ask["door"])
        has_events = events is not None
        wish = PageOptions(
            ask["phone"], ask["interface"], has_events=has_events, door=door, has_seat=True
        )
        return await on_page(play, wish)
    from .screens.interactive import beside_json, in_person

    if events is not None:
        return await beside_json(prepare, events)
    has_menu = FROM_MENU in click.get_current_context().meta
    return await in_person(prepare, plain=ask["plain"], has_menu=has_menu)


async def _played_by_bot(
    ask: SeatOptions, prepare: Callable[[], Play], events: SeatEvents | None
) -> int:
    from .bots.seat_players import built_in
    from .play.seat_screen import BotScreen, report_end
    from .screens.json_screen import JsonScreen
    from .screens.watched_bot import WatchedBotScreen

    tell = report_end if events is None else events.report
    is_read = events is None and not ask["child"]
    screen = WatchedBotScreen if is_read else BotScreen

    def seen(bot: BotScreen) -> Screen:
        return bot if events is None else JsonScreen(bot, events)

    style = ask["bot_style"]
    usual = built_in if style is None else functools.partial(built_in, style=style)
    if ask["bot_command"] is None and events is None:
        return await prepare()(screen(tell, ask["pause"], usual))
    from .bots.own_bot import bot_command
    from .bots.seat_players import own_player
    from .play.game_task import GameTask

    own = usual if ask["bot_command"] is None else own_player(bot_command(ask["bot_command"]))
    return await GameTask(prepare()(seen(screen(tell, ask["pause"], own)))).exit_code()


SEAT_COMMANDS = (host, join, resume, review)
"""The commands to add to the main group."""
