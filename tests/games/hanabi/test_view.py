"""What one seat may see."""

from __future__ import annotations

from dataclasses import fields

import pytest

from p2p_hanabi.games.hanabi.moves import Play
from p2p_hanabi.games.hanabi.outcome import EndReason, ended
from p2p_hanabi.games.hanabi.view import CardInfo, HiddenCard, SeenCard, Waiting
from protocol.game import Card, Face, Seat
from tests.any_game import BOTS
from tests.builders import walk

from .table import HANABI, cards, face, lay

FRESH = ["R1 R1 G2 G3 W4", "B1 B2 Y1 Y5 W1"]


def names(faces: tuple[Face, ...]) -> str:
    return " ".join("RYGBW"[f // 5] + str(f % 5 + 1) for f in faces)


def faces_of(hand: tuple[CardInfo, ...]) -> list[Face]:
    return [info.face for info in hand if isinstance(info, SeenCard)]


def test_a_seat_sees_all_hands_but_its_own() -> None:
    """HB10"""
    view = lay(FRESH).view(0)
    assert faces_of(view.hands[1]) == cards(FRESH[1])
    assert [type(info) for info in view.hand] == [HiddenCard] * 5


def test_a_hidden_card_has_no_face_at_all() -> None:
    """HB10"""
    assert "face" not in {field.name for field in fields(HiddenCard)}


def test_views_do_not_depend_on_hidden_faces() -> None:
    """HB10: with different cards in the own hand, the view is the same."""
    one = lay(FRESH).view(0)
    other = lay(["W5 W5 W5 W5 W5", FRESH[1]], deck="R1 " * 40).view(0)
    assert one == other


def test_the_view_shows_the_table_as_it_is() -> None:
    """HB6, HB8, HB33"""
    table = lay(FRESH, fireworks={"B": 2}, blue=4, red=1, discard="R2 G5")
    view = table.view(1)
    assert (view.seat, view.players, view.turn, view.actor) == (1, 2, 0, 0)
    assert (view.blue, view.rules.blue, view.red, view.rules.red) == (4, 8, 1, 3)
    assert (view.fireworks, view.score, view.colours) == ((0, 0, 0, 2, 0), 2, 5)
    assert (view.pile, view.turns_left, view.outcome) == (table.state.pile, None, None)
    assert view.discards == ((10, face("R2")), (11, face("G5")))
    assert view.moves == ()
    assert list(table.view(0).moves) == list(table.moves(0))


def test_the_discards_lie_open_to_everybody_at_any_time() -> None:
    """HT2: whoever is to act, and also while a card is opened."""
    table = lay([*FRESH, "B3 B3 W2 W2 R4"], discard="R2 G5")
    for moment in (table, table.applied(Play(Card(0))), table.play(1)):
        lying = [[face for _, face in moment.view(seat).discards[:2]] for seat in range(3)]
        assert lying == [cards("R2 G5")] * 3


def test_a_played_card_is_shown_as_waiting_until_it_is_opened() -> None:
    """HB23"""
    table = lay(FRESH)
    assert table.view(1).waiting is None
    waiting = table.applied(Play(Card(0))).view(1)
    assert waiting.waiting == Waiting(Seat(0), Play(Card(0)))
    assert waiting.actor is None


def test_the_outcome_is_shown_at_the_end() -> None:
    """HB30, D4: the sum of the cards is told beside the lost score."""
    view = lay(FRESH, fireworks={"B": 4}, red=2, deck="R2").play(2).view(0)
    assert view.outcome == ended(EndReason.THIRD_RED_TOKEN)
    assert view.reachable_score == view.score  # nothing more is placed
    assert view.score == 4


def test_hints_narrow_what_a_card_can_be() -> None:
    """HB19"""
    view = lay(FRESH).hint(1, "Y").play(0).hint(1, 5).view(1)
    y1, y5, w1 = view.hand[1:4]
    assert (y1.colour, y1.rank, names(y1.hinted)) == (1, None, "Y1 Y2 Y3 Y4")
    assert (y5.colour, y5.rank, names(y5.hinted)) == (1, 5, "Y5")
    assert (w1.colour, w1.rank) == (None, None)
    assert not {f for f in w1.hinted if f // 5 == 1 or f % 5 == 4}


def test_an_owner_counts_the_cards_lying_open() -> None:
    """HB2: both yellow 4s and the 5 are gone."""
    table = lay(["Y1 Y2", "B1 B2"], turn=1, blue=8, discard="Y4 Y4 Y5").hint(0, "Y")
    view = table.view(0)
    assert names(view.hand[0].hinted) == "Y1 Y2 Y3 Y4 Y5"
    assert names(view.hand[0].deduced) == "Y1 Y2 Y3"


def test_an_owner_counts_the_hands_that_it_sees() -> None:
    """HB2, HB10"""
    table = lay(["Y1 Y2", "Y5 B2", "Y3 Y3"], turn=1).hint(0, "Y")
    assert names(table.view(0).hand[0].deduced) == "Y1 Y2 Y4"


def test_of_anothers_card_only_what_both_see_is_counted() -> None:
    """HB10: seat 1 does not see its own yellow 5, though the owner does."""
    table = lay(["Y1 Y2", "Y5 B2", "Y3 Y3"], turn=1).hint(0, "Y")
    seen_by_1 = table.view(1).hands[0][0]
    assert isinstance(seen_by_1, SeenCard)
    assert names(seen_by_1.deduced) == "Y1 Y2 Y4 Y5"


def test_certain_card_is_counted_for_the_rest_of_the_hand() -> None:
    """HB2: there is one yellow 5, and it is the first card."""
    table = lay(["Y5 Y1", "B1 B2"], turn=1).hint(0, "Y").hint(1, 1)
    assert names(table.view(0).hand[1].deduced) == "Y1 Y2 Y3 Y4 Y5"
    table = table.hint(0, 5)
    assert names(table.view(0).hand[0].deduced) == "Y5"
    assert "Y5" not in names(table.view(0).hand[1].deduced)


def test_several_cards_can_need_all_copies_of_several_faces() -> None:
    """HB2: two cards are the last red ones, in some order, so the third is neither."""
    table = lay(["R5 R4 G1", "R1 B2"], turn=1, discard="R1 R1 R2 R2 R3 R3 R4", deck="Y1 Y2")
    hand = table.hint(0, "R").play(2).view(0).hand
    assert [names(info.deduced) for info in hand[:2]] == ["R4 R5", "R4 R5"]
    assert not {*cards("R4 R5")} & {*hand[2].deduced}


def test_counting_goes_on_until_it_yields_nothing_new() -> None:
    """HB2: the 4 of one card leaves only the 5 to the next, and so on."""
    table = lay(["Y4 Y5 R1", "B1 B2"], turn=1, discard="Y1 Y1 Y1 Y2 Y2 Y3 Y3 Y4", deck="R1 R2")
    table = table.hint(0, "Y").hint(1, 1).hint(0, 4)
    assert [names(info.deduced) for info in table.view(0).hand[:2]] == ["Y4", "Y5"]


def test_the_owner_of_a_replayed_game_may_be_shown_its_own_cards() -> None:
    """HB10: only what is known is shown, but all of that."""
    table = lay(FRESH)
    view = HANABI.view(table.state, Seat(0), table.faces)
    assert faces_of(view.hand) == cards(FRESH[0])


@pytest.mark.parametrize(
    ("discard", "reachable"),
    [("", 5), ("R5", 4), ("R3", 5), ("R3 R3", 2), ("R1 R1 R1", 0), ("R2 R2 R4", 1)],
)
def test_a_firework_reaches_up_to_its_first_lost_value(discard: str, reachable: int) -> None:
    """D21, HB2, HT4"""
    view = lay(["G1 G1", "B1 B2"], discard=discard).view(0)
    assert view.reachable == (reachable, 5, 5, 5, 5)
    assert view.reachable_score == 20 + reachable


def test_the_reachable_score_is_bounded_by_the_turns_left() -> None:
    """HB32"""
    view = lay(["G1 G1", "B1 B2"], deck="R2").play(0).view(0)
    assert (view.score, view.turns_left) == (1, 2)
    assert view.reachable_score == 3


def test_copies_of_placed_cards_do_not_limit_a_firework() -> None:
    """D21"""
    view = lay(["G1 G1", "B1 B2"], fireworks={"R": 3}, discard="R1 R1 R2 R3").view(0)
    assert view.reachable[0] == 5
    assert [view.copies_left(Face(f)) for f in range(5)] == [0, 0, 0, 2, 1]


def test_faces_are_known_as_playable_placed_dead_or_critical() -> None:
    """HB27, D21, HT3"""
    view = lay(["G1 G1", "B1 B2"], fireworks={"R": 2, "W": 5}, discard="R3 Y2 Y2").view(0)
    assert view.playable(face("R3"))
    assert not view.playable(face("R4"))
    assert [view.placed(face(n)) for n in ("R2", "R3", "W5")] == [True, False, True]
    assert [view.dead(face(n)) for n in ("R1", "R3", "Y1", "Y3")] == [True, False, False, True]
    critical = [n for n in ("R3", "R4", "R5", "Y2", "Y5", "W5") if view.critical(face(n))]
    assert critical == ["R3", "R5"]


def test_deductions_are_true_and_never_exceed_the_owners() -> None:
    """HB10, HB19"""
    for step in walk(HANABI, {}, 4, 2, choose=BOTS["hanabi"]):
        views = [HANABI.view(step.state, Seat(s), step.known[s]) for s in range(4)]
        for view in views:
            for owner, hand in enumerate(view.hands):
                for info, own in zip(hand, views[owner].hands[owner], strict=True):
                    assert step.faces[info.card] in own.deduced
                    assert set(own.deduced) <= set(info.deduced) <= set(info.hinted)
