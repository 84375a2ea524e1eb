"""The page of rules: what each table plays, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from p2p_hanabi.registry import SCREENS
from p2p_hanabi.seam.options import Option
from p2p_hanabi.ui.words import i18n
from protocol.encoding import Value
from tests.lengths import sampled

NEEDS: dict[tuple[str, str], dict[str, Value]] = {("hanabi", "stuck"): {"finale": True}}
"""Options without which another one changes nothing."""
EVERY = [(game, option) for game in SCREENS for option in SCREENS[game].options]


@pytest.fixture(params=["en", "fr", "ro"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    before = i18n.language()
    i18n.choose(request.param)
    yield request.param
    i18n.choose(before)


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize(("game", "option"), EVERY, ids=[f"{g}-{one.key}" for g, one in EVERY])
def test_every_value_of_every_option_changes_the_page(game: str, option: Option) -> None:
    others = NEEDS.get((game, option.key), {})
    values = [option.default, *(each for each in option.allowed if each != option.default)]
    pages = [tuple(SCREENS[game].rules_page({**others, option.key: value})) for value in values]
    assert len(set(pages)) == len(values)
    assert pages[0] == tuple(SCREENS[game].rules_page(others))


@sampled(3)
@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("game", list(SCREENS))
def test_every_page_is_whole(game: str) -> None:
    screen = SCREENS[game]
    chosen = [[(option.key, value) for value in option.allowed] for option in screen.options]
    for values in product(*chosen):
        rows = screen.rules_page(dict(values))
        assert all(row and "{" not in row for row in rows)
        assert len(set(rows)) == len(rows)
