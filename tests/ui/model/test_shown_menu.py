"""The menu without a screen: what is offered first, and what is highlighted."""

from __future__ import annotations

from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.menu import Menu, MenuAction, Unfinished
from p2p_hanabi.ui.model.new_table import TableKind

LEFT = Unfinished("abcd", "Continue Hanabi with Ana")
RARE = [MenuAction.HISTORY, MenuAction.DOCTOR, MenuAction.SETTINGS]
PLAY = [MenuAction.JOIN, TableKind.OPEN, TableKind.BOARD, TableKind.PRACTICE, MenuAction.LEARN]


def test_only_a_page_lists_at_once_what_is_seldom_wanted() -> None:
    for device in Device:
        menu = Menu("", (), False, ("Hanabi",), device)
        rare = RARE if device is Device.BUTTON else [MenuAction.RARE]
        assert [each.choice for each in menu.first()] == [*PLAY, *rare]
        assert [each.choice for each in menu.rare()] == RARE


def test_tables_that_were_left_come_first_and_are_highlighted() -> None:
    menu = Menu("Kitchen", (LEFT,), True, ("Hanabi",), Device.KEY)
    left = [MenuAction.REOPEN, LEFT, MenuAction.CONTINUE_BOARD]
    assert [each.choice for each in menu.first()] == [*left, *PLAY, MenuAction.RARE]
    assert [each.choice for each in menu.first() if each.look.is_main] == left
    fresh = Menu("", (), False, (), Device.KEY)
    main = [each.choice for each in fresh.first() if each.look.is_main]
    assert main == [MenuAction.JOIN, TableKind.OPEN]
