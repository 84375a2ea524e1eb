"""Why something is refused or a seat is blamed: a code and facts, never a sentence.

Each enum below has the codes of one subject; those of a game's rules are defined next to its moves.
Codes are sent to peers, stored in files and reported to scripts, so they never change. They are
turned into sentences only where somebody reads them.
Source: docs/protocol.md, section 4, "Reasons".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final, TypeAlias

Fact: TypeAlias = int | str
"""What a reason is about: a number, such as a seat, or a name in our own words."""
WireReason: TypeAlias = "int | str | tuple[WireReason, ...]"
"""A reason in its wire form: [code, fact, ..., underlying reason]."""


class Code(Enum):
    """The base class of all codes: `code` is the value, `facts` are the names of its facts.

    `rule` is the number of the rule that a game's code refers to, or empty.
    """

    code: str
    facts: tuple[str, ...]
    rule: str

    def __new__(cls, code: str, *facts: str) -> Code:
        member = object.__new__(cls)
        member._value_ = member.code = code
        member.facts, member.rule = facts, ""
        return member

    def reason(self, **facts: Fact) -> Reason:
        """Return the reason with this code and these facts, given by name.

        Raises `TypeError` if they are not the facts of this code.
        """
        if facts.keys() != {*self.facts}:
            raise TypeError(f"{self.code} tells {self.facts}, not {(*facts,)}")
        return Reason(self, tuple(facts[name] for name in self.facts))

    def because(self, reason: Reason) -> Reason:
        """Return the reason with this code and an underlying reason."""
        return Reason(self, (), reason)


class RuleCode(Code):
    """The base class of the codes of a game's rules, each with the number of its rule, if any."""

    def __new__(cls, code: str, rule: str = "", *facts: str) -> RuleCode:
        member = object.__new__(cls)
        member._value_ = member.code = code
        member.facts, member.rule = facts, rule
        return member


@dataclass(frozen=True, slots=True)
class Reason:
    """A code, its facts in the order of their names, and the underlying reason, if any."""

    code: Code
    facts: tuple[Fact, ...] = ()
    cause: Reason | None = None

    @staticmethod
    def of(why: Code | Reason) -> Reason:
        """Return a code without facts as a reason; a reason unchanged."""
        return Reason(why) if isinstance(why, Code) else why

    @property
    def named(self) -> dict[str, Fact]:
        """The facts by name."""
        return dict(zip(self.code.facts, self.facts, strict=True))

    @property
    def wire(self) -> tuple[WireReason, ...]:
        """The wire form."""
        behind = () if self.cause is None else (self.cause.wire,)
        return (self.code.code, *self.facts, *behind)

    def __str__(self) -> str:
        """Return the form for logs and tracebacks."""
        facts = ", ".join(f"{name}={fact!r}" for name, fact in self.named.items())
        sentence = f"{self.code.code} ({facts})" if facts else self.code.code
        return sentence if self.cause is None else f"{sentence}: {self.cause}"


def reason_from(value: object, codes: Mapping[str, Code]) -> Reason | None:
    """Parse a reason from another seat; return None if this version does not know it.

    Only numbers are accepted as facts: text written by a peer is never shown.
    """
    match value:
        case (str(word), *rest) if word in codes:
            cause = None
            if rest and isinstance(rest[-1], tuple):
                cause = reason_from(rest.pop(), codes)
                if cause is None:
                    return None
            facts = tuple(fact for fact in rest if type(fact) is int)
            if len(facts) == len(rest) == len(codes[word].facts):
                return Reason(codes[word], facts, cause)
    return None


def by_code(*enums: Iterable[Code]) -> Mapping[str, Code]:
    """Return all members of these enums by their codes."""
    return MappingProxyType({member.code: member for members in enums for member in members})


class Malformed(Code):
    """Bytes or values of the wrong form: encodings, seatings, whatever is stored or sent."""

    TOO_LARGE = "too-large", "size", "most"
    VALUE_TOO_LARGE = "value-too-large", "size", "most"
    NO_MSGPACK = "no-msgpack"
    NO_MSGPACK_AT = "no-msgpack-at", "byte"
    CUT_SHORT = "cut-short", "byte"
    NOT_SHORTEST = "not-shortest"
    NOT_SHORTEST_AT = "not-shortest-at", "byte"
    MAP = "map"
    FLOAT = "float"
    TIMESTAMP = "timestamp"
    EXTENSION = "extension"
    NEGATIVE = "negative"
    TOO_DEEP = "too-deep", "levels"
    FORM = "form"
    NO_SEATING = "no-seating"
    OPTION = "option"
    OPTION_ORDER = "option-order"
    NO_SEAT = "no-seat"
    SEAT_LENGTHS = "seat-lengths"
    NAME_LENGTH = "name-length", "most"
    NAME_CONTROL = "name-control"
    NAME_BLANK = "name-blank"
    IDENTITY_POINT = "identity-point"
    SAME_NAME = "same-name"
    SAME_IDENTITY = "same-identity"
    SAME_CERTIFICATE = "same-certificate"
    MACHINES = "machines"


