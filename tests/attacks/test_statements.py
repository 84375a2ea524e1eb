"""A wrong statement with a valid signature for its place names its seat, everywhere.

Each attack is sent to all; every honest seat must end by naming the villain, and keep a file that
an audit accepts and that names the same seat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from protocol.crypto.group import IDENTITY, Point, hash_to_point, mul_base
from protocol.crypto.proofs import TableSecret, prove_blinded, prove_share, share_value
from protocol.crypto.shuffle_proof import Pile
from protocol.encoding import Value
from protocol.errors import Wrong
from protocol.game import Card, Seat
from protocol.ledger.history import Statement
from protocol.peer.status import Activity, EndingKind
from protocol.rounds.phases import Dealing, Shuffling
from protocol.rounds.verify import verify
from tests.any_game import AnyGame
from tests.attacks.forgeries import (
    NOT_CANONICAL,
    Change,
    Liar,
    doctored,
    elsewhere,
    known_logarithms,
    mixed,
    plus_order,
    secret_of,
    stacked,
    stage_of,
    weights_without_p,
    with_secret,
)
from tests.attacks.mounting import mover
from tests.attacks.villain import (
    HANABI,
    TOY,
    Forge,
    Scene,
    attack,
    before,
    check_named,
    film,
    put,
    stating,
)


def blame(
    kind: str, forge: Forge, *, seats: int = 3, villain: int = 1, game: AnyGame = HANABI
) -> Scene:
    """Play the attack and check who was named."""
    scene = before(kind, seats, game)
    done = attack(scene, villain, kind, forge)
    scene.run()
    assert done.place is not None, "the attack was never made"
    check_named(scene, villain)
    return scene


def refuse(kind: str, forge: Forge, *, seat: int = 1, seats: int = 2) -> None:
    """Pass one forgery to the check that every seat and every audit applies to a statement."""
    scene = film(seats)[Activity.ENDED]
    for done in scene.history(0).rounds:
        statement = done.statements.get(Seat(seat))
        if statement is not None and isinstance(statement.body, tuple):
            if statement.body[0] != kind:
                continue
            assert verify(done.stage, Seat(seat), statement.body) == done.verified[Seat(seat)]
            forged = scene.statement(forge(scene, statement, Seat(0))[0])
            assert forged is not None
            with pytest.raises(Wrong) as caught:
                verify(done.stage, Seat(seat), forged.body)
            assert caught.value.seat == seat
            return
    raise AssertionError("the attack was never made")


# The first two rounds.

REVEALS: dict[str, Change] = {
    "another key": lambda b: put(b, (1,), mul_base(7)),
    "another box key": lambda b: put(b, (2,), bytes(31) + b"\1"),
    "another beacon share": lambda b: put(b, (3,), bytes(32)),
    "another proof": lambda b: put(b, (4,), bytes(31) + b"\1"),
    "another commitment to the secret": lambda b: put(b, (6,), bytes(32)),
    "no parts at all": lambda b: b[:1],
}


@pytest.mark.parametrize("change", REVEALS.values(), ids=REVEALS)
def test_reveal_that_differs_from_its_commitment_names_the_seat(change: Change) -> None:
    blame("reveal", stating(change))


@pytest.mark.parametrize("body", [("commit", bytes(31)), ("commit",), ("commit", None), 5, None])
def test_malformed_commitment_names_the_seat(body: Value) -> None:
    blame("commit", stating(lambda _: body), seats=2)


LIES = {
    "rogue key, proven for another": {"public_key": Point(mul_base(3))},
    "key of mixed order": {"public_key": Point(mixed(mul_base(3)))},
    "identity as a key": {"public_key": IDENTITY},
    "key that is not canonical": {"public_key": Point(NOT_CANONICAL)},
    "box key of small order": {"box_public": bytes(32)},
    "box key of order 1": {"box_public": bytes([1]) + bytes(31)},
    "short beacon share": {"beacon_share": bytes(31)},
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_bad_reveal_is_refused_even_if_committed_to(lie: dict[str, object]) -> None:
    scene = film(3)[Activity.COMMITTING].copy()
    with_secret(scene, 1, Liar(secret_of(scene, 1), **lie))
    scene.wire.open()
    scene.run()
    check_named(scene, 1)


# Shuffles.


PILES: dict[str, Callable[[Pile], Pile]] = {
    "stacked": stacked,
    "duplicated": lambda pile: (pile[1], *pile[1:]),
    "dropped": lambda pile: pile[1:],
    "one too many": lambda pile: (*pile, pile[0]),
    "halves of two cards exchanged": lambda pile: (
        (pile[0][0], pile[1][1]),
        (pile[1][0], pile[0][1]),
        *pile[2:],
    ),
}


@pytest.mark.parametrize("change", PILES.values(), ids=PILES)
def test_doctored_pile_names_the_shuffler(change: Callable[[Pile], Pile]) -> None:
    refuse("shuffled", doctored(change))


SHUFFLES: dict[str, Change] = {
    "swapped cards": lambda b: put(b, (1,), lambda pile: (pile[1], pile[0], *pile[2:])),
    "unmasked card": lambda b: put(b, (1, 0, 0), IDENTITY),
    "card of mixed order": lambda b: put(b, (1, 0, 1), mixed),
    "pile of nothing": lambda b: put(b, (1,), ()),
    "pile that is no pile": lambda b: put(b, (1, 3), (b"",)),
    "p of mixed order": lambda b: put(b, (2, 0, 0), mixed),
    "last link of mixed order": lambda b: put(b, (2, 1, 49), mixed),
    "link that is the identity": lambda b: put(b, (2, 1, 3), IDENTITY),
    "e too large by L": lambda b: put(b, (2, 2), plus_order),
    "s4 too large by L": lambda b: put(b, (2, 6), plus_order),
    "s' of zero": lambda b: put(b, (2, 8, 0), bytes(32)),
    "proof that is no proof": lambda b: put(b, (2,), (1, 2)),
    **{
        f"{name} list {number}": lambda b, i=number, cut=cut: put(b, (2, i), cut)  # type: ignore[misc] # mypy cannot infer defaults
        for name, cut in {
            "short": lambda entries: entries[1:],
            "long": lambda entries: (*entries, entries[0]),
        }.items()
        for number in (0, 1, 7, 8)
    },
}


@pytest.mark.parametrize("change", SHUFFLES.values(), ids=SHUFFLES)
def test_false_shuffle_names_the_shuffler(change: Change) -> None:
    refuse("shuffled", stating(change))


def test_unshuffled_pile_with_stale_proof_names_the_shuffler() -> None:
    def forge(scene: Scene, statement: Statement, _to: Seat) -> list[bytes]:
        stage = stage_of(scene, statement)
        assert isinstance(stage.phase, Shuffling)
        body = put(statement.body, (1,), stage.phase.pile)
        return [scene.signed(statement.seat, statement, body).data]

    refuse("shuffled", forge)


PLACES: dict[str, dict[str, Any]] = {
    "table": {"table": bytes(32)},
    "round": {"round_number": 0},
    "seat": {"seat": Seat(0)},
    "head": {"head": bytes(32)},
    "shuffle": {"number": 1},
}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_shuffle_proof_for_another_place_names_the_shuffler(place: dict[str, Any]) -> None:
    refuse("shuffled", elsewhere(**place))


def test_bases_with_a_known_logarithm_are_refused() -> None:
    refuse("shuffled", known_logarithms)


def test_weights_that_leave_out_p_are_refused() -> None:
    refuse("shuffled", weights_without_p)


# Deals. With three seats, seat 1 is to give: shares of its own cards 5..9, blinded of the others.

DEALS: dict[str, Change] = {
    "blinded shares exchanged": lambda b: put(b, (1,), lambda e: (e[1], e[0], *e[2:])),
    "shares exchanged": lambda b: put(b, (1,), lambda e: (*e[:5], e[6], e[5], *e[7:])),
    "point of a blinded share exchanged": lambda b: put(b, (1, 0, 0), mul_base(9)),
    "point of a share exchanged": lambda b: put(b, (1, 5, 0), mul_base(9)),
    "share of mixed order": lambda b: put(b, (1, 5, 0), mixed),
    "blinded share of mixed order": lambda b: put(b, (1, 0, 0), mixed),
    "identity as a share": lambda b: put(b, (1, 5, 0), IDENTITY),
    "answer too large by L": lambda b: put(b, (1, 5, 2), plus_order),
    "share kept back": lambda b: put(b, (1, 5), None),
    "share of two parts": lambda b: put(b, (1, 5), lambda entry: entry[:2]),
    "blinded share of three parts": lambda b: put(b, (1, 0), lambda entry: entry[:3]),
    "entry too few": lambda b: put(b, (1,), lambda entries: entries[1:]),
    "box too few": lambda b: put(b, (2,), lambda boxes: boxes[1:]),
    "box kept back": lambda b: put(b, (2, 0), None),
    "box for oneself": lambda b: put(b, (2, 1), bytes(20)),
    "box too long": lambda b: put(b, (2, 0), lambda box: box + b"x"),
    "text as a box": lambda b: put(b, (2, 0), "box"),
}


@pytest.mark.parametrize("change", DEALS.values(), ids=DEALS)
def test_false_deal_is_refused(change: Change) -> None:
    refuse("dealt", stating(change), seats=3)


def test_false_deal_names_the_seat_at_every_seat() -> None:
    blame("dealt", stating(DEALS["blinded shares exchanged"]))


def test_unblinded_share_of_anothers_card_names_the_seat() -> None:
    """An unblinded share where a blinded one is due: the holder could read its own card."""

    def forge(scene: Scene, statement: Statement, _to: Seat) -> list[bytes]:
        stage = stage_of(scene, statement)
        secret, ctx = secret_of(scene, statement.seat), stage.context(statement.seat)
        share = prove_share(secret, ctx, Card(0), stage.cards.first_half(Card(0)))
        body = put(statement.body, (1, 0), share_value(share))
        return [scene.signed(statement.seat, statement, body).data]

    blame("dealt", forge)


def test_share_of_a_card_that_was_not_requested_names_the_seat() -> None:
    def forge(scene: Scene, statement: Statement, _to: Seat) -> list[bytes]:
        stage = stage_of(scene, statement)
        assert isinstance(stage.phase, Dealing)
        secret, ctx = secret_of(scene, statement.seat), stage.context(statement.seat)
        share = prove_share(secret, ctx, Card(40), stage.cards.first_half(Card(40)))
        body = put(statement.body, (1,), lambda entries: (*entries, share_value(share)))
        return [scene.signed(statement.seat, statement, body).data]

    refuse("dealt", forge, seats=3)


def test_blinded_share_under_another_key_names_the_seat() -> None:
    """Consistent in itself, but for a key that is not the seat's."""

    def forge(scene: Scene, statement: Statement, _to: Seat) -> list[bytes]:
        stage = stage_of(scene, statement)
        other = TableSecret(bytes(32), scene.seating.table)
        made = prove_blinded(
            other, stage.context(statement.seat), Card(0), stage.cards.first_half(Card(0))
        )
        values = (made[0], *(s.to_bytes(32, "little") for s in made[1:]))
        return [scene.signed(statement.seat, statement, put(statement.body, (1, 0), values)).data]

    refuse("dealt", forge, seats=3)


