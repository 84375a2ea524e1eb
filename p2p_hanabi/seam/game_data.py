"""A game as JSON-compatible data for other programs: one seat's view, its legal moves, and the log.
docs/json.md lists the fields, docs/schema their types.

A dataclass or a named tuple becomes an object with its fields. None is left out, so an unknown face
does not appear at all. Each game defines what is printed on a face.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Generic, TypeAlias

from protocol.game import AnyMove, AnyView, Face, Move, View

from .outcomes import Outcome

PROTOCOL = 1
"""The format's version. Within a version, fields may be added, but not removed or redefined."""

Data: TypeAlias = Mapping[str, object]


class GameData(Generic[View, Move]):
    """Converts the parts of one game to data. This base class handles games made of dataclasses."""

    def view(self, view: View) -> Data:
        """Return what the seat sees, without its moves and the log."""
        return self.fields_of(view, without=("moves", "log"))

    def moves(self, view: View) -> list[object]:
        """Return the seat's legal moves, in the order of the view."""
        return [self.named(move) for move in view.moves]

    def move(self, move: Move) -> object:
        return self.named(move)

    def log(self, view: View, start: int = 0) -> list[object]:
        """Return the entries of the log from index `start` on."""
        return [self.named(entry) for entry in view.log[start:]]

    def face(self, face: Face) -> Data:
        """Return what is printed on a card, as fields to merge into the object with that face."""
        return {"face": face}

    def named(self, value: object) -> object:
        """Return a move or a log entry with its `type`."""
        part = self.part(value)
        return {"type": _snake(type(value).__name__), **part} if isinstance(part, dict) else part

    def part(self, value: object) -> object:
        """Convert any value found in a view, a move or a log."""
        if isinstance(value, Enum):
            return value.value
        if isinstance(value, Outcome):
            return value.facts()
        if is_dataclass(value) or hasattr(value, "_fields"):
            return self.fields_of(value)
        if isinstance(value, tuple | list):
            return [self.part(each) for each in value]
        return value

    def fields_of(self, value: object, without: Collection[str] = ()) -> dict[str, object]:
        """Return the fields of a dataclass or a named tuple, with what is printed on a face in
        place of the face."""
        fields: dict[str, object] = {}
        for name in _names(value):
            each = getattr(value, name)
            if each is None:
                continue
            if name == "face":
                fields |= self.face(each)
            elif name == "faces":
                fields["faces"] = [self.face(face) for face in each]
            elif name == "move":
                fields["move"] = self.named(each)
            elif name not in without:
                fields[name] = self.part(each)
        return fields


AnyGameData: TypeAlias = GameData[AnyView, AnyMove]


def present(**fields: object) -> dict[str, object]:
    """Return the fields that are not None."""
    return {name: value for name, value in fields.items() if value is not None}


def _names(value: object) -> Sequence[str]:
    """Return the field names of a dataclass or a named tuple."""
    if is_dataclass(value):
        return [field.name for field in fields(value)]
    names: Sequence[str] = getattr(value, "_fields", ())
    return names


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
