"""A table of Hanabi on the full screen: typed at and looked at, at three sizes."""

from __future__ import annotations

import pytest

from p2p_hanabi.games.hanabi.moves import HintRank
from p2p_hanabi.gathering import PhoneCode
from p2p_hanabi.ui.drawing.theme import theme_of
from p2p_hanabi.ui.model.end.ended_table import EndedTable
from protocol.game import Act, Seat
from protocol.peer.remarks import Text
from protocol.peer.status import Activity
from protocol.reasons import PairingFailure
from tests.lengths import sampled
from tests.ui.table.playing import hanabi_scene
from tests.ui.table.ports import BOT, DealtTable

from ..kit.terminal import Terminal, at_terminal

SIZES = ((80, 24), (120, 40), (60, 20))


def table(seats: int = 5, moves: int = 0, **options: object) -> DealtTable:
    """At one's own turn, so many moves into the game at least."""
    port = DealtTable(seats, options={"first": 0, **options})  # type: ignore[dict-item] # options are of several types
    port.until_my_turn()
    while len(port.view().log) < moves:
        port.play(BOT(port.view()))
        port.until_my_turn()
    return port


def still() -> float:
    return 0.0


def typed(port: DealtTable, *keys: str, size: tuple[int, int] = (80, 24)) -> str:
    """What the screen shows after these keys."""
    shown: list[str] = []

    async def play(screen: Terminal) -> None:
        shown.append(await screen.type(*keys))

    at_terminal(hanabi_scene(port, still), size, play)
    return shown[-1]


@sampled(2)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("multicolour", [False, True])
def test_five_players_see_everything_at_once(size: tuple[int, int], multicolour: bool) -> None:
    port = table(moves=20, multicolour=multicolour)
    shown = typed(port, "e", size=size)
    view = port.view()
    wanted = [*port.names[1:], "Blue", "Red", "Pile", "Score", "YOUR TURN", "connected"]
    wanted += ["╭─1─", "╭─4─"] if size[0] >= 100 else ["[1]", "[4]", "can be"]
    wanted += ["play", str(view.pile)]
    wanted += list("RYGBWM"[: view.colours])
    assert [each for each in wanted if each not in shown] == []
    assert f"{len(view.log)}. " in shown


