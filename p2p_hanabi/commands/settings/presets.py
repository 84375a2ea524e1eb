"""House rules under a name: those of each game, and the player's own, which are among the settings.

In the file of the settings, `"preset GAME NAME": "key=value key=value"` is one of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.registry import OPTIONS, PRESETS
from p2p_hanabi.seam.options import parse
from p2p_hanabi.ui.words.i18n import _, bare
from protocol.errors import BadEncoding, BadOptions
from protocol.identity.name_rules import name_from

from ..console.failures import Failed
from . import preferences

MAX_OWN = 4
"""A player's own of one game: a form shows all of them."""
MAX_NAME = 24
_KEY = "preset"
_RESERVED = ":"
"""What the values of a form begin with that are no names."""

Presets = dict[str, tuple[str, ...]]
"""Options as typed, by the name of the preset."""


def presets_of(game: str) -> Presets:
    """Return the presets of a game, its own first. A player's own one that the game does not have
    any more is left out."""
    return {**_of_game(game), **{k: v for k, v in _own(game).items() if _is_known(game, v)}}


def with_preset(game: str, name: str | None, options: tuple[str, ...]) -> tuple[str, ...]:
    """Return the options of the preset, if one is named, and then these, which take precedence.
    Raise `Failed` if there is no such preset."""
    if name is None:
        return options
    known = {**_of_game(game), **_own(game)}
    found = next((known[each] for each in known if bare(each) == bare(name)), None)
    if found is None:
        raise Failed(
            _('There are no house rules "{name}" of {game}; there are {known}.').format(
                name=name, game=game, known=", ".join(known)
            )
        )
    return (*found, *options)


def fault_of_preset(game: str, typed: str) -> str | None:
    """Return why the player's own house rules cannot have this name; None if they can."""
    typed = typed.strip()
    try:
        name_from(typed, MAX_NAME)
    except BadEncoding:
        return _("A name must have 1 to {most} characters, and no control characters.").format(
            most=MAX_NAME
        )
    if typed.startswith(_RESERVED) or bare(typed) in map(bare, _of_game(game)):
        return _('"{name}" is a name of the game\'s own house rules.').format(name=typed)
    own = _own(game)
    if len(own) >= MAX_OWN and typed not in own:
        return _("You have {most} already; one of these names replaces it: {known}.").format(
            most=MAX_OWN, known=", ".join(own)
        )
    return None


def save_preset(game: str, name: str, options: Sequence[str]) -> None:
    """Save house rules, in place of those with the same name. Raise `CannotStore`."""
    preferences.save(f"{_KEY} {game} {name}", " ".join(options))


def _of_game(game: str) -> Presets:
    table = {option.key: option for option in OPTIONS[game]}
    return {
        preset.name: tuple(
            f"{table[key].name}={table[key].spelled(value)}"
            for key, value in preset.options.items()
        )
        for preset in PRESETS[game]
    }


def _own(game: str) -> Presets:
    saved = (
        (key.split(" ", 2), value)
        for key, value in preferences.load().chosen.items()
        if key.startswith(f"{_KEY} {game} ") and value
    )
    return {name: tuple(value.split()) for (_key, _game, name), value in saved}


def _is_known(game: str, options: Sequence[str]) -> bool:
    try:
        for each in options:
            parse(OPTIONS[game], each)
    except BadOptions:
        return False
    return True