class InvalidProof(Code):
    """A scalar, point, proof, box or share that is not valid."""

    SCALAR_LENGTH = "scalar-length"
    SCALAR_RANGE = "scalar-range"
    POINT_LENGTH = "point-length"
    NOT_IN_GROUP = "not-in-group"
    NOT_A_FACTOR = "not-a-factor"
    NOT_ON_CURVE = "not-on-curve"
    IDENTITY = "identity"
    SIGNATURE = "signature"
    KEY_PROOF = "key-proof"
    SHARE_FORM = "share-form"
    SHARE_PROOF = "share-proof"
    SEALED_SHARE_PROOF = "sealed-share-proof"
    BLINDED_SHARE_FORM = "blinded-share-form"
    BLINDED_SHARE_PROOF = "blinded-share-proof"
    CLAIM_LENGTH = "claim-length"
    CLAIM_ENTRY = "claim-entry"
    CLAIM_PROOF = "claim-proof"
    PILE_SIZE = "pile-size", "cards"
    MASKED_CARD = "masked-card"
    SHUFFLE_FORM = "shuffle-form"
    SHUFFLE_LISTS = "shuffle-lists"
    SHUFFLE_PROOF = "shuffle-proof"
    NO_FACE = "no-face"
    BOX_COUNT = "box-count"
    BOX_LENGTH = "box-length"
    BOX_CLOSED = "box-closed"
    BOX_ROWS = "box-rows"
    FALSE_ROW = "false-row"
    KEY_SHARE_COUNT = "key-share-count"
    OWN_KEY_SHARE = "own-key-share"
    KEY_SHARE_LENGTH = "key-share-length"
    KEY_SHARE_SUM = "key-share-sum"
    NO_KEY_SHARE = "no-key-share"
    KEY_SHARE_BOX = "key-share-box"
    FALSE_KEY_SHARE = "false-key-share"


class Forbidden(Code):
    """Statements that a seat must not make in a round, or at all."""

    OUT_OF_TURN = "out-of-turn"
    NOT_DUE = "not-due"
    OTHER_COMMITMENT = "other-commitment"
    REVEAL_FORM = "reveal-form"
    BOX_KEY = "box-key"
    COPIED_KEY = "copied-key"
    ENTRY_COUNT = "entry-count"
    UNSEEN_SHARE = "unseen-share"
    NOTHING_DUE = "nothing-due"
    OTHER_AGREEMENT = "other-agreement"
    MOVE_FORM = "move-form"
    CLAIM_COUNT = "claim-count"
    CLAIM_CARD = "claim-card"
    FALSE_CLAIM = "false-claim"
    OTHER_OUTCOME = "other-outcome"
    OTHER_SECRET = "other-secret"  # noqa: S105 - a code
    SECRET_SHOWN = "secret-shown"  # noqa: S105 - a code
    TWO_STATEMENTS = "two-statements"
    TWO_SEATINGS = "two-seatings"
    STOPPED_ALONE = "stopped-alone"
    LEFT = "left"


WIRE: Final = (Malformed, InvalidProof, Forbidden)
"""The codes that an objection can have, besides those of its game."""


class Ignored(Code):
    """Why a message is dropped, which accuses nobody."""

    STATEMENT_FORM = "statement-form"
    NO_STATEMENT = "no-statement"
    OTHER_TABLE = "other-table"
    NO_SUCH_SEAT = "no-such-seat"
    UNSIGNED = "unsigned", "seat"
    NO_OBJECTION = "no-objection"
    REASON_FORM = "reason-form"
    NO_EVIDENCE = "no-evidence"
    NO_STOP = "no-stop"
    STOP_OF_GONE = "stop-of-gone"
    NO_WORD = "no-word"
    NO_BALLOT = "no-ballot"
    LATER_DECISION = "later-decision"
    NOT_AWAITED = "seat-not-awaited"
    NO_ESCROW = "nobody-can-be-gone"
    NOT_YET = "not-yet"
    TOO_FAR = "too-far"
    TOO_MANY = "too-many"
    LONG_OVER = "long-over"
    AFTER_CLOSE = "after-close"
    NO_MESSAGE = "no-message"
    SEAT_LIST = "seat-list"
    SIGNATURE_LENGTH = "signature-length"
    NO_REMARK = "no-remark"
    REMARK_UNSIGNED = "remark-unsigned"
    REMARK_TWICE = "remark-twice"


