"""What a hint means by the conventions of the bots, as data: screens make sentences of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from protocol.game import Card, Face, Seat

from .state import Hinted


class Focus(Enum):
    """Why a hint is about this card of those that it touches."""

    CHOP = "chop"  # the oldest that no hint had touched: its owner would have discarded it next
    NEWLY = "newly"  # the newest of those that no hint had touched
    AGAIN = "again"  # the newest; hints had touched all of them


class Sense(Enum):
    """What a hint says of the card that it is about."""

    PLAY = "play"
    PLAY_OR_KEEP = "play or keep"
    PLAY_OR_KEEP_TWO = "play or keep a 2"
    KEEP = "keep"
    KEEP_TWO = "keep a 2"
    OF_USE = "of use"  # no such card could be played then: keep it
    FIVES = "fives"  # of all that it touches: keep them
    NOTHING = "nothing"  # it touches no card


class Limit(Enum):
    """Why nobody goes by the conventions all the same."""

    LAST_MISTAKE = "last mistake"  # one more loses: only what is certain is played
    GIVER_IS_LITERAL = "literal"  # who gave it does not know them: it means what it says
    GIVER_POINTS = "points"  # who gave it means by a hint at a single card: play it
    IMPOSSIBLE = "impossible"  # the card can be none of those that are meant


@dataclass(frozen=True, slots=True)
class Meaning:
    """Of one hint, as far as the seat knows that asks; what was meant at the time.

    `card` is what it is about, with `why`; both absent (None) where `sense` needs none. `play` and
    `keep` are the faces that it can have, if it is to be played or kept; `later` those of `play`
    that it has only if the card below is played by somebody in between. `called` is the player who
    is called on to do that, with that card; absent (None) if this seat can tell of none. `left` are
    the faces that its owner can now believe it to have, as far as this seat can tell; `face` is
    what this seat sees it to be. Both are absent for a card that is gone, `face` also for one that
    is not seen.
    """

    entry: Hinted
    sense: Sense
    card: Card | None = None
    why: Focus | None = None
    play: tuple[Face, ...] = ()
    keep: tuple[Face, ...] = ()
    later: tuple[Face, ...] = ()
    called: tuple[Seat, Card] | None = None
    left: tuple[Face, ...] | None = None
    face: Face | None = None
    limit: Limit | None = None


class SignKind(Enum):
    """What a move says beside what it does; most say it by what they are not."""

    NO_WARNING = "no warning"  # a hint was left: so the card is no last copy
    ALARM = "alarm"  # a play was expected, and no hint was left: the card is to be kept
    ANSWERED = "answered"  # the missing card was played: so this one goes on it
    NOT_ANSWERED = "not answered"  # who was called on to play this card has not played it
    NOT_MISSING = "not missing"  # nobody has played the missing card: so this one is none of these
    NOT_PLAYED = "not played"  # who was told by a convention to play this card has discarded


@dataclass(frozen=True, slots=True)
class Sign:
    """What a move says of a `card` in the hand of `seat`, as far as the seat knows that asks.

    `faces` are those that it is, or is not. `face` is what this seat sees it to be, if that is
    otherwise than it should be; else absent (None).
    """

    kind: SignKind
    seat: Seat
    card: Card
    faces: tuple[Face, ...] = ()
    face: Face | None = None


class TakenFor(Enum):
    """How bots take somebody to hear hints, or to give them."""

    CONVENTIONS = "conventions"
    POINTS = "points"  # a hint at a single card means: play it
    LITERAL = "literal"  # a hint means what it says


@dataclass(frozen=True, slots=True)
class Hears:
    """From now on bots take it that this seat hears hints so."""

    seat: Seat
    taken_for: TakenFor


@dataclass(frozen=True, slots=True)
class Tells:
    """From now on bots take it that this seat gives hints so."""

    seat: Seat
    taken_for: TakenFor
