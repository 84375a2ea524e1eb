"""A click does what it shows, or nothing: what is offered when, and what two clicks are."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from p2p_hanabi.games.hanabi.moves import Discard, HintColour, HintRank
from p2p_hanabi.ui.drawing.canvas import Picture, Size
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.kit.legend import GAP, buttons, choosing, confirming
from p2p_hanabi.ui.model.lobby.tables_found import TablesFound
from p2p_hanabi.ui.terminal.lobby_scene import LobbyScene
from p2p_hanabi.ui.terminal.tables_scene import TableChoiceScene
from protocol.game import Seat
from tests.any_game import SCREENS, AnyTableScene
from tests.lengths import sampled
from tests.ui.lobby.test_lobby import Found, Gathering, Member
from tests.ui.lobby.test_lobby import Lobby as AtLobby
from tests.ui.table.playing import hanabi_scene
from tests.ui.table.ports import BOT, DealtTable

from ..table.playing import clicked, scene_of, until
from ..table.test_scene import SIZES, still, table, typed
from .terminal import Terminal, at_terminal


def painted(scene: AnyTableScene, *keys: str, size: tuple[int, int] = (80, 24)) -> Picture:
    scene.look()
    for key in keys:
        scene.press(key)
    return scene.paint(Size(*size), Theme())


def offered(scene: AnyTableScene, *keys: str, size: tuple[int, int] = (80, 24)) -> set[str]:
    """What the last row offers after these keys."""
    return {z.pressed for z in painted(scene, *keys, size=size).zones if z.row == size[1] - 1}


def waiting(**options: object) -> DealtTable:
    """While Ben is to move."""
    port = DealtTable(2, options={"first": 1, **options})  # type: ignore[dict-item] # options are of several types
    while port.view().actor is None:
        port.step()
    return port


# -- while something is typed


@pytest.mark.parametrize("keys", [("n", "1"), (":", "x"), ("q",)], ids=str)
def test_only_the_last_row_is_clickable_while_typing_or_asked(keys: tuple[str, ...]) -> None:
    shown = painted(scene_of(table(2, talk="free")), *keys)
    assert {zone.row for zone in shown.zones} == {23}


def test_note_is_written_by_mouse_except_for_its_letters() -> None:
    port = table(2)
    shown: list[str] = []

    async def play(screen: Terminal) -> None:
        await screen.click("[2]")
        await screen.click("n note")
        await screen.type(*"save")
        shown.append(await screen.click("[3]"))
        shown.append(await screen.click("2 Ben"))
        shown.append(await screen.click("Enter"))

    at_terminal(hanabi_scene(port, still), (80, 24), play)
    assert ["Note on card 2: save_" in each for each in shown] == [True, True, False]
    assert list(port.now.notes.values()) == ["save"]


def test_phrase_is_chosen_and_sent_with_the_mouse() -> None:
    port = table(2, talk="phrases")
    shown = clicked(port, ": say", "Down", "Down", "Up", "Down", "Enter")
    assert "You say: Do you remember what you hold?" in shown


def test_another_button_than_the_left_one_does_nothing() -> None:
    async def play(screen: Terminal) -> None:
        row = next(n for n, line in enumerate(screen.rows) if "[1]" in line)
        before = screen.text
        for button in (1, 2):
            for end in "Mm":
                screen.keyboard.send_text(f"\x1b[<{button};14;{row + 1}{end}")
                await screen.settle()
        assert screen.text == before
        assert "Card 1:" in await screen.click("[1]")

    at_terminal(hanabi_scene(table(2), still), (80, 24), play)


# -- the wheel


def test_wheel_notch_is_one_step_of_the_game_or_three_rows() -> None:
    async def play(screen: Terminal) -> None:
        async def turn(code: int) -> str:
            return await screen.type(f"\x1b[<{code};10;10M")

        assert "LOOKING BACK 5/6" in await turn(64)
        assert "Back to the present" in await turn(65)
        await screen.type("?")
        second = screen.rows[3]
        assert (await turn(65)).splitlines()[0].rstrip() == second
        assert (await turn(64)).startswith("KEYS")

    at_terminal(hanabi_scene(table(2, moves=6), still), (80, 24), play)


def test_the_wheel_disturbs_nothing_that_was_begun() -> None:
    async def play(screen: Terminal) -> None:
        before = await screen.type("p")
        assert await screen.type("\x1b[<64;10;10M") == before

    at_terminal(hanabi_scene(table(2, moves=4), still), (80, 24), play)


def test_wheel_is_ignored_where_nothing_can_be_scrolled() -> None:
    async def play(screen: Terminal) -> None:
        before = screen.text
        assert await screen.type("\x1b[<64;10;10M") == before

    at_terminal(TableChoiceScene(TablesFound(Found())), (80, 24), play)


# -- what is offered


def test_looking_back_offers_all_steps_and_at_first_only_forward() -> None:
    scene = scene_of(table(2, moves=4))
    assert {"left", "right", "home", "end"} <= offered(scene, "left")
    assert "left" not in offered(scene, "home")
    assert "LOOKING BACK" not in as_text(painted(scene, "end").lines[0])


def test_before_the_first_move_there_is_no_way_back() -> None:
    assert "left" not in offered(scene_of(table(2)))
    assert "left" in offered(scene_of(table(2, moves=2)))


def test_a_page_has_a_key_for_each_way_to_turn_it() -> None:
    scene = scene_of(table(2))
    assert offered(scene, "?") == {"pagedown", "down", "escape"}
    assert offered(scene, "down") == {"pagedown", "down", "pageup", "up", "escape"}
    assert offered(scene, "end") == {"pageup", "up", "escape"}


@pytest.mark.parametrize(
    ("talk", "mine", "others"), [("none", 0, 0), ("phrases", 1, 1), ("free", 1, 1)]
)
def test_talk_is_offered_when_it_is_allowed(talk: str, mine: int, others: int) -> None:
    assert (":" in offered(scene_of(table(2, talk=talk)))) == mine
    assert (":" in offered(scene_of(waiting(talk=talk)))) == others


@pytest.mark.parametrize(
    ("away", "escrow", "keys"), [((1,), True, "GF"), ((1,), False, "F"), ((2,), True, "")], ids=str
)
def test_going_on_without_a_seat_is_offered_when_it_is_awaited(
    away: tuple[int, ...], escrow: bool, keys: str
) -> None:
    port = DealtTable(3, options={"first": 1})
    while port.view().actor is None:
        port.step()
    port.shows(missing={Seat(seat): 30.0 for seat in away}, has_escrow=escrow)
    assert offered(scene_of(port)) & set("AFG") == set(keys)
    port.shows(missing={Seat(seat): 29.0 for seat in away})
    assert not offered(scene_of(port)) & set("AFG")


def test_irrevocable_actions_stand_last_in_the_row_of_keys() -> None:
    port = DealtTable(3, options={"first": 1})
    while port.view().actor is None:
        port.step()
    port.shows(missing={Seat(1): 30.0}, has_escrow=True)
    for size in ((80, 24), (60, 20)):
        row = typed(port, size=size).rstrip("\n").splitlines()[-1]
        assert re.search(r"q( leave)?  G( play on without)?  F( end the game)?$", row.rstrip())


def test_ending_the_table_is_offered_once_somebody_would_end_it() -> None:
    port = DealtTable(2, options={"first": 0})
    port.until_my_turn()
    port.shows(stopped_by=(Seat(1),))
    assert "F" in offered(scene_of(port))


def test_only_what_points_at_something_is_offered_as_a_hint() -> None:
    port = table(2)
    hints = [move for move in port.view().moves if isinstance(move, HintColour | HintRank)]
    values = {str(h.rank) if isinstance(h, HintRank) else "rygbw"[h.colour] for h in hints}
    assert offered(scene_of(port), "h") == values | {"escape"}
    assert "at least one card" in typed(port, "h", *(set("12345") - values))


def test_colours_are_offered_by_word_and_clicked_beside_it_too() -> None:
    port = table(2)
    colour = next(move.colour for move in port.view().moves if isinstance(move, HintColour))
    name = ["red", "yellow", "green", "blue", "white"][colour]
    scene = scene_of(port)
    row = as_text(painted(scene, "h").lines[-1])
    assert f"{name[0]} {name}" in row
    zones = {z.pressed: z for z in scene.paint(Size(80, 24), Theme()).zones if z.row == 23}
    wide = zones[name[0]].end - zones[name[0]].start
    assert wide >= len(f"{name[0]} {name}") + 1


def test_a_card_offers_what_is_allowed_now() -> None:
    assert offered(scene_of(table(2)), "card 1") == {"p", "n", "escape"}
    assert offered(scene_of(table(2, moves=4)), "card 1") == {"p", "d", "n", "escape"}
    assert offered(scene_of(waiting()), "card 1") == {"n", "escape"}


def test_player_who_cannot_be_hinted_at_is_refused_at_once() -> None:
    port = until(DealtTable(2, options={"first": 0}), lambda view: view.blue == 0)
    assert not any(isinstance(move, HintColour) for move in port.view().moves)
    assert "no blue token is left" in clicked(port, "2 Ben")


def test_hands_are_put_in_order_with_the_mouse_alone() -> None:
    port = table(2)
    hand = [info.card for info in port.view().hand]
    clicked(port, "o order", "[4]", "Enter")
    assert [info.card for info in port.view().hand] == [hand[k] for k in (3, 0, 1, 2, 4)]


# -- two clicks at one place


@sampled(4)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("colours", [False, True])
def test_enter_stands_where_no_key_stood_before(
    size: tuple[int, int], seats: int, colours: bool
) -> None:
    """Nor on the board: it is the last row."""
    port = table(seats, multicolour=colours, moves=seats * 4)
    if not any(isinstance(move, Discard) for move in port.view().moves):
        port.play(BOT(port.view()))
        port.until_my_turn()
    scene = scene_of(port)
    for keys in (("h",), ("h", "2")[: seats - 1], ("p",), ("d",), ("card 1",), ("o",)):
        before = painted(scene, *keys, size=size).zones
        enter = next(z for z in buttons(confirming(), size[0]).zones if z.pressed == "enter")
        below = [z for z in before if z.row == size[1] - 1 and z.pressed != "escape"]
        assert [z for z in below if z.end > enter.start and z.start < enter.end] == []
        scene.press("escape")


def test_key_that_closes_the_rules_is_away_from_the_ready_key() -> None:
    lobby = LobbyScene(AtLobby(Gathering()), SCREENS)
    lobby.look()
    ready = next(z for z in lobby.paint(Size(60, 20), Theme()).zones if z.pressed == "r")
    lobby.press("?")
    escape = next(z for z in lobby.paint(Size(60, 20), Theme()).zones if z.pressed == "escape")
    assert ready.end <= escape.start


def test_fast_clicks_at_one_key_are_all_meant() -> None:
    async def play(screen: Terminal) -> None:
        screen.stage.clock = lambda: 5.0
        await screen.type("?")
        first = screen.rows[0]
        await screen.click("Down")
        second = screen.rows[0]
        await screen.click("Down")
        assert len({first, second, screen.rows[0]}) == 3

    at_terminal(hanabi_scene(table(2), still), (80, 24), play)


def test_a_fast_second_click_makes_no_move() -> None:
    """In a row that changes under it: p is where the first number is going to stand."""

    async def play(screen: Terminal) -> None:
        screen.stage.clock = lambda: 5.0
        shown = await screen.click("p play")
        assert "Play which card?" in shown
        assert await screen.click("1  2") == shown

    at_terminal(hanabi_scene(table(2), still), (80, 24), play)


# -- rows of keys


def test_short_of_room_the_clear_keys_lose_their_labels_first() -> None:
    keys = (("p", "play"), ("left", "back"), ("?", "help"), ("q", "leave"))
    rows = [as_text(buttons(keys, columns).lines[0]) for columns in (40, 30, 24, 18, 12)]
    assert rows == [
        "p play  left back  ? help  q leave",
        "p play  left back  ?  q leave",
        "p play  left  ?  q leave",
        "p play  left  ?  q",
        "p  left  ?  q",
    ]


def test_separate_keys_stand_at_the_right_edge() -> None:
    row = as_text(buttons((("p", "play"), GAP, ("q", "leave")), 20).lines[0])
    assert row == "p play       q leave"
    last = buttons(choosing([("1", "")]), 40)
    assert "Enter" not in as_text(last.lines[0])
    assert {zone.pressed for zone in last.zones} == {"1", "escape"}


# -- what stays and what is left


def test_table_words_stay_up_for_comparison_until_a_key() -> None:
    port = DealtTable(2, options={"first": 1})
    scene = scene_of(port)
    scene.look()
    port.until_my_turn()
    asked = "The table words: acorn album amber anchor angle."
    assert asked in "".join(map(as_text, painted(scene).lines))
    assert asked not in "".join(map(as_text, painted(scene, "e").lines))
    assert asked in "".join(map(as_text, painted(scene, "W").lines))


def test_returning_player_is_not_asked_to_compare_words() -> None:
    assert "the same five" not in typed(table(2, moves=4))


def test_whole_result_is_left_on_the_terminal() -> None:
    port = until(DealtTable(2), lambda _: False)
    left = [as_text(line) for line in scene_of(port).end.text().lines()]
    assert any(line.startswith("Score: ") for line in left)
    assert any(line.startswith("Fireworks: ") for line in left)
    assert "All players have signed the result." in left
    assert scene_of(table(2)).end.text().lines() == []


def test_host_is_warned_that_leaving_closes_the_table() -> None:
    shown: list[str] = []

    async def play(screen: Terminal) -> None:
        shown.append(await screen.type("Q"))

    at_terminal(LobbyScene(AtLobby(Gathering(me=0)), SCREENS), (80, 24), play)
    at_terminal(
        LobbyScene(
            AtLobby(replace(Gathering(), members=(Member("Ana"), Member("Ben")), me=1)), SCREENS
        ),
        (80, 24),
        play,
    )
    assert "This closes the table." in shown[0]
    assert "The others can stay." in shown[1]


@pytest.mark.parametrize("key", ["e", "E", "?"])
def test_read_only_pages_open_while_a_move_is_chosen(key: str) -> None:
    shown = typed(table(3), "h", key, *(["<esc>"] if key == "?" else []))
    assert "Hint for whom?" in shown.replace("\n      ", " ")
    assert "does nothing here" not in shown


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_board_does_not_move_when_a_message_needs_two_rows(seats: int) -> None:
    scene = scene_of(table(seats, moves=8))
    before = painted(scene)
    scene.notify("a sentence that needs some more room than one row of this small screen has " * 2)
    after = scene.paint(Size(80, 24), Theme())
    assert before.lines[:20] == after.lines[:20]


def test_a_table_that_is_set_up_can_be_left_with_the_mouse() -> None:
    scene = scene_of(DealtTable(2))

    async def play(screen: Terminal) -> None:
        assert "Leave?" in await screen.click("q leave")
        await screen.click(" leave")

    at_terminal(scene, (60, 20), play)
    assert scene.has_left


@sampled(4)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("size", [Size(60, 20), Size(80, 24), Size(120, 40)], ids=str)
def test_hands_keep_their_place_from_the_first_move_to_the_last(seats: int, size: Size) -> None:
    places = set()
    for moves in (0, 4, 9, 14, 30):
        port = table(seats, moves=moves)
        zones = scene_of(port).paint(size, Theme()).zones
        hands = (each for each in zones if each.pressed.startswith(("card", "seat")))
        places.add(frozenset((each.pressed, each.row) for each in hands))
    assert len(places) == 1


def test_cards_stay_aligned_when_some_hands_are_smaller() -> None:
    port, sizes = table(2), set[int]()
    for _ in range(400):
        sizes = {len(hand) for hand in port.view().hands}
        if sizes == {4, 5}:
            break
        port.play(BOT(port.view())) if port.view().actor == port.seat else port.step()
    assert sizes == {4, 5}
    zones = scene_of(port).paint(Size(80, 24), Theme()).zones
    widths = {each.end - each.start for each in zones if each.pressed.startswith("card")}
    assert widths == {(80 - 12) // 5}
