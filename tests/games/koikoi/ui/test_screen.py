"""Koi-Koi line by line: typing, reporting and painting."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import pytest

from p2p_hanabi.games.koikoi.hanafuda import ALL_FACES, PRINTS, month_of, points_of
from p2p_hanabi.games.koikoi.moves import Keep, Koi, Play, Shobu, Show, Take
from p2p_hanabi.games.koikoi.state import LaidOut, RoundOver, SaidKoi, Task, Why
from p2p_hanabi.games.koikoi.ui import painter, rounds
from p2p_hanabi.games.koikoi.ui.board import cells
from p2p_hanabi.games.koikoi.ui.rounds import FinishedRound
from p2p_hanabi.games.koikoi.yaku import Made, Yaku, YakuRules, patterns
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.lines import typed_commands as typed
from p2p_hanabi.ui.model.end.ended_table import EndedTable
from p2p_hanabi.ui.model.game.game_screen import NOBODY, Misunderstood
from p2p_hanabi.ui.model.game.log_filter import Everything
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.table.table_actions import MakeMove
from p2p_hanabi.ui.model.table.table_painter import log_lines
from protocol.game import Face, Options, Seat
from protocol.peer.status import Ending, EndingKind
from tests.any_game import BOTS, RULES, SCREENS
from tests.fakes import wire_for
from tests.games.koikoi.table import Table, begin, deal, drawing, lay
from tests.lengths import long, mostly_long
from tests.simulation.standin import fast_group

from ....ui.kit.paper import plain_lines, played_by_script
from ....ui.table.playing import answers, count
from ....ui.table.ports import DealtTable, WireTable, end_of

KOIKOI = SCREENS["koikoi"]
ANA = Players(Seat(0), ("Ana", "Ben"))
BEN = Players(Seat(1), ("Ana", "Ben"))
TESHI = "3.1 3.2 3.3 3.4"


def after(before: Table, now: Table, players: Players = ANA) -> list[str]:
    """What a seat that has seen one table is told about another."""
    teller = KOIKOI.teller(players)
    teller.look(before.view(players.me))
    return plain_lines(teller.look(now.view(players.me)))


def turn(table: Table, players: Players = ANA) -> str | None:
    line = KOIKOI.whose_turn(table.view(players.me), players)
    return None if line is None else as_text(line)


def meant(line: str, table: Table) -> object:
    command = typed.parse(line, KOIKOI, table.view(0), ANA)
    assert isinstance(command, MakeMove)
    return command.move


def at_first_turn() -> DealtTable:
    """The seed is one with which Ana deals."""
    return DealtTable(2, game="koikoi")


def test_cards_are_named_by_flower_month_kind_and_points() -> None:
    view = lay(("3.1 9.1", ""), "3.3").view(0)
    assert plain_lines(painter.hand(view, ANA)) == [
        "Your hand:",
        "  1 cherry curtain: March, bright, 20 points; takes cherry simple",
        "  2 chrysanthemum sake cup: September, tane, 10 points",
    ]


def test_a_move_is_a_number_or_one_word() -> None:
    table = lay(("3.1 9.1", "1.1"), "3.3")
    assert meant("play 2", table) == Play(table.card("9.1"))
    assert meant("p 1", table) == Play(table.card("3.1"))
    words = ("koi", "shob", "ke", "shobu")
    assert [meant(line, table) for line in words] == [Koi(), Shobu(), Keep(), Shobu()]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("play 9", "You have no card 9; your cards are 1 to 8."),
        ("play x", "You have no card x; your cards are 1 to 8."),
        ("play", "Type for example: play 3"),
        ("take 1", "There is nothing to choose from."),
        ("play bamboo", "You have no card bamboo; your cards are 1 to 8."),
        ("play 1", "Before the first card you have to choose: keep or declare."),
        ("koi", "Before the first card you have to choose: keep or declare."),
        ("declare", "There is nothing in your hand to declare."),
        ("koi 3", '"koi" takes nothing after it.'),
    ],
)
def test_impossible_command_gets_a_sentence_and_changes_nothing(line: str, sentence: str) -> None:
    port = at_first_turn()
    lines = answers(port, line)
    assert sentence in lines
    assert len(port.view().hand) == 8


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("show", "Round 1 of 6. Cards in the pile: 24."),
        ("me", "Your hand:"),
        ("taken", "Ben holds 8 cards and has taken:"),
        ("yaku", "You have no yaku yet."),
        ("scores", "Scores: you 0, Ben 0."),
        ("help", "shobu           end the round and score your yaku"),
        ("rules", "The goal: more points than the other player after 6 rounds."),
        ("log", "  1. You draw "),
    ],
)
def test_a_command_gets_its_answer(line: str, sentence: str) -> None:
    unasked, asked = (answers(at_first_turn(), *lines) for lines in ((), (line,)))
    assert count(asked, sentence) == count(unasked, sentence) + 1


def test_the_confirmation_of_a_play_names_what_it_takes() -> None:
    table = lay(("3.1 9.1 5.1", "1.1"), "3.3 5.3 5.4")
    asked = [
        KOIKOI.preview(Play(table.card(name)), table.view(0), ANA) for name in ("3.1", "9.1", "5.1")
    ]
    assert asked == [
        "You play cherry curtain: it takes cherry simple.",
        "You play chrysanthemum sake cup: it matches nothing and stays on the table.",
        "You play iris bridge: it takes iris simple (one of two).",
    ]


def test_of_two_matches_one_is_chosen_by_its_number() -> None:
    table = lay(("5.1 1.1", "1.2"), "5.2 5.3", pile="12.1").play("5.1")
    assert turn(table) == (
        "Your turn: iris bridge takes 1 (iris red ribbon) or 2 (iris simple). "
        "Type take 1 or take 2."
    )
    assert turn(table, BEN) == "Ana plays iris bridge, and chooses which of two cards to take."
    assert meant("take 2", table) == Take(table.card("5.3"))
    assert typed.completions("take ", KOIKOI, table.view(0), ANA) == ["1", "2"]
    assert typed.completions("take 1 ", KOIKOI, table.view(0), ANA) == []
    assert typed.completions("play ", KOIKOI, table.view(0), ANA) == ["1"]
    with pytest.raises(Misunderstood, match=r"3 is not one of the cards to choose from"):
        meant("take 3", table)
    asked = KOIKOI.preview(Take(table.card("5.2")), table.view(0), ANA)
    assert asked == "You take iris red ribbon."


def test_a_turn_reports_what_was_played_turned_and_taken() -> None:
    start = lay(("5.1 1.1", "1.2 2.2"), "5.3", pile="12.1")
    done = start.play("5.1")
    assert after(start, done) == [
        "You play iris bridge and take iris simple.",
        "You turn paulownia phoenix; it stays.",
    ]
    assert after(start, done, BEN) == [
        "Ana plays iris bridge and takes iris simple.",
        "Ana turns paulownia phoenix; it stays.",
        "Your hand: 1 pine poem ribbon, 2 plum poem ribbon.",
    ]
    assert turn(done, BEN) == "Your turn. On the table: paulownia phoenix."
    assert turn(done) == "Ben is to play."


def called() -> Table:
    """Ana has just made tsukimi and may decide; Ben lacks one card for sanko, which he holds."""
    hands, captured = ("9.1 2.1", "3.1 4.2 7.3"), ("8.1", "1.1 12.1")
    return lay(hands, "9.3 3.3", pile="5.3 6.3", captured=captured).play("9.1")


def test_a_player_who_makes_a_yaku_is_asked_for_koi_or_shobu() -> None:
    table = called()
    assert turn(table) == (
        "Your turn: tsukimi de ippai (moon and sake cup) 5. "
        "Type shobu to score 5 points, or koi to continue."
    )
    assert turn(table, BEN) == "Ana is deciding: koi or shobu."
    view = table.view(0)
    assert KOIKOI.preview(Shobu(), view, ANA) == "You say shobu, score 5 points and end the round."
    assert KOIKOI.preview(Koi(), view, ANA) == (
        "You say koi and do not score 5 points now; if the other player wins the round, "
        "their points count double."
    )


@pytest.mark.parametrize(
    ("dealer", "sentence"),
    [
        (0, "If the hands run out, you score 6 as the dealer."),
        (1, "If the hands run out, Ben scores 6 as the dealer, not doubled."),
    ],
)
def test_koi_preview_warns_that_the_dealer_may_score(dealer: int, sentence: str) -> None:
    """F23"""
    hands, captured = ("9.1 2.1", "3.1 4.2 7.3"), ("8.1", "1.1 12.1")
    options: Options = {"exhausted": "dealer"}
    table = lay(
        hands, "9.3 3.3", pile="5.3 6.3", captured=captured, dealer=dealer, options=options
    ).play("9.1")
    assert KOIKOI.preview(Koi(), table.view(0), ANA).endswith(f"count double. {sentence}")


def test_koi_is_reported_with_the_points_not_scored() -> None:
    table = called()
    assert after(table, table.koi(), BEN)[0] == "Ana says koi with 5 points and continues."
    view = table.koi().view(1)
    assert "  Ana has said koi." in plain_lines(painter.taken(view, BEN))
    assert "  You have said koi." in plain_lines(painter.taken(view, ANA))


def test_a_won_round_is_reported_with_yaku_doubling_and_scores() -> None:
    table = lay(
        ("9.1 1.1", "2.2"), "9.3 1.3", pile="12.1", captured=("8.1 3.1", "10.1"), koi=(0, 1)
    )
    table = replace(table, state=replace(table.state, log=(SaidKoi(Seat(1), 5),)))
    table = table.play("9.1")
    lines = after(table, table.shobu(), BEN)
    assert lines == [
        "Round 1 of 6: result",
        "  Ana wins round 1 with 40 points.",
        "    Ana says shobu.",
        "    tsukimi de ippai (moon and sake cup): 5 points",
        "    hanami de ippai (curtain and sake cup): 5 points",
        "    Together: 10 points",
        "    Doubled, because 8 points or more count double: 20 points",
        "    Doubled, because you had said koi: 40 points",
        "  Scores: Ana 40 (+40), you 0.",
        "  Ana deals the next round and begins it.",
    ]


def test_the_others_koi_is_given_as_a_reason_for_doubling() -> None:
    made = called().koi().play("3.1")
    assert after(made, made.shobu())[1:] == [
        "  Ben wins round 1 with 10 points.",
        "    Ben says shobu.",
        "    sanko (three brights): 5 points",
        "    Doubled, because you had said koi: 10 points",
        "  Scores: you 0, Ben 10 (+10).",
        "  Ben deals the next round and begins it.",
    ]


def test_the_short_log_shows_how_the_points_were_doubled() -> None:
    made = called().koi().play("3.1")
    moves = cells.moves(made.shobu().view(0), ANA)
    assert as_text(moves[-1]) == "Ben wins round 1: sanko 5 x 2 = 10"


@pytest.mark.parametrize(
    ("yaku", "told_so"),
    [
        (Made(Yaku.TANE, 1), "tane (five tane): 1 point"),
        (Made(Yaku.TANE, 2), "tane (five tane): 1 and 1 for another tane, 2 points"),
        (Made(Yaku.KASU, 4), "kasu (ten simples): 1 and 3 for 3 more simples, 4 points"),
        (Made(Yaku.AKATAN, 6), "akatan (the three poem ribbons): 5 and 1 for another ribbon,"),
        (Made(Yaku.GOKO, 10), "goko (five brights): 10 points"),
    ],
    ids=str,
)
def test_further_cards_of_a_yaku_are_listed_with_their_points(yaku: Made, told_so: str) -> None:
    over = RoundOver(1, Why.LAST_CARD, Seat(0), yaku.points, (yaku,), (yaku.points, 0))
    one = FinishedRound(over, Seat(0), (), (yaku.points, 0), 1)
    lines = plain_lines(rounds.result_of(one, lay(("1.1", "2.1"), "5.3").state.rules, ANA).lines())
    assert lines[2].strip().startswith(told_so)


def test_the_score_after_an_unsuccessful_koi_is_explained() -> None:
    def why(seat: int, yaku: tuple[Made, ...], players: Players) -> str:
        points = (6, 0) if seat == 0 else (0, 6)
        over = RoundOver(6, Why.EXHAUSTED, Seat(seat), 5 * len(yaku), yaku, points)
        one = FinishedRound(over, Seat(0), (Seat(0),), points, 1)
        rules = lay(("1.1", "2.1"), "5.3").state.rules
        return plain_lines(rounds.result_of(one, rules, players).lines())[2]

    sanko = (Made(Yaku.SANKO, 5),)
    assert why(0, sanko, ANA) == "  You said koi last, so your yaku count."
    assert why(0, sanko, BEN) == "  Ana said koi last, so these yaku count."
    assert why(0, (), ANA).startswith("  Koi was said, so you score as the dealer;")
    assert why(0, (), BEN).startswith("  Koi was said, so Ana scores as the dealer;")


def test_round_ended_because_koi_is_spent_is_explained() -> None:
    start = lay(
        ("9.1 2.1", "4.2 4.3"),
        "9.3",
        pile="5.3",
        captured=("8.1 3.1", ""),
        koi=(1, 0),
        options={"max koi": 1},
    )
    over = start.play("9.1")
    mine, theirs = (after(start, over, players) for players in (ANA, BEN))
    assert "    You have said koi already, so the round ends with your yaku." in mine
    assert "    Ana has said koi already, so the round ends with these yaku." in theirs


def test_a_round_in_which_both_hands_are_special_scores_for_both() -> None:
    both = deal(TESHI, "6.1 6.2 6.3 6.4")
    table = begin(drawing(), both).show(TESHI)
    over = table.show("6.1 6.2 6.3 6.4")
    assert after(table, over)[2:] == [
        "Round 1 of 6: result",
        "  Both score 6 points in round 1.",
        "    A declared hand scores 6 points, and these are never doubled.",
        "  Scores: you 6 (+6), Ben 6 (+6).",
        "  You deal the next round and begin it.",
    ]


def test_a_false_claim_is_reported_as_worth_nothing() -> None:
    table = begin(drawing(), deal("1.1 2.1 3.1 4.1"))
    shown = table.show("1.1 2.1 3.1 4.1").keep()
    lines = after(table, shown)
    assert lines[:1] == [
        "You show pine crane, plum nightingale, cherry curtain, wisteria cuckoo: worth nothing."
    ]
    ben = plain_lines(painter.taken(shown.view(1), BEN))
    assert ben[1].startswith("  still in hand, and shown before: pine crane, ")


def test_a_round_without_yaku_scores_for_nobody() -> None:
    start = lay(("1.1", "2.1"), "5.3", pile="12.1 6.1", seat=1)
    start = start.play("2.1")
    assert after(start, start.play("1.1"))[-5:] == [
        "Round 1 of 6: result",
        "  Nobody scores in round 1.",
        "    Both hands are empty: the round is over.",
        "  Scores: you 0, Ben 0.",
        "  You deal the next round and begin it.",
    ]


def test_the_draw_and_the_deal_are_reported() -> None:
    table = begin(drawing("2.1", "1.3"), deal(table="4.1 4.2 7.1 7.2 6.1 6.2 5.1 5.2"))
    lines = plain_lines(KOIKOI.teller(ANA).look(table.view(0)))
    assert lines[:4] == [
        "You draw plum nightingale for the first deal.",
        "Ben draws pine simple for the first deal.",
        "Ben deals first.",
        "Round 1 of 6: Ben deals and begins.",
    ]
    assert lines[4] == (
        "On the table: wisteria cuckoo, wisteria red ribbon, iris bridge, iris red ribbon, "
        "peony butterflies, peony blue ribbon, bush clover boar, bush clover red ribbon."
    )
    assert lines[5] == "Your hand:"
    assert len(lines) == 14


def test_a_tied_draw_and_a_redealt_table_are_reported() -> None:
    four = deal(table=TESHI)
    table = begin(drawing("1.3", "1.4"), drawing(), four, deal())
    lines = plain_lines(KOIKOI.teller(ANA).look(table.view(0)))
    assert "That is a tie: both draw again." in lines
    assert lines.count("Round 1 of 6: you deal and begin.") == 2
    assert "The cards are dealt again: this deal cannot be played." in lines


def test_four_of_a_month_can_be_declared_and_are_reported() -> None:
    table = begin(drawing(), deal(TESHI, table="5.1 6.1"), deal())
    assert turn(table) == (
        "Your turn: you hold teshi, four cards of one month. Type declare to score 6, or keep."
    )
    assert turn(table, BEN) == "Ana is looking at the new hand."
    move = meant("declare", table)
    assert isinstance(move, Show)
    asked = KOIKOI.preview(move, table.view(0), ANA)
    assert asked.endswith("and score 6.")
    assert KOIKOI.preview(Keep(), table.view(0), ANA) == "You declare nothing."
    lines = after(table, table.after(move).keep(), BEN)
    assert lines[0] == (
        "Ana shows cherry curtain, cherry poem ribbon, cherry simple, cherry simple: "
        "teshi, four cards of one month."
    )
    assert lines[1:3] == ["Round 1 of 6: result", "  Ana wins round 1 with 6 points."]


def test_a_hand_without_a_claim_also_waits_for_its_player() -> None:
    """F7: if the program kept at once, a pause would reveal that there was something to keep."""
    port = at_first_turn()
    lines = answers(port, "keep", "show")
    assert "Your turn: you have nothing to declare. Type keep, or just press Enter." in lines
    assert port.view().turn == 2


def test_the_yaku_page_shows_what_is_made_missing_and_lost() -> None:
    view = lay(
        ("1.1", "2.1"), "5.3", captured=("9.1 8.1 3.1 1.2 2.2", "12.1 11.1 3.2"), koi=(0, 1)
    ).view(0)
    lines = plain_lines(painter.yaku(view, ANA))
    mine = lines[: lines.index(next(each for each in lines if each.startswith("Ben")))]
    assert mine[:3] == [
        "Your yaku count 10 points; with shobu now you would score 40.",
        "  tsukimi de ippai (moon and sake cup): 5 points",
        "  hanami de ippai (curtain and sake cup): 5 points",
    ]
    assert "  sanko (three brights), missing: pine crane" in mine
    assert mine[-1].startswith("  out of reach: akatan, chofuku, ame shiko, shiko, goko")


def test_captured_cards_are_listed_by_kind() -> None:
    view = lay(("1.1", "2.1 4.3"), "5.3", captured=("", "12.1 12.3 9.1 1.2")).view(0)
    assert plain_lines(painter.taken(view, ANA)) == [
        "Ben holds 2 cards and has taken:",
        "  brights (1): paulownia phoenix",
        "  tane (1): chrysanthemum sake cup",
        "  ribbons (1): pine poem ribbon",
        "  simples (1): paulownia simple",
        "You have taken:",
        "  nothing",
    ]


@long
@fast_group()
def test_a_whole_game_is_typed_among_real_machines() -> None:
    port = WireTable(wire_for(RULES["koikoi"], 2), game="koikoi")
    lines = played_by_script(port).lines
    assert sum(line.startswith("  Scores: ") for line in lines) == 6
    assert [n for n in range(1, 7) if f"Round {n} of 6: result" not in lines] == []
    assert sum(" (2/2)." in line for line in lines) == 1  # the piles after it are not news
    assert lines[-3] == "The 6 rounds are over."
    assert lines[-1] in ("You have won.", "Ben has won.", "Both share the victory.")
    assert end_of(port, Ending(EndingKind.CLOSED), EndedTable()) == [
        "All players have signed the result."
    ]


@long
@pytest.mark.parametrize("seed", mostly_long([1, 2, 3]))
def test_a_game_fits_into_eighty_columns_and_ascii(seed: int) -> None:
    names = ("Maximilian von und zu Wal", "Anastasia Papadopoulou-Li")
    port = DealtTable(2, names=names, game="koikoi", seed=seed, options={"max koi": 1})
    paper = played_by_script(port, also="show\nyaku\nlog\nhelp", encoding="ascii")
    assert len(paper.lines) > 500
    assert max(map(len, paper.lines)) <= 80


def test_every_round_and_every_play_of_a_game_is_reported_once() -> None:
    port = DealtTable(2, game="koikoi", options={"exhausted": "dealer", "double from": 7})
    lines = played_by_script(port).lines
    plays = [line for line in lines if line.startswith(("You play ", "Ben plays "))]
    played = sum(type(entry).__name__ == "Played" for entry in port.view().log)
    assert sum("chooses" not in line for line in plays) == played
    assert sum(" of 6: " in line for line in lines) >= 6


def test_both_players_and_a_viewer_learn_who_has_won() -> None:
    start = lay(("9.1 1.1", "2.2"), "9.3 1.3", pile="12.1", captured=("8.1", ""), round_number=6)
    over = start.play("9.1").shobu()
    ends = [
        plain_lines(KOIKOI.result(over.view(0), Players(seat, ("Ana", "Ben"))))[1:]
        for seat in (Seat(0), Seat(1), NOBODY)
    ]
    assert ends == [
        ["Scores: you 5, Ben 0.", "You have won."],
        ["Scores: Ana 5, you 0.", "Ana has won."],
        ["Scores: Ana 5, Ben 0.", "Ana has won."],
    ]
    assert KOIKOI.result(start.view(0), ANA) == []


def test_returning_player_is_shown_the_state_of_the_game() -> None:
    port = at_first_turn()
    played_by_script(port)
    lines = plain_lines(KOIKOI.teller(ANA).look(port.view()))
    log = plain_lines(log_lines(KOIKOI, port.view(), ANA, Everything()))
    assert lines[0] == f'"log" shows what has happened so far, in {len(log)} lines.'
    assert lines[1].startswith("Round 6 of 6.")


def test_keep_needs_no_yes_whatever_the_hand_contains() -> None:
    """F7"""
    for hand in (TESHI, "3.1 4.1 5.1 6.1"):
        view = begin(drawing(), deal(hand, table="7.1 8.1"), deal()).view(0)
        assert Keep() in view.moves
        assert not KOIKOI.asks(Keep(), view)


def test_every_turn_begins_with_the_numbered_hand() -> None:
    port = DealtTable(2, game="koikoi", seed=1)
    teller, hands, turns = KOIKOI.teller(ANA), 0, set()
    while port.view().round < 2:
        hands += sum(
            line.startswith("Your hand: 1 ") for line in plain_lines(teller.look(port.view()))
        )
        view = port.view()
        if view.task is Task.PLAY and view.actor == 0:
            turns.add(view.turn)
        if view.actor == 0:
            port.play(BOTS["koikoi"](view))
        else:
            port.step()
    assert len(turns) > 4
    assert hands == len(turns)


def with_turned_choice() -> Table:
    """Ana's play has turned a poem ribbon that matches two cards of the table."""
    return lay(("5.1 1.1", "1.2 2.2"), "5.3 3.1 3.3", pile="3.2").play("5.1")


