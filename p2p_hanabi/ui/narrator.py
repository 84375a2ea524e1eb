"""What has happened in a game of Hanabi, move by move, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from p2p_hanabi.games.hanabi_cards import colour_of, rank_of, starting_pile
from p2p_hanabi.games.hanabi_moves import Hint, HintColour
from p2p_hanabi.games.hanabi_state import Discarded, Entry, Hinted, Played
from p2p_hanabi.games.hanabi_view import CardInfo, HanabiView, SeenCard
from protocol.game import Card, Face, Seat

from . import sentences
from .port import Company


@dataclass(slots=True)
class _Tokens:
    """The tokens as they were after each move of the log."""

    blue: int
    red: int = 0


def story(view: HanabiView, company: Company) -> Iterator[str]:
    """One sentence for each move of the log, in order."""
    tokens = _Tokens(view.blue_max)
    for entry in view.log:
        yield _told(entry, view, company, tokens)


def face_name(face: Face) -> str:
    return sentences.face(colour_of(face), rank_of(face))


def drawn(view: HanabiView, company: Company, seat: Seat, left: int) -> str:
    """A draw after which `left` cards were in the pile."""
    number = Card(len(starting_pile(view.colours)) - left - 1)
    seen = next((c for c in view.hands[seat] if c.card == number), None)
    card = face_name(seen.face) if isinstance(seen, SeenCard) else None
    return sentences.drew(company.other(seat), card, left)


def hint_meaning(hint: Hint, hand: tuple[Card, ...]) -> str:
    """What a hint says of this hand."""
    what = sentences.COLOURS[hint.colour] if isinstance(hint, HintColour) else hint.rank
    slots = [slot for slot, card in enumerate(hand) if card in hint.touched]
    return sentences.meaning(what, slots, len(hand))


def cards_of(hand: tuple[CardInfo, ...]) -> tuple[Card, ...]:
    return tuple(info.card for info in hand)


def _told(entry: Entry, view: HanabiView, company: Company, tokens: _Tokens) -> str:
    who = company.other(entry.seat)
    match entry:
        case Hinted(move=move, hand=hand):
            tokens.blue -= 1
            said = hint_meaning(move, hand)
            blue = sentences.blue_tokens(tokens.blue, view.blue_max)
            return sentences.hinted(who, company.other(move.seat), said, blue)
        case Discarded(slot=slot, face=face):
            tokens.blue += 1
            blue = sentences.blue_tokens(tokens.blue, view.blue_max)
            return sentences.discarded(who, slot, face_name(face), blue)
        case Played(slot=slot, face=face, placed=True):
            bonus = _bonus(face, view, tokens)
            effect = sentences.fits(colour_of(face), rank_of(face), bonus)
            return sentences.played(who, slot, face_name(face), effect)
    tokens.red += 1
    effect = sentences.mistake(tokens.red, view.red_limit)
    return sentences.played(who, entry.slot, face_name(entry.face), effect)


def _bonus(face: Face, view: HanabiView, tokens: _Tokens) -> str:
    """The blue token that a 5 brings back (HB28), unless all are there (HB29)."""
    if rank_of(face) < 5:
        return ""
    if tokens.blue == view.blue_max:
        return sentences.no_bonus()
    tokens.blue += 1
    return sentences.blue_tokens(tokens.blue, view.blue_max)
