"""Whole games and single commands, typed into a real pipe."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from p2p_hanabi.gathering import PhoneCode
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.lines.dialogue import PlainTable
from p2p_hanabi.ui.lines.plain import play_table
from p2p_hanabi.ui.model.end.ended_table import EndedTable
from protocol.game import Seat
from protocol.peer.remarks import Phrase
from protocol.peer.status import Activity, Ending, EndingKind
from protocol.reasons import Forbidden, InvalidProof, Reason
from tests.any_game import BOTS, RULES, AnyPort
from tests.fakes import act, wire_for
from tests.lengths import long
from tests.simulation.standin import fast_group

from ..kit.paper import Paper, at_a_pipe, played_by_script
from .playing import answers, count
from .ports import BOT, DealtTable, WireTable, end_of


def answers_from_the_deal(port: AnyPort) -> list[str]:
    return asyncio.run(at_a_pipe(lambda console: play_table(port, console), Paper()))


@long
@fast_group()
def test_typed_game_is_reported_from_set_up_to_score() -> None:
    port = WireTable(wire_for(RULES["hanabi"], 2))
    lines = played_by_script(port).lines
    assert "Ben shuffles (2/2)." in lines
    assert sum(line.startswith("The table words: ") for line in lines) == 1
    assert lines[lines.index("The cards have been dealt.") + 1].startswith("Ben, player 2")
    assert sum(line.startswith("Your turn") for line in lines) > 10
    assert lines[-1].startswith("Score: ")
    assert port.ending() == Ending(EndingKind.CLOSED)


def test_every_move_of_a_game_is_reported_once() -> None:
    port = DealtTable(4)
    lines = played_by_script(port).lines
    moves = [line for line in lines if any(verb in line for verb in VERBS)]
    assert len(moves) == len(port.view().log)


VERBS = (" play card", " plays card", " tell ", " tells ", " discard card", " discards card")


def test_every_draw_is_reported_once_and_the_last_is_announced() -> None:
    lines = played_by_script(DealtTable(3)).lines
    draws = [line for line in lines if " draws " in line or " draw a card" in line]
    assert len(draws) == 50 - 15
    assert lines.count("That was the last card: every player has one more turn.") == 1


def test_five_players_fit_into_eighty_columns_and_ascii() -> None:
    names = ("Zoe", "Maximilian von und zu Wald", "Chi", "Anastasia Papadopoulou-Li", "Eva")
    port = DealtTable(5, names=names, options={"multicolour": False})
    lines = played_by_script(port, also="show\nlog\nhelp\nrules", encoding="ascii").lines
    assert len(lines) > 500
    assert max(map(len, lines)) <= 80
    assert "\x1b" not in "".join(lines)


def test_names_that_ascii_cannot_write_lose_their_accents() -> None:
    port = DealtTable(2, names=("Ana", "Zoë"))
    assert "Zoe, player 2, oldest card first:" in played_by_script(port, encoding="ascii").lines


def test_lost_game_is_announced_and_scores_nothing() -> None:
    port = DealtTable(2, options={"red": 1}, choose=lambda view: view.moves[0])
    lines = played_by_script(port).lines
    assert "The game is lost: that was red token 1 of 1." in lines
    assert lines[-1] == "Score: 0 of 25: horrible - better luck next time."


@pytest.mark.parametrize("line", ["play 1", "p 1"])
def test_play_is_reported_with_its_card(line: str) -> None:
    lines = answers(DealtTable(3), line)
    assert any(each.startswith("You play card 1: ") for each in lines)


@pytest.mark.parametrize("player", ["Ben", "ben", "b", "2"])
@pytest.mark.parametrize("what", ["1", "Y", "yellow", "yel"])
def test_hint_accepts_many_ways_to_name_player_colour_and_number(player: str, what: str) -> None:
    port = DealtTable(3)
    assert any(each.startswith("You tell Ben: ") for each in answers(port, f"hint {player} {what}"))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("discard 1", "You cannot discard while all blue tokens are available."),
        ("play 9", "You have no card 9; your cards are 1 to 5."),
        ("discard x", "You have no card x; your cards are 1 to 5."),
        ("play", "Type for example: play 3"),
        ("hint Ben", "Type for example: hint Ben red"),
        ("hint Dan 1", "Nobody here is called Dan; the others are 2. Ben and 3. Chi."),
        ("hint Ben 7", "7 is neither a colour (R Y G B W) nor a number from 1 to 5."),
        ("hint Ben m", "m is neither a colour (R Y G B W) nor a number from 1 to 5."),
        ("hint Ana 1", "You cannot give yourself a hint."),
        ("hint Ben white", "A hint must touch at least one card."),
        ("h", '"h" can be hands or help; type more letters.'),
        ("castle", '"castle" is not a command; "help" lists the commands.'),
        ("aban", '"aban" is not a command; "help" lists the commands.'),
    ],
)
def test_impossible_command_gets_a_sentence_and_changes_nothing(line: str, sentence: str) -> None:
    port = DealtTable(3)
    port.until_my_turn()
    before = port.state
    assert sentence in answers(port, line)
    assert port.state is before


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("show", "Last moves:"),
        ("hands", "Chi, player 3, oldest card first:"),
        ("me", "You, player 1, oldest card first:"),
        ("discards", "Discarded, and still to come (! marks a last copy):"),
        ("log", "  1. Ben tells you: "),
        ("words", "The table words: acorn album amber anchor angle."),
        ("help", "quit            leave; you can come back later"),
        ("?", "quit            leave; you can come back later"),
        ("rules", "You see everybody's cards except your own."),
    ],
)
def test_display_commands_show_their_page(line: str, sentence: str) -> None:
    unasked, asked = (
        answers(DealtTable(3, options={"first": 1}), *typed) for typed in ((), (line,))
    )
    assert count(asked, sentence) == count(unasked, sentence) + 1


def test_move_needs_a_yes_where_somebody_can_be_asked() -> None:
    port = DealtTable(3)
    lines = answers(
        port, "hint ben 1", "no", "hint ben 1", "perhaps", "yes", "hint ben 1", "yes", asks=True
    )
    asked = "Ben: cards 1 and 3 are 1s, the others are not. Confirm? [Y/n]"
    assert sum(line.startswith(asked) for line in lines) == 3
    assert lines.count("Cancelled.") == 1
    assert '"perhaps" is not a command; "help" lists the commands.' in lines
    assert sum(each.startswith("You tell Ben: ") for each in lines) == 1


def test_a_play_is_asked_about_with_what_is_known_of_the_card() -> None:
    lines = answers(DealtTable(3), "play 2", asks=True)
    assert "You play card 2 (told nothing). Confirm? [Y/n]" in lines
    lines = answers(DealtTable(3, options={"first": 1}), "play 2", asks=True)
    assert any(line.startswith("You play card 2 (not 1; can be ") for line in lines)


def test_before_the_first_hint_there_is_one_row_for_all_cards() -> None:
    lines = answers(DealtTable(3), "me")
    assert "  1, 2, 3, 4, 5: told nothing" in lines
    assert not any("can be" in line for line in lines)


def test_the_table_as_it_was_is_shown_by_the_numbers_of_the_log() -> None:
    port = DealtTable(3)
    port.until_my_turn()
    while len(port.view().log) < 6:
        port.play(BOT(port.view()))
        port.until_my_turn()
    now = len(port.view().log)
    title = "The table after entry {} of the log:"
    lines = answers(port, "show 1", "show 0", f"show {now}", "show x")
    assert [line for line in lines if "of the log:" in line] == [title.format(1), title.format(0)]
    assert "Type for example: show 10" in lines


@pytest.mark.parametrize("game", ["ikebana", "koikoi"])
def test_the_numbers_of_any_log_lead_back(game: str) -> None:
    port = DealtTable(2, game=game)
    port.until_my_turn()
    for _ in range(4):
        port.play(BOTS[game](port.view()))
        port.until_my_turn()
    lines = answers(port, "show 2")
    assert any(line.startswith("The table after entry") for line in lines)


def test_enter_does_what_was_just_asked_and_only_that() -> None:
    port = DealtTable(3)
    port.until_my_turn()
    table = PlainTable(port, asks=True)
    table.look()
    assert table.typed("") == []
    asked = table.typed("hint ben 1")
    port.say(Phrase(0))
    assert table.look().lines  # something was said in between, so it is asked once more
    assert table.typed("") == asked
    assert table.typed("") == []
    assert len(port.view().log) == 1


def test_enter_answers_no_question_that_ends_or_leaves() -> None:
    port = DealtTable(3)
    for command in ("quit", "abandon", "stop"):
        table = PlainTable(port, asks=True)
        table.typed(command)
        assert as_text(table.typed("")[0]) in ("Cancelled.", "You stay.")
        for letter in "yole":
            table.typed(command)
            table.typed(letter)
        assert not table.has_left
    assert not port.has_stopped
    assert port.ending() is None


def test_quitting_leaves_the_table_waiting_and_asks_once() -> None:
    port = DealtTable(3)
    lines = answers(port, "quit", "no", "quit", "leave", asks=True)
    assert lines.count("You stay.") == 1
    assert lines[-1].startswith('You have left. "p2phanabi resume"')
    assert "p2phanabi resume" in lines[-1]
    assert port.ending() is None


def test_abandoning_ends_the_table_for_all() -> None:
    port = DealtTable(3)
    answers(port, "abandon")
    assert port.ending() == Ending(EndingKind.WITHDRAWN, Seat(0), Reason(Forbidden.LEFT))


def test_abandoning_without_further_input_shows_the_end() -> None:
    port = DealtTable(3)
    while port.view().actor != port.seat:
        port.step()
    table = PlainTable(port, asks=False)
    assert table.typed("abandon") == []
    port.withdrawn = False  # the table is still busy with something else
    table.end_of_input()
    table.look()
    assert not table.is_over
    port.withdraw()
    assert table.is_over
    assert not table.has_left


def test_a_move_out_of_turn_names_the_one_who_is_to_move() -> None:
    port = DealtTable(3, options={"first": 1})
    while port.view().actor is None:
        port.step()
    refused = PlainTable(port, asks=False).typed("play 1")
    assert [as_text(line) for line in refused] == ["It is not your turn: Ben is to move."]


def test_before_the_deal_there_is_nothing_to_play_or_to_look_at() -> None:
    table = PlainTable(DealtTable(3), asks=False)
    not_dealt = "The cards are not dealt yet."
    assert [as_text(line) for line in table.typed("play 1")] == [not_dealt]
    shown = [as_text(line) for line in table.typed("show")]
    assert shown == [not_dealt, "All players are connected."]


def test_end_of_input_leaves_at_the_next_turn_and_not_before() -> None:
    port = DealtTable(3, options={"first": 1})
    lines = answers_from_the_deal(port)
    assert lines[-3:-1] == ["Your turn.", "End of input."]
    assert lines[-1].startswith("You have left.")


KEPT = EndedTable(Path("games/a.p2ph"), Path("games/evidence"))


@pytest.mark.parametrize(
    ("ending", "sentence"),
    [
        (
            Ending(EndingKind.CHEAT, Seat(1), Reason(InvalidProof.CLAIM_PROOF)),
            "The game has ended: Ben gave a false hint, "
            "by cheating or because of a faulty program.",
        ),
        (
            Ending(EndingKind.CHEAT, Seat(1), Reason(InvalidProof.IDENTITY)),
            "The game has ended: Ben broke the protocol (an invalid proof or "
            "value: identity), by cheating or because of a faulty program.",
        ),
        (
            Ending(EndingKind.CHEAT, Seat(0), Reason(Forbidden.OUT_OF_TURN)),
            "The game has ended: the others have evidence against your seat "
            "(a forbidden statement: out-of-turn).",
        ),
        (
            Ending(EndingKind.WITHDRAWN, Seat(2)),
            "Chi has ended the game for everybody (for a reason that this version does not know).",
        ),
        (
            Ending(EndingKind.STUCK),
            "The game has ended: a deal was void, and no player is to blame.",
        ),
        (Ending(EndingKind.STUCK, Seat(1)), "The game has ended: Ben made a deal void."),
    ],
    ids=str,
)
def test_bad_end_names_culprit_reason_and_evidence_file(ending: Ending, sentence: str) -> None:
    lines = end_of(DealtTable(3), ending, KEPT)
    proof = ["The evidence, which anybody can check:", "games/evidence"]
    assert lines == [
        sentence,
        *(proof if ending.how is EndingKind.CHEAT else []),
        "The transcript of the game:",
        "games/a.p2ph",
    ]


@fast_group()
def test_move_is_not_asked_for_while_the_last_is_being_agreed() -> None:
    wire = wire_for(RULES["hanabi"], 2)
    port = WireTable(wire)
    while port.status().waiting_for != (0,) or port.status().activity is not Activity.MOVING:
        if not wire.deliver():
            act(wire, BOT)
    table = PlainTable(port, asks=True)
    assert as_text(table.typed("play 1")[0]).endswith("Confirm? [Y/n]")
    assert table.typed("yes") == []
    waits = "Not now: the last move is not complete yet."
    assert [as_text(line) for line in table.typed("play 1")] == [waits]


def test_end_lists_remaining_hands_and_the_transcript() -> None:
    port = DealtTable(2)
    played_by_script(port)
    ending = port.ending()
    assert ending is not None
    unseen = end_of(port, ending, EndedTable())
    held = len(port.view().hand)
    assert f"You still held {held} cards that you never saw." in unseen
    kept = EndedTable(Path("a.p2ph"), hands=port.faces)
    lines = end_of(port, ending, kept)
    assert [line.partition(":")[0] for line in lines] == [
        "Ben still held",
        "You still held",
        "All players have signed the result.",
        "The transcript of the game",
        "a.p2ph",
    ]


def test_a_host_has_a_new_code_for_a_phone_that_is_lost() -> None:
    assert "No phone has a seat on this computer." in answers(DealtTable(3), "phones")
    port = DealtTable(3)
    port.shows(phones=[PhoneCode("Ben", "http://192.0.2.7:4100/#secret")])
    sentences = answers(port, "phones")
    assert "Ben" in sentences
    assert "http://192.0.2.7:4100/#secret" in sentences


def test_x_explains_as_on_the_full_screen() -> None:
    shown = [answers(DealtTable(3, options={"first": 1}), word) for word in ("x", "explain")]
    assert shown[0] == shown[1]
    assert "is not a command" not in "".join(shown[0])
