"""Why the Hanabi bot makes a move: as data, and as a sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2p_hanabi.games.hanabi.bot.explained import decide, why
from p2p_hanabi.games.hanabi.bot.mind import mind_of
from p2p_hanabi.games.hanabi.bot.player import choose
from p2p_hanabi.games.hanabi.moves import Discard, Move, Play
from p2p_hanabi.games.hanabi.ui.words.words_whys import why_sentence
from p2p_hanabi.games.hanabi.whys import HanabiWhy
from p2p_hanabi.registry import GAMES
from p2p_hanabi.seam.decisions import Why
from protocol.game import Card, Seat
from protocol.reasons import Reason
from tests.any_game import RULES
from tests.builders import drive
from tests.games.hanabi.table import Table, face, lay
from tests.games.hanabi.test_conventions import alarm

HANDS = ["G4 R1 W4 Y3", "B3 B2 Y4 W3"]
ONES = dict.fromkeys("RYGBW", 1)
NAMES = ("Ana", "Ben", "Cleo")


def reason(table: Table, move: Move | None = None) -> Why | None:
    """Why the seat whose turn it is makes this move; by default the move that it would choose."""
    view = table.view(table.state.seat)
    return decide(view).why if move is None else why(mind_of(view), move)


def test_play_after_a_hint_gives_the_hint_as_its_reason() -> None:
    hinted = reason(lay(HANDS, turn=1).hint(0, "R"))
    assert hinted == HanabiWhy.TOLD.reason(seat=1, faces=1 << face("R1"))


def test_a_play_that_is_certain() -> None:
    table = lay(HANDS, turn=1).hint(0, "R").hint(1, "W").hint(0, 1)
    assert reason(table) == HanabiWhy.CERTAIN.reason()


def test_a_play_of_a_card_that_must_be_useful() -> None:
    heights = {"R": 2, "Y": 3, "G": 3, "B": 3, "W": 3}
    table = lay(["G3 R3 Y4", "W5 Y4 W4"], fireworks=heights, turn=1).hint(0, 3)
    assert reason(table, Play(Card(1))) == HanabiWhy.OF_USE.reason(faces=1 << face("R3"))


def test_play_for_the_last_chance_and_a_forced_play_give_reasons() -> None:
    fours = dict.fromkeys("RYGBW", 4)
    hands = ["R5 G1", "B1 B2", "B3 B4"]
    table = lay(hands, fireworks=fours, deck="", blue=2, turns_left=1)
    assert reason(table) == HanabiWhy.LAST_CHANCE.reason()
    assert reason(lay(HANDS), Play(Card(0))) == HanabiWhy.FORCED.reason()


def test_discards_of_useless_chop_and_spare_cards_give_reasons() -> None:
    table = lay(["G4 R1 W4 Y3", "B3 B4 Y4 W3"], fireworks=ONES, turn=1, blue=1).hint(0, 1)
    assert reason(table) == HanabiWhy.USELESS.reason()
    assert reason(lay(HANDS, blue=0)) == HanabiWhy.CHOP.reason()
    table = lay(["R5 G5 W3", "R4 G4 W4"], turn=1, blue=3, discard="W4")
    assert reason(table.hint(0, 5).hint(1, 4).hint(0, 3)) == HanabiWhy.MIN_MISSED.reason()


def test_a_discard_after_an_alarm_skips_the_card_to_keep() -> None:
    table = alarm().discard(1)
    assert reason(table, Discard(table.card(0))) == HanabiWhy.MIN_MISSED.reason()
    assert reason(table, Discard(table.card(1))) == HanabiWhy.CHOP_MOVED.reason()


def test_a_hint_that_rescues() -> None:
    table = lay(["G4 R3 W4 Y3", "B4 Y3 R4 W3"], discard="B4", blue=2)
    assert reason(table) == HanabiWhy.RESCUES.reason(seat=1, card=4)


def test_a_hint_that_makes_somebody_play() -> None:
    table = lay(["G4 R3 W4 Y3", "B3 R1 Y4 W3"], blue=5)
    assert reason(table, table.true_hint(1, 1)) == HanabiWhy.MAKES_PLAY.reason(seat=1, card=5)


def test_a_hint_that_keeps_somebody_from_a_mistake() -> None:
    table = lay(["G4 R3 W4", "R3 G1 W2", "B1 B3 Y4"], turn=2)
    table = table.hint(1, "R")  # which is understood as the red 1
    assert reason(table, table.true_hint(1, 3)) == HanabiWhy.STOPS_PLAY.reason(seat=1, card=3)


def test_a_hint_to_somebody_who_is_gone_saves_nothing() -> None:
    """D25"""
    table = lay(["G4 R3 W4", "R3 G1 W2", "B1 B5 Y4"])
    gone = replace(table, state=table.state._replace(passed=((0, Seat(2)),)))
    assert reason(gone, table.true_hint(2, 5)) == HanabiWhy.WAITS.reason()


def test_a_hint_that_saves() -> None:
    table = lay(["G4 R3 W4", "R3 G1 W2", "B1 B5 Y4"])
    assert reason(table, table.true_hint(2, 5)) == HanabiWhy.SAVES.reason(seat=2, card=7)


def test_informative_hint_and_waiting_hint_give_reasons() -> None:
    known = lay(["G4 R3 W4", "R3 G3 W4"], turn=0).hint(1, 5 - 1).hint(0, 3)
    assert reason(known, known.true_hint(1, 4)) == HanabiWhy.WAITS.reason()
    more = lay(["G4 R3 W4", "R3 G3 W4"], turn=0).hint(1, 4).hint(0, 3)
    assert reason(more, more.true_hint(1, "W")) == HanabiWhy.TELLS_MORE.reason(seat=1)


@pytest.mark.parametrize("seats", [2, 4])
def test_decide_gives_a_reason_and_the_same_move_as_choose(seats: int) -> None:
    style = GAMES["hanabi"].styles["human"]
    received: list[object] = []

    def player(view: object) -> object:
        decision = style.decide(view)  # type: ignore[arg-type]  # of the game that is played here
        received.append(decision.why)
        return decision.move

    driven = drive(RULES["hanabi"], {}, seats, 3, choose=player)
    assert driven.moves == drive(RULES["hanabi"], {}, seats, 3, choose=choose).moves
    assert all(isinstance(each, Reason) for each in received)
    assert len(set(received)) > 10


def test_a_reason_names_players_places_and_faces() -> None:
    view = lay(["G4 R3 W4", "R3 G3 W4", "B1 B5 Y4"]).view(0)
    sentence = why_sentence(HanabiWhy.SAVES.reason(seat=1, card=5), view, NAMES)
    assert sentence == "So that Ben keeps card 3, the last of its kind."
    faces = 1 << face("R1") | 1 << face("G1")
    assert "Cleo had said to play it; it could be: RG 1." in why_sentence(
        HanabiWhy.TOLD.reason(seat=2, faces=faces), view, NAMES
    )


def test_impossible_facts_do_no_harm() -> None:
    view = lay(["G4 R3 W4", "R3 G3 W4", "B1 B5 Y4"]).view(0)
    sentence = why_sentence(HanabiWhy.SAVES.reason(seat=99, card=99), view, NAMES)
    assert sentence == "So that 99 keeps card ?, the last of its kind."
    assert "be: ." in why_sentence(HanabiWhy.TOLD.reason(seat=0, faces=1 << 40), view, NAMES)


def test_a_style_without_reasons_gives_none() -> None:
    view = lay(HANDS).view(0)
    team = GAMES["hanabi"].styles["information"]
    assert team.decide(view).why is None  # type: ignore[arg-type]  # of this game
