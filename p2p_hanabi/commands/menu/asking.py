"""Ask the player before there is a table, on any screen."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from p2p_hanabi.ui.kit.console import open_console
from p2p_hanabi.ui.kit.following import never
from p2p_hanabi.ui.kit.terminal import fits, open_terminal
from p2p_hanabi.ui.lines.input_lines import LeftInput, ask_in_lines
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.inputs import ChoiceInput, ChoiceLook, Input, LineInput
from p2p_hanabi.ui.model.wait_notice import WaitNotice
from p2p_hanabi.ui.terminal.busy_scene import BusyScene
from p2p_hanabi.ui.terminal.input_scenes import scene_of
from p2p_hanabi.ui.words.words_shared import broke

from ..console.failures import Failed
from ..console.logs import log_file

if TYPE_CHECKING:
    from ..screens.stage import SceneStage, StageView


class Prompter:
    """Prompts the player on a `device`; `show` shows an input until it is answered. Each question
    raises `LeftInput` if the player leaves."""

    def __init__(
        self, show: Callable[[Input], Awaitable[None]], device: Device = Device.KEY
    ) -> None:
        self.device = device
        self.show = show
        self._message = ""

    async def choose(
        self,
        question: str,
        choices: Sequence[str],
        *,
        is_first: bool = False,
        looks: Sequence[ChoiceLook] = (),
    ) -> int | None:
        """Return the index of the choice; None to go back to the previous question."""
        choice = ChoiceInput(
            question, choices, can_go_back=not is_first, message=self._message, looks=looks
        )
        self._message = ""
        await self.show(choice)
        return choice.chosen

    async def ask(
        self, question: str, fault_of: Callable[[str], str | None], usual: str
    ) -> str | None:
        """Return a line in which `fault_of` finds no fault, `usual` if nothing else is typed; None
        to go back."""
        line = LineInput(question, fault_of, usual=usual)
        await self.show(line)
        return line.typed

    def inform(self, sentence: str) -> None:
        """Show a sentence with the next choice."""
        self._message = sentence


async def follow(scene: StageView, stage: SceneStage) -> None:
    """Show a scene until it ends. Raise `LeftInput`."""
    await stage.follow(scene, never)
    if scene.has_left:
        raise LeftInput


@asynccontextmanager
async def asking() -> AsyncIterator[Prompter]:
    """Use the terminal for questions until the context ends. Raise `Failed` if the screen broke."""
    if not fits(sys.stdin, sys.stdout, os.environ):
        async with open_console(sys.stdin, sys.stdout, os.environ) as console:
            yield Prompter(partial(ask_in_lines, console=console))
        return
    scene = BusyScene(WaitNotice())
    async with open_terminal(sys.stdin, sys.stdout, os.environ, scene) as terminal:
        terminal.leave = lambda: None  # `follow` ends by itself
        yield Prompter(lambda wanted: follow(scene_of(wanted), terminal))
    if terminal.broken is not None:
        raise Failed(broke(log_file())) from terminal.broken
