"""The boxes that others have sealed for this seat, and what it has learnt from them.

Source: docs/protocol.md, sections 4 (§4 in a comment), 5 and 14.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..crypto.group import Scalar
from ..crypto.key_split import Escrowed
from ..crypto.parts import Workers, in_turn
from ..crypto.proofs import TableSecret
from ..crypto.sealed_shares import BadBox
from ..game import Card, Seat
from ..identity.seating import Seating
from ..ledger.evidence import FalseBox
from ..ledger.history import Round, Statement
from ..rounds.cards import Private
from ..rounds.deal import learn, unseal
from ..rounds.phases import Dealt, Verified
from ..rounds.seat_secrets import Prover
from ..rounds.state import Stage
from .own_seat import SigningSeat


class OpenedBoxes:
    """`prover` is this seat with all that it knows; each deal replaces it."""

    def __init__(self, me: SigningSeat, seating: Seating) -> None:
        self.prover = Prover(me.seat, TableSecret(me.secret, seating.table), Private())
        self._blindings: dict[Seat, dict[Card, Scalar]] = {}  # blindings received in the open deal

    def open(
        self,
        stage: Stage,
        sender: Seat,
        verified: Verified,
        *,
        is_proven: bool = False,
        together: Workers = in_turn,
    ) -> BadBox | None:
        """Open what was sealed for this seat; return the fault in it, if any."""
        if sender == self.prover.seat:
            return None
        try:
            match verified:
                case Dealt():
                    self._blindings[sender] = unseal(
                        *(stage, self.prover, sender, verified),
                        is_proven=is_proven,
                        together=together,
                    )
                # §14: checked now, since a share that proves false after its sender is gone could
                # not be replaced.
                case Escrowed() if not is_proven:
                    key = self.prover.secret.box_key
                    verified.open(self.prover.seat, key, stage.keys[sender].box)
        except BadBox as error:
            return error
        return None

    def open_rest(self, done: Round, together: Workers = in_turn) -> Iterator[tuple[Seat, BadBox]]:
        """Open what was not opened on arrival; yield the sender and the fault of each false box."""
        for sender, verified in done.verified.items():
            # §14: a seat that had voted to make the round void has opened none of its boxes yet.
            if sender not in self._blindings:
                false = self.open(done.stage, sender, verified, together=together)
                if false is not None:
                    yield sender, false

    def learn(self, dealt: Stage, after: Stage) -> None:
        """Add what this deal has revealed to what this seat knows."""
        private = learn(dealt, after, self.prover, self._blindings)
        self.prover = Prover(self.prover.seat, self.prover.secret, private)

    def forget(self) -> None:
        """Forget the blindings of the open deal: another round has opened."""
        self._blindings = {}

    def evidence(self, statement: Statement, false: BadBox) -> FalseBox:
        """Return evidence that includes this seat's box key: no other seat can see that a box is
        false, and with the key everybody can (§4)."""
        # §4: the key opens all boxes for this seat, but the table ends with this objection.
        return FalseBox(statement, false.card, bytes(self.prover.secret.box_key))
