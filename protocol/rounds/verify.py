"""Judge what one seat says in the open round: every proof, every rule.

Nothing is taken that was not verified, and nothing is verified twice.
Source: docs/protocol.md, sections 4 and 5.
"""

from __future__ import annotations

from collections.abc import Mapping

from nacl import bindings as sodium
from nacl.exceptions import CryptoError

from ..crypto.group import Point, Scalar, point_from, scalar_from
from ..crypto.key_split import escrowed_from
from ..crypto.proofs import blinded_from, secret_commitment, share_from, verify_claim, verify_key
from ..crypto.sealed import check_boxes
from ..crypto.shuffle_proof import Task, verify_shuffle
from ..encoding import H, Value, enc
from ..errors import BadEncoding, BadProof, IllegalMove, Wrong
from ..game import AllBut, Audience, Card, Only, Seat
from .cards import Blinded, opens
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


def accept(stage: Stage, seat: Seat, body: Value) -> Said:
    """What the seat says, if all of it holds; else `Wrong` names the seat."""
    if seat not in stage.speakers:
        raise Wrong(seat, "out of turn")
    try:
        return _read(stage, seat, body)
    except (BadProof, BadEncoding, IllegalMove) as error:
        raise Wrong(seat, str(error)) from error


def _read(stage: Stage, seat: Seat, body: Value) -> Said:
    match stage.phase, body:
        case Committing(), ("commit", bytes(commitment)) if len(commitment) == 32:
            return Committed(commitment)
        case Revealing(commitments), ("reveal", *parts):
            return _read_reveal(stage, seat, parts, commitments[seat])
        case Escrowing(), ("escrowed", tuple(points), tuple(boxes)):
            keys = [revealed.key for revealed in stage.keys]
            return escrowed_from(points, boxes, stage.context(seat), keys)
        case Shuffling(_, number, pile), ("shuffled", result, proof):
            task = Task(stage.context(seat), number, stage.table_key, pile)
            return Shuffled(verify_shuffle(task, result, proof))
        case (AgreeingOnPile() | AgreeingOnMove()) as phase, ("agree", digest):
            return _read_agreement(digest == phase.digest)
        case Dealing(cards), ("dealt", tuple(entries), tuple(boxes)):
            return _read_deal(stage, seat, cards, (entries, boxes))
        case Opening(cards), ("opened", tuple(entries)) if len(entries) == len(cards):
            pairs = zip(cards, entries, strict=True)
            return Opened(tuple(_read_opened(stage, seat, card, entry) for card, entry in pairs))
        case Moving(), ("move", move, tuple(proofs)):
            return _read_move(stage, seat, move, proofs)
        case Confirming(), ("without", gone):
            return _read_agreement(type(gone) is int and gone == stage.gone)
        case Closing(outcome), ("close", digest, secret):
            if digest != H("outcome", outcome):
                raise BadProof("another outcome")
            return _read_secret(stage, seat, secret)
    raise BadProof("not what is due")


def _read_agreement(is_the_same: bool) -> Agreed:
    if not is_the_same:
        raise BadProof("agrees to something else")
    return Agreed()


def _read_reveal(stage: Stage, seat: Seat, parts: list[Value], commitment: bytes) -> Revealed:
    table = stage.seating.table
    if H("commit", table, seat, *parts) != commitment:
        raise BadProof("not what it committed to")
    match parts:
        case [key, bytes(box), bytes(share), e, z, bytes(sigma)] if (
            len(box) == len(share) == len(sigma) == 32
        ):
            revealed = Revealed(
                point_from(key), box, share, (scalar_from(e), scalar_from(z)), sigma
            )
        case _:
            raise BadProof("no reveal")
    try:
        sodium.crypto_box_beforenm(box, bytes(32))  # any private key tells a key of small order
    except CryptoError:
        raise BadProof("a box key of small order") from None
    verify_key(table, seat, revealed.key, revealed.proof)
    return revealed


def _read_deal(
    stage: Stage,
    seat: Seat,
    cards: tuple[tuple[Card, Audience], ...],
    lists: tuple[tuple[Value, ...], tuple[Value, ...]],
) -> Dealt:
    entries, boxes = lists
    if len(entries) != len(cards):
        raise BadProof("one entry for each card")
    checked = check_boxes(boxes, seat, cards, len(stage.seating.places))
    shares: list[Point | None] = []
    for (card, audience), entry in zip(cards, entries, strict=True):
        match audience:
            case Only(holder) if holder == seat:
                if entry is not None:
                    raise BadProof("a share that nobody may see")
                shares.append(None)
            case AllBut(holder) if holder != seat:
                shares.append(blinded_from(entry, stage.share_proof(seat, card)))
            case _:
                shares.append(share_from(entry, stage.share_proof(seat, card)))
    return Dealt(tuple(shares), checked)


def _read_opened(stage: Stage, seat: Seat, card: Card, entry: Value) -> Point | Scalar | None:
    if not stage.shows(seat, card):
        if entry is not None:
            raise BadProof("nothing is due for this card")
        return None
    match stage.cards.of(card):
        case Blinded(_, commitment):
            y = scalar_from(entry)
            opens(stage.deck, commitment, y)
            return y
        case _:
            return share_from(entry, stage.share_proof(seat, card))


def _read_move(stage: Stage, seat: Seat, packed: Value, proofs: tuple[Value, ...]) -> Moved:
    game, state = stage.game, stage.state
    move = game.unpack(packed)
    if enc(game.pack(move)) != enc(packed):
        raise BadProof("another form of the move")
    after = game.apply(state, move)
    claims = game.claims(state, move)
    if len(proofs) != len(claims):
        raise BadProof("one proof for each claim")
    for claim, proof in zip(claims, proofs, strict=True):
        match stage.cards.of(claim.card):
            case Blinded(holder, commitment) if holder != seat:
                about = (stage.deck.points, commitment)
                verify_claim(proof, stage.context(seat), claim, about)
            case _:
                raise BadProof("a claim about a card that is not another seat's hidden one")
    return Moved(move, after)


def _read_secret(stage: Stage, seat: Seat, secret: Value) -> Shut:
    match stage.game.reveals_secrets, secret:
        case False, None:
            return Shut(None)
        case True, bytes(shown) if len(shown) == 32:
            sigma = secret_commitment(stage.seating.table, seat, shown)
            if sigma != stage.keys[seat].secret_commitment:
                raise BadProof("not the secret it committed to")
            return Shut(shown)
    raise BadProof("the secret is shown where the game says so, and only there")


def accept_together(said: Mapping[Seat, Said]) -> None:
    """What no statement shows alone: two equal keys or boxes name the higher seat."""
    keys: set[bytes] = set()
    boxes: set[bytes] = set()
    for seat in sorted(said):
        match said[seat]:
            case Revealed(key, box):
                if key in keys or box in boxes:
                    raise Wrong(seat, "a copied key")
                keys.add(key)
                boxes.add(box)
