"""Worked cases, and two whole games that another implementation computed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.games.hanabi.moves import HintColour, HintRank, Move
from p2p_hanabi.games.hanabi.state import HanabiState, Rating
from protocol.encoding import H, Value
from protocol.errors import BadEncoding, IllegalMove
from protocol.game import Act, AllBut, Card, Deal, Face, Known, Open, Over

from .table import COLOURS, HANABI, Table, cards, colour, lay, sequence

HERE = Path(__file__).parent
CASES = json.loads((HERE / "cases.json").read_text())["cases"]
GAMES = json.loads((HERE / "games.json").read_text())["games"]

Json = dict[str, Any]


def laid(case: Json) -> Table:
    config, state = case["config"], case["state"]
    options: dict[str, Value] = {
        "blue": 10 if config.get("easier") else 8,
        "red": 1 if config.get("harder") else 3,
        "empty hints": config.get("empty_hints", False),
        "multicolour": config.get("avalanche", False),
        "announce": config.get("choreography", False),
        "finale": config.get("bouquet_final", False),
    }
    if state is None:
        fresh = HANABI.start(options | {"first": 0}, config["players"], b"")
        return Table(HANABI.dealt(HANABI.shuffled(fresh)), {})
    return lay(
        state["hands"],
        fireworks=state["fireworks"],
        turn=state["turn"],
        blue=state.get("blue"),
        red=state["red"],
        deck=state["deck"],
        discard=state["discard"],
        turns_left=state.get("turns_left"),
        options=options,
    )


def packed(table: Table, case_move: Json) -> Value:
    """The case's move as on the wire, sensible or not."""
    match case_move:
        case {"do": "play", "slot": slot, "announce": letter}:
            return ("play", table.card(slot), colour(letter))
        case {"do": "play" | "discard" as do, "slot": slot}:
            return (do, table.card(slot))
        case {"to": seat, "color": letter, "value": rank}:
            return (*sequence(HANABI.pack(table.true_hint(seat, letter))), rank)
        case {"to": seat, "color": what} | {"to": seat, "value": what}:
            return HANABI.pack(table.true_hint(seat, what))
    return (case_move["do"],)


def run(case: Json) -> tuple[Table, Move | None, int | None]:
    """The table at the end, the last legal move, and the index of the refused move."""
    table, last = laid(case), None
    for index, case_move in enumerate(case["moves"]):
        if table.state.actor is not None:
            assert table.state.seat == case_move["p"]
        try:
            last = HANABI.unpack(packed(table, case_move))
            table = table.after(last)
        except (IllegalMove, BadEncoding):
            return table, last, index
    return table, last, None


def status(state: HanabiState) -> tuple[str, int]:
    match HANABI.pending(state):
        case Over(("third red token" | "indispensable card lost" | "stuck", 0)):
            return "lost", 0
        case Over(("complete", int(score))):
            return "won", score
        case Over(("pile ended", int(score))):
            return "finished", score
    return "playing", sum(state.fireworks)


def seen(table: Table, last: Move | None) -> Json:
    """Everything that a case may expect, computed."""
    state = table.state
    slots: list[int] = []
    match last:
        case HintColour(seat, _, touched) | HintRank(seat, _, touched):
            slots = [state.hands[seat].index(card) for card in touched]
    verdict, score = status(state)
    return {
        "hand_sizes": [len(hand) for hand in state.hands],
        "deck_size": state.pile,
        "blue": state.blue,
        "red": state.red,
        "turn": state.seat,
        "status": verdict,
        "score": score,
        "touched": slots,
    }


@pytest.mark.parametrize("case", CASES, ids=[f"{c['id']} {c['note']}" for c in CASES])
def test_worked_case(case: Json) -> None:
    table, last, refused = run(case)
    expect = dict(case["expect"])
    assert refused == expect.pop("illegal_at", None)
    letters = dict(zip(COLOURS, table.state.fireworks, strict=False))
    for letter, height in expect.pop("fireworks", {}).items():
        assert letters[letter] == height
    for letter, height in expect.pop("reach", {}).items():
        assert table.view(0).reachable[colour(letter)] == height
    if thrown := expect.pop("discard_added", ""):
        assert [each for _, each in table.state.discards][-1:] == cards(thrown)
    if rating := expect.pop("rating", ""):
        assert table.view(0).rating is Rating[rating.upper()]
    computed = seen(table, last)
    assert {key: computed[key] for key in expect} == expect


def cut(state: HanabiState) -> list[Value]:
    """The public state in the form of the file."""
    public: list[Value] = json.loads(json.dumps(HANABI.public(state)))
    return [*public[:7], len(state.discards), *public[8:]]


def follow(state: HanabiState, move: Json, faces: Known) -> HanabiState:
    """One move of a recorded game, compared with the record at each step."""
    assert HANABI.pending(state) == Act(move["seat"])
    unpacked = HANABI.unpack(move["move"])
    known = {card: face for card, face in faces.items() if card not in state.hands[move["seat"]]}
    assert unpacked in HANABI.moves(state, move["seat"], known)
    assert all(faces[claim.card] in claim.faces for claim in HANABI.claims(state, unpacked))
    state = HANABI.apply(state, unpacked)
    assert cut(state) == move["agreed"]
    if move["opened"] is not None:
        card = Card(move["move"][1])
        assert HANABI.pending(state) == Open((card,))
        state = HANABI.opened(state, {card: Face(move["opened"])})
    if move["drawn"] is not None:
        assert HANABI.pending(state) == Deal(((move["drawn"], AllBut(move["seat"])),))
        state = HANABI.dealt(state)
    assert cut(state) == move["after"]
    return state


@pytest.mark.parametrize("game", GAMES, ids=["2 seats", "3 seats"])
def test_recorded_game_yields_the_recorded_public_states(game: Json) -> None:
    beacon = bytes.fromhex(game["beacon"])
    options: Mapping[str, Value] = game["options"]
    state = HANABI.start(options, game["seats"], beacon)
    assert state.rules.first == game["first seat"]
    state = HANABI.dealt(HANABI.shuffled(state))
    faces = {Card(card): Face(face) for card, face in enumerate(game["faces"])}
    for move in game["moves"]:
        state = follow(state, move, faces)
    assert [list(pair) for pair in state.discards] == game["discards"]
    pending = HANABI.pending(state)
    assert pending == Over(tuple(game["outcome"]))
    assert H("outcome", pending.outcome).hex() == game["outcome digest"]
