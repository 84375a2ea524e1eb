"""No secret that a holder can reach opens its own cards, nor any that two can reach the pile.

A search can only show that nothing of the kind searched for is there; that nothing else helps is
what the decisional Diffie-Hellman assumption says (`test_another_face.py`). Each search is also run
where there is something to find.
"""

from __future__ import annotations

import pytest

from protocol.crypto.group import mul, to_bytes
from protocol.game import Seat
from protocol.rounds.phases import Dealing
from tests.any_game import bare
from tests.knowledge import reach
from tests.knowledge.worlds import HOLDER, World, world_of
from tests.lengths import sampled

SEATS = [2, 3, 5]


def within_reach(world: World, *seats: int) -> set[bytes]:
    found = reach.received(world)
    for seat in seats:
        found |= reach.private(world, Seat(seat))
    return found


@sampled(1)
@pytest.mark.parametrize("seats", SEATS)
def test_no_scalar_that_the_holder_reaches_opens_its_cards(seats: int) -> None:
    world = world_of(seats)
    scalars = reach.scalars_of(within_reach(world, HOLDER))
    assert len(scalars) > 500
    assert reach.opened_by_scalars(world, world.hand, scalars) == {}
    own = reach.scalars_of(reach.private(world, HOLDER))
    assert reach.opened_by_pairs(world, world.hand, own) == {}
    assert reach.opened_by_keys(world, world.hand[:1], scalars, [world.secrets[HOLDER]]) == {}


@pytest.mark.parametrize("seats", SEATS)
def test_no_point_that_the_holder_reaches_opens_its_cards(seats: int) -> None:
    world = world_of(seats)
    points = reach.points_of(within_reach(world, HOLDER))
    assert len(points) > 300
    assert reach.opened_by_points(world, world.hand[:2], points, [world.secrets[HOLDER]]) == {}


@pytest.mark.parametrize("seats", SEATS)
def test_holder_receives_no_share_or_blinding_of_its_own_cards(seats: int) -> None:
    """The very numbers that would tell, known here from all secrets."""
    world = world_of(seats)
    found = within_reach(world, HOLDER)
    others = [seat for seat in world.seating.seats if seat != HOLDER]
    for done in world.history.rounds:
        if isinstance(done.stage.phase, Dealing):
            for card in {card for card, _ in done.stage.phase.cards} & set(world.hand):
                a = world.history.stage.cards.first_half(card)
                for seat in others:
                    secret = world.secrets[seat]
                    assert mul(secret.x, a) not in found
                    assert to_bytes(secret.blinding(done.stage.context(seat), card)) not in found


@pytest.mark.parametrize("seats", SEATS)
def test_search_finds_anothers_knowledge_of_the_holders_cards(seats: int) -> None:
    world = world_of(seats)
    scalars = reach.scalars_of(reach.private(world, Seat(1)))
    found = reach.opened_by_scalars(world, world.hand, scalars)
    assert found == {card: world.faces[card] for card in world.hand}


def test_search_finds_sums_of_separate_values() -> None:
    """With three seats the blindings of one's partners' cards are sums of one's own and a row."""
    world = world_of(3)
    own = world.secrets[Seat(1)]
    rows = reach.private(world, Seat(1))
    sums = {to_bytes(y) for y in world.provers[Seat(1)].private.blindings.values()}
    found = reach.opened_by_pairs(world, world.hand, reach.scalars_of(rows - sums))
    assert found == {card: world.faces[card] for card in world.hand}
    assert own.x in reach.scalars_of(rows)


# Two of three, who tell each other everything.


def test_two_of_three_learn_each_others_hands_only_by_sharing() -> None:
    world = world_of(3)
    hands = bare(world.history.stage.state).hands
    for one, other in ((0, 1), (1, 0)):
        alone = reach.scalars_of(within_reach(world, one))
        assert reach.opened_by_scalars(world, hands[one], alone) == {}
        told_by = reach.scalars_of(within_reach(world, one, other))
        found = reach.opened_by_scalars(world, hands[one], told_by)
        assert found == {card: world.faces[card] for card in hands[one]}


def test_two_of_three_reach_no_card_of_the_pile() -> None:
    world = world_of(3)
    found, pile = within_reach(world, 0, 1), world.undealt
    own = [world.secrets[seat] for seat in world.seating.seats[:2]]
    assert len(pile) > 30
    points = reach.points_of(found)
    assert reach.opened_by_points(world, pile[:4], points, own) == {}
    scalars = reach.scalars_of(found)
    assert reach.opened_by_keys(world, pile[:2], scalars, own) == {}


def test_two_receive_no_share_of_the_third_for_the_pile() -> None:
    """Neither as a point nor within a blinded share: those were made of the cards dealt alone."""
    world = world_of(3)
    found = within_reach(world, 0, 1)
    third = world.secrets[world.seating.seats[2]]
    for card in world.undealt:
        assert mul(third.x, world.history.stage.cards.first_half(card)) not in found
    phases = [done.stage.phase for done in world.history.rounds]
    dealt = {card for deal in phases if isinstance(deal, Dealing) for card, _ in deal.cards}
    assert len(dealt) == 50 - len(world.undealt)
    assert not dealt & set(world.undealt)


def test_the_third_seats_key_would_open_the_pile() -> None:
    """So that the search can find something."""
    world = world_of(3)
    secrets = [world.secrets[seat] for seat in world.seating.seats]
    found = reach.opened_by_keys(world, world.undealt[:3], [secrets[2].x], secrets[:2])
    assert found == {card: world.faces[card] for card in world.undealt[:3]}
