"""A deal whose file does not show every card, such as one of a game in which cards that were not
played stay hidden: the others lie as chance would have it, the same each time."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, replace

from protocol.encoding import enc
from protocol.game import Card, Face, Shuffle

from ..records.playback import Playback
from ..records.record import NO_BEACON

MORE_PILES = 12
"""How many more rounds can be played than in the game: a round may be dealt again."""


@dataclass(frozen=True, slots=True)
class FilledDeal:
    """`playback` shows every card; `hidden` of those in the piles that were dealt are guessed."""

    playback: Playback
    hidden: int


def filled(game: Playback) -> FilledDeal:
    """Return the game with all cards of its piles, which are all of one kind; unchanged if that is
    not so."""
    pile = _pile(game)
    played = max(game.faces, default=Card(-1)) // len(pile) + 1 if pile else 0
    seed = enc((game.names, tuple(sorted(game.faces.items()))))
    faces, hidden = dict(game.faces), 0
    for number in range(played + MORE_PILES if pile else 0):
        cards = [Card(number * len(pile) + at) for at in range(len(pile))]
        unknown = [card for card in cards if card not in faces]
        left = Counter(pile)
        left.subtract(faces[card] for card in cards if card in faces)
        if min(left.values()) < 0:
            return FilledDeal(game, 0)
        order = sorted(unknown, key=lambda card: hashlib.sha256(seed + enc(card)).digest())
        faces |= zip(order, sorted(left.elements()), strict=True)
        hidden += len(unknown) if number < played else 0
    return FilledDeal(replace(game, faces=faces), hidden)


def _pile(game: Playback) -> tuple[Face, ...]:
    """Return the faces of the first pile."""
    start = game.rules.start(dict(game.options), len(game.names), NO_BEACON)
    pending = game.rules.pending(start)
    return pending.faces if isinstance(pending, Shuffle) else ()
