"""The table of the first game: a fixed pile, and bots that at first follow a script."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from p2p_hanabi.games.common.firework_cards import face_of, starting_pile
from p2p_hanabi.ui.model.game.game_screen import as_seen
from p2p_hanabi.ui.model.seat.solo_table import PAUSE_S, SoloTable
from p2p_hanabi.ui.model.seat.table_snapshot import TableSnapshot
from protocol.game import Act, AllBut, Card, Deal, Face, Open, Options, Seat
from protocol.peer.status import Activity, Ending, EndingKind, Status

from ...bot.player import choose
from ...moves import HintRank, Move, Play
from ...rules import GAME
from ...view import HanabiView
from ..screen import SCREEN

NAMES = ("Player", "Wren", "Robin")
ME, WREN, ROBIN = Seat(0), Seat(1), Seat(2)
OPTIONS: Options = {"first": ME}
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


class TutorialTable(SoloTable[HanabiView, Move]):
    """Implements `TablePort`. `view` is the player's."""

    screen = SCREEN

    def __init__(self, pause_s: float = PAUSE_S) -> None:
        super().__init__(ME, pause_s)
        self._rules = GAME
        self._pile = dict(enumerate(_pile()))
        self._known: list[dict[Card, Face]] = [{} for _ in NAMES]
        self._past: list[HanabiView] = []
        self._state = self._rules.start(OPTIONS, len(NAMES), b"")
        self._state = self._rules.shuffled(self._state)
        self._settle()
        self._take_snapshot()

    def _take_snapshot(self) -> None:
        actor = self._actor
        status = Status(Activity.ENDED, self._turn, (), None, hands_dealt=True)
        if actor is not None:
            status = replace(status, activity=Activity.MOVING, waiting_for=(actor,))
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

    @property
    def _turn(self) -> int:
        return self._state.turn

    @property
    def _actor(self) -> Seat | None:
        pending = self._rules.pending(self._state)
        return pending.seat if isinstance(pending, Act) else None

    def _choice(self, seat: Seat) -> Move:
        return _SCRIPT.get(self._turn) or choose(self._seen_by(seat))

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
