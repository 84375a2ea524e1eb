"""The buttons of a table on a live page: those that are valid and allowed now."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.peer.remarks import Rule

from ..kit.i18n import N_, _
from ..model.game import game_screen
from ..model.game.areas import Words
from ..model.table import absence, phone_codes
from ..model.table.machines import to_compare
from ..table.port import SeatPort
from ..table.wishes import Wish
from . import words_live as words
from .live_page import CLOSE, HAND_OVER, Button, Dialog
from .page_parts import qr_code
from .talk_dialog import TALK

LEAVE, RULES, WORDS, MORE, PHONES = "leave", "rules", "words", "more", "phones"
EXPLAIN = "explain"
AGAIN, CLOSE_TABLE = "again", "close table"
KEYS = {"abandon": "A", "gone": "G", "stop": "F"}
"""Actions that concern the whole table, with the keys of `TableQuestions`."""
_LEVEL = "level "
_WISHES = {
    Wish.REPLAY: N_("Replay"),
    Wish.PAGE: N_("Save as a web page"),
    Wish.HISTORY: N_("Past games"),
}


def closing(told: str) -> Button:
    return Button(CLOSE, told, is_main=True)


def levels(names: Sequence[str], at: int) -> tuple[Button, ...]:
    """Return a button for each level of knowledge, if there is a choice."""
    rows = enumerate(names)
    return tuple(Button(f"{_LEVEL}{n}", name, is_on=n == at) for n, name in rows)


def level_of(does: str, names: Sequence[str]) -> int | None:
    return next((n for n in range(len(names)) if does == f"{_LEVEL}{n}"), None)


def in_setup(port: SeatPort, *, has_ended: bool) -> tuple[Button, ...]:
    if has_ended:
        return at_the_end(again=False, is_saved=False)
    return (*_words(port), Button(RULES, _(words.RULES)), Button(MORE, _(words.MORE)))


def explaining(topics: Sequence[str]) -> tuple[Button, ...]:
    """Return the button to explain the last hint, for a game with hints."""
    if game_screen.EXPLAIN not in topics:
        return ()
    return (Button(EXPLAIN, _("Explain the last hint and move")),)


def in_play(port: SeatPort, topics: Sequence[str]) -> tuple[Button, ...]:
    talk = () if port.talk is Rule.NONE else (Button(TALK, _(words.TALK)),)
    return (
        *explaining(topics),
        *talk,
        *_words(port),
        Button(RULES, _(words.RULES)),
        Button(MORE, _(words.MORE)),
    )


def _words(port: SeatPort) -> tuple[Button, ...]:
    is_spoken = to_compare(port.status().words, port.machines)
    return (Button(WORDS, _(words.TABLE_WORDS)),) if is_spoken else ()


def more(port: SeatPort) -> Dialog:
    """Return a dialog with the actions that concern the whole table. What cannot be undone comes
    last; what is about a missing player appears only after a long wait."""
    status, is_long = port.status(), absence.is_long_away(port)
    stop = is_long or bool(status.stop_said_by)
    offered = (
        (HAND_OVER, _(words.HAND_OVER), True),
        (PHONES, _("New codes for phones"), bool(port.phones())),
        (LEAVE, _("Leave; you can come back later"), True),
        ("gone", _("Play on without the missing player"), is_long and status.has_escrow),
        ("stop", _("End the game together"), stop),
        ("abandon", _("Leave for good"), True),
    )
    buttons = tuple(Button(does, told) for does, told, can in offered if can)
    return Dialog(_(words.MORE), buttons=(*buttons, Button(CLOSE, _(words.CANCEL))))


def phones(port: SeatPort) -> Dialog:
    """Return a dialog with the current codes: each works once."""
    codes = tuple(qr_code(each.address, each.name) for each in port.phones())
    about = Words(_(phone_codes.ABOUT))
    title = _(phone_codes.TITLE)
    return Dialog(title, (about,), codes=codes, buttons=(closing(_(words.CLOSE)),))


def at_the_end(*, again: bool, is_saved: bool, topics: Sequence[str] = ()) -> tuple[Button, ...]:
    first = (Button(AGAIN, _("Play again"), is_main=True),) if again else ()
    wishes = tuple(Button(wish.value, _(told)) for wish, told in _WISHES.items() if is_saved)
    return (*first, *wishes, *explaining(topics), Button(CLOSE_TABLE, _("Close the table")))
