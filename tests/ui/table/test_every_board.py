"""What holds at the tables of all games: every phase, at three sizes, in every language."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby, product

import pytest

from p2p_hanabi.ui.drawing.canvas import Picture, Size
from p2p_hanabi.ui.drawing.theme import Theme, theme_of
from p2p_hanabi.ui.model.end.ended_table import EndedTable
from p2p_hanabi.ui.words import i18n
from protocol.game import Seat
from protocol.peer.status import Ending, EndingKind
from protocol.reasons import Forbidden, Reason
from tests.any_game import BOTS, RULES, SCENES, AnyTableScene
from tests.captures import dealt
from tests.lengths import sampled
from tests.rows import as_rows
from tests.ui.table.ports import WORDS, DealtTable

from ..kit.terminal import Terminal, at_terminal
from ..model.ended import SAVED
from .playing import SIZES, scene_of, typed, until
from .test_past import bold

CONFIRMING = {"hanabi": ("p", "1"), "ikebana": ("d",), "koikoi": ("1",)}
"""The keys of a move that is possible now, in the games that have a board of their own."""
SEATS = {game: rules.seats[-1] for game, rules in RULES.items()}
every_game = pytest.mark.parametrize("game", list(CONFIRMING))
every_size = pytest.mark.parametrize("size", SIZES, ids=str)


def table(game: str, moves: int = 12, seats: int | None = None) -> DealtTable:
    """At one's own turn, so many entries into the log at least."""
    return played(game, moves, seats or SEATS[game]).twin()


@cache
def played(game: str, moves: int, seats: int) -> DealtTable:
    port = DealtTable(seats, game=game, seed=3)
    return until(port, lambda view: len(view.log) >= moves and not getattr(view, "drawn", None))


def ended(game: str) -> DealtTable:
    """A whole game of two."""
    return played_out(game).twin()


@cache
def played_out(game: str) -> DealtTable:
    return until(DealtTable(2, game=game), lambda _: False)


def confirming(game: str) -> tuple[str, ...]:
    return CONFIRMING[game]


def last(port: DealtTable) -> object:
    return port.rules.pending(port.state)


def test_every_game_has_a_board() -> None:
    assert set(SCENES) == set(RULES)


@every_game
@every_size
def test_active_player_is_named_before_the_deal(game: str, size: tuple[int, int]) -> None:
    shown = typed(DealtTable(SEATS[game], game=game, me=1), size=size)
    assert "Ana shuffles (1/" in shown
    assert [word for word in WORDS if word not in shown] == []


@every_game
@every_size
def test_a_move_is_shown_before_enter_makes_it(game: str, size: tuple[int, int]) -> None:
    port = table(game)
    before = last(port)
    assert "Escape cancels  Enter confirms" in typed(port, *confirming(game), size=size)
    assert last(port) == before


@every_game
def test_enter_makes_no_move_whose_choice_was_taken_back(game: str) -> None:
    port = table(game)
    before = last(port)
    typed(port, *confirming(game), "<back>", "<enter>", size=(80, 24))
    assert last(port) == before


@sampled(3)
@every_game
@every_size
def test_looking_back_is_marked_and_offers_no_move(game: str, size: tuple[int, int]) -> None:
    port = table(game)
    before = last(port)
    shown = typed(port, "<left>", "<left>", size=size)
    assert shown.startswith("LOOKING BACK ")
    assert "Left and Right step, End returns." in shown
    wanted = "Nothing can be played while you look back"
    assert wanted in typed(port, "<left>", *confirming(game)[:1], size=size)
    assert last(port) == before


@sampled(3)
@every_game
@every_size
def test_player_to_move_is_named(game: str, size: tuple[int, int]) -> None:
    port = table(game)
    while port.view().actor in (None, Seat(0)):
        port.play(BOTS[game](port.view())) if port.view().actor == Seat(0) else port.step()
    assert "Ben is to move" in typed(port, size=size)


@sampled(3)
@every_game
@every_size
def test_absence_and_its_length_are_on_every_board(game: str, size: tuple[int, int]) -> None:
    port = table(game)
    port.shows(missing={Seat(1): 34.0})
    shown = typed(port, size=size)
    assert "Ben away for 34 s" in shown
    assert "×" in next(line for line in shown.splitlines() if "2 Ben" in line)


