"""The moves of Koi-Koi and their wire format. Source: docs/rules/koikoi.md.

A move never names a face: a card of a hand is named by its number, and its match is chosen only
once everybody has seen it. So nobody can announce a match that does not exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from protocol.encoding import Integer, Value
from protocol.errors import BadEncoding
from protocol.game import Card
from protocol.reasons import RuleCode


class KoikoiRefusal(RuleCode):
    """Why a move is refused, each with the number of its rule."""

    NO_MOVE = "koikoi-no-move"
    NUMBERS = "koikoi-numbers"
    SHOWN_ORDER = "koikoi-shown-order"
    GAME_OVER = "koikoi-game-over", "KK5"
    NOT_NOW = "koikoi-not-now", "KK14"
    KEEP_OR_DECLARE = "koikoi-keep-or-declare", "F7"
    NO_YAKU = "koikoi-no-yaku", "KK21"
    PUT_DOWN = "koikoi-put-down", "KK15"
    TAKE_FIRST = "koikoi-take-first", "F9"
    KOI_OR_SHOBU = "koikoi-koi-or-shobu", "KK21"
    NO_MATCH = "koikoi-no-match", "F9"
    FOUR_OR_EIGHT = "koikoi-four-or-eight", "F7"
    SHOWN_NOT_HELD = "koikoi-shown-not-held", "F7"
    PLAYED_NOT_HELD = "koikoi-played-not-held", "KK15"


@dataclass(frozen=True, slots=True)
class Keep:
    """Claim nothing for the dealt hand."""


@dataclass(frozen=True, slots=True)
class Show:
    """Claim four cards of a month, or a whole hand of pairs, by showing them; ascending."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card of the hand."""

    card: Card


@dataclass(frozen=True, slots=True)
class Take:
    """Capture this one of two matching cards of the table."""

    card: Card


@dataclass(frozen=True, slots=True)
class Koi:
    """Go on with the round."""


@dataclass(frozen=True, slots=True)
class Shobu:
    """End the round and score."""


Move: TypeAlias = Keep | Show | Play | Take | Koi | Shobu

WORDS: dict[str, Move] = {"keep": Keep(), "koi": Koi(), "shobu": Shobu()}
"""The moves without parameters."""
_WORD_OF = {move: word for word, move in WORDS.items()}


def pack(move: Move) -> Value:
    match move:
        case Show(cards):
            return ("show", cards)
        case Play(card):
            return ("play", card)
        case Take(card):
            return ("take", card)
    return (_WORD_OF[move],)


def unpack(value: Value) -> Move:
    """Invert `pack`. Raise `BadEncoding` for anything else."""
    match value:
        case (str(word),) if word in WORDS:
            return WORDS[word]
        case ("show", tuple() | list() as cards):
            return Show(_ascending(tuple(_card(card) for card in cards)))
        case ("play", card):
            return Play(_card(card))
        case ("take", card):
            return Take(_card(card))
    raise BadEncoding(KoikoiRefusal.NO_MOVE)


def _card(value: Value) -> Card:
    if isinstance(value, Integer) and value >= 0:
        return Card(value)
    raise BadEncoding(KoikoiRefusal.NUMBERS)


def _ascending(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    if any(a >= b for a, b in pairwise(cards)):
        raise BadEncoding(KoikoiRefusal.SHOWN_ORDER)
    return cards
