"""Real ballots of one round, with the words of each delivered in many orders."""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace

import pytest

from protocol.game import Seat
from protocol.ledger.votes import MAX_BALLOTS, Decide, Next, Vote, Word
from protocol.peer.ballots import MAX_ALONE, Ballots, Prospect

from .side_by_side import ground

SEATS = 4
ANA, BEN, CHI, DAN = (Seat(seat) for seat in range(SEATS))
HONEST = (ANA, BEN, CHI)
ALL = (*HONEST, DAN)
ORDERS = 200


@dataclass
class Deliveries:
    """Ballots of seats that know only what was delivered to them. `sent` are all words so far;
    those that are `lost` arrive nowhere."""

    views: dict[Seat, Prospect]
    ballots: dict[Seat, Ballots] = field(init=False)
    sent: list[tuple[Seat, Word]] = field(default_factory=list)
    known: dict[Seat, set[int]] = field(init=False)
    lost: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.ballots = {seat: Ballots(SEATS) for seat in self.views}
        self.known = {seat: set() for seat in self.views}

    def say(self, seat: Seat, word: Word) -> None:
        self.sent.append((seat, word))
        if seat in self.views:
            self.deliver(seat, len(self.sent) - 1)

    def deliver(self, to: Seat, number: int) -> None:
        if number not in self.known[to]:
            self.known[to].add(number)
            seat, word = self.sent[number]
            self.ballots[to].receive(ground(SEATS).word(seat, word), word)

    def deliver_all(self, to: Seat, *words: tuple[Seat, Word]) -> None:
        """Deliver these words, in this order."""
        for one in words:
            self.deliver(to, self.sent.index(one))

    def speak(self, seat: Seat) -> Word | None:
        """Let the seat say what is due, if anything."""
        word = self.ballots[seat].due(self.views[seat])
        if word is not None:
            self.say(seat, word)
        return word

    def settle(self, chance: random.Random) -> None:
        """Deliver everything, in a random order, and let all say what is due."""
        while True:
            missing = [
                (to, number)
                for to in self.views
                for number in range(len(self.sent))
                if number not in self.known[to] | self.lost
            ]
            if missing and chance.random() < 0.7:
                self.deliver(*chance.choice(missing))
                continue
            order = chance.sample([*self.views], len(self.views))
            if not any(self.speak(seat) for seat in order) and not missing:
                return

    @property
    def gone(self) -> set[object]:
        return {None if (b := self.ballots[s].gone) is None else b[1] for s in self.views}


def view(me: Seat, *, reach: Sequence[Seat], wanted: Seat | None) -> Prospect:
    return Prospect(me, frozenset(reach), frozenset(reach), wanted, has_gone_on=False)


def test_lost_seat_that_voted_for_itself_holds_nobody_up() -> None:
    """All vote for Dan in ballot 0, the round wins ballot 1, and Dan votes for himself in ballot 2,
    in which Ben and Chi want him gone. Ana, who has not heard that the round has won, must not
    decide so: by votes before the base of the others, which would never count her `next`."""
    lost = {seat: view(seat, reach=HONEST, wanted=DAN) for seat in HONEST}
    here = {seat: view(seat, reach=ALL, wanted=None) for seat in HONEST}
    table = Deliveries(dict(lost))
    for seat in HONEST:
        assert table.speak(seat) == Vote(0, DAN)
    table.views.update(here)
    for seat, other in ((ANA, BEN), (BEN, CHI), (CHI, ANA)):
        table.deliver_all(seat, (other, Vote(0, DAN)))
        assert table.speak(seat) == Next(0, None)
    for seat in HONEST:
        table.deliver_all(seat, *((other, Next(0, None)) for other in HONEST))
        assert table.speak(seat) == Vote(1, None)
    for word in (Vote(1, None), Decide(1, None), Next(1, None)):
        table.say(DAN, word)
    for seat in (BEN, CHI):
        table.deliver_all(seat, *((other, Vote(1, None)) for other in (BEN, CHI, DAN)))
        assert table.speak(seat) == Decide(1, None)
    table.deliver_all(ANA, (DAN, Next(1, None)))
    assert table.speak(ANA) == Next(1, None)
    table.views.update(lost)
    for seat in (BEN, CHI):
        table.deliver_all(seat, *((other, Decide(1, None)) for other in (BEN, CHI, DAN)))
        assert table.speak(seat) == Vote(2, DAN)
    for word in (Vote(2, DAN), Decide(2, DAN), Next(2, Decide(2, DAN))):
        table.say(DAN, word)
    table.deliver_all(ANA, (BEN, Vote(0, DAN)), (CHI, Vote(0, DAN)))
    table.deliver_all(ANA, *((other, Vote(2, DAN)) for other in (BEN, CHI, DAN)))
    table.deliver_all(ANA, (DAN, Next(2, Decide(2, DAN))))
    for seed in range(ORDERS):
        later = deepcopy(table)
        later.settle(random.Random(seed))  # noqa: S311 - no secret
        assert later.gone == {DAN}


