"""What a seat says: a function of its secret, the history and, on its turn, its move.

So a seat that comes back says the same bytes again, and the audit can say them once more when the
secrets are shown. What is said here is not verified again by its own seat.
Source: docs/protocol.md, sections 2 to 6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..crypto.group import Point, Scalar, to_bytes
from ..crypto.key_split import escrow
from ..crypto.proofs import (
    TableSecret,
    blinded_value,
    claim_value,
    prove_blinded,
    prove_claim,
    prove_key,
    prove_share,
    share_value,
)
from ..crypto.sealed import Sealing
from ..crypto.shuffle_proof import Task, shuffle
from ..encoding import H, Value
from ..errors import IllegalMove, LocalError
from ..game import AllBut, Audience, Card, Face, Only, Seat
from .cards import Blinded, Cards, Private, Shown
from .state import (
    Agreed,
    AgreeingOnMove,
    AgreeingOnPile,
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
    Revealed,
    Revealing,
    Said,
    Shuffled,
    Shuffling,
    Shut,
    Stage,
)


@dataclass(frozen=True, slots=True)
class Voice:
    """One seat as it speaks: its place, its secret, what it has learnt."""

    seat: Seat
    secret: TableSecret
    private: Private

    def known(self, cards: Cards) -> dict[Card, Face]:
        """Every face this seat knows."""
        public = {c: s.face for c, s in cards.standing.items() if isinstance(s, Shown)}
        return {**self.private.faces, **public}


def speak(stage: Stage, voice: Voice, move: Any = None) -> tuple[Value, Said]:
    """The body this seat owes in the open round, and what the others will take from it."""
    match stage.phase:
        case Committing():
            commitment = H("commit", stage.seating.table, voice.seat, *_reveal(voice).parts())
            return ("commit", commitment), Committed(commitment)
        case Revealing():
            revealed = _reveal(voice)
            return ("reveal", *revealed.parts()), revealed
        case Escrowing():
            boxes = [revealed.box for revealed in stage.keys]
            escrowed = escrow(voice.secret, stage.context(voice.seat), boxes)
            return escrowed.value(), escrowed
        case Shuffling(_, number, pile):
            task = Task(stage.context(voice.seat), number, stage.table_key, pile)
            result, proof = shuffle(voice.secret, stage.beacon, task)
            return ("shuffled", result, proof.value()), Shuffled(result)
        case AgreeingOnPile(digest=digest) | AgreeingOnMove(digest=digest):
            return ("agree", digest), Agreed()
        case Dealing(cards):
            return _deal(stage, voice, cards)
        case Opening(cards):
            return _open(stage, voice, cards)
        case Moving():
            return _move(stage, voice, move)
        case Confirming():
            return ("without", stage.gone), Agreed()
        case Closing(outcome):
            secret = voice.secret.secret if stage.game.reveals_secrets else None
            return ("close", H("outcome", outcome), secret), Shut(secret)
    raise LocalError("nothing is said after the end")


def effective(stage: Stage, seat: Seat, secret: TableSecret) -> TableSecret:
    """The secret with which the seat gives shares: with its part of a key that is gone."""
    if stage.gone is None or seat == stage.gone:
        return secret
    sender_box = stage.keys[stage.gone].box
    return replace(
        secret, taken_over=stage.escrow[stage.gone].open(seat, secret.box_key, sender_box)
    )


def _reveal(voice: Voice) -> Revealed:
    secret = voice.secret
    return Revealed(
        secret.key,
        secret.box_public,
        secret.beacon_share,
        prove_key(secret, voice.seat),
        secret.commitment(voice.seat),
    )


def _deal(
    stage: Stage, voice: Voice, cards: tuple[tuple[Card, Audience], ...]
) -> tuple[Value, Said]:
    ctx, secret = stage.context(voice.seat), effective(stage, voice.seat, voice.secret)
    shares: list[Point | None] = []
    entries: list[Value] = []
    for card, audience in cards:
        a = stage.cards.first_half(card)
        match audience:
            case Only(holder) if holder == voice.seat:
                shares.append(None)
                entries.append(None)
            case AllBut(holder) if holder != voice.seat:
                blinded = prove_blinded(secret, ctx, card, a)
                shares.append(blinded[0])
                entries.append(blinded_value(blinded))
            case _:
                share = prove_share(secret, ctx, card, a)
                shares.append(share[0])
                entries.append(share_value(share))
    first_halves = {card: stage.cards.first_half(card) for card, _ in cards}
    sealing = Sealing(secret, ctx, cards, first_halves)
    boxes = sealing.boxes([revealed.box for revealed in stage.keys])
    return ("dealt", tuple(entries), boxes), Dealt(tuple(shares), boxes)


def _open(stage: Stage, voice: Voice, cards: Sequence[Card]) -> tuple[Value, Said]:
    secret = effective(stage, voice.seat, voice.secret)
    values: list[Value] = []
    entries: list[Point | Scalar | None] = []
    for card in cards:
        if not stage.shows(voice.seat, card):
            values.append(None)
            entries.append(None)
        elif isinstance(stage.cards.of(card), Blinded):
            y = voice.private.blindings[card]
            values.append(to_bytes(y))
            entries.append(y)
        else:
            a = stage.cards.first_half(card)
            share = prove_share(secret, stage.context(voice.seat), card, a)
            values.append(share_value(share))
            entries.append(share[0])
    return ("opened", tuple(values)), Opened(tuple(entries))


def _move(stage: Stage, voice: Voice, move: Any) -> tuple[Value, Said]:
    """`IllegalMove` if the rules forbid it, or if a claim it makes is not true."""
    game = stage.game
    after = game.apply(stage.state, move)
    known = voice.known(stage.cards)
    ctx = stage.context(voice.seat)
    proofs = []
    for claim in game.claims(stage.state, move):
        face = known[claim.card]
        if face not in claim.faces:
            raise IllegalMove("the claim is not true")
        opening = (stage.deck.points, face, voice.private.blindings[claim.card])
        proofs.append(claim_value(prove_claim(voice.secret, ctx, claim, opening)))
    return ("move", game.pack(move), tuple(proofs)), Moved(move, after)
