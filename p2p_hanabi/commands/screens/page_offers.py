"""What a page offers, and since which snapshot.

What a page sends was meant for the snapshot that its player saw. It is still valid if the very same
thing has been on offer in every snapshot since: the same move, or the same button of the same
dialog. So news beside it do no harm, nothing answers a question that was not seen, and nothing
meant for one turn is done in another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import assert_never

from p2p_hanabi.ui.model.game.areas import Words
from p2p_hanabi.ui.web.live_page import (
    LOG_OF_CARD,
    Button,
    Dialog,
    Done,
    Field,
    Look,
    Page,
    PlayMove,
    Press,
    Sort,
    Typed,
    WriteNote,
)
from p2p_hanabi.ui.web.wire import Message


@dataclass(frozen=True, slots=True)
class _Offer:
    """An action, and the title and lines of the dialog that it belongs to, if any."""

    done: Done
    asked: tuple[str, tuple[Words, ...]] | None = None


class Offers:
    """What is offered in the current snapshot."""

    def __init__(self) -> None:
        self._number = 0
        self._since: dict[_Offer, int] = {}
        self._dialog: Dialog | None = None

    def update(self, number: int, page: Page) -> None:
        """Go on to the snapshot with this number."""
        self._number, self._dialog = number, page.dialog
        self._since = {each: self._since.get(each, number) for each in _offered(page)}

    def withdraw(self) -> None:
        """Let nothing that was offered so far be done: whatever is offered next is another one."""
        self._since = {}

    def withdraw_moves(self) -> None:
        """Let no move that was offered so far be made: one was made."""
        rest = self._since.items()
        self._since = {each: n for each, n in rest if not isinstance(each.done, PlayMove)}

    def has(self, message: Message) -> bool:
        """Return whether what was done is still offered, and has been since it was seen."""
        since = self._since.get(_offer(message.done, self._dialog))
        return since is not None and since <= message.seen <= self._number


def _offer(done: Done, dialog: Dialog | None) -> _Offer:
    """Return what an action is about, without what is the player's to choose freely: a text, an
    order, a moment. Notes are written beside any dialog."""
    asked = None if dialog is None else (dialog.title, dialog.lines)
    match done:
        case Press() | PlayMove():
            return _Offer(done, asked)
        case Typed():
            return _Offer(replace(done, text=""), asked)
        case Look():
            return _Offer(Look(0), asked)
        case Sort(cards):
            return _Offer(Sort(tuple(sorted(cards))), asked)
        case WriteNote():
            return _Offer(replace(done, text=""))
    assert_never(done)


def _offered(page: Page) -> Iterator[_Offer]:
    actions = _of_page(page) if page.dialog is None else _of_dialog(page.dialog)
    yield from (_offer(done, page.dialog) for done in actions)
    if page.has_notes:
        yield from (_offer(WriteNote(card, ""), None) for card in page.cards)


def _of_dialog(dialog: Dialog) -> Iterator[Done]:
    of_codes = (code.buttons for code in dialog.codes)
    yield from _pressed(*dialog.buttons, *chain.from_iterable(of_codes))
    if dialog.field is not None:
        yield _typed(dialog.field)


def _of_page(page: Page) -> Iterator[Done]:
    yield from _pressed(*page.buttons, *page.keys, *page.levels, *page.narrowings)
    yield from _pressed(*chain.from_iterable(row.buttons for row in page.choices))
    yield from _pressed(*chain.from_iterable(code.buttons for code in page.codes))
    yield from (Press(seat.does) for seat in page.seats if seat.does)
    yield from map(_typed, page.fields)
    yield from (PlayMove(move.name) for move in page.moves)
    if page.has_notes:
        yield from (Press(f"{LOG_OF_CARD}{card}") for card in page.cards)
    if page.sorts:
        yield Sort(page.sorts)
    if page.steps is not None:
        yield Look(0)


def _pressed(*buttons: Button) -> Iterator[Done]:
    return (Press(each.does) for each in buttons if not each.why_not)


def _typed(field: Field) -> Done:
    return Typed(field.name, "")
