"""What screens claim of a Koi-Koi table, against the engine: random games, every state.

`make claims` plays more of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import reduce
from itertools import combinations
from operator import and_, or_
from typing import Any

import pytest

from p2p_hanabi.games.common.face_sets import bits, listed
from p2p_hanabi.games.koikoi.hanafuda import ALL_FACES
from p2p_hanabi.games.koikoi.moves import Shobu
from p2p_hanabi.games.koikoi.rules import OPTIONS
from p2p_hanabi.games.koikoi.state import Task
from p2p_hanabi.games.koikoi.ui.painter import nearest
from p2p_hanabi.games.koikoi.view import KoikoiView
from p2p_hanabi.games.koikoi.yaku import Progress, Yaku, YakuRules, patterns, yaku_of
from protocol.game import Act, Open, Seat
from tests.builders import dice
from tests.ui.table.ports import DealtTable

GAMES = int(os.environ.get("CLAIMS", "3"))
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
    for count in range(one.lacking + 1):
        sets = [bits(faces) for faces in combinations(free, count)]
        made = [more for more in sets if one.yaku in counted(pile | more, rules)]
        if count < one.lacking:
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


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_is_said_of_yaku_is_true(seed: int) -> None:
    checked: set[tuple[int, int]] = set()
    lost: tuple[set[Yaku], set[Yaku]] = (set(), set())
    calls = 0
    for port in states(seed):
        view: KoikoiView = port.rules.view(port.state, port.seat, port._known[port.seat])
        if view.is_round_over or not view.table:
            lost = (set(), set())
            continue
        for seat in (Seat(0), Seat(1)):
            pile, others = view.piles[seat], view.piles[1 - seat]
            if (pile, others) not in checked:
                checked.add((pile, others))
                for one in view.progress[seat]:
                    if not one.points:
                        check_progress(one, pile, others, view.rules.yaku)
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
            seat = view.actor
            assert view.can_end(seat)
            after = port.rules.apply(port.state, Shobu())
            assert after.scores[seat] - port.state.scores[seat] == view.worth[seat]
        for seat in (Seat(0), Seat(1)):
            if not view.can_end(seat):
                assert (view.task, view.actor) != (Task.CALL, seat)
            if view.mover != seat and view.totals[seat]:  # it has said koi since they grew
                assert not view.can_end(seat)
    assert len(checked) > 50
    assert calls
