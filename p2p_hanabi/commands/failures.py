"""What ends a command early: a sentence for the user, and an exit code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from protocol.errors import P2PError

CANNOT = 2
NOT_GOOD = 1


class Failed(Exception):
    """Could not be done. The text is one or two sentences that say what to do."""

    def __init__(self, sentence: str, code: int = CANNOT) -> None:
        super().__init__(sentence)
        self.code = code


class WrongRoomCode(Failed):
    """A person may be asked for it again; nobody else tries twice."""


@contextmanager
def told_plainly() -> Iterator[None]:
    """Whatever the project raises on purpose becomes a sentence."""
    from protocol.pairing import WrongCode

    try:
        yield
    except WrongCode as error:
        raise WrongRoomCode(sentence_of(error)) from error
    except P2PError as error:
        raise Failed(sentence_of(error)) from error


def sentence_of(error: P2PError) -> str:
    """What went wrong between this seat and the others, or its disk, and what to do."""
    from p2p_hanabi.net.link import CannotReach
    from p2p_hanabi.net.lobby import BadTable, HostLeft
    from protocol.pairing import BadPairing, OtherVersion, Refused, WrongCode

    match error:
        case WrongCode():
            return "Wrong code. Ask the host for the three words on its screen, and try once more."
        case Refused():
            return _refused(error.reason, error.detail)
        case OtherVersion():
            return f"The host speaks another version of the protocol ({error}); update one of you."
        case BadPairing():
            return f"That is no table one can join: {error}."
        case CannotReach():
            where = ", ".join(str(address) for address in error.addresses) or "the table"
            return f"Cannot reach {where}: {error}. Is the host still there, and on this network?"
        case HostLeft():
            return f"The host left before the game began ({error})."
        case BadTable():
            return f"The host proposes a table that this seat does not sign: {error}."
        case _:
            return _at_home(error)


def _at_home(error: P2PError) -> str:
    """What went wrong on this machine alone."""
    from p2p_hanabi.net.journal import InUse
    from p2p_hanabi.net.where import CannotListen
    from p2p_hanabi.paths import StorageFailed
    from protocol.errors import BadOptions

    match error:
        case CannotListen() if error.taken:
            return f"Port {error.port} is in use; leave out --port, or choose another."
        case CannotListen():
            return f"Cannot listen on port {error.port}: {error}."
        case InUse():
            return "Another process already plays this seat; close it first."
        case StorageFailed():
            return f"{str(error)[0].upper()}{str(error)[1:]}. Nothing unsaved was sent."
        case BadOptions():
            return str(error)
        case _:
            return f"{error}."


def _refused(reason: str, detail: object) -> str:
    match reason:
        case "playing":
            return "This table is playing already."
        case "full":
            return "All seats of this table are taken."
        case "wait":
            return f"Too many wrong codes; try again in {detail} s, with the host's new code."
        case "needs a code":
            return "This table needs its code: set P2PHANABI_CODE, or join from a terminal."
        case "same player":
            return "This player sits at the table already; set P2PHANABI_HOME for a second one."
        case "wrong code":
            return "Wrong code. Ask the host for the three words on its screen, and try once more."
        case _:
            return f"The host refused: {reason}."
