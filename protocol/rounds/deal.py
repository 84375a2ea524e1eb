"""Dealing: which shares a seat gives, which blindings it sends to whom, and what a seat learns.

Source: docs/protocol.md, section 5.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ..crypto.boxes import BoxKey
from ..crypto.group import L, Point, Scalar, sub
from ..crypto.parts import Workers, for_each, in_turn
from ..crypto.proofs import (
    blinded_from,
    blinded_value,
    prove_blinded,
    prove_share,
    share_from,
    share_value,
)
from ..crypto.sealed_shares import Sealing, Unsealing, cards_between, check_boxes
from ..encoding import Value
from ..errors import BadProof, LocalError
from ..game import AllBut, Audience, Card, Face, Only, Seat
from ..reasons import Forbidden
from .cards import Blinded, Deck, Held, Private, Shown, opens
from .phases import Dealing, Dealt, Stuck
from .seat_secrets import Prover, effective
from .state import Stage, ask


def prove(
    stage: Stage, prover: Prover, cards: tuple[tuple[Card, Audience], ...], *, together: Workers
) -> tuple[Value, Dealt]:
    """Return the statement of a deal: a share, a blinded share or nil for each card, and a box or
    nil for each seat."""
    # §14: with its share of a gone seat's key: the keys of those who deal must add up to K*.
    ctx, secret = stage.context(prover.seat), effective(stage, prover.seat, prover.secret)

    def entry(dealt: tuple[Card, Audience]) -> tuple[Point | None, Value]:
        card, audience = dealt
        a = stage.cards.first_half(card)
        match audience:
            # §5: the one share that the others lack. Published, it would open the card to all.
            case Only(holder) if holder == prover.seat:
                return None, None
            # §5: blinded, because the holder receives it too; the others learn y from their boxes.
            case AllBut(holder) if holder != prover.seat:
                blinded = prove_blinded(secret, ctx, card, a)
                return blinded[0], blinded_value(blinded)
            # §5: plain: everyone may see the card, or the holder's share or the blindings still
            # hide it.
            case _:
                share = prove_share(secret, ctx, card, a)
                return share[0], share_value(share)

    made = for_each(cards, entry, together)
    shares, entries = tuple(share for share, _ in made), tuple(value for _, value in made)
    first_halves = {card: stage.cards.first_half(card) for card, _ in cards}
    sealing = Sealing(secret, ctx, cards, first_halves)
    boxes = sealing.boxes([revealed.box for revealed in stage.keys], together)
    return ("dealt", entries, boxes), Dealt(shares, boxes)


def verify(
    stage: Stage,
    seat: Seat,
    cards: tuple[tuple[Card, Audience], ...],
    lists: tuple[tuple[Value, ...], tuple[Value, ...]],
    *,
    together: Workers,
) -> Dealt:
    """Verify every share, and the length of every box; a box itself only its receiver can check.
    `lists` are the entries, one for each card, and the boxes, one for each seat. Raises
    `BadProof`."""
    entries, boxes = lists
    # Here, since `zip` below would raise an error that names nobody.
    if len(entries) != len(cards):
        raise BadProof(Forbidden.ENTRY_COUNT)
    checked = check_boxes(boxes, seat, cards, len(stage.seating.places))

    def share(given: tuple[tuple[Card, Audience], Value]) -> Point | None:
        (card, audience), entry = given
        match audience:
            case Only(holder) if holder == seat:
                # §5: the share that only the holder has; published, it would open the card to all.
                if entry is not None:
                    raise BadProof(Forbidden.UNSEEN_SHARE)
                return None
            # §5: no plain share: where nobody blinds, C is M_f itself, and the holder sees it.
            case AllBut(holder) if holder != seat:
                return blinded_from(entry, stage.share_proof(seat, card))
            case _:
                return share_from(entry, stage.share_proof(seat, card))

    return Dealt(tuple(for_each(zip(cards, entries, strict=True), share, together)), checked)


def after(
    stage: Stage,
    cards: tuple[tuple[Card, Audience], ...],
    shares: Mapping[Seat, tuple[Point | None, ...]],
) -> Stage:
    """Return the stage after a deal, given each speaker's shares, in the order of the cards: what
    has become public, and what the game waits for; or `Stuck` if blindings cancel out. Raises
    `BadProof` for a point that is no face."""
    news: dict[Card, Held | Blinded | Shown] = {}
    for card, left in stage.cards.dealt(cards, shares).items():
        match left:
            # §5: the blindings cancel out, and the holder would see the face. Everyone sees that,
            # but nobody can tell whose choice it was, unless only one other seat chose them.
            case Blinded(holder, commitment) if stage.deck.betrays(commitment):
                return replace(stage, phase=Stuck(_only_other(stage, holder)))
            case Held() | Blinded():
                news[card] = left
            case point:
                news[card] = Shown(stage.deck.face(point))
    state = stage.rules.dealt(stage.state)
    faces = {card: shown.face for card, shown in news.items() if isinstance(shown, Shown)}
    if faces:
        # §5: dealt to everyone they are open at once: no round of openings follows.
        state = stage.rules.opened(state, faces)
    return ask(replace(stage, cards=stage.cards.showing(news), state=state))


def _only_other(stage: Stage, holder: Seat) -> Seat | None:
    """Return the seat that must have chosen the blindings of a card, if one seat alone did."""
    # §14: who is gone has chosen none of the blindings.
    others = [seat for seat in stage.active if seat != holder]
    return others[0] if len(others) == 1 else None


# What one seat learns from a deal beyond what is public.


def due_rows(
    stage: Stage, dealt: Dealt, between: tuple[Seat, Seat]
) -> dict[Card, tuple[Point, Point]]:
    """Return (A, E) of each card whose blinding the first seat sends to the second in this deal."""
    sender, receiver = between
    phase = stage.phase
    if not isinstance(phase, Dealing):
        return {}
    wanted = set(cards_between(phase.cards, sender, receiver))
    return {
        card: (stage.cards.first_half(card), share)
        for (card, _), share in zip(phase.cards, dealt.shares, strict=True)
        if card in wanted and share is not None
    }


def unsealing_at(stage: Stage, between: tuple[Seat, Seat], box_key: BoxKey) -> Unsealing:
    """Return the `Unsealing` of the first seat's box for the second in this deal."""
    sender, receiver = between
    revealed = stage.keys[sender]
    # §14: the key with its share of a gone seat's, with which the sender has computed d.
    return Unsealing(
        stage.context(sender), receiver, box_key, revealed.box, stage.share_key(sender)
    )


