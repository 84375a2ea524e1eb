"""Why the bots of Ikebana and Koi-Koi make their moves. Hanabi's have their own file."""

from __future__ import annotations

from typing import Any

import pytest

from p2p_hanabi.games.ikebana.whys import IkebanaWhy
from p2p_hanabi.games.koikoi.whys import KoikoiWhy
from p2p_hanabi.registry import GAMES
from protocol.reasons import Code, Reason
from tests.any_game import RULES
from tests.builders import drive
from tests.lengths import sampled


@sampled(1)
@pytest.mark.parametrize(
    ("game", "seats", "codes"), [("ikebana", 3, IkebanaWhy), ("koikoi", 2, KoikoiWhy)]
)
def test_each_move_has_a_reason_and_each_reason_comes_up(
    game: str, seats: int, codes: type[Code]
) -> None:
    style, seen = GAMES[game].styles["human"], set()

    def player(view: Any) -> Any:
        decision = style.decide(view)
        assert decision.move == style.choose(view)
        if decision.why is None:
            assert RULES[game].pack(decision.move)[0] in ("show", "keep")
        else:
            assert isinstance(decision.why, Reason)
            seen.add(decision.why.code)
        return decision.move

    for seed in range(6):
        drive(RULES[game], {}, seats, seed, choose=player)
    assert seen == {*codes}


@pytest.mark.parametrize("game", ["ikebana", "koikoi"])
def test_a_reason_is_shown_with_its_facts(game: str) -> None:
    replay: Any = GAMES[game].replay
    for code in replay.whys:
        facts = dict.fromkeys(code.facts, 7)
        value = replay.why(None, 1, code.reason(**facts))
        assert value.count("7") == len(facts)
