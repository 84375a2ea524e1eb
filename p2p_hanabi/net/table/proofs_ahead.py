"""A second thread that makes a seat's own shuffle while the one before is still being verified."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from protocol.encoding import Value
from protocol.game import AnyMove
from protocol.rounds.phases import Verified
from protocol.rounds.prove import NO_MOVE, Proofs, prove
from protocol.rounds.seat_secrets import Prover
from protocol.rounds.state import Stage


@dataclass(frozen=True, slots=True)
class _Ahead:
    stage: Stage
    prover: Prover
    made: Future[tuple[Value, Verified]]


class ProofsAhead(Proofs):
    """Precomputes one proof at a time. It is a function of the stage and the secret alone, so the
    result is the same as later; for any other stage it is discarded."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="table proofs")
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

    async def close(self) -> None:
        """End the thread after the proof in progress."""
        await asyncio.to_thread(self._thread.shutdown)
