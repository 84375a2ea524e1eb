"""Reader for games exported by hanab.live as JSON.

Source: as for `hanab_live_writer`; the endings that are recorded as actions, and their numbers, are
in `server/src/constants.go` and `command_action.go` of the same repository.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from p2p_hanabi.games.common.firework_cards import MULTICOLOUR, face_of, rank_of
from p2p_hanabi.ui.drawing.style import foreign
from p2p_hanabi.ui.replay.formats import ForeignGame, NextMove, Setup, WrongFormat
from p2p_hanabi.ui.words.i18n import N_, _
from p2p_hanabi.ui.words.sentences_reasons import why
from p2p_hanabi.ui.words.words_joined import either
from protocol.encoding import Value
from protocol.errors import BadEncoding
from protocol.game import Card, Face, Seat
from protocol.identity.name_rules import name_from

from ..moves import Discard, HintColour, HintRank, Move, Play
from ..state import HanabiState
from ..view import HanabiView
from .hanab_live_json import is_text, list_of, typed, whole
from .hanab_live_writer import NO_VARIANT, VARIANTS, ActionKind
from .origin import CUTS, END_BY_VOTE, END_GAME, EndAction, SiteOrigin

BAD_NOTES = N_('This is not a hanab.live game: "notes" is not one list of texts per player.')

HanabiNext: TypeAlias = NextMove[HanabiState, Move]

_PLAYED = {"variant": str, "emptyClues": bool, "allOrNothing": bool, "startingPlayer": int}
_HARMLESS = {
    "timed": bool,
    "timeBase": int,
    "timePerTurn": int,
    "speedrun": bool,
    "cardCycle": bool,
    "deckPlays": bool,
    "tableName": str,
    "maxPlayers": int,
    "numPlayers": int,
}
"""Options of the site that do not change what a move does; the one move that `deckPlays` adds is
refused."""
_KEYS = {"id", "players", "deck", "actions", "options", "notes", "characters", "seed"}


def from_hanab_live(found: object) -> ForeignGame[HanabiState, Move, HanabiView]:
    """Return the game. Raise `WrongFormat`, which explains what is wrong with the JSON."""
    if not isinstance(found, dict):
        raise WrongFormat(
            _(
                "This is not a hanab.live game: it should be an object with players, deck "
                "and actions."
            )
        )
    names = tuple(_name(each) for each in list_of(found, "players"))
    if not 2 <= len(names) <= 5:
        raise WrongFormat(_("Hanabi is for 2 to 5 players here, not {n}.").format(n=len(names)))
    if found.get("characters"):
        raise WrongFormat(_unknown_option("characters"))
    chosen = _chosen(found.get("options"))
    options = _options(chosen)
    if not found.get("deck"):
        raise WrongFormat(
            _(
                "The cards are missing: only hanab.live can compute them from the seed. Its "
                "own export of the game has them."
            )
        )
    faces = tuple(_face(each, n) for n, each in enumerate(list_of(found, "deck"), start=1))
    moves, end = _without_the_end(list_of(found, "actions"), len(names))
    origin = SiteOrigin(
        end=end,
        options=tuple((key, value) for key, value in chosen.items() if key in _HARMLESS),
        number=typed(found, "id", int),
        seed=typed(found, "seed", str),
        notes=_notes(found.get("notes"), len(names)),
    )
    return ForeignGame(
        Setup(options, names, faces, origin),
        tuple(_moves(moves, faces)),
        tuple(key for key in found if key not in _KEYS),
    )


def _chosen(options: object) -> dict[str, str | int]:
    """Return the known options, each of its type. The site writes `null` for an unset option."""
    if options is None:
        return {}
    if not isinstance(options, dict):
        raise WrongFormat(
            _('This is not a hanab.live game: "{key}" is not an object.').format(key="options")
        )
    known: dict[str, type[str | int]] = {**_PLAYED, **_HARMLESS}
    for key, value in options.items():
        if value and key not in known:
            raise WrongFormat(_unknown_option(key))
    values = {key: typed(options, key, known[key]) for key in options if key in known}
    return {key: value for key, value in values.items() if value is not None}


def _options(chosen: Mapping[str, str | int]) -> dict[str, Value]:
    variant = chosen.get("variant") or NO_VARIANT
    multicolour = next((each for each, name in VARIANTS.items() if name == variant), None)
    if multicolour is None:
        raise WrongFormat(unknown_variant(str(variant), tuple(VARIANTS.values())))
    return {
        "first": chosen.get("startingPlayer", 0),
        "multicolour": multicolour,
        "empty hints": chosen.get("emptyClues", False),
        "finale": chosen.get("allOrNothing", False),
    }


def _without_the_end(actions: list[object], seats: int) -> tuple[list[object], EndAction | None]:
    """Return the moves, and the action that ended the game, if one did."""
    last, what = actions[-1] if actions else None, _action(len(actions))
    if not isinstance(last, dict):
        return actions, None
    kind = last.get("type")
    if kind not in (END_GAME, END_BY_VOTE):
        return actions, None
    why = _number(last.get("value"), what)
    by = last.get("target")
    if why not in CUTS:
        raise WrongFormat(
            _(
                "Action {n} ends the game for reason {reason} of hanab.live, which is not "
                "supported."
            ).format(n=len(actions), reason=why)
        )
    if isinstance(by, int) and by == -1:
        return actions[:-1], EndAction(kind, None, why)
    if kind == END_BY_VOTE or whole(by) not in range(seats):
        raise WrongFormat(
            _(
                "This is not a hanab.live game: action {n} ends it, in the name of somebody "
                "who does not play."
            ).format(n=len(actions))
        )
    return actions[:-1], EndAction(kind, Seat(whole(by)), why)


def _moves(actions: Sequence[object], faces: tuple[Face, ...]) -> Iterator[HanabiNext]:
    for number, action in enumerate(actions, start=1):
        what = _action(number)
        if not isinstance(action, dict):
            raise WrongFormat(_not_understood(what))
        kind, value = _number(action.get("type"), what), action.get("value")
        if kind in (END_GAME, END_BY_VOTE):
            more = _("This is not a hanab.live game: action {n} ends it, but more actions follow.")
            raise WrongFormat(more.format(n=number))
        target = _number(action.get("target"), what)
        yield _next_move(
            number, kind, (target, 0 if value is None else _number(value, what)), faces
        )


def _next_move(
    number: int, kind: int, about: tuple[int, int], faces: tuple[Face, ...]
) -> HanabiNext:
    """Return a function from the state to the action's move; `touched` follows from the hand."""
    target, value = about

    def touched(state: HanabiState, *, by_rank: bool) -> tuple[Card, ...]:
        hand = state.hands[target] if target < len(state.hands) else ()
        if by_rank:
            return tuple(card for card in hand if rank_of(faces[card]) == value)
        return tuple(card for card in hand if state.rules.is_named(faces[card], value))

    def played(state: HanabiState) -> Play:
        if state.pile == 1 and target == state.next_card:
            raise WrongFormat(
                _(
                    'Action {n} plays the last card straight from the deck ("deckPlays"), which '
                    "is not supported."
                ).format(n=number)
            )
        return Play(Card(target))

    match kind:
        case ActionKind.PLAY:
            return played
        case ActionKind.DISCARD:
            return lambda _: Discard(Card(target))
        case ActionKind.COLOUR_CLUE:
            return lambda state: HintColour(Seat(target), value, touched(state, by_rank=False))
        case ActionKind.RANK_CLUE:
            return lambda state: HintRank(Seat(target), value, touched(state, by_rank=True))
    raise WrongFormat(
        _("This is not a hanab.live game: there is no action of type {type}.").format(type=kind)
    )


