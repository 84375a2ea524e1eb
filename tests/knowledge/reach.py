"""Everything that a seat has received or can derive, as numbers and points; and what that opens.

A seat that knew y with C + y·Q = M_f, or everybody's share of a card, would know its face. So all
32-byte strings in what it was told are tried as scalars and as points, as are its own secrets, what
its boxes hold, and sums and differences of any two scalars that are its alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from protocol.crypto.group import L, Point, Q, add, mul, point_from, sub, to_bytes
from protocol.crypto.proofs import TableSecret
from protocol.errors import BadProof
from protocol.game import Card, Face, Seat
from protocol.rounds.cards import Blinded
from protocol.rounds.deal import due_rows, unsealing_at
from protocol.rounds.phases import Dealing, Dealt
from tests.knowledge.worlds import World

Openings = dict[Card, Face]


def strings(value: Any) -> Iterator[bytes]:
    """All strings of 32 bytes in a value, however deep; of a box, those within its plaintext."""
    if isinstance(value, bytes) and len(value) == 32:
        yield value
    if isinstance(value, tuple):
        for entry in value:
            yield from strings(entry)


def received(world: World) -> set[bytes]:
    """From all statements and from the header of the file."""
    history = world.history
    found = set(strings(world.seating.value()))
    for done in history.rounds:
        found.add(done.stage.head)
        for statement in done.statements.values():
            found |= set(strings(statement.body))
    return found


def private(world: World, seat: Seat) -> set[bytes]:
    """What the seat alone has: its secrets, its blindings, what its boxes hold."""
    secret, private = world.secrets[seat], world.provers[seat].private
    found = {secret.secret, to_bytes(secret.x), bytes(secret.box_key), secret.beacon_share}
    found |= {to_bytes(y) for y in private.blindings.values()}
    for done in world.history.rounds:
        if isinstance(done.stage.phase, Dealing):
            ctx = done.stage.context(seat)
            found |= {to_bytes(secret.blinding(ctx, card)) for card, _ in done.stage.phase.cards}
            for sender, verified in done.verified.items():
                assert isinstance(verified, Dealt)
                box, between = verified.boxes[seat], (sender, seat)
                if box is not None:
                    due = sorted(due_rows(done.stage, verified, between))
                    rows = unsealing_at(done.stage, between, secret.box_key).rows(box, due)
                    found |= set(strings(tuple(rows.values())))
    return found


def scalars_of(found: set[bytes]) -> list[int]:
    return sorted({int.from_bytes(s, "little") % L for s in found} - {0})


def points_of(found: set[bytes]) -> list[Point]:
    points = []
    for string in sorted(found):
        try:
            points.append(point_from(string))
        except BadProof:
            continue
    return points


def commitments(world: World, cards: Sequence[Card]) -> dict[Card, Point]:
    standing = {card: world.history.stage.cards.standing_of(card) for card in cards}
    return {card: s.commitment for card, s in standing.items() if isinstance(s, Blinded)}


def opened_by_scalars(world: World, cards: Sequence[Card], scalars: Sequence[int]) -> Openings:
    """The cards that some scalar, or some scalar's negative, opens."""
    products = {mul(y, Q) for y in scalars}
    return _opened_by(world, cards, products)


def opened_by_pairs(world: World, cards: Sequence[Card], scalars: Sequence[int]) -> Openings:
    """The cards that the sum or the difference of two scalars opens."""
    products = [mul(y, Q) for y in scalars]
    pairs = {f(one, other) for one, other in combinations(products, 2) for f in (add, sub)}
    return _opened_by(world, cards, pairs)


def _opened_by(world: World, cards: Sequence[Card], products: set[Point]) -> Openings:
    deck, found = world.history.stage.deck, {}
    for card, c in commitments(world, cards).items():
        for face, point in enumerate(deck.face_points):
            if {sub(point, c), sub(c, point)} & products:
                found[card] = Face(face)
    return found


def opened_by_points(
    world: World, cards: Sequence[Card], points: Sequence[Point], own: Sequence[TableSecret]
) -> Openings:
    """The cards whose rest, less the seats' own shares, is some point away from a face."""
    deck, found = world.history.stage.deck, {}
    x = sum(secret.x for secret in own) % L
    known = commitments(world, cards)
    for card in cards:
        a, b = world.history.stage.cards.masked[card]
        starts = [b, sub(b, mul(x, a)), *([known[card]] if card in known else [])]
        for start in starts:
            for point in points:
                for left in (sub(start, point), add(start, point)):
                    if left in deck.face_points:
                        found[card] = deck.face(left)
    return found


def opened_by_keys(
    world: World, cards: Sequence[Card], scalars: Sequence[int], own: Sequence[TableSecret]
) -> Openings:
    """The cards that some scalar opens as the sum of the missing seats' keys."""
    deck, found = world.history.stage.deck, {}
    x = sum(secret.x for secret in own) % L
    for card in cards:
        a, b = world.history.stage.cards.masked[card]
        rest = sub(b, mul(x, a))
        for s in scalars:
            left = sub(rest, mul(s, a))
            if left in deck.face_points:
                found[card] = deck.face(left)
    return found
