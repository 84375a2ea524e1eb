"""Each refusal by an audit, word for word, with its round and its seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from protocol.audit.verdict import audited, replay
from protocol.encoding import Value, enc
from protocol.errors import BadFile, BadOptions
from protocol.game import Seat
from protocol.identity.keys import seat_message
from protocol.identity.seating import Seating, seating_from
from protocol.ledger.transcript import write_header
from protocol.reasons import BadTranscript, Forbidden, Ignored, Reason
from tests.attacks.villain import BOTH, TOY, judged, put
from tests.protocol.audit.toy_file import (
    DEALING,
    FILE,
    HEADER,
    MOVING,
    ROUNDS,
    SCENE,
    account,
    joined,
    objection,
    statement_of,
    stop,
    upto,
)
from tests.raised import for_reason

MOVE: Value = ("move", TOY.pack(TOY.moves(None, Seat(1), {})[0]), ())  # type: ignore[arg-type] # a toy's moves are always the same
OTHER_HEAD = statement_of(0, DEALING, ("deal",), head=bytes(32)).value
OBJECTION = objection(0, 0, DEALING)

REFUSED: list[tuple[Reason, int | None, int | None, bytes]] = [
    (Reason(BadTranscript.NO_ROUND), None, None, upto(0)),
    (Reason(BadTranscript.ROUND_FORM), 2, None, upto(2, 7)),
    (Reason(BadTranscript.AFTER_END), 2, None, upto(2, account(), account())),
    (Reason(BadTranscript.NOTHING_FOLLOWS), 17, None, joined(*FILE, ROUNDS[0])),
    (Reason(BadTranscript.SOMETHING_CLOSED), 17, None, joined(*FILE, account())),
    (Reason(BadTranscript.SPEAKER_COUNT, (3,)), 6, None, upto(DEALING, ROUNDS[DEALING][1:])),
    (Reason(Ignored.STATEMENT_FORM), 6, None, upto(DEALING, (5, 5, 5))),
    (Reason(BadTranscript.OTHER_ROUND, (7,)), 6, None, upto(DEALING, (ROUNDS[MOVING][0],) * 3)),
    (Reason(BadTranscript.OTHER_HEAD), 6, None, upto(DEALING, (OTHER_HEAD,) * 3)),
    (Reason(BadTranscript.OUT_OF_BAND_IN_ROUND), 6, None, upto(DEALING, (OBJECTION,) * 3)),
    (
        Reason(BadTranscript.SPEAKERS),
        6,
        None,
        upto(DEALING, ROUNDS[DEALING][::-1]),
    ),
    (
        Reason(BadTranscript.SPEAKERS),
        7,
        0,
        upto(MOVING, (statement_of(0, MOVING, MOVE).value,)),
    ),
    (Reason(Forbidden.CLAIM_COUNT), 7, 1, upto(MOVING, (statement_of(1, MOVING, MOVE).value,))),
    (
        Reason(Forbidden.OUT_OF_TURN),
        7,
        0,
        upto(MOVING, account([statement_of(0, MOVING, MOVE).value])),
    ),
    (Reason(BadTranscript.SEAT_ORDER), 6, None, upto(DEALING, account(ROUNDS[DEALING][1::-1]))),
    (Reason(BadTranscript.SEAT_ORDER), 6, None, upto(DEALING, account(ROUNDS[DEALING][:1] * 2))),
    (
        Reason(BadTranscript.COMPLETE_ROUND),
        6,
        None,
        upto(DEALING, account(ROUNDS[DEALING])),
    ),
    (Reason(BadTranscript.OUT_OF_BAND_IN_ROUND), 6, None, upto(DEALING, account([OBJECTION]))),
    (
        BadTranscript.OUT_OF_BAND.because(Reason(Ignored.NO_OBJECTION)),
        6,
        None,
        upto(DEALING, account((), [ROUNDS[5][0]])),
    ),
    (
        BadTranscript.OUT_OF_BAND.because(Reason(Ignored.STATEMENT_FORM)),
        6,
        None,
        upto(DEALING, account((), [5])),
    ),
    (
        BadTranscript.OUT_OF_BAND.because(Reason(Ignored.NO_STOP)),
        6,
        None,
        upto(DEALING, account((), [stop(0, DEALING), objection(1, 1, 6)])),
    ),
    (
        BadTranscript.OUT_OF_BAND.because(Reason(Ignored.NO_OBJECTION)),
        6,
        None,
        upto(DEALING, account((), [OBJECTION, stop(0, DEALING)])),
    ),
    (
        Reason(BadTranscript.OUT_OF_BAND_ORDER),
        6,
        None,
        upto(DEALING, account((), [OBJECTION, OBJECTION])),
    ),
    (
        Reason(BadTranscript.OUT_OF_BAND_ORDER),
        6,
        None,
        upto(DEALING, account((), [objection(1, 1, 6), OBJECTION])),
    ),
    (
        BadTranscript.EVIDENCE_FORM.because(Reason(Ignored.NO_EVIDENCE)),
        6,
        None,
        upto(DEALING, account((), (), 5)),
    ),
    (
        Reason(BadTranscript.EVIDENCE),
        6,
        None,
        upto(DEALING, account((), (), ("two", ROUNDS[5][0], ROUNDS[5][0]))),
    ),
    (
        Reason(BadTranscript.STOP_ROUNDS),
        6,
        None,
        upto(DEALING, account((), [stop(0, DEALING), stop(1, 5)])),
    ),
    (
        Reason(BadTranscript.STOP_ROUNDS),
        6,
        None,
        upto(DEALING, account((), [stop(0, DEALING), stop(1, DEALING, head=bytes(32))])),
    ),
    (
        Reason(BadTranscript.STOP_ROUND_UNKNOWN),
        6,
        None,
        upto(DEALING, account((), [stop(seat, MOVING) for seat in range(3)])),
    ),
    (
        Reason(BadTranscript.STOP_ROUND_UNKNOWN),
        6,
        None,
        upto(DEALING, account((), [stop(seat, 5, head=bytes(32)) for seat in range(3)])),
    ),
    (
        Reason(BadTranscript.NOT_AGREED),
        6,
        None,
        upto(DEALING, account((), [stop(0, DEALING), stop(1, DEALING)])),
    ),
]


@pytest.mark.parametrize(("reason", "number", "seat", "data"), REFUSED)
def test_a_fault_is_reported_with_its_reason_round_and_seat(
    reason: Reason, number: int | None, seat: int | None, data: bytes
) -> None:
    fault = judged(data).fault
    assert fault is not None
    assert (fault.reason, fault.round_number, fault.seat) == (reason, number, seat)


def test_an_invalid_file_has_no_history() -> None:
    assert audited(upto(2, 7), BOTH)[1] is None
    with pytest.raises(BadFile, check=for_reason(BadTranscript.ROUND_FORM)):
        replay(upto(2, 7), BOTH)


# Well-formed headers, signed by all.


def headed(change: Callable[[Any], Any]) -> bytes:
    seating = seating_from(put(SCENE.seating.value(), (), change))
    signatures = [me.identity.sign(seat_message(seating.table, me.seat)) for me in SCENE.mes]
    return write_header(seating, signatures[: len(seating.places)]) + enc(ROUNDS[0])


def test_an_unknown_game_is_named() -> None:
    fault = judged(headed(lambda s: put(s, (2,), "chess"))).fault
    assert fault is not None
    assert (fault.reason, fault.round_number) == (Reason(BadTranscript.NO_GAME, ("chess",)), None)


def test_options_refused_by_the_game_are_reported_in_its_words() -> None:
    fault = judged(headed(lambda s: put(put(s, (2,), "hanabi"), (3,), (("zeal", 1),)))).fault
    assert fault is not None
    with pytest.raises(BadOptions) as refusal:
        BOTH["hanabi"].options({"zeal": 1})
    assert (fault.reason, fault.round_number) == (refusal.value.reason, None)


def test_seat_count_refused_by_the_game_is_reported_in_its_words() -> None:
    game, alone = BOTH["hanabi"], SCENE.seating.places[:1]
    options = game.options({})
    seating = Seating(game.name, options, game.deck, game.faces(dict(options)), alone)
    signature = SCENE.mes[0].identity.sign(seat_message(seating.table, Seat(0)))
    fault = judged(write_header(seating, [signature]) + enc(ROUNDS[0])).fault
    assert fault is not None
    with pytest.raises(BadOptions) as refusal:
        game.start(dict(options), 1, bytes(32))
    assert fault.reason == refusal.value.reason


@pytest.mark.parametrize("change", [(4, "tarot"), (5, 5)], ids=str)
def test_a_seating_that_is_not_the_games_is_refused(change: tuple[int, Value]) -> None:
    place, value = change
    fault = judged(headed(lambda s: put(s, (place,), value))).fault
    assert fault is not None
    assert (fault.reason, fault.round_number) == (Reason(BadTranscript.OTHER_SEATING), None)


def test_a_seat_that_has_not_signed_the_table_is_named_in_words() -> None:
    changed = put(HEADER, (3, 1), HEADER[3][0])
    fault = judged(joined(changed, ROUNDS[0])).fault
    assert fault is not None
    assert (fault.reason, fault.seat) == (Reason(BadTranscript.UNSIGNED_SEAT, (1,)), None)
