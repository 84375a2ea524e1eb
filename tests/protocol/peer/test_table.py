"""Whole tables: agreement with another implementation, and links that lose, double and reorder."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from protocol.audit.verdict import Report, audit, replay
from protocol.crypto.group import L, mul, sub
from protocol.crypto.proofs import TableSecret
from protocol.encoding import H, dec, enc
from protocol.errors import Dropped, IllegalMove, NotNow
from protocol.game import Seat
from protocol.identity.keys import Identity, seat_message
from protocol.identity.seating import Place, Seating
from protocol.identity.words import WORDS
from protocol.ledger.history import History, read_statement
from protocol.peer.effects import Broadcast, Persist, Send
from protocol.peer.messages import Digest, Have
from protocol.peer.status import Activity, EndingKind
from protocol.peer.table import SigningSeat, Table
from protocol.rounds.cards import Private
from protocol.rounds.phases import Shuffling
from tests.any_game import RULES, AnyTable, bare
from tests.attacks.villain import HANABI, Scene, choose, film
from tests.fakes import Node, Wire, act, play_out, wire_for
from tests.independent_vectors import FOLDER, load, value
from tests.lengths import sampled

GAMES: list[dict[str, Any]] = load("games.json")["games"]


@dataclass
class Replayed:
    """A game of the vectors, replayed by our machines."""

    game: dict[str, Any]
    seating: Seating
    wire: Wire
    file: bytes
    report: Report

    @property
    def history(self) -> History:
        return self.wire.nodes[0].table._history


def replay_vector(game: dict[str, Any]) -> Replayed:
    raw = bytes.fromhex
    identities = [Identity(raw(seed)) for seed in game["identity seeds"]]
    places = tuple(
        Place(s["name"], raw(s["identity"]), raw(s["fingerprint"]), raw(s["nonce"]))
        for s in game["seats"]
    )
    options = HANABI.options(game["options"])
    seating = Seating("hanabi", options, HANABI.deck, HANABI.faces(game["options"]), places)
    signatures = [who.sign(seat_message(seating.table, i)) for i, who in enumerate(identities)]
    nodes = [
        Node(Table(HANABI, seating, signatures, SigningSeat(Seat(i), who, raw(game["secrets"][i]))))
        for i, who in enumerate(identities)
    ]
    wire = Wire(nodes, random.Random(0))  # noqa: S311 - not for secrets
    moves = iter(game["moves"])
    wire.open()
    play_out(wire, lambda _view: HANABI.unpack(value(next(moves)["move"])))
    file = wire.nodes[-1].table.transcript()
    return Replayed(game, seating, wire, file, audit(file, RULES))


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: str(game["file"]))
def replayed(request: pytest.FixtureRequest) -> Replayed:
    return replay_vector(request.param)


@sampled(1)
def test_transcript_equals_that_of_another_implementation(replayed: Replayed) -> None:
    theirs = (FOLDER / replayed.game["file"]).read_bytes()
    assert replayed.file == theirs
    assert len(theirs) == replayed.game["bytes"]
    assert H("transcript", replayed.file).hex() == replayed.game["transcript"]
    assert [node.table.transcript() for node in replayed.wire.nodes] == [theirs] * len(
        replayed.wire.nodes
    )


def test_heads_match_in_every_round(replayed: Replayed) -> None:
    assert [done.stage.head.hex() for done in replayed.history.rounds] == replayed.game["heads"]
    assert replayed.history.stage.head.hex() == replayed.report.head.hex() == replayed.game["head"]


def test_table_beacon_and_words_match(replayed: Replayed) -> None:
    assert replayed.seating.table.hex() == replayed.game["table"]
    assert replayed.history.stage.beacon.hex() == replayed.game["beacon"]
    words = replayed.wire.nodes[0].table.status().words
    assert words is not None
    assert words == replayed.report.words
    assert [_word_number(word) for word in words] == replayed.game["words"]


def _word_number(word: str) -> int:
    return list(WORDS).index(word)


def test_shuffled_faces_match(replayed: Replayed) -> None:
    secrets = [
        TableSecret(bytes.fromhex(s), replayed.seating.table) for s in replayed.game["secrets"]
    ]
    x = sum(secret.x for secret in secrets) % L
    stage = replayed.history.stage
    faces = [stage.deck.face(sub(b, mul(x, a))) for a, b in stage.cards.masked]
    assert faces == replayed.game["faces"]


def test_outcome_matches(replayed: Replayed) -> None:
    assert list(replayed.report.outcome) == replayed.game["outcome"]  # type: ignore[arg-type] # it is an array
    assert H("outcome", replayed.report.outcome).hex() == replayed.game["outcome digest"]
    assert replayed.report.rounds == replayed.game["rounds"]
    assert replayed.report.statements == replayed.game["statements"]


def test_public_state_matches_after_every_move(replayed: Replayed) -> None:
    stages = {done.stage.round_number: done.stage for done in replayed.history.rounds}
    for move in replayed.game["moves"]:
        agreed = stages[move["round"] + 1].phase.state  # type: ignore[union-attr] # it is agreed on
        assert enc(HANABI.public(agreed)) == enc(move["agreed"])
    for move, later in zip(replayed.game["moves"], replayed.game["moves"][1:], strict=False):
        after = HANABI.public(stages[later["round"]].state)
        assert enc(after) == enc(move["after"])


# Tables of two to five.


def check_finished(wire: Wire) -> None:
    files = {node.table.transcript() for node in wire.nodes}
    assert len(files) == 1
    assert all(node.table.settled for node in wire.nodes)
    assert all(node.table.evidence() is None for node in wire.nodes)
    assert all(len(node.finished) == 1 for node in wire.nodes)
    report = audit(files.pop(), RULES)
    assert report.valid, report.fault
    assert report.finished
    assert report.named is None
    assert report.proofs["statements recomputed"] == report.statements
    assert report.proofs["cards recomputed"] == 50


@sampled(2)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_seats_have_one_transcript_that_passes_its_audit(seats: int) -> None:
    wire = film(seats)[Activity.ENDED].wire
    check_finished(wire)
    assert all(node.dropped == [] for node in wire.nodes)


def test_lost_doubled_and_reordered_messages_change_nothing() -> None:
    wire = wire_for(HANABI, 3, seed=1)
    wire.loss, wire.double, wire.reorder = 0.2, 0.3, True
    wire.open()
    play_out(wire, choose)
    assert wire.counts["lost"] > 10
    wire.loss = 0.0
    check_finished(wire)
    assert wire.nodes[0].table.transcript() == film(3)[Activity.ENDED].tables[0].transcript()


@pytest.mark.parametrize(
    ("seats", "cut"),
    [(3, [(0, 1)]), (4, [(0, 1), (1, 2), (0, 3)])],
    ids=["one link of three", "a chain of four"],
)
def test_third_seats_pass_on_messages_around_a_cut_link(
    seats: int, cut: list[tuple[int, int]]
) -> None:
    wire = wire_for(HANABI, seats, seed=1)
    wire.cut = {frozenset((Seat(one), Seat(other))) for one, other in cut}
    wire.open()
    play_until_quiet(wire)
    files = {node.table.transcript() for node in wire.nodes}
    assert files == {film(seats)[Activity.ENDED].tables[0].transcript()}
    assert all(ending_of(node.table) is EndingKind.CLOSED for node in wire.nodes)


def ending_of(table: AnyTable) -> EndingKind | None:
    ending = table.ending()
    return ending.how if ending is not None else None


def play_until_quiet(wire: Wire) -> None:
    """To the last close; with a cut link not all can know that all know it."""
    ticks = 0
    while ticks < 20:
        if wire.deliver():
            continue
        if not act(wire, choose):
            wire.tick()
            ticks += all(node.table.ending() is not None for node in wire.nodes)


def test_a_link_that_breaks_and_is_restored_loses_nothing() -> None:
    scene = film(3)[Activity.MOVING].copy()
    wire = scene.wire
    for one, other in ((0, 1), (1, 0)):
        wire.carry(Seat(one), wire.nodes[one].table.disconnected(Seat(other)))
    wire.cut = {frozenset((Seat(0), Seat(1)))}
    scene.run(moves=3)
    wire.cut = set()
    for one, other in ((0, 1), (1, 0)):
        wire.carry(Seat(one), wire.nodes[one].table.connected(Seat(other)))
    play_out(wire, choose)
    check_finished(wire)


def test_repeated_requests_get_the_history_every_two_ticks() -> None:
    scene = film(3)[Activity.MOVING].copy()
    table, nothing = scene.tables[0], Have(0, (), ()).data
    tick(table, 2)
    whole = table.receive(Seat(1), nothing)
    assert len(whole) == sum(len(done.statements) for done in scene.history(0).rounds)
    assert table.receive(Seat(1), nothing) == []
    assert len(table.receive(Seat(2), nothing)) == len(whole)
    table.tick()
    assert table.receive(Seat(1), nothing) == []
    table.tick()
    assert table.receive(Seat(1), nothing) == whole
    table.connected(Seat(1))
    assert table.receive(Seat(1), nothing) == whole


def test_repeated_requests_get_stops_once_a_tick() -> None:
    """Of words that belong to no round, only this knows what was sent."""
    scene = film(3)[Activity.MOVING].copy()
    table = scene.tables[0]
    table.stop()
    tick(table, 2)
    stage = scene.history(0).stage
    lacks = Have(stage.round_number, (*stage.speakers,), (Seat(0),)).data
    asked = table.receive(Seat(1), lacks)
    assert [type(effect) for effect in asked] == [Send]
    assert table.receive(Seat(1), lacks) == []
    table.tick()
    assert table.receive(Seat(1), lacks) == asked


def test_statement_under_way_is_not_sent_again() -> None:
    """Its announcement crosses the message, or the message waits there to be verified."""
    scene = film(3)[Activity.MOVING].copy()
    [mover] = scene.tables[0].status().waiting_for
    table, other = scene.tables[mover], next(Seat(s) for s in range(3) if s != mover)
    third = Seat(3 - mover - other)
    tick(table, 2)
    stage = scene.history(mover).stage
    lacks = Have(stage.round_number, (), (third, mover)).data
    table.receive(other, lacks)
    made = table.play(choose(table.view()))
    assert table.receive(other, lacks) == []
    tick(table, 1)
    assert table.receive(other, lacks) == []
    tick(table, 1)
    [move] = (effect.message for effect in made if isinstance(effect, Broadcast))
    assert table.receive(other, lacks) == [Send(other, move)]


def test_statement_is_left_to_a_speaker_with_a_link_there() -> None:
    scene = film(3)[Activity.MOVING].copy()
    [mover] = scene.tables[0].status().waiting_for
    here, there = (Seat(seat) for seat in range(3) if seat != mover)
    table = scene.tables[here]
    number = scene.history(here).stage.round_number
    lacks = Have(number, (), (here, Seat(mover))).data
    table.receive(there, lacks)
    made = scene.tables[mover].play(choose(scene.tables[mover].view()))
    [move] = (effect.message for effect in made if isinstance(effect, Broadcast))
    table.receive(Seat(mover), move)
    assert Send(there, move) not in table.receive(there, lacks)
    tick(table, 2)
    assert Send(there, move) in table.receive(there, lacks)


def tick(table: AnyTable, times: int) -> None:
    for _ in range(times):
        table.tick()


def test_mismatched_digest_is_answered_with_closes_once_a_second() -> None:
    scene = film(3)[Activity.ENDED].copy()
    table, strange = scene.tables[0], Digest(bytes(32)).data
    table.tick()
    closes = [statement.data for statement in scene.history(0).rounds[-1].statements.values()]
    payloads = [e.message for e in table.receive(Seat(1), strange) if isinstance(e, Send)]
    assert payloads == closes
    assert table.receive(Seat(1), strange) == []
    assert not table.settled


# The seat's own machine.


def test_a_seat_that_is_not_to_act_cannot_play() -> None:
    scene = film(3)[Activity.MOVING].copy()
    waiting = scene.tables[0].status().waiting_for
    for seat, table in enumerate(scene.tables):
        if seat not in waiting:
            view = bare(scene.tables[waiting[0]].view())
            with pytest.raises(NotNow):
                table.play(view.moves[0])


def test_illegal_move_sends_nothing_and_changes_nothing() -> None:
    scene = film(3)[Activity.MOVING].copy()
    seat = scene.tables[0].status().waiting_for[0]
    table, other = scene.tables[seat], (seat + 1) % 3
    hand = bare(scene.history(seat).stage.state).hands[other]
    before = scene.history(seat).stage, dict(scene.history(seat).verified)
    for move in (("discard", hand[0]), ("hint rank", other, 1, tuple(hand))):
        with pytest.raises(IllegalMove):
            table.play(HANABI.unpack(move))
    assert (scene.history(seat).stage, dict(scene.history(seat).verified)) == before
    assert table.play(choose(table.view()))


def test_nothing_is_seen_before_the_beacon_is_known() -> None:
    scene = film(2)[Activity.COMMITTING]
    assert scene.tables[0].view() is None
    assert scene.tables[0].status().words is None


def test_status_counts_the_shuffles() -> None:
    scene = film(3)[Activity.SHUFFLING]
    status = next(t.status() for t in scene.tables if t.status().activity is Activity.SHUFFLING)
    assert status.step == (2, 3)
    assert status.waiting_for == (1,)
    assert not status.hands_dealt
    assert isinstance(
        next(scene.history(s).stage for s in range(3) if scene.history(s).stage.beacon).phase,
        Shuffling,
    )


def test_view_contains_only_faces_that_the_protocol_has_shown() -> None:
    scene = film(3)[Activity.MOVING]
    for seat, table in enumerate(scene.tables):
        known = table._boxes.prover.known(scene.history(seat).stage.cards)
        hands = bare(scene.history(seat).stage.state).hands
        assert set(known) == {card for s, hand in enumerate(hands) if s != seat for card in hand}


def test_a_transcript_in_the_middle_of_a_game_is_valid_so_far() -> None:
    scene = film(3)[Activity.MOVING]
    report = audit(scene.tables[0].transcript(), RULES)
    assert report.valid
    assert not report.finished
    assert scene.tables[0].evidence() is None


# Returning.


def own(scene: Scene, seat: int) -> dict[int, bytes]:
    """A seat's own statements, by round."""
    journal = scene.wire.nodes[seat].journal
    statements = [read_statement(dec(kept.record), scene.seating) for kept in journal]
    return {s.round_number: s.data for s in statements if s.seat == seat}


