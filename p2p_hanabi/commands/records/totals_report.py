"""`p2phanabi history --totals` and `--html`: all games added up, in lines, as JSON or as a page."""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterator, Sequence
from pathlib import Path

import click

from p2p_hanabi.paths import Home, find_home
from p2p_hanabi.registry import GAMES
from p2p_hanabi.ui.drawing import curve
from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.replay import totals_lines as lines
from p2p_hanabi.ui.replay.totals import GameTotals, PastGame, Totals, totals_of
from p2p_hanabi.ui.web.html import as_words, style_policy
from p2p_hanabi.ui.web.page import FOLDER
from p2p_hanabi.ui.words.i18n import _, language

from ..console.failures import Failed
from ..console.input_file import STREAM, called
from ..console.output import echo
from ..console.output_file import Out, StandardOut
from .history_list import (
    NO_GAMES,
    counted_games,
    own_fingerprint,
    tell_nothing_played,
    tell_skipped,
)
from .history_totals import as_json as totals_as_json
from .history_totals import past_games


def show(*, as_json: bool) -> None:
    """Print the totals, or one JSON line for each kind of game."""
    home = find_home()
    totals = _totals(home)
    for each in totals:
        if as_json:
            click.echo(json.dumps(totals_as_json(each)))
        else:
            echo("\n".join([*lines.summary(GAMES[each.game].title, each), *_averages(each), ""]))
    if not totals and not as_json:
        tell_nothing_played(home)


def lines_of_totals() -> list[Line]:
    """Return what `show` prints, without the curve: letters of a page differ in width. Audits the
    games that are not known yet."""
    found: list[Line] = []
    for each in _totals(find_home()):
        head, *rows = lines.summary(GAMES[each.game].title, each, draws=False)
        found += [text(head, "strong"), *map(text, (*rows, *_averages(each))), ()]
    return found or [text(_(NO_GAMES))]


def _averages(totals: GameTotals) -> list[str]:
    words = GAMES[totals.game].statistic_words
    played = lines.played(words.in_order(totals.statistics), words.called)
    return [f"  {row}" for row in played]


def write(out: Path | None, *, replaces: bool) -> None:
    """Write the totals as a page. Raise `Failed`."""
    if out is None:
        raise Failed(_("Add --out FILE, or --out - for standard output."))
    to = StandardOut() if out == STREAM else Out(out, replaces)
    to.check()
    to.write(as_html(_totals(find_home())).encode())
    if isinstance(to, Out):
        click.echo(_("The totals were written to {path}.").format(path=called(to.path)))


def _totals(home: Home) -> tuple[GameTotals, ...]:
    """Add up the games, and print which files have none."""
    entries = counted_games(home)
    for entry in entries:
        if entry.facts is None:
            tell_skipped(entry)
    return totals_of(past_games(entries, own_fingerprint(home)))


def as_html(totals: Sequence[GameTotals]) -> str:
    """Return the page, which loads nothing."""
    style = (FOLDER / "totals.css").read_text(encoding="utf-8")
    title = as_words(_("Games played here"))
    nothing = "" if totals else f"<p>{as_words(_('No games have been played here yet.'))}</p>"
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{language()}">',
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{style_policy(style)}">',
            f"<title>{title}</title>",
            f"<style>{style}</style></head>",
            f"<body><h1>{title}</h1>{nothing}",
            *(row for each in totals for row in _section(each)),
            "</body></html>",
            "",
        ]
    )


def _section(totals: GameTotals) -> Iterator[str]:
    plugin = GAMES[totals.game]
    short = lines.in_short(totals.all)
    yield f"<section><h2>{as_words(plugin.title)}</h2><p>{as_words(short)}</p>"
    if len(totals.all.valued) >= lines.FEWEST:
        caption = _(
            "Each point is a game, from the first to the latest; the line is the average of ten."
        )
        drawn = curve.as_svg(totals.all.values, as_words(f"{plugin.title}: {short}"))
        yield f"<figure>{drawn}<figcaption>{as_words(caption)}</figcaption></figure>"
    yield '<div class="tables">'
    yield from _games(_("Best"), totals.all.best)
    yield from _games(_("Latest"), totals.all.last[::-1])
    yield from _groups(_("By players"), totals.by_players, lines.with_whom)
    yield from _groups(_("By options"), totals.by_options, lines.options)
    yield "</div>"
    yield from _played(totals)
    yield "</section>"


def _games(title: str, games: Sequence[PastGame]) -> Iterator[str]:
    head = (_("Game"), _("Day"), _("With"), _("Result"))
    rows = [(str(g.number), _day(g), ", ".join(g.others), str(g.value)) for g in games]
    return _table(title, head, rows, numbers={0, 3})


def _groups(
    title: str, groups: Sequence[Totals], called: Callable[[PastGame], str]
) -> Iterator[str]:
    head = ("", _("Games"), _("Best"), _("Average"))
    rows = [
        (
            called(each.games[-1]),
            str(len(each.games)),
            str(each.best[0].value) if each.best else "",
            "" if each.mean is None else lines.number(each.mean),
        )
        for each in groups
    ]
    return _table(title, head, rows, numbers={1, 2, 3})


def _played(totals: GameTotals) -> Iterator[str]:
    """Yield how the games were played, on average, and how that is counted."""
    words = GAMES[totals.game].statistic_words
    head = ("", _("Per game"), _("You"))
    rows = [
        (words.called(each.fact), lines.average(each), lines.my_average(each))
        for each in words.in_order(totals.statistics)
    ]
    yield '<div class="played">'
    yield from _table(_("How we played"), head, rows, numbers={1, 2})
    yield "</div>"
    counted = {each.fact for each in totals.statistics}
    for fact, note in words.footnotes.items():
        if fact.value in counted:
            yield f'<p class="quiet">{as_words(_(note))}</p>'


def _table(
    title: str, head: Sequence[str], rows: Sequence[Sequence[str]], numbers: Container[int]
) -> Iterator[str]:
    """Yield a table, with these columns of `numbers`; nothing without rows."""
    if not rows:
        return
    yield f"<div><h3>{as_words(title)}</h3><table>"
    yield f"<tr>{_cells('th', head, numbers)}</tr>"
    for row in rows:
        yield f"<tr>{_cells('td', row, numbers)}</tr>"
    yield "</table></div>"


def _cells(tag: str, row: Sequence[str], numbers: Container[int]) -> str:
    return "".join(
        f"<{tag}{_NUMBER if column in numbers else ''}>{as_words(words)}</{tag}>"
        for column, words in enumerate(row)
    )


_NUMBER = ' class="n"'


def _day(game: PastGame) -> str:
    return game.when.astimezone().strftime("%Y-%m-%d")
