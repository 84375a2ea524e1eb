"""A Hanabi table as lines: pure functions of a view, for any screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from p2p_hanabi.games.common.firework_cards import COLOURS, colour_of, face_of, rank_of
from p2p_hanabi.ui.drawing.style import Line, joined, text
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.talk import sentences_talk
from p2p_hanabi.ui.words import sentences_shared as sentences
from p2p_hanabi.ui.words.addressed import Addressed
from p2p_hanabi.ui.words.aloud import is_aloud
from p2p_hanabi.ui.words.i18n import N_, _, ngettext
from protocol.game import Card, Face, Seat

from ..state import Rating
from ..view import CardInfo, HanabiView, SeenCard
from .knowledge import about_own, about_seen, short, shorts
from .words import sentences as texts
from .words.sentences import colour_signs
from .words.words_options import VARIANTS

EMPTY_HAND = N_("no cards")
LAST_MARK = "!"

_hand_title = Addressed(
    N_("You, player {n}, oldest card first:"), N_("{who}, player {n}, oldest card first:")
)


def card(face: Face) -> Line:
    """Return R1 in its colour."""
    return text(short(face), COLOURS[colour_of(face)])


def tokens(view: HanabiView) -> Line:
    sentence = _("Blue tokens: {blue} of {most}. Red tokens: {red} of {limit}. {pile}").format(
        blue=view.blue,
        most=view.rules.blue,
        red=view.red,
        limit=view.rules.red,
        pile=sentences.cards_left(view.pile),
    )
    if (left := view.turns_to_come) is not None and view.outcome is None:
        turns = ngettext("One turn is left.", "{n} turns are left.", left).format(n=left)
        sentence = f"{sentence} {turns}"
    return text(sentence)


def fireworks(view: HanabiView) -> Line:
    title = text(_("Fireworks:"))
    return joined([joined([title, *_heights(view)], " "), text(f". {points(view)}")])


def points(view: HanabiView) -> str:
    """Return the score, and what is still possible."""
    if view.outcome is not None:
        return _("Score {points}.").format(points=view.outcome.score)
    return _("Score {now}; at most {reachable}.").format(
        now=view.score, reachable=view.reachable_score
    )


def hand(view: HanabiView, players: Players, seat: Seat) -> list[Line]:
    """Return a title, and a line for each card or group of equal cards."""
    cards = [info.card for info in view.hands[seat]]
    title = _hand_title if cards == sorted(cards) else sentences_talk.hand_title
    lines = [text(title(players.other(seat), n=seat + 1), "strong")]
    held = [(_held(info, view), n) for n, info in enumerate(view.hands[seat], start=1)]
    for about, alike in groupby(held, key=lambda each: each[0]):
        slots = ", ".join(str(n) for _, n in alike)  # brackets would be read aloud
        lines.append(joined([text(f"  {slots}{_(sentences.COLON)}"), about]))
    if not view.hands[seat]:
        lines.append(text(f"  {_(EMPTY_HAND)}"))
    return lines


def hands(view: HanabiView, players: Players) -> list[Line]:
    """Return all hands, clockwise, one's own last."""
    return [line for seat in players.from_next for line in hand(view, players, seat)]


def discards(view: HanabiView) -> list[Line]:
    title = text(
        _("Discarded, and still to come ({mark} marks a last copy):").format(mark=LAST_MARK),
        "strong",
    )
    return [title, *(_discards_of(view, colour) for colour in range(view.colours))]


def whose_turn(view: HanabiView, players: Players) -> Line | None:
    """Return whose turn it is; None while the protocol is at work and after the end."""
    if view.actor is None:
        return None
    who = players.other(view.actor)
    turn = texts.turn if view.turns_left is None else texts.last_turn
    return text(turn(who), "strong" if who is None else "")


def variants(view: HanabiView) -> list[Line]:
    """Return one line if any variant is in play."""
    played = [_(variant.name) for variant in VARIANTS if variant.is_played(view.rules)]
    return [text(_("Variants: {played}.").format(played=", ".join(played)))] if played else []


def result(view: HanabiView) -> list[Line]:
    """Return why the game is over, and the score; nothing while it goes on."""
    if view.outcome is None:
        return []
    reached = view.outcome.score
    score = texts.score(reached, view.max_score, view.rating)
    lines = [
        text(_(texts.GAME_OVER[view.outcome.reason]).format(limit=view.rules.red), "strong"),
        joined([text(_("Fireworks:")), *_heights(view)], " "),
    ]
    if reached != view.score:
        built = _("The fireworks had reached {points}, but a lost game scores 0.")
        lines.append(text(built.format(points=view.score)))
    return [*lines, text(score, "strong")]


