"""Koi-Koi with hanafuda cards, for two players.

Rules are cited by the numbers of docs/rules/koikoi.md: KK1 to KK38, and F1 to F26 for what the
rulebook leaves open. Only its holder sees a hand, so `apply` judges by public facts: it knows that
a card is in the hand, but not whether another one would have matched (F10). A played card has no
effect until it is opened; if it matches two cards of the table, its player then chooses.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from p2p_hanabi.seam.options import TALK, Option, Preset, check_seats, settle
from protocol.encoding import Value
from protocol.errors import IllegalMove, NotNow
from protocol.game import (
    Act,
    Audience,
    Card,
    Claim,
    Deal,
    Everyone,
    Known,
    Only,
    Open,
    Options,
    Over,
    Pending,
    Seat,
    Shuffle,
)
from protocol.reasons import NotPossible

from .effects import (
    claimed,
    dealt,
    drawn,
    hands_of,
    laid_out,
    opening,
    put_down,
    said_koi,
    scored,
    showed,
    shuffled,
    special_of,
    took,
    turned,
)
from .hanafuda import ALL_FACES, CARDS, DECK, month_of
from .moves import Keep, Koi, KoikoiRefusal, Move, Play, Shobu, Show, Take, pack, unpack
from .outcome import signed
from .state import (
    Awaited,
    Checking,
    Ended,
    Exhausted,
    KoikoiState,
    Opening,
    Rules,
    Seen,
    Showing,
    Shuffling,
    Special,
    Taking,
    Why,
)
from .view import KoikoiView, view_of
from .yaku import YakuRules

OPTIONS = (
    Option("rounds", (3, 6, 12), 6, "how many rounds are played"),
    Option("double from", (8, 7), 8, "from how many points a round counts double"),
    Option("max koi", ("unlimited", 1), "unlimited", "how often a player may say koi per round"),
    Option(
        "exhausted",
        ("none", "koi", "dealer"),
        "none",
        "who scores if the hands run out after a koi: nobody, the player who said "
        "it, or the dealer (6)",
    ),
    Option("sake as kasu", (False, True), False, "the sake cup also counts as a simple"),
    Option("sanko rain", (False, True), False, "the rain may be one of the three brights"),
    Option(
        "stack groups",
        (False, True),
        False,
        "tan and tane also count next to the yaku that contain them",
    ),
    Option("redeal pairs", (False, True), False, "deal again if there are four pairs on the table"),
    Option(
        "draw switches",
        (False, True),
        False,
        "after a round without a winner the other player deals",
    ),
    Option(
        "viewings",
        (True, False),
        True,
        "the moon and the curtain count with the sake cup (tsukimi, hanami)",
        optional=True,
    ),
    TALK,
)
"""The options, in the order in which a screen offers them."""
PRESETS = (
    Preset("family", {"rounds": 3, "viewings": False, "talk": "phrases"}),
    Preset("expert", {"rounds": 12, "max koi": 1}),
)
"""House rules under names: gentle ones, and hard ones."""


class Koikoi:
    """The rules, as an implementation of `protocol.game.Game`."""

    name = "koikoi"
    deck = DECK
    seats = range(2, 3)
    refusals = KoikoiRefusal
    reveals_secrets = False  # unplayed cards are never shown

    def options(self, chosen: Options) -> tuple[tuple[str, Value], ...]:
        return settle(OPTIONS, chosen)

    def faces(self, options: Options) -> int:
        """Return 48, whatever the options. Raise `BadOptions` for invalid ones."""
        self.options(options)
        return CARDS

    def start(self, options: Options, seats: int, beacon: bytes) -> KoikoiState:
        """Return the first state: cards are drawn for the first deal, and the beacon decides
        nothing. Raise `BadOptions`."""
        check_seats("Koi-Koi", self.seats, seats)
        return opening(_rules(dict(self.options(options))))

    def pending(self, state: KoikoiState) -> Pending:
        match state.phase:
            case Awaited.DRAW_SHUFFLING | Shuffling():
                return Shuffle(ALL_FACES)
            case Awaited.DRAWING:
                return Open((state.next_card, Card(state.next_card + 1)))
            case Awaited.DEALING:
                return Deal(_deal(state))
            case Awaited.LAYING_OUT:
                return Open(hands_of(state)[1])
            case Showing(claims):
                return Open(tuple(sorted(card for cards in claims for card in cards)))
            case Opening(card):
                return Open((card,))
            case Awaited.TURNING:
                return Open((state.next_card,))
            case Ended(outcome):
                return Over(signed(outcome))
        return Act(state.seat)

    def shuffled(self, state: KoikoiState) -> KoikoiState:
        """Return the state after the shuffle. Raise `NotNow`."""
        match state.phase:
            case Awaited.DRAW_SHUFFLING | Shuffling() as phase:
                return shuffled(state, phase)
        raise NotNow(NotPossible.NOT_ASKED)

    def dealt(self, state: KoikoiState) -> KoikoiState:
        """Return the state after the deal. Raise `NotNow`."""
        if state.phase is not Awaited.DEALING:
            raise NotNow(NotPossible.NOT_ASKED)
        return dealt(state)

    def opened(self, state: KoikoiState, faces: Known) -> KoikoiState:
        """Return the state after cards were opened. Raise `NotNow`."""
        match state.phase:
            case Awaited.DRAWING:
                return drawn(state, faces)
            case Awaited.LAYING_OUT:
                return laid_out(state, faces)
            case Showing() as phase:
                return showed(state, phase, faces)
            case Opening(card):
                return put_down(state, card, faces[card])
            case Awaited.TURNING:
                return turned(state, faces[state.next_card])
        raise NotNow(NotPossible.NOT_ASKED)

    def claims(self, state: KoikoiState, move: Move) -> Sequence[Claim]:
        """Return none: the cards of a claim are opened."""
        return ()

    def apply(self, state: KoikoiState, move: Move) -> KoikoiState:
        """Apply a move. Raise `IllegalMove`."""
        after = replace(state, turn=state.turn + 1)
        match state.phase, move:
            case Checking() as phase, Keep():
                return claimed(after, phase, ())
            case Checking() as phase, Show(cards):
                _check_shown(state, cards)
                return claimed(after, phase, cards)
            case Awaited.PLAYING, Play(card):
                return _played(after, card)
            case Taking(placed) as phase, Take(card):
                taken = tuple(seen for seen in state.matches(placed.face) if seen.card == card)
                if not taken:
                    raise IllegalMove(KoikoiRefusal.NO_MATCH)
                return took(after, phase, taken)
            case Awaited.CALLING, Koi():
                return said_koi(after)
            case Awaited.CALLING, Shobu():
                return scored(after, Why.SHOBU)
            case Ended(), _:
                raise IllegalMove(KoikoiRefusal.GAME_OVER)
        raise _not_now(state, move)

    def moves(self, state: KoikoiState, seat: Seat, known: Known) -> Sequence[Move]:
        """Return the moves; only true claims for a dealt hand are offered."""
        if state.actor != seat:
            return ()
        match state.phase:
            case Checking():
                hand = [Seen(card, known[card]) for card in state.side.hand if card in known]
                return (*_specials(hand), Keep())
            case Taking(placed):
                return tuple(Take(seen.card) for seen in state.matches(placed.face))
            case Awaited.CALLING:
                return (Shobu(), Koi())
        return tuple(Play(card) for card in state.side.hand)

    def public(self, state: KoikoiState) -> Value:
        phase = state.phase
        return (
            state.turn,
            state.actor,
            state.task.value if state.task else None,
            state.round,
            state.dealer if state.round else None,
            state.pile,
            _pairs(state.table),
            _pairs((phase.card,))[0] if isinstance(phase, Taking) else None,
            tuple(
                (side.hand, _pairs(side.shown), _pairs(side.captured), side.base, side.koi)
                for side in state.sides
            ),
            state.last_koi,
            state.scores,
        )

    pack = staticmethod(pack)
    unpack = staticmethod(unpack)

    def view(self, state: KoikoiState, seat: Seat, known: Known) -> KoikoiView:
        return view_of(state, seat, known, tuple(self.moves(state, seat, known)))


def _not_now(state: KoikoiState, move: Move) -> IllegalMove:
    """Return the refusal that names what is awaited instead of the move."""
    match state.phase, move:
        case Checking(), _:
            return IllegalMove(KoikoiRefusal.KEEP_OR_DECLARE)
        case Awaited.PLAYING, Koi() | Shobu():
            return IllegalMove(KoikoiRefusal.NO_YAKU)
        case Awaited.PLAYING, _:
            return IllegalMove(KoikoiRefusal.PUT_DOWN)
        case Taking(), _:
            return IllegalMove(KoikoiRefusal.TAKE_FIRST)
        case Awaited.CALLING, _:
            return IllegalMove(KoikoiRefusal.KOI_OR_SHOBU)
    return IllegalMove(KoikoiRefusal.NOT_NOW)


def _rules(settled: dict[str, Value]) -> Rules:
    return Rules(
        rounds=cast(int, settled["rounds"]),  # `settle` lets only numbers pass here
        double_from=cast(int, settled["double from"]),
        yaku=YakuRules(
            sake_as_kasu=settled["sake as kasu"] is True,
            sanko_rain=settled["sanko rain"] is True,
            stack_groups=settled["stack groups"] is True,
            viewings=settled.get("viewings", True) is True,
        ),
        redeal_pairs=settled["redeal pairs"] is True,
        koi_once=settled["max koi"] == 1,
        exhausted=Exhausted(settled["exhausted"]),
        draw_switches=settled["draw switches"] is True,
    )


def _deal(state: KoikoiState) -> tuple[tuple[Card, Audience], ...]:
    """Return the deal by ascending card number: each hand to its holder, the table to everyone."""
    other, table, dealer = hands_of(state)
    to: list[tuple[Card, Audience]] = [(card, Everyone()) for card in table]
    to += [(card, Only(state.dealer)) for card in dealer]
    to += [(card, Only(Seat(1 - state.dealer))) for card in other]
    return tuple(sorted(to, key=lambda entry: entry[0]))


def _check_shown(state: KoikoiState, cards: tuple[Card, ...]) -> None:
    if len(set(cards)) not in (4, 8):
        raise IllegalMove(KoikoiRefusal.FOUR_OR_EIGHT)
    if not set(cards) <= set(state.side.hand):
        raise IllegalMove(KoikoiRefusal.SHOWN_NOT_HELD)


def _played(state: KoikoiState, card: Card) -> KoikoiState:
    """Play a card; one that was shown at the deal need not be opened. Raise `IllegalMove`."""
    if card not in state.side.hand:
        raise IllegalMove(KoikoiRefusal.PLAYED_NOT_HELD)
    for seen in state.side.shown:
        if seen.card == card:
            return put_down(state, card, seen.face)
    return replace(state, phase=Opening(card))


def _specials(hand: Sequence[Seen]) -> tuple[Show, ...]:
    """Return the true claims for this hand, if any; each four cards of a month are one claim."""
    match special_of(seen.face for seen in hand):
        case Special.KUTTSUKI:
            return (Show(tuple(sorted(seen.card for seen in hand))),)
        case Special.TESHI:
            by_month: dict[int, list[Card]] = defaultdict(list)
            for seen in hand:
                by_month[month_of(seen.face)].append(seen.card)
            fours = [cards for cards in by_month.values() if len(cards) == 4]
            return tuple(Show(tuple(sorted(cards))) for cards in fours)
    return ()


def _pairs(cards: Sequence[Seen]) -> tuple[tuple[int, int], ...]:
    return tuple((seen.card, seen.face) for seen in cards)


GAME = Koikoi()
