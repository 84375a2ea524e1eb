"""What the loader of the single file says where its player can do something about it.

The loader runs before Python, so it knows neither languages nor this program. These sentences are
written over its own, which must not be longer.
"""

from __future__ import annotations

from pathlib import Path

NOEXEC = b"%.0s%s (if noexec, set TMPDIR elsewhere)\n"
FULL = b"%s: no space? Set TMPDIR to another folder.\n"
NONE = b"No temporary folder: set TMPDIR.\n"
SENTENCES = {
    b"Failed to load Python shared library '%s': %s\n": NOEXEC,
    b"Failed to extract %s: failed to write data chunk!\n": FULL,
    b"Failed to extract %s: decompression resulted in return code %d!\n": FULL,
    b"Could not create temporary directory!\n": NONE,
}


def reword(program: Path) -> None:
    """Replace the sentences in a program. Raise `SystemExit` if its loader has others."""
    content = program.read_bytes()
    for theirs, ours in SENTENCES.items():
        whole, padded = theirs + b"\0", ours.ljust(len(theirs) + 1, b"\0")
        if content.count(whole) != 1 or len(padded) != len(whole):
            raise SystemExit(f"the loader does not say {theirs.decode().strip()} once")
        content = content.replace(whole, padded)
    program.write_bytes(content)
