"""The steps of the lesson: the same on the full screen and in lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2p_hanabi.ui.kit import scenes
from p2p_hanabi.ui.kit.sentences_shared import yes_and_no

from ...view import HanabiView
from . import sentences_tutorial as say


@dataclass(frozen=True, slots=True)
class Step:
    """`about` is translatable. `keys` are pressed in order on the full screen, `line` is typed in
    lines; each is empty if the step is only to be read there. The bots move after a step that
    `moves`.
    """

    about: str
    keys: tuple[str, ...] = ()
    line: str = ""
    moves: bool = False


def _confirms(about: str) -> Step:
    yes, _ = yes_and_no()
    return Step(about, (scenes.ENTER,), yes, moves=True)


def lessons() -> tuple[Step, ...]:
    return (
        Step(say.WELCOME),
        Step(say.OTHERS),
        Step(say.HINT, ("h", "2", "1"), "hint Wren 1"),
        _confirms(say.PREVIEW),
        Step(say.TOLD, line="me"),
        Step(say.PLAY, ("p", "2"), "play 2"),
        _confirms(say.RISK),
        Step(say.TOKENS, ("d", "1"), "discard 1"),
        _confirms(say.SILENCE),
        Step(say.KNOWLEDGE, ("e",), "hands"),
        Step(say.MEANING, ("x", scenes.ESCAPE), "explain"),
        Step(say.BACK, (scenes.LEFT, scenes.END), "log"),
        Step(say.NOTE, ("n", "3", "o", "k", scenes.ENTER), "note 3 ok"),
        Step(say.HELP, ("?", scenes.ESCAPE), "help"),
        Step(say.FREE),
    )


def open_step(steps: Sequence[Step], view: HanabiView) -> Step | None:
    """Return the first of the remaining steps; None while the bots move, and in free play."""
    return steps[0] if steps and view.actor == view.seat else None
