"""What every game promises to the protocol, played at random."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p_hanabi.registry import GAMES, OPTIONS, SCREENS
from protocol.encoding import Value, dec, enc
from protocol.errors import BadEncoding, IllegalMove
from protocol.game import Act, AllBut, Card, Deal, Face, Open, Options, Over, Seat, Shuffle
from tests.any_game import BOTS, RULES, AnyGame
from tests.builders import Choose, Step, at_random, dice, drive, walk

LONGEST = 2000
"""Steps in which every game is over, however badly it is played."""

PLAIN = (int, str, Enum, type(None))
"""What holds no face. Skipped early: logs grow long, and are looked through at every step."""

games = pytest.mark.parametrize("name", sorted(RULES))
few = settings(max_examples=8)
fewer = settings(max_examples=5)


@st.composite
def tables(draw: st.DrawFn, name: str) -> tuple[AnyGame, Options, int, int]:
    """A game with options that it accepts, how many play, and a seed."""
    game = RULES[name]
    seats = draw(st.integers(game.seats.start, game.seats.stop - 1))
    chosen: dict[str, Value] = {}
    for option in OPTIONS[name]:
        values = option.allowed[:seats] if option.key == "first" else option.allowed
        value: Value = draw(st.sampled_from(values))
        if draw(st.booleans()) and (option.key != "escrow" or value is (seats > 3)):
            chosen[option.key] = value
    return game, chosen, seats, draw(st.integers(0, 2**32))


def players(table: tuple[AnyGame, Options, int, int]) -> Choose:
    """Sensible with occasional random moves, or entirely random: long games and short ones."""
    game, *_, seed = table
    bot, random, source = BOTS[game.name], at_random(seed), dice("players", seed)
    folly = source.choice([0.1, 0.3, 1.0])
    return lambda view: random(view) if source.random() < folly else bot(view)


def steps(table: tuple[AnyGame, Options, int, int]) -> Iterator[Step]:
    return walk(*table, choose=players(table))


@cache
def names_in(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def faces_in(value: object, met: dict[int, object]) -> Iterator[tuple[Card, Face]]:
    """Every card whose face stands anywhere in a view or a state, but in what was `met` before: the
    entries of a log stay the same, and what was shown stays shown."""
    if isinstance(value, tuple | list):
        for entry in value:
            if not isinstance(entry, PLAIN) and id(entry) not in met:
                yield from faces_in(entry, met)
    elif is_dataclass(value) and not isinstance(value, type):
        met[id(value)] = value
        face = getattr(value, "face", None)
        if face is not None:
            holder: Any = value if hasattr(value, "card") else getattr(value, "move", value)
            assert hasattr(holder, "card"), f"{type(value).__name__}.face needs a .card beside it"
            yield holder.card, face
        for name in names_in(type(value)):
            entries = getattr(value, name)
            if name == "discards":
                yield from entries
            elif not isinstance(entries, PLAIN):
                yield from faces_in(entries, met)


@games
@few
@given(data=st.data())
def test_a_game_ends_and_always_waits_for_something(name: str, data: st.DataObject) -> None:
    dealt: set[Card] = set()
    opened: set[Card] = set()
    for count, step in enumerate(steps(data.draw(tables(name)))):
        assert count < LONGEST
        match step.pending:
            case Shuffle(faces):
                assert faces
                assert list(faces) == sorted(faces)
            case Deal(cards):
                asked = [card for card, _ in cards]
                assert asked
                assert asked == sorted(asked)
                assert dealt.isdisjoint(asked)
                dealt.update(asked)
            case Open(cards):
                assert cards
                assert opened.isdisjoint(cards)
                opened.update(cards)
            case Act(seat):
                assert RULES[name].moves(step.state, seat, step.known[seat])
    assert isinstance(step.pending, Over)


@games
@few
@given(data=st.data())
def test_the_same_events_give_the_same_state(name: str, data: st.DataObject) -> None:
    table = data.draw(tables(name))
    choose = players(table)
    moves: list[Any] = []

    def noted(view: Any) -> Any:
        moves.append(choose(view))
        return moves[-1]

    before = list(walk(*table, choose=noted))
    played = iter(moves)
    again = walk(*table, choose=lambda _: next(played))
    for one, other in zip(before, again, strict=True):
        assert one.state == other.state
        assert hash(one.state) == hash(other.state)


@games
@fewer
@given(data=st.data())
def test_no_view_contains_a_face_that_its_seat_was_not_shown(
    name: str, data: st.DataObject
) -> None:
    game, _, seats, _ = table = data.draw(tables(name))
    met: list[dict[int, object]] = [{} for _ in range(seats)]
    for step in steps(table):
        for seat in range(seats):
            view = game.view(step.state, Seat(seat), step.known[seat])
            assert set(faces_in(view, met[seat])) <= set(step.known[seat].items())


@games
@few
@given(data=st.data())
def test_a_state_contains_only_faces_that_all_were_shown(name: str, data: st.DataObject) -> None:
    met: dict[int, object] = {}
    for step in steps(data.draw(tables(name))):
        everyone = set.intersection(*(set(known.items()) for known in step.known))
        assert set(faces_in(step.state, met)) <= everyone


@games
@few
@given(data=st.data())
def test_moves_and_public_states_travel_unchanged(name: str, data: st.DataObject) -> None:
    game, *_ = table = data.draw(tables(name))
    for step in steps(table):
        assert enc(dec(enc(game.public(step.state)))) == enc(game.public(step.state))
        if isinstance(step.pending, Act):
            for move in game.moves(step.state, step.pending.seat, step.known[step.pending.seat]):
                assert game.unpack(dec(enc(game.pack(move)))) == move


@games
@few
@given(data=st.data())
def test_every_offered_move_is_legal_and_its_claims_are_true(
    name: str, data: st.DataObject
) -> None:
    game, _, seats, _ = table = data.draw(tables(name))
    unseen_by: dict[Card, Seat] = {}
    for step in steps(table):
        match step.pending:
            case Deal(cards):
                unseen_by |= {c: who.holder for c, who in cards if isinstance(who, AllBut)}
            case Open(cards):
                unseen_by = {c: seat for c, seat in unseen_by.items() if c not in cards}
        offered = [game.moves(step.state, Seat(s), step.known[s]) for s in range(seats)]
        acting = step.pending.seat if isinstance(step.pending, Act) else None
        assert [bool(moves) for moves in offered] == [seat == acting for seat in range(seats)]
        for move in offered[acting] if acting is not None else ():
            game.apply(step.state, move)
            for claim in game.claims(step.state, move):
                assert list(claim.faces) == sorted(set(claim.faces))
                assert step.faces[claim.card] in claim.faces
                others = unseen_by.get(claim.card, acting) != acting
                assert others, "only hidden cards of others can be claimed: `Game.claims`"


@games
@few
@given(data=st.data())
def test_an_altered_move_is_refused_or_legal_and_changes_nothing(
    name: str, data: st.DataObject
) -> None:
    game, *_ = table = data.draw(tables(name))
    change = st.tuples(st.integers(0, 4), st.integers(0, 60))
    for step in steps(table):
        if not isinstance(step.pending, Act):
            continue
        before = enc(game.public(step.state)), hash(step.state)
        move = game.moves(step.state, step.pending.seat, step.known[step.pending.seat])[0]
        place, number = data.draw(change)
        packed = list(game.pack(move))  # type: ignore[arg-type]  # every move is an array
        packed[place % len(packed)] = number
        try:
            game.claims(step.state, altered := game.unpack(tuple(packed)))
            game.apply(step.state, altered)
        except (BadEncoding, IllegalMove, IndexError):
            pass
        assert (enc(game.public(step.state)), hash(step.state)) == before
        if data.draw(st.integers(0, 5)) == 0:
            break


@games
@pytest.mark.parametrize("seats", [0, 100])
def test_a_game_knows_its_numbers_of_players(name: str, seats: int) -> None:
    assert seats not in RULES[name].seats
    assert all(count in range(1, 11) for count in RULES[name].seats)


@games
def test_an_outcome_and_nothing_else_is_reported_to_scripts(name: str) -> None:
    game = RULES[name]
    *_, last = walk(game, {}, game.seats[0], 1, choose=BOTS[name])
    over = game.pending(last.state)
    assert isinstance(over, Over)
    reason, *_ = over.outcome
    outcome = GAMES[name].outcome_of(over.outcome)
    sentences = outcome.facts()
    assert sentences["reason"] == reason
    assert isinstance(sentences["score"], int)
    assert (outcome.winners is None) is ("winners" not in sentences)
    assert set(SCREENS[name].endings) == set(type(outcome.reason))
    for other in (7, (), ("another game", 7)):
        with pytest.raises(BadEncoding):
            GAMES[name].outcome_of(other)


@games
def test_each_style_once_prepared_plays_a_game_to_its_end(name: str) -> None:
    seats = min(RULES[name].seats)
    for style in GAMES[name].styles.values():
        style.prepare(seats)
        assert drive(RULES[name], {}, seats, 1, choose=style.choose).outcome
