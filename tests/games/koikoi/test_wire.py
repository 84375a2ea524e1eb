"""Koi-Koi's side of the seam: the wire format, what the protocol may do when, and a whole table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from p2p_hanabi.games.koikoi.bot.player import choose
from p2p_hanabi.games.koikoi.moves import Keep, Koi, Move, Play, Shobu, Show, Take
from p2p_hanabi.games.koikoi.outcome import signed
from p2p_hanabi.games.koikoi.rules import OPTIONS
from p2p_hanabi.games.koikoi.state import Awaited, Played, RoundOver, Showed, Task
from p2p_hanabi.games.koikoi.view import KoikoiView
from protocol.audit.verdict import audit, replay
from protocol.encoding import Value, dec, enc
from protocol.errors import BadEncoding, BadOptions, NotNow
from protocol.game import Card, Open, Seat
from protocol.peer.status import EndingKind
from protocol.rounds.phases import Disclosed
from tests.any_game import bare
from tests.fakes import Wire, play_out, wire_for
from tests.simulation.standin import fast_group

from .table import KOIKOI, begin, deal, drawing, lay

DEFAULTS = (
    ("double from", 8),
    ("draw switches", False),
    ("exhausted", "none"),
    ("max koi", "unlimited"),
    ("redeal pairs", False),
    ("rounds", 6),
    ("sake as kasu", False),
    ("sanko rain", False),
    ("stack groups", False),
)


# Options.


def test_all_options_are_always_in_a_seating() -> None:
    """F4, F12, F14, F15, F17, F21, F23, F25, KK5"""
    assert KOIKOI.options({}) == DEFAULTS
    always = {option.key for option in OPTIONS if not option.optional}
    assert always == {key for key, _ in DEFAULTS}


@pytest.mark.parametrize(
    "chosen", [{"rounds": 4}, {"max koi": 2}, {"exhausted": "nobody"}, {"sake": True}]
)
def test_other_options_are_refused(chosen: dict[str, Value]) -> None:
    for ask in (KOIKOI.options, KOIKOI.faces):
        with pytest.raises(BadOptions):
            ask(chosen)
    with pytest.raises(BadOptions):
        KOIKOI.start(chosen, 2, b"")


def test_deck_has_a_face_for_every_card_and_secrets_stay_secret() -> None:
    """KK1, 3.3"""
    assert (KOIKOI.name, KOIKOI.deck, KOIKOI.faces({})) == ("koikoi", "hanafuda", 48)
    assert KOIKOI.reveals_secrets is False


# Moves and states on the wire.


@pytest.mark.parametrize(
    ("move", "packed"),
    [
        (Keep(), ("keep",)),
        (Show((Card(3), Card(5))), ("show", (3, 5))),
        (Play(Card(50)), ("play", 50)),
        (Take(Card(0)), ("take", 0)),
        (Koi(), ("koi",)),
        (Shobu(), ("shobu",)),
    ],
)
def test_moves_have_one_form_on_the_wire(move: Move, packed: Value) -> None:
    assert KOIKOI.pack(move) == packed
    assert KOIKOI.unpack(packed) == move
    assert KOIKOI.claims(lay(["1.1", "2.1"], "3.1").state, move) == ()


@pytest.mark.parametrize(
    "value",
    [
        None,
        "koi",
        (),
        ("go",),
        ("koi", 1),
        ("play",),
        ("play", True),
        ("play", -1),
        ("play", "3"),
        ("play", 3, 4),
        ("take", None),
        ("show", 3),
        ("show", (5, 3)),
        ("show", (3, 3)),
        ("show", (3, False)),
        ("show", b"\x03"),
        ("Koi",),
    ],
)
def test_anything_else_is_not_a_move(value: Value) -> None:
    with pytest.raises(BadEncoding):
        KOIKOI.unpack(value)


def test_the_public_state_before_the_draw() -> None:
    side = ((), (), (), 0, 0)
    assert KOIKOI.public(begin().state) == (
        *(0, None, None, 0, None, 0, (), None),
        *((side, side), None, (0, 0)),
    )


def test_the_public_state_has_one_form_in_a_round() -> None:
    table = lay(
        ["1.1 4.1", "12.2"], "1.2 1.3", captured=("", "3.1"), bases=(0, 5), koi=(0, 1), last_koi=1
    )
    one, two = (table.card("1.1"), 0), (table.card("1.2"), 1)
    mine, theirs = ((1,), (), (), 0, 0), ((2,), (), ((5, 8),), 5, 1)
    state = table.play("1.1").state
    assert KOIKOI.public(state) == (
        *(1, 0, "take", 1, 0, 42, (two, (4, 2)), one),
        *((mine, theirs), 1, (0, 0)),
    )
    assert enc(dec(enc(KOIKOI.public(state)))) == enc(KOIKOI.public(state))


# The protocol at work.


def test_the_protocol_can_only_do_what_the_game_requested() -> None:
    state = lay(["1.1 4.1", "12.2"], "1.2 1.3").state
    with pytest.raises(NotNow):
        KOIKOI.shuffled(state)
    with pytest.raises(NotNow):
        KOIKOI.dealt(state)
    with pytest.raises(NotNow):
        KOIKOI.opened(state, {})


def test_between_the_deal_and_its_faces_the_table_is_awaited() -> None:
    """KK10"""
    state = KOIKOI.dealt(KOIKOI.shuffled(begin(drawing()).state))
    assert state.phase is Awaited.LAYING_OUT
    assert KOIKOI.pending(state) == Open(
        tuple(Card(48 + 6 * k + j) for k in range(4) for j in (2, 3))
    )
    assert state.table == ()


def test_a_state_cannot_be_changed() -> None:
    """The same state is signed by all."""
    state = begin(drawing(), deal()).state
    assert hash(replace(state)) == hash(state)
    with pytest.raises(AttributeError):
        state.turn = 3  # type: ignore[misc]  # that it cannot be is the point


def liar(view: KoikoiView) -> Move:
    """Plays well, but claims that its first four cards are of one month."""
    if view.task is Task.CHECK:
        return Show(tuple(seen.card for seen in view.hand[:4]))
    return choose(view)


@pytest.fixture(scope="module")
def played() -> Iterator[Wire]:
    """A whole game over the protocol; seat 0 lies in the first round, seat 1 in each."""
    with fast_group():
        wire = wire_for(KOIKOI, 2, seed=3)
        wire.open()
        play_out(wire, lambda view: liar(view) if view.seat or view.round == 1 else choose(view))
        yield wire


def test_a_whole_table_closes_and_all_have_the_same_transcript(played: Wire) -> None:
    assert [node.table.ending().how for node in played.nodes] == [EndingKind.CLOSED] * 2  # type: ignore[union-attr]  # all have ended
    first, second = (node.table.transcript() for node in played.nodes)
    assert first == second
    assert not any(node.dropped for node in played.nodes)


def test_the_transcript_passes_its_audit(played: Wire) -> None:
    report = audit(played.nodes[0].table.transcript(), {"koikoi": bare(KOIKOI)})
    view = bare(played.nodes[0].table.view())
    assert report.fault is None
    assert report.finished
    assert report.named is None
    assert report.outcome == signed(view.outcome)
    assert report.proofs["shuffles"] == 2 * 7


def test_no_secret_is_shown_at_the_close(played: Wire) -> None:
    """3.3: cards that were not played are never opened."""
    history = replay(played.nodes[0].table.transcript(), {"koikoi": bare(KOIKOI)})
    assert history.rounds[-1].verified == {Seat(0): Disclosed(None), Seat(1): Disclosed(None)}


def test_only_the_holder_knows_the_cards_left_at_the_end(played: Wire) -> None:
    """3.3"""
    view, other = (bare(node.table.view()) for node in played.nodes)
    assert isinstance(view.log[-1], RoundOver)
    assert len(view.hand) == len(other.other_hand)
    assert [seen.card for seen in view.hand] == list(other.other_hand)
    assert {seen.card for seen in other.other_shown} == set()
    assert {seen.card for seen in view.other_shown} <= set(view.other_hand)


def test_cards_of_a_false_claim_are_opened_and_then_played(played: Wire) -> None:
    """F7: four cards of each seat in the first round, of seat 1 in the others."""
    log = bare(played.nodes[0].table.view()).log
    claims = [entry for entry in log if isinstance(entry, Showed)]
    assert [entry.special for entry in claims] == [None] * 7
    assert Counter(entry.seat for entry in claims) == {0: 1, 1: 6}
    shown = {seen for entry in claims for seen in entry.cards}
    assert shown & {entry.card for entry in log if isinstance(entry, Played)}
