"""The results of Koi-Koi rounds: what was counted and why, who scores, who deals next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.model.game.round_result import Part, RoundResult
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.words.addressed import Addressed
from p2p_hanabi.ui.words.i18n import N_, _, ngettext
from p2p_hanabi.ui.words.sentences_shared import COLON
from protocol.game import Seat

from ..effects import next_dealer
from ..hanafuda import Kind
from ..state import LaidOut, RoundOver, Rules, SaidKoi, Why
from ..view import KoikoiView
from ..yaku import Made, Yaku, further
from .words.sentences import points as points_sentence
from .words.sentences import yaku_name

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
        parts.append(Part(text(_deals_next(players.other(dealer)))))
    return RoundResult(one.over.round, rules.rounds, one.entries, tuple(parts))


def head(one: FinishedRound, players: Players) -> str:
    """Return one sentence about who won a round, and with how many points."""
    over = one.over
    if over.winner is not None:
        points = points_sentence(over.points[over.winner])
        return _round_won(players.other(over.winner), n=over.round, points=points)
    if any(over.points):
        points = points_sentence(over.points[0])
        return _("Both score {points} in round {n}.").format(points=points, n=over.round)
    if one.koi:
        return _koi_in_vain([players.other(seat) for seat in one.koi], over.round)
    return _("Nobody scores in round {n}.").format(n=over.round)


def scores(sums: Sequence[int], players: Players, points: Sequence[int] = (0, 0)) -> Line:
    """Return the scores, with what the last round added to them."""
    texts = [
        score_of(players.other(Seat(seat)), now, more)
        for seat, (now, more) in enumerate(zip(sums, points, strict=True))
    ]
    return text(_("Scores: {sums}.").format(sums=", ".join(texts)))


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
        texts.append(_others_koi(players.other(loser), points=points_sentence(points)))
    return texts


def _counted(made: Made, rules: Rules) -> str:
    more = further(made, rules.yaku)
    return _count_sentence(made.yaku, made.points - more, more, _GROWS_BY.get(made.yaku))


def _ended(over: RoundOver, players: Players) -> list[str]:
    who = None if over.winner is None else players.other(over.winner)
    if over.why in _ENDED_BY:
        return [_ENDED_BY[over.why](who)]
    if over.why is Why.SPECIAL_HAND:
        return [_("A declared hand scores 6 points, and these are never doubled.")]
    exhausted = _("Both hands are empty: the round is over.")
    if over.winner is None:
        return [exhausted]
    scores = _last_koi_scores if over.yaku else _dealer_scores
    return [exhausted, scores(who)]


# -- why it ended

_ENDED_BY = {
    Why.SHOBU: Addressed(N_("You say shobu."), N_("{who} says shobu.")),
    Why.LAST_CARD: Addressed(
        N_("That was your last card, so the round ends with your yaku."),
        N_("That was {who}'s last card, so the round ends with these yaku."),
    ),
    Why.KOI_SPENT: Addressed(
        N_("You have said koi already, so the round ends with your yaku."),
        N_("{who} has said koi already, so the round ends with these yaku."),
    ),
}
"""Who ended the round, by the reason."""
_last_koi_scores = Addressed(
    N_("You said koi last, so your yaku count."), N_("{who} said koi last, so these yaku count.")
)
_dealer_scores = Addressed(
    N_("Koi was said, so you score as the dealer; that is never doubled."),
    N_("Koi was said, so {who} scores as the dealer; that is never doubled."),
)
"""After a koi in an exhausted round."""


# -- what was counted


def _count_sentence(yaku: Yaku, least: int, further: int, kind: Kind | None) -> str:
    """Return what a yaku counts: `least`, and a point for each of its `further` cards of a kind."""
    if kind is None or not further:
        return f"{yaku_name(yaku)}{_(COLON)}{points_sentence(least)}"
    words = {
        Kind.SIMPLE: ngettext(
            "{yaku}: {least} and 1 for another simple, {points}",
            "{yaku}: {least} and {n} for {n} more simples, {points}",
            further,
        ),
        Kind.RIBBON: ngettext(
            "{yaku}: {least} and 1 for another ribbon, {points}",
            "{yaku}: {least} and {n} for {n} more ribbons, {points}",
            further,
        ),
        Kind.TANE: ngettext(
            "{yaku}: {least} and 1 for another tane, {points}",
            "{yaku}: {least} and {n} for {n} more tane, {points}",
            further,
        ),
    }[kind]
    return words.format(
        yaku=yaku_name(yaku), least=least, n=further, points=points_sentence(least + further)
    )


_others_koi = Addressed(
    N_("Doubled, because you had said koi: {points}"),
    N_("Doubled, because {who} had said koi: {points}"),
)
"""The player who said koi did not win."""


# -- who scores


_round_won = Addressed(
    N_("You win round {n} with {points}."), N_("{who} wins round {n} with {points}.")
)


def _koi_in_vain(who: Sequence[str | None], number: int) -> str:
    """Return that `who` had said koi in a round in which nobody scored."""
    if len(who) > 1:
        words = _("Nobody scores in round {n}: both players had said koi, and nobody ended it.")
    elif None in who:
        words = _("Nobody scores in round {n}: you had said koi and made no further yaku.")
    else:
        words = _("Nobody scores in round {n}: {who} had said koi and made no further yaku.")
    return words.format(who=who[0], n=number)


def score_of(who: str | None, count: int, more: int = 0) -> str:
    """Return Ana 12, or Ana 12 (+5)."""
    added = f" (+{more})" if more else ""
    return f"{_('you') if who is None else who} {count}{added}"


_deals_next = Addressed(
    N_("You deal the next round and begin it."), N_("{who} deals the next round and begins it.")
)
