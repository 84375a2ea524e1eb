"""Ikebana line by line: typing, reporting and painting."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from p2p_hanabi.games.ikebana.moves import Buy, Draw, Keep, Refuse
from p2p_hanabi.games.ikebana.outcome import ended
from p2p_hanabi.games.ikebana.ui import decision, painter
from p2p_hanabi.games.ikebana.ui.rounds import rounds_of
from p2p_hanabi.games.ikebana.ui.words import sentences
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.lines import typed_commands as typed
from p2p_hanabi.ui.lines.dialogue import PlainTable
from p2p_hanabi.ui.model.end.ended_table import EndedTable
from p2p_hanabi.ui.model.game.game_screen import NOBODY, Misunderstood
from p2p_hanabi.ui.model.game.log_filter import Everything
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.game.typed_names import player
from p2p_hanabi.ui.model.table.table_actions import MakeMove, TableAction
from p2p_hanabi.ui.model.table.table_painter import end_of_log, log_lines
from protocol.game import Options, Seat
from protocol.peer.status import Ending, EndingKind
from tests.any_game import RULES, SCREENS
from tests.fakes import wire_for
from tests.games.ikebana.table import Table, lay
from tests.lengths import long
from tests.simulation.standin import fast_group

from ....ui.kit.paper import plain_lines, played_by_script
from ....ui.table.playing import answers
from ....ui.table.ports import DealtTable, WireTable, end_of
from ....ui.words.languages import speaking

IKEBANA = SCREENS["ikebana"]
ANA = Players(Seat(0), ("Ana", "Ben", "Chi"))
EMPTY = ("", "", "")


def after(before: Table, now: Table, seat: int = 0) -> list[str]:
    """What a seat that has seen one table is told about another."""
    teller = IKEBANA.teller(Players(Seat(seat), ANA.names))
    teller.look(before.view(seat))
    return plain_lines(teller.look(now.view(seat)))


def turn(table: Table, seat: int = 0) -> str | None:
    line = IKEBANA.whose_turn(table.view(seat), Players(Seat(seat), ANA.names))
    return None if line is None else as_text(line)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("draw", Draw()),
        ("dr", Draw()),
        ("keep", Keep()),
        ("k", Keep()),
        ("refuse", Refuse()),
        ("buy Ben", Buy(Seat(1))),
        ("b chi", Buy(Seat(2))),
        ("buy 3", Buy(Seat(2))),
    ],
)
def test_a_move_is_one_word_or_names_a_player(line: str, move: object) -> None:
    assert typed.parse(line, IKEBANA, lay(EMPTY).view(0), ANA) == MakeMove(move)


RECORD_COMMANDS = lay(EMPTY, heaps=("", "R3 G3", "Y5 M2"), prestige=(4, 7, 7)).view(0)
TOO_DEAR = lay(EMPTY, heaps=("", "G3", "Y5"), prestige=(4, 7, 7)).view(0)
MARIA = Players(Seat(0), ("Ana", "Ștefan", "Maria"))


@pytest.mark.parametrize(
    ("line", "owner"),
    [
        ("buy green 3", 1),
        ("buy green 3 from Ben", 1),
        ("buy green 3 from Ben for 3", 1),
        ("buy G3", 1),
        ("buy joker", 2),
        ("buy j2 from Chi", 2),
    ],
)
def test_a_card_can_be_bought_by_the_name_in_the_prompt(line: str, owner: int) -> None:
    assert typed.parse(line, IKEBANA, RECORD_COMMANDS, ANA) == MakeMove(Buy(Seat(owner)))


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("ro", "cumpără 3 verde de la Ben cu 3"),
        ("ro", "cumpara verde"),
        ("ro", "buy green 3"),
        ("fr", "acheter vert 3 à Ben pour 3"),
    ],
)
def test_a_card_is_bought_in_the_players_language_or_in_english(language: str, line: str) -> None:
    with speaking(language):
        assert typed.parse(line, IKEBANA, RECORD_COMMANDS, ANA) == MakeMove(Buy(Seat(1)))


@pytest.mark.parametrize("line", ["buy from", "buy green 4", "buy red 3", "buy"])
def test_a_name_of_no_card_on_offer_buys_nothing(line: str) -> None:
    with pytest.raises(Misunderstood):
        typed.parse(line, IKEBANA, RECORD_COMMANDS, ANA)


def test_buy_alone_takes_the_only_affordable_card() -> None:
    assert typed.parse("buy", IKEBANA, TOO_DEAR, ANA) == MakeMove(Buy(Seat(1)))


def test_card_sold_by_two_needs_the_seller_named() -> None:
    view = lay(EMPTY, heaps=("", "G3", "G3")).view(0)
    with pytest.raises(Misunderstood, match="green 3 from Ben for 3 or green 3 from Chi for 3"):
        typed.parse("buy green 3", IKEBANA, view, ANA)
    assert typed.parse("buy green 3 chi", IKEBANA, view, ANA) == MakeMove(Buy(Seat(2)))


@pytest.mark.parametrize("name", ["stef", "Stefan", "ȘTEFAN", "2"])
def test_a_name_with_accents_can_be_typed_on_any_keyboard(name: str) -> None:
    assert typed.parse(f"buy {name}", IKEBANA, RECORD_COMMANDS, MARIA) == MakeMove(Buy(Seat(1)))


def test_accented_name_is_completed_from_its_plain_beginning() -> None:
    assert typed.completions("buy s", IKEBANA, RECORD_COMMANDS, MARIA) == ["Ștefan"]


def test_names_that_differ_only_in_an_accent_are_distinct() -> None:
    players = Players(Seat(0), ("Ana", "Ștefan", "Stefan"))
    assert player("ștefan", players) == 1
    assert player("stefan", players) == 2
    with pytest.raises(Misunderstood, match="can be Ștefan or Stefan"):
        player("stefân", players)


@pytest.mark.parametrize(
    ("line", "drawn", "command"),
    [
        ("d", "", MakeMove(Draw())),
        ("d", "R1", typed.ShowPage("discards")),
        ("b", "", MakeMove(Buy(Seat(1)))),
        ("b", "R1", typed.ShowPage("bouquets")),
        ("r", "R1", MakeMove(Refuse())),
        ("r", "", TableAction.RULES),
    ],
)
def test_an_abbreviation_means_the_move_that_is_allowed_now(
    line: str, drawn: str, command: typed.Command[Any]
) -> None:
    view = lay(EMPTY, heaps=("", "G3", ""), drawn=drawn).view(0)
    assert typed.parse(line, IKEBANA, view, ANA) == command


def test_the_last_rows_of_the_log_can_be_requested() -> None:
    port = at_first_turn()
    port.until_my_turn()
    port.play(Draw())
    port.until_my_turn()
    table = PlainTable(port, asks=False)
    whole, short = (plain_lines(table.typed(line)) for line in ("log", "log 1"))
    assert len(whole) == 2
    assert short == whole[1:]
    assert short[0].startswith("  2. You draw ")


def test_the_last_entries_of_the_log_come_with_all_of_their_rows() -> None:
    last = lay(("R1 R2 R3 R4", "Y1 Y2 Y3 Y4 Y5"), starter=1, pile="R5")
    view = last.draw().keep().view(0)
    lines = log_lines(IKEBANA, view, Players(Seat(0), ("Ana", "Ben")), Everything())
    assert as_text(end_of_log(lines, 2)[0]) == "  3. Round 1 of 4: result"
    assert len(end_of_log(lines, 2)) == 9
    assert end_of_log(lines, 0) == end_of_log(lines, 99) == lines


def test_after_the_end_commands_work_but_moves_do_not() -> None:
    port = at_first_turn()
    played_by_script(port)
    table = PlainTable(port, asks=False)
    assert [plain_lines(table.typed_after(line) or [])[:1] for line in ("scores", "log 1")] != [
        [],
        [],
    ]
    assert [table.typed_after(line) for line in ("draw", "quit", "stop", "nonsense")] == [None] * 4


def test_the_only_other_player_is_named() -> None:
    with pytest.raises(Misunderstood, match=r"the other player is 2\. Ben\."):
        player("Dan", Players(Seat(0), ("Ana", "Ben")))


def at_first_turn() -> DealtTable:
    return DealtTable(3, game="ikebana", options={"first": 0})


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("keep", "You have drawn no card yet: draw, or buy."),
        ("refuse", "You have drawn no card yet: draw, or buy."),
        ("buy Ana", "You cannot buy from your own discards."),
        ("buy Ben", "That player has no discards."),
        ("buy Dan", "Nobody here is called Dan; the others are 2. Ben and 3. Chi."),
        ("buy", "Type for example: buy Ben"),
        ("draw 3", "Type for example: draw"),
        ("Play 1", '"Play" is not a command; "help" lists the commands.'),
        ("S", '"S" can be show or scores; type more letters.'),
        ("log x", "Type for example: log 10"),
    ],
)
def test_impossible_command_gets_a_sentence_and_changes_nothing(line: str, sentence: str) -> None:
    port = at_first_turn()
    port.until_my_turn()
    before = port.state
    assert sentence in answers(port, line)
    assert port.state is before


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("show", "Round 1 of 4, card 1 of 5. 55 cards are left in the pile."),
        ("bouquets", "Bouquets:"),
        ("discards", "Discards (the top card can be bought for its value):"),
        ("scores", "Prestige:"),
        ("help", "refuse          pay, put the card on your discards, and draw another one"),
        ("rules", "The goal: the most prestige after four rounds."),
        ("log", "  1. Round 1 of 4 begins: 55 cards are shuffled."),
    ],
)
def test_a_command_gets_its_answer(line: str, sentence: str) -> None:
    assert any(each.startswith(sentence.rstrip()) for each in answers(at_first_turn(), line))


def test_a_move_is_made_only_after_a_yes_if_there_is_a_terminal() -> None:
    port = at_first_turn()
    port.until_my_turn()
    port.play(Draw())
    lines = answers(port, "keep", "no", "keep", "yes", asks=True)
    asked = [line for line in lines if "Confirm?" in line]
    assert len(asked) == 2
    assert sum(line.startswith("You keep ") for line in lines) == 3


def test_a_move_without_an_alternative_needs_no_yes() -> None:
    lines = answers(at_first_turn(), "draw", asks=True)
    assert not any("Confirm?" in line for line in lines)
    assert any(line.startswith("You draw ") for line in lines)


def test_the_player_to_act_is_offered_the_affordable_cards() -> None:
    table = lay(EMPTY, heaps=("", "R3 M2", "Y5"), prestige=(4, 7, 7))
    assert turn(table) == "Your turn: draw, or buy joker 2 from Ben for 2."
    assert turn(table, 1) == "Ana draws or buys."


def test_players_with_equal_prestige_share_a_place() -> None:
    """IK30"""
    own = (9, 12, 12, 5)
    view = replace(lay(("", "", "", "")).view(0), prestige=own, outcome=ended(own))
    lines = plain_lines(painter.result(view, Players(Seat(0), ("Ana", "Ben", "Chi", "Dan"))))
    assert [line.split(".")[0].strip() for line in lines[1:-1]] == ["1", "1", "3", "4"]


def test_nothing_is_offered_that_cannot_be_paid() -> None:
    """E10, E19"""
    dear = lay(EMPTY, heaps=("", "R3 M5", "Y5"), prestige=(4, 7, 7))
    assert turn(dear) == "Your turn: draw."
    assert turn(dear, 1) == "Ana draws a card."
    assert turn(lay(EMPTY, heaps=("", "M5", ""), prestige=(5, 7, 7)), 1) == "Ana draws or buys."
    without = lay(EMPTY, heaps=("R1", "", ""))
    decisions = [
        decision.decision_sentences(each.view(0), Players(Seat(seat), ("Ana", "Ben", "Chi")))
        for each in (dear, without)
        for seat in (0, 1)
    ]
    assert decisions == [
        ["Draw a card: you cannot pay for any discard."],
        ["Ana draws a card."],
        ["Draw a card: there is nothing to buy."],
        ["Ana draws a card."],
    ]


def test_prompt_for_a_drawn_card_shows_bouquet_and_refusal_price() -> None:
    drawn = lay(("R3", "Y1", "G1"), drawn="R3")
    assert turn(drawn) == (
        "Your turn: keep red 3 (then R3 R3, gains 6 so far, its colours can still multiply by 4, "
        "3 flowers to come), or refuse it and pay 1 to Ben."
    )
    assert turn(drawn, 1) == "Ana keeps it or refuses it."


def test_player_who_cannot_pay_is_asked_to_keep_the_card() -> None:
    poor = lay(("R3", "Y1", "G1"), drawn="R3", prestige=(0, 9, 9))
    assert str(turn(poor)).endswith("; refusing it costs 1, which you do not have.")


def test_a_refusal_is_reported_with_its_price_and_payee() -> None:
    start = lay(EMPTY, pile="R1 Y2 G3")
    drawn = start.draw()
    assert (
        after(drawn, drawn.refuse())[0]
        == "You refuse red 1. You pay 1 to Ben; you have 5 now, Ben 7."
    )
    twice = drawn.refuse()
    assert after(twice, twice.refuse(), 1)[0] == (
        "Ana refuses yellow 2. Ana pays 2 to Chi; Ana has 3 now, Chi 8."
    )
    assert after(twice, twice.refuse(), 2)[0] == (
        "Ana refuses yellow 2. Ana pays you 2 and has 3 now, you 8."
    )


def test_a_purchase_is_reported_with_price_and_bouquet() -> None:
    start = lay(EMPTY, heaps=("", "R3 M2", ""))
    bought = start.buy(1)
    assert after(start, bought)[0] == (
        "You buy joker 2 from Ben: J2, gains nothing yet, its colours can still multiply by 4, "
        "4 flowers to come. You pay 2 to Ben; you have 4 now, Ben 8."
    )
    assert after(start, bought, 1)[0].startswith("Ana buys joker 2 from you: ")
    assert after(start, bought, 2)[0].endswith("Ana pays 2 to Ben; Ana has 4 now, Ben 8.")


def test_the_end_of_a_round_explains_every_score() -> None:
    last = lay(("R3 G3 B3 Y2", "R1 R2 B3 B4 B2", "R5 B5 R1 G2 M4"), starter=1, pile="K2")
    done = last.draw().keep()
    lines = after(last, done)
    assert lines[2:13] == [
        "Round 1 of 4: result",
        "  You: R3 G3 B3 Y2 K2: (4 + 9) x 3 = 39",
        "    a pair of 2s gains 4, three 3s gain 9, five colours, times 3",
        "    prestige 6 + 39 = 45",
        "  Ben: R1 R2 B3 B4 B2: 8 x 2 = 16",
        "    straight 1-2-3-4 gains 8, two colours, times 2",
        "    prestige 6 + 16 = 22",
        "  Chi: R5 B5 R1 G2 J4: 10",
        "    a pair of 5s gains 10, no colour bonus",
        "    prestige 6 + 10 = 16",
        "  You had the best bouquet and begin the next round.",
    ]
    assert lines[13] == (
        "Round 2 of 4 begins: 55 cards are shuffled. You begin: you had the best bouquet."
    )
    assert after(last, done, 1)[13].endswith("Ana begins, with the best bouquet.")


def test_payments_of_a_round_are_part_of_its_result() -> None:
    table = lay(("R1 R2 R3 R4", "Y1 Y2 Y3 Y4"), pile="K3 K4")
    done = table.draw().refuse().keep().buy(0)
    mine, theirs = rounds_of(done.view(0))[0].accounts
    assert (mine.before, mine.refused, mine.bought, mine.received) == (6, 1, 0, 3)
    assert (theirs.before, theirs.refused, theirs.bought, theirs.received) == (6, 0, 3, 1)
    assert (mine.balance, theirs.balance) == done.view(0).prestige
    sentence = plain_lines(
        IKEBANA.results(done.view(0), Players(Seat(0), ("Ana", "Ben")))[0].lines()
    )
    assert "  prestige 6 - 1 (refused) + 3 (from others) + 16 = 24" in sentence
    assert "  prestige 6 - 3 (bought) + 1 (from others) + 16 = 20" in sentence


def test_after_a_tie_it_is_explained_who_begins() -> None:
    last = lay(("R1 R2 R3 R4", "Y1 Y2 Y3 Y4 Y5", "G1 G1 B3 B4 K2"), starter=1, pile="R5")
    told_of_it = after(last, last.draw().keep())
    assert told_of_it[-1].endswith("Ben begins; the best bouquet was a tie.")
    assert "  Ben begins the next round; the best bouquet was a tie." in told_of_it


def test_the_player_who_begins_the_game_is_announced() -> None:
    assert any(line.endswith("You begin.") for line in answers(at_first_turn(), "log"))


def test_a_whole_round_s_end_has_one_number_in_the_log() -> None:
    last = lay(("R1 R2 R3 R4", "Y1 Y2 Y3 Y4 Y5"), starter=1, pile="R5")
    view = last.draw().keep().view(0)
    lines = plain_lines(log_lines(IKEBANA, view, Players(Seat(0), ("Ana", "Ben")), Everything()))
    at = next(n for n, line in enumerate(lines) if "Round 1 of 4: result" in line)
    assert {line[:4] for line in lines[at + 1 : at + 8]} == {"    "}
    assert lines[at + 8].lstrip().startswith(f"{int(lines[at].split('.')[0]) + 1}. Round 2")


def test_others_see_that_a_card_has_to_be_kept() -> None:
    poor = lay(("R3", "Y1", "G1"), drawn="R3", prestige=(0, 9, 9))
    assert turn(poor, 1) == "Ana has to keep it: refusing it costs 1, more than Ana has."


def test_one_missing_flower_is_singular_where_the_language_is() -> None:
    flowers = lay(("R1 R2 R3 R4", "")).state.bouquets[0]
    with speaking("ro"):
        assert painter.bouquet(flowers).endswith("mai vine o floare")
        assert painter.bouquet(flowers[:3]).endswith("mai vin 2 flori")


def test_a_joker_is_shown_with_the_colour_that_it_has_taken() -> None:
    flowers = lay(("R3 R4 R5 M1 M2", "")).state.bouquets[0]
    assert painter.bouquet(flowers) == (
        "R3 R4 R5 J1 J2: straight 1-2-3-4-5 gains 15, one colour, times 4 "
        "(the jokers count as red and red), that is 60"
    )


def test_last_round_of_a_bouquet_final_is_announced_as_double() -> None:
    won = [(10, 10), (10, 10), (10, 10)]
    final: Options = {"bouquet final": True}
    table = lay(("R1 R2 R3 Y4", "Y1 Y2 G3 B3 K5"), starter=1, won=won, pile="K5", options=final)
    two = Players(Seat(0), ("Ana", "Ben"))
    assert as_text(painter.standing(table.view(0))).startswith(
        "Round 4 of 4, card 5 of 5. This round counts double."
    )
    done = table.draw().keep()
    teller = IKEBANA.teller(two)
    teller.look(table.view(0))
    assert any(
        ", doubled in the last round" in line for line in plain_lines(teller.look(done.view(0)))
    )
    assert "The bouquets of the last round count double." in IKEBANA.rules_page(final)


def test_confirmation_previews_the_effect_of_every_move() -> None:
    table = lay(("R3", "Y1", "G1"), drawn="R3", heaps=("", "Y2", "")).view(0)
    choosing = lay(("R3", "Y1", "G1"), heaps=("", "Y2", "")).view(0)
    grown = "gains 6 so far, its colours can still multiply by 4, 3 flowers to come"
    asked = [
        IKEBANA.preview(Keep(), table, ANA),
        IKEBANA.preview(Refuse(), table, ANA),
        IKEBANA.preview(Buy(Seat(1)), choosing, ANA),
    ]
    assert asked == [
        f"You keep red 3: R3 R3, {grown}.",
        "You refuse red 3 and pay 1 to Ben.",
        "You buy yellow 2 from Ben for 2: R3 Y2, gains nothing yet, "
        "its colours can still multiply by 3, 3 flowers to come.",
    ]


def test_players_with_something_to_sell_are_offered_after_buy() -> None:
    view = lay(EMPTY, heaps=("R1", "", "Y2")).view(0)
    assert typed.completions("buy ", IKEBANA, view, ANA) == ["Chi"]
    assert typed.completions("draw ", IKEBANA, view, ANA) == []


def test_a_new_pile_within_a_round_is_reported() -> None:
    start = lay(("R3", "", ""), starter=2, heaps=("R1 R2", "Y2", "G1 G2"), pile="")
    lines = after(start, start.draw(), 2)
    assert lines[0] == "The pile was empty: 2 covered discards are shuffled into a new pile."


def test_a_victory_belongs_to_one_player_or_is_shared() -> None:
    endings = [
        sentences.winner([], is_me=True),
        sentences.winner(["Ben"], is_me=True),
        sentences.winner(["Ben"], is_me=False),
        sentences.winner(["Ben", "Chi"], is_me=False),
    ]
    assert endings == [
        "You have won.",
        "You share the victory with Ben.",
        "Ben has won.",
        "Ben and Chi share the victory.",
    ]


def test_only_top_discards_are_shown_unless_the_table_chose_more() -> None:
    heaps = ("", "R3 Y2 M2", "G1")
    shown = [
        plain_lines(painter.discards(lay(EMPTY, heaps=heaps, options=options).view(0), ANA))[1:]
        for options in ({}, {"show buried": True})
    ]
    assert shown == [
        ["  Ben, player 2: joker 2, on top of 2 cards", "  Chi, player 3: green 1", "  You: none"],
        [
            "  Ben, player 2: joker 2, on top of 2 cards; below: R3 Y2",
            "  Chi, player 3: green 1",
            "  You: none",
        ],
    ]


def test_the_ranking_gives_equal_prestige_the_same_place() -> None:
    won = [(10, 10), (10, 10), (10, 10)]
    last = lay(("R1 R2 R3 R4", "Y1 Y2 Y3 Y4 Y5"), starter=1, won=won, pile="R5")
    view = last.draw().keep().view(0)
    ana, nobody = (Players(seat, ("Ana", "Ben")) for seat in (Seat(0), NOBODY))
    assert plain_lines(IKEBANA.result(view, ana)) == [
        "The four rounds are over. The ranking:",
        "  1. You, 66 prestige; bouquets: 10, 10, 10, 60",
        "  1. Ben, 66 prestige; bouquets: 10, 10, 10, 60",
        "You share the victory with Ben.",
    ]
    assert plain_lines(IKEBANA.result(view, nobody))[-1] == "Ana and Ben share the victory."
    assert IKEBANA.result(last.view(0), ana) == []


@long
@fast_group()
def test_a_whole_game_is_typed_among_real_machines() -> None:
    port = WireTable(wire_for(RULES["ikebana"], 2), game="ikebana")
    lines = played_by_script(port).lines
    assert sum(" of 4 begins: 55 cards are shuffled." in line for line in lines) == 4
    assert [n for n in range(1, 5) if f"Round {n} of 4: result" not in lines] == []
    assert lines[-1].endswith((" won.", "the victory."))
    ending = port.ending()
    assert ending == Ending(EndingKind.CLOSED)
    assert end_of(port, Ending(EndingKind.CLOSED), EndedTable()) == [
        "All players have signed the result."
    ]


@long
def test_five_players_fit_into_eighty_columns_and_ascii() -> None:
    names = ("Zoe", "Maximilian von und zu Wald", "Chi", "Anastasia Papadopoulou-Li", "Eva")
    port = DealtTable(5, names=names, game="ikebana", options={"show buried": True})
    paper = played_by_script(port, also="show\nbouquets\nlog\nhelp\nrules", encoding="ascii")
    assert len(paper.lines) > 500
    assert max(map(len, paper.lines)) <= 80


def test_returning_player_is_shown_the_state_of_the_game() -> None:
    port = at_first_turn()
    played_by_script(port)
    lines = plain_lines(IKEBANA.teller(ANA).look(port.view()))
    [last] = [
        line
        for line in plain_lines(log_lines(IKEBANA, port.view(), ANA, Everything()))
        if line[2:5].isdigit()
    ][-1:]
    count = last.split(".")[0].strip()
    assert lines[0] == f'"log" shows what has happened so far, in {count} lines.'
    assert "Bouquets:" in lines