@every_game
@every_size
def test_objection_names_the_seat_and_the_fault(game: str, size: tuple[int, int]) -> None:
    ending = Ending(EndingKind.CHEAT, Seat(1), Reason(Forbidden.COPIED_KEY))
    shown = typed(DealtTable(SEATS[game], game=game).shows(ending=ending), size=size)
    assert "Ben copied another player's key" in shown.replace("\n      ", " ")


@sampled(3)
@every_game
@every_size
def test_end_is_announced_and_every_step_can_be_revisited(game: str, size: tuple[int, int]) -> None:
    port = ended(game)
    scene, shown = scene_of(port), list[str]()

    async def play(screen: Terminal) -> None:
        scene.finish_table(EndedTable())
        screen.stage.refresh()
        for keys in ((), ("<left>",), ("<home>",), ("<end>",)):
            shown.append(await screen.type(*keys))
        await screen.answer("q")

    at_terminal(scene, size, play)
    assert "All players have signed the result." in shown[0]
    assert "LOOKING BACK" in shown[1]
    assert "LOOKING BACK 0/" in shown[2]
    assert shown[3] == shown[0]
    assert scene.is_over


@every_game
def test_no_key_pressed_by_mistake_closes_the_page_of_the_end(game: str) -> None:
    port = ended(game)
    scene = scene_of(port)

    async def play(screen: Terminal) -> None:
        scene.finish_table(SAVED)
        screen.stage.refresh()
        for key in ("z", "p", "<right>", "<esc>", "<tab>", "<enter>"):
            shown = await screen.type(key)
            assert "All players have signed the result." in shown
            assert "does nothing here." in shown
        assert "? shows the keys" not in shown
        assert "LOOKING BACK" in await screen.type("<left>")
        shown = await screen.type("?", "x", "b")
        assert "LOOKING BACK" in shown
        assert "a plays again" in shown
        await screen.answer("a")

    at_terminal(scene, (80, 24), play)
    assert scene.is_over
    assert scene.end.plays_again


@every_game
def test_table_that_ended_before_its_deal_has_no_past_to_show(game: str) -> None:
    ending = Ending(EndingKind.WITHDRAWN, Seat(1), Reason(Forbidden.LEFT))
    port = DealtTable(SEATS[game], game=game).shows(ending=ending)
    scene = scene_of(port)

    async def play(screen: Terminal) -> None:
        scene.finish_table(EndedTable())
        shown = await screen.type("<left>")
        assert "Left does nothing here." in shown
        assert "q closes" in shown
        await screen.answer("q")

    at_terminal(scene, (80, 24), play)
    assert scene.is_over


@every_game
def test_the_mouse_alone_opens_and_closes_every_page(game: str) -> None:
    port = ended(game)
    scene = scene_of(port)

    async def play(screen: Terminal) -> None:
        scene.finish_table(SAVED)
        screen.stage.refresh()
        await screen.settle()
        assert "a plays again" in screen.text
        assert "LOOKING BACK" in await screen.click("left")
        assert "LOOKING BACK 0" in await screen.click("Home")
        assert "LOOKING BACK 1" in await screen.click("right forward")
        assert "KEYS" in await screen.click("?")
        while "more row" in screen.text:
            await screen.click("PageDown")
        assert "KEYS" not in screen.text
        assert "PageDown" in await screen.click("Up")
        assert "LOOKING BACK 1" in await screen.click("Escape")
        assert "All players have signed" in await screen.click("End the result")
        await screen.click("q closes")
        await screen.click(" close")

    at_terminal(scene, (80, 24), play)
    assert scene.is_over


@every_game
@pytest.mark.parametrize("theme", [theme_of({"TERM": "xterm", "NO_COLOR": "1"}, "utf-8")], ids=str)
def test_without_colours_nothing_is_missing(game: str, theme: Theme) -> None:
    port = table(game)
    plain = at_terminal(scene_of(port), (80, 24), _nothing, theme)
    coloured = at_terminal(scene_of(port), (80, 24), _nothing)
    inks = {cell.fg for row in plain.glass.screen.buffer.values() for cell in row.values()}
    assert inks == {"default"}
    assert plain.rows == coloured.rows


