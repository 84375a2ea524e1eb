"""What stops do, from section 4 of docs/protocol.md alone ("Ending by common consent")."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .basics import array, below, same
from .messagepack import enc

Body = Any


@dataclass
class Stops:
    """What the seat `me` of n knows of the stops, `number` being its open round.

    `gone` lists from which round on which seat is gone; `heard` has, by round, what is kept, each
    with its speaker.
    """

    n: int
    me: int
    escrow: bool
    number: int
    gone: list[tuple[int, int]]
    heard: dict[int, list[tuple[int, Body]]] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)
    ended: dict[str, Any] | None = None

    def active(self, round_: int) -> set[int]:
        gone = [seat for since, seat in self.gone if since <= round_]
        return set(range(self.n)) - set(gone[-1:])

    def is_stop(self, seat: int, body: Body) -> bool:
        if not (array(body, 2) and body[0] == "stop" and type(body[1]) is list):
            return False
        missing = body[1]
        return all(below(i, self.n) and i != seat for i in missing) and same(
            missing, sorted(set(missing))
        )

    def hear(self, seat: int, round_: int, own_head: bool, body: Body) -> str:
        """`own_head`: it is under the head that is known here for that round."""
        is_old = self.number - round_ > self.n + 2
        if round_ > self.number or is_old or not own_head or not self.is_stop(seat, body):
            return "dropped"
        if seat not in self.active(round_):
            return "dropped"
        kept = self.heard.setdefault(round_, [])
        if any(one == seat and same(known, body) for one, known in kept):
            return "known"
        kept.append((seat, body))
        self.judge(round_)
        return "kept"

    def judge(self, round_: int) -> None:
        active, stops = self.active(round_), self.heard[round_]
        part = {seat for seat, _ in stops}
        while True:
            outside = active - part
            fitting = [(seat, body) for seat, body in stops if outside <= set(body[1])]
            stay = part & {seat for seat, _ in fitting}
            if stay == part:
                break
            part = stay
        if not part or self.ended:
            return
        if len(part) == 1 and self.escrow and self.number > 2 and part != {self.me}:
            self.left |= part
            return
        chosen = [
            min((body for one, body in fitting if one == seat), key=enc) for seat in sorted(part)
        ]
        withdrew = min(part) if len(part) == 1 else None
        self.ended = {
            "round": round_,
            "stops": [[seat, body] for seat, body in zip(sorted(part), chosen, strict=True)],
            "withdrew": withdrew,
        }

    def says(self, reach: set[int]) -> list[list[Any]]:
        """Round and body of what it says, if it wants to end the table and reaches these."""
        here = reach - self.left | {self.me}
        body = ["stop", sorted(set(range(self.n)) - here)]
        rounds = sorted({self.number, *(r for r, kept in self.heard.items() if kept)})
        return [
            [r, body]
            for r in rounds
            if self.me in self.active(r)
            and not any(seat == self.me and same(body, one) for seat, one in self.heard.get(r, []))
        ]

    def says_again(self, reach: set[int]) -> list[list[Any]]:
        """What it says by itself, if it has said that it wants to end the table."""
        has_said = any(seat == self.me for seat, _ in self.heard.get(self.number, []))
        has_link = bool(reach - {self.me})
        return self.says(reach) if has_said and has_link and not self.ended else []

    def objects(self) -> list[Any] | None:
        """Round and body of its objection, if its own stop alone has ended the table."""
        if not self.ended or self.ended["withdrew"] != self.me:
            return None
        if not self.escrow or self.number <= 2:
            return None
        return [self.number, ["object", self.me, ["stopped-alone"], None]]
