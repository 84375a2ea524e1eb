"""Copies of a process that has loaded the program have nothing in common that is secret."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from functools import cache
from typing import Any

from p2p_hanabi.systems import fork_server
from tests.needs import need
from tests.systems.copies import COPIES


@cache
def facts() -> dict[str, Any]:
    need("posix")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.systems.copies"],
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    ).stdout
    found: dict[str, Any] = json.loads(done)
    return found


def test_no_two_copies_draw_the_same_of_any_source() -> None:
    drawn = [copy["drawn"] for copy in facts()["copies"]]
    assert len(drawn) == COPIES
    for source in drawn[0]:
        assert len({each[source] for each in drawn}) == COPIES, source
    assert not {each for one in drawn for each in one.values()} & set(facts()["drawn"])


def test_copy_has_its_own_arguments_and_environment() -> None:
    for number, copy in enumerate(facts()["copies"]):
        assert copy["arguments"] == ["play", str(number)]
        assert copy["home"] == f"/home/{number}"


def test_server_has_one_thread_and_one_socket() -> None:
    server = facts()["server"]
    assert server["threads"] == 1
    [*others, its_socket] = server["files"]
    assert others == ["/dev/null"] * 3
    assert its_socket.startswith("socket:")


def test_copies_share_no_file_with_each_other() -> None:
    copies = [set(copy["files"]) - {"/dev/null"} for copy in facts()["copies"]]
    server = set(facts()["server"]["files"]) - {"/dev/null"}
    for number, files in enumerate(copies):
        assert len([each for each in files if each.startswith("socket:")]) == 1
        assert not files & server
        for other in copies[:number]:
            assert not {each for each in files & other if "/proc/" not in each}


def test_copies_live_on_without_their_server() -> None:
    assert facts()["left"] == [None] * COPIES


def test_killed_server_forks_no_more() -> None:
    assert facts()["refused"]


async def test_no_server_is_forked_off_a_running_loop() -> None:
    assert asyncio.get_running_loop()
    assert fork_server(lambda: None, print) is None