def test_turned_card_with_a_choice_is_announced_to_both() -> None:
    table = with_turned_choice()
    assert turn(table) == (
        "Your turn: the pile has turned cherry poem ribbon, which takes 1 (cherry curtain) "
        "or 2 (cherry simple). Type take 1 or take 2."
    )
    assert turn(table, BEN) == (
        "Ana turns cherry poem ribbon, and chooses which of two cards to take."
    )


def test_the_choice_counts_in_the_order_of_the_table() -> None:
    table = lay(("5.1 1.1", "1.2"), "5.3 5.2").play("5.1")
    assert "1 (iris red ribbon) or 2 (iris simple)" in str(turn(table))
    assert meant("take 1", table) == Take(table.card("5.2"))


def test_first_of_two_equivalent_cards_is_taken_automatically() -> None:
    table = lay(("5.1 1.1", "1.2"), "5.4 5.3").play("5.1")
    assert KOIKOI.by_itself(table.view(0)) == Take(table.card("5.3"))
    assert KOIKOI.by_itself(table.view(1)) is None
    assert (turn(table), turn(table, BEN)) == (None, None)
    assert KOIKOI.by_itself(with_turned_choice().view(0)) is None


def test_whole_game_never_asks_between_equivalent_cards() -> None:
    port = DealtTable(2, game="koikoi", seed=5)
    asked = [line for line in played_by_script(port).lines if "Type take 1" in line]
    assert asked
    assert not [line for line in asked if line.count("simple)") == 2]


