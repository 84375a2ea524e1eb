"""Prompts and finesses: a hint at a card that is one away from playable calls for the missing card.

If only one card is missing below the focus of a hint, somebody who moves before the focus's owner
has that card and is **called** on: that player at once plays the newest touched card that may be
the missing one (a prompt), else the newest untouched card (a finesse). Everybody but its owner sees
the missing card: a player who sees it in no other hand has it. The owner of the focus then learns
its face from what was played.

Only among players who have shown that they know the conventions, until one fails to answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from p2p_hanabi.games.common.face_sets import listed
from p2p_hanabi.games.common.firework_cards import rank_of
from protocol.game import Card, Face, Seat

from ..moves import Hint
from ..state import Entry, Hinted, Played
from .conventions import Called, Promise, TableKnowledge
from .partners import Manner


@dataclass(frozen=True, slots=True)
class Finesse:
    """A hint that skips the card `missing`.

    `having` are the seats that visibly have it, each with that card; `others` are those that would
    play a different card, or one that the reader does not see.
    """

    missing: Face
    having: tuple[tuple[Seat, Card], ...]
    others: tuple[tuple[Seat, Card], ...]


def finesse(
    table: TableKnowledge, giver: Seat, hint: Hint, promised: tuple[Card, Promise]
) -> Finesse | None:
    """Return what a hint at this focus calls for; None if it makes sense without a call."""
    focus, promise = promised
    face = table.faces.get(focus)
    if face is None or rank_of(face) == 1 or 1 << face & promise.faces:
        return None
    missing = Face(face - 1)
    if not 1 << missing & table.playable():
        return None
    asked = [
        (seat, card)
        for seat in _between(table, giver, hint.seat)
        if (card := candidate(table, seat, missing)) is not None
        and not _comes_anyway(table, seat, missing)
    ]
    having = tuple(each for each in asked if table.faces.get(each[1]) == missing)
    return Finesse(missing, having, tuple(each for each in asked if each not in having))


def candidate(table: TableKnowledge, seat: Seat, missing: Face) -> Card | None:
    """Return the card that a seat plays if called on for this face."""
    untouched = None
    for card in reversed(table.hands[seat]):
        if card not in table.touched:
            untouched = card if untouched is None else untouched
        elif table.live(card, table.logical(card), Manner.CONVENTIONS) >> missing & 1:
            return card
    return untouched


def _comes_anyway(table: TableKnowledge, seat: Seat, missing: Face) -> bool:
    """Return whether a seat is to play a card anyway that may be the missing one."""
    unfit = ~table.playable()
    for card in table.hands[seat]:
        promise = table.promises.get(card)
        live = table.live(card, table.logical(card), Manner.CONVENTIONS)
        if live >> missing & 1 and ((promise and promise.play) or not live & unfit):
            return True
    return False


def _between(table: TableKnowledge, giver: Seat, receiver: Seat) -> Iterator[Seat]:
    """Yield the seats between giver and receiver that can be called on, if those two take part."""
    if table.is_strict or table.is_careful:
        return
    if not (table.partners[giver].finesses and table.partners[receiver].conforms):
        return
    seat = giver
    while (seat := Seat((seat + 1) % len(table.hands))) != receiver:
        if seat not in table.absent and table.partners[seat].finesses:
            yield seat


def interpret(table: TableKnowledge, entry: Hinted, promised: tuple[Card, Promise] | None) -> None:
    """Interpret a hint, and note who is called on by it."""
    if promised is None:
        table.interpret(entry, None)
        return
    focus, promise = promised
    called = _called(table, entry, focus, promise)
    waits = _waits(table, entry, focus, promise)
    if called is not None:
        seat, card, missing = called
        waits[card] = 1 << table.faces[focus]
    table.interpret(entry, (focus, replace(promise, waits=waits)))
    if called is not None:
        table.called[seat] = Called(card, focus)
        table.promises[card] = Promise(1 << missing, True, entry.seat)


def _called(
    table: TableKnowledge, entry: Hinted, focus: Card, promise: Promise
) -> tuple[Seat, Card, Face] | None:
    found = finesse(table, entry.seat, entry.move, (focus, promise))
    if found is None or len(found.having) > 1:
        return None
    own = [(seat, card) for seat, card in found.others if card not in table.faces]
    called = next(iter([*found.having, *own]), None)
    return None if called is None else (*called, found.missing)


def _waits(table: TableKnowledge, entry: Hinted, focus: Card, promise: Promise) -> dict[Card, int]:
    """Return the face that the focus has after each play that seats in between may make."""
    waits: dict[Card, int] = {}
    possible = table.logical(focus) & ~promise.faces
    for seat in _between(table, entry.seat, entry.move.seat):
        for missing in listed(table.playable()):
            if rank_of(missing) < 5 and possible >> missing + 1 & 1:
                card = candidate(table, seat, missing)
                if card is not None and table.faces.get(card) == missing:
                    waits[card] = 1 << missing + 1
    return waits


def settle(table: TableKnowledge, entry: Entry) -> None:
    """Draw conclusions from a move about earlier calls."""
    called = table.called.pop(entry.seat, None)
    played = entry.move.card if isinstance(entry, Played) and entry.placed else None
    if called is not None and called.card != played:
        table.promises.pop(called.card, None)
        table.partners[entry.seat].is_deaf = True
    for focus, promise in [each for each in table.promises.items() if each[1].waits]:
        face = promise.waits.get(played) if played is not None else None
        if face is not None and (called is None or called.focus == focus):
            table.promises[focus] = Promise(face, True, promise.giver)
        else:
            table.promises[focus] = replace(
                promise, waits=_still_open(table, entry, focus, promise)
            )


def _still_open(
    table: TableKnowledge, entry: Entry, focus: Card, promise: Promise
) -> dict[Card, int]:
    """Return what is still awaited, without cards of the seat that moved or newly touched ones."""
    touched = entry.move.touched if isinstance(entry, Hinted) else ()
    return {
        card: face
        for card, face in promise.waits.items()
        if table.holder[card] != entry.seat and (card not in touched or focus in touched)
    }
