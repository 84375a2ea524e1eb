"""What one seat's machine holds, and what there is to know of its table there.

Nothing here changes anything; `table.py` does.
Source: docs/protocol.md, sections 4, 7 and 8.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, cast

from ..audit.recompute import all_faces, shown_secrets
from ..crypto.group import Scalar
from ..crypto.proofs import TableSecret
from ..game import AnyGame, Card, Everyone, Face, Game, Move, Seat, State, View
from ..identity.keys import Identity
from ..identity.seating import Seating
from ..ledger.history import History, Statement
from ..ledger.transcript import write_transcript
from ..rounds.cards import Private
from ..rounds.phases import Closed, Dealing, Phase
from ..rounds.prover import Prover
from ..rounds.state import Stage
from .absences import Absences
from .disputes import Disputes
from .effects import Effect
from .forks import Forks
from .progress import status_of
from .remarks import Arrangement, Heard, Rule
from .status import Ending, Status
from .stops import Stops
from .sync import Links
from .table_talk import Talk
from .transcript_agreement import TranscriptAgreement


@dataclass(frozen=True)
class Me:
    """The seat that a machine speaks for."""

    seat: Seat
    identity: Identity
    secret: bytes


class Queries(Generic[View, Move]):
    """A seat's machine as its player sees it.

    Its player has the views and moves of one game; inside, what comes from a game goes back to it,
    and no more is known.
    """

    def __init__(
        self, game: Game[State, Move, View], seating: Seating, signatures: Sequence[bytes], me: Me
    ) -> None:
        self._me = me
        self._seating = seating
        self._history = History.of(cast("AnyGame", game), seating, signatures)
        self._prover = Prover(me.seat, TableSecret(me.secret, seating.table), Private())
        self._told: dict[Seat, dict[Card, Scalar]] = {}  # blindings told in the open deal
        self._early: dict[tuple[int, Seat], Statement] = {}
        self._links = Links()
        self._disputes = Disputes(me.seat)
        self._stops = Stops()
        self._absences = Absences(me.seat, seating)
        self._forks = Forks()
        self._agreement = TranscriptAgreement()
        self._talk = Talk(seating)
        self._past: dict[int, tuple[Stage, View]] = {}  # views of earlier rounds, by their numbers
        self._effects: list[Effect] = []

    # What there is to know.

    def status(self) -> Status:
        objectors = tuple(sorted(said.seat for said in self._disputes.unjudged()))
        status = status_of(self._history, ended=self.ending() is not None, objectors=objectors)
        return replace(
            status,
            stop_said_by=self._stops.said_by(self._history),
            absent_said=self._absences.said_in(self._history),
            left=tuple(sorted(self._absences.left)),
            lacking=self._lacking if self._is_closed else (),
        )

    def view(self) -> View | None:
        """What the game lets this seat look at; absent (None) until the beacon is known."""
        stage = self._history.stage
        if not stage.beacon:
            return None
        return self._view(stage)

    def past(self) -> list[View]:
        """What `view` returned at earlier states of the game, the oldest first, but for those in
        which hands were being dealt: what is held is half known then."""
        first: dict[int, Stage] = {}  # by the identity of its state
        for stage in (done.stage for done in self._history.rounds):
            if stage.beacon and not _deals_hands(stage.phase):
                first.setdefault(id(stage.state), stage)
        first.pop(id(self._history.stage.state), None)
        return [self._view_then(stage) for stage in first.values()]

    def _view_then(self, stage: Stage) -> View:
        kept = self._past.get(stage.round_number)
        if kept is None or kept[0] is not stage:  # the last rounds can be played again (section 14)
            kept = self._past[stage.round_number] = (stage, self._view(stage))
        return kept[1]

    def _view(self, stage: Stage) -> View:
        view = stage.game.view(stage.state, self._me.seat, self._prover.known(stage.cards))
        return cast("View", view)

    def faces(self) -> dict[Card, Face]:
        """Every face that is known here: after a close that shows the secrets, of all cards."""
        if self._is_closed:
            secrets = shown_secrets(self._history.rounds[-1].said, self._seating)
            if len(secrets) == len(self._history.stage.active):
                return all_faces(self._history.stage, secrets)
        return self._prover.known(self._history.stage.cards)

    @property
    def rule_of_talk(self) -> Rule:
        """What may be said beside the game."""
        return self._talk.rule

    def heard(self) -> tuple[Heard, ...]:
        """What was last said beside the game."""
        return self._talk.heard()

    def orders(self) -> tuple[Arrangement, ...]:
        """How hands were put in order by their owners, the later after the earlier."""
        return self._talk.orders(self._history)

    def ending(self) -> Ending | None:
        return self._disputes.ending

    @property
    def settled(self) -> bool:
        """The table has closed and every other seat is known to hold the same transcript."""
        return not self._lacking

    def transcript(self) -> bytes:
        """The file, as far as the table has come, with the account of how it ended."""
        file = None if self._is_closed else self.evidence()
        return file if file is not None else write_transcript(self._history)

    def evidence(self) -> bytes | None:
        """The file to keep if the table ended otherwise than by `close`; absent if it did not."""
        return self._disputes.file(self._history)

    @property
    def _lacking(self) -> tuple[Seat, ...]:
        others = (seat for seat in self._history.stage.active if seat != self._me.seat)
        return self._agreement.lacking(others)

    @property
    def _is_closed(self) -> bool:
        return isinstance(self._history.stage.phase, Closed)


def _deals_hands(phase: Phase) -> bool:
    return isinstance(phase, Dealing) and any(
        not isinstance(audience, Everyone) for _, audience in phase.cards
    )
