"""The drawings of all cards: what they are made of, and whether they can be seen."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from p2p_hanabi.registry import all_drawings
from p2p_hanabi.ui.web.shell import FOLDER

DRAWINGS = all_drawings()
SIGNS = {
    "hanabi": ("red", "yellow", "green", "blue", "white", "black", "multicolour"),
    "ikebana": ("rose", "daisy", "fern", "iris", "tulip", "joker"),
}
"""The drawings that say which colour a card has."""
SVG = "{http://www.w3.org/2000/svg}"
SHAPE, SIGN = 3.0, 4.5
"""The contrast of WCAG 2.1 for shapes (1.4.11) and for text (1.4.3)."""
HALO = 1.1
"""Less is paper, which parts a drawing from another one that it lies on."""

every_game = pytest.mark.parametrize("game", DRAWINGS)


class Drawings:
    """The shapes of each symbol of a file, those of its parts included, in the order of drawing."""

    def __init__(self, path: Path) -> None:
        self.root = ElementTree.parse(path).getroot()  # noqa: S314 - our own file
        self.symbols = {each.get("id", ""): each for each in self.root.iter(f"{SVG}symbol")}
        self.parts = {each.get("id", ""): each for each in self.root.iter() if each.get("id")}

    def inks(self, symbol: str) -> list[tuple[str, ...]]:
        """The colours of each shape of a symbol: of its fill, then of its outline."""
        return [*self._inks(self.symbols[symbol], "")]

    def _inks(self, element: ElementTree.Element, colour: str) -> Iterator[tuple[str, ...]]:
        colour = element.get("color", colour)
        named = (element.get("fill"), element.get("stroke"))
        inks = (colour if ink == "currentColor" else ink for ink in named)
        if found := tuple(ink for ink in inks if ink and ink != "none"):
            yield found
        for each in element:
            yield from self._inks(each, colour)
        if (part := element.get("href")) is not None:
            yield from self._inks(self.parts[part.removeprefix("#")], colour)


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    wide = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    parts = (int(wide[at : at + 2], 16) / 255 for at in (0, 2, 4))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def papers(variable: str = "paper") -> set[str]:
    """What cards are printed on, in all colour schemes."""
    styles = "".join(each.read_text("utf-8") for each in FOLDER.glob("*.css"))
    return set(re.findall(rf"--{variable}:\s*(#\w+)", styles))


def darkest(inks: tuple[str, ...]) -> str:
    return min(inks, key=luminance)


@every_game
def test_every_part_of_a_drawing_exists_and_has_one_name(game: str) -> None:
    drawings = Drawings(DRAWINGS[game])
    names = [each.get("id") for each in drawings.root.iter() if each.get("id")]
    assert len(names) == len(set(names))
    used = {each.get("href", "") for each in drawings.root.iter(f"{SVG}use")}
    assert used <= {f"#{name}" for name in names}
    assert "card-back" in drawings.symbols
    assert {each.get("viewBox") for each in drawings.symbols.values()} == {"0 0 60 84"}


@pytest.mark.parametrize("game", SIGNS)
def test_the_sign_of_each_colour_stands_out_from_the_paper(game: str) -> None:
    """That is all its shapes but those in it, and what a shape consists of if it is pale."""
    drawings = Drawings(DRAWINGS[game])
    for sign in SIGNS[game]:
        first, *_rest = (darkest(inks) for inks in drawings.inks(sign))
        for paper in papers():
            assert contrast(first, paper) >= SIGN, (sign, first)


@every_game
def test_every_ink_stands_out_from_the_paper_or_from_its_ground(game: str) -> None:
    """A pale ink has an outline that stands out, or lies on a shape drawn before it."""
    drawings = Drawings(DRAWINGS[game])
    for symbol in drawings.symbols:
        for paper in papers():
            shapes = drawings.inks(symbol)
            for number, inks in enumerate(shapes):
                if not HALO < contrast(darkest(inks), paper) < SHAPE:
                    continue
                below = {ink for shape in shapes[:number] for ink in shape}
                assert any(contrast(ink, inks[0]) >= SHAPE for ink in below), (symbol, inks)


def test_numbers_stand_out_from_the_paper() -> None:
    for ink in papers("print"):
        assert all(contrast(ink, paper) >= SIGN for paper in papers())


@every_game
def test_a_question_mark_stands_out_from_a_back(game: str) -> None:
    fills = [inks for inks in Drawings(DRAWINGS[game]).inks("card-back") if len(inks) == 1]
    assert contrast(fills[0][0], "#fff") >= SIGN


@every_game
def test_the_drawings_of_a_game_stay_small(game: str) -> None:
    assert len(gzip.compress(DRAWINGS[game].read_bytes())) <= 14_000
