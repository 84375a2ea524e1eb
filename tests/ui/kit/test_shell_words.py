"""Names of files that can be typed back."""

from __future__ import annotations

import shlex
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_hanabi.ui.kit.shell_words import in_a_shell


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=12))
def test_printed_name_is_read_back_as_one_word(name: str) -> None:
    assert shlex.split(in_a_shell(name)) == [name]


@pytest.mark.parametrize("name", ["game.p2ph", "/home/ana/partie-d'été".replace("'", "-"), "a~b#c"])
def test_a_plain_name_stays_as_it_is(name: str) -> None:
    assert in_a_shell(name) == name


@pytest.mark.parametrize(
    "name", ["Ana's game.p2ph", "~", "#1", "$HOME", "a;b", "été 1", "!", "{a,b}"]
)
def test_a_real_shell_takes_it_for_one_word(name: str) -> None:
    sentences = subprocess.run(
        ["sh", "-c", f"printf %s {in_a_shell(name)}"], capture_output=True, text=True, check=True
    )
    assert sentences.stdout == name
