"""What an audit finds."""


class Fault(Exception):
    def __init__(self, reason: str, seat: int | None = None, round_: int | None = None) -> None:
        super().__init__(reason)
        self.reason, self.seat, self.round = reason, seat, round_


def need(holds: bool, reason: str, seat: int | None = None) -> None:
    if not holds:
        raise Fault(reason, seat)
