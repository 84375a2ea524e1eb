"""B9, mounted: players who try to pass for another at the table, or for nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2p_hanabi.commands.console.failures import Failed, refused
from p2p_hanabi.commands.settings.naming import is_fit, player_name
from p2p_hanabi.gathering import LobbyView
from p2p_hanabi.net.lobby import lobby_host
from protocol.identity.pairing import Refused
from tests.lengths import sampled
from tests.net.test_lobby import in_a_room

LIKE_ANA = {
    "Cyrillic": "\u0410n\u0430",
    "Greek": "\u0391n\u03b1",
    "a variation selector": "Ana\ufe0f",
    "CGJ": "An\u034fa",
    "U+3164": "Ana\u3164",
    "U+2800": "A\u2800na",
    "private use": "Ana\ue000",
    "private use of plane 15": "\U000f0000Ana",
    "not assigned": "Ana\u0378",
    "a noncharacter": "Ana\ufdd0",
    "blanks": " A na ",
}


def names(view: LobbyView | None) -> list[str]:
    return [one.name for one in view.members] if view else []


@sampled(4)
@pytest.mark.parametrize("name", LIKE_ANA.values(), ids=LIKE_ANA)
async def test_guest_posing_as_the_host_is_numbered(name: str, tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as room:
        villain = await room.join(name)
        assert names(villain.view()) == ["Ana", f"{name} 2"]
        await villain.close()


@sampled(4)
@pytest.mark.parametrize("name", LIKE_ANA.values(), ids=LIKE_ANA)
async def test_guest_leaves_a_host_that_allows_lookalike_names(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_host, "distinct_name", lambda own, _taken: own)

    async with in_a_room(tmp_path) as room:
        bo = await room.join("Bo")
        third = room.guest(name)
        with pytest.raises(Refused, match="names alike") as at_the_door:
            await third.knock(room.addresses, room.code)
        with pytest.raises(Refused, match="names alike") as in_the_lobby:
            await bo.run()
        for caught in (at_the_door, in_the_lobby):
            assert "look the same" in refused(caught.value.reason, caught.value.detail)
        await third.close()


@pytest.mark.parametrize(
    "name", ["\ue000", "\ufe0f\u3164", "\u2800\U000f0000", "\u034f", "\u0378"], ids=ascii
)
def test_a_name_of_invisible_characters_is_refused(name: str) -> None:
    assert not is_fit(name)
    with pytest.raises(Failed, match="cannot be blank"):
        player_name(name)
