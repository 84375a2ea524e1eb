"""Opening: which shares or blindings the seats reveal, and the faces that result.

Source: docs/protocol.md, section 5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce

from ..crypto.group import Point, Scalar, scalar_from, sub, to_bytes
from ..crypto.proofs import prove_share, share_from, share_value
from ..encoding import Value
from ..errors import BadProof
from ..game import Card, Face, Seat
from ..reasons import Forbidden
from .cards import Blinded, Held, Shown, opens
from .phases import Opened
from .seat_secrets import Prover, effective
from .state import Stage, ask


def prove(stage: Stage, prover: Prover, cards: Sequence[Card]) -> tuple[Value, Opened]:
    """Return the statement of an opening: a share with its proof, a blinding or nil for each
    card."""
    secret = effective(stage, prover.seat, prover.secret)
    values: list[Value] = []
    entries: list[Point | Scalar | None] = []
    for card in cards:
        # §5: the holder does not know y; and of a card that only its holder could see, the others
        # have said their shares in the deal.
        if not stage.shows(prover.seat, card):
            values.append(None)
            entries.append(None)
        elif isinstance(stage.cards.standing_of(card), Blinded):
            # §5: the sum of all blindings, which every seat but the holder knows.
            # §4: it is here: who found a box false has objected, and says nothing more.
            y = prover.private.blindings[card]
            values.append(to_bytes(y))
            entries.append(y)
        else:
            a = stage.cards.first_half(card)
            share = prove_share(secret, stage.context(prover.seat), card, a)
            values.append(share_value(share))
            entries.append(share[0])
    return ("opened", tuple(values)), Opened(tuple(entries))


def verify(stage: Stage, seat: Seat, cards: Sequence[Card], entries: tuple[Value, ...]) -> Opened:
    """Verify what the seat shows of each card. Raises `BadProof`."""
    pairs = zip(cards, entries, strict=True)
    return Opened(tuple(_verify_entry(stage, seat, card, entry) for card, entry in pairs))


def _verify_entry(stage: Stage, seat: Seat, card: Card, entry: Value) -> Point | Scalar | None:
    if not stage.shows(seat, card):
        # §2: an entry that nobody needs would be room for a message.
        if entry is not None:
            raise BadProof(Forbidden.NOTHING_DUE)
        return None
    match stage.cards.standing_of(card):
        case Blinded(_, commitment):
            # §5: no proof is needed. A y that opens C to another face would give the logarithm of
            # M_f - M_g to base Q, which nobody knows.
            y = scalar_from(entry)
            opens(stage.deck, commitment, y)
            return y
        case _:
            # §5: a proof is needed: by a false share its seat could turn the card into any face.
            return share_from(entry, stage.share_proof(seat, card))


def after(
    stage: Stage,
    cards: tuple[Card, ...],
    entries: Mapping[Seat, tuple[Point | Scalar | None, ...]],
) -> Stage:
    """Return the stage after an opening, given each speaker's entries, in the order of the cards.
    Raises `BadProof` for a point that is no face."""
    faces: dict[Card, Face] = {}
    for i, card in enumerate(cards):
        shown = [values[i] for values in entries.values() if values[i] is not None]
        match stage.cards.standing_of(card):
            case Blinded(_, commitment):
                # All have revealed the same y: no other opens C to a face.
                blinding = next(entry for entry in shown if isinstance(entry, int))
                faces[card] = opens(stage.deck, commitment, blinding)
            case Held(_, rest):
                # §5: the shares of the others have been subtracted since the deal.
                faces[card] = stage.deck.face(_less(rest, shown))
            case _:
                # §5: still in the pile: all shares are missing.
                faces[card] = stage.deck.face(_less(stage.cards.masked[card][1], shown))
    news = {card: Shown(face) for card, face in faces.items()}
    state = stage.rules.opened(stage.state, faces)
    return ask(replace(stage, cards=stage.cards.showing(news), state=state))


def _less(point: Point, shares: list[Point | Scalar | None]) -> Point:
    return reduce(sub, (share for share in shares if isinstance(share, bytes)), point)
