"""What screens claim of a Hanabi table, against every deal that the viewer cannot rule out.

`make claims` tries more positions.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, cached_property

from p2p_hanabi.games.common.firework_cards import colour_of, rank_of
from p2p_hanabi.games.hanabi.bot.explained import decide
from p2p_hanabi.games.hanabi.moves import Discard, Hint, HintColour, HintRank, Play
from p2p_hanabi.games.hanabi.outcome import EndReason
from p2p_hanabi.games.hanabi.state import (
    Awaited,
    Discarded,
    Ended,
    Entry,
    HanabiState,
    Hinted,
)
from p2p_hanabi.games.hanabi.ui import painter
from p2p_hanabi.games.hanabi.ui.board import board as hanabi_board
from p2p_hanabi.games.hanabi.ui.board import cells, columns
from p2p_hanabi.games.hanabi.ui.board.cells import Level
from p2p_hanabi.games.hanabi.ui.board.seen import HanabiBoard
from p2p_hanabi.games.hanabi.ui.explanation import explanation
from p2p_hanabi.games.hanabi.ui.page import PAGE
from p2p_hanabi.games.hanabi.ui.screen import SCREEN
from p2p_hanabi.games.hanabi.ui.story import HanabiTeller, events, story
from p2p_hanabi.games.hanabi.view import CardInfo, HanabiView
from p2p_hanabi.games.hanabi.whys import HanabiWhy
from p2p_hanabi.ui.drawing.canvas import Size
from p2p_hanabi.ui.drawing.style import Line, as_text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.model.game.game_page import Looking
from p2p_hanabi.ui.model.game.game_screen import as_seen
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.terminal.table.board_frame import Board
from protocol.game import Card, Face, Known, Seat
from protocol.reasons import Reason
from tests.builders import dice
from tests.fakes import NAMES
from tests.games.positions import count, in_parts
from tests.rows import as_rows

from . import said
from .random_games import HANABI, Position, tables
from .worlds import (
    Course,
    Faces,
    Viewpoint,
    best,
    colour_and_rank,
    is_searchable,
    last_round,
    played_well,
)

LOST = {EndReason.THIRD_RED_TOKEN, EndReason.INDISPENSABLE_CARD_LOST, EndReason.STUCK}
"""D4, D17, D19"""

loose: Counter[str] = Counter()
"""How often a bound was not reached where all could be tried."""


class Truth:
    """What is true of a position for some eyes, and possible as far as they can tell."""

    def __init__(self, position: Position, seen: Known, rolled: random.Random) -> None:
        state = position.state
        self.position, self.state, self.rolled = position, state, rolled
        self.colours = state.rules.colours
        self.course = Course(state)
        self.eyes = Viewpoint(state, seen, self.course)
        self.worlds, self.are_all = self.eyes.worlds(rolled, 3)
        self.is_over = isinstance(state.phase, Ended)
        self.ways: set[tuple[int, ...]] | None = None
        if self.is_over:
            self.ways = {tuple(self.course.heights)}
        elif self.eyes.is_last_round:
            self.ways = set().union(*(last_round(self.eyes, world) for world in self.worlds))
        self.is_exact = self.ways is not None and (self.are_all or self.is_over)

    def faces_of(self, card: Card) -> Faces:
        """What these eyes know that a card may be."""
        seen = self.eyes.seen
        return frozenset({seen[card]}) if card in seen else self.may_be[card]

    @cached_property
    def may_be(self) -> Mapping[Card, Faces]:
        return self.eyes.knowledge()

    @cache  # noqa: B019 - for the time of a test
    def owner(self, seat: int) -> Mapping[Card, Faces]:
        """What a seat knows of its own hand, from what these eyes see too."""
        return self.eyes.of_owner(seat)

    def top(self, colour: int) -> int:
        """The height that a firework cannot pass."""
        if self.is_exact and self.ways is not None:
            return max(way[colour] for way in self.ways)
        return min(self.eyes.uncut(colour), self.course.heights[colour] + self.eyes.plays)

    def floor(self, colour: int) -> int:
        """A height that a firework can still reach."""
        if self.ways is not None:
            return max(way[colour] for way in self.ways)
        return self.top(colour)

    def can_come(self, face: int) -> bool:
        colour, rank = colour_and_rank(face)
        return self.course.heights[colour] < rank <= self.top(colour)

    def is_last(self, face: int) -> bool:
        return self.eyes.copies(face) == 1 and self.can_come(face)

    def worth(self, faces: Faces) -> str:
        if self.is_over:
            return ""
        if not any(map(self.can_come, faces)):
            return "useless"
        return "last" if all(map(self.is_last, faces)) else ""


def text(lines: Sequence[Line]) -> list[str]:
    return [as_text(line) for line in lines]


# -- the whole table


def check_table(view: HanabiView, players: Players, truth: Truth) -> None:
    state, course = truth.state, truth.course
    tokens = as_text(painter.tokens(view))
    pile = {0: "The pile is empty.", 1: "One card is left in the pile."}
    sentence = pile.get(state.pile, f"{state.pile} cards are left in the pile.")
    rules = state.rules
    counts = f"{course.blue} of {rules.blue}. Red tokens: {course.red} of {rules.red}."
    turns = turns_to_come(truth)
    said_turns = "" if turns is None else f" {turns} turns are left."
    said_turns = " One turn is left." if turns == 1 else said_turns
    assert tokens == f"Blue tokens: {counts} {sentence}{said_turns}"
    turn = painter.whose_turn(view, players)
    if turn is not None and turns is not None:
        assert as_text(turn).endswith(("your last one.", "for the last time."))
    check_score(painter.points(view), truth)
    lines = text(painter.discards(view)[1:])
    assert len(lines) == truth.colours
    for colour, line in enumerate(lines):
        check_colour(said.colour(line), colour, truth)
    check_columns(view, truth)


def turns_to_come(truth: Truth) -> int | None:
    """The turns that somebody will still have, until the end of the last round."""
    state = truth.state
    if state.turns_left is None or truth.is_over:
        return None
    seats = [(state.seat + ahead) % state.rules.seats for ahead in range(state.turns_left)]
    return sum(seat not in truth.eyes.absent for seat in seats)


def check_score(sentence: str, truth: Truth) -> None:
    now = sum(truth.course.heights)
    if isinstance(truth.state.phase, Ended):
        reason = truth.state.phase.outcome.reason
        assert sentence == f"Score {0 if reason in LOST else now}."
        return
    fits = re.fullmatch(r"Score (\d+); at most (\d+)\.", sentence)
    assert fits is not None, sentence
    assert int(fits[1]) == now
    check_most(int(fits[2]), truth)


def check_most(most: int, truth: Truth) -> None:
    """At most so many: never exceeded, and exact where everything can be tried."""
    uncut = sum(map(truth.eyes.uncut, range(truth.colours)))
    assert most <= min(uncut, sum(truth.course.heights) + truth.eyes.plays)
    if truth.ways is not None:
        reached = max(map(sum, truth.ways))
        assert reached <= most
        assert reached == most or not truth.is_exact
    elif truth.state.phase is Awaited.ACTING and not truth.state.rules.finale:
        world = truth.worlds[0]
        pile = truth.eyes.pile(world, truth.rolled)
        assert sum(played_well(truth.eyes, world, pile)) <= most, "more can be reached"
    if is_searchable(truth.state):
        world = truth.rolled.choice(truth.worlds)
        pile = truth.eyes.pile(world, truth.rolled)
        reached, is_whole = best(truth.eyes, world, pile, 3000)
        assert reached <= most, "more can be reached"
        loose["at most, before the last round"] += is_whole and reached < most
        loose["searched"] += is_whole


def check_colour(one: said.AboutColour, colour: int, truth: Truth) -> None:
    height = truth.course.heights[colour]
    assert one.height == height
    gone = [face for face in truth.course.gone.elements() if face // 5 == colour]
    assert one.discarded == sorted(face % 5 + 1 for face in gone)
    check_coming(colour, one.coming, one.last, truth)
    if truth.is_over:
        assert one.end is None
    else:
        end = 5 if one.end is None else one.end
        assert truth.floor(colour) <= end <= truth.top(colour)
        if one.missing is not None:
            assert one.missing == end + 1
            assert truth.eyes.copies(5 * colour + end) == 0
        elif end < 5:
            assert truth.eyes.copies(5 * colour + end) > 0


def check_coming(colour: int, coming: Sequence[int], last: set[int], truth: Truth) -> None:
    """Every copy that can still be placed is to come, and no other."""
    height, top = truth.course.heights[colour], truth.top(colour)
    for rank in range(1, 6):
        face = 5 * colour + rank - 1
        copies = truth.eyes.copies(face)
        number = list(coming).count(rank)
        if rank <= truth.floor(colour):
            assert number == (copies if rank > height else 0), (colour, rank)
        assert number in (0, copies if height < rank <= top else 0)
        assert (rank in last) == (number == 1)


def check_columns(view: HanabiView, truth: Truth) -> None:
    for wide in (31, 60):
        title, *rows = text(columns.table(view, Theme(), wide, titled=True).lines)
        edge = title.index("5") + 2
        starts = [title.index(str(rank)) for rank in range(1, 6)]
        for colour, row in enumerate(rows):
            assert row[0] == said.LETTERS[colour]
            assert row[2] == str(truth.course.heights[colour])
            parts = zip(starts, [*starts[1:], edge], strict=True)
            sentences = [row[start:end].strip() for start, end in parts]
            coming: list[int] = []
            last: set[int] = set()
            for rank, part in enumerate(sentences, start=1):
                if rank <= truth.course.heights[colour]:
                    assert set(part) == {Theme().signs.reached}
                elif part == Theme().signs.lost:
                    assert rank > truth.floor(colour)
                else:
                    coming += [rank] * part.count(str(rank))
                    last |= {rank} if part.endswith("!") else set()
                    assert part.strip("!") == str(rank) * part.count(str(rank)) != ""
            check_coming(colour, coming, last, truth)
            gone = sorted(f % 5 + 1 for f in truth.course.gone.elements() if f // 5 == colour)
            shown = row[edge:].replace(" ", "")
            if not shown.endswith("~"):
                assert shown == "".join(map(str, gone))


# -- hands


def check_hands(view: HanabiView, players: Players, truth: Truth) -> None:
    for seat in range(view.players):
        hand = view.hands[seat]
        lines = text(painter.hand(view, players, Seat(seat)))[1:]
        if not hand:
            assert lines == ["  no cards"]
            continue
        numbers = dict(said.hand(lines, truth.colours))
        assert sorted(numbers) == list(range(len(hand)))
        shared = truth.owner(seat)
        for slot, info in enumerate(hand):
            check_about(numbers[slot], info.card, shared[info.card], truth)
            for level in Level:
                room = truth.rolled.choice((7, 9, 16, 40))
                check_cell(info, view, (level, room), shared[info.card], truth=truth)
    if truth.rolled.random() < 0.2:
        check_what_owners_know(view, truth)


def check_about(one: said.AboutCard, card: Card, shared: Faces, truth: Truth) -> None:
    course, seen = truth.course, truth.eyes.seen
    assert one.face == seen.get(card)
    allowed = course.allowed(card)
    check_told(one.told, one.excluded, card, truth)
    if one.can_be is not None:
        assert one.can_be == shared
    elif one.face is None:
        assert not allowed < course.every or not one.told
    else:
        assert len(shared) > 6
    faces = frozenset({seen[card]}) if card in seen else shared
    expected = truth.worth(faces)
    check_worth({"": "", "not needed": "useless", "last copy": "last"}[one.worth], expected, truth)


def check_worth(claimed: str, expected: str, truth: Truth) -> None:
    """The last copy, or useless; from nobody's eyes the last round may leave more open."""
    if truth.ways is None or truth.is_exact or expected == "useless":
        assert claimed == expected


