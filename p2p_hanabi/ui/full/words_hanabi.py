"""The keys and signs of Hanabi's board, as its help explains them."""

from __future__ import annotations

from .. import edition
from ..i18n import N_, translated

_HELP = (
    N_("KEYS"),
    N_("p 3          play your third card; then Enter"),
    N_("d 1          discard your first card; then Enter"),
    N_("h 2 r        tell player 2 which cards are red; then Enter"),
    N_("h 2 4        tell player 2 which cards are 4s; then Enter"),
    N_("Escape       take back what is not yet confirmed (Backspace: the last key of it)"),
    N_("e            knowledge: as told, with what hints excluded, all that can be worked out"),
    N_("n 3          a note on your third card, for you alone"),
    N_("Left, Right  step through the game, in which nothing can be played; End returns"),
    N_("PageUp/Down  ten steps; Home goes to the beginning"),
    N_("q, Ctrl-C    leave; the table waits and can be resumed. A ends the game for all"),
    N_("Mouse        click a card or a player, then what is offered"),
    "",
    N_("SIGNS"),
    N_("R Y G B K M  red, yellow, green, blue, black, multicolour")
    if edition.is_black()
    else N_("R Y G B W M  red, yellow, green, blue, white, multicolour"),
    N_("R3!          the last copy of a card that is still needed"),
    N_("R3-          of no use any more"),
    N_("underlined   what a hint has pointed at"),
    "",
    N_("RULES"),
)


def help_rows() -> tuple[str, ...]:
    return translated(_HELP)
