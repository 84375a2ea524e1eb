"""What is said beside the game, and hands in another order, line by line."""

from __future__ import annotations

import asyncio

import pytest

from p2p_hanabi.games.hanabi.moves import Play
from p2p_hanabi.games.hanabi.state import Hinted
from p2p_hanabi.ui.lines.plain import play_table
from p2p_hanabi.ui.model.talk.sentences_talk import PHRASES
from protocol.game import Seat
from protocol.peer import remarks
from protocol.peer.remarks import Order, Phrase, Text
from tests.any_game import RULES, AnyPort
from tests.fakes import wire_for
from tests.simulation.standin import fast_group

from ..kit.paper import Paper, at_a_pipe, played_by_script
from .ports import DealtTable, WireTable, remarks_of


def dealt(
    talk: str = "free", seats: int = 3, *, turn: bool = True, game: str = "hanabi"
) -> DealtTable:
    """At one's own turn, or at that of the next seat."""
    options = {"talk": talk} if game != "hanabi" else {"talk": talk, "first": 0 if turn else 1}
    port = DealtTable(seats, options=options, game=game)
    if turn:
        port.until_my_turn()
    else:
        while port.view().actor is None:
            port.step()
    return port


def typed(port: AnyPort, *lines: str) -> list[str]:
    console = at_a_pipe(lambda console: play_table(port, console, asks=False), Paper(), *lines)
    return asyncio.run(console)


def test_every_phrase_has_its_words() -> None:
    assert len(PHRASES) == remarks.PHRASES == len(set(PHRASES))


def test_phrase_is_sent_by_its_number() -> None:
    port = dealt("phrases")
    assert "You say: Let me think." in typed(port, "say 3")
    assert remarks_of(port) == [Phrase(2)]


@pytest.mark.parametrize("line", ["say Good game.", "SAY   Good game. "])
def test_phrase_is_sent_by_its_text(line: str) -> None:
    port = dealt("phrases")
    typed(port, line)
    assert remarks_of(port) == [Phrase(11)]


def test_text_is_sent_as_typed() -> None:
    port = dealt()
    assert "You say: is it  tea time?" in typed(port, "say is it  tea time?")
    assert remarks_of(port) == [Text("is it  tea time?")]


def test_talk_command_without_text_lists_the_phrases() -> None:
    lines = typed(dealt("phrases", turn=False), "say")
    assert {"  3. Let me think. *", "  4. Take your time."} <= set(lines)
    assert "Type say and the number of a phrase:" in lines
    assert "* not while somebody else is to move" in lines
    for port in (dealt("phrases"), dealt("free", turn=False)):
        assert "  3. Let me think." in typed(port, "say")


def test_part_of_a_phrase_is_enough_if_only_phrases_are_allowed() -> None:
    port = dealt("phrases")
    typed(port, "say your TIME", "say think")
    assert remarks_of(port) == [Phrase(3), Phrase(2)]
    port = dealt("free")
    typed(port, "say think")
    assert remarks_of(port) == [Text("think")]


@pytest.mark.parametrize("game", ["ikebana", "koikoi"])
def test_phrases_about_hidden_hands_are_omitted_without_them(game: str) -> None:
    port = dealt("phrases", 2, game=game)
    lines = typed(port, "say", "say 1", "say 3")
    assert not any(PHRASES[n] in line for line in lines for n in (0, 1))
    assert "There is no phrase with that number." in lines
    assert remarks_of(port) == [Phrase(2)]


def test_a_rule_of_hanabi_is_cited_in_hanabi_alone() -> None:
    assert "This table plays without talk." in " ".join(
        typed(dealt("none", 2, game="ikebana"), "say")
    )


@pytest.mark.parametrize("line", ["say 0", "say 13", "say 99999"])
def test_a_number_without_a_phrase_is_refused(line: str) -> None:
    port = dealt()
    assert "There is no phrase with that number." in typed(port, line)
    assert remarks_of(port) == []


def test_remark_of_another_is_shown_under_their_name() -> None:
    port = dealt()
    sentences: list[str] = []

    def react(line: str) -> str:
        if line.startswith("Your turn") and not sentences:
            sentences.append(line)
            port.remark_from(1, Text("hello"))
        return "quit" if line == "Ben says: hello" else ""

    paper = Paper(react=react)
    asyncio.run(at_a_pipe(lambda console: play_table(port, console), paper, stays=True))
    assert "Ben says: hello" in paper.lines


def test_remarks_made_before_joining_are_not_news() -> None:
    port = dealt()
    port.remark_from(1, Text("hello"))
    assert "Ben says: hello" not in typed(port, "show")


@pytest.mark.parametrize(
    ("talk", "line", "sentence"),
    [
        ("none", "say 3", "This table plays without talk."),
        ("none", "say", "This table plays without talk."),
        ("phrases", "say hello", "This table only allows preset phrases."),
        ("free", "say " + "a" * 201, "A remark must have 1 to 200 printable characters."),
    ],
)
def test_forbidden_remark_is_refused_with_a_sentence(talk: str, line: str, sentence: str) -> None:
    port = WireTable(wire_for(RULES["hanabi"], 2, options={"talk": talk, "first": 0}))
    paper = played_until_my_turn(port, line)
    assert any(each.startswith(sentence) for each in paper.lines)


def played_until_my_turn(port: WireTable, line: str) -> Paper:
    paper = Paper(
        react=lambda sentence: f"{line}\nquit" if sentence.startswith("Your turn") else ""
    )
    asyncio.run(at_a_pipe(lambda console: play_table(port, console), paper, stays=True))
    return paper


