"""What remains of a table that has ended, and how it ended, in lines for any screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from protocol.game import Card, Face, Move, View
from protocol.peer.status import Ending, EndingKind
from protocol.reasons import Code, Forbidden, InvalidProof, Reason

from ...drawing.style import PATH, Line, text
from ...kit.shell_words import in_a_shell
from ...words.i18n import N_, _
from ...words.sentences_reasons import why
from ..game.game_screen import NOBODY, GameScreen
from ..game.table_players import Players
from ..seat.table_snapshot import TableSnapshot


@dataclass(frozen=True, slots=True)
class EndedTable:
    """The files of a table, once they are written, and what is known of it.

    `hands` are the faces of cards that were not played; empty if they were not revealed. `verdict`
    is the finding of an audit of the transcript. `is_on_phone` returns whether the player's screen
    is not on the computer that has the files: it may be handed over.
    """

    transcript: Path | None = None
    evidence: Path | None = None
    hands: Mapping[Card, Face] = field(default_factory=dict)
    verdict: Line = ()
    is_on_phone: Callable[[], bool] = lambda: False


@dataclass(frozen=True, slots=True)
class EndText:
    """The `result` of a game that was played to its end, how its table `ended`, and how the result
    came about (`account`)."""

    result: Sequence[Line]
    ended: Sequence[Line]
    account: Sequence[Line] = ()

    def lines(self) -> list[Line]:
        parts = [part for part in (self.result, self.ended, self.account) if part]
        return [line for n, part in enumerate(parts) for line in ([()] * min(n, 1) + [*part])]

    def in_short(self) -> Line:
        """Return who has won, or with which score; of a game without a result, how it ended."""
        strong = [line for line in self.result if "strong" in (style for style, _words in line)]
        return strong[-1] if strong else next(iter((*self.result, *self.ended)), ())

    def at_length(self) -> list[Line]:
        """Return the text without what is said in short."""
        return [line for line in self.lines() if line is not self.in_short()]


def ended_early(now: TableSnapshot[View]) -> bool:
    """Return whether the table has ended before its game; its text then begins by saying so."""
    return now.ending is not None and now.ending.how is not EndingKind.CLOSED


def end_text(
    screen: GameScreen[View, Move], now: TableSnapshot[View], ending: Ending, kept: EndedTable
) -> EndText:
    view, players = now.view, now.players
    result = [] if view is None else screen.result(view, players)
    ended = ending_lines(screen, now, ending, kept)
    if view is None or not result:
        return EndText((), ended)
    return EndText(result, ended, screen.account(view, players))


def ending_lines(
    screen: GameScreen[View, Move], now: TableSnapshot[View], ending: Ending, kept: EndedTable
) -> list[Line]:
    """Return how the table ended, and its files, once these are written."""
    players = now.players
    who = None if ending.seat is None else players.other(ending.seat)
    of_game = screen.reasons
    lines: list[Line] = []
    match ending.how:
        case EndingKind.CLOSED:
            if (view := now.view) is not None:
                lines += _held(screen, view, players, kept)
            lines.append(text(_("All players have signed the result.")))
        case EndingKind.CHEAT:
            lines.append(text(_cheat(who, ending.reason, of_game), "alarm"))
        case EndingKind.WITHDRAWN:
            goes_on = now.status.has_escrow
            sentence = _withdrawn(who, ending.reason, of_game, goes_on=goes_on)
            lines.append(text(sentence, "alarm"))
        case EndingKind.AGREED:
            names = [now.names[seat] for seat in ending.by]
            lines.append(text(_("{names} agreed to end the game.").format(names=", ".join(names))))
        case EndingKind.STUCK:
            named = ending.seat is not None
            lines.append(text(_stuck(who, named), "alarm"))
    if ending.how is not EndingKind.CLOSED:
        lines += _unfinished(screen, now, kept)
    if not kept.is_on_phone():
        lines += _files(ending, kept)
    elif kept.transcript is not None:
        lines.append(text(_kept_on(now)))
    return [*lines, kept.verdict] if kept.verdict else lines


def _files(ending: Ending, kept: EndedTable) -> list[Line]:
    """Return where the files are."""
    lines: list[Line] = []
    if kept.evidence is not None and ending.how is EndingKind.CHEAT:
        proof = text(_("The evidence, which anybody can check:"))
        lines += [proof, text(in_a_shell(kept.evidence), PATH)]
    if kept.transcript is not None:
        lines += [text(_("The transcript of the game:")), text(in_a_shell(kept.transcript), PATH)]
    return lines


def _kept_on(now: TableSnapshot[View]) -> str:
    """Return on which computer the files are."""
    owner = now.machines[now.seat]
    if owner == now.seat:
        return _("The game is kept on the computer that runs your seat; see it again there.")
    return _(
        "The game is kept on the computer that runs your seat and that of {owner}; see it again "
        "there."
    ).format(owner=now.names[owner])


def _unfinished(
    screen: GameScreen[View, Move], now: TableSnapshot[View], kept: EndedTable
) -> list[Line]:
    """Return what had been reached, and the hands, of a game without a result."""
    view, players = now.view, now.players
    if view is None or view.outcome is not None or not screen.is_dealt(view):
        return []
    return [
        *screen.score_so_far(view, players),
        *_held(screen, view, players, kept),
    ]


def _held(
    screen: GameScreen[View, Move], view: View, players: Players, kept: EndedTable
) -> list[Line]:
    """Return what was left in the hands; nothing for those without a seat, who see no hand."""
    return [] if players.me == NOBODY else screen.held_at_the_end(view, players, kept.hands)


_CHEATS: Mapping[Code, str] = {
    Forbidden.OUT_OF_TURN: N_("{who} spoke out of turn"),
    Forbidden.TWO_STATEMENTS: N_("{who} signed two different statements for the same moment"),
    Forbidden.TWO_SEATINGS: N_("{who} signed this table twice"),
    Forbidden.COPIED_KEY: N_("{who} copied another player's key"),
    Forbidden.OTHER_COMMITMENT: N_("{who} revealed something other than promised"),
    Forbidden.OTHER_AGREEMENT: N_("{who} signed a different state than the others"),
    Forbidden.OTHER_OUTCOME: N_("{who} signed a different result"),
    InvalidProof.SHUFFLE_PROOF: N_("{who} did not shuffle honestly"),
    InvalidProof.KEY_PROOF: N_("{who} has no valid key"),
    InvalidProof.BLINDED_SHARE_PROOF: N_("{who} dealt a card dishonestly"),
    InvalidProof.CLAIM_PROOF: N_("{who} gave a false hint"),
    Forbidden.OTHER_SECRET: N_("{who} revealed a different secret at the end than at the start"),
}


def _cheat(who: str | None, reason: Reason | None, of_game: Mapping[Code, str]) -> str:
    """Return who cheated; `of_game` has the words for the game's rules, here and below."""
    if who is None:
        return _("The game has ended: the others have evidence against your seat ({why}).").format(
            why=why(reason, of_game)
        )
    sentence = None if reason is None else _CHEATS.get(reason.code)
    if sentence is None:
        return _(
            "The game has ended: {who} broke the protocol ({why}), by cheating or "
            "because of a faulty program."
        ).format(who=who, why=why(reason, of_game))
    return _("The game has ended: {what}, by cheating or because of a faulty program.").format(
        what=_(sentence).format(who=who)
    )


