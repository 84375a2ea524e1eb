"""The guided first game as its player sees it, on every screen: what is taught, what is to be done,
and what is refused meanwhile.

A screen tells what its player tries (`do`), shows the reply, or passes it on to the table.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.kit import scenes
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.end.ended_table import EndText
from p2p_hanabi.ui.model.replies import Explains
from p2p_hanabi.ui.model.table.followed_table import FollowedTable
from p2p_hanabi.ui.model.table.table_actions import TableAction
from p2p_hanabi.ui.words import words_shared as words
from p2p_hanabi.ui.words.i18n import N_, _, pgettext

from ...moves import Move
from ...view import HanabiView
from ..screen import SCREEN
from .guided_table import TutorialTable
from .lessons import Step, lessons

PRESS_ENTER = N_("Enter continues.")
JUST_ENTER = N_("Press Enter to continue.")
BOTS_MOVE = N_("Wren and Robin play.")
VARIANTS = N_(
    "Whoever opens a table can choose variants (a multicolour firework and others); the rules page "
    "explains them."
)


@dataclass(frozen=True, slots=True)
class PressedKey:
    pressed: str


@dataclass(frozen=True, slots=True)
class TypedLine:
    """`typed` is spelled as that of the step if it means the same."""

    typed: str


@dataclass(frozen=True, slots=True)
class Clicked:
    """A move; None to go on reading."""

    move: Move | None


Tried: TypeAlias = PressedKey | TypedLine | Clicked | TableAction
"""What the player does: a `TableAction` only to leave, for now or for good."""


@dataclass(frozen=True, slots=True)
class Passes:
    """The table is to handle it."""


@dataclass(frozen=True, slots=True)
class Leaves:
    """The player wants to leave the lesson."""


LessonReply: TypeAlias = Explains | Passes | Leaves | None


@dataclass(frozen=True, slots=True)
class Guidance:
    """What is taught now, and what the player is asked to do; either may be empty."""

    about: tuple[str, ...] = ()
    asks: str = ""


class ShownLesson:
    """`device` is how the player acts. While a step is open, only what it asks for is accepted."""

    def __init__(self, port: TutorialTable, device: Device) -> None:
        self._port = port
        self._device = device
        self._steps = list(lessons(has_signs=device is Device.KEY))
        self._pressed_keys = 0

    @property
    def is_free(self) -> bool:
        """Whether all steps are taken, so that the player goes on alone."""
        return not self._steps

    @property
    def step(self) -> Step | None:
        """The open step; None while the bots move, and in free play."""
        view = self._port.view
        return self._steps[0] if self._steps and view.actor == view.seat else None

    @property
    def move(self) -> Move | None:
        """The move that the step asks for; None if it asks for none."""
        word, *rest = ("" if self.step is None else self.step.typed).split() or [""]
        if word not in SCREEN.move_examples:
            return None
        return SCREEN.move(word, rest, self._port.view, self._port.now.players)

    def offered(self) -> tuple[Clicked | TableAction, ...]:
        """Return what is offered until the player goes on alone: the move of the step or to go on
        reading, and to leave."""
        if self.step is None:
            return (TableAction.LEAVE,)
        return (Clicked(self.move), TableAction.LEAVE)

    def guidance(self) -> Guidance:
        step = self.step
        if self.is_free:
            return Guidance((), _FREE[self._device]())
        if step is None:
            return Guidance((), _(BOTS_MOVE))
        match self._device:
            case Device.KEY:
                keys = " ".join(map(key_label, step.keys))
                asks = _("Now press {keys}").format(keys=keys) if keys else _(PRESS_ENTER)
                return Guidance((step.text(),), asks)
            case Device.LINE:
                asks = _("Now type: {line}").format(line=step.typed)
                return Guidance((_(step.about),), asks if step.typed else _(JUST_ENTER))
            case Device.BUTTON if self.move is None:
                return Guidance((_(step.about),))
            case Device.BUTTON:  # the page shows the preview, which the next step is about
                return Guidance((_(step.about), _(self._steps[1].about)))
        assert_never(self._device)

    def do(self, tried: Tried) -> LessonReply:
        """Take it if it is what the step asks for; else return why nothing is done."""
        if isinstance(tried, TableAction):
            return Leaves() if self._port.now.ending is None else Passes()
        if self.is_free:
            return Passes()
        step = self.step
        if step is None:
            return _reply(_(BOTS_MOVE))
        match tried:
            case PressedKey(key):
                wanted = self._wanted_key(step)
                return self._take_key(step) if key == wanted else _reply(_wrong_key(key, wanted))
            case TypedLine(line) if line == step.typed:
                self._drop(1)
                return Passes()
            case TypedLine(line):
                return self._wrong_line(line, step)
            case Clicked() if tried not in self.offered():
                return Explains(())
            case Clicked(move):
                self._drop(1 if move is None else 2)
                return None if move is None else Passes()
        assert_never(tried)

    def _wanted_key(self, step: Step) -> str:
        """Return the key to press next; Enter for a step of text only, which the table does not
        get."""
        return step.keys[self._pressed_keys] if step.keys else scenes.ENTER

    def _take_key(self, step: Step) -> LessonReply:
        self._pressed_keys += 1
        if self._pressed_keys >= len(step.keys):
            self._drop(1)
        return Passes() if step.keys else None

    def _wrong_line(self, line: str, step: Step) -> Explains:
        if not line.strip():
            guidance = self.guidance()
            return Explains((*map(text, guidance.about), text(guidance.asks, "strong")))
        return _reply(_wrong_line(step.typed) if step.typed else _(JUST_ENTER), "")

    def _drop(self, count: int) -> None:
        del self._steps[:count]
        self._pressed_keys = 0


_FREE: dict[Device, Callable[[], str]] = {
    Device.KEY: lambda: _("Now it is your game. ? shows the keys, q leaves."),
    Device.LINE: lambda: _('Now it is your game. "help" lists the commands, "quit" leaves.'),
    Device.BUTTON: lambda: "",
}


def _wrong_key(key: str, wanted: str) -> str:
    if " " in key.strip():
        return _("The mouse works too, but for now press {key}; q leaves the lesson.").format(
            key=key_label(wanted)
        )
    return _("{pressed} comes later. For now, press {key}; q leaves the lesson.").format(
        pressed=key_label(key), key=key_label(wanted)
    )


def _reply(sentence: str, style: str = "alarm") -> Explains:
    return Explains((text(sentence, style),))


# -- the table of the lesson


def followed(
    port: TutorialTable, device: Device, clock: Callable[[], float] = time.monotonic
) -> FollowedTable[HanabiView, Move]:
    """Return the table, with what leaving it means, and what is read at its end."""
    return FollowedTable(
        port,
        clock,
        device=device,
        leave_question=_("Leave the lesson? Nothing is saved."),
        epilogue=lambda: EndText(
            SCREEN.result(port.view, port.now.players), farewell(port, device)
        ),
    )


def farewell(port: TutorialTable, device: Device) -> list[Line]:
    """Return the cards left, how to play with others, and what else can be played. This game is
    not signed."""
    held = SCREEN.held_at_the_end(port.view, port.now.players, port.now.faces)
    sentences = [
        _("Now find somebody to play with. One of you types: p2phanabi host"),
        _("The others, on the same network, type: p2phanabi join"),
    ]
    if device is Device.BUTTON:
        sentences = [
            _("Now find somebody to play with. One of you opens a table in the menu."),
            _("The others, on the same network, join it in theirs."),
        ]
    return [*held, (), *map(text, (*sentences, _(VARIANTS)))]


def key_label(name: str) -> str:
    """Return a key's label on a keyboard."""
    match name:
        case "enter" | "escape":
            return words.key_label(name.capitalize())
        case "left":
            return words.key_label(name)
        case "end":
            return pgettext("key", "End")
    return words.key_name(name)


def _wrong_line(line: str) -> str:
    return _("That comes later. For now, type: {line} (quit leaves the lesson).").format(line=line)
