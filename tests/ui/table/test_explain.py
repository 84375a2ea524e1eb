"""The key that explains the last hint, on every screen; and the conventions in the help."""

from __future__ import annotations

from p2p_hanabi.registry import PAGES
from p2p_hanabi.ui.model.game.game_page import NamedPage
from p2p_hanabi.ui.model.game.game_screen import EXPLAIN
from p2p_hanabi.ui.model.shown_replay import NO_HINTS, ShownReplay
from p2p_hanabi.ui.model.table.followed_table import FollowedTable
from p2p_hanabi.ui.replay.recording import Spectator
from p2p_hanabi.ui.web.live_page import CLOSE, Look, Press
from p2p_hanabi.ui.web.replay_live import ReplayPage
from p2p_hanabi.ui.web.table_page import TablePage
from protocol.game import AnyMove, AnyView
from tests.any_game import AnyTablePage, bare
from tests.commands.played import in_memory
from tests.commands.test_replay_command import looked_at
from tests.ui.table.playing import answers, typed, until
from tests.ui.table.ports import DealtTable

EXPLAINED = "What the last hint means by the bots' conventions"
NONE_YET = "No hint has been given yet."


def after_some_moves() -> DealtTable:
    return until(DealtTable(3), lambda view: len(view.log) > 5)


def test_x_explains_the_last_hint_on_the_full_screen() -> None:
    port = after_some_moves()
    assert "x explain" in typed(port, size=(120, 40))
    shown = typed(port, "x")
    assert EXPLAINED in shown
    assert "means: " in shown
    assert EXPLAINED not in typed(port, "x", "<esc>")


def test_x_explains_the_last_hint_of_the_moment_that_is_shown() -> None:
    port = after_some_moves()
    assert NONE_YET in typed(port, "<home>", "x")
    assert EXPLAINED in typed(port, "<left>", "x")


def test_x_does_nothing_where_there_are_no_hints() -> None:
    port = DealtTable(3, game="ikebana")
    port.until_my_turn()
    assert "x does nothing here" in typed(port, "x")


def test_the_help_has_the_conventions() -> None:
    assert "CONVENTIONS" in typed(after_some_moves(), "?", "<end>", size=(120, 60))
    assert "CONVENTIONS" not in typed(DealtTable(2, game="koikoi"), "?", "<end>", size=(120, 60))


def test_lines_explain_the_last_hint_of_now_and_of_then() -> None:
    lines = answers(after_some_moves(), "explain", "explain 0", "conv")
    now, then = (
        next(n for n, line in enumerate(lines) if sentence in line)
        for sentence in (EXPLAINED, NONE_YET)
    )
    assert now < then
    assert any("oldest card that no hint has touched" in line for line in lines[then:])


def page_of(port: DealtTable) -> AnyTablePage:
    scene: AnyTablePage = TablePage(FollowedTable(port), NamedPage(port.game, PAGES[port.game]))
    scene.look()
    return scene


def test_a_page_has_a_button_that_explains_now_and_then() -> None:
    scene = page_of(after_some_moves())
    assert EXPLAIN in [button.does for button in scene.page().buttons]
    scene.do(Press(EXPLAIN))
    dialog = scene.page().dialog
    assert dialog is not None
    assert EXPLAINED in dialog.title
    scene.do(Press(CLOSE))
    scene.do(Look(0))
    scene.do(Press(EXPLAIN))
    dialog = scene.page().dialog
    assert dialog is not None
    assert dialog.title == NONE_YET


def test_a_page_has_the_conventions_below_the_rules() -> None:
    scene = page_of(after_some_moves())
    scene.do(Press("rules"))
    dialog = scene.page().dialog
    assert dialog is not None
    assert any(line.text == "How the bots understand hints" for line in dialog.lines)


def test_a_page_of_a_game_without_hints_explains_nothing() -> None:
    scene = page_of(until(DealtTable(3, game="ikebana"), lambda _: True))
    assert EXPLAIN not in [button.does for button in scene.page().buttons]
    scene.do(Press(EXPLAIN))
    assert scene.page().dialog is None


def test_a_replay_explains_the_hint_of_each_moment() -> None:
    assert NONE_YET in looked_at("hanabi", "x")
    assert EXPLAINED in looked_at("hanabi", "<end>", "x")
    assert NO_HINTS in looked_at("ikebana", "x")


def replay_page(game: str) -> ReplayPage[AnyView, AnyMove]:
    replay = ShownReplay(bare(in_memory(game, 3)), Spectator.EVERYTHING)
    return ReplayPage(replay, NamedPage(game, PAGES[game]))


def test_a_replay_on_a_page_explains_it_too() -> None:
    page = replay_page("hanabi")
    page.do(Press(EXPLAIN))
    dialog = page.page().dialog
    assert dialog is not None
    assert dialog.title == NONE_YET
    page.do(Press(CLOSE))
    assert page.page().dialog is None
    assert not page.is_over
    other = replay_page("ikebana")
    other.do(Press(EXPLAIN))
    assert other.page().dialog is None
    assert [each.text for each in other.page().messages] == [NO_HINTS]
