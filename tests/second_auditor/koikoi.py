"""The rules of Koi-Koi and their bytes, from docs/rules/koikoi.md."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from .basics import array
from .faults import need
from .rules import ALL, TALK, Audience, Game

POINTS = (
    *(20, 5, 1, 1), *(10, 5, 1, 1), *(20, 5, 1, 1), *(10, 5, 1, 1), *(10, 5, 1, 1),
    *(10, 5, 1, 1), *(10, 5, 1, 1), *(20, 10, 1, 1), *(10, 5, 1, 1), *(10, 5, 1, 1),
    *(20, 10, 5, 1), *(20, 1, 1, 1),
)  # fmt: skip
FLAGS = (False, True)


def month(face: int) -> int:
    return face // 4


def first_of(number: int) -> int:
    """The face of the first card of a month, counted from 1."""
    return 4 * (number - 1)


CURTAIN, MOON, RAIN, SAKE = first_of(3), first_of(8), first_of(11), first_of(9)
INOSHIKACHO = {first_of(7), first_of(10), first_of(6)}
POEMS = {first_of(m) + 1 for m in (1, 2, 3)}
BLUES = {first_of(m) + 1 for m in (6, 9, 10)}


def from_(number: int, least: int, worth: int) -> int:
    """So much for the least number, and one more for each further; nothing for fewer."""
    return worth + number - least if number >= least else 0


def base(captured: list[int], options: Mapping[str, Any]) -> int:
    """What the yaku of captured faces count, before anything is doubled."""
    got = set(captured)
    of = Counter(POINTS[face] for face in captured)
    ribbons, tane = of[5], of[10]
    simples = of[1] + (SAKE in got and options["sake as kasu"])
    total = from_(simples, 10, 1)  # KK26
    if got >= POEMS | BLUES:
        groups = from_(ribbons, 6, 10)  # KK30, F16
    else:
        groups = from_(ribbons, 3, 5) if got >= POEMS or got >= BLUES else 0
    total += groups
    if not groups or options["stack groups"]:
        total += from_(ribbons, 5, 1)  # KK27, F17
    beasts = from_(tane, 3, 5) if got >= INOSHIKACHO else 0
    total += beasts
    if not beasts or options["stack groups"]:
        total += from_(tane, 5, 1)  # KK31, F17
    if options.get("viewings", True):  # F28
        total += 5 * (got >= {MOON, SAKE}) + 5 * (got >= {CURTAIN, SAKE})  # KK33, KK34
    dry = of[20] - (RAIN in got)
    if of[20] == 5:
        total += 10
    elif of[20] == 4:
        total += 8 if dry == 4 else 7
    elif dry == 3 or (of[20] == 3 and options["sanko rain"]):
        total += 5
    return total


class Koikoi(Game):
    deck, seats, shows_secrets = "hanafuda", range(2, 3), False
    always = {  # noqa: RUF012 - never changed
        "double from": (8, 7),
        "draw switches": FLAGS,
        "exhausted": ("none", "koi", "dealer"),
        "max koi": ("unlimited", 1),
        "redeal pairs": FLAGS,
        "rounds": (3, 6, 12),
        "sake as kasu": FLAGS,
        "sanko rain": FLAGS,
        "stack groups": FLAGS,
    }
    sometimes = {"talk": TALK, "viewings": (False,)}  # noqa: RUF012

    @staticmethod
    def faces(_options: Mapping[str, Any]) -> int:
        return 48

    def __init__(self, seats: int, options: Mapping[str, Any], beacon: bytes) -> None:
        super().__init__(seats, options, beacon)
        self.turn = self.round = 0
        self.dealer: int | None = None
        self.next_dealer = 0
        self.score = [0, 0]
        self.shuffles = 0
        self.next_round = 1
        self.decided = False  # who deals first
        self.next = self.left = 0
        self.step = "pile"  # what comes next, in the words of `wants` below or of the public state
        self.seat = 0
        self.clear()

    def clear(self) -> None:
        self.table: list[list[int]] = []
        self.matching: list[int] | None = None
        self.from_hand = False
        self.hands: list[list[int]] = [[], []]
        self.seen: list[dict[int, int]] = [{}, {}]
        self.captured: list[list[list[int]]] = [[], []]
        self.at_koi, self.kois = [0, 0], [0, 0]
        self.last_koi: int | None = None
        self.shown: list[list[int] | None] = []
        self.played: int | None = None

    def wants(self) -> tuple[Any, ...]:
        if self.step == "pile":
            return "shuffle", list(range(48))
        if self.step == "draw":
            return "open", [self.next, self.next + 1]
        if self.step == "deal":
            assert self.dealer is not None
            dealer, other = Audience("only", self.dealer), Audience("only", 1 - self.dealer)
            rows = [who for who in (other, ALL, dealer) for _ in range(2)] * 4
            return "deal", [(self.next + i, who) for i, who in enumerate(rows)]
        if self.step == "claims":
            return "open", sorted(card for cards in self.shown for card in cards or ())
        if self.step == "put":
            return "open", [self.played]
        if self.step == "turned":
            return "open", [self.next]
        return ("over",) if self.outcome else ("act", self.seat)

    def shuffled(self) -> None:
        self.next, self.left = 48 * self.shuffles, 48
        self.shuffles += 1
        if not self.decided:
            self.step = "draw"
            return
        self.clear()
        self.round, self.dealer = self.next_round, self.next_dealer
        self.step = "deal"

    def dealt(self, faces: dict[int, int]) -> None:
        assert self.dealer is not None
        self.table = [[card, faces[card]] for card in sorted(faces)]
        for i in range(24):
            card = self.next + i
            if card not in faces:
                who = 1 - self.dealer if i % 6 < 2 else self.dealer
                self.hands[who].append(card)
        self.next += 24
        self.left -= 24
        months = Counter(month(face) for _, face in self.table)
        four, pairs = 4 in months.values(), set(months.values()) == {2}
        if four or (pairs and self.options["redeal pairs"]):
            self.step = "pile"
        else:
            self.seat, self.step = self.dealer, "check"

    def opened(self, faces: list[int]) -> None:
        if self.step == "draw":
            self.decide(*faces)
        elif self.step == "claims":
            self.judge(faces)
        elif self.step == "put":
            assert self.played is not None
            self.put(self.played, faces[0])
        else:
            self.lay([self.next, faces[0]], from_hand=False)
            self.next += 1
            self.left -= 1

    def decide(self, mine: int, other: int) -> None:
        """KK7, KK8, F1: of the card of seat 0 and that of seat 1."""
        ranks = [(month(face), -POINTS[face]) for face in (mine, other)]
        self.step = "pile"
        if ranks[0] != ranks[1]:
            self.decided = True
            self.next_dealer = ranks.index(min(ranks))

    def judge(self, faces: list[int]) -> None:
        assert self.dealer is not None
        cards = sorted(card for shown in self.shown for card in shown or ())
        known = dict(zip(cards, faces, strict=True))
        true = [False, False]
        for i, shown in enumerate(self.shown):
            who = self.dealer if i == 0 else 1 - self.dealer
            if shown is None:
                continue
            self.seen[who] = {card: known[card] for card in shown}
            numbers = Counter(month(known[card]) for card in shown).values()
            true[who] = 4 in numbers or (len(shown) == 8 and set(numbers) == {2})
        if any(true):
            self.end_round([6 * one for one in true])
        else:
            self.seat, self.step = self.dealer, "play"

    def public(self) -> list[Any]:
        acts = self.step in ("check", "play", "take", "call")
        sides = [
            [hand, [[card, seen[card]] for card in hand if card in seen], captured, at, kois]
            for hand, seen, captured, at, kois in zip(
                self.hands, self.seen, self.captured, self.at_koi, self.kois, strict=True
            )
        ]
        asked = [self.seat, self.step] if acts else [None, None]
        place = [self.turn, *asked, self.round, self.dealer, self.left]
        return [*place, self.table, self.matching, sides, self.last_koi, self.score]

    def claims(self, move: Any) -> list[tuple[int, list[int]]]:
        need(type(move) is list and len(move) > 0, "no move")
        hand = self.hands[self.seat]
        if self.step == "check" and move[0] == "show":
            need(array(move, 2) and type(move[1]) is list, "no move")
            cards = move[1]
            need(all(type(card) is int for card in cards), "no move")
            need(len(cards) in (4, 8), "F7: four cards, or all eight")
            need(cards == [card for card in hand if card in cards], "F7: not of the own hand")
        elif self.step == "play":
            need(array(move, 2) and move[0] == "play", "no move")
            need(type(move[1]) is int and move[1] in hand, "not a card of the own hand")
        elif self.step == "take":
            need(array(move, 2) and move[0] == "take", "no move")
            cards = [card for card, _ in self.matches()]
            need(type(move[1]) is int and move[1] in cards, "not a card that matches")
        else:
            allowed = [["keep"]] if self.step == "check" else [["koi"], ["shobu"]]
            need(move in allowed, "no move")
        return []

    def matches(self) -> list[list[int]]:
        assert self.matching is not None
        return [one for one in self.table if month(one[1]) == month(self.matching[1])]

    def apply(self, move: list[Any]) -> None:
        kind = move[0]
        self.turn += 1
        if kind == "play" and move[1] not in self.seen[self.seat]:
            self.played, self.step = move[1], "put"
            return
        if kind in ("keep", "show"):
            self.shown.append(move[1] if kind == "show" else None)
            self.said_of_hand()
        elif kind == "play":
            self.put(move[1], self.seen[self.seat][move[1]])
        elif kind == "take":
            matching, self.matching = self.matching, None
            assert matching is not None
            self.capture(matching, [one for one in self.table if one[0] == move[1]])
        elif kind == "koi":
            self.last_koi = self.seat
            self.kois[self.seat] += 1
            self.at_koi[self.seat] = self.base_of(self.seat)
            self.pass_on()
        else:
            self.win(self.seat)

    def said_of_hand(self) -> None:
        assert self.dealer is not None
        if len(self.shown) == 1:
            self.seat = 1 - self.dealer
        elif self.shown == [None, None]:
            self.seat, self.step = self.dealer, "play"
        else:
            self.step = "claims"

    def put(self, card: int, face: int) -> None:
        self.hands[self.seat].remove(card)
        self.seen[self.seat].pop(card, None)
        self.played = None
        self.lay([card, face], from_hand=True)

    def lay(self, card: list[int], *, from_hand: bool) -> None:
        """KK15 to KK18, F8, F9."""
        self.from_hand = from_hand
        matches = [one for one in self.table if month(one[1]) == month(card[1])]
        if len(matches) == 2:
            self.matching, self.step = card, "take"
        elif matches:
            self.capture(card, matches)
        else:
            self.table.append(card)
            self.go_on()

    def capture(self, card: list[int], taken: list[list[int]]) -> None:
        self.captured[self.seat] += [card, *taken]
        self.table = [one for one in self.table if one not in taken]
        self.go_on()

    def go_on(self) -> None:
        if self.from_hand:
            self.step = "turned"
        elif self.base_of(self.seat) <= self.at_koi[self.seat]:
            self.pass_on()
        elif not self.hands[self.seat] or self.options["max koi"] == self.kois[self.seat]:
            self.win(self.seat)  # F22, F21
        else:
            self.step = "call"

    def base_of(self, seat: int) -> int:
        return base([face for _, face in self.captured[seat]], self.options)

    def pass_on(self) -> None:
        self.seat, self.step = 1 - self.seat, "play"
        if self.hands == [[], []]:
            self.exhaust()

    def exhaust(self) -> None:
        """KK22, F23."""
        how = self.options["exhausted"] if self.last_koi is not None else "none"
        points = [0, 0]
        if how == "dealer":
            assert self.dealer is not None
            points[self.dealer] = 6
        if how == "koi" and self.last_koi is not None:
            self.win(self.last_koi)
        else:
            self.end_round(points)

    def win(self, seat: int) -> None:
        worth = self.base_of(seat)
        twice = (worth >= self.options["double from"]) + (self.kois[1 - seat] > 0)
        points = [0, 0]
        points[seat] = worth << twice
        self.end_round(points)

    def end_round(self, points: list[int]) -> None:
        assert self.dealer is not None
        self.score = [a + b for a, b in zip(self.score, points, strict=True)]
        winners = [seat for seat in (0, 1) if points[seat]]
        if len(winners) == 1:
            self.next_dealer = winners[0]
        else:
            self.next_dealer = self.dealer ^ self.options["draw switches"]
        self.next_round = self.round + 1
        self.step = "pile"
        if self.round == self.options["rounds"]:
            self.step = "over"
            most = max(self.score)
            best = [seat for seat in (0, 1) if self.score[seat] == most]
            self.outcome = ["rounds played", self.score, best[0] if len(best) == 1 else None]
