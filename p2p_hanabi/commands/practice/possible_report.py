"""What was possible at most from a turn of a finished game, in sentences and as JSON."""

from __future__ import annotations

from dataclasses import replace

from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.replay import narration
from p2p_hanabi.ui.replay.branching import LineRefused
from p2p_hanabi.ui.replay.recording import Spectator
from p2p_hanabi.ui.words.i18n import _

from ..console.failures import Failed
from ..records.branches import branches_of
from ..records.playback import Playback
from ..variations.possible import Possible


def possible_from(game: Playback, at: int) -> Possible:
    """Search from a moment. Raise `Failed` where that cannot be done."""
    branches = branches_of(game)
    if (why_not := branches.why_no_search()) is not None:
        raise Failed(why_not)
    if not 0 <= at < game.count - 1:
        sentence = _("The game has no turn {n} to go on from: choose one from 0 to {last}.")
        raise Failed(sentence.format(n=at, last=game.count - 2))
    try:
        return branches.possible(game, at)
    except LineRefused as error:
        raise Failed(str(error)) from None


def sentences(game: Playback, at: int, found: Possible) -> list[str]:
    """Return what was possible, and one way to it."""
    branches = branches_of(game)
    line = branches.begun(at)
    for move in found.line:
        line = branches.played(line, line.count - 1, move)
    described = narration.moments(replace(line, whys={}), Spectator.EVERYTHING, at + 1)
    about = _("At most {score} was possible after move {n}, as the cards lay (game: {game}).")
    first = about.format(score=found.score, n=at, game=branches.score(game, game.count - 1))
    rows = [
        f"{number}. {' '.join(map(as_text, lines))}"
        for number, lines in enumerate(described, start=at + 1)
    ]
    return [first, _("One way to it, for players who see every card:"), *rows]


def facts(game: Playback, at: int, found: Possible) -> dict[str, object]:
    pack = game.rules.pack
    return {
        "after": at,
        "possible": found.score,
        "moves": [pack(move) for move in found.moves],
        "line": [pack(move) for move in found.line],
        "states": found.states,
    }
