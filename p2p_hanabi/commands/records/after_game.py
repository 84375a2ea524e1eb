"""What to do after a game: audit it, replay it, export it as a page, or browse earlier games.

All of it is loaded while the game begins. Later it may be too late: no file can be opened any more,
or an upgrade has replaced the program.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from p2p_hanabi.likeness import looks
from p2p_hanabi.paths import find_home
from p2p_hanabi.registry import GAMES
from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.model.end.shown_end import Wish
from p2p_hanabi.ui.replay import narration
from p2p_hanabi.ui.replay.recording import Viewpoint
from p2p_hanabi.ui.replay.statistics_lines import statistics_lines
from p2p_hanabi.ui.web import page
from p2p_hanabi.ui.words.i18n import _, load_translations

from ..console.failures import Failed
from ..console.input_file import called
from ..console.output_file import Out
from .audit_sentence import verdict_on
from .branches import branches_of
from .history_list import known_games
from .playback import Playback, open_playback, title_of

__all__ = ["carry_out", "load", "opened", "verdict_on"]


def load(game: str) -> None:
    """Load what this module needs for a game of this kind, the titles of all kinds, and what names
    are compared with at the end and in the next lobby."""
    plugin = GAMES[game]
    _parts = (
        plugin.rules,
        plugin.outcome_of,
        plugin.screen,
        plugin.replay,
        plugin.choose,
        plugin.data,
        plugin.endgame,
    )
    _counted = plugin.counts, plugin.statistic_words
    _of_all = [(each.title, each.names) for each in GAMES.values()]
    load_translations()
    looks("a")
    page.load(plugin.replay.art)


async def opened(transcript: Path) -> tuple[Playback, Viewpoint]:
    """Audit and open the game in a worker thread, with the usual point of view. Raise `Failed`."""
    playback = await asyncio.to_thread(open_playback, transcript)
    return playback, playback.usual_eyes


async def carry_out(
    wish: Wish,
    transcript: Path,
    offer: Callable[[str, str], bool] = lambda _name, _page: False,
    *,
    measured: Sequence[Line] = (),
) -> Sequence[Line]:
    """Carry out the wish, and return the lines to show; those of a replay are the whole game.
    `offer` takes the name and the content of a web page, if the player's device saves it itself:
    then nothing is written here, and there are no lines. `measured` is what no transcript has,
    which is read with the statistics."""
    try:
        match wish:
            case Wish.HISTORY:
                return [text(row) for row in known_games(find_home())]
            case Wish.STATISTICS:
                return [*await asyncio.to_thread(_statistics_of, transcript), *measured]
            case Wish.PAGE:
                name, page = await asyncio.to_thread(_page_of, transcript)
                if offer(name, page):
                    return []
                return [text(await asyncio.to_thread(_write_page, transcript, page))]
        return narration.as_story(*await opened(transcript))
    except Failed as failed:
        return [text(failed.sentence, "alarm")]


def _statistics_of(transcript: Path) -> Sequence[Line]:
    """Return how the game was played. Raise `Failed`."""
    game = open_playback(transcript)
    return statistics_lines(game, game.statistics(), GAMES[game.game].statistic_words)


def _page_of(transcript: Path) -> tuple[str, str]:
    """Return the page of the game, and a name for its file. Raise `Failed`."""
    game = open_playback(transcript)
    fitted, _refused = branches_of(game).all_fitted()
    lines = [page.PageLine(kept, line) for kept, line in fitted]
    written = page.as_html(game, title_of(game, transcript), lines)
    return transcript.with_suffix(".html").name, written


def _write_page(transcript: Path, page: str) -> str:
    """Write the page next to the transcript, replacing any earlier one of the same game."""
    out = Out(transcript.with_suffix(".html"), replaces=True)
    out.write(page.encode(), transcript)
    return _("The game was written to {path}.").format(path=called(out.path))
