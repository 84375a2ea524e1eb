"""The rules of ballots, a case for each, and what our own objects make of what is heard in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from protocol.encoding import Value, enc
from protocol.errors import Dropped
from protocol.game import Seat
from protocol.identity.seating import Seating
from protocol.ledger.history import History, Round, Statement
from protocol.ledger.votes import Word
from protocol.peer.absences import Absences
from protocol.peer.messages import Have
from protocol.peer.own_seat import SigningSeat
from protocol.peer.sync import Links
from protocol.rounds.phases import AgreeingOnMove, Committing, Moving, Phase
from protocol.rounds.state import Stage, first_stage
from tests.any_game import bare
from tests.attacks.villain import SPLIT
from tests.fakes import seated

Heard = tuple[int, Any]
"""A seat and the body of its word."""
SEATS, ROUND = 4, 7
ABSENT, ME = 0, 1


def all_say(kind: str, ballot: int, about: Any, seats: tuple[int, ...] = (1, 2, 3)) -> list[Heard]:
    return [(seat, (kind, ballot, about)) for seat in seats]


@dataclass(frozen=True)
class Rule:
    """What seat 1 of four has heard in a round in which all speak."""

    name: str
    heard: Sequence[Heard]
    reach: Sequence[int] = (1, 2, 3)
    holds: Sequence[int] = ()
    wants: int | None = None
    has_gone_on: bool = False


def won(ballot: int) -> list[Heard]:
    """The round has won this ballot, without seat 1."""
    return all_say("decide", ballot, None, (0, 2, 3))


def opens() -> Iterator[Rule]:
    yield Rule("a next that is not backed does not open the next ballot", [
        *all_say("next", 0, None, (1, 2)), (3, ("next", 0, (0, 0))),
    ])  # fmt: skip
    yield Rule("a next that is not backed tells nothing", [
        *all_say("next", 0, None, (0, 1, 2)), (3, ("next", 0, (0, 0))),
    ])  # fmt: skip
    yield Rule("a next is backed if its d is of base", [
        *won(1), *all_say("next", 2, (1, None), (1, 2)), (3, ("next", 2, None)),
    ])  # fmt: skip
    left = [(1, ("next", ballot, None)) for ballot in range(3)]
    yield Rule("a d of a ballot before base tells nothing", [
        *left, *won(1), (2, ("next", 2, None)), (3, ("next", 2, (0, 0))),
    ])  # fmt: skip
    yield Rule("a next whose d is of a ballot after its own is dropped", [
        *all_say("vote", 1, None, (0, 2, 3)), (1, ("decide", 1, None)),
        *all_say("next", 0, None, (1, 2)), (3, ("next", 0, (1, None))),
    ])  # fmt: skip
    voted = all_say("vote", 0, 0)
    yield Rule("after a quorum for a seat, all that can be reached must have said next", [
        *voted, *all_say("next", 0, None, (0, 1, 2)),
    ])  # fmt: skip
    yield Rule("after a quorum for a seat, not who cannot be reached", [
        *voted, *all_say("next", 0, None, (0, 1, 2)),
    ], reach=(1, 2))  # fmt: skip


def leads_nowhere() -> Iterator[Rule]:
    yield Rule("a vote for oneself leads nowhere", [(2, ("vote", 0, 1))])
    yield Rule("a vote for who can be reached leads nowhere", [(2, ("vote", 0, 3))])
    against = [(2, ("vote", 0, 0))]
    yield Rule("a vote for who has spoken leads nowhere", against, holds=(0,))
    yield Rule("a vote for a seat leads nowhere for who has gone on", against, has_gone_on=True)
    yield Rule("one's own vote leads nowhere once another has left", [
        (1, ("vote", 0, 0)), (3, ("next", 0, None)),
    ])  # fmt: skip
    yield Rule("an own decision before base is not in a next", [
        *all_say("vote", 0, 0), (1, ("decide", 0, 0)), (1, ("next", 0, (0, 0))),
        *won(1), *all_say("next", 2, (1, None), (2, 3)),
    ])  # fmt: skip
    yield Rule("in ballot 31 one seat that votes and leaves is followed", [
        *won(30), (0, ("vote", 31, None)), (0, ("next", 31, (30, None))),
    ])  # fmt: skip
    yield Rule("in ballot 32 it is not", [
        *won(31), (0, ("vote", 32, None)), (0, ("next", 32, (31, None))),
    ])  # fmt: skip
    yield Rule("from ballot 32 on, one that two others have left leads nowhere without votes", [
        *won(31), *all_say("next", 32, (31, None), (2, 3)),
    ])  # fmt: skip
    yield Rule("from ballot 32 on, a seat cannot be of the quorum against it", [
        *won(31), (2, ("vote", 32, 0)), (3, ("next", 32, (31, None))),
    ])  # fmt: skip
    yield Rule("from ballot 32 on, nobody waits for fresh votes for the round", [
        *won(31), (0, ("vote", 32, None)), (2, ("vote", 32, 3)),
    ])  # fmt: skip
    yield Rule("from ballot 32 on, a vote for a seat is enough for who has gone on", [
        *won(31), (2, ("vote", 32, 3)),
    ], has_gone_on=True)  # fmt: skip
    yield Rule("not so a vote for the round", [
        *won(31), (0, ("vote", 32, None)),
    ], has_gone_on=True)  # fmt: skip
    followed = [
        *won(31), *all_say("vote", 32, 3, (0, 1, 2)), *all_say("next", 32, (31, None)),
        *all_say("vote", 33, 3, (0, 1)), (0, ("next", 33, (31, None))),
    ]  # fmt: skip
    yield Rule(
        "from ballot 32 on, who was voted for by all may be of the quorum against it", followed
    )
    yield Rule("not if it cannot be reached", followed, reach=(1, 2))
    yield Rule("from ballot 32 on, not who has gone on leaves a later ballot for one vote", [
        *won(31), *all_say("next", 32, (31, None)), (2, ("vote", 33, 3)),
        (2, ("next", 33, (31, None))),
    ], has_gone_on=True)  # fmt: skip


def differs() -> Iterator[Rule]:
    """What a reader of the text alone could have left out, and passed all the other vectors."""
    left, called = all_say("next", 0, None), all_say("vote", 0, 0)
    yield Rule("votes for a seat and for the round lead nowhere", [
        *left, (0, ("vote", 1, None)), (3, ("vote", 1, 0)),
    ])  # fmt: skip
    yield Rule("votes for two seats lead nowhere", [
        *left, (0, ("vote", 1, 2)), (3, ("vote", 1, 0)),
    ])  # fmt: skip
    yield Rule("a reason to leave holds for one's own vote too", [
        (1, ("vote", 0, 3)),
    ], reach=(0, 1, 2, 3))  # fmt: skip
    yield Rule("the vote of x counts after votes of all others in one ballot", [
        *all_say("vote", 0, 1, (0, 2)), (3, ("vote", 1, 1)), (1, ("next", 0, None)),
        (1, ("next", 1, None)), *all_say("vote", 2, 1, (0, 1, 2)),
    ])  # fmt: skip
    yield Rule("it counts for a next to be backed too", [
        *called, *left, *all_say("next", 1, None, (1, 2, 3)), *all_say("vote", 2, 0, (0, 1, 2)),
        *all_say("next", 2, None, (1, 2)), (3, ("next", 2, (2, 0))),
    ])  # fmt: skip
    yield Rule("a d for the round needs a quorum too", [
        *all_say("next", 0, None, (1, 2)), (3, ("next", 0, (0, None))),
    ])  # fmt: skip
    yield Rule("current is the first without a next", all_say("next", 1, None))
    yield Rule("a next of a later ballot is none of this one", [
        *all_say("next", 0, None, (1, 2)), (3, ("next", 1, None)),
    ])  # fmt: skip
    yield Rule("a quorum for a seat in any ballot after base makes one wait", [
        *called, *left, *all_say("next", 1, None, (0, 1, 2)),
    ])  # fmt: skip
    yield Rule("not one before base", [
        *called, *won(1), *all_say("next", 2, (1, None), (0, 1, 2)),
    ])  # fmt: skip
    yield Rule("not one in the ballot itself", [
        *all_say("next", 0, None, (0, 1, 2)), *all_say("vote", 1, 2, (0, 1, 3)),
        (1, ("decide", 1, 2)), (0, ("next", 1, None)),
    ])  # fmt: skip
    yield Rule("not one for the round", [
        *all_say("vote", 0, None), *all_say("next", 0, None, (0, 1, 2)),
    ])  # fmt: skip
    yield Rule("those that are reached must have said a backed one", [
        *called, *all_say("next", 0, None, (0, 1, 2)), (3, ("next", 0, (0, 2))),
    ])  # fmt: skip
    yield Rule("and n - 1 in all", [*called, *all_say("next", 0, None, (1, 2))], reach=(1, 2))
    yield Rule("d is no decision of a later ballot", [
        (0, ("vote", 0, None)), (3, ("next", 0, None)), (1, ("decide", 2, 3)),
    ])  # fmt: skip
    yield Rule("d is the last of several decisions", [
        *called, (1, ("decide", 0, 0)), *all_say("next", 0, (0, 0)), (1, ("decide", 1, 0)),
        *all_say("next", 1, (0, 0), (2, 3)),
    ])  # fmt: skip
    told = [*called, *left, *all_say("vote", 1, None), (1, ("next", 1, None))]
    yield Rule("what was told is of the highest ballot", [
        *told, (2, ("next", 1, (0, 0))), (3, ("next", 1, (1, None))),
    ])  # fmt: skip
    yield Rule("whoever has said it", [
        *told, (2, ("next", 1, (1, None))), (3, ("next", 1, (0, 0))),
    ])  # fmt: skip
    yield Rule("one's own next tells too", [
        *called, (1, ("next", 0, (0, 0))), *all_say("next", 0, None, (2, 3)),
    ])  # fmt: skip


def late_ballots_differ() -> Iterator[Rule]:
    leaves = ("next", 32, (31, None))
    yield Rule("from ballot 32 on, a vote for the round is not lost to itself", [
        *won(31), (1, ("vote", 32, None)), (0, ("vote", 32, 0)),
    ])  # fmt: skip
    yield Rule("from ballot 32 on, who cannot be reached counts no more for itself", [
        *won(31), *all_say("vote", 32, 0), *all_say("next", 32, (31, None)),
        (0, ("vote", 33, 0)), (3, ("vote", 33, 3)),
    ])  # fmt: skip
    yield Rule("from ballot 32 on, a reason to leave holds after one's own vote", [
        *won(31), (1, ("vote", 32, 3)),
    ], reach=(0, 1, 2, 3))  # fmt: skip
    yield Rule("from ballot 32 on, a next alone is no vote for a seat", [
        *won(31), (0, leaves),
    ], has_gone_on=True)  # fmt: skip
    yield Rule("from ballot 32 on, a decision is no word of another", [
        *won(31), (0, ("decide", 32, 3)), (3, leaves),
    ])  # fmt: skip
    yield Rule("from ballot 32 on, a decision is no vote otherwise", [
        *won(31), (1, ("vote", 32, 0)), (2, ("decide", 32, 2)),
    ])  # fmt: skip


def wants() -> Iterator[Rule]:
    yield Rule("it votes to go on without who is lost", [], wants=0)
    yield Rule("not if it holds the statement", [], wants=0, holds=(0,))
    yield Rule("not if it can be reached", [], wants=0, reach=(0, 1, 2, 3))
    yield Rule("not while another cannot be reached either", [], wants=0, reach=(1, 2))
    yield Rule("in ballot 61 the last time", won(60), wants=0)
    yield Rule("not in ballot 62", won(61), wants=0)
    yield Rule("not in ballot 63", won(62), wants=0)
    yield Rule("in ballot 63 what was told is voted for", [
        *won(61), *all_say("next", 62, (61, None)),
    ])  # fmt: skip
    yield Rule("after ballot 63 nothing is said", [*won(62), *all_say("next", 63, (62, None))])


def concludes() -> Iterator[Rule]:
    itself = all_say("vote", 0, 1, (0, 2, 3))
    yield Rule("who has gone on decides for itself", itself, has_gone_on=True)
    yield Rule("who has gone on votes for itself", [
        *itself, *all_say("next", 0, (0, 1), (0, 2, 3)), (1, ("next", 0, None)),
    ], has_gone_on=True)  # fmt: skip
    yield Rule("who has gone on decides for no other", all_say("vote", 0, 0), has_gone_on=True)
    yield Rule("a round that is void stays so, though it wins a later ballot", [
        *all_say("decide", 0, 0, (0, 2, 3)), *won(1),
    ], wants=0)  # fmt: skip
    yield Rule("nothing is said in a round that is void", [
        *all_say("vote", 0, 0), *all_say("decide", 0, 0, (0, 2, 3)),
    ])  # fmt: skip


def rules() -> Iterator[Rule]:
    yield from opens()
    yield from leads_nowhere()
    yield from wants()
    yield from concludes()
    yield from differs()
    yield from late_ballots_differ()


@dataclass(frozen=True)
class Words:
    """What is heard in a round in which these seats speak."""

    name: str
    heard: Sequence[Heard]
    speakers: Sequence[int] = (0, 1, 2, 3)


def words() -> Iterator[Words]:
    yield Words("of another form", [
        (0, ("vote",)), (0, ("vote", 0)), (0, ("vote", 0, 1, 2)), (0, ("vote", None, 1)),
        (0, ("vote", True, 1)), (0, ("vote", 0, True)), (0, ("vote", 0, (0, 1))),
        (0, ("decide", 0, ())), (0, ("next", 0, 1)), (0, ("next", 0, (0,))),
        (0, ("next", 0, (0, 1, 2))), (0, ("next", 0, (None, 1))),
    ])  # fmt: skip
    yield Words("ballots are 0 to 63", [
        (0, ("vote", 63, None)), (0, ("vote", 64, None)), (0, ("next", 63, (63, None))),
    ])  # fmt: skip
    yield Words("d is of no later ballot", [
        (0, ("next", 2, (3, None))), (1, ("next", 2, (2, None))), (2, ("next", 2, (1, None))),
    ])  # fmt: skip
    about = [(1, ("vote", 0, 2)), (2, ("vote", 0, 0)), (3, ("vote", 0, None))]
    yield Words("about who does not speak in an agreement", [
        *about, (0, ("decide", 0, 2)), (0, ("next", 0, (0, 2))), (0, ("vote", 0, 4)),
    ], speakers=(0, 1, 3))  # fmt: skip
    yield Words("about who does not move", about, speakers=(2,))
    vote = (0, ("vote", 0, 1))
    yield Words("one of each kind in each ballot", [
        vote, vote, (0, ("vote", 1, 1)), (0, ("decide", 0, 1)), (0, ("next", 0, None)),
    ])  # fmt: skip
    yield Words("a pair of votes", [vote, (0, ("vote", 0, None))])
    yield Words("pairs of other kinds", [
        (0, ("decide", 0, 1)), (0, ("decide", 0, None)), (0, ("next", 0, None)),
        (0, ("next", 0, (0, 1))),
    ])  # fmt: skip
    yield Words("1 is not true", [(0, ("vote", 1, 2)), (0, ("vote", True, 3))])
    yield Words("a word that was dropped makes no pair", [(0, ("vote", 0, 4)), vote])
    yield Words("a pair with a word of another form", [vote, (0, ("vote", 0))])
    yield Words("a pair with a word about who does not speak", [
        (0, ("vote", 0, None)), (0, ("vote", 0, 2)),
    ], speakers=(0, 1, 3))  # fmt: skip


# Our own objects.


def _seats() -> tuple[Seating, tuple[bytes, ...], tuple[SigningSeat, ...]]:
    return seated(SPLIT, SEATS)


def _stage(number: int, speakers: Sequence[int] = (0, 1, 2, 3)) -> Stage:
    phase: Phase = Committing()
    seating, signatures, _ = _seats()
    first = first_stage(bare(SPLIT), seating, signatures)
    silent = [Seat(seat) for seat in range(SEATS) if seat not in speakers]
    match speakers, silent:
        case [by], _:
            phase = Moving(Seat(by))
        case _, [but]:
            phase = AgreeingOnMove(but, first.state, bytes(32))
    split = cast("Any", ("split",) * SEATS)
    head = bytes([number]) * 32
    made = replace(first, round_number=number, head=head, phase=phase, escrow=split)
    assert list(made.speakers) == list(speakers)
    return made


def _said(seat: int, body: Value) -> Statement:
    head = bytes([ROUND]) * 32
    return Statement(enc((seat, body)), bytes(64), ROUND, Seat(seat), head, body)


def _history(stage: Stage, rule: Rule | None = None) -> History:
    before = [Round(_stage(number), {}, {}) for number in range(stage.round_number)]
    history = History(stage, (), before)
    if rule is not None and rule.has_gone_on:
        spoken = {Seat(seat): _said(seat, ("said",)) for seat in range(SEATS)}
        done = Round(stage, spoken, {})
        return History(_stage(stage.round_number + 1), (), [*before, done])
    for seat in map(Seat, rule.holds if rule is not None else ()):
        history.statements[seat] = _said(seat, ("said",))
        history.verified[seat] = cast("Any", None)
    return history


def _absences() -> Absences:
    seating, _, _ = _seats()
    return Absences(Seat(ME), seating, met={*seating.seats} - {Seat(ME)})


def _answer(absences: Absences, history: History, heard: Heard) -> str:
    said = _said(*heard)
    if absences.clash(said, history) is not None:
        return "a pair"
    try:
        return "kept" if absences.receive(said, history) else "known"
    except Dropped:
        return "dropped"


def _links(reach: Sequence[int]) -> Links:
    made = Links()
    for seat in map(Seat, reach):
        if seat != ME:
            made.connected(seat)
            made.note_have(seat, Have(ROUND, (), (Seat(ME),)))
    return made


def rule_facts(rule: Rule) -> dict[str, Any]:
    history, absences = _history(_stage(ROUND), rule), _absences()
    for heard in rule.heard:
        assert _answer(absences, history, heard) != "a pair"
    if rule.wants is not None:
        absences.want(Seat(rule.wants))
    due = absences.due(history, _links(rule.reach))
    # what it says in the next round, which nobody has begun, is nothing of this one
    word: Word | None = due[1] if due is not None and due[0].round_number == ROUND else None
    gone_on = [seat for seat in range(SEATS) if seat != ME] if rule.has_gone_on else None
    return {
        "name": rule.name,
        "seats": SEATS,
        "me": ME,
        "heard": rule.heard,
        "reach": rule.reach,
        "holds": rule.holds if gone_on is None else gone_on,
        "wants": rule.wants,
        "has gone on": rule.has_gone_on,
        "says": None if word is None else word.body(),
    }


def word_facts(words: Words) -> dict[str, Any]:
    history, absences = _history(_stage(ROUND, words.speakers)), _absences()
    return {
        "name": words.name,
        "seats": SEATS,
        "speakers": words.speakers,
        "heard": words.heard,
        "each": [_answer(absences, history, heard) for heard in words.heard],
    }
