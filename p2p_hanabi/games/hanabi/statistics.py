"""How a game of Hanabi was played, counted from its log: hints, and what became of the cards.

Efficiency is that of hanab.live: cards got for each blue token spent. Got are the cards that are
placed, and those in a hand that a hint has touched and that may still be of use; at most the
highest score that the discards leave possible. Spent are a token for each hint, one for each
mistake, and those that a play earned when there was no room for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from p2p_hanabi.games.common.firework_cards import colour_of, rank_of
from p2p_hanabi.seam.game_statistics import CountedGame, Statistic, by_seat
from protocol.game import Face

from .state import Discarded, Entry, Hinted, Played, Tokens
from .view import CardInfo, HanabiView, SeenCard


class HanabiFact(Enum):
    """What is counted. By seat: hints by their giver, all else by who moved."""

    TURNS = "turns"
    EFFICIENCY = "efficiency"
    HINTS = "hints"
    HINTS_USED = "hints_used"  # a card that it touched was placed later
    PLACED = "placed"
    MISTAKES = "mistakes"
    DISCARDED = "discarded"
    WASTED = "wasted"  # left the game unplaced, when it was of use and had another copy
    LOST = "lost"  # the same of a last copy


class BotReading(Enum):
    """What `bot/yardstick.py` counts: hints by their giver, moves by who made them."""

    MISLEADING = "hints_misleading"  # a bot in the place of the receiver would have misread it
    MISREAD = "misread"  # the move does not follow from the hints as a bot reads them


def count(game: CountedGame[HanabiView]) -> tuple[Statistic, ...]:
    """Count all facts of the game."""
    view = game.last
    hints = [entry for entry in view.log if isinstance(entry, Hinted)]
    played = [entry for entry in view.log if isinstance(entry, Played)]
    placed = [entry for entry in played if entry.placed]
    mistakes = [entry for entry in played if not entry.placed]
    entries: dict[HanabiFact, Sequence[Entry]] = {
        HanabiFact.TURNS: view.log,
        HanabiFact.HINTS: hints,
        HanabiFact.HINTS_USED: [hint for hint in hints if any(_followed(hint, p) for p in placed)],
        HanabiFact.PLACED: placed,
        HanabiFact.MISTAKES: mistakes,
        HanabiFact.DISCARDED: [entry for entry in view.log if isinstance(entry, Discarded)],
        HanabiFact.WASTED: [entry for entry, left in _of_use(view) if left > 1],
        HanabiFact.LOST: [entry for entry, left in _of_use(view) if left == 1],
    }
    turns, *others = [
        by_seat(fact, game.seats, [entry.seat for entry in of]) for fact, of in entries.items()
    ]
    spent = len(hints) + len(mistakes) + _without_room(view)
    return (turns, Statistic(HanabiFact.EFFICIENCY, _got(view), per=spent), *others)


def _followed(hint: Hinted, placed: Played) -> bool:
    return placed.turn > hint.turn and placed.move.card in hint.move.touched


def _got(view: HanabiView) -> int:
    touched = {card for each in view.log if isinstance(each, Hinted) for card in each.move.touched}
    held = [info for hand in view.hands for info in hand if info.card in touched]
    got = view.score + sum(any(_is_wanted(view, face) for face in _faces(info)) for info in held)
    return min(got, sum(view.reachable))


def _faces(info: CardInfo) -> Sequence[Face]:
    return (info.face,) if isinstance(info, SeenCard) else info.deduced


def _is_wanted(view: HanabiView, face: Face) -> bool:
    return not view.placed(face) and rank_of(face) <= view.reachable[colour_of(face)]


def _without_room(view: HanabiView) -> int:
    """Return how many tokens plays earned that found no room in the lid (HB29)."""
    tokens, lost = Tokens(view.rules.blue), 0
    for entry in view.log:
        after = tokens.after(entry, view.rules)
        if isinstance(entry, Played):
            lost += entry.earned - (after.blue - tokens.blue)
        tokens = after
    return lost


def _of_use(view: HanabiView) -> Iterator[tuple[Played | Discarded, int]]:
    """Yield the entries in which a card that could still have been placed left the game, with the
    number of its copies until then."""
    heights = [0] * view.colours
    left = [view.rules.copies(Face(face)) for face in range(5 * view.colours)]
    for entry in view.log:
        if isinstance(entry, Hinted):
            continue
        face, height = entry.face, heights[colour_of(entry.face)]
        below = [Face(face - step) for step in range(1, rank_of(face) - height)]
        if isinstance(entry, Played) and entry.placed:
            heights[colour_of(face)] += 1
        elif rank_of(face) > height and all(left[each] for each in below):
            yield entry, left[face]
        left[face] -= 1
