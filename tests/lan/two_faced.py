"""The real program, whose host plays two tables with one seat (B1).

    python -m tests.lan.two_faced ARGUMENTS...

It plays along until it is to move and no guest reports a link to another. From then on it has two
machines with one identity: Cy sees what the second says, all others what the first says. The first
claims that Cy is away, the second that Bo is; each makes its own move and calls that guest gone. At
the second table it moves again once the first is over: then it knows its hand.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from p2p_hanabi.__main__ import main
from p2p_hanabi.commands.console.json_lines import line_of
from p2p_hanabi.games.common.firework_cards import colour_of, rank_of
from p2p_hanabi.games.hanabi.moves import HintColour, HintRank, Move, Play
from p2p_hanabi.games.hanabi.view import HanabiView
from p2p_hanabi.net.table import session
from protocol.errors import Dropped
from protocol.game import Card, Face, Seat
from protocol.identity.seating import Seating
from protocol.ledger.votes import Decide, Vote
from protocol.peer.effects import Broadcast, Changed, Effect, Finished, Persist, Send
from protocol.peer.snapshot import Snapshot
from protocol.peer.status import Activity, Ending
from protocol.peer.table import SigningSeat, Table
from protocol.rounds.prove import Proofs
from tests.any_game import AnyGame, AnyTable, bare

DENIED = ("Cy", "Bo")
"""The seats that are absent, at the first table and at the second."""


@dataclass
class Guise:
    """One of the villain's machines: who sees what it says, and who it claims is gone."""

    table: AnyTable
    shown: tuple[Seat, ...]
    denied: Seat | None = None
    has_moved: bool = False
    has_called: bool = False

    def out(self, effects: Sequence[Effect]) -> Iterator[Effect]:
        """Yield its effects, but only to those who are shown them, and without saving anything."""
        for effect in effects:
            match effect:
                case Broadcast(message):
                    yield from (Send(seat, message) for seat in self.shown)
                case Send(seat, _) if seat in self.shown:
                    yield effect
                case Changed():
                    yield effect

    @property
    def is_to_move(self) -> bool:
        status = self.table.status()
        return status.activity is Activity.MOVING and status.waiting_for == (self.table._me.seat,)

    def call_gone(self, seat: Seat) -> Iterator[Effect]:
        """Vote and decide at once, as no honest seat would."""
        for word in (Vote(0, seat), Decide(0, seat)):
            statement = self.table._me.sign(self.table._history.stage, word.body())
            with suppress(Dropped):  # by its own machine: a table without escrow has no ballots
                self.table._take_out_of_band(statement)
            yield from self.out([Broadcast(statement.data)])


class TwoFaced:
    """Poses as the machine of a session's seat."""

    def __init__(
        self,
        game: AnyGame,
        seating: Seating,
        signatures: Sequence[bytes],
        me: SigningSeat,
        *,
        proofs: Proofs,
    ) -> None:
        self._new: Callable[[], AnyTable] = lambda: Table(game, seating, signatures, me)
        self._seats = {place.name: Seat(seat) for seat, place in enumerate(seating.places)}
        others = tuple(seat for seat in seating.seats if seat != me.seat)
        self._guises = [Guise(self._new(), others)]
        self._records: list[Persist] = []
        self._has_finished = False

    def __getattr__(self, name: str) -> Any:
        """Return queries of the first table; and `restore`, which gets nothing."""
        return getattr(self._guises[0].table, name)

    def ending(self) -> Ending | None:
        endings = [guise.table.ending() for guise in self._guises]
        return endings[0] if all(endings) else None

    def snapshot(self) -> Snapshot[Any]:
        return replace(self._guises[0].table.snapshot(), ending=self.ending())

    def start(self) -> list[Effect]:
        return self._do(Table.start)

    def tick(self) -> list[Effect]:
        return self._do(Table.tick)

    def connected(self, seat: Seat) -> list[Effect]:
        return self._do(lambda table: table.connected(seat), seat)

    def disconnected(self, seat: Seat) -> list[Effect]:
        return self._do(lambda table: table.disconnected(seat), seat)

    def receive(self, link: Seat, data: bytes) -> list[Effect]:
        return self._do(lambda table: table.receive(link, data), link)

    def play(self, _move: Any) -> list[Effect]:
        """Ignore the bot's choice."""
        return []

    def declare_gone(self, _seat: Seat) -> list[Effect]:
        """Ignore its consent."""
        return []

    def _do(self, act: Callable[[AnyTable], list[Effect]], by: Seat | None = None) -> list[Effect]:
        """Run both machines, but neither hears the seat that it denies; then add the lies."""
        effects: list[Effect] = []
        for guise in self._guises:
            if by is None or by != guise.denied:
                with suppress(Dropped):
                    done = act(guise.table)
                    self._records += [one for one in done if isinstance(one, Persist)]
                    effects += guise.out(done)
        if len(self._guises) == 1 and self._is_time:
            effects += self._split()
        if len(self._guises) == 2:
            effects += [effect for guise in self._guises for effect in self._lie(guise)]
        if not self._has_finished and (ending := self.ending()) is not None:
            self._has_finished = True
            effects.append(Finished(ending))
        return effects

    @property
    def _is_time(self) -> bool:
        """Whether it is to move, and each guest has at most a link to the host."""
        guise = self._guises[0]
        received = guise.table._links._haves
        return (
            guise.is_to_move
            and received.keys() == set(guise.shown)
            and all(have is not None and len(have.linked) == 1 for have in received.values())
        )

    def _split(self) -> Iterator[Effect]:
        first, cy, bo = self._guises[0], *(self._seats[name] for name in DENIED)
        again = self._new()
        again.restore(self._records)
        again._links = copy.deepcopy(first.table._links)
        first.shown = tuple(seat for seat in first.shown if seat != cy)
        self._guises.append(Guise(again, (cy,)))
        for guise, denied in zip(self._guises, (cy, bo), strict=True):
            guise.denied = denied
            yield from guise.out(guise.table.disconnected(denied))

    def _lie(self, guise: Guise) -> Iterator[Effect]:
        if guise.is_to_move and (move := self._move(guise)) is not None:
            guise.has_moved = True
            yield from guise.out(guise.table.play(move))
        if not guise.has_called and guise.denied in guise.table._history.missing:
            guise.has_called = True
            yield from guise.call_gone(guise.denied)

    def _move(self, guise: Guise) -> Move | None:
        """Return the oldest card at the first table; at the second a hint, to keep that card, then
        nothing (None) until the first is over."""
        first, view = self._guises[0], bare(guise.table.view())
        if guise is first:
            return view.moves[0]  # type: ignore[no-any-return] # a view is of any game
        if not guise.has_moved:
            return next(move for move in view.moves if isinstance(move, HintColour | HintRank))
        if first.table.ending() is None:
            return None
        faces = first.table.faces()
        hidden = {info.card: faces[info.card] for info in view.hand}
        assert not hidden.keys() & guise.table.faces().keys()
        print(line_of("sees its hand", hand=[*hidden.items()]), end="", flush=True)  # noqa: T201 - an event
        return _chosen(view, hidden)


def _chosen(view: HanabiView, hand: Mapping[Card, Face]) -> Move:
    """Return the move of a player who sees their own cards: one that fits, else a safe move."""
    heights = view.fireworks
    fitting = (c for c, face in hand.items() if rank_of(face) == heights[colour_of(face)] + 1)
    card = next(fitting, None)
    return view.moves[-1] if card is None else Play(card)


if __name__ == "__main__":
    setattr(session, "Table", TwoFaced)  # noqa: B010 - mypy forbids the assignment
    main()
