"""The long texts of the line interface, in English: the help and the rules on one page."""

from __future__ import annotations

from .sentences import _
from .style import Line, text

_HELP = (
    _("play 3          play your third card"),
    _("discard 1       discard your first card; a blue token comes back"),
    _("hint NAME red   tell a player which cards are red; costs a blue token"),
    _("hint NAME 4     tell a player which cards are 4s; costs a blue token"),
    _("show            the whole table"),
    _("hands           all hands, and what their owners know"),
    _("me              your own hand"),
    _("discards        what is gone and what is still to come"),
    _("log             all moves"),
    _("words           the table words, to compare aloud"),
    _("rules           the rules on one page"),
    _("quit            leave; the table waits for you"),
    _("abandon         end the game for everybody"),
    _("Beginnings are enough: p 3, d 1, h ben r. A player is named by name, by its"),
    _("beginning or by number; a colour by its name or by R Y G B W M."),
)

_RULES = (
    _("The goal: together, build one firework of each colour, from 1 up to 5."),
    _("Each colour has three 1s, two each of 2, 3 and 4, and a single 5."),
    _("You see everybody's cards except your own."),
    _("On your turn you do exactly one of three things."),
    _("Hint: name one colour or one number to one player, and all cards of that player"),
    _("that have it are pointed at. It costs a blue token; without one it cannot be done."),
    _("Discard: a card goes out of the game for good, and a blue token comes back."),
    _("It cannot be done while all blue tokens are there."),
    _("Play: if the card is the next one of its firework, it is added. If not, it is"),
    _("discarded and a red token is taken. A 5 that is added brings a blue token back."),
    _("After a discard or a play you draw a card, without seeing it."),
    _("The game is lost when the last red token is taken."),
    _("It is won at once when all fireworks have reached 5."),
    _("When the last card is drawn, everybody has one more turn, and it ends."),
    _("The score is the sum of the heights of the fireworks."),
    _("Nothing else may be said about the cards."),
)


def help_page() -> list[Line]:
    return [text(row) for row in _HELP]


def rules_page() -> list[Line]:
    return [text(row) for row in _RULES]