# Moves, agreements, openings, closes.


MOVES: dict[str, Change] = {
    "card of another seat": lambda b: put(b, (1,), ("discard", 49)),
    "card beyond the pile": lambda b: put(b, (1,), ("play", 2**64 - 1)),
    "announced colour": lambda b: put(b, (1,), ("play", 10, 0)),
    "truth value for a number": lambda b: put(b, (1,), ("play", True)),
    "hint to oneself": lambda b: put(b, (1,), ("hint rank", 2, 1, ())),
    "hint to a seat that is not": lambda b: put(b, (1,), ("hint rank", 9, 1, ())),
    "hint of a rank that is not": lambda b: put(b, (1,), lambda m: put(m, (2,), 9)),
    "hint that touches nothing": lambda b: put(b, (1,), lambda m: put(m, (3,), ())),
    "incomplete hint": lambda b: put(b, (1,), lambda m: put(m, (3,), lambda cards: cards[1:])),
    "card touched twice": lambda b: put(b, (1,), lambda m: put(m, (3,), lambda c: (c[0], *c))),
    "proof too few": lambda b: put(b, (2,), lambda proofs: proofs[1:]),
    "proof too many": lambda b: put(b, (2,), lambda proofs: (*proofs, proofs[0])),
    "proofs exchanged": lambda b: put(b, (2,), lambda proofs: proofs[::-1]),
    "false number in a proof": lambda b: put(b, (2, 0, 0, 0), bytes([1]) + bytes(31)),
    "number too large by L": lambda b: put(b, (2, 0, 0, 0), plus_order),
    "entry of one number": lambda b: put(b, (2, 0, 0), lambda pair: pair[:1]),
    "branch too few": lambda b: put(b, (2, 0), lambda branches: branches[1:]),
    "no move": lambda b: put(b, (1,), ("castle",)),
}


