"""The meaning of a hint by the bots' conventions, as data that screens turn into sentences."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from protocol.game import Card, Face, Seat

from .state import Hinted


class Focus(Enum):
    """Why this card, among those touched, is the focus of a hint."""

    CHOP = "chop"  # the oldest untouched card: its owner would have discarded it next
    CHOP_MOVED = "chop moved"  # the same after an alarm, because of which an older one is kept
    NEWLY = "newly"  # the newest of those newly touched
    AGAIN = "again"  # the newest; all of them had been touched before


class Sense(Enum):
    """What a hint says about its focus."""

    PLAY = "play"
    PLAY_OR_KEEP = "play or keep"
    PLAY_OR_KEEP_TWO = "play or keep a 2"
    KEEP = "keep"
    KEEP_TWO = "keep a 2"
    OF_USE = "of use"  # no such card was playable then: keep it
    FIVES = "fives"  # about all cards that it touches: keep them
    NOTHING = "nothing"  # it touches no card


class Limit(Enum):
    """Why the conventions do not apply after all."""

    LAST_MISTAKE = "last mistake"  # one more loses: only what is certain is played
    GIVER_IS_LITERAL = "literal"  # the giver does not know them, and means only what it says
    GIVER_POINTS = "points"  # for the giver, a hint that touches a single card means: play it
    IMPOSSIBLE = "impossible"  # the card can have none of the faces meant


class Use(Enum):
    """What to do with a card, from what is known now."""

    PLAY = "play"  # it fits now
    DISCARD = "discard"  # no longer needed
    LAST_COPY = "last copy"
    KNOWN = "known"  # exactly one face, which does not fit yet
    KEEP = "keep"  # a hint touched it: useful by the conventions


@dataclass(frozen=True, slots=True)
class CardUse:
    """What the owner of a card can do with it now, as far as the seat with the view can tell.

    `faces` are those that it can have: by facts alone if `is_certain`, else by the conventions.
    """

    card: Card
    use: Use
    is_certain: bool
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of one hint at the time, as far as the seat with the view can tell.

    `card` is its focus, chosen for the reason `why`; both None if `sense` needs none.
    `faces_to_play` and `faces_to_keep` are the faces that the card may have if it is to be played
    or kept; `later` those of `faces_to_play` that it has only if somebody in between plays the card
    below. `called` is the player called on to do that, with that card; None if this seat knows of
    none. `believable` are the faces that the owner can now believe the card to have, as far as this
    seat can tell; `face` is the face that this seat sees. Both are None for a card that has left
    the hand, `face` also for a card that this seat does not see. `uses` is about the cards of that
    hand that the hint touched, and about all others that can be played or discarded by now; it is
    empty after the end.
    """

    entry: Hinted
    sense: Sense
    card: Card | None = None
    why: Focus | None = None
    faces_to_play: tuple[Face, ...] = ()
    faces_to_keep: tuple[Face, ...] = ()
    later: tuple[Face, ...] = ()
    called: tuple[Seat, Card] | None = None
    believable: tuple[Face, ...] | None = None
    face: Face | None = None
    limit: Limit | None = None
    uses: tuple[CardUse, ...] = ()


class SignKind(Enum):
    """What a move implies beyond its effect, mostly by not being another move."""

    NO_WARNING = "no warning"  # a hint token was left, so the card is not a last copy
    ALARM = "alarm"  # a play was expected, and no hint token was left: the card is to be kept
    ANSWERED = "answered"  # the missing card was played, so this one goes on it
    NOT_ANSWERED = "not answered"  # the owner was called on to play this card, and did not
    NOT_MISSING = "not missing"  # nobody played the missing card, so this one has none of `faces`
    NOT_PLAYED = "not played"  # the owner was told by convention to play this card, but discarded


@dataclass(frozen=True, slots=True)
class Sign:
    """What a move implies about a card, as far as the seat with the view can tell.

    `card` is in the hand of `seat`. `faces` are those that it has, or does not have. `face` is the
    face that this seat sees if it contradicts the sign, else None.
    """

    kind: SignKind
    seat: Seat
    card: Card
    faces: tuple[Face, ...] = ()
    face: Face | None = None


class TakenFor(Enum):
    """How bots assume that somebody understands or gives hints."""

    CONVENTIONS = "conventions"
    POINTS = "points"  # a hint that touches a single card means: play it
    LITERAL = "literal"  # a hint means only what it says


@dataclass(frozen=True, slots=True)
class UnderstandsHints:
    """From now on, bots assume that this seat understands hints in this way."""

    seat: Seat
    taken_for: TakenFor


@dataclass(frozen=True, slots=True)
class GivesHints:
    """From now on, bots assume that this seat gives hints in this way."""

    seat: Seat
    taken_for: TakenFor
