"""What tests need and a machine may not have.

A test that does not find it is skipped with the reason, and the last lines of a run say how many
were, for want of what. With --no-missing-tools, which `.ci/run` asks for, no test may be skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Generator
from functools import cache

import pytest

SBIN = "/usr/sbin"  # in Debian it is in the PATH of root alone
OPTION = "--no-missing-tools"
AS_ROOT = ("--user", "--map-root-user") if hasattr(os, "geteuid") and os.geteuid() else ()
HOUSE = ("unshare", *AS_ROOT, "--net", "--mount")
"""Runs a command in a network of its own, with mounts of its own, as root."""
MACHINE = """
mount -t tmpfs tmpfs /run
ip netns add tried
ip netns exec tried ip link add type veth
ip link add type bridge
"""
NEEDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "ip": ("iproute2", (*HOUSE, "sh", "-e", "-c", MACHINE)),
    "nft": ("nftables", (*HOUSE, "nft", "add", "table", "inet", "tried")),
    "mount": ("mount", (*HOUSE, "mount", "-t", "tmpfs", "tmpfs", "/mnt")),
    "bash": ("bash", ("bash", "--version")),
    "zsh": ("zsh", ("zsh", "--version")),
    "fish": ("fish", ("fish", "--version")),
    "man": ("man-db", ("man", "--version")),
    "appstreamcli": ("appstream", ("appstreamcli", "--version")),
    "desktop-file-validate": (
        "desktop-file-utils",
        ("sh", "-c", "command -v desktop-file-validate"),
    ),
    "dpkg-deb": ("dpkg", ("dpkg-deb", "--version")),
    "git": ("git", ("git", "--version")),
    "tmux": ("tmux", ("tmux", "-V")),
    "chromium": ("chromium", ("chromium", "--version")),
    "posix": ("", (sys.executable, "-c", "import fcntl, resource")),
    "firefox": ("firefox-esr", ("firefox", "--version")),
    "zbarimg": ("zbar-tools", ("zbarimg", "--version")),
    "chromedriver": ("chromium-driver", ("chromedriver", "--version")),
    "pseudo-terminals": ("", (sys.executable, "-c", "import os; os.openpty()")),
}
"""By the name of a tool: the package that has it, and a command that succeeds where it works."""


def need(*names: str) -> None:
    """Skip the test that runs, unless all of these are here."""
    for name in names:
        if (why := lack(name)) is not None:
            pytest.skip(f"needs {name} ({why})")


@cache
def lack(name: str) -> str | None:
    """What to install, or why that does not work here which is installed."""
    package, command = NEEDS[name]
    if package and shutil.which(name) is None:
        reached = f", with {SBIN} in PATH" if shutil.which(name, path=SBIN) else ""
        return f"apt install {package}{reached}"
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except OSError as error:
        return str(error)
    except subprocess.CalledProcessError as failed:
        return str(failed.stderr).strip().rpartition("\n")[2]
    return None


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(OPTION, action="store_true", help="fail if any test is skipped")


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Judge by what is reported at the end: then no way to skip a test is overlooked."""
    if session.config.getoption(OPTION) and skipped(session.config):
        session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> Generator[None, None, None]:
    """After all else."""
    yield
    if reasons := skipped(config):
        sentence = "; ".join(f"{reason}: {count}" for reason, count in reasons.most_common())
        terminalreporter.write_line(f"skipped {reasons.total()} tests: {sentence}", yellow=True)
        if config.getoption(OPTION):
            terminalreporter.write_line(f"{OPTION}: so this run has failed", red=True)


def skipped(config: pytest.Config) -> Counter[str]:
    """The reasons, and how many tests have each; nothing in a worker, which reports to another."""
    reasons: Counter[str] = Counter()
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    for report in reporter.stats.get("skipped", ()) if reporter else ():
        reasons[str(report.longrepr[2]).removeprefix("Skipped: ").removeprefix("needs ")] += 1
    return reasons
