"""The model's steps, taken by the real objects: `Absences` with its `Ballots`, on a real history.

    python -m tests.model.side_by_side --walks 100000

A seat of the model may have heard any of what was said. So of each step there must be something to
have heard, by which the real seat says the same (`Hearing`); and whatever it has heard, what it
says must be a step of the model (`anything_heard`). In the same way what it calls void, that the
round has won, and whose statement it keeps out, are compared.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from unittest.mock import patch

from protocol.game import Seat
from protocol.ledger.history import History, Round, Statement
from protocol.ledger.votes import MAX_BALLOTS, About, Decide, Next, Vote, Word
from protocol.peer import ballots as real_ballots
from protocol.peer.absences import Absences
from protocol.peer.messages import Have
from protocol.peer.status import Activity
from protocol.peer.sync import Links
from tests.attacks.villain import SPLIT, film

from .abstracted import active
from .ballots import NIL, STOOD, Ballot, Column, Place, Table, place_of
from .walks import VILLAIN, Moment, steps_of, table_of, walk, words_of

EACH = 2
"""At each which step of a walk all seats are asked after hearing anything."""
Explains = tuple[int, Word]  # by a seat


@dataclass(frozen=True)
class Ground:
    """A round of a real game in which all seats speak, and the next, in which they do too."""

    played: History
    number: int

    @property
    def rounds(self) -> tuple[Round, Round]:
        one, other = self.played.rounds[self.number : self.number + 2]
        return one, other

    def history(self, taken: Sequence[int]) -> History:
        """Return the history of a seat that has taken these statements of the open round."""
        here = self.rounds[0]
        history = History(here.stage, self.played.signatures, self.played.rounds[: self.number])
        history.statements = {Seat(seat): here.statements[Seat(seat)] for seat in taken}
        history.verified = {Seat(seat): here.verified[Seat(seat)] for seat in taken}
        return history

    def later(self) -> History:
        """Return the history of a seat that has gone on."""
        before = self.played.rounds[: self.number + 1]
        return History(self.rounds[1].stage, self.played.signatures, before)

    def word(self, seat: int, word: Word) -> Statement:
        return _word(self.number, self.rounds[0].stage.head, Seat(seat), word)


@cache
def _word(number: int, head: bytes, seat: Seat, word: Word) -> Statement:
    """Return it as the others would receive it; a signature is verified elsewhere."""
    body = word.body()
    return Statement(repr((seat, body)).encode(), bytes(64), number, seat, head, body)


@cache
def ground(seats: int) -> Ground:
    """Return the last deal of a game with escrow."""
    history = film(seats, SPLIT)[Activity.ENDED].history(0)
    return Ground(history, len(history.rounds) - 3)


@dataclass
class Hearing:
    """One honest seat, what it has heard, and whom it can reach."""

    table: Table
    column: Column
    me: int
    words: list[Explains] = field(default_factory=list)
    reach: set[int] = field(default_factory=set)
    wanted: int | None = None

    @property
    def place(self) -> Place:
        return place_of(self.column, self.me)

    def seat(self) -> tuple[Absences, History, Links]:
        """Return the real objects that have heard all this."""
        on = ground(self.table.rules.seats)
        held = [x for x in range(self.table.rules.seats) if self.place.taken >> x & 1]
        history = on.later() if self.place.over == STOOD else on.history(held)
        absences = Absences(Seat(self.me), on.played.stage.seating)
        absences.met |= set(absences.seating.seats)
        for seat, word in self.words:
            absences.receive(on.word(seat, word), history)
        links = Links()
        for seat in self.reach - {self.me}:
            links.connected(Seat(seat))
            links.note_have(Seat(seat), Have(on.number, (), ()))
        if self.wanted is not None:
            absences.want(Seat(self.wanted))
        return absences, history, links

    def statement_due(self) -> str | None:
        """Return what the seat says, in the words of the model."""
        absences, history, links = self.seat()
        due = absences.due(history, links)
        return None if due is None else text_of(due[1])

    # What it may have heard.

    def hear_itself(self) -> None:
        """Its own words are known to it, and the decisions by which the round has won its base."""
        for b, ballot in enumerate(self.place.ballots):
            self.words += [(self.me, word) for word in words_in(b, ballot)]
        self.hear_win(self.place.base, NIL)

    def hear_win(self, b: int, x: int) -> None:
        if b >= 0:
            winners = [i for i, ballot in self.of(b).items() if ballot.commit == x]
            known = {seat for seat, word in self.words if word == Decide(b, about(x))}
            self.words += [(i, Decide(b, about(x))) for i in (*winners, VILLAIN) if i not in known]

    def of(self, b: int) -> dict[int, Ballot]:
        places = {i: place for i, place in enumerate(self.column) if place is not None}
        return {i: place.ballot(b) for i, place in places.items() if i != VILLAIN}

    def hear_votes(self, ballots: range, *, all_about_me: bool = True) -> None:
        """All honest votes; the villain votes with n - 2 others, if there are so many; perhaps
        only where these do not vote for this seat."""
        for b in ballots:
            votes = {i: ballot.vote for i, ballot in self.of(b).items() if ballot.vote is not None}
            self.words += [(i, Vote(b, about(x))) for i, x in votes.items() if i != self.me]
            for x in set(votes.values()):
                others = [i for i, vote in votes.items() if vote == x]
                is_heard = all_about_me or x != self.me
                if is_heard and len(others) >= self.table.rules.seats - 2:
                    self.words.append((VILLAIN, Vote(b, about(x))))

    def hear_nexts(self, b: int, most: tuple[int, int]) -> None:
        """Those of ballot b: the villain's reports this, the others nothing later. It reaches
        them."""
        self.reach = {VILLAIN}
        self.words += [(VILLAIN, word) for word in words_in(b, Ballot(next=most))]
        for i, ballot in self.of(b).items():
            if ballot.next is None or ballot.next[0] > most[0]:
                continue
            if self.table.counts(self.column, ballot.next, self.place.base):
                self.reach.add(i)
                if i != self.me:
                    self.words += [(i, word) for word in words_in(b, Ballot(next=ballot.next))]


def about(x: int) -> About:
    return None if x == NIL else Seat(x)


def words_in(b: int, ballot: Ballot) -> Iterator[Word]:
    if ballot.vote is not None:
        yield Vote(b, about(ballot.vote))
    if ballot.commit is not None:
        yield Decide(b, about(ballot.commit))
    if ballot.next is not None:
        last, x = ballot.next
        yield Next(b, None if last < 0 else Decide(last, about(x)))


def text_of(word: Word) -> str:
    match word:
        case Vote(b, x):
            return f"votes [{b}, {_number(x)}]"
        case Decide(b, x):
            return f"commits [{b}, {_number(x)}]"
        case Next(b, last):
            c = (-1, NIL) if last is None else (last.ballot, _number(last.about))
            return f"says next [{b}, {c}]"


def _number(x: About) -> int:
    return NIL if x is None else x


def sized(table: Table) -> AbstractContextManager[object]:
    """Let a round of the real objects have as many ballots as the model's."""
    rules = table.rules
    return patch.multiple(real_ballots, MAX_BALLOTS=rules.max_ballots, MAX_ALONE=rules.max_alone)