def test_empty_line_keeps_only_with_nothing_to_declare() -> None:
    port = at_first_turn()
    answers(port, "", "show")
    assert port.view().turn == 2
    special = begin(drawing(), deal(TESHI, table="7.1 8.1"), deal()).view(0)
    assert KOIKOI.by_enter(special) is None


def test_a_card_can_be_named_by_its_flower_or_its_print() -> None:
    table = lay(("3.1 9.1 9.2 10.3 10.4", "1.1"), "3.3")
    lines = ("play cherry", "play sake", "play chrysanthemum blue ribbon", "p maple", "koi koi")
    cards = [Play(table.card(name)) for name in ("3.1", "9.1", "9.2", "10.3")]
    assert [meant(line, table) for line in lines] == [*cards, Koi()]
    with pytest.raises(Misunderstood, match='"chry" can be 2 chrysanthemum sake cup or 3 chrys'):
        meant("play chry", table)


def test_an_abbreviation_means_what_can_be_done_now() -> None:
    assert meant("k", called()) == Koi()
    assert meant("k", begin(drawing(), deal())) == Keep()
    with pytest.raises(Misunderstood, match='"k" can be koi or keep'):
        meant("k", lay(("1.1", "2.1"), "5.3"))


def test_a_hand_is_declared_in_time_or_not_at_all() -> None:
    """F7"""
    with pytest.raises(Misunderstood, match=r"before the first card is played"):
        meant("declare", lay(("1.1", "2.1"), "5.3"))


