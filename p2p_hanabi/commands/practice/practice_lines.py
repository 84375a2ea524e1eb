"""Practice in lines."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Protocol

from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.kit.console_port import Console
from p2p_hanabi.ui.kit.following import never
from p2p_hanabi.ui.kit.loop import converse
from p2p_hanabi.ui.lines.end_lines import stay_after, stoppable_wait
from p2p_hanabi.ui.lines.input_lines import LeftInput, ask_in_lines
from p2p_hanabi.ui.lines.plain import play_table
from p2p_hanabi.ui.lines.replay_lines import ReplayLines
from p2p_hanabi.ui.model.end.ended_table import EndedTable
from p2p_hanabi.ui.model.end.shown_end import ShownEnd, Wish
from p2p_hanabi.ui.model.inputs import ChoiceInput
from p2p_hanabi.ui.model.replay_actions import WhyLeft
from p2p_hanabi.ui.model.seat.solo_table import PAUSE_S
from p2p_hanabi.ui.model.shown_replay import ShownReplay
from p2p_hanabi.ui.model.table.thinking import ThinkingTimes
from p2p_hanabi.ui.model.together import ReviewPort
from p2p_hanabi.ui.words.i18n import N_, _
from p2p_hanabi.ui.words.sentences_typed import own_words
from protocol.game import AnyMove, AnyView, Seat

from ..records.branches import shown_replay
from ..records.playback import Playback
from .practice_table import KnownDeal
from .searching import SEARCHES, search_beside


class FollowedReview(ReviewPort, Protocol):
    async def changed(self) -> None:
        """Wait until others have changed what is shown."""


WHOSE_SEAT = N_("Whose seat do you play?")


async def practise_in_lines(console: Console, deal: KnownDeal) -> None:
    """Play a deal, as often as the player likes; once if nobody can be asked. Raise `Failed`
    if the game has not ended."""
    plays_again = True
    while plays_again:
        port = deal.new_table(PAUSE_S if console.is_terminal else 0.0)
        times = ThinkingTimes(len(port.now.players.names))
        if await play_table(port, console, times=times) is None:
            return
        end = ShownEnd(port)
        end.come(EndedTable())
        console.write((), *end.text().ended)  # its result is in the log above
        if not console.is_terminal:
            return
        look_at = partial(_look_at, deal, port.line, console)
        await stay_after(port, end, console, look_at, times=times)
        plays_again = end.plays_again


async def _look_at(
    deal: KnownDeal, line: Playback, console: Console, _wish: Wish
) -> Sequence[Line]:
    """Show what was played as a line of the game, which can be kept."""
    how = _('Type "{save}" and a name to keep this line, "{quit}" to go back.')
    console.write(text(how.format(**own_words())))
    await replay_in_lines(console, deal.playback, deal.beside(line))
    return ()


async def replay_in_lines(
    console: Console,
    game: Playback,
    shown: ShownReplay[AnyView, AnyMove],
    changed: Callable[[], Awaitable[None]] = never,
) -> None:
    """Let the player try other moves until they leave; the replay stays where it was while they
    practise. `changed` waits until others have changed it, who look at it too."""
    while True:
        await converse(ReplayLines(shown), console, changed)
        if shown.left is WhyLeft.TO_SEARCH:
            await _search(console, shown)
            continue
        if shown.left is not WhyLeft.TO_PRACTISE:
            return
        shown.come_back()
        seat = shown.side
        if seat is None:
            seat = await choose_seat(console, game)
        if seat is not None:
            await practise_in_lines(console, KnownDeal(game, seat, shown.in_game))


async def _search(console: Console, shown: ShownReplay[AnyView, AnyMove]) -> None:
    """Search what was possible, unless the player stops it. At a pipe nobody can: the next line is
    meant for the replay."""
    wait = stoppable_wait()
    console.write(text(_(SEARCHES)))
    await search_beside(
        shown, wait, *([converse(wait, console, never)] if console.is_terminal else [])
    )


async def review_in_lines(console: Console, game: Playback, review: FollowedReview) -> None:
    """Look at an audited game together with others."""
    shown = shown_replay(game, game.usual_eyes, review)
    try:
        await replay_in_lines(console, game, shown, review.changed)
    finally:
        shown.leave()


async def choose_seat(console: Console, game: Playback) -> Seat | None:
    """Ask whose seat is played; return None if the player would rather not."""
    choice = ChoiceInput(_(WHOSE_SEAT), game.names, can_go_back=True)
    try:
        await ask_in_lines(choice, console)
    except LeftInput:
        return None
    return None if choice.chosen is None else Seat(choice.chosen)
