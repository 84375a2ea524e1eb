"""Hanabi's variants: typing, confirming, reporting and painting their moves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2p_hanabi.games.hanabi.moves import HintColour, Play
from p2p_hanabi.games.hanabi.ui import painter as hanabi_painter
from p2p_hanabi.games.hanabi.view import HanabiView
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.lines import typed_commands as typed
from p2p_hanabi.ui.model.game.game_screen import Misunderstood
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.table.table_actions import MakeMove
from protocol.errors import IllegalMove
from protocol.game import Options, Seat
from tests.any_game import SCREENS
from tests.games.hanabi.table import Table, lay

from ....ui.kit.paper import played_by_script
from ....ui.table.ports import DealtTable

HANABI = SCREENS["hanabi"]
ANA = Players(Seat(0), ("Ana", "Ben", "Chi"))
HANDS = ("R1 R2 R3 R4 R5", "Y1 Y2 Y3 Y4 Y5", "G1 G2 G3 G4 G5")
ANNOUNCE: Options = {"announce": True}
ALL = {"multicolour": True, "announce": True, "finale": True, "empty hints": True}


def meant(line: str, table: Table) -> object:
    command = typed.parse(line, HANABI, table.view(0), ANA)
    assert isinstance(command, MakeMove)
    return command.move


def after(before: Table, now: Table) -> list[str]:
    teller = HANABI.teller(ANA)
    teller.look(before.view(0))
    return [as_text(line) for line in teller.look(now.view(0))]


@pytest.mark.parametrize("line", ["play 1 red", "p 1 r", "play 1 R"])
def test_a_play_can_name_its_colour(line: str) -> None:
    table = lay(HANDS, options=ANNOUNCE)
    assert meant(line, table) == Play(table.card(0), 0)


def test_a_colour_that_is_not_in_play_cannot_be_announced() -> None:
    with pytest.raises(Misunderstood, match=r"multicolour is not a colour of this game"):
        meant("play 1 multicolour", lay(HANDS, options=ANNOUNCE))


def test_colours_are_completed_only_where_they_may_be_announced() -> None:
    offered = [
        typed.completions("play 1 ", HANABI, lay(HANDS, options=options).view(0), ANA)
        for options in ({}, ANNOUNCE)
    ]
    assert offered == [[], ["red", "yellow", "green", "blue", "white"]]


def test_announcement_without_the_variant_is_refused() -> None:
    with pytest.raises(IllegalMove) as refused:
        lay(HANDS).play(0, "R")
    words = HANABI.refusals[refused.value.reason.code]
    assert words == "This game is played without announcing colours"


def test_the_confirmation_of_an_announced_play_names_its_colour() -> None:
    table = lay(HANDS, options=ANNOUNCE)
    asked = HANABI.preview(Play(table.card(1), 3), table.view(0), ANA)
    assert asked.startswith("You play card 2 and announce blue (told nothing)")


def rounds_of_hints(table: Table, rounds: int) -> Table:
    """Three hints each, until it is Ben's turn again."""
    for _ in range(rounds):
        table = table.hint(2, 1).hint(0, 1).hint(1, 1)
    return table


@pytest.mark.parametrize(
    ("move", "rounds", "effect"),
    [
        ((0, "Y"), 1, "It fits: the yellow firework is at 1. Blue tokens: 6 of 8."),
        (
            (0, "Y"),
            0,
            "It fits: the yellow firework is at 1. All blue tokens are already available.",
        ),
        ((0, "R"), 1, "It is not red and is discarded. Red tokens: 1 of 3."),
        ((2, "Y"), 1, "It does not fit and is discarded. Red tokens: 1 of 3."),
    ],
)
def test_the_gain_or_cost_of_an_announcement_is_reported(
    move: tuple[int, str], rounds: int, effect: str
) -> None:
    (slot, letter), start = move, rounds_of_hints(lay(HANDS, turn=1, options=ANNOUNCE), rounds)
    colour = {"Y": "yellow", "R": "red"}[letter]
    assert after(start, start.play(slot, letter))[0] == (
        f"Ben plays card {slot + 1}, announcing {colour}: yellow {slot + 1}. {effect}"
    )


