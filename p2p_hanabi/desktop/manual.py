"""The manual page, generated from the commands and their options."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import click

from p2p_hanabi import __version__

OF_ALL = {"--lang": "Language: en, fr or ro.", "-h, --help": "Show a command's help."}
"""The options of every command."""
VARIABLES = {
    "P2PHANABI_HOME": "The folder of games, keys and settings.",
    "P2PHANABI_LANG": "The language: en, fr or ro.",
    "P2PHANABI_THEME": "The colours: light, dark, terminal or none.",
    "P2PHANABI_ASCII": "Use only ASCII characters.",
    "NO_COLOR": "Use no colours.",
}
FILES = {
    "~/.local/share/p2phanabi": "Games, keys and the players you have met.",
    "~/.config/p2phanabi/settings.json": "The settings.",
}
CODES = {
    "0": "Success.",
    "1": "A check found a problem.",
    "2": "The command failed.",
    "130": "Interrupted.",
}


def manual(program: click.Group, name: str) -> str:
    """Return the page of a program, as roff."""
    return "\n".join(_lines(program, name)) + "\n"


def _lines(program: click.Group, name: str) -> Iterator[str]:
    yield f'.TH {name.upper()} 1 "" "{name} {__version__}" "Games"'
    yield f".SH NAME\n{name} \\- {_text(_paragraphs(program)[0].rstrip('.'))}"
    yield f".SH SYNOPSIS\n.B {name}\n[COMMAND [ARGUMENTS]]"
    yield ".SH DESCRIPTION\nWithout a command, it opens a menu."
    yield ".SH OPTIONS\nEvery command has these."
    yield from _list(OF_ALL)
    yield ".SH COMMANDS"
    parent = click.Context(program, info_name=name)
    for each in sorted(program.commands):
        command = program.commands[each]
        if not command.hidden:
            yield from _command(command, click.Context(command, parent, each))
    yield ".SH ENVIRONMENT"
    yield from _list(VARIABLES)
    yield ".SH FILES"
    yield from _list(FILES)
    yield ".SH EXIT STATUS"
    yield from _list(CODES)


def _command(command: click.Command, context: click.Context) -> Iterator[str]:
    arguments = [each for each in command.params if isinstance(each, click.Argument)]
    shown = [each.make_metavar(context) for each in arguments]
    yield f".SS {_text(' '.join([context.info_name or '', *shown]))}"
    for paragraph in _paragraphs(command):
        yield f".PP\n{_text(paragraph)}"
    options = [each for each in command.params if isinstance(each, click.Option)]
    records = [
        each.get_help_record(context) for each in options if OF_ALL.keys().isdisjoint(each.opts)
    ]
    yield from _list(dict(record for record in records if record is not None))


def _paragraphs(command: click.Command) -> list[str]:
    return [" ".join(each.split()) for each in re.split(r"\n\s*\n", command.help or "")]


def _list(rows: Mapping[str, str]) -> Iterator[str]:
    for term, what in rows.items():
        yield f".TP\n.B {_text(term)}\n{_text(what)}"


def _text(words: str) -> str:
    """Escape what roff would interpret: backslashes, hyphens, and a dot or a quote at the beginning
    of a line."""
    plain = words.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain
