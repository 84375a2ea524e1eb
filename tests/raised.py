"""Reasons of exceptions, for `pytest.raises(..., check=for_reason(...))`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from protocol.errors import ReasonedError
from protocol.reasons import Code, Reason


def for_reason(code: Code) -> Callable[[BaseException], bool]:
    """Whether an exception has this reason, or has it behind its own."""
    return lambda error: isinstance(error, ReasonedError) and code in codes(error.reason)


def codes(reason: Reason | None) -> Iterator[Code]:
    """The codes of a reason and of those behind it."""
    while reason is not None:
        yield reason.code
        reason = reason.cause
