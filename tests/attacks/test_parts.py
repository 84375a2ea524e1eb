"""Proofs and verifications in parts: whatever part is ready first, the bytes, the reason and the
seat that is blamed are the same as in one thread."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from random import Random
from threading import Barrier, get_ident
from typing import Any

import pytest

from p2p_hanabi.net.table.proofs_ahead import ProofsAhead
from protocol.crypto.group import Point
from protocol.crypto.parts import Result, Workers, in_turn
from protocol.encoding import Value
from protocol.errors import BadProof, Wrong
from protocol.game import Seat
from protocol.peer.status import Activity
from protocol.reasons import InvalidProof, Reason
from protocol.rounds.phases import Dealing, Moving, Shuffling
from protocol.rounds.prove import Proofs
from protocol.rounds.state import Stage
from protocol.rounds.verify import verify
from tests.raised import for_reason

from .villain import TOY, before, film, put

SEATS = 3
SPOILT = 60
"""False statements of each kind that are tried."""


class AnyOrder(Proofs):
    """Computes the parts in a random order."""

    def __init__(self, seed: int) -> None:
        self.order = Random(seed)  # noqa: S311 - an order to try, no secret
        self.most = 0

    def together(self, parts: Sequence[Callable[[], Result]]) -> Sequence[Result]:
        places = list(range(len(parts)))
        self.order.shuffle(places)
        self.most = max(self.most, len(places))
        done: dict[int, Result | BadProof] = {}
        for place in places:
            try:
                done[place] = parts[place]()
            except BadProof as error:
                done[place] = error
        results = []
        for _, result in sorted(done.items()):
            if isinstance(result, BadProof):
                raise result
            results.append(result)
        return results


def test_parts_in_any_order_say_the_same_bytes() -> None:
    honest, scene = film(SEATS, TOY)[Activity.ENDED], before("shuffled", SEATS, TOY)
    orders = [AnyOrder(seat) for seat in range(SEATS)]
    for table, proofs in zip(scene.tables, orders, strict=True):
        table._proofs = proofs
    scene.run()
    assert scene.tables[0].transcript() == honest.tables[0].transcript()
    assert all(proofs.most > 1 for proofs in orders)


def leaves(body: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    if isinstance(body, tuple):
        for i, entry in enumerate(body):
            yield from leaves(entry, (*path, i))
    elif isinstance(body, bytes):
        yield path


def judged(
    stage: Stage, seat: Seat, body: Value, together: Workers
) -> tuple[int, Reason | None] | None:
    """Who is blamed and why; absent if nobody is."""
    try:
        verify(stage, seat, body, together)
    except Wrong as wrong:
        return wrong.seat, wrong.reason
    return None


@pytest.mark.parametrize("kind", [Shuffling, Dealing, Moving])
async def test_false_parts_are_refused_for_the_same_reason(kind: type[Any]) -> None:
    history, chance = film(SEATS, TOY)[Activity.ENDED].history(0), Random(1)  # noqa: S311 - the same
    rounds = [done for done in history.rounds if isinstance(done.stage.phase, kind)]
    threads, found = ProofsAhead(processors=3), set()
    for number in range(SPOILT):
        done = chance.choice(rounds)
        seat = chance.choice(sorted(done.statements))
        body: Value = done.statements[seat].body
        assert judged(done.stage, seat, body, threads.together) is None
        places = list(leaves(body))
        for place in chance.sample(places, min(chance.choice((1, 3)), len(places))):
            false = chance.choice((bytes(32), b"", bytes([2]) + bytes(31), b"\xff" * 32))
            body = put(body, place, false)
        blame = judged(done.stage, seat, body, in_turn)
        assert blame == judged(done.stage, seat, body, AnyOrder(number).together)
        assert blame == judged(done.stage, seat, body, threads.together)
        found.add(blame)
    assert len(found) > 1
    await threads.close()


# Threads.


async def test_a_table_in_several_threads_says_the_same_bytes() -> None:
    honest, scene = film(SEATS, TOY)[Activity.ENDED], before("shuffled", SEATS, TOY)
    helped = [ProofsAhead(processors=3) for _ in scene.tables]
    for table, proofs in zip(scene.tables, helped, strict=True):
        table._proofs = proofs
    scene.run()
    assert scene.tables[0].transcript() == honest.tables[0].transcript()
    for proofs in helped:
        await proofs.close()


async def test_parts_run_at_the_same_time() -> None:
    helped, both = ProofsAhead(processors=2), Barrier(2)

    def part() -> int:
        both.wait(timeout=20)  # for ever, if they ran in turn
        return get_ident()

    assert len(set(helped.together((part, part)))) == 2
    await helped.close()


async def test_parts_in_parts_wait_for_no_helper() -> None:
    helped = ProofsAhead(processors=2)

    def whole() -> int:
        return sum(helped.together([lambda: 1] * 3))

    assert helped.together([whole] * 5) == [3] * 5
    await helped.close()


@pytest.mark.parametrize("processors", [1, 2, 4])
async def test_first_part_that_fails_gives_the_reason(processors: int) -> None:
    def failing(reason: InvalidProof) -> Callable[[], list[Point]]:
        def part() -> list[Point]:
            raise BadProof(reason)

        return part

    helped = ProofsAhead(processors)
    parts = (list, failing(InvalidProof.MASKED_CARD), failing(InvalidProof.SHUFFLE_PROOF), list)
    for _ in range(20):
        with pytest.raises(BadProof, check=for_reason(InvalidProof.MASKED_CARD)):
            helped.together(parts)
    await helped.close()


async def test_a_fault_of_the_program_in_a_part_reaches_its_caller() -> None:
    helped = ProofsAhead(processors=3)
    with pytest.raises(ZeroDivisionError):
        helped.together((int, lambda: 1 // 0, int))
    assert helped.together([int] * 3) == [0] * 3
    await helped.close()


def test_program_exits_while_parts_are_computed() -> None:
    """Without a word, and without waiting for parts that have not begun."""
    program = """
        from threading import Event, Thread
        from p2p_hanabi.net.table.proofs_ahead import ProofsAhead

        begun, proofs = Event(), ProofsAhead(processors=3)

        def part():
            begun.set()
            return sum(range(100_000))

        Thread(target=proofs.together, args=([part] * 20,), daemon=True).start()
        begun.wait()
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        timeout=60,
        check=False,
        env=dict(os.environ),
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
