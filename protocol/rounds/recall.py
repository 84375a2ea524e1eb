"""Parse what was verified here before: a seat does not verify its own journal again.

Nothing is checked. Only a statement of the open round, under its head, that this seat has verified
and written itself is parsed here; any other goes through `verify`.
Source: docs/protocol.md, section 11, "The journal".
"""

from __future__ import annotations

from collections.abc import Sequence

from ..crypto.group import Point, Scalar, bytes_as_point, scalar_from
from ..crypto.key_split import Escrowed
from ..crypto.shuffle_proof import Masked
from ..encoding import Value
from ..errors import BadEncoding, BadProof, Dropped, IllegalMove
from ..game import Card, Seat
from ..reasons import Ignored
from .cards import Blinded
from .phases import (
    Agreed,
    AgreeingOnMove,
    AgreeingOnPile,
    Closing,
    Committed,
    Committing,
    Confirming,
    Dealing,
    Dealt,
    Disclosed,
    Escrowing,
    Moved,
    Moving,
    Opened,
    Opening,
    Revealed,
    Revealing,
    Shuffled,
    Shuffling,
    Verified,
)
from .state import Stage


def recall(stage: Stage, seat: Seat, body: Value) -> Verified:
    """Return what `verify` once returned for this body. Raises `Dropped` if it cannot have accepted
    the body, for example under the rules of another version."""
    try:
        return _read(stage, seat, body)
    except (BadEncoding, BadProof, IllegalMove) as error:
        raise Dropped(error.reason) from None


def _read(stage: Stage, seat: Seat, body: Value) -> Verified:
    match stage.phase, body:
        case Committing(), ("commit", bytes(commitment)):
            return Committed(commitment)
        case Revealing(), ("reveal", key, bytes(box), bytes(share), e, z, bytes(sigma)):
            proof = scalar_from(e), scalar_from(z)
            return Revealed(bytes_as_point(key), box, share, proof, sigma)
        case Escrowing(), ("escrowed", tuple(points), tuple(boxes)):
            return Escrowed(stage.context(seat), _points(points), _boxes(boxes))
        case Shuffling(), ("shuffled", tuple(pile), _):
            return Shuffled(tuple(_masked(card) for card in pile))
        case ((AgreeingOnPile() | AgreeingOnMove()), ("agree", _)):
            return Agreed()
        case Dealing(), ("dealt", tuple(entries), tuple(boxes)):
            return Dealt(_points([_first(entry) for entry in entries]), _boxes(boxes))
        case Opening(cards), ("opened", tuple(entries)):
            pairs = zip(cards, entries, strict=True)
            return Opened(tuple(_opened(stage, card, entry) for card, entry in pairs))
        case Moving(), ("move", packed, _):
            move = stage.rules.unpack(packed)
            return Moved(move, stage.rules.apply(stage.state, move))
        case Confirming(), ("without", _):
            return Agreed()
        case Closing(), ("close", _, (bytes() | None) as secret):
            return Disclosed(secret)
    raise Dropped(Ignored.NO_STATEMENT)


def _opened(stage: Stage, card: Card, entry: Value) -> Point | Scalar | None:
    if entry is None:
        return None
    if isinstance(stage.cards.standing_of(card), Blinded):
        return scalar_from(entry)
    return bytes_as_point(_first(entry))


def _first(entry: Value) -> Value:
    """Return the share from a share with its proof; None if there is none."""
    return entry[0] if isinstance(entry, tuple) else None


def _points(values: Sequence[Value]) -> tuple[Point | None, ...]:
    return tuple(None if value is None else bytes_as_point(value) for value in values)


def _boxes(values: Sequence[Value]) -> tuple[bytes | None, ...]:
    return tuple(value if isinstance(value, bytes) else None for value in values)


def _masked(card: Value) -> Masked:
    a, b = card if isinstance(card, tuple) else (None, None)
    return bytes_as_point(a), bytes_as_point(b)
