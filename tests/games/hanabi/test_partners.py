"""How the Hanabi bot judges its partners, and how they fare with it."""

from __future__ import annotations

from statistics import mean
from typing import Any

import pytest

from p2p_hanabi.games.hanabi.bot.danger import could_be_warned
from p2p_hanabi.games.hanabi.bot.hints import best_hint
from p2p_hanabi.games.hanabi.bot.mind import Mind, mind_of
from p2p_hanabi.games.hanabi.bot.partners import HintClaim, Manner, Partner
from p2p_hanabi.games.hanabi.bot.player import choose, discard_of
from p2p_hanabi.games.hanabi.bot.reading import read
from p2p_hanabi.games.hanabi.moves import Discard, HintColour, HintRank, Play
from p2p_hanabi.games.hanabi.state import Discarded
from p2p_hanabi.games.hanabi.view import HanabiView
from protocol.game import Card, Face, Seat
from tests.any_game import RULES
from tests.beginners import beginner, literal
from tests.builders import drive
from tests.games.hanabi.table import Table, lay
from tests.lengths import sampled

HANABI = RULES["hanabi"]
ME = 0


def hearer_manner(table: Table) -> Manner:
    return read(table.view(ME)).partners[Seat(1)].understands


def teller_manner(table: Table) -> Manner:
    return read(table.view(ME)).partners[Seat(1)].gives


def test_everybody_is_assumed_to_know_the_conventions() -> None:
    table = lay(["G4 R3 W4 Y3", "B3 R1 Y4 W3"])
    assert (hearer_manner(table), teller_manner(table)) == (Manner.CONVENTIONS, Manner.CONVENTIONS)


def test_partner_that_discards_a_playable_lacks_the_conventions() -> None:
    table = lay(["G4 R3 W4 Y3", "B3 R1 R2 W3"], blue=5).hint(1, "R").discard(0)
    assert hearer_manner(table) is not Manner.CONVENTIONS


def test_partner_that_plays_a_card_to_keep_plays_lone_cards() -> None:
    hands = ["G4 R3 W4 Y3", "W2 R1 Y4 B3"]
    table = lay(hands, fireworks={"G": 1}, blue=5).hint(1, 2).play(0)
    assert hearer_manner(table) is Manner.ALONE


def test_partner_that_plays_as_meant_knows_the_conventions() -> None:
    table = lay(["G4 R3 W4 Y3", "B3 R1 R2 W3"], blue=5).hint(1, "R").play(2)
    assert hearer_manner(table) is not Manner.LITERAL
    table = lay(["G4 R3 W4 Y3", "B3 R1 R2 W3"], blue=5).hint(1, "R").play(1)
    assert hearer_manner(table) is Manner.CONVENTIONS


def test_hint_in_between_is_weak_evidence() -> None:
    table = lay(["G4 R3 W4 Y3", "B3 R1 R2 W3"], blue=5).hint(1, "R").hint(0, "Y")
    assert hearer_manner(table) is Manner.CONVENTIONS


def test_hints_of_a_partner_who_plays_by_facts_are_judged_alone() -> None:
    """It discarded three times instead of playing, and then gives its first hint."""
    hands = ["G4 R3 B4 Y3 W4", "B3 Y1 B3 R1 W3"]
    deck = "B4 W1 Y2 G4 G1 G2 B1 Y4 R4 W2 Y1 Y3 B2"
    table = lay(hands, deck=deck, blue=2).hint(1, "R")
    for _ in range(3):
        table = table.discard(0).discard(0)
    assert (hearer_manner(table), teller_manner(table)) == (Manner.LITERAL, Manner.CONVENTIONS)
    pointed_at = table.state.hands[ME][2]
    assert choose(table.hint(0, "W").view(ME)) == Play(pointed_at)


def test_promise_that_most_cards_would_keep_is_weak_evidence() -> None:
    def partner(by_chance: float, *, kept: bool) -> Partner:
        found = Partner()
        for _ in range(2):
            found.promised({Manner.CONVENTIONS: HintClaim(1, by_chance)}, 1 if kept else 2)
        return found

    assert partner(0.3, kept=False).gives is not Manner.CONVENTIONS
    for by_chance, is_trusted in ((0.3, True), (0.95, False)):
        found = partner(by_chance, kept=True)
        found.promised({Manner.CONVENTIONS: HintClaim(1, 0.2)}, 2)
        assert (found.gives is Manner.CONVENTIONS) == is_trusted


def told_falsely(times: int) -> Table:
    """The partner points that often at a card that can neither be played nor must be kept."""
    table = lay(["G4 R3 W3 Y3 B3", "B1 R1 Y4 W4 G1"], turn=1).play(0)
    table = table.hint(1, 4)
    for what, slot in (("R", 1), ("W", 1), ("Y", 1))[:times]:
        table = table.hint(0, what).discard(slot)
    return table


def test_promises_that_are_not_kept_are_remembered() -> None:
    assert teller_manner(told_falsely(1)) is Manner.CONVENTIONS
    assert teller_manner(told_falsely(3)) is not Manner.CONVENTIONS


