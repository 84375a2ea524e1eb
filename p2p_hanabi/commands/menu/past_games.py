"""Past games in the menu: watch one again, look at it with others, see how it was played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_hanabi.paths import find_home
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.words.i18n import N_, _

from ..records.history_list import NO_GAMES, latest_games

if TYPE_CHECKING:
    from .asking import Prompter

ABOUT_GAMES = ("replay", "stats", "history")
"""The commands after which another past game can be chosen."""
_MOST = {Device.KEY: 7, Device.BUTTON: 30}
"""How many games are offered: elsewhere than on a page, each choice needs a digit."""
_COMMANDS = {
    "replay": N_("Watch it again, and try other moves"),
    "review": N_("Look at it together with others"),
    "stats": N_("See how it was played"),
}


async def choose_past(player: Prompter) -> tuple[str, ...]:
    """Return the command for a past game or for all; empty to go back. Raises what `player`
    raises, and `Failed` if the games cannot be listed."""
    while games := latest_games(find_home(), _MOST[player.device]):
        sentences = [*(sentence for _path, sentence in games), _("Totals of all games")]
        game = await player.choose(_("Which game do you want to see?"), sentences)
        if game is None:
            return ()
        if game == len(games):
            return ("history", "--totals")
        path, sentence = games[game]
        name = await player.choose(sentence, [_(each) for each in _COMMANDS.values()])
        if name is not None:
            return (list(_COMMANDS)[name], str(path))
    player.inform(_(NO_GAMES))
    return ()
