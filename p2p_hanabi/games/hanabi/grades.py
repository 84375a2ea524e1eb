"""Which endings of Hanabi count as perfect, and which as lost."""

from p2p_hanabi.seam.outcomes import Grades

from .state import LOST, EndReason

GRADES = Grades(
    perfect=frozenset({EndReason.COMPLETE.value}),
    lost=frozenset(reason.value for reason in LOST),
)
