"""The rules of Hanabi, from docs/rules/hanabi.md, and their bytes. Section 9."""

from collections.abc import Mapping
from typing import Any

from .basics import array, below
from .faults import need
from .rules import TALK, Audience, Game

COPIES = (0, 0, 0, 1, 1, 2, 2, 3, 3, 4)


class Hanabi(Game):
    deck, seats, shows_secrets = "hanabi", range(2, 6), True
    always = {  # noqa: RUF012 - never changed
        "announce": (False, True),
        "blue": (8, 10),
        "empty hints": (False, True),
        "finale": (False, True),
        "multicolour": (False, True, "ten", "any", "any-ten"),
        "red": (3, 1),
    }
    sometimes = {"escrow": (), "first": (), "stuck": ("skip",), "talk": TALK}  # noqa: RUF012

    @staticmethod
    def faces(options: Mapping[str, Any]) -> int:
        return 30 if options["multicolour"] else 25

    def __init__(self, seats: int, options: Mapping[str, Any], beacon: bytes) -> None:
        super().__init__(seats, options, beacon)
        self.blue = self.lid = options["blue"]
        self.seat = self.first_seat()
        self.turn = self.red = 0
        self.colours = self.faces(options) // 5
        self.cards = [5 * c + r for c in range(5) for r in COPIES]
        if self.colours == 6:
            full = options["multicolour"] in ("ten", "any-ten")
            self.cards += [25 + r for r in (COPIES if full else range(5))]
        self.wild = options["multicolour"] in ("any", "any-ten")  # D27, D28
        self.heights, self.discards = [0] * self.colours, list[list[int]]()
        size = 5 if seats < 4 else 4
        self.hands = [list(range(size * i, size * i + size)) for i in range(seats)]
        self.next = size * seats
        self.draw = list(range(self.next))  # the cards that a deal is to show
        self.piled = False
        self.left: int | None = None
        self.waiting: list[Any] | None = None  # the move whose card is to be opened

    def wants(self) -> tuple[Any, ...]:
        if not self.piled:
            return "shuffle", self.cards
        if self.draw:
            holders = {card: seat for seat, hand in enumerate(self.hands) for card in hand}
            return "deal", [(card, Audience("but", holders[card])) for card in self.draw]
        if self.waiting:
            return "open", [self.waiting[1]]
        return ("over",) if self.outcome else ("act", self.seat)

    def shuffled(self) -> None:
        self.piled = True

    def dealt(self, _faces: dict[int, int]) -> None:
        self.draw = []

    def public(self) -> list[Any]:
        seat = None if self.waiting or self.outcome else self.seat
        pile = len(self.cards) - self.next
        tokens = [self.blue, self.red, self.heights]
        return [self.turn, seat, *tokens, pile, self.hands, self.discards, self.left]

    def claims(self, move: Any) -> list[tuple[int, list[int]]]:
        need(type(move) is list and len(move) > 0, "no move")
        if move[0] in ("play", "discard"):
            names_colour = move[0] == "play" and self.options["announce"] and array(move, 3)
            need(names_colour or array(move, 2), "no move")
            need(not names_colour or below(move[2], self.colours), "HC1: no colour in play")
            need(type(move[1]) is int and move[1] in self.hands[self.seat], "not in the own hand")
            need(move[0] == "play" or self.blue < self.lid, "HB22: the lid is full")
            return []
        need(move[0] in ("hint colour", "hint rank") and array(move, 4), "no move")
        kind, seat, value, touched = move
        need(below(seat, self.n) and seat != self.seat, "D2: not another seat")
        need(self.blue > 0, "HB20: no blue token")
        ranks = below(value, 6) and value > 0
        colours = self.colours - self.wild
        need(below(value, colours) if kind == "hint colour" else ranks, "HB18: no such value")
        hand = self.hands[seat]
        need(len(hand) > 0, "HB16: an empty hand")
        need(type(touched) is list and all(type(c) is int for c in touched), "no move")
        need(touched == sorted(c for c in hand if c in touched), "HB17: not cards of the hand")
        need(len(touched) > 0 or self.options["empty hints"], "D1: it touches nothing")
        faces = range(self.faces(self.options))
        if kind == "hint colour":
            values = [f for f in faces if f // 5 == value or (self.wild and f // 5 == 5)]
        else:
            values = [f for f in faces if f % 5 + 1 == value]
        rest = [f for f in faces if f not in values]
        return [(card, values if card in touched else rest) for card in hand]

    def apply(self, move: list[Any]) -> None:
        if move[0] in ("play", "discard"):
            self.waiting = move
        else:
            self.blue -= 1
            self.settle()

    def opened(self, faces: list[int]) -> None:
        assert self.waiting is not None
        (kind, card, *hinted), self.waiting = self.waiting, None
        colour, rank = divmod(faces[0], 5)
        self.hands[self.seat].remove(card)
        if kind == "discard":
            self.discards.append([card, faces[0]])
            self.gain(1)
        elif self.heights[colour] == rank and hinted in ([], [colour]):
            self.heights[colour] += 1
            self.gain((rank == 4) + len(hinted))
        else:
            self.discards.append([card, faces[0]])
            self.red += 1
        self.settle(draws=True)

    def gain(self, tokens: int) -> None:
        self.blue = min(self.lid, self.blue + tokens)

    def is_lost(self) -> bool:
        """HF3, D17: all copies of a card that is above its firework lie in the discards."""
        gone = [face for _, face in self.discards]
        return any(
            gone.count(face) == self.cards.count(face)
            for face in gone
            if face % 5 >= self.heights[face // 5]
        )

    def can_move(self, seat: int) -> bool:
        return bool(self.hands[seat]) or self.blue > 0

    def pass_over(self) -> None:
        self.settle(passed=True)

    def settle(self, *, draws: bool = False, passed: bool = False) -> None:
        """What comes after a move has taken effect: the end, or the draw and the next seat."""
        self.turn += 1
        if self.left is not None:
            self.left -= 1
        if self.red == self.options["red"]:
            self.outcome = ["third red token", 0]
        elif self.options["finale"] and self.is_lost():
            self.outcome = ["indispensable card lost", 0]
        elif sum(self.heights) == 5 * self.colours:
            self.outcome = ["complete", sum(self.heights)]
        elif self.left == 0:
            self.outcome = ["pile ended", sum(self.heights)]
        else:
            if draws and self.next < len(self.cards):
                self.draw = [self.next]
                self.hands[self.seat].append(self.next)
                self.next += 1
                if self.next == len(self.cards) and not self.options["finale"]:
                    self.left = self.n
            self.pass_on(passed=passed)

    def pass_on(self, *, passed: bool) -> None:
        order = [(self.seat + i) % self.n for i in range(1, self.n + 1)]
        able = [seat for seat in order if self.can_move(seat)]
        skips = self.options.get("stuck") == "skip" and not (passed and able == [self.seat])
        if able and (able[0] == order[0] or skips):
            self.seat = able[0]
        else:
            self.outcome = ["stuck", 0]
