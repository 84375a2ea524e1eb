"""What a model returns for an action that it did not simply do; the screen shows it."""

from __future__ import annotations

from dataclasses import dataclass

from ..drawing.style import Line, text
from ..words.sentences_questions import Question


@dataclass(frozen=True, slots=True)
class Explains:
    """Why nothing was done, or what it takes."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Asks:
    """What must be confirmed first, by calling `confirm` of the model."""

    question: Question
    sentence: str


@dataclass(frozen=True, slots=True)
class Opens:
    """A page to read."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Talks:
    """The player is to say something."""


def reply(sentence: str, style: str = "") -> Explains:
    return Explains((text(sentence, style),))
