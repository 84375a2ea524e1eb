"""A curve of values, as text and as SVG."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from p2p_hanabi.ui.drawing.ascii_fallback import in_encoding
from p2p_hanabi.ui.drawing.curve import COLUMNS, as_svg, as_text


def test_highest_value_is_on_top_and_later_ones_are_to_the_right() -> None:
    assert as_text([0, 6, 3]) == [
        "6 │   •",
        "  │",
        "  │",
        "  │      •",
        "  │",
        "  │",
        "0 │•",
    ]


def test_equal_values_are_one_row() -> None:
    assert as_text([25, 25]) == ["25 │•  •"]


def test_more_values_than_columns_are_averaged() -> None:
    rows = as_text([0, 2, 4, 6, 10, 10], columns=3)
    assert (rows[0], rows[-1]) == ("10 │  •", " 1 │•")
    assert max(map(len, as_text([n % 7 for n in range(1000)]))) <= COLUMNS + len("5.5 │")


def test_curve_is_drawn_in_ascii_too() -> None:
    assert in_encoding("\n".join(as_text([1, 2])), "ascii").splitlines()[0] == "2 |   *"


def test_svg_has_a_point_for_each_value_and_the_running_mean() -> None:
    svg = ET.fromstring(as_svg([0, 10, 20], "three games"))  # noqa: S314 - our own
    assert svg.attrib["aria-label"] == "three games"
    points = [(one.attrib["cx"], one.attrib["cy"]) for one in svg.iter("circle")]
    assert points == [("60.0", "186.0"), ("343.0", "100.0"), ("626.0", "14.0")]
    [curve] = svg.iter("polyline")
    assert curve.attrib["points"] == "60.0,186.0 343.0,143.0 626.0,100.0"
    assert [one.text for one in svg.iter("text")] == ["20", "0"]
