"""Games as hanab.live writes them, out and in.

There the first player of the list always begins, and cards are numbered as they are dealt, hand by
hand from the first player on; so seats are turned until the one that began here is the first.
Colours are numbers: its purple is our white, its black our sixth colour.
Source: the site's format 3.0.0, `misc/example_game_with_comments.jsonc` of Hanabi-Live/hanabi-live.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Any

from p2p_hanabi.games.hanabi_cards import MULTICOLOUR, colour_of, face_of, rank_of
from p2p_hanabi.games.hanabi_moves import Discard, HintColour, HintRank, Move, Play
from p2p_hanabi.games.hanabi_state import HanabiState
from p2p_hanabi.ui import sentences_exchange as say
from protocol.encoding import Value
from protocol.errors import BadEncoding
from protocol.game import Card, Face, Seat
from protocol.seating import name_from

from .failures import Failed
from .playback import Playback
from .record import Choice, Setup

NO_VARIANT = "No Variant"
BLACK = "Black (6 Suits)"


class Kind(IntEnum):
    """Of an action."""

    PLAY = 0
    DISCARD = 1
    COLOUR_CLUE = 2
    RANK_CLUE = 3
    END_GAME = 4
    END_BY_VOTE = 5


_LACKING = {"blue": 8, "red": 3, "announce": False}
"""Options that the site has not; these values are what it plays."""
_KNOWN = {"variant", "emptyClues", "allOrNothing", "startingPlayer"}
_HARMLESS = {"timed", "timeBase", "timePerTurn", "tableName", "maxPlayers", "numPlayers"}
"""Options of the site that change nothing of what a move does."""


# Out.


def to_hanab_live(game: Playback) -> dict[str, Any]:
    """`Failed` for what the site cannot show."""
    if game.game != "hanabi":
        raise Failed(say.only_hanabi())
    options = dict(game.options)
    for key, usual in _LACKING.items():
        if options.get(key, usual) != usual:
            raise Failed(say.lacks_option(key))
    if options.get("stuck") == "skip":
        raise Failed(say.lacks_option("stuck"))
    if not game.is_finished or len(game.faces) < game.moments[0].state.rules.cards:
        raise Failed(say.needs_all_cards())
    turned = _Turned(game)
    chosen: dict[str, Any] = {"variant": BLACK if options.get("multicolour") else NO_VARIANT}
    chosen |= {"emptyClues": True} if options.get("empty hints") else {}
    chosen |= {"allOrNothing": True} if options.get("finale") else {}
    return {
        "players": turned.names(),
        "deck": turned.deck(),
        "actions": [turned.action(moment.move) for moment in game.moments[1:]],
        "options": chosen,
    }


class _Turned:
    """The seats as the site counts them: who began is the first."""

    def __init__(self, game: Playback) -> None:
        state: HanabiState = game.moments[0].state
        self._game = game
        self._seats = state.rules.seats
        self._first = state.rules.first
        self._hand_size = state.rules.hand_size

    def names(self) -> list[str]:
        names = self._game.names
        return [names[(self._first + i) % self._seats] for i in range(self._seats)]

    def deck(self) -> list[dict[str, int]]:
        faces = sorted((self._order(card), face) for card, face in self._game.faces.items())
        return [{"suitIndex": colour_of(face), "rank": rank_of(face)} for _, face in faces]

    def action(self, move: Move | None) -> dict[str, int]:
        match move:
            case Play(card):
                return _action(Kind.PLAY, self._order(card))
            case Discard(card):
                return _action(Kind.DISCARD, self._order(card))
            case HintColour(seat, colour):
                return _action(Kind.COLOUR_CLUE, self._seat(seat), colour)
            case HintRank(seat, rank):
                return _action(Kind.RANK_CLUE, self._seat(seat), rank)
        raise Failed(say.lacks_passing())

    def _seat(self, seat: Seat) -> int:
        return (seat - self._first) % self._seats

    def _order(self, card: Card) -> int:
        """The number of the card there: other hands are dealt first here."""
        owner, slot = divmod(card, self._hand_size)
        return self._seat(Seat(owner)) * self._hand_size + slot if owner < self._seats else card


def _action(kind: Kind, target: int, value: int = 0) -> dict[str, int]:
    return {"type": kind.value, "target": target, "value": value}


# In.


def from_hanab_live(found: object) -> tuple[Setup, list[Choice]]:
    """What is needed to play the game again; `Failed` says what is wrong with the JSON.

    An end that somebody or the clock has forced is left out: the game is unfinished then.
    """
    if not isinstance(found, dict):
        raise Failed(say.no_game())
    names = tuple(_name(each) for each in _list(found, "players"))
    if not 2 <= len(names) <= 5:
        raise Failed(say.wrong_number_of_players(len(names)))
    if found.get("characters"):
        raise Failed(say.unknown_option("characters"))
    options = _options(found.get("options") or {})
    if not found.get("deck"):
        raise Failed(say.needs_a_deck())
    faces = tuple(_face(each) for each in _list(found, "deck"))
    return Setup(options, names, faces), list(_choices(_list(found, "actions"), faces))


def _options(chosen: object) -> dict[str, Value]:
    if not isinstance(chosen, dict):
        raise Failed(say.no_list("options"))
    for key, value in chosen.items():
        if value and key not in _KNOWN | _HARMLESS:
            raise Failed(say.unknown_option(key))
    variant = chosen.get("variant") or NO_VARIANT
    if variant not in (NO_VARIANT, BLACK):
        raise Failed(say.unknown_variant(str(variant), (NO_VARIANT, BLACK)))
    return {
        "first": _number(chosen.get("startingPlayer") or 0, "startingPlayer"),
        "multicolour": variant == BLACK,
        "empty hints": bool(chosen.get("emptyClues")),
        "finale": bool(chosen.get("allOrNothing")),
    }


def _choices(actions: list[Any], faces: tuple[Face, ...]) -> Iterator[Choice]:
    for number, action in enumerate(actions, start=1):
        what = say.action(number)
        if not isinstance(action, dict):
            raise Failed(say.not_understood(what))
        kind, target = _number(action.get("type"), what), action.get("target")
        if kind in (Kind.END_GAME, Kind.END_BY_VOTE) and number == len(actions):
            return
        yield _choice(kind, _number(target, what), _number(action.get("value", 0), what), faces)


def _choice(kind: int, target: int, value: int, faces: tuple[Face, ...]) -> Choice:
    """What the action is at the table as it then stands; `touched` follows from the hand."""

    def touched(state: HanabiState, *, by_rank: bool) -> tuple[Card, ...]:
        hand = state.hands[target] if target < len(state.hands) else ()
        says = rank_of if by_rank else colour_of
        return tuple(card for card in hand if says(faces[card]) == value)

    match kind:
        case Kind.PLAY:
            return lambda _: Play(Card(target))
        case Kind.DISCARD:
            return lambda _: Discard(Card(target))
        case Kind.COLOUR_CLUE:
            return lambda state: HintColour(Seat(target), value, touched(state, by_rank=False))
        case Kind.RANK_CLUE:
            return lambda state: HintRank(Seat(target), value, touched(state, by_rank=True))
    raise Failed(say.unknown_action(kind))


def _list(found: Mapping[str, Any], key: str) -> list[Any]:
    value = found.get(key)
    if not isinstance(value, list):
        raise Failed(say.no_list(key))
    return value


def _name(value: object) -> str:
    try:
        return name_from(value)  # type: ignore[arg-type] # whatever JSON holds is refused as it should be
    except BadEncoding as error:
        raise Failed(say.bad_name(str(error))) from None


def _face(value: object) -> Face:
    if isinstance(value, dict):
        colour, rank = (_whole(value.get(key)) for key in ("suitIndex", "rank"))
        if colour in range(MULTICOLOUR + 1) and rank in range(1, 6):
            return face_of(colour, rank)
    raise Failed(say.bad_card(str(value)))


def _number(value: object, what: str) -> int:
    number = _whole(value)
    if number < 0:
        raise Failed(say.not_understood(what))
    return number


def _whole(value: object) -> int:
    """The number that it is; -1 for anything else, `true` too."""
    return value if isinstance(value, int) and not isinstance(value, bool) else -1
