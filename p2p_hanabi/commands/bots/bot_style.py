"""Validation of `--bot-style`.

A seat's style is not on the wire, so no other seat can see it. A style that works only with itself
is safe only where this program starts every seat.
"""

from __future__ import annotations

from p2p_hanabi.registry import GAMES
from p2p_hanabi.seam.styles import USUAL_STYLE
from p2p_hanabi.ui.words.i18n import _

from ..console.failures import Failed


def check_at_a_table(style: str, *, is_alone: bool) -> None:
    """Raise `Failed` for an unusual style where other players may join. `is_alone`: a demo has
    started all seats."""
    if not is_alone and style != USUAL_STYLE:
        raise Failed(
            _(
                'Bots of the style "{style}" can only play if every seat uses it, and a table '
                "cannot check that: leave out --bot-style, or let them play among themselves "
                "with `p2phanabi demo --bot-style {style}`."
            ).format(style=style)
        )


def style_of_all(game: str, style: str | None) -> str:
    """Return the style of a bots-only table, by default the usual one. Raise `Failed`."""
    if style is not None and style not in GAMES[game].styles:
        known = ", ".join(GAMES[game].styles)
        raise Failed(
            _('Unknown style "{style}"; the styles are {known}.').format(style=style, known=known)
        )
    return style or USUAL_STYLE
