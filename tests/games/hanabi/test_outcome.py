"""Which endings are the best and the worst, and what they score."""

from __future__ import annotations

import pytest

from p2p_hanabi.games.hanabi.outcome import EndReason, ended, outcome_of, signed
from p2p_hanabi.seam.outcomes import TeamGrade


def test_every_firework_is_perfect_and_a_third_mistake_is_lost() -> None:
    assert ended(EndReason.COMPLETE, 25).grade is TeamGrade.PERFECT
    assert ended(EndReason.PILE_ENDED, 19).grade is TeamGrade.PARTIAL
    assert ended(EndReason.THIRD_RED_TOKEN, 19).grade is TeamGrade.LOST


@pytest.mark.parametrize("reason", EndReason)
def test_only_a_lost_table_scores_nothing(reason: EndReason) -> None:
    """D4, D17, D19"""
    outcome = ended(reason, 19)
    assert outcome.score == (0 if outcome.grade is TeamGrade.LOST else 19)
    assert outcome_of(signed(outcome)) == outcome
