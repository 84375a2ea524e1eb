"""The versions in the recipe of `noble.js`."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

RECIPE = Path(__file__).parent
DIGEST = RECIPE / "noble.js.sha256"
"""Of the file that was made last, so that a change by hand is noticed without npm."""
TARGET = "es2021"
"""The newest JavaScript that the page's other files use."""


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def versions() -> dict[str, str]:
    """Return the exact version of each package that is asked for, by its name."""
    asked = json.loads((RECIPE / "package.json").read_text("utf-8"))
    return {**asked["dependencies"], **asked["devDependencies"]}
