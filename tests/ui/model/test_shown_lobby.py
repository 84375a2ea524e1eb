"""A lobby without a screen: what is offered, what is refused, and what the player waits for."""

from __future__ import annotations

import pytest

from p2p_hanabi.gathering import Change, LobbyPhase
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.lobby import lobby_painter
from p2p_hanabi.ui.model.lobby.shown_lobby import InLobby, LobbyAction, ShownLobby
from p2p_hanabi.ui.model.replies import Explains
from tests.any_game import SCREENS

from ..lobby.test_lobby import CONFIG, Gathering, Lobby, Member

ANA, BEN = Member("Ana"), Member("Ben", is_ready=True)
GUEST = Gathering(members=(BEN, ANA), me=1)
HOST = Gathering(members=(ANA, BEN), can=frozenset({Change.ADD_BOT}))
CUT = Gathering(members=(BEN, ANA, Member("Chi", is_here=False)), me=1)
ALONE = Gathering(members=(ANA, Member("Wren", is_ready=True, owner=0)), bots=CONFIG.seats - 1)
PRACTICE = Gathering(
    members=(Member("Ana", is_ready=True), Member("Wren", is_ready=True, owner=0)),
    can=frozenset(Change),
    bots=CONFIG.seats - 1,
)


@pytest.mark.parametrize("device", Device)
@pytest.mark.parametrize(
    ("roster", "action", "reason"),
    [
        (None, LobbyAction.READY, "Waiting for the host to let you in."),
        (GUEST, LobbyAction.PHONES, "No phone has a seat on this computer."),
        (GUEST, LobbyAction.CODE, "Only the host has the room code."),
        (ALONE, LobbyAction.CODE, "Nobody else can join"),
        (CUT, LobbyAction.FREE, "Only the host changes the seats."),
        (HOST, LobbyAction.FREE, "Everybody at the table is connected"),
        (GUEST, Change.ADD_BOT, "Only the host"),
        (HOST, Change.FEWER_SEATS, ""),
        (PRACTICE, LobbyAction.WAIT, "Your bots are taking their seats"),
        (PRACTICE, Change.MORE_SEATS, "Your bots are taking their seats"),
    ],
)
def test_refusal_has_one_sentence_for_every_device(
    device: Device, roster: Gathering | None, action: InLobby, reason: str
) -> None:
    port = Lobby(roster)
    lobby = ShownLobby(port, SCREENS, device)
    lobby.look()
    reply = lobby.do(action)
    assert action not in lobby.offered()
    assert isinstance(reply, Explains)
    assert as_text(reply.lines[-1]) == lobby.why_not(action)
    assert as_text(reply.lines[-1]).startswith(reason)
    assert [*port.ready_answers, *port.changed_seats, *port.freed] == []


@pytest.mark.parametrize("device", Device)
def test_every_offered_action_is_possible(device: Device) -> None:
    for roster in (GUEST, HOST, PRACTICE):
        lobby = ShownLobby(Lobby(roster), SCREENS, device)
        lobby.look()
        assert [each for each in lobby.offered() if lobby.why_not(each) is not None] == []


def test_each_device_shows_how_to_be_ready_then_who_is_awaited() -> None:
    def state(roster: Gathering, device: Device) -> list[str]:
        return [as_text(line) for line in lobby_painter.state(roster, device)]

    assert state(HOST, Device.KEY)[0].startswith("Press or click r")
    assert state(HOST, Device.LINE)[0].startswith('Type "ready"')
    assert state(HOST, Device.LINE)[1] == '"bot" gives a seat to a bot.'
    assert state(HOST, Device.BUTTON) == []
    ready = Gathering(members=(Member("Ana", is_ready=True), BEN))
    waits = "The game starts when one more player has come and everybody is ready."
    assert {tuple(state(ready, each)) for each in Device} == {(waits,)}
    begins = Gathering(members=(ANA, BEN), phase=LobbyPhase.SEATING, waiting_for=("Ben",))
    assert {len(state(begins, each)) for each in Device} == {2}
