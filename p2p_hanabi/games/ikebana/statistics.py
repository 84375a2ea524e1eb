"""How a game of Ikebana was played, counted from its log: what was refused and bought, and for what
price."""

from __future__ import annotations

from enum import Enum

from p2p_hanabi.seam.game_statistics import CountedGame, Statistic, by_seat, summed
from protocol.game import Seat

from .state import Bought, Kept, Refused, Scored
from .view import IkebanaView


class IkebanaFact(Enum):
    """What is counted, by the seat that did it. Prices are in prestige."""

    KEPT = "kept"  # drawn cards that went into a bouquet
    REFUSED = "refused"
    PAID_TO_REFUSE = "paid_to_refuse"
    BOUGHT = "bought"
    PAID_TO_BUY = "paid_to_buy"
    PRICE = "price_bought"  # the mean price of a card that was bought
    RECEIVED = "received"  # from other seats
    FROM_BOUQUETS = "from_bouquets"


def count(game: CountedGame[IkebanaView]) -> tuple[Statistic, ...]:
    """Count all facts of the game."""
    seats, log = game.seats, game.last.log
    refused = [entry for entry in log if isinstance(entry, Refused)]
    bought = [entry for entry in log if isinstance(entry, Bought)]
    rounds = [entry.won for entry in log if isinstance(entry, Scored)]
    income = [(entry.payee, entry.price) for entry in refused]
    income += [(entry.owner, entry.price) for entry in bought]

    def paid(entries: list[Refused] | list[Bought]) -> list[int]:
        return _per_seat(seats, [(entry.seat, entry.price) for entry in entries])

    kept = [entry.seat for entry in log if isinstance(entry, Kept)]
    return (
        by_seat(IkebanaFact.KEPT, seats, kept),
        by_seat(IkebanaFact.REFUSED, seats, [entry.seat for entry in refused]),
        summed(IkebanaFact.PAID_TO_REFUSE, paid(refused)),
        by_seat(IkebanaFact.BOUGHT, seats, [entry.seat for entry in bought]),
        summed(IkebanaFact.PAID_TO_BUY, paid(bought)),
        Statistic(IkebanaFact.PRICE, sum(paid(bought)), per=len(bought)),
        summed(IkebanaFact.RECEIVED, _per_seat(seats, income)),
        summed(
            IkebanaFact.FROM_BOUQUETS, [sum(won[seat] for won in rounds) for seat in range(seats)]
        ),
    )


def _per_seat(seats: int, amounts: list[tuple[Seat, int]]) -> list[int]:
    return [sum(price for seat, price in amounts if seat == own) for own in range(seats)]
