"""What a program says that has an option of Hanabi more, in every room: see `test_new_option`.

python -m tests.games.hanabi.one_option_more FOLDER      with the changed copy first on the path
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import p2p_hanabi
from p2p_hanabi.commands.settings.table_config import config
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.lobby.lobby_painter import offer
from protocol.audit.verdict import audit
from protocol.game import Seat
from tests.any_game import BOTS, RULES, SCREENS, bare
from tests.command_line import run
from tests.fakes import play_out, wire_for
from tests.simulation.standin import fast_group
from tests.ui.table.playing import typed
from tests.ui.table.ports import DealtTable

KEY = "short end"


def printed(*arguments: object) -> str:
    done = run(*arguments)
    return done.stdout + done.stderr


def turns(*, short: bool) -> int:
    port = DealtTable(3, options={KEY: short})
    port.until_my_turn()
    while port.ending() is None:
        port.play(BOTS["hanabi"](port.view()))
        port.until_my_turn()
    return int(port.view().turn)


def shown(folder: Path) -> dict[str, object]:
    chosen = config("hanabi", ("short_end=true",), 2, "Kitchen")
    wire = wire_for(RULES["hanabi"], 2, options={KEY: True})
    wire.open()
    play_out(wire, BOTS["hanabi"])
    view = bare(wire.nodes[0].table.view())
    transcript, page = folder / "game.p2ph", folder / "game.html"
    transcript.write_bytes(wire.nodes[0].table.transcript() or b"")
    dealt = DealtTable(2, options={KEY: True})
    dealt.until_my_turn()
    screen, players = SCREENS["hanabi"], Players(Seat(0), ("Ana", "Ben"))
    return {
        "program": str(Path(p2p_hanabi.__file__).parent),
        "games": printed("games"),
        "refused": printed("host", "--option", "short_lamp=true"),
        "seating": dict(chosen.options)[KEY],
        "lobby": as_text(offer(chosen, SCREENS)),
        "view": view.rules.short_end,
        "turns": [turns(short=False), turns(short=True)],
        "lines": [as_text(line) for line in screen.topic_page("show", view, players)],
        "rules": list(screen.rules_page({KEY: True})),
        "screen": typed(dealt, "?", size=(100, 120)),
        "audit": audit(transcript.read_bytes(), RULES).finished,
        "replay": printed("replay", "--text", transcript),
        "page": printed("export", transcript, "--out", page) + page.read_text("utf-8"),
        "elsewhere": printed("export", transcript, "--out", folder / "game.json"),
    }


if __name__ == "__main__":
    with fast_group():
        sys.stdout.write(json.dumps(shown(Path(sys.argv[1]))))