@pytest.mark.parametrize("change", MOVES.values(), ids=MOVES)
def test_wrong_move_names_the_mover(change: Change) -> None:
    scene = before("move", 3)
    villain = mover(scene)
    attack(scene, villain, "move", stating(change))
    scene.run()
    check_named(scene, villain)
    assert not scene.history((villain + 1) % 3).moved


def test_the_attacked_game_begins_with_a_hint() -> None:
    scene = before("move", 3)
    villain = mover(scene)
    scene.run(moves=1)
    match scene.history(villain).rounds[-2].statements[Seat(villain)].body:
        case ("move", (name, *_), _):
            assert name in ("hint colour", "hint rank")
        case body:
            raise AssertionError(body)


@pytest.mark.parametrize(
    "digest", [bytes(32), b"", None, True, 1, ()], ids=lambda digest: repr(digest)[:8]
)
def test_agreement_to_something_else_names_the_seat(digest: Value) -> None:
    scene = before("agree to a move", 2)
    villain = 1 - mover(scene)
    attack(scene, villain, "agree", stating(lambda _: ("agree", digest)))
    scene.run()
    check_named(scene, villain)


def test_agreement_to_a_wrong_last_pile_names_the_seat() -> None:
    blame("agree", stating(lambda _: ("agree", hash_to_point("no pile"))), villain=0)


