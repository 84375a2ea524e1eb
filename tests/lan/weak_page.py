"""The real program, whose pages have a weakened channel.

    python -m tests.lan.weak_page none|shared ARGUMENTS...

`none`: the shared point of the two ephemeral keys is left out. `shared`: the page takes the shared
key as its ephemeral one.
"""

from __future__ import annotations

import sys

from p2p_hanabi.__main__ import main
from p2p_hanabi.net.page import noise
from p2p_hanabi.ui.web import shell

REPLACED = {
    "none": ("noise.js", "x25519.getSharedSecret(ephemeral, theirs)", "new Uint8Array(32)"),
    "shared": ("channel.js", "crypto.getRandomValues(new Uint8Array(KEY_BYTES))",
               "this.secret.slice(ID_BYTES)"),
}  # fmt: skip
_read = shell._read


def no_point(private: bytes, public: bytes) -> bytes:
    return bytes(noise.KEY_BYTES)


def weaken(how: str) -> None:
    script, strong, weak = REPLACED[how]

    def read(name: str) -> bytes:
        content = _read(name)
        if name != script:
            return content
        assert content.count(strong.encode()) == 1
        return content.replace(strong.encode(), weak.encode())

    shell._read = read
    if how == "none":
        noise._dh = no_point


if __name__ == "__main__":
    weaken(sys.argv.pop(1))
    main()