def test_honest_seats_go_on_without_a_lost_one_in_any_order() -> None:
    """No honest `next` waits for ever to be backed by a seat with a later base.

    Only the own vote of x depends on the base: it counts after a ballot in which all others voted
    for x. Say that nil has won ballot w, and an honest x votes for itself in a later ballot b. It
    was told so by n - 1 `next` of b - 1. Of these, one at least is of an honest seat that decided
    nil in w, and reports nothing earlier. So x was told of a decision after w, and the first such
    decision was by votes of all others: these back the vote of x for whoever knows of w, too.
    """
    for seed in range(ORDERS):
        chance = random.Random(seed)  # noqa: S311 - no secret
        table = Deliveries({seat: view(seat, reach=ALL, wanted=None) for seat in ALL})
        for _ in range(chance.randrange(150)):
            seat = chance.choice(ALL)
            if seat != DAN and chance.random() < 0.2:
                is_here = chance.random() < 0.5
                reach, wanted = (ALL, None) if is_here else (HONEST, DAN)
                table.views[seat] = view(seat, reach=reach, wanted=wanted)
            if table.sent and chance.random() < 0.6:
                table.deliver(seat, chance.randrange(len(table.sent)))
            else:
                table.speak(seat)
        del table.views[DAN]  # lost, with what nobody else has heard
        delivered = set().union(*(table.known[seat] for seat in HONEST))
        table.lost = {*range(len(table.sent))} - delivered
        table.views = {seat: view(seat, reach=HONEST, wanted=DAN) for seat in HONEST}
        table.settle(chance)
        assert table.gone == {DAN}, seed


def table_with_late_ballots(vote: Seat | None, *, is_silent: bool) -> Deliveries:
    """The round has won the last early ballot, and Dan has said all words of later ones but
    decisions in advance, or nothing."""
    table = Deliveries({seat: view(seat, reach=ALL, wanted=None) for seat in HONEST})
    for seat in ALL:
        table.say(seat, Decide(MAX_ALONE - 1, None))
    for ballot in range(MAX_ALONE, MAX_BALLOTS) if not is_silent else ():
        table.say(DAN, Vote(ballot, vote))
        table.say(DAN, Next(ballot, None))
    for seat in HONEST:
        for number in range(len(table.sent)):
            table.deliver(seat, number)
    return table


def settled(table: Deliveries, has_gone_on: Sequence[Seat], seed: int) -> Deliveries:
    """All but Dan can reach each other from now on, and nobody wants another gone."""
    after = deepcopy(table)
    after.views = {
        seat: replace(view(seat, reach=HONEST, wanted=None), has_gone_on=seat in has_gone_on)
        for seat in HONEST
    }
    after.settle(random.Random(seed))  # noqa: S311 - no secret
    return after


FLOODS = [(None, True), (None, False), (ANA, False), (BEN, False), (DAN, False)]


@pytest.mark.parametrize(("vote", "is_silent"), FLOODS)
def test_late_vote_is_answered_by_those_who_have_gone_on(
    vote: Seat | None, *, is_silent: bool
) -> None:
    """A link breaks: Ana votes to go on without Ben, who goes on from the round with Chi. Once all
    but Dan are linked again, she must come to take his statement."""
    table = table_with_late_ballots(vote, is_silent=is_silent)
    table.views[ANA] = view(ANA, reach=(ANA, CHI, DAN), wanted=BEN)
    assert table.speak(ANA) == Vote(MAX_ALONE, BEN)
    for seed in range(ORDERS // 10):
        after = settled(table, (BEN, CHI), seed)
        assert not after.ballots[ANA].has_voted(ANA), seed
        assert after.gone == {None}


@pytest.mark.parametrize(("vote", "is_silent"), FLOODS)
def test_late_votes_for_one_who_has_gone_on_come_to_an_end(
    vote: Seat | None, *, is_silent: bool
) -> None:
    """Ana and Chi vote to go on without Ben, who has gone on alone: he is gone, or they take his
    statement. If Dan has voted so too, only Ben himself can make up for Dan's decision."""
    table = table_with_late_ballots(vote, is_silent=is_silent)
    for seat in (ANA, CHI):
        table.views[seat] = view(seat, reach=(ANA, CHI, DAN), wanted=BEN)
        assert table.speak(seat) == Vote(MAX_ALONE, BEN)
    for seed in range(ORDERS // 10):
        after = settled(table, (BEN,), seed)
        votes = [after.ballots[seat].has_voted(seat) for seat in HONEST]
        assert after.gone == {BEN} or (after.gone == {None} and not any(votes)), seed
