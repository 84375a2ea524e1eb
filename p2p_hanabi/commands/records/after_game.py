"""What to do after a game: replay it, export it as a page, or browse earlier games."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from p2p_hanabi.paths import find_home
from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.kit.style import Line, text
from p2p_hanabi.ui.replay.recording import Eyes
from p2p_hanabi.ui.table.wishes import Wish

from ..console.failures import Failed
from ..console.input_file import called
from ..console.output_file import Out
from .history_list import known_games
from .playback import Playback, open_playback, title_of


async def opened(transcript: Path) -> tuple[Playback, Eyes]:
    """Audit and open the game in a worker thread, with the usual point of view. Raise `Failed`."""
    playback = await asyncio.to_thread(open_playback, transcript)
    return playback, playback.usual_eyes


async def carry_out(wish: Wish, transcript: Path) -> Sequence[Line]:
    """Carry out the wish, and return the lines to show; those of a replay are the whole game."""
    try:
        match wish:
            case Wish.HISTORY:
                return [text(row) for row in known_games(find_home())]
            case Wish.PAGE:
                return [text(await asyncio.to_thread(_write_page, transcript))]
        from p2p_hanabi.ui.replay import narration

        return narration.as_story(*await opened(transcript))
    except Failed as failed:
        return [text(str(failed), "alarm")]


def _write_page(transcript: Path) -> str:
    """Write the page next to the transcript, replacing any earlier one of the same game."""
    from p2p_hanabi.ui.web.page import as_html

    out = Out(transcript.with_suffix(".html"), replaces=True)
    game = open_playback(transcript)
    out.write(as_html(game, title_of(game, transcript)).encode(), transcript)
    return _("The game was written to {path}.").format(path=called(out.path))
