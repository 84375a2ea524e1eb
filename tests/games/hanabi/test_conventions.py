"""Advanced conventions of the Hanabi bot, each at a table where it matters."""

from __future__ import annotations

from dataclasses import replace

from p2p_hanabi.games.common.face_sets import listed
from p2p_hanabi.games.hanabi.bot.explained import decide, why
from p2p_hanabi.games.hanabi.bot.finesses import candidate
from p2p_hanabi.games.hanabi.bot.hints import HARM, best_hint
from p2p_hanabi.games.hanabi.bot.mind import Mind, mind_of
from p2p_hanabi.games.hanabi.bot.player import choose
from p2p_hanabi.games.hanabi.moves import Discard, Hint, HintColour, HintRank, Move, Play
from p2p_hanabi.games.hanabi.whys import HanabiWhy
from p2p_hanabi.seam.decisions import Why
from protocol.game import Card, Seat
from tests.games.hanabi.table import Table, face, lay, name


def mind(table: Table, seat: int) -> Mind:
    return mind_of(table.view(seat))


def believes(table: Table, seat: int, card: int) -> list[str]:
    """What a seat believes one of its own cards to be."""
    info = next(info for info in table.view(seat).hand if info.card == card)
    return [name(face) for face in listed(mind(table, seat).live(info))]


def chosen(table: Table) -> Move:
    seat = table.state.actor
    assert seat is not None
    return choose(table.view(seat))


def worth(table: Table, hint: Hint) -> float:
    own = mind(table, table.state.seat)
    best_hint(own)
    return dict(own.worths or [])[hint]


def is_hint(move: Move) -> bool:
    return isinstance(move, HintColour | HintRank)


# Nobody points at a copy of a card that was pointed at


def test_a_card_is_not_a_copy_of_one_that_was_pointed_at_before() -> None:
    hands = ["R4 B4 W4 Y3", "R3 B2 G2 Y4"]
    before = lay(hands, fireworks={"R": 2}, turn=0).hint(1, "R").hint(0, "R")
    assert believes(before, 0, 0) == ["R4"]
    after = lay(hands, fireworks={"R": 2}, turn=1).hint(0, "R").hint(1, "R")
    assert believes(after, 0, 0) == ["R3"]


def test_touching_two_copies_does_not_rule_out_a_hint() -> None:
    hands = ["G4 R3 W4 B4", "Y1 G3 Y1 W3"]
    table = lay(hands, discard="Y4", blue=7).hint(1, "Y").hint(0, "G")
    assert believes(table, 1, 4) == ["Y1", "Y4"]
    assert worth(table, table.true_hint(1, 1)) > 8


def test_a_card_that_fits_after_an_expected_play_is_worth_a_hint() -> None:
    hands = ["G4 B3 W4 Y3", "R1 B4 Y4 W3", "W3 R2 Y3 G3"]
    hinted = lay(hands, turn=2).hint(1, "R")
    assert worth(hinted, hinted.true_hint(2, "R")) > 4
    untold = lay(hands, turn=0)
    assert worth(untold, untold.true_hint(2, "R")) < 4


# Prompts and finesses


def leaping(drawn: str = "G1") -> Table:
    """Seats 0 and 1 have shown what they know; seat 1 has drawn this card."""
    hands = ["B1 Y1 W3 R4", "R1 Y4 B4 W4", "Y4 G2 B3 R3"]
    table = lay(hands, turn=0, deck=f"{drawn} W4 B2 Y3 Y2 G3 G4 B1 B2 R5 R1")
    table = table.hint(1, "R").play(0).hint(0, "B").play(0)
    return table.hint(0, "Y").discard(0)


def newest(table: Table) -> Card:
    return table.state.hands[1][-1]


def test_a_seat_that_is_called_on_plays_its_newest_card_unseen() -> None:
    table = leaping().hint(2, "G")
    assert chosen(table) == Play(newest(table))


def test_the_owner_of_the_focus_learns_its_face_from_the_answer() -> None:
    table = leaping().hint(2, "G")
    assert "G2" not in believes(table, 2, 9)
    assert believes(table.play(3), 2, 9) == ["G2"]
    assert believes(table.discard(1), 2, 9) == ["G1"]