def test_an_announced_five_brings_two_tokens() -> None:
    start = rounds_of_hints(lay(HANDS, turn=1, fireworks={"Y": 4}, options=ANNOUNCE), 2)
    sentence = after(start, start.play(4, "Y"))[0]
    assert sentence.endswith("The yellow firework is complete. Blue tokens: 4 of 8.")


def test_multicolour_is_hinted_at_by_its_name_and_letter() -> None:
    table = lay(("R1", "M1 Y2", "G1"), options={"multicolour": True})
    hint = HintColour(Seat(1), 5, (table.state.hands[1][0],))
    assert [meant(line, table) for line in ("hint ben m", "hint ben multi")] == [hint, hint]
    lines = hanabi_painter.hand(table.view(0), ANA, Seat(1))
    assert as_text(lines[1]).startswith("  1: M1; ")


def test_finale_is_announced_with_the_last_card_and_not_rated() -> None:
    start = lay(HANDS, turn=1, deck="R1", options={"finale": True})
    lines = after(start, start.play(0))
    assert lines[-1] == "That was the last card: the finale begins, and nobody draws any more."
    fives = dict.fromkeys("RYGB", 5) | {"W": 4}
    won = lay(("W5", "Y1"), fireworks=fives, deck="", options={"finale": True}).play(0)
    assert [as_text(line) for line in hanabi_painter.result(won.view(0))] == [
        "All fireworks are complete!",
        "Fireworks: R5 Y5 G5 B5 W5",
        "Score: 25 of 25.",
    ]


def test_a_skipped_seat_is_reported() -> None:
    options: Options = {"finale": True, "stuck": "skip"}
    start = lay(("R1", "", "Y1 W1"), blue=0, deck="", options=options)
    sentences = after(start, start.play(0))
    assert sentences[-1] == "Ben has neither a card nor a blue token: the turn is skipped."


def test_a_skipped_seat_is_reported_once_beside_one_that_is_gone() -> None:
    options: Options = {"finale": True, "stuck": "skip"}
    start = lay(("R1", "", "Y1", "Y1 W1"), blue=0, deck="", options=options)
    before, now = start.view(0), start.play(0).view(0)
    stuck = "Ben has neither a card nor a blue token: the turn is skipped."
    gone = "Chi is gone: the turn is skipped."
    four = Players(Seat(0), ("Ana", "Ben", "Chi", "Dan"))

    def lines_of(*views: HanabiView) -> list[str]:
        teller = HANABI.teller(four)
        teller.look(views[0])
        return [as_text(line) for view in views[1:] for line in teller.look(view)]

    went = ((0, Seat(2)),)
    assert stuck in lines_of(replace(before, passed=went), replace(now, passed=went))
    last = replace(now, passed=((now.turn, Seat(2)),), turn=now.turn + 1, actor=Seat(3))
    lines = lines_of(before, now, last)
    assert (lines.count(stuck), lines.count(gone)) == (1, 1)


def test_the_rules_page_explains_the_variants_in_play() -> None:
    base, varied = map("\n".join, (HANABI.rules_page({}), HANABI.rules_page(ALL)))
    words = ("sixth colour", "announce the colour", "there may be none", "The score is perfect")
    assert all(word in varied and word not in base for word in words)
    assert "everybody has one more turn" in base
    assert "everybody has one more turn" not in varied


def test_the_table_names_the_variants_in_play() -> None:
    painted = HANABI.topic_page("show", lay(HANDS, options=ALL).view(0), ANA)
    assert as_text(painted[0]) == (
        "Variants: a sixth colour, colours may be announced, finale, hints may touch no card."
    )


@pytest.mark.parametrize("seats", [2, 5])
def test_all_variants_fit_into_eighty_columns_and_ascii(seats: int) -> None:
    port = DealtTable(seats, options={**ALL, "stuck": "skip"})
    lines = played_by_script(port, also="show\nlog\nrules", encoding="ascii").lines
    assert max(map(len, lines)) <= 80
    assert lines[-1].startswith("Score: ")
    assert lines[-1].endswith(" of 30.")
