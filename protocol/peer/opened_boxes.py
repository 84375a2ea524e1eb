"""What others have sealed for this seat alone: boxes opened, and what this seat knows by them.

Source: docs/protocol.md, sections 4 (§4 in a comment), 5 and 14.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..crypto.group import Scalar
from ..crypto.key_split import Escrowed
from ..crypto.proofs import TableSecret
from ..crypto.sealed_shares import BadBox
from ..game import Card, Seat
from ..identity.seating import Seating
from ..ledger.evidence import FalseBox
from ..ledger.history import Round, Statement
from ..rounds.cards import Private
from ..rounds.deal import learn, unseal
from ..rounds.phases import Dealt, Said
from ..rounds.seat_secrets import Prover
from ..rounds.state import Stage
from .own_seat import Me


class OpenedBoxes:
    """`prover` is this seat with all that it knows; it is another one after each deal."""

    def __init__(self, me: Me, seating: Seating) -> None:
        self.prover = Prover(me.seat, TableSecret(me.secret, seating.table), Private())
        self._told: dict[Seat, dict[Card, Scalar]] = {}  # blindings told in the open deal

    def open(
        self, stage: Stage, sender: Seat, said: Said, *, is_proven: bool = False
    ) -> BadBox | None:
        """Open what was sealed for this seat alone; what is false about it, if anything."""
        if sender == self.prover.seat:
            return None
        try:
            match said:
                case Dealt():
                    told = unseal(stage, self.prover, sender, said, is_proven=is_proven)
                    self._told[sender] = told
                case Escrowed() if not is_proven:
                    key = self.prover.secret.box_key
                    said.open(self.prover.seat, key, stage.keys[sender].box)
        except BadBox as error:
            return error
        return None

    def open_rest(self, done: Round) -> Iterator[tuple[Seat, BadBox]]:
        """Open what was not opened when it came; yields what is false."""
        for sender, said in done.said.items():
            if sender not in self._told:
                false = self.open(done.stage, sender, said)
                if false is not None:
                    yield sender, false

    def learn(self, dealt: Stage, after: Stage) -> None:
        """Know from now on what this deal has told."""
        private = learn(dealt, after, self.prover, self._told)
        self.prover = Prover(self.prover.seat, self.prover.secret, private)

    def forget(self) -> None:
        """Forget what an open deal has told: another round has opened."""
        self._told = {}

    def evidence(self, statement: Statement, false: BadBox) -> FalseBox:
        """Show the own box key: no other can see that a box is false, and with it everybody can
        (§4)."""
        return FalseBox(statement, false.card, bytes(self.prover.secret.box_key))
