"""Files that a villain with every seat's keys makes up: both auditors say the same of each."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.lengths import mostly_long, sampled

from .made_up import Account, mutated, with_false_box
from .played import GAME_3, Played, agreed, played


def accounts(number: int) -> Iterator[tuple[Played, int]]:
    """Where made-up tables stop; the last of each row after a deal with a false box."""
    dice = Random("stops")  # noqa: S311 - a test's dice must fall the same again
    for _ in range(number):
        game = played(dice.choice(["game-2.p2ph", "game-3.p2ph", "game-3.p2ph"]))
        deal = game.deal
        stop = dice.choice([0, 1, 1, 2, deal - 1, deal, deal, deal, deal + 1, deal + 2])
        if stop == deal + 1 and game.seats == 3 and dice.random() < 0.7:
            seat = dice.randrange(3)
            game = game.changed(deal, seat, with_false_box(game, seat, dice))
        yield game, stop


@pytest.mark.parametrize("seed", mostly_long(range(8), 2))
def test_made_up_accounts_get_one_verdict_from_both_auditors(seed: int) -> None:
    dice = Random(f"accounts {seed}")  # noqa: S311 - a test's dice must fall the same again
    verdicts = {str(agreed(Account(*where, dice).file())) for where in accounts(25)}
    assert len(verdicts) > 5


@sampled(2)
@pytest.mark.parametrize("seed", range(6))
def test_false_boxes_get_one_verdict_from_both_auditors(seed: int) -> None:
    dice = Random(f"boxes {seed}")  # noqa: S311 - a test's dice must fall the same again
    sender = dice.randrange(3)
    deal = with_false_box(GAME_3, sender, dice)
    after = GAME_3.changed(6, sender, deal)
    verdicts = set()
    for reader in {0, 1, 2} - {sender}:
        cards = [card for card in range(15) if card // 5 not in (sender, reader)]
        for card in [*cards, 15]:
            statement = [GAME_3.say(sender, 6, deal)]
            shown = ["box", statement[0], card, GAME_3.box_key(reader)]
            body = ["object", sender, ["r"], shown]
            objected = [GAME_3.say(reader, 6, body)], [after.say(reader, 7, body)]
            verdicts |= {
                str(agreed(GAME_3.until(6, ["ended", statement, objected[0], None]))),
                str(agreed(GAME_3.until(6, ["ended", statement, [], shown]))),
                str(agreed(after.until(7, ["ended", [], objected[1], None]))),
            }
    assert str([True, False, "cheat", sender, 6]) in verdicts


@sampled(2)
@pytest.mark.parametrize("seed", range(6))
def test_mutated_and_resigned_file_gets_one_verdict_from_both(seed: int) -> None:
    dice = Random(f"mutations {seed}")  # noqa: S311 - a test's dice must fall the same again
    for _ in range(10):
        game = played(dice.choice(["game-2.p2ph", "game-3.p2ph"]))
        round_ = dice.choice([0, 1, 1, 2, *range(game.deal - 1, game.deal + 14)])
        agreed(mutated(game, round_, dice))
