"""Try mutants: each in a process of its own, against the tests that run its function.

A plugin of pytest. All tests are collected once; each is run once, to see which functions it
reaches and how long it takes. That and each mutant's trial have forks of their own, so that nothing
is found in a cache which another test, or the honest code, has left there. In a trial first come
the tests that have killed other mutants of the function, then the shortest. A test that takes ten
times as long as it did is broken off.
"""

from __future__ import annotations

import os
import pickle
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from types import FrameType
from typing import Any, Literal

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.mutate import Mutant, file_of

Fate = Literal["killed", "broken off", "survived", "not reached"]

PATIENCE = 10
"""So many times its usual time, and 2 s, a test may take with a mutant."""
MAX_MEMORY = 4 << 30
MAX_WAIT_S = 120
"""Of a test that does nothing."""


@dataclass(frozen=True)
class Reach:
    """What one test does without a mutant."""

    seconds: float
    functions: frozenset[tuple[str, str]]
    passed: bool


@dataclass
class Trials:
    """`fates` has what became of each mutant."""

    mutants: Sequence[Mutant]
    told: Callable[[Mutant, Fate], None]
    fates: dict[str, Fate] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    kills: defaultdict[tuple[str, str], Counter[str]] = field(
        default_factory=lambda: defaultdict(Counter)
    )

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        modules = {mutant.module for mutant in self.mutants}
        reach = {item: forked(partial(reach_of, item, modules)) for item in session.items}
        self.failed = [item.nodeid for item, one in reach.items() if not one.passed]
        if self.failed:
            return True
        for mutant in self.mutants:
            place = (mutant.module, mutant.function)
            of_use = [item for item, one in reach.items() if place in one.functions]
            of_use.sort(key=lambda item: (-self.kills[place][item.nodeid], reach[item].seconds))
            self.fates[mutant.name] = fate = self._try(mutant, of_use, reach)
            self.told(mutant, fate)
        return True

    def _try(
        self, mutant: Mutant, items: Sequence[pytest.Item], reach: dict[pytest.Item, Reach]
    ) -> Fate:
        if not items:
            return "not reached"
        killer = forked(partial(first_to_fail, mutant, items, reach))
        if killer is None:
            return "survived"
        if killer == "":
            return "broken off"
        self.kills[mutant.module, mutant.function][killer] += 1
        return "killed"


def forked(work: Callable[[], Any]) -> Any:
    """What `work` returns in a process of its own; "" if that process did not come to an end."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.close(reading)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
        try:
            with os.fdopen(writing, "wb") as pipe:
                pickle.dump(work(), pipe)
        finally:
            os._exit(0)  # whatever was raised: a child never goes on as its parent would
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    return pickle.loads(data) if data else ""  # noqa: S301 - from our own child


def reach_of(item: pytest.Item, modules: set[str]) -> Reach:
    """Run a test as it is, and see which functions of the modules it calls."""
    files = {str(file_of(module)): module for module in modules}
    called: set[tuple[str, str]] = set()

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        module = files.get(frame.f_code.co_filename)
        if module is not None and event == "call":
            called.add((module, frame.f_code.co_qualname.partition(".<locals>")[0]))

    sys.setprofile(note)
    began = time.process_time()
    passed = passes(item, None)
    seconds = time.process_time() - began
    sys.setprofile(None)
    return Reach(seconds, frozenset(called), passed)


def first_to_fail(
    mutant: Mutant, items: Sequence[pytest.Item], reach: dict[pytest.Item, Reach]
) -> str | None:
    """The test that tells the mutant from the original; absent if none does."""
    mutant.install()
    for item, following in zip(items, [*items[1:], None], strict=True):
        with limited(2 + PATIENCE * reach[item].seconds):
            if not passes(item, following):
                return item.nodeid
    return None


@contextmanager
def limited(cpu_seconds: float) -> Iterator[None]:
    """Within, this process may compute for so long, and idle for `MAX_WAIT_S`; else it dies."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
    signal.setitimer(signal.ITIMER_REAL, cpu_seconds * 4 + MAX_WAIT_S)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)


def passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    reports = runtestprotocol(item, log=False, nextitem=following)
    return not any(report.failed for report in reports)
