"""Sentences about a Koi-Koi table, in English.

A `who` of None is the viewer.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from p2p_hanabi.ui.words.addressed import Addressed
from p2p_hanabi.ui.words.i18n import N_, _, ngettext

from ...hanafuda import Kind
from ...state import Special
from ...yaku import Yaku

NOTHING = N_("nothing")

_MONTHS = (
    N_("January"),
    N_("February"),
    N_("March"),
    N_("April"),
    N_("May"),
    N_("June"),
    N_("July"),
    N_("August"),
    N_("September"),
    N_("October"),
    N_("November"),
    N_("December"),
)

_KINDS = {
    Kind.BRIGHT: N_("bright"),
    Kind.TANE: N_("tane"),
    Kind.RIBBON: N_("ribbon"),
    Kind.SIMPLE: N_("simple"),
}

YAKU: Mapping[Enum, str] = {
    Yaku.KASU: N_("kasu (ten simples)"),
    Yaku.TAN: N_("tan (five ribbons)"),
    Yaku.AKATAN: N_("akatan (the three poem ribbons)"),
    Yaku.AOTAN: N_("aotan (the three blue ribbons)"),
    Yaku.CHOFUKU: N_("akatan aotan no chofuku (poem and blue ribbons)"),
    Yaku.TANE: N_("tane (five tane)"),
    Yaku.INOSHIKACHO: N_("inoshikacho (boar, deer, butterflies)"),
    Yaku.TSUKIMI: N_("tsukimi de ippai (moon and sake cup)"),
    Yaku.HANAMI: N_("hanami de ippai (curtain and sake cup)"),
    Yaku.SANKO: N_("sanko (three brights)"),
    Yaku.AME_SHIKO: N_("ame shiko (four brights, rain among them)"),
    Yaku.SHIKO: N_("shiko (four brights)"),
    Yaku.GOKO: N_("goko (five brights)"),
}

_SPECIALS = {
    Special.TESHI: N_("teshi, four cards of one month"),
    Special.KUTTSUKI: N_("kuttsuki, four pairs"),
}


_PRINTED = {
    "pine": N_("pine"),
    "plum": N_("plum"),
    "cherry": N_("cherry"),
    "wisteria": N_("wisteria"),
    "iris": N_("iris"),
    "peony": N_("peony"),
    "bush clover": N_("bush clover"),
    "pampas grass": N_("pampas grass"),
    "chrysanthemum": N_("chrysanthemum"),
    "maple": N_("maple"),
    "willow": N_("willow"),
    "paulownia": N_("paulownia"),
    "crane": N_("crane"),
    "curtain": N_("curtain"),
    "moon": N_("moon"),
    "rain": N_("rain"),
    "phoenix": N_("phoenix"),
    "nightingale": N_("nightingale"),
    "cuckoo": N_("cuckoo"),
    "bridge": N_("bridge"),
    "butterflies": N_("butterflies"),
    "boar": N_("boar"),
    "geese": N_("geese"),
    "sake cup": N_("sake cup"),
    "deer": N_("deer"),
    "swallow": N_("swallow"),
    "poem ribbon": N_("poem ribbon"),
    "red ribbon": N_("red ribbon"),
    "blue ribbon": N_("blue ribbon"),
    "lightning": N_("lightning"),
    "simple": N_("simple"),
}
"""Flowers and what is printed beside them, by the keys of the game."""


def named(printed: str) -> str:
    """Return the name of a flower, or of what is printed beside it."""
    return _(_PRINTED[printed])


def month(number: int) -> str:
    return _(_MONTHS[number - 1])


def yaku_name(yaku: Yaku) -> str:
    return _(YAKU[yaku])


def special_name(special: Special) -> str:
    return _(_SPECIALS[special])


def points(count: int) -> str:
    return ngettext("1 point", "{n} points", count).format(n=count)


def in_hand(card: str, month: int, kind: Kind) -> str:
    return _("{card}: {month}, {kind}, {points}").format(
        card=card, month=_(_MONTHS[month - 1]), kind=_(_KINDS[kind]), points=points(kind.value)
    )


# -- the draw and the deal


drew = Addressed(
    N_("You draw {card} for the first deal."), N_("{who} draws {card} for the first deal.")
)
first_dealer = Addressed(N_("You deal first."), N_("{who} deals first."))
round_begins = Addressed(
    N_("Round {n} of {all}: you deal and begin."), N_("Round {n} of {all}: {who} deals and begins.")
)
showed = Addressed(N_("You show {cards}: {worth}."), N_("{who} shows {cards}: {worth}."))


# -- a turn


played = Addressed(
    N_("You play {card} and take {taken}."), N_("{who} plays {card} and takes {taken}.")
)
played_alone = Addressed(N_("You play {card}; it stays."), N_("{who} plays {card}; it stays."))
turned = Addressed(
    N_("You turn {card} and take {taken}."), N_("{who} turns {card} and takes {taken}.")
)
turned_alone = Addressed(N_("You turn {card}; it stays."), N_("{who} turns {card}; it stays."))
new_yaku = Addressed(N_("You have {yaku}."), N_("{who} has {yaku}."))
said_koi = Addressed(
    N_("You say koi with {points} and continue."), N_("{who} says koi with {points} and continues.")
)


dealer_would_score = Addressed(
    N_("If the hands run out, you score 6 as the dealer."),
    N_("If the hands run out, {who} scores 6 as the dealer, not doubled."),
)


def with_doubling(base: int, worth: int) -> str:
    """Return what yaku count, and what they would score if that is more."""
    if worth == base:
        return points(base)
    return _("{points} ({worth} with doubling)").format(points=points(base), worth=worth)


# -- the end


winner = Addressed(N_("You have won."), N_("{who} has won."))
