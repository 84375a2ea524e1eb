"""Rounds that follow one another, the void ones, and what is taken back (docs/protocol.md 4, 14).

Of the ballots of a round only what `ballots.py` finds is here: a round is void for x once all
others stand in it, and an honest seat takes part in one such decision. Seats say what the text has
them say; whatever an honest one has ever signed stays, and is judged by the text's own rule of what
convicts. What was said may be heard by anybody at any time, or never. A crash is no step of its
own: what a seat says is on its disk first (section 4). `journal` is that rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import product
from typing import NamedTuple


class Stage(NamedTuple):
    """What a round is for. `by` moves or shuffles, or holds the card; `done` have shuffled."""

    kind: str
    by: int = -1
    gone: int | None = None
    done: tuple[int, ...] = ()
    again: bool = False  # said again after a void round
    after: Stage | None = None  # of a confirming round: what was under way


Entry = int | tuple[int, ...]  # void for a seat; or which version of each speaker's statement
Head = tuple[Entry, ...]  # its length is the number of the round
Signed = tuple[Head, int]


class Seat(NamedTuple):
    head: Head = ()
    signed: tuple[Signed, ...] = ()


class State(NamedTuple):
    seats: tuple[Seat, ...]
    void: frozenset[tuple[Head, int]] = frozenset()


Move = tuple[str, State]


@dataclass(frozen=True, eq=False)
class Rounds:
    """From `begin` on. With `draws` another card is dealt after one was opened. A villain that is
    no `forger` says one thing under each head, and is only heard by whom it likes."""

    seats: int
    begin: Stage
    rounds: int
    villains: tuple[int, ...] = ()
    draws: bool = True
    forger: bool = True
    journal: bool = True
    speaks_alone: bool = False  # the rule of before: who opens or agrees again may be one alone
    takes_back: int = 2  # not if it has spoken so many rounds later
    lost: int | None = None
    mended: bool = False
    _stages: dict[Head, Stage] = field(default_factory=dict)

    def start(self) -> State:
        state = State(tuple(Seat() for _ in range(self.seats)))
        for i in self.honest:
            _, state = self.arrive(state, i, (), "")
        return state

    @cached_property
    def honest(self) -> list[int]:
        return [i for i in range(self.seats) if i not in self.villains]

    # -- what a round is for (section 4, "The game says what it waits for"; 14, "Void rounds")

    def stage(self, head: Head) -> Stage:
        found = self._stages.get(head)
        if found is None:
            found = self.following(self.stage(head[:-1]), head[-1]) if head else self.begin
            self._stages[head] = found
        return found

    def following(self, stage: Stage, entry: Entry) -> Stage:
        if isinstance(entry, int):
            return Stage("confirm", gone=entry, after=stage.after or stage)
        match stage.kind:
            case "confirm":
                assert stage.after is not None
                return self.once_more(stage.after._replace(gone=stage.gone))
            case "shuffle":
                return self.shuffled(stage._replace(done=(*stage.done, stage.by)))
            case "move":
                return stage._replace(kind="agree on a card" if entry == (1,) else "agree")
            case "agree on a card":
                return stage._replace(kind="open", again=False)
            case "open" if self.draws:
                return stage._replace(kind="deal")
            case "agree on a pile":
                return Stage("deal", gone=stage.gone)
        return self.turn(stage)

    def once_more(self, stage: Stage) -> Stage:
        """The table in section 14, "After the confirming round"."""
        match stage.kind:
            case "shuffle" | "agree on a pile":
                return self.shuffled(stage, again=True)
            case "move" if stage.by == stage.gone:
                return self.turn(stage)
            case "agree" | "agree on a card":
                return stage._replace(again=True)
        return stage

    def shuffled(self, stage: Stage, *, again: bool = False) -> Stage:
        left = [i for i in self.active(stage) if i not in stage.done]
        if left:
            return stage._replace(kind="shuffle", by=left[0], again=False)
        return stage._replace(kind="agree on a pile", by=stage.done[-1], again=again)

    def turn(self, stage: Stage) -> Stage:
        return Stage("move", (stage.by + 1) % self.seats, stage.gone)

    def active(self, stage: Stage) -> list[int]:
        return [i for i in range(self.seats) if i != stage.gone]

    @cache  # noqa: B019 - a table lives as long as the run
    def speakers(self, head: Head) -> tuple[int, ...]:
        """Section 4, "who speaks"."""
        stage = self.stage(head)
        seats = tuple(self.active(stage))
        others = tuple(i for i in seats if i != stage.by)
        match stage.kind:
            case "move" | "shuffle":
                return (stage.by,)
            case "open":
                return seats if len(others) == 1 and not self.speaks_alone else others
            case "agree" | "agree on a card" | "agree on a pile":
                return seats if stage.again and not self.speaks_alone else others
        return seats

    def versions(self, head: Head, i: int) -> range:
        """A move may be a hint or a card. Of what a villain says there are always two."""
        is_free = (i in self.villains and self.forger) or self.stage(head).kind == "move"
        return range(2 if is_free else 1)

    # -- what a seat does

    def moves(self, state: State) -> Iterator[Move]:
        """Once links hold (`mended`) all is heard before anybody votes, in whatever order."""
        steps = list(self.steps(state))
        yield from steps[:1] if self.mended else steps
        if not (self.mended and steps):
            yield from self.decisions(state)

    def steps(self, state: State) -> Iterator[Move]:
        for i in self.honest:
            if i != self.lost:
                yield from self.goes_on(state, i)
                yield from self.hears_of_a_void_round(state, i)
        for i in self.honest:
            if i != self.lost:
                yield from self.plays(state, i)

    def arrive(self, state: State, i: int, head: Head, text: str) -> Move:
        """A seat says at once what it owes, but for a move: that is for its player to choose."""
        seat = Seat(head, state.seats[i].signed)
        is_due = i in self.speakers(head) and len(head) < self.rounds
        if is_due and self.stage(head).kind != "move":
            seat = self.signing(seat, 0)
        return self.moved(state, i, text, seat)

    def signing(self, seat: Seat, version: int) -> Seat:
        return Seat(seat.head, tuple(sorted((*seat.signed, (seat.head, version)), key=_place)))

    def plays(self, state: State, i: int) -> Iterator[Move]:
        """Section 4: it never makes a second move in a round, for the first is on its disk."""
        seat = state.seats[i]
        if i not in self.speakers(seat.head) or len(seat.head) >= self.rounds:
            return
        versions = [version for head, version in seat.signed if head == seat.head]
        for version in (0, 1) if self.stage(seat.head).kind == "move" else (0,):
            if not versions or not (self.journal or version in versions):
                text = f"speaks in {self.name(seat.head)}, version {version}"
                yield self.moved(state, i, text, self.signing(seat, version))

    def goes_on(self, state: State, i: int) -> Iterator[Move]:
        """Section 4, heads; 14: who has voted for x takes no statement of it."""
        head, signed = state.seats[i]
        if any(under == head and x != i for under, x in state.void) or len(head) >= self.rounds:
            return
        if i in self.speakers(head) and all(under != head for under, _ in signed):
            return
        for entry in product(*(self.versions_from(state, head, j) for j in self.speakers(head))):
            text = f"goes on from {self.name(head)}, versions {entry}"
            yield self.arrive(state, i, (*head, entry), text)

    def versions_from(self, state: State, head: Head, j: int) -> list[int]:
        if j in self.villains:
            return [] if j == self.lost else [*self.versions(head, j)]
        versions = [version for under, version in state.seats[j].signed if under == head]
        return versions if j != self.lost or self.is_held(state, head) else []

    def is_held(self, state: State, head: Head) -> bool:
        """Whether one who is there has gone on from that round, so that all can hear of it."""
        there = [state.seats[i].head for i in self.honest if i != self.lost]
        return any(len(far) > len(head) and far[: len(head)] == head for far in there)

    def hears_of_a_void_round(self, state: State, i: int) -> Iterator[Move]:
        """Section 14: x itself may have gone on, and takes back what came after."""
        head, signed = state.seats[i]
        for under, x in state.void:
            r = len(under)
            if under == head or (x == i and under == head[:r] and head[r] != x):
                later = [len(h) for h, _ in signed if h == head[: len(h)]]
                if under == head or max(later) < r + self.takes_back:
                    text = f"hears that {self.name(under)} is void for {x}"
                    yield self.arrive(state, i, (*under, x), text)

    def decisions(self, state: State) -> Iterator[Move]:
        """Section 14, ballots: all but one vote, none of whom has gone on or decided otherwise."""
        for head in sorted({state.seats[i].head for i in self.honest}, key=_number):
            for x in self.speakers(head) if len(head) < self.rounds else ():
                if (head, x) in state.void or (self.mended and x != self.lost):
                    continue
                others = [i for i in self.honest if i != x]
                is_whole = all(state.seats[i].head == head for i in others)
                if is_whole and not any(
                    under == head and any(i != y for i in others) for under, y in state.void
                ):
                    text = f"{self.name(head)} is decided to be void for {x}"
                    yield text, state._replace(void=state.void | {(head, x)})

    def moved(self, state: State, i: int, text: str, seat: Seat) -> Move:
        seats = (*state.seats[:i], seat, *state.seats[i + 1 :])
        return f"{i} {text}", state._replace(seats=seats)

    def name(self, head: Head) -> str:
        stage = self.stage(head)
        return f"round {len(head)} ({stage.kind}{'' if stage.by < 0 else f' of {stage.by}'})"

    # -- what must hold

    def fault(self, state: State) -> str | None:
        for i in self.honest:
            signed = state.seats[i].signed
            rounds = [len(head) for head, _ in signed]
            if len(set(rounds)) < len(rounds):
                return f"seat {i} has signed two statements that convict it"
            for k in self.honest:
                if any(self.is_wrong(version, i, state.seats[k].head) for version in signed):
                    return f"the file of {k} names {i}"
        heads = {state.seats[i].head for i in self.honest}
        for one in heads:
            for other in heads:
                if self.are_two_histories(one, other):
                    return "two histories are live"
        return None

    def is_wrong(self, statement: Signed, i: int, file: Head) -> bool:
        """Section 4, `["wrong", statement]` convicts if ..., for a file with these rounds."""
        head, _ = statement
        if len(head) > len(file):
            return False
        stands = len(head) < len(file) and not isinstance(file[len(head)], int)
        under = file[: len(head)]
        speaks = i in self.speakers(under)
        if stands and speaks:
            entry = file[len(head)]
            assert not isinstance(entry, int)
            if (under, entry[self.speakers(under).index(i)]) != statement:
                return True
        return under == head and not speaks

    def are_two_histories(self, one: Head, other: Head) -> bool:
        """Neither begins the other, and in each all that are active have spoken since they part."""
        fork = next((k for k in range(min(len(one), len(other))) if one[k] != other[k]), None)
        return fork is not None and self.is_live(one, fork) and self.is_live(other, fork)

    def is_live(self, head: Head, fork: int) -> bool:
        spoken: set[int] = set()
        for k in range(fork + 1, len(head)):
            if not isinstance(head[k], int):
                spoken |= set(self.speakers(head[:k]))
        return set(self.active(self.stage(head))) <= spoken

    def is_past(self, state: State) -> bool:
        """All who are there stand together, beyond what links that broke have left behind."""
        heads = {state.seats[i].head for i in self.honest if i != self.lost}
        return len(heads) == 1 and len(heads.pop()) >= self.rounds


_numbers: dict[Head, int] = {}


def _number(head: Head) -> int:
    return _numbers.setdefault(head, len(_numbers))


def _place(statement: Signed) -> tuple[int, int]:
    return _number(statement[0]), statement[1]
