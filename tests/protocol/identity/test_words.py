"""The word list and the codes made of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.identity.words import (
    WORDS,
    UnknownWord,
    WrongLength,
    code_from_words,
    complete,
    show_code,
    words_from_bytes,
)


def test_there_is_one_word_for_every_byte() -> None:
    assert len(WORDS) == len(set(WORDS)) == 256


def test_words_are_short_plain_and_lower_case() -> None:
    assert all(word.isascii() and word.isalpha() and word.islower() for word in WORDS)
    assert {len(word) for word in WORDS} <= {3, 4, 5, 6, 7}


def test_three_letters_tell_two_words_apart() -> None:
    assert len({word[:3] for word in WORDS}) == 256


def test_the_list_is_sorted() -> None:
    assert list(WORDS) == sorted(WORDS)


@given(st.binary(min_size=3, max_size=3))
def test_a_code_comes_back_from_how_it_is_shown(code: bytes) -> None:
    assert code_from_words(show_code(code)) == code


@pytest.mark.parametrize(
    "typed", ["acorn-otter-zebra", " Acorn OTTER  zebra ", "acorn, otter, zebra", "aco-ott-zeb"]
)
def test_a_code_may_be_typed_in_many_ways(typed: str) -> None:
    assert words_from_bytes(code_from_words(typed)) == ("acorn", "otter", "zebra")


def test_an_unknown_word_is_named_with_words_that_begin_like_it() -> None:
    with pytest.raises(UnknownWord) as caught:
        code_from_words("acorn otters zebra")
    assert caught.value.word == "otters"
    assert caught.value.nearest == ("otter",)


def test_two_letters_do_not_stand_for_a_word() -> None:
    with pytest.raises(UnknownWord) as caught:
        code_from_words("ze-acorn-otter")
    assert caught.value.nearest == ("zebra",)


@pytest.mark.parametrize(("typed", "count"), [("", 0), ("acorn", 1), ("aco aco aco aco", 4)])
def test_a_code_of_another_length_is_refused(typed: str, count: int) -> None:
    with pytest.raises(WrongLength) as caught:
        code_from_words(typed)
    assert caught.value.count == count


def test_completion_lists_the_words_that_begin_so() -> None:
    assert complete("Zi") == ("zigzag", "zipper")
