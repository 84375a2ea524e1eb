"""People who do not know the bot's conventions, as partners for the bot to be measured with.

`p2phanabi arena --style human+tests.beginners:literal` seats one of them, and
`--style tests.beginners:literal+tests.beginners:protector` measures who plays by facts alone beside
another one. All of them play what facts make certain; they differ in their hints and discards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from p2p_hanabi.games.common.firework_cards import rank_of
from p2p_hanabi.games.hanabi.bot.mind import mind_of
from p2p_hanabi.games.hanabi.bot.partners import Manner, Partner
from p2p_hanabi.games.hanabi.bot.player import chosen
from p2p_hanabi.games.hanabi.moves import Discard, Hint, HintColour, HintRank, Move, Play
from p2p_hanabi.games.hanabi.state import Hinted
from p2p_hanabi.games.hanabi.view import CardInfo, HanabiView, SeenCard
from protocol.game import Card, Face

Trusts = Callable[[HanabiView], frozenset[Card]]


def literal(view: HanabiView) -> Move:
    """Play what facts make certain; tell what makes most cards certain; discard the oldest."""
    return _choose(view, lambda _view: frozenset(), single=False)


def beginner(view: HanabiView) -> Move:
    """Do the same, but a hint at a single card, unless it says 5, means: play it."""
    return _choose(view, told_to_play, single=True)


def protector(view: HanabiView) -> Move:
    """Hint only at a last copy that somebody is about to discard; discard the oldest."""
    return (
        _certain_play(view)
        or next(_protections(view), None)
        or _discard(view)
        or _any_hint(view, single=False)
    )


def fives_first(view: HanabiView) -> Move:
    """Hint at fives as soon as they are seen, then as `literal` does; discard the newest."""
    return (
        _certain_play(view)
        or next(_hints_at_fives(view), None)
        or _best_hint(view, frozenset(), single=False)
        or _discard(view, newest=True)
        or _any_hint(view, single=False)
    )


def chatterbox(view: HanabiView) -> Move:
    """Hint anything whenever there is a hint left; discard the oldest."""
    hints = _hints(view)
    hint = hints[view.turn * 7919 % len(hints)] if hints else None
    return _certain_play(view) or hint or _discard(view) or view.moves[0]


def informed(view: HanabiView) -> Move:
    """Move as the bot does that has been told at the start that nobody knows its conventions: it
    takes all hints literally, and gives facts. No real player knows that; it is a yardstick."""
    mind = mind_of(view)
    for seat, partner in mind.knowledge.partners.items():
        if seat != view.seat:
            mind.knowledge.partners[seat] = _Stranger(newest_first=partner.newest_first)
    return chosen(mind)


@dataclass(slots=True)
class _Stranger(Partner):
    """Somebody known to take and give hints literally."""

    hears: Manner = Manner.LITERAL
    tells: Manner = Manner.LITERAL

    @property
    def is_stranger(self) -> bool:
        return True


def told_to_play(view: HanabiView) -> frozenset[Card]:
    """The cards, in any hand, at which a hint pointed alone since they were drawn."""
    if view.red + 1 >= view.rules.red:
        return frozenset()
    hints = [entry.move for entry in view.log if isinstance(entry, Hinted)]
    return frozenset(hint.touched[0] for hint in hints if says_play(hint))


def says_play(hint: Hint) -> bool:
    return len(hint.touched) == 1 and not (isinstance(hint, HintRank) and hint.rank == 5)


def _choose(view: HanabiView, trusts: Trusts, *, single: bool) -> Move:
    trusted = trusts(view)

    def fits(info: CardInfo) -> bool:
        if all(map(view.playable, info.deduced)):
            return True
        return info.card in trusted and any(map(view.playable, info.deduced))

    if playable := [info for info in view.hand if fits(info)]:
        return Play(min(playable, key=lambda info: min(map(rank_of, info.deduced))).card)
    if hint := _best_hint(view, trusted, single=single):
        return hint
    return _discard(view) or _any_hint(view, single=single)


def _certain_play(view: HanabiView) -> Play | None:
    certain = [info for info in view.hand if _certain(view, info.deduced)]
    lowest = min(certain, key=lambda info: min(map(rank_of, info.deduced)), default=None)
    return Play(lowest.card) if lowest else None


def _protections(view: HanabiView) -> Iterator[Hint]:
    """Yield hints at last copies that are the oldest untouched card of somebody; the next first."""
    for ahead in range(1, view.players):
        hand = view.hands[(view.seat + ahead) % view.players]
        chop = next((info for info in hand if info.colour is None and info.rank is None), None)
        if isinstance(chop, SeenCard) and view.critical(chop.face):
            yield from (hint for hint in _hints(view) if chop.card in hint.touched)


def _hints_at_fives(view: HanabiView) -> Iterator[Hint]:
    for hint in _hints(view):
        if isinstance(hint, HintRank) and hint.rank == 5:
            hand = {info.card: info for info in view.hands[hint.seat]}
            if any(hand[card].rank is None for card in hint.touched):
                yield hint


def _hints(view: HanabiView) -> list[Hint]:
    return [move for move in view.moves if isinstance(move, HintColour | HintRank)]


def _best_hint(view: HanabiView, trusted: frozenset[Card], *, single: bool) -> Hint | None:
    """The hint that makes most cards certainly playable, else one that points at such a card."""
    hints = _hints(view)
    if not hints:
        return None

    def worth(hint: Hint) -> tuple[int, int]:
        hand = [info for info in view.hands[hint.seat] if isinstance(info, SeenCard)]
        played = sum(view.playable(i.face) and _learns(view, i, hint) for i in hand)
        pointed = [i for i in hand if i.card in hint.touched and view.playable(i.face)]
        unknown = [i for i in pointed if not _certain(view, i.deduced)]
        if single and says_play(hint) and view.red + 1 < view.rules.red:
            if not pointed:
                return -1, 0  # it would be played
            played = max(played, len([i for i in unknown if i.card not in trusted]))
        return played, len(unknown)

    best = max(hints, key=worth)
    return best if worth(best) > (0, 0) else None


def _any_hint(view: HanabiView, *, single: bool) -> Move:
    """The lid is full: a hint that makes nobody play, at many cards; with none, the oldest card."""
    hints = _hints(view)
    harmless = [hint for hint in hints if not (single and says_play(hint))]
    return max(harmless or hints, key=lambda h: len(h.touched), default=view.moves[0])


def _certain(view: HanabiView, faces: tuple[Face, ...]) -> bool:
    return all(map(view.playable, faces))


def _learns(view: HanabiView, info: SeenCard, hint: Hint) -> bool:
    """Whether the owner is certain after the hint that the card can be played, and was not."""
    meant, touched = view.rules.meant_by(hint), info.card in hint.touched
    after = tuple(face for face in info.deduced if bool(meant >> face & 1) == touched)
    return _certain(view, after) and not _certain(view, info.deduced)


def _discard(view: HanabiView, *, newest: bool = False) -> Discard | None:
    if not any(isinstance(move, Discard) for move in view.moves):
        return None
    dead = [info for info in view.hand if all(map(view.dead, info.deduced))]
    hand = view.hand[::-1] if newest else view.hand
    unhinted = [info for info in hand if info.colour is None and info.rank is None]
    return Discard([*dead, *unhinted, *view.hand][0].card)