def check_told(sentence: str, excluded: str, card: Card, truth: Truth) -> None:
    """Which hints touched a card, and what they rule out besides."""
    course = truth.course
    colour, rank = course.colour.get(card), course.rank.get(card)
    names = " or ".join(said.NAMES[each] for each in course.hinted_colours(card))
    parts = [*([names] if names else []), *([str(rank)] if rank else [])]
    assert sentence in (" ".join(parts), "nothing" if not parts and not excluded else "-")
    left = course.allowed(card)
    colours, ranks = {f // 5 for f in left}, {f % 5 + 1 for f in left}
    ruled_out = "".join(
        said.LETTERS[c] for c in range(truth.colours) if colour is None and c not in colours
    ) + "".join(str(r) for r in range(1, 6) if rank is None and r not in ranks)
    assert excluded == ruled_out


def check_cell(
    info: CardInfo, view: HanabiView, shown_as: tuple[Level, int], shared: Faces, *, truth: Truth
) -> None:
    (level, room), course = shown_as, truth.course
    allowed = frozenset(course.allowed(info.card))
    is_seen = info.card in truth.eyes.seen
    known = cells.known(info, view, level, room)
    colour, rank = course.colour.get(info.card), course.rank.get(info.card)
    letter = "".join(said.LETTERS[each] for each in course.hinted_colours(info.card))
    if level is Level.TOLD:
        assert known == (f"{letter}{rank or ''}" if is_seen else "")
        known_here = allowed if None not in (colour, rank) else frozenset(course.every)
    else:
        known_here = allowed if level is Level.HINTED else shared
        faces, is_exact = said.cell(known, truth.colours)
        assert faces >= known_here
        assert faces == known_here or not is_exact or known == ""
    shown = as_text(cells.face(info, view, level))
    sign = shown[-1:] if shown[-1:] in ("!", "-") else ""
    shown = shown.removesuffix(sign)
    if is_seen:
        assert said.face(shown) == truth.eyes.seen[info.card]
    elif shown:
        assert shown == f"{letter or '?'}{rank or '?'}"
    else:
        assert colour is rank is None
    faces = truth.faces_of(info.card) if is_seen else known_here
    expected = truth.worth(faces)
    if not is_seen and level is Level.TOLD and None in (colour, rank):
        assert not sign
    else:
        check_worth({"": "", "-": "useless", "!": "last"}[sign], expected, truth)


def check_what_owners_know(view: HanabiView, truth: Truth) -> None:
    """In every deal, an owner knows at least what the viewer says that it knows."""
    if truth.state.seat == view.seat and truth.eyes.seen is not truth.position.known[view.seat]:
        return
    for world in truth.worlds[:2]:
        for seat in range(view.players):
            knows = truth.eyes.of_owner(seat, world)
            for info in view.hands[seat]:
                assert knows[info.card] <= frozenset(info.deduced)


# -- the full screen, and a page


def check_boards(view: HanabiView, players: Players, truth: Truth) -> None:
    for size in (Size(80, 24), Size(60, 20), Size(120, 40)):
        shown = HanabiBoard.of(Board(view, players, headline=()), Level.DEDUCED, {})
        row = as_rows(hanabi_board.paint(shown, size, Theme()))[1]
        blue, red = re.search(r"Blue (\d+)/", row), re.search(r"Red (\d)/", row)
        assert blue is not None
        assert red is not None
        assert (int(blue[1]), int(red[1])) == (truth.course.blue, truth.course.red)
        turns = re.search(r"LAST ROUND: (\d+)", row)
        assert (turns and int(turns[1])) == turns_to_come(truth)
        score = re.search(r"Score (\d+)(?:, up to |/)(\d+)", row)
        if truth.is_over:
            assert score is None
        else:
            assert score is not None, row
            assert int(score[1]) == sum(truth.course.heights)
            check_most(int(score[2]), truth)


def check_page(view: HanabiView, players: Players, truth: Truth) -> None:
    for level in Level:
        areas = PAGE.areas(view, players, Looking(level))
        for seat in range(view.players):
            area = next(each for each in areas if each.key == f"hand {seat + 1}")
            cards = [info.card for info in view.hands[seat]]
            assert [drawn.card for drawn in area.cards] == cards
            shared = truth.owner(seat)
            for drawn, card in zip(area.cards, cards, strict=True):
                parts = drawn.about.split(", ")
                for age, oldest in (("oldest", min(cards)), ("newest", max(cards))):
                    assert age not in parts or card == oldest
                worth = [part for part in parts if part in ("fits now", "last copy", "not needed")]
                is_seen = card in truth.eyes.seen
                colour, rank = truth.course.colour.get(card), truth.course.rank.get(card)
                if level is Level.TOLD and not is_seen and None in (colour, rank):
                    assert not worth
                    continue
                allowed = frozenset(truth.course.allowed(card))
                faces = shared[card] if level is Level.DEDUCED else allowed
                faces = truth.faces_of(card) if is_seen else faces
                fits = all(truth.course.heights[f // 5] == f % 5 for f in faces)
                assert ("fits now" in worth) == (fits and not truth.is_over)
                claimed = {"last copy": "last", "not needed": "useless"}
                marks = "".join(claimed[each] for each in worth if each != "fits now")
                check_worth(marks, truth.worth(faces), truth)


# -- the log


def check_log(view: HanabiView, players: Players, position: Position) -> None:
    """Every sentence of the log, against the moves recounted from the first one."""
    state = position.state
    texts = list(story(view, players))
    short = text(cells.moves(view, players))
    about = [each.cards for each in events(view, players)]
    assert len(texts) == len(short) == len(state.log)
    for number, entry in enumerate(state.log):
        after = Course(state._replace(log=state.log[: number + 1]))
        at_the_time = _order(position, number, entry)
        before = Course(state._replace(log=state.log[:number]))
        sentences = texts[number], short[number]
        check_entry(sentences, entry, at_the_time, (before, after), faces=position.faces)
        for card, words in (about[number] or {}).items():
            if card in at_the_time and words:
                slot = at_the_time.index(card) + 1
                hint = entry.move
                is_this = isinstance(hint, HintColour | HintRank) and card in hint.touched
                assert words == f"It was [{slot}]: {'' if is_this else 'not '}this card."


def _order(position: Position, number: int, entry: Entry) -> list[Card]:
    """A hand before a move, in the order that its owner had chosen."""
    seat = entry.move.seat if isinstance(entry, Hinted) else entry.seat
    hand = _held(position.state, number, seat)
    for order in position.orders:
        if order.seat == seat and order.moves <= number:
            placed = [card for card in order.cards if card in hand]
            last = [card for card in hand if card not in order.cards]
            chosen = placed + sorted(last)
    orders = [o for o in position.orders if o.seat == seat and o.moves <= number]
    return chosen if orders else hand


def _held(state: HanabiState, number: int, seat: Seat) -> list[Card]:
    """A hand before a move, from the deal and the draws."""
    size, seats = state.rules.hand_size, state.rules.seats
    hands = [[Card(s * size + k) for k in range(size)] for s in range(seats)]
    drawn = size * seats
    for entry in state.log[:number]:
        if not isinstance(entry, Hinted):
            hands[entry.seat].remove(entry.move.card)
            if drawn < state.rules.cards:
                hands[entry.seat].append(Card(drawn))
                drawn += 1
    return hands[seat]


def check_entry(
    sentences: tuple[str, str],
    entry: Entry,
    hand: list[Card],
    courses: tuple[Course, Course],
    *,
    faces: Known,
) -> None:
    (sentence, short), (before, after) = sentences, courses
    rules = after.state.rules
    blue = f"Blue tokens: {after.blue} of {rules.blue}."
    if isinstance(entry, Hinted):
        words = sentence.split(": ", 1)[1].removesuffix(f". {blue}")
        assert sentence.endswith(blue)
        check_hint(words, entry.move, hand, faces, is_any=rules.is_any)
        slots = {hand.index(card) + 1 for card in entry.move.touched}
        assert {int(n) for n in re.findall(r"\[(\d)\]", short)} == slots
        return
    face = faces[entry.move.card]
    colour, rank = colour_and_rank(face)
    place, name = hand.index(entry.move.card) + 1, f"{said.NAMES[colour]} {rank}"
    assert f"card {place}" in sentence
    assert f": {name}." in sentence
    assert f"[{place}]: {said.LETTERS[colour]}{rank}" in short
    if isinstance(entry, Discarded):
        assert sentence.endswith(blue)
        return
    is_placed = after.heights != before.heights
    assert (" MISTAKE" in short) != is_placed
    if is_placed and rank < 5:
        assert f"It fits: the {said.NAMES[colour]} firework is at {rank}." in sentence
    elif is_placed:
        assert f"The {said.NAMES[colour]} firework is complete." in sentence
    else:
        assert f"Red tokens: {after.red} of {rules.red}." in sentence
        is_false = entry.move.announced not in (None, colour)
        assert ("It is not " in sentence) == is_false
        assert ("It does not fit" in sentence) != is_false
    assert "Blue tokens" not in sentence or sentence.endswith(blue)
    if "All blue tokens are already available." in sentence:
        assert after.blue == rules.blue


def check_hint(words: str, hint: Hint, hand: Sequence[Card], faces: Known, *, is_any: bool) -> None:
    """What a hint says of a hand is true of every card."""
    of, slots = said.hint(words, len(hand))
    if isinstance(hint, HintColour):
        named = of.split(" or ")
        assert named == [said.NAMES[hint.colour], *(["multicolour"] if is_any else [])]
        colours = {said.NAMES.index(name) for name in named}
        true = {n for n, card in enumerate(hand) if faces[card] // 5 in colours}
    else:
        assert of == str(hint.rank)
        true = {n for n, card in enumerate(hand) if faces[card] % 5 + 1 == hint.rank}
    assert slots == true


# -- moves before they are made


def check_previews(position: Position, view: HanabiView, players: Players, truth: Truth) -> None:
    faces = position.faces
    offers = {offer.move: offer for offer in PAGE.offers(view, players)}
    assert set(offers) == set(view.moves)
    shared = truth.owner(view.seat)
    for move in truth.rolled.sample(view.moves, min(8, len(view.moves))):
        sentence = SCREEN.preview(move, view, players)
        match move:
            case HintColour(seat=to) | HintRank(seat=to):
                cards = [info.card for info in view.hands[to]]
                name, words = sentence.split(": ", 1)
                assert name == players.name(to)
                is_any = view.rules.is_any
                check_hint(words.removesuffix("."), move, cards, faces, is_any=is_any)
                assert set(offers[move].cards) == set(move.touched or cards)
                after = HANABI.apply(position.state, move)
                later = as_seen(SCREEN, HANABI.view(after, view.seat, {}), position.orders)
                assert words.removesuffix(".") in list(story(later, players))[-1]
            case Play(card=card) | Discard(card=card):
                fits = re.match(r"You (?:play|discard) card (\d).*? \((.*)\)\.", sentence)
                assert fits is not None, sentence
                assert view.hand[int(fits[1]) - 1].card == card
                about = said.about(fits[2], truth.colours)
                check_about(about, card, shared[card], truth)
                if about.fits:
                    check_fits(about.fits, shared[card], position.state)


def check_fits(claimed: str | Faces, possible: Faces, state: HanabiState) -> None:
    """Whether a card with one of these possible faces could be placed."""
    fitting = {f for f in possible if rank_of(Face(f)) == state.fireworks[colour_of(Face(f))] + 1}
    if isinstance(claimed, str):
        assert fitting == (possible if claimed == "fits" else set())
    else:
        assert claimed == fitting
        assert fitting < possible


# -- what a hint means: what is said to be known, and what hints had touched


def check_explanation(view: HanabiView, players: Players, truth: Truth) -> None:
    lines = text(explanation(view, players))
    hints = [(n, entry) for n, entry in enumerate(view.log) if isinstance(entry, Hinted)]
    if not hints:
        assert lines[0] == "No hint has been given yet."
        return
    number, entry = hints[-1]
    cards = [info.card for info in view.hands[entry.move.seat]]
    knows = truth.owner(entry.move.seat)
    before = truth.course.touched[number]
    for line in lines:
        check_sign(line, truth)
        check_known(line, cards, knows, truth)
        if fits := re.match(r"It is about card (\d).*?: (.*)", line):
            check_focus(fits[2], entry.hand[int(fits[1]) - 1], entry, before)
        if fits := re.match(r"It is (\w+ \d)(?:\.|, none of these)", line):
            at = next(each for each in lines if each.startswith("It is about card"))
            card = entry.hand[int(at[len("It is about card ")]) - 1]
            assert truth.position.faces[card] == named(fits[1])


def check_known(
    line: str, cards: Sequence[Card], knows: Mapping[Card, Faces], truth: Truth
) -> None:
    """What the owner of a card is said to know of it."""
    place = r"card (\d)(?: \(now card (\d)\))?"
    fits = re.search(rf"(?:You know|\w+ knows) that {place} (.*)", line)
    if fits is None:
        return
    faces = knows[cards[int(fits[2] or fits[1]) - 1]]
    if listed := said.faces(fits[3]):
        assert listed == faces
    heights = truth.course.heights
    if "fits now" in line:
        assert all(heights[f // 5] == f % 5 for f in faces)
    if "no longer needed" in line:
        assert not any(map(truth.can_come, faces))
    if "last of its kind" in line:
        assert all(map(truth.eyes.is_last_of_its_kind, faces))


def check_focus(sentence: str, card: Card, hint: Hinted, before: set[Card]) -> None:
    """Why a hint is about this card; `before` are those that hints had touched."""
    untouched = [each for each in sorted(hint.hand) if each not in before]
    newly = [each for each in untouched if each in hint.move.touched]
    if "the oldest that no hint had touched" in sentence:
        assert card == untouched[0]
    elif "an alarm had said to keep an older one" in sentence:
        assert card in untouched[1:]
    elif "newest of those that no hint had touched" in sentence:
        assert card == newly[-1]
    else:
        assert "hints had touched them all before" in sentence
        assert not newly
        assert card == max(hint.move.touched)


def check_sign(line: str, truth: Truth) -> None:
    """What the last move shows beyond its effect."""
    if fits := re.match(r"But it is (\w+ \d), the last of its kind: ", line):
        assert truth.eyes.is_last_of_its_kind(named(fits[1]))
    if line.startswith("An alarm: a play was expected, and no hint was left."):
        log = truth.state.log
        assert Course(truth.state._replace(log=log[:-1])).blue == 0
        if fits := re.search(r"So (\w+) keeps card (\d), the last of its kind", line):
            hand = truth.position.view(Seat(NAMES.index(fits[1]))).hand
            faces = truth.faces_of(hand[int(fits[2]) - 1].card)
            assert all(map(truth.eyes.is_last_of_its_kind, faces))
    if "though a hint was left" in line:
        assert truth.course.blue or isinstance(truth.state.log[-1], Hinted)


def named(face: str) -> int:
    """red 3"""
    name, rank = face.split()
    return 5 * said.NAMES.index(name) + int(rank) - 1


def check_why(view: HanabiView, truth: Truth) -> None:
    """The facts in a bot's reason; its beliefs are its own."""
    decision = decide(view)
    reason, move = decision.why, decision.move
    assert isinstance(reason, Reason)
    card = reason.named.get("card")
    hand = sorted(info.card for info in view.hand)
    touched = truth.course.touched[-1]
    untouched = [each for each in hand if each not in touched]
    faces = truth.owner(view.seat)
    heights = truth.course.heights
    match reason.code, move:
        case HanabiWhy.CERTAIN, Play(played):
            assert all(heights[f // 5] == f % 5 for f in faces[played])
        case HanabiWhy.LAST_CHANCE, Play(played):
            assert truth.eyes.is_last_round
            assert any(heights[f // 5] == f % 5 for f in faces[played])
        case ((HanabiWhy.OF_USE | HanabiWhy.TOLD), Play(played)):
            assert played in touched
        case HanabiWhy.CHOP, Discard(thrown):
            assert thrown == untouched[0]
        case HanabiWhy.CHOP_MOVED, Discard(thrown):
            assert thrown in untouched[1:]
        case ((HanabiWhy.RESCUES | HanabiWhy.SAVES | HanabiWhy.ALARM), _):
            assert isinstance(card, int)
            [face] = truth.faces_of(Card(card))
            assert truth.eyes.is_last_of_its_kind(face)
        case ((HanabiWhy.STOPS_PLAY | HanabiWhy.STOPS_COPY), _):
            assert isinstance(card, int)
            [face] = truth.faces_of(Card(card))
            fits = heights[face // 5] == face % 5
            assert fits == (reason.code is HanabiWhy.STOPS_COPY)


# -- the end


def check_end(position: Position, view: HanabiView, players: Players, truth: Truth) -> None:
    phase = position.state.phase
    assert isinstance(phase, Ended)
    sum_now, most = sum(truth.course.heights), 5 * truth.colours
    lines = text(painter.result(view))
    scored = 0 if phase.outcome.reason in LOST else sum_now
    assert re.match(rf"Score: {scored} of {most}(?:: |\.)", lines[-1])
    if scored != sum_now:
        assert f"The fireworks had reached {sum_now}, but a lost game scores 0." in lines
    held = text(painter.held_at_the_end(view, players, position.faces))
    for seat in range(view.players):
        who = "You" if seat == players.me else players.name(Seat(seat))
        faces = [position.faces[info.card] for info in view.hands[seat]]
        cards = " ".join(f"{said.LETTERS[f // 5]}{f % 5 + 1}" for f in faces) or "nothing"
        assert f"{who} still held: {cards}." in held


# -- as it happens


class Follower:
    """One player, who is told what happens: who is skipped, and what is lost."""

    def __init__(self, seats: int) -> None:
        self.players = Players(Seat(0), NAMES[:seats])
        self.teller = HanabiTeller(self.players)
        self.told: list[int] | None = None
        self.turn = 0

    def look(self, position: Position) -> None:
        view, state = position.view(Seat(0)), position.state
        if not view.hands[0] and not view.turn:
            return
        lines = text(self.teller.look(view))
        course = Course(state)
        eyes = Viewpoint(state, position.known[0], course)
        uncut = [eyes.uncut(colour) for colour in range(state.rules.colours)]
        if self.told is not None:
            for line in lines:
                if fits := re.match(r"The (\w+) firework can no longer (?:pass (\d)|begin)", line):
                    self.told[said.NAMES.index(fits[1])] = int(fits[2] or 0)
            assert self.told == uncut
        self.told = uncut
        for line in lines:
            if fits := re.search(r"draws (\w+ \d)\. ", line):
                drawn = Card(state.rules.cards - state.pile - 1)
                assert position.faces[drawn] == named(fits[1])
            if fits := re.search(r"(\d+) cards? (?:is|are) left in the pile", line):
                assert int(fits[1]) == state.pile
            if line.startswith("That was the last card:"):
                assert state.pile == 0
                assert ("the finale begins" in line) == state.rules.finale
        if self.turn != state.turn and state.actor is not None:
            self.turn = state.turn
            stuck = [line for line in lines if "neither a card nor a blue token" in line]
            names = ["You" if seat == 0 else NAMES[seat] for seat in skipped(state)]
            assert [line.split()[0] for line in stuck] == names
            assert not names or course.blue == 0


def skipped(state: HanabiState) -> list[int]:
    """The seats between the last to have a turn and the one to act (D19)."""
    moved = [(entry.turn, entry.seat) for entry in state.log]
    if not (turns := [*moved, *state.passed]):
        return []
    last, seats = max(turns)[1], state.rules.seats
    order = [(last + k) % seats for k in range(1, seats + 1)]
    return order[: order.index(state.seat)]


def check_all(position: Position, rolled: random.Random) -> None:
    state = position.state
    seat = Seat(rolled.randrange(state.rules.seats))
    if state.actor is not None and rolled.random() < 0.5:
        seat = state.actor
    kind = rolled.random()
    seen: Known = position.known[seat]
    players = Players(seat, NAMES[: state.rules.seats])
    if kind < 0.05:
        seen = {}  # nobody's eyes
    elif kind < 0.1:
        held = [card for hand in state.hands for card in hand]
        seen = {card: position.faces[card] for card in held}
    view = position.view(seat, seen)
    truth = Truth(position, seen, rolled)
    check_table(view, players, truth)
    check_hands(view, players, truth)
    if rolled.random() < 0.2:
        check_boards(view, players, truth)
        check_page(view, players, truth)
        check_explanation(view, players, truth)
        check_log(view, players, position)
    if view.moves and seen is position.known[seat]:
        check_previews(position, view, players, truth)
        if rolled.random() < 0.3:
            check_why(HANABI.view(state, seat, seen), truth)
    if truth.is_over:
        check_end(position, view, players, truth)


@in_parts
def test_statements_about_a_table_are_true(part: int) -> None:
    checked, game = 0, 0
    while checked < count():
        game += 1
        rolled = dice(f"claims of {part}", game)
        follower: Follower | None = None
        for position in tables(f"{part} {game}"):
            state = position.state
            if state.phase in (Awaited.SHUFFLING, Awaited.FIRST_DEAL):
                continue
            follower = follower or Follower(state.rules.seats)
            follower.look(position)
            is_near = state.pile <= 2 or isinstance(state.phase, Ended)
            if is_near or rolled.random() < 0.25:
                check_all(position, rolled)
                checked += 1
