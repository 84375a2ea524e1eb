"""The moves of Hanabi and their wire format. Source: docs/rules/hanabi.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from p2p_hanabi.games.common.firework_cards import RANKS
from protocol.encoding import Integer, Value
from protocol.errors import BadEncoding
from protocol.game import Card, Face, Seat
from protocol.reasons import RuleCode


class HanabiRefusal(RuleCode):
    """Why a move is refused, each with the number of its rule."""

    NO_MOVE = "hanabi-no-move"
    NUMBERS = "hanabi-numbers"
    TOUCHED_ARRAY = "hanabi-touched-array"
    TOUCHED_ORDER = "hanabi-touched-order"
    OVER_BY_MISTAKES = "hanabi-over-by-mistakes", "HB30"
    OVER_BY_LOSS = "hanabi-over-by-loss", "HF3"
    OVER_COMPLETE = "hanabi-over-complete", "HB31"
    OVER_WITH_PILE = "hanabi-over-with-pile", "HB32"
    OVER_STUCK = "hanabi-over-stuck", "D19"
    NOT_NOW = "hanabi-not-now", "HB12"
    PLAYED_NOT_HELD = "hanabi-played-not-held", "HB23"
    DISCARDED_NOT_HELD = "hanabi-discarded-not-held", "HB21"
    ALL_BLUE = "hanabi-all-blue", "HB22"
    ANNOUNCED = "hanabi-announced", "HC1"
    ANNOUNCED_COLOUR = "hanabi-announced-colour", "HC1"
    NO_BLUE = "hanabi-no-blue", "HB20"
    NO_SEAT = "hanabi-no-seat", "HB16"
    OWN_HINT = "hanabi-own-hint", "D2"
    NO_COLOUR = "hanabi-no-colour", "HB18"
    MULTICOLOUR = "hanabi-multicolour", "D27"
    NO_RANK = "hanabi-no-rank", "HB18"
    EMPTY_HAND = "hanabi-empty-hand", "HB16"
    HINTED_NOT_HELD = "hanabi-hinted-not-held", "HB16"
    NOT_ASCENDING = "hanabi-not-ascending", "HB17"
    EMPTY_HINT = "hanabi-empty-hint", "D1"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card; `announced` is the colour announced with it (HC1), None if none is."""

    card: Card
    announced: int | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    card: Card


@dataclass(frozen=True, slots=True)
class HintColour:
    """Tell a seat which of its cards, ascending, have this colour; the others do not. With
    `multicolour=any` every colour touches the multicolour cards too (D27)."""

    seat: Seat
    colour: int
    touched: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HintRank:
    """Tell a seat which of its cards, ascending, have this rank; the others do not."""

    seat: Seat
    rank: int
    touched: tuple[Card, ...]


Hint: TypeAlias = HintColour | HintRank
Move: TypeAlias = Play | Discard | HintColour | HintRank


def pack(move: Move) -> Value:
    match move:
        case Play(card, None):
            return ("play", card)
        case Play(card, colour):
            return ("play", card, colour)
        case Discard(card):
            return ("discard", card)
        case HintColour(seat, colour, touched):
            return ("hint colour", seat, colour, touched)
    return ("hint rank", move.seat, move.rank, move.touched)


def unpack(value: Value) -> Move:
    """Invert `pack`. Raise `BadEncoding` for anything else."""
    match value:
        case ("play", card):
            return Play(Card(_number(card)))
        case ("play", card, colour):
            return Play(Card(_number(card)), _number(colour))
        case ("discard", card):
            return Discard(Card(_number(card)))
        case ("hint colour", seat, colour, touched):
            return HintColour(Seat(_number(seat)), _number(colour), _ascending(touched))
        case ("hint rank", seat, rank, touched):
            return HintRank(Seat(_number(seat)), _number(rank), _ascending(touched))
    raise BadEncoding(HanabiRefusal.NO_MOVE)


def _number(value: Value) -> int:
    if isinstance(value, Integer) and value >= 0:
        return value
    raise BadEncoding(HanabiRefusal.NUMBERS)


def _ascending(value: Value) -> tuple[Card, ...]:
    if not isinstance(value, tuple | list):
        raise BadEncoding(HanabiRefusal.TOUCHED_ARRAY)
    cards = tuple(Card(_number(entry)) for entry in value)
    if any(a >= b for a, b in pairwise(cards)):
        raise BadEncoding(HanabiRefusal.TOUCHED_ORDER)
    return cards


# A hand changes once in a round of the table, but every seat in between lists the moves about it,
# so these lists are cached. Moves are frozen, so sharing them is harmless.

_play = lru_cache(maxsize=1 << 6)(Play)
_discard = lru_cache(maxsize=1 << 6)(Discard)
_hint_colour = lru_cache(maxsize=1 << 12)(HintColour)
_hint_rank = lru_cache(maxsize=1 << 12)(HintRank)


@lru_cache(maxsize=1 << 10)
def own_moves(hand: tuple[Card, ...], announced: range, *, discards: bool) -> tuple[Move, ...]:
    """Return the moves with one's own cards; `announced` are the colours that a play may name."""
    moves: list[Move] = [_play(card) for card in hand]
    for card in hand if announced else ():
        moves += _announced_plays(card, announced)
    if discards:
        moves += [_discard(card) for card in hand]
    return tuple(moves)


@lru_cache(maxsize=1 << 6)
def _announced_plays(card: Card, announced: range) -> tuple[Play, ...]:
    return tuple(Play(card, colour) for colour in announced)


@lru_cache(maxsize=1 << 10)
def hints_to(
    seat: Seat, hand: tuple[tuple[Card, ...], tuple[Face, ...]], colours: range, *, empty: bool
) -> tuple[Hint, ...]:
    """Return all true hints about these cards; those that touch nothing only if `empty` is set.
    A card of a colour that cannot be named is touched by all `colours` (D27).

    Computed after every draw, so colour and rank are taken from the faces without a call.
    """
    by_colour: list[list[Card]] = [[] for _ in colours]
    by_rank: list[list[Card]] = [[] for _ in RANKS]
    for card, face in zip(*hand, strict=True):
        if face // 5 in colours:
            by_colour[face // 5].append(card)
        else:
            for touched in by_colour:
                touched.append(card)
        by_rank[face % 5].append(card)
    hints: list[Hint] = [
        _hint_colour(seat, colour, tuple(touched))
        for colour, touched in enumerate(by_colour)
        if touched or empty
    ]
    hints += [
        _hint_rank(seat, rank, tuple(touched))
        for rank, touched in zip(RANKS, by_rank, strict=True)
        if touched or empty
    ]
    return tuple(hints)


def touches(hint: Hint, cards: Sequence[Card]) -> tuple[int, ...]:
    """Return the positions, from 0, of the touched cards in a hand."""
    return tuple(slot for slot, card in enumerate(cards) if card in hint.touched)