def restored(scene: Scene, seat: int, journal: Sequence[Persist]) -> AnyTable:
    table = Table(HANABI, scene.seating, scene.history(seat).signatures, scene.mes[seat])
    table.restore(journal)
    return table


def test_restored_seat_sends_the_same_bytes_from_every_prefix() -> None:
    """The machine grows record by record; at each one, a copy starts and is brought up to date."""
    scene = film(2)[Activity.ENDED]
    journal, received = scene.wire.nodes[1].journal, own(scene, 1)
    other = scene.copy().tables[0]
    growing = scene.copy()
    growing.wire.nodes[1].table = restored(scene, 1, [])
    for kept in (None, *journal):
        if kept is not None:
            growing.tables[1].restore([kept])
        attempt = growing.copy().tables[1]
        effects = attempt.start()
        for effect in effects:
            match effect:
                case Persist(data) | Broadcast(data):
                    statement = read_statement(dec(data), scene.seating)
                    assert data == received[statement.round_number]
        history = attempt._history
        have = Have(history.stage.round_number, tuple(sorted(history.statements)), ())
        other.connected(Seat(1))
        missing = other.receive(Seat(1), have.data)
        if len(missing) < 12:
            for effect in missing:
                attempt.receive(Seat(0), effect.message)  # type: ignore[union-attr] # all are sent
            assert attempt.transcript() == scene.tables[1].transcript()
    assert growing.tables[1].transcript() == scene.tables[1].transcript()


