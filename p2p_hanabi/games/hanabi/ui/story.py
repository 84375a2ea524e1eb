"""The story of a Hanabi game, move by move, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from p2p_hanabi.games.common.face_sets import listed
from p2p_hanabi.games.common.firework_cards import colour_of, rank_of
from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.model.game.log_filter import Event
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.table import sentences_absence as say_absence
from p2p_hanabi.ui.words import sentences_shared as sentences
from p2p_hanabi.ui.words.i18n import _
from protocol.game import Card, Face, Seat

from ..moves import Hint, HintColour
from ..state import Discarded, Entry, Hinted, Played, Rules, Tokens
from ..view import HanabiView, SeenCard
from . import painter as hanabi_painter
from .knowledge import in_hand
from .words import sentences as texts


def story(view: HanabiView, players: Players) -> Iterator[str]:
    """Yield one sentence for each move of the log, in order."""
    tokens = Tokens(view.rules.blue)
    for entry in view.log:
        before, tokens = tokens, tokens.after(entry, view.rules)
        yield _entries(entry, view, players, (before, tokens))


def events(view: HanabiView, players: Players) -> Iterator[Event]:
    """Yield each move of the log, with what it says about each card."""
    drawn = following_card(view)
    for entry, sentence in zip(view.log, story(view, players), strict=True):
        if isinstance(entry, Hinted):
            about = {card: _about(card, entry) for card in entry.hand}
            yield Event(sentence, entry.seat, entry.move.seat, about)
            continue
        about = {entry.move.card: ""}
        if (card := next(drawn, None)) is not None:
            about[card] = _("Then this card is drawn.")
        yield Event(sentence, entry.seat, None, about)


def _about(card: Card, hint: Hinted) -> str:
    """Return the card's position at the time, and whether the hint touched it."""
    place = in_hand(hint.hand.index(card))
    if card in hint.move.touched:
        return _("It was {n}: this card.").format(n=place)
    return _("It was {n}: not this card.").format(n=place)


def following_card(view: HanabiView) -> Iterator[Card]:
    """Yield the cards drawn after the deal, in order, which is ascending."""
    last = view.rules.cards - view.pile
    return map(Card, range(view.rules.hand_size * view.players, last))


def face_name(face: Face) -> str:
    return texts.face(colour_of(face), rank_of(face))


def drawn(view: HanabiView, players: Players, seat: Seat, left: int) -> str:
    """Describe the draw that left `left` cards in the pile."""
    number = Card(view.rules.cards - left - 1)
    seen = next((c for c in view.hands[seat] if c.card == number), None)
    card = face_name(seen.face) if isinstance(seen, SeenCard) else None
    return texts.drew(players.other(seat), card, left)


def hint_meaning(hint: Hint, hand: tuple[Card, ...], rules: Rules) -> str:
    """Return what a hint says about this hand."""
    slots = [slot for slot, card in enumerate(hand) if card in hint.touched]
    if isinstance(hint, HintColour):
        colours = sorted({colour_of(face) for face in listed(rules.meant_by(hint))})
        return texts.colour_meaning(colours, slots, len(hand))
    return texts.rank_meaning(hint.rank, slots, len(hand))


def _entries(
    entry: Entry, view: HanabiView, players: Players, tokens: tuple[Tokens, Tokens]
) -> str:
    """Describe a move; `tokens` are those before it and after it."""
    who, blue = players.other(entry.seat), texts.blue_tokens(tokens[1].blue, view.rules.blue)
    match entry:
        case Hinted(move=move, hand=hand):
            meaning = hint_meaning(move, hand, view.rules)
            return texts.hinted(who, players.other(move.seat), meaning, blue)
        case Discarded(slot=slot, face=face):
            return texts.discarded(who, n=slot + 1, card=face_name(face), blue=blue)
        case Played():
            return _played(entry, view, who, tokens)


