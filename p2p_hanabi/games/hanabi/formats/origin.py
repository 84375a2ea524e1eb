"""What hanab.live records about a game besides its cards and moves, kept for exporting it again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from p2p_hanabi.ui.words.i18n import N_, _
from protocol.encoding import Integer, Value
from protocol.errors import BadEncoding
from protocol.game import Seat
from protocol.reasons import Malformed

from ..ui.words.sentences import score
from ..view import HanabiView


class Cut(Enum):
    """Why a site ended a game before its rules did. The text is for scripts."""

    TIMEOUT = "timeout"
    GIVEN_UP = "given up"
    VOTED = "voted"
    IDLE = "idle"
    NOTHING_LEFT = "nothing left"
    SPEEDRUN = "speedrun failed"


_ENDED_BY = {
    Cut.TIMEOUT: N_("{who} ran out of time on hanab.live, which ended the game."),
    Cut.GIVEN_UP: N_("{who} ended the game on hanab.live before it was over."),
}
_ENDED = {
    Cut.TIMEOUT: N_("Time ran out on hanab.live, which ended the game."),
    Cut.GIVEN_UP: N_("The game was ended on hanab.live before it was over."),
    Cut.VOTED: N_("The players voted on hanab.live to end the game."),
    Cut.IDLE: N_("Nobody moved for too long, so hanab.live ended the game."),
    Cut.NOTHING_LEFT: N_("No more points were possible, so hanab.live ended the game."),
    Cut.SPEEDRUN: N_("A perfect score was out of reach, so hanab.live ended the speedrun."),
}

SITE = "hanab.live"
END_GAME, END_BY_VOTE = 4, 5
CUTS = {3: Cut.TIMEOUT, 4: Cut.GIVEN_UP, 6: Cut.IDLE, 10: Cut.VOTED}
"""The site's end conditions that are recorded as actions; the others follow from the moves."""


@dataclass(frozen=True, slots=True)
class SiteEnding:
    """See `ui.replay.formats.Ending`."""

    why: Cut
    by: Seat | None

    @property
    def reason(self) -> str:
        return self.why.value

    def sentence(self, names: Sequence[str]) -> str:
        if self.by is not None and self.why in _ENDED_BY:
            return _(_ENDED_BY[self.why]).format(who=names[self.by])
        return _(_ENDED[self.why])

    def counts(self, view: HanabiView) -> str:
        if self.why is Cut.NOTHING_LEFT:
            return score(view.score, view.max_score, None)
        counts = _("The fireworks had reached {points} of {most}; hanab.live counts this as 0.")
        return counts.format(points=view.score, most=view.max_score)


@dataclass(frozen=True, slots=True)
class EndAction:
    """The last action of a game that was ended: `kind` and `why` are the site's numbers.

    `by` is None if the site or a vote ended it.
    """

    kind: int
    by: Seat | None
    why: int

    def __post_init__(self) -> None:
        if self.kind not in (END_GAME, END_BY_VOTE) or self.why not in CUTS:
            raise BadEncoding(Malformed.FORM)

    @property
    def ending(self) -> SiteEnding:
        return SiteEnding(CUTS[self.why], self.by)


@dataclass(frozen=True, slots=True)
class SiteOrigin:
    """See `ui.replay.formats.Origin`.

    `options` are the original ones that do not change what a move does; `number` and `seed` are the
    site's own, `notes` those of each player on each card.
    """

    end: EndAction | None = None
    options: tuple[tuple[str, Value], ...] = ()
    number: int | None = None
    seed: str | None = None
    notes: tuple[tuple[str, ...], ...] | None = None

    @property
    def site(self) -> str:
        return SITE

    def value(self) -> Value:
        end = None if self.end is None else (self.end.kind, self.end.by, self.end.why)
        return (SITE, end, self.options, self.number, self.seed, self.notes)

    def ending(self, view: HanabiView) -> SiteEnding | None:
        if self.end is not None:
            return self.end.ending
        if dict(self.options).get("speedrun") and sum(view.reachable) < view.max_score:
            return SiteEnding(Cut.SPEEDRUN, None)
        return SiteEnding(Cut.NOTHING_LEFT, None) if view.reachable_score == view.score else None


def origin_from(value: Value, seats: int) -> SiteOrigin:
    """Parse an origin. Raise `BadEncoding` if it is invalid for this number of seats."""
    match value:
        case (
            "hanab.live",
            end,
            tuple(options),
            (Integer() | None) as number,
            (str() | None) as seed,
            notes,
        ):
            return SiteOrigin(
                end=_end_from(end, seats),
                options=tuple(_option_from(option) for option in options),
                number=number,
                seed=seed,
                notes=_notes_from(notes, seats),
            )
    raise BadEncoding(Malformed.FORM)


def _end_from(value: Value, seats: int) -> EndAction | None:
    match value:
        case None:
            return None
        case (Integer(kind), None, Integer(why)):
            return EndAction(kind, None, why)
        case (Integer(kind), Integer(by), Integer(why)) if by < seats:
            return EndAction(kind, Seat(by), why)
    raise BadEncoding(Malformed.FORM)


def _option_from(value: Value) -> tuple[str, Value]:
    match value:
        case (str(key), (str() | bool() | Integer()) as option):
            return key, option
    raise BadEncoding(Malformed.OPTION)


def _notes_from(value: Value, seats: int) -> tuple[tuple[str, ...], ...] | None:
    if value is None:
        return None
    if isinstance(value, tuple) and len(value) <= seats:
        notes = tuple(own for own in value if isinstance(own, tuple))
        if len(notes) == len(value) and all(isinstance(n, str) for own in notes for n in own):
            return notes
    raise BadEncoding(Malformed.FORM)
