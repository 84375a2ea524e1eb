"""A played game, moment by moment, from an audited transcript or from a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from p2p_hanabi.paths import find_home
from p2p_hanabi.registry import GAMES, RULES
from p2p_hanabi.seam.audiences import may_see
from p2p_hanabi.seam.decisions import Why
from p2p_hanabi.seam.game_statistics import CountedGame, Statistic
from p2p_hanabi.ui.model.game.game_screen import AnyScreen
from p2p_hanabi.ui.replay import sentences_replay as sentences
from p2p_hanabi.ui.replay.formats import AnyMoment, ForeignEnding, Moment, Origin
from p2p_hanabi.ui.replay.recording import AllFrom, AnyReplay, Spectator, Viewpoint, side_of
from p2p_hanabi.ui.words.i18n import _
from protocol.audit.recompute import all_faces, shown_secrets
from protocol.audit.verdict import Report, audited
from protocol.encoding import Value
from protocol.errors import BadFile
from protocol.game import (
    AllBut,
    AnyGame,
    AnyMove,
    AnyView,
    Audience,
    Card,
    Everyone,
    Face,
    Known,
    Only,
    Over,
    Seat,
)
from protocol.ledger.history import History
from protocol.ledger.transcript import NotATranscript, read_transcript
from protocol.rounds.cards import Blinded, Cards, Held, Shown
from protocol.rounds.phases import AgreeingOnMove, Moved, Moving
from protocol.rounds.state import Stage

from ..console.failures import NOT_GOOD, Failed, no_transcript
from ..console.input_file import called
from ..console.timestamps import datetime_of
from ..variations.variation_files import VariationFiles, lines_beside
from . import audit as audits
from .audit_text import verdict
from .record import BadRecord, Record, is_record, read_record
from .why_file import move_key, whys_of

NOTHING: Known = {}


@dataclass(frozen=True)
class Playback:
    """Implements `ui.replay.recording.Recording`. `faces` are all those known from the file.
    `report` is None for an unsigned game, `origin` for one that was played here. `whys` are by the
    number of the moment. `kept_at` is None for a game from no file. `agreed` are the players who
    have ended it by consent."""

    rules: AnyGame
    options: tuple[tuple[str, Value], ...]
    names: tuple[str, ...]
    moments: tuple[AnyMoment, ...]
    faces: Known
    report: Report | None
    origin: Origin[AnyView] | None = None
    whys: Mapping[int, Why] = field(default_factory=dict)
    kept_at: VariationFiles | None = None
    agreed: tuple[Seat, ...] = ()

    @property
    def game(self) -> str:
        return self.rules.name

    @property
    def screen(self) -> AnyScreen:
        return GAMES[self.game].screen

    @property
    def replay(self) -> AnyReplay:
        return GAMES[self.game].replay

    @property
    def count(self) -> int:
        return len(self.moments)

    @property
    def is_signed(self) -> bool:
        return self.report is not None

    @property
    def outcome(self) -> Value | None:
        """The outcome by the game's rules; None if the game is not over."""
        pending = self.rules.pending(self.moments[-1].state)
        return tuple(pending.outcome) if isinstance(pending, Over) else None

    @property
    def is_finished(self) -> bool:
        return self.outcome is not None

    @property
    def ending(self) -> ForeignEnding[AnyView] | None:
        if self.is_finished or self.origin is None:
            return None
        return self.origin.ending(self.view(self.count - 1, Spectator.EVERYTHING))

    @property
    def usual_eyes(self) -> Spectator:
        """`EVERYTHING` if the faces of all dealt cards are known, else `PUBLIC`."""
        has_all = all(card in self.faces for card in self.moments[-1].audiences)
        return Spectator.EVERYTHING if has_all else Spectator.PUBLIC

    def mover(self, moment: int) -> Seat | None:
        return self.moments[moment].by

    def why(self, moment: int) -> Why | None:
        return self.whys.get(moment)

    def view(self, moment: int, eyes: Viewpoint) -> AnyView:
        known = self.known(moment, eyes)
        return self.rules.view(self.moments[moment].state, side_of(eyes), known)

    def known(self, moment: int, eyes: Viewpoint) -> Known:
        return {
            card: self.faces[card]
            for card, audience in self.moments[moment].audiences.items()
            if card in self.faces and _may_see(audience, eyes)
        }

    def moment_after(self, logged: int, seat: Seat) -> int:
        """Return the last moment at which the log of this seat had no more than so many entries."""
        moments = range(self.count - 1, 0, -1)
        return next((at for at in moments if len(self.view(at, seat).log) <= logged), 0)

    def statistics(self) -> tuple[Statistic, ...]:
        """Count how the game was played."""
        movers = tuple(moment.by for moment in self.moments if moment.by is not None)

        @cache
        def view(moment: int, seat: Seat | None) -> AnyView:
            return self.view(moment, Spectator.EVERYTHING if seat is None else seat)

        played = CountedGame(len(self.names), movers, view)
        return tuple(each for count in GAMES[self.game].counts for each in count(played))

    def public(self, moment: int) -> Value:
        return self.rules.public(self.moments[moment].state)


def score_so_far(game: Playback) -> int | None:
    """Return the score at the last moment; None in a game without one for all."""
    view = game.view(game.count - 1, Spectator.PUBLIC)
    score = GAMES[game.game].data.view(view).get("score")
    return score if isinstance(score, int) else None


@dataclass(frozen=True, slots=True)
class Title:
    """What a transcript claims about itself, before anything is verified."""

    game: str
    options: Mapping[str, Value]
    names: tuple[str, ...]