def unseal(
    stage: Stage,
    prover: Prover,
    sender: Seat,
    dealt: Dealt,
    *,
    is_proven: bool = False,
    together: Workers = in_turn,
) -> dict[Card, Scalar]:
    """Return the blindings that the sender has sealed for this seat. Raises `BadBox` if any is
    false.

    With `is_proven` they are parsed, but not verified a second time.
    """
    between = (sender, prover.seat)
    box, due = dealt.boxes[prover.seat], due_rows(stage, dealt, between)
    # §5: nothing is due between these two, as at a table of two.
    if box is None:
        return {}
    unsealing = unsealing_at(stage, between, prover.secret.box_key)
    return unsealing.read(box, due) if is_proven else unsealing.open(box, due, together)


def learn(
    stage: Stage,
    after: Stage,
    prover: Prover,
    received: Mapping[Seat, Mapping[Card, Scalar]],
    *,
    opening: Callable[[Deck, Point, Scalar], Face] = opens,
) -> Private:
    """Return the seat's knowledge after the deal of `stage`; `received` has the others' blindings.
    Raises `LocalError` if nothing was dealt.

    A card stays unknown if one of its blindings is missing because the box was false.
    """
    if not isinstance(stage.phase, Dealing):
        raise LocalError("nothing was dealt")
    ctx = stage.context(prover.seat)
    faces: dict[Card, Face] = {}
    blindings: dict[Card, Scalar] = {}
    for card, audience in stage.phase.cards:
        standing = after.cards.standing_of(card)
        match audience, standing:
            case AllBut(holder), Blinded(_, commitment) if holder != prover.seat:
                others = [seat for seat in stage.active if seat not in (holder, prover.seat)]
                rows = [received[seat][card] for seat in others if card in received.get(seat, {})]
                # §5: y is the sum of all blindings; without one of them the face stays hidden.
                if len(rows) == len(others):
                    spoke = prover.seat in stage.active
                    # §14: a seat that is gone gave no blinding, and still learns what is sealed for
                    # it.
                    own = prover.secret.blinding(ctx, card) if spoke else 0
                    blindings[card] = Scalar((sum(rows) + own) % L)
                    faces[card] = opening(stage.deck, commitment, blindings[card])
            case Only(holder), Held(_, rest) if holder == prover.seat:
                # §5: the one share that nobody published is the holder's own.
                # §14: of its own key alone: no game with escrow deals to only the holder.
                share = prover.secret.share(stage.cards.first_half(card))
                faces[card] = stage.deck.face(sub(rest, share))
    return prover.private.learning(faces, blindings)
