"""The reason for a bot's move, derived from the same mind that chose it."""

from __future__ import annotations

from p2p_hanabi.games.common.face_sets import bits
from p2p_hanabi.seam.decisions import Decision, Why
from protocol.game import Card

from ..moves import Discard, Hint, Move, Play
from ..view import CardInfo, HanabiView
from ..whys import HanabiWhy
from . import endgame
from .danger import is_safe_to_alarm
from .hints import HintEffect, called_by, effects_of, rescue
from .mind import Mind, mind_of
from .player import chosen, usual_move


def decide(view: HanabiView) -> Decision[Move]:
    """Return the move of `player.choose`, and the reason for it."""
    mind = mind_of(view)
    move = chosen(mind)
    return Decision(move, why(mind, move))


def why(mind: Mind, move: Move) -> Why:
    """Return why this move was chosen."""
    if endgame.is_near(mind) and move != usual_move(mind):
        return HanabiWhy.PLAYED_OUT.reason()
    match move:
        case Play(card=card):
            return _why_played(mind, _own(mind, card))
        case Discard(card=card):
            return _why_discarded(mind, _own(mind, card))
    return _why_hinted(mind, move)


def _own(mind: Mind, card: Card) -> CardInfo:
    return next(info for info in mind.view.hand if info.card == card)


def _why_played(mind: Mind, info: CardInfo) -> Why:
    logical, live = bits(info.deduced), mind.live(info)
    if not logical & ~mind.playable:
        return HanabiWhy.CERTAIN.reason()
    if mind.will_play(live, logical):
        promise = mind.knowledge.promised(info.card)
        called = mind.knowledge.called.get(mind.view.seat)
        if promise is not None and called is not None and called.card == info.card:
            return HanabiWhy.CALLED.reason(seat=promise.giver)
        if promise is not None and not live & ~promise.faces:
            return HanabiWhy.TOLD.reason(seat=promise.giver, faces=live)
        return HanabiWhy.OF_USE.reason(faces=live)
    is_last = mind.view.turns_left is not None and live & mind.playable
    return (HanabiWhy.LAST_CHANCE if is_last else HanabiWhy.FORCED).reason()


def _why_discarded(mind: Mind, info: CardInfo) -> Why:
    threatened = mind.threatened(mind.next_seat)
    if threatened is not None and not mind.view.blue and is_safe_to_alarm(mind, info):
        return HanabiWhy.ALARM.reason(seat=mind.next_seat, card=threatened)
    if not mind.live(info) & ~mind.dead:
        return HanabiWhy.USELESS.reason()
    if mind.is_among_strangers or info != mind.chop(mind.view.seat):
        return HanabiWhy.MIN_MISSED.reason()
    oldest = next(each for each in mind.view.hand if each.card not in mind.knowledge.touched)
    return (HanabiWhy.CHOP if info == oldest else HanabiWhy.CHOP_MOVED).reason()


def _why_hinted(mind: Mind, hint: Hint) -> Why:
    if hint.seat in mind.knowledge.absent:
        return HanabiWhy.WAITS.reason()
    threatened = mind.threatened(mind.next_seat)
    if threatened is not None and rescue(mind) == hint:
        return HanabiWhy.RESCUES.reason(seat=hint.seat, card=threatened)
    if (called := called_by(mind, hint)) is not None:
        return HanabiWhy.CALLS.reason(seat=called[0], card=called[1])
    effects = list(effects_of(mind, hint))
    for code, applies in _WORTH_SAYING.items():
        if (
            card := next((each.info.card for each in effects if applies(mind, each)), None)
        ) is not None:
            return code.reason(seat=hint.seat, card=card)
    if any(each.is_touched and each.live_after != each.live_before for each in effects):
        return HanabiWhy.TELLS_MORE.reason(seat=hint.seat)
    return HanabiWhy.WAITS.reason()


def _makes_play(_mind: Mind, effect: HintEffect) -> bool:
    return effect.good and effect.plays_after and not effect.plays_before


def _stops_play(mind: Mind, effect: HintEffect) -> bool:
    return _stops(effect) and not effect.face & mind.playable


def _stops_copy(mind: Mind, effect: HintEffect) -> bool:
    return _stops(effect) and bool(effect.face & mind.playable)


def _stops(effect: HintEffect) -> bool:
    return not effect.good and effect.plays_before and not effect.plays_after


def _saves(mind: Mind, effect: HintEffect) -> bool:
    return effect.newly and bool(effect.face & mind.critical)


_WORTH_SAYING = {
    HanabiWhy.MAKES_PLAY: _makes_play,
    HanabiWhy.STOPS_PLAY: _stops_play,
    HanabiWhy.STOPS_COPY: _stops_copy,
    HanabiWhy.SAVES: _saves,
}
"""The main purposes of a hint, the most urgent first."""
