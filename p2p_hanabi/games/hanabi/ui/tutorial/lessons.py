"""The steps of the lesson: the same on the full screen and in lines."""

from __future__ import annotations

from dataclasses import dataclass

from p2p_hanabi.ui.kit import scenes
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.sentences_shared import yes_and_no

from . import sentences_tutorial as sentences


@dataclass(frozen=True, slots=True)
class Step:
    """`about` is translatable. `keys` are pressed in order on the full screen, `line` is typed in
    lines; each is empty if the step is only to be read there. The bots move after a step that
    `moves`. `signs`, translatable too, explains the signs of the full screen, and is shown only
    there.
    """

    about: str
    keys: tuple[str, ...] = ()
    line: str = ""
    moves: bool = False
    signs: str = ""

    def text(self) -> str:
        """Return the whole text for the full screen."""
        return " ".join(_(part) for part in (self.about, self.signs) if part)


def _confirms(about: str) -> Step:
    yes, _no = yes_and_no()
    return Step(about, (scenes.ENTER,), yes, moves=True)


def lessons(*, has_signs: bool = False) -> tuple[Step, ...]:
    """Return all steps; `has_signs`: also those about the signs of the full screen alone."""
    return tuple(step for step in _steps() if step.about or has_signs)


def _steps() -> tuple[Step, ...]:
    return (
        Step(sentences.WELCOME),
        Step("", signs=sentences.signs_of_fireworks()),
        Step(sentences.OTHERS, signs=sentences.SIGNS_OF_HANDS),
        Step(sentences.HINT, ("h", "2", "1"), "hint Wren 1"),
        _confirms(sentences.PREVIEW),
        Step(sentences.TOLD, line="me", signs=sentences.SIGNS_OF_HINTS),
        Step(sentences.PLAY, ("p", "2"), "play 2"),
        _confirms(sentences.RISK),
        Step(sentences.TOKENS, ("d", "1"), "discard 1"),
        _confirms(sentences.SILENCE),
        Step(sentences.KNOWLEDGE, ("e",), "hands", signs=sentences.SIGNS_OF_KNOWLEDGE),
        Step(sentences.MEANING, ("x", scenes.ESCAPE), "explain"),
        Step(sentences.BACK, (scenes.LEFT, scenes.END), "log"),
        Step(sentences.NOTE, ("n", "3", "o", "k", scenes.ENTER), "note 3 ok"),
        Step(sentences.HELP, ("?", scenes.ESCAPE), "help"),
        Step(sentences.FREE),
    )