# -- the same step


def difference(table: Table, moment: Moment) -> str | None:
    """Return what the real objects do in place of the model's step; None if they do the same."""
    i, text, _, _ = moment.step
    match text.removesuffix(" and goes on").split():
        case ["votes" | "commits", *_] | ["says", "next", *_]:
            spoken = []
            for hearing in reasons(table, moment.column, i, text):
                spoken.append(hearing.statement_due())
                if spoken[-1] == text:
                    return None
            return f"{i} {text}: says {spoken}"
        case ["finds", "that", "nil", "has", "won", "ballot", won]:
            hearing = hearing_itself(table, moment.column, i)
            hearing.hear_win(int(won), NIL)
            base = hearing.seat()[0]._ballots[ground(table.rules.seats).number].base
            return None if base == int(won) else f"{i} {text}: base is {base}"
        case ["finds", "the", "round", "void", "for", gone]:
            hearing = hearing_itself(table, moment.column, i)
            for ballot, x in table.won(moment.column):
                if x == int(gone):
                    hearing.hear_win(ballot, x)
            absences, history, _ = hearing.seat()
            found = absences.found(history)
            return None if found is not None and found.gone == int(gone) else f"{i} {text}: no"
        case ["takes", whose, "statement"]:
            x = int(whose.removesuffix("'s"))
            return (
                None if x in lets_in(hearing_itself(table, moment.column, i)) else f"{i} {text}: no"
            )
    return None


def hearing_itself(table: Table, column: Column, i: int) -> Hearing:
    hearing = Hearing(table, column, i)
    hearing.hear_itself()
    return hearing


