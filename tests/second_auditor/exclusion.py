"""Void rounds and what comes next, from section 14 of docs/protocol.md alone."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .basics import digest
from .faults import need


@dataclass
class Exclusion:
    """The open round `number` of n seats, as far as its kind and its speakers go.

    `shuffled`: who has shuffled the pile; `owe`: who owes something for a card that is opened;
    `acts`: who is to act now, and after each turn that is passed over; `but`: who does not speak in
    an agreement.
    """

    n: int
    number: int
    head: bytes
    kind: str
    shuffled: list[int] = field(default_factory=list)
    owe: list[int] = field(default_factory=list)
    acts: list[int] = field(default_factory=list)
    but: int | None = None
    gone: int | None = None
    under_way: Exclusion | None = None

    @property
    def active(self) -> list[int]:
        return [i for i in range(self.n) if i != self.gone]

    @property
    def speakers(self) -> list[int]:
        match self.kind:
            case "shuffled":
                return [next(i for i in self.active if i not in self.shuffled)]
            case "move":
                return self.acts[:1]
            case "opened":
                owing = [i for i in self.active if i in self.owe]
                return self.active if len(owing) == 1 else owing
        return [i for i in self.active if i != self.but]

    def opens(self, head: bytes, kind: str, but: int | None = None) -> None:
        self.number, self.head, self.kind, self.but = self.number + 1, head, kind, but

    def void(self, x: int) -> None:
        """A Fault if no round can be void for this seat here."""
        need(self.number > 2 and x in self.speakers, "not void")
        if self.kind != "without":
            self.under_way = replace(self)
        self.gone = x
        self.opens(digest("void", self.head, x), "without")

    def complete(self, head: bytes) -> None:
        """All have spoken that were to; the next round has this head."""
        match self.kind:
            case "shuffled":
                self.shuffled = [*self.shuffled, *self.speakers]
                self.shuffle_on(head, self.shuffled[-1])
            case "move":
                self.opens(head, "agree to a state", self.acts[0])
            case "without":
                self.resume(head)

    def shuffle_on(self, head: bytes, last: int | None) -> None:
        if all(i in self.shuffled for i in self.active):
            self.opens(head, "agree to a pile", last)
        else:
            self.opens(head, "shuffled")

    def resume(self, head: bytes) -> None:
        what, self.under_way = self.under_way, None
        assert what is not None
        match what.kind:
            case "shuffled" | "agree to a pile":
                self.shuffle_on(head, None)
            case "move":
                if what.acts[0] == self.gone:
                    self.acts = self.acts[1:]
                self.opens(head, "move")
            case kind:
                self.opens(head, kind)
