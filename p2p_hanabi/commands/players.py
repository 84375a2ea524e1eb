"""`p2phanabi players`: whom one has played with, and forgetting somebody."""

from __future__ import annotations

from typing import Any

from p2p_hanabi.paths import find_home
from p2p_hanabi.ui import sentences_known as say

from .failures import Failed, told_plainly
from .known import Fellow, day, fellows, forget


def lines() -> list[str]:
    known = _known()
    told = []
    for one in known:
        told.append(say.listed(one.name, one.games, day(one.first), day(one.last)))
        told.append(f"    {one.fingerprint}")
    return told or [say.nobody_yet()]


def all_facts() -> list[dict[str, Any]]:
    return [facts(one) for one in _known()]


def facts(one: Fellow) -> dict[str, Any]:
    """For scripts. Times are seconds since 1970."""
    return {
        "name": one.name,
        "fingerprint": one.fingerprint,
        "first": one.first,
        "last": one.last,
        "games": one.games,
    }


def forgotten(name: str) -> tuple[Fellow, ...]:
    """`Failed` if nobody was called so."""
    with told_plainly():
        gone = forget(find_home(), name)
    if not gone:
        raise Failed(say.not_known(name))
    return gone


def _known() -> tuple[Fellow, ...]:
    with told_plainly():
        return fellows(find_home())
