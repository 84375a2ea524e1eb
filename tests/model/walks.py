"""Random walks through the states of one round, as far as the ballots go."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from protocol.ledger.votes import MAX_BALLOTS
from protocol.peer.ballots import MAX_ALONE

from .ballots import NIL, STOOD, Column, Place, Rules, State, Step, Table, columns, place_of

VILLAIN = 0
BALLOTS = 8
LIKELY = {"votes": 6, "commits": 8, "finds that": 12, "says next": 2, "says its": 1, "takes": 1}
"""How likely each kind of step is: most walks would leave every ballot before it is decided."""


@dataclass(frozen=True)
class Moment:
    """A state in which all may be late, and the step that comes next."""

    column: Column
    step: Step


def table_of(
    seats: int,
    *,
    own_next_is_known: bool = True,
    max_ballots: int = MAX_BALLOTS,
    max_alone: int = MAX_ALONE,
) -> Table:
    """Return a table of one round in which any seat may be late; seat 0 is the villain."""
    rules = Rules(
        seats,
        (tuple(range(seats)),),
        (min(BALLOTS, max_ballots),),
        VILLAIN,
        own_next_is_known=own_next_is_known,
        max_ballots=max_ballots,
        max_alone=max_alone,
    )
    return Table(rules)


def walk(table: Table, seed: int, length: int) -> Iterator[Moment]:
    """Yield the moments of one walk, one for each step.

    In some walks the seats first vote for one of them, then for the round, and again for that one
    once the round has won: few others come to votes that count no more.
    """
    chance = random.Random(seed)  # noqa: S311 - no secret
    state: State = table.start()
    taking = chance.choice((0.2, 0.2, 1, 20))
    likely = {**LIKELY, "says next": chance.choice((1, 2, 6)), "takes": taking, "says its": taking}
    likely["finds that"] = chance.choice((1, 12, 12))
    favour = chance.choice((None, NIL, *range(table.rules.seats), *range(table.rules.seats)))
    is_again = chance.random() < 0.7
    for _ in range(length):
        k, column = next(columns(state))
        seat = chance.choice([i for i in range(table.rules.seats) if column[i] is not None])
        found = steps_of(table, column, seat)
        if not found:
            continue
        place = place_of(column, seat)
        is_between = place.base < 0 < table.current(place)
        now = NIL if is_again and is_between else favour
        step = chance.choices(found, [weight(step, likely, now) for step in found])[0]
        yield Moment(column, step)
        state = table.after(state, k, step)[1]


def weight(step: Step, likely: dict[str, float], favour: int | None) -> float:
    text = step[1]
    kind = next((chance for begin, chance in likely.items() if text.startswith(begin)), 1)
    is_favoured = favour is not None and text.startswith("votes") and text.endswith(f" {favour}]")
    return kind * (20 if is_favoured else 1)


def steps_of(table: Table, column: Column, i: int) -> list[Step]:
    """Return all that one seat may do."""
    found = [*table.statements(0, column, i)]
    found += table.acts(0, column, i, table.late(0, column))
    found += table.goes_on(0, column, i)
    if table.may_say_next(0, column, i):
        found.append(table.next_of(i, place_of(column, i)))
    return found


def words_of(steps: list[Step]) -> set[str]:
    """Return what is said in ballots, and found of them."""
    kinds = ("votes", "commits", "says next", "finds that")
    return {text for _, text, _, _ in steps if text.startswith(kinds)}


def takes_part(place: Place | None) -> bool:
    return place is not None and place.over in (None, STOOD)
