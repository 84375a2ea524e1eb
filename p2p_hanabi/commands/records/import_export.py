"""`p2phanabi export` and `import`: convert games to and from other programs' formats."""

from __future__ import annotations

import os
from itertools import chain, count
from pathlib import Path

import click

from p2p_hanabi.registry import RULES, all_formats
from p2p_hanabi.ui.drawing.style import LONGEST_FOREIGN, foreign
from p2p_hanabi.ui.kit.shell_words import in_a_shell
from p2p_hanabi.ui.replay.branching import LineRefused
from p2p_hanabi.ui.replay.formats import AnyFormat, Written, WrongFormat
from p2p_hanabi.ui.web.page import PageLine, as_html
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.words_joined import either

from ..console.failures import Failed
from ..console.input_file import STREAM, called, read_input
from ..console.output_file import Out, StandardOut
from .branches import branches_of
from .history_list import ENDING
from .playback import Playback, Title, open_playback, title_of
from .record import BadRecord, Record, play_out, write_record

HTML = "html"
"""The page that plays a game back, which every game supports."""
MAX_FOREIGN_BYTES = 1024 * 1024


def export(
    path: Path,
    out: Path | None,
    asked: str | None,
    line: str | None = None,
    *,
    replaces: bool = False,
) -> None:
    """Write a game in the format `asked`, or the one of the name's ending if None. A page has all
    kept lines of the game; with `line`, any format has that one instead of the game. Raise `Failed`
    if the format does not support this game, or the file cannot be written."""
    form = all_formats().get(form_of(out, asked))
    to = StandardOut() if out in (None, STREAM) else Out(out, replaces)
    to.check(path)

    def check(title: Title) -> None:
        if form is not None:
            form.check(title.game, title.options)

    try:
        game = open_playback(path, check)
        title, game = title_of(game, path), game if line is None else opened_line(game, line)
        written = Written(page_of(game, title)) if form is None else form.write(game)
    except WrongFormat as error:
        raise Failed(str(error)) from None
    to.write(written.text.encode(), path)
    if isinstance(to, Out):
        click.echo(_("The game was written to {path}.").format(path=called(to.path)))
    if written.left_out:
        click.echo(
            _("Left out, since a link cannot hold it: {what}.").format(
                what=", ".join(written.left_out)
            ),
            err=True,
        )


def opened_line(game: Playback, name: str) -> Playback:
    """Return a kept line as a game that ends with it. Raise `Failed`."""
    try:
        return branches_of(game).kept_line(name)[1]
    except LineRefused as error:
        raise Failed(str(error)) from None


def page_of(game: Playback, title: str) -> str:
    """Return the page of a game, with its kept lines; those that do not fit are reported."""
    fitted, refused = branches_of(game).all_fitted()
    for sentence in refused:
        click.echo(sentence, err=True)
    return as_html(game, title, [PageLine(kept, line) for kept, line in fitted])


def form_of(out: Path | None, asked: str | None) -> str:
    """Choose the output format. Raise `Failed` if there is none, if the name's ending contradicts
    `asked`, or if `out` is None and the format is not a line of text."""
    forms = all_formats()
    options = {name: form.option for name, form in forms.items()} | {HTML: "--html"}
    endings = _endings()
    meant = endings.get("" if out is None else out.suffix.lower())
    form = asked or meant
    if form is None:
        shown = [ending for ending in endings if ending != ".htm"]
        raise Failed(
            _("Choose a format: {options}, or a name that ends in {endings}.").format(
                options=either(list(options.values())), endings=either(shown)
            )
        )
    if meant not in (None, form):
        raise Failed(
            _("{option} does not match the name {path}, which means {meant}.").format(
                option=options[form], path=in_a_shell(out), meant=options[meant]
            )
        )
    if out is None and (form not in forms or forms[form].suffix):
        raise Failed(_("Add --out FILE, or --out - for standard output."))
    return form


def _endings() -> dict[str, str]:
    """Return which form each ending of a file's name means."""
    found = {form.suffix: name for name, form in all_formats().items() if form.suffix}
    return found | {".html": HTML, ".htm": HTML}


def import_game(source: str, out: Path | None, *, replaces: bool = False) -> None:
    """Convert another program's export to a game file of this one. `source` is a file, `-` for
    standard input, or a link; without `out`, a new file in the current folder is named after it.
    Raise `Failed`."""
    out = _new_file(source) if out is None else out
    if (ending := out.suffix.lower()) in _endings():
        raise Failed(
            _("{path} would be a game file of p2phanabi: its name cannot end in {ending}.").format(
                path=in_a_shell(out), ending=ending
            )
        )
    to = StandardOut(takes_text=False) if out == STREAM else Out(out, replaces)
    path = Path(source)
    to.check(path)
    form = format_of(path)
    record, left_out = read_game(source, form)
    to.write(write_record(record, RULES[form.game]), path)
    if isinstance(to, Out):
        click.echo(
            _(
                "The game was written to {path}. Nobody has signed it; `p2phanabi replay` shows it."
            ).format(path=called(to.path))
        )
    if left_out:
        click.echo(
            _("Left out, since our game files cannot hold it: {keys}.").format(
                keys=", ".join(f'"{foreign(key)}"' for key in left_out)
            ),
            err=True,
        )


def _new_file(source: str) -> Path:
    """Return a name for the game that no file has yet."""
    is_named = source != str(STREAM) and "://" not in source
    stem = Path(source).stem if is_named else "game"
    names = (Path(f"{stem}{more}{ENDING}") for more in chain([""], (f"-{n}" for n in count(2))))
    return next(name for name in names if not os.path.lexists(name))


def format_of(path: Path) -> AnyFormat:
    """Return the format with the name's ending, else the first."""
    forms = list(all_formats().values())
    return next((form for form in forms if form.suffix == path.suffix.lower() != ""), forms[0])


def read_game(source: str, form: AnyFormat) -> tuple[Record, tuple[str, ...]]:
    """Read a game. Return it with a list of what was left out. Raise `Failed` with the name of the
    source and what is wrong with it."""
    name, content = _read(source)
    try:
        found = form.read(content)
        return play_out(RULES[form.game], found.setup, found.moves), found.left_out
    except BadRecord as error:
        words = _("This game does not follow the rules: {why}.").format(why=error)
        raise Failed(f"{name}: {words}") from None
    except WrongFormat as error:
        raise Failed(f"{name}: {error}") from None


def _read(source: str) -> tuple[str, bytes]:
    """Return the source's name and content; the content of a link is the link itself."""
    if "://" in source:
        more = "..." if len(source) > LONGEST_FOREIGN else ""
        return f"{foreign(source)}{more}", source.encode()
    path = Path(source)
    too_large = _("{path} is larger than any game.")
    content = read_input(path, MAX_FOREIGN_BYTES, too_large)
    if content.lstrip()[:14].lower() == b"<!doctype html":
        raise Failed(
            _("{path} is a web page, not a game: import the file that it was made from.").format(
                path=called(path)
            )
        )
    return called(path), content
