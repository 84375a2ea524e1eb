"""Go on from a complete round to the next: the head, what was shown, what the game asks for.

Source: docs/protocol.md, sections 4 and 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from typing import Any, TypeVar, cast

from ..crypto.group import IDENTITY, Point, Scalar, sub, total
from ..crypto.key_split import Escrowed
from ..crypto.shuffle_proof import Pile, starting_pile
from ..encoding import H
from ..errors import LocalError
from ..game import Act, Audience, Card, Deal, Face, Open, Passable, Seat, Shuffle
from .cards import Blinded, Held, InPile, Shown, opens
from .state import (
    AgreeingOnMove,
    AgreeingOnPile,
    AlreadyShown,
    Closed,
    Closing,
    Committed,
    Committing,
    Confirming,
    Dealing,
    Dealt,
    Escrowing,
    Moved,
    Moving,
    Opened,
    Opening,
    Phase,
    Revealed,
    Revealing,
    Said,
    Shuffled,
    Shuffling,
    Stage,
    Stuck,
)

Kind = TypeVar("Kind")


def advance(stage: Stage, said: Mapping[Seat, Said], head: bytes) -> Stage:
    """The next stage, once every speaker has spoken. `head` is that of the next round."""
    stage = replace(stage, head=head, round_number=stage.round_number + 1)
    seats = stage.seating.seats
    match stage.phase:
        case Committing():
            commitments = tuple(_said(said[s], Committed).commitment for s in seats)
            return replace(stage, phase=Revealing(commitments))
        case Revealing():
            return _revealed(stage, tuple(_said(said[s], Revealed) for s in seats))
        case Escrowing():
            return _ask(replace(stage, escrow=tuple(_said(said[s], Escrowed) for s in seats)))
        case Shuffling(by, _, _, done):
            return _shuffled(stage, _said(said[by], Shuffled).pile, (*done, by))
        case AgreeingOnPile(pile):
            cards, state = stage.cards.with_pile(pile), stage.game.shuffled(stage.state)
            return _ask(replace(stage, cards=cards, state=state, shuffles=stage.shuffles + 1))
        case Dealing(cards_dealt):
            shares = {seat: _said(said[seat], Dealt).shares for seat in sorted(said)}
            return _dealt(stage, cards_dealt, shares)
        case Opening(cards_opened):
            entries = {seat: _said(said[seat], Opened).entries for seat in said}
            return _opened(stage, cards_opened, entries)
        case Moving(by):
            state = _said(said[by], Moved).state
            digest = H("state", stage.game.public(state))
            return replace(stage, phase=AgreeingOnMove(by, state, digest))
        case AgreeingOnMove(_, state):
            return _ask(replace(stage, state=state))
        case Confirming(after):
            return _go_on(stage, after)
        case Closing(outcome):
            return replace(stage, phase=Closed(outcome))
    raise LocalError("nothing is said after the end")


def without(stage: Stage, gone: Seat, head: bytes) -> Stage:
    """The next stage, once it is decided to go on without the seat: what was said is void."""
    after = stage.phase.after if isinstance(stage.phase, Confirming) else stage.phase
    number = stage.round_number + 1
    return replace(stage, head=head, round_number=number, gone=gone, phase=Confirming(after))


def _go_on(stage: Stage, after: Phase) -> Stage:
    """What was under way. A pile is shuffled by all active seats that have not yet; the turn of the
    seat that is gone is passed over; all else is said anew by the others. What is agreed on, all
    agree on: so that none that is called gone here can go on alone for two rounds."""
    match after:
        case Shuffling(_, _, pile, done) | AgreeingOnPile(pile, _, _, done):
            stage = _shuffled(stage, pile, done)
            match stage.phase:
                case AgreeingOnPile() as agreeing:
                    return replace(stage, phase=replace(agreeing, by=None))
            return stage
        case AgreeingOnMove():
            return replace(stage, phase=replace(after, by=None))
        case Moving(by) if by == stage.gone:
            game = cast("Passable[Any]", stage.game)  # only such a game offers the option
            return _ask(replace(stage, state=game.passed(stage.state)))
    return replace(stage, phase=after)


def _said(said: Said, kind: type[Kind]) -> Kind:
    """What `accept` returned for this phase; anything else is a mistake of the caller."""
    if not isinstance(said, kind):
        raise LocalError(f"{kind.__name__} is due, not {type(said).__name__}")
    return said


def _ask(stage: Stage) -> Stage:
    """The phase that the game's state asks for."""
    pending = stage.game.pending(stage.state)
    match pending:
        case Shuffle(faces):
            name, count = stage.seating.deck, stage.seating.faces
            pile = starting_pile(name, count, faces, stage.table_key)
            return replace(stage, phase=Shuffling(stage.active[0], stage.shuffles, pile))
        case Deal(cards):
            for card, _ in cards:
                if not isinstance(stage.cards.of(card), InPile):
                    raise AlreadyShown(card)
            return replace(stage, phase=Dealing(cards))
        case Open(opening):
            return replace(stage, phase=Opening(opening))
        case Act(seat):
            return replace(stage, phase=Moving(seat))
    return replace(stage, phase=Closing(pending.outcome))


