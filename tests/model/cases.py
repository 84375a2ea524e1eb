"""Every run of the model: which rules and seats, what is bounded, and whether it must fall."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .ballots import Mended, Rules, Table
from .before import VotesForEver
from .search import Found, Model, Settled, explore, stuck
from .words import Words

MORE = 4  # further ballots when links hold, so that none of the search's bounds is the table's


@dataclass(frozen=True)
class Case:
    """`lost`: then the question is whether the table goes on, with that seat (-1: none) lost."""

    name: str
    rules: Rules | Words | VotesForEver
    lost: int | None = None
    kept: bool = True
    falls: bool = False
    small: bool = True


def ballots(name: str, rules: Rules, small: bool = False) -> list[Case]:
    """Safety alone with a villain; else also that the table goes on, whoever is lost, or nobody."""
    cases = [Case(name, rules, small=small)]
    if rules.villain is None:
        late = {i for some in rules.late for i in some}
        plain = [i for i in range(rules.seats) if i not in late][:1]
        for lost in (-1, *sorted(late), *plain):
            who = f"{name}, " + ("nobody lost" if lost < 0 else f"seat {lost} lost")
            cases.append(Case(who, rules, lost, small=small))
            if lost in late:
                cases.append(Case(f"{who}, its word too", rules, lost, kept=False, small=small))
    return cases


LATE = ((0,),)
VILLAIN = Rules(4, LATE, (2,), villain=3)
CASES = [
    *ballots("honest, 3 seats, 2 ballots", Rules(3, LATE, (2,))),
    *ballots("honest, 4 seats, 1 ballot", Rules(4, LATE, (1,)), small=True),
    *ballots("honest, 4 seats, 2 ballots", Rules(4, LATE, (2,))),
    *ballots("honest, 3 seats, 2 rounds of 1 ballot", Rules(3, ((0,), (1,)), (1, 1))),
    Case(
        "honest, 4 seats, 2 rounds of 1 ballot",
        Rules(4, ((0,), (1,)), (1, 1)),
        small=False,
    ),
    *ballots("1 villain, 4 seats, 1 ballot", replace(VILLAIN, bounds=(1,)), small=True),
    *ballots("1 villain, 4 seats, 2 ballots", VILLAIN),
    *ballots("1 villain who may be gone, 4 seats, 2 ballots", replace(VILLAIN, villain=0)),
    *ballots("1 villain, 4 seats, 2 rounds of 1 ballot", Rules(4, ((0,), (1,)), (1, 1), villain=3)),
    *ballots("1 villain, 5 seats, 1 ballot", Rules(5, LATE, (1,), villain=4)),
    Case("objections, 1 villain, 4 seats", Words(4, stops=False), lost=-1),
    Case("stops, 1 villain, 3 seats", Words(3, objections=False), lost=-1),
    Case(
        "stops, 1 villain, 4 seats, 1 round",
        Words(4, objections=False, rounds=1),
        lost=-1,
        small=False,
    ),
    Case("B1: 3 seats with 1 villain", Rules(3, ((0, 1),), (1,), villain=2), falls=True),
    Case("B1 before: votes for ever, 3 seats, 1 villain", VotesForEver(3, (0, 1), 2), falls=True),
    Case("B3: an objection silences at once", Words(4, True, stops=False), -1, falls=True),
    Case("B5: votes for ever, 3 seats", VotesForEver(3, (0, 1)), 0, falls=True),
    Case("B5: votes for ever, 4 seats", VotesForEver(4, (0, 1)), 0, falls=True),
    Case(
        "B6: a lone stop is consent",
        Words(4, lone_stop_is_consent=True, objections=False),
        falls=True,
    ),
    Case(
        "a villain's vote for itself counts",
        Rules(4, LATE, (2,), villain=0, own_vote_is_backed=False),
        falls=True,
    ),
    Case(
        "a claim in a next needs no votes",
        replace(VILLAIN, claims_are_backed=False),
        falls=True,
        small=False,
    ),
]


def run(case: Case) -> Found:
    rules, lost = case.rules, None if case.lost in (None, -1) else case.lost
    model: Model[Any] = Table(rules) if isinstance(rules, Rules) else rules
    found, parents = explore(model)
    if case.lost is None or found.fault is not None:
        return found
    settled: Settled[Any]
    match rules:
        case Rules():
            later = replace(rules, bounds=tuple(b + MORE for b in rules.bounds))
            settled = Mended(later, lost, case.kept)
        case VotesForEver():
            settled = replace(rules, mended=True, lost=lost)
        case Words():
            settled = replace(rules, mended=True)
    return replace(after := stuck(settled, parents, parents), whole=after.whole and found.whole)


def line(case: Case, found: Found) -> str:
    result = found.fault or ("holds" if found.whole else "holds as far as it was seen")
    return f"{case.name:<52}{found.states:>10,}  {'found: ' if case.falls else ''}{result}"
