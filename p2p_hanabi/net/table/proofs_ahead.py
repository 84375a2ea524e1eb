"""More threads for a seat's proofs: one makes its own shuffle while the one before is still being
verified, others help to prove and to verify."""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

from protocol.crypto.parts import Result, in_turn
from protocol.encoding import Value
from protocol.game import AnyMove
from protocol.rounds.phases import Verified
from protocol.rounds.prove import NO_MOVE, Proofs
from protocol.rounds.seat_secrets import Prover
from protocol.rounds.state import Stage

MAX_HELPERS = 3
"""More gain little: between multiplications, a fifth of the time, only one thread runs."""


@dataclass(frozen=True, slots=True)
class _Ahead:
    stage: Stage
    prover: Prover
    made: Future[tuple[Value, Verified]]


class ProofsAhead(Proofs):
    """Precomputes one proof at a time. It is a function of the stage and the secret alone, so the
    result is the same as later; for any other stage it is discarded. On a machine with several
    `processors` the parts of a proof or of a verification are computed at the same time."""

    def __init__(self, processors: int | None = None) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="table proofs")
        # One fewer than there are: whoever asks for the parts computes some of them too.
        self._most = min((processors or os.cpu_count() or 1) - 1, MAX_HELPERS)
        self._helpers = (
            ThreadPoolExecutor(self._most, thread_name_prefix="table helpers")
            if self._most
            else None
        )
        self._ahead: _Ahead | None = None

    def expect(self, stage: Stage, prover: Prover) -> None:
        self._ahead = _Ahead(stage, prover, self._thread.submit(super().prove, stage, prover))

    def prove(
        self, stage: Stage, prover: Prover, move: AnyMove = NO_MOVE
    ) -> tuple[Value, Verified]:
        ahead, self._ahead = self._ahead, None
        # A round that became void, or a key share taken over, is another stage or another prover.
        if ahead is not None and (ahead.stage, ahead.prover) == (stage, prover):
            return ahead.made.result()
        return super().prove(stage, prover, move)

    def together(self, parts: Sequence[Callable[[], Result]]) -> Sequence[Result]:
        if self._helpers is None or len(parts) < 2:
            return in_turn(parts)
        done: list[Future[Result]] = [Future() for _ in parts]
        left = deque(zip(parts, done, strict=True))

        def work() -> None:
            with suppress(IndexError):  # nothing is left
                while True:
                    _compute(*left.popleft())

        helpers: list[Future[None]] = []
        with suppress(RuntimeError):  # nobody helps any more once the program exits
            while len(helpers) < min(self._most, len(parts) - 1):
                helpers.append(self._helpers.submit(work))
        work()
        for helper in helpers:
            # One that has not begun helps another thread, and would find nothing left here.
            if not helper.cancel():
                helper.result()
        return [each.result() for each in done]

    async def close(self) -> None:
        """End the threads after what is in progress."""
        await asyncio.to_thread(self._thread.shutdown)
        if self._helpers is not None:
            await asyncio.to_thread(self._helpers.shutdown)


def _compute(part: Callable[[], Result], done: Future[Result]) -> None:
    try:
        done.set_result(part())
    except Exception as error:  # raised where the result is read, by whoever asked for it
        done.set_exception(error)
