"""The effects of deals, opened cards and legal moves in Koi-Koi.

Each function returns the state after its event. Rules are cited by the numbers of
docs/rules/koikoi.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from protocol.game import Card, Face, Known, Seat

from .hanafuda import CARDS, month_of, points_of
from .outcome import ended
from .state import (
    DEALER_POINTS,
    HAND_SIZE,
    SPECIAL_POINTS,
    TABLE_SIZE,
    Awaited,
    Checking,
    Drew,
    Ended,
    Entry,
    Exhausted,
    KoikoiState,
    LaidOut,
    Played,
    RoundOver,
    Rules,
    SaidKoi,
    Seen,
    Showed,
    Showing,
    Shuffling,
    Side,
    Special,
    Taking,
    Turned,
    Why,
)
from .yaku import Made, round_score

# The draw and the deal.


def opening(rules: Rules) -> KoikoiState:
    """Return the state before anything is shuffled."""
    return KoikoiState(
        rules=rules,
        phase=Awaited.DRAW_SHUFFLING,
        turn=0,
        round=0,
        dealer=Seat(0),
        seat=Seat(0),
        shuffles=0,
        next_card=Card(0),
        sides=(Side(), Side()),
        table=(),
        last_koi=None,
        scores=(0, 0),
        log=(),
    )


def shuffled(state: KoikoiState, phase: Awaited | Shuffling) -> KoikoiState:
    """Make a new pile of all 48 cards, and clear the table."""
    state = replace(
        state,
        shuffles=state.shuffles + 1,
        next_card=Card(CARDS * state.shuffles),
        sides=(Side(), Side()),
        table=(),
        last_koi=None,
    )
    if not isinstance(phase, Shuffling):
        return replace(state, phase=Awaited.DRAWING)
    number, dealer = phase.round, phase.dealer
    return replace(state, phase=Awaited.DEALING, round=number, dealer=dealer, seat=dealer)


def drawn(state: KoikoiState, faces: Known) -> KoikoiState:
    """Let the earlier month deal (KK7), then the card with more points (KK8); else draw again
    (F1)."""
    cards = tuple(Seen(card, face) for card, face in sorted(faces.items()))
    first, second = [(month_of(seen.face), -points_of(seen.face)) for seen in cards]
    if first == second:
        return replace(state, phase=Awaited.DRAW_SHUFFLING, log=(*state.log, Drew(cards, None)))
    dealer = Seat(int(second < first))
    return replace(state, phase=Shuffling(1, dealer), log=(*state.log, Drew(cards, dealer)))


def hands_of(state: KoikoiState) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]:
    """Split the deal two by two: the other's hand, the table, the dealer's hand (KK10, F2)."""
    first = state.next_card
    rows = [range(first + start, first + 24, 6) for start in (0, 2, 4)]
    other, table, dealer = [tuple(Card(card + k) for card in row for k in (0, 1)) for row in rows]
    return other, table, dealer


def dealt(state: KoikoiState) -> KoikoiState:
    other, _, dealer = hands_of(state)
    hands = (dealer, other) if state.dealer == 0 else (other, dealer)
    return replace(state, phase=Awaited.LAYING_OUT, sides=(Side(hands[0]), Side(hands[1])))


def laid_out(state: KoikoiState, faces: Known) -> KoikoiState:
    """Show the table; if it has four cards of a month, the same dealer deals again (KK11, F3)."""
    table = tuple(Seen(card, face) for card, face in sorted(faces.items()))
    again = is_dealt_again([seen.face for seen in table], pairs=state.rules.redeal_pairs)
    return replace(
        state,
        phase=Shuffling(state.round, state.dealer) if again else Checking(),
        next_card=Card(state.next_card + 2 * HAND_SIZE + TABLE_SIZE),
        table=table,
        log=(*state.log, LaidOut(state.round, state.dealer, table, again)),
    )


def is_dealt_again(table: Iterable[Face], *, pairs: bool) -> bool:
    """Return whether the table has four cards of a month or, with `pairs`, four pairs (F4)."""
    match special_of(table):
        case Special.TESHI:
            return True
        case Special.KUTTSUKI:
            return pairs
    return False


def special_of(faces: Iterable[Face]) -> Special | None:
    """Return the special hand that these cards form (KK12, KK13, F5); usually None."""
    months = Counter(map(month_of, faces))
    if 4 in months.values():
        return Special.TESHI
    return Special.KUTTSUKI if list(months.values()) == [2, 2, 2, 2] else None


def claimed(state: KoikoiState, before: Checking, cards: tuple[Card, ...]) -> KoikoiState:
    """Record a claim, first the dealer's, then the other's (F7); then open what both claimed."""
    claims = (*before.claimed, cards)
    if len(claims) == 1:
        return replace(state, phase=Checking(claims), seat=state.other)
    phase = Showing((claims[0], claims[1])) if any(claims) else Awaited.PLAYING
    return replace(state, phase=phase, seat=state.dealer)


def showed(state: KoikoiState, phase: Showing, faces: Known) -> KoikoiState:
    """Score six points for each true claim (F6); a false one only shows the cards."""
    points, sides, log = [0, 0], list(state.sides), list[Entry](state.log)
    for seat, cards in zip((state.dealer, Seat(1 - state.dealer)), phase.claimed, strict=True):
        if cards:
            seen = tuple(Seen(card, faces[card]) for card in cards)
            special = special_of(faces[card] for card in cards)
            points[seat] = SPECIAL_POINTS if special else 0
            sides[seat] = replace(sides[seat], shown=seen)
            log.append(Showed(seat, seen, special))
    state = replace(state, phase=Awaited.PLAYING, sides=(sides[0], sides[1]), log=tuple(log))
    if not any(points):
        return state
    winner = None if all(points) else Seat(points.index(SPECIAL_POINTS))
    return _round_over(state, Why.SPECIAL_HAND, winner, (points[0], points[1]))


# A turn.


def put_down(state: KoikoiState, card: Card, face: Face) -> KoikoiState:
    """Play a card from the hand (KK15, KK17)."""
    side = replace(
        state.side,
        hand=tuple(held for held in state.side.hand if held != card),
        shown=tuple(seen for seen in state.side.shown if seen.card != card),
    )
    return _matched(_with_side(state, side), Seen(card, face), from_hand=True)


def turned(state: KoikoiState, face: Face) -> KoikoiState:
    """Turn over the next card of the pile, matched in the same way (KK18)."""
    seen = Seen(state.next_card, face)
    return _matched(replace(state, next_card=Card(seen.card + 1)), seen, from_hand=False)


def _matched(state: KoikoiState, card: Seen, *, from_hand: bool) -> KoikoiState:
    """Capture one match, or three (KK16, F8, F10); of two, the player chooses one (F9)."""
    matches = state.matches(card.face)
    if len(matches) == 2:
        return replace(state, phase=Taking(card, from_hand))
    return took(state, Taking(card, from_hand), matches)


def took(state: KoikoiState, by: Taking, taken: tuple[Seen, ...]) -> KoikoiState:
    """Move captured cards to the player at once, so that the turned card cannot match them
    (F11)."""
    entry = (Played if by.from_hand else Turned)(state.seat, by.card, taken)
    log = (*state.log, entry)
    if taken:
        captured = (*state.side.captured, by.card, *taken)
        state = _with_side(state, replace(state.side, captured=captured))
        table = tuple(seen for seen in state.table if seen not in taken)
    else:
        table = (*state.table, by.card)
    state = replace(state, table=table, log=log)
    return replace(state, phase=Awaited.TURNING) if by.from_hand else _turn_over(state)


def _turn_over(state: KoikoiState) -> KoikoiState:
    """End the turn; with more yaku than before, the player may call (KK21, F21), if there is still
    a card to play."""
    if state.total(state.seat) == state.side.base:
        return _next_turn(state)
    if not state.side.hand:
        return scored(state, Why.LAST_CARD)  # F22
    if state.rules.koi_once and state.side.koi:
        return scored(state, Why.KOI_SPENT)
    return replace(state, phase=Awaited.CALLING)


def _next_turn(state: KoikoiState) -> KoikoiState:
    if state.sides[0].hand or state.sides[1].hand:
        return replace(state, phase=Awaited.PLAYING, seat=state.other)  # KK14, KK20
    return _exhausted(state)


def said_koi(state: KoikoiState) -> KoikoiState:
    base = state.total(state.seat)
    side = replace(state.side, base=base, koi=state.side.koi + 1)
    log = (*state.log, SaidKoi(state.seat, base))
    return _next_turn(replace(_with_side(state, side), last_koi=state.seat, log=log))


# The end of a round.


def scored(state: KoikoiState, why: Why) -> KoikoiState:
    """Score for the winner alone (F24)."""
    return _won(state, why, state.seat)


def _won(state: KoikoiState, why: Why, winner: Seat) -> KoikoiState:
    earned = points_for(state, winner)
    points = (earned, 0) if winner == 0 else (0, earned)
    return _round_over(state, why, winner, points, yaku=state.yaku(winner))


def points_for(state: KoikoiState, seat: Seat) -> int:
    """Return what a seat's yaku would score now (KK23 to KK25)."""
    opponent_said_koi = state.sides[1 - seat].koi > 0
    base, double_from = state.total(seat), state.rules.double_from
    return round_score(base, double_from, opponent_said_koi=opponent_said_koi)


