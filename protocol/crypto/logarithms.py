"""Points with a known logarithm to base G, which can be multiplied like G, at a fifth of the cost.

A player knows the logarithm of each A in the starting pile and, after shuffling that pile itself,
in the result. An audit with all secrets knows that of each A in every pile, and of the table key.
No output depends on it: scalar · point is the same point either way.
Source: docs/protocol.md, section 2.
"""

from __future__ import annotations

from collections.abc import Sequence

from .group import G, L, Point, Scalar, add, mul, mul_base, total


class Logarithms:
    """The known multiples of G. Methods raise `BadProof` like those of `group`."""

    def __init__(self) -> None:
        self._of = {G: Scalar(1)}

    def know(self, x: Scalar) -> None:
        """Remember x as the logarithm of x·G."""
        self._of[mul_base(x)] = x

    def masked(self, point: Point, r: Scalar) -> Point:
        """Return point + r·G."""
        result = add(point, mul_base(r))
        if point in self._of:
            self._of[result] = Scalar((self._of[point] + r) % L)
        return result

    def mul(self, scalar: int, point: Point) -> Point:
        """Return scalar · point."""
        known = self._of.get(point)
        return mul(scalar, point) if known is None else mul_base(scalar * known)

    def weighted(self, scalars: Sequence[int], points: Sequence[Point]) -> Point:
        """Return Σ scalar · point over one or more pairs."""
        pairs = list(zip(scalars, points, strict=True))
        known = sum(scalar * self._of[point] for scalar, point in pairs if point in self._of) % L
        others = [mul(scalar, point) for scalar, point in pairs if point not in self._of]
        # known terms that cancel out add nothing; libsodium rejects the identity as a product
        return total([mul_base(known), *others] if known or not others else others)