def _played(entry: Played, view: HanabiView, who: str | None, tokens: tuple[Tokens, Tokens]) -> str:
    colour, announced = colour_of(entry.face), entry.move.announced
    facts = {"n": entry.slot + 1, "card": face_name(entry.face)}
    if announced is None:
        card = texts.played(who, **facts)
    else:
        card = texts.played_announced(who, colour=texts.colour(announced), **facts)
    if entry.placed:
        bonus = _bonus(*tokens, view.rules.blue) if entry.earned else ""
        return f"{card} {texts.fits(colour, rank_of(entry.face), bonus)}"
    falsely = None if announced == colour else announced
    return f"{card} {texts.mistake(falsely, tokens[1].red, view.rules.red)}"


def _bonus(before: Tokens, after: Tokens, most: int) -> str:
    """Return the blue tokens after a play that earns some, unless all were there (HB29)."""
    if before.blue == most:
        return _("All blue tokens are already available.")
    return texts.blue_tokens(after.blue, most)


class HanabiTeller:
    """Reports moves, draws and losses. A draw follows its move, possibly in a later update."""

    def __init__(self, players: Players) -> None:
        self._players = players
        self._last: HanabiView | None = None
        self._pile = 0
        self._drawer: Seat | None = None

    def look(self, view: HanabiView) -> list[Line]:
        last, self._last = self._last, view
        return self._first(view) if last is None else self._since(last, view)

    def _first(self, view: HanabiView) -> list[Line]:
        self._pile = view.pile
        lines = [text(_("The cards have been dealt."))]
        if view.log:
            lines.append(text(sentences.moves_before(len(view.log))))
            if not isinstance(view.log[-1], Hinted) and view.actor is None:
                self._drawer = view.log[-1].seat
        painted = hanabi_painter.hands(view, self._players)
        return [*lines, *painted, hanabi_painter.tokens(view)]

    def _since(self, last: HanabiView, view: HanabiView) -> list[Line]:
        descriptions = list(story(view, self._players))
        lines: list[Line] = []
        for entry, sentence in zip(
            view.log[len(last.log) :], descriptions[len(last.log) :], strict=True
        ):
            lines += self._draw(view)
            lines.append(text(sentence))
            self._drawer = None if isinstance(entry, Hinted) else entry.seat
        lost, is_gone = self._losses(last, view), len(view.passed) > len(last.passed)
        lines += [*([] if is_gone else lost), *self._draw(view), *self._passed_over(last, view)]
        return [*lines, *(lost if is_gone else [])]

    def _draw(self, view: HanabiView) -> list[Line]:
        """Return the draw after the last reported move, if the card is dealt by now."""
        if self._drawer is None or self._pile == view.pile:
            return []
        seat, self._drawer = self._drawer, None
        self._pile -= 1
        lines = [text(drawn(view, self._players, seat, self._pile))]
        if self._pile:
            return lines
        return [
            *lines,
            text(
                _("That was the last card: the finale begins, and nobody draws any more.")
                if view.rules.finale
                else _("That was the last card: every player has one more turn."),
                "strong",
            ),
        ]

    def _losses(self, last: HanabiView, view: HanabiView) -> list[Line]:
        reach = enumerate(zip(last.uncut, view.uncut, strict=True))
        lower = [(colour, now) for colour, (before, now) in reach if now < before]
        return [text(texts.out_of_reach(colour, now), "alarm") for colour, now in lower]

    def _passed_over(self, last: HanabiView, view: HanabiView) -> list[Line]:
        """Return who was skipped: departed players (D25), or those between the last to move and the
        next who could not move (D19)."""
        is_new = (last.turn, last.actor) != (view.turn, view.actor)
        gone = [seat for _, seat in view.passed[len(last.passed) :]]
        lines = [text(say_absence.passed_over(self._players.other(seat))) for seat in gone]
        if view.actor is None or not view.log or not is_new:
            return lines
        has_moved = len(view.log) > len(last.log) or last.actor is None
        before = view.log[-1].seat if has_moved else cast("Seat", last.actor)
        seats = [Seat((before + k) % view.players) for k in range(1, view.players)]
        skipped = seats[: seats.index(view.actor)] if view.actor in seats else seats
        stuck = [seat for seat in skipped if seat not in gone]
        return [*lines, *(text(texts.passed_over(self._players.other(seat))) for seat in stuck)]
