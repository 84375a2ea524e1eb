"""Recompute a game from its revealed secrets: every payload, every face, every claim.

What was committed to before the game is what was shuffled, and since all randomness comes from the
secrets, no proof has room for a message.
Source: docs/protocol.md, section 7.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from ..crypto.group import L, Scalar, mul, sub
from ..crypto.key_split import Escrowed
from ..crypto.logarithms import Logarithms
from ..crypto.proofs import TableSecret
from ..crypto.sealed_shares import BadBox, cards_between
from ..errors import BadEncoding, BadFile, BadProof, IllegalMove
from ..game import AnyMove, Card, Face, Seat
from ..identity.seating import Seating
from ..ledger.history import History, Round, Statement, payload_of
from ..reasons import BadTranscript, Forbidden, Malformed
from ..rounds.cards import Private, opens
from ..rounds.deal import learn, unseal
from ..rounds.phases import Dealing, Dealt, Disclosed, Moved, Moving, Stuck, Verified
from ..rounds.prove import NO_MOVE, prove
from ..rounds.seat_secrets import Prover, effective
from ..rounds.state import Stage
from ..rounds.verify import verify

Secrets = Mapping[Seat, TableSecret]


def shown_secrets(closes: Mapping[Seat, Verified], seating: Seating) -> dict[Seat, TableSecret]:
    """Return the table secrets that these closes reveal."""
    return {
        seat: TableSecret(shut.secret, seating.table)
        for seat, shut in closes.items()
        if isinstance(shut, Disclosed) and shut.secret is not None
    }


class Recomputation:
    """Recomputes, round by round, what the seats whose secrets are revealed had to say."""

    def __init__(self, secrets: Secrets) -> None:
        self.count = 0
        self._secrets = secrets
        self._opening = cache(opens)  # several seats learn the same card
        known = Logarithms()
        # §2: with all secrets it is the logarithm of the table key; the sum of some is of no use.
        if secrets:
            known.know(Scalar(sum(secret.x for secret in secrets.values()) % L))
        self._provers = {
            seat: Prover(seat, replace(secret, logarithms=known), Private())
            for seat, secret in secrets.items()
        }

    def judge(self, stage: Stage, statement: Statement) -> Verified:
        """Return what the seat said: recomputed or, if its secret is not revealed, verified as the
        seats did. Raises `BadFile` for what differs from what the secret gives, and `Wrong` for
        what fails its check."""
        if statement.seat in self._provers:
            return self.recompute(stage, statement)
        return verify(stage, statement.seat, statement.body)

    def recompute(self, stage: Stage, statement: Statement) -> Verified:
        """Return what the seat said, if its payload is, byte for byte, what its secret gives.
        Raises `BadFile`, which names the seat."""
        seat = statement.seat
        other = BadFile(BadTranscript.OTHER_WORDS, stage.round_number, seat)
        try:
            body, verified = prove(stage, self._provers[seat], _move_of(stage, statement))
        except IllegalMove:
            # §7: an illegal move or a false claim is refused when its secret says it again.
            raise BadFile(Forbidden.FALSE_CLAIM, stage.round_number, seat) from None
        except (BadEncoding, BadProof):  # the statement need not have been verified before
            raise other from None
        # §7: other bytes come from other randomness than the seat has committed to, even if every
        # proof holds. So no proof has room for a message.
        if payload_of(stage, seat, body) != statement.payload:
            raise other
        self.count += 1
        return verified

    def learn(self, done: Round, after: Stage) -> None:
        """Learn what a complete round has revealed to each seat. Raises `BadFile`, which names the
        sender of a false box."""
        _open_escrow(done, self._provers)
        # §5, §14: a void round reveals nothing that counts, and a deal that hides nothing ends the
        # table.
        is_dealt = done.gone is None and isinstance(done.stage.phase, Dealing)
        if is_dealt and not isinstance(after.phase, Stuck):
            for seat, prover in self._provers.items():
                received = _received_blindings(done, prover, self._secrets)
                private = learn(done.stage, after, prover, received, opening=self._opening)
                self._provers[seat] = Prover(seat, prover.secret, private)


def recompute(history: History, secrets: Secrets) -> int:
    """Recompute every payload of the seats whose secrets are revealed, and return their number.
    Raises `BadFile`."""
    recomputation = Recomputation(secrets)
    following = [done.stage for done in history.rounds[1:]] + [history.stage]
    for done, after in zip(history.rounds, following, strict=True):
        _recompute_round(recomputation, secrets, done)
        recomputation.learn(done, after)
    # §7: secrets shown in an incomplete closing round count too.
    closes = Round(history.stage, history.statements, history.verified)  # if incomplete
    _recompute_round(recomputation, secrets, closes)
    return recomputation.count


def _recompute_round(recomputation: Recomputation, secrets: Secrets, done: Round) -> None:
    for seat in sorted(done.verified):
        if seat in secrets:
            recomputation.recompute(done.stage, done.statements[seat])


def _move_of(stage: Stage, statement: Statement) -> AnyMove:
    """Return the move in a statement; `NO_MOVE` where none is due. Raises `BadEncoding`."""
    match stage.phase, statement.body:
        case Moving(), ("move", packed, _):
            # §7: a move is the seat's choice: no secret gives it.
            return stage.rules.unpack(packed)
        case Moving(), _:
            raise BadEncoding(Malformed.FORM)
    return NO_MOVE


def not_recomputed(history: History, secrets: Secrets) -> dict[Seat, int]:
    """Count the statements of each seat whose secret is not revealed."""
    rounds = [*(done.verified for done in history.rounds), history.verified]
    counts = Counter(seat for spoken in rounds for seat in spoken if seat not in secrets)
    return dict(sorted(counts.items()))


def _open_escrow(done: Round, provers: Mapping[Seat, Prover]) -> None:
    """Open every key share that was sealed for a seat whose secret is revealed."""
    for seat, prover in provers.items():
        for sender, verified in done.verified.items():
            if isinstance(verified, Escrowed) and sender != seat:
                try:
                    verified.open(seat, prover.secret.box_key, done.stage.keys[sender].box)
                except BadBox as error:
                    # §14: the receiver's secret opens its box, so everybody sees who lied.
                    raise BadFile(error.reason, done.stage.round_number, sender) from None


def _received_blindings(
    done: Round, prover: Prover, secrets: Secrets
) -> dict[Seat, dict[Card, Scalar]]:
    """Return the blindings that the others sent to the seat in a deal: hashed from revealed
    secrets, or from its opened boxes."""
    stage = done.stage
    received = {}
    for sender, dealt in done.verified.items():
        if sender == prover.seat or not isinstance(dealt, Dealt):
            continue
        # §7: the payload of such a seat was recomputed, its boxes included, so none is opened.
        if sender in secrets and isinstance(stage.phase, Dealing):
            ctx = stage.context(sender)
            between = cards_between(stage.phase.cards, sender, prover.seat)
            received[sender] = {card: secrets[sender].blinding(ctx, card) for card in between}
            continue
        try:
            received[sender] = unseal(stage, prover, sender, dealt)
        except BadBox as error:
            # §5: the receiver's secret, which the file shows, opens it, so everybody sees who lied.
            raise BadFile(error.reason, stage.round_number, sender) from None
    return received


def all_faces(stage: Stage, secrets: Secrets) -> dict[Card, Face]:
    """Return the face of every card of every pile, given the secrets of all active seats. Raises
    `BadProof` if a card has no face of the deck."""
    x = sum(effective(stage, seat, secret).x for seat, secret in secrets.items()) % L
    return {
        Card(i): stage.deck.face(sub(b, mul(x, a))) for i, (a, b) in enumerate(stage.cards.masked)
    }


def check_faces(history: History, secrets: Secrets) -> int:
    """Check every claim against the faces that follow from the secrets of all active seats; return
    the number of cards. Raises `BadFile`, which names the mover."""
    faces = all_faces(history.stage, secrets)
    for done in history.rounds:
        for seat, verified in done.verified.items():
            if not isinstance(verified, Moved):
                continue
            for claim in done.stage.rules.claims(done.stage.state, verified.move):
                # §7: every claim was proven in play; here it is compared with the face itself.
                if faces[claim.card] not in claim.faces:
                    raise BadFile(Forbidden.FALSE_CLAIM, done.stage.round_number, seat)
    return len(faces)
