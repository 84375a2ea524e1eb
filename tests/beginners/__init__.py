"""Two people who play Hanabi for the first time, as partners for the bot to be measured with.

`p2phanabi arena --style human+tests.beginners:literal` seats one of them.
"""

from __future__ import annotations

from collections.abc import Callable

from p2p_hanabi.games.common.firework_cards import rank_of
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


def _best_hint(view: HanabiView, trusted: frozenset[Card], *, single: bool) -> Hint | None:
    """The hint that makes most cards certainly playable, else one that points at such a card."""
    hints = [move for move in view.moves if isinstance(move, HintColour | HintRank)]
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
    hints = [move for move in view.moves if isinstance(move, HintColour | HintRank)]
    harmless = [hint for hint in hints if not (single and says_play(hint))]
    return max(harmless or hints, key=lambda h: len(h.touched), default=view.moves[0])


def _certain(view: HanabiView, faces: tuple[Face, ...]) -> bool:
    return all(map(view.playable, faces))


def _learns(view: HanabiView, info: SeenCard, hint: Hint) -> bool:
    """Whether the owner is certain after the hint that the card can be played, and was not."""
    meant, touched = view.rules.meant_by(hint), info.card in hint.touched
    after = tuple(face for face in info.deduced if bool(meant >> face & 1) == touched)
    return _certain(view, after) and not _certain(view, info.deduced)


def _discard(view: HanabiView) -> Discard | None:
    if not any(isinstance(move, Discard) for move in view.moves):
        return None
    dead = [info for info in view.hand if all(map(view.dead, info.deduced))]
    unhinted = [info for info in view.hand if info.colour is None and info.rank is None]
    return Discard([*dead, *unhinted, *view.hand][0].card)
