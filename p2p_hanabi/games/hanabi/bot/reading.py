"""Interpretation of a game's log, move by move, as each move was meant at the time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from p2p_hanabi.games.common.face_sets import listed
from p2p_hanabi.games.common.firework_cards import colour_of
from protocol.game import Card, Seat

from ..past import hands_before
from ..state import Discarded, Entry, Hinted, Played, Tokens
from ..view import HanabiView, SeenCard
from . import finesses
from .conventions import Promise, TableKnowledge, is_careful
from .partners import HintClaim, Manner, Partner


def read(view: HanabiView, moves: int | None = None) -> TableKnowledge:
    """Return the table with every hint interpreted and every partner judged: now, or after this
    number of moves of the log."""
    reading = _Reading(view)
    for entry, hands in list(zip(view.log, hands_before(view), strict=False))[:moves]:
        reading.advance(entry, hands)
    return reading.end() if moves is None else reading.knowledge


class _Reading:
    """The table as it was up to some move."""

    def __init__(self, view: HanabiView) -> None:
        self.view = view
        self.knowledge = at_the_start(view)
        self.pending: dict[Card, tuple[Seat, dict[Manner, HintClaim]]] = {}  # own cards
        self.tokens = Tokens(view.rules.blue)

    def advance(self, entry: Entry, hands: Sequence[Sequence[Card]]) -> None:
        self.knowledge.hands = hands
        self._judge_move(entry, hands[entry.seat])
        if isinstance(entry, Hinted):
            self._hint(entry)
        else:
            self._reveal(entry)
        self.tokens = self.tokens.after(entry, self.view.rules)
        self.knowledge.is_careful = is_careful(self.tokens.red, self.view.rules)
        finesses.settle(self.knowledge, entry)

    def end(self) -> TableKnowledge:
        """Also judge promises about this seat's own hand that are known to be false by now."""
        self.knowledge.hands = [[info.card for info in hand] for hand in self.view.hands]
        for card, (giver, claims) in self.pending.items():
            claim = claims[Manner.CONVENTIONS]
            if not claim.faces & self.knowledge.hinted[card]:
                self.knowledge.partners[giver].promised({Manner.CONVENTIONS: claim}, 0)
        return self.knowledge

    def _judge_move(self, entry: Entry, hand: Sequence[Card]) -> None:
        table, unfit = self.knowledge, ~self.knowledge.playable()
        expected: dict[Manner, list[Card]] = {manner: [] for manner in Manner}
        for card in hand:
            logical = table.logical(card)
            is_told = card in table.touched or card in table.promises
            if table.is_careful or not is_told:  # everybody plays only what is certain
                fitting: Iterable[Manner] = () if logical & unfit else expected
            else:
                fitting = [each for each in expected if not table.live(card, logical, each) & unfit]
            for manner in fitting:
                expected[manner].append(card)
        if isinstance(entry, Discarded):
            untouched = [card for card in hand if card not in table.touched]
            table.partners[entry.seat].discarded(entry.move.card, untouched)
        alarm = (
            isinstance(entry, Discarded)
            and not self.tokens.blue
            and bool(expected[Manner.CONVENTIONS])
        )
        if alarm and self._alarmed(entry.seat):
            return
        if entry.seat != self.view.seat:
            table.partners[entry.seat].moved(entry, expected)
        if isinstance(entry, Played):
            knew = [manner for manner, cards in expected.items() if entry.move.card in cards]
            table.partners[entry.seat].is_proven |= bool(knew) and Manner.LITERAL not in knew

    def _alarmed(self, seat: Seat) -> bool:
        """Interpret a discard instead of a play, with no hint token left: keep your chop. Return
        whether it is an alarm."""
        table, after = self.knowledge, Seat((seat + 1) % self.view.players)
        if not table.knows_alarm(seat, after):
            return False
        chop = table.chop(table.hands[after])
        face = table.faces.get(chop) if chop is not None else None
        if chop is None or (face is not None and not 1 << face & table.critical()):
            return False
        table.alarmed.add(chop)
        return True

    def _hint(self, entry: Hinted) -> None:
        table, hint = self.knowledge, entry.move
        meant = self.view.rules.meant_by(hint)
        before = dict(table.promises), dict(table.alone)
        promised = table.promise(entry.seat, hint, entry.hand)
        for card in entry.hand:
            mask = meant if card in hint.touched else ~meant
            table.hinted[card] = table.hinted.get(card, table.every) & mask
        had_to = self.tokens.blue == self.view.rules.blue
        finesses.interpret(table, entry, promised)
        if had_to or table.is_careful or entry.seat == self.view.seat:
            return
        for card in hint.touched:
            promise, alone = table.promises.get(card), table.alone.get(card)
            promise = None if before[0].get(card) is promise else promise
            alone = None if before[1].get(card) is alone else alone
            if promise is None or not _meant(promise) & table.logical(card):
                continue  # no promise, or an impossible one
            claims = {Manner.CONVENTIONS: self._claim(card, _meant(promise))}
            if alone is not None:
                claims[Manner.ALONE] = self._claim(card, alone.faces)
            if hint.seat == self.view.seat or card not in table.faces:  # or an observer's view
                self.pending[card] = promise.giver, claims
            else:
                table.partners[promise.giver].promised(claims, 1 << table.faces[card])

    def _claim(self, card: Card, faces: int) -> HintClaim:
        """Return the claim that a card has one of these faces, with its share of the copies left
        that the hints allow."""
        logical = self.knowledge.logical(card)
        fitting, all_of_them = (
            sum([self.knowledge.remaining[face] for face in listed(among)])
            for among in (logical & faces, logical)
        )
        return HintClaim(faces, min(max(fitting / max(all_of_them, 1), _LEAST), 1 - _LEAST))

    def _reveal(self, entry: Played | Discarded) -> None:
        if (pending := self.pending.pop(entry.move.card, None)) is not None:
            giver, claims = pending
            self.knowledge.partners[giver].promised(claims, 1 << entry.face)
        self.knowledge.see(entry)


_LEAST = 0.05  # nothing is certain of a hint given at random


def _meant(promise: Promise) -> int:
    """Return all faces that a hint can have meant for its focus."""
    return reduce(or_, promise.waits.values(), promise.faces)


def at_the_start(view: HanabiView) -> TableKnowledge:
    """Return the table before the first move of the log."""
    faces = {c.card: c.face for hand in view.hands for c in hand if isinstance(c, SeenCard)}
    fireworks, left = list(view.fireworks), list(view.remaining)
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
        remaining=left,
        holder=holder,
        partners=partners,
        is_strict=view.rules.red == 1,
        is_careful=is_careful(0, view.rules),
        absent=frozenset(seat for _, seat in view.passed),
    )