def reasons(table: Table, column: Column, i: int, text: str) -> Iterator[Hearing]:
    """Yield what the seat may have heard, if it says so."""
    place = place_of(column, i)
    b, base = table.current(place), place.base
    hearing = hearing_itself(table, column, i)
    is_next = text.startswith("says")
    if text.startswith("commits"):
        hearing.hear_votes(range(base + 1, b + 1))
        yield hearing
    elif b == base + 1:
        if is_next:
            give_up(hearing, b)
        else:
            hearing.wanted = int(text.split()[2].rstrip("]"))
            hearing.reach = set(range(table.rules.seats)) - {hearing.wanted}
        yield hearing
    else:
        about_seat = None if is_next else int(text.split()[2].rstrip("]"))
        for most, all_about_me in product(
            [(-1, NIL), *table.claims(column, b, base)], (True, False)
        ):
            if is_next or about_seat == (most[1] if most[0] > base else NIL):
                hearing = hearing_itself(table, column, i)
                hearing.hear_votes(range(base + 1, b), all_about_me=all_about_me)
                hearing.hear_nexts(b - 1, most)
                if is_next:
                    give_up(hearing, b)
                yield hearing


def give_up(hearing: Hearing, b: int) -> None:
    """Let the villain vote in this ballot, and leave it; in a late one also others who have."""
    table, column, i = hearing.table, hearing.column, hearing.me
    if b < table.rules.max_alone:
        hearing.words += [(VILLAIN, Vote(b, None)), (VILLAIN, Next(b, None))]
        return
    for heard in table.heard(column, i, b):
        if table.leaves_late(column, i, heard):
            hearing.words += [(j, Vote(b, about(x))) for j, x in heard.votes.items() if j != i]
            nexts = {VILLAIN: (-1, NIL), **{j: one.next for j, one in hearing.of(b).items()}}
            hearing.words += [
                (j, word) for j in heard.left for word in words_in(b, Ballot(next=nexts[j]))
            ]
            # it is opposed to all that it can reach; later, only the votes of these for themselves
            # may count
            is_fresh = b == hearing.place.base + 1
            hearing.reach = {*heard.opposed} if is_fresh else set()
            return


def lets_in(hearing: Hearing) -> set[int]:
    """Return the seats whose statement it takes at once, or after hearing who has gone on."""
    table, column = hearing.table, hearing.column
    absences, history, _ = hearing.seat()
    on = ground(table.rules.seats)
    statements = on.rounds[0].statements
    taken: set[int] = set()
    for x in set(statements) - set(history.statements):
        if table.has_said(0, column, x):
            if absences.keeps_out(statements[x]):
                continue
            taken.add(x)
    history = on.history([*history.statements, *taken])
    ahead = [i for i, place in enumerate(column) if place is None or place.over == STOOD]
    later = on.rounds[1].statements
    coming = [later[Seat(i)] for i in ahead if i != hearing.me]
    return taken | {one.seat for one in absences.let_in(history, coming)}


# -- whatever it has heard


def random_hearing(table: Table, column: Column, i: int, chance: random.Random) -> Hearing:
    """Return a seat that has heard some of what was said, and anything from the villain.

    It knows by which votes it has decided, and after which it has voted for itself; and of no win
    that it has not found.
    """
    hearing = hearing_itself(table, column, i)
    place = hearing.place
    seats = range(table.rules.seats)
    much = chance.choice((0.4, 0.8, 1.0, 1.0))
    known_to = max((b for b, own in enumerate(place.ballots) if own.commit is not None), default=-1)
    last = max((b for b, own in enumerate(place.ballots) if own.vote == i), default=0)
    known_to = max(known_to, last - 1)
    hearing.hear_votes(range(known_to + 1))
    for b in range(table.current(place) + 2):
        ballots = {VILLAIN: lies(hearing, b, chance), **hearing.of(b)}
        votes = [one.commit for one in ballots.values() if one.commit is not None]
        won = {x for x in votes if votes.count(x) >= table.rules.seats - 1}
        for j, one in ballots.items():
            for word in words_in(b, one) if j != i else ():
                is_known = b <= known_to and isinstance(word, Vote)
                is_win = isinstance(word, Decide) and (one.commit in won or b == place.base)
                if not is_known and not is_win and chance.random() < much:
                    hearing.words.append((j, word))
    chance.shuffle(hearing.words)
    hearing.reach = {j for j in seats if chance.random() < much}
    if place.over is None and chance.random() < 0.5:
        hearing.wanted = chance.choice([j for j in seats if j != i])
        hearing.reach = {*seats} - {hearing.wanted}
    return hearing


