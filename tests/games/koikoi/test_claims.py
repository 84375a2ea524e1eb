"""What screens claim of a Koi-Koi table, against the engine: random games, every state.

`make claims` plays more of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from itertools import combinations
from operator import and_, or_
from typing import Any

from p2p_hanabi.games.common.face_sets import bits, listed
from p2p_hanabi.games.koikoi.hanafuda import ALL_FACES
from p2p_hanabi.games.koikoi.moves import Koi, Shobu
from p2p_hanabi.games.koikoi.rules import OPTIONS
from p2p_hanabi.games.koikoi.state import RoundOver, Task, Why
from p2p_hanabi.games.koikoi.ui.painter import nearest
from p2p_hanabi.games.koikoi.ui.screen import SCREEN
from p2p_hanabi.games.koikoi.view import KoikoiView
from p2p_hanabi.games.koikoi.yaku import Progress, Yaku, YakuRules, patterns, yaku_of
from p2p_hanabi.ui.model.game.table_players import Players
from protocol.game import Act, Open, Seat
from tests.builders import dice
from tests.games.positions import count, in_parts
from tests.ui.table.ports import DealtTable

FEW = 3
"""All ways to add at most this many cards are tried."""


def states(seed: int) -> Iterator[DealtTable]:
    """A game of random moves with random options, at each of its states."""
    rolled = dice("claims", seed)
    options: dict[str, Any] = {each.key: rolled.choice(each.allowed) for each in OPTIONS}
    options["rounds"] = 6

    def choose(view: KoikoiView) -> Any:
        return rolled.choice(view.moves)

    port = DealtTable(2, game="koikoi", seed=seed, options=options, choose=choose)
    while True:
        yield port
        if port.rules.pending(port.state) == Act(port.seat):
            port.play(choose(port.rules.view(port.state, port.seat, port._known[port.seat])))
        elif not port.step():
            return


def check_progress(one: Progress, pile: int, others: int, rules: YakuRules) -> None:
    """Compare what is said to be missing with what the pile counts with every such set of cards."""
    pattern = patterns(rules)[one.yaku]
    free = listed(pattern.pool & ~pile & ~others)
    if one.lacking > FEW or (one.yaku is Yaku.KASU and one.lacking > 2):
        return
    for size in range(one.lacking + 1):
        sets = [bits(faces) for faces in combinations(free, size)]
        made = [more for more in sets if one.yaku in counted(pile | more, rules)]
        if size < one.lacking:
            assert not made, one
    assert one.reachable == bool(made), one
    if made:
        assert one.wanted == listed(reduce(or_, made))
        assert one.required == listed(reduce(and_, made))
        rest = len(one.wanted) - len(one.required)
        ways = len(list(combinations(range(rest), one.lacking - len(one.required))))
        assert one.is_free == (ways == len(made))


def once_opened(port: DealtTable, view: KoikoiView) -> Iterator[Any]:
    """The states after the card that is being opened, whichever of the unseen ones it is."""
    pending = port.rules.pending(port.state)
    if not isinstance(pending, Open) or len(pending.cards) != 1:
        return
    seen = reduce(or_, view.piles) | bits(one.face for one in (*view.table, *view.hand))
    for face in ALL_FACES:
        if not seen >> face & 1:
            yield port.rules.opened(port.state, {pending.cards[0]: face})


def counted(pile: int, rules: YakuRules) -> set[Yaku]:
    return {made.yaku for made in yaku_of(pile, rules)}


def check_moves(port: DealtTable, view: KoikoiView) -> None:
    """What koi and shobu are said to bring, against what shobu brings."""
    seat = view.actor
    assert seat is not None
    assert view.can_end(seat)
    after = port.rules.apply(port.state, Shobu())
    scored = after.scores[seat] - port.state.scores[seat]
    assert scored == view.worth[seat]
    view = port.rules.view(port.state, seat, port._known[seat])
    players = Players(seat, port.names)
    for move in (Koi(), Shobu()):
        preview = SCREEN.preview(move, view, players)
        sentences = re.search(
            r"score (\d+) points? (?:\((\d+) with doubling\) )?(?:now|and end)", preview
        )
        assert sentences is not None
        assert int(sentences[2] or sentences[1]) == scored


def shown_dealer(port: DealtTable, view: KoikoiView) -> Seat | None:
    """Who is said to score if the hands run out after a koi now."""
    assert view.actor is not None
    view = port.rules.view(port.state, view.actor, port._known[view.actor])
    sentence = SCREEN.preview(Koi(), view, Players(view.seat, port.names))
    if (scores := re.search(r"run out, (\w+) scores? 6 as the dealer", sentence)) is None:
        return None
    return view.seat if scores[1] == "you" else Seat(port.names.index(scores[1]))


def check_exhausted(port: DealtTable, shown: Seat | None) -> None:
    """The hands have run out: who was said to score 6 has, and nobody else."""
    over = port.state.log[-1]
    if not isinstance(over, RoundOver) or over.why is not Why.EXHAUSTED:
        return
    if shown is not None and any(side.koi for side in port.state.sides):
        assert over.winner == shown
        assert over.points[shown] == 6
    elif over.points != (0, 0):
        assert over.yaku, "nobody was told that the dealer would score"


def check_side(view: KoikoiView, seat: Seat, checked: set[tuple[int, int]]) -> None:
    """What a seat's yaku lack, once for each pair of piles."""
    pile, others = view.piles[seat], view.piles[1 - seat]
    if (pile, others) not in checked:
        checked.add((pile, others))
        for one in view.progress[seat]:
            if not one.points:
                check_progress(one, pile, others, view.rules.yaku)


@in_parts
def test_statements_about_yaku_are_true(part: int) -> None:
    checked: set[tuple[int, int]] = set()
    calls = positions = games = 0
    while positions < count() or not calls:
        games += 1
        more, called = check_game(1000 * part + games, checked)
        positions, calls = positions + more, calls + called
    assert len(checked) > 50


def check_game(seed: int, checked: set[tuple[int, int]]) -> tuple[int, int]:
    """Compare what is said at each state of a game; return the numbers of states and of calls."""
    lost: tuple[set[Yaku], set[Yaku]] = (set(), set())
    positions = calls = entries = 0
    dealer: Seat | None = None
    for port in states(seed):
        positions += 1
        view: KoikoiView = port.rules.view(port.state, port.seat, port._known[port.seat])
        if len(view.log) > entries:
            check_exhausted(port, dealer)
        entries = len(view.log)
        if view.is_round_over:
            dealer = None
        if view.is_round_over or not view.table:
            lost = (set(), set())
            continue
        for seat in (Seat(0), Seat(1)):
            pile = view.piles[seat]
            check_side(view, seat, checked)
            assert not counted(pile, view.rules.yaku) & lost[seat], "was said to be out of reach"
            hoped = {each.yaku for each in nearest(view, seat)}
            lost[seat].update(each.yaku for each in view.progress[seat] if not each.points)
            lost[seat].difference_update(hoped)
        for after in once_opened(port, view):
            for seat in (Seat(0), Seat(1)):
                pile = after.sides[seat].pile
                assert not counted(pile, view.rules.yaku) & lost[seat], "was said to be lost"
        if view.task is Task.CALL and view.actor is not None:
            calls += 1
            check_moves(port, view)
            dealer = shown_dealer(port, view)
        for seat in (Seat(0), Seat(1)):
            if not view.can_end(seat):
                assert (view.task, view.actor) != (Task.CALL, seat)
            if view.mover != seat and view.totals[seat]:  # it has said koi since they grew
                assert not view.can_end(seat)
    return positions, calls
