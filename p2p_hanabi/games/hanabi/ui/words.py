"""What the full screen says at a table of Hanabi; a `who` that is None looks at the screen."""

from __future__ import annotations

from p2p_hanabi.ui.kit.i18n import N_, _, ngettext, translated

from .editions import is_black

# -- the table


def score(points: int, reachable: int) -> str:
    return _("Score {points}, up to {reachable}").format(points=points, reachable=reachable)


def short_score(points: int, reachable: int) -> str:
    return _("Score {points}/{reachable}").format(points=points, reachable=reachable)


def turns_left(count: int) -> str:
    return ngettext("LAST LAP: {n} turn", "LAST LAP: {n} turns", count).format(n=count)


# -- what is known of cards

LEVELS = (
    N_("Knowledge: what hints have said of a card, and no more."),
    N_("Knowledge: what all hints leave possible, also those that did not point at the card."),
    N_("Knowledge: what the owner can work out by counting all open cards too."),
)

LEVEL_NAMES = (
    N_("known: as told"),
    N_("known: from the hints"),
    N_("known: by counting too"),
)


def level(number: int) -> str:
    """What a level of knowledge shows."""
    return _(LEVELS[number])


def level_name(number: int) -> str:
    return _(LEVEL_NAMES[number])


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


def played(who: str | None, number: int) -> str:
    if who is None:
        return _("You play {n}: ").format(n=number)
    return _("{who} plays {n}: ").format(who=who, n=number)


def discarded(who: str | None, number: int) -> str:
    if who is None:
        return _("You discard {n}: ").format(n=number)
    return _("{who} discards {n}: ").format(who=who, n=number)


# -- choosing a move


def or_announce(letters: str) -> str:
    return _("A letter announces its colour ({letters}).").format(letters=" ".join(letters))


def note(number: int, typed: str) -> str:
    return _("Note on card {n}: {typed}").format(n=number, typed=typed)


def note_help() -> str:
    return _("Enter keeps it, Escape does not; only you see it.")


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
    N_("Escape       take back what is not yet confirmed (Backspace: the last key of it)"),
    N_("e            knowledge: as told, with what hints excluded, all that can be worked out"),
    N_("n 3          a note on your third card, for you alone"),
    N_("Left, Right  step through the game (Up and Down too); End returns"),
    N_("PageUp/Down  ten steps; Home goes to the beginning"),
    N_("q, Ctrl-C/D  leave; the table waits and can be resumed. A leaves it for good"),
    N_("Mouse        click a card or a player, then the last row; the wheel steps"),
    "",
    N_("SIGNS"),
    _LETTERS,
    N_("? ?3 R?      one's own card: nothing told, told its number, told its colour"),
    N_("R3!          the last copy of a card that is still needed"),
    N_("R3-          of no use any more"),
    N_("33 4!        to come: two 3s, and the last 4"),
    N_(
        "RG 12        can be red or green, 1 or 2; ? can be anything, ~ more than there is room for"
    ),
    N_(">R3<         what the move that is being chosen is about"),
    N_("-RY-45       not red or yellow, and no 4 or 5"),
    N_("underlined   what a hint has pointed at; a key that can be clicked"),
    "",
    N_("RULES"),
)


def help_rows(seats: int) -> tuple[str, ...]:
    instead = dict(zip(_HINTS, _HINTS_FOR_TWO, strict=True)) if seats == 2 else {}
    if is_black():
        instead[_LETTERS] = _LETTERS_WITH_BLACK
    return translated(instead.get(row, row) for row in _HELP)
