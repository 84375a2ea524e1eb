"""Points whose logarithm to G is known: they are multiplied as G is, at a fifth of the cost.

A player knows that of the starting pile, and after its own shuffle of that those of the result. An
audit to which all secrets are shown knows those of every pile and of the table key.
Nothing that is said depends on it: a point times a scalar is the same point either way.
"""

from __future__ import annotations

from collections.abc import Sequence

from .group import G, L, Point, Scalar, add, mul, mul_base, total


class Logarithms:
    """The points that are known multiples of G. Methods raise `BadProof` as those of `group` do."""

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
        """Return Σ scalar · point, of at least one of each."""
        pairs = list(zip(scalars, points, strict=True))
        known = sum(scalar * self._of[point] for scalar, point in pairs if point in self._of) % L
        others = [mul(scalar, point) for scalar, point in pairs if point not in self._of]
        # known ones that cancel out add nothing; libsodium refuses the identity as a product
        return total([mul_base(known), *others] if known or not others else others)
