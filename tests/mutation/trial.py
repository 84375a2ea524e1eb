"""Test mutants, each in its own process, against the tests that run its function.

A pytest plugin. All tests are collected once; each is run once, to see which functions it reaches
and how long it takes. Each such run, and each mutant's trial, is a separate fork, so that no cache
has values from another test or from the original code. A trial first runs the tests that have
killed other mutants of the function, then the shortest. A test that takes ten times as long as
before is aborted.
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
"""A test may take this many times its usual time, plus 2 s, with a mutant."""
MAX_MEMORY = 4 << 30
MAX_WAIT_S = 120
"""For a test that is idle."""


@dataclass(frozen=True)
class Reach:
    """What one test runs without a mutant."""

    seconds: float
    functions: frozenset[tuple[str, str]]
    passed: bool


@dataclass
class Trials:
    """`fates` has the fate of each mutant."""

    mutants: Sequence[Mutant]
    report: Callable[[Mutant, Fate], None]
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
            self.report(mutant, fate)
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
    """Return what `work` returns in a child process; "" if that process did not finish."""
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
            os._exit(0)  # even after an exception: a child must not continue as the parent
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    return pickle.loads(data) if data else ""  # noqa: S301 - from our own child


def reach_of(item: pytest.Item, modules: set[str]) -> Reach:
    """Run a test without a mutant, and record which functions of the modules it calls."""
    files = {str(file_of(module)): module for module in modules}
    called: set[tuple[str, str]] = set()

    def note(frame: FrameType, _event: str, _argument: Any) -> None:
        module = files.get(frame.f_code.co_filename)
        if module is not None:
            called.add((module, frame.f_code.co_qualname.partition(".<locals>")[0]))

    sys.settrace(note)  # with no result it is called for functions alone, not for each line
    began = time.process_time()
    passed = passes(item, None)
    seconds = time.process_time() - began
    sys.settrace(None)
    return Reach(seconds, frozenset(called), passed)


def first_to_fail(
    mutant: Mutant, items: Sequence[pytest.Item], reach: dict[pytest.Item, Reach]
) -> str | None:
    """Return the test that kills the mutant; None if none does."""
    mutant.install()
    for item, following in zip(items, [*items[1:], None], strict=True):
        with limited(2 + PATIENCE * reach[item].seconds):
            if not passes(item, following):
                return item.nodeid
    return None


@contextmanager
def limited(cpu_seconds: float) -> Iterator[None]:
    """Kill this process if it exceeds this CPU time meanwhile, or is idle for `MAX_WAIT_S`."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
    signal.setitimer(signal.ITIMER_REAL, cpu_seconds * 4 + MAX_WAIT_S)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)


def passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    reports = runtestprotocol(item, log=False, nextitem=following)
    return not any(report.failed for report in reports)
