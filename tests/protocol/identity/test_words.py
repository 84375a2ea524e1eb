"""The word list: one word for every byte."""

from __future__ import annotations

from protocol.identity.words import WORDS, show_code, words_from_bytes


def test_there_is_one_word_for_every_byte() -> None:
    assert len(WORDS) == len(set(WORDS)) == 256


def test_words_are_short_plain_and_lower_case() -> None:
    assert all(word.isascii() and word.isalpha() and word.islower() for word in WORDS)
    assert {len(word) for word in WORDS} <= {3, 4, 5, 6, 7}


def test_the_first_three_letters_identify_a_word() -> None:
    assert len({word[:3] for word in WORDS}) == 256


def test_the_list_is_sorted() -> None:
    assert list(WORDS) == sorted(WORDS)


def test_a_code_is_shown_as_its_words_with_hyphens() -> None:
    assert words_from_bytes(bytes([0, 255])) == ("acorn", "zipper")
    assert show_code(bytes([0, 1, 255])) == "acorn-album-zipper"
