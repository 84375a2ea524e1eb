"""The page of rules of one table: for each row, its options choose what it says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from p2p_hanabi.seam.options import FIRST, TALK, Option
from protocol.game import Options

from ...words.i18n import N_, _


@dataclass(frozen=True, slots=True)
class RowBy:
    """A row that an option chooses: one row for each of its values, which may depend on another
    option. An empty row is left out."""

    key: str
    rows: Mapping[object, Row]


Row: TypeAlias = str | RowBy
"""A sentence, in which `{key}` is the value of an option as shown; or a choice."""


def page(rows: Iterable[Row], table: Iterable[Option], chosen: Options) -> list[str]:
    """Return the rules that a table plays, in the player's language; an option that is not in
    `chosen` has its default."""
    played = {each.key: chosen.get(each.key, each.default) for each in table}
    shown = {each.name: each.shown(played[each.key]) for each in table}
    sentences = [row for each in rows if (row := _sentence(each, played))]
    return [_(row).format(**shown) for row in sentences]


def _sentence(row: Row, played: Mapping[str, object]) -> str:
    while isinstance(row, RowBy):
        row = row.rows[played[row.key]]
    return row


FIRST_ROW = RowBy(
    FIRST.key,
    {
        None: N_("A coin decides who begins."),
        **dict.fromkeys(FIRST.allowed, N_("Player {first} begins.")),
    },
)
TALK_ROW = RowBy(
    TALK.key,
    {
        "none": "",
        "phrases": N_("You can say some preset phrases to each other."),
        "free": N_("You can write to each other what you like."),
    },
)
"""For a game whose rules do not say what players may tell each other."""