def test_points_are_shown_with_and_without_doubling() -> None:
    hands = ("9.1 2.1", "3.1 4.2")
    table = lay(hands, "9.3 3.3", pile="5.3", captured=("8.1", ""), koi=(0, 1)).play("9.1")
    assert "to score 5 points (10 with doubling), or koi" in str(turn(table))


def test_result_of_a_round_lost_by_koi_names_its_caller() -> None:
    last = lay(("2.1", ""), "9.3", pile="5.3", captured=("8.1 9.1", ""), koi=(1, 0))
    table = last.play("2.1")
    over = RoundOver(1, Why.EXHAUSTED, None, 0, (), (0, 0))
    told_to = [
        rounds.head(FinishedRound(over, Seat(0), koi, (0, 0), 0), players)
        for players, koi in ((ANA, (Seat(0),)), (BEN, (Seat(0),)), (BEN, (Seat(0), Seat(1))))
    ]
    assert table.view(0).is_round_over
    assert told_to == [
        "Nobody scores in round 1: you had said koi and made no further yaku.",
        "Nobody scores in round 1: Ana had said koi and made no further yaku.",
        "Nobody scores in round 1: both players had said koi, and nobody ended it.",
    ]


def test_the_scores_explain_why_nobody_won_a_round() -> None:
    start = lay(("9.1 2.1", "4.2 7.2"), "9.3", pile="5.3 6.3 12.4 11.4", captured=("8.1", ""))
    log = (LaidOut(1, Seat(0), (), again=False),)
    start = replace(start, state=replace(start.state, log=log))
    over = start.play("9.1").koi().play("4.2").play("2.1").play("7.2")
    assert plain_lines(painter.scores(over.view(1), BEN))[0] == (
        "Nobody scores in round 1: Ana had said koi and made no further yaku."
    )


