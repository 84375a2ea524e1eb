"""The rules of Hanabi, from docs/rules/hanabi.md, and their bytes. Section 9."""

from typing import Any

from .basics import CARDS, FACES, array, below, need


class Game:
    def __init__(self, seats: int, options: dict[str, Any], first: int) -> None:
        self.n, self.blue, self.lid = seats, options["blue"], options["blue"]
        self.limit, self.empty, self.seat = options["red"], options["empty hints"], first
        self.turn = self.red = 0
        self.heights, self.discards = [0] * 5, list[list[int]]()
        size = 5 if seats < 4 else 4
        self.hands = [list(range(size * i, size * i + size)) for i in range(seats)]
        self.next = size * seats
        self.draw = list(range(self.next))  # the cards that a deal is to show
        self.left: int | None = None
        self.waiting: list[Any] | None = None  # the move whose card is to be opened
        self.outcome: list[Any] | None = None

    def public(self) -> list[Any]:
        seat = None if self.waiting or self.outcome else self.seat
        pile = len(CARDS) - self.next
        tokens = [self.blue, self.red, self.heights]
        return [self.turn, seat, *tokens, pile, self.hands, self.discards, self.left]

    def claims(self, move: Any) -> list[tuple[int, list[int]]]:
        """What a legal move claims; a Fault if it is not legal."""
        need(type(move) is list and len(move) > 0, "no move")
        if move[0] in ("play", "discard"):
            need(array(move, 2) and type(move[1]) is int, "no move")
            need(move[1] in self.hands[self.seat], "not a card of the own hand")
            need(move[0] == "play" or self.blue < self.lid, "HB22: the lid is full")
            return []
        need(move[0] in ("hint colour", "hint rank") and array(move, 4), "no move")
        kind, seat, value, touched = move
        need(below(seat, self.n) and seat != self.seat, "D2: not another seat")
        need(self.blue > 0, "HB20: no blue token")
        need(below(value, 5) if kind == "hint colour" else below(value, 6) and value > 0, "value")
        hand = self.hands[seat]
        need(len(hand) > 0, "HB16: an empty hand")
        need(type(touched) is list and all(type(c) is int for c in touched), "no move")
        need(touched == sorted(c for c in hand if c in touched), "HB17: not cards of the hand")
        need(len(touched) > 0 or self.empty, "D1: it touches nothing")
        said = [f for f in FACES if (f // 5 if kind == "hint colour" else f % 5 + 1) == value]
        rest = [f for f in FACES if f not in said]
        return [(card, said if card in touched else rest) for card in hand]

    def apply(self, move: list[Any]) -> None:
        if move[0] in ("play", "discard"):
            self.waiting = move
        else:
            self.blue -= 1
            self.settle()

    def opened(self, face: int) -> None:
        assert self.waiting is not None
        (kind, card), self.waiting = self.waiting, None
        colour, rank = divmod(face, 5)
        self.hands[self.seat].remove(card)
        if kind == "discard":
            self.discards.append([card, face])
            self.blue = min(self.lid, self.blue + 1)
        elif self.heights[colour] == rank:
            self.heights[colour] += 1
            self.blue = min(self.lid, self.blue + (rank == 4))
        else:
            self.discards.append([card, face])
            self.red += 1
        self.settle(draws=True)

    def settle(self, draws: bool = False) -> None:
        """What comes after a move has taken effect: the end, or the draw and the next seat."""
        self.turn += 1
        if self.left is not None:
            self.left -= 1
        if self.red == self.limit:
            self.outcome = ["third red token", 0]
        elif sum(self.heights) == 25 or self.left == 0:
            reason = "complete" if sum(self.heights) == 25 else "pile ended"
            self.outcome = [reason, sum(self.heights)]
        else:
            if draws and self.next < len(CARDS):
                self.draw = [self.next]
                self.hands[self.seat].append(self.next)
                self.next += 1
                if self.next == len(CARDS):
                    self.left = self.n
            self.seat = (self.seat + 1) % self.n
