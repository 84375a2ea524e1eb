"""A game that is looked at again: through whose eyes, and what is told of each of its moments."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any, Protocol, TypeAlias

from p2p_hanabi.games.hanabi.ui import painter as hanabi_painter
from p2p_hanabi.games.ikebana.ui import painter as ikebana_painter
from p2p_hanabi.games.koikoi.state import LaidOut
from p2p_hanabi.games.koikoi.ui import painter as koikoi_painter
from p2p_hanabi.games.koikoi.ui import review as koikoi_review
from protocol.game import Known, Seat

from ..kit.style import Line, text
from ..screens import SCREENS
from ..table.game_screen import NOBODY, Teller
from ..table.port import Company
from ..table.sentences_games import title_of
from . import sentences_replay as say
from .endings import Ending


class Onlook(Enum):
    """Nobody's eyes."""

    EVERYTHING = "all"  # every face that the file tells, whoever knew it then
    PUBLIC = "public"  # what all players knew


Eyes: TypeAlias = Seat | Onlook


class Onlooker(Company):
    """Looks on from a seat's side of the table, or from nobody's; no one is addressed as "you"."""

    __slots__ = ()

    def other(self, seat: Seat) -> str:
        return self.names[seat]


class Reel(Protocol):
    """A game that was played. Moment 0 is before the first move, each further one is after one."""

    @property
    def game(self) -> str: ...

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def count(self) -> int:
        """How many moments there are, at least one."""

    @property
    def is_signed(self) -> bool:
        """Whether players have signed it, so that it could be audited."""

    @property
    def is_finished(self) -> bool: ...

    @property
    def ending(self) -> Ending | None:
        """How another site ended an unfinished game; absent (None) if none did."""

    def mover(self, moment: int) -> Seat | None:
        """Who made the move before this moment; nobody (None) before the first."""

    def view(self, moment: int, eyes: Eyes) -> Any:
        """From that seat, or from the first one with what nobody's eyes are to see."""

    def known(self, moment: int, eyes: Eyes) -> Known: ...


def onlooker(reel: Reel) -> Onlooker:
    return Onlooker(NOBODY, reel.names)


def about(reel: Reel, eyes: Eyes) -> list[Line]:
    """What is going to be seen: the game, the players, how far it goes, through whose eyes."""
    lines = [text(say.played_by(title_of(reel.game), reel.names), "strong")]
    if not reel.is_signed:
        lines.append(text(say.unsigned(), "alarm"))
    far = how_far(reel)
    return [*lines, *([] if far is None else [text(far)]), text(eyes_name(reel, eyes))]


def how_far(reel: Reel) -> str | None:
    """What is to be said of a game that its rules have not ended."""
    if reel.ending is not None:
        return ended(reel, reel.ending)
    return None if reel.is_finished else say.unfinished()


def ended(reel: Reel, ending: Ending) -> str:
    return say.ended(ending.why, None if ending.by is None else reel.names[ending.by])


def eyes_name(reel: Reel, eyes: Eyes) -> str:
    match eyes:
        case Onlook.EVERYTHING:
            return say.everything()
        case Onlook.PUBLIC:
            return say.public()
    return say.through_the_eyes_of(reel.names[eyes])


def eyes_label(reel: Reel, eyes: Eyes) -> str:
    """The same in a word or two."""
    match eyes:
        case Onlook.EVERYTHING:
            return say.everything_label()
        case Onlook.PUBLIC:
            return say.public_label()
    return reel.names[eyes]


def eyes_of(reel: Reel) -> tuple[Eyes, ...]:
    """All there are to look through."""
    return (Onlook.EVERYTHING, *(Seat(seat) for seat in range(len(reel.names))), Onlook.PUBLIC)


def told(reel: Reel, eyes: Eyes) -> list[list[Line]]:
    """For each moment what has happened since the one before, in sentences."""
    company = onlooker(reel)
    teller = SCREENS[reel.game].teller(company)
    return [_told(reel, teller, moment, eyes) for moment in range(reel.count)]


