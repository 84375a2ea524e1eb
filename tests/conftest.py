"""What holds for all tests: they read English, whoever runs them."""

from __future__ import annotations

import os

for name in ("LANGUAGE", "LC_MESSAGES", "LANG"):
    os.environ.pop(name, None)
os.environ["LC_ALL"] = "C.UTF-8"  # which the processes that tests start have too