# Hands.


def test_the_own_hand_is_put_in_another_order() -> None:
    port = dealt(turn=False)
    hand = [info.card for info in port.view().hand]
    assert "Your hand is now in another order; the others see it too." in typed(port, "order 3 1")
    assert [info.card for info in port.view().hand] == [hand[k] for k in (2, 0, 1, 3, 4)]


def test_reordered_hand_is_not_described_as_oldest_first() -> None:
    port = dealt()
    assert "You, player 1, oldest card first:" in typed(port, "me")
    port = dealt()
    assert "You, player 1, in your own order:" in typed(port, "order 3", "me")


def test_one_card_is_moved_to_another_place() -> None:
    port = dealt()
    hand = [info.card for info in port.view().hand]
    typed(port, "move 2 5", "quit")
    assert [info.card for info in port.view().hand] == [hand[k] for k in (0, 2, 3, 4, 1)]


def test_a_card_is_played_by_the_place_that_the_screen_shows() -> None:
    port = dealt()
    third = port.view().hand[2].card
    lines = typed(port, "order 3 1", "play 1")
    entry = port.view().log[0]
    assert entry.move == Play(third)
    assert any(line.startswith("You play card 1: ") for line in lines)


def test_hint_is_reported_by_the_positions_on_the_screen() -> None:
    port = dealt(seats=2)
    before = port.view()
    cards = tuple(info.card for info in before.hands[1])
    port.remark_from(1, Order(cards[::-1]))
    face = port.view().hands[1][0].face
    typed(port, f"hint Ben {face % 5 + 1}", "quit")
    entry = port.view().log[0]
    assert isinstance(entry, Hinted)
    assert entry.hand == cards[::-1]
    assert 0 in entry.slots


def test_hint_can_touch_several_cards_of_a_reordered_hand() -> None:
    port = dealt(seats=2)
    ben = port.view().hands[1]
    port.remark_from(1, Order(tuple(info.card for info in ben)[::-1]))
    ranks = [info.face % 5 + 1 for info in ben]
    rank = next(rank for rank in ranks if ranks.count(rank) > 1)
    typed(port, f"hint Ben {rank}", "quit")
    entry = port.view().log[0]
    assert isinstance(entry, Hinted)
    assert len(entry.slots) == ranks.count(rank)


def test_earlier_moves_keep_the_places_that_they_had() -> None:
    port = dealt()
    port.play(Play(port.view().hand[1].card))
    port.until_my_turn()
    hand = [info.card for info in port.view().hand]
    port.say(Order((*hand[::-1],)))
    port.play(Play(hand[4]))
    port.until_my_turn()
    entries = [entry for entry in port.view().log if entry.seat == 0]
    assert [entry.slot for entry in entries] == [1, 0]


def test_a_new_card_comes_last() -> None:
    port = dealt()
    typed(port, "order 5 4 3 2 1", "play 3")
    port.until_my_turn()
    hand = [info.card for info in port.view().hand]
    assert hand[:4] == sorted(hand[:4], reverse=True)
    assert hand[4] == max(hand)


def test_reordered_hand_of_another_is_announced_with_its_cards() -> None:
    port = dealt()
    faces = [info.face for info in port.view().hands[1]][::-1]
    cards = tuple(info.card for info in port.view().hands[1])
    sentences: list[str] = []

    def react(line: str) -> str:
        if line.startswith("Your turn") and not sentences:
            sentences.append(line)
            port.remark_from(1, Order(cards[::-1]))
        return "quit" if line.startswith("Ben has sorted") else ""

    paper = Paper(react=react)
    asyncio.run(at_a_pipe(lambda console: play_table(port, console), paper, stays=True))
    shown = " ".join("RYGBW"[face // 5] + str(face % 5 + 1) for face in faces)
    assert f"Ben has sorted their hand: {shown}." in paper.lines


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("order", "Type the cards in their new order, for example: order 3 1; the others follow."),
        ("order 6", "Your cards are 1 to 5, each named once."),
        ("order 1 1", "Your cards are 1 to 5, each named once."),
        ("move 1", "Type a card and its new place, for example: move 3 1"),
        ("move 1 six", "Your cards are 1 to 5, each named once."),
    ],
)
def test_an_order_that_cannot_be_is_refused(line: str, sentence: str) -> None:
    port = dealt()
    assert sentence in typed(port, line)
    assert remarks_of(port) == []


def test_game_without_ordered_hands_refuses_an_order() -> None:
    port = dealt(game="ikebana")
    assert "In this game all players see the cards they hold." in typed(port, "order 2 1")


def test_no_hand_is_ordered_before_it_is_dealt() -> None:
    port = DealtTable(3)
    paper = Paper(react=lambda line: "quit" if line.startswith("Ana shuffles") else "")
    lines = asyncio.run(
        at_a_pipe(lambda console: play_table(port, console), paper, "order 2 1", "quit")
    )
    assert "The cards are not dealt yet." in lines


@fast_group()
def test_whole_game_is_played_with_reordered_hands() -> None:
    """D22: the orders change nothing of the game."""
    wire = wire_for(RULES["hanabi"], 2)
    port = WireTable(wire)
    lines = played_by_script(port, also="order 5 1").lines
    assert lines[-1].startswith("Score: ")
    assert any(order.seat == Seat(0) for order in wire.nodes[1].table.orders())
