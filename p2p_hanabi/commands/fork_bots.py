"""The process that forks a host's bots: what it loads for them, and when it may be started."""

from __future__ import annotations

import contextlib
import ssl
from collections.abc import Collection, Iterator
from importlib import import_module

import click

from p2p_hanabi.registry import GAMES
from p2p_hanabi.systems import fork_server
from p2p_hanabi.systems.tools import ForkServer

_BOTH = ("commands.play.one_game", "commands.play.run_lobby")
"""What a host loads too, sooner or later: so it loads that before the server is forked."""
_BOTS = (
    "commands.play.join",
    "commands.play.resume",
    "commands.screens.json_screen",
    "commands.screens.watched_bot",
)


@contextlib.contextmanager
def forking_bots(games: Collection[str]) -> Iterator[ForkServer | None]:
    """Run a server that forks bots for these games. Yield None if there can be none.

    Only a process that was started by this command forks it: a menu has read the player's key
    before it runs a command.
    """
    context = click.get_current_context()
    root = context.find_root()
    if root.invoked_subcommand != context.info_name:
        yield None
        return
    _load_all(_BOTH)

    def load() -> None:
        _load_all(_BOTS)
        for game in games:
            _ = GAMES[game].rules, GAMES[game].styles, GAMES[game].screen
        # a bot's name is checked against those of all games
        import_module("p2p_hanabi.commands.settings.naming").is_fit("Wren")
        # OpenSSL makes its tables, which take 2 MiB; in a copy it seeds its generator again
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

    def run(arguments: list[str]) -> object:
        return root.command.main(arguments, root.info_name)

    server = fork_server(load, run)
    try:
        yield server
    finally:
        if server is not None:
            server.close()


def _load_all(modules: tuple[str, ...]) -> None:
    for module in modules:
        import_module(f"p2p_hanabi.{module}")