def test_yaku_of_a_finished_round_are_no_longer_worth_anything() -> None:
    over = called().shobu()
    assert plain_lines(painter.yaku_near(over.view(0), ANA)) == [
        "Ben has no yaku yet.",
        "Your yaku counted 5 points.",
        "  tsukimi de ippai (moon and sake cup): 5 points",
    ]
    theirs = plain_lines(painter.yaku_near(over.view(1), BEN))
    assert theirs[0] == "Ana's yaku counted 5 points."


def test_yaku_impossible_in_the_turns_left_are_out_of_reach() -> None:
    few = lay(("1.1", "2.1"), "5.3").view(0)
    many = lay(("1.1 1.2 1.3 1.4 2.2 2.3 2.4 3.3", "2.1"), "5.3").view(0)
    near, far = (plain_lines(painter.yaku(view, ANA)) for view in (few, many))
    assert any(line.startswith("  out of reach: kasu, ") for line in near)
    assert any(line.startswith("  further away: ame shiko (missing 4), ") for line in far)


def test_only_equivalent_cards_are_taken_without_a_question() -> None:
    """Of a month, those with one print: the same points, and the same part in every yaku."""
    readings = [
        YakuRules(sake_as_kasu=sake, sanko_rain=rain, stack_groups=stacks)
        for sake, rain, stacks in product((False, True), repeat=3)
    ]

    def part(face: Face) -> list[object]:
        parts = [each for rules in readings for each in patterns(rules).values()]
        sets = [group for each in parts for group in (each.pool, each.must, each.more)]
        return [points_of(face), *(group >> face & 1 for group in sets)]

    for first, second in combinations(ALL_FACES, 2):
        if month_of(first) == month_of(second):
            assert (part(first) == part(second)) == (PRINTS[first] == PRINTS[second])


def test_no_choice_is_shown_between_two_equivalent_cards() -> None:
    assert cells.effect(["simple", "simple"]) == " + simple"
    assert cells.effect(["simple", "crane"]) == " + simple / crane"
