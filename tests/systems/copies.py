"""Forks copies by a server of its own, and prints what each of them draws and has: run by
`test_forking.py` in a process of its own, which has no thread."""

from __future__ import annotations

import json
import os
import random
import secrets
import signal
import ssl
import sys
import tempfile
import threading
from pathlib import Path

import nacl.utils
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p_hanabi.systems import fork_server

COPIES = 3


def draw(arguments: list[str]) -> None:
    """Report what is drawn, and the open files; then wait for the end of the input."""
    drawn = {
        "libsodium": nacl.utils.random(16).hex(),
        "secrets": secrets.token_hex(16),
        "random": str(random.random()),  # noqa: S311 - that is the question
        "system": os.urandom(16).hex(),
        "OpenSSL": ssl.RAND_bytes(16).hex(),
        "cryptography": Ed25519PrivateKey.generate().public_key().public_bytes_raw().hex(),
        "tempfile": _temporary_name(),
    }
    facts = {"drawn": drawn, "arguments": arguments, "home": os.environ.get("P2PHANABI_HOME")}
    sys.stderr.write(json.dumps({**facts, **_files(os.getpid())}) + "\n")
    sys.stderr.flush()
    sys.stdin.read()


def _temporary_name() -> str:
    with tempfile.NamedTemporaryFile() as file:
        return file.name


def _files(process: int) -> dict[str, object]:
    links = Path(f"/proc/{process}/fd").iterdir()
    found = {each.name: os.readlink(each) for each in links if each.exists() or each.is_symlink()}
    return {"files": sorted(found.values()), "threads": len(os.listdir(f"/proc/{process}/task"))}


def main() -> None:
    """Draw everything here too: nothing of it may come again in a copy."""
    draws = nacl.utils.random(16), random.random(), ssl.RAND_bytes(16)  # noqa: S311
    names = [_temporary_name()]
    given = os.open(os.devnull, os.O_RDONLY)
    os.set_inheritable(given, True)  # as a shell gives a file to what it starts
    server = fork_server(lambda: None, draw)
    assert server is not None
    threading.Thread(target=lambda: None).start()  # from here on this process may have anything
    errors = [tempfile.TemporaryFile() for _ in range(COPIES)]  # noqa: SIM115 - until its exit
    copies = [
        server.start(["play", str(number)], {"P2PHANABI_HOME": f"/home/{number}"}, file)
        for number, file in enumerate(errors)
    ]
    events = []
    for copy, file in zip(copies, errors, strict=True):
        assert copy is not None
        while not file.seek(0, os.SEEK_END):
            assert copy.poll() is None
        file.seek(0)
        events.append(json.loads(file.readline()))
    pid: int = server.pid  # type: ignore[attr-defined]  # of the one for this system
    served = _files(pid)
    os.kill(pid, signal.SIGKILL)
    while server.poll() is None:
        pass
    left = [copy.poll() for copy in copies if copy is not None]
    refused = server.start([], {}, errors[0])
    for copy in copies:
        assert copy is not None
        assert copy.stdin is not None
        copy.stdin.close()
        copy.wait(30)
    server.close()
    found = {"copies": events, "server": served, "left": left, "refused": refused is None}
    sys.stdout.write(json.dumps({"drawn": [str(draws), *names], **found}))


if __name__ == "__main__":
    main()
