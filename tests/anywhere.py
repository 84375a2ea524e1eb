"""The tests that need no POSIX system.

    python -m tests.anywhere [OPTION OF PYTEST...]

`make wine` runs them with the Python of Windows in Wine.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import pytest

FOLDERS = ("tests/systems", "tests/net", "tests/protocol")
LONGEST_S = 200
"""A test that takes longer is stopped, with a traceback of each thread."""
WARNINGS = (
    "error",
    # asyncio on Windows loses, and so closes, a connection that arrives while a listener closes
    "ignore:Exception ignored in. <socket:pytest.PytestUnraisableExceptionWarning",
)


def main(options: Sequence[str]) -> int:
    """Return the exit code of pytest."""
    settings = [f"timeout={LONGEST_S}", "filterwarnings=" + "\n".join(WARNINGS)]
    sentences = [word for each in settings for word in ("-o", each)]
    return int(pytest.main(["-q", "-p", "no:cacheprovider", *sentences, *options, *FOLDERS]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
