"""Formulas: of plain values, which are computed at once, or of a prover's terms (z3)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any

Formula = Any  # bool, or z3.BoolRef
Term = Any  # int, or z3.ArithRef


def every(*parts: Formula) -> Formula:
    return all(parts) if _are_plain(parts) else _z3().And(*parts)


def some(*parts: Formula) -> Formula:
    return any(parts) if _are_plain(parts) else _z3().Or(*parts)


def no(part: Formula) -> Formula:
    return not part if isinstance(part, bool) else _z3().Not(part)


def implies(condition: Formula, conclusion: Formula) -> Formula:
    return some(no(condition), conclusion)


def all_but_one(parts: Iterable[Formula]) -> Formula:
    """Of any two one holds."""
    listed = list(parts)
    if _are_plain(listed):
        return sum(listed) >= len(listed) - 1
    return every(*(some(one, other) for one, other in combinations(listed, 2)))


def choose(condition: Formula, then: Term, otherwise: Term) -> Term:
    if isinstance(condition, bool):
        return then if condition else otherwise
    return _z3().If(condition, then, otherwise)


def changed(
    before: Callable[[Term], Term], at: Callable[[Term], Formula], value: Term
) -> Callable[[Term], Term]:
    """Return the function that has this value where `at` holds, and is as before elsewhere."""
    return lambda b: choose(at(b), value, before(b))


def only(place: Term) -> Callable[[Term], Formula]:
    return lambda b: operator.eq(b, place)


def _are_plain(parts: Iterable[Formula]) -> bool:
    return all(isinstance(part, bool) for part in parts)


def _z3() -> Any:
    import z3

    return z3
