"""Ikebana: the second game of the 2010 box.

Rules are cited by the numbers of docs/rules/ikebana.md: IK1 to IK31, and E1 to E19 for what the
rulebook leaves open. Only the order of the pile is hidden: a drawn card is dealt to everyone, and
the seat that drew it then keeps or refuses it.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.seam.options import FIRST, TALK, Option, Preset, check_seats, first_seat, settle
from protocol.encoding import Value, W
from protocol.errors import IllegalMove, NotNow
from protocol.game import (
    Act,
    Claim,
    Deal,
    Everyone,
    Known,
    Options,
    Over,
    Pending,
    Seat,
    Shuffle,
)
from protocol.reasons import NotPossible

from .effects import bought, drawing, drawn, gathered, kept, opening, refused, reshuffled
from .moves import Buy, Draw, IkebanaRefusal, Keep, Move, Refuse, pack, unpack
from .outcome import signed
from .state import PACK, ROUNDS, Awaited, Deciding, Ended, Flower, IkebanaState, Rules
from .view import IkebanaView, view_of

OPTIONS = (
    Option("bouquet final", (False, True), False, "the last round counts double"),
    FIRST,
    Option(
        "tie",
        ("turn", "coin"),
        "turn",
        "who begins the next round if several bouquets tie for the best",
        optional=True,
    ),
    Option(
        "show buried",
        (False, True),
        False,
        "players may look through the discard piles",
        optional=True,
    ),
    TALK,
)
"""The options, in the order in which a screen offers them."""
PRESETS = (
    Preset("family", {"show buried": True, "talk": "phrases"}),
    Preset("expert", {"bouquet final": True}),
)
"""House rules under names: gentle ones, and hard ones."""


class Ikebana:
    """The rules, as an implementation of `protocol.game.Game`."""

    name = "ikebana"
    deck = "hanabi"
    seats = range(2, 6)
    reveals_secrets = True
    refusals = IkebanaRefusal

    def options(self, chosen: Options) -> tuple[tuple[str, Value], ...]:
        return settle(OPTIONS, chosen)

    def faces(self, options: Options) -> int:
        """Return all six colours' faces: the multicolour cards are the jokers (IK1)."""
        self.options(options)
        return PACK[-1] + 1

    def start(self, options: Options, seats: int, beacon: bytes) -> IkebanaState:
        """Return the first state; the option or the joint coin decides who begins (IK5, E18). Raise
        `BadOptions`."""
        settled = dict(self.options(options))
        check_seats("Ikebana", self.seats, seats)
        return opening(_rules(settled, seats, beacon))

    def pending(self, state: IkebanaState) -> Pending:
        phase = state.phase
        match phase:
            case Awaited.GATHERING:
                return Shuffle(PACK)
            case Awaited.RESHUFFLING:
                return Shuffle(state.buried)
            case Awaited.DRAWING:
                return Deal(((state.next_card, Everyone()),))
            case Awaited.CHOOSING | Deciding():
                return Act(state.seat)
        return Over(signed(phase.outcome))

    def shuffled(self, state: IkebanaState) -> IkebanaState:
        """Return the state after the shuffle. Raise `NotNow`."""
        match state.phase:
            case Awaited.GATHERING:
                return gathered(state)
            case Awaited.RESHUFFLING:
                return reshuffled(state)
        raise NotNow(NotPossible.NOT_ASKED)

    def dealt(self, state: IkebanaState) -> IkebanaState:
        """Return the state unchanged: `opened` follows at once with the face. Raise `NotNow`."""
        if state.phase is not Awaited.DRAWING:
            raise NotNow(NotPossible.NOT_ASKED)
        return state

    def opened(self, state: IkebanaState, faces: Known) -> IkebanaState:
        """Return the state after cards were opened. Raise `NotNow`."""
        if state.phase is not Awaited.DRAWING:
            raise NotNow(NotPossible.NOT_ASKED)
        card = state.next_card
        return drawn(state, Flower(card, faces[card]))

    def claims(self, state: IkebanaState, move: Move) -> Sequence[Claim]:
        """Return nothing: no move claims anything about a hidden card."""
        return ()

    def apply(self, state: IkebanaState, move: Move) -> IkebanaState:
        """Apply a move. Raise `IllegalMove`."""
        match state.phase, move:
            case Ended(), _:
                raise IllegalMove(IkebanaRefusal.GAME_OVER)
            case Awaited.CHOOSING, Draw():
                return drawing(state)
            case Awaited.CHOOSING, Buy(owner):
                _check_purchase(state, owner)
                return bought(state, owner)
            case Awaited.CHOOSING, _:
                raise IllegalMove(IkebanaRefusal.NOTHING_DRAWN)
            case Deciding(flower), Keep():
                return kept(state, flower)
            case Deciding(flower), Refuse():
                if not state.can_refuse:
                    raise IllegalMove(IkebanaRefusal.CANNOT_REFUSE)
                return refused(state, flower)
            case Deciding(), Buy():
                raise IllegalMove(IkebanaRefusal.CARD_DRAWN)
            case Deciding(), _:
                raise IllegalMove(IkebanaRefusal.KEEP_OR_REFUSE)
        raise IllegalMove(IkebanaRefusal.NOT_NOW)

    def moves(self, state: IkebanaState, seat: Seat, known: Known) -> Sequence[Move]:
        """Return draw, then purchases from the left neighbour on; or keep, then refuse."""
        if state.actor != seat:
            return ()
        if state.drawn:
            return (Keep(), Refuse()) if state.can_refuse else (Keep(),)
        seats = state.rules.seats
        owners = [Seat((seat + step) % seats) for step in range(1, seats)]
        return (Draw(), *(Buy(owner) for owner in owners if _can_buy(state, owner)))

    def public(self, state: IkebanaState) -> Value:
        drawn_card = state.drawn
        return (
            state.turn,
            state.actor,
            state.starter,
            state.refusals,
            state.pile,
            state.prestige,
            None if drawn_card is None else (drawn_card.card, drawn_card.face),
            _pairs(state.bouquets),
            _pairs(state.heaps),
            state.won,
        )

    pack = staticmethod(pack)
    unpack = staticmethod(unpack)

    def view(self, state: IkebanaState, seat: Seat, known: Known) -> IkebanaView:
        return view_of(state, seat, tuple(self.moves(state, seat, known)))