@pytest.mark.parametrize("kept", [0, 1, 2, 5, 9, 20])
def test_restored_seat_is_brought_up_to_date_by_the_others(kept: int) -> None:
    scene = film(3)[Activity.ENDED].copy()
    journal, before = scene.wire.nodes[1].journal[:kept], scene.tables[1].transcript()
    statements = own(scene, 1)
    scene.wire.nodes[1] = Node(restored(scene, 1, journal), list(journal))
    for other in (0, 2):
        scene.wire.carry(Seat(1), scene.tables[1].connected(Seat(other)))
    scene.wire.carry(Seat(1), scene.tables[1].start())
    scene.run(ticks=3)
    assert scene.tables[1].transcript() == before
    assert own(scene, 1) == statements
    assert (
        scene.tables[1]._boxes.prover.private
        == film(3)[Activity.ENDED].tables[1]._boxes.prover.private
    )


def test_restored_objection_ends_the_table_again() -> None:
    scene = film(3)[Activity.MOVING].copy()
    scene.wire.carry(Seat(1), scene.tables[1].withdraw())
    scene.run()
    for seat in range(3):
        again = restored(scene, seat, scene.wire.nodes[seat].journal)
        assert all(not isinstance(effect, Broadcast) for effect in again.start())
        assert again.ending() == scene.tables[seat].ending()
        assert again.evidence() == scene.tables[seat].evidence()


@pytest.mark.parametrize("record", [b"", b"\xc1", b"\x92\xc4\x00\xc4\x00", b"\x05"])
def test_journal_with_foreign_content_is_refused(record: bytes) -> None:
    scene = film(2)[Activity.COMMITTING]
    for is_proven in (False, True):
        with pytest.raises(Dropped):
            restored(scene, 0, [Persist(record, is_proven)])


def test_secrets_do_not_appear_in_a_repr() -> None:
    scene = film(2)[Activity.COMMITTING]
    secret = TableSecret(scene.mes[0].secret, scene.seating.table)
    assert secret.secret.hex() not in repr(secret)
    assert scene.mes[0].identity.seed.hex() not in repr(scene.mes[0].identity)
    assert "Private" in repr(Private())


def test_a_transcript_is_replayed_to_the_same_history() -> None:
    scene = film(2)[Activity.ENDED]
    history = replay(scene.tables[0].transcript(), RULES)
    assert history.stage == scene.history(0).stage
    assert history.before_close().stage.round_number == history.stage.round_number - 1
