"""Say a game again from its revealed secrets: every payload, every face, every claim.

What was committed to before the game is what was shuffled, and since all randomness comes from the
secrets, no proof has room for a message.
Source: docs/protocol.md, section 7.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ..crypto.group import L, mul, sub
from ..crypto.key_split import Escrowed
from ..crypto.proofs import TableSecret
from ..crypto.sealed import BadBox, cards_between
from ..errors import BadFile, IllegalMove
from ..game import Card, Face, Seat
from ..identity.seating import Seating
from ..ledger.history import History, Round, payload_of
from ..rounds.cards import Private
from ..rounds.deal import learn, unseal
from ..rounds.phases import Dealing, Dealt, Moved, Said, Shut, Stuck
from ..rounds.prove import prove
from ..rounds.prover import Prover, effective
from ..rounds.state import Stage

Secrets = Mapping[Seat, TableSecret]


def shown_secrets(said: Mapping[Seat, Said], seating: Seating) -> dict[Seat, TableSecret]:
    """The table secrets that these closes reveal."""
    return {
        seat: TableSecret(shut.secret, seating.table)
        for seat, shut in said.items()
        if isinstance(shut, Shut) and shut.secret is not None
    }


def recompute(history: History, secrets: Secrets) -> int:
    """Every payload of a seat whose secret is shown, byte for byte; how many there were."""
    count = 0
    provers = {seat: Prover(seat, secret, Private()) for seat, secret in secrets.items()}
    open_round = Round(history.stage, history.statements, history.said)  # closes, if one is missing
    for i, done in enumerate((*history.rounds, open_round)):
        for seat, prover in provers.items():
            if seat in done.said:
                _say_again(done, prover)
                count += 1
        _open_escrow(done, provers)
        if done.gone is None and isinstance(done.stage.phase, Dealing) and done is not open_round:
            after = history.rounds[i + 1].stage if i + 1 < len(history.rounds) else history.stage
            if not isinstance(after.phase, Stuck):
                provers = {s: _learn(done, after, provers[s], secrets) for s in provers}
    return count


def not_recomputed(history: History, secrets: Secrets) -> dict[Seat, int]:
    """How many statements there are of each seat whose secret is not shown."""
    rounds = [*(done.said for done in history.rounds), history.said]
    counts = Counter(seat for said in rounds for seat in said if seat not in secrets)
    return dict(sorted(counts.items()))


def _say_again(done: Round, prover: Prover) -> None:
    stage, seat = done.stage, prover.seat
    said = done.said[seat]
    move = said.move if isinstance(said, Moved) else None
    try:
        body, _ = prove(stage, prover, move)
    except IllegalMove:
        raise BadFile("a claim is not true", stage.round_number, seat) from None
    if payload_of(stage, seat, body) != done.statements[seat].payload:
        reason = "not what this seat's secret gives"
        raise BadFile(reason, stage.round_number, seat)


def _open_escrow(done: Round, provers: Mapping[Seat, Prover]) -> None:
    """Every share of a key that was given to a seat whose secret is shown."""
    for seat, prover in provers.items():
        for sender, said in done.said.items():
            if isinstance(said, Escrowed) and sender != seat:
                try:
                    said.open(seat, prover.secret.box_key, done.stage.keys[sender].box)
                except BadBox as error:
                    raise BadFile(str(error), done.stage.round_number, sender) from None


def _learn(done: Round, after: Stage, prover: Prover, secrets: Secrets) -> Prover:
    """What the seat learnt of a deal: from shown secrets by hash, else by opening its boxes."""
    stage = done.stage
    told = {}
    for sender, dealt in done.said.items():
        if sender == prover.seat or not isinstance(dealt, Dealt):
            continue
        if sender in secrets and isinstance(stage.phase, Dealing):
            ctx = stage.context(sender)
            between = cards_between(stage.phase.cards, sender, prover.seat)
            told[sender] = {card: secrets[sender].blinding(ctx, card) for card in between}
            continue
        try:
            told[sender] = unseal(stage, prover, sender, dealt)
        except BadBox as error:
            raise BadFile(str(error), stage.round_number, sender) from None
    return Prover(prover.seat, prover.secret, learn(stage, after, prover, told))


def all_faces(stage: Stage, secrets: Secrets) -> dict[Card, Face]:
    """The face of every card of every pile, given the secrets of all seats but one that is gone."""
    x = sum(effective(stage, seat, secret).x for seat, secret in secrets.items()) % L
    return {
        Card(i): stage.deck.face(sub(b, mul(x, a))) for i, (a, b) in enumerate(stage.cards.masked)
    }


def check_faces(history: History, secrets: Secrets) -> int:
    """Every card's face by all secrets together, and every claim against it; how many cards."""
    faces = all_faces(history.stage, secrets)
    for done in history.rounds:
        for seat, said in done.said.items():
            if not isinstance(said, Moved):
                continue
            for claim in done.stage.game.claims(done.stage.state, said.move):
                if faces[claim.card] not in claim.faces:
                    raise BadFile("a claim is not true", done.stage.round_number, seat)
    return len(faces)
