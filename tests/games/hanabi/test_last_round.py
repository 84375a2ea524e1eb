"""The highest score still reachable in the last round, as far as the viewing seat can know."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from p2p_hanabi.games.common.firework_cards import face_of, starting_pile
from p2p_hanabi.games.hanabi.moves import Discard, Play
from p2p_hanabi.games.hanabi.state import Awaited, HanabiState
from p2p_hanabi.games.hanabi.ui import painter
from p2p_hanabi.games.hanabi.ui.board import cells
from p2p_hanabi.games.hanabi.ui.story import HanabiTeller
from p2p_hanabi.games.hanabi.view import HanabiView
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.model.game.table_players import Players
from protocol.game import Card, Face, Known, Open, Seat
from tests.fakes import NAMES

from .table import HANABI, Table, cards, colour, lay, name

NEARLY = {"R": 5, "Y": 5, "G": 5, "B": 5, "W": 3}
"""Two cards are missing, W4 and W5."""


def not_placed(heights: Mapping[str, int], colours: int) -> list[Face]:
    rest = [Face(face) for face in starting_pile(colours)]
    for each, height in heights.items():
        for rank in range(1, height + 1):
            rest.remove(face_of(colour(each), rank))
    return rest


def last_round(*hands: str, turns: int | None = None, **more: Any) -> Table:
    """Every card that is neither placed nor in a hand is discarded."""
    colours = 6 if "M" in "".join(hands) else 5
    heights = NEARLY if colours == 5 else {**NEARLY, "W": 5, "M": 4}
    rest = not_placed(heights, colours)
    for each in cards(" ".join(hands)):
        rest.remove(each)
    turns = len(hands) if turns is None else turns
    gone = " ".join(map(name, rest))
    return lay(hands, deck="", discard=gone, turns_left=turns, fireworks=heights, **more)


@pytest.mark.parametrize(
    ("hands", "reachable"),
    [
        (("R1 W4", "W5 R1", "G1 G1"), 25),  # one after another
        (("R1 W5", "W4 R1", "G1 G1"), 24),  # the 5 would have to come before the 4
        (("W4 W5", "R1 R1", "G1 G1"), 24),  # both in one hand
        (("R1 R1", "W5 Y1", "G1 G1"), 23),  # the 4 is nowhere
        (("R1 R1", "G1 G1", "B1 B1"), 23),
    ],
)
def test_the_visible_hands_decide_what_can_still_be_placed(
    hands: tuple[str, ...], reachable: int
) -> None:
    """HB32"""
    assert last_round(*hands).view(2).reachable_score == reachable


def test_one_turn_brings_one_card() -> None:
    """HB32: the seats that have had their last turn add nothing."""
    hands = ("W4 R1", "W5 R1", "G1 G1")
    assert last_round(*hands, turns=2).view(2).reachable_score == 25
    assert last_round(*hands, turns=1).view(2).reachable_score == 24
    assert last_round(*hands, turns=2, turn=1).view(2).reachable_score == 23


def test_card_seen_nowhere_else_is_in_ones_own_hand() -> None:
    """HB10, HB32: with the pile empty, the holder of the 4 knows that it has it."""
    table = last_round("R1 W4", "W5 R1")
    assert table.view(0).reachable_score == 25
    assert last_round("W5 R1", "R1 W4").view(1).reachable_score == 24


def test_card_being_opened_is_its_seats_only_contribution() -> None:
    """HB32"""
    table = last_round("R1 W4", "W5 R1", "G1 G1")
    assert table.applied(Play(Card(1))).view(2).reachable_score == 25
    assert table.applied(Play(Card(0))).view(2).reachable_score == 23
    throwing = last_round("R1 W4", "W5 R1", blue=3)
    assert throwing.applied(Discard(Card(0))).view(1).reachable_score == 23


def test_a_colour_named_wrongly_places_nothing() -> None:
    """HC5"""
    table = last_round("R1 W4", "W5 R1", "G1 G1", options={"announce": True})
    white, red = (table.applied(Play(Card(1), colour)) for colour in (4, 0))
    assert white.view(2).reachable_score == 25
    assert red.view(2).reachable_score == 23


def test_the_sixth_colour_counts() -> None:
    """HA4"""
    table = last_round("M5 R1", "R1 G1", options={"multicolour": True})
    assert table.view(1).reachable_score == 30


def gone(table: Table, seat: int) -> Table:
    return replace(table, state=table.state._replace(passed=((0, Seat(seat)),)))


def test_a_seat_that_is_gone_adds_nothing() -> None:
    """D25: not in the last round, and its cards are never placed."""
    assert gone(last_round("R1 W4", "W5 R1", "G1 G1"), 1).view(2).reachable_score == 24
    before = lay(["R1 W4", "W5 R1", "G1 G1"], deck="R2 R2 R3", fireworks=NEARLY)
    assert before.view(2).reachable_score == 25
    assert gone(before, 1).view(2).reachable_score == 24
    assert gone(before, 1).view(1).reachable_score == 25  # it does not see its own cards
    finale = lay(["R1", "W5 R1"], deck="", fireworks=NEARLY, options={"finale": True})
    assert gone(finale, 1).view(0).reachable_score == 24


def test_card_of_a_gone_seat_counts_as_lost() -> None:
    """D25: what can come counts only what can still be played."""
    table = lay(["R2 R3", "R3 G1", "Y1 Y1"], deck="G2 G2 G3", fireworks={"R": 1})
    assert not table.view(2).critical(cards("R3")[0])
    without = gone(table, 1).view(2)
    assert without.critical(cards("R3")[0])
    assert (without.copies_left(cards("R3")[0]), without.remaining[cards("R3")[0]]) == (1, 2)
    cut = gone(lay(["R2 R4", "R3 G1", "Y1 Y1"], deck="G2 G2 G3", discard="R3"), 1).view(2)
    assert (cut.uncut[0], cut.within_reach[0], cut.reachable[0]) == (2, 2, 5)
    assert cut.dead(cards("R4")[0])
    line = as_text(painter.discards(cut)[1])
    assert line.endswith("to come 1 1 1 2 2; ends at 2, no 3 can come any more")


def test_a_firework_is_cut_short_in_the_log_when_a_seat_is_gone() -> None:
    """D25, HT4"""
    table = lay(["R2 R4", "R3 G1", "Y1 Y1"], deck="G2 G2 G3", discard="R3")
    teller = HanabiTeller(Players(Seat(2), NAMES[:3]))
    teller.look(table.view(2))
    sentences = [as_text(line) for line in teller.look(gone(table, 1).view(2))]
    assert sentences == [
        "Ben is gone: the turn is skipped.",
        "The red firework can no longer pass 2.",
    ]


def test_only_turns_that_somebody_has_are_counted() -> None:
    """D25"""
    table = last_round("R1 W4", "W5 R1", "G1 G1")
    tokens = [as_text(painter.tokens(each.view(2))) for each in (table, gone(table, 1))]
    assert [sentence[-17:] for sentence in tokens] == ["3 turns are left.", "2 turns are left."]


def test_last_round_counts_only_cards_that_can_still_be_placed() -> None:
    """HB32: a card for which there is no turn left is of no more use."""
    table = last_round("R1 W5", "W4 R1", "G1 G1")
    view = table.view(2)
    assert (view.within_reach[4], view.uncut[4]) == (4, 5)
    assert as_text(painter.discards(view)[5]).endswith("to come 4!; ends at 4")
    assert view.dead(cards("W5")[0])
    assert view.critical(cards("W4")[0])
    before = lay(["R1 G1", "B1 B2"], deck="R2").view(1)
    assert before.within_reach == (3, 3, 3, 3, 3)  # one card of the pile, and one turn each


def test_after_the_end_nothing_is_to_come() -> None:
    view = lay(["R1 W5", "B1 B2"], options={"red": 1}, deck="", discard="W4 W4").play(1).view(1)
    assert view.outcome is not None
    assert as_text(painter.discards(view)[1]) == "  R red: at 0"
    assert as_text(painter.discards(view)[5]) == "  W white: at 0; discarded 4 4 5"
    held = [as_text(line) for line in painter.hand(view, Players(Seat(1), NAMES[:2]), Seat(0))]
    assert held[1:] == ["  1: R1"]
    assert cells.worth(view.hands[0][0], view, cells.Level.DEDUCED) == ""


def test_a_hidden_hand_may_contain_the_missing_card() -> None:
    """HB10: a viewer without a seat sees no hand."""
    table = last_round("W5 R1", "G1 W4")
    assert table.view(0).reachable_score == 24
    view = HANABI.view(table.state, Seat(0), {})
    assert view.reachable_score == 25


def test_a_card_that_is_being_drawn_is_no_turn() -> None:
    """HB32"""
    table = lay(["R1 G1", "B1 B2"], deck="R2")
    state = HANABI.opened(HANABI.apply(table.state, Play(Card(0))), table.faces)
    drawing = replace(table, state=state).view(1)
    assert (drawing.score, drawing.pile, drawing.turns_left) == (1, 1, None)
    assert drawing.reachable_score == 3  # two turns are left, with the card or without


# Against all possible games.


def best(state: HanabiState, faces: Known) -> int:
    """The highest sum of the fireworks that any moves of the last round can reach."""
    if state.phase is not Awaited.ACTING:
        return sum(state.fireworks)
    after = [idle(state)]
    for card in state.hands[state.seat]:
        waiting = HANABI.apply(state, Play(card))
        assert HANABI.pending(waiting) == Open((card,))
        after.append(HANABI.opened(waiting, {card: faces[card]}))
    return max(best(each, faces) for each in after)


def idle(state: HanabiState) -> HanabiState:
    """A turn that places nothing; the rules count a skipped turn like a hint."""
    return HANABI.passed(state)._replace(passed=())


def worlds(table: Table, seat: int) -> Iterator[Known]:
    """All deals that fit what this seat knows."""
    hand = table.state.hands[seat]
    marks = table.state.marks[seat]
    for faces in set(permutations(table.faces[card] for card in hand)):
        if all(mark.possible >> f & 1 for mark, f in zip(marks, faces, strict=True)):
            yield {**table.faces, **dict(zip(hand, faces, strict=True))}


def endings(count: int) -> Iterator[Table]:
    """Small last rounds, with a few hints given."""
    for seed in range(count):
        dice = random.Random(seed)  # noqa: S311 - a seed for a test
        seats = dice.choice((2, 3))
        heights = {each: dice.randint(0, 5) for each in "RYGBW"}
        rest = not_placed(heights, 5)
        dice.shuffle(rest)
        held = [[name(rest.pop()) for _ in range(3)] for _ in range(seats)]
        table = lay(
            [" ".join(hand) for hand in held],
            deck="",
            discard=" ".join(map(name, rest)),
            fireworks=heights,
            turn=dice.randrange(seats),
        )
        for _ in range(dice.randrange(4)):
            other = (table.state.seat + 1) % seats
            table = table.hint(other, int(dice.choice(held[other])[1]))
        yield replace(table, state=table.state._replace(turns_left=dice.randint(1, seats)))


def test_the_reachable_score_of_the_last_round_is_exact() -> None:
    """HB32: against every way of playing every hand that the seat may have."""
    differing = 0
    for table in endings(150):
        for seat in range(table.state.rules.seats):
            view: HanabiView = table.view(seat)
            most = max(best(table.state, world) for world in worlds(table, seat))
            assert view.reachable_score == most
            differing += most < min(sum(view.reachable), view.score + (view.turns_left or 0))
    assert differing > 50  # turns and discards alone often give too high a bound
