"""The log of a game, understood move by move as it was meant at the time."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.games.common.firework_cards import all_faces, colour_of
from protocol.game import Card, Seat

from ..state import Discarded, Entry, Hinted, Played
from ..view import HanabiView, SeenCard
from .conventions import Promise, TableKnowledge, is_careful
from .partners import Manner, Partner


def read(view: HanabiView, moves: int | None = None) -> TableKnowledge:
    """Return the table with every hint understood, and every partner judged: now, or as it was
    after so many moves of the log."""
    reading = _Reading(view)
    for entry, hand in list(zip(view.log, _hands_before(view), strict=True))[:moves]:
        reading.follow(entry, hand)
    return reading.end() if moves is None else reading.table


class _Reading:
    """The table as it was, up to some move. `hinted` are the faces that hints leave of a card."""

    def __init__(self, view: HanabiView) -> None:
        self.view = view
        self.table = at_the_start(view)
        self.hinted: dict[Card, int] = {}
        self.every = all_faces(view.colours)
        self.pending: dict[Card, tuple[Promise, Promise | None]] = {}
        self.red, self.blue = 0, view.rules.blue
        self.gone = 0  # faces of which no copy is left

    def follow(self, entry: Entry, hand: Sequence[Card]) -> None:
        if entry.seat != self.view.seat:
            self._judge_move(entry, hand)
        if isinstance(entry, Hinted):
            self._hint(entry)
        else:
            self._reveal(entry)

    def end(self) -> TableKnowledge:
        """Also judge what is known by now not to be as it was told, in this seat's own hand."""
        for card, (promise, _) in self.pending.items():
            if not promise.faces & self.hinted[card]:
                self.table.partners[promise.giver].promised(kept=False, alone=None)
        return self.table

    def _judge_move(self, entry: Entry, hand: Sequence[Card]) -> None:
        logical = {card: self._logical(card) for card in hand}
        unfit, live = ~self.table.playable(), self.table.live
        told = {
            manner: [
                card
                for card, faces in logical.items()
                if not (faces if self.careful else live(card, faces, manner)) & unfit
            ]
            for manner in Manner
        }
        self.table.partners[entry.seat].moved(entry, told)

    @property
    def careful(self) -> bool:
        return is_careful(self.red, self.view.rules)

    def _logical(self, card: Card) -> int:
        return self.hinted.get(card, self.every) & ~self.gone

    def _hint(self, entry: Hinted) -> None:
        table, hint = self.table, entry.move
        meant = self.view.rules.meant_by(hint)
        for card in entry.hand:
            mask = meant if card in hint.touched else ~meant
            self.hinted[card] = self.hinted.get(card, self.every) & mask
        before = dict(table.promises), dict(table.alone)
        table.hear(entry)
        had_to = self.blue == self.view.rules.blue
        self.blue -= 1
        if had_to or self.careful or entry.seat == self.view.seat:
            return
        for card in hint.touched:
            promise, alone = table.promises.get(card), table.alone.get(card)
            promise = None if before[0].get(card) is promise else promise
            alone = None if before[1].get(card) is alone else alone
            if promise is None or not promise.faces & self._logical(card):
                continue  # nothing was promised, or nobody can have meant it
            if hint.seat == self.view.seat or card not in table.faces:  # or nobody's eyes look on
                self.pending[card] = promise, alone
            else:
                self._judge_hint(card, promise, alone)

    def _judge_hint(self, card: Card, promise: Promise, alone: Promise | None) -> None:
        face = 1 << self.table.faces[card]
        self.table.partners[promise.giver].promised(
            kept=bool(face & promise.faces),
            alone=None if alone is None else bool(face & alone.faces),
        )

    def _reveal(self, entry: Played | Discarded) -> None:
        if (told := self.pending.pop(entry.move.card, None)) is not None:
            self._judge_hint(entry.move.card, *told)
        self.table.see(entry)
        back = entry.earned if isinstance(entry, Played) else 1
        self.blue = min(self.blue + back, self.view.rules.blue)
        self.red += isinstance(entry, Played) and not entry.placed
        if not self.table.left[entry.face]:
            self.gone |= 1 << entry.face


def at_the_start(view: HanabiView) -> TableKnowledge:
    """Return the table before the first move of the log."""
    faces = {c.card: c.face for hand in view.hands for c in hand if isinstance(c, SeenCard)}
    fireworks, left = list(view.fireworks), list(view.left)
    holder = {info.card: Seat(seat) for seat, hand in enumerate(view.hands) for info in hand}
    for event in view.log:
        if isinstance(event, Hinted):
            continue
        faces[event.move.card] = event.face
        left[event.face] += 1
        fireworks[colour_of(event.face)] -= isinstance(event, Played) and event.placed
        holder[event.move.card] = event.seat
    partners = {Seat(seat): Partner() for seat in range(view.players)}
    return TableKnowledge(
        faces=faces,
        fireworks=fireworks,
        left=left,
        holder=holder,
        partners=partners,
        is_strict=view.rules.red == 1,
    )


def _hands_before(view: HanabiView) -> list[tuple[Card, ...]]:
    """Return for each move of the log the hand of who made it, before it was made."""
    hands = [[info.card for info in hand] for hand in view.hands]
    drawn = view.rules.cards - view.pile - 1  # the number of the last card drawn
    before: list[tuple[Card, ...]] = []
    for entry in reversed(view.log):
        hand = hands[entry.seat]
        if not isinstance(entry, Hinted):
            if hand and hand[-1] == drawn:
                hand.pop()
                drawn -= 1
            hand.insert(entry.slot, entry.move.card)
        before.append(tuple(hand))
    return before[::-1]
