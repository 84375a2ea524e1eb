"""Networks for these tests; those that run for minutes are collected only with P2PHANABI_SOAK=1."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.needs import need

from .hasty import SOAK
from .kept import LAST, keep
from .network import Machine, network
from .players import HASTY, Party, party

collect_ignore = [] if SOAK else ["test_soak.py"]

Network = Callable[[int], list[Machine]]
NewParty = Callable[..., Party]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep every process's log, journal and events if a test fails."""
    report = yield
    folder = getattr(item, "funcargs", {}).get("tmp_path")
    if call.when == "call" and report.failed and folder is not None:
        kept, lines = keep(item.name, [folder])
        sentence = "\n".join(["...", *lines[-LAST:]] if len(lines) > LAST else lines)
        report.sections.append((f"everything is kept in {kept}; the timeline", sentence))
    return report


@pytest.fixture
def lan() -> Iterator[Network]:
    """Create machines on one network."""
    need("ip")
    with ExitStack() as undo:
        yield lambda machines: undo.enter_context(network(machines))


@pytest.fixture
def gather(tmp_path: Path) -> Iterator[NewParty]:
    """Create parties whose processes end with the test."""
    with ExitStack() as undo:

        def new(machines: list[Machine] | list[None], *common: str, folder: str = "homes") -> Party:
            made = party(machines, tmp_path / folder, *common, program=HASTY)
            return undo.enter_context(made)

        yield new
