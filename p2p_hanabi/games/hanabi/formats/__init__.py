"""Forms in which other programs write games of Hanabi; see `ui.replay.formats`.

The command line asks what there is each time it begins: nothing heavy is imported before its use.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from p2p_hanabi.ui.replay.formats import ForeignGame, PlayedGame
    from protocol.encoding import Value

    from ..moves import Move
    from ..state import HanabiState
    from ..view import HanabiView
    from .origin import SiteOrigin


class HanabLive:
    """The site's JSON."""

    name = "hanab.live"
    game = "hanabi"
    option = "--hanab-live"
    help = "JSON for hanab.live."
    ending = ".json"

    def check(self, game: str, options: Mapping[str, Value]) -> None:
        from .hanab_live_writer import check

        check(game, options)

    def write(self, played: PlayedGame[HanabiState, Move, HanabiView]) -> str:
        import json

        from .hanab_live_writer import to_hanab_live

        return json.dumps(to_hanab_live(played), indent=1) + "\n"

    def read(self, content: bytes) -> ForeignGame[HanabiState, Move, HanabiView]:
        from .hanab_live_reader import from_hanab_live, parse

        return from_hanab_live(parse(content))

    def origin(self, value: Value, seats: int) -> SiteOrigin:
        from .origin import origin_from

        return origin_from(value, seats)


FORMATS = (HanabLive(),)
