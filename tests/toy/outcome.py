"""The highest card wins."""

from enum import Enum

from p2p_hanabi.seam.outcomes import Outcome
from protocol.encoding import Integer, Value
from protocol.errors import BadEncoding
from protocol.game import Seat
from protocol.reasons import Malformed


class EndReason(Enum):
    ALL_SHOWN = "all shown"


def signed(outcome: Outcome[EndReason]) -> tuple[Value, ...]:
    return (outcome.reason.value, outcome.score, outcome.winners)


def outcome_of(value: Value) -> Outcome[EndReason]:
    match value:
        case ("all shown", Integer(score), (Integer(seat),)):
            return Outcome(EndReason.ALL_SHOWN, score, (Seat(seat),))
    raise BadEncoding(Malformed.FORM)
