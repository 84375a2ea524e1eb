"""The narration of a replay: sentences for each of its moments."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.seam.decisions import Why
from protocol.game import Move, Seat, View

from ..drawing.style import Line, text
from ..model.game.game_screen import Teller
from ..words.i18n import _
from . import sentences_replay as texts
from .recording import AllFrom, Recording, Spectator, Viewpoint, spectator


def about(recording: Recording[View, Move], eyes: Viewpoint) -> list[Line]:
    """Introduce the replay: the game, the players, how far it goes, and through whose eyes."""
    lines = [text(texts.played_by(recording.screen.title, recording.names), "strong")]
    if not recording.is_signed:
        lines.append(text(_(texts.UNSIGNED), "alarm"))
    far = how_far(recording)
    return [*lines, *([] if far is None else [text(far)]), text(eyes_name(recording, eyes))]


def how_far(recording: Recording[View, Move]) -> str | None:
    """Return how far a game went that did not end by its rules; None if it did."""
    if recording.ending is not None:
        return recording.ending.sentence(recording.names)
    if recording.agreed:
        return texts.agreed([recording.names[seat] for seat in recording.agreed])
    return (
        None if recording.is_finished else _("The game is not finished; this is as far as it goes.")
    )


def eyes_name(recording: Recording[View, Move], eyes: Viewpoint) -> str:
    match eyes:
        case Spectator.EVERYTHING | AllFrom():
            return _("All cards in the file are shown.")
        case Spectator.PUBLIC:
            return _("Only what all players knew is shown.")
    return _("The game as {who} saw it.").format(who=recording.names[eyes])


def eyes_label(recording: Recording[View, Move], eyes: Viewpoint) -> str:
    """Return through whose eyes, in a word or two."""
    match eyes:
        case Spectator.EVERYTHING | AllFrom():
            return _("all cards shown")
        case Spectator.PUBLIC:
            return _("what all knew")
    return recording.names[eyes]


def eyes_of(recording: Recording[View, Move]) -> tuple[Viewpoint, ...]:
    """Return all eyes to choose from."""
    return (
        Spectator.EVERYTHING,
        *(Seat(seat) for seat in range(len(recording.names))),
        Spectator.PUBLIC,
    )


def moments(recording: Recording[View, Move], eyes: Viewpoint, start: int = 0) -> list[list[Line]]:
    """Return, for each moment from `start` on, sentences about what has happened since the one
    before."""
    players = spectator(recording)
    teller = recording.screen.teller(players)
    if start:
        teller.look(recording.view(start - 1, eyes))
    return [_moment(recording, teller, moment, eyes) for moment in range(start, recording.count)]


def _moment(
    recording: Recording[View, Move], teller: Teller[View], moment: int, eyes: Viewpoint
) -> list[Line]:
    """Describe a moment; moment 0 is the whole table, as the teller's text is for a player."""
    lines = teller.look(recording.view(moment, eyes))
    mover = recording.mover(moment)
    if mover is None:
        return recording.replay.moment_page(recording, moment, eyes)
    lines = lines or [text(recording.replay.untold(recording, moment, mover))]
    return [*lines, *_why(recording, moment, eyes)]


def why_seen(recording: Recording[View, Move], moment: int, eyes: Viewpoint) -> Why | None:
    """Return why a bot made the move before this moment, for its own eyes and those that see
    everything; None for others, or if the reason is unknown."""
    allowed = (recording.mover(moment), Spectator.EVERYTHING)
    return recording.why(moment) if eyes in allowed else None


def _why(recording: Recording[View, Move], moment: int, eyes: Viewpoint) -> list[Line]:
    why = why_seen(recording, moment, eyes)
    if why is None:
        return []
    sentence = why if isinstance(why, str) else recording.replay.why(recording, moment, why)
    return [text(_("Why: {reason}").format(reason=sentence), "dim")]


def at_the_end(recording: Recording[View, Move], eyes: Viewpoint) -> list[Line]:
    """Return the result, and what was left in the hands, which the end reveals; nothing for an
    unfinished game."""
    view = recording.view(recording.count - 1, eyes)
    lines = recording.screen.result(view, spectator(recording))
    if recording.ending is not None:
        lines = [
            text(recording.ending.sentence(recording.names), "strong"),
            text(recording.ending.counts(view), "strong"),
        ]
    elif recording.agreed:
        so_far = recording.screen.score_so_far(view, spectator(recording))
        lines = [text(how_far(recording) or "", "strong"), *so_far]
    return [*lines, *recording.replay.held_at_end(recording, eyes)] if lines else lines


def as_story(recording: Recording[View, Move], eyes: Viewpoint) -> list[Line]:
    """Return each move with its number, and the state of the game after it."""
    lines: list[Line] = [*about(recording, eyes), ()]
    for moment, sentences in enumerate(moments(recording, eyes)):
        lines += sentences if moment == 0 else _numbered(moment, sentences)
        if moment:
            lines += [
                (("", "    "), *line) for line in recording.replay.brief(recording, moment, eyes)
            ]
    end = at_the_end(recording, eyes)
    return [*lines, (), *end] if end else lines


def _numbered(number: int, sentences: Sequence[Line]) -> list[Line]:
    first, *rest = sentences
    return [(("", f"{number}. "), *first), *((("", "   "), *line) for line in rest)]
