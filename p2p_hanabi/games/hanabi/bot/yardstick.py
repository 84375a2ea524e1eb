"""What was misread in a game, with the bot's reading of hints as the yardstick. People may have
agreed to read them in another way."""

from __future__ import annotations

from p2p_hanabi.games.common.face_sets import bits
from p2p_hanabi.seam.game_statistics import CountedGame, Statistic, by_seat
from protocol.game import Card, Face, Seat

from ..meanings import Sign, SignKind
from ..state import Entry, Hinted, Played
from ..statistics import BotReading
from ..view import HanabiView, SeenCard
from .mind import mind_of
from .signs import last_signs
from .understood import last_meaning


def count(game: CountedGame[HanabiView]) -> tuple[Statistic, ...]:
    """Count what was misread."""
    faces = _faces(game.last)
    misleading, misread = list[Seat](), list[Seat]()
    for moment in range(1, len(game.movers) + 1):
        entry = _entry(game, moment)
        if isinstance(entry, Hinted):
            if _misleads(game.view(moment, entry.move.seat), faces):
                misleading.append(entry.seat)
        elif entry is not None:
            misread += [entry.seat] if _is_misread(game, moment, entry) else []
    return (
        by_seat(BotReading.MISLEADING, game.seats, misleading),
        by_seat(BotReading.MISREAD, game.seats, misread),
    )


def _faces(view: HanabiView) -> dict[Card, Face]:
    """Return the faces of all cards that are known in the end."""
    gone = {each.move.card: each.face for each in view.log if not isinstance(each, Hinted)}
    held = (info for hand in view.hands for info in hand)
    return gone | {info.card: info.face for info in held if isinstance(info, SeenCard)}


def _entry(game: CountedGame[HanabiView], moment: int) -> Entry | None:
    """Return the entry of the move before this moment; None if its card was never opened."""
    before, after = game.view(moment - 1, None).log, game.view(moment, None).log
    return after[-1] if len(after) > len(before) else None


def _misleads(view: HanabiView, faces: dict[Card, Face]) -> bool:
    """Return whether the focus of the last hint has none of the faces that its receiver, whose view
    this is, can take it to have by the conventions."""
    meaning = last_meaning(view)
    if meaning is None or meaning.limit is not None or meaning.card not in faces:
        return False
    read = {*meaning.faces_to_play, *meaning.faces_to_keep}
    return bool(read) and faces[meaning.card] not in read


def _is_misread(game: CountedGame[HanabiView], moment: int, entry: Entry) -> bool:
    """Return whether this was a mistake with a card that a bot would not have played, or a discard
    where a bot would have played a card because of a hint."""
    view = game.view(moment - 1, entry.seat)
    mind = mind_of(view)
    plays = mind.plays(entry.seat)
    if isinstance(entry, Played):
        return not entry.placed and all(info.card != entry.move.card for info in plays)
    could_play = any(bits(info.deduced) & ~mind.playable for info in plays)
    return could_play and not _is_alarm(game.view(moment, entry.seat))


def _is_alarm(view: HanabiView) -> bool:
    signs = (sign for sign in last_signs(view) if isinstance(sign, Sign))
    return any(sign.kind is SignKind.ALARM for sign in signs)