@sampled(3)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_hand_is_shown_whole_at_every_size(size: tuple[int, int], seats: int) -> None:
    port = table(seats, moves=9)
    shown = typed(port, size=size)
    faces = ["RYGBW"[info.face // 5] + str(info.face % 5 + 1) for info in port.view().hands[1]]
    row = next(line for line in shown.splitlines() if " 2 Ben " in line)
    assert [each for each in faces if each not in row] == []


def test_effect_of_a_hint_is_previewed_before_enter() -> None:
    port = table(2)
    rank = next(move.rank for move in port.view().moves if isinstance(move, HintRank))
    shown = typed(port, "h", str(rank))
    assert "Ben: card" in shown
    assert "Enter confirms" in shown
    assert port.view().log == ()


def test_of_two_players_nobody_is_asked_to_whom_a_hint_is_given() -> None:
    port = table(2)
    shown = typed(port, "h")
    assert "Tell Ben which colour or number?" in shown
    assert "Hint to whom?" not in shown
    assert "Hint to whom?" not in typed(port, "h", "1", "<back>", "<back>")
    assert "h r          tell the other player which cards are red" in typed(port, "?")
    assert "h 2 r        tell player 2" in typed(table(3), "?")


def test_enter_plays_what_was_previewed_and_only_that() -> None:
    port = table(2)
    card = port.view().hand[2].card
    typed(port, "p", "3", "<enter>")
    assert [entry.move.card for entry in port.view().log[:1]] == []
    port.until_my_turn()
    assert port.view().log[0].move.card == card


@pytest.mark.parametrize("key", ["<esc>", "<back>"])
def test_a_move_is_taken_back_before_it_is_confirmed(key: str) -> None:
    port = table(2)
    shown = typed(port, "p", "3", key, key, "<enter>")
    assert port.rules.pending(port.state) == Act(Seat(0))
    assert "does nothing here" in shown


@pytest.mark.parametrize("key", ["z", "\t", "\x1b[15~"])
def test_unused_key_is_reported(key: str) -> None:
    assert "does nothing here. ? shows the keys." in typed(table(2), key)


def test_illegal_move_gets_its_reason() -> None:
    port = table(2)
    shown = typed(port, "d")
    assert "You cannot discard while all blue tokens are available." in shown
    assert "Discard which card?" not in shown
    assert port.rules.pending(port.state) == Act(Seat(0))


def test_keys_after_a_refused_move_leave_its_reason_shown() -> None:
    port = table(3)
    while not port.view().moves or port.view().blue:
        if not port.step():
            hints = (m for m in port.view().moves if isinstance(m, HintRank))
            port.play(next(hints))
    shown = typed(port, "h")
    sentence = next(line for line in shown.splitlines() if "no blue token" in line.lower())
    assert sentence in typed(port, "h", "2", "1")
    assert "does nothing here" in typed(port, "h", "2", "<esc>")


def test_out_of_turn_nothing_can_be_chosen() -> None:
    port = DealtTable(2, options={"first": 1})
    while port.status().activity is not Activity.MOVING:
        port.step()
    assert "It is not your turn: Ben is to move" in typed(port, "p")


def test_a_refusal_is_gone_once_the_turn_has_changed() -> None:
    port = DealtTable(2, options={"first": 1})
    while port.status().activity is not Activity.MOVING:
        port.step()
    scene = hanabi_scene(port, still)

    async def play(screen: Terminal) -> None:
        assert "It is not your turn: Ben is to move" in await screen.type("p")
        port.until_my_turn()
        screen.stage.refresh()
        assert "It is not your turn" not in await screen.type()
        assert "YOUR TURN" in screen.text

    at_terminal(scene, (80, 24), play)


def test_remark_stays_shown_when_the_turn_changes() -> None:
    port = DealtTable(2, options={"first": 1, "talk": "free"})
    while port.status().activity is not Activity.MOVING:
        port.step()
    scene = hanabi_scene(port, still)

    async def play(screen: Terminal) -> None:
        await screen.type("p")
        port.remark_from(1, Text("hello"))
        screen.stage.refresh()
        port.until_my_turn()
        screen.stage.refresh()
        assert "Ben says: hello" in await screen.type()

    at_terminal(scene, (80, 24), play)


def test_an_announced_colour_is_one_letter_more() -> None:
    port = table(2, announce=True)
    shown = typed(port, "p", "1", "r")
    assert "announce red" in shown


def test_knowledge_has_three_levels() -> None:
    port = table(3, moves=12)
    levels = [typed(port, *keys) for keys in ((), ("e",), ("e", "e"))]
    names = ("shown: what was told", "shown: what cards can be", "shown: what counting leaves")
    assert [name in shown for name, shown in zip(names, levels, strict=True)] == [True] * 3
    assert len(set(levels)) == 3


def test_looking_back_shows_the_old_table_and_plays_nothing() -> None:
    port = table(2, moves=6)
    shown = typed(port, "<home>", "p", "1", "<enter>")
    assert "LOOKING BACK 0/" in shown
    assert "Pile 40" in shown
    assert "Nothing can be played" in typed(port, "<left>", "p")
    assert "YOUR TURN" in typed(port, "<left>", "<left>", "<end>")


def test_a_note_stays_with_its_card_and_is_not_sent() -> None:
    port = table(2)
    shown = typed(port, "n", "2", *"save me", "<enter>")
    assert '"save me"' in shown
    assert port.rules.pending(port.state) == Act(Seat(0))


def test_help_shows_the_keys_the_rules_and_the_conventions() -> None:
    pages = [typed(table(2), "?", *["<pagedown>"] * turned) for turned in range(8)]
    assert "KEYS" in pages[0]
    for sentence in ("You must not say anything else about the cards.", "CONVENTIONS"):
        assert any(sentence in page for page in pages)
    assert "hints literally" in pages[-1]


def test_ctrl_c_asks_once_and_a_second_one_leaves() -> None:
    port = table(2)
    scene = hanabi_scene(port, still)

    async def play(screen: Terminal) -> None:
        assert "Leave?" in await screen.type("<ctrl-c>")
        assert not scene.has_left
        await screen.type("<ctrl-c>")

    at_terminal(scene, (80, 24), play)
    assert scene.has_left
    assert port.ending() is None


def test_the_end_for_all_needs_more_than_a_key() -> None:
    port = table(2)
    assert "End the game for everybody" in typed(port, "A")
    assert "Cancelled." in typed(port, "A", "<enter>")
    assert port.ending() is None
    typed(port, "A", "<right>", "<enter>")
    assert port.ending() is not None


def test_a_move_is_made_with_the_mouse_alone() -> None:
    port = table(2)

    async def play(screen: Terminal) -> None:
        await screen.click("[3]")
        await screen.click("p play")
        assert "You play card 3" in screen.text
        await screen.click("Enter")

    at_terminal(hanabi_scene(port, still), (80, 24), play)
    port.until_my_turn()
    assert port.view().log[0].slot == 2


def test_a_hint_is_given_with_the_mouse_alone() -> None:
    port = table(2)
    rank = str(next(move.rank for move in port.view().moves if isinstance(move, HintRank)))

    async def play(screen: Terminal) -> None:
        await screen.click("2 Ben")
        await screen.click(f"  {rank}  ")
        await screen.click("Enter")

    at_terminal(hanabi_scene(port, still), (80, 24), play)
    assert port.view().blue == 7


def test_the_player_is_called_by_bell_and_title() -> None:
    shown = at_terminal(hanabi_scene(table(2), still), (80, 24), _nothing)
    assert "\a" in shown.glass.all
    assert "Your turn!" in shown.glass.all


def test_absent_player_is_named_with_the_time() -> None:
    port = table(3)
    port.shows(missing={Seat(2): 34.0})
    shown = typed(port)
    assert "Chi away for 34 s" in shown
    port.shows(stepped_out={Seat(2)})
    assert "Chi left 34 s ago" in typed(port)
    port.shows(missing={})
    shown = typed(port)
    assert "Chi has left" in shown
    assert "all connected" not in shown


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_long_wait_names_the_seat_and_the_missing_statement(size: tuple[int, int]) -> None:
    port, now = DealtTable(3), [0.0]

    async def play(screen: Terminal) -> None:
        assert "the signature for" not in screen.text
        now[0] = 7.0
        await screen.type("?", "q")  # only to have it painted
        assert "Waiting for Ben, 7 s so far: the signature for the move." in screen.text

    port.until_my_turn()
    port.shows(activity=Activity.AGREEING_ON_MOVE, waiting_for=(Seat(1),))
    at_terminal(hanabi_scene(port, lambda: now[0]), size, play)


def test_set_up_shows_the_current_step_and_its_player() -> None:
    shown = typed(DealtTable(3, me=1))
    assert "Ana shuffles (1/3)" in shown
    assert "acorn album amber anchor angle" in shown


def test_resizing_always_works_and_a_small_size_is_reported() -> None:
    async def play(screen: Terminal) -> None:
        assert "Too small: 50x24, needs 60x20." in await screen.resize(50, 24)
        assert "Last moves" in await screen.resize(120, 40)
        assert "YOUR TURN" in await screen.resize(80, 24)

    at_terminal(hanabi_scene(table(5, moves=10), still), (80, 24), play)


def test_where_nothing_is_seen_nothing_is_done_but_leaving() -> None:
    port = table(3)
    scene = hanabi_scene(port, still)

    async def play(screen: Terminal) -> None:
        await screen.resize(59, 20)
        await screen.type("h", "3", "2", "<enter>", "p", "1", "<enter>", "A", "<tab>", "<enter>")
        await screen.paste("p1")
        await screen.type("\x1b[<64;10;10M")
        shown = await screen.resize(80, 24)
        assert "YOUR TURN" in shown
        assert "LOOKING BACK" not in shown
        assert port.ending() is None
        assert "Ctrl-C twice leaves" in " ".join((await screen.resize(40, 10)).split())
        await screen.type("<ctrl-c>", "<ctrl-c>")

    at_terminal(scene, (80, 24), play)
    assert scene.has_left
    assert port.rules.pending(port.state) == Act(Seat(0))


def test_paste_into_a_note_waits_for_enter() -> None:
    port = table(2)
    shown: list[str] = []

    async def play(screen: Terminal) -> None:
        await screen.type("n", "2")
        shown.append(await screen.paste("save\nme\n"))
        assert port.now.notes == {}
        await screen.type("<enter>")

    at_terminal(hanabi_scene(port, still), (80, 24), play)
    assert "Note on card 2: save me" in shown[0]
    assert list(port.now.notes.values()) == ["save me"]


def test_paste_where_nothing_is_typed_is_reported_as_ignored() -> None:
    shown: list[str] = []

    async def play(screen: Terminal) -> None:
        for keys in ((), ("q",), ("<esc>", "p", "3"), ("<esc>", "?")):
            await screen.type(*keys)
            shown.append(await screen.paste("A\nend\n"))

    port = table(2)
    at_terminal(hanabi_scene(port, still), (80, 24), play)
    assert ["Pasted text is ignored here" in each for each in shown] == [True] * 4
    assert "Leave?" not in shown[1]
    assert "You play card 3" in shown[2]


@pytest.mark.parametrize(
    "environ", [{"NO_COLOR": "1", "TERM": "xterm-256color"}, {"TERM": "vt100"}], ids=str
)
def test_colourless_theme_has_no_colours_and_loses_no_text(environ: dict[str, str]) -> None:
    port = table(5, moves=20)
    plain = at_terminal(hanabi_scene(port, still), (80, 24), _nothing, theme_of(environ, "utf-8"))
    coloured = at_terminal(hanabi_scene(port, still), (80, 24), _nothing)
    assert {cell.fg for row in plain.glass.screen.buffer.values() for cell in row.values()} == {
        "default"
    }
    assert plain.glass.screen.display == coloured.glass.screen.display


def test_white_card_has_the_terminals_default_colour() -> None:
    shown = at_terminal(hanabi_scene(table(5, moves=20), still), (80, 24), _nothing)
    row = next(n for n, line in enumerate(shown.rows) if line.startswith("W "))
    cell = shown.glass.screen.buffer[row][0]
    assert (cell.data, cell.fg, cell.bold) == ("W", "default", True)
    red = shown.glass.screen.buffer[row - 4][0]
    assert (red.data, red.fg) == ("R", "red")


def test_in_ascii_every_sign_has_its_stand_in() -> None:
    look = theme_of({"TERM": "xterm"}, "ascii")
    shown = at_terminal(hanabi_scene(table(5, moves=20), still), (80, 24), _nothing, look)
    assert shown.glass.all.isascii()


def test_hands_are_shown_at_the_end_though_the_seat_stays() -> None:
    scene = hanabi_scene(_to_the_end(DealtTable(3)), still)
    shown = at_terminal(scene, (80, 24), _nothing).glass.all
    assert "You still held: " in shown
    assert "never saw" not in shown


def test_end_shows_score_hands_and_transcript() -> None:
    port = _to_the_end(DealtTable(3))
    scene = hanabi_scene(port, still)
    shown: list[str] = []

    async def play(screen: Terminal) -> None:
        scene.finish_table(EndedTable(hands=port.faces))
        screen.stage.refresh()
        shown.append(await screen.type())
        shown.append(await screen.type("<left>"))
        shown.append(await screen.type("<end>"))
        await screen.answer("q")

    at_terminal(scene, (80, 24), play)
    assert "Score: " in shown[0]
    assert "You still held: " in shown[0]
    assert "LOOKING BACK" in shown[1]
    assert shown[2] == shown[0]
    assert scene.is_over


def _to_the_end(port: DealtTable) -> DealtTable:
    while port.ending() is None:
        port.until_my_turn()
        if port.ending() is None:
            port.play(BOT(port.view()))
    return port


async def _nothing(screen: Terminal) -> None:
    await screen.settle()


def test_a_host_shows_a_new_code_for_a_phone_that_is_lost() -> None:
    port = table(3)
    assert "phones" not in typed(port)
    assert "No phone has a seat" in typed(port, "T")
    port.shows(phones=[PhoneCode("Ben", "http://192.0.2.7:4100/#secret")])
    assert "T phones" in typed(port, size=(120, 40))
    shown = typed(port, "T", size=(120, 60))
    assert "http://192.0.2.7:4100/#secret" in shown
    assert "▄" in shown


def test_incompatible_program_is_reported_on_ones_own_turn_too() -> None:
    port = DealtTable(3)
    port.until_my_turn()
    port.shows(missing={Seat(1): 1.0})
    port.shows(incompatible={Seat(1): PairingFailure.OTHER_PROTOCOL.reason(version=9, known=2)})
    shown = typed(port, size=(100, 30))
    assert shown.count("uses another version of the protocol") == 1
