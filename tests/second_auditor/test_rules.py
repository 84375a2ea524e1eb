"""The rules of all three games, read twice: from their pages alone, and by the program."""

from __future__ import annotations

import os

import pytest

from p2p_hanabi.games.common.face_sets import bits
from p2p_hanabi.games.ikebana.bouquets import score
from p2p_hanabi.games.koikoi.yaku import YakuRules, total_of
from protocol.game import Face
from tests.builders import dice

from . import ikebana, koikoi
from .alongside import Alongside
from .rounds import GAMES

SEEDS = 1_000 if os.environ.get("P2PHANABI_SOAK") else 12
HANDS = 100_000 if os.environ.get("P2PHANABI_SOAK") else 1_000


@pytest.mark.parametrize("name", GAMES)
def test_both_play_whole_games_alike(name: str) -> None:
    for seed in range(SEEDS):
        Alongside(name, seed).play()


def test_both_score_bouquets_alike() -> None:
    source = dice("bouquets", 0)
    for _ in range(HANDS):
        faces = sorted(source.sample(ikebana.BOX, 5))
        assert ikebana.score(faces) == score([Face(face) for face in faces]).total, faces


def test_both_count_yaku_alike() -> None:
    source = dice("captured", 0)
    for _ in range(HANDS):
        readings = [source.random() < 0.5 for _ in range(4)]
        named = dict(
            zip(("sake as kasu", "sanko rain", "stack groups", "viewings"), readings, strict=True)
        )
        rules = YakuRules(**{key.replace(" ", "_"): value for key, value in named.items()})
        faces = source.sample(range(48), source.randrange(49))
        ours = total_of(bits([Face(face) for face in faces]), rules)
        assert koikoi.base(faces, named) == ours, (faces, named)