@every_game
def test_in_ascii_every_sign_has_its_stand_in(game: str) -> None:
    theme = theme_of({"TERM": "xterm"}, "ascii")
    assert at_terminal(scene_of(table(game)), (80, 24), _nothing, theme).glass.all.isascii()


@every_game
def test_the_player_is_called_by_bell_and_title(game: str) -> None:
    port = table(game)
    scene = scene_of(port)
    assert scene.look()
    assert scene.title.startswith("Your turn!")
    assert not scene.look()


@every_game
def test_leaving_is_asked_once_and_the_table_goes_on(game: str) -> None:
    port = table(game)
    scene = scene_of(port)

    async def play(screen: Terminal) -> None:
        assert "Leave?" in await screen.type("<ctrl-c>")
        assert "You stay." in await screen.type("n")
        await screen.type("<ctrl-c>", "<ctrl-c>")

    at_terminal(scene, (80, 24), play)
    assert (scene.has_left, port.ending()) == (True, None)


@every_game
def test_a_terminal_can_change_its_size_at_any_time(game: str) -> None:
    async def play(screen: Terminal) -> None:
        assert "Too small" in await screen.resize(59, 19)
        assert "YOUR TURN" in await screen.resize(60, 20)
        assert "Last moves" in await screen.resize(120, 40)

    at_terminal(scene_of(table(game)), (80, 24), play)


@every_game
@every_size
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_language_fits_every_size(
    game: str, size: tuple[int, int], language: str, request: pytest.FixtureRequest
) -> None:
    """No name of a column is cut, and there is a row for the question and one for the keys."""
    request.addfinalizer(lambda: i18n.choose("en"))
    i18n.choose(language)
    scene = scene_of(table(game))
    columns, rows = size
    for keys in ((), confirming(game), ("escape",), ("home",)):
        shown = painted(scene, Size(columns, rows), *keys)
        lines = as_rows(shown)
        assert len(lines) == rows
        assert [line for line in lines if len(line) > columns] == []
        assert [line for line in lines[:3] if "~" in line] == []
        assert {"q", "escape"} & {zone.pressed for zone in shown.zones if zone.row == rows - 1}


def painted(scene: AnyTableScene, size: Size, *keys: str) -> Picture:
    scene.look()
    for key in keys:
        scene.press(key)
    return scene.paint(size, Theme())


async def _nothing(screen: Terminal) -> None:
    await screen.settle()


@sampled(1)
@pytest.mark.parametrize(("game", "seed"), [("ikebana", 1), ("koikoi", 0), ("koikoi", 46)])
def test_smallest_screen_keeps_everything_needed(game: str, seed: int) -> None:
    """Also where much was taken and a sentence needs several rows, at every turn of a game."""
    port = DealtTable(SEATS[game], game=game, seed=seed, choose=bold if game == "koikoi" else None)
    turns = 0
    while port.ending() is None:
        port.until_my_turn()
        view = port.view()
        if view.actor != port.seat:
            break
        shown = painted(scene_of(port), Size(60, 20))
        if port.view().turn != view.turn:
            continue  # there was nothing to choose, and the scene has played
        rows = as_rows(shown)
        clicks = {zone.pressed for zone in shown.zones}
        assert {"?", "q"} <= clicks
        if game == "koikoi":
            assert {f"card {n}" for n in range(1, len(view.hand) + 1)} <= clicks
        else:
            assert [name for name in port.names[1:] if not any(name in row for row in rows)] == []
            assert view.drawn is None or any("refuse" in row for row in rows)
        port.play(bold(view) if game == "koikoi" else BOTS[game](view))
        turns += 1
    assert turns > 20


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_move_is_left_out_while_rows_are_free(seats: int) -> None:
    port = dealt("hanabi", seats, 14)
    scene = scene_of(port)
    scene.look()
    for columns, rows in product((60, 80, 99), range(20, 61, 5)):
        shown = as_rows(scene.paint(Size(columns, rows), Theme()))[2:-3]
        is_whole = any(re.search(r"(^|\s)1\. ", row) for row in shown)
        free = [len(list(run)) for is_free, run in groupby(shown, lambda row: not row) if is_free]
        assert is_whole or max(free, default=0) < 3  # a hand without hints has an empty row
