"""What screens claim of an Ikebana table, against a recount and every way to go on.

`make claims` tries more positions.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from p2p_hanabi.games.ikebana.moves import Buy, Draw, Keep, Refuse
from p2p_hanabi.games.ikebana.rules import OPTIONS, Ikebana
from p2p_hanabi.games.ikebana.state import (
    Bought,
    Drew,
    Ended,
    IkebanaState,
    Kept,
    Refused,
    Scored,
    Shuffled,
)
from p2p_hanabi.games.ikebana.ui import decision, painter, rounds, story
from p2p_hanabi.games.ikebana.ui.board import board, cells
from p2p_hanabi.games.ikebana.ui.page import PAGE
from p2p_hanabi.games.ikebana.ui.screen import SCREEN
from p2p_hanabi.games.ikebana.view import IkebanaView
from p2p_hanabi.ui.drawing.canvas import Size
from p2p_hanabi.ui.drawing.style import Line, as_text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.model.game.areas import Area
from p2p_hanabi.ui.model.game.game_page import Looking
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.terminal.table.board_frame import Board
from protocol.game import Act, Card, Deal, Over, Seat, Shuffle
from tests.any_game import BOTS
from tests.builders import beacon, dice
from tests.fakes import NAMES
from tests.games.positions import count, in_parts
from tests.rows import as_rows

IKEBANA = Ikebana()
LETTERS, COLOURS = "RYGBKJ", ("red", "yellow", "green", "blue", "black", "joker")
JOKER = 5
IN_THE_BOX = (3, 2, 2, 2, 1)
RUNS = {(1, 2, 3, 4): 8, (2, 3, 4, 5): 12, (1, 2, 3, 4, 5): 15}
SEVERAL = {"a pair of": 2, "three": 3, "four": 4, "five": 5}
ALL = Counter(5 * c + r for c in range(5) for r, n in enumerate(IN_THE_BOX) for _ in range(n))
ALL.update(5 * JOKER + r for r in range(5))


def short(face: int) -> str:
    return f"{LETTERS[face // 5]}{face % 5 + 1}"


def full(face: int) -> str:
    return f"{COLOURS[face // 5]} {face % 5 + 1}"


# -- the rules of bouquets, by trying everything


def gain(values: Sequence[int]) -> int:
    """IK22 to IK24: the best way to split cards into combinations."""
    return _gain(tuple(sorted(values)))


@cache
def _gain(values: tuple[int, ...]) -> int:
    best = 0
    for size in range(2, len(values) + 1):
        for places in combinations(range(len(values)), size):
            some = sorted(values[place] for place in places)
            counted = RUNS.get(tuple(some), sum(some) if len(set(some)) == 1 else 0)
            if counted:
                rest = [v for place, v in enumerate(values) if place not in places]
                best = max(best, counted + gain(rest))
    return best


def times(colours: Sequence[int]) -> int:
    """IK25, IK26: the best multiplier of five cards, jokers as any colour."""
    return _times(tuple(sorted(colours)))


@cache
def _times(colours: tuple[int, ...]) -> int:
    own = [colour for colour in colours if colour != JOKER]
    found = set()
    for taken in product(range(5), repeat=5 - len(own)):
        different = len({*own, *taken})
        found.add({1: 4, 5: 3, 2: 2}.get(different, 1))
    return max(found)


def best_times(faces: Sequence[int], others: Sequence[int]) -> int:
    """The best multiplier of a bouquet with any cards that are in no other bouquet."""
    free = ALL.copy()
    free.subtract([*faces, *others])
    colours: Counter[int] = Counter()
    for face, copies in free.items():
        colours[face // 5] += copies
    ways = combinations_with_replacement(range(6), 5 - len(faces))
    own = [face // 5 for face in faces]
    fitting = [way for way in ways if all(way.count(c) <= colours[c] for c in way)]
    return max(times([*own, *way]) for way in fitting)


class Recount:
    """A game counted again from its log."""

    def __init__(self, state: IkebanaState, entries: int) -> None:
        seats = state.rules.seats
        self.seats, self.prestige = seats, [6] * seats
        self.pile: Counter[int] = Counter()
        self.bouquets: list[list[int]] = [[] for _ in range(seats)]
        self.heaps: list[list[int]] = [[] for _ in range(seats)]
        self.won: list[list[int]] = []
        self.drawn: int | None = None
        self.refusals = 0
        self.last = state.rules.bouquet_final
        for entry in state.log[:entries]:
            self.follow(entry)

    def follow(self, entry: object) -> None:
        match entry:
            case Shuffled(faces=faces):
                self.pile = Counter(faces)
                if len(faces) == sum(ALL.values()):
                    self.bouquets = [[] for _ in range(self.seats)]
                    self.heaps = [[] for _ in range(self.seats)]
                else:
                    self.heaps = [heap[-1:] for heap in self.heaps]
            case Drew(face=face):
                self.pile[face] -= 1
                self.drawn = face
            case Kept(seat=seat, face=face):
                self.bouquets[seat].append(face)
                self.drawn, self.refusals = None, 0
            case Refused(seat=seat, face=face):
                self.refusals += 1
                steps = [(seat + k) % self.seats for k in range(1, self.seats)]
                payee = steps[(self.refusals - 1) % len(steps)]
                self.prestige[seat] -= self.refusals
                self.prestige[payee] += self.refusals
                self.heaps[seat].append(face)
                self.drawn = None
            case Bought(seat=seat, face=face, owner=owner):
                assert self.heaps[owner].pop() == face
                self.prestige[seat] -= face % 5 + 1
                self.prestige[owner] += face % 5 + 1
                self.bouquets[seat].append(face)
                self.refusals = 0
            case Scored():
                factor = 2 if self.last and len(self.won) == 3 else 1
                won = [
                    gain([f % 5 + 1 for f in faces]) * times([f // 5 for f in faces]) * factor
                    for faces in self.bouquets
                ]
                self.won.append(won)
                self.prestige = [a + b for a, b in zip(self.prestige, won, strict=True)]

    def others(self, seat: int) -> list[int]:
        return [f for s, faces in enumerate(self.bouquets) if s != seat for f in faces]

    def can_buy(self, seat: int) -> list[tuple[int, int]]:
        """Whose discards a seat can pay for, with the card."""
        return [
            (owner, heap[-1])
            for owner, heap in enumerate(self.heaps)
            if owner != seat and heap and heap[-1] % 5 + 1 <= self.prestige[seat]
        ]


def states(seed: str) -> Iterator[IkebanaState]:
    """The positions of a game with random options: of bots, and of those who refuse at random."""
    rolled = random.Random(seed)  # noqa: S311 - a test's dice must fall the same again
    seats = rolled.randint(2, 5)
    options: dict[str, Any] = {each.key: rolled.choice(each.allowed) for each in OPTIONS}
    options["first"] = rolled.choice((None, *range(seats)))
    state = IKEBANA.start(options, seats, beacon(rolled.randrange(1000)))
    faces: dict[Card, Any] = {}
    share = rolled.choice((0.0, 0.5, 1.0))
    while True:
        yield state
        match IKEBANA.pending(state):
            case Shuffle(listed):
                new = rolled.sample(listed, len(listed))
                faces |= {Card(len(faces) + k): face for k, face in enumerate(new)}
                state = IKEBANA.shuffled(state)
            case Deal(cards):
                state = IKEBANA.opened(IKEBANA.dealt(state), {c: faces[c] for c, _ in cards})
            case Act(seat):
                view = IKEBANA.view(state, seat, {})
                by_bot = rolled.random() < share
                move = BOTS["ikebana"](view) if by_bot else rolled.choice(view.moves)
                state = IKEBANA.apply(state, move)
            case Over():
                return


def text(lines: Sequence[Line]) -> list[str]:
    return [as_text(line) for line in lines]


def check_bouquet(sentence: str, faces: Sequence[int], others: Sequence[int]) -> None:
    """A bouquet as a sentence."""
    if not faces:
        assert sentence == "no flowers yet"
        return
    cards, values = " ".join(map(short, faces)), [face % 5 + 1 for face in faces]
    if len(faces) < 5:
        best = best_times(faces, others)
        bonus = "" if best == 1 else f", its colours can still multiply by {best}"
        gained = f"gains {gain(values)} so far" if gain(values) else "gains nothing yet"
        missing = "one flower" if len(faces) == 4 else f"{5 - len(faces)} flowers"
        assert sentence == f"{cards}, {gained}{bonus}, {missing} to come"
        return
    multiplier = times([face // 5 for face in faces])
    assert sentence.startswith(f"{cards}: ")
    assert sentence.endswith(f", that is {gain(values) * multiplier}")
    check_why(sentence, faces)


def check_why(sentence: str, faces: Sequence[int], factor: int = 1) -> None:
    """What gains and multiplies, and the colours of jokers, which have to give that multiplier."""
    values = [face % 5 + 1 for face in faces]
    gains = [int(n) for n in re.findall(r"gains? (\d+)", sentence)]
    assert sum(gains) == gain(values)
    for number, value, gained in re.findall(
        r"(a pair of|three|four|five) (\d)s gains? (\d+)", sentence
    ):
        assert values.count(int(value)) == SEVERAL[number]
        assert int(gained) == SEVERAL[number] * int(value)
    for run, gained in re.findall(r"straight ([\d-]+) gains (\d+)", sentence):
        assert set(map(int, run.split("-"))) <= set(values)
        assert int(gained) == RUNS[tuple(map(int, run.split("-")))]
    multiplier = times([face // 5 for face in faces])
    words = {1: "no colour bonus", 2: "two colours, times 2", 3: "five colours, times 3"}
    assert words.get(multiplier, "one colour, times 4") in sentence
    assert ("doubled in the last round" in sentence) == (factor == 2)
    jokers = re.search(r"\(the jokers? counts? as (.*?)\)", sentence)
    own = [face // 5 for face in faces if face // 5 != JOKER]
    if jokers is not None:
        taken = [COLOURS.index(name) for name in re.findall(r"\w+", jokers[1]) if name != "and"]
        assert len(taken) == 5 - len(own)
        assert {4: 1, 3: 5, 2: 2}[multiplier] == len({*own, *taken})
    else:
        assert len(own) == 5 or multiplier == 1


def check_counts(sentence: str, faces: Sequence[int], others: Sequence[int], factor: int) -> None:
    """A bouquet's score in a few cells."""
    values, colours = [f % 5 + 1 for f in faces], [f // 5 for f in faces]
    if not faces:
        assert sentence == ""
    elif len(faces) < 5:
        assert sentence == f"{gain(values)} (x{best_times(faces, others)})"
    else:
        parts = [gain(values), *(each for each in (times(colours), factor) if each > 1)]
        total = gain(values) * times(colours) * factor
        told_parts, _, told_total = sentence.partition(" = ")
        assert told_parts == " x".join(map(str, parts))
        assert told_total == (str(total) if len(parts) > 1 else "")


def check_choices(view: IkebanaView, players: Players, now: Recount) -> None:
    """What the seat to act can do, and what it costs."""
    sentences = decision.decision_sentences(view, players)
    turn = painter.whose_turn(view, players)
    assert (turn is None) == (view.actor is None)
    if view.actor is None or turn is None:
        return
    actor, headline = view.actor, as_text(turn)
    mine = actor == players.me
    bouquet = now.bouquets[actor]
    if now.drawn is None:
        bought = now.can_buy(actor)
        if not mine:
            name = players.name(actor)
            assert sentences == [
                f"{name} draws a card, or buys one." if bought else f"{name} draws a card."
            ]
            assert headline == (f"{name} draws or buys." if bought else f"{name} draws a card.")
            return
        for owner, face in bought:
            offer = f"{full(face)} from {players.name(Seat(owner))} for {face % 5 + 1}"
            assert offer in headline
            assert offer in sentences[0]
        assert headline.count(" for ") == sentences[0].count(" from ") == len(bought)
        if not bought:
            assert headline == "Your turn: draw."
            is_any = any(heap for owner, heap in enumerate(now.heaps) if owner != actor)
            nothing = "you cannot pay for any discard" if is_any else "there is nothing to buy"
            assert sentences == [f"Draw a card: {nothing}."]
        return
    price, purse = now.refusals + 1, now.prestige[actor]
    steps = [(actor + k) % now.seats for k in range(1, now.seats)]
    payee = Seat(steps[(price - 1) % len(steps)])
    assert f"drawn {full(now.drawn)}." in sentences[0]
    grown = sentences[1].removeprefix("If kept: ").removesuffix(".")
    check_bouquet(grown, [*bouquet, now.drawn], now.others(actor))
    can_refuse = price <= purse
    to = "you" if payee == players.me else players.name(payee)
    refused = f"If refused: {price} to {to}."
    assert sentences[2] == (refused if can_refuse else f"It cannot be refused: that costs {price}.")
    if mine:
        fits = re.search(r"keep (\w+ \d) \(then (.*)\)[,;] (.*)", headline)
        assert fits is not None, headline
        assert fits[1] == full(now.drawn)
        check_bouquet(fits[2], [*bouquet, now.drawn], now.others(actor))
        assert ("have to keep" in headline) != can_refuse
        assert fits[3] == (
            f"or refuse it and pay {price} to {players.name(payee)}."
            if can_refuse
            else f"refusing it costs {price}, which you do not have."
        )
    elif can_refuse:
        assert headline == f"{players.name(actor)} keeps it or refuses it."
    else:
        assert f"has to keep it: refusing it costs {price}, more than" in headline


def check_table(state: IkebanaState, view: IkebanaView, players: Players, now: Recount) -> None:
    seats = state.rules.seats
    number = min(4, len(now.won) + 1)
    is_double = state.rules.bouquet_final and number == 4
    standing = as_text(painter.standing(view))
    assert standing.startswith(f"Round {number} of 4, card ")
    if state.actor is not None:
        assert f"card {1 + min(map(len, now.bouquets))} of 5." in standing
    assert ("This round counts double." in standing) == is_double
    left = sum(now.pile.values())
    pile = {0: "The pile is empty.", 1: "One card is left in the pile."}
    assert standing.endswith(pile.get(left, f"{left} cards are left in the pile."))
    sentences = text(painter.bouquets(view, players))[1:]
    scores = text(painter.scores(view, players))[1:]
    heaps = text(painter.discards(view, players))[1:]
    for place, seat in enumerate(players.from_next):
        name = "You" if seat == players.me else players.name(seat)
        assert sentences[place].startswith(f"  {name}: ")
        faces, others = now.bouquets[seat], now.others(seat)
        check_bouquet(sentences[place].split(": ", 1)[1], faces, others)
        check_counts(cells.counts(view.bouquets[seat], view.factor), faces, others, 1 + is_double)
        rounds_won = ", ".join(str(won[seat]) for won in now.won)
        so_far = f"; bouquets so far: {rounds_won}" if now.won else ""
        assert scores[place] == f"  {name}: {now.prestige[seat]}{so_far}"
        check_heap(
            heaps[place].split(": ", 1)[1], now.heaps[seat], is_shown=state.rules.show_buried
        )
    assert len(sentences) == seats


def check_heap(sentence: str, heap: Sequence[int], *, is_shown: bool) -> None:
    if not heap:
        assert sentence == "none"
        return
    below = len(heap) - 1
    several = {0: "", 1: ", on top of one card"}.get(below, f", on top of {below} cards")
    assert sentence.startswith(f"{full(heap[-1])}{several}")
    rest = sentence.removeprefix(f"{full(heap[-1])}{several}")
    buried = " ".join(map(short, heap[:-1]))
    assert (buried in rest) if is_shown and below else not rest


def check_previews(state: IkebanaState, view: IkebanaView, players: Players, now: Recount) -> None:
    """What a move is said to do, against what it does."""
    actor = view.seat
    offers = {offer.move: offer for offer in PAGE.offers(view, players)}
    assert set(offers) == set(view.moves)
    for move in view.moves:
        sentence = SCREEN.preview(move, view, players)
        after = IKEBANA.apply(state, move)
        won = after.won[-1] if len(after.won) > len(now.won) else (0,) * now.seats
        more = [a - b - n for a, b, n in zip(after.prestige, won, now.prestige, strict=True)]
        paid, gained = -more[actor], [seat for seat in range(now.seats) if more[seat] > 0]
        match move:
            case Draw():
                assert sentence == "You draw a card; after that you cannot buy one this turn."
                continue
            case Buy(owner):
                face = now.heaps[owner][-1]
                head = f"You buy {full(face)} from {players.name(owner)} for {face % 5 + 1}: "
                assert (paid, gained) == (face % 5 + 1, [owner])
                assert offers[move].words == f"Buy for {paid}"
            case Keep():
                assert now.drawn is not None
                face, head = now.drawn, f"You keep {full(now.drawn)}: "
            case Refuse():
                assert now.drawn is not None
                [payee] = gained
                name = players.name(Seat(payee))
                assert sentence == f"You refuse {full(now.drawn)} and pay {paid} to {name}."
                assert offers[move].words == f"Refuse for {paid}"
                continue
        assert sentence.startswith(head)
        grown = [*now.bouquets[actor], face]
        check_bouquet(sentence.removeprefix(head).removesuffix("."), grown, now.others(actor))


# -- the log, and the results of rounds


def check_log(state: IkebanaState, view: IkebanaView, players: Players) -> None:
    sentences, now = story.as_sentences(view, players), Recount(state, 0)
    assert len(sentences) == len(state.log)
    for sentence, entry in zip(sentences, state.log, strict=True):
        now.follow(entry)
        pile = sum(now.pile.values())
        match entry:
            case Shuffled(faces=faces) if len(faces) < 55:
                several = (
                    "one covered discard makes" if len(faces) == 1 else f"{len(faces)} covered"
                )
                assert several in sentence
            case Shuffled():
                check_begins(sentence, state, players, now)
            case Drew(face=face):
                assert f"{full(face)}. " in sentence
                assert "empty" in sentence if not pile else re.search(rf"{pile}|One", sentence)
            case Kept(seat=seat, face=face):
                grown = sentence.split(f"{full(face)}: ", 1)[1].removesuffix(".")
                check_bouquet(grown, now.bouquets[seat], now.others(seat))
            case Refused(seat=seat, payee=payee):
                check_paid(sentence, seat, payee, now)
            case Bought(seat=seat, face=face, owner=owner):
                check_paid(sentence, seat, owner, now)
                bouquet = re.search(rf"{full(face)} from \w+: (.*?)\. ", sentence)
                assert bouquet is not None
                check_bouquet(bouquet[1], now.bouquets[seat], now.others(seat))


def check_begins(sentence: str, state: IkebanaState, players: Players, now: Recount) -> None:
    """Who begins a round, and whether because of the best bouquet or after a tie."""
    who = re.search(r"shuffled\. (\w+) begins?[.:;,]", sentence)
    assert who is not None, sentence
    if (starter := _starter(state, len(now.won))) is not None:
        assert who[1] == ("You" if starter == players.me else players.name(Seat(starter)))
    assert f"Round {len(now.won) + 1} of 4 begins: 55 cards" in sentence
    best = max(now.won[-1]) if now.won else 0
    is_tie = bool(now.won) and now.won[-1].count(best) > 1
    assert ("was a tie" in sentence) == is_tie
    assert ("the best bouquet" in sentence) == bool(now.won)


def _starter(state: IkebanaState, number: int) -> int | None:
    """Who made the first move of a round; None if nobody has yet."""
    rounds_begun = -1
    for entry in state.log:
        if isinstance(entry, Shuffled) and len(entry.faces) == 55:
            rounds_begun += 1
        elif isinstance(entry, Drew | Bought) and rounds_begun == number:
            return entry.seat
    return None


def check_paid(sentence: str, payer: int, payee: int, now: Recount) -> None:
    own, others = now.prestige[payer], now.prestige[payee]
    numbers = re.search(r"(?:have|has) (\d+) now, \w+ (\d+)\.$", sentence)
    assert numbers is not None, sentence
    assert (int(numbers[1]), int(numbers[2])) == (own, others)


def check_rounds(state: IkebanaState, view: IkebanaView, players: Players) -> None:
    """The results of rounds: each sum is right, and the prestige is that of the table then."""
    for number, result in enumerate(rounds.results(view, players)):
        now = Recount(state, result.entries)
        last = state.rules.bouquet_final and number == 3
        for part in result.parts[: now.seats]:
            head, (why, prestige) = as_text(part.head), text(part.rows)
            name, rest = head.split(": ", 1)
            seat = players.me if name == "You" else players.names.index(name)
            faces = now.bouquets[seat]
            assert rest.startswith(" ".join(map(short, faces)))
            check_why(why, faces, 1 + last)
            sum_told = rest.removeprefix(" ".join(map(short, faces))).removeprefix(": ")
            total = now.won[number][seat]
            terms, _, told_total = sum_told.partition(" = ")
            assert int(told_total or terms) == total
            assert eval(terms.replace("x", "*")) == total  # noqa: S307 - digits, from our own screen
            terms, _, after = prestige.removeprefix("prestige ").partition(" = ")
            assert int(after) == now.prestige[seat]
            assert eval(re.sub(r"\([^)]*\)", "", terms)) == int(after)  # noqa: S307 - the same
        if number < 3:
            begins = as_text(result.parts[-1].head)
            best = max(now.won[number])
            is_tie = now.won[number].count(best) > 1
            assert ("was a tie" in begins) == is_tie
            starter = _starter(state, number + 1)
            starter = state.starter if starter is None else starter
            assert begins.startswith(
                "You" if starter == players.me else players.name(Seat(starter))
            )
            assert now.won[number][starter] == best


def check_end(view: IkebanaView, players: Players, now: Recount) -> None:
    lines = text(painter.result(view, players))
    places = [
        re.fullmatch(r"  (\d)\. (\w+), (\d+) prestige; bouquets: (.*)", x) for x in lines[1:-1]
    ]
    for fits in places:
        assert fits is not None, lines
        seat = players.me if fits[2] == "You" else players.names.index(fits[2])
        assert int(fits[3]) == now.prestige[seat]
        assert int(fits[1]) == 1 + sum(each > now.prestige[seat] for each in now.prestige)
        assert fits[4] == ", ".join(str(won[seat]) for won in now.won)
    best = [s for s, each in enumerate(now.prestige) if each == max(now.prestige)]
    names = {"You" if s == players.me else players.name(Seat(s)) for s in best}
    sentence = lines[-1]
    assert {w for w in re.findall(r"\w+", sentence) if w in (*players.names, "You")} == names
    assert ("share" in sentence) == (len(best) > 1)


# -- boards and pages


def check_shown(view: IkebanaView, players: Players, now: Recount) -> None:
    for size in (Size(80, 24), Size(120, 40)):
        rows = as_rows(board.paint(Board(view, players, headline=()), size, Theme()))
        shown = "\n".join(rows)
        for seat in range(now.seats):
            sentence = cells.counts(view.bouquets[seat], view.factor)
            assert sentence in shown
            assert str(now.prestige[seat]) in shown
    areas: Sequence[Area] = PAGE.areas(view, players, Looking())
    for seat in range(now.seats):
        area = next(each for each in areas if each.key == f"bouquet {seat + 1}")
        cards = [drawn.front.name for drawn in area.cards if drawn.front is not None]
        faces = now.bouquets[seat]
        assert cards == [*map(full, faces), *["free place"] * (5 - len(faces))]
        if faces:
            check_bouquet(area.lines[-1].text, faces, now.others(seat))


def check_all(state: IkebanaState, rolled: random.Random) -> None:
    seat = Seat(rolled.randrange(state.rules.seats))
    if state.actor is not None and rolled.random() < 0.5:
        seat = state.actor
    view, players = IKEBANA.view(state, seat, {}), Players(seat, NAMES[: state.rules.seats])
    now = Recount(state, len(state.log))
    check_table(state, view, players, now)
    check_choices(view, players, now)
    if view.moves:
        check_previews(state, view, players, now)
    if rolled.random() < 0.2:
        check_shown(view, players, now)
        check_log(state, view, players)
        check_rounds(state, view, players)
    if isinstance(state.phase, Ended):
        check_log(state, view, players)
        check_rounds(state, view, players)
        check_end(view, players, now)


@in_parts
def test_statements_about_a_table_are_true(part: int) -> None:
    checked, game = 0, 0
    while checked < count():
        game += 1
        rolled = dice(f"claims of {part}", game)
        for state in states(f"{part} {game}"):
            if rolled.random() < 0.2 or isinstance(state.phase, Ended):
                check_all(state, rolled)
                checked += 1
