"""A player's own bot in a seat: it is sent what its seat sees, and asked for moves.

If it fails, the built-in bot makes the move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from p2p_hanabi.registry import GAMES, OPTIONS
from p2p_hanabi.seam.changes import since
from p2p_hanabi.seam.decisions import Decision
from p2p_hanabi.seam.options import shown
from p2p_hanabi.seam.styles import USUAL_STYLE
from protocol.encoding import Value
from protocol.game import AnyMove, AnyView

from . import bot_talk
from .bot_process import USUAL_PATIENCE, OwnBot, Patience
from .bot_talk import Answer, BotFault, Failure, Reply


@dataclass(frozen=True, slots=True)
class BotCommand:
    """How to start a player's own bot. `inherited` has environment variables: those that every
    program needs are passed on."""

    words: tuple[str, ...]
    inherited: Mapping[str, str]
    patience: Patience = USUAL_PATIENCE


@dataclass(frozen=True, slots=True)
class BotSeat:
    """A bot's seat in a game."""

    game: str
    options: Mapping[str, Value]
    seat: int
    players: int


@dataclass(frozen=True, slots=True)
class BotIncident:
    """Why the built-in bot made a move. `output`: the beginning of an unreadable line;
    `last_words`: the end of the bot's stderr."""

    fault: BotFault
    is_final: bool
    output: str
    last_words: str

    @property
    def kind(self) -> tuple[BotFault, bool]:
        """The kind of incident, which is reported to the owner once."""
        return self.fault, self.is_final


class SeatedBot:
    """One bot in its seat, from the start of a game to its end. `asked` counts the requested moves,
    `incidents` counts failures, and `kinds` has the first of each kind."""

    def __init__(self, command: BotCommand, place: BotSeat) -> None:
        self.asked = 0
        self.incidents: Counter[str] = Counter()
        self.kinds: dict[tuple[BotFault, bool], BotIncident] = {}
        self.incident: BotIncident | None = None
        self._game = GAMES[place.game]
        self._stand_in = self._game.styles[USUAL_STYLE]
        self._players = place.players
        self._number = 0
        self._sent: Sequence[object] = ()
        self._bot = _started(command, place)

    def prepare(self) -> None:
        """Prepare the built-in bot, which may have to make a move while the table waits."""
        self._stand_in.prepare(self._players)

    def see(self, view: AnyView) -> None:
        """Send the bot what has happened since the last view, without waiting."""
        if self._bot is None:
            return
        gone, new = since(self._sent, view.log)
        if gone:
            self._bot.send(bot_talk.taken_back(gone))
        for entry in self._game.data.log(view, len(view.log) - len(new)):
            self._bot.send(bot_talk.happened(entry))
        self._sent = view.log

    def decide(self, view: AnyView, number: int) -> Decision[AnyMove]:
        """Return a move in the round of this number. Afterwards `incident` is why the built-in bot
        made it, None if it did not."""
        self.see(view)
        self.asked += 1
        self.incident = None
        match self._ask(view, number):
            case Answer(move, why):
                return Decision(cast("AnyMove", view.moves[move]), why or None)
            case Failure(fault, is_final, output):
                self.incidents[fault.value] += 1
                words = "" if self._bot is None else self._bot.last_words
                self.incident = BotIncident(fault, is_final, output, words)
                self.kinds.setdefault(self.incident.kind, self.incident)
        return self._stand_in.decide(view)

    def close(self, outcome: object) -> None:
        """End the bot; the outcome is None if the game was not finished."""
        if self._bot is not None:
            self._bot.send(bot_talk.over(outcome))
            self._bot.close()

    def _ask(self, view: AnyView, number: int) -> Reply:
        if self._bot is None:
            return Failure(BotFault.NO_START, is_final=True)
        data = self._game.data
        self._number = max(number, self._number + 1)  # a round may be played again (§14)
        return self._bot.ask(self._number, data.view(view), data.moves(view))


def _started(command: BotCommand, place: BotSeat) -> OwnBot | None:
    options = shown(OPTIONS[place.game], place.options)
    hello = bot_talk.hello(place.game, options, place.seat, place.players)
    try:
        return OwnBot(command.words, hello, command.inherited, command.patience)
    except OSError:
        return None
