"""Reasons for refusals and blame, in English: one sentence for each code.

Each game has its own sentences for what its rules refuse.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from p2p_hanabi.faults import FileFault, LinkFault, SystemFault
from protocol.reasons import (
    BadOption,
    BadTranscript,
    Code,
    Forbidden,
    Ignored,
    InvalidProof,
    LibraryFault,
    Malformed,
    PairingFailure,
    Reason,
    SeatingFailure,
)

from .i18n import N_, _

SENTENCES: Mapping[Code, str] = {
    # bytes and values
    Malformed.TOO_LARGE: N_("{size} bytes, at most {most} are read"),
    Malformed.VALUE_TOO_LARGE: N_("a value of {size} bytes, at most {most} are read"),
    Malformed.NO_MSGPACK: N_("data that cannot be read (not MessagePack)"),
    Malformed.NO_MSGPACK_AT: N_("data that cannot be read (not MessagePack at byte {byte})"),
    Malformed.CUT_SHORT: N_("data that ends too early (MessagePack, at byte {byte})"),
    Malformed.NOT_SHORTEST: N_("not the shortest form"),
    Malformed.NOT_SHORTEST_AT: N_("not the shortest form at byte {byte}"),
    Malformed.MAP: N_("a map"),
    Malformed.FLOAT: N_("a float"),
    Malformed.TIMESTAMP: N_("a Timestamp"),
    Malformed.EXTENSION: N_("an extension type"),
    Malformed.NEGATIVE: N_("a negative number"),
    Malformed.TOO_DEEP: N_("deeper than {levels} levels"),
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
    # this machine
    LibraryFault.UNSUITABLE: N_(
        "{library} does not decide as the protocol requires ({about}); install PyNaCl with the "
        "libsodium that comes with it"
    ),
    # points, scalars and proofs
    InvalidProof.SCALAR_LENGTH: N_("a scalar has 32 bytes"),
    InvalidProof.SCALAR_RANGE: N_("a scalar is from 1 to L - 1"),
    InvalidProof.POINT_LENGTH: N_("a point has 32 bytes"),
    InvalidProof.NOT_IN_GROUP: N_("not a point of the group"),
    InvalidProof.NOT_A_FACTOR: N_("not a point of the group, or the identity"),
    InvalidProof.NOT_ON_CURVE: N_("not a point of the curve"),
    InvalidProof.IDENTITY: N_("the identity"),
    InvalidProof.SIGNATURE: N_("the signature is not valid"),
    InvalidProof.KEY_PROOF: N_("the key proof is not valid"),
    InvalidProof.SHARE_FORM: N_("a share is [d, e, z]"),
    InvalidProof.SHARE_PROOF: N_("the share is not valid"),
    InvalidProof.SEALED_SHARE_PROOF: N_("the sealed share is not valid"),
    InvalidProof.BLINDED_SHARE_FORM: N_("a blinded share is [E, e, z, u]"),
    InvalidProof.BLINDED_SHARE_PROOF: N_("the blinded share is not valid"),
    InvalidProof.CLAIM_LENGTH: N_("a claim has one entry for each face"),
    InvalidProof.CLAIM_ENTRY: N_("an entry of a claim is [e, z]"),
    InvalidProof.CLAIM_PROOF: N_("the claim is not valid"),
    InvalidProof.PILE_SIZE: N_("a pile of {cards} cards must keep {cards}"),
    InvalidProof.MASKED_CARD: N_("a masked card is [A, B]"),
    InvalidProof.SHUFFLE_FORM: N_("not a shuffle proof"),
    InvalidProof.SHUFFLE_LISTS: N_("a list in the proof is too short or too long"),
    InvalidProof.SHUFFLE_PROOF: N_("the shuffle proof is not valid"),
    InvalidProof.NO_FACE: N_("not a face of the deck"),
    # boxes, and the shares of keys
    InvalidProof.BOX_COUNT: N_("one box for each seat"),
    InvalidProof.BOX_LENGTH: N_("a box must be as long as its rows"),
    InvalidProof.BOX_CLOSED: N_("the box cannot be opened"),
    InvalidProof.BOX_ROWS: N_("not the expected rows"),
    InvalidProof.FALSE_ROW: N_("a false sealed share"),
    InvalidProof.KEY_SHARE_COUNT: N_("one share of the key for each seat"),
    InvalidProof.OWN_KEY_SHARE: N_("a share for the seat itself"),
    InvalidProof.KEY_SHARE_LENGTH: N_("a box must be as long as a share"),
    InvalidProof.KEY_SHARE_SUM: N_("the shares do not add up to the key"),
    InvalidProof.NO_KEY_SHARE: N_("a seat has no share of its own key"),
    InvalidProof.KEY_SHARE_BOX: N_("a box without a share of the key"),
    InvalidProof.FALSE_KEY_SHARE: N_("a false share of the key"),
    # statements in a round, or besides it
    Forbidden.OUT_OF_TURN: N_("out of turn"),
    Forbidden.NOT_DUE: N_("not what was expected"),
    Forbidden.OTHER_COMMITMENT: N_("not what it committed to"),
    Forbidden.REVEAL_FORM: N_("not a reveal"),
    Forbidden.BOX_KEY: N_("a box key of small order"),
    Forbidden.COPIED_KEY: N_("a copied key"),
    Forbidden.ENTRY_COUNT: N_("one entry for each card"),
    Forbidden.UNSEEN_SHARE: N_("a share that should stay hidden"),
    Forbidden.NOTHING_DUE: N_("nothing was expected for this card"),
    Forbidden.OTHER_AGREEMENT: N_("agrees to something else"),
    Forbidden.MOVE_FORM: N_("the move is not in its usual form"),
    Forbidden.CLAIM_COUNT: N_("one proof for each claim"),
    Forbidden.CLAIM_CARD: N_("a claim about a card that is not another seat's hidden one"),
    Forbidden.FALSE_CLAIM: N_("a claim is not true"),
    Forbidden.OTHER_OUTCOME: N_("another outcome"),
    Forbidden.OTHER_SECRET: N_("not the secret it committed to"),
    Forbidden.SECRET_SHOWN: N_("the secret is shown where the game says so, and only there"),
    Forbidden.TWO_STATEMENTS: N_("two statements for one round"),
    Forbidden.TWO_SEATINGS: N_("two signatures of one seating"),
    Forbidden.STOPPED_ALONE: N_("stopped alone"),
    Forbidden.LEFT: N_("the player ended the game"),
    # dropped messages
    Ignored.STATEMENT_FORM: N_("a statement is a payload and a signature"),
    Ignored.NO_STATEMENT: N_("not a statement"),
    Ignored.OTHER_TABLE: N_("a statement of another table"),
    Ignored.NO_SUCH_SEAT: N_("no such seat"),
    Ignored.UNSIGNED: N_("not signed by player {seat}"),
    Ignored.NO_OBJECTION: N_("not an objection"),
    Ignored.REASON_FORM: N_("not in the form of a reason"),
    Ignored.NO_EVIDENCE: N_("not evidence"),
    Ignored.NO_STOP: N_("not a stop"),
    Ignored.STOP_OF_GONE: N_("a stop by a seat that is gone"),
    Ignored.NO_WORD: N_("not a word of a ballot"),
    Ignored.NO_BALLOT: N_("no such ballot"),
    Ignored.LATER_DECISION: N_("a decision from a later ballot"),
    Ignored.NOT_AWAITED: N_("nothing is expected from that seat"),
    Ignored.NO_ESCROW: N_("this table cannot go on without a seat"),
    Ignored.NOT_YET: N_("for a future round"),
    Ignored.TOO_FAR: N_("too far ahead"),
    Ignored.TOO_MANY: N_("too many words for future rounds"),
    Ignored.LONG_OVER: N_("for a round long over"),
    Ignored.AFTER_CLOSE: N_("an objection after the last close"),
    Ignored.NO_MESSAGE: N_("not a message between seats"),
    Ignored.SEAT_LIST: N_("not a list of seats"),
    Ignored.SIGNATURE_LENGTH: N_("a signature has 64 bytes"),
    Ignored.NO_REMARK: N_("not a remark"),
    Ignored.REMARK_UNSIGNED: N_("a remark that its seat has not signed"),
    Ignored.REMARK_TWICE: N_("two remarks with the same number"),
    # the file
    BadTranscript.NOT_A_TRANSCRIPT: N_("not a transcript"),
    BadTranscript.OTHER_VERSION: N_(
        "a transcript of version {version}; this program reads {known}"
    ),
    BadTranscript.SEATING: N_("the seating"),
    BadTranscript.SIGNATURES: N_("one signature of 64 bytes for each seat"),
    BadTranscript.UNSIGNED_SEAT: N_("player {seat} has not signed this table"),
    BadTranscript.NO_GAME: N_("there is no game called {game!r}"),
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
    BadTranscript.OUT_OF_BAND_IN_ROUND: N_(
        "an objection, a stop or a word of a ballot is not part of a round"
    ),
    BadTranscript.OUT_OF_BAND: N_("an objection or a stop"),
    BadTranscript.OUT_OF_BAND_ORDER: N_("objections and stops must be in seat order"),
    BadTranscript.STOP_ROUNDS: N_("the stops are not for one round"),
    BadTranscript.STOP_ROUND_UNKNOWN: N_("stops for a round that is not in the file"),
    BadTranscript.NOT_AGREED: N_("not all have agreed to end the table"),
    BadTranscript.EVIDENCE_FORM: N_("the evidence"),
    BadTranscript.EVIDENCE: N_("the evidence does not hold up"),
    BadTranscript.NOT_AWAITED: N_("nothing was expected from that seat"),
    BadTranscript.OTHER_WORDS: N_("not what follows from this seat's secret"),
    # pairing
    PairingFailure.NO_TABLE: N_("no table answers here"),
    PairingFailure.OTHER_TABLE: N_("another table answers there"),
    PairingFailure.OTHER_HOST: N_(
        "it was opened by somebody other than the host of the last table"
    ),
    PairingFailure.OTHER_PROTOCOL: N_(
        "protocol version {version}; this program speaks version {known}"
    ),
    PairingFailure.NO_MESSAGE: N_("not a pairing message"),
    PairingFailure.OVER: N_("the pairing is over"),
    PairingFailure.NO_SPAKE2: N_("not a SPAKE2 message from the other side"),
    PairingFailure.SPAKE2_DUE: N_("a SPAKE2 message was expected"),
    PairingFailure.CONFIRMATION_DUE: N_("a confirmation was expected"),
    PairingFailure.WRONG_CODE: N_("the code is wrong"),
    PairingFailure.IDENTITY_DUE: N_("an identity was expected"),
    PairingFailure.BAD_IDENTITY: N_("an identity that is not valid"),
    PairingFailure.CERTIFICATE: N_("the host signed a different certificate"),
    # the lobby
    SeatingFailure.NO_MESSAGE: N_("not a lobby message"),
    SeatingFailure.ROSTER_FORM: N_("a roster has names and keys"),
    SeatingFailure.NOT_IN_ROSTER: N_("a roster without this player"),
    SeatingFailure.NO_ROSTER: N_("a start before a roster"),
    SeatingFailure.SECOND_START: N_("a second start"),
    SeatingFailure.CHANGED_GAME: N_("the host changed the game after this player had sat down"),
    SeatingFailure.OTHER_NAME: N_("the host gave this player a different name"),
    SeatingFailure.OTHER_KEY: N_("the host gave this player a different key"),
    SeatingFailure.OTHER_MACHINE: N_("the host names a different machine for this player"),
    SeatingFailure.HOST_KEY: N_("the host names a different key from the one it has proven"),
    SeatingFailure.ROSTER_MACHINES: N_("a roster with machines that belong to nobody"),
    SeatingFailure.OTHER_GAME: N_("it is not the game that was shown"),
    SeatingFailure.OTHER_SEATS: N_("not the number of seats that was shown"),
    SeatingFailure.TAKEN_BACK: N_("a seating that was withdrawn earlier"),
    SeatingFailure.OWN_ENTRY: N_("this player's own entry is not the one it sent"),
    SeatingFailure.HOST: N_("the host is not the one who proved the code"),
    SeatingFailure.OTHER_PLAYERS: N_("not the players that were shown"),
    SeatingFailure.OTHER_MACHINES: N_("seats on other machines than those shown"),
    SeatingFailure.CERTIFICATES: N_("certificates that do not match the seats"),
    SeatingFailure.UNREADABLE_CERTIFICATE: N_("a certificate that cannot be read"),
    SeatingFailure.HOST_CERTIFICATE: N_("the host's certificate is not the one of the pairing"),
    SeatingFailure.SAME_SUBJECT: N_("two certificates with the same subject"),
    # files and links
    SystemFault.PERMISSION: N_("permission denied"),
    SystemFault.MISSING: N_("no such file or directory"),
    SystemFault.NO_SPACE: N_("no space left on device"),
    SystemFault.READ_ONLY: N_("read-only file system"),
    SystemFault.IS_FOLDER: N_("is a directory"),
    SystemFault.NO_FOLDER: N_("not a directory"),
    SystemFault.FILE_SIZE: N_("file too large"),
    SystemFault.NAME_SIZE: N_("file name too long"),
    SystemFault.QUOTA: N_("disk quota exceeded"),
    SystemFault.INPUT_OUTPUT: N_("input/output error"),
    SystemFault.LINK_LOOP: N_("too many levels of symbolic links"),
    SystemFault.REFUSED: N_("connection refused"),
    SystemFault.RESET: N_("connection reset by peer"),
    SystemFault.UNREACHABLE: N_("network is unreachable"),
    SystemFault.NO_ROUTE: N_("no route to host"),
    SystemFault.OTHER: "{said}",
    LinkFault.CLOSED_THERE: N_("the other side closed the connection"),
    LinkFault.SILENT: N_("nothing has arrived for too long"),
    LinkFault.NOT_READING: N_("the other side has stopped reading"),
    LinkFault.NOT_READ_FOR: N_("the other side has not read for {seconds} s"),
    LinkFault.STRANGER_BYTES: N_("a stranger sent too much"),
    LinkFault.STRANGER_SILENT: N_("a stranger did not identify themselves"),
    LinkFault.FRAME_SIZE: N_("a frame of {size} bytes"),
    LinkFault.BAD_FRAME: N_("an invalid frame"),
    LinkFault.NO_HELLO: N_("no hello"),
    LinkFault.NO_ROSTER: N_("the host did not say who is at the table"),
    LinkFault.NO_LOBBY: N_("no lobby answers there"),
    LinkFault.NO_BANNER: N_("nothing there says that it is a table"),
    LinkFault.CLOSED_HERE: N_("closed here"),
    LinkFault.TURNED_AWAY: N_("turned away"),
    LinkFault.FASTER: N_("another address was faster"),
    LinkFault.NEWER: N_("replaced by a newer connection"),
    LinkFault.WRONG_WAY: N_("the lower of two seats does not dial"),
    LinkFault.SIGNING: N_("everybody is signing"),
    LinkFault.NO_ROOM: N_("too many connections"),
    LinkFault.NO_ADDRESS: N_("no address is known"),
    LinkFault.NO_INTERFACE: N_("no usable network interface"),
    LinkFault.NO_ANSWER: N_("no answer"),
    LinkFault.SOMEBODY_ELSE: N_("somebody else answers there"),
    LinkFault.NO_TABLE: N_("no table answers there"),
    LinkFault.HOST_SILENT: N_("the host no longer answers"),
    LinkFault.HOST_CLOSED: N_("the host has closed the table"),
    LinkFault.NOBODY_ASKED: N_("nobody was asked"),
    LinkFault.OTHER_PLAYER: N_("the table was signed with another identity"),
    FileFault.SOURCE: N_("it is the file being read"),
    FileFault.EXISTS: N_("it already exists; --force replaces it"),
    FileFault.FOLDER_MISSING: N_("its folder does not exist"),
    FileFault.OWN_FILE: N_("the program itself needs this file"),
    FileFault.NO_FILE: N_("it is not a file"),
    FileFault.LARGER: N_("it is larger than {most} bytes"),
    FileFault.IDENTITY: N_("it is not the identity of a player"),
    FileFault.PLAYERS: N_("it is not a list of players"),
    FileFault.NOTES: N_("it does not contain notes"),
    FileFault.SETTINGS: N_("it does not contain settings"),
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
"""Why a game cannot be played with these options, in whole sentences."""
NONE: Mapping[Code, str] = MappingProxyType({})


def why(reason: Reason | None, of_game: Mapping[Code, str] = NONE) -> str:
    """Return the reason in words, with its cause. `of_game` has the words for a game's rules. None
    is a reason from another version; its text is never shown."""
    if reason is None:
        return _("for a reason that this version does not know")
    code = reason.code
    if code in OPTIONS:
        return option(reason).removesuffix(".")
    facts = dict(reason.named)
    if isinstance(seat := facts.get("seat"), int):
        facts["seat"] = seat + 1  # players count from 1
    sentence = _(of_game[code] if code in of_game else SENTENCES[code]).format(**facts)
    return sentence if reason.cause is None else f"{sentence}{_(': ')}{why(reason.cause, of_game)}"


def option(reason: Reason) -> str:
    """Return a whole sentence: why a game cannot be played with these options, or this many
    players."""
    return _(OPTIONS[reason.code]).format(**reason.named)
