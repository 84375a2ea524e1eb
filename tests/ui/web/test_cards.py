"""The drawings of all cards: what they are made of, and whether they can be seen."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
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

SLACK = 1
"""So far may a detail reach beyond the shape on which it lies, on a card 60 wide."""
CURRENT = "#c4161c"
"""One of the colours in which a part is drawn that has none of its own."""

every_game = pytest.mark.parametrize("game", DRAWINGS)


@dataclass(frozen=True)
class Shape:
    """One shape, with its fill and its outline, and the box in which it lies."""

    inks: tuple[str, ...]
    left: float
    top: float
    right: float
    bottom: float

    @property
    def main(self) -> str:
        """The ink by which it is seen."""
        return min(self.inks, key=luminance)

    def holds(self, other: Shape) -> bool:
        return (
            self.left - SLACK <= other.left
            and self.top - SLACK <= other.top
            and self.right + SLACK >= other.right
            and self.bottom + SLACK >= other.bottom
        )

    def within(self, width: float, height: float) -> Shape:
        """Return what is seen of it in a window of this size."""
        return replace(
            self,
            left=max(0.0, self.left),
            top=max(0.0, self.top),
            right=min(width, self.right),
            bottom=min(height, self.bottom),
        )


class Drawings:
    """The drawings of a game, and the parts that they use."""

    def __init__(self, path: Path) -> None:
        self.root = ElementTree.parse(path).getroot()  # noqa: S314 - our own file
        self.symbols = {each.get("id", ""): each for each in self.root.iter(f"{SVG}symbol")}
        self.parts = {each.get("id", ""): each for each in self.root.iter() if each.get("id")}

    def first(self, symbol: str) -> Shape:
        """The first shape of a symbol, which may be in a part."""
        return next(self._all(self.symbols[symbol]))

    def _all(self, element: ElementTree.Element) -> Iterator[Shape]:
        if (used := element.get("href")) is not None:
            yield from self._all(self.parts[used.removeprefix("#")])
        yield from shapes([element])
        for each in element:
            yield from self._all(each)

    def layers(self) -> Iterator[list[Shape]]:
        """The shapes of each symbol, part and group, in the order of drawing."""
        for each in self.root.iter():
            found = [*shapes(each)]
            if each.tag == f"{SVG}svg" and each is not self.root and "viewBox" not in each.attrib:
                size = float(each.attrib["width"]), float(each.attrib["height"])
                found = [shape.within(*size) for shape in found]
            yield found


def shapes(elements: Iterable[ElementTree.Element]) -> Iterator[Shape]:
    for each in elements:
        inks = tuple(
            ink for name in ("fill", "stroke") if (ink := each.get(name, "none")) != "none"
        )
        if each.tag != f"{SVG}use" and inks:
            yield Shape(
                tuple(CURRENT if ink == "currentColor" else ink for ink in inks), *box(each)
            )


def box(element: ElementTree.Element) -> tuple[float, float, float, float]:
    """Where a shape lies: a curve is within its control points."""
    of = {name: float(element.get(name, 0)) for name in ("x", "y", "cx", "cy", "r", "stroke-width")}
    wide, high = (float(element.get(name, 2 * of["r"])) for name in ("width", "height"))
    rx, ry = (float(element.get(name, of["r"])) for name in ("rx", "ry"))
    match element.tag.removeprefix(SVG):
        case "path":
            points = [*path_points(element.get("d", ""))]
        case "rect":
            points = [(of["x"], of["y"]), (of["x"] + wide, of["y"] + high)]
        case _:
            points = [(of["cx"] - rx, of["cy"] - ry), (of["cx"] + rx, of["cy"] + ry)]
    half = of["stroke-width"] / 2
    across, down = zip(*points, strict=True)
    return min(across) - half, min(down) - half, max(across) + half, max(down) + half


def path_points(path: str) -> Iterator[tuple[float, float]]:
    x = y = 0.0
    for command, given in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", path):
        numbers = [float(each) for each in re.findall(r"-?(?:\d*\.)?\d+", given)]
        size = {"H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 1}.get(command.upper(), 2)
        for at in range(0, len(numbers), size):
            part = numbers[at : at + size]
            from_x, from_y = (x, y) if command.islower() else (0.0, 0.0)
            match command.upper():
                case "H":
                    pairs = [(from_x + part[0], y)]
                case "V":
                    pairs = [(x, from_y + part[0])]
                case "A":
                    pairs = [(from_x + part[5], from_y + part[6])]
                case _:
                    flat = iter(part)
                    pairs = [(from_x + dx, from_y + dy) for dx, dy in zip(flat, flat, strict=True)]
            yield from pairs
            x, y = pairs[-1]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    wide = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    parts = (int(wide[at : at + 2], 16) / 255 for at in (0, 2, 4))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def styles() -> str:
    return "".join(each.read_text("utf-8") for each in FOLDER.glob("*.css"))


def values(variable: str) -> set[str]:
    """What a variable is, in all colour schemes."""
    return set(re.findall(rf"--{variable}:\s*(#\w+)", styles()))


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
    drawings = Drawings(DRAWINGS[game])
    for sign in SIGNS[game]:
        for paper in values("paper"):
            assert contrast(drawings.first(sign).main, paper) >= SIGN, sign


@every_game
def test_every_ink_stands_out_from_the_paper_or_from_its_ground(game: str) -> None:
    """A pale ink has an outline that stands out, or lies on a shape drawn before it."""
    for layer in Drawings(DRAWINGS[game]).layers():
        for number, shape in enumerate(layer):
            grounds = [each for each in layer[:number] if each.holds(shape)]
            for paper in values("paper"):
                if HALO < contrast(shape.main, paper) < SHAPE:
                    below = (ink for ground in grounds for ink in ground.inks)
                    assert any(contrast(ink, shape.main) >= SHAPE for ink in below), shape


def test_numbers_stand_out_from_the_paper() -> None:
    """In the colour of print, and in those of cards."""
    tints = re.findall(r"(?:^|} )\.[a-z]+ { color: (#\w+)", styles(), re.MULTILINE)
    assert len(tints) >= len(SIGNS["hanabi"])
    for ink in (*values("print"), *tints):
        assert all(contrast(ink, paper) >= SIGN for paper in values("paper")), ink


def test_marks_on_a_back_stand_out_from_it() -> None:
    back = Drawings(DRAWINGS["hanabi"]).symbols["card-back"]
    grounds = [shape.inks[0] for each in back.iter(f"{SVG}svg") for shape in shapes(each)]
    for mark in re.findall(r"\.back\) \.[a-z]+ { color: (#\w+)", styles()):
        assert all(contrast(mark, ground) >= SIGN for ground in grounds), mark


@every_game
def test_a_question_mark_stands_out_from_a_back(game: str) -> None:
    back = Drawings(DRAWINGS[game]).symbols["card-back"]
    fills = {each.get("fill", "none") for each in back.iter(f"{SVG}rect")} - {"none"}
    assert all(contrast(fill, "#fff") >= SIGN for fill in fills)


@every_game
def test_the_drawings_of_a_game_stay_small(game: str) -> None:
    assert len(gzip.compress(DRAWINGS[game].read_bytes())) <= 14_000
