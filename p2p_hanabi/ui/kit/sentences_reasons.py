"""Why something is refused or somebody blamed, in English sentences: one for each code.

What a game's rules refuse is told in the game's own words.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from p2p_hanabi.file_faults import FileFault
from protocol.reasons import (
    BadOption,
    BadTranscript,
    Code,
    Malformed,
    Reason,
    Unheard,
    Unpaired,
    Unproven,
    Unseated,
    Wrongful,
)

from .i18n import N_, _

SENTENCES: Mapping[Code, str] = {
    # bytes and values
    Malformed.TOO_LARGE: N_("{size} bytes, at most {most} are read"),
    Malformed.VALUE_TOO_LARGE: N_("a value of {size} bytes, at most {most} are read"),
    Malformed.NO_MSGPACK: N_("not MessagePack"),
    Malformed.NO_MSGPACK_AT: N_("not MessagePack at byte {byte}"),
    Malformed.CUT_SHORT: N_("not MessagePack at byte {byte}: data missing"),
    Malformed.NOT_SHORTEST: N_("not the shortest form"),
    Malformed.NOT_SHORTEST_AT: N_("not the shortest form at byte {byte}"),
    Malformed.MAP: N_("a map"),
    Malformed.FLOAT: N_("a float"),
    Malformed.TIMESTAMP: N_("a Timestamp"),
    Malformed.EXTENSION: N_("an extension type"),
    Malformed.NEGATIVE: N_("a negative number"),
    Malformed.TOO_DEEP: N_("deeper than {levels} levels"),
    Malformed.BOOLEAN: N_("a number instead of true or false"),
    Malformed.FORM: N_("not in the expected form"),
    # the seating
    Malformed.NO_SEATING: N_("not a seating"),
    Malformed.OPTION: N_("an option is a key and a value"),
    Malformed.OPTION_ORDER: N_("options are sorted by their keys, each once"),
    Malformed.NO_SEAT: N_("not a seat"),
    Malformed.SEAT_LENGTHS: N_("a seat has a key of 32 bytes, a fingerprint of 32, a nonce of 16"),
    Malformed.NAME_LENGTH: N_("a name has 1 to {most} characters"),
    Malformed.NAME_CONTROL: N_("a name has no control characters"),
    Malformed.NAME_BLANK: N_("a name is not blank"),
    Malformed.IDENTITY_POINT: N_("an identity key that is not a point of the group"),
    Malformed.SAME_NAME: N_("two seats with the same name"),
    Malformed.SAME_IDENTITY: N_("two seats with the same identity"),
    Malformed.SAME_CERTIFICATE: N_("two seats with the same certificate"),
    Malformed.MACHINES: N_("seats on machines that belong to nobody"),
    # points, scalars and proofs
    Unproven.SCALAR_LENGTH: N_("a scalar has 32 bytes"),
    Unproven.SCALAR_RANGE: N_("a scalar is from 1 to L - 1"),
    Unproven.POINT_LENGTH: N_("a point has 32 bytes"),
    Unproven.NOT_IN_GROUP: N_("not a point of the group"),
    Unproven.NOT_A_FACTOR: N_("not a point of the group, or the identity"),
    Unproven.NOT_ON_CURVE: N_("not a point of the curve"),
    Unproven.IDENTITY: N_("the identity"),
    Unproven.SIGNATURE: N_("the signature is not valid"),
    Unproven.KEY_PROOF: N_("the key proof is not valid"),
    Unproven.SHARE_FORM: N_("a share is [d, e, z]"),
    Unproven.SHARE_PROOF: N_("the share is not valid"),
    Unproven.SEALED_SHARE_PROOF: N_("the sealed share is not valid"),
    Unproven.BLINDED_SHARE_FORM: N_("a blinded share is [E, e, z, u]"),
    Unproven.BLINDED_SHARE_PROOF: N_("the blinded share is not valid"),
    Unproven.CLAIM_LENGTH: N_("a claim has one entry for each face"),
    Unproven.CLAIM_ENTRY: N_("an entry of a claim is [e, z]"),
    Unproven.CLAIM_PROOF: N_("the claim is not valid"),
    Unproven.PILE_SIZE: N_("a pile of {cards} cards must keep {cards}"),
    Unproven.MASKED_CARD: N_("a masked card is [A, B]"),
    Unproven.SHUFFLE_FORM: N_("not a shuffle proof"),
    Unproven.SHUFFLE_LISTS: N_("a list in the proof is too short or too long"),
    Unproven.SHUFFLE_PROOF: N_("the shuffle proof is not valid"),
    Unproven.NO_FACE: N_("not a face of the deck"),
    # boxes, and the shares of keys
    Unproven.BOX_COUNT: N_("one box for each seat"),
    Unproven.BOX_LENGTH: N_("a box must be as long as its rows"),
    Unproven.BOX_CLOSED: N_("the box cannot be opened"),
    Unproven.BOX_ROWS: N_("not the expected rows"),
    Unproven.FALSE_ROW: N_("a false sealed share"),
    Unproven.KEY_SHARE_COUNT: N_("one share of the key for each seat"),
    Unproven.OWN_KEY_SHARE: N_("a share for the seat itself"),
    Unproven.KEY_SHARE_LENGTH: N_("a box must be as long as a share"),
    Unproven.KEY_SHARE_SUM: N_("the shares do not add up to the key"),
    Unproven.NO_KEY_SHARE: N_("a seat has no share of its own key"),
    Unproven.KEY_SHARE_BOX: N_("a box without a share of the key"),
    Unproven.FALSE_KEY_SHARE: N_("a false share of the key"),
    # what is said in a round, or beside it
    Wrongful.OUT_OF_TURN: N_("out of turn"),
    Wrongful.NOT_DUE: N_("not what was expected"),
    Wrongful.OTHER_COMMITMENT: N_("not what it committed to"),
    Wrongful.REVEAL_FORM: N_("not a reveal"),
    Wrongful.BOX_KEY: N_("a box key of small order"),
    Wrongful.COPIED_KEY: N_("a copied key"),
    Wrongful.ENTRY_COUNT: N_("one entry for each card"),
    Wrongful.UNSEEN_SHARE: N_("a share that should stay hidden"),
    Wrongful.NOTHING_DUE: N_("nothing was expected for this card"),
    Wrongful.OTHER_AGREEMENT: N_("agrees to something else"),
    Wrongful.MOVE_FORM: N_("the move is not in its usual form"),
    Wrongful.CLAIM_COUNT: N_("one proof for each claim"),
    Wrongful.CLAIM_CARD: N_("a claim about a card that is not another seat's hidden one"),
    Wrongful.FALSE_CLAIM: N_("a claim is not true"),
    Wrongful.OTHER_OUTCOME: N_("another outcome"),
    Wrongful.OTHER_SECRET: N_("not the secret it committed to"),
    Wrongful.SECRET_SHOWN: N_("the secret is shown where the game says so, and only there"),
    Wrongful.TWO_STATEMENTS: N_("two statements for one round"),
    Wrongful.TWO_SEATINGS: N_("two signatures of one seating"),
    Wrongful.STOPPED_ALONE: N_("stopped alone"),
    Wrongful.LEFT: N_("the player ended the game"),
    # what is dropped
    Unheard.STATEMENT_FORM: N_("a statement is a payload and a signature"),
    Unheard.NO_STATEMENT: N_("not a statement"),
    Unheard.OTHER_TABLE: N_("a statement of another table"),
    Unheard.NO_SUCH_SEAT: N_("no such seat"),
    Unheard.UNSIGNED: N_("not signed by seat {seat}"),
    Unheard.NO_OBJECTION: N_("not an objection"),
    Unheard.REASON_FORM: N_("not in the form of a reason"),
    Unheard.NO_EVIDENCE: N_("not evidence"),
    Unheard.NO_STOP: N_("not a stop"),
    Unheard.STOP_OF_GONE: N_("a stop by a seat that is gone"),
    Unheard.NO_WORD: N_("not a word of a ballot"),
    Unheard.NO_BALLOT: N_("no such ballot"),
    Unheard.LATER_DECISION: N_("a decision from a later ballot"),
    Unheard.NOT_AWAITED: N_("nothing is expected from that seat"),
    Unheard.NO_ESCROW: N_("this table cannot go on without a seat"),
    Unheard.NOT_YET: N_("for a future round"),
    Unheard.TOO_FAR: N_("too far ahead"),
    Unheard.TOO_MANY: N_("too many words for future rounds"),
    Unheard.LONG_OVER: N_("for a round long over"),
    Unheard.AFTER_CLOSE: N_("an objection after the last close"),
    Unheard.NO_MESSAGE: N_("not a message between seats"),
    Unheard.SEAT_LIST: N_("not a list of seats"),
    Unheard.SIGNATURE_LENGTH: N_("a signature has 64 bytes"),
    Unheard.NO_REMARK: N_("not a remark"),
    Unheard.REMARK_UNSIGNED: N_("a remark that its seat has not signed"),
    Unheard.REMARK_TWICE: N_("two remarks with the same number"),
    # the file
    BadTranscript.NOT_A_TRANSCRIPT: N_("not a transcript"),
    BadTranscript.OTHER_VERSION: N_(
        "a transcript of version {version}; this program reads {known}"
    ),
    BadTranscript.SEATING: N_("the seating"),
    BadTranscript.SIGNATURES: N_("one signature of 64 bytes for each seat"),
    BadTranscript.UNSIGNED_SEAT: N_("seat {seat} has not signed this table"),
    BadTranscript.NO_GAME: N_("no game is called {game!r}"),
    BadTranscript.OTHER_SEATING: N_("the seating is not one of this game"),
    BadTranscript.ROUND_FORM: N_("a round is an array of statements"),
    BadTranscript.NO_ROUND: N_("not one complete round: nothing to check"),
    BadTranscript.SPEAKER_COUNT: N_("{seats} seats speak in this round"),
    BadTranscript.SPEAKERS: N_("not the seats that speak, in seat order"),
    BadTranscript.SEAT_ORDER: N_("not in seat order"),
    BadTranscript.OTHER_ROUND: N_("a statement of round {round}"),
    BadTranscript.OTHER_HEAD: N_("a statement under another head"),
    BadTranscript.AFTER_END: N_("there is something after the end"),
    BadTranscript.NOTHING_FOLLOWS: N_("nothing may be said after the end"),
    BadTranscript.SOMETHING_CLOSED: N_("there is something after the close"),
    BadTranscript.COMPLETE_ROUND: N_("a complete round must be written as a round"),
    BadTranscript.ASIDE_IN_ROUND: N_("an aside is not part of a round"),
    BadTranscript.ASIDE: N_("an aside"),
    BadTranscript.ASIDE_ORDER: N_("asides must be in seat order"),
    BadTranscript.STOP_ROUNDS: N_("the stops are not for one round"),
    BadTranscript.STOP_ROUND_UNKNOWN: N_("stops for a round that is not in the file"),
    BadTranscript.NOT_AGREED: N_("not all have agreed to end the table"),
    BadTranscript.EVIDENCE_FORM: N_("the evidence"),
    BadTranscript.EVIDENCE: N_("the evidence does not hold up"),
    BadTranscript.NOT_AWAITED: N_("nothing was expected from that seat"),
    BadTranscript.OLD_ABSENCE: N_(
        "written by an older version: going on without a seat is signed differently now"
    ),
    BadTranscript.OTHER_WORDS: N_("not what follows from this seat's secret"),
    # pairing
    Unpaired.NO_TABLE: N_("no table answers here"),
    Unpaired.OTHER_TABLE: N_("another table answers there"),
    Unpaired.OTHER_HOST: N_("it was opened by somebody other than the host of the last table"),
    Unpaired.OTHER_PROTOCOL: N_("protocol version {version}; this program speaks version {known}"),
    Unpaired.NO_MESSAGE: N_("not a pairing message"),
    Unpaired.OVER: N_("the pairing is over"),
    Unpaired.NO_SPAKE2: N_("not a SPAKE2 message from the other side"),
    Unpaired.SPAKE2_DUE: N_("a SPAKE2 message was expected"),
    Unpaired.CONFIRMATION_DUE: N_("a confirmation was expected"),
    Unpaired.WRONG_CODE: N_("the code is wrong"),
    Unpaired.IDENTITY_DUE: N_("an identity was expected"),
    Unpaired.BAD_IDENTITY: N_("an identity that is not valid"),
    Unpaired.CERTIFICATE: N_("the host signed a different certificate"),
    # the lobby
    Unseated.NO_MESSAGE: N_("not a lobby message"),
    Unseated.ROSTER_FORM: N_("a roster has names and keys"),
    Unseated.NOT_IN_ROSTER: N_("a roster without this player"),
    Unseated.NO_ROSTER: N_("a start before a roster"),
    Unseated.SECOND_START: N_("a second start"),
    Unseated.CHANGED_GAME: N_("the host changed the game after this player had sat down"),
    Unseated.OTHER_NAME: N_("the host gave this player a different name"),
    Unseated.OTHER_KEY: N_("the host gave this player a different key"),
    Unseated.OTHER_MACHINE: N_("the host names a different machine for this player"),
    Unseated.HOST_KEY: N_("the host names a different key from the one it has proven"),
    Unseated.ROSTER_MACHINES: N_("a roster with machines that belong to nobody"),
    Unseated.OTHER_GAME: N_("it is not the game that was shown"),
    Unseated.OTHER_SEATS: N_("not the number of seats that was shown"),
    Unseated.TAKEN_BACK: N_("a seating that was withdrawn earlier"),
    Unseated.OWN_ENTRY: N_("this player's own entry is not the one it sent"),
    Unseated.HOST: N_("the host is not the one who proved the code"),
    Unseated.OTHER_PLAYERS: N_("not the players that were shown"),
    Unseated.OTHER_MACHINES: N_("seats on other machines than those shown"),
    Unseated.CERTIFICATES: N_("certificates that do not match the seats"),
    Unseated.UNREADABLE_CERTIFICATE: N_("a certificate that cannot be read"),
    Unseated.HOST_CERTIFICATE: N_("the host's certificate is not the one of the pairing"),
    Unseated.SAME_SUBJECT: N_("two certificates with the same subject"),
    # files
    FileFault.PERMISSION: N_("permission denied"),
    FileFault.MISSING: N_("no such file or directory"),
    FileFault.NO_SPACE: N_("no space left on device"),
    FileFault.READ_ONLY: N_("read-only file system"),
    FileFault.IS_FOLDER: N_("is a directory"),
    FileFault.NO_FOLDER: N_("not a directory"),
    FileFault.FILE_SIZE: N_("file too large"),
    FileFault.NAME_SIZE: N_("file name too long"),
    FileFault.QUOTA: N_("disk quota exceeded"),
    FileFault.INPUT_OUTPUT: N_("input/output error"),
    FileFault.LINK_LOOP: N_("too many levels of symbolic links"),
    FileFault.OTHER: "{said}",
    FileFault.SOURCE: N_("it is the file being read"),
    FileFault.EXISTS: N_("it already exists; --force replaces it"),
    FileFault.FOLDER_MISSING: N_("its folder does not exist"),
    FileFault.LARGER: N_("it is larger than {most} bytes"),
    FileFault.IDENTITY: N_("it is not the identity of a player"),
    FileFault.PLAYERS: N_("it is not a list of players"),
    FileFault.NOTES: N_("it does not contain notes"),
    FileFault.SEAT: N_("it is not a seat at a table"),
    FileFault.OPEN_TABLE: N_("it is not an open table"),
    FileFault.OTHER_JOURNAL: N_("it belongs to another table"),
    FileFault.NO_JOURNAL: N_("it is not the journal of a table"),
    FileFault.NO_HEADER: N_("it has no header"),
    FileFault.JOURNAL_EXISTS: N_("there is already a journal"),
    FileFault.JOURNAL_FAILED: N_("an earlier write to it failed"),
    FileFault.JOURNAL_DAMAGED: N_("it is damaged at byte {byte}"),
}
OPTIONS: Mapping[Code, str] = {
    BadOption.UNTYPED: N_("An option is typed as key=value, for example {example}."),
    BadOption.UNKNOWN: N_("Unknown option {key!r}. The options are {known}."),
    BadOption.VALUE: N_("Option {key!r} must be one of {allowed}, not {value!r}."),
    BadOption.NO_GAME: N_('This program has no game "{game}".'),
    BadOption.OTHER_RULES: N_("The host's program plays this game by other rules."),
    BadOption.SEATS: N_("{game} is for {fewest} to {most} players, not {seats}."),
    BadOption.ONLY_SEATS: N_("{game} is for {only} players, not {seats}."),
    BadOption.FIRST: N_("The player who begins must be 1 to {last}, not {first}."),
    BadOption.ESCROW_SEATS: N_(
        "The option 'escrow' needs {fewest} players or more; three who trust each "
        "other can use escrow=trusting."
    ),
    BadOption.TRUSTING_SEATS: N_("'escrow=trusting' is for three players."),
}
"""Why a game cannot be played so: each a whole sentence."""
NONE: Mapping[Code, str] = MappingProxyType({})


def why(reason: Reason | None, of_game: Mapping[Code, str] = NONE) -> str:
    """Say it, with the number of the rule and the reason behind it. `of_game` has the words of a
    game's rules. What another version says is not known (None), and nothing of it is told."""
    if reason is None:
        return _("for a reason that this version does not know")
    code = reason.code
    if code in OPTIONS:
        return option(reason).removesuffix(".")
    told = _(of_game[code] if code in of_game else SENTENCES[code]).format(**reason.named)
    told = f"{told} ({code.rule})" if code.rule else told
    return told if reason.cause is None else f"{told}{_(': ')}{why(reason.cause, of_game)}"


def option(reason: Reason) -> str:
    """Say in a whole sentence why a game cannot be played with these options, or by so many."""
    return _(OPTIONS[reason.code]).format(**reason.named)
