"""The player's settings, stored in one small file.

Each setting is the default of an environment variable, so the command line takes precedence over
the environment, and the environment over the settings. Heavy modules are imported only when a
setting is changed, since every command reads the settings.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from p2p_hanabi.folders import settings_file
from p2p_hanabi.registry import GAMES
from p2p_hanabi.ui.drawing.card_edition import (
    ASCII_VARIABLE,
    EDITION_VARIABLE,
    MOUSE_VARIABLE,
    THEME_VARIABLE,
)
from p2p_hanabi.ui.kit.clock_choice import CLOCK_VARIABLE
from p2p_hanabi.ui.words.i18n import LANGUAGE_VARIABLE, N_, _

if TYPE_CHECKING:
    from protocol.reasons import Reason

PAUSE_VARIABLE = "P2PHANABI_PAUSE"
MAX_BYTES = 64 * 1024
USUAL = ""
"""The value of a setting that was never changed."""


@dataclass(frozen=True, slots=True)
class Preference:
    """One setting. `values` maps the values of its variable to labels; those that are names are not
    translated. `is_of_terminal`: it concerns no page."""

    key: str
    variable: str
    title: str
    values: Mapping[str, str]
    is_of_terminal: bool = False


def preferences() -> tuple[Preference, ...]:
    editions = {
        name: sentence for game in GAMES.values() for name, sentence in game.editions.items()
    }
    return (
        Preference(
            "language",
            LANGUAGE_VARIABLE,
            N_("Language"),
            {
                USUAL: N_("same as this computer"),
                "en": "English",
                "fr": "Français",
                "ro": "Română",
            },
        ),
        Preference(
            "colours",
            THEME_VARIABLE,
            N_("Colours"),
            {
                USUAL: N_("what fits the terminal"),
                "dark": N_("for a dark background"),
                "light": N_("for a light background"),
                "terminal": N_("the terminal's own"),
                "none": N_("none"),
            },
            is_of_terminal=True,
        ),
        Preference("cards", EDITION_VARIABLE, N_("Cards"), {USUAL: N_("standard"), **editions}),
        Preference(
            "signs",
            ASCII_VARIABLE,
            N_("Signs"),
            {USUAL: N_("all that the terminal can show"), "1": N_("ASCII only")},
            is_of_terminal=True,
        ),
        Preference(
            "mouse",
            MOUSE_VARIABLE,
            N_("Mouse"),
            {USUAL: N_("for the game"), "0": N_("for selecting text")},
            is_of_terminal=True,
        ),
        Preference(
            "clock",
            CLOCK_VARIABLE,
            N_("Clock"),
            {USUAL: N_("off"), "1": N_("measures how long each has thought")},
        ),
        Preference(
            "pause",
            PAUSE_VARIABLE,
            N_("Bots think for"),
            {USUAL: "0.7 s", "0": "0 s", "1.5": "1.5 s", "3": "3 s"},
        ),
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """The chosen values by key. `fault` is why the file cannot be read; None if it could, or if
    there is none."""

    chosen: Mapping[str, str] = field(default_factory=dict)
    fault: Reason | None = None

    @property
    def trouble(self) -> str:
        """A sentence about the fault of the file; empty if there is none."""
        if self.fault is None:
            return ""
        from p2p_hanabi.ui.words.sentences_reasons import why

        return _(
            "Cannot read the settings in {path}: {why}. The defaults apply until you change a "
            "setting in the menu of `p2phanabi`."
        ).format(path=settings_file(), why=why(self.fault))


def load() -> Settings:
    """Read the file. Settings unknown to this version are kept."""
    try:
        if not stat.S_ISREG(settings_file().stat().st_mode):  # reading a pipe could take for ever
            return _not_readable()
        with settings_file().open("rb") as file:
            content = json.loads(file.read(MAX_BYTES))
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        from p2p_hanabi.faults import fault_of

        return Settings(fault=fault_of(error))
    except (ValueError, RecursionError):
        return _damaged()
    allowed = {each.key: each.values for each in preferences()}
    fits = isinstance(content, dict) and all(
        isinstance(value, str) and value in allowed.get(key, (value,))
        for key, value in content.items()
    )
    return Settings(content) if fits else _damaged()


def _damaged() -> Settings:
    from p2p_hanabi.faults import FileFault
    from protocol.reasons import Reason

    return Settings(fault=Reason(FileFault.SETTINGS))


def _not_readable() -> Settings:
    from p2p_hanabi.faults import FileFault
    from protocol.reasons import Reason

    return Settings(fault=Reason(FileFault.NO_FILE))


def apply(settings: Settings, environ: MutableMapping[str, str]) -> None:
    """Set the environment variables of the chosen settings, unless they are set already."""
    for each in preferences():
        if value := settings.chosen.get(each.key, USUAL):
            environ.setdefault(each.variable, value)


def change(preference: Preference, value: str, environ: MutableMapping[str, str]) -> bool:
    """Save and apply a setting. Return whether its environment variable overrides it. A damaged
    file is kept under another name. Raise `CannotStore`."""
    was, chosen = save(preference.key, value)
    if environ.get(preference.variable, was) != was:
        return True
    environ.pop(preference.variable, None)
    apply(Settings(chosen), environ)
    return False


def save(key: str, value: str) -> tuple[str, dict[str, str]]:
    """Save a value under this key; return the one before, and all values. A damaged file is kept
    under another name. Raise `CannotStore`."""
    from p2p_hanabi.faults import FileFault
    from p2p_hanabi.paths import CannotStore, set_aside, write

    before = load()
    chosen = {**before.chosen, key: value}
    if before.fault is not None and before.fault.code is FileFault.SETTINGS:
        set_aside(settings_file())
    content = f"{json.dumps(chosen, indent=2, ensure_ascii=False)}\n".encode()
    if len(content) > MAX_BYTES:
        raise CannotStore(settings_file(), FileFault.LARGER.reason(most=MAX_BYTES))
    write(settings_file(), content)
    return before.chosen.get(key, USUAL), chosen
