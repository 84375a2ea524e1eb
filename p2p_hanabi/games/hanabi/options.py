"""The options of Hanabi, and the rules that follow from them.

Source: docs/rules/hanabi.md; the variants can be combined freely (D20).
"""

from __future__ import annotations

from typing import cast

from p2p_hanabi.seam.options import FIRST, TALK, Option, Preset, first_seat
from protocol.encoding import Value
from protocol.errors import BadOptions
from protocol.game import Options
from protocol.reasons import BadOption

from .state import Multicolour, Rules

TRUSTING = "trusting"
"""The value of `escrow` for three players."""

OPTIONS = (
    Option("blue", (8, 10), 8, "blue tokens; 10 is easier"),
    Option("red", (3, 1), 3, "how many mistakes lose the game; 1 is harder"),
    Option("empty hints", (False, True), False, "hints that touch no card are allowed"),
    Option(
        "multicolour",
        (False, True, "ten", "any", "any-ten"),
        False,
        "a sixth colour, of five cards or of ten; hints of every colour may touch them",
    ),
    Option(
        "announce", (False, True), False, "players may announce the colour of the card they play"
    ),
    Option("finale", (False, True), False, "play on until perfection or defeat"),
    FIRST,
    Option(
        "stuck",
        ("lose", "skip"),
        "lose",
        "what happens when a player has no move left",
        optional=True,
    ),
    TALK,
    Option(
        "escrow",
        (False, True, TRUSTING),
        False,
        "play on without a player who is gone for good; all the others together "
        "could then read the pile",
        optional=True,
    ),
)
"""The options, in the order in which a screen offers them."""


PRESETS = (
    Preset("family", {"blue": 10, "empty hints": True, "talk": "phrases"}),
    Preset("expert", {"multicolour": "any", "red": 1}),
)
"""House rules under names: gentle ones, and hard ones."""


FEWEST_WITH_ESCROW = 4
"""With four players, any two groups of all but one share two players. With three, the common player
could play on with each of the others, and see its own hand (docs/protocol.md, 14)."""


def multicolour_of(settled: Options) -> Multicolour:
    return Multicolour(settled["multicolour"])


def rules_of(settled: dict[str, Value], seats: int, coin: int) -> Rules:
    """Return the rules; `coin` decides who begins unless the options do. Raise `BadOptions` if
    there is no such seat, or if escrow does not fit the number of seats (D25)."""
    match settled.get("escrow"):
        case True if seats < FEWEST_WITH_ESCROW:
            raise BadOptions(BadOption.ESCROW_SEATS.reason(fewest=FEWEST_WITH_ESCROW))
        case "trusting" if seats != FEWEST_WITH_ESCROW - 1:
            raise BadOptions(BadOption.TRUSTING_SEATS)
    multicolour = multicolour_of(settled)
    return Rules(
        seats=seats,
        first=first_seat(settled, seats, coin),
        multicolour=multicolour,
        colours=multicolour.colours,
        blue=cast(int, settled["blue"]),
        red=cast(int, settled["red"]),
        empty_hints=settled["empty hints"] is True,
        announce=settled["announce"] is True,
        finale=settled["finale"] is True,
        skips=settled.get("stuck") == "skip",
    )
