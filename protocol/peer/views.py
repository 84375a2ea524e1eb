"""What a seat may see: the game's views for it, present and past, and the faces that it knows.

Source: docs/protocol.md, section 5, on who may see a card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, cast

from ..audit.recompute import all_faces, shown_secrets
from ..encoding import Value
from ..game import AnyView, Card, Everyone, Face, Seat, View
from ..ledger.history import History, Round
from ..rounds.cards import Shown
from ..rounds.phases import Dealing, Moved, Phase
from ..rounds.seat_secrets import Prover
from ..rounds.state import Stage


@dataclass(frozen=True, slots=True)
class MadeMove:
    """A move whose round is complete; `packed` is its wire form."""

    round_number: int
    seat: Seat
    packed: Value


@dataclass(frozen=True, slots=True)
class Seen(Generic[View]):
    """What one seat sees of the game in one round; the fields match the queries of `Table`.

    `public` is the game's public state (section 9), None until there is a view.
    """

    view: View | None
    past: tuple[View, ...]
    faces: Mapping[Card, Face]
    made: tuple[MadeMove, ...]
    public: Value


class Views(Generic[View]):
    """The views of one seat. Past ones are built once, because a screen requests all of them."""

    def __init__(self) -> None:
        self._past: dict[int, tuple[Stage, View]] = {}  # by round number
        self._first: dict[int, Stage] = {}  # by the id of its state
        self._noted = 0  # how many rounds `_first` covers
        self._last: Round | None = None  # the last of these
        self._seen: tuple[tuple[object, ...], Seen[View]] | None = None

    def seen(self, history: History, prover: Prover) -> Seen[View]:
        """Return all that the seat sees, rebuilt only when some of it has changed."""
        stage, last = history.stage, self._seen
        of = (stage.state, stage.cards, prover, history.is_closed)
        if last is None or any(new is not old for new, old in zip(of, last[0], strict=True)):
            past = tuple(self.past(history, prover))
            seen = Seen(
                view=self.now(history, prover),
                past=past,
                faces=faces_of(history, prover),
                made=tuple(_made(history.rounds)),
                public=stage.rules.public(stage.state) if stage.beacon else None,
            )
            last = self._seen = (of, seen)
        return last[1]

    def now(self, history: History, prover: Prover) -> View | None:
        """Return the game's view for the seat; None until the beacon is known."""
        stage = history.stage
        return self._view(stage, prover) if stage.beacon else None

    def past(self, history: History, prover: Prover) -> list[View]:
        """Return the views at earlier states of the game, oldest first, except those while hands
        were being dealt: hands are half known then."""
        self._note_states(history.rounds)
        now = history.stage.state
        earlier = (stage for stage in self._first.values() if stage.state is not now)
        return [self._view_at(stage, prover) for stage in earlier]

    def _note_states(self, rounds: Sequence[Round]) -> None:
        """Record the first stage of each state of the game in the rounds since the last call."""
        if self._noted and rounds[self._noted - 1 : self._noted] != [self._last]:
            self._first, self._noted = {}, 0  # some rounds were rolled back (§14)
        for done in rounds[self._noted :]:
            self._last = done
            if done.stage.beacon and not _deals_hands(done.stage.phase):
                self._first.setdefault(id(done.stage.state), done.stage)
        self._noted = len(rounds)

    def _view_at(self, stage: Stage, prover: Prover) -> View:
        kept = self._past.get(stage.round_number)
        if kept is None or kept[0] is not stage:  # the last rounds can be played again (§14)
            kept = self._past[stage.round_number] = (stage, self._view(stage, prover))
        return kept[1]

    def _view(self, stage: Stage, prover: Prover) -> View:
        return cast("View", stage.rules.view(stage.state, prover.seat, prover.known(stage.cards)))


def onlooker_view(stage: Stage) -> AnyView | None:
    """Return the game's view for somebody without a seat, who has seen only what everybody has;
    None until the beacon is known. It is computed from the public stage alone, from the side of
    seat 0, whose own cards are as unknown as all others."""
    if not stage.beacon:
        return None
    shown = stage.cards.standing.items()
    known = {card: standing.face for card, standing in shown if isinstance(standing, Shown)}
    return stage.rules.view(stage.state, Seat(0), known)


def faces_of(history: History, prover: Prover) -> dict[Card, Face]:
    """Return every face known to a seat: after a close that reveals the secrets, of all cards."""
    stage = history.stage
    if history.is_closed:
        secrets = shown_secrets(history.rounds[-1].verified, stage.seating)
        if len(secrets) == len(stage.active):
            return all_faces(stage, secrets)
    return prover.known(stage.cards)


def _made(rounds: Sequence[Round]) -> Iterator[MadeMove]:
    for done in rounds:
        for seat, verified in done.verified.items():
            if isinstance(verified, Moved) and done.gone is None:
                packed = done.stage.rules.pack(verified.move)
                yield MadeMove(done.stage.round_number, seat, packed)


def _deals_hands(phase: Phase) -> bool:
    return isinstance(phase, Dealing) and any(
        not isinstance(audience, Everyone) for _, audience in phase.cards
    )
