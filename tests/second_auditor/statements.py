"""What is signed, and what of a round is kept. Section 4."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Statement(NamedTuple):
    payload: bytes
    signature: bytes
    round: int
    seat: int
    head: bytes
    body: Any

    def objects(self) -> bool:
        return type(self.body) is list and self.body[:1] == ["object"]

    def kind(self) -> str:
        """Its kind, if it is none of a round's statements; else nothing."""
        kind = self.body[0] if type(self.body) is list and self.body else None
        return kind if kind in ("object", "stop", "vote", "decide", "next") else ""

    def word(self) -> list[Any]:
        """Kind and ballot, if it is a word of a ballot, of whatever form. Section 14."""
        is_word = self.kind() in ("vote", "decide", "next")
        return list(self.body[:2]) if is_word and len(self.body) > 1 else []

    def differs(self, other: "Statement") -> bool:
        return self[:2] != other[:2]


@dataclass
class Round:
    kind: str
    speakers: list[int]
    cards: list[int] = field(default_factory=list)  # that are dealt or opened
    number: int = 0
    head: bytes = b""
    about: str = ""  # of *agree*: a "pile" or a "state"
    shuffle: int = 0  # m
    pile: list[Any] = field(default_factory=list)  # what a shuffle starts from
    claims: list[tuple[int, list[int]]] = field(default_factory=list)
    verified: dict[int, Statement] = field(default_factory=dict)
    gone: int | None = None  # the seat that is gone while this round is open
    void: bool = False
    game: Any = None  # as it stood at a void round
