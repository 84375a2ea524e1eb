"""The command line in the player's language, with every error as a sentence.

Heavy modules are imported only when a command runs, since `--help` loads this module.
"""

from __future__ import annotations

import codecs
import copy
import gettext
import inspect
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from io import TextIOWrapper
from itertools import pairwise
from typing import Any, TypeVar

import click

from p2p_hanabi.ui.drawing import card_edition
from p2p_hanabi.ui.drawing.ascii_fallback import ASCII, PLAINER
from p2p_hanabi.ui.kit import clock_choice
from p2p_hanabi.ui.words import i18n
from p2p_hanabi.ui.words.i18n import N_, NN_, _

from . import preferences

INTERRUPTED = 130
LANG = "--lang"
AS_IT_IS = "\b\n"

CLICK_MESSAGES = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("Show this message and exit."),
    N_("Show the version and exit."),
    N_("default: {default}"),
    N_("required"),
    N_("Aborted!"),
    N_("Error: {message}"),
    N_("Try '{command} {option}' for help."),
    N_("No such option {name!r}."),
    N_("No such command {name!r}."),
    N_("Option {name!r} does not take a value."),
    NN_("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    NN_("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    N_("Missing command."),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    NN_("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    NN_("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
)
"""Messages of click, which it passes to gettext: that is its way to be translated. It ships neither
translations nor a list, so those that can appear here are copied, for `make messages` to find."""
_BEFORE_8_5 = N_("No such option: {name}")
_PLACEHOLDERS = N_("[OPTIONS]"), N_("COMMAND [ARGS]...")
"""Placeholders that click adds after a command without translating them."""
_NUMBERS = {"integer range": N_("whole number"), "float range": N_("number")}
"""click's untranslated names for numbers, and ours."""

_Command = TypeVar("_Command", bound=click.Command)


class LocalizedGroup(click.Group):
    """Prints errors as one or two sentences on standard error, never as a traceback.

    All text is in the language of the locale, unless `--lang`, an option of every command, selects
    another one.
    """

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        cmd.params.append(lang_option())
        super().add_command(cmd, name)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        settings = preferences.load()
        preferences.apply(settings, os.environ)
        card_edition.choose(os.environ.get(card_edition.EDITION_VARIABLE))
        clock_choice.choose(os.environ.get(clock_choice.CLOCK_VARIABLE))
        choose_language(language_argument(args) or i18n.language_of(os.environ))
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                encoding = encoding_of(os.environ, stream.encoding)
                stream.reconfigure(encoding=encoding, errors=PLAINER)
        if settings.trouble:
            from ..console.output import echo

            echo(settings.trouble, err=True)
        return click.Group.make_context(in_language(self), info_name, args, parent, **extra)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        command = super().get_command(ctx, cmd_name)
        return None if command is None else in_language(command)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command, and report if standard output is on a full disk."""
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            from ..console.failures import CANNOT
            from ..console.output import is_full, report_full_stdout

            if not is_full(error):
                raise
            report_full_stdout(error)
            sys.exit(CANNOT)

    def invoke(self, ctx: click.Context) -> Any:
        from ..console.failures import CANNOT, Failed

        try:
            return super().invoke(ctx)
        except Failed as failure:
            from ..console.output import echo

            if str(failure):
                echo(str(failure), err=True)
            sys.exit(failure.exit_code)
        except KeyboardInterrupt:
            click.echo(_("Interrupted."), err=True)
            sys.exit(INTERRUPTED)
        except (click.ClickException, click.Abort, click.exceptions.Exit):
            raise
        except BrokenPipeError:
            raise  # the reader closed the pipe: click exits silently
        except Exception as error:
            from p2p_hanabi.faults import fault_of, is_shortage
            from p2p_hanabi.ui.words.sentences_reasons import why
            from protocol.errors import UnsuitableLibrary

            from ..console.sentences_crash import crashed, lacks_resources

            if isinstance(error, UnsuitableLibrary):
                click.echo(f"{why(error.reason)}.", err=True)
                sys.exit(CANNOT)
            from ..console.logs import note_crash
            from ..console.output import is_full

            if is_full(error) or (log := note_crash()) is None:
                raise
            if isinstance(error, OSError) and is_shortage(error):
                click.echo(lacks_resources(why(fault_of(error))), err=True)
            else:
                click.echo(crashed(log), err=True)
            sys.exit(CANNOT)


def choose_language(language: str) -> None:
    """Set the language, also for click's own messages."""
    i18n.choose(language)
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(i18n.DOMAIN, str(i18n.FOLDER))
    gettext.textdomain(i18n.DOMAIN)


def encoding_of(environ: Mapping[str, str], usual: str) -> str:
    """Choose the output encoding: Python's choice (`usual`), or ASCII if that or the locale is
    ASCII; in the C locale, Python would otherwise default to UTF-8."""
    is_set = environ.get("PYTHONIOENCODING") or environ.get("PYTHONUTF8")
    locale = environ.get("LC_ALL") or environ.get("LC_CTYPE")
    is_ascii = codecs.lookup(usual).name in ("ascii", ASCII)
    return ASCII if is_ascii or (locale in ("C", "POSIX") and not is_set) else usual


def language_argument(args: Sequence[str]) -> str | None:
    """Return the language of `--lang` anywhere in the arguments; None if it is missing or unknown,
    which click rejects later."""
    pairs = ((name, value) for name, value in pairwise([*args, ""]))
    asked = [value if name == LANG else name.removeprefix(f"{LANG}=") for name, value in pairs]
    given = [each for each in zip(args, asked, strict=True) if each[0].startswith(LANG)]
    return next((value for _name, value in given if value in i18n.LANGUAGES), None)


def lang_option() -> click.Option:
    """Create the option `--lang`, whose value `language_argument` reads before click parses it."""
    return click.Option(
        [LANG],
        type=click.Choice(i18n.LANGUAGES),
        help="Language; by default, that of your settings or your locale.",
        expose_value=False,
    )


def in_language(command: _Command) -> _Command:
    """Return the command with its help in the player's language."""
    translated = copy.copy(command)
    translated.help = "\n\n".join(mark + _(words) for mark, words in paragraphs(command.help))
    translated.epilog = command.epilog and _(command.epilog)
    translated.options_metavar = command.options_metavar and _(command.options_metavar)
    if isinstance(translated, click.Group):
        translated.subcommand_metavar = _(translated.subcommand_metavar)
    translated.params = [_param(param) for param in command.params]
    return translated


def paragraphs(words: str | None) -> Iterator[tuple[str, str]]:
    """Yield each paragraph with its mark, if any, that makes click keep its line breaks."""
    for each in inspect.cleandoc(words or "").split("\n\n"):
        kept = each.startswith(AS_IT_IS)
        yield (AS_IT_IS, each.removeprefix(AS_IT_IS)) if kept else ("", " ".join(each.split()))


def _param(param: click.Parameter) -> click.Parameter:
    translated = copy.copy(param)
    translated.metavar = param.metavar and _(param.metavar)
    if isinstance(translated, click.Option):
        translated.help = translated.help and _(translated.help)
    if param.type.name in _NUMBERS:
        translated.type = copy.copy(param.type)
        translated.type.name = _(_NUMBERS[param.type.name])
    return translated
