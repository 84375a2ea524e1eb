"""The line that a replay's viewer tries: other moves than those of the game, taken back as often as
wanted, and kept under a name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic

from p2p_hanabi.review.shared_place import SharedLine
from protocol.game import Move, View

from ..replay.branching import Branching, KeptLine
from ..replay.recording import Recording
from ..words.i18n import N_, _, ngettext

MOST_TAKEN_BACK = 500
NO_LINES_KEPT = N_("No lines of this game are kept yet.")


@dataclass(frozen=True, slots=True)
class TriedLine(Generic[View, Move]):
    """`recording` has the game until `leaves`, the moment at which the line leaves it, and then its
    own moves. `kept` is what it was last kept as, with these moves if `is_kept`. `is_others`: it
    was played by others."""

    recording: Recording[View, Move]
    leaves: int
    kept: KeptLine | None = None
    is_kept: bool = False
    is_others: bool = False

    @property
    def last(self) -> int:
        return self.recording.count - 1

    @property
    def has_moves(self) -> bool:
        """Whether there is any move that is not the game's."""
        return self.leaves < self.last

    @property
    def is_unkept(self) -> bool:
        return self.has_moves and not (self.is_kept or self.is_others)


class TriedLines(Generic[View, Move]):
    """The current line of one game, and those before each change."""

    def __init__(self, branching: Branching[View, Move], last: int) -> None:
        self.branching = branching
        self._last = last
        self.line = self._begun()
        self._before: list[tuple[TriedLine[View, Move], int]] = []

    def _begun(self) -> TriedLine[View, Move]:
        return TriedLine(self.branching.begun(self._last), self._last)

    @property
    def can_take_back(self) -> bool:
        return bool(self._before)

    def begin_again(self, at: int) -> None:
        """Begin another line, unless the current one has no moves of its own yet."""
        if self.line.has_moves:
            self._put(at, self._begun())

    def play(self, at: int, move: Move) -> None:
        """Play a move at this moment. Raise `IllegalMove` and `UnknownCard`."""
        self._change(at, self.branching.played(self.line.recording, at, move))

    def take(self, at: int, recording: Recording[View, Move]) -> None:
        """Make this the current line, as if its moves had been played here."""
        self._put(at, TriedLine(recording, self.branching.leaves(recording)))

    def play_by_bots(self, at: int) -> None:
        self._change(at, self.branching.by_bots(self.line.recording, at))

    def take_back(self) -> int:
        """Return to the line before the last change; return the moment that was shown then."""
        self.line, at = self._before.pop()
        return at

    def follow(self, at: int, shared: SharedLine) -> None:
        """Show a line of others; the current one can be taken back. Raise `LineRefused`."""
        recording = self.branching.as_shared(self.line.recording, shared)
        if recording is not self.line.recording:
            leaves = self.branching.leaves(recording)
            self._put(at, TriedLine(recording, leaves, is_others=True))

    def _change(self, at: int, recording: Recording[View, Move]) -> None:
        if recording is self.line.recording:
            return  # the line already goes on like this
        leaves = self.branching.leaves(recording)
        self._put(at, TriedLine(recording, leaves, self.line.kept))

    def _put(self, at: int, line: TriedLine[View, Move]) -> None:
        self._before = [*self._before, (self.line, at)][-MOST_TAKEN_BACK:]
        self.line = line

    # -- kept lines

    def open_line(self, at: int, name: str) -> None:
        """Raise `LineRefused`."""
        kept, recording = self.branching.kept_line(name)
        leaves = self.branching.leaves(recording)
        self._put(at, TriedLine(recording, leaves, kept, is_kept=True))

    def keep(self, name: str, remark: str) -> str:
        """Keep the line, and return what was done. Under its former name it replaces what was kept;
        under another one it is a new line if its moves have changed, else it is renamed. Raise
        `LineRefused`."""
        former = self.line.kept
        replaced = "" if former is None else former.name
        if former is not None and name != former.name and not self.line.is_kept:
            replaced = ""
        kept = self.branching.keep(self.line.recording, name, remark, replaced)
        self.line = replace(self.line, kept=kept, is_kept=True)
        if path := self.branching.copied_to():
            sentence = _('The line "{name}" is kept with a copy of the game: {path}')
            return sentence.format(name=kept.name, path=path)
        return _('The line "{name}" is kept beside the game.').format(name=kept.name)

    def rename(self, name: str, to: str) -> str:
        """Raise `LineRefused`."""
        kept, recording = self.branching.kept_line(name)
        renamed = self.branching.keep(recording, to, kept.remark, kept.name)
        if self.line.kept == kept:
            self.line = replace(self.line, kept=renamed)
        return _('The line "{name}" is now called "{to}".').format(name=name, to=renamed.name)

    def delete(self, name: str) -> str:
        """Delete a kept line; if it is the current one, that can still be kept. Raise
        `LineRefused`."""
        self.branching.delete(name)
        if self.line.kept is not None and self.line.kept.name == name:
            self.line = replace(self.line, kept=None, is_kept=False)
        return _('The line "{name}" is deleted.').format(name=name)

    def rows(self) -> list[tuple[str, str]]:
        """Return each kept line's name, and what it is. Raise `LineRefused`."""
        return [(each.name, about_kept(each)) for each in self.branching.kept()]


def about_kept(kept: KeptLine) -> str:
    """Return what a kept line is: how long, from where, the remark on it, and why it does not fit
    the game any more, if so."""
    sentence = ngettext(
        "{moves} move, after move {n} of the game",
        "{moves} moves, after move {n} of the game",
        kept.move_count,
    ).format(n=kept.leaves, moves=kept.move_count)
    said = f"{sentence}. {kept.remark}" if kept.remark else f"{sentence}."
    if not kept.why_unfit:
        return said
    unfit = _("It does not fit this game any more: {why}.").format(why=kept.why_unfit)
    return f"{unfit} {said}"
