"""A table of Koi-Koi on the full screen: typing and viewing, at three sizes."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from p2p_hanabi.games.koikoi.hanafuda import month_of
from p2p_hanabi.games.koikoi.moves import Koi, Show
from p2p_hanabi.games.koikoi.state import RoundOver, SaidKoi, Seen, Task
from p2p_hanabi.games.koikoi.ui import near
from p2p_hanabi.games.koikoi.ui.board import boxes
from p2p_hanabi.games.koikoi.ui.board.board import paint
from p2p_hanabi.games.koikoi.ui.board.cells import printed
from p2p_hanabi.games.koikoi.view import KoikoiView
from p2p_hanabi.ui.drawing.canvas import Size
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.terminal.table.board_frame import Board
from protocol.game import Act, Card, Face, Seat
from protocol.peer.status import Activity
from tests.any_game import BOTS
from tests.games.koikoi.table import lay
from tests.lengths import sampled
from tests.rows import as_rows
from tests.ui.table.ports import DealtTable

from ....ui.kit.terminal import Terminal, at_terminal
from ....ui.table.playing import SIZES, clicked, scene_of, typed, until
from ....ui.table.test_past import bold


def at(task: Task, seed: int = 3, turns: int = 0) -> DealtTable:
    """At one's own turn, with this to do."""
    port = DealtTable(2, game="koikoi", seed=seed)
    return until(port, lambda view: view.task is task and view.turn >= turns)


def unfolded(port: DealtTable, *keys: str, size: tuple[int, int] = (80, 24)) -> str:
    """What the screen shows, with sentences over several rows joined."""
    return typed(port, *keys, size=size).replace("\n      ", " ")


def is_my_move(port: DealtTable, turn: int) -> bool:
    """Whether nothing has been played."""
    return bool(port.rules.pending(port.state) == Act(Seat(0)) and port.view().turn == turn)


