"""A game as data that JSON has, for other programs: what one seat sees, what it may do, and what
happened. docs/json.md names the fields, docs/schema has their types.

A dataclass or a named tuple is an object with its fields. What is absent (None) is left out, so an
unknown face is not there at all. Of the cards' faces each game says what is printed on them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Generic, TypeAlias

from protocol.game import AnyMove, AnyView, Face, Move, View

PROTOCOL = 1
"""Of this form: within a version fields are added, and none is removed or changes what it means."""

Data: TypeAlias = Mapping[str, object]


class GameData(Generic[View, Move]):
    """Makes data of the parts of one game: as it stands, of any whose parts are dataclasses."""

    def view(self, view: View) -> Data:
        """Return what the seat of a view sees, but for its moves and for the log."""
        return self.fields_of(view, without=("moves", "log"))

    def moves(self, view: View) -> list[object]:
        """Return what the seat may do, in the order of the view."""
        return [self.named(move) for move in view.moves]

    def move(self, move: Move) -> object:
        return self.named(move)

    def log(self, view: View, start: int = 0) -> list[object]:
        """Return what happened, from this entry of the log on."""
        return [self.named(entry) for entry in view.log[start:]]

    def face(self, face: Face) -> Data:
        """Return what is printed on a card, as fields of whatever has that face."""
        return {"face": face}

    def named(self, value: object) -> object:
        """Return a move or an entry of the log with its `type`."""
        told = self.part(value)
        return {"type": _snake(type(value).__name__), **told} if isinstance(told, dict) else told

    def part(self, value: object) -> object:
        """Return anything that stands in a view, a move or a log."""
        if isinstance(value, Enum):
            return value.value
        if is_dataclass(value) or hasattr(value, "_fields"):
            return self.fields_of(value)
        if isinstance(value, tuple | list):
            return [self.part(each) for each in value]
        return value

    def fields_of(self, value: object, without: Collection[str] = ()) -> dict[str, object]:
        """Return the fields of a dataclass or of a named tuple; in the place of a face, what is
        printed on it."""
        told: dict[str, object] = {}
        for name in _names(value):
            each = getattr(value, name)
            if name == "face":
                told |= self.face(each)
            elif name == "faces":
                told["faces"] = [self.face(face) for face in each]
            elif name == "move":
                told["move"] = self.named(each)
            elif each is not None and name not in without:
                told[name] = self.part(each)
        return told


AnyGameData: TypeAlias = GameData[AnyView, AnyMove]


def present(**fields: object) -> dict[str, object]:
    """Return the fields that are not absent (None)."""
    return {name: value for name, value in fields.items() if value is not None}


def _names(value: object) -> Sequence[str]:
    """Return the names of what a dataclass or a named tuple holds."""
    if is_dataclass(value):
        return [field.name for field in fields(value)]
    names: Sequence[str] = getattr(value, "_fields", ())
    return names


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
