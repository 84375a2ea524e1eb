"""Practice compared with the game that had the same deal, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.replay import narration
from p2p_hanabi.ui.replay.recording import Spectator
from p2p_hanabi.ui.words.i18n import _

from ..records.branches import Branches
from ..records.playback import Playback


def compared(branches: Branches, line: Playback) -> Iterator[str]:
    """Yield both scores, and the first moves that differ."""
    game, score = branches.playback, branches.score
    here, there = score(line, line.count - 1), score(game, game.count - 1)
    if here:
        yield _("This practice: {here}. The game: {there}.").format(here=here, there=there)
    leaves = branches.leaves(line)
    first = leaves + 1
    if first >= min(line.count, game.count):
        yield _("You have all played as in the game.")
        return
    yield _("The first difference is move {n}.").format(n=first)
    yield _("Here: {what}").format(what=_happened(line, first))
    yield _("In the game: {what}").format(what=_happened(game, first))


def _happened(played: Playback, moment: int) -> str:
    """Return what happened with the move before this moment."""
    until = replace(played, moments=played.moments[: moment + 1], whys={})
    lines = narration.moments(until, Spectator.EVERYTHING, moment)[0]
    return " ".join(as_text(line) for line in lines)
