"""A table of any game on a live page: what it shows, and the player's actions. It has the same
parts as `TableScene`, its equivalent on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, assert_never

from protocol.game import Card, Move, View
from protocol.peer.remarks import Order

from ..drawing.style import Line, as_text, text
from ..model.end.ended_table import EndedTable, ended_early
from ..model.game.areas import Words
from ..model.game.game_page import Looking, MoveOffer, NamedPage
from ..model.game.game_screen import Misunderstood
from ..model.game.hands import hands_of
from ..model.game.places import HeldCard
from ..model.replies import Opens, Talks
from ..model.table import setup
from ..model.table.away_players import away_players
from ..model.table.followed_table import FollowedTable
from ..model.table.table_actions import Arrange, OpensLog, OpensPhones, Previews, TableAction, Write
from ..model.table.table_messages import (
    Absent,
    Answered,
    Compare,
    InThePast,
    Meanwhile,
    Objected,
    Thinking,
    WaitsFor,
)
from ..model.talk.notes import Note
from ..words import words_shared
from ..words.i18n import _
from . import table_buttons as buttons
from . import words_live as words
from .live_page import (
    CLOSE,
    Button,
    Dialog,
    Done,
    Download,
    Look,
    OfferedMove,
    Page,
    PageKind,
    PlayMove,
    Press,
    Sort,
    Steps,
    Typed,
    WriteNote,
)
from .log_part import NarrowedLog
from .page_parts import (
    answered,
    asked,
    name_of,
    offered_move,
    page_of_lines,
    phone_of,
    spoken,
    titled_page,
    turning,
)
from .spoken import with_speech
from .talk_dialog import SAY, TalkDialog

_READ = "read "
MAX_DOWNLOAD = 1 << 22
"""The maximum number of characters in a page to download: each snapshot has it until the dialog is
closed."""


class TablePage(Generic[View, Move]):
    """See `PageScene`."""

    def __init__(self, table: FollowedTable[View, Move], drawn: NamedPage[View, Move]) -> None:
        self._table = table
        self._port = table.port
        self._screen = table.screen
        self._prompt = table.prompt
        self.end = table.end
        self._waits = table.waits
        self._rounds = table.rounds
        self._past = table.past
        self._players = table.players
        self._named_page = drawn
        self._cards = drawn.cards
        self._talk = TalkDialog(table.shown)
        self._dialog: Dialog | None = None
        self._log = NarrowedLog(table.shown)
        self._phone = 0
        self._level = 0
        self._offers: tuple[MoveOffer[Move], ...] = ()

    # -- the scene

    @property
    def is_over(self) -> bool:
        """Whether the player has closed the end, or wants something next, such as a replay."""
        return self.end.is_over

    @property
    def logged(self) -> int:
        return self._table.logged

    @property
    def has_left(self) -> bool:
        return self._prompt.has_left

    def step_out(self) -> bool:
        self._prompt.has_left = False
        return not self.end.has_come

    def look(self) -> bool:
        news = self._table.look()
        self._talk.receive(news.remarks)
        self._table.tell_news()
        if self._table.ends_now:
            self.finish_table(EndedTable(hands=self._port.now.faces))
        return news.calls

    def notify(self, sentence: str, style: str = "alarm") -> None:
        """Show a sentence until the player's next action."""
        self._prompt.show(sentence, style)

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Show lines over the page, or a single sentence on it."""
        if len(lines) == 1:
            self._prompt.message = lines[0]
        else:
            self._dialog = page_of_lines("", lines)

    def offer(self, name: str, content: str) -> bool:
        if len(content) > MAX_DOWNLOAD:
            return False
        self._prompt.message = ()
        about = Words(_("This device saves it as {name}.").format(name=name))
        download = Download(_("Download"), name, content)
        closing = Button(CLOSE, _(words.CLOSE))
        self._dialog = Dialog(_("The game as a web page"), (about,), (closing,), download=download)
        return True

    def finish_table(self, kept: EndedTable) -> None:
        """Show the end: the table's files are written, or there is more to report on them."""
        if not self.end.has_come:
            self._dialog, self._phone = None, 0
        self._table.come_to_end(kept)

    # -- the page

    def page(self) -> Page:
        return with_speech(self._page)

    def _page(self) -> Page:
        now = self._table.now
        dialog = asked(self._prompt) or self._dialog
        if self._phone:
            dialog = dialog or buttons.phones(self._port.now.phones, self._phone)
        if now is None:
            return Page(
                PageKind.TABLE,
                self._table.title,
                heading=_(words_shared.SETTING_UP),
                lines=spoken(self._progress()),
                buttons=self._buttons(),
                keys=self._keys(),
                messages=spoken([self._prompt.message, *self._all_of_the_end()]),
                talk=self._talk.remarks(),
                dialog=dialog or self._talk.dialog(),
            )
        view = self._past.view(now)
        self._offers = self._offered(view)
        return Page(
            PageKind.END if self.end.has_come else PageKind.TABLE,
            self._table.title,
            heading=self._heading(),
            is_turn=self._table.is_my_turn and not self._past.is_shown,
            messages=spoken(self._with_the_end(self._messages(view))),
            lines=spoken(self._lines()),
            game=self._named_page.game,
            areas=tuple(self._cards.areas(view, self._players, self._looking)),
            since=tuple(self._cards.happened_since(view, self._players)),
            moves=tuple(self._offer(offer, view) for offer in self._offers),
            levels=buttons.levels(self._cards.levels, self._level),
            buttons=self._buttons(),
            keys=self._keys(),
            log=self._log.lines(view),
            narrowings=self._log.offered(),
            narrows_to_card=self._log.of_touched(),
            quoted=self._quoted(),
            talk=self._talk.remarks(),
            steps=Steps(self._past.number, self._past.last) if self._past.last else None,
            sorts=self._table.shown.sortable(),
            has_notes=TableAction.NOTES in self._table.shown.offered(),
            dialog=dialog or self._talk.dialog() or self._round_result(),
        )

    def _progress(self) -> list[Line]:
        """Return the progress without the title, which is the heading."""
        lines = setup.progress_lines(self._port.now, self._waits)
        return [line for line in lines if as_text(line) != _(words_shared.SETTING_UP)]

    def _heading(self) -> str:
        """Return whose turn it is, or that the game has ended."""
        if self.end.has_come and ended_early(self._port.now):
            return self._port.screen.title
        return spoken([self._table.shown.headline()])[0].text

    def _quoted(self) -> tuple[str, ...]:
        """Return right-to-left texts by players that may appear anywhere on the page."""
        return turning((*self._port.now.names, *self._talk.texts(), *self._port.now.notes.values()))

    @property
    def _looking(self) -> Looking:
        return Looking(self._level, self._port.now.notes)

    def _offered(self, view: View) -> tuple[MoveOffer[Move], ...]:
        if self._table.shown.why_no_move() is not None:
            return ()
        return tuple(self._cards.offers(view, self._players))

    def _offer(self, offer: MoveOffer[Move], view: View) -> OfferedMove:
        return offered_move(offer, self._screen.preview(offer.move, view, self._players))

    def _offered_as(self, name: str) -> Move | None:
        return next((each.move for each in self._offers if name_of(each.move) == name), None)

    def _messages(self, view: View) -> list[Line]:
        """Return the current messages: the answer to the last action, and the news."""
        lines: list[Line] = []
        for message in self._table.messages(view):
            match message:
                case Answered(line):
                    lines.append(line)
                case InThePast(sentence):
                    lines.append(text(sentence))
                case Absent(sentence, remedy):
                    lines.append(text(remedy or sentence))
                case Compare(words_to_compare):
                    lines += words_to_compare
                case Objected(sentence):
                    lines.append(text(sentence, "alarm"))
                case WaitsFor(sentence):
                    lines.append(text(sentence))
                case Thinking():
                    lines.append(text(self._screen.awaits(view, self._players)))
                case Meanwhile():  # the result is a dialog
                    pass
                case other:
                    assert_never(other)
        return [line for line in lines if as_text(line)]

    def _lines(self) -> list[Line]:
        """Return who is away; after the end, the text about it."""
        if self.end.has_come:
            return self.end.text().at_length()
        return [text(each.briefly(), "strong") for each in away_players(self._port.now)]

    def _with_the_end(self, messages: list[Line]) -> list[Line]:
        """Return what is beside the buttons: after the end its result first, and nothing twice."""
        if not self.end.has_come:
            return messages
        company = self.end.company()
        said = " ".join(map(as_text, company))
        news = (each for each in messages if as_text(each) not in said)
        return [self.end.text().in_short(), *news, *company]

    def _all_of_the_end(self) -> list[Line]:
        return self.end.lines() if self.end.has_come else []

    def _round_result(self) -> Dialog | None:
        """Return the first result that is not closed."""
        held = self._rounds.held
        if held is None or self._past.is_shown:
            return None
        return Dialog(held.title, spoken(held.lines()), (buttons.closing(_(words.CONTINUE)),))

    def _buttons(self) -> tuple[Button, ...]:
        if self.end.has_come:
            return buttons.at_the_end(self._table)
        reads = self._cards.reads.items() if self._table.now is not None else ()
        of_game = (Button(f"{_READ}{key}", label, key=key) for key, label in reads)
        return (*of_game, *buttons.in_play(self._table.shown))

    def _keys(self) -> tuple[Button, ...]:
        return () if self.end.has_come else buttons.by_key(self._table.shown)

    # -- the player's actions

    def do(self, done: Done) -> None:
        self._table.shown.act()
        if isinstance(done, WriteNote):  # a dialog may have opened while it was written
            self._note(done)
            return
        if self._prompt.is_open:
            self._table.answered(answered(self._prompt, done))
            return
        self._prompt.message = ()
        match done:
            case Press(does=does):
                self._press(does)
            case Typed(name=name, text=typed) if name == SAY:
                self._prompt.refuse_with(self._talk.say(typed))
            case PlayMove(move=name) if (move := self._offered_as(name)) is not None:
                self._table.play(move)
            case Sort(cards=cards):
                self._table.do(Arrange(Order(cards)))
            case Look(at=at):
                if sentence := self._past.go(at - self._past.number):
                    self._prompt.show(sentence)

    def _note(self, written: WriteNote) -> None:
        if (place := self._place(written.card)) is not None:
            self._table.do(Write(Note(place, written.text)))

    def _place(self, card: Card) -> HeldCard | None:
        """Return where a card is at the moment shown; None if it is in no hand."""
        try:
            hands = hands_of(self._screen, self._table.shown.shown, self._players)
        except Misunderstood:
            return None
        return next((place for place in hands.everywhere() if place.card == card), None)

    def _press(self, does: str) -> None:
        match does:
            case _ if does == CLOSE:
                self._close()
            case _ if self._phone and (phone := phone_of(does, len(self._port.now.phones))):
                self._phone = phone
            case _ if (at_end := buttons.end_action_of(does)) is not None and self.end.has_come:
                self._dialog = None
                self._table.do_at_end(at_end, asks_again=False)
            case _ if self._talk.press(does) or self._log.press(does):
                pass
            case _ if (level := buttons.level_of(does, self._cards.levels)) is not None:
                self._level = level
            case _ if (action := buttons.action_of(does, self._table.shown)) is not None:
                self._do(action)
            case _ if (key := does.removeprefix(_READ)) != does and key in self._cards.reads:
                self._read(key)
            case buttons.MORE if not self.end.has_come:
                self._dialog = buttons.more(self._table.shown)

    def _read(self, key: str) -> None:
        if (view := self._table.shown.shown) is not None:
            self._dialog = titled_page(self._cards.opened_page(key, view, self._players))

    def _do(self, action: TableAction) -> None:
        self._dialog, self._phone = None, 0
        match self._table.do(action):
            case None | OpensLog():  # the log is on the page
                pass
            case Opens(title, lines):
                self._dialog = page_of_lines(title, lines) if title else titled_page(lines)
            case Talks():
                self._talk.show()
            case OpensPhones():
                self._phone = 1
            case Previews():  # a page shows what each move does: see `_offer`
                pass
            case other:
                assert_never(other)

    def _close(self) -> None:
        """Close what is over the page."""
        if self._dialog is not None or self._phone:
            self._dialog, self._phone = None, 0
        elif self._talk.is_open:
            self._talk.close()
        elif self._rounds.held is not None and not self._past.is_shown:
            self._rounds.close()
