"""What is known about a Hanabi card, in a few letters: the same for its owner and for others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from p2p_hanabi.games.common.firework_cards import colour_of, rank_of
from p2p_hanabi.ui.words.aloud import is_aloud, is_drawn
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.sentences_shared import SEMICOLON
from p2p_hanabi.ui.words.words_joined import either
from protocol.game import Face

from ..view import CardInfo, HanabiView, SeenCard
from .words import sentences as sentences_hanabi
from .words.sentences import colour_signs

FEW = 6


def short(face: Face) -> str:
    """Return R1, or aloud red 1."""
    if is_aloud():
        return sentences_hanabi.face(colour_of(face), rank_of(face))
    return f"{colour_signs()[colour_of(face)]}{rank_of(face)}"


def shorts(faces: Iterable[Face]) -> str:
    return (", " if is_aloud() else " ").join(map(short, faces))


def in_hand(slot: int) -> str:
    """Return the number of a position, from 0, in brackets, so that it does not look like a rank;
    or aloud card 1."""
    return _("card {n}").format(n=slot + 1) if is_aloud() else f"[{slot + 1}]"


def compact(faces: Sequence[Face]) -> str:
    """Return RY 123, G 4: colours with the same ranks are grouped; beside drawn cards ◆●123, ▲4;
    or aloud red or yellow 1, 2 or 3; green 4."""
    if len(faces) == 1:
        return short(faces[0])
    ranks: dict[int, str] = {}
    for face in faces:
        ranks[colour_of(face)] = ranks.get(colour_of(face), "") + str(rank_of(face))
    groups: dict[str, list[int]] = {}
    for colour, digits in ranks.items():
        groups.setdefault(digits, []).append(colour)
    if is_aloud():
        return _(SEMICOLON).join(
            f"{either(list(map(sentences_hanabi.colour, each)))} {either(digits)}"
            for digits, each in groups.items()
        )
    signs, between = colour_signs(), "" if is_drawn() else " "
    return ", ".join(
        f"{''.join(signs[colour] for colour in each)}{between}{digits}"
        for digits, each in groups.items()
    )


def hinted_colours(info: CardInfo) -> list[int]:
    """Return the colours that a card touched by a colour may have by the hints alone: only one,
    unless every colour touches multicolour cards. None if no colour touched it."""
    return [] if info.colour is None else sorted({colour_of(face) for face in info.hinted})


def hinted_face(info: CardInfo) -> str:
    """Return red 3: the colour and rank for which hints touched the card; or red or multicolour."""
    colour = either(list(map(sentences_hanabi.colour, hinted_colours(info))))
    return f"{colour} {info.rank or ''}".strip()


def hints_on(info: CardInfo, colours: int) -> str:
    """Return what hints said: told red; not 1 4. Empty before the first hint."""
    possible_colours = {colour_of(face) for face in info.hinted}
    possible_ranks = {rank_of(face) for face in info.hinted}
    excluded = [
        *(
            sentences_hanabi.colour(c) if is_aloud() else colour_signs()[c]
            for c in range(colours)
            if info.colour is None and c not in possible_colours
        ),
        *(str(r) for r in range(1, 6) if info.rank is None and r not in possible_ranks),
    ]
    hinted = hinted_face(info)
    return _listed(
        [
            _("told {what}").format(what=hinted) if hinted else None,
            _("not {what}").format(what=_excluded(excluded)) if excluded else None,
        ]
    )


def _excluded(names: Sequence[str]) -> str:
    return either(names) if is_aloud() else " ".join(names)


def could_be(info: CardInfo, view: HanabiView) -> str:
    """Return what the owner can deduce."""
    if len(info.deduced) == 5 * view.colours:
        return _("can be anything")
    return one_of(info.deduced)


def one_of(faces: Sequence[Face]) -> str:
    """Return that a card has one of these faces."""
    is_known = len(faces) == 1
    return (_("is {faces}") if is_known else _("can be {faces}")).format(faces=compact(faces))


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


def about_own(info: CardInfo, view: HanabiView, *, is_played: bool = False) -> str:
    """Return what one was told about one's own card, and the possible faces if that helps. With
    `is_played` also whether it fits."""
    hints = hints_on(info, view.colours)
    is_known = hints or len(info.deduced) <= FEW
    left = could_be(info, view) if is_known else ""
    fit = fits(info, view) if is_known and is_played else None
    return _listed([hints or _("told nothing"), left, fit, worth(info, view)])


def fits(info: CardInfo, view: HanabiView) -> str | None:
    """Return whether the card would fit, as its owner can tell; None if it depends on more than its
    face."""
    if view.rules.announce:
        return None
    fitting = [face for face in info.deduced if view.playable(face)]
    if not fitting:
        return _("fits nowhere")
    if len(fitting) == len(info.deduced):
        return _("fits")
    return _("fits as {faces}").format(faces=compact(fitting))


def _listed(parts: Sequence[str | None]) -> str:
    return _(SEMICOLON).join(filter(None, parts))