def open_playback(path: Path, refuse: Callable[[Title], None] = lambda _: None) -> Playback:
    """Read the game in a file: see `playback_of`. Raise `Failed`."""
    data = audits.read_file(path)
    return playback_of(data, path, lines_beside(path, data), refuse)


def playback_of(
    data: bytes,
    path: Path,
    kept_at: VariationFiles | None,
    refuse: Callable[[Title], None] = lambda _: None,
) -> Playback:
    """Parse a game, and audit it. Raise `Failed` if there is none, with exit code 1 if it was
    altered. `path` names the file in sentences.

    `refuse` may raise an error that follows from the title, before the audit, which is slow.
    """
    if (title := _title(data)) is not None:
        refuse(title)
    if is_record(data):
        try:
            return replace(of_record(read_record(data, RULES)), kept_at=kept_at)
        except BadRecord as error:
            raise Failed(
                _("{path} is a damaged game file: {why}.").format(
                    path=called(path), why=str(error)
                ),
                NOT_GOOD,
            ) from None
    report, history = audited(data, RULES)
    if isinstance(report.fault, NotATranscript):
        raise Failed(no_transcript(called(path), report.fault.reason))
    if history is None:
        raise Failed(f"{called(path)}: {verdict(report, None)}", NOT_GOOD)
    if history.stage.state is None:
        raise Failed(
            _("{path} ends before the cards are dealt: there is nothing to show.").format(
                path=called(path)
            )
        )
    whys = kept_whys(history)
    return replace(of_history(history, report), whys=whys, kept_at=kept_at)


def title_of(game: Playback, path: Path) -> str:
    """Return the title of a game for readers. Only the time of the player's own files tells when it
    was played."""
    score, points, day = None, None, ""
    if game.outcome is not None:
        outcome = GAMES[game.game].outcome_of(game.outcome)
        score, points = outcome.score, outcome.points
    if path.parent in (each.transcripts for each in find_home().with_board):
        day = datetime_of(path.stat().st_mtime).astimezone().strftime("%Y-%m-%d")
    sentence = sentences.in_short(game.names, score, points)
    if game.agreed:
        sentence = sentences.agreed_in_short(score_so_far(game))
    return sentences.result(game.screen.title, game.names, sentence, day)


def _title(data: bytes) -> Title | None:
    """Return the title; None for a file that the audit rejects anyway, and for a record, which is
    read quickly."""
    try:
        seating = read_transcript(data).seating
    except BadFile:
        return None
    return Title(seating.game, seating.chosen, tuple(place.name for place in seating.places))


def of_record(record: Record) -> Playback:
    rules = RULES[record.game]
    faces = {Card(i): face for i, face in enumerate(record.faces)}
    names, moments = record.names, record.moments
    return Playback(rules, record.options, names, moments, faces, None, record.origin)


def of_history(history: History, report: Report) -> Playback:
    seating = history.stage.seating
    names = tuple(place.name for place in seating.places)
    moments = tuple(_moments(history))
    options = tuple(seating.chosen.items())
    played = Playback(history.stage.rules, options, names, moments, _faces(history), report)
    return played if played.is_finished else replace(played, agreed=report.agreed)


def _moments(history: History) -> Iterator[AnyMoment]:
    """Yield a moment whenever a seat is to move, and one where the history ends. A move does not
    count until all have agreed to it."""
    by: Seat | None = None
    move: AnyMove | None = None
    for done in history.rounds:
        match done.stage.phase:
            case Moving(seat):
                yield _moment(done.stage, by, move)
                verified = done.verified.get(seat)
                by, move = seat, verified.move if isinstance(verified, Moved) else None
    if not isinstance(history.stage.phase, AgreeingOnMove):
        yield _moment(history.stage, by, move)


def kept_whys(history: History) -> dict[int, Why]:
    """Return the reasons for moves of this machine's bots, by the number of the moment after the
    move."""
    rules = history.stage.rules
    codes = {code.code: code for code in GAMES[rules.name].replay.whys}
    kept = whys_of(find_home(), history.stage.seating.table, codes)
    found: dict[int, Why] = {}
    moving = (done for done in history.rounds if isinstance(done.stage.phase, Moving))
    for number, done in enumerate(moving, start=1):
        for verified in done.verified.values():
            if isinstance(verified, Moved):
                key = done.stage.round_number, move_key(rules.pack(verified.move))
                found |= {number: kept[key]} if key in kept else {}
    return found


def _moment(stage: Stage, by: Seat | None, move: AnyMove | None) -> AnyMoment:
    return Moment(stage.state, by, move, _audiences(stage.cards))


def _audiences(cards: Cards) -> Mapping[Card, Audience]:
    """Return who has seen each card that has left the pile."""
    return {card: _audience(standing) for card, standing in cards.standing.items()}


def _audience(standing: object) -> Audience:
    match standing:
        case Held(holder):
            return Only(holder)
        case Blinded(holder):
            return AllBut(holder)
    return Everyone()


def _faces(history: History) -> Mapping[Card, Face]:
    """Return the faces of opened cards; of all cards if all active seats have revealed their
    secrets."""
    stage = history.stage
    last = history.rounds[-1].verified if history.rounds else {}
    secrets = shown_secrets({**last, **history.verified}, stage.seating)
    if secrets and len(secrets) == len(stage.active):
        return all_faces(stage, secrets)
    standing = stage.cards.standing.items()
    return {card: shown.face for card, shown in standing if isinstance(shown, Shown)}


def _may_see(audience: Audience, eyes: Viewpoint) -> bool:
    if eyes is Spectator.EVERYTHING or isinstance(eyes, AllFrom):
        return True
    return may_see(audience, None if eyes is Spectator.PUBLIC else eyes)