def _withdrawn(
    who: str | None, reason: Reason | None, of_game: Mapping[Code, str], *, goes_on: bool
) -> str:
    """Return who withdrew; `goes_on`: the others can play on without a player, so the game has not
    ended for them."""
    code = None if reason is None else reason.code
    if code is Forbidden.STOPPED_ALONE:
        return _stopped_alone(who, goes_on=goes_on)
    if who is None and goes_on:
        return _("You have left the game for good; the others play on.")
    if who is None:
        return _("You have ended the game for everybody.")
    if code is Forbidden.LEFT:
        return _("{who} has ended the game for everybody.").format(who=who)
    sentence = why(reason, of_game)
    return _("{who} has ended the game for everybody ({why}).").format(who=who, why=sentence)


def _stopped_alone(who: str | None, *, goes_on: bool) -> str:
    if who is not None:
        return _("{who} has ended the game for everybody: nobody else was there to agree.").format(
            who=who
        )
    if goes_on:
        return _(
            "You have left the game for good, since nobody else was there to agree; the "
            "others play on."
        )
    return _("You have ended the game for everybody: nobody else was there to agree.")


def _stuck(who: str | None, named: bool) -> str:
    if not named:
        return _("The game has ended: a deal was void, and no player is to blame.")
    if who is None:
        return _("The game has ended: your seat made a deal void.")
    return _("The game has ended: {who} made a deal void.").format(who=who)
