"""The terminal: one prompt_toolkit application that shows one scene after another.

Nothing else may print while it runs. An exception in a scene ends it and restores the terminal;
`broken` is the exception.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, TextIO

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Point
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, Screen, WritePosition
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth, Output

from p2p_hanabi.systems import can_draw, terminal_output

from ..drawing.ascii_fallback import in_encoding
from ..drawing.canvas import Picture, Size, Zone, fold, picture, plain
from ..drawing.card_edition import MOUSE_VARIABLE
from ..drawing.style import WIDTH, Line, text
from ..drawing.theme import Theme, classes, theme_of
from ..words import words_shared as words
from . import key_names as keys
from .following import follow
from .keyboard import Keyboard, at_once
from .scenes import INTERRUPT, SMALLEST, WHEEL_DOWN, WHEEL_UP, Scene

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

_log = logging.getLogger(__name__)
DOUBLE_S = 0.4
"""Two clicks on one spot within this time are both meant for what was there at the first."""
_HOLD, _SHOW = "\x1b[?2026h", "\x1b[?2026l"
"""Synchronized output (private mode 2026): a terminal that supports it shows everything written
between these at once; others ignore them."""


class TerminalScreen:
    """`leave` is called when the player wants to leave, or after an exception."""

    is_on_phone = False

    def __init__(
        self,
        scene: Scene,
        theme: Theme,
        terminal: tuple[Input, Output],
        *,
        encoding: str = "utf-8",
        mouse: bool = True,
        escape_s: float = keys.ESCAPE_S,
    ) -> None:
        self.broken: Exception | None = None
        self.leave: Callable[[], None] = lambda: None
        self.clock: Callable[[], float] = time.monotonic
        self.theme = theme
        self.scene = scene
        self._encoding = "ascii" if theme.is_ascii else encoding
        self._clicked = ("", 0, 0, -DOUBLE_S)
        self._picture = Picture()
        self._title = ""
        self._pressed = asyncio.Event()
        self._is_left = False
        self._output = terminal[1]
        self._app: Application[None] = Application(
            layout=Layout(_Canvas(self)),
            key_bindings=keys.bindings(self._press, self._paste),
            style=theme.style(),
            color_depth=ColorDepth(theme.depth),
            full_screen=True,
            max_render_postpone_time=None,  # show the effect of a key at once
            mouse_support=Condition(lambda: mouse),
            input=Keyboard(terminal[0], at_once, self._clock_s),
            output=terminal[1],
            before_render=lambda _: self._output.write_raw(_HOLD),
            after_render=lambda _: self._show_at_once(),
        )
        self._app.ttimeoutlen = escape_s
        self._app.timeoutlen = escape_s

    async def run(self) -> None:
        """Run until `close`. The terminal is always restored."""
        try:
            await self._app.run_async(set_exception_handler=False)
        except (EOFError, OSError) as error:
            self._break(error)  # the terminal is gone
        finally:
            self._output.clear_title()
            self._output.flush()

    def close(self) -> None:
        if self._app.is_running and not self._app.is_done:
            self._app.exit()

    def show(self, scene: Scene) -> None:
        self.scene = scene
        self.refresh()

    def refresh(self) -> None:
        """Update the scene, and repaint it."""
        try:
            if self.scene.look():
                self._output.bell()
            self._entitle()
        except Exception as error:
            self._break(error)
        if self.scene.has_left:
            self._leave()
        self._app.invalidate()

    async def follow(self, scene: Scene, changed: Callable[[], Awaitable[None]]) -> None:
        """Show the scene until it is over. `changed` waits for the next news for its `look`."""
        self.show(scene)
        await follow(
            lambda: scene.is_over or scene.has_left or self.broken is not None,
            changed,
            refresh=self.refresh,
            pressed=self._pressed,
        )

    # -- for the control

    def paint(self, columns: int, rows: int) -> Picture:
        size = Size(columns, rows)
        try:
            if _is_too_small(size):
                line = text(words.too_small(size, SMALLEST), "alarm")
                self._picture = picture(plain(fold([line], columns)), size)
            else:
                self._picture = self.scene.paint(size, self.theme)
        except Exception as error:
            self._break(error)
        return self._picture

    def cells(self, row: int) -> Mapping[int, Char]:
        """Return the contents of the cells in a row of the picture."""
        return _cells(self._picture.lines[row], self._encoding)

    def click(self, row: int, cell: int) -> None:
        for zone in self._picture.zones:
            if zone.row == row and zone.start <= cell < zone.end:
                if not self._is_double(zone, cell):
                    self._press(zone.pressed)
                return

    def _is_double(self, zone: Zone, cell: int) -> bool:
        """Return whether this is an accidental second click on a zone that has since changed."""
        (key, row, before, at), now = self._clicked, self.clock()
        is_near = zone.row == row and abs(cell - before) <= 1
        if is_near and zone.pressed != key and now - at < DOUBLE_S:
            return True
        self._clicked = (zone.pressed, zone.row, cell, now)
        return False

    def scroll(self, key: str) -> None:
        self._press(key)

    # --

    def _press(self, key: str) -> None:
        if key == INTERRUPT or not self._is_hidden:
            self._do(lambda: self.scene.press(key))

    def _paste(self, words: str) -> None:
        if not self._is_hidden:
            self._do(lambda: self.scene.paste(words))

    def _do(self, what: Callable[[], None]) -> None:
        try:
            what()
        except Exception as error:
            self._break(error)
        self._pressed.set()
        self.refresh()

    def _clock_s(self) -> float:
        return self.clock()

    @property
    def _is_hidden(self) -> bool:
        """Whether the scene is not shown, and so must get no keys."""
        size = self._output.get_size()
        return _is_too_small(Size(size.columns, size.rows))

    def _break(self, error: Exception) -> None:
        if self.broken is None:
            self.broken = error
            _log.error("the screen broke", exc_info=error)
            self._pressed.set()
            self._leave()

    def _leave(self) -> None:
        """Call `leave` once: the shutdown must not be interrupted."""
        if not self._is_left:
            self._is_left = True
            self.leave()

    def _show_at_once(self) -> None:
        self._output.write_raw(_SHOW)
        self._output.flush()

    def _entitle(self) -> None:
        if self.scene.title != self._title:
            self._title = self.scene.title
            self._output.set_title(self._title)
            self._output.flush()


class _Canvas(Window):
    """Draws the picture on the whole screen. prompt_toolkit's own windows would process every cell
    again after each key."""

    def __init__(self, terminal: TerminalScreen) -> None:
        super().__init__()
        self._stage = terminal

    def write_to_screen(  # type: ignore[override] # the others are of parts of a screen
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        **_others: object,
    ) -> None:
        width, height = write_position.width, write_position.height
        picture = self._stage.paint(width, height)
        for row in range(min(height, len(picture.lines))):
            screen.data_buffer[row].update(self._stage.cells(row))
        screen.height = max(screen.height, height)
        screen.show_cursor = picture.cursor is not None
        row, column = picture.cursor or (0, 0)
        screen.set_cursor_position(self, Point(column, row))
        screen.visible_windows_to_write_positions[self] = write_position
        mouse_handlers.set_mouse_handler_for_range(0, width, 0, height, self._point)

    def _point(self, event: MouseEvent) -> NotImplementedOrNone:
        if event.button in (MouseButton.RIGHT, MouseButton.MIDDLE):
            return None
        match event.event_type:
            case MouseEventType.MOUSE_UP:
                self._stage.click(event.position.y, event.position.x)
            case MouseEventType.SCROLL_UP:
                self._stage.scroll(WHEEL_UP)
            case MouseEventType.SCROLL_DOWN:
                self._stage.scroll(WHEEL_DOWN)
        return None


@lru_cache(maxsize=1 << 10)
def _cells(line: Line, encoding: str) -> Mapping[int, Char]:
    """Return the contents of each cell: the second cell of a wide character is empty, and a
    character of no width is added to the one before it."""
    row: dict[int, Char] = {}
    last = at = 0
    for style, part in classes(line):
        # prompt_toolkit would mark a no-break space, which is not needed once lines are wrapped
        for letter in in_encoding(part.replace("\u00a0", " "), encoding):
            char = Char(letter, style)
            if char.width:
                row |= {at: char} | dict.fromkeys(range(at + 1, at + char.width), Char(""))
                last, at = at, at + char.width
            elif at:
                row[last] = Char(row[last].char + letter, row[last].style)
    return row


@asynccontextmanager
async def open_terminal(
    stdin: TextIO, stdout: TextIO, environ: Mapping[str, str], scene: Scene
) -> AsyncIterator[TerminalScreen]:
    """Take over the whole terminal until the body ends."""
    encoding = stdout.encoding or "ascii"
    terminal = TerminalScreen(
        scene,
        theme_of(environ, encoding),
        (create_input(stdin), terminal_output(stdout, environ, WIDTH)),
        encoding=encoding,
        mouse=environ.get(MOUSE_VARIABLE) != "0",
    )
    running = asyncio.create_task(terminal.run())
    try:
        yield terminal
    finally:
        await asyncio.sleep(0)  # an application that has not started cannot be ended
        terminal.close()
        await asyncio.gather(running, return_exceptions=True)


def fits(stdin: TextIO, stdout: TextIO, environ: Mapping[str, str]) -> bool:
    """Return whether there is a terminal that is large enough."""
    if not (stdin.isatty() and stdout.isatty() and can_draw(environ)):
        return False
    size = os.get_terminal_size(stdout.fileno())
    return not _is_too_small(Size(size.columns, size.lines))


def _is_too_small(size: Size) -> bool:
    return size.columns < SMALLEST.columns or size.rows < SMALLEST.rows
