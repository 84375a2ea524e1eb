"""How a game of Koi-Koi was played, counted from its log: rounds, yaku, and koi that paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from p2p_hanabi.seam.game_statistics import CountedGame, Statistic, by_seat
from protocol.game import Seat

from .state import Entry, LaidOut, Played, RoundOver, SaidKoi, Turned
from .view import KoikoiView
from .yaku import Yaku


class KoikoiFact(Enum):
    """What is counted, besides each `Yaku` that scored."""

    ROUNDS = "rounds"  # that were played to their end
    ROUNDS_WON = "rounds_won"
    CAPTURED = "captured"  # cards
    KOI = "koi"
    KOI_PAID = "koi_paid"  # its player won the round, with more yaku than then
    KOI_COST = "koi_cost"  # the opponent won the round


@dataclass(slots=True)
class _Counted:
    """`open_koi` are the koi of this round, each with what its player's yaku counted then."""

    won: list[Seat] = field(default_factory=list)
    koi: list[Seat] = field(default_factory=list)
    paid: list[Seat] = field(default_factory=list)
    cost: list[Seat] = field(default_factory=list)
    captured: list[Seat] = field(default_factory=list)
    yaku: dict[Yaku, list[Seat]] = field(default_factory=lambda: {yaku: [] for yaku in Yaku})
    rounds: int = 0
    open_koi: list[SaidKoi] = field(default_factory=list)

    def add(self, entry: Entry) -> None:
        match entry:
            case LaidOut():
                self.open_koi = []
            case Played(seat, _, taken) | Turned(seat, _, taken):
                self.captured += [seat] * (len(taken) + bool(taken))
            case SaidKoi(seat):
                self.koi.append(seat)
                self.open_koi.append(entry)
            case RoundOver(winner=winner):
                self.rounds += 1
                if winner is not None:
                    self._won(entry, winner)

    def _won(self, entry: RoundOver, winner: Seat) -> None:
        self.won.append(winner)
        for made in entry.yaku:
            self.yaku[made.yaku].append(winner)
        for koi in self.open_koi:
            if koi.seat != winner:
                self.cost.append(koi.seat)
            elif entry.base > koi.base:
                self.paid.append(winner)


def count(game: CountedGame[KoikoiView]) -> tuple[Statistic, ...]:
    """Count all facts of the game."""
    counted = _Counted()
    for entry in game.last.log:
        counted.add(entry)
    facts: dict[Enum, Sequence[Seat]] = {
        KoikoiFact.ROUNDS_WON: counted.won,
        KoikoiFact.CAPTURED: counted.captured,
        KoikoiFact.KOI: counted.koi,
        KoikoiFact.KOI_PAID: counted.paid,
        KoikoiFact.KOI_COST: counted.cost,
        **{yaku: seats for yaku, seats in counted.yaku.items() if seats},
    }
    of_seats = (by_seat(fact, game.seats, seats) for fact, seats in facts.items())
    return (Statistic(KoikoiFact.ROUNDS, counted.rounds), *of_seats)
