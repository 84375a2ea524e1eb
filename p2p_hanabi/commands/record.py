"""A game that nobody has signed, as a file: what was dealt and what was done.

It is one `enc` value, `["p2ph game", 1, game, [[option, value], ...], [name, ...], [face, ...],
[move, ...]]`: the faces of all cards in the order of the piles, the moves in the game's own form.
The game is played again from it by its rules, so a file that breaks them is refused; that anybody
ever played it so, it does not show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from protocol.encoding import Value, dec, enc
from protocol.errors import BadEncoding, BadOptions, IllegalMove, P2PError
from protocol.game import (
    Act,
    AnyGame,
    Audience,
    Card,
    Deal,
    Everyone,
    Face,
    Open,
    Seat,
    Shuffle,
)
from protocol.seating import name_from

MAGIC = "p2ph game"
VERSION = 1
MAX_RECORD_BYTES = 256 * 1024
NO_BEACON = bytes(32)
"""There is no common coin: who begins stands in the options."""


class BadRecord(P2PError):
    """What is recorded is no game by the rules. The text says what is wrong with it."""


@dataclass(frozen=True)
class Moment:
    """The game whenever a seat is to act, and where it ends.

    `by` has made `move` before it; absent (None) at the first one. `audiences` says who has seen
    each card that has left the pile.
    """

    state: Any
    by: Seat | None
    move: Any
    audiences: Mapping[Card, Audience]


@dataclass(frozen=True)
class Record:
    """`moments` follow from all the rest; see `played`."""

    game: str
    options: tuple[tuple[str, Value], ...]
    names: tuple[str, ...]
    faces: tuple[Face, ...]
    moves: tuple[Any, ...]
    moments: tuple[Moment, ...] = field(default=(), compare=False, repr=False)


def played(record: Record, games: Mapping[str, AnyGame]) -> Record:
    """The same with its moments; `BadRecord` if the rules do not allow it."""
    game = games.get(record.game)
    if game is None:
        raise BadRecord(f"there is no game {record.game!r}")
    try:
        options = game.options(dict(record.options))
        moments = tuple(_Player(game, record).play())
    except BadOptions as error:
        raise BadRecord(str(error).rstrip(".")) from None
    return Record(record.game, options, record.names, record.faces, record.moves, moments)


def write_record(record: Record, game: AnyGame) -> bytes:
    moves = tuple(game.pack(move) for move in record.moves)
    return enc((MAGIC, VERSION, record.game, record.options, record.names, record.faces, moves))


def is_record(data: bytes) -> bool:
    """Whether it begins like one."""
    return enc(MAGIC) == data[1 : 1 + len(enc(MAGIC))]


def read_record(data: bytes, games: Mapping[str, AnyGame]) -> Record:
    """The game, played again by the rules; `BadRecord`."""
    try:
        value = dec(data, MAX_RECORD_BYTES)
    except BadEncoding as error:
        raise BadRecord(str(error)) from None
    match value:
        case ("p2ph game", 1, str(name), tuple(options), tuple(names), tuple(faces), tuple(moves)):
            game = games.get(name)
            if game is None:
                raise BadRecord(f"there is no game {name!r}")
            try:
                read = Record(
                    name,
                    tuple(_option_from(option) for option in options),
                    tuple(name_from(each) for each in names),
                    tuple(_face_from(face) for face in faces),
                    tuple(game.unpack(move) for move in moves),
                )
            except BadEncoding as error:
                raise BadRecord(str(error)) from None
            return played(read, games)
    raise BadRecord("not a game file of this version")


def _option_from(value: Value) -> tuple[str, Value]:
    match value:
        case (str(key), option):
            return key, option
    raise BadEncoding("an option is a key and a value")


def _face_from(value: Value) -> Face:
    if isinstance(value, int) and not isinstance(value, bool):
        return Face(value)
    raise BadEncoding("a face is a number")


class _Player:
    """Plays a record by the rules of its game."""

    def __init__(self, game: AnyGame, record: Record) -> None:
        self._game = game
        self._faces = {Card(i): face for i, face in enumerate(record.faces)}
        self._moves = list(record.moves)
        self._done = 0
        self._piled = 0
        self._audiences: dict[Card, Audience] = {}
        if len(set(record.names)) != len(record.names):
            raise BadRecord("two players of one name")
        self._state = game.start(dict(record.options), len(record.names), NO_BEACON)

    def play(self) -> Iterator[Moment]:
        by: Seat | None = None
        move: Any = None
        while True:
            match self._game.pending(self._state):
                case Shuffle(faces):
                    self._shuffle(faces)
                case Deal(cards):
                    self._deal(dict(cards))
                case Open(cards):
                    self._open(cards)
                case Act(seat) if self._done < len(self._moves):
                    yield self._moment(by, move)
                    by, move = seat, self._moves[self._done]
                    self._move(move)
                case _:
                    yield self._moment(by, move)
                    break
        if self._done < len(self._moves):
            raise BadRecord(f"the game is over after {self._done} moves, and more are recorded")
        if self._piled < len(self._faces):
            raise BadRecord("more cards are recorded than there are in the game")

    def _moment(self, by: Seat | None, move: Any) -> Moment:
        return Moment(self._state, by, move, dict(self._audiences))

    def _shuffle(self, faces: tuple[Face, ...]) -> None:
        pile = [self._faces.get(Card(self._piled + i)) for i in range(len(faces))]
        if Counter(pile) != Counter(faces):
            raise BadRecord("the cards are not those of the game")
        self._piled += len(faces)
        self._state = self._game.shuffled(self._state)

    def _deal(self, cards: Mapping[Card, Audience]) -> None:
        self._audiences |= cards
        self._state = self._game.dealt(self._state)
        up = {card: self._faces[card] for card, to in cards.items() if isinstance(to, Everyone)}
        if up:
            self._state = self._game.opened(self._state, up)

    def _open(self, cards: tuple[Card, ...]) -> None:
        self._audiences |= dict.fromkeys(cards, Everyone())
        self._state = self._game.opened(self._state, {card: self._faces[card] for card in cards})

    def _move(self, move: Any) -> None:
        self._done += 1
        try:
            after = self._game.apply(self._state, move)
        except IllegalMove as error:
            raise BadRecord(f"move {self._done} is against the rules: {error}") from None
        for claim in self._game.claims(self._state, move):
            if self._faces[claim.card] not in claim.faces:
                raise BadRecord(f"move {self._done} says what is not true of a card")
        self._state = after
