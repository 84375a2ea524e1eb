"""`p2phanabi games`: list the games, their options, and where to read the rules."""

from __future__ import annotations

from p2p_hanabi.registry import OPTIONS, RULES, SCREENS
from p2p_hanabi.ui.model.game.game_screen import title_of
from p2p_hanabi.ui.words.i18n import _

from .rules import page_of
from .settings.presets import presets_of
from .settings.table_config import players

PAGE = "p2phanabi rules {game}"


def facts(name: str) -> dict[str, object]:
    seats = RULES[name].seats
    return {
        "game": name,
        "players": [seats[0], seats[-1]],
        "options": [
            {
                "key": option.name,
                "default": option.default,
                "allowed": [option.shown(value) for value in option.allowed],
                "meaning": option.meaning,
            }
            for option in OPTIONS[name]
        ],
        "presets": presets_of(name),
        "rules": str(page_of(name)),
    }


def lines(name: str) -> list[str]:
    title = _("{game}, for {players} players; rules: {rules}").format(
        game=f"{title_of(SCREENS, name)} (--game {name})",
        players=players(RULES[name]),
        rules=PAGE.format(game=name),
    )
    sentences, presets = [title], presets_of(name)
    for option in OPTIONS[name]:
        values = " | ".join(map(option.spelled, option.allowed))
        sentences.append(f"  --option {option.name}={values}")
        usual = None if option.default is None else option.spelled(option.default)
        sentences.append(_option(option.meaning, usual))
    sentences += [f"  --preset {each}: {' '.join(presets[each])}" for each in presets]
    return sentences


def _option(meaning: str, default: str | None) -> str:
    if default is None:
        return f"      {_(meaning)}"
    return _("      {meaning} (default {default})").format(meaning=_(meaning), default=default)
