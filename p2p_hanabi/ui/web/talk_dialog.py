"""Chat on a live page: the phrases to choose from, and what was said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from protocol.game import Move, View
from protocol.peer.remarks import Text

from ..drawing.style import Line, text
from ..model.game.areas import Words
from ..model.replies import Explains
from ..model.table.shown_table import ShownTable
from ..model.table.table_actions import Say
from ..model.talk import sentences_talk as sentences
from ..model.talk.chat import earlier_remarks
from ..words.i18n import _
from . import words_live as words
from .live_page import CLOSE, Button, Dialog, Field
from .page_parts import spoken

SAY = "say"
_PHRASE = "phrase "
_SHOWN = 30
"""The number of last remarks on the page."""


class TalkDialog(Generic[View, Move]):
    """`is_open` while the phrases are shown."""

    def __init__(self, table: ShownTable[View, Move]) -> None:
        self.is_open = False
        self._table = table
        self._refused = ""
        self._remarks = earlier_remarks(table.port)

    def receive(self, remarks: Sequence[str]) -> None:
        self._remarks = [*self._remarks, *remarks][-_SHOWN:]

    def remarks(self) -> tuple[Words, ...]:
        return spoken(map(text, self._remarks))

    def texts(self) -> list[str]:
        """Return the free texts among the last remarks."""
        remarks = (each.remark for each in self._table.port.now.remarks)
        return [remark.text for remark in remarks if isinstance(remark, Text)]

    def show(self) -> None:
        self.is_open = True

    def close(self) -> None:
        self.is_open, self._refused = False, ""

    def dialog(self) -> Dialog | None:
        if not self.is_open:
            return None
        listed = self._table.phrases()
        phrases = tuple(
            Button(
                f"{_PHRASE}{choice.index}",
                sentences.phrase(choice.index),
                why_not="" if choice.why is None else sentences.not_said(choice.why),
            )
            for choice in listed
        )
        types = self._table.allows_texts
        field = Field(SAY, _("Your words"), _("Say"), value=self._refused) if types else None
        return Dialog(_(words.TALK), buttons=(*phrases, Button(CLOSE, _(words.CLOSE))), field=field)

    def press(self, does: str) -> bool:
        """Handle a button, and return whether it was one of these."""
        if not self.is_open or not does.startswith(_PHRASE):
            return False
        for choice in self._table.phrases():
            if does == f"{_PHRASE}{choice.index}" and choice.why is None:
                self.say(str(choice.index + 1))
        return True

    def say(self, typed: str) -> Line:
        """Say what was typed, while the dialog is open; return why it was refused, if it was."""
        if not self.is_open or not typed.strip():
            return ()
        self._refused = typed  # unless it is said
        reply = self._table.do(Say(typed))
        if isinstance(reply, Explains):
            return reply.lines[-1]
        self.close()
        return ()
