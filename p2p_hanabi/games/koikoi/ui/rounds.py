"""The results of Koi-Koi rounds: what was counted and why, who scores, who deals next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.model.game.round_result import Part, RoundResult
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.words.i18n import _
from protocol.game import Seat

from ..effects import next_dealer
from ..hanafuda import Kind
from ..state import LaidOut, RoundOver, Rules, SaidKoi, Why
from ..view import KoikoiView
from ..yaku import Made, Yaku, further
from .words import sentences_rounds as sentences
from .words.sentences import points as points_sentence

_GROWS_BY = {
    Yaku.KASU: Kind.SIMPLE,
    **dict.fromkeys((Yaku.TAN, Yaku.AKATAN, Yaku.AOTAN, Yaku.CHOFUKU), Kind.RIBBON),
    **dict.fromkeys((Yaku.TANE, Yaku.INOSHIKACHO), Kind.TANE),
}
"""The kind of which each further card adds a point."""


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """A finished round: its `dealer`, the seats that said `koi` (each once), and the `sums` of
    scores after it. `entries` is the length of the log at its end."""

    over: RoundOver
    dealer: Seat
    koi: tuple[Seat, ...]
    sums: tuple[int, int]
    entries: int


def rounds_of(view: KoikoiView) -> list[FinishedRound]:
    """Return the finished rounds, in order."""
    rounds: list[FinishedRound] = []
    dealer, koi, sums = Seat(0), set[Seat](), (0, 0)
    for entries, entry in enumerate(view.log, start=1):
        match entry:
            case LaidOut():
                dealer, koi = entry.dealer, set()
            case SaidKoi(seat):
                koi.add(seat)
            case RoundOver(points=points):
                sums = (sums[0] + points[0], sums[1] + points[1])
                rounds.append(FinishedRound(entry, dealer, tuple(sorted(koi)), sums, entries))
    return rounds


def results(view: KoikoiView, players: Players) -> list[RoundResult]:
    return [result_of(each, view.rules, players) for each in rounds_of(view)]


def result_of(one: FinishedRound, rules: Rules, players: Players) -> RoundResult:
    parts = [
        Part(text(head(one, players), "strong"), tuple(map(text, _why(one, rules, players)))),
        Part(scores(one.sums, players, one.over.points)),
    ]
    if one.over.round < rules.rounds:
        dealer = next_dealer(rules, one.dealer, one.over.winner)
        parts.append(Part(text(sentences.deals_next(players.other(dealer)))))
    return RoundResult(one.over.round, rules.rounds, one.entries, tuple(parts))


def head(one: FinishedRound, players: Players) -> str:
    """Return one sentence about who won a round, and with how many points."""
    over = one.over
    if over.winner is not None:
        points = points_sentence(over.points[over.winner])
        return sentences.round_won(players.other(over.winner), n=over.round, points=points)
    if any(over.points):
        points = points_sentence(over.points[0])
        return _("Both score {points} in round {n}.").format(points=points, n=over.round)
    if one.koi:
        return sentences.koi_in_vain([players.other(seat) for seat in one.koi], over.round)
    return _("Nobody scores in round {n}.").format(n=over.round)


def scores(sums: Sequence[int], players: Players, points: Sequence[int] = (0, 0)) -> Line:
    """Return the scores, with what the last round added to them."""
    texts = [
        sentences.score_of(players.other(Seat(seat)), now, more)
        for seat, (now, more) in enumerate(zip(sums, points, strict=True))
    ]
    return text(_("Scores: {told}.").format(told=", ".join(texts)))


def arithmetic(over: RoundOver) -> str:
    """Return (tane 1 + kasu 2) x 2 = 6; empty if no yaku scored."""
    if over.winner is None or not over.yaku:
        return ""
    counted = " + ".join(f"{each.yaku.value} {each.points}" for each in over.yaku)
    points = over.points[over.winner]
    if points == over.base:
        return counted if len(over.yaku) == 1 else f"{counted} = {points}"
    several = f"({counted})" if len(over.yaku) > 1 else counted
    return f"{several} x {points // over.base} = {points}"


def _why(one: FinishedRound, rules: Rules, players: Players) -> list[str]:
    """Explain why the round ended, what each yaku counts, and what doubled them, step by step."""
    over = one.over
    texts = _ended(over, players)
    if over.winner is None or not over.yaku:
        return texts
    texts += [_counted(each, rules) for each in over.yaku]
    points = over.base
    if len(over.yaku) > 1:
        texts.append(_("Together: {points}").format(points=points_sentence(points)))
    if points >= rules.double_from:
        points *= 2
        why = _("Doubled, because {n} points or more count double: {points}")
        texts.append(why.format(n=rules.double_from, points=points_sentence(points)))
    loser = Seat(1 - over.winner)
    if loser in one.koi:
        points *= 2
        texts.append(sentences.others_koi(players.other(loser), points=points_sentence(points)))
    return texts


def _counted(made: Made, rules: Rules) -> str:
    more = further(made, rules.yaku)
    return sentences.counted(made.yaku, made.points - more, more, _GROWS_BY.get(made.yaku))


def _ended(over: RoundOver, players: Players) -> list[str]:
    who = None if over.winner is None else players.other(over.winner)
    if over.why in sentences.ENDED_BY:
        return [sentences.ENDED_BY[over.why](who)]
    if over.why is Why.SPECIAL_HAND:
        return [_("A declared hand scores 6 points, and these are never doubled.")]
    exhausted = _("Both hands are empty: the round is over.")
    if over.winner is None:
        return [exhausted]
    scores = sentences.last_koi_scores if over.yaku else sentences.dealer_scores
    return [exhausted, scores(who)]