def _revealed(stage: Stage, keys: tuple[Revealed, ...]) -> Stage:
    table = stage.seating.table
    beacon = H("beacon", table, [revealed.beacon_share for revealed in keys])
    table_key = total(revealed.key for revealed in keys)
    if table_key == IDENTITY:  # all together have chosen keys that hide nothing
        return replace(stage, phase=Stuck(None))
    options = stage.seating.chosen
    state = stage.game.start(options, len(keys), beacon)
    stage = replace(stage, keys=keys, beacon=beacon, table_key=table_key, state=state)
    return replace(stage, phase=Escrowing()) if stage.seating.has_escrow else _ask(stage)


def _shuffled(stage: Stage, pile: Pile, done: tuple[Seat, ...]) -> Stage:
    """The pile goes on to the next active seat that has not shuffled it, though it was gone before:
    else one seat alone might have shuffled. Whoever was the last need not agree to it."""
    following = [seat for seat in stage.active if seat not in done]
    if following:
        return replace(stage, phase=Shuffling(following[0], stage.shuffles, pile, done))
    return replace(stage, phase=AgreeingOnPile(pile, done[-1], H("pile", pile), done))


def _dealt(
    stage: Stage,
    cards: tuple[tuple[Card, Audience], ...],
    shares: Mapping[Seat, tuple[Point | None, ...]],
) -> Stage:
    news: dict[Card, Held | Blinded | Shown] = {}
    for card, left in stage.cards.dealt(cards, shares).items():
        match left:
            case Blinded(holder, commitment) if stage.deck.betrays(commitment):
                return replace(stage, phase=Stuck(_only_other(stage, holder)))
            case Held() | Blinded():
                news[card] = left
            case point:
                news[card] = Shown(stage.deck.face(point))
    state = stage.game.dealt(stage.state)
    faces = {card: shown.face for card, shown in news.items() if isinstance(shown, Shown)}
    if faces:
        state = stage.game.opened(state, faces)
    return _ask(replace(stage, cards=stage.cards.showing(news), state=state))


def _only_other(stage: Stage, holder: Seat) -> Seat | None:
    """Who must have chosen the blindings of a card, if that was one seat alone."""
    others = [seat for seat in stage.active if seat != holder]
    return others[0] if len(others) == 1 else None


def _opened(
    stage: Stage,
    cards: tuple[Card, ...],
    entries: Mapping[Seat, tuple[Point | Scalar | None, ...]],
) -> Stage:
    faces: dict[Card, Face] = {}
    for i, card in enumerate(cards):
        shown = [said[i] for said in entries.values() if said[i] is not None]
        match stage.cards.of(card):
            case Blinded(_, commitment):
                blinding = next(entry for entry in shown if isinstance(entry, int))
                faces[card] = opens(stage.deck, commitment, blinding)
            case Held(_, rest):
                faces[card] = stage.deck.face(_less(rest, shown))
            case _:
                faces[card] = stage.deck.face(_less(stage.cards.masked[card][1], shown))
    news = {card: Shown(face) for card, face in faces.items()}
    state = stage.game.opened(stage.state, faces)
    return _ask(replace(stage, cards=stage.cards.showing(news), state=state))


def _less(point: Point, shares: list[Point | Scalar | None]) -> Point:
    return reduce(sub, (share for share in shares if isinstance(share, bytes)), point)
