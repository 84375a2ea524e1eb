"""Reasons for refusals and blame, in English: a sentence for each code that a player can act on,
and one for each class of the others.

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
    # the seating
    Malformed.NAME_LENGTH: N_("a name has 1 to {most} characters"),
    Malformed.NAME_CONTROL: N_("a name has no control characters"),
    Malformed.NAME_BLANK: N_("a name is not blank"),
    Malformed.SAME_NAME: N_("two seats with the same name"),
    # this machine
    LibraryFault.UNSUITABLE: N_(
        "{library} does not decide as the protocol requires ({about}); install PyNaCl with the "
        "libsodium that comes with it"
    ),
    # statements in a round, or besides it
    Forbidden.STOPPED_ALONE: N_("stopped alone"),
    Forbidden.LEFT: N_("the player ended the game"),
    # dropped messages
    Ignored.UNSIGNED: N_("not signed by player {seat}"),
    # the file
    BadTranscript.NOT_A_TRANSCRIPT: N_("not a transcript"),
    BadTranscript.OTHER_VERSION: N_(
        "a transcript of version {version}; this program reads {known}"
    ),
    BadTranscript.UNSIGNED_SEAT: N_("player {seat} has not signed this table"),
    BadTranscript.NO_GAME: N_("there is no game called {game!r}"),
    BadTranscript.NO_ROUND: N_("not one complete round: nothing to check"),
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
    PairingFailure.WRONG_CODE: N_("the code is wrong"),
    # the lobby
    SeatingFailure.CHANGED_GAME: N_("the host changed the game after this player had sat down"),
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
    LinkFault.NO_LOBBY: N_("no lobby answers there"),
    LinkFault.TURNED_AWAY: N_("turned away"),
    LinkFault.SIGNING: N_("everybody is signing"),
    LinkFault.NO_ROOM: N_("too many connections"),
    LinkFault.NO_ADDRESS: N_("no address is known"),
    LinkFault.NO_INTERFACE: N_("no usable network interface"),
    LinkFault.NO_ANSWER: N_("no answer"),
    LinkFault.SOMEBODY_ELSE: N_("somebody else answers there"),
    LinkFault.NO_TABLE: N_("no table answers there"),
    LinkFault.HOST_SILENT: N_("the host no longer answers"),
    LinkFault.HOST_CLOSED: N_("the host has closed the table"),
    LinkFault.OTHER_PLAYER: N_("the table was signed with another identity"),
    FileFault.SOURCE: N_("it is the file being read"),
    FileFault.EXISTS: N_("it already exists"),
    FileFault.FOLDER_MISSING: N_("its folder does not exist"),
    FileFault.OWN_FILE: N_("the program itself needs this file"),
    FileFault.NO_FILE: N_("it is not a file"),
    FileFault.LARGER: N_("it is larger than {most} bytes"),
    FileFault.IDENTITY: N_("it is not the identity of a player"),
    FileFault.PLAYERS: N_("it is not a list of players"),
    FileFault.NOTES: N_("it does not contain notes"),
    FileFault.TIMES: N_("it does not contain the times of this game's players"),
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
CLASSES: Mapping[type[Code], str] = {
    Malformed: N_("malformed data: {detail}"),
    InvalidProof: N_("an invalid proof or value: {detail}"),
    Forbidden: N_("a forbidden statement: {detail}"),
    Ignored: N_("a message out of place: {detail}"),
    BadTranscript: N_("the file breaks the protocol: {detail}"),
    PairingFailure: N_("the pairing broke the protocol: {detail}"),
    SeatingFailure: N_("the host's table is not the one shown: {detail}"),
    LinkFault: N_("the connection was given up: {detail}"),
}
"""For codes without a sentence of their own. The detail is the code, with its facts and its causes;
docs/json.md lists them."""
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
        "Playing on without a player who is gone for good needs {fewest} players or more; three "
        "can do so if they trust each other."
    ),
    BadOption.TRUSTING_SEATS: N_(
        "Only three players can choose to play on without a player because they trust each other."
    ),
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
    if code not in of_game and code not in SENTENCES:
        return _(CLASSES[type(code)]).format(detail=reason)
    facts = dict(reason.named)
    if isinstance(seat := facts.get("seat"), int):
        facts["seat"] = seat + 1  # players count from 1
    sentence = _(of_game[code] if code in of_game else SENTENCES[code]).format(**facts)
    return sentence if reason.cause is None else f"{sentence}{_(': ')}{why(reason.cause, of_game)}"


def option(reason: Reason) -> str:
    """Return a whole sentence: why a game cannot be played with these options, or this many
    players."""
    return _(OPTIONS[reason.code]).format(**reason.named)
