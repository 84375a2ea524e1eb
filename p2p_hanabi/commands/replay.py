"""`p2phanabi replay`: show a game again, move by move, from any point of view."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from p2p_hanabi.registry import RULES
from p2p_hanabi.seam.decisions import Why
from p2p_hanabi.ui.drawing.style import Line, as_text, text
from p2p_hanabi.ui.kit.console import Printer
from p2p_hanabi.ui.kit.terminal import fits, open_terminal
from p2p_hanabi.ui.model.replay_actions import JumpTo, OpenLine
from p2p_hanabi.ui.model.shown_replay import ShownReplay
from p2p_hanabi.ui.model.tried_lines import NO_LINES_KEPT, about_kept
from p2p_hanabi.ui.model.wait_notice import WaitNotice
from p2p_hanabi.ui.replay import narration
from p2p_hanabi.ui.replay.branching import LineRefused
from p2p_hanabi.ui.replay.recording import Spectator, Viewpoint
from p2p_hanabi.ui.terminal.busy_scene import BusyScene
from p2p_hanabi.ui.words.i18n import _
from protocol.game import AnyMove, AnyView, Seat

from .console.failures import Failed
from .play.own_notes import with_own_notes
from .records import outcome_facts as outcomes
from .records.branches import branches_of, shown_replay
from .records.playback import Playback, Title, open_playback
from .screens.practising import follow_replay
from .screens.terminal_scenes import TERMINAL_SCENES


def opened(path: Path, wanted: str | None) -> tuple[Playback, Viewpoint]:
    """Open a game file and choose the point of view: `wanted`, or else the usual one."""
    if wanted is None:
        playback = open_playback(path)
        return playback, playback.usual_eyes

    def check(title: Title) -> None:
        parse_eyes(wanted, title.names)

    playback = open_playback(path, check)
    return playback, parse_eyes(wanted, playback.names)


def parse_eyes(wanted: str, names: Sequence[str]) -> Viewpoint:
    """Parse a name, a number from 1, `all` or `public`. Raise `Failed`."""
    bare = [name.casefold() for name in names]
    if wanted.casefold() in bare:
        return Seat(bare.index(wanted.casefold()))
    if wanted in {str(number) for number in range(1, len(names) + 1)}:
        return Seat(int(wanted) - 1)
    if wanted.casefold() in {onlook.value for onlook in Spectator}:
        return Spectator(wanted.casefold())
    there_are = ", ".join([*names, *(onlook.value for onlook in Spectator)])
    raise Failed(
        _("Nobody at this table is called {name}; the players are {names}.").format(
            name=wanted, names=there_are
        )
    )


def show(
    playback: Playback, eyes: Viewpoint, name: str | None, *, as_text: bool, as_json: bool
) -> None:
    """Show the replay on the full screen; as text if requested or if there is no terminal. `name`
    is that of a kept line. Raise `Failed` if there is none, or if it does not fit."""
    played = playback if name is None else _opened_line(playback, name)
    if as_json:
        for line in _facts(played, eyes):
            sys.stdout.write(json.dumps(line) + "\n")
    elif as_text or not fits(sys.stdin, sys.stdout, os.environ):
        lines = [] if name is None else [*_about_line(playback, name), ()]
        Printer(sys.stdout).write(*lines, *narration.as_story(played, eyes))
    else:
        asyncio.run(_on_full_screen(playback, _replay(playback, eyes, name)))


def try_in_lines(playback: Playback, eyes: Viewpoint, name: str | None) -> None:
    """Play other moves by typing them, until the player leaves or the input ends. Raise `Failed` if
    a kept line of this name does not fit."""
    from p2p_hanabi.ui.kit.console import open_console

    from .practice.practice_lines import replay_in_lines

    if name is not None:
        _opened_line(playback, name)

    async def talk() -> None:
        async with open_console(sys.stdin, sys.stdout, os.environ) as console:
            await replay_in_lines(console, playback, _replay(playback, eyes, name))

    asyncio.run(talk())


def show_possible(playback: Playback, at: int, *, as_json: bool) -> None:
    """Print what was possible at most from a turn. Raise `Failed` where that cannot be searched."""
    from .practice import possible_report as report

    found = report.possible_from(playback, at)
    if as_json:
        click.echo(json.dumps(report.facts(playback, at, found)))
    else:
        Printer(sys.stdout).write(*map(text, report.sentences(playback, at, found)))


def show_lines(playback: Playback, *, as_json: bool) -> None:
    """List the kept lines. Raise `Failed` if they cannot be read."""
    branches = branches_of(playback)
    with _lines_as_failed():
        kept, refused = branches.all()
    for each in kept:
        if as_json:
            facts = {"name": each.name, "after": each.leaves, "moves": each.move_count}
            more = {"remark": each.remark, "unfit": each.why_unfit}
            click.echo(json.dumps(facts | {fact: said for fact, said in more.items() if said}))
        else:
            click.echo(f"{each.name}: {about_kept(each)}")
    for sentence in refused:
        click.echo(sentence, err=True)
    if not kept and not as_json:
        click.echo(_(NO_LINES_KEPT), err=True)


def _replay(playback: Playback, eyes: Viewpoint, name: str | None) -> ShownReplay[AnyView, AnyMove]:
    replay = with_own_notes(shown_replay(playback, eyes), playback)
    if name is not None:
        replay.do(OpenLine(name))
    return replay


def _opened_line(playback: Playback, name: str) -> Playback:
    with _lines_as_failed():
        return branches_of(playback).kept_line(name)[1]


def _about_line(playback: Playback, name: str) -> list[Line]:
    """Return what a line is, and how it compares with the game."""
    replay = _replay(playback, Spectator.EVERYTHING, name)
    about = f"{name}: {about_kept(branches_of(playback).kept_line(name)[0])}"
    replay.do(JumpTo(replay.last))
    return [text(sentence, "strong") for sentence in (about, replay.compared()) if sentence]


@contextmanager
def _lines_as_failed() -> Iterator[None]:
    try:
        yield
    except LineRefused as error:
        raise Failed(str(error)) from None


def show_on_page(playback: Playback, eyes: Viewpoint, name: str | None = None) -> None:
    """Show the replay in the browser until the player closes it. Raise `Failed` if a kept line of
    this name does not fit."""
    from .screens.page_scenes import PAGE_SCENES
    from .screens.page_seat import PageOptions, on_page
    from .screens.page_stage import PageStage

    async def show(stage: PageStage) -> int:
        await follow_replay(stage, PAGE_SCENES, playback, _replay(playback, eyes, name))
        return 0

    if name is not None:
        _opened_line(playback, name)
    asyncio.run(on_page(show, PageOptions()))


async def _on_full_screen(playback: Playback, replay: ShownReplay[AnyView, AnyMove]) -> None:
    first = BusyScene(WaitNotice())
    async with open_terminal(sys.stdin, sys.stdout, os.environ, first) as terminal:
        await follow_replay(terminal, TERMINAL_SCENES, playback, replay)
    if terminal.broken is not None:
        raise Failed(_("The screen failed; use --text to print the game.")) from terminal.broken


def _facts(playback: Playback, eyes: Viewpoint) -> Iterator[dict[str, object]]:
    """Yield an object for each move; the last one includes the outcome."""
    rules = RULES[playback.game]
    shown = narration.moments(playback, eyes)
    for number, moment in enumerate(playback.moments):
        if moment.by is None:
            continue
        line = {
            "number": number,
            "seat": moment.by,
            "name": playback.names[moment.by],
            "move": None if moment.move is None else rules.pack(moment.move),
            "told": [as_text(sentence) for sentence in shown[number]],
            "state": playback.public(number),
        }
        if (why := narration.why_seen(playback, number, eyes)) is not None:
            line["why"] = _why_facts(why)
        if number == playback.count - 1 and playback.outcome is not None:
            line["outcome"] = outcomes.facts(playback.game, playback.outcome)
        if number == playback.count - 1 and playback.origin and (ending := playback.ending):
            line["ended"] = {
                "by": playback.origin.site,
                "reason": ending.reason,
                "seat": ending.by,
            }
        yield line


def _why_facts(why: Why) -> dict[str, object]:
    """Return the reason as a code with its named facts, or as text from a user's own bot."""
    return {"text": why} if isinstance(why, str) else {"code": why.code.code, **why.named}
