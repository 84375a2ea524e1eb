"""What is said at the end of a round of Koi-Koi, in English."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.kit.i18n import _, ngettext
from p2p_hanabi.ui.kit.sentences_shared import COLON

from ..hanafuda import Kind
from ..yaku import Yaku
from .sentences import points, yaku_name

# -- why it ended


def shobu(who: str | None) -> str:
    return _("You say shobu.") if who is None else _("{who} says shobu.").format(who=who)


def last_card(who: str | None) -> str:
    if who is None:
        return _("That was your last card, so the round ends with your yaku.")
    return _("That was {who}'s last card, so the round ends with these yaku.").format(who=who)


def koi_spent(who: str | None) -> str:
    if who is None:
        return _("You have said koi already, so the round ends with your yaku.")
    return _("{who} has said koi already, so the round ends with these yaku.").format(who=who)


def special_hand() -> str:
    return _("A declared hand scores 6 points, and nothing doubles them.")


def exhausted() -> str:
    return _("Both hands are empty: the round is over.")


def last_koi_scores(who: str | None) -> str:
    if who is None:
        return _("You said koi last, so your yaku count.")
    return _("{who} said koi last, so these yaku count.").format(who=who)


def dealer_scores(who: str | None) -> str:
    """Say who scores where koi was said and nobody has won."""
    if who is None:
        return _("Koi was said, so you score as the dealer; nothing doubles that.")
    return _("Koi was said, so {who} scores as the dealer; nothing doubles that.").format(who=who)


# -- what was counted


def counted(yaku: Yaku, least: int, further: int, kind: Kind | None) -> str:
    """Say what a yaku counts: `least`, and a point for each of its `further` cards of a kind."""
    if kind is None or not further:
        return f"{yaku_name(yaku)}{_(COLON)}{points(least)}"
    words = {
        Kind.SIMPLE: ngettext(
            "{yaku}: {least} and 1 for another simple, {points}",
            "{yaku}: {least} and {n} for {n} more simples, {points}",
            further,
        ),
        Kind.RIBBON: ngettext(
            "{yaku}: {least} and 1 for another ribbon, {points}",
            "{yaku}: {least} and {n} for {n} more ribbons, {points}",
            further,
        ),
        Kind.TANE: ngettext(
            "{yaku}: {least} and 1 for another tane, {points}",
            "{yaku}: {least} and {n} for {n} more tane, {points}",
            further,
        ),
    }[kind]
    return words.format(
        yaku=yaku_name(yaku), least=least, n=further, points=points(least + further)
    )


def together(count: int) -> str:
    return _("Together: {points}").format(points=points(count))


def many_points(from_: int, count: int) -> str:
    return _("Doubled, because {n} points or more count double: {points}").format(
        n=from_, points=points(count)
    )


def others_koi(who: str | None, count: int) -> str:
    """Say that it was doubled; `who` had said koi, and has not won."""
    if who is None:
        return _("Doubled, because you had said koi: {points}").format(points=points(count))
    return _("Doubled, because {who} had said koi: {points}").format(who=who, points=points(count))


# -- who scores


def round_won(who: str | None, number: int, count: int) -> str:
    if who is None:
        return _("You win round {n} with {points}.").format(n=number, points=points(count))
    return _("{who} wins round {n} with {points}.").format(who=who, n=number, points=points(count))


def both_score(count: int, number: int) -> str:
    return _("Both score {points} in round {n}.").format(points=points(count), n=number)


def nobody_scores(number: int) -> str:
    return _("Nobody scores in round {n}.").format(n=number)


def koi_in_vain(who: Sequence[str | None], number: int) -> str:
    """Say that `who` had said koi in a round that brought nobody anything."""
    if len(who) > 1:
        words = _("Nobody scores in round {n}: both players had said koi, and nobody ended it.")
    elif None in who:
        words = _("Nobody scores in round {n}: you had said koi and made no further yaku.")
    else:
        words = _("Nobody scores in round {n}: {who} had said koi and made no further yaku.")
    return words.format(who=who[0], n=number)


def scores(told: Sequence[str]) -> str:
    return _("Scores: {told}.").format(told=", ".join(told))


def score_of(who: str | None, count: int, more: int = 0) -> str:
    """Write Ana 12, or Ana 12 (+5)."""
    added = f" (+{more})" if more else ""
    return f"{_('you') if who is None else who} {count}{added}"


def deals_next(who: str | None) -> str:
    if who is None:
        return _("You deal the next round and begin it.")
    return _("{who} deals the next round and begins it.").format(who=who)
