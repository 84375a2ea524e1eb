"""How players understand each other's hints in Hanabi: common human conventions, read from the log.

- The **chop** of a hand is its oldest card that no hint has pointed at: the next to be discarded.
- A hint is about one card, its **focus**: the chop if it is newly pointed at, else the newest card
  newly pointed at, else the newest card pointed at.
- The focus can be played once all the cards below it that others are known to hold are placed; or,
  on the chop, it must be kept: a last copy, a 5 told by rank, a 2 told by rank.
- Nobody points at cards that are of no use. (So a card pointed at is taken to be of use.)

What a card is `believed` to be is what logic leaves, less what the conventions exclude.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from p2p_hanabi.games.common.firework_cards import colour_of, face_of, of_colour, of_rank, rank_of
from protocol.game import Card, Face, Seat

from ..moves import Hint, HintColour, HintRank
from ..state import Discarded, Hinted, Played
from ..view import HanabiView, SeenCard


@dataclass(frozen=True, slots=True)
class Promise:
    """What a hint said of its focus: the faces it can have, and whether it is to be played."""

    faces: int
    play: bool


@dataclass(slots=True)
class TableKnowledge:
    """The table at one moment of the log, as one seat knows it. Sets of faces are bits."""

    faces: dict[Card, Face]  # all that the reader knows, also of cards that are gone
    fireworks: list[int]
    left: list[int]  # of each face, the copies neither discarded nor placed
    holder: dict[Card, Seat]
    touched: set[Card] = field(default_factory=set)
    promises: dict[Card, Promise] = field(default_factory=dict)

    @property
    def colours(self) -> int:
        return len(self.fireworks)

    def playable(self) -> int:
        return bits(face_of(c, h + 1) for c, h in enumerate(self.fireworks) if h < 5)

    def dead(self) -> int:
        """Faces that will never be placed: done already, or above a value that is lost."""
        dead = 0
        for colour, height in enumerate(self.fireworks):
            lost = False
            for rank in range(1, 6):
                face = face_of(colour, rank)
                lost = lost or (rank > height and not self.left[face])
                if lost or rank <= height:
                    dead |= 1 << face
        return dead

    def critical(self) -> int:
        """Faces still of use of which one copy is left."""
        last = bits(Face(face) for face, left in enumerate(self.left) if left == 1)
        return last & ~self.dead()

    def chop(self, hand: Sequence[Card]) -> Card | None:
        return next((card for card in hand if card not in self.touched), None)

    def next_up(self, receiver: Seat) -> int:
        """Faces that go on top of the fireworks once all that others are to play is placed."""
        promised = {
            self.faces[card]
            for card, promise in self.promises.items()
            if promise.play and card in self.faces and self.holder[card] != receiver
        }
        up = 0
        for colour, placed in enumerate(self.fireworks):
            height = placed
            while height < 5 and face_of(colour, height + 1) in promised:
                height += 1
            for rank in range(placed + 1, min(height + 1, 5) + 1):
                up |= 1 << face_of(colour, rank)
        return up

    def promise(self, hint: Hint, hand: Sequence[Card]) -> tuple[Card, Promise] | None:
        """Return what the hint says of its focus by convention, None if it only informs."""
        match hint:
            case HintRank(_, 5, _):
                return None
        if not hint.touched:
            return None
        chop = self.chop(hand)
        newly = [card for card in hint.touched if card not in self.touched]
        focus = hint.touched[-1]
        if newly:
            focus = chop if chop in newly and chop is not None else newly[-1]
        up = self.next_up(hint.seat)
        saved = self._saved(hint) if newly and focus == chop else 0
        return focus, Promise(up | saved, play=not saved & ~up)

    def _saved(self, hint: Hint) -> int:
        """What this hint can be meant to save on a chop."""
        fives = of_rank(5, self.colours)
        if isinstance(hint, HintColour):
            return self.critical() & ~fives & of_colour(hint.colour)
        saved = of_rank(2, self.colours) & ~self.dead() if hint.rank == 2 else 0
        return (saved | self.critical()) & of_rank(hint.rank, self.colours)

    def hear(self, entry: Hinted) -> None:
        promised = self.promise(entry.move, entry.hand)
        self.touched.update(entry.move.touched)
        if promised:
            card, promise = promised
            self.promises[card] = promise

    def see(self, entry: Played | Discarded) -> None:
        card, face = entry.move.card, entry.face
        self.promises.pop(card, None)
        self.left[face] -= 1
        if isinstance(entry, Played) and entry.placed:
            self.fireworks[colour_of(face)] = rank_of(face)


def believed(logical: int, promise: Promise | None, *, touched: bool, dead: int) -> int:
    """Return what its owner believes a card to be, given what logic leaves of it.

    Logic first, then the promise, then that it is of use; what contradicts logic is ignored.
    """
    live = logical
    if promise and live & promise.faces:
        live &= promise.faces
    if touched and live & ~dead:
        live &= ~dead
    return live


def bits(faces: Iterable[Face]) -> int:
    """Return the set of these faces."""
    joined = 0
    for face in faces:
        joined |= 1 << face
    return joined


def read(view: HanabiView) -> TableKnowledge:
    """Return the table now, with every hint understood as it was meant at the time."""
    gone = [entry for entry in view.log if not isinstance(entry, Hinted)]
    faces = {c.card: c.face for hand in view.hands for c in hand if isinstance(c, SeenCard)}
    fireworks, left = list(view.fireworks), list(view.left)
    for event in gone:
        faces[event.move.card] = event.face
        left[event.face] += 1
        fireworks[colour_of(event.face)] -= isinstance(event, Played) and event.placed
    holder = {info.card: Seat(seat) for seat, hand in enumerate(view.hands) for info in hand}
    holder |= {event.move.card: event.seat for event in gone}
    table = TableKnowledge(faces=faces, fireworks=fireworks, left=left, holder=holder)
    for entry in view.log:
        if isinstance(entry, Hinted):
            table.hear(entry)
        else:
            table.see(entry)
    return table
