"""What the last hint means by the conventions, and what else the last move implies, from what the
viewer may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from p2p_hanabi.games.common.firework_cards import colour_of, rank_of
from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.words_joined import either
from protocol.game import Card, Face, Seat

from ..bot.signs import last_signs
from ..bot.understood import last_meaning
from ..meanings import CardUse, GivesHints, Limit, Meaning, Sense, Sign, UnderstandsHints, Use
from ..state import Entry, Hinted
from ..view import HanabiView
from .knowledge import short
from .order import as_drawn
from .story import story
from .words import sentences_conventions as sentences
from .words.sentences import face as face_name


def explanation(view: HanabiView, players: Players) -> list[Line]:
    """Explain the last hint of the log, and its last move; hands may stand in any order."""
    return [*_last_hint(view, players), *_last_move(view, players)]


def _last_hint(view: HanabiView, players: Players) -> list[Line]:
    meaning = last_meaning(as_drawn(view))
    if meaning is None:
        return [text(_("No hint has been given yet."))]
    return [
        text(_("What the last hint means by the bots' conventions:"), "strong"),
        *map(text, _sentences(meaning, view, players)),
    ]


def _last_move(view: HanabiView, players: Players) -> list[Line]:
    """Explain the last move; return nothing if it implies nothing beyond its effect."""
    signs = last_signs(as_drawn(view))
    if not signs:
        return []
    entry, message = next(_newest_first(view, players))
    move = [] if isinstance(entry, Hinted) else [message]  # a hint is told above
    implied = [sentence for sign in signs for sentence in _of_sign(sign, view, players)]
    return [
        text(
            _("What else the last move says by these conventions, as far as you can tell:"),
            "strong",
        ),
        *map(text, [*move, *implied]),
    ]


def _of_sign(
    sign: Sign | UnderstandsHints | GivesHints, view: HanabiView, players: Players
) -> Iterator[str]:
    match sign:
        case UnderstandsHints(seat, taken_for):
            yield _(sentences.HEARS[taken_for]).format(who=players.name(seat))
        case GivesHints(seat, taken_for):
            yield _(sentences.TELLS[taken_for]).format(who=players.name(seat))
        case Sign(kind, seat, card, faces, face):
            place = _place_now(card, seat, view)
            yield sentences.SIGNS[kind](players.other(seat), card=place, faces=_names(faces))
            if face is not None:
                name = face_name(colour_of(face), rank_of(face))
                yield _(
                    "But it is {face}, the last of its kind: this was overlooked, or no hint was "
                    "good enough."
                ).format(face=name)


def _sentences(meaning: Meaning, view: HanabiView, players: Players) -> Iterator[str]:
    hint = meaning.entry.move
    yield next(
        sentence for entry, sentence in _newest_first(view, players) if isinstance(entry, Hinted)
    )
    if meaning.card is None or meaning.why is None:
        yield _(sentences.SENSES[meaning.sense])
    else:
        yield _(sentences.ABOUT[meaning.why]).format(card=_place(meaning.card, view))
        sense = _(sentences.SENSES[meaning.sense])
        yield sense.format(play=_names(meaning.faces_to_play), keep=_names(meaning.faces_to_keep))
        if meaning.later and meaning.called is None:
            only_if = _("It is {faces} only if a player in between plays the missing card at once.")
            yield only_if.format(faces=_names(meaning.later))
        if meaning.called is not None:
            seat, called = meaning.called
            yield sentences.called(players.other(seat), card=_place_now(called, seat, view))
        yield from _what_it_is(meaning, players.other(hint.seat))
        if _means_others(meaning) and view.rules.red > 1:
            yield _("Any other card that it touches is useful too, and should not be discarded.")
    yield from _uses(meaning, view, players.other(hint.seat))
    if meaning.limit is not None:
        yield _(sentences.LIMITS[meaning.limit]).format(giver=players.name(meaning.entry.seat))


def _means_others(meaning: Meaning) -> bool:
    """Return whether the hint says nothing but "keep it" about some card besides its focus."""
    if meaning.limit in (Limit.GIVER_IS_LITERAL, Limit.GIVER_POINTS):
        return False
    return any(each.use is Use.KEEP and each.card != meaning.card for each in meaning.uses)


def _uses(meaning: Meaning, view: HanabiView, who: str | None) -> Iterator[str]:
    """Yield what is known of each card, unless the meaning of the hint has said it already."""
    for each in meaning.uses:
        if not _is_mentioned(meaning, each):
            sentence = (sentences.CERTAIN if each.is_certain else sentences.BELIEVED)[each.use]
            yield sentence(who, card=_place(each.card, view), faces=_names(each.faces))


def _is_mentioned(meaning: Meaning, each: CardUse) -> bool:
    is_focus = each.card == meaning.card
    match each.use:
        case Use.PLAY:
            return is_focus and meaning.sense is Sense.PLAY and meaning.limit is None
        case Use.DISCARD:
            return False
        case Use.LAST_COPY:
            is_five = meaning.sense is Sense.FIVES and len(each.faces) > 1
            return is_five or (is_focus and meaning.limit is None)
        case Use.KNOWN:
            return is_focus and meaning.limit is None
    return True


def _newest_first(view: HanabiView, players: Players) -> Iterator[tuple[Entry, str]]:
    return zip(reversed(view.log), reversed(list(story(view, players))), strict=True)


def _place(card: Card, view: HanabiView) -> str:
    """Return a card's position in the hand when the hint was given, and now."""
    hinted = next(entry for entry in reversed(view.log) if isinstance(entry, Hinted))
    if card not in hinted.hand:
        return _place_now(card, hinted.move.seat, view)
    held = [info.card for info in view.hands[hinted.move.seat]]
    now = held.index(card) if card in held else None
    return sentences.place(hinted.hand.index(card), now)


def _place_now(card: Card, seat: Seat, view: HanabiView) -> str:
    held = [info.card for info in view.hands[seat]]
    if card in held:
        return sentences.place(held.index(card), held.index(card))
    gone = (entry for entry in view.log if not isinstance(entry, Hinted))
    return sentences.place(next(entry.slot for entry in gone if entry.move.card == card), None)


def _what_it_is(meaning: Meaning, who: str | None) -> Iterator[str]:
    """Yield what the owner believes and what is visible; nothing about a card that is gone."""
    meant = {*meaning.faces_to_play, *meaning.faces_to_keep}
    last = meant
    if meaning.believable and meant and meant != {*meaning.believable}:
        yield sentences.left(who, faces=_names(meaning.believable))
        last = {*meaning.believable}
    if meaning.face is not None and last != {meaning.face}:
        fits = meaning.face in meant or not meant
        yield sentences.seen(face_name(colour_of(meaning.face), rank_of(meaning.face)), fits=fits)


def _names(faces: Sequence[Face]) -> str:
    return either([short(face) for face in faces])
