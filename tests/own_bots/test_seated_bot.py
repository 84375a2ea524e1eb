"""The messages to a seated bot when the last moves of its table are undone."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from p2p_hanabi.own_bots.seated_bot import BotCommand, BotSeat, SeatedBot
from tests.own_bots.test_own_bots_at_table import FOR_EVER
from tests.played_tables import PlayedTable

KEEPS = """
import sys
with open(sys.argv[1], "w") as kept:
    kept.writelines(sys.stdin)
"""


def requests(folder: Path, views: list[Any]) -> list[dict[str, Any]]:
    """Return the lines sent to a bot that sees these views, except the first and the last."""
    kept = folder / "kept"
    words = (sys.executable, "-c", KEEPS, str(kept))
    bot = SeatedBot(BotCommand(words, {}, FOR_EVER), BotSeat("hanabi", {}, 0, 2))
    for view in views:
        bot.see(view)
    bot.close(None)
    hello, *between, over = [json.loads(line) for line in kept.read_text().splitlines()]
    assert (hello["say"], over) == ("hello", {"say": "over", "outcome": None})
    return between


def test_every_entry_is_sent_once_however_often_views_repeat(tmp_path: Path) -> None:
    table = PlayedTable("hanabi", {}, 2)
    views = [table.view(step, 0) for step in table.steps]
    turns = [line["turn"] for line in requests(tmp_path, views)]
    assert turns == [entry.turn for entry in views[-1].log]


def test_undone_log_entries_are_retracted(tmp_path: Path) -> None:
    table = PlayedTable("hanabi", {}, 2)
    views = [table.view(step, 0) for step in table.steps]
    early, late = (next(view for view in views if len(view.log) == n) for n in (3, 5))
    events = [
        line.get("events", line.get("turn")) for line in requests(tmp_path, [late, early, late])
    ]
    assert events == [0, 1, 2, 3, 4, 2, 3, 4]