class BadTranscript(Code):
    """What is wrong with a file, apart from what a seat said in it."""

    NOT_A_TRANSCRIPT = "not-a-transcript"
    OTHER_VERSION = "other-version", "version", "known"
    SEATING = "bad-seating"
    SIGNATURES = "seat-signatures"
    UNSIGNED_SEAT = "seat-unsigned", "seat"
    NO_GAME = "no-game", "game"
    OTHER_SEATING = "other-seating"
    ROUND_FORM = "round-form"
    NO_ROUND = "no-round"
    SPEAKER_COUNT = "speaker-count", "seats"
    SPEAKERS = "speakers"
    SEAT_ORDER = "seat-order"
    OTHER_ROUND = "other-round", "round"
    OTHER_HEAD = "other-head"
    AFTER_END = "after-end"
    NOTHING_FOLLOWS = "nothing-follows"
    SOMETHING_CLOSED = "after-the-close"
    COMPLETE_ROUND = "complete-round"
    # The codes keep the name that they had first: stored reports contain them.
    OUT_OF_BAND_IN_ROUND = "aside-in-round"
    OUT_OF_BAND = "bad-aside"
    OUT_OF_BAND_ORDER = "aside-order"
    STOP_ROUNDS = "stop-rounds"
    STOP_ROUND_UNKNOWN = "stop-round-unknown"
    NOT_AGREED = "not-agreed"
    EVIDENCE_FORM = "bad-evidence"
    EVIDENCE = "evidence"
    NOT_AWAITED = "nothing-awaited"
    OTHER_WORDS = "not-recomputed"


class PairingFailure(Code):
    """Why two strangers have failed to prove to each other who they are."""

    NO_TABLE = "no-table"
    OTHER_TABLE = "another-table"
    OTHER_HOST = "another-host"
    OTHER_PROTOCOL = "other-protocol", "version", "known"
    NO_MESSAGE = "no-pairing-message"
    OVER = "pairing-over"
    NO_SPAKE2 = "no-spake2"
    SPAKE2_DUE = "spake2-due"
    CONFIRMATION_DUE = "confirmation-due"
    WRONG_CODE = "wrong-code"
    IDENTITY_DUE = "identity-due"
    BAD_IDENTITY = "bad-identity"
    CERTIFICATE = "certificate"


class SeatingFailure(Code):
    """Why a seat is not taken, or not signed, while a table gathers."""

    NO_MESSAGE = "no-lobby-message"
    ROSTER_FORM = "roster-form"
    NOT_IN_ROSTER = "not-in-roster"
    NO_ROSTER = "no-roster"
    SECOND_START = "second-start"
    CHANGED_GAME = "changed-game"
    OTHER_NAME = "given-other-name"
    OTHER_KEY = "given-other-key"
    OTHER_MACHINE = "given-other-machine"
    HOST_KEY = "host-key"
    ROSTER_MACHINES = "roster-machines"
    OTHER_GAME = "shown-other-game"
    OTHER_SEATS = "shown-other-seats"
    TAKEN_BACK = "taken-back"
    OWN_ENTRY = "own-entry"
    HOST = "host"
    OTHER_PLAYERS = "shown-other-players"
    OTHER_MACHINES = "shown-other-machines"
    CERTIFICATES = "certificates"
    UNREADABLE_CERTIFICATE = "unreadable-certificate"
    HOST_CERTIFICATE = "host-certificate"
    SAME_SUBJECT = "same-subject"


class BadOption(Code):
    """Why a game cannot be played with these options, or by this many players."""

    UNTYPED = "option-untyped", "example"
    UNKNOWN = "option-unknown", "key", "known"
    VALUE = "option-value", "key", "allowed", "value"
    NO_GAME = "option-no-game", "game"
    OTHER_RULES = "option-other-rules"
    SEATS = "option-seats", "game", "fewest", "most", "seats"
    ONLY_SEATS = "option-only-seats", "game", "only", "seats"
    FIRST = "option-first", "last", "first"
    ESCROW_SEATS = "option-escrow-seats", "fewest"
    TRUSTING_SEATS = "option-trusting-seats"


class NotPossible(Code):
    """Why this seat cannot do something now."""

    NOT_YOUR_TURN = "not-your-turn"
    NOT_ASKED = "not-asked"
    ENDED = "ended"
    GONE = "gone"
    ALREADY_SAID = "said"
    NO_ESCROW = "no-escrow"
    NOT_AWAITED = "not-awaited"
    LINKED = "linked"
    NEVER_MET = "never-met"
    OTHERS_MISSING = "others-missing"
    HAS_LEFT = "has-left"


class LibraryFault(Code):
    """Why a library of this machine cannot be used; `about` is what it decides wrongly."""

    UNSUITABLE = "unsuitable-library", "library", "about"


class RemarkFault(Code):
    """Why a remark is not allowed."""

    NO_TALK = "no-talk"
    PHRASES_ONLY = "phrases-only"
    ANOTHERS_TURN = "anothers-turn"
    NO_SUCH_PHRASE = "no-such-phrase"
    BAD_TEXT = "bad-text"
    NOT_THE_HAND = "not-the-hand"
    TOO_MUCH = "too-much"
    ENDED = "talk-ended"
    OTHER_HISTORY = "other-history"
