"""Which endings are the best and the worst: the arena counts them."""

from __future__ import annotations

from p2p_hanabi.games.hanabi.grades import GRADES
from p2p_hanabi.games.hanabi.state import EndReason


def test_every_firework_is_perfect_and_a_third_mistake_is_lost() -> None:
    assert EndReason.COMPLETE.value in GRADES.perfect
    assert EndReason.THIRD_RED_TOKEN.value in GRADES.lost
    assert not GRADES.perfect & GRADES.lost
    assert GRADES.perfect | GRADES.lost < {reason.value for reason in EndReason}
