"""Ask the player before there is a table, on the full screen or line by line."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Protocol

from p2p_hanabi.ui.kit.console import open_console
from p2p_hanabi.ui.kit.console_port import Console
from p2p_hanabi.ui.kit.following import never
from p2p_hanabi.ui.kit.style import text
from p2p_hanabi.ui.kit.terminal import fits, open_terminal
from p2p_hanabi.ui.kit.words_shared import broke
from p2p_hanabi.ui.lobby.busy_scene import BusyScene
from p2p_hanabi.ui.lobby.choice_scene import ChoiceScene
from p2p_hanabi.ui.lobby.plain_choice import LeftChoice, ask_line, choose_number
from p2p_hanabi.ui.lobby.typed_scene import TypedScene

from ..console.failures import Failed
from ..console.logs import log_file

if TYPE_CHECKING:
    from ..screens.stage import ChoiceView, SceneStage, StageView, TypedView


class Prompter(Protocol):
    """Prompts the player. Each question raises `LeftChoice` if the player leaves."""

    async def choose(
        self, question: str, choices: Sequence[str], *, is_first: bool = False
    ) -> int | None:
        """Return the index of the choice; None to go back to the previous question."""

    async def ask(self, question: str, fault_of: Callable[[str], str | None]) -> str | None:
        """Return a line in which `fault_of` finds no fault; None to go back."""

    def say(self, sentence: str) -> None:
        """Show a sentence with the next question."""


class OnStage:
    """Asks with scenes, which `choice` and `typed` create for this kind of stage."""

    def __init__(
        self,
        stage: SceneStage,
        choice: Callable[..., ChoiceView],
        typed: Callable[[str, Callable[[str], str | None]], TypedView],
    ) -> None:
        self._stage = stage
        self._choice = choice
        self._typed = typed
        self._said = ""

    async def choose(
        self, question: str, choices: Sequence[str], *, is_first: bool = False
    ) -> int | None:
        scene = self._choice(question, choices, can_go_back=not is_first, says=self._said)
        self._said = ""
        await self.follow(scene)
        return scene.chosen

    async def ask(self, question: str, fault_of: Callable[[str], str | None]) -> str | None:
        scene = self._typed(question, fault_of)
        await self.follow(scene)
        return scene.typed

    async def follow(self, scene: StageView) -> None:
        """Show a scene until it ends. Raise `LeftChoice`."""
        await self._stage.follow(scene, never)
        if scene.has_left:
            raise LeftChoice

    def say(self, sentence: str) -> None:
        self._said = sentence


class _InLines:
    def __init__(self, console: Console) -> None:
        self._console = console

    async def choose(
        self, question: str, choices: Sequence[str], *, is_first: bool = False
    ) -> int | None:
        return await choose_number(self._console, question, choices, can_go_back=not is_first)

    async def ask(self, question: str, fault_of: Callable[[str], str | None]) -> str | None:
        return await ask_line(self._console, question, fault_of)

    def say(self, sentence: str) -> None:
        self._console.say(text(sentence))


@asynccontextmanager
async def asking() -> AsyncIterator[Prompter]:
    """Use the terminal for questions until the context ends. Raise `Failed` if the screen broke."""
    if not fits(sys.stdin, sys.stdout, os.environ):
        async with open_console(sys.stdin, sys.stdout, os.environ) as console:
            yield _InLines(console)
        return
    async with open_terminal(sys.stdin, sys.stdout, os.environ, BusyScene()) as terminal:
        terminal.leave = lambda: None  # `follow` ends by itself
        yield OnStage(terminal, ChoiceScene, TypedScene)
    if terminal.broken is not None:
        raise Failed(broke(log_file())) from terminal.broken
