"""What an exception says why, for `pytest.raises(..., check=says(...))`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from protocol.errors import ReasonedError
from protocol.reasons import Code, Reason


def says(code: Code) -> Callable[[BaseException], bool]:
    """Whether it is this, or this is behind it."""
    return lambda error: isinstance(error, ReasonedError) and code in codes(error.reason)


def codes(reason: Reason | None) -> Iterator[Code]:
    """The codes of a reason and of those behind it."""
    while reason is not None:
        yield reason.code
        reason = reason.cause