OPENINGS: dict[str, Change] = {
    "another blinding": lambda b: put(b, (1, 0), bytes([1]) + bytes(31)),
    "blinding too large by L": lambda b: put(b, (1, 0), plus_order),
    "nothing": lambda b: put(b, (1, 0), None),
    "entry too many": lambda b: put(b, (1,), lambda entries: (*entries, entries[0])),
    "entry too few": lambda b: put(b, (1,), ()),
}


@pytest.mark.parametrize("change", OPENINGS.values(), ids=OPENINGS)
def test_false_opening_names_the_seat(change: Change) -> None:
    blame("opened", stating(change))


CLOSES: dict[str, Change] = {
    "another secret": lambda b: put(b, (2,), bytes(32)),
    "no secret": lambda b: put(b, (2,), None),
    "another outcome": lambda b: put(b, (1,), bytes(32)),
    "a long secret": lambda b: put(b, (2,), lambda secret: secret + b"x"),
}


@pytest.mark.parametrize("change", CLOSES.values(), ids=CLOSES)
def test_false_close_names_the_seat(change: Change) -> None:
    blame("close", stating(change), game=TOY)


def test_close_in_the_middle_of_a_game_names_the_seat() -> None:
    scene = before("move", 2)
    villain = mover(scene)
    shut = scene.now(villain, ("close", bytes(32), scene.mes[villain].secret))
    scene.deliver(1 - villain, shut.data)
    check_named(scene, villain)


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("kind", ["commit", "reveal", "shuffled", "dealt"])
def test_statement_not_an_array_names_the_seat_at_every_table(kind: str, seats: int) -> None:
    blame(kind, stating(lambda _: b"nothing"), seats=seats, game=TOY)


def test_a_table_names_the_seat_whose_reveal_never_comes() -> None:
    scene = before("reveal", 3)
    attack(scene, 1, "reveal", lambda *_: [])
    scene.run()
    assert scene.tables[0].status().waiting_for == (1,)
    assert scene.tables[0].withdraw()
    scene.run()
    check_named(scene, 0, how=EndingKind.WITHDRAWN, honest=[2])
