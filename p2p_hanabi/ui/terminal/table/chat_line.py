"""Chat on the full screen: a line to type in, the phrases above it, and what the others say."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Generic

from protocol.game import Move, View
from protocol.reasons import RemarkFault

from ...drawing.canvas import (
    Block,
    Picture,
    Size,
    Zone,
    beside,
    fold,
    over_the_end,
    plain,
    restyled,
    stack,
    width,
)
from ...drawing.style import Line, text
from ...drawing.theme import Theme
from ...kit import scenes
from ...kit.legend import GAP, Legend, buttons
from ...kit.line_editor import LineEditor
from ...model.replies import Explains
from ...model.table.shown_table import ShownTable
from ...model.table.table_actions import Say
from ...model.talk import sentences_talk as sentences
from ...model.talk.chat import Choice, phrase_row
from ...words.i18n import _
from .board_frame import rule

_SHOWN = 90
"""Cells for the text being typed: it fits in two rows of the smallest screen."""
KEPT = 20
_GAP, _MOST = 2, 3
"""The cells between two columns of phrases, and the maximum number of columns."""
_CLICKED = "phrase "
"""The prefix of a clicked phrase's key; its number, from 0, follows."""


class ChatLine(Generic[View, Move]):
    """`is_open` while something is being typed; it then gets all keys."""

    def __init__(self, table: ShownTable[View, Move]) -> None:
        self.is_open = False
        self._table = table
        self._editor = LineEditor()
        self._chosen: int | None = None
        self._new: deque[str] = deque(maxlen=KEPT)

    def receive(self, remarks: Sequence[str]) -> None:
        self._new.extend(remarks)

    def news(self) -> str | None:
        """Return the next remark that the player has not seen; None if there is none."""
        return self._new.popleft() if self._new else None

    def begin(self) -> None:
        """Begin to type."""
        self.is_open, self._chosen = True, None
        self._editor.write("")

    def press(self, key: str) -> Explains | None:
        """Handle a key; return a message for the player, if any."""
        match key:
            case scenes.ENTER:
                return self._say()
            case scenes.ESCAPE | scenes.INTERRUPT:
                self.close()
            case scenes.UP | scenes.DOWN:
                self._step(1 if key == scenes.DOWN else -1)
            case _ if key.startswith(_CLICKED):
                self._choose(int(key.removeprefix(_CLICKED)))
            case _ if self._editor.press(key):
                self._chosen = None
        return None

    def close(self) -> None:
        self.is_open = False

    def add(self, words: str) -> bool:
        """Add pasted text; return whether a text is being typed."""
        if self.is_open:
            self._editor.add(words)
            self._chosen = None
        return self.is_open

    def asked(self) -> tuple[Line, ...]:
        shown = _("Say: {typed}").format(typed=self._editor.marked(_SHOWN))
        why = self._table.why_unsaid(self._editor.text)
        how = _("Choose a phrase by number, words, arrows or mouse; Enter says it.")
        if self._table.allows_texts:
            how = _("Type a text, or choose a phrase by number, arrows or mouse; Enter says it.")
        return (text(shown), text(how, "dim") if why is None else text(why, "alarm"))

    def keys(self) -> Legend:
        """Return the keys that can be clicked."""
        phrase = ("Down", _("a phrase"))
        does = (("Escape", _("cancels")), ("Enter", _("says it")))
        return (phrase, ("Up", ""), GAP, *does)

    def over(self, board: Picture, size: Size, theme: Theme) -> Picture:
        """Draw the phrases over a board, above the text being typed."""
        typed = stack(plain(fold(self.asked(), size.columns)), buttons(self.keys(), size.columns))
        listed = self._listed
        if not listed:
            return over_the_end(board, typed, size)
        waits = any(choice.why is RemarkFault.ANOTHERS_TURN for choice in listed)
        title = rule(size.columns, theme, _(sentences.WAITS) if waits else "")
        rows = _in_columns(listed, self._chosen, size.columns)
        return over_the_end(board, stack(title, rows, typed), size)

    @property
    def _listed(self) -> list[Choice]:
        """All phrases while one of them is chosen, else those that match what is typed."""
        typed = self._editor.text if self._chosen is None else ""
        return self._table.phrases(typed)

    def _step(self, by: int) -> None:
        """Choose the next phrase that can be said now."""
        open_now = [choice.index for choice in self._table.phrases() if choice.why is None]
        if self._chosen in open_now:
            self._choose(open_now[(open_now.index(self._chosen) + by) % len(open_now)])
        elif open_now:
            self._choose(open_now[0 if by > 0 else -1])

    def _choose(self, index: int) -> None:
        self._chosen = index
        self._editor.write(sentences.phrase(index))

    def _say(self) -> Explains | None:
        self.is_open = False
        if not self._editor.text.strip():
            return None
        reply = self._table.do(Say(self._editor.text))
        return reply if isinstance(reply, Explains) else None


def _in_columns(listed: Sequence[Choice], chosen: int | None, columns: int) -> Block:
    """Draw phrases in as many columns as fit; those that can be said can be clicked."""
    cells = [_cell(choice, is_chosen=choice.index == chosen) for choice in listed]
    laid_out = [_side_by_side(cells, -(-len(cells) // across)) for across in range(1, _MOST + 1)]
    return [block for block in laid_out if _wide(block) <= columns or block is laid_out[0]][-1]


def _side_by_side(cells: Sequence[Block], down: int) -> Block:
    """Arrange the cells in columns of `down` rows each."""
    whole = stack(*cells[:down])
    for first in range(down, len(cells), down):
        whole = beside(whole, stack(*cells[first : first + down]), _wide(whole) + _GAP)
    return whole


def _wide(block: Block) -> int:
    return max(map(width, block.lines))


def _cell(choice: Choice, *, is_chosen: bool) -> Block:
    row = phrase_row(choice)
    zone = Zone(0, 0, width(row), f"{_CLICKED}{choice.index}")
    shown = restyled(row, "chosen") if is_chosen else row
    return Block((shown,), (zone,) if choice.why is None else ())
