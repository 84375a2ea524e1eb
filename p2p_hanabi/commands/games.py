"""`p2phanabi games`: what can be played, and by which rules."""

from __future__ import annotations

from p2p_hanabi.registry import OPTIONS, RULES, SCREENS
from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.table.game_screen import title_of

from .settings import players

PAGE = "docs/rules/{game}.md"


def all_facts() -> list[dict[str, object]]:
    """One object for each game."""
    return [_facts(name) for name in RULES]


def all_lines() -> list[str]:
    return [line for name in RULES for line in _lines(name)]


def _facts(name: str) -> dict[str, object]:
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
        "rules": PAGE.format(game=name),
    }


def _lines(name: str) -> list[str]:
    rules = PAGE.format(game=name)
    lines = [_game(f"{title_of(SCREENS, name)} (--game {name})", players(RULES[name]), rules)]
    for option in OPTIONS[name]:
        values = " | ".join(map(option.spelled, option.allowed))
        lines.append(f"  --option {option.name}={values}")
        usual = None if option.default is None else option.spelled(option.default)
        lines.append(_option(option.meaning, usual))
    return lines


def _game(name: str, players: str, rules: str) -> str:
    return _("{game}, for {players} players; rules: {rules}").format(
        game=name, players=players, rules=rules
    )


def _option(meaning: str, default: str | None) -> str:
    if default is None:
        return f"      {_(meaning)}"
    return _("      {meaning} (default {default})").format(meaning=_(meaning), default=default)