def test_a_promise_to_a_third_player_is_judged_at_once() -> None:
    hands = ["G4 R3 W4 Y3 B4", "B1 R1 Y4 W4 G3", "Y3 B4 R4 W3 G2"]
    table = lay(hands, turn=0).hint(1, 1).hint(2, "R").hint(1, 3)
    table = table.hint(1, 4).hint(2, "W").hint(1, "B").hint(1, 3).hint(2, "G")
    assert teller_manner(table) is not Manner.CONVENTIONS


def test_with_the_lid_full_a_hint_promises_nothing() -> None:
    fair = ["G4 R3 W3 Y3 B3", "B1 R1 Y4 W4 G1"]
    table = lay(fair, turn=1).hint(0, "W").hint(1, 1).hint(0, 3)
    assert teller_manner(table) is Manner.CONVENTIONS


def test_the_bot_recognises_other_bots() -> None:
    def watched(view: HanabiView) -> Any:
        known = read(view).partners.values()
        assert {p.understands for p in known} | {p.gives for p in known} == {Manner.CONVENTIONS}
        return choose(view)

    for seed in range(3):
        drive(HANABI, {}, 2, seed, choose=watched)


@sampled(1)
@pytest.mark.parametrize("partner", [literal, beginner])
@pytest.mark.parametrize("seats", [2, 3])
def test_a_beginner_never_loses_with_it(partner: Any, seats: int) -> None:
    def players(view: HanabiView) -> Any:
        return choose(view) if view.seat == 0 else partner(view)

    scores = [drive(HANABI, {}, seats, seed, choose=players).outcome[1] for seed in range(6)]
    assert min(scores) > 0
    assert mean(scores) >= 17


def test_partner_that_plays_by_facts_gets_factual_hints() -> None:
    hands, deck = ["G4 R3 W4 Y3", "B3 R1 R2 W3 G5"], "B4 Y1 Y2 G1 G1 G2"
    table = lay(hands, deck=deck, blue=5).hint(1, "R").discard(0)
    assert choose(table.view(ME)) == table.true_hint(1, 1)


# Among strangers


def test_where_a_partner_discards_is_learnt() -> None:
    hands, deck = ["G4 R3 W4 Y3 W3", "B3 R1 Y4 W3 G4"], "Y1 B1 Y2 B2 W2 B4 W1 G2 R4"
    table = lay(hands, deck=deck, turn=1, blue=2).discard(4).discard(0)
    assert not read(table.view(ME)).partners[Seat(1)].discards_newest
    table = table.discard(4)
    mind = mind_of(table.view(ME))
    assert mind.knowledge.partners[Seat(1)].discards_newest
    chops = [mind.chop(Seat(seat)) for seat in (ME, 1)]
    own, other = table.state.hands
    assert [chop and chop.card for chop in chops] == [own[0], other[-1]]


def among_strangers(table: Table) -> Mind:
    """After ten cards that the partner discarded instead of playing them, and ten hints by the
    partner at cards that were not what was promised."""
    mind = mind_of(table.view(ME))
    partner = mind.knowledge.partners[Seat(1)]
    by_manner = dict.fromkeys(Manner, ()) | {Manner.CONVENTIONS: (Card(0),)}
    claims = dict.fromkeys((Manner.CONVENTIONS, Manner.ALONE), HintClaim(1, 0.5))
    for times in range(10):
        assert not (mind.is_among_strangers and times < 2)  # once may be a mistake
        partner.moved(Discarded(0, Seat(1), Discard(Card(1)), 0, Face(0)), by_manner)
        assert not mind.is_among_strangers or times
        partner.promised(claims, 0)
    assert mind.is_among_strangers
    return mind


def test_among_strangers_it_discards_the_least_useful_card() -> None:
    """A 4 with another copy left, rather than a card that may be anything."""
    table = lay(["G4 R3 W3 Y3", "B3 R1 R2 W3 G5"], blue=5, turn=1).hint(0, 4)
    for mind, card in ((mind_of(table.view(ME)), 1), (among_strangers(table), 0)):
        info = discard_of(mind)
        assert info is not None
        assert info.card == table.state.hands[ME][card]


def test_among_strangers_no_chop_counts_as_safe() -> None:
    table = lay(["G4 R3 W4 Y3", "B3 R1 R2 W3"], blue=5)
    assert could_be_warned(mind_of(table.view(ME)))
    assert not could_be_warned(among_strangers(table))


# Rescues


def test_rescue_of_the_next_seat_beats_a_better_hint() -> None:
    hands = ["G4 G3 Y4 Y3", "W4 Y3 R4 W3", "R1 B1 Y4 G1"]
    hint = choose(lay(hands, discard="W4", blue=2).view(ME))
    assert isinstance(hint, HintColour | HintRank)
    assert hint.seat == 1
    assert Card(4) in hint.touched


def test_saving_a_card_before_another_last_copy_is_no_rescue() -> None:
    hands = ["G4 G3 B4 Y3 R3", "W4 Y4 R3 B3 G3"]
    both, one = lay(hands, discard="W4 Y4", blue=3), lay(hands, discard="W4 Y3", blue=3)
    assert worth(both, "W") < worth(one, "W") - 500


def worth(table: Table, what: str) -> int:
    """Of this hint to the next seat."""
    mind = mind_of(table.view(ME))
    best_hint(mind)
    return dict(mind.worths or [])[table.true_hint(1, what)]
