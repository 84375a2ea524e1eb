"""The scene for each input."""

from __future__ import annotations

from ..model.inputs import ChoiceInput, CodeInput, Input, LineInput, TableInput
from .choice_scene import ChoiceScene, TableFormScene
from .typed_scenes import CodeScene, TypedScene


def scene_of(wanted: Input) -> ChoiceScene | TypedScene | CodeScene:
    """Return the scene in which a player answers."""
    match wanted:
        case ChoiceInput():
            return ChoiceScene(wanted)
        case LineInput():
            return TypedScene(wanted)
        case CodeInput():
            return CodeScene(wanted)
        case TableInput():
            return TableFormScene(wanted)
