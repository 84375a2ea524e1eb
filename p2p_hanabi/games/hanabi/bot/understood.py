"""What the last hint means to the bot, derived from one seat's view alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from p2p_hanabi.games.common.face_sets import bits, listed
from p2p_hanabi.games.common.firework_cards import all_faces
from protocol.game import Card, Seat

from ..meanings import CardUse, Focus, Limit, Meaning, Sense, Use
from ..moves import Hint, HintRank
from ..state import Hinted
from ..view import CardInfo, HanabiView, SeenCard
from .conventions import TableKnowledge
from .mind import Mind, mind_of
from .partners import Manner
from .reading import read


def last_meaning(view: HanabiView) -> Meaning | None:
    """Return what the last hint of the log means; None before the first. All hands, including those
    of the log, must be in the order in which they were drawn."""
    for number in reversed(range(len(view.log))):
        if isinstance(entry := view.log[number], Hinted):
            return _meaning(view, number, entry)
    return None


def _meaning(view: HanabiView, number: int, entry: Hinted) -> Meaning:
    mind, before, hint = mind_of(view), read(view, number), entry.move
    limit, uses = _limit(mind, entry), tuple(_uses(mind, entry))
    if not hint.touched:
        return Meaning(entry, Sense.NOTHING, uses=uses)
    promised = before.promise(entry.seat, hint, entry.hand)
    if promised is None:
        return Meaning(entry, Sense.FIVES, limit=limit, uses=uses)
    card, promise = promised
    after = read(view, number + 1)
    up = before.playable() if before.is_strict else before.next_up(hint.seat)
    hinted = _hinted(view, number, card)
    later = hinted & _waited_for(after, card)
    play, keep = hinted & promise.faces & up, hinted & promise.faces & ~up
    info = next((info for info in view.hands[hint.seat] if info.card == card), None)
    is_out = info is not None and not bits(info.deduced) & (play | keep | later)
    return Meaning(
        entry,
        _sense(hint, play | later, keep),
        card,
        _why(before, entry, card),
        listed(play | later),
        listed(keep),
        listed(later),
        _called(after, card),
        None if info is None else listed(mind.live(info)),
        info.face if isinstance(info, SeenCard) else None,
        limit or (Limit.IMPOSSIBLE if play | keep | later and is_out else None),
        uses,
    )


def _uses(mind: Mind, entry: Hinted) -> Iterator[CardUse]:
    """Yield what the owner of the hinted hand can do with its cards, with the bot's own judgement:
    all that are touched, and others that can be played or discarded."""
    if mind.view.outcome is not None:
        return
    for info in mind.view.hands[entry.move.seat]:
        found = _use(mind, info)
        if info.card in entry.move.touched or found.use in (Use.PLAY, Use.DISCARD):
            yield found


def _use(mind: Mind, info: CardInfo) -> CardUse:
    view, logical, live = mind.view, bits(info.deduced), mind.live(info)
    for use, fits in ((Use.PLAY, view.playable), (Use.DISCARD, view.dead)):
        if all(map(fits, info.deduced)):
            return CardUse(info.card, use, is_certain=True, faces=info.deduced)
    if mind.will_play(live, logical):
        return CardUse(info.card, Use.PLAY, is_certain=False, faces=listed(live))
    if not live & ~mind.dead:
        return CardUse(info.card, Use.DISCARD, is_certain=False, faces=listed(live))
    if all(map(view.critical, info.deduced)):
        return CardUse(info.card, Use.LAST_COPY, is_certain=True, faces=info.deduced)
    use = Use.KNOWN if len(info.deduced) == 1 else Use.KEEP
    return CardUse(info.card, use, is_certain=use is Use.KNOWN, faces=info.deduced)


def _waited_for(after: TableKnowledge, card: Card) -> int:
    """Return the faces that a card has if somebody in between plays the one below."""
    promise = after.promises.get(card)
    return reduce(or_, promise.waits.values(), 0) if promise else 0


def _called(after: TableKnowledge, focus: Card) -> tuple[Seat, Card] | None:
    calls = ((seat, each.card) for seat, each in after.called.items() if each.focus == focus)
    return next(calls, None)


def _hinted(view: HanabiView, number: int, card: Card) -> int:
    """Return the faces that the hints up to this one leave possible; anybody can tell."""
    faces = all_faces(view.colours)
    for entry in view.log[: number + 1]:
        if isinstance(entry, Hinted) and card in entry.hand:
            meant = view.rules.meant_by(entry.move)
            faces &= meant if card in entry.move.touched else ~meant
    return faces


def _limit(mind: Mind, entry: Hinted) -> Limit | None:
    if mind.careful:
        return Limit.LAST_MISTAKE
    return _BY_MANNER.get(mind.knowledge.partners[entry.seat].gives)


_BY_MANNER = {Manner.LITERAL: Limit.GIVER_IS_LITERAL, Manner.ALONE: Limit.GIVER_POINTS}


def _sense(hint: Hint, play: int, keep: int) -> Sense:
    if not keep:
        return Sense.PLAY if play else Sense.OF_USE
    if isinstance(hint, HintRank) and hint.rank == 2:
        return Sense.PLAY_OR_KEEP_TWO if play else Sense.KEEP_TWO
    return Sense.PLAY_OR_KEEP if play else Sense.KEEP


def _why(before: TableKnowledge, entry: Hinted, card: Card) -> Focus:
    if card in before.touched:
        return Focus.AGAIN
    if card != before.chop(entry.hand):
        return Focus.NEWLY
    oldest = next(each for each in entry.hand if each not in before.touched)
    return Focus.CHOP if card == oldest else Focus.CHOP_MOVED
