"""Room codes and table words in three languages: the same numbers, other words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_hanabi.ui.words.i18n import LANGUAGES, bare, choose
from p2p_hanabi.ui.words.sentences_shared import table_words
from p2p_hanabi.ui.words.spoken_words import (
    LISTS,
    UnknownWord,
    WrongLength,
    code_from_words,
    complete_code,
    spoken,
    spoken_code,
)
from protocol.identity.words import WORDS, show_code, words_from_bytes


@pytest.fixture(autouse=True)
def _in_english_again() -> Iterator[None]:
    yield
    choose("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_256_words_unique_in_three_letters(language: str) -> None:
    words = LISTS[language]
    assert len(words) == len({bare(word)[:3] for word in words}) == 256
    assert list(words) == sorted(words, key=bare)
    assert all(word.isalpha() and word.islower() and 3 <= len(word) <= 10 for word in words)
    assert all(bare(word).isascii() for word in words)


def test_no_word_of_one_language_is_or_begins_one_of_another() -> None:
    for one, other in permutations(LANGUAGES, 2):
        begins = [bare(word) for word in LISTS[other]]
        clashing = [w for w in LISTS[one] if any(each.startswith(bare(w)) for each in begins)]
        assert clashing == []


@given(st.binary(min_size=3, max_size=3), st.sampled_from(LANGUAGES), st.sampled_from(LANGUAGES))
def test_a_code_read_aloud_in_one_language_is_understood_in_each(
    code: bytes, host: str, guest: str
) -> None:
    choose(host)
    shown = spoken_code(show_code(code))
    choose(guest)
    for typed in (shown, shown.upper(), bare(shown), shown.replace("-", "  ")):
        assert code_from_words(typed) == code


def test_table_words_are_shown_in_the_readers_language() -> None:
    words = words_from_bytes(bytes([0, 1, 255]))
    assert spoken(words) == "acorn album zipper"
    choose("fr")
    assert spoken(words) == "abeille abricot zèbre"
    choose("ro")
    assert spoken(words) == "acasă acordeon zori"


@pytest.mark.parametrize(
    "typed", ["acorn-otter-zebra", " Acorn OTTER  zebra ", "acorn, otter, zebra", "aco-ott-zeb"]
)
def test_a_code_may_be_typed_in_many_ways(typed: str) -> None:
    assert words_from_bytes(code_from_words(typed)) == ("acorn", "otter", "zebra")


def test_accents_need_not_be_typed() -> None:
    choose("fr")
    assert code_from_words("ecole ecureuil zeb") == code_from_words("école-écureuil-zèbre")


@pytest.mark.parametrize(
    ("language", "typed", "word", "nearest"),
    [
        ("en", "acorn otters zebra", "otters", "otter"),
        ("en", "acorn oter zebra", "oter", "otter"),
        ("en", "ze-acorn-otter", "ze", "zebra"),
        ("fr", "abeille ecurel zèbre", "ecurel", "écureuil"),
        ("ro", "acasă sopirla zori", "sopirla", "șopârlă"),
    ],
)
def test_an_unknown_word_is_named_with_what_may_be_meant(
    language: str, typed: str, word: str, nearest: str
) -> None:
    choose(language)
    with pytest.raises(UnknownWord) as caught:
        code_from_words(typed)
    assert caught.value.word == word
    assert nearest in caught.value.nearest


def test_words_of_two_languages_are_no_code() -> None:
    with pytest.raises(UnknownWord) as caught:
        code_from_words("acorn abeille zori")
    assert caught.value.word == "abeille"


@pytest.mark.parametrize(("typed", "count"), [("", 0), ("acorn", 1), ("abeille " * 4, 4)])
def test_a_code_of_another_length_is_refused(typed: str, count: int) -> None:
    with pytest.raises(WrongLength) as caught:
        code_from_words(typed)
    assert caught.value.count == count


def test_completion_lists_matching_words_in_the_players_language() -> None:
    assert complete_code("Zi") == ("zigzag", "zipper")
    assert complete_code("zig") == ("zigzag-",)
    assert complete_code("acorn otter zig") == ("zigzag",)
    choose("fr")
    assert complete_code("abeille-ecu") == ("écureuil-",)
    assert set(WORDS).isdisjoint(complete_code(""))


def test_table_words_show_english_beside_the_players_language() -> None:
    words = WORDS[:5]
    for language in LANGUAGES:
        choose(language)
        assert " ".join(words) in table_words(words)
        assert table_words(words).count(spoken(words)) == 1
