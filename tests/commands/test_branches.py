"""Other moves than those of a recorded game: by its rules, with its own cards, for every game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from p2p_hanabi.commands.records.branches import Branches, branches_of
from p2p_hanabi.commands.records.playback import Playback, open_playback
from p2p_hanabi.registry import GAMES, GamePlugin
from p2p_hanabi.ui.replay.branching import UnknownCard
from p2p_hanabi.ui.replay.recording import AllFrom
from protocol.errors import IllegalMove
from protocol.game import Act, AnyMove, AnyView, Over, Seat
from protocol.reasons import Forbidden
from tests.any_game import bare
from tests.commands.played import in_memory

KEPT = Path("tests/kept")
SEATS = {"hanabi": 3, "ikebana": 3, "koikoi": 2, "highcard": 3}


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "highcard", GamePlugin("tests.toy"))


def recorded(game: str) -> Playback:
    return in_memory(game, SEATS[game])


def actor(line: Playback) -> Seat | None:
    pending = line.rules.pending(line.moments[-1].state)
    return pending.seat if isinstance(pending, Act) else None


def all_moves(line: Playback) -> list[AnyMove]:
    seat = actor(line)
    assert seat is not None
    return list(bare(line.view(line.count - 1, AllFrom(seat))).moves)


@pytest.mark.parametrize("game", SEATS)
def test_own_moves_of_the_game_give_its_own_moments(game: str) -> None:
    played = recorded(game)
    branches = branches_of(played)
    line = branches.begun(0)
    for moment in played.moments[1:]:
        assert moment.move is not None
        line = branches.played(line, line.count - 1, moment.move)
    assert line.moments == played.moments
    assert branches.leaves(line) == played.count - 1


@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize("seed", range(3))
def test_any_offered_moves_lead_to_an_end_of_the_game(game: str, seed: int) -> None:
    played, dice = recorded(game), Random(seed)  # noqa: S311 - a test
    branches = branches_of(played)
    line = branches.begun(played.count // 3)
    while actor(line) is not None:
        moves = branches.moves(line, line.count - 1)
        if not moves:  # a round of Koi-Koi more than was played
            break
        line = branches.played(line, line.count - 1, dice.choice(moves))
    assert line.count > played.count // 3 + 1
    assert line.moments[: played.count // 3 + 1] == played.moments[: played.count // 3 + 1]


@pytest.mark.parametrize("game", SEATS)
def test_bots_play_to_the_end_each_from_its_own_view(game: str) -> None:
    played = recorded(game)
    seen: list[tuple[Any, Any]] = []

    def choose(view: AnyView) -> AnyMove:
        seen.append((view.seat, view))
        return GAMES[game].choose(view)

    line = Branches(played, choose).by_bots(branches_of(played).begun(1), 1)
    assert isinstance(played.rules.pending(line.moments[-1].state), Over)
    for number, (seat, view) in enumerate(seen, start=1):
        assert seat == line.mover(number + 1)
        assert view == line.view(number, seat)


def test_a_false_claim_about_a_card_is_refused() -> None:
    played = recorded("hanabi")
    moves = all_moves(branches_of(played).begun(0))
    hint = next(move for move in moves if len(getattr(move, "touched", ())) > 1)
    false = replace(bare(hint), touched=bare(hint).touched[:1])
    with pytest.raises(IllegalMove) as refused:
        branches_of(played).played(branches_of(played).begun(0), 0, false)
    assert refused.value.reason.code is Forbidden.FALSE_CLAIM


def test_no_move_is_offered_that_opens_an_unknown_card() -> None:
    played = recorded("hanabi")
    first = actor(branches_of(played).begun(0))
    seen = played.moments[0].audiences.items()
    hidden = next(card for card, audience in seen if bare(audience).holder == first)
    faces = {card: face for card, face in played.faces.items() if card != hidden}
    branches = branches_of(replace(played, faces=faces))
    line = branches.begun(0)
    plays = [move for move in all_moves(line) if getattr(move, "card", None) == hidden]
    refused = [move for move in all_moves(line) if move not in branches.moves(line, 0)]
    assert plays
    assert set(plays) <= set(refused)
    with pytest.raises(UnknownCard):
        branches.played(line, 0, plays[0])


def test_no_move_follows_the_end() -> None:
    played = recorded("highcard")
    with pytest.raises(IllegalMove) as refused:
        branches_of(played).played(played, played.count - 1, bare(played.moments[1].move))
    assert refused.value.reason.code is Forbidden.OUT_OF_TURN


@pytest.mark.parametrize("game", ["hanabi", "ikebana"])
def test_a_transcript_has_all_cards_to_play_other_moves(game: str) -> None:
    played = open_playback(KEPT / f"{game}.p2ph")
    branches = branches_of(played)
    line = branches.by_bots(branches.begun(2), 2)
    assert isinstance(played.rules.pending(line.moments[-1].state), Over)
    assert branches.score(line, line.count - 1)


def test_koikoi_goes_on_while_its_file_shows_the_cards() -> None:
    """Cards that nobody has played stay hidden after the game."""
    played = open_playback(KEPT / "koikoi.p2ph")
    branches = branches_of(played)
    line = branches.by_bots(branches.begun(2), 2)
    assert line.count > 3
    assert branches.moves(line, line.count - 1) == () or actor(line) is None
