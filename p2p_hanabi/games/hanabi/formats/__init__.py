"""Formats of other programs for games of Hanabi; see `ui.replay.formats`.

The command line lists the formats on every start, so heavy modules are imported only when used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from p2p_hanabi.ui.replay.formats import ForeignGame, PlayedGame, Written
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
    suffix = ".json"

    def check(self, game: str, options: Mapping[str, Value]) -> None:
        from .hanab_live_writer import check

        check(game, options)

    def write(self, played: PlayedGame[HanabiState, Move, HanabiView]) -> Written:
        import json

        from p2p_hanabi.ui.replay.formats import Written

        from .hanab_live_writer import to_hanab_live

        return Written(json.dumps(to_hanab_live(played), indent=1) + "\n")

    def read(self, content: bytes) -> ForeignGame[HanabiState, Move, HanabiView]:
        """Read JSON, with or without a byte order mark, or a link. Raise `WrongFormat`."""
        from p2p_hanabi.ui.replay.formats import WrongFormat

        from .hanab_live_json import no_json, parse
        from .hanab_live_link import from_link, is_link
        from .hanab_live_reader import from_hanab_live

        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise WrongFormat(no_json()) from None
        return from_hanab_live(from_link(text) if is_link(text) else parse(text))

    def origin(self, value: Value, seats: int) -> SiteOrigin:
        from .origin import origin_from

        return origin_from(value, seats)


class HanabLiveLink(HanabLive):
    """A link to the site that contains a whole game."""

    name = "hanab.live link"
    option = "--link"
    help = "Link to the game on hanab.live; printed unless --out is given."
    suffix = ""

    def check(self, game: str, options: Mapping[str, Value]) -> None:
        from .hanab_live_link import check_link

        check_link(game, options)

    def write(self, played: PlayedGame[HanabiState, Move, HanabiView]) -> Written:
        from .hanab_live_link import to_link

        return to_link(played)


FORMATS = (HanabLive(), HanabLiveLink())
