"""The same game of Ikebana at each earlier moment: nothing of it was ever hidden."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.table.past import Replayed

from ..effects import opening
from ..moves import Buy, Draw, Keep, Refuse
from ..rules import Ikebana
from ..state import Bought, Choosing, Drew, Entry, IkebanaState, Kept, Refused, Shuffled
from ..view import IkebanaView, view_of

_GAME = Ikebana()


class Past(Replayed):
    """A moment for each card that is drawn, kept, refused or bought, and for each shuffle."""

    def _first(self, now: IkebanaView) -> IkebanaState:
        """With the first pile."""
        return _GAME.shuffled(opening(now.rules))

    def _after(self, state: IkebanaState, coming: Sequence[Entry]) -> IkebanaState:
        match coming[0]:
            case Shuffled():
                return _GAME.shuffled(_drawing(state))
            case Drew(_, _, card, face):
                return _GAME.opened(_drawing(state), {card: face})
            case Kept():
                return _GAME.apply(state, Keep())
            case Refused():
                return _GAME.apply(state, Refuse())
            case Bought(owner=owner):
                return _GAME.apply(state, Buy(owner))
        raise AssertionError("a round is scored with its last card")

    def _seen(self, state: IkebanaState, now: IkebanaView) -> IkebanaView:
        return view_of(state, now.seat, ())


def _drawing(state: IkebanaState) -> IkebanaState:
    """Somebody wants a card, if that is not known yet."""
    return _GAME.apply(state, Draw()) if isinstance(state.phase, Choosing) else state