@sampled(3)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("turns", [0, 20, 45])
def test_both_sides_the_table_and_the_hand_are_seen_at_once(
    size: tuple[int, int], turns: int
) -> None:
    port = at(Task.PLAY, turns=turns)
    view: KoikoiView = port.view()
    shown = typed(port, size=size)
    held = len(view.other_hand)
    wanted = ["YOUR TURN", "connected", f"Round {view.round}/6", f"Pile {view.pile}"]
    wanted += ["2 Ben", f"holds {held} card", "1 you", f"[{len(view.hand)}]", "p play"]
    wanted += [f"Points: you {view.scores[0]}, Ben {view.scores[1]}"]
    assert [each for each in wanted if each not in shown] == []
    months = [seen.face // 4 + 1 for seen in (*view.table, *view.hand)]
    assert [month for month in months if f"{month:>2} " not in shown] == []


def test_a_card_shows_what_it_takes_and_the_preview_marks_it() -> None:
    port = at(Task.PLAY)
    view: KoikoiView = port.view()
    number, seen = next(
        (n, seen) for n, seen in enumerate(view.hand, 1) if len(view.matches(seen.face)) == 1
    )
    shown = typed(port, str(number))
    assert "You play " in shown
    assert ": it takes " in shown
    assert shown.count("<") == 2
    assert seen in port.view().hand


@pytest.mark.parametrize("keys", [("2",), ("p", "2")], ids=str)
def test_a_card_is_played_by_its_number_and_enter(keys: tuple[str, ...]) -> None:
    port = at(Task.PLAY)
    card = port.view().hand[1].card
    typed(port, *keys, "<enter>")
    assert card == port.view().waiting
    port.until_my_turn()
    assert card not in [seen.card for seen in port.view().hand]


def test_a_card_is_played_by_the_mouse_alone() -> None:
    port = at(Task.PLAY)
    card = port.view().hand[2].card
    clicked(port, "[3]", "Enter")
    assert card == port.view().waiting


@pytest.mark.parametrize("key", ["<esc>", "<back>"])
def test_a_card_is_taken_back_before_it_is_confirmed(key: str) -> None:
    port = at(Task.PLAY)
    turn = port.view().turn
    typed(port, "p", "2", key, key, "<enter>")
    assert is_my_move(port, turn)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_of_two_cards_that_match_one_is_chosen(size: tuple[int, int]) -> None:
    port = at(Task.TAKE)
    view: KoikoiView = port.view()
    shown = typed(port, size=size)
    assert "Press 1 or 2." in shown
    assert "[2]" in shown
    assert "You take " in typed(port, "2", size=size)
    assert view.placing is not None
    wanted = view.matches(view.placing.face)[1].card
    typed(port, "2", "<enter>", size=size)
    assert wanted in [seen.card for seen in port.view().captured[0]]


def test_which_of_two_is_taken_can_be_clicked_on_the_table() -> None:
    port = at(Task.TAKE)
    table = port.view().table
    row = next(line for line in typed(port).splitlines() if "[1]" in line and "[1] " not in line)
    sign = row[row.index("[1]") :][:12].rstrip()
    clicked(port, sign, "Enter")
    assert len(port.view().table) < len(table)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_koi_and_shobu_preview_their_score(size: tuple[int, int]) -> None:
    port = at(Task.CALL)
    worth = port.view().worth[0]
    shown = unfolded(port, size=size)
    assert f"scores {worth} point" in shown
    assert f": worth {worth} point" in shown
    assert "You say koi" in typed(port, "k", size=size)
    typed(port, "s", "<enter>", size=size)
    assert isinstance(port.view().log[-1], RoundOver)


def test_koi_appears_beside_its_speaker() -> None:
    port = at(Task.CALL)
    port.play(Koi())
    while port.status().activity is not Activity.MOVING:
        port.step()
    assert SaidKoi in map(type, port.view().log)
    assert "KOI" in next(line for line in typed(port).splitlines() if "1 you" in line)


def test_impossible_key_gets_an_explanation() -> None:
    port = at(Task.PLAY)
    turn = port.view().turn
    assert "There is nothing to choose from." in typed(port, "t")
    assert "You have no new yaku; play a card." in typed(port, "k")
    assert "before the first card is played" in typed(port, "d")
    assert "You have no card 9; your cards are 1 to" in typed(port, "9")
    assert is_my_move(port, turn)


def test_only_what_the_rules_allow_is_offered() -> None:
    last = typed(at(Task.CALL)).splitlines()[-1]
    assert "s shobu" in last
    assert "k koi" in last
    assert "play" not in last


def test_a_dealt_hand_is_declared_or_kept() -> None:
    port = DealtTable(2, game="koikoi", seed=42, choose=bold)
    until(port, lambda view: any(isinstance(move, Show) for move in view.moves), bold)
    assert "declare it (d), or keep it secret (k)" in unfolded(port)
    assert "and score 6" in unfolded(port, "d")
    typed(port, "d", "<enter>")
    port.until_my_turn()
    rounds = [entry.points for entry in port.view().log if isinstance(entry, RoundOver)]
    assert rounds[-1] == (6, 0)


def test_a_player_with_nothing_to_declare_confirms_it() -> None:
    port = at(Task.CHECK)
    shown = typed(port)
    assert "You have nothing to declare: Enter continues." in shown
    assert "k keep" not in shown
    typed(port, "<enter>")
    assert port.view().task is not Task.CHECK or port.view().actor == Seat(1)


def test_out_of_turn_nothing_can_be_chosen() -> None:
    port = at(Task.PLAY)
    port.play(port.view().moves[0])
    while port.status().waiting_for != (Seat(1),):
        port.step() if port.view().actor != Seat(0) else port.play(BOTS["koikoi"](port.view()))
    assert "It is not your turn: Ben is to move" in typed(port, "1")
    assert "Ben is to play." in typed(port)


def test_looking_back_shows_the_old_table_and_plays_nothing() -> None:
    port = at(Task.PLAY, turns=20)
    turn = port.view().turn
    shown = typed(port, "<home>", "<right>", "1", "<enter>")
    assert "LOOKING BACK 1/" in shown
    assert "Nothing can be played" in typed(port, "<left>", "1")
    assert "YOUR TURN" in typed(port, "<left>", "<left>", "<end>")
    assert is_my_move(port, turn)


def test_the_draw_is_shown_before_the_first_deal() -> None:
    port = DealtTable(2, game="koikoi")
    while not port.view().log:
        port.step()
    shown = typed(port)
    assert "Who deals first?" in shown
    assert "You draw " in shown


def test_all_yaku_are_a_key_away() -> None:
    port = at(Task.PLAY, turns=20)
    assert ", missing: " in typed(port, "y")
    assert "YOUR TURN" in typed(port, "y", "<esc>")


def test_the_player_is_called_once_a_turn() -> None:
    port = at(Task.CHECK, seed=1)
    scene, moves, turns, calls = scene_of(port), 0, 0, 0
    while port.view().round == 1:
        view: KoikoiView = port.view()
        calls += scene.look()
        if view.actor == Seat(0):
            moves += 1
            turns += view.task in (Task.CHECK, Task.PLAY)
            port.play(BOTS["koikoi"](view))
        else:
            port.step()
    assert moves > turns
    assert calls == turns


def test_the_help_explains_keys_signs_months_and_rules() -> None:
    port = at(Task.PLAY)
    assert "3, p 3       play your third card" in typed(port, "?")
    months = typed(port, "?", "\x1b[6~")
    assert "11 November: willow (* rain, o swallow, = red ribbon)" in months
    assert "sake cup 5; curtain and sake cup 5." in typed(port, "?", "<end>")


def test_the_next_choice_replaces_the_last_move() -> None:
    port = at(Task.PLAY, seed=1)
    scene = scene_of(port)

    async def play(screen: Terminal) -> None:
        while port.view().task is not Task.TAKE:
            key = "k" if port.view().task is Task.CHECK else "1"
            shown = await screen.type(key, "<enter>")
            assert "Done." in shown
            port.until_my_turn()
            screen.stage.refresh()
        assert "Press 1 or 2." in await screen.type()

    at_terminal(scene, (80, 24), play)


def test_the_end_shows_who_won_which_round() -> None:
    shown = typed(until(DealtTable(2, game="koikoi", seed=3), lambda _: False))
    assert [n for n in range(1, 7) if f"round {n}" not in shown] == []


def test_overflow_is_marked_and_the_hand_stays() -> None:
    view: KoikoiView = at(Task.PLAY).view()
    rich = tuple(Seen(Card(face), Face(face)) for face in range(48) if face % 4 < 2)
    shown = view.hand[:4]
    crowded = replace(view, captured=(rich, rich), other_shown=shown)
    board = Board(crowded, Players(Seat(0), ("Ana", "Ben")), headline=())
    picture = paint(board, Size(60, 20), Theme())
    rows = as_rows(picture)
    assert any(row.endswith("~") for row in rows)
    assert any("has shown" in row for row in rows)
    keys = {zone.pressed for zone in picture.zones}
    assert {f"card {n}" for n in range(1, len(view.hand) + 1)} <= keys


def test_card_name_is_the_same_on_board_preview_and_yaku_page() -> None:
    port = at(Task.PLAY)
    face = port.view().hand[0].face
    name = f"{month_of(face)} {printed(face)}"
    assert f"You play {name}: " in typed(port, "1")
    assert "9 sake cup" in typed(port, "y")


def lacking(captured: tuple[str, str], columns: int = 77, rows: int = 9) -> list[str]:
    view = lay(("1.3 2.3 4.3 5.3", "2.4 4.4 5.4 6.4"), "6.3", captured=captured).view(0)
    sentences = near.near_sentences(view, Seat(0))
    return as_rows(near.rows(sentences, columns, rows, is_live=True))


@pytest.mark.parametrize(
    ("captured", "sentence"),
    [
        ("8.1", "tsukimi needs 9 sake cup"),
        ("1.1 3.1", "sanko needs 8 moon or 12 phoenix"),
        ("1.1", "sanko needs two of 3 curtain, 8 moon, 12 phoenix"),
        ("6.1 7.1", "inoshikacho needs 10 deer"),
        ("1.2 4.2 5.2 6.2", "tan needs 1 more ribbon (6 left)"),
        ("2.1 4.1 5.1", "tane needs 2 more tane (6 left)"),
        ("1.3 1.4 2.3 2.4 3.3 3.4 4.3 4.4", "kasu needs 2 more simples (16 left)"),
    ],
)
def test_the_missing_cards_of_a_near_yaku_are_shown_plainly(captured: str, sentence: str) -> None:
    assert sentence in " ".join(each.strip() for each in lacking((captured, "")))


def test_brights_still_needed_are_counted_with_the_rain_option() -> None:
    table = lay(("1.3 2.3", "2.4 4.4"), "6.3", captured=("1.1", ""), options={"sanko rain": True})
    assert "sanko needs 2 more brights (4 left)" in near.near_sentences(table.view(0), Seat(0))


def test_near_yaku_without_room_are_counted_and_one_key_away() -> None:
    whole = lacking(("1.1 3.1 8.1", ""))
    one = lacking(("1.1 3.1 8.1", ""), rows=1)
    assert len(whole) > 1
    assert re.search(r"  \+\d more y$", one[0])
    assert re.search(r"^   near: \d yaku y$", lacking(("1.1 3.1 8.1", ""), 20, 1)[0])
    assert lacking(("1.1 3.1 8.1", ""), 5, 1) == []


@sampled(3)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("turns", [0, 20, 45])
def test_no_near_yaku_is_left_out_without_a_sign(size: tuple[int, int], turns: int) -> None:
    port = at(Task.PLAY, turns=turns)
    view: KoikoiView = port.view()
    shown = typed(port, size=size)
    for seat in (Seat(0), Seat(1)):
        sentences = near.near_sentences(view, seat)
        missing = [each for each in sentences if each not in shown]
        assert not missing or re.search(r"\+\d more y|near: \d yaku y", shown)


def test_the_page_of_all_yaku_lists_what_was_taken_too() -> None:
    shown = typed(at(Task.PLAY, turns=20), "y", "<end>")
    assert "You have taken:" in shown


def test_a_click_at_what_is_near_opens_the_page_of_all_yaku() -> None:
    assert ", missing" in clicked(at(Task.PLAY, turns=20), "near:")


BOXES = (100, 30)


def test_where_there_is_room_cards_are_boxes_to_click() -> None:
    port = at(Task.PLAY)
    card = port.view().hand[2].card
    assert "╭─[3]───" in typed(port, size=BOXES)
    assert "╭─>[3]──" in clicked(port, "[3]", size=BOXES)
    clicked(port, "[3]", "Enter", size=BOXES)
    assert card == port.view().waiting


def test_of_two_boxes_on_the_table_one_is_chosen_by_a_click() -> None:
    port = at(Task.TAKE)
    view: KoikoiView = port.view()
    scene = scene_of(port)
    scene.look()
    keys = {zone.pressed for zone in scene.paint(Size(*BOXES), Theme()).zones}
    assert {"take 1", "take 2"} <= keys
    scene.press("take 2")
    assert ">[2]" in "\n".join(as_rows(scene.paint(Size(*BOXES), Theme())))
    scene.press("enter")
    assert len(port.view().table) < len(view.table)


def board_of(view: KoikoiView) -> Board[KoikoiView]:
    return Board(view, Players(Seat(0), ("Ana", "Ben")), headline=())


def test_cards_without_room_for_boxes_are_shown_as_text() -> None:
    view: KoikoiView = at(Task.PLAY).view()
    many = tuple(Seen(Card(face), Face(face)) for face in range(0, 48, 3))
    few, crowd = replace(view, table=many[:12]), replace(view, table=many)
    assert boxes.paint(board_of(few), Size(*BOXES), Theme()) is not None
    assert boxes.paint(board_of(crowd), Size(*BOXES), Theme()) is None
    assert boxes.paint(board_of(crowd), Size(120, 40), Theme()) is not None
    assert "crane" in "\n".join(as_rows(paint(board_of(crowd), Size(*BOXES), Theme())))


def test_box_shows_its_captures_below_the_face_or_in_the_border() -> None:
    def hand_of(card: str, table: str, size: tuple[int, int]) -> str:
        view = lay((card, "2.1"), table).view(0)
        return "\n".join(as_rows(paint(board_of(view), Size(*size), Theme())))

    assert "+ crane" in hand_of("1.2", "1.1 5.1", (120, 40))
    assert "+ crane /" in hand_of("1.3", "1.1 1.2", (120, 40))
    others = " 3.1 3.2 4.1 4.2 5.1 5.2 6.1 6.2"
    assert "─+1 of 2──" in hand_of("1.3", "1.1 1.2" + others, BOXES)
    assert "─+3───" in hand_of("1.3", "1.1 1.2 1.4" + others, BOXES)
    assert "─+simple──" in hand_of("1.2", "1.3 1.4" + others, BOXES)
    assert "─+crane──" in hand_of("1.2", "1.1" + others, BOXES)


def test_the_box_of_an_unseen_card_is_empty() -> None:
    view: KoikoiView = at(Task.PLAY).view()
    hidden = replace(view, hand=view.hand[1:])
    keys = {zone.pressed for zone in paint(board_of(hidden), Size(*BOXES), Theme()).zones}
    assert "card 1" not in keys
    assert "card 2" in keys


def test_log_beside_boxes_folds_its_lines_and_keeps_names_whole() -> None:
    port = until(
        DealtTable(2, game="koikoi", seed=3, names=("Ana", "Maximilian")),
        lambda view: view.task is Task.PLAY and view.turn > 4,
    )
    log = [row[70:].strip() for row in typed(port, size=BOXES).splitlines()]
    assert any("Maximilian plays" in row for row in log)
    assert not any("~" in row for row in log)


def test_a_table_on_one_machine_offers_the_page_of_yaku() -> None:
    port = at(Task.PLAY, turns=20)
    assert ", missing" in clicked(port.shows(machines=(Seat(0), Seat(0))), "near:")