def _told(reel: Reel, teller: Teller, moment: int, eyes: Eyes) -> list[Line]:
    """At moment 0 the whole table, since what tellers say of it is meant for a player."""
    lines = teller.look(reel.view(moment, eyes))
    mover = reel.mover(moment)
    if mover is None:
        return page(reel, moment, eyes)
    return lines or [text(_untold(reel, moment, mover))]


def _untold(reel: Reel, moment: int, mover: Seat) -> str:
    """Of a move that leaves nothing in the log of the game."""
    if reel.game == "koikoi":
        now, last = (reel.view(at, Onlook.EVERYTHING) for at in (moment, reel.count - 1))
        return koikoi_review.untold(now, last, mover, reel.names[mover])
    return say.has_moved(reel.names[mover])


def brief(reel: Reel, moment: int, eyes: Eyes) -> list[Line]:
    """Where the game stands after a move: a line or two, and the hands that were just dealt."""
    view, company = reel.view(moment, eyes), onlooker(reel)
    match reel.game:
        case "hanabi":
            return [hanabi_painter.fireworks(view), hanabi_painter.tokens(view)]
        case "koikoi":
            is_dealt = reel.view(moment - 1, eyes).log != view.log and isinstance(
                view.log[-1], LaidOut
            )
            hands = _hands(reel, moment, eyes) if is_dealt else []
            table = koikoi_painter.on_the_table(view)
            return [*hands, *table, koikoi_painter.sums(view.scores, company)]
    mover = reel.mover(moment)
    return ikebana_painter.brief(view, company, Seat(0) if mover is None else mover)


def page(reel: Reel, moment: int, eyes: Eyes) -> list[Line]:
    """The whole table at that moment."""
    company = onlooker(reel)
    if reel.game == "koikoi":
        views = reel.view(moment, Seat(0)), reel.view(moment, Seat(1))
        return koikoi_review.table(views, company, reel.known(moment, eyes))
    return SCREENS[reel.game].page("show", reel.view(moment, eyes), company)


def hands_beside(reel: Reel, moment: int, eyes: Eyes) -> list[Line]:
    """What a board of these eyes leaves out: of Koi-Koi the hand that is not on one's own side."""
    if reel.game != "koikoi" or not isinstance(eyes, Onlook):
        return []
    lines = _hands(reel, moment, eyes)
    return lines[1:]


def _hands(reel: Reel, moment: int, eyes: Eyes) -> list[Line]:
    """Of Koi-Koi."""
    views = reel.view(moment, Seat(0)), reel.view(moment, Seat(1))
    return koikoi_review.hands(views, onlooker(reel), reel.known(moment, eyes))


def at_the_end(reel: Reel, eyes: Eyes) -> list[Line]:
    """The result, and what was left in the hands, which the end shows to all; empty before it."""
    view, company = reel.view(reel.count - 1, eyes), onlooker(reel)
    screen = SCREENS[reel.game]
    lines = screen.result(view, company)
    if reel.ending is not None:
        lines = [
            text(ended(reel, reel.ending), "strong"),
            text(say.counts(reel.ending.why, view.score, view.max_score), "strong"),
        ]
    if lines and reel.game == "hanabi":
        lines += screen.held_at_the_end(
            view, company, reel.known(reel.count - 1, Onlook.EVERYTHING)
        )
    return lines


def as_story(reel: Reel, eyes: Eyes) -> list[Line]:
    """All of it: each move with its number, and where the game stood after it."""
    lines: list[Line] = [*about(reel, eyes), ()]
    for moment, sentences in enumerate(told(reel, eyes)):
        lines += sentences if moment == 0 else _numbered(moment, sentences)
        if moment:
            lines += [(("", "    "), *line) for line in brief(reel, moment, eyes)]
    end = at_the_end(reel, eyes)
    return [*lines, (), *end] if end else lines


def _numbered(number: int, sentences: Sequence[Line]) -> list[Line]:
    first, *rest = sentences
    return [(("", f"{number}. "), *first), *((("", "   "), *line) for line in rest)]
