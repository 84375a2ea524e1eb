"""Writer for games in the JSON format of hanab.live.

There the first player listed begins, and cards are numbered as they are dealt, hand by hand from
the first player on; so seats are rotated until the one that began here comes first. A game imported
from there is exported unchanged. Colours are numbers: its purple is our white; its black, teal,
rainbow and dark rainbow are our sixth colour.
Source: the site's format 3.0.0, `misc/example_game_with_comments.jsonc` of Hanabi-Live/hanabi-live;
its variants are in `packages/game/src/json/variants.json`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import NotRequired, TypedDict

from p2p_hanabi.games.common.firework_cards import colour_of, rank_of
from p2p_hanabi.ui.replay.formats import PlayedGame, WrongFormat
from p2p_hanabi.ui.words.i18n import _
from protocol.encoding import Value
from protocol.game import Card, Seat

from ..moves import Discard, HintColour, HintRank, Move, Play
from ..options import OPTIONS
from ..state import HanabiState, Multicolour
from ..view import HanabiView
from .origin import EndAction, SiteOrigin

VARIANTS: Mapping[Value, str] = {
    Multicolour.NONE.value: "No Variant",
    Multicolour.FIVE.value: "Black (6 Suits)",
    Multicolour.TEN.value: "6 Suits",
    Multicolour.ANY.value: "Dark Rainbow (6 Suits)",
    Multicolour.ANY_TEN.value: "Rainbow (6 Suits)",
}
"""The site's variants, by the value of the option `multicolour`."""
NO_VARIANT = VARIANTS[Multicolour.NONE.value]


class ActionKind(IntEnum):
    """The type of an action."""

    PLAY = 0
    DISCARD = 1
    COLOUR_CLUE = 2
    RANK_CLUE = 3


class SiteGame(TypedDict):
    """A game as the site writes it."""

    players: list[str]
    deck: list[dict[str, int]]
    actions: list[dict[str, int]]
    options: dict[str, object]
    id: NotRequired[int]
    seed: NotRequired[str]
    notes: NotRequired[list[list[str]]]


_SHOWN = {"first", "multicolour", "empty hints", "finale", "talk", "escrow"}
"""Options that the site also has, or that do not affect the moves; it has the others at their
defaults."""


def check(game: str, options: Mapping[str, Value]) -> None:
    """Raise `WrongFormat` for games that the site does not have, whatever their moves."""
    if game != "hanabi":
        raise WrongFormat(_("hanab.live plays Hanabi only; --html shows this game."))
    for option in OPTIONS:
        chosen = options.get(option.key, option.default)
        if option.key not in _SHOWN and chosen != option.default:
            raise WrongFormat(
                _('hanab.live does not support "{option}"; --html does.').format(option=option.key)
            )


def to_hanab_live(
    game: PlayedGame[HanabiState, Move, HanabiView], *, first_begins: bool = False
) -> SiteGame:
    """Return the game as the site writes it. Raise `WrongFormat` for what it cannot show.

    `first_begins`: list the starting player first, even for a game imported from the site.
    """
    options = dict(game.options)
    check(game.game, options)
    if len(game.faces) < game.moments[0].state.rules.cards:
        raise WrongFormat(
            _(
                "hanab.live needs every card, and this file does not show them all; --html "
                "shows what there is."
            )
        )
    origin = game.origin if isinstance(game.origin, SiteOrigin) else None
    turned = _Turned(game, by_first=first_begins or origin is None)
    found: SiteGame = {
        "players": turned.names(),
        "deck": turned.deck(),
        "actions": [turned.action(moment.move) for moment in game.moments[1:]],
        "options": _options(options, origin or SiteOrigin(), turned.first),
    }
    return found if origin is None else _with_origin(found, origin, turned)


def _with_origin(found: SiteGame, origin: SiteOrigin, turned: _Turned) -> SiteGame:
    if origin.end is not None:
        found["actions"].append(turned.end(origin.end))
    if origin.number is not None:
        found["id"] = origin.number
    if origin.seed is not None:
        found["seed"] = origin.seed
    if origin.notes is not None:
        found["notes"] = [list(own) for own in origin.notes]
    return found


def _options(options: Mapping[str, Value], origin: SiteOrigin, first: int) -> dict[str, object]:
    chosen: dict[str, object] = dict(origin.options)
    chosen["variant"] = VARIANTS[options["multicolour"]]
    chosen |= {"emptyClues": True} if options.get("empty hints") else {}
    chosen |= {"allOrNothing": True} if options.get("finale") else {}
    return chosen | ({"startingPlayer": first} if first else {})


class _Turned:
    """The seats as the site counts them; `first` begins."""

    def __init__(self, game: PlayedGame[HanabiState, Move, HanabiView], *, by_first: bool) -> None:
        state = game.moments[0].state
        self._game = game
        self._seats = state.rules.seats
        self._hand_size = state.rules.hand_size
        self._by = state.rules.first if by_first else 0
        self.first = self._seat(state.rules.first)

    def names(self) -> list[str]:
        names = self._game.names
        return [names[(self._by + i) % self._seats] for i in range(self._seats)]

    def deck(self) -> list[dict[str, int]]:
        faces = sorted((self._order(card), face) for card, face in self._game.faces.items())
        return [{"suitIndex": colour_of(face), "rank": rank_of(face)} for _, face in faces]

    def action(self, move: Move | None) -> dict[str, int]:
        match move:
            case Play(card):
                return _action(ActionKind.PLAY, self._order(card))
            case Discard(card):
                return _action(ActionKind.DISCARD, self._order(card))
            case HintColour(seat, colour):
                return _action(ActionKind.COLOUR_CLUE, self._seat(seat), colour)
            case HintRank(seat, rank):
                return _action(ActionKind.RANK_CLUE, self._seat(seat), rank)
        raise WrongFormat(
            _("In this game a turn was skipped, which hanab.live cannot show; --html can.")
        )

    def end(self, end: EndAction) -> dict[str, int]:
        return _action(end.kind, -1 if end.by is None else self._seat(end.by), end.why)

    def _seat(self, seat: Seat) -> int:
        return (seat - self._by) % self._seats

    def _order(self, card: Card) -> int:
        """Return the card's number on the site, which may deal the hands in a different order."""
        owner, slot = divmod(card, self._hand_size)
        return self._seat(Seat(owner)) * self._hand_size + slot if owner < self._seats else card


def _action(kind: int, target: int, value: int = 0) -> dict[str, int]:
    return {"type": int(kind), "target": target, "value": value}
