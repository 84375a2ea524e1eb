"""The work of a table costs exactly the recorded number of operations."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.bench.counts import BLOCK, DOCUMENT, SHUFFLES, differences, in_document, read
from tests.bench.works import GAMES, Game, works_of, works_of_shuffles
from tests.lengths import sampled

HELD = (Game("hanabi", 5), Game("ikebana", 2), Game("koikoi", 2))
"""Every kind of work; `make counts` counts the other games too."""
MEANT = "if that is intended, `make counts` records it"


@sampled(1)
@pytest.mark.parametrize("game", HELD, ids=str)
def test_every_work_of_a_game_costs_what_is_written_down(game: Game) -> None:
    different = list(differences(read(), {str(game): works_of(game)}))
    assert not different, "\n".join((*different, MEANT))


def test_a_shuffle_costs_what_is_written_down() -> None:
    counted = works_of_shuffles((25, 50))
    written = {SHUFFLES: {work: read()[SHUFFLES][work] for work in counted}}
    different = list(differences(written, {SHUFFLES: counted}))
    assert not different, "\n".join((*different, MEANT))


def test_every_game_is_written_down() -> None:
    assert set(read()) == {SHUFFLES, *map(str, GAMES)}


def test_the_document_has_what_is_written_down() -> None:
    (block,) = BLOCK.findall(DOCUMENT.read_text(encoding="utf-8"))
    assert block == in_document(read()), "`make counts` rewrites it"


def test_one_extra_operation_is_reported_with_its_work() -> None:
    written = {SHUFFLES: {"prove": Counter(mul=301), "verify": Counter(mul=407)}}
    counted = {SHUFFLES: {"prove": Counter(mul=301, add=1), "deal": Counter(mul=1)}}
    assert list(differences(written, counted)) == [
        "one shuffle: prove: add: 0 recorded, 1 counted",
        "one shuffle: verify: no longer occurs",
        "one shuffle: deal: not recorded",
    ]
