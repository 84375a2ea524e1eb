"""Names of files as one types them to a shell."""

from __future__ import annotations

import re
import shlex

_SPECIAL = re.compile(r"[\s'\"\\$`!*?\[\](){}<>|&;]|^[#~]|^$")


def in_a_shell(path: object) -> str:
    """Quote it where a shell would take it for something else."""
    words = str(path)
    return shlex.quote(words) if _SPECIAL.search(words) else words
