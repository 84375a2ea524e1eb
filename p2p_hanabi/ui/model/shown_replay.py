"""A replay as its viewer sees it, on every screen: the moment shown, through whose eyes, and what
can be done. In the game nothing can be played, but a line can be tried: other moves from any
moment.

A screen passes on what its viewer does (`do`), and shows the reply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Generic, assert_never

from p2p_hanabi.review.review_messages import Note
from p2p_hanabi.review.review_room import Join, Leave
from p2p_hanabi.review.shared_place import Onlook, SharedPlace
from protocol.errors import IllegalMove
from protocol.game import Card, Move, Seat, View

from ..drawing.style import Line, as_text, text
from ..replay import narration
from ..replay.branching import (
    BestLine,
    Branching,
    LineRefused,
    UnknownCard,
)
from ..replay.recording import (
    AllFrom,
    Recording,
    Spectator,
    SpectatorCompany,
    Viewpoint,
    spectator_beside,
)
from ..words import sentences_shared, words_shared
from ..words.i18n import N_, _
from ..words.sentences_questions import Question
from .game.areas import Area, Role
from .game.game_screen import EXPLAIN
from .game.round_result import RoundResult, since
from .replay_actions import (
    IN_COMPANY,
    DeleteLine,
    Follow,
    InReplay,
    JumpTo,
    KeepLine,
    ListsLines,
    LookThrough,
    NamesLine,
    OpenLine,
    PlayInLine,
    PointBy,
    PointTo,
    RenameLine,
    ReplayAction,
    ReplayReply,
    ReplayViewpoint,
    ShowLevel,
    ShowsEnd,
    StepBy,
    WhyLeft,
    WithLines,
)
from .replies import Asks, Explains, Opens, reply
from .table.table_actions import MakeMove, Previews
from .together import NO_NOTES, ReviewPort, Together
from .tried_lines import NO_LINES_KEPT, TriedLine, TriedLines

NO_HINTS = N_("This game has no hints to explain.")
NO_LEVELS = N_("In this game there is nothing more to show about what players know.")
NO_LINES = N_("In this replay no other moves can be played.")
NOT_TOGETHER = N_("You look at this game alone.")
ONLY_IN_LINES = N_("This is the game as it was played: other moves are played in a line.")
_HANDS = (Role.HAND, Role.OWN)
LOGGED = 100
"""The number of last sentences in the log."""


class ShownReplay(Generic[View, Move]):
    """`at` is the moment shown, `eyes` whose view it is, and `level` how much is shown of what
    players know. `result` is that of the round that ended with the last step; None if none did.
    `is_line`: a line is shown, not the game. `left` is why the replay is shown no longer; None
    while it is. Without `branching` there are no lines. `together` is this player's part in a
    review; None for a replay of one's own, in which `own_notes` are those of the player."""

    def __init__(
        self,
        recording: Recording[View, Move],
        eyes: Viewpoint,
        branching: Branching[View, Move] | None = None,
    ) -> None:
        self.left: WhyLeft | None = None
        self.is_line = False
        self.played_game = recording
        self.eyes: ReplayViewpoint = eyes
        self.at = 0
        self.level = 0
        self.result: RoundResult | None = None
        self.together: Together | None = None
        self.own_notes: Mapping[Card, str] = {}
        self._pointing = -1
        self._lines = None if branching is None else TriedLines(branching, recording.count - 1)
        self._warned = False
        self._notice = ""
        self._moments: dict[
            tuple[bool, Viewpoint], tuple[Recording[View, Move], list[list[Line]]]
        ] = {}
        self._seen: tuple[object, int, Viewpoint, View] | None = None

    @property
    def is_over(self) -> bool:
        return self.left is not None

    # -- together

    def join(self, port: ReviewPort) -> None:
        """Look at the game together with others from now on."""
        self.together = Together(port)
        self.together.do(Join(self.place))
        self.look()

    @property
    def has_company(self) -> bool:
        """Return whether others look at the game too."""
        return self.together is not None and self.together.has_company

    @property
    def asks_for_lead(self) -> bool:
        return self.together is not None and self.together.asks

    def look(self) -> bool:
        """Show what the leader shows now, unless this player steps alone. Return whether that is
        another place, or another leads than before: what was said here is outdated then."""
        if self.together is None or self.is_over:
            return False
        is_other = self.together.has_other_leader()
        if (to := self.together.to_show(self.place)) is not None:
            self.together.trouble = self._go(to)
        return is_other or to is not None

    @property
    def place(self) -> SharedPlace:
        """What is shown, as it is shared with others."""
        line = self.line
        shared = None
        if line is not None and self._lines is not None:
            shared = self._lines.branching.shared(line.recording)
        return SharedPlace(self.at, _shared_eyes(self.eyes), shared, self.result is not None)

    def _go(self, to: SharedPlace) -> str:
        """Show this place; if the game has none such, return why, and change nothing."""
        lines = self._lines
        if to.line is None:
            last = self.played_game.count - 1
        elif lines is None:
            return _(NO_LINES)
        else:
            last = to.line.leaves + len(to.line.moves)
        eyes = to.eyes
        if to.at > last or not (isinstance(eyes, Onlook) or eyes < len(self.played_game.names)):
            return _("What the leader shows is not in this game.")
        if to.line is not None and lines is not None:
            try:
                lines.follow(self.at, to.line)
            except LineRefused as error:
                sentence = _("The line that the leader shows does not fit this game: {why}.")
                return sentence.format(why=str(error))
        self.is_line, self.at, self.eyes = to.line is not None, to.at, _own_eyes(eyes)
        self.result = self.ended_round if to.has_result else None
        return ""

    @property
    def cards(self) -> Sequence[tuple[Card, str]]:
        """The cards that can be pointed at, each with its place in a few words; the hands first."""
        found: dict[Card, str] = {}
        for area in sorted(self._areas, key=lambda area: area.role not in _HANDS):
            for number, drawn in enumerate(area.cards, start=1):
                if drawn.card is not None:
                    found[drawn.card] = drawn.place or f"{area.title} {number}"
        return tuple(found.items())

    @property
    def _areas(self) -> Sequence[Area]:
        return self.recording.replay.areas(self.recording, self.at)

    @property
    def click_points(self) -> bool:
        """Whether a click on a card points at it; in a line it chooses a move."""
        return self.together is not None and not self.is_line

    def company(self) -> list[Line]:
        """Return what is to be read of the others; nothing in a replay of one's own."""
        if self.together is None:
            return []
        places = dict(self.cards) if self.together.pointed else {}
        return self.together.sentences(lambda card: places.get(card, ""))

    @property
    def notes(self) -> Sequence[tuple[str, Note]]:
        """The notes that can be read, with the names of their authors: those that are shown to all,
        or in a replay of one's own the player's, without a name."""
        if self.together is not None:
            return self.together.notes
        return [("", note) for note in sorted(self.own_notes.items())]

    def _notes(self) -> list[Line]:
        places = dict(self.cards)
        hands = [area for area in self._areas if area.role in _HANDS]
        holders = {drawn.card: area.title for area in hands for drawn in area.cards}
        is_alone = self.together is None
        title = _("Your notes in this game") if is_alone else _("Notes that are shown to all")
        lines = [text(title, "title")]
        for who, (card, words) in self.notes:
            where = places.get(card, _("a card that is not to be seen here"))
            # The place of a card in a hand names its holder, who is named once.
            is_own = is_alone or holders.get(card) == who
            sentence = _("{card}: {note}") if is_own else _("{who}, {card}: {note}")
            lines.append(text(sentence.format(who=who, card=where, note=words)))
        return lines

    # -- what is shown

    @property
    def recording(self) -> Recording[View, Move]:
        """What is shown: the game, or the line."""
        line = self.line
        return self.played_game if line is None else line.recording

    @property
    def line(self) -> TriedLine[View, Move] | None:
        """The line, while it is shown."""
        return self._lines.line if self.is_line and self._lines is not None else None

    @property
    def title(self) -> str:
        title = _("Replay of {game}").format(game=self.recording.screen.title)
        return words_shared.title(title)

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return self.recording.count - 1

    @property
    def viewpoint(self) -> Viewpoint:
        """Whose view is shown now. In a line, all cards are shown from the side of the player who
        is to move."""
        match self.eyes:
            case Follow() | Spectator.EVERYTHING if (actor := self._actor) is not None:
                return actor if isinstance(self.eyes, Follow) else AllFrom(actor)
            case Follow():
                return Spectator.EVERYTHING
        return self.eyes

    @property
    def _actor(self) -> Seat | None:
        """The seat to act in the line; None in the game, and after its end."""
        return self.recording.view(self.at, Spectator.PUBLIC).actor if self.is_line else None

    @property
    def view(self) -> View:
        """The view at the moment shown, with the moves that can be played in a line."""
        recording, eyes = self.recording, self.viewpoint
        match self._seen:
            case (seen, at, those, view) if seen is recording and (at, those) == (self.at, eyes):
                return view
        moves: Sequence[Move] = ()
        if self.is_line and self._lines is not None and self.why_no_move() is None:
            moves = self._lines.branching.moves(recording, self.at)
        view = replace(recording.view(self.at, eyes), moves=tuple(moves))
        self._seen = recording, self.at, eyes, view
        return view

    @property
    def players(self) -> SpectatorCompany:
        return spectator_beside(self.recording, self.viewpoint)

    @property
    def all_eyes(self) -> Sequence[tuple[ReplayViewpoint, str]]:
        """All eyes to choose from, each in a word or two."""
        first, *others = narration.eyes_of(self.recording)
        named = [(eyes, narration.eyes_label(self.recording, eyes)) for eyes in others]
        mover = [(Follow.MOVER, _("who is to move"))] if self.is_line else []
        return [(first, narration.eyes_label(self.recording, first)), *mover, *named]

    @property
    def eyes_label(self) -> str:
        match self.eyes:
            case Follow():
                return _("who is to move")
            case other:
                return narration.eyes_label(self.recording, other)

    @property
    def levels(self) -> Sequence[str]:
        """The names of all levels; empty if there is no choice."""
        levels = self.recording.replay.levels
        return levels if len(levels) > 1 else ()

    @property
    def is_at_end(self) -> bool:
        """Whether the game is over here: by its rules, by consent, or as another site ended it."""
        played = self.recording
        has_ended = played.is_finished or played.ending is not None or bool(played.agreed)
        return self.at == self.last and has_ended

    @property
    def ended_round(self) -> RoundResult | None:
        """The result of the round that ended with the move before this moment, if any."""
        if self.at == 0:
            return None
        eyes = self._addressed_to
        before, now = (self.recording.view(at, eyes) for at in (self.at - 1, self.at))
        results = self.recording.screen.results(now, self.players)
        return next(iter(since(results, len(before.log))), None)

    @property
    def where(self) -> str:
        """The moment shown, and whether it is one of the game or of a line; from which move on."""
        facts = {"n": self.at, "last": self.last, "eyes": self.eyes_label}
        line = self.line
        if line is None:
            return _("REPLAY {n}/{last}: {eyes}").format(**facts)
        if self.at <= line.leaves:
            return _("WHAT IF {n}/{last}, as in the game: {eyes}").format(**facts)
        return _("WHAT IF {n}/{last}, off the game after {leaves}: {eyes}").format(
            **facts, leaves=line.leaves
        )

    def compared(self) -> str:
        """Return what the line and the game scored, at this moment and at the end; empty in the
        game, and where the line has not left it."""
        line = self.line
        if line is None or self._lines is None or self.at <= line.leaves:
            return ""
        score, other = self._lines.branching.score, min(self.at, self.played_game.count - 1)
        here = score(line.recording, self.at)
        if not here:
            return ""
        facts = {
            "line": here,
            "game": score(self.played_game, other),
            "line_end": score(line.recording, line.last),
            "game_end": score(self.played_game, self.played_game.count - 1),
        }
        if line.recording.is_finished:
            sentence = _("Here: {line} (game: {game}). At the end: {line_end} (game: {game_end}).")
        else:
            sentence = _("Here: {line} (game: {game}). The game ended with {game_end}.")
        return sentence.format(**facts)

    def happened(self) -> list[Line]:
        """Return what has just happened; at the beginning, what is replayed."""
        if self.at == 0:
            return narration.about(self.recording, self._addressed_to)
        return self._sentences[self.at]

    def end(self) -> list[Line]:
        """Return how the game ended; nothing for an unfinished one."""
        return narration.at_the_end(self.recording, self._addressed_to)

    def log(self) -> list[Line]:
        """Return what has happened until this moment, the latest last."""
        moments = self._sentences[1 : self.at + 1]
        return [text(as_text(line)) for lines in moments for line in lines][-LOGGED:]

    def beside(self) -> list[Line]:
        """Return what a board for these eyes leaves out."""
        return self.recording.replay.beside(self.recording, self.at, self.viewpoint)

    # -- what can be done

    def offered(self) -> tuple[ReplayAction, ...]:
        """Return what is to be offered now."""
        return tuple(action for action in ReplayAction if self._offers(action))

    def known(self) -> tuple[ReplayAction, ...]:
        """Return what can be done at some moment of what is shown, the game or a line, for those
        who ask for help."""
        return tuple(action for action in ReplayAction if self._knows(action))

    def _knows(self, action: ReplayAction) -> bool:
        branching = None if self._lines is None else self._lines.branching
        match action:
            case ReplayAction.EXPLAIN | ReplayAction.NEXT_LEVEL:
                return self.why_not(action) is None
            case ReplayAction.NOTES if self.together is None:
                return bool(self.own_notes)
            case _ if action in IN_COMPANY or action is ReplayAction.NOTES:
                return self.together is not None
            case ReplayAction.NEXT_EYES | ReplayAction.LOG | ReplayAction.CLOSE:
                return True
            case ReplayAction.TAKE_BACK | ReplayAction.KEEP | ReplayAction.DELETE:
                return self.is_line
            case ReplayAction.PRACTICE:
                return branching is not None and branching.why_no_practice() is None
            case ReplayAction.POSSIBLE:
                return branching is not None and branching.why_no_search() is None
        return branching is not None

    def _offers(self, action: ReplayAction) -> bool:
        match action:
            case ReplayAction.EXPLAIN:
                return self.recording.screen.explains(self.view)
            case ReplayAction.LOG:
                return self.at > 0
        return self.why_not(action) is None

    def why_not(self, action: InReplay[Move]) -> str | None:
        """Return why this cannot be done now; None if it can."""
        match action:
            case ReplayAction.EXPLAIN if EXPLAIN not in self.recording.screen.topics:
                return _(NO_HINTS)
            case ReplayAction.NEXT_LEVEL if not self.levels:
                return _(NO_LEVELS)
            case ReplayAction.LOG if self.at == 0:
                return _(words_shared.NOTHING_EARLIER)
            case (
                ReplayAction.FOLLOW
                | ReplayAction.LEAD
                | ReplayAction.SHARE_NOTES
                | ReplayAction.NOTES
                | PointTo()
                | PointBy()
            ):
                return self._why_not_together(action)
            case StepBy(by) if by < 0 and self.at == 0:
                return _(words_shared.NOTHING_EARLIER)
            case StepBy(by) if by > 0 and self.at == self.last and not self._goes_on(by):
                return _("This is the last move.")
            case MakeMove() | PlayInLine():
                return self.why_no_move()
            case (
                ReplayAction.WHAT_IF
                | ReplayAction.NEW_LINE
                | ReplayAction.BOTS
                | ReplayAction.TAKE_BACK
                | ReplayAction.KEEP
                | ReplayAction.DELETE
                | ReplayAction.LINES
                | ReplayAction.PRACTICE
                | ReplayAction.POSSIBLE
                | KeepLine()
                | OpenLine()
                | RenameLine()
                | DeleteLine()
            ):
                return self._why_no_line(action)
        return None

    def _why_not_together(self, action: ReplayAction | PointTo | PointBy) -> str | None:
        together = self.together
        if together is None:
            if action is not ReplayAction.NOTES:
                return _(NOT_TOGETHER)
            return None if self.own_notes else _(NO_NOTES)
        match action:
            case ReplayAction.FOLLOW if together.follows:
                return _("You are with the others.")
            case ReplayAction.LEAD:
                return together.why_no_lead()
            case ReplayAction.SHARE_NOTES if not together.shows_notes:
                return together.why_no_notes()
            case ReplayAction.NOTES if not together.notes:
                return _("Nobody shows any notes.")
            case PointTo(card) if card not in dict(self.cards):
                return _("This card is not to be seen here.")
            case PointBy() if not self.cards:
                return _("There is no card to point at.")
        return None

    def _why_no_line(self, action: ReplayAction | WithLines) -> str | None:
        lines = self._lines
        if lines is None:
            return _(NO_LINES)
        match action:
            case ReplayAction.PRACTICE:
                return lines.branching.why_no_practice()
            case ReplayAction.POSSIBLE if (why_not := lines.branching.why_no_search()) is not None:
                return why_not
            case ReplayAction.NEW_LINE if not lines.line.has_moves:
                return _("No other move has been played yet.")
            case ReplayAction.BOTS | ReplayAction.POSSIBLE:
                is_over = self.recording.view(self.at, Spectator.PUBLIC).actor is None
                return _("The game is over here.") if is_over else None
            case ReplayAction.TAKE_BACK | ReplayAction.KEEP | ReplayAction.DELETE | KeepLine() if (
                not self.is_line
            ):
                return _(ONLY_IN_LINES)
            case ReplayAction.TAKE_BACK if not lines.can_take_back:
                return _("There is nothing to take back.")
            case ReplayAction.KEEP | KeepLine() if not lines.line.has_moves:
                return _("No other move has been played yet.")
            case ReplayAction.DELETE if lines.line.kept is None:
                return _("This line is not kept.")
        return None

    def why_no_move(self) -> str | None:
        """Return why no move can be played at this moment; None if one can."""
        lines, actor = self._lines, self._actor
        if lines is None:
            return _(NO_LINES)
        if not self.is_line:
            return _(ONLY_IN_LINES)
        if self.result is not None:
            return _("First close the result of the round.")
        if actor is None:
            return _("The game is over here.")
        if self.viewpoint not in (actor, AllFrom(actor)):
            return _("{who} is to move: look through those eyes, or at all cards.").format(
                who=self.recording.names[actor]
            )
        if not lines.branching.moves(self.recording, self.at):
            return _("Nobody has revealed the cards that could be played here.")
        return None

    def do(self, action: InReplay[Move]) -> ReplayReply[Move]:
        """Do it, or return what is to be shown, typed or opened instead."""
        if (why_not := self.why_not(action)) is not None:
            return reply(why_not)
        self._warned &= action is ReplayAction.CLOSE
        with self._shared():
            return self._done(action)

    @contextmanager
    def _shared(self) -> Iterator[None]:
        """Let the others know if another place is shown afterwards."""
        before = None if self.together is None else self.place
        yield
        if self.together is not None and before != (here := self.place):
            self.together.moved(here)

    def _done(self, action: InReplay[Move]) -> ReplayReply[Move]:
        match action:
            case StepBy(by):
                return self._step(by)
            case JumpTo(to):
                self.at, self.result = max(0, min(self.last, to)), None
            case LookThrough(eyes):
                self.eyes = eyes
                return reply(self._eyes_name())
            case ShowLevel(level):
                self.level = level
                return reply(self.levels[level])
            case MakeMove(move):
                return self._propose(move)
            case PlayInLine(move):
                return self._play(move)
            case ReplayAction():
                return self._choose(action)
            case PointTo(card) if self.together is not None:
                self.together.point(card)
            case PointBy(by) if self.together is not None:
                cards = self.cards
                self._pointing = (self._pointing + by) % len(cards)
                self.together.point(cards[self._pointing][0])
            case PointTo() | PointBy():
                pass
            case KeepLine() | OpenLine() | RenameLine() | DeleteLine():
                return self._with_lines(action)
            case other:
                assert_never(other)
        return None

    def _choose(self, action: ReplayAction) -> ReplayReply[Move]:
        match action:
            case ReplayAction.NEXT_EYES:
                every = [eyes for eyes, _label in self.all_eyes]
                now = every.index(self.eyes) if self.eyes in every else -1
                return self.do(LookThrough(every[(now + 1) % len(every)]))
            case ReplayAction.NEXT_LEVEL:
                return self.do(ShowLevel((self.level + 1) % len(self.levels)))
            case ReplayAction.EXPLAIN:
                return Opens("", tuple(self._explained()))
            case ReplayAction.LOG:
                return Opens(_("Log"), tuple(self.log()))
            case ReplayAction.PRACTICE:
                self.left = WhyLeft.TO_PRACTISE
                return None
            case ReplayAction.POSSIBLE:
                self.left = WhyLeft.TO_SEARCH
                return None
            case ReplayAction.CLOSE:
                return self._close()
            case ReplayAction.NOTES:
                return Opens("", tuple(self._notes()))
            case _ if action in IN_COMPANY and self.together is not None:
                return self._in_company(action, self.together)
        return self._choose_in_line(action)

    @property
    def side(self) -> Seat | None:
        """Whose view is shown; None if it is no single player's."""
        match self.viewpoint:
            case Spectator() | AllFrom():
                return None
            case seat:
                return seat

    @property
    def in_game(self) -> int:
        """The moment of the game from which its deal can be played again: that shown, or where the
        line leaves the game; at the end, the first."""
        at = self.at if self.line is None else min(self.at, self.line.leaves)
        return at if at < self.played_game.count - 1 else 0

    def come_back(self) -> None:
        """Go on after practice."""
        self.left = None

    def search(self, is_over: Callable[[], bool] = lambda: False) -> BestLine[View, Move] | str:
        """Search what was possible from this moment at most; return why that cannot be done, or
        nothing once it `is_over`. It takes seconds, and changes nothing."""
        try:
            return self._tried.branching.best(self.recording, self.at, is_over)
        except LineRefused as error:
            return str(error)

    def show_found(self, found: BestLine[View, Move] | str) -> None:
        """Go on after a search, and show the line that it has found."""
        self.left = None
        if isinstance(found, str):
            self._notice = found
            return
        tried = self._tried
        other = tried.branching.score(self.played_game, self.played_game.count - 1)
        with self._shared():
            tried.take(self.at, found.line)
            self.is_line, self.result = True, None
        self._notice = _(
            "At most {score} was possible from here, as the cards lay (game: {game}). This line is "
            "one way to it, for players who see every card."
        ).format(score=found.score, game=other)

    def notify(self, sentence: str) -> None:
        """Tell the viewer this, beside the board."""
        self._notice = sentence

    def take_notice(self) -> str:
        """Return what the viewer is told, or the reply to what took long, once; empty if there is
        none."""
        notice, self._notice = self._notice, ""
        return notice

    def try_line(self, recording: Recording[View, Move]) -> None:
        """Show a line that was played elsewhere, at the moment at which it leaves the game."""
        self._tried.take(self.at, recording)
        self.is_line, self.result = True, None
        self.at = self._tried.line.leaves

    def _in_company(self, action: ReplayAction, together: Together) -> ReplayReply[Move]:
        match action:
            case ReplayAction.FOLLOW:
                together.come_back()
                self.look()
                return reply(together.status())
            case ReplayAction.LEAD:
                said = together.lead(self.place)
                return reply(said) if said else None
        return reply(together.share_notes())

    def confirm(self, question: Question) -> Explains | None:
        """Do what was confirmed."""
        line = self.line
        if question is not Question.DELETE or line is None or line.kept is None:
            return None
        return self._with_lines(DeleteLine(line.kept.name))

    def _close(self) -> Explains | None:
        """Close the replay; a line that would be lost is reported once."""
        if self._lines is not None and self._lines.line.is_unkept and not self._warned:
            self._warned = True
            return reply(_("Your line is not kept. Close again to drop it."), "alarm")
        self.leave()
        return None

    def leave(self) -> None:
        """Close the replay, also for the others."""
        self.left = WhyLeft.CLOSED
        if self.together is not None:
            self.together.do(Leave())

    def _goes_on(self, by: int) -> bool:
        """Return whether something follows at the last moment: a result is left, or shown."""
        return self.is_at_end or (self.result is not None and by == 1)

    def _step(self, by: int) -> ReplayReply[Move]:
        to = max(0, min(self.last, self.at + by))
        if self.result is not None and by == 1:
            self.result = None
        elif self.result is None and by == -1 and (ended := self.ended_round):
            self.result = ended
        elif to != self.at:
            self.at = to
            self.result = self.ended_round if by == 1 else None
        else:
            return ShowsEnd(tuple(self.end()))
        return None

    def _explained(self) -> list[Line]:
        return self.recording.screen.topic_page(EXPLAIN, self.view, self.players)

    # -- lines

    @property
    def _tried(self) -> TriedLines[View, Move]:
        """The lines, where `why_not` has found that there are some."""
        if self._lines is None:
            raise AssertionError("no lines")
        return self._lines

    def _choose_in_line(self, action: ReplayAction) -> ReplayReply[Move]:
        tried = self._tried
        match action:
            case ReplayAction.WHAT_IF:
                if not self.is_line:
                    return self._to_line()
                self._to_game()
            case ReplayAction.NEW_LINE:
                tried.begin_again(self.at)
                return self._to_line()
            case ReplayAction.BOTS:
                if not self.is_line:
                    tried.begin_again(self.at)  # they go on from the game, not from the line
                self.is_line, self.result = True, None
                tried.play_by_bots(self.at)
                played = tried.line.last - self.at
                if not played:
                    return reply(_("Nobody has revealed the cards that could be played here."))
                return reply(_("The bots have played on to move {n}.").format(n=tried.line.last))
            case ReplayAction.TAKE_BACK:
                self.at, self.result = tried.take_back(), None
            case ReplayAction.KEEP:
                kept = tried.line.kept
                return NamesLine("", "") if kept is None else NamesLine(kept.name, kept.remark)
            case ReplayAction.DELETE if tried.line.kept is not None:
                sentence = _('Delete the line "{name}"?').format(name=tried.line.kept.name)
                return Asks(Question.DELETE, sentence)
            case ReplayAction.LINES:
                return self._listed()
        return None

    def _to_line(self) -> Explains:
        self.is_line, self.result = True, None
        if self.eyes is Spectator.PUBLIC:  # nobody can play from what all knew
            self.eyes = Spectator.EVERYTHING
        self.at = min(self.at, self.last)
        return reply(_("Play what you like, for every player; the game itself stays as it is."))

    def _to_game(self) -> None:
        self.is_line, self.result = False, None
        self.at = min(self.at, self.last)
        if isinstance(self.eyes, Follow):
            self.eyes = Spectator.EVERYTHING

    def _listed(self) -> ReplayReply[Move]:
        try:
            rows = tuple(self._tried.rows())
        except LineRefused as error:
            return reply(str(error), "alarm")
        return ListsLines(rows) if rows else reply(_(NO_LINES_KEPT))

    def _with_lines(self, action: WithLines) -> Explains:
        tried = self._tried
        try:
            match action:
                case KeepLine(name, remark):
                    return reply(tried.keep(name, remark))
                case RenameLine(name, to):
                    return reply(tried.rename(name, to))
                case DeleteLine(name):
                    return reply(tried.delete(name))
                case OpenLine(name):
                    tried.open_line(self.at, name)
        except LineRefused as error:
            return reply(str(error), "alarm")
        return self._opened(action.name)

    def _opened(self, name: str) -> Explains:
        tried = self._tried
        self.is_line, self.result = True, None
        self.at = tried.line.leaves
        kept = tried.line.kept
        remark = kept.remark if kept is not None else ""
        named = _('The line "{name}".').format(name=name)
        return reply(f"{named} {remark}" if remark else named)

    def _propose(self, move: Move) -> Previews[Move] | Explains | None:
        """Return what a legal move will do; let the rules refuse any other."""
        view = self.view
        if move not in view.moves:
            return self._play(move)
        return Previews(move, self.preview(move), self.recording.screen.asks(move, view))

    def preview(self, move: Move) -> str:
        """Return whose move it would be, and what it will do."""
        view = self.view
        sentence = self.recording.screen.on_board.preview(move, view, self.players)
        return _("{who}: {what}").format(who=self.recording.names[view.seat], what=sentence)

    def _play(self, move: Move) -> Explains | None:
        screen = self.recording.screen
        try:
            self._tried.play(self.at, move)
        except IllegalMove as error:
            return reply(sentences_shared.illegal(error, screen.refusals))
        except UnknownCard:
            return reply(_("Nobody has revealed the card for this move."))
        self.at += 1
        self.result = self.ended_round
        actor = self._actor
        if actor is not None and self.result is None:
            view = self.recording.view(self.at, AllFrom(actor))
            if (forced := screen.by_itself(view)) is not None and self.at == self.last:
                return self._play(forced)
        return None

    # -- what is read

    @property
    def _addressed_to(self) -> Viewpoint:
        """Whom the sentences address: the same all along a line that all cards are shown of."""
        return Spectator.EVERYTHING if self.eyes is Spectator.EVERYTHING else self.viewpoint

    def _eyes_name(self) -> str:
        if isinstance(self.eyes, Follow):
            return _("What whoever is to move sees.")
        return narration.eyes_name(self.recording, self.eyes)

    @property
    def _sentences(self) -> list[list[Line]]:
        """The sentences of all moments. What a line shares with the game is described once."""
        game = self._described(self.played_game, 0, [])
        line = self.line
        return game if line is None else self._described(line.recording, line.leaves + 1, game)

    def _described(
        self, recording: Recording[View, Move], start: int, before: list[list[Line]]
    ) -> list[list[Line]]:
        key = recording is self.played_game, self._addressed_to
        known = self._moments.get(key)
        if known is None or known[0] is not recording:
            more = narration.moments(recording, self._addressed_to, start)
            known = self._moments[key] = recording, [*before[:start], *more]
        return known[1]


def _shared_eyes(eyes: ReplayViewpoint) -> Seat | Onlook:
    match eyes:
        case Spectator.EVERYTHING | AllFrom():
            return Onlook.EVERYTHING
        case Spectator.PUBLIC:
            return Onlook.PUBLIC
        case Follow():
            return Onlook.MOVER
        case seat:
            return seat


def _own_eyes(eyes: Seat | Onlook) -> ReplayViewpoint:
    match eyes:
        case Onlook.EVERYTHING:
            return Spectator.EVERYTHING
        case Onlook.PUBLIC:
            return Spectator.PUBLIC
        case Onlook.MOVER:
            return Follow.MOVER
        case seat:
            return seat
