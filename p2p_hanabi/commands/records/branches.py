"""Other moves than those of a recorded game, for replays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from p2p_hanabi.registry import BOTS, GAMES
from p2p_hanabi.review.shared_place import SharedLine
from p2p_hanabi.ui.model.end.shown_end import NOT_PLAYED_OUT, NOT_REVEALED
from p2p_hanabi.ui.model.shown_replay import ShownReplay
from p2p_hanabi.ui.model.together import ReviewPort
from p2p_hanabi.ui.replay.branching import BestLine, KeptLine, LineRefused, UnknownCard
from p2p_hanabi.ui.replay.recording import Recording, Spectator, Viewpoint
from p2p_hanabi.ui.replay.sentences_replay import score_in_short
from p2p_hanabi.ui.words.i18n import _
from protocol.encoding import Value
from protocol.errors import BadEncoding, IllegalMove
from protocol.game import AnyMove, AnyView, Over

from ..console.input_file import called
from ..console.reason_text import because
from ..variations.possible import NobodyWaits, Possible, Search, TooLong
from ..variations.stepping import KnownGame
from ..variations.variation import MAX_MOVES, Variation, shown_name, shown_remark
from ..variations.variation_files import VariationFiles
from .playback import Playback


@dataclass(frozen=True, slots=True)
class Branches:
    """See `Branching`. Each line is a `Playback`. `choose` is the bot that plays on."""

    playback: Playback
    choose: Callable[[AnyView], AnyMove]

    def begun(self, at: int) -> Playback:
        return self._line(self.playback, at)

    def played(self, line: Recording[AnyView, AnyMove], at: int, move: AnyMove) -> Playback:
        """Raise `IllegalMove` and `UnknownCard`."""
        known = _playback(line)
        if at + 1 < known.count and known.moments[at + 1].move == move:
            return known  # with what follows there
        until = self._line(line, at)
        after = self._known.after(until.moments[-1], move)
        return replace(until, moments=(*until.moments, after))

    def moves(self, line: Recording[AnyView, AnyMove], at: int) -> Sequence[AnyMove]:
        return self._known.moves(_playback(line).moments[at])

    def by_bots(self, line: Recording[AnyView, AnyMove], at: int) -> Playback:
        until = self._line(line, at)
        more = self._known.by_bots(until.moments[-1], self.choose)
        return replace(until, moments=(*until.moments, *more))

    def why_no_practice(self) -> str | None:
        if self.playback.is_finished or self.playback.ending is not None:
            return None
        return _(NOT_REVEALED if self.playback.agreed else NOT_PLAYED_OUT)

    def why_no_search(self) -> str | None:
        if (why_not := self.why_no_practice()) is not None:
            return why_not
        if GAMES[self.playback.game].endgame is None:
            return _("This can be searched only in games in which all play together.")
        return None

    def possible(
        self,
        line: Recording[AnyView, AnyMove],
        at: int,
        is_over: Callable[[], bool] = lambda: False,
    ) -> Possible:
        """Search what was possible at most. Raise `LineRefused` where that cannot be done, and with
        no sentence once it `is_over`."""
        plugin = GAMES[self.playback.game]
        if (why_not := self.why_no_search()) is not None or plugin.endgame is None:
            raise LineRefused(why_not)

        def scored(outcome: Value) -> int:
            return plugin.outcome_of(outcome).score

        try:
            search = Search(self._known, plugin.endgame, scored, is_over=is_over)
            return search.of(_playback(line).moments[at])
        except NobodyWaits:
            raise LineRefused("") from None
        except TooLong:
            raise LineRefused(
                _(
                    "There are too many possibilities from here to try them all. It may work from "
                    "another turn, most likely where the pile is short."
                )
            ) from None
        except UnknownCard:
            raise LineRefused(_("The file does not show all of its cards.")) from None

    def best(
        self, line: Recording[AnyView, AnyMove], at: int, is_over: Callable[[], bool]
    ) -> BestLine[AnyView, AnyMove]:
        found, best = self.possible(line, at, is_over), self._line(line, at)
        for move in found.line:
            best = self.played(best, best.count - 1, move)
        return BestLine(found.score, best)

    def leaves(self, line: Recording[AnyView, AnyMove]) -> int:
        both = zip(_playback(line).moments[1:], self.playback.moments[1:], strict=False)
        same = takewhile(lambda each: each[0].move == each[1].move, both)
        return sum(1 for _each in same)

    def shared(self, line: Recording[AnyView, AnyMove]) -> SharedLine:
        leaves, moments = self.leaves(line), _playback(line).moments
        moves = [each.move for each in moments[leaves + 1 :] if each.move is not None]
        return SharedLine(leaves, tuple(self.playback.rules.pack(move) for move in moves))

    def as_shared(self, line: Recording[AnyView, AnyMove], shared: SharedLine) -> Playback:
        """Raise `LineRefused` if it does not fit the game."""
        played, leaves = _playback(line), shared.leaves
        if self.leaves(line) < leaves:
            played = self.begun(min(leaves, self.playback.count - 1))
        end = leaves + len(shared.moves)
        try:
            if leaves >= self.playback.count:
                raise LineRefused(_("the game has fewer moves"))
            for at, move in enumerate(shared.moves, start=leaves):
                played = self.played(played, at, self.playback.rules.unpack(move))
        except (BadEncoding, IllegalMove) as error:
            raise LineRefused(because(error.reason)) from None
        except UnknownCard:
            raise LineRefused(_("the file does not show all of its cards")) from None
        return played if played.count - 1 == end else self._line(played, end)

    def score(self, line: Recording[AnyView, AnyMove], at: int) -> str:
        played = _playback(line)
        plugin = GAMES[played.game]
        match played.rules.pending(played.moments[at].state):
            case Over(outcome):
                ended = plugin.outcome_of(tuple(outcome))
                points: object = ended.score if ended.points is None else ended.points
            case _:
                view = played.view(at, Spectator.EVERYTHING)
                points = plugin.data.view(view).get("score")
        return score_in_short(played.names, points)

    # -- kept lines

    def copied_to(self) -> str:
        files = self.playback.kept_at
        return "" if files is None or files.copied is None else called(files.path)

    def kept(self) -> Sequence[KeptLine]:
        return self.all()[0]

    def all(self) -> tuple[list[KeptLine], list[str]]:
        """Return the kept lines, and a sentence about each that cannot be used. Raise
        `LineRefused`."""
        found, refused = self._files.all()
        return [_kept(each, self._why_unfit(each)) for each in found], refused

    def kept_line(self, name: str) -> tuple[KeptLine, Playback]:
        found = self._files.read(name)
        return _kept(found), self.fitted(found)

    def all_fitted(self) -> tuple[list[tuple[KeptLine, Playback]], list[str]]:
        """Return the kept lines that fit the game, and a sentence about each of the others; none if
        the game is in no file."""
        if self.playback.kept_at is None:
            return [], []
        try:
            found, refused = self.playback.kept_at.all()
        except LineRefused as error:
            return [], [str(error)]
        fitted = []
        for each in found:
            try:
                fitted.append((_kept(each), self.fitted(each)))
            except LineRefused as error:
                refused.append(str(error))
        return fitted, refused

    def fitted(self, kept: Variation) -> Playback:
        """Return a line of this game. Raise `LineRefused` if it does not fit."""
        try:
            return self._fit(kept)
        except LineRefused as error:
            sentence = _('The line "{name}" does not fit this game: {why}.')
            raise LineRefused(sentence.format(name=kept.name, why=str(error))) from None

    def _why_unfit(self, kept: Variation) -> str:
        """Return why a line does not fit this game, in words; empty if it does."""
        try:
            self._fit(kept)
        except LineRefused as error:
            return str(error)
        return ""

    def _fit(self, kept: Variation) -> Playback:
        """Raise `LineRefused` with why the line does not fit, which is no sentence of its own."""
        line = self.begun(min(kept.leaves, self.playback.count - 1))
        if line.count - 1 != kept.leaves:
            raise LineRefused(_("the game has fewer moves"))
        try:
            for packed in kept.moves:
                if line.is_finished:
                    raise LineRefused(_("the game is over before its last move"))
                line = self.played(line, line.count - 1, self.playback.rules.unpack(packed))
        except (BadEncoding, IllegalMove) as error:
            raise LineRefused(because(error.reason)) from None
        except UnknownCard:
            raise LineRefused(_("the file does not show all of its cards")) from None
        return line

    def keep(
        self, line: Recording[AnyView, AnyMove], name: str, remark: str, former: str
    ) -> KeptLine:
        kept = self._variation(line, name, remark)
        self.fitted(kept)
        self._files.keep(kept, former)
        return _kept(kept)

    def _variation(self, line: Recording[AnyView, AnyMove], typed: str, remark: str) -> Variation:
        """Raise `LineRefused` if there is nothing to keep."""
        leaves, moments = self.leaves(line), _playback(line).moments
        moves = [each.move for each in moments[leaves + 1 :] if each.move is not None]
        name = shown_name(typed)
        if not name:
            raise LineRefused(_("A line needs a name."))
        if not moves:
            raise LineRefused(_("No other move has been played yet."))
        if len(moves) > MAX_MOVES:
            raise LineRefused(_("This line is longer than any game."))
        packed = tuple(self.playback.rules.pack(move) for move in moves)
        return Variation(self._files.game_digest, name, shown_remark(remark), leaves, packed)

    def delete(self, name: str) -> None:
        self._files.delete(name)

    # -- parts

    @property
    def _known(self) -> KnownGame:
        return KnownGame(self.playback.rules, self.playback.faces)

    @property
    def _files(self) -> VariationFiles:
        if self.playback.kept_at is None:
            raise LineRefused(_("This game is in no file, so no line can be kept beside it."))
        return self.playback.kept_at

    def _line(self, line: Recording[AnyView, AnyMove], at: int) -> Playback:
        """Return the line until this moment, without what belongs to the game alone."""
        played = _playback(line)
        leaves = self.leaves(line)
        whys = {
            number: why for number, why in self.playback.whys.items() if number <= min(at, leaves)
        }
        moments = played.moments[: at + 1]
        return replace(played, moments=moments, origin=None, agreed=(), whys=whys)


def shown_replay(
    game: Playback, eyes: Viewpoint, review: ReviewPort | None = None
) -> ShownReplay[AnyView, AnyMove]:
    """Return the model of a replay in which other moves can be played; `review` connects it with
    those of others, if they look at it together."""
    shown = ShownReplay(game, eyes, branches_of(game))
    if review is not None:
        shown.join(review)
    return shown


def branches_of(game: Playback) -> Branches:
    return Branches(game, BOTS[game.game])


def _playback(line: Recording[AnyView, AnyMove]) -> Playback:
    if not isinstance(line, Playback):
        raise TypeError(line)
    return line


def _kept(each: Variation, why_unfit: str = "") -> KeptLine:
    return KeptLine(each.name, each.remark, each.leaves, len(each.moves), why_unfit)
