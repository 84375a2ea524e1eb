"""The only thread that touches a table, so that the event loop never waits for its proofs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias, TypeVar

from protocol.game import AnyMove, AnyView
from protocol.peer.table import Table

Result = TypeVar("Result")
AnyTable: TypeAlias = Table[AnyView, AnyMove]


class TableThread:
    """Runs jobs on the table, one at a time, in the order in which they were requested."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="table")

    async def do(self, job: Callable[[AnyTable], Result]) -> Result:
        """Run a job and return its result. If this is cancelled, a job that has begun still runs to
        its end, and its result is lost."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, job, self._table)

    async def close(self) -> None:
        """End the thread after the current job; those that have not begun are dropped."""
        # Twice: what has not begun is dropped at once, and the event loop waits for nothing.
        self._thread.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self._thread.shutdown)
