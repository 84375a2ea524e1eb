"""`p2phanabi export` and `import`: games for other programs, and from them."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from p2p_hanabi.faults import fault_of
from p2p_hanabi.registry import RULES, all_formats
from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.replay.formats import AnyFormat, ForeignGame, WrongFormat
from p2p_hanabi.ui.reports import sentences_exchange as say
from p2p_hanabi.ui.reports import sentences_failures as failures
from p2p_hanabi.ui.web.page import as_html
from protocol.game import AnyMove, AnyState, AnyView

from .failures import Failed
from .output_file import Out
from .playback import Title, open_playback
from .record import BadRecord, Record, play_out, write_record

HTML = "html"
"""The page that plays a game back: every game has it."""
STDIN = Path("-")
MAX_FOREIGN_BYTES = 1024 * 1024


def export(path: Path, out: Out, asked: str | None) -> None:
    """Write a game in the form `asked`, or in that of the name's ending if None. Raise `Failed` if
    the form has no place for this game, or the file cannot be written."""
    form = all_formats().get(form_of(out.path, asked))
    out.check(path)

    def check(title: Title) -> None:
        if form is not None:
            form.check(title.game, title.options)

    try:
        game = open_playback(path, check)
        text = as_html(game) if form is None else form.write(game)
    except WrongFormat as error:
        raise Failed(str(error)) from None
    out.write(text.encode(), path)
    click.echo(_("The game was written to {path}.").format(path=out.path))


def form_of(out: Path, asked: str | None) -> str:
    """Choose the form to write. Raise `Failed` if nothing says it, or the name says otherwise."""
    options = {name: form.option for name, form in all_formats().items()} | {HTML: "--html"}
    endings = {form.ending: name for name, form in all_formats().items()} | {".html": HTML}
    meant = (endings | {".htm": HTML}).get(out.suffix.lower())
    form = asked or meant
    if form is None:
        raise Failed(say.choose_a_form(list(options.values()), list(endings)))
    if meant not in (None, form):
        raise Failed(
            _("{option} does not match the name {path}, which means {meant}.").format(
                option=options[form], path=out, meant=options[meant]
            )
        )
    return form


def bring_in(path: Path, out: Out) -> None:
    """Write what another program exported as a game file of this one; `-` is standard input."""
    out.check(path)
    form = format_of(path)
    record, left_out = read_game(path, form)
    out.write(write_record(record, RULES[form.game]), path)
    click.echo(
        _(
            "The game was written to {path}. Nobody has signed it; `p2phanabi replay` shows it."
        ).format(path=out.path)
    )
    if left_out:
        click.echo(say.left_out(left_out), err=True)


def format_of(path: Path) -> AnyFormat:
    """Choose the form whose ending the name has, else the first."""
    forms = list(all_formats().values())
    return next((form for form in forms if form.ending == path.suffix.lower()), forms[0])


def read_game(path: Path, form: AnyFormat) -> tuple[Record, tuple[str, ...]]:
    """Read the game in a file, and what of it is left out. Raise `Failed` with the file and what is
    wrong with it."""
    name = _("standard input") if path == STDIN else path
    content = _read(path, name)
    try:
        found = form.read(content)
        return _played(found, form), found.left_out
    except BadRecord as error:
        raise Failed(f"{name}: {say.breaks_the_rules(str(error))}") from None
    except WrongFormat as error:
        raise Failed(f"{name}: {error}") from None


def _played(found: ForeignGame[AnyState, AnyMove, AnyView], form: AnyFormat) -> Record:
    return play_out(RULES[form.game], found.setup, found.moves)


def _read(path: Path, name: object) -> bytes:
    try:
        if path == STDIN:
            content = sys.stdin.buffer.read(MAX_FOREIGN_BYTES + 1)
        else:
            with path.open("rb") as file:
                content = file.read(MAX_FOREIGN_BYTES + 1)
    except OSError as error:
        raise Failed(failures.cannot_read(name, fault_of(error))) from None
    if len(content) > MAX_FOREIGN_BYTES:
        raise Failed(_("{path} is larger than any game.").format(path=name))
    return content
