"""The meaning of the last hint and of the last move: as data, and in words on each screen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from p2p_hanabi.games.hanabi.bot.signs import last_signs
from p2p_hanabi.games.hanabi.bot.understood import last_meaning
from p2p_hanabi.games.hanabi.meanings import (
    Focus,
    GivesHints,
    Limit,
    Meaning,
    Sense,
    Sign,
    SignKind,
    TakenFor,
    UnderstandsHints,
    Use,
)
from p2p_hanabi.games.hanabi.state import Awaited, Hinted
from p2p_hanabi.games.hanabi.ui.order import as_drawn
from p2p_hanabi.games.hanabi.ui.screen import SCREEN
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.replay.narration import eyes_of
from p2p_hanabi.ui.replay.recording import spectator
from protocol.game import Card, Seat
from tests.any_game import bare
from tests.commands.played import in_memory
from tests.games.hanabi.table import Table, face, lay
from tests.games.hanabi.test_conventions import ALARMED, alarm, leaping, newest
from tests.games.hanabi.test_partners import told_falsely

HANDS = ["G4 R1 W4 Y3", "B3 B2 Y4 W3", "G5 Y1 Y2 R2"]
NAMES = ("Ana", "Ben", "Cleo")


def meaning(table: Table, seat: int = 0) -> Meaning:
    found = last_meaning(table.view(seat))
    assert found is not None
    return found


def explained(table: Table, seat: int = 0) -> str:
    return shown(table.view(seat), seat)


def shown(view: Any, seat: int) -> str:
    lines = SCREEN.topic_page("explain", view, Players(Seat(seat), NAMES[: view.players]))
    return "\n".join(map(as_text, lines))


def test_before_the_first_hint_there_is_none() -> None:
    assert last_meaning(lay(HANDS).view(0)) is None
    assert explained(lay(HANDS)) == "No hint has been given yet."


def test_a_hint_to_play_is_about_the_newest_card_newly_touched() -> None:
    found = meaning(lay(HANDS, turn=1).hint(0, "R"))
    assert (found.sense, found.card, found.why) == (Sense.PLAY, Card(1), Focus.NEWLY)
    assert (found.faces_to_play, found.faces_to_keep, found.limit) == ((face("R1"),), (), None)
    assert "play it, as soon as it fits. So it is R1." in explained(lay(HANDS, turn=1).hint(0, "R"))


def test_a_hint_at_the_chop_can_mean_to_keep_it() -> None:
    hands = ["B4 Y3 R4 W3", "G4 R3 W4 Y3"]
    table = lay(hands, discard="B4", turn=1)
    found = meaning(table.hint(0, "B"))
    assert (found.sense, found.why) == (Sense.PLAY_OR_KEEP, Focus.CHOP)
    assert (found.faces_to_play, found.faces_to_keep) == ((face("B1"),), (face("B4"),))
    assert meaning(table.hint(0, 4)).sense is Sense.KEEP
    assert "keep it. It can be B4, the last of its kind." in explained(table.hint(0, 4))
    twos = lay(["R2 Y3", "G4 R3"], turn=1)
    assert meaning(twos.hint(0, 2)).sense is Sense.KEEP_TWO
    ready = lay(["R2 Y3", "G4 R3"], turn=1, fireworks={"R": 1})
    assert meaning(ready.hint(0, 2)).sense is Sense.PLAY_OR_KEEP_TWO


def test_a_hint_at_cards_touched_before_is_about_the_newest() -> None:
    table = lay(HANDS, turn=1).hint(2, "Y").after(lay(HANDS, turn=1).true_hint(0, 4))
    assert meaning(table.hint(2, "Y")).why is Focus.AGAIN


def test_fives_are_kept() -> None:
    found = meaning(lay(HANDS, turn=1).hint(2, 5))
    assert (found.sense, found.card) == (Sense.FIVES, None)
    assert "There is only one 5 of each colour." in explained(lay(HANDS, turn=1).hint(2, 5))


def test_empty_hint_explains_what_the_hand_lacks() -> None:
    table = lay(HANDS, turn=1, options={"empty hints": True}).hint(0, "B")
    assert meaning(table).sense is Sense.NOTHING
    assert "It touches no card" in explained(table)


def test_hint_at_an_unplayable_card_means_it_is_useful() -> None:
    found = meaning(lay(HANDS, turn=1).hint(0, 4))
    assert (found.sense, found.limit) == (Sense.OF_USE, None)
    assert "No such card could be played then" in explained(lay(HANDS, turn=1).hint(0, 4))


def test_players_who_see_the_card_learn_if_it_is_as_meant() -> None:
    kept = explained(lay(HANDS, turn=1).hint(2, 1))
    assert "It is yellow 1." in kept
    broken = explained(lay(HANDS, turn=1).hint(2, "Y"))
    assert "It is yellow 2, none of these" in broken


def test_card_that_is_as_hinted_is_named_once() -> None:
    sentence = explained(lay(HANDS, turn=1).hint(0, "R"), 1)
    assert "So it is R1." in sentence
    assert "It is red 1" not in sentence


def test_every_card_that_a_hint_made_certain_is_named() -> None:
    heights = dict.fromkeys("RYGBW", 1) | {"R": 2}
    table = lay(["R3 B1 R4 W3", *HANDS[1:]], fireworks=heights, turn=1, blue=5)
    table = table.hint(0, 3).hint(1, 2).hint(1, "W").hint(0, "R")
    assert {each.card: each.use for each in meaning(table).uses}[Card(0)] is Use.PLAY
    assert "You know that card 1 fits now: it is R3. Play it." in explained(table, 0)
    assert "Ana knows that card 1 fits now: it is R3." in explained(table, 1)


def test_a_card_that_a_hint_shows_to_be_useless_can_be_discarded() -> None:
    ones = dict.fromkeys("RYGBW", 1)
    sentence = explained(lay(["R1 Y3 W4", "B3 Y4 W1"], fireworks=ones, turn=1, blue=5).hint(0, 1))
    assert "But you know that card 1 is no longer needed: you can discard it." in sentence


def test_a_last_copy_that_no_turn_is_left_for_can_be_discarded() -> None:
    hands = ["R5 Y1 W2 B3 G1", "G4 G3 Y4 Y3 W4"]
    table = lay(hands, fireworks={"R": 2}, turn=1, blue=4, deck="", turns_left=2)
    use = next(each for each in meaning(table.hint(0, 5)).uses if each.card == Card(0))
    assert (use.use, use.is_certain) == (Use.DISCARD, True)


def test_later_knowledge_of_the_owner_is_reported() -> None:
    table = lay(["R1 Y3 W4", "B3 Y4 W1", "G5 W1 R2"], turn=1).hint(0, 1)
    assert "So it is R1, Y1, G1, B1 or W1." in explained(table)
    assert "From what you know now, it is" not in explained(table)
    assert "From what you know now, it is R1, Y1, G1 or B1." in explained(table.play(1))
    seen = explained(table.play(1), 1)
    assert "As far as you can tell, Ana now takes it for R1, Y1, G1 or B1." in seen


def test_a_card_is_named_by_its_place_then_and_now() -> None:
    table = lay(HANDS, turn=1, blue=5).hint(0, "R").discard(0)
    assert "card 2:" in explained(table)
    assert "card 2 (now card 1):" in explained(table.discard(0))
    assert "card 2 (since gone):" in explained(table.play(1))


def test_sorting_hands_changes_no_meaning() -> None:
    table = lay(HANDS, turn=1, blue=5).hint(0, 4).discard(2).discard(0)
    view = table.view(0)
    hands = (tuple(reversed(view.hand)), *view.hands[1:])
    hint, *others = view.log
    assert isinstance(hint, Hinted)
    log = (hint._replace(hand=tuple(reversed(hint.hand))), *others)
    assert last_meaning(as_drawn(replace(view, hands=hands, log=log))) == last_meaning(view)
    sentence = shown(replace(view, hands=hands, log=log), 0)
    assert "card 4 (since gone): the oldest that no hint had touched" in sentence


def test_only_facts_count_one_mistake_from_the_end() -> None:
    table = lay(HANDS, turn=1, red=2).hint(0, "R")
    assert meaning(table).limit is Limit.LAST_MISTAKE
    assert "one more mistake loses" in explained(table)


def test_a_giver_who_has_broken_the_conventions_is_named() -> None:
    table = lay(["G4 R4 W4 B4", "Y3 Y4 Y5 G5", "G3 R3 W3 B3"], turn=1, blue=7)
    for what in ("B", "W", "R"):  # each would mean the 1 of that colour
        table = replace(table, state=table.state._replace(phase=Awaited.ACTING, seat=Seat(1)))
        table = table.hint(2, what)
    assert meaning(table).limit is Limit.GIVER_IS_LITERAL
    assert "But Ben has not followed the conventions" in explained(table)


def test_a_meaning_contradicted_since_is_reported() -> None:
    hands = ["G4 R3 W4", "Y3 Y4 Y5", "G3 R1 W3"]
    table = lay(hands, turn=1, discard="R1 R1").hint(0, "R")
    found = meaning(table)
    assert (found.faces_to_play, found.limit) == ((face("R1"),), Limit.IMPOSSIBLE)
    assert "from all that is known now, it is none of these" in explained(table)


def test_a_hint_does_not_mean_what_earlier_hints_exclude() -> None:
    table = lay(["B5 R1 B4", "Y3 Y4 Y5"], turn=1).hint(0, 1).hint(1, 5).hint(0, "B")
    assert meaning(table).sense is Sense.OF_USE


def test_unseen_faces_change_no_word() -> None:
    """Own cards and the pile can be any others that fit all hints."""
    table = lay(HANDS, turn=1).hint(0, "R").hint(1, 3)
    other = lay(["B4 R2 G4 Y5", *HANDS[1:]], turn=1).hint(0, "R").hint(1, 3)
    assert other.hand(0) != table.hand(0)
    assert other.state == table.state
    assert explained(other) == explained(table)
    assert last_meaning(other.view(0)) == last_meaning(table.view(0))


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_moment_is_explained_to_every_viewer(seats: int) -> None:
    recording = in_memory("hanabi", seats)
    for moment in range(0, recording.count, 7):
        for eyes in eyes_of(recording):
            view = recording.view(moment, eyes)
            assert SCREEN.topic_page("explain", bare(view), spectator(recording))


def test_the_example_in_the_page_on_bots_is_true() -> None:
    table = lay(["B2 R3 Y2 R2 G5", "B3 Y4 W3 B1 W2"], fireworks={"R": 1}, turn=1)
    red, twos, five = (meaning(table.hint(0, what)) for what in ("R", 2, 5))
    assert (red.card, red.sense, red.faces_to_play) == (Card(3), Sense.PLAY, (face("R2"),))
    assert (twos.card, twos.sense) == (Card(0), Sense.PLAY_OR_KEEP_TWO)
    assert five.sense is Sense.FIVES


def test_called_and_waiting_seats_are_informed() -> None:
    table = leaping().hint(2, "G")
    called = meaning(table, 1).called
    assert called == (Seat(1), newest(table))
    assert "Before that, you are to play card 4: it is the missing card." in explained(table, 1)
    assert "Before that, Ben is to play card 4: it is the missing card." in explained(table, 0)
    assert "It is G2 only if a player in between plays the missing card" in explained(table, 2)
    answered = explained(table.play(3), 0)
    assert "Before that, Ben is to play card 4 (since gone)" in answered


# What else the last move says


def signs(table: Table, seat: int) -> list[Sign | UnderstandsHints | GivesHints]:
    return list(last_signs(table.view(seat)))


def kinds(table: Table, seat: int) -> list[SignKind]:
    return [sign.kind for sign in signs(table, seat) if isinstance(sign, Sign)]


def unwarned(blue: int = 2, chop: str = "B4", discard: str = "B4") -> Table:
    """Seat 0 has discarded; seat 1 discards this chop next, with or without a hint left."""
    hands = ["G4 R3 W4 Y3", f"{chop} B3 Y4 W3", "G3 R4 W1 R2"]
    return lay(hands, discard=discard, blue=blue).discard(0)


def test_unwarned_chop_is_no_last_copy_if_a_hint_was_left() -> None:
    table = unwarned(chop="B3")
    assert signs(table, 1) == [Sign(SignKind.NO_WARNING, Seat(1), table.state.hands[1][0])]
    assert "Nobody warned you, though a hint was left: so card 1" in explained(table, 1)
    assert "Nobody warned Ben, though a hint was left: so Ben assumes that card 1" in explained(
        table, 2
    )


def test_silence_without_a_hint_left_means_nothing() -> None:
    assert SignKind.NO_WARNING not in kinds(unwarned(blue=0), 1)


def test_unwarned_last_copy_is_named_to_those_who_see_it() -> None:
    assert "But it is blue 4, the last of its kind" in explained(unwarned(), 2)
    assert "But it is" not in explained(unwarned(), 1)


def test_a_hint_to_another_is_no_warning_either() -> None:
    hands = ["G4 R3 W4 Y3", "B3 B2 Y4 W3", "G3 R4 W1 R2"]
    table = lay(hands, blue=5)
    assert kinds(table.hint(2, "W"), 1) == [SignKind.NO_WARNING]
    assert kinds(table.hint(1, 4), 1) == []


def test_a_given_hint_is_explained_once() -> None:
    sentence = explained(lay(HANDS, blue=5).hint(2, "Y"), 1)
    assert sentence.count("Cleo") == 1


def test_silence_means_nothing_to_a_player_with_a_better_move() -> None:
    table = lay(HANDS, turn=1, blue=5)
    assert SignKind.NO_WARNING not in kinds(table.hint(0, "R").discard(0), 0)


def test_silence_of_a_stranger_means_nothing() -> None:
    table = lay(ALARMED, turn=1, blue=5).hint(0, "R").discard(1)
    assert SignKind.NO_WARNING not in kinds(table, 1)


def test_silence_means_nothing_where_nobody_discards() -> None:
    assert SignKind.NO_WARNING not in kinds(lay(HANDS, fireworks={"R": 2, "W": 3}).play(2), 1)
    last = unwarned(chop="B3").state._replace(turns_left=2)
    assert SignKind.NO_WARNING not in kinds(replace(unwarned(chop="B3"), state=last), 1)


def test_an_alarm_is_explained_to_the_owner_and_to_the_others() -> None:
    table = alarm().discard(1)
    assert kinds(table, 1) == [SignKind.ALARM]
    assert "An alarm: a play was expected, and no hint was left. Keep card 1" in explained(table, 1)
    assert "So Ben keeps card 1, the last of its kind." in explained(table, 0)


def test_hint_after_an_alarm_skips_the_oldest_unhinted_card() -> None:
    table = alarm().discard(1).play(3).hint(1, "Y")
    found = meaning(table)
    assert (found.card, found.why) == (Card(5), Focus.CHOP_MOVED)
    assert "the next discard, since an alarm had said to keep an older one." in explained(table)


def test_a_player_who_discards_instead_of_playing_is_doubted() -> None:
    table = lay(ALARMED, turn=1, blue=5).hint(0, "R").discard(1)
    sign, understands = signs(table, 1)
    assert sign == Sign(SignKind.NOT_PLAYED, Seat(0), Card(0))
    assert understands == UnderstandsHints(Seat(0), TakenFor.LITERAL)
    sentence = explained(table, 1)
    assert "A hint told Ana to play card 1, but Ana discarded" in sentence
    assert "From now on, bots assume that Ana plays only what is certain." in sentence
    assert "A hint told you to play card 1" in explained(table, 0)


def test_a_change_in_how_hints_are_taken_is_reported() -> None:
    changes = [signs(told_falsely(times), 0) for times in range(1, 4)]
    gives = [sign for each in changes for sign in each if isinstance(sign, GivesHints)]
    assert [sign.seat for sign in gives] == [Seat(1)]
    assert "From now on, bots assume that a hint by Ben" in "".join(
        explained(told_falsely(times)) for times in range(1, 4)
    )


def test_playing_the_missing_card_reveals_the_one_on_top() -> None:
    table = leaping().hint(2, "G").play(3)
    assert kinds(table, 2) == [SignKind.ANSWERED]
    assert "so your card 1 is G2, and goes on top of it." in explained(table, 2)
    assert "so Cleo's card 1 is G2, and goes on top of it." in explained(table, 0)


def test_refusing_to_play_the_missing_card_means_something_too() -> None:
    table = leaping().hint(2, "G").discard(0)
    assert SignKind.NOT_ANSWERED in kinds(table, 0)
    assert "Ben was called on to play card 3, the missing card, and did not" in explained(table, 0)
    assert "You were called on to play card 3, the missing card" in explained(table, 1)
    assert SignKind.NOT_MISSING in kinds(table, 2)
    assert "No missing card was played: so your card 1 is not G2." in explained(table, 2)


def test_call_overtaken_by_a_new_hint_means_nothing() -> None:
    table = leaping().hint(2, "G").hint(2, "G")
    assert SignKind.NOT_MISSING not in kinds(table, 2)


def test_before_the_first_move_there_is_nothing_to_explain() -> None:
    assert signs(lay(HANDS), 0) == []