def test_seat_that_ignores_a_call_is_not_called_again() -> None:
    table = leaping().hint(2, "G").discard(0)
    known = mind(table, 0).knowledge
    assert newest(table) not in known.promises
    assert not known.partners[Seat(1)].finesses


def test_nobody_is_called_on_for_a_card_in_no_hand() -> None:
    table, nobody = leaping(), leaping("W3")
    assert worth(table, table.true_hint(2, "G")) > 10
    assert worth(nobody, nobody.true_hint(2, "G")) < HARM / 2


def test_seat_is_called_only_once_it_knows_the_conventions() -> None:
    hands = ["B1 Y1 W3 R4", "R3 Y4 B4 G1", "Y4 G2 B3 R3"]
    assert not isinstance(chosen(lay(hands).hint(2, "G")), Play)


def test_a_touched_card_is_called_on_before_the_newest() -> None:
    table = leaping()
    assert candidate(mind(table, 2).knowledge, Seat(1), face("W2")) == newest(table)
    table = table.hint(1, 4)
    assert candidate(mind(table, 2).knowledge, Seat(1), face("W2")) == newest(table)
    assert candidate(mind(table, 2).knowledge, Seat(1), face("G4")) == Card(7)


# Last copies: the alarm, and what it means that nobody warned


ALARMED = ["R1 G3 B3 Y3", "W4 Y4 R4 W3"]


def alarm(discard: str = "W4") -> Table:
    """Seat 0 is to play the red 1; with no hint left."""
    table = lay(ALARMED, turn=1, discard=discard, blue=1)
    few = table.state._replace(rules=replace(table.state.rules, blue=1))
    return replace(table, state=few).hint(0, "R")


def test_last_copy_without_a_hint_discards_instead_of_playing() -> None:
    assert chosen(alarm()) == Discard(Card(1))
    assert chosen(alarm("W2")) == Play(Card(0))


def test_after_an_alarm_the_chop_is_kept() -> None:
    table = alarm().discard(1)
    chop = mind(table, 1).chop(Seat(1))
    assert chop is not None
    assert chop.card == Card(5)
    assert chosen(table) != Discard(Card(4))


def test_alarm_does_not_disprove_knowledge_of_the_conventions() -> None:
    def conforms(table: Table) -> bool:
        return mind(table, 1).knowledge.partners[Seat(0)].conforms

    assert conforms(alarm().discard(1))
    assert not conforms(lay(ALARMED, turn=1).hint(0, "R").discard(1))


MANY = "R2 R3 R4 Y2 Y3 Y4 G2 G3 G4 B2 B3 B4 W2 W3 W4 R1 R1 Y1 Y1 G1 G1 B1 B1"


def test_unwarnable_chop_is_kept_if_a_hint_is_harmless() -> None:
    hands = ["R5 Y5 G5 B5", "W5 R2 Y2 B2"]
    table = lay(hands, discard=MANY, deck="W1 W1 W1 B3 B1 Y3 Y4", turn=0, blue=0).discard(0)
    assert is_hint(chosen(table))


# Why


def test_reasons_of_these_moves_are_given() -> None:
    def reason(table: Table) -> Why | None:
        return decide(table.view(table.state.seat)).why

    table = leaping()
    calls = why(mind(table, 0), table.true_hint(2, "G"))
    assert calls == HanabiWhy.CALLS.reason(seat=1, card=newest(table))
    assert reason(table.hint(2, "G")) == HanabiWhy.CALLED.reason(seat=0)
    assert reason(alarm()) == HanabiWhy.ALARM.reason(seat=1, card=4)


# Near the end of the pile


def test_does_not_discard_while_hints_suffice_for_unhinted_cards() -> None:
    heights = {"R": 5, "Y": 5, "G": 5, "B": 5, "W": 3}
    hands = ["G1 R1 R2 Y3", "W4 B1 Y1 G2"]
    some = lay(hands, fireworks=heights, turn=0, blue=3).discard(0)
    assert is_hint(chosen(some))
    none = lay(hands, fireworks={**heights, "G": 0, "B": 0}, turn=0, blue=3).discard(0)
    assert chosen(none) == Discard(Card(4))
