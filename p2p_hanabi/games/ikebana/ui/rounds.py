"""The results of Ikebana rounds: the bouquets, how each scored, and who paid what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2p_hanabi.ui.drawing.style import joined, text
from p2p_hanabi.ui.model.game.round_result import Part, RoundResult
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.words.addressed import Addressed
from p2p_hanabi.ui.words.i18n import N_, _
from p2p_hanabi.ui.words.sentences_shared import COLON
from protocol.game import Seat

from ..bouquets import Score
from ..state import PACK, PRESTIGE, ROUNDS, Bought, Drew, Refused, Scored, Shuffled
from ..view import IkebanaView
from . import painter

_BEGINS_NEXT = Addressed(
    N_("You had the best bouquet and begin the next round."),
    N_("{who} had the best bouquet and begins the next round."),
)
_BEGINS_AFTER_TIE = Addressed(
    N_("You begin the next round; the best bouquet was a tie."),
    N_("{who} begins the next round; the best bouquet was a tie."),
)


@dataclass(frozen=True, slots=True)
class Account:
    """How a round changed a seat's prestige: the amount `before`, the payments for cards `refused`
    and `bought`, the amount `received` from others, and what its bouquet `won` from the bank."""

    before: int
    refused: int = 0
    bought: int = 0
    received: int = 0
    won: int = 0

    @property
    def balance(self) -> int:
        return self.before - self.refused - self.bought + self.received + self.won


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """A finished round. `entries` is the length of the log at its end. `starter` begins the next
    round; None after the last."""

    scored: Scored
    accounts: tuple[Account, ...]
    starter: Seat | None
    entries: int


def rounds_of(view: IkebanaView) -> list[ScoredRound]:
    """Return the finished rounds, in order."""
    starters = [*starters_of(view).values()]
    before = [PRESTIGE] * view.players
    course = _Payments(view.players)
    rounds: list[ScoredRound] = []
    for entries, entry in enumerate(view.log, start=1):
        course.add(entry)
        if isinstance(entry, Scored):
            accounts = course.accounts(before, entry.won)
            last = entry.round_number == ROUNDS
            following = starters[len(rounds) + 1 :] or [view.starter]
            rounds.append(ScoredRound(entry, accounts, None if last else following[0], entries))
            before, course = [each.balance for each in accounts], _Payments(view.players)
    return rounds


class _Payments:
    """The payments between seats in a round."""

    def __init__(self, seats: int) -> None:
        self._refused, self._bought, self._received = ([0] * seats for _ in range(3))

    def add(self, entry: object) -> None:
        match entry:
            case Refused(seat=seat, price=price, payee=payee):
                self._refused[seat] += price
                self._received[payee] += price
            case Bought(seat=seat, price=price, owner=owner):
                self._bought[seat] += price
                self._received[owner] += price

    def accounts(self, before: Sequence[int], won: Sequence[int]) -> tuple[Account, ...]:
        columns = (before, self._refused, self._bought, self._received, won)
        return tuple(Account(*row) for row in zip(*columns, strict=True))


def starters_of(view: IkebanaView) -> dict[int, Seat]:
    """Return who began each round, by the round's first turn: the first to draw or buy, or the one
    who is to begin."""
    starters: dict[int, Seat] = {}
    begun: int | None = None
    for entry in view.log:
        if isinstance(entry, Shuffled) and len(entry.faces) == len(PACK):
            begun = entry.turn
            starters[begun] = view.starter
        elif isinstance(entry, Drew | Bought) and begun is not None:
            starters[begun] = entry.seat
            begun = None
    return starters


def results(view: IkebanaView, players: Players) -> list[RoundResult]:
    return [result_of(each, players) for each in rounds_of(view)]


def result_of(one: ScoredRound, players: Players) -> RoundResult:
    """Return a round's result, the best bouquet first, equal ones in table order."""
    scored = one.scored
    order = sorted(players.from_next, key=lambda seat: -scored.won[seat])
    parts = [_player(one, seat, players) for seat in order]
    if one.starter is not None:
        is_tie = scored.won.count(max(scored.won)) > 1
        begins = _BEGINS_AFTER_TIE if is_tie else _BEGINS_NEXT
        parts.append(Part(text(begins(players.other(one.starter)))))
    return RoundResult(scored.round_number, ROUNDS, one.entries, tuple(parts))


def _player(one: ScoredRound, seat: Seat, players: Players) -> Part:
    flowers, scored = one.scored.bouquets[seat], one.scored.scores[seat]
    factor = one.scored.won[seat] // scored.total
    head = joined(
        [
            text((players.other(seat) or _("You")) + _(COLON), "strong"),
            painter.drawn_flowers(flowers),
            text(_(COLON) + arithmetic(scored, factor), "strong"),
        ]
    )
    account = one.accounts[seat]
    why = painter.why(flowers, scored, factor)
    prestige = _("prestige {terms} = {now}").format(terms=_sum(account), now=account.balance)
    return Part(head, (text(why), text(prestige)))


def arithmetic(scored: Score, factor: int) -> str:
    """Return (8 + 6) x 2 = 28: the combinations, and what multiplies them."""
    gains = " + ".join(str(each.gain) for each in scored.combinations)
    times = [f" x {each}" for each in (scored.multiplier, factor) if each > 1]
    if times and len(scored.combinations) > 1:
        gains = f"({gains})"
    total = scored.total * factor
    return f"{gains}{''.join(times)}" + (f" = {total}" if not gains.isdigit() or times else "")


def _sum(account: Account) -> str:
    """Return 6 - 3 (refused) + 28, with the bank's payment last."""
    paid = {
        N_("- {n} (refused)"): account.refused,
        N_("- {n} (bought)"): account.bought,
        N_("+ {n} (from others)"): account.received,
    }
    terms = [_(term).format(n=price) for term, price in paid.items() if price]
    return " ".join([str(account.before), *terms, f"+ {account.won}"])
