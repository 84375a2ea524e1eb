"""A replay on a live page: step through the game, see it through anybody's eyes, and try other
moves by clicking, as at a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Generic, assert_never

from protocol.game import Card, Move, View

from ..drawing.style import Line, text
from ..model.game.areas import Area
from ..model.game.game_page import Looking, MoveOffer, NamedPage
from ..model.replay_actions import (
    CompanyAction,
    Follow,
    InReplay,
    JumpTo,
    KeepLine,
    ListsLines,
    LookThrough,
    NamesLine,
    OpenLine,
    PlayInLine,
    PointTo,
    ReplayAction,
    ReplayViewpoint,
    ShowLevel,
    ShowsEnd,
    StepBy,
)
from ..model.replies import Asks, Explains, Opens
from ..model.shown_replay import ShownReplay
from ..model.table.action_keys import KEYS
from ..model.table.table_actions import Previews, TableAction
from ..replay.branching import NAME_LENGTH, REMARK_LENGTH
from ..replay.recording import Spectator
from ..words.i18n import _
from ..words.sentences_questions import Question, word
from ..words.words_joined import listing
from . import table_buttons
from . import words_live as words
from .live_page import (
    CLOSE,
    Button,
    Dialog,
    Done,
    Field,
    Look,
    OfferedMove,
    Page,
    PageKind,
    PlayMove,
    Press,
    Steps,
    Typed,
)
from .page_parts import name_of, offered_move, page_of_lines, spoken, titled_page, turning
from .spoken import with_speech

_EYES, _POINT = "eyes ", "point "
_LINE = "line "
"""Begins what the button of a kept line sends; its name follows."""
_NAME, _REMARK, _YES = "line name", "line remark", "yes"
_KEYS = {
    ReplayAction.EXPLAIN: KEYS[TableAction.EXPLAIN],
    ReplayAction.CLOSE: KEYS[TableAction.LEAVE],
}
"""As on the full screen; the log and the levels have their keys too."""


class ReplayPage(Generic[View, Move]):
    """See `PageScene`."""

    has_left = False

    def __init__(self, replay: ShownReplay[View, Move], drawn: NamedPage[View, Move]) -> None:
        self._replay = replay
        self._named_page = drawn
        self._cards = drawn.cards
        self._says: Line = ()
        self._dialog: Dialog | None = None
        self._offers: tuple[MoveOffer[Move], ...] = ()
        self._listed: tuple[str, ...] = ()
        self._named: NamesLine | None = None
        self._asked: Question | None = None

    @property
    def is_over(self) -> bool:
        return self._replay.is_over

    def look(self) -> bool:
        """Show what the leader shows, if there are others. Return False: nobody is called."""
        if self._replay.look():
            self._says = ()  # it was about whoever led before
        if notice := self._replay.take_notice():
            self._says = text(notice, "strong")
        return False

    def page(self) -> Page:
        return with_speech(self._page)

    def _page(self) -> Page:
        replay = self._replay
        eyes = [
            Button(_eyes_button(each), label, is_on=each == replay.eyes)
            for each, label in replay.all_eyes
        ]
        view, players = replay.view, replay.players
        self._offers = tuple(self._cards.offers(view, players)) if view.moves else ()
        return Page(
            PageKind.REPLAY,
            replay.title,
            heading=self._heading(),
            messages=spoken([self._says]),
            lines=spoken(self._lines()),
            game=self._named_page.game,
            areas=tuple(map(self._pointed, self._cards.areas(view, players, self._looking()))),
            moves=(
                *(offered_move(each, replay.preview(each.move)) for each in self._offers),
                *self._pointers(),
            ),
            levels=(*table_buttons.levels(self._cards.levels, replay.level), *eyes),
            buttons=tuple(self._buttons()),
            dialog=self._dialog or self._round_result(),
            keys=(Button(ReplayAction.LOG.value, "", key=KEYS[TableAction.LOG]),),
            log=spoken(replay.log()),
            quoted=turning(replay.recording.names),
            steps=Steps(replay.at, replay.last) if replay.last else None,
        )

    def _looking(self) -> Looking:
        """Return the level, and the notes that players show."""
        notes = dict[Card, str]()
        for who, (card, note) in self._replay.notes:
            shown_note = f"{who}: {note}" if who else note
            notes[card] = f"{notes[card]}; {shown_note}" if card in notes else shown_note
        return Looking(self._replay.level, notes)

    def _pointed(self, area: Area) -> Area:
        """Return an area with a mark on each card that somebody points at."""
        together = self._replay.together
        pointed = {} if together is None else together.pointed
        cards = (
            drawn
            if drawn.card is None or drawn.card not in pointed
            else replace(drawn, mark=listing(pointed[drawn.card]))
            for drawn in area.cards
        )
        return replace(area, cards=tuple(cards)) if pointed else area

    def _pointers(self) -> Iterator[OfferedMove]:
        """Yield for each card that it can be pointed at, if there are others to see it."""
        if self._replay.together is not None:
            for card, place in self._replay.cards:
                preview = _("Show this card to the others: {card}").format(card=place)
                yield OfferedMove(f"{_POINT}{card}", _("Point"), preview, (card,), (card,))

    def _heading(self) -> str:
        together = self._replay.together
        where = self._where()
        return where if together is None else f"{where}. {together.status()}"

    def _where(self) -> str:
        replay = self._replay
        if replay.is_line:
            return replay.where
        return _("Move {n} of {last}").format(n=replay.at, last=replay.last)

    def _lines(self) -> list[Line]:
        replay = self._replay
        compared = replay.compared()
        return [
            *replay.company(),
            *replay.happened(),
            *([text(compared, "strong")] if compared else []),
            *(replay.end() if replay.at == replay.last else ()),
        ]

    def _round_result(self) -> Dialog | None:
        """Return the result of the round that ended with a move in a line."""
        result = self._replay.result
        if result is None:
            return None
        closing = (table_buttons.closing(_(words.CONTINUE)),)
        return Dialog(result.title, spoken(result.lines()), closing)

    def _buttons(self) -> Iterator[Button]:
        """Yield a button for each action but those that the page shows anyway."""
        together = self._replay.together
        would_pass = together is not None and together.would_pass
        for action in self._replay.offered():
            name = _name(action, is_line=self._replay.is_line)
            is_main = action is ReplayAction.FOLLOW
            if would_pass and action is ReplayAction.LEAD:
                name, is_main = _("Pass the lead on"), True
            elif self._replay.asks_for_lead and action is ReplayAction.LEAD:
                name = _("Ask for the lead no longer")
            elif together is None and action is ReplayAction.NOTES:
                name = _("My notes")
            if name:
                yield Button(action.value, name, is_main, key=_KEYS.get(action, ""))

    def do(self, done: Done) -> None:
        self._says = ()
        match done:
            case Press(does=does) if does == CLOSE:
                if self._dialog is None and self._replay.result is not None:
                    self._do(StepBy(1))
                elif self._dialog is not None:
                    self._shut()
                else:
                    self._do(ReplayAction.CLOSE)
            case Press(does=does) if does == _YES and self._asked is not None:
                asked = self._asked
                self._shut()
                self._answer(self._replay.confirm(asked))
            case Typed(name=name, text=typed) if name == _NAME and self._named is not None:
                if typed.strip():
                    self._ask_remark(NamesLine(typed, self._named.remark))
            case Typed(name=name, text=typed) if name == _REMARK and self._named is not None:
                keeps = KeepLine(self._named.name, typed)
                self._shut()
                self._do(keeps)
            case _ if (action := self._meant(done)) is not None:
                self._shut()
                self._do(action)

    def _shut(self) -> None:
        self._dialog, self._named, self._asked, self._listed = None, None, None, ()

    def _meant(self, done: Done) -> InReplay[Move] | None:
        replay = self._replay
        match done:
            case Look(at=at):
                return JumpTo(at)
            case PlayMove(move=name) if name.startswith(_POINT):
                found = (card for card, _place in replay.cards if name == f"{_POINT}{card}")
                return next((PointTo(card) for card in found), None)
            case PlayMove(move=name):
                moves = (each.move for each in self._offers if name_of(each.move) == name)
                return next((PlayInLine(move) for move in moves), None)
            case Press(does=does):
                level = table_buttons.level_of(does, self._cards.levels)
                eyes = {_eyes_button(each): each for each, _label in replay.all_eyes}
                kept = {f"{_LINE}{name}": name for name in self._listed}
                if level is not None:
                    return ShowLevel(level)
                if does in eyes:
                    return LookThrough(eyes[does])
                if does in kept:
                    return OpenLine(kept[does])
                return next((each for each in ReplayAction if each.value == does), None)
        return None

    def _do(self, action: InReplay[Move]) -> None:
        match self._replay.do(action):
            case Explains() as reply:
                self._answer(reply)
            case Opens(title, lines):
                self._dialog = page_of_lines(title, lines) if title else titled_page(lines)
            case NamesLine() as former:
                self._ask_name(former)
            case ListsLines(rows):
                self._list(rows)
            case Asks(question, sentence):
                self._asked = question
                yes = Button(_YES, word(question), is_main=True)
                self._dialog = Dialog(sentence, buttons=(yes, Button(CLOSE, _(words.CLOSE))))
            case ShowsEnd() | Previews() | None:  # the end is below the last moment
                pass
            case other:
                assert_never(other)

    def _answer(self, reply: Explains | None) -> None:
        if reply is not None:
            self._says = reply.lines[-1]

    def _ask_name(self, former: NamesLine) -> None:
        self._named = former
        label = _("Name of this line")
        field = Field(_NAME, label, _("Next"), former.name, max_length=NAME_LENGTH)
        self._dialog = _keeping(field)

    def _ask_remark(self, named: NamesLine) -> None:
        self._named = named
        label = _("Remark on it, if any")
        field = Field(_REMARK, label, _("Keep"), named.remark, max_length=REMARK_LENGTH)
        self._dialog = _keeping(field)

    def _list(self, rows: tuple[tuple[str, str], ...]) -> None:
        self._listed = tuple(name for name, _about in rows)
        opening = (Button(f"{_LINE}{name}", name, about=about) for name, about in rows)
        closing = Button(CLOSE, _(words.CLOSE), is_quiet=True)
        self._dialog = Dialog(_("Lines kept of this game"), buttons=(*opening, closing))


def _eyes_button(eyes: ReplayViewpoint) -> str:
    """Return what the button for these eyes sends."""
    return f"{_EYES}{eyes.value if isinstance(eyes, Spectator | Follow) else eyes}"


def _keeping(field: Field) -> Dialog:
    cancels = Button(CLOSE, _(words.CANCEL), is_quiet=True)
    return Dialog(_("Keep this line"), buttons=(cancels,), field=field)


def _name(action: ReplayAction, *, is_line: bool) -> str:
    """Return what is on the button for an action; empty if the page shows it anyway."""
    match action:
        case ReplayAction.EXPLAIN:
            return _(table_buttons.EXPLAINS)
        case ReplayAction.CLOSE:
            return _(words.CLOSE)
        case ReplayAction.WHAT_IF:
            return _("The game as it was played") if is_line else _("What if?")
        case ReplayAction.NEW_LINE:
            return _("New line")
        case ReplayAction.BOTS:
            return _("Bots play on")
        case ReplayAction.TAKE_BACK:
            return _("Undo")
        case ReplayAction.KEEP:
            return _("Keep this line")
        case ReplayAction.DELETE:
            return _("Delete this line")
        case ReplayAction.LINES:
            return _("Kept lines")
        case ReplayAction.PRACTICE:
            return _("Play on from here with bots")
        case ReplayAction.POSSIBLE:
            return _("What was possible?")
        case ReplayAction.NEXT_EYES | ReplayAction.NEXT_LEVEL | ReplayAction.LOG:
            return ""
    return _name_in_company(action)


def _name_in_company(action: CompanyAction) -> str:
    match action:
        case ReplayAction.FOLLOW:
            return _("Back to the others")
        case ReplayAction.LEAD:
            return _("Lead")
        case ReplayAction.SHARE_NOTES:
            return _("My notes: show or hide")
        case ReplayAction.NOTES:
            return _("Notes shown")
    assert_never(action)
