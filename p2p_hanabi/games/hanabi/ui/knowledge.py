"""What is known of a card of Hanabi, in a few letters: the same for an owner and for the others."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.games.common.firework_cards import colour_of, rank_of
from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.kit.sentences_shared import SEMICOLON
from protocol.game import Face

from ..view import CardInfo, HanabiView, SeenCard
from . import sentences as sentences_hanabi
from .sentences import colour_letters

FEW = 6


def short(face: Face) -> str:
    """Write R1."""
    return f"{colour_letters()[colour_of(face)]}{rank_of(face)}"


def in_hand(slot: int) -> str:
    """Name a place of a hand, from 0, by its number: no rank looks like it."""
    return f"[{slot + 1}]"


def compact(faces: Sequence[Face]) -> str:
    """Write RY 123, G 4: colours that have the same ranks stand together."""
    if len(faces) == 1:
        return short(faces[0])
    ranks: dict[int, str] = {}
    for face in faces:
        ranks[colour_of(face)] = ranks.get(colour_of(face), "") + str(rank_of(face))
    groups: dict[str, str] = {}
    for colour, digits in ranks.items():
        groups[digits] = groups.get(digits, "") + colour_letters()[colour]
    return ", ".join(f"{letters} {digits}" for digits, letters in groups.items())


def told(info: CardInfo) -> str:
    """Write red 3: what hints pointed at the card for."""
    colour = "" if info.colour is None else sentences_hanabi.colour(info.colour)
    return f"{colour} {info.rank or ''}".strip()


def hints_on(info: CardInfo, colours: int) -> str:
    """Say what the hints said: told red; not 1 4. Nothing before the first of them."""
    possible_colours = {colour_of(face) for face in info.hinted}
    possible_ranks = {rank_of(face) for face in info.hinted}
    excluded = [
        *(
            colour_letters()[c]
            for c in range(colours)
            if info.colour is None and c not in possible_colours
        ),
        *(str(r) for r in range(1, 6) if info.rank is None and r not in possible_ranks),
    ]
    said = told(info)
    return _listed(
        [
            _("told {what}").format(what=said) if said else None,
            _("not {what}").format(what=" ".join(excluded)) if excluded else None,
        ]
    )


def could_be(info: CardInfo, view: HanabiView) -> str:
    """Say what the owner can work out."""
    if len(info.deduced) == 5 * view.colours:
        return _("can be anything")
    return (_("is {faces}") if len(info.deduced) == 1 else _("can be {faces}")).format(
        faces=compact(info.deduced)
    )


def worth(info: CardInfo, view: HanabiView) -> str | None:
    """Say whether it is a last copy, or of no use any more; None if neither, or not known."""
    faces = (info.face,) if isinstance(info, SeenCard) else info.deduced
    if all(view.dead(face) for face in faces):
        return _("not needed")
    if all(view.critical(face) for face in faces):
        return _("last copy")
    return None


def about_seen(info: SeenCard, view: HanabiView) -> str:
    """Say of another's card what its owner was told, and what is left if that is little; nothing
    if there is nothing to say."""
    few = [could_be(info, view)] if len(info.deduced) <= FEW else []
    return _listed([hints_on(info, view.colours), *few, worth(info, view)])


def about_own(info: CardInfo, view: HanabiView) -> str:
    """Say of a card what its owner was told, and what is left once that says anything."""
    said = hints_on(info, view.colours)
    is_known = said or len(info.deduced) <= FEW
    left = could_be(info, view) if is_known else ""
    return _listed([said or _("told nothing"), left, worth(info, view)])


def _listed(parts: Sequence[str | None]) -> str:
    return _(SEMICOLON).join(filter(None, parts))
