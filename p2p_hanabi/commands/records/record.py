"""An unsigned game as a file: its cards and moves.

It is one `enc` value, `["p2ph game", 1, game, [[option, value], ...], [name, ...], [face, ...],
[move, ...], origin]`: the faces of all cards in the order of the piles, the moves in the game's own
encoding. `origin`, with further facts of an imported game, is optional.
The game is replayed by its rules, so a file that breaks them is rejected. The file does not prove
that anybody ever played the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from p2p_hanabi.registry import GAMES
from p2p_hanabi.ui.drawing.style import foreign
from p2p_hanabi.ui.replay.formats import (
    AnyFormat,
    AnyMoment,
    AnyNext,
    Moment,
    Origin,
    Setup,
)
from p2p_hanabi.ui.words.i18n import _, ngettext
from protocol.encoding import Integer, Value, dec, enc
from protocol.errors import BadEncoding, BadOptions, IllegalMove, P2PError
from protocol.game import (
    Act,
    AnyGame,
    AnyMove,
    AnyView,
    Audience,
    Card,
    Deal,
    Everyone,
    Face,
    Open,
    Seat,
    Shuffle,
)
from protocol.identity.name_rules import name_from
from protocol.identity.seating import option_from
from protocol.reasons import Malformed

from ..console.reason_text import because

MAGIC = "p2ph game"
VERSION = 1
MAX_RECORD_BYTES = 2 * 1024 * 1024
NO_BEACON = bytes(32)
"""There is no common coin: the options say who begins."""


class BadRecord(P2PError):
    """The recorded game breaks the rules. The text, without a full stop, says why."""


@dataclass(frozen=True)
class Record:
    """A game that follows the rules, finished or not."""

    game: str
    options: tuple[tuple[str, Value], ...]
    names: tuple[str, ...]
    faces: tuple[Face, ...]
    moments: tuple[AnyMoment, ...]
    origin: Origin[AnyView] | None = None

    @property
    def moves(self) -> tuple[AnyMove, ...]:
        return tuple(moment.move for moment in self.moments if moment.move is not None)


def play_out(game: AnyGame, setup: Setup[AnyView], moves: Sequence[AnyNext]) -> Record:
    """Replay these moves. Raise `BadRecord` if the rules do not allow them."""
    if len(set(setup.names)) != len(setup.names):
        raise BadRecord(_("two players have the same name"))
    try:
        options = game.options(setup.options)
        moments = tuple(_Player(game, setup, moves).play())
    except BadOptions as error:
        raise BadRecord(because(error.reason)) from None
    return Record(game.name, options, setup.names, setup.faces, moments, setup.origin)


def write_record(record: Record, game: AnyGame) -> bytes:
    moves = tuple(game.pack(move) for move in record.moves)
    parts = (MAGIC, VERSION, record.game, record.options, record.names, record.faces, moves)
    return enc(parts if record.origin is None else (*parts, record.origin.value()))


def is_record(data: bytes) -> bool:
    """Return whether the data begins like a record."""
    start = enc(MAGIC)
    return data[1 : 1 + len(start)] == start


def read_record(data: bytes, games: Mapping[str, AnyGame]) -> Record:
    """Parse a game and replay it by the rules. Raise `BadRecord`."""
    try:
        match dec(data, MAX_RECORD_BYTES):
            case (
                "p2ph game",
                Integer(1),
                str(name),
                tuple(options),
                tuple(names),
                tuple(faces),
                tuple(ms),
                *rest,
            ) if not rest or (formats_of(name) and len(rest) == 1):
                game = games.get(name)
                if game is None:
                    raise BadRecord(_('unknown game "{game}"').format(game=foreign(name)))
                moves = [game.unpack(move) for move in ms]
                setup = Setup(
                    dict(option_from(option) for option in options),
                    tuple(name_from(each) for each in names),
                    tuple(_face_from(face) for face in faces),
                    _origin_from(name, rest[0], len(names)) if rest else None,
                )
                return play_out(game, setup, [_always(move) for move in moves])
    except BadEncoding as error:
        raise BadRecord(because(error.reason)) from None
    raise BadRecord(_("it is not a game file of this version"))


def formats_of(game: str) -> Sequence[AnyFormat]:
    """Return other programs' formats that support this game; none for an unknown game."""
    return GAMES[game].formats if game in GAMES else ()


def _origin_from(game: str, value: Value, seats: int) -> Origin[AnyView]:
    match value:
        case (str(site), *_):
            for form in formats_of(game):
                if form.name == site:
                    return form.origin(value, seats)
    raise BadEncoding(Malformed.FORM)


def _always(move: AnyMove) -> AnyNext:
    return lambda _state: move


def _face_from(value: Value) -> Face:
    if isinstance(value, Integer):
        return Face(value)
    raise BadEncoding(Malformed.FORM)


class _Player:
    """Replays a game by its rules, with these cards and moves."""

    def __init__(self, game: AnyGame, setup: Setup[AnyView], moves: Sequence[AnyNext]) -> None:
        self._game = game
        self._faces = {Card(i): face for i, face in enumerate(setup.faces)}
        self._moves = moves
        self._done = 0
        self._piled = 0
        self._audiences: dict[Card, Audience] = {}
        self._state = game.start(setup.options, len(setup.names), NO_BEACON)

    def play(self) -> Iterator[AnyMoment]:
        by: Seat | None = None
        move: AnyMove | None = None
        while True:
            match self._game.pending(self._state):
                case Shuffle(faces):
                    self._shuffle(faces)
                case Deal(cards):
                    self._deal(dict(cards))
                case Open(cards):
                    self._reveal(cards)
                case Act(seat) if self._done < len(self._moves):
                    yield self._moment(by, move)
                    by, move = seat, self._move()
                case _:
                    yield self._moment(by, move)
                    break
        if self._done < len(self._moves):
            raise BadRecord(
                ngettext(
                    "the game is over after {n} move, but there are more",
                    "the game is over after {n} moves, but there are more",
                    self._done,
                ).format(n=self._done)
            )
        if self._piled < len(self._faces):
            raise BadRecord(_("there are more cards than the game has"))

    def _moment(self, by: Seat | None, move: AnyMove | None) -> AnyMoment:
        return Moment(self._state, by, move, dict(self._audiences))

    def _shuffle(self, faces: tuple[Face, ...]) -> None:
        pile = [self._faces.get(Card(self._piled + i)) for i in range(len(faces))]
        if Counter(pile) != Counter(faces):
            raise BadRecord(_("the cards are not those of the game"))
        self._piled += len(faces)
        self._state = self._game.shuffled(self._state)

    def _deal(self, cards: Mapping[Card, Audience]) -> None:
        self._audiences |= cards
        self._state = self._game.dealt(self._state)
        up = {card: self._faces[card] for card, to in cards.items() if isinstance(to, Everyone)}
        if up:
            self._state = self._game.opened(self._state, up)

    def _reveal(self, cards: tuple[Card, ...]) -> None:
        self._audiences |= dict.fromkeys(cards, Everyone())
        self._state = self._game.opened(self._state, {card: self._faces[card] for card in cards})

    def _move(self) -> AnyMove:
        move = self._moves[self._done](self._state)
        self._done += 1
        try:
            after = self._game.apply(self._state, move)
        except IllegalMove as error:
            raise BadRecord(
                _("move {n} is against the rules ({why})").format(
                    n=self._done, why=because(error.reason)
                )
            ) from None
        for claim in self._game.claims(self._state, move):
            if self._faces[claim.card] not in claim.faces:
                raise BadRecord(_("move {n} makes a false claim about a card").format(n=self._done))
        self._state = after
        return move
