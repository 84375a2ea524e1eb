"""Forks of a round that only the rules of ballots prevent, played by whole tables (§14).

The villain carries what it likes to whom it likes. Each is played twice: by the rules, and without
one of them, so that it is seen to be a fork.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest

from protocol.encoding import Value
from protocol.errors import NotNow
from protocol.game import Seat
from protocol.ledger.votes import Decide
from protocol.peer.ballots import Ballots
from protocol.peer.status import Activity
from tests.attacks.villain import SPLIT, Scene, film
from tests.protocol.peer.split import check_closed, join, lose

SEATS = 4
VILLAIN = 3
HONEST = (0, 1, 2)
WORDS = ("vote", "decide", "next")


@dataclass
class Carrier:
    """A table at a deal. The statement of the seat `withheld`, and words of ballots, arrive only
    where they are carried to. `said` has these words by seat, kind and ballot."""

    scene: Scene
    withheld: int
    said: dict[tuple[int, str, int], bytes] = field(default_factory=dict)
    deal: int = field(init=False)

    def __post_init__(self) -> None:
        self.scene.wire.tamper = self.tamper
        while any(len(self.scene.history(seat).statements) < SEATS - 1 for seat in self.others):
            assert self.scene.wire.deliver()
        self.deal = self.scene.history(self.others[0]).stage.round_number

    @property
    def others(self) -> list[int]:
        return [seat for seat in HONEST if seat != self.withheld]

    def tamper(self, _frm: Seat, _to: Seat, message: bytes) -> Sequence[bytes]:
        statement = self.scene.statement(message)
        if statement is None or not isinstance(statement.body, tuple):
            return (message,)
        body: Any = statement.body
        if body[0] in WORDS:
            self.said[statement.seat, body[0], body[1]] = message
            return ()
        is_withheld = body[0] == "dealt" and statement.seat == self.withheld
        return () if is_withheld else (message,)

    def settle(self) -> None:
        while self.scene.wire.deliver():
            pass

    def call_gone(self, seat: int, *by: int) -> None:
        lose(self.scene, seat)
        self.settle()
        for one in by:
            table = self.scene.tables[one]
            self.scene.wire.carry(Seat(one), table.declare_gone(Seat(seat)))

    def deal_to(self, seat: int) -> None:
        """Carry the withheld statement to the seat, which goes on from the round."""
        dealt = self.scene.history(self.withheld).standing(self.deal, Seat(self.withheld))
        assert dealt is not None
        self.scene.deliver(seat, dealt.data, link=VILLAIN)
        self.settle()

    def lie(self, kind: str, ballot: int, about: Value) -> None:
        """Sign a word of the villain for the deal."""
        like = self.scene.history(0).statements_of(self.deal)[Seat(0)]
        made = self.scene.signed(VILLAIN, like, (kind, ballot, about))
        self.said[VILLAIN, kind, ballot] = made.data

    def carry(self, kind: str, ballot: int, *, of: Sequence[int], to: Sequence[int]) -> None:
        """Carry these words of these seats, as far as they were said, to those."""
        for seat in to:
            for one in of:
                if one != seat and (one, kind, ballot) in self.said:
                    by = next(other for other in HONEST if other != seat)
                    self.scene.deliver(seat, self.said[one, kind, ballot], link=by)
        self.settle()

    @property
    def is_forked(self) -> bool:
        """Whether the deal is void for one honest seat, and another has gone on from it with what
        the gone one had said."""
        histories = [self.scene.history(seat) for seat in HONEST]
        void = {one.stage.gone for one in histories if one.is_void(self.deal)}
        on = {
            Seat(seat)
            for seat, one in zip(HONEST, histories, strict=True)
            if one.stage.round_number > self.deal and not one.is_void(self.deal)
        }
        return any(on - {gone} for gone in void)


def second_fork() -> Carrier:
    """All vote to go on without the villain, and the round wins. Then 0 takes its statement and
    goes on; 1 and 2 vote against it once more, and so does it itself."""
    made = Carrier(film(SEATS, SPLIT)[Activity.AGREEING_ON_PILE].copy(), VILLAIN)
    made.settle()
    made.call_gone(VILLAIN, *HONEST)
    join(made.scene, VILLAIN, *HONEST)
    made.settle()
    made.carry("next", 0, of=HONEST, to=HONEST)
    made.carry("vote", 1, of=HONEST, to=HONEST)
    made.carry("decide", 1, of=HONEST, to=HONEST)
    made.deal_to(0)
    made.call_gone(VILLAIN, 1, 2)
    made.lie("vote", 2, VILLAIN)
    made.lie("decide", 2, VILLAIN)
    made.carry("vote", 0, of=HONEST, to=(1, 2))
    made.carry("vote", 2, of=(1, 2, VILLAIN), to=(1, 2))
    made.carry("decide", 2, of=(1, 2, VILLAIN), to=(1, 2))
    return made


def first_fork() -> Carrier:
    """Both others, and the villain, decide to go on without 2, but neither hears that of another.
    Then 2 is there again, the round wins, and 0 takes its statement and goes on."""
    made = Carrier(film(SEATS, SPLIT)[Activity.AGREEING_ON_PILE].copy(), 2)
    made.settle()
    made.call_gone(2, 0, 1)
    made.lie("vote", 0, 2)
    made.lie("decide", 0, 2)
    made.lie("next", 0, None)
    made.carry("vote", 0, of=(0, 1, VILLAIN), to=(0, 1))
    join(made.scene, 2, 0, 1, VILLAIN)
    made.settle()
    made.carry("next", 0, of=(VILLAIN,), to=(0, 1))
    made.carry("vote", 0, of=(0, 1, VILLAIN), to=(2,))
    made.carry("next", 0, of=(0, 1, VILLAIN), to=(2,))
    made.carry("next", 0, of=HONEST, to=HONEST)
    made.carry("vote", 1, of=HONEST, to=HONEST)
    made.carry("decide", 1, of=HONEST, to=HONEST)
    made.deal_to(0)
    made.carry("decide", 0, of=(0, VILLAIN), to=(1,))
    return made


def reports_nothing(self: Ballots, ballot: int, base: int, _me: Seat) -> Decide | None:
    return LAST(self, ballot, base, Seat(SEATS))


def counts_itself_by_old_votes(self: Ballots, about: Seat, ballot: int, _base: int) -> bool:
    return COUNTS_ITSELF(self, about, ballot, -1)


LAST, COUNTS_ITSELF = Ballots._last, Ballots._counts_itself
FORKS = [
    pytest.param(first_fork, "_last", reports_nothing, id="a next that hides a decision"),
    pytest.param(second_fork, "_counts_itself", counts_itself_by_old_votes, id="votes before base"),
]


@pytest.mark.parametrize(("play", "rule", "broken"), FORKS)
def test_villain_cannot_fork_a_deal_by_ballots(
    play: Callable[[], Carrier], rule: str, broken: Callable[..., Any]
) -> None:
    made = play()
    assert not made.is_forked
    # It is lost for good now, and the others play on and close with one transcript.
    made.scene.wire.tamper = lambda _frm, _to, message: (message,)
    lose(made.scene, VILLAIN)
    join(made.scene, 0, 1, 2)
    join(made.scene, 1, 2)
    for _ in range(10):
        for seat in HONEST:
            with suppress(NotNow):
                made.scene.wire.carry(
                    Seat(seat), made.scene.tables[seat].declare_gone(Seat(VILLAIN))
                )
        made.scene.run()
    check_closed(made.scene, *HONEST, gone=VILLAIN)


@pytest.mark.parametrize(("play", "rule", "broken"), FORKS)
def test_without_its_rule_the_deal_is_forked(
    monkeypatch: pytest.MonkeyPatch,
    play: Callable[[], Carrier],
    rule: str,
    broken: Callable[..., Any],
) -> None:
    monkeypatch.setattr(Ballots, rule, broken)
    assert play().is_forked
