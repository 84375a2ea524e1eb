"""Everything a game can ask the protocol for, and which requests are refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from protocol.audit import recompute
from protocol.audit.verdict import audit
from protocol.crypto import group
from protocol.crypto.group import L, mul, mul_base
from protocol.crypto.proofs import prove_share, share_value
from protocol.encoding import H
from protocol.errors import BadFile, BadProof, IllegalMove, LocalError, Wrong
from protocol.game import AllBut, Card, Deal, Face, Only, Open, Seat
from protocol.ledger import evidence
from protocol.ledger.evidence import FalseBox, Two, order_of
from protocol.ledger.history import History, Round
from protocol.peer.status import Activity
from protocol.reasons import BadTranscript, Forbidden, InvalidProof
from protocol.rounds import deal
from protocol.rounds.advance import advance
from protocol.rounds.cards import Blinded, Held, InPile, Private, Shown
from protocol.rounds.phases import Closed, Dealing, Disclosed, Moved, Opening
from protocol.rounds.prove import prove
from protocol.rounds.state import AlreadyShown, Stage
from protocol.rounds.verify import verify
from tests.any_game import bare
from tests.attacks.forgeries import secret_of
from tests.attacks.test_boxes import garbled
from tests.attacks.test_two_faced import other_deal
from tests.attacks.toy import FIRST, PILE, Say, Toy
from tests.attacks.villain import (
    Scene,
    attack,
    before,
    check_named,
    film,
    put,
    stating,
)
from tests.fakes import play_out, seated, wire_for
from tests.protocol.audit.test_stuck import until_the_deal
from tests.raised import for_reason


def toy(seats: int = 3, game: Any = None) -> Scene:
    game = game or Toy()
    seating, _, mes = seated(game, seats, seed=5)
    return Scene(wire_for(game, seats, seed=5), seating, mes)


@pytest.fixture(scope="module")
def played() -> Scene:
    scene = toy()
    scene.wire.open()
    play_out(scene.wire, lambda moves: moves[0])
    return scene


def stage_at(scene: Scene, kind: type, number: int = 0) -> Stage:
    history = scene.history(0)
    return [done.stage for done in history.rounds if isinstance(done.stage.phase, kind)][number]


def test_cards_for_all_one_or_all_but_one_are_dealt_and_opened(played: Scene) -> None:
    files = {table.transcript() for table in played.tables}
    assert len(files) == 1
    report = audit(files.pop(), {"toy": bare(Toy())})
    assert report.valid, report.fault
    assert report.finished
    assert report.outcome == ("done",)
    assert report.proofs["shuffles"] == 6
    assert "statements recomputed" not in report.proofs  # it keeps its secrets


def test_each_card_appears_as_its_audience_saw_it(played: Scene) -> None:
    cards = stage_at(played, Dealing, 1).cards
    after = stage_at(played, Opening, 1).cards
    assert {type(cards.standing_of(Card(i))) for i in (0, 1, 3, 4)} == {Shown}
    assert isinstance(cards.standing_of(Card(2)), Held)
    assert isinstance(cards.standing_of(Card(5)), InPile)
    assert isinstance(after.standing_of(Card(6)), Blinded)
    assert len(after.masked) == 10


def test_opened_faces_match_the_secrets(played: Scene) -> None:
    stage = played.history(0).stage
    x = sum(secret_of(played, seat).x for seat in range(3))
    for card, standing in stage.cards.standing.items():
        if isinstance(standing, Shown):
            a, b = stage.cards.masked[card]
            assert stage.deck.face_points[standing.face] == group.sub(b, mul(x, a))


def test_only_the_holder_knows_its_card_before_it_is_opened(played: Scene) -> None:
    knows = [set(table._boxes.prover.private.faces) for table in played.tables]
    assert knows == [{1, 6}, {2, 3}, {3, 6}]


def test_only_the_holder_opens_its_card(played: Scene) -> None:
    history = played.history(0)
    opening = next(r for r in history.rounds if isinstance(r.stage.phase, Opening))
    body: Any = opening.statements[Seat(2)].body
    assert body[1][0] is None
    assert set(opening.statements) == {0, 1, 2}
    last = [r for r in history.rounds if isinstance(r.stage.phase, Opening)][1]
    assert set(last.statements) == {1}
    share = opening.statements[Seat(0)].body[1][0]  # type: ignore[index] # it is an array
    with pytest.raises(Wrong, check=for_reason(Forbidden.NOTHING_DUE)):
        verify(opening.stage, Seat(2), put(body, (1, 0), share))


def test_a_share_that_nobody_may_see_is_refused(played: Scene) -> None:
    stage = stage_at(played, Dealing)
    done = played.history(0).rounds[stage.round_number]
    body = done.statements[Seat(0)].body
    ctx, a = stage.context(Seat(0)), stage.cards.first_half(Card(1))
    share = share_value(prove_share(secret_of(played, 0), ctx, Card(1), a))
    with pytest.raises(Wrong, check=for_reason(Forbidden.UNSEEN_SHARE)):
        verify(stage, Seat(0), put(body, (1, 1), share))


@pytest.mark.parametrize("card", [0, 1, 2, 4])
def test_a_claim_must_be_about_another_seats_hidden_card(played: Scene, card: int) -> None:
    history = played.history(0)
    done = next(r for r in history.rounds if any(isinstance(s, Moved) for s in r.verified.values()))
    body: Any = done.statements[Seat(1)].body
    with pytest.raises(Wrong, check=for_reason(Forbidden.CLAIM_CARD)):
        verify(done.stage, Seat(1), put(body, (1, 0), card))
    with pytest.raises(Wrong, check=for_reason(Forbidden.CLAIM_COUNT)):
        verify(done.stage, Seat(1), put(body, (1, 1), ()))


def test_a_claim_about_ones_own_hidden_card_is_refused(played: Scene) -> None:
    history = played.history(0)
    done = next(r for r in history.rounds if any(isinstance(s, Moved) for s in r.verified.values()))
    standing = {**done.stage.cards.standing, Card(3): Blinded(Seat(1), mul_base(2))}
    stage = replace(done.stage, cards=replace(done.stage.cards, standing=standing))
    with pytest.raises(Wrong, check=for_reason(Forbidden.CLAIM_CARD)):
        verify(stage, Seat(1), done.statements[Seat(1)].body)


def test_a_move_in_another_form_is_refused(played: Scene) -> None:
    history = played.history(0)
    done = next(r for r in history.rounds if any(isinstance(s, Moved) for s in r.verified.values()))
    body: Any = done.statements[Seat(1)].body
    with pytest.raises(Wrong, check=for_reason(Forbidden.MOVE_FORM)):
        verify(done.stage, Seat(1), put(body, (1, 1, 1), True))


def test_a_false_claim_is_not_made() -> None:
    scene = toy()
    scene.wire.open()
    scene.run(moves=0, ticks=0)
    table = scene.tables[1]
    known = table._boxes.prover.known(scene.history(1).stage.cards)
    wrong = tuple(Face(f) for f in range(4) if f != known[Card(3)])
    with pytest.raises(IllegalMove, check=for_reason(Forbidden.FALSE_CLAIM)):
        table.play(Say(Card(3), wrong))
    assert scene.history(1).verified == {}


@pytest.mark.parametrize("card", [0, 1, 2, 4])
def test_a_claim_that_cannot_be_proven_is_not_made(card: int) -> None:
    """A game that makes one has a bug: the move is refused, and the table goes on."""
    scene = toy()
    scene.wire.open()
    scene.run(moves=0, ticks=0)
    with pytest.raises(IllegalMove, check=for_reason(Forbidden.CLAIM_CARD)):
        scene.tables[1].play(Say(Card(card), (Face(0),)))
    assert scene.history(1).verified == {}


def test_a_secret_is_not_shown_if_the_game_keeps_its_secrets(played: Scene) -> None:
    done = played.history(0).rounds[-1]
    assert done.verified == {seat: Disclosed(None) for seat in range(3)}
    with pytest.raises(Wrong, check=for_reason(Forbidden.SECRET_SHOWN)):
        verify(done.stage, Seat(1), put(done.statements[Seat(1)].body, (2,), bytes(32)))


@pytest.mark.parametrize(
    "steps",
    [
        (PILE, FIRST, Open((Card(0), Card(3)))),
        (PILE, FIRST, Deal(((Card(1), Only(Seat(1))),))),
    ],
    ids=["opened", "dealt"],
)
def test_no_seat_gives_a_share_twice(steps: Any) -> None:
    """A game that asks for it is a programming error."""
    scene = toy(2, Toy(steps))
    scene.wire.open()
    with pytest.raises(AlreadyShown):
        scene.run()


# What only a programming error could cause.


def test_no_statement_is_possible_after_the_end() -> None:
    scene = film(2)[Activity.ENDED]
    stage = scene.history(0).stage
    assert isinstance(stage.phase, Closed)
    with pytest.raises(LocalError):
        prove(stage, scene.tables[0]._boxes.prover)
    with pytest.raises(LocalError):
        advance(stage, {}, bytes(32))


def test_a_statement_that_was_not_accepted_completes_no_round() -> None:
    done = film(2)[Activity.ENDED].history(0).rounds[0]
    with pytest.raises(LocalError, match="expected Committed"):
        advance(done.stage, {Seat(0): Disclosed(None), Seat(1): Disclosed(None)}, bytes(32))


def test_nothing_is_learnt_where_nothing_was_dealt() -> None:
    scene = film(2)[Activity.ENDED]
    stage = scene.history(0).rounds[0].stage
    with pytest.raises(LocalError):
        deal.learn(stage, stage, scene.tables[0]._boxes.prover, {})


def test_invalid_points_are_refused_in_sums() -> None:
    off_the_curve = group.Point(bytes([2]) + bytes(31))
    for operation in (group.add, group.sub):
        with pytest.raises(BadProof):
            operation(off_the_curve, mul_base(1))
    with pytest.raises(BadProof):
        group.mul_base(L)
    with pytest.raises(BadProof):
        group.not_identity(group.IDENTITY)
    for value in (None, bytes(31), "text"):
        with pytest.raises(BadProof):
            group.bytes_as_point(value)


def test_evidence_knows_its_round() -> None:
    scene = before("move", 2)
    statement = scene.history(0).statements_of(3)[Seat(1)]
    assert order_of(Two(statement, statement)) == 3
    assert order_of(FalseBox(statement, Card(0), bytes(32))) == 3
    assert order_of(evidence.SignedTwice(Seat(0), bytes(64), bytes(64))) == -1
    assert order_of(evidence.WrongStatement(statement)) == 3


# What the secrets reveal about histories that no honest table would accept.


def changed(history: History, number: int, **news: Any) -> History:
    rounds = list(history.rounds)
    rounds[number] = replace(rounds[number], **news)
    return History(history.stage, history.signatures, rounds)


def test_a_false_claim_is_found_when_the_secrets_are_shown() -> None:
    """As if its proof had been accepted."""
    scene = film(2)[Activity.ENDED]
    history = scene.history(0)
    secrets = recompute.shown_secrets(history.rounds[-1].verified, history.stage.seating)
    number, done = next(
        (i, r)
        for i, r in enumerate(history.rounds)
        if any(isinstance(s, Moved) and hasattr(s.move, "touched") for s in r.verified.values())
    )
    seat = done.stage.speakers[0]
    value: Any = done.verified[seat]
    hand = bare(done.stage.state).hands[value.move.seat]
    others = tuple(card for card in hand if card not in value.move.touched)
    lie = done.stage.rules.pack(replace(value.move, touched=others))
    like = done.statements[seat]
    statement = scene.signed(seat, like, ("move", lie, ()), head=like.head)
    with pytest.raises(BadFile, check=for_reason(Forbidden.FALSE_CLAIM)) as caught:
        recompute.recompute(changed(history, number, statements={seat: statement}), secrets)
    assert (caught.value.round_number, caught.value.seat) == (number, seat)


def test_a_false_box_is_found_when_its_receivers_secret_is_shown() -> None:
    scene = before("dealt", 3)
    until_the_deal(scene, lambda s, st, to: [st.data] if to == 2 else garbled(s, st, to))
    history = scene.history(0)
    assert len(history.rounds) == 7
    with pytest.raises(BadFile, check=for_reason(InvalidProof.BOX_CLOSED)) as caught:
        recompute.recompute(history, {Seat(2): secret_of(scene, 2)})
    assert (caught.value.round_number, caught.value.seat) == (6, 1)


def test_false_blindings_are_found_when_the_secrets_are_shown() -> None:
    scene = before("dealt", 3)
    until_the_deal(scene, lambda s, st, _to: [s.signed(1, st, other_deal(s, st)).data])
    done = scene.history(0).rounds[6]
    history = History(
        scene.history(0).stage, scene.history(0).signatures, scene.history(0).rounds[:7]
    )
    with pytest.raises(BadFile, check=for_reason(BadTranscript.OTHER_WORDS)) as caught:
        recompute.recompute(history, {Seat(1): secret_of(scene, 1)})
    assert (caught.value.round_number, caught.value.seat) == (6, 1)
    assert isinstance(done, Round)


def test_all_faces_are_known_only_after_the_close() -> None:
    assert len(film(2)[Activity.ENDED].tables[0].faces()) == 50
    table = film(2)[Activity.MOVING].tables[0]
    assert set(table.faces()) == {Card(i) for i in range(5, 10)}
    scene = toy(2)
    assert scene.tables[0].faces() == {}


def test_a_game_that_keeps_its_secrets_keeps_its_faces(played: Scene) -> None:
    assert set(played.tables[2].faces()) == {0, 1, 2, 3, 4, 5, 6}
    assert isinstance(played.history(2).stage.phase, Closed)


def test_holder_of_a_card_for_all_but_it_knows_nothing_of_it() -> None:
    scene = film(3)[Activity.MOVING]
    deal: Any = stage_at(scene, Dealing).phase
    for seat in range(3):
        private: Private = scene.tables[seat]._boxes.prover.private
        held = [card for card, audience in deal.cards if audience == AllBut(Seat(seat))]
        assert not set(held) & set(private.faces)
        assert not set(held) & set(private.blindings)


def test_agreement_to_another_state_names_its_seat() -> None:
    scene = before("agree to a move", 2)
    villain = 1 - scene.tables[0].status().waiting_for[0]
    attack(scene, villain, "agree", stating(lambda _: ("agree", H("state", None))))
    scene.run()
    check_named(scene, villain)
