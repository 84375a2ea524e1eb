"""The verdict on a transcript, from the file alone.

First every round is checked as the seats themselves checked it; then, where secrets are revealed,
every payload is recomputed from secret, history and move: what was committed to before the game is
what was shuffled, and no proof has room for a message. A payload that a revealed secret gives byte
for byte needs no other check, so a file is first audited that way; if that finds any fault, it is
audited in full.
Source: docs/protocol.md, section 7.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from ..crypto.key_split import Escrowed
from ..crypto.proofs import TableSecret
from ..crypto.sealed_shares import DealtCards
from ..encoding import Value, enc
from ..errors import BadFile, BadOptions, BadProof, Dropped
from ..game import AllBut, AnyGame, Seat
from ..identity.keys import fingerprint, table_words
from ..identity.seating import Seating
from ..ledger.history import History, Round, read_unverified
from ..ledger.transcript import Contents, read_transcript
from ..reasons import BadTranscript
from ..rounds.phases import Closed, Confirming, Dealing, Dealt, Moved, Opened, Revealed, Shuffled
from .early_end import check_ended, is_void, name_for_void_deal, placed, take, take_void
from .recompute import (
    Recomputation,
    Secrets,
    check_faces,
    not_recomputed,
    recompute,
    shown_secrets,
)
from .report import Check, Player, Report

__all__ = ["Check", "Player", "Report", "audit", "audited", "replay"]


def audit(data: bytes, games: Mapping[str, AnyGame], *, in_full: bool = False) -> Report:
    """Audit a transcript, the bytes of a whole file, and return what was found. Nothing that is in
    the file raises: a fault is in `Report.fault`.

    `games` are the games that can be audited, by the names that seatings give them. `in_full`
    verifies every proof, even those that revealed secrets give; the findings are the same. Source:
    section 7, "The audit".
    """
    return audited(data, games, in_full=in_full)[0]


def audited(
    data: bytes, games: Mapping[str, AnyGame], *, in_full: bool = False
) -> tuple[Report, History | None]:
    """Return what `audit` returns, and the history that was audited; None if the file is
    invalid."""
    report = Report()
    try:
        contents = read_transcript(data)
        # §7: what a revealed secret gives byte for byte needs no other check. If that finds no
        # fault, the full audit would find none.
        if not in_full and (secrets := _claimed_secrets(contents)):
            with suppress(BadFile):  # the full audit below decides whose fault it is
                quick = Report()
                return quick, _audit(contents, games, quick, secrets)
        return report, _audit(contents, games, report, {})
    except BadFile as fault:
        report.fault = fault
        return report, None


def replay(data: bytes, games: Mapping[str, AnyGame]) -> History:
    """Return the history in a transcript, the bytes of a whole file, checked round by round as the
    seats did, without recomputing it. `games` is as for `audit`. Raises `BadFile`."""
    return _history(read_transcript(data), games, Report(), Recomputation({}))


def _claimed_secrets(contents: Contents) -> Secrets:
    """Return the secrets that closes in the last round show; nothing in it is verified."""
    secrets: dict[Seat, TableSecret] = {}
    for entry in contents.last():
        with suppress(Dropped):
            # §7: not even the signature: another secret gives another commit in the first round,
            # and then the file is audited in full.
            statement = read_unverified(entry, contents.seating)
            match statement.body:
                case ("close", _, bytes(secret)) if len(secret) == 32:
                    secrets[statement.seat] = TableSecret(secret, contents.seating.table)
    return secrets


def _audit(
    contents: Contents, games: Mapping[str, AnyGame], report: Report, claimed: Secrets
) -> History:
    """Audit the file. What the claimed secrets give is not verified (§7): the first round, which
    commits to them, shows that they are the right ones."""
    recomputation = Recomputation(claimed)
    history = _history(contents, games, report, recomputation)
    report.last, report.gone = history.stage, history.stage.gone
    if contents.ended is not None:
        check_ended(contents.ended, history, report, recomputation.judge)
    report.unconfirmed = _unconfirmed(history)
    report.signed_by = tuple(history.statements) if report.unconfirmed else ()
    # §7: a conviction or a withdrawal in `ended` comes before a deal that hides nothing.
    if report.named is None:
        name_for_void_deal(history.stage, report)
    # §7, step 6: a file in which nothing happened proves nothing.
    if not history.rounds and report.named is None:
        raise BadFile(BadTranscript.NO_ROUND)
    last = history.rounds[-1].verified if history.rounds else {}
    # §7: the closing round need not be complete.
    secrets = shown_secrets({**last, **history.verified}, history.stage.seating)
    report.not_recomputed = not_recomputed(history, secrets)
    if secrets:
        # §7: what was taken on the claimed secrets stands only if these are the secrets that the
        # file shows in the end.
        is_done = secrets.keys() == claimed.keys()
        count = recomputation.count if is_done else recompute(history, secrets)
        report.proofs["statements recomputed"] = count
    # §7, §14: together the secrets of all active seats give every face.
    if len(secrets) == len(history.stage.active):
        report.proofs["cards recomputed"] = check_faces(history, secrets)
    return history


def _unconfirmed(history: History) -> tuple[Seat, ...]:
    """Return the seats called gone in the void rounds at the end, which no confirming round
    follows."""
    seats = set[Seat]()
    for done in reversed(history.rounds):
        if done.gone is None:
            break
        seats.add(done.gone)
    return tuple(sorted(seats))


def _history(
    contents: Contents, games: Mapping[str, AnyGame], report: Report, recomputation: Recomputation
) -> History:
    seating = contents.seating
    # First: the report of a file that is refused says which table's it is.
    _describe(seating, report)
    game = _game_of(seating, games)
    _check_seats(contents)
    report.proofs["seat signatures"] += len(contents.signatures)
    history = History.of(game, seating, contents.signatures)
    report.head = history.stage.head
    for entries in contents.rounds():
        _take_round(history, entries, report, recomputation)
    return history


def _describe(seating: Seating, report: Report) -> None:
    report.game, report.options = seating.game, tuple(seating.chosen.items())
    report.machines = seating.machines
    report.table = seating.table
    report.players = tuple(
        Player(seat, place.name, fingerprint(place.identity))
        for seat, place in zip(seating.seats, seating.places, strict=True)
    )


def _game_of(seating: Seating, games: Mapping[str, AnyGame]) -> AnyGame:
    game = games.get(seating.game)
    if game is None:
        raise BadFile(BadTranscript.NO_GAME.reason(game=seating.game))
    try:
        options = game.options(seating.chosen)
        faces = game.faces(seating.chosen)
        # §3: whether it can be played by so many, which no beacon changes.
        game.start(seating.chosen, len(seating.places), bytes(32))
    except BadOptions as error:
        raise BadFile(error.reason) from None
    # §3: a seating has every option as the game settles it; with options left open, two auditors
    # could audit different games.
    settled = enc((options, game.deck, faces))  # as bytes: 1 is not true
    if settled != enc((tuple(seating.chosen.items()), seating.deck, seating.faces)):
        raise BadFile(BadTranscript.OTHER_SEATING)
    return game


def _check_seats(contents: Contents) -> None:
    for seat, signature in zip(contents.seating.seats, contents.signatures, strict=True):
        try:
            # §7, step 3: anybody can write such a file, so nobody is named.
            contents.seating.verify_seat(seat, signature)
        except BadProof:
            raise BadFile(BadTranscript.UNSIGNED_SEAT.reason(seat=seat)) from None


def _take_round(
    history: History, entries: tuple[Value, ...], report: Report, recomputation: Recomputation
) -> None:
    stage = history.stage
    speakers = stage.speakers
    # §4: no seat says anything after keys or a deal that hide nothing, or after the end: whoever
    # wrote the file has added it.
    if not speakers:
        raise BadFile(BadTranscript.NOTHING_FOLLOWS, stage.round_number)
    # §14: no round is void before the keys are split.
    if stage.escrow and is_void(entries):
        _count(take_void(history, entries), report)
        report.head = history.stage.head
        return
    # §7: what is missing or too much is its writer's fault, and names nobody.
    if len(entries) != len(speakers):
        raise BadFile(BadTranscript.SPEAKER_COUNT.reason(seats=len(speakers)), stage.round_number)
    for i, entry in enumerate(entries):
        statement = placed(history, entry, report)
        # §7: in seat order, so that all seats write the same bytes.
        if statement.seat != speakers[i]:
            # §7: correctly signed for this round and head, but not this seat's to make; if the seat
            # does speak, but stands in another's place, the fault is the writer's
            named = statement.seat if statement.seat not in speakers else None
            raise BadFile(BadTranscript.SPEAKERS, stage.round_number, named)
        take(history, statement, recomputation.judge)
    done = history.complete_round()
    assert done is not None  # noqa: S101 - all speakers have spoken
    recomputation.learn(done, history.stage)
    _count(done, report)
    report.head = history.stage.head
    if history.stage.beacon:
        report.words = table_words(stage.seating.table, history.stage.beacon)
    if isinstance(history.stage.phase, Closed):
        report.finished = True
        report.outcome = history.stage.phase.outcome


def _count(done: Round, report: Report) -> None:
    report.rounds += 1
    checks = [check for check in _checks(done) if check.count]
    report.checks += checks
    for check in checks:
        report.proofs[check.kind] += check.count


def _checks(done: Round) -> Iterator[Check]:
    """Yield what was verified in a complete round, statement by statement."""
    stage, number = done.stage, done.stage.round_number
    for seat in sorted(done.verified):
        yield Check(number, seat, "signatures", 1)
        match stage.phase, done.verified[seat]:
            case Confirming(), _:
                yield Check(number, seat, "absences", 1)
            case _, Revealed():
                yield Check(number, seat, "keys", 1)
            case _, Escrowed():
                yield Check(number, seat, "split keys", 1)
            case _, Shuffled():
                yield Check(number, seat, "shuffles", 1)
            case Dealing(cards), Dealt(shares):
                hidden = _hidden(cards, seat)
                yield Check(number, seat, "blinded shares", hidden)
                shown = len(shares) - shares.count(None) - hidden
                yield Check(number, seat, "shares", shown)
            case _, Moved(move):
                yield Check(number, seat, "moves", 1)
                claims = stage.rules.claims(stage.state, move)
                yield Check(number, seat, "claims", len(claims))
            case _, Opened(entries):
                yield Check(number, seat, "openings", len(entries) - entries.count(None))


def _hidden(cards: DealtCards, seat: Seat) -> int:
    """Count a seat's blinded shares: those of cards that another seat may not see."""
    return sum(isinstance(audience, AllBut) and audience.holder != seat for _, audience in cards)