def _exhausted(state: KoikoiState) -> KoikoiState:
    """End an exhausted round: nobody scores (KK22), unless an option says who does after a koi
    (F23)."""
    why, dealer = Why.EXHAUSTED, state.dealer
    match state.rules.exhausted, state.last_koi:
        case Exhausted.LAST_KOI, int(speaker):
            return _won(state, why, Seat(speaker))
        case Exhausted.DEALER, int():
            points = (DEALER_POINTS, 0) if dealer == 0 else (0, DEALER_POINTS)
            return _round_over(state, why, dealer, points)
    return _round_over(state, why, None, (0, 0))


def _round_over(
    state: KoikoiState,
    why: Why,
    winner: Seat | None,
    points: tuple[int, int],
    *,
    yaku: tuple[Made, ...] = (),
) -> KoikoiState:
    """End the round; `yaku` are those that scored, if any."""
    over = RoundOver(state.round, why, winner, sum(made.points for made in yaku), yaku, points)
    scores = (state.scores[0] + points[0], state.scores[1] + points[1])
    state = replace(state, scores=scores, log=(*state.log, over))
    if state.round == state.rules.rounds:
        return replace(state, phase=Ended(ended(scores)))
    dealer = next_dealer(state.rules, state.dealer, winner)
    return replace(state, phase=Shuffling(state.round + 1, dealer))


def next_dealer(rules: Rules, dealer: Seat, winner: Seat | None) -> Seat:
    """Return the next dealer: the winner; after a draw the same dealer, or by option the other
    (F25)."""
    if winner is not None:
        return winner
    return Seat(1 - dealer) if rules.draw_switches else dealer


def _with_side(state: KoikoiState, side: Side) -> KoikoiState:
    """Replace the side of the seat whose turn it is."""
    sides = (side, state.sides[1]) if state.seat == 0 else (state.sides[0], side)
    return replace(state, sides=sides)
