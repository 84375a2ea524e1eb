"""More threads for a seat's proofs: one makes its own shuffle while the one before is still being
verified, others help to verify."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from protocol.crypto.group import Point
from protocol.crypto.shuffle_proof import Part, in_turn
from protocol.encoding import Value
from protocol.game import AnyMove
from protocol.rounds.phases import Verified
from protocol.rounds.prove import NO_MOVE, Proofs, prove
from protocol.rounds.seat_secrets import Prover
from protocol.rounds.state import Stage

MAX_HELPERS = 3
"""A verification has four parts."""


@dataclass(frozen=True, slots=True)
class _Ahead:
    stage: Stage
    prover: Prover
    made: Future[tuple[Value, Verified]]


class ProofsAhead(Proofs):
    """Precomputes one proof at a time. It is a function of the stage and the secret alone, so the
    result is the same as later; for any other stage it is discarded. On a machine with several
    `processors` the parts of a verification are computed at the same time."""

    def __init__(self, processors: int | None = None) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="table proofs")
        helpers = min((processors or os.cpu_count() or 1) - 1, MAX_HELPERS)
        self._helpers = (
            ThreadPoolExecutor(helpers, thread_name_prefix="table helpers") if helpers else None
        )
        self._ahead: _Ahead | None = None

    def expect(self, stage: Stage, prover: Prover) -> None:
        self._ahead = _Ahead(stage, prover, self._thread.submit(prove, stage, prover))

    def prove(
        self, stage: Stage, prover: Prover, move: AnyMove = NO_MOVE
    ) -> tuple[Value, Verified]:
        ahead, self._ahead = self._ahead, None
        if ahead is not None and (ahead.stage, ahead.prover) == (stage, prover):
            return ahead.made.result()
        return prove(stage, prover, move)

    def together(self, parts: Sequence[Part]) -> Sequence[Sequence[Point]]:
        if self._helpers is None:
            return in_turn(parts)
        tasks = [self._helpers.submit(part) for part in parts]
        for i in reversed(range(len(tasks))):
            # This thread does not wait for a helper that has not begun: it takes the part itself.
            if tasks[i].cancel():
                tasks[i] = _done(parts[i])
        wait(tasks)
        return [task.result() for task in tasks]

    async def close(self) -> None:
        """End the threads after what is in progress."""
        await asyncio.to_thread(self._thread.shutdown)
        if self._helpers is not None:
            await asyncio.to_thread(self._helpers.shutdown)


def _done(part: Part) -> Future[Sequence[Point]]:
    done = Future[Sequence[Point]]()
    try:
        done.set_result(part())
    except Exception as error:
        done.set_exception(error)
    return done
