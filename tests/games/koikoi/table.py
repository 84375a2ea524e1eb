"""A table of Koi-Koi laid out by hand: `8.1` is the first card of August, the moon."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from p2p_hanabi.games.koikoi.hanafuda import ALL_FACES, card_of, face_of, month_of
from p2p_hanabi.games.koikoi.moves import Keep, Koi, Move, Play, Shobu, Show, Take
from p2p_hanabi.games.koikoi.rules import Koikoi
from p2p_hanabi.games.koikoi.state import Awaited, Entry, KoikoiState, Seen, Side
from p2p_hanabi.games.koikoi.view import KoikoiView
from protocol.encoding import Value
from protocol.game import Card, Deal, Everyone, Face, Known, Open, Seat, Shuffle

KOIKOI = Koikoi()


def face(name: str) -> Face:
    month, card = name.split(".")
    return face_of(int(month), int(card))


def name(face: Face) -> str:
    return f"{month_of(face)}.{card_of(face)}"


def faces(names: str) -> list[Face]:
    return [face(each) for each in names.split()]


def names(cards: Iterable[Seen]) -> str:
    return " ".join(name(seen.face) for seen in cards)


def whole(first: Sequence[Face]) -> list[Face]:
    """A pile that begins with these; the rest is ascending."""
    return [*first, *(each for each in ALL_FACES if each not in first)]


@dataclass(frozen=True)
class Table:
    """A state, the faces of all cards so far, and the piles to come.

    `after` also does what the game then waits for, until somebody is to act, or it is over, or no
    pile is left.
    """

    state: KoikoiState
    faces: Known
    piles: tuple[Sequence[Face], ...] = ()

    def known(self, seat: int) -> Known:
        """What the protocol has shown to a seat: its hand, and all open cards."""
        other = self.state.sides[1 - seat]
        hidden = set(other.hand) - {seen.card for seen in other.shown}
        undealt = range(self.state.next_card, 48 * self.state.shuffles)
        return {
            card: each
            for card, each in self.faces.items()
            if card not in hidden and card not in undealt
        }

    def view(self, seat: int) -> KoikoiView:
        return KOIKOI.view(self.state, Seat(seat), self.known(seat))

    def moves(self, seat: int) -> Sequence[Move]:
        return KOIKOI.moves(self.state, Seat(seat), self.known(seat))

    def card(self, name: str) -> Card:
        """The number of this card in the newest pile."""
        return max(card for card, each in self.faces.items() if each == face(name))

    def hand(self, seat: int) -> str:
        return " ".join(name(self.faces[card]) for card in self.state.sides[seat].hand)

    def captured(self, seat: int) -> str:
        return names(self.state.sides[seat].captured)

    @property
    def table(self) -> str:
        return names(self.state.table)

    @property
    def last(self) -> Entry:
        return self.state.log[-1]

    def after(self, *moves: Move) -> Table:
        table = self
        for move in moves:
            table = replace(table, state=KOIKOI.apply(table.state, move))._on()
        return table

    def play(self, name: str) -> Table:
        return self.after(Play(self.card(name)))

    def take(self, name: str) -> Table:
        return self.after(Take(self.card(name)))

    def show(self, names: str) -> Table:
        return self.after(Show(tuple(sorted(self.card(each) for each in names.split()))))

    def keep(self) -> Table:
        return self.after(Keep())

    def koi(self) -> Table:
        return self.after(Koi())

    def shobu(self) -> Table:
        return self.after(Shobu())

    def _on(self) -> Table:
        state, known, piles = self.state, dict(self.faces), self.piles
        while True:
            match KOIKOI.pending(state):
                case Shuffle() if piles:
                    known |= {Card(len(known) + k): each for k, each in enumerate(piles[0])}
                    state, piles = KOIKOI.shuffled(state), piles[1:]
                case Deal(cards):
                    up = {card: known[card] for card, to in cards if isinstance(to, Everyone)}
                    state = KOIKOI.opened(KOIKOI.dealt(state), up)
                case Open(cards):
                    state = KOIKOI.opened(state, {card: known[card] for card in cards})
                case _:
                    return Table(state, known, piles)


def begin(*piles: Sequence[Face], options: Mapping[str, Value] | None = None) -> Table:
    """A game from its start; the first pile is that of the draw."""
    return Table(KOIKOI.start(options or {}, 2, b""), {}, piles)._on()


def deal(dealer: str = "", other: str = "", table: str = "", rest: str = "") -> list[Face]:
    """A pile that deals these, two by two; open places are filled in turn."""
    given = [faces(each) for each in (other, table, dealer)]
    used = {each for one in given for each in one} | set(faces(rest))
    free = sorted((f for f in ALL_FACES if f not in used), key=lambda f: (f % 4, f))
    for one in given:
        one += [free.pop(0) for _ in range(8 - len(one))]
    rows = [one[k : k + 2] for k in range(0, 8, 2) for one in given]
    return whole([each for row in rows for each in row] + faces(rest))


def drawing(first: str = "1.1", second: str = "2.1") -> list[Face]:
    """The pile of the draw; as a rule seat 0 begins."""
    return whole(faces(f"{first} {second}"))


def lay(
    hands: Sequence[str],
    table: str,
    *,
    pile: str = "",
    captured: Sequence[str] = ("", ""),
    bases: Sequence[int] = (0, 0),
    koi: Sequence[int] = (0, 0),
    last_koi: int | None = None,
    seat: int = 0,
    dealer: int = 0,
    round_number: int = 1,
    scores: tuple[int, int] = (0, 0),
    options: Mapping[str, Value] | None = None,
) -> Table:
    """A table in the middle of a round, without further piles."""
    given = [faces(each) for each in (*hands, table, *captured)]
    known = dict(enumerate(whole([each for one in given for each in one] + faces(pile))))
    numbers = iter(range(48))
    mine, theirs, lying, first, second = [[Card(next(numbers)) for _ in one] for one in given]
    sides = [
        Side(
            hand=tuple(hand),
            captured=tuple(Seen(card, known[card]) for card in taken),
            base=bases[which],
            koi=koi[which],
        )
        for which, (hand, taken) in enumerate(((mine, first), (theirs, second)))
    ]
    state = replace(
        KOIKOI.start(options or {}, 2, b""),
        phase=Awaited.PLAYING,
        round=round_number,
        dealer=Seat(dealer),
        seat=Seat(seat),
        shuffles=1,
        next_card=Card(next(numbers)),
        sides=(sides[0], sides[1]),
        table=tuple(Seen(card, known[card]) for card in lying),
        last_koi=None if last_koi is None else Seat(last_koi),
        scores=scores,
    )
    return Table(state, {Card(card): each for card, each in known.items()})
