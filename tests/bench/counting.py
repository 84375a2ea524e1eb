"""Count calls into libsodium, and add them up in one unit."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias

from nacl import bindings as sodium

Cost: TypeAlias = Counter[str]
"""The number of each operation."""


class Operation(NamedTuple):
    calls: tuple[str, ...]  # into libsodium, all of about the same cost
    hundredths: int  # of a unit
    what: str


OPERATIONS = {
    "mul": Operation(("crypto_scalarmult_ed25519_noclamp",), 100, "a point multiplied"),
    "base": Operation(("crypto_scalarmult_ed25519_base_noclamp",), 19, "the base multiplied"),
    "add": Operation(("crypto_core_ed25519_add", "crypto_core_ed25519_sub"), 15, "two points"),
    "hash": Operation(("crypto_core_ed25519_from_uniform",), 23, "a point from a hash"),
    "check": Operation(("crypto_core_ed25519_is_valid_point",), 46, "is it a point?"),
    "box": Operation(("crypto_box_beforenm", "crypto_scalarmult_base"), 26, "X25519"),
    "verify": Operation(("crypto_sign_open",), 58, "a signature"),
    "sign": Operation(("crypto_sign",), 39, "with the key pair made for it"),
}
"""A unit is the time of one `mul`. The relative cost of the others was measured once and is fixed
here, so that units are as exact as counts; `python -m tests.bench.seconds` measures it again."""


def units(cost: Cost) -> float:
    return sum(operation.hundredths * cost[name] for name, operation in OPERATIONS.items()) / 100


@contextmanager
def counting() -> Iterator[Cost]:
    """Count the calls into libsodium meanwhile, cached or not."""
    cost: Cost = Counter()
    names = {call: name for name, operation in OPERATIONS.items() for call in operation.calls}
    kept = {call: getattr(sodium, call) for call in names}

    def counted(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(call)
        def through(*arguments: Any) -> Any:
            cost[name] += 1
            return call(*arguments)

        return through

    for call, name in names.items():
        setattr(sodium, call, counted(name, kept[call]))
    try:
        yield cost
    finally:
        for call, before in kept.items():
            setattr(sodium, call, before)
