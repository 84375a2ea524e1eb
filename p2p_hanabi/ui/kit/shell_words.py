"""Names of files as one types them to a shell."""

from __future__ import annotations

import re
import shlex

_INSIDE = re.compile(r'["\\$`!]')
"""What is special between double quotes, too."""
_SPECIAL = re.compile(r"[\s'\"\\$`!*?\[\](){}<>|&;]|^[#~]|^$")


def in_a_shell(path: object) -> str:
    """Quote it where a shell would take it for something else."""
    words = str(path)
    if not _SPECIAL.search(words):
        return words
    if "'" in words and not _INSIDE.search(words):
        return f'"{words}"'
    return shlex.quote(words)
