"""The room code under guessing: guesses are counted, the code changes, pauses grow, no lock."""

from __future__ import annotations

import itertools

import pytest

from p2p_hanabi.net.lobby.room_code import RoomCode
from protocol.identity.pairing import OPEN_CODE, WrongCode


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def room_code(clock: Clock, is_open: bool = False) -> RoomCode:
    numbers = itertools.count(1)
    first = OPEN_CODE if is_open else bytes(3)
    return RoomCode(lambda count: bytes([next(numbers)] * count), clock, first)


def guess(code: RoomCode, times: int) -> None:
    for _ in range(times):
        code.guessed_wrong()


def test_four_wrong_guesses_change_nothing() -> None:
    code = room_code(Clock())
    before = code.secret
    guess(code, 4)
    assert (code.secret, code.new_codes, code.pause_s) == (before, 0, 0)


def test_the_fifth_wrong_guess_causes_a_new_code_and_a_pause() -> None:
    code = room_code(Clock())
    before = code.shown
    guess(code, 5)
    assert code.shown != before
    assert (code.new_codes, code.pause_s) == (1, 5)


def test_the_pause_grows_to_a_minute_and_always_ends() -> None:
    clock = Clock()
    code = room_code(clock)
    pauses = []
    for _ in range(6):
        guess(code, 5)
        pauses.append(code.pause_s)
        clock.now += code.pause_s
        assert code.pause_s == 0
    assert pauses == [5, 10, 20, 40, 60, 60]


def test_a_correct_code_makes_the_next_pause_short_again() -> None:
    clock = Clock()
    code = room_code(clock)
    guess(code, 10)
    clock.now += 100
    code.guessed_right()
    guess(code, 5)
    assert code.pause_s == 5


def test_a_correct_code_resets_the_count_of_wrong_guesses() -> None:
    code = room_code(Clock())
    before = code.secret
    guess(code, 4)
    code.guessed_right()
    guess(code, 4)
    assert (code.secret, code.new_codes) == (before, 0)


def test_a_code_that_was_replaced_meanwhile_is_wrong() -> None:
    code = room_code(Clock())
    before = code.secret
    code.demand(before)
    guess(code, 5)
    with pytest.raises(WrongCode):
        code.demand(before)


def test_an_open_table_has_nothing_to_guess() -> None:
    code = room_code(Clock(), is_open=True)
    guess(code, 50)
    assert (code.secret, code.shown, code.new_codes, code.pause_s) == (OPEN_CODE, None, 0, 0)