def _notes(value: object, seats: int) -> tuple[tuple[str, ...], ...] | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) > seats:
        raise WrongFormat(_(BAD_NOTES))
    for own in value:
        if not isinstance(own, list) or not all(is_text(note) for note in own):
            raise WrongFormat(_(BAD_NOTES))
    return tuple(tuple(own) for own in value)


def _name(value: object) -> str:
    try:
        return name_from(value)  # type: ignore[arg-type] # whatever JSON holds is refused as it should be
    except BadEncoding as error:
        bad = _("One of the players has a name that cannot be used: {why}.")
        raise WrongFormat(bad.format(why=why(error.reason))) from None


def _face(value: object, number: int) -> Face:
    if isinstance(value, dict):
        colour, rank = (whole(value.get(key)) for key in ("suitIndex", "rank"))
        if colour in range(MULTICOLOUR + 1) and rank in range(1, 6):
            return face_of(colour, rank)
    raise WrongFormat(
        _(
            "Card {n} of the deck is not valid: a card has a suitIndex from 0 to 5, and "
            "a rank from 1 to 5."
        ).format(n=number)
    )


def _number(value: object, what: str) -> int:
    number = whole(value)
    if number < 0:
        raise WrongFormat(_not_understood(what))
    return number


def _unknown_option(key: str) -> str:
    return _('The game was played with "{option}", which this program does not support.').format(
        option=foreign(key)
    )


def unknown_variant(name: str, known: Sequence[str]) -> str:
    return _('The variant "{variant}" is not supported; only {known}.').format(
        variant=foreign(name), known=either([f'"{each}"' for each in known])
    )


def _action(number: int) -> str:
    return _("action {n}").format(n=number)


def _not_understood(what: str) -> str:
    return _("This is not a hanab.live game: {what} is not understood.").format(what=what)
