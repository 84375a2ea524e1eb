"""The handshake of a page's channel, against a vector of another implementation."""

from __future__ import annotations

import os

import pytest

from p2p_hanabi.net.page import noise
from p2p_hanabi.net.page.noise import (
    KEY_BYTES,
    MESSAGE_BYTES,
    Initiator,
    NoiseSession,
    NotAuthentic,
)

from .noise_vector import (
    CIPHERTEXTS,
    INITIATOR,
    PAYLOADS,
    PROLOGUE,
    PSK,
    RESPONDER,
    SMALL_ORDER,
    small_answer,
    small_greeting,
)
from .page_side import respond


def both() -> tuple[NoiseSession, NoiseSession]:
    """Return the sessions of the vector."""
    initiator = Initiator(PROLOGUE, INITIATOR, PAYLOADS[0])
    received, answer, responded = respond(
        PROLOGUE, PSK, initiator.message, RESPONDER, payload=PAYLOADS[1]
    )
    payload, initiated = initiator.finish(PSK, answer)
    assert [received, payload] == PAYLOADS[:2]
    assert [initiator.message, answer] == CIPHERTEXTS[:2]
    return initiated, responded


def test_handshake_and_messages_are_those_of_the_vector() -> None:
    initiated, responded = both()
    assert initiated.exported == responded.exported
    for number in range(2, len(PAYLOADS)):
        sender, receiver = (initiated, responded) if number % 2 == 0 else (responded, initiated)
        ciphertext = sender.sending.encrypt(PAYLOADS[number])
        assert ciphertext == CIPHERTEXTS[number]
        assert receiver.receiving.decrypt(ciphertext) == PAYLOADS[number]


def test_the_same_answer_to_another_first_message_is_refused() -> None:
    with pytest.raises(NotAuthentic):
        Initiator(PROLOGUE, os.urandom(KEY_BYTES), PAYLOADS[0]).finish(PSK, CIPHERTEXTS[1])


@pytest.mark.parametrize("part", ["prologue", "psk"])
def test_sides_that_differ_in_anything_share_nothing(part: str) -> None:
    prologue = b"another" if part == "prologue" else PROLOGUE
    psk = os.urandom(KEY_BYTES) if part == "psk" else PSK
    initiator = Initiator(PROLOGUE, INITIATOR)
    with pytest.raises(NotAuthentic):
        initiator.finish(PSK, respond(prologue, psk, initiator.message, RESPONDER)[1])


@pytest.mark.parametrize("point", SMALL_ORDER)
def test_a_point_of_small_order_is_refused_by_both_sides(point: str) -> None:
    theirs = bytes.fromhex(point)
    initiator = Initiator(PROLOGUE, INITIATOR)
    with pytest.raises(NotAuthentic):
        initiator.finish(PSK, small_answer(initiator.message, theirs))
    with pytest.raises(NotAuthentic):
        respond(PROLOGUE, PSK, small_greeting(theirs), RESPONDER)


def test_small_order_messages_are_refused_for_their_point_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(noise, "_dh", lambda _private, _public: bytes(KEY_BYTES))
    for point in map(bytes.fromhex, SMALL_ORDER):
        initiator = Initiator(PROLOGUE, INITIATOR)
        initiator.finish(PSK, small_answer(initiator.message, point))
        respond(PROLOGUE, PSK, small_greeting(point), RESPONDER)


@pytest.mark.parametrize("length", [0, 1, KEY_BYTES - 1, KEY_BYTES, MESSAGE_BYTES - 1])
def test_a_short_message_is_refused(length: int) -> None:
    initiator = Initiator(PROLOGUE, INITIATOR)
    with pytest.raises(NotAuthentic):
        initiator.finish(PSK, CIPHERTEXTS[1][:length])
    with pytest.raises(NotAuthentic):
        respond(PROLOGUE, PSK, CIPHERTEXTS[0][:length], RESPONDER)
