"""What holds for all tests: they read English, whoever runs them; what waits most comes first; and
libsodium computes nothing twice; and the translations are compiled."""

from __future__ import annotations

import asyncio
import gc
import getpass
import inspect
import os
import signal
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from tests.disk import sync_only_in_threads
from tests.lazily import load_when_called
from tests.lengths import mark_sampled
from tests.remembered import offer_points, remember_answers, shared_points

pytest_plugins = ["tests.needs", "tests.browsers"]

WAITING = "tests/lan/"
LONGEST_S = 200
for variable in ("LANGUAGE", "LC_MESSAGES", "LANG"):
    os.environ.pop(variable, None)
os.environ["P2PHANABI_PAUSE"] = "0"  # bots need not be followed here
os.environ["LC_ALL"] = "C.UTF-8"  # which the processes that tests start have too
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # they would compile the program at each start
sys.dont_write_bytecode = False
# not the player's own settings; a browser of some test may write its own there, for its user alone
SETTINGS = f"p2phanabi-tests-{getpass.getuser()}"
os.environ["XDG_CONFIG_HOME"] = str(Path(tempfile.gettempdir()) / SETTINGS)

# Behind `&` in a script SIGINT is ignored, and processes that tests start would ignore it too.
signal.signal(signal.SIGINT, signal.default_int_handler)

sync_only_in_threads()
remember_answers()
load_when_called("rfc3987_syntax", "is_valid_syntax")  # a second, for jsonschema's `iri` alone
settings.register_profile("without a clock", deadline=None)  # other programs may have the cores
settings.load_profile("without a clock")
gc.set_threshold(400_000, 50, 100)  # to look for cycles among all that is remembered takes long


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # once, before the workers of pytest-xdist start
        from tests.messages import compile_changed  # loads the program: after the lines above

        compile_changed()
        offer_points()
    shared_points()


@pytest.hookimpl(tryfirst=True)  # before pytest deselects by marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that wait for networks leave the cores to the others, while there are any."""
    mark_sampled(items)
    items.sort(key=lambda item: not item.nodeid.startswith(WAITING))


def pytest_collection_finish() -> None:
    gc.freeze()  # to look through all the tests, now and at the end, would find nothing


def pytest_sessionfinish() -> None:
    gc.collect()  # what nobody has closed says so, once
    gc.freeze()


def pytest_runtest_teardown() -> None:
    """`--lang` chooses the language of what comes later, here and in processes started then."""
    os.environ.pop("LANGUAGE", None)
    if (i18n := sys.modules.get("p2p_hanabi.ui.words.i18n")) is not None:
        i18n.choose("en")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> object:
    """An `async` test runs in an event loop of its own, and not for ever."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {
        name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters
    }
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**arguments), LONGEST_S))
    return True