def lies(hearing: Hearing, b: int, chance: random.Random) -> Ballot:
    """Return what a villain may say in ballot b; mostly what helps another."""
    seats = range(hearing.table.rules.seats)
    others = [ballot.vote for ballot in hearing.of(b).values() if ballot.vote is not None]
    x = chance.choice([NIL, *seats, *others])
    least = min(max(hearing.place.base, 0), b)
    last = chance.choice([(-1, NIL), (least, x), (b, x), (chance.randint(0, b), x)])
    return Ballot(
        vote=chance.choice([*others, *others, *others, NIL, *seats]),
        commit=chance.choice([*others, NIL, *seats]),
        next=last,
    )


def excess(table: Table, column: Column, i: int, chance: random.Random) -> str | None:
    """Return what the seat says, takes or finds, having heard anything, that is no step of the
    model."""
    hearing = random_hearing(table, column, i, chance)
    absences, history, links = hearing.seat()
    on, place = ground(table.rules.seats), hearing.place
    ballots = absences._of(on.number)
    if (ballots.base, ballots.gone) != (place.base, None):
        return f"{i} finds {ballots.base}, {ballots.gone} after {hearing.words}"
    due = absences.due(history, links)
    sentence = None if due is None else text_of(due[1])
    if sentence is not None and sentence not in words_of(steps_of(table, column, i)):
        return f"{i} says {sentence} after {hearing.words}"
    if place.over == STOOD:
        return None
    seats = range(table.rules.seats)
    kept = {x for x in seats if absences.keeps_out(on.rounds[0].statements[Seat(x)])}
    if kept != {ballot.vote for ballot in place.ballots[place.base + 1 :]} - {NIL, None}:
        return f"{i} keeps out {kept}"
    ahead = [
        j for j in seats if j != i and (column[j] is None or place_of(column, j).over == STOOD)
    ]
    here = on.history([*history.statements, *set(seats) - kept])
    coming = [on.rounds[1].statements[Seat(j)] for j in ahead]
    free = {one.seat for one in absences.let_in(here, coming)}
    if free != {x for x in kept if not table.is_kept_aside(column, i, x)}:
        return f"{i} lets in {free} of {kept}, and {ahead} have gone on"
    return None


def compare(table: Table, seeds: range, length: int) -> Iterator[tuple[int, int, str]]:
    """Yield the walk, the step in it, and how the model and the real objects differ there."""
    with sized(table):
        yield from _compare(table, seeds, length)


def _compare(table: Table, seeds: range, length: int) -> Iterator[tuple[int, int, str]]:
    for seed in seeds:
        chance = random.Random(seed)  # noqa: S311 - no secret
        for at, moment in enumerate(walk(table, seed, length)):
            column = moment.column
            found = [difference(table, moment)]
            if at % EACH == 0:
                found += [excess(table, column, i, chance) for i in active(table, column)]
            yield from ((seed, at, one) for one in found if one is not None)
        if seed % 100 == 0:
            Table.won.cache_clear()


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description="compare the model with the real objects")
    made.add_argument("--walks", type=int, default=100_000)
    made.add_argument("--first", type=int, default=0, help="the seed of the first walk")
    return made


def shown(texts: Iterable[str], walks: int) -> int:
    """Write how the two differ, and in how many walks; return whether they do."""
    began = time.process_time()
    wrong = 0
    for text in texts:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
        wrong += 1
    seconds = time.process_time() - began
    sys.stdout.write(f"{walks} walks: {wrong} differences ({seconds:.0f} s)\n")
    return 1 if wrong else 0


def main() -> int:
    arguments = parser()
    arguments.add_argument("--seats", type=int, default=4)
    arguments.add_argument("--length", type=int, default=40)
    arguments.add_argument("--max-ballots", type=int, default=MAX_BALLOTS)
    arguments.add_argument("--max-alone", type=int, default=real_ballots.MAX_ALONE)
    given = arguments.parse_args()
    seeds = range(given.first, given.first + given.walks)
    table = table_of(given.seats, max_ballots=given.max_ballots, max_alone=given.max_alone)
    found = compare(table, seeds, given.length)
    return shown((f"walk {seed}, step {at}: {text}" for seed, at, text in found), given.walks)


if __name__ == "__main__":
    sys.exit(main())
