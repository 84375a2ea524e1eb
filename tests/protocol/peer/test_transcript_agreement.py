"""After the close: who has the same file, and which of two closes is in it."""

from __future__ import annotations

from dataclasses import replace

from protocol.game import Seat
from protocol.ledger.history import Round
from protocol.ledger.transcript import digest, write_transcript
from protocol.peer.effects import Broadcast, Persist, Send
from protocol.peer.messages import Digest
from protocol.peer.transcript_agreement import TranscriptAgreement
from tests.protocol.peer.test_absence_rules import NOW, ONE, THREE, TWO, history

HISTORY = history()
OWN = Digest(digest(write_transcript(HISTORY)))
OTHER = Digest(bytes(32))


def test_nothing_is_known_or_sent_before_the_close() -> None:
    agreement = TranscriptAgreement()
    agreement.receive(ONE, OTHER)
    assert (agreement.announce(), agreement.answer(ONE), agreement.differing()) == ([], [], [])
    assert agreement.lacking([ONE, TWO]) == (ONE, TWO)


def test_digest_of_the_complete_file_is_announced_and_compared() -> None:
    agreement = TranscriptAgreement()
    assert agreement.announce_complete(HISTORY) == [Broadcast(OWN.data)]
    assert agreement.announce() == [Broadcast(OWN.data)]
    assert agreement.answer(TWO) == [Send(TWO, OWN.data)]
    agreement.receive(ONE, OWN)
    agreement.receive(TWO, OTHER)
    assert agreement.lacking([ONE, TWO, THREE]) == (TWO, THREE)
    assert agreement.differing() == [TWO]
    agreement.receive(TWO, OWN)
    assert (agreement.lacking([ONE, TWO]), agreement.differing()) == ((), [])


def test_smaller_of_two_signatures_of_one_close_is_in_the_file() -> None:
    here, agreement = history(), TranscriptAgreement(OWN)
    last = here.rounds[-1]
    stood = last.statements[ONE]
    smaller, larger = (replace(stood, signature=bytes([byte]) * 64) for byte in (0, 2))
    for second in (larger, replace(smaller, payload=bytes(9)), replace(smaller, seat=Seat(9))):
        assert agreement.take_smaller(second, here) == []
        assert here.rounds[-1] is last
    effects = agreement.take_smaller(smaller, here)
    assert here.rounds[-1] == Round(last.stage, {**last.statements, ONE: smaller}, last.verified)
    assert len(here.rounds) == NOW
    own = Digest(digest(write_transcript(here)))
    assert own != OWN
    assert effects == [Persist(smaller.data), Broadcast(own.data)]
    assert agreement.own == own
