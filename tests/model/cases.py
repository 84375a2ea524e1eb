"""Every run of the model: which rules and seats, what is bounded, and whether it must fall."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .ballots import NIL, Mended, Rules, Table
from .before import VotesForEver
from .floods import LOST, After, Before, Flood
from .rounds import Rounds, Stage
from .search import Found, Model, Settled, explore, stuck
from .words import Words

MORE = 4  # further ballots when links hold, so that none of the search's bounds is the table's


@dataclass(frozen=True)
class Case:
    """`lost`: then the question is whether the table goes on, with that seat (-1: none) lost."""

    name: str
    rules: Rules | Words | VotesForEver | Rounds | Flood
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


def rounds(
    name: str, rules: Rounds, losses: tuple[int, ...] = (), small: bool = False
) -> list[Case]:
    """Any of `losses` may be lost; -1: nobody."""
    cases = [Case(name, rules, small=small)]
    for lost in losses:
        who = "nobody lost" if lost < 0 else f"seat {lost} lost"
        cases.append(Case(f"{name}, {who}", rules, lost, small=small))
    return cases


def floods(name: str, flood: Flood, small: bool = False) -> list[Case]:
    """Its statement was never made; is held by somebody; or was heard by who took it alone."""
    stated = replace(flood, is_stated=True)
    return [
        Case(name, flood, LOST, small=small),
        Case(f"{name}, stated", stated, LOST, small=False),
        Case(f"{name}, its word too", replace(stated, kept=False), LOST, small=False),
    ]


MOVE = Stage("move", 0)
CARD = Stage("agree on a card", 0, gone=1)  # seat 1 is gone, though it may be there
CONFIRM = Stage("confirm", gone=1, after=CARD)
AGREE_TO_2 = Stage("agree", 2)  # then it is the turn of 3
SHUFFLE = Stage("shuffle", 0)
LIAR = Rounds(4, AGREE_TO_2, 3, (3,), forger=False)
LATE = ((0,),)
VILLAIN = Rules(4, LATE, (2,), villain=3)
FEW = replace(VILLAIN, max_ballots=4, max_alone=1)
FLOOD = Flood(Rules(4, LATE, (1,), max_ballots=5, max_alone=1))
LATER = Flood(Rules(4, LATE, (1,), max_ballots=6, max_alone=2))
CALLED = Flood(Rules(4, ((1,),), (1,), max_ballots=6, max_alone=0))
"""The seat that floods has made its statement, and others call another one gone."""
UNBOUND = replace(FLOOD, rules=replace(FLOOD.rules, max_alone=5))
CASES = [
    *ballots("honest, 3 seats, 2 ballots", Rules(3, LATE, (2,))),
    *ballots("honest, 3 seats, 2 late, 1 ballot", Rules(3, ((0, 1),), (1,))),
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
    Case("1 villain, 4 seats, 2 ballots, the second late", FEW, small=False),
    Case("1 villain who may be gone, the same", replace(FEW, villain=0), small=False),
    Case("3 ballots, the last two late", replace(FEW, bounds=(3,), max_ballots=3), small=False),
    *floods("1 seat floods 5 ballots and is lost", FLOOD, small=True),
    *floods("it floods 6 of which 4 are late", LATER),
    *floods("it floods 5, and votes for another", replace(FLOOD, votes=(None, NIL, LOST, 1))),
    *floods(
        "it floods 5, and decides", replace(FLOOD, decisions=(None, NIL, LOST), votes=(NIL, LOST))
    ),
    Case("it floods 6, and another is called gone", CALLED, LOST),
    Case("it floods 6, and votes for that one", replace(CALLED, votes=(None, NIL, 1)), LOST),
    *floods(
        "it floods 6, and any of two is called gone",
        replace(CALLED, rules=replace(CALLED.rules, late=((0, 1),)), votes=(None, NIL, 1)),
    ),
    *ballots("1 villain, 4 seats, 2 rounds of 1 ballot", Rules(4, ((0,), (1,)), (1, 1), villain=3)),
    *ballots("1 villain, 5 seats, 1 ballot", Rules(5, LATE, (1,), villain=4)),
    *rounds("4 rounds, honest, 3 seats", Rounds(3, MOVE, 4), (-1, 0, 1, 2)),
    *rounds("4 rounds, honest, 3 seats, 1 gone", Rounds(3, CARD, 4), (-1, 0, 1, 2), small=True),
    *rounds("4 rounds, honest, 3 seats, 1 gone, again", Rounds(3, CONFIRM, 4), (-1, 0, 1, 2)),
    *rounds("5 rounds, honest, 3 seats, a pile", Rounds(3, SHUFFLE, 5), (-1, 0, 1, 2)),
    *rounds("3 rounds, honest, 4 seats", Rounds(4, MOVE, 3), (-1, 0, 1), small=True),
    *rounds("4 rounds, honest, 4 seats", Rounds(4, MOVE, 4), (-1, 0, 1)),
    *rounds("4 rounds, honest, 4 seats, 1 gone", Rounds(4, CARD, 4), (-1, 0, 1, 2)),
    *rounds("3 rounds, honest, 5 seats", Rounds(5, MOVE, 3), (-1, 0, 1)),
    *rounds("4 rounds, 1 villain, 4 seats", Rounds(4, MOVE, 4, (3,))),
    *rounds("4 rounds, 1 villain, 4 seats, 1 gone", Rounds(4, CARD, 4, (3,), draws=False)),
    *rounds("4 rounds, 1 villain to move, 4 seats", Rounds(4, Stage("move", 3), 4, (3,))),
    *rounds("3 rounds, 1 villain, 5 seats", Rounds(5, MOVE, 3, (4,))),
    *rounds("3 rounds, 2 villains, 5 seats", Rounds(5, MOVE, 3, (3, 4))),
    Case("objections, 1 villain, 4 seats", Words(4, stops=False), lost=-1),
    Case("stops, 1 villain, 3 seats", Words(3, objections=False), lost=-1),
    Case(
        "stops, 1 villain, 4 seats, 1 round",
        Words(4, objections=False, rounds=1),
        lost=-1,
        small=False,
    ),
    Case(
        "stops said again, 1 villain, 3 seats, 1 round",
        Words(3, objections=False, rounds=1, again=True),
        lost=-1,
        small=False,
    ),
    Case("rounds, 3 seats with 1 villain", Rounds(3, MOVE, 4, (2,)), falls=True),
    Case("rounds, 4 seats with 2 villains", Rounds(4, MOVE, 4, (2, 3)), falls=True),
    Case("one alone agrees, opens and deals", Rounds(3, CARD, 4, speaks_alone=True), 1, falls=True),
    Case("all is taken back", Rounds(3, CARD, 4, speaks_alone=True, takes_back=9), falls=True),
    Case("a flood, and no ballot is late", UNBOUND, LOST, falls=True),
    Case(
        "a flood, and nobody leaves a late ballot first",
        replace(CALLED, rules=replace(CALLED.rules, answers_late=False)),
        LOST,
        falls=True,
    ),
    Case("no journal", Rounds(3, MOVE, 3, journal=False), falls=True),
    Case("a villain lets one go on alone, and is lost", LIAR, 3, falls=True),
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


def model_of(rules: Rules | Words | VotesForEver | Rounds | Flood) -> Model[Any]:
    match rules:
        case Rules():
            return Table(rules)
        case Flood():
            return Before(rules.rules, flood=rules)
    return rules


def run(case: Case) -> Found:
    rules, lost = case.rules, None if case.lost in (None, -1) else case.lost
    found, parents = explore(model_of(rules))
    if case.lost is None or found.fault is not None:
        return found
    settled: Settled[Any]
    match rules:
        case Rules():
            later = replace(rules, bounds=tuple(b + MORE for b in rules.bounds))
            settled = Mended(later, lost, case.kept)
        case Flood():
            later = replace(rules.rules, bounds=(rules.rules.max_ballots,))
            settled = After(later, lost, rules.kept, flood=rules)
        case Rounds():
            settled = replace(rules, rounds=rules.rounds + 3, mended=True, lost=lost)
        case VotesForEver():
            settled = replace(rules, mended=True, lost=lost)
        case Words():
            settled = replace(rules, mended=True)
    return replace(after := stuck(settled, parents, parents), whole=after.whole and found.whole)


def line(case: Case, found: Found) -> str:
    result = found.fault or ("holds" if found.whole else "holds as far as it was seen")
    return f"{case.name:<52}{found.states:>10,}  {'found: ' if case.falls else ''}{result}"
