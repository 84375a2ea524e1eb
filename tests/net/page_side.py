"""The page's side of a channel, as `ui/web/noise.js` and `ui/web/channel.js` have it."""

from __future__ import annotations

import os

from nacl.bindings import crypto_scalarmult_base

from p2p_hanabi.net.page import noise
from p2p_hanabi.net.page.noise import (
    KEY_BYTES,
    MESSAGE_BYTES,
    NoiseSession,
    NotAuthentic,
    _Symmetric,
)
from p2p_hanabi.net.page.page_channel import (
    BUILD_BYTES,
    LABEL,
    VERSION,
    NotSealed,
    PageChannel,
    PageSecret,
)

GREETING_BYTES = 1 + BUILD_BYTES + MESSAGE_BYTES


def responders(ck: bytes) -> NoiseSession:
    """Return the session of the other side: it receives what the initiator sends."""
    session = NoiseSession(ck)
    session.sending, session.receiving = session.receiving, session.sending
    return session


def respond(
    prologue: bytes, psk: bytes, message: bytes, ephemeral: bytes, *, payload: bytes = b""
) -> tuple[bytes, bytes, NoiseSession]:
    """Return the payload of the initiator's message, the answer to it, and the session. Raise
    `NotAuthentic`."""
    state, theirs = _Symmetric(prologue), message[:KEY_BYTES]
    state.mix_ephemeral(theirs)
    received = state.decrypt_and_hash(message[KEY_BYTES:])
    public = crypto_scalarmult_base(ephemeral)
    state.mix_ephemeral(public)
    state.mix_key(noise._dh(ephemeral, theirs))
    state.mix_key_and_hash(psk)
    answer = public + state.encrypt_and_hash(payload)
    return received, answer, responders(state.ck)


def greeted(greeting: bytes, secret: PageSecret) -> tuple[bytes, PageChannel]:
    """Return a page's answer to a greeting, and its channel. Raise `NotSealed` if this is not a
    greeting of this version."""
    if len(greeting) != GREETING_BYTES or greeting[0] != VERSION:
        raise NotSealed
    build, message = greeting[1 : 1 + BUILD_BYTES], greeting[-MESSAGE_BYTES:]
    own = os.urandom(KEY_BYTES)
    try:
        _payload, answer, session = respond(LABEL + build, secret.secret_key, message, own)
    except NotAuthentic:
        raise NotSealed from None
    return bytes([VERSION]) + secret.id + answer, PageChannel(session)
