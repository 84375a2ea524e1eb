"""The table of the first game: a fixed pile, and bots that at first follow a script."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from typing import ClassVar

from p2p_hanabi.games.common.firework_cards import face_of, starting_pile
from p2p_hanabi.gathering import Company, PhoneCode
from p2p_hanabi.ui.model.game.game_screen import as_seen
from protocol.errors import NotNow, RemarkRefused
from protocol.game import Act, AllBut, Card, Deal, Face, Open, Options, Over, Seat
from protocol.peer.remarks import Arrangement, Heard, Order, Remark, Rule
from protocol.peer.status import Doing, Ending, EndingKind, Status
from protocol.reasons import NotPossible, Reason, RemarkFault

from ...bot.player import choose
from ...moves import HintRank, Move, Play
from ...rules import GAME
from ...view import HanabiView
from ..screen import SCREEN

NAMES = ("Player", "Wren", "Robin")
ME, WREN, ROBIN = Seat(0), Seat(1), Seat(2)
PAUSE_S = 0.8
"""How long a bot seems to think, so that its moves can be followed."""

_DEALT = """
    G3 B1 W4 Y3 R2   R1 G4 B2 Y1 W3   Y2 R3 W1 B4 G2
    Y4 G1 R4 R1 Y5
"""
"""The three hands, and the first cards of the pile. The others are in an arbitrary order, the same
everywhere."""
_SCRIPT: dict[int, Move] = {
    1: Play(Card(5)),
    2: HintRank(ME, 1, (Card(1),)),
    4: Play(Card(8)),
    5: HintRank(WREN, 2, (Card(7),)),
    7: Play(Card(7)),
    8: HintRank(ME, 2, (Card(4),)),
}
"""The bots' moves in the guided part, by move number; after that they choose their own."""


class TutorialTable:
    """See `port.TablePort`. `changed` lets a bot move, after `pause_s`."""

    screen = SCREEN
    seat = ME
    names = NAMES
    machines = (ME,) * len(NAMES)
    talk = Rule.NONE
    options: ClassVar[Options] = {"first": ME}

    def __init__(self, pause_s: float = PAUSE_S) -> None:
        self._rules = GAME
        self._pause_s = pause_s
        self._pile = dict(enumerate(_pile()))
        self._known: list[dict[Card, Face]] = [{} for _ in NAMES]
        self._past: list[HanabiView] = []
        self._orders: list[Arrangement] = []
        self._notes: dict[Card, str] = {}
        self._played = asyncio.Event()
        self._state = self._rules.start(self.options, len(NAMES), b"")
        self._state = self._rules.shuffled(self._state)
        self._settle()

    @property
    def faces(self) -> Mapping[Card, Face]:
        """The faces of all cards, for the end."""
        return {Card(card): face for card, face in self._pile.items()}

    def view(self) -> HanabiView:
        view: HanabiView = as_seen(self.screen, self._seen_by(ME), self._orders)
        return view

    def past(self) -> Sequence[HanabiView]:
        return self._past

    def status(self) -> Status:
        match self._rules.pending(self._state):
            case Act(seat):
                return Status(Doing.MOVING, self._state.turn, (seat,), None, hands_dealt=True)
        return Status(Doing.ENDED, self._state.turn, (), None, hands_dealt=True)

    def ending(self) -> Ending | None:
        return (
            Ending(EndingKind.CLOSED)
            if isinstance(self._rules.pending(self._state), Over)
            else None
        )

    def missing(self) -> Mapping[Seat, float]:
        return {}

    def stepped_out(self) -> frozenset[Seat]:
        return frozenset()

    def incompatible(self) -> Mapping[Seat, Reason]:
        return {}

    def phones(self) -> Sequence[PhoneCode]:
        return ()

    def play(self, move: Move) -> None:
        """Make the player's move. Raise `NotNow` if it is not the player's turn."""
        if self._rules.pending(self._state) != Act(ME):
            raise NotNow(NotPossible.NOT_YOUR_TURN)
        self._move(move)
        self._played.set()

    def heard(self) -> Sequence[Heard]:
        return ()

    def orders(self) -> Sequence[Arrangement]:
        return self._orders

    def say(self, remark: Remark) -> None:
        """Put one's hand in order. Raise `RemarkRefused` for anything else: there is nobody to talk
        to."""
        if not isinstance(remark, Order):
            raise RemarkRefused(RemarkFault.NO_TALK)
        self._orders.append(Arrangement(self._state.turn, ME, remark.cards))

    def company(self) -> Company:
        return Company()

    def want_again(self) -> None:
        """Do nothing: there is nobody to ask."""

    def why_unsaid(self, remark: Remark) -> RemarkFault | None:
        return None if isinstance(remark, Order) else RemarkFault.NO_TALK

    def reading(self) -> None:
        return None

    def refusals(self) -> Sequence[NotNow]:
        return ()

    def notes(self) -> Mapping[Card, str]:
        return self._notes

    def note(self, card: Card, words: str) -> None:
        self._notes[card] = words

    def withdraw(self) -> None:
        """Do nothing: nobody else is at this table."""

    def declare_gone(self, seat: Seat) -> None:
        """Raise `NotNow`: nobody is ever missing."""
        raise NotNow(NotPossible.LINKED)

    def stop(self) -> None:
        """Raise `NotNow`: there is nobody to agree with."""
        raise NotNow(NotPossible.ENDED)

    async def changed(self) -> None:
        """Wait for a bot's move, or the player's."""
        match self._rules.pending(self._state):
            case Act(seat) if seat != ME:
                await asyncio.sleep(self._pause_s)
                self.let_bot_move()
            case _:
                self._played.clear()
                await self._played.wait()

    def let_bot_move(self) -> bool:
        """Make a bot's move; return False if it is the player's turn, or the game is over."""
        match self._rules.pending(self._state):
            case Act(seat) if seat != ME:
                turn = self._state.turn
                chosen = _SCRIPT.get(turn) or choose(self._seen_by(seat))
                self._move(chosen)
                return True
        return False

    def _move(self, move: Move) -> None:
        self._past.append(self._seen_by(ME))
        self._state = self._rules.apply(self._state, move)
        self._settle()

    def _settle(self) -> None:
        """Deal and open cards as the rules require, until somebody is to act."""
        while True:
            match self._rules.pending(self._state):
                case Deal(cards):
                    for card, audience in cards:
                        holder = audience.holder if isinstance(audience, AllBut) else None
                        self._show(card, holder)
                    self._state = self._rules.dealt(self._state)
                case Open(cards):
                    for card in cards:
                        self._show(card, None)
                    faces = {card: self._pile[card] for card in cards}
                    self._state = self._rules.opened(self._state, faces)
                case _:
                    return

    def _show(self, card: Card, holder: Seat | None) -> None:
        for seat, known in enumerate(self._known):
            if seat != holder:
                known[card] = self._pile[card]

    def _seen_by(self, seat: Seat) -> HanabiView:
        view: HanabiView = self._rules.view(self._state, seat, self._known[seat])
        return view


def _pile() -> list[Face]:
    dealt = [face_of("RYGBW".index(name[0]), int(name[1])) for name in _DEALT.split()]
    others = list(starting_pile(5))
    for face in dealt:
        others.remove(face)
    keys = [hashlib.sha256(b"first game %d" % number).digest() for number in range(len(others))]
    return [*dealt, *(face for _, face in sorted(zip(keys, others, strict=True)))]
