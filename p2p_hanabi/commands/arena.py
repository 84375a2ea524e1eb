"""`p2phanabi arena`: run many bot games in memory and report the results."""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from p2p_hanabi.arena import chart
from p2p_hanabi.arena.contestants import (
    OWN,
    NotOffered,
    RequiresSameStyle,
    StyleBroke,
    UnknownStyle,
    check,
)
from p2p_hanabi.arena.match import Match
from p2p_hanabi.arena.measures import GameResult, Measured, difference
from p2p_hanabi.arena.tournament import measure
from p2p_hanabi.gathering import TableConfig
from p2p_hanabi.own_bots.bot_talk import BotFault
from p2p_hanabi.own_bots.seated_bot import BotCommand, BotIncident
from p2p_hanabi.registry import GAMES, OPTIONS
from p2p_hanabi.seam.options import shown
from p2p_hanabi.ui.words.i18n import _

from .bots import sentences_own_bot as sentences
from .console.failures import NOT_GOOD, Failed
from .console.output_file import Out

MAX_STYLES = 2


@dataclass(frozen=True, slots=True)
class Arena:
    """What to measure. The `tables` differ only in their number of seats."""

    tables: tuple[TableConfig, ...]
    styles: tuple[str, ...]
    game_count: int
    seed: int
    processes: int
    svg: Out | None
    as_json: bool
    own_bot: BotCommand | None = None


def run_arena(arena: Arena) -> None:
    """Play the games and print the results. Raise `Failed`."""
    matches = [
        Match(
            table.game,
            table.options,
            table.seats,
            style,
            arena.seed,
            arena.game_count,
            arena.own_bot,
        )
        for table in arena.tables
        for style in arena.styles
    ]
    with _failures_of_styles():
        _check(arena)
        with _progress(arena.game_count * len(matches)) as tell:
            measured = [measure(match, arena.processes, tell) for match in matches]
    if arena.as_json:
        click.echo(json.dumps(_as_json(arena, measured)))
    else:
        click.echo("\n".join(_as_text(arena, measured)))
    if arena.svg is not None:
        titles = [_title(one) for one in measured]
        arena.svg.write(chart.as_svg(measured, titles).encode())
    tell_owner([game for one in measured for game in one.games])


def tell_owner(games: Sequence[GameResult]) -> None:
    """Report each kind of fault of the user's own bot once, in order. Raise `Failed` if it made no
    move."""
    kinds: dict[tuple[BotFault, bool], BotIncident] = {}
    for incident in (each for game in games for each in game.kinds):
        kinds.setdefault(incident.kind, incident)
    for incident in kinds.values():
        click.echo(sentences.explain_incident(incident), err=True)
    asked = sum(game.asked for game in games)
    if asked and asked == sum(game.incidents.total() for game in games):
        raise Failed(_("Your bot made no moves: the built-in bot made them all."), NOT_GOOD)


def _check(arena: Arena) -> None:
    if len(arena.styles) > MAX_STYLES:
        raise Failed(_("At most two styles can be compared."))
    sys.path.insert(0, os.fspath(Path.cwd()))  # for the user's own function
    for table in arena.tables:
        for style in arena.styles:
            try:
                check(table.game, style, table.seats, has_own=arena.own_bot is not None)
            except UnknownStyle as error:
                raise Failed(_unknown(str(error), table.game)) from None
            except RequiresSameStyle as error:
                raise Failed(requires_same_style(str(error))) from None


@contextmanager
def _failures_of_styles() -> Iterator[None]:
    """Turn a fault of the user's own function into a sentence. Raise `Failed`."""
    try:
        yield
    except StyleBroke as broke:
        raise Failed(
            _('The style "{style}" failed: {error} ({file}, line {line})').format(
                style=broke.style, error=broke.error, file=broke.file, line=broke.line_number
            )
        ) from broke
    except NotOffered as chosen:
        raise Failed(
            _('The style "{style}" returned {returned}, which is not in view.moves.').format(
                style=chosen.style, returned=chosen.returned
            )
        ) from chosen


