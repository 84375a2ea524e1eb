"""How a game was played, in lines for any screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from p2p_hanabi.seam.game_statistics import MeasuredFact, Statistic, UsualFact
from protocol.game import Move, View

from ..drawing.style import Line, text
from ..words.i18n import N_, _
from . import narration
from .recording import Recording
from .sentences_replay import UNSIGNED, in_short, played_by
from .totals import AddedUp

_OF_ALL: Mapping[Enum, str] = {
    MeasuredFact.THOUGHT: N_("Seconds of thinking, in games with the clock on")
}


@dataclass(frozen=True, slots=True)
class StatisticWords:
    """The words for the statistics of a game: a few for each fact, and, for some, a sentence on how
    it is counted, which `footnotes` have."""

    facts: Mapping[Enum, str]
    footnotes: Mapping[Enum, str] = field(default_factory=dict)

    def called(self, value: str) -> str:
        """Return the words for a fact by its value; the value if this program does not know it."""
        facts = {**self.facts, **_OF_ALL}
        return next((_(words) for fact, words in facts.items() if fact.value == value), value)

    def in_order(self, facts: Sequence[AddedUp]) -> list[AddedUp]:
        """Return the facts in the order of their words."""
        order = [fact.value for fact in self.facts]
        return sorted(facts, key=lambda each: order.index(each.fact) if each.fact in order else 99)


USUAL = StatisticWords({UsualFact.MOVES: N_("Moves")})


def statistics_lines(
    recording: Recording[View, Move], statistics: Sequence[Statistic], words: StatisticWords
) -> list[Line]:
    """Return how the game was played, fact by fact, and how some of the facts are counted."""
    names = recording.names
    lines = [text(played_by(recording.screen.title, names), "strong")]
    if not recording.is_signed:
        lines.append(text(_(UNSIGNED), "alarm"))
    far = narration.how_far(recording)
    lines += [] if far is None else [text(far)]
    if recording.count == 1:
        return [*lines, text(_("No move was made, so there is nothing to count."))]
    notes = [_(words.footnotes[each.fact]) for each in statistics if each.fact in words.footnotes]
    return [
        *lines,
        *(text(_sentence(each, _(words.facts[each.fact]), names)) for each in statistics),
        *(text(note, "dim") for note in notes),
    ]


def _sentence(statistic: Statistic, fact: str, names: Sequence[str]) -> str:
    """Return a fact with its number, and each player's part of it."""
    number = number_of(statistic.total, statistic.per)
    if statistic.seats is None:
        return _("{fact}: {n}").format(fact=fact, n=number)
    each = in_short(names, statistic.total, statistic.seats)
    return _("{fact}: {n} ({each})").format(fact=fact, n=number, each=each)


def number_of(total: int, per: int | None) -> str:
    """Return the number of a statistic: a count; or a quotient with both its parts."""
    if per is None:
        return str(total)
    return f"{total / per:.2f} ({total}/{per})" if per else f"- ({total}/0)"