def score_so_far(view: HanabiView) -> list[Line]:
    """Return the points; rated like a result if no more were possible (D29)."""
    sentence = _("Points so far: {points} of {most}.").format(
        points=view.score, most=view.max_score
    )
    is_final = bool(nothing_left(view))
    if is_final:
        sentence = texts.score(view.score, view.max_score, Rating.of(view.score))
    return [
        joined([text(_("Fireworks:")), *_heights(view)], " "),
        *([text(_("No more points were possible."))] if is_final else []),
        text(sentence, "strong"),
    ]


def nothing_left(view: HanabiView) -> str:
    """Return that no more points are possible (D29); empty with the finale, which ends anyway."""
    if view.outcome is not None or view.rules.finale or view.possible_score > view.score:
        return ""
    return _("At most {n} points are possible, and you have them.").format(n=view.score)


def held_at_the_end(view: HanabiView, players: Players, shown: Mapping[Card, Face]) -> list[Line]:
    """Return what was left in the hands; `shown` are faces that the end of the table revealed."""
    lines = []
    for seat in players.from_next:
        faces = [_face(info, shown) for info in view.hands[seat]]
        seen = [face for face in faces if face is not None]
        if len(seen) < len(faces):
            unseen = ngettext(
                "You still held one card that you never saw.",
                "You still held {n} cards that you never saw.",
                len(faces),
            )
            lines.append(text(unseen.format(n=len(faces))))
            continue
        cards = shorts(seen) or _("nothing")
        lines.append(text(texts.hand_left(players.other(seat), cards=cards)))
    return [*lines, *_pile_left(view, shown)]


def _pile_left(view: HanabiView, shown: Mapping[Card, Face]) -> list[Line]:
    """Return the rest of the pile, in the order in which it would have been drawn."""
    count = view.rules.cards
    undrawn = [Card(card) for card in range(count - view.pile, count)]
    if not undrawn or any(card not in shown for card in undrawn):
        return []
    return [text(sentences.pile_left(shorts(shown[card] for card in undrawn)))]


def _face(info: CardInfo, shown: Mapping[Card, Face]) -> Face | None:
    return info.face if isinstance(info, SeenCard) else shown.get(info.card)


def _heights(view: HanabiView) -> list[Line]:
    return [text(_height(c, h), COLOURS[c]) for c, h in enumerate(view.fireworks)]


def _height(colour: int, height: int) -> str:
    """Return R3, or aloud red 3."""
    return short(face_of(colour, height)) if height else f"{_named(colour)}0"


def _named(colour: int) -> str:
    """Return R, or aloud red and a space."""
    return f"{texts.colour(colour)} " if is_aloud() else colour_signs()[colour]


def _held(info: CardInfo, view: HanabiView) -> Line:
    if isinstance(info, SeenCard):
        about = about_seen(info, view)
        return joined([card(info.face), text(_(sentences.SEMICOLON) + about if about else "")])
    return text(about_own(info, view))


def _discards_of(view: HanabiView, colour: int) -> Line:
    """Return what was placed and discarded of a colour, and what can still be placed."""
    height, reach = view.fireworks[colour], view.within_reach[colour]
    gone = sorted(rank_of(face) for _, face in view.discards if colour_of(face) == colour)
    parts = [_("complete") if height == 5 else _("at {height}").format(height=height)]
    if gone:
        parts.append(_("discarded {ranks}").format(ranks=" ".join(map(str, gone))))
    if coming := list(_to_come(view, colour)):
        parts.append(_("to come {ranks}").format(ranks=" ".join(coming)))
    if reach < 5 and view.outcome is None:
        is_cut = not view.copies_left(face_of(colour, reach + 1))
        ends = (
            _("ends at {height}, no {rank} can come any more") if is_cut else _("ends at {height}")
        )
        parts.append(ends.format(height=reach, rank=reach + 1))
    letter = "" if is_aloud() else f"  {colour_signs()[colour]} "
    name = text(f"{letter}{texts.colour(colour)}", COLOURS[colour])
    return joined([name, text(_(sentences.COLON) + _(sentences.SEMICOLON).join(parts))])


def _to_come(view: HanabiView, colour: int) -> Iterable[str]:
    for rank in range(view.fireworks[colour] + 1, view.within_reach[colour] + 1):
        left = view.copies_left(face_of(colour, rank))
        yield from [str(rank)] * left if left > 1 else [_last(rank)]


def _last(rank: int) -> str:
    """Return 3!, or aloud 3 (last copy)."""
    return f"{rank} ({_('last copy')})" if is_aloud() else f"{rank}{LAST_MARK}"