def _unknown(style: str, game: str) -> str:
    if style == OWN:
        return _('The style "{style}" needs --bot-command.').format(style=OWN)
    return _(
        'Unknown style "{style}"; the styles are {known}, or the MODULE:FUNCTION of your own.'
    ).format(style=style, known=", ".join(GAMES[game].styles))


def requires_same_style(style: str) -> str:
    return _(
        'Bots of the style "{style}" can only play with each other: with anybody else they '
        "would lose. Give every seat this style."
    ).format(style=style)


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar if stderr is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _more: None
        return
    with click.progressbar(length=games, label=_("Games"), file=sys.stderr) as bar:
        yield bar.update


def _title(measured: Measured) -> str:
    return _("{seats} players, style {style}").format(
        seats=measured.seats, style=measured.bot_style
    )


def _as_text(arena: Arena, all_measured: Sequence[Measured]) -> list[str]:
    lines: list[str] = []
    for measured in all_measured:
        lines += [_title(measured), *_figures(measured)]
        lines += [*chart.as_text(measured), ""]
    for first, second in _pairs(arena, all_measured):
        apart = difference(first, second)
        lines.append(
            _(
                "{seats} players, the same cards: {first} minus {second} is {mean} "
                "(standard error {se})"
            ).format(
                seats=first.seats,
                first=first.bot_style,
                second=second.bot_style,
                mean=f"{apart.mean:+.2f}",
                se=_error(apart.standard_error),
            )
        )
    return lines


def _figures(measured: Measured) -> list[str]:
    mean, se = f"{measured.mean:.2f}", _error(measured.standard_error)
    if measured.counts_wins:
        sentence = _("  the first player wins {mean}% (standard error {se})").format(
            mean=mean, se=se
        )
    elif not measured.is_graded:
        sentence = _("  mean {mean} (standard error {se})").format(mean=mean, se=se)
    else:
        sentence = _("  mean {mean} (standard error {se}); perfect {perfect}; lost {lost}").format(
            mean=mean, se=se, perfect=measured.perfect, lost=measured.lost
        )
    took = _("  processor time per move: median {median} ms, worst {worst} ms").format(
        median=f"{measured.median_ms:.2f}", worst=f"{measured.worst_ms:.1f}"
    )
    return [sentence, took, *_mishaps(measured)]


def _error(standard_error: float) -> str:
    return _("unknown: one game") if math.isnan(standard_error) else f"{standard_error:.2f}"


def _mishaps(measured: Measured) -> list[str]:
    """Report the fault counts: the built-in bot may have made the moves of the user's own bot."""
    return [f"  {sentences.incidents(measured.incidents)}"] if measured.incidents else []


def _pairs(arena: Arena, measured: Sequence[Measured]) -> list[tuple[Measured, Measured]]:
    """Pair the results of both styles for each number of seats."""
    if len(arena.styles) < MAX_STYLES:
        return []
    return list(zip(measured[::2], measured[1::2], strict=True))


def _as_json(arena: Arena, all_measured: Sequence[Measured]) -> dict[str, Any]:
    first = arena.tables[0]
    return {
        "version": 1,
        "game": first.game,
        "options": shown(OPTIONS[first.game], dict(first.options)),
        "games": arena.game_count,
        "seed": arena.seed,
        "measured": [_facts(one) for one in all_measured],
        "differences": [
            {
                "seats": one.seats,
                "styles": [one.bot_style, other.bot_style],
                "mean": difference(one, other).mean,
                "standard_error": _number(difference(one, other).standard_error),
            }
            for one, other in _pairs(arena, all_measured)
        ],
    }


def _facts(measured: Measured) -> dict[str, Any]:
    return {
        "seats": measured.seats,
        "style": measured.bot_style,
        "mean": measured.mean,
        "standard_error": _number(measured.standard_error),
        "perfect": measured.perfect,
        "lost": measured.lost,
        "histogram": {f"{value:g}": count for value, count in measured.histogram.items()},
        "incidents": dict(measured.incidents),
        "move_ms": {"median": measured.median_ms, "worst": measured.worst_ms},
    }


def _number(value: float) -> float | None:
    """Return None for NaN, which JSON cannot represent."""
    return None if math.isnan(value) else value
