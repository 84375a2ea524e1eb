"""A run of tests where something is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

NEEDY = """
import pytest
from tests.needs import need

@pytest.mark.parametrize("number", range(3))
def test_with_tmux(number):
    need("tmux")

def test_with_nothing():
    pass
"""
LAZY = """
import pytest
pytest.skip("not today", allow_module_level=True)
"""
COUNTED = "skipped 4 tests: tmux (apt install tmux): 3; not today: 1"
FAILED = "--no-missing-tools: so this run has failed"


def run(folder: Path, *options: str) -> tuple[int, list[str]]:
    """The exit code of the tests in a folder, and the last lines; its own is all the PATH there is.

    No plugin of pytest is loaded that is not named.
    """
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="ascii")
    program = (sys.executable, "-m", "pytest", "-q", "-p", "tests.needs", "-p", "no:cacheprovider")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [*program, *options, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        env={**kept, "PATH": str(folder), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )
    return done.returncode, done.stdout.splitlines()[-3:]


def test_missing_tool_is_a_skip_and_the_summary_names_a_package(tmp_path: Path) -> None:
    (tmp_path / "test_needy.py").write_text(NEEDY, encoding="ascii")
    (tmp_path / "test_lazy.py").write_text(LAZY, encoding="ascii")
    code, output = run(tmp_path)
    assert (code, output[-2]) == (0, COUNTED)
    code, output = run(tmp_path, "-p", "xdist", "-n", "1")
    assert (code, output[-2]) == (0, COUNTED)


@pytest.mark.parametrize("tests", [NEEDY, LAZY], ids=["needy", "lazy"])
def test_no_kind_of_skip_passes_where_nothing_may_be_missing(tests: str, tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(tests, encoding="ascii")
    (tmp_path / "test_good.py").write_text("def test_nothing():\n    pass\n", encoding="ascii")
    code, output = run(tmp_path, "--no-missing-tools", "-p", "xdist", "-n", "1")
    assert (code, output[-2]) == (1, FAILED)


def test_run_without_skips_prints_no_summary(tmp_path: Path) -> None:
    (tmp_path / "test_good.py").write_text("def test_nothing():\n    pass\n", encoding="ascii")
    code, output = run(tmp_path, "--no-missing-tools")
    assert code == 0
    assert "skipped" not in "".join(output)
