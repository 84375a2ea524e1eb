"""A set-up of five seats compared with one of `mentalpoker` (PyPI), interleaved.

Theirs has no proofs: each of five players encrypts and shuffles 50 points of secp256k1, removes its
lock again and puts a separate one on each card; then the 20 cards of the hands are opened.

    python -m tests.bench.peers
"""

from __future__ import annotations

import importlib
from functools import partial
from typing import Any

from tests.any_game import RULES
from tests.bench.clock import cost_s, interleaved, out, ratio
from tests.fakes import wire_for

SEATS, CARDS, DEALT, ROUNDS = 5, 50, 20, 5
NOT_TRIED = "libTMCG is not measured: Debian 12 has no package of it"


def main() -> None:
    try:
        dealer = importlib.import_module("mentalpoker.dealer")
    except ImportError:
        out("mentalpoker is not installed: `make bench-peers` installs it")
    else:
        both = (set_up, partial(deal, dealer))
        ours, theirs = interleaved([partial(cost_s, one) for one in both], ROUNDS)
        times = ratio(ours, theirs)
        out(f"a set-up of {SEATS} seats takes {min(ours):.2f} s with all proofs;")
        out(f"mentalpoker's {min(theirs):.2f} s without any: ours takes {times:.2f} times as long")
    out(NOT_TRIED)


def set_up() -> None:
    """Set up all seats in memory."""
    wire = wire_for(RULES["hanabi"], SEATS)
    wire.open()
    while wire.deliver():
        pass
    assert all(node.table.status().hands_dealt for node in wire.nodes)


def deal(dealer: Any) -> None:
    players = [dealer.DealerEC(list(range(CARDS))) for _ in range(SEATS)]
    deck = players[0].new_deck
    for player in players:
        deck = player.shuffle(deck)
    for player in players:
        deck = player.deal(deck)
    seen = {
        players[0].reveal_card(deck[card], [player.get_card_key(card) for player in players])
        for card in range(DEALT)
    }
    assert len(seen) == DEALT


if __name__ == "__main__":
    main()
