"""Translation of the terminal's keys to the names that scenes use."""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from . import scenes

_NAMES: dict[Keys, str] = {
    Keys.Enter: scenes.ENTER,
    Keys.ControlJ: scenes.ENTER,
    Keys.Escape: scenes.ESCAPE,
    Keys.Backspace: scenes.BACKSPACE,
    Keys.Delete: scenes.BACKSPACE,
    Keys.Tab: scenes.TAB,
    Keys.Up: scenes.UP,
    Keys.Down: scenes.DOWN,
    Keys.Left: scenes.LEFT,
    Keys.Right: scenes.RIGHT,
    Keys.PageUp: scenes.PAGE_UP,
    Keys.PageDown: scenes.PAGE_DOWN,
    Keys.Home: scenes.HOME,
    Keys.End: scenes.END,
    Keys.ControlC: scenes.INTERRUPT,
    Keys.ControlD: scenes.INTERRUPT,
    Keys.SIGINT: scenes.INTERRUPT,
}
ESCAPE_S = 0.05
"""How long a lone Escape waits for the rest of an arrow key."""


def bindings(press: Callable[[str], None], paste: Callable[[str], None]) -> KeyBindings:
    """Bind every key: a scene itself reports keys that it does not know."""
    keys = KeyBindings()
    for key, name in _NAMES.items():
        # only Escape is eager: no longer sequence is bound, so it need not wait for more keys
        keys.add(key, eager=key is Keys.Escape)(_presser(press, name))
    others = [key for key in Keys if key not in _NAMES and _is_pressed(key)]
    for key in others:
        keys.add(key)(_presser(press, key.value))

    @keys.add(Keys.ControlL)
    def _(event: KeyPressEvent) -> None:
        event.app.renderer.clear()  # as everywhere: repaint over the output of other programs

    @keys.add(Keys.ControlZ)
    def _(event: KeyPressEvent) -> None:
        event.app.suspend_to_background()  # repaints the whole screen on return

    @keys.add(Keys.Any)
    def _(event: KeyPressEvent) -> None:
        for each in event.data:
            press(each)

    @keys.add(Keys.BracketedPaste)
    def _(event: KeyPressEvent) -> None:
        paste(event.data)

    return keys


def _is_pressed(key: Keys) -> bool:
    """Return whether a key is pressed by the player, not sent by the terminal or prompt_toolkit."""
    signals = (Keys.CPRResponse, Keys.Vt100MouseEvent, Keys.WindowsMouseEvent, Keys.BracketedPaste)
    own = (Keys.ControlL, Keys.ControlZ)
    return key not in (*signals, *own, Keys.ScrollUp, Keys.ScrollDown, Keys.Any, Keys.Ignore)


def _presser(press: Callable[[str], None], name: str) -> Callable[[KeyPressEvent], None]:
    def pressed(event: KeyPressEvent) -> None:  # noqa: ARG001 - prompt_toolkit passes it
        press(name)

    return pressed
