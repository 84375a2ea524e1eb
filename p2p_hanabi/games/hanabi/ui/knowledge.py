"""What is known about a Hanabi card, in a few letters: the same for its owner and for others."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.games.common.firework_cards import colour_of, rank_of
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.sentences_shared import SEMICOLON
from protocol.game import Face

from ..view import CardInfo, HanabiView, SeenCard
from .words import sentences as sentences_hanabi
from .words.sentences import colour_letters

FEW = 6


def short(face: Face) -> str:
    """Return R1."""
    return f"{colour_letters()[colour_of(face)]}{rank_of(face)}"


def in_hand(slot: int) -> str:
    """Return the number of a position, from 0, in brackets, so that it does not look like a
    rank."""
    return f"[{slot + 1}]"


def compact(faces: Sequence[Face]) -> str:
    """Return RY 123, G 4: colours with the same ranks are grouped."""
    if len(faces) == 1:
        return short(faces[0])
    ranks: dict[int, str] = {}
    for face in faces:
        ranks[colour_of(face)] = ranks.get(colour_of(face), "") + str(rank_of(face))
    groups: dict[str, str] = {}
    for colour, digits in ranks.items():
        groups[digits] = groups.get(digits, "") + colour_letters()[colour]
    return ", ".join(f"{letters} {digits}" for digits, letters in groups.items())


def hinted_face(info: CardInfo) -> str:
    """Return red 3: the colour and rank for which hints touched the card."""
    colour = "" if info.colour is None else sentences_hanabi.colour(info.colour)
    return f"{colour} {info.rank or ''}".strip()


def hints_on(info: CardInfo, colours: int) -> str:
    """Return what hints said: told red; not 1 4. Empty before the first hint."""
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
    hinted = hinted_face(info)
    return _listed(
        [
            _("told {what}").format(what=hinted) if hinted else None,
            _("not {what}").format(what=" ".join(excluded)) if excluded else None,
        ]
    )


def could_be(info: CardInfo, view: HanabiView) -> str:
    """Return what the owner can deduce."""
    if len(info.deduced) == 5 * view.colours:
        return _("can be anything")
    return (_("is {faces}") if len(info.deduced) == 1 else _("can be {faces}")).format(
        faces=compact(info.deduced)
    )


def worth(info: CardInfo, view: HanabiView) -> str | None:
    """Return whether it is a last copy or no longer useful, in words; None if neither, or unknown,
    and after the end."""
    if view.outcome is not None:
        return None
    faces = (info.face,) if isinstance(info, SeenCard) else info.deduced
    if all(view.dead(face) for face in faces):
        return _("not needed")
    if all(view.critical(face) for face in faces):
        return _("last copy")
    return None


def about_seen(info: SeenCard, view: HanabiView) -> str:
    """Return what the owner of another's card was told, and the possible faces if they are few;
    empty if there is nothing to say."""
    few = [could_be(info, view)] if len(info.deduced) <= FEW else []
    return _listed([hints_on(info, view.colours), *few, worth(info, view)])


def about_own(info: CardInfo, view: HanabiView) -> str:
    """Return what one was told about one's own card, and the possible faces if that helps."""
    hints = hints_on(info, view.colours)
    is_known = hints or len(info.deduced) <= FEW
    left = could_be(info, view) if is_known else ""
    return _listed([hints or _("told nothing"), left, worth(info, view)])


def _listed(parts: Sequence[str | None]) -> str:
    return _(SEMICOLON).join(filter(None, parts))
