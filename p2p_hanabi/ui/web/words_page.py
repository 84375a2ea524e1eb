"""The live page's own words, whatever it shows."""

from __future__ import annotations

from collections.abc import Mapping

from ..words.i18n import N_, _

WORDS = {
    "hidden": N_("hidden"),
    # the channel to the program
    "connecting": N_("Connecting..."),
    "lost": N_(
        "The connection was lost. This page keeps trying to reconnect. If that takes long, look "
        "whether the program is still open on its computer."
    ),
    "stopped": N_(
        "The program was closed on its computer. Once it opens the table again there, this page "
        "comes back by itself."
    ),
    "elsewhere": N_("This seat is open in another tab or on another device."),
    "here": N_("Use it here"),
    "left": N_("You have left. Your seat is kept on its computer."),
    "come back": N_("Come back"),
    "finished": N_("The program has ended. You can close this page."),
    "refused": N_(
        "This page may not show the seat: its code is wrong or has already been used. "
        "Ask for a new one."
    ),
    "other-version": N_("The program is now a different version. Reload this page."),
    "again": N_("Reload"),
    # a lobby
    "room code": N_("Room code"),
    "side": N_("More: log, discards, settings"),
    "since": N_("Since your turn"),
    # moves
    "not now": N_("Undo"),
    "about this card": N_("More about this card"),
    "touch": N_("Touch a card to see what you can do with it."),
    "you can": N_("You can:"),
    "or": N_("Or:"),
    "order": N_("Cards to put first, by their numbers:"),
    "nothing": N_("Nothing can be done with this card now."),
    "moves": N_("What you can do"),
    # cards
    "note": N_("Note"),
    "note on": N_("Your note on this card; nobody else sees it"),
    "keep": N_("Keep it"),
    "cancel": N_("Cancel"),
    "to the left": N_("Move it left"),
    "to the right": N_("Move it right"),
    "left side": N_("Left"),
    "right side": N_("Right"),
    # regions
    "table": N_("Table"),
    "own hand": N_("Your side of the table"),
    "levels": N_("How much to show"),
    "buttons": N_("More"),
    "log": N_("What has happened"),
    "narrow": N_("Which entries"),
    "talk": N_("Talk"),
    # looking back
    "steps": N_("Steps of the game"),
    "look back": N_("Look back"),
    "move": N_("Move"),
    "first": N_("First"),
    "back": N_("Back"),
    "forward": N_("Forward"),
    "last": N_("Last"),
    "now": N_("Back to the present"),
    # alerting the player
    "call": N_("Sound on your turn"),
    "wants call": N_("A soft sound when it is your turn?"),
    "yes": N_("Yes"),
    "no": N_("No"),
    "dark": N_("While this screen is dark, nothing can call you."),
    "awake": N_("This page keeps the screen on while it is open."),
    "understood": N_("OK"),
    "script": N_("This page needs JavaScript."),
}


def words() -> Mapping[str, str]:
    return {name: _(sentence) for name, sentence in WORDS.items()}
