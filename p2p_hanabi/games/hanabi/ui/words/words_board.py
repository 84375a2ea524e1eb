"""Words of the full screen at a Hanabi table; a `who` of None is the viewer."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.words.addressed import Addressed
from p2p_hanabi.ui.words.aloud import is_aloud
from p2p_hanabi.ui.words.i18n import N_, _, ngettext, translated
from p2p_hanabi.ui.words.words_joined import listing

from ..editions import is_black

# -- knowledge of cards

LEVELS = (
    N_("Shown: only what hints have said about a card."),
    N_("Shown: what all hints leave possible, including those that did not touch the card."),
    N_("Shown: what the owner can work out, also by counting the visible cards."),
)

LEVEL_NAMES = (
    N_("shown: what was told"),
    N_("shown: what cards can be"),
    N_("shown: what counting leaves"),
)


# -- the last moves, short


def hinted(giver: str | None, to: str | None, what: str, cards: str) -> str:
    cards = cards or _("none")
    if giver is None:
        return _("You tell {to} {what}: {cards}").format(to=to, what=what, cards=cards)
    if to is None:
        return _("{giver} tells you {what}: {cards}").format(giver=giver, what=what, cards=cards)
    return _("{giver} tells {to} {what}: {cards}").format(
        giver=giver, to=to, what=what, cards=cards
    )


def slots(numbers: Sequence[int]) -> str:
    """Return 1, 3; or aloud cards 1 and 3."""
    if not is_aloud() or not numbers:
        return ", ".join(map(str, numbers))
    cards = listing(list(map(str, numbers)))
    return ngettext("card {cards}", "cards {cards}", len(numbers)).format(cards=cards)


last_hint = Addressed(N_("told you {what}"), N_("told {who} {what}"))
"""What a player did last, beside the player's name; `who` received the hint."""
played = Addressed(N_("You play {n}: "), N_("{who} plays {n}: "))
discarded = Addressed(N_("You discard {n}: "), N_("{who} discards {n}: "))


place = Addressed(N_("your card {n}"), N_("{who}, card {n}"))


# -- choosing a move


note = Addressed(N_("Note on card {n}: {typed}"), N_("Note on card {n} of {who}: {typed}"))
which_to_note = Addressed(
    N_("Note on which card? 1 to {count}; Escape cancels."),
    N_("Note on which card of {who}? 1 to {count}; Escape cancels."),
)


# -- help

_LETTERS = N_("R Y G B W M  red, yellow, green, blue, white, multicolour")
_LETTERS_WITH_BLACK = N_("R Y G B K M  red, yellow, green, blue, black, multicolour")
_HINTS = (
    N_("h 2 r        tell player 2 which cards are red; then Enter"),
    N_("h 2 4        tell player 2 which cards are 4s; then Enter"),
)
_HINTS_FOR_TWO = (
    N_("h r          tell the other player which cards are red; then Enter"),
    N_("h 4          tell the other player which cards are 4s; then Enter"),
)
_HELP = (
    N_("KEYS"),
    N_("p 3          play your third card; then Enter"),
    N_("d 1          discard your first card; then Enter"),
    *_HINTS,
    N_("Escape       cancel the move (Backspace: delete the last key)"),
    N_("e            knowledge: what was told, what cards can be, what counting leaves"),
    N_("x            what the last hint and the last move mean; also in the past"),
    N_("n 3          write a note on your third card; only you see it"),
    N_("n Tab 3      the same for another hand; Tab again: the next one"),
    N_("Left, Right  step through the game (Up and Down too); End returns"),
    N_("PageUp/Down  ten steps; Home goes to the beginning"),
    N_('q, Ctrl-C/D  leave; "resume" brings you back. A leaves for good'),
    N_("Mouse        click a card or a player, then the last row; the wheel steps"),
    "",
    N_("SIGNS"),
    _LETTERS,
    N_("[3]          the third card of a hand; [35]: the third and the fifth"),
    N_("?3 R?        your own card: number known, colour known"),
    N_("R3!          the last copy of a card that is still needed"),
    N_("R3-          no longer needed"),
    N_("R3◆          the last hint was about this card"),
    N_("old>new      the oldest card is on the left; [3]>[1]: the third is"),
    N_("33 4!        to come: two 3s, and the last 4; filled: done; x: out of reach"),
    N_("shown: ...   how much of what the players know; e changes it"),
    N_("RG 12        can be red or green, 1 or 2; ~ more than fits"),
    N_(">R3<         the cards of the move that you are choosing"),
    N_("-RY-45       not red or yellow, and no 4 or 5"),
    N_("underlined   touched by a hint; a key that you can click"),
    "",
    N_("RULES"),
)


def help_rows(seats: int) -> tuple[str, ...]:
    instead = dict(zip(_HINTS, _HINTS_FOR_TWO, strict=True)) if seats == 2 else {}
    if is_black():
        instead[_LETTERS] = _LETTERS_WITH_BLACK
    return translated(instead.get(row, row) for row in _HELP)
