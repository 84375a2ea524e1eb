"""The rules of Ikebana and their bytes, from docs/rules/ikebana.md."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

from .basics import array, below
from .faults import need
from .rules import ALL, TALK, Game

BOX = sorted(
    [5 * c + r for c in range(5) for r in (0, 0, 0, 1, 1, 2, 2, 3, 3, 4)] + [*range(25, 30)]
)
JOKER = 5
STRAIGHTS = ((8, (1, 2, 3, 4)), (12, (2, 3, 4, 5)), (15, (1, 2, 3, 4, 5)))  # IK22


def value_of(face: int) -> int:
    return face % 5 + 1


@cache
def gain(values: tuple[int, ...]) -> int:
    """The most that ascending values gain in combinations that share no card."""
    best, counts = 0, Counter(values)
    for value, number in counts.items():
        for many in range(2, number + 1):
            best = max(
                best,
                value * many + gain(tuple(sorted((counts - Counter({value: many})).elements()))),
            )
    for worth, straight in STRAIGHTS:
        if all(counts[value] for value in straight):
            best = max(best, worth + gain(tuple(sorted((counts - Counter(straight)).elements()))))
    return best


def times(faces: list[int]) -> int:
    """By how much the colours multiply, with the best colours for the jokers."""
    plain = {face // 5 for face in faces} - {JOKER}
    jokers = sum(face // 5 == JOKER for face in faces)
    reached = range(max(len(plain), 1), len(plain) + jokers + 1)
    return max(({1: 4, 5: 3, 2: 2}.get(colours, 1) for colours in reached), default=1)


def score(faces: list[int]) -> int:
    return gain(tuple(sorted(value_of(face) for face in faces))) * times(faces)


class Ikebana(Game):
    deck, seats, shows_secrets = "hanabi", range(2, 6), True
    always = {"bouquet final": (False, True)}  # noqa: RUF012 - never changed
    sometimes = {  # noqa: RUF012
        "first": (),
        "show buried": (True,),
        "talk": TALK,
        "tie": ("coin",),
    }

    @staticmethod
    def faces(_options: Mapping[str, Any]) -> int:
        return 30

    def __init__(self, seats: int, options: Mapping[str, Any], beacon: bytes) -> None:
        super().__init__(seats, options, beacon)
        self.turn = self.refusals = self.left = 0
        self.next = 0  # the number of the pile's first card
        self.starter = self.first_seat()
        self.prestige = [6] * seats
        self.drawn: list[int] | None = None
        self.bouquets: list[list[list[int]]] = [[] for _ in range(seats)]
        self.discards: list[list[list[int]]] = [[] for _ in range(seats)]
        self.won: list[list[int]] = []
        self.fresh = True  # the next pile is that of a round, not of its discards
        self.piling = True
        self.drawing = False

    @property
    def seat(self) -> int:
        return (self.starter + self.turn) % self.n

    def wants(self) -> tuple[Any, ...]:
        if self.piling:
            if self.fresh:
                return "shuffle", BOX
            return "shuffle", sorted(face for pile in self.discards for _, face in pile[:-1])
        if self.drawing:
            return "deal", [(self.next, ALL)]
        return ("over",) if self.outcome else ("act", self.seat)

    def shuffled(self) -> None:
        self.next += self.left  # those that were never drawn
        if self.fresh:
            self.left = len(BOX)
            self.bouquets, self.discards = [[] for _ in range(self.n)], [[] for _ in range(self.n)]
        else:
            self.left = sum(len(pile[:-1]) for pile in self.discards)
            self.discards = [pile[-1:] for pile in self.discards]
        self.piling = self.fresh = False

    def dealt(self, faces: dict[int, int]) -> None:
        self.drawn = [self.next, faces[self.next]]
        self.next += 1
        self.left -= 1
        self.drawing = False

    def public(self) -> list[Any]:
        seat = None if self.piling or self.drawing or self.outcome else self.seat
        piles = [self.bouquets, self.discards, self.won]
        head = [self.turn, seat, self.starter, self.refusals, self.left]
        return [*head, self.prestige, self.drawn, *piles]

    def claims(self, move: Any) -> list[tuple[int, list[int]]]:
        need(type(move) is list and len(move) > 0, "no move")
        if move[0] == "buy":
            need(array(move, 2) and below(move[1], self.n), "no move")
            need(self.drawn is None, "IK20: a card was drawn")
            need(move[1] != self.seat, "IK19: one's own discards")
            need(len(self.discards[move[1]]) > 0, "E19: nothing to buy")
            price = value_of(self.discards[move[1]][-1][1])
            need(price <= self.prestige[self.seat], "E10: it cannot pay")
            return []
        need(move in (["draw"], ["keep"], ["refuse"]), "no move")
        need((self.drawn is None) == (move == ["draw"]), "not what is to be done")
        payable = self.refusals + 1 <= self.prestige[self.seat]
        need(move != ["refuse"] or payable, "E9: it cannot pay")
        return []

    def apply(self, move: list[Any]) -> None:
        kind = move[0]
        if kind == "draw":
            self.draw()
        elif kind == "keep":
            self.take(self.drawn)
        elif kind == "buy":
            card = self.discards[move[1]].pop()
            self.pay(value_of(card[1]), move[1])
            self.take(card)
        else:
            assert self.drawn is not None
            others = [(self.seat + i) % self.n for i in range(1, self.n)]
            self.pay(self.refusals + 1, others[self.refusals % len(others)])
            self.refusals += 1
            self.discards[self.seat].append(self.drawn)
            self.draw()

    def draw(self) -> None:
        self.drawn, self.drawing = None, True
        self.piling = self.left == 0

    def pay(self, price: int, to: int) -> None:
        self.prestige[self.seat] -= price
        self.prestige[to] += price

    def take(self, card: list[int] | None) -> None:
        assert card is not None
        self.bouquets[self.seat].append(card)
        self.drawn, self.refusals = None, 0
        self.turn += 1
        if self.turn % (5 * self.n) == 0:
            self.end_round()

    def end_round(self) -> None:
        number = len(self.won) + 1
        twice = 2 if number == 4 and self.options["bouquet final"] else 1
        scores = [twice * score([face for _, face in bouquet]) for bouquet in self.bouquets]
        self.won.append(scores)
        self.prestige = [a + b for a, b in zip(self.prestige, scores, strict=True)]
        if number == 4:
            most = max(self.prestige)
            winners = [i for i, has in enumerate(self.prestige) if has == most]
            self.outcome = ["four rounds", most, self.prestige, winners]
            return
        order = [(self.starter + i) % self.n for i in range(self.n)]
        best = [i for i in order if scores[i] == max(scores)]
        tossed = self.options.get("tie") == "coin"
        self.starter = best[self.coin(len(best), "next starter", number) if tossed else 0]
        self.piling = self.fresh = True
