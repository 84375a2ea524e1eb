"""Visit every state that a model can reach, and say how the first bad one came about."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeVar

State = TypeVar("State", bound=Hashable)
Move = tuple[str, State]


class Model(Protocol[State]):
    def start(self) -> State: ...
    def moves(self, state: State) -> Iterator[Move[State]]: ...
    def fault(self, state: State) -> str | None: ...


class Settled(Protocol[State]):
    """What happens once links hold: each seat does its duty, in any order."""

    def moves(self, state: State) -> Iterator[Move[State]]: ...
    def is_past(self, state: State) -> bool: ...


@dataclass(frozen=True)
class Found:
    """`trace` is empty if all is well; `whole` says whether every state was seen."""

    states: int
    whole: bool
    fault: str | None = None
    trace: tuple[str, ...] = ()


Parents = dict[State, tuple[State, str] | None]


def path(parents: Parents[State], state: State) -> tuple[str, ...]:
    sentences: list[str] = []
    while (step := parents[state]) is not None:
        state, text = step
        sentences.append(text)
    return tuple(reversed(sentences))


def explore(model: Model[State], limit: int = 20_000_000) -> tuple[Found, Parents[State]]:
    """Breadth first, so that a trace is as short as it can be. Stops at the first fault."""
    first = model.start()
    parents: Parents[State] = {first: None}
    layer = [first]
    while layer and len(parents) < limit:
        coming: list[State] = []
        for state in layer:
            for text, after in model.moves(state):
                if after in parents:
                    continue
                parents[after] = (state, text)
                coming.append(after)
                if (fault := model.fault(after)) is not None:
                    return Found(len(parents), False, fault, path(parents, after)), parents
        layer = coming
    return Found(len(parents), not layer), parents


def stuck(model: Settled[State], begun: Iterable[State], before: Parents[State]) -> Found:
    """Let links hold from each of these states on, and find one from which the table never goes on.

    Every duty adds something that is said once, so no run is endless, and it is enough that no
    state without a duty left has the round before it.
    """
    parents: Parents[State] = dict.fromkeys(begun)
    waiting = list(parents)
    while waiting:
        state = waiting.pop()
        if model.is_past(state):
            continue
        idle = True
        for text, after in model.moves(state):
            idle = False
            if after not in parents:
                parents[after] = (state, text)
                waiting.append(after)
        if idle:
            later = path(parents, state)
            origin = state
            while (step := parents[origin]) is not None:
                origin = step[0]
            trace = (*path(before, origin), "from here on the links hold", *later)
            return Found(len(parents), False, "nobody has anything left to do", trace)
    return Found(len(parents), True)
