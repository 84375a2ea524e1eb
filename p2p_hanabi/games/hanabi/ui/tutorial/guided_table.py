"""The table of the first game: a fixed pile, and bots that at first follow a script."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import replace

from p2p_hanabi.games.common.firework_cards import face_of, starting_pile
from p2p_hanabi.ui.model.game.game_screen import as_seen
from p2p_hanabi.ui.model.seat.table_snapshot import TableSnapshot
from protocol.errors import NotNow, RemarkRefused
from protocol.game import Act, AllBut, Card, Deal, Face, Open, Options, Seat
from protocol.peer.remarks import Arrangement, Order, Remark
from protocol.peer.status import Activity, Ending, EndingKind, Status
from protocol.reasons import NotPossible, RemarkFault

from ...bot.player import choose
from ...moves import HintRank, Move, Play
from ...rules import GAME
from ...view import HanabiView
from ..screen import SCREEN

NAMES = ("Player", "Wren", "Robin")
ME, WREN, ROBIN = Seat(0), Seat(1), Seat(2)
OPTIONS: Options = {"first": ME}
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
    """See `port.TablePort`. `changed` lets a bot move, after `pause_s`. `view` is the player's."""

    screen = SCREEN

    def __init__(self, pause_s: float = PAUSE_S) -> None:
        self._rules = GAME
        self._pause_s = pause_s
        self._pile = dict(enumerate(_pile()))
        self._known: list[dict[Card, Face]] = [{} for _ in NAMES]
        self._past: list[HanabiView] = []
        self._orders: list[Arrangement] = []
        self._notes: dict[Card, str] = {}
        self._played = asyncio.Event()
        self._state = self._rules.start(OPTIONS, len(NAMES), b"")
        self._state = self._rules.shuffled(self._state)
        self._settle()
        self._take_snapshot()

    def _take_snapshot(self) -> None:
        pending = self._rules.pending(self._state)
        status = Status(Activity.ENDED, self._state.turn, (), None, hands_dealt=True)
        if isinstance(pending, Act):
            status = replace(status, activity=Activity.MOVING, waiting_for=(pending.seat,))
        self.view: HanabiView = as_seen(self.screen, self._seen_by(ME), self._orders)
        self.now = TableSnapshot(
            seat=ME,
            names=NAMES,
            machines=(ME,) * len(NAMES),
            options=OPTIONS,
            status=status,
            ending=Ending(EndingKind.CLOSED) if status.activity is Activity.ENDED else None,
            faces={Card(card): face for card, face in self._pile.items()},  # for the end
            orders=self._orders,
            notes=self._notes,
            view=self.view,
            past=self._past,
        )

    def play(self, move: Move) -> None:
        """Make the player's move. Raise `NotNow` if it is not the player's turn."""
        if self._rules.pending(self._state) != Act(ME):
            raise NotNow(NotPossible.NOT_YOUR_TURN)
        self._move(move)
        self._played.set()

    def say(self, remark: Remark) -> None:
        """Put one's hand in order. Raise `RemarkRefused` for anything else: there is nobody to talk
        to."""
        if not isinstance(remark, Order):
            raise RemarkRefused(RemarkFault.NO_TALK)
        self._orders = [*self._orders, Arrangement(self._state.turn, ME, remark.cards)]
        self._take_snapshot()

    def why_unsaid(self, remark: Remark) -> RemarkFault | None:
        return None if isinstance(remark, Order) else RemarkFault.NO_TALK

    def want_again(self) -> None:
        """Do nothing: there is nobody to ask."""

    def note(self, card: Card, words: str) -> None:
        self._notes = {**self._notes, card: words}
        self._take_snapshot()

    def withdraw(self) -> None:
        """Do nothing: nobody else is at this table."""

    def declare_gone(self, seat: Seat) -> None:
        """Raise `NotNow`: nobody is ever missing."""
        raise NotNow(NotPossible.LINKED)

    def stop(self) -> None:
        """Raise `NotNow`: there is nobody to agree with."""
        raise NotNow(NotPossible.ENDED)

    def refusals(self) -> Sequence[NotNow]:
        return ()

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
        self._past = [*self._past, self._seen_by(ME)]
        self._state = self._rules.apply(self._state, move)
        self._settle()
        self._take_snapshot()

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
