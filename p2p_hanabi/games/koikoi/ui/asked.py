"""What the seat to act is to do at a Koi-Koi table: once, for every screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from protocol.game import Face

from ..effects import special_of
from ..state import Special, Task
from ..view import KoikoiView
from ..yaku import Made


@dataclass(frozen=True, slots=True)
class ToDeclare:
    """Declare the dealt hand, or keep it. `special` is what the viewer's hand forms, usually
    nothing."""

    special: Special | None


@dataclass(frozen=True, slots=True)
class ToTake:
    """Choose which of two `matches` the `face` takes, which was played, or turned by the pile."""

    face: Face
    matches: tuple[Face, ...]
    was_turned: bool


@dataclass(frozen=True, slots=True)
class ToCall:
    """Say koi or shobu."""

    yaku: tuple[Made, ...]
    worth: int


@dataclass(frozen=True, slots=True)
class ToPlay:
    """Play a card from the hand."""


Asked: TypeAlias = ToDeclare | ToTake | ToCall | ToPlay


def asked(view: KoikoiView) -> Asked | None:
    """Return what the seat to act is to do; None if nobody is to act."""
    match view.task:
        case None:
            return None
        case Task.CHECK:
            return ToDeclare(special_of(seen.face for seen in view.hand))
        case Task.TAKE if view.placing is not None:
            face = view.placing.face
            matches = tuple(seen.face for seen in view.matches(face))
            return ToTake(face, matches, view.was_turned)
        case Task.CALL if view.actor is not None:
            return ToCall(tuple(view.yaku[view.actor]), view.worth[view.actor])
    return ToPlay()
