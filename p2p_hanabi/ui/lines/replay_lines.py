"""A replay in lines: step through the game, and play other moves by typing them as at a table.

Without I/O; `kit/loop.py` connects it to a console.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeAlias, assert_never

from protocol.game import Move, View

from ..drawing.style import Line, text
from ..kit.loop import Update
from ..model.game.game_screen import Misunderstood
from ..model.game.numbered_moves import legal_moves, numbered, rows
from ..model.replay_actions import (
    DeleteLine,
    InReplay,
    JumpTo,
    KeepLine,
    ListsLines,
    LookThrough,
    NamesLine,
    OpenLine,
    PlayInLine,
    PointTo,
    RenameLine,
    ReplayAction,
    ReplayReply,
    ShowsEnd,
    StepBy,
)
from ..model.replies import Asks, Explains, Opens
from ..model.shown_replay import ShownReplay
from ..model.table.table_actions import MakeMove, Previews
from ..words import sentences_shared as sentences
from ..words.i18n import N_, _, bare, translated
from ..words.sentences_typed import in_english, own_words, undictated
from .typed_commands import parse

_ACTIONS = {
    "new": ReplayAction.NEW_LINE,
    "bots": ReplayAction.BOTS,
    "undo": ReplayAction.TAKE_BACK,
    "lines": ReplayAction.LINES,
    "game": ReplayAction.WHAT_IF,
    "log": ReplayAction.LOG,
    "explain": ReplayAction.EXPLAIN,
    "practice": ReplayAction.PRACTICE,
    "possible": ReplayAction.POSSIBLE,
    "follow": ReplayAction.FOLLOW,
    "lead": ReplayAction.LEAD,
    "share": ReplayAction.SHARE_NOTES,
    "notes": ReplayAction.NOTES,
    "quit": ReplayAction.CLOSE,
}
_STEPS = {"": 1, "next": 1, "back": -1}
_COMMANDS = (
    *(
        "next",
        "back",
        "go",
        "moves",
        "new",
        "bots",
        "undo",
        "game",
        "eyes",
        "show",
        "log",
        "explain",
        "practice",
        "possible",
    ),
    *("save", "lines", "open", "rename", "delete", "help", "quit"),
)
_WITH_OTHERS = ("follow", "lead", "point", "share", "notes")
_COMPANY_HELP = (
    N_("TOGETHER"),
    N_("One leads, and the others see the same; who steps alone is not pulled."),
    N_("follow       come back to the others"),
    N_("lead         ask for the lead, or no longer; pass it on to whoever asked first"),
    N_("point        the cards with their numbers; a number points at a card"),
    N_("share        shows your notes on cards to all, or no longer"),
    N_("notes        reads the notes that are shown"),
)
_PRACTICE = N_("practice     play on from here with bots, as one of the players")
_NOTES = N_("notes        reads your notes of this game")
_POSSIBLE = N_("possible     what was possible from here at most, and one way to it")
_ONLY_SOME = {
    _PRACTICE: ReplayAction.PRACTICE,
    _NOTES: ReplayAction.NOTES,
    _POSSIBLE: ReplayAction.POSSIBLE,
}
"""The rows for what can be done in some games only."""
_HELP = (
    N_("WHAT IF"),
    N_("A move, typed as at a table, is played for the player who is to move."),
    N_("moves        what can be played here; a number plays it"),
    N_("bots         let bots play on from here"),
    N_("next         one move forward; Enter too"),
    N_("back         one move back"),
    N_("go 12        to that move"),
    N_("undo         undoes the last change"),
    N_("new          begins a new line at this move of the game"),
    N_("game         the game as it was played, and again the line"),
    N_("eyes Ana     what Ana saw; without a name, the next view"),
    N_("save Try     keeps the line under that name; save Try: a remark"),
    N_("lines        the kept lines"),
    N_("open Try     shows a kept line"),
    N_("rename New   gives the line shown another name"),
    N_("delete Try   deletes a kept line"),
    _PRACTICE,
    _POSSIBLE,
    N_("show         the table"),
    N_("log          what has happened"),
    _NOTES,
    N_("quit         leaves"),
)
_Shown: TypeAlias = list[Line]


class ReplayLines(Generic[View, Move]):
    """See `loop.Conversation`. A move is not confirmed: it can be undone."""

    def __init__(self, replay: ShownReplay[View, Move]) -> None:
        self._replay = replay
        self._reported: list[Line] = []
        if not replay.is_line and replay.together is None:
            replay.do(ReplayAction.WHAT_IF)
        help_line = text(_('"help" lists what can be typed.'), "strong")
        notice = replay.take_notice()
        heading = [text(notice, "strong")] if notice else self._table()
        self._unseen: list[Line] = [*heading, *self._moment(), help_line]

    @property
    def is_over(self) -> bool:
        return self._replay.is_over

    def look(self) -> Update:
        """Return what the leader shows now, and what the others do."""
        before = self._seen
        self._replay.look()
        moved = self._moment() if self._seen != before else []
        together, reported = self._replay.together, self._reported
        company = [] if together is None else [text(together.status()), *self._replay.company()]
        news, self._reported = [line for line in company if line not in reported], company
        if together is not None and together.says_new_leader():
            news = [line for line in news if line is not company[0]]  # the status
        lines, self._unseen = (*self._unseen, *moved, *news), []
        return Update(lines)

    @property
    def _seen(self) -> object:
        return self._replay.at, self._replay.recording, self._replay.result

    def complete(self, line: str) -> Sequence[str]:
        alone = ("notes",) if self._replay.own_notes else ()
        others = alone if self._replay.together is None else _WITH_OTHERS
        english = (*_COMMANDS, *others, *self._replay.recording.screen.move_examples)
        words = dict.fromkeys((*(own_words().get(word, word) for word in english), *english))
        return [word for word in words if line and word.startswith(line)]

    def typed(self, line: str) -> Sequence[Line]:
        try:
            return self._carry_out(line)
        except Misunderstood as error:
            return [text(str(error))]

    def interrupted(self) -> Sequence[Line]:
        return self._do(ReplayAction.CLOSE)

    def end_of_input(self) -> Sequence[Line]:
        """Close: nobody is left to be asked about a line that is not kept."""
        self._replay.leave()
        return []

    # -- what is typed

    def _carry_out(self, line: str) -> _Shown:
        """Raise `Misunderstood`."""
        word, _space, rest = in_english(undictated(line)).partition(" ")
        word, rest = word.lower(), rest.strip()
        match word, rest:
            case (("" | "next" | "back"), ""):
                return self._do(StepBy(_STEPS[word]))
            case _, "" if word in _ACTIONS:
                return self._do(_ACTIONS[word])
            case "go", _:
                return self._do(JumpTo(_number(rest)))
            case "eyes", _:
                return self._do(self._eyes(rest))
            case "moves", "":
                return self._moves()
            case "show", "":
                return self._table()
            case "help", "":
                return [text(row) for row in (*self._help(), *self._game_help())]
            case "point", _ if self._replay.together is not None:
                return self._point(rest)
            case _ if rest and (action := _about_lines(word, rest, self._kept_name)) is not None:
                return self._do(action)
        return self._do(self._move(line))

    def _point(self, typed: str) -> _Shown:
        """Raise `Misunderstood`."""
        cards = self._replay.cards
        if not typed:
            return [text(f"{number}. {place}") for number, (_c, place) in enumerate(cards, 1)]
        number = _number(typed)
        if not 0 < number <= len(cards):
            raise Misunderstood(sentences.usage("point 3"))
        return self._do(PointTo(cards[number - 1][0]))

    @property
    def _kept_name(self) -> str:
        """The name of the line shown; empty if it is not kept."""
        line = self._replay.line
        return "" if line is None or line.kept is None else line.kept.name

    def _eyes(self, typed: str) -> InReplay[Move]:
        """Raise `Misunderstood`."""
        if not typed:
            return ReplayAction.NEXT_EYES
        for eyes, label in self._replay.all_eyes:
            if bare(label) == bare(typed):
                return LookThrough(eyes)
        labels = ", ".join(label for _eyes, label in self._replay.all_eyes)
        raise Misunderstood(_("Whose view? {labels}.").format(labels=labels))

    def _move(self, line: str) -> InReplay[Move]:
        """Raise `Misunderstood`."""
        if (why_not := self._replay.why_no_move()) is not None:
            raise Misunderstood(why_not)
        replay = self._replay
        view, typed = replay.view, undictated(line)
        if typed.isascii() and typed.isdecimal():
            return PlayInLine(numbered(typed, legal_moves(view)))
        match parse(line, replay.recording.screen, view, replay.players):
            case MakeMove(move):
                return PlayInLine(move)
        raise Misunderstood(sentences.unknown_command(typed.split()[0]))

    # -- what is shown

    def _do(self, action: InReplay[Move]) -> _Shown:
        before = self._seen
        lines = self._reply(self._replay.do(action))
        if before == self._seen:
            return lines
        return [*lines, *self._moment()]

    def _reply(self, reply: ReplayReply[Move]) -> _Shown:
        match reply:
            case None | Previews() | NamesLine() | Asks():  # named, or deleted, by whole words
                return []
            case Explains(lines) | Opens(_, lines) | ShowsEnd(lines):
                return list(lines)
            case ListsLines(listed):
                return [text(f"{name}: {about}") for name, about in listed]
        assert_never(reply)

    def _moment(self) -> _Shown:
        """Return where the viewer is, what has just happened, and who is to move."""
        replay = self._replay
        if replay.result is not None:
            return [text(replay.result.title, "strong"), *replay.result.lines()]
        turn = replay.recording.screen.whose_turn(replay.view, replay.players)
        compared = replay.compared()
        return [
            text(replay.where, "turn"),
            *replay.happened(),
            *([text(compared, "strong")] if compared else []),
            *(replay.end() if replay.is_at_end else []),
            *([] if turn is None else [turn]),
        ]

    def _table(self) -> _Shown:
        replay = self._replay
        return replay.recording.screen.topic_page("show", replay.view, replay.players)

    def _moves(self) -> _Shown:
        """Raise `Misunderstood`."""
        if (why_not := self._replay.why_no_move()) is not None:
            raise Misunderstood(why_not)
        return rows(self._replay.recording.screen, self._replay.view, self._replay.players)

    def _help(self) -> Sequence[str]:
        replay, known = self._replay, self._replay.known()
        left_out = [row for row, action in _ONLY_SOME.items() if action not in known]
        left_out += [] if replay.together is None else [_NOTES]  # a row of the others' help
        together = () if replay.together is None else _COMPANY_HELP
        return translated((*(row for row in _HELP if row not in left_out), *together))

    def _game_help(self) -> Sequence[str]:
        return translated(self._replay.recording.screen.help(self._replay.view))


def _number(typed: str) -> int:
    """Raise `Misunderstood`."""
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 6):
        raise Misunderstood(sentences.usage("go 12"))
    return int(typed)


def _about_lines(
    word: str, name: str, kept: str
) -> KeepLine | OpenLine | RenameLine | DeleteLine | None:
    """Return what is to be done with a line; `kept` is the name of the one shown."""
    match word:
        case "save":
            named, _colon, remark = name.partition(": ")
            return KeepLine(named, remark)
        case "open":
            return OpenLine(name)
        case "rename" if kept:
            return RenameLine(kept, name)
        case "delete":
            return DeleteLine(name)
    return None
