"""A table of Ikebana laid out by hand: `K1` is the black 1, `M1` the joker of that value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from p2p_hanabi.games.common.firework_cards import colour_of, face_of, rank_of
from p2p_hanabi.games.ikebana.moves import Buy, Draw, Keep, Move, Refuse
from p2p_hanabi.games.ikebana.rules import Ikebana
from p2p_hanabi.games.ikebana.state import PACK, Awaited, Deciding, Flower, IkebanaState
from p2p_hanabi.games.ikebana.view import IkebanaView
from protocol.encoding import Value
from protocol.game import Card, Deal, Everyone, Face, Known, Seat, Shuffle

COLOURS = "RYGBKM"
IKEBANA = Ikebana()


def face(name: str) -> Face:
    return face_of(COLOURS.index(name[0]), int(name[1]))


def faces(names: str) -> list[Face]:
    return [face(each) for each in names.split()]


def names(flowers: Sequence[Flower]) -> str:
    return " ".join(COLOURS[colour_of(f.face)] + str(rank_of(f.face)) for f in flowers)


@dataclass(frozen=True)
class Table:
    """A state, and the faces of all cards of its pile."""

    state: IkebanaState
    faces: Known

    def view(self, seat: int) -> IkebanaView:
        return IKEBANA.view(self.state, Seat(seat), {})

    def moves(self, seat: int) -> Sequence[Move]:
        return IKEBANA.moves(self.state, Seat(seat), {})

    def heap(self, seat: int) -> str:
        return names(self.state.heaps[seat])

    def bouquet(self, seat: int) -> str:
        return names(self.state.bouquets[seat])

    def applied(self, move: Move) -> Table:
        """After the move, before anything is shuffled or dealt."""
        return replace(self, state=IKEBANA.apply(self.state, move))

    def after(self, *moves: Move) -> Table:
        """After the moves and everything that follows; new piles are in the listed order."""
        table = self
        for move in moves:
            table = table.applied(move).settled()
        return table

    def settled(self) -> Table:
        match IKEBANA.pending(self.state):
            case Shuffle(listed):
                made = {Card(self.state.made + k): face for k, face in enumerate(listed)}
                shuffled = IKEBANA.shuffled(self.state)
                return Table(shuffled, {**self.faces, **made}).settled()
            case Deal(((card, Everyone()),)):
                dealt = IKEBANA.dealt(self.state)
                return replace(self, state=IKEBANA.opened(dealt, {card: self.faces[card]}))
        return self

    def draw(self) -> Table:
        return self.after(Draw())

    def keep(self) -> Table:
        return self.after(Keep())

    def refuse(self, times: int = 1) -> Table:
        return self.after(*[Refuse()] * times)

    def buy(self, owner: int) -> Table:
        return self.after(Buy(Seat(owner)))


def lay(
    bouquets: Sequence[str],
    *,
    heaps: Sequence[str] = (),
    prestige: Sequence[int] = (),
    drawn: str = "",
    pile: str | None = None,
    starter: int = 0,
    won: Sequence[Sequence[int]] = (),
    options: Mapping[str, Value] | None = None,
) -> Table:
    """A table in the middle of a round; whose turn it is follows from the cards in the bouquets.

    Without a pile: what is nowhere else, faces ascending.
    """
    seats = len(bouquets)
    state = IKEBANA.start(options or {}, seats, b"")
    held = [faces(each) for each in bouquets]
    thrown = [faces(each) for each in heaps] or [[] for _ in range(seats)]
    used = [face for row in (*held, *thrown, faces(drawn)) for face in row]
    upcoming = faces(pile) if pile is not None else _rest(used)
    numbers = iter(range(len(used)))
    state = replace(
        state,
        phase=Awaited.CHOOSING,
        turn=len(won) * state.rules.turns + sum(len(each) for each in held),
        starter=Seat(starter),
        made=len(used) + len(upcoming),
        pile=len(upcoming),
        prestige=tuple(prestige) or state.prestige,
        bouquets=tuple(_lying(row, numbers) for row in held),
        heaps=tuple(_lying(row, numbers) for row in thrown),
        won=tuple(tuple(each) for each in won),
    )
    if drawn:
        state = replace(state, phase=Deciding(_lying(faces(drawn), numbers)[0]))
    return Table(state, {Card(len(used) + k): face for k, face in enumerate(upcoming)})


def _lying(row: Sequence[Face], numbers: Iterator[int]) -> tuple[Flower, ...]:
    return tuple(Flower(Card(next(numbers)), each) for each in row)


def _rest(used: Sequence[Face]) -> list[Face]:
    rest = list(PACK)
    for each in used:
        rest.remove(each)
    return rest
