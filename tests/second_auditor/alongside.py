"""One game in memory by both readings of its rules: the program's and the second auditor's.

Before each move both are asked for more: moves made up of what a seat could say, most of which the
rules forbid. Claims that are not true (F7) are made now and then.
"""

from __future__ import annotations

import random
from typing import Any

from p2p_hanabi.registry import RULES
from protocol.encoding import Value, dec
from protocol.errors import BadEncoding, IllegalMove
from protocol.game import (
    Act,
    AllBut,
    Audience,
    Deal,
    Everyone,
    Open,
    Options,
    Over,
    Pending,
    Shuffle,
)
from tests.builders import Step, beacon, dice, walk

from .faults import Fault
from .koikoi import Koikoi
from .messagepack import decode_one, enc
from .rounds import GAMES as SECOND

CHOICES: dict[str, dict[str, tuple[Any, ...]]] = {
    name: dict(game.always) for name, game in SECOND.items()
}
CHOICES["hanabi"]["stuck"] = ("lose", "skip")
CHOICES["ikebana"] |= {"tie": ("turn", "coin"), "show buried": (False, True)}
WORDS = ["play", "discard", "draw", "keep", "refuse", "buy", "show", "take", "koi", "shobu", "pass"]
WORDS += ["hint colour", "hint rank"]


def chosen(name: str, seed: int) -> tuple[int, Options]:
    """A number of seats and options that this game allows."""
    source = dice(f"options of {name}", seed)
    options = {key: source.choice(values) for key, values in CHOICES[name].items()}
    return source.choice(SECOND[name].seats), options


class Alongside:
    """Asserts that both readings say the same of every step of one game."""

    def __init__(self, name: str, seed: int) -> None:
        self.ours, self.seed = RULES[name], seed
        self.seats, options = chosen(name, seed)
        self.options = self.ours.options(options)
        as_read = decode_one(enc([[key, value] for key, value in self.options]))
        kind = SECOND[name]
        self.second = kind(self.seats, kind.read_options(as_read, self.seats), beacon(seed))
        self.dice = random.Random(f"moves {seed}")  # noqa: S311 - a test's dice must fall the same again
        self.before: Step | None = None
        self.move: Any = None

    def play(self) -> None:
        options = dict(self.options)
        for step in walk(self.ours, options, self.seats, self.seed, choose=self.choose):
            self.follow(step)
            assert wanted(step.pending) == asked(self.second.wants())
            if self.before is not None and isinstance(self.before.pending, Act):
                assert enc(self.ours.public(step.state)) == enc(self.second.public())
            self.before = step
        assert self.before is not None
        assert isinstance(self.before.pending, Over)
        assert enc(self.before.pending.outcome) == enc(self.second.outcome)

    def follow(self, step: Step) -> None:
        """Tell the second what has come of what was wanted before."""
        match self.before and self.before.pending:
            case Shuffle():
                self.second.shuffled()
            case Deal(cards):
                shown = [card for card, to in cards if isinstance(to, Everyone)]
                self.second.dealt({int(card): int(step.faces[card]) for card in shown})
            case Open(cards):
                self.second.opened([int(step.faces[card]) for card in cards])
            case Act():
                assert self.before is not None
                move = decode_one(enc(self.ours.pack(self.move)))
                ours = self.ours.claims(self.before.state, self.move)
                claims = [(int(one.card), [int(f) for f in one.faces]) for one in ours]
                assert self.second.claims(move) == claims
                self.second.apply(move)

    def choose(self, view: Any) -> Any:
        assert self.before is not None
        state = self.before.state
        self.move = self.dice.choice(view.moves)
        for _ in range(3):
            made_up = self.made_up()
            move = self.legal(state, dec(enc(made_up)))
            assert (move is not None) == self.is_legal(made_up), (made_up, self.second.public())
            if move is not None and made_up[0] == "show" and self.dice.random() < 0.7:
                self.move = move
        return self.move

    def legal(self, state: Any, value: Value) -> Any:
        try:
            move = self.ours.unpack(value)
            self.ours.apply(state, move)
        except (BadEncoding, IllegalMove):
            return None
        return move

    def is_legal(self, move: Any) -> bool:
        try:
            self.second.claims(move)
        except Fault:
            return False
        return True

    def made_up(self) -> list[Any]:
        source, second = self.dice, self.second
        if isinstance(second, Koikoi) and second.step == "check" and source.random() < 0.5:
            hand = second.hands[second.seat]
            return ["show", sorted(source.sample(hand, source.choice([3, 4, 8])))]
        some: list[Any] = [True, None, "x", source.randrange(60), source.randrange(6)]
        some += [[source.randrange(6) for _ in range(source.randrange(3))]]
        return [source.choice(WORDS), *source.choices(some, k=source.choice([0, 0, 1, 1, 2, 3]))]


def wanted(pending: Pending) -> list[Any]:
    match pending:
        case Shuffle(faces):
            return ["shuffle", list(faces)]
        case Deal(cards):
            return ["deal", [(int(card), *seen_by(to)) for card, to in cards]]
        case Open(opened):
            return ["open", list(opened)]
        case Act(seat):
            return ["act", seat]
        case Over():
            return ["over"]


def seen_by(audience: Audience) -> tuple[str, int]:
    if isinstance(audience, Everyone):
        return "all", -1
    return "but" if isinstance(audience, AllBut) else "only", int(audience.holder)


def asked(wants: tuple[Any, ...]) -> list[Any]:
    if wants[0] == "deal":
        return ["deal", [(card, *audience) for card, audience in wants[1]]]
    return list(wants)