def _rules(settled: dict[str, Value], seats: int, beacon: bytes) -> Rules:
    coin = _coin(seats, "first seat", beacon)
    # 60 is a multiple of every number of seats that can tie, so the remainder decides fairly.
    coins = tuple(_coin(60, "next starter", beacon, n) for n in range(1, ROUNDS))
    return Rules(
        seats=seats,
        first=first_seat(settled, seats, coin),
        bouquet_final=settled["bouquet final"] is True,
        show_buried=settled.get("show buried") is True,
        coins=coins if settled.get("tie") == "coin" else (),
    )


def _coin(sides: int, tag: str, *parts: Value) -> int:
    """Return a coin tossed by all seats together: the beacon is generated jointly."""
    return int.from_bytes(W(tag, *parts), "little") % sides


def _check_purchase(state: IkebanaState, owner: Seat) -> None:
    if not 0 <= owner < state.rules.seats:
        raise IllegalMove(IkebanaRefusal.NO_SEAT)
    if owner == state.seat:
        raise IllegalMove(IkebanaRefusal.OWN_DISCARDS)
    if not state.heaps[owner]:
        raise IllegalMove(IkebanaRefusal.NO_DISCARDS)
    if not _can_buy(state, owner):
        raise IllegalMove(IkebanaRefusal.CANNOT_BUY)


def _can_buy(state: IkebanaState, owner: Seat) -> bool:
    top = state.top(owner)
    return top is not None and top.price <= state.prestige[state.seat]


def _pairs(rows: tuple[tuple[Flower, ...], ...]) -> Value:
    return tuple(tuple((flower.card, flower.face) for flower in row) for row in rows)


GAME = Ikebana()
