"""What is pasted is told from what is typed, whether the terminal marks it or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

from p2p_hanabi.ui.kit.keyboard import FAST_S, IsPaste, Keyboard, at_once, more_than_a_line

SLOW_S = 2 * FAST_S


@pytest.fixture
def pipe() -> Iterator[PipeInput]:
    with create_pipe_input() as keys:
        yield keys


def reader(pipe: PipeInput, is_paste: IsPaste) -> Callable[..., list[str]]:
    """Types, and says what was read: a paste in brackets."""
    now = [0.0]
    keyboard = Keyboard(pipe, is_paste, lambda: now[0])

    def read(*typed: str, after: float = SLOW_S) -> list[str]:
        received: list[KeyPress] = []
        for each in typed:
            now[0] += after
            pipe.send_text(each)
            received += keyboard.read_keys()
        return [f"[{k.data}]" if k.key == Keys.BracketedPaste else str(k.data) for k in received]

    return read


def test_keys_that_are_not_pasted_are_read_unchanged(pipe: PipeInput) -> None:
    read = reader(pipe, at_once)
    typed = ["p", "3", "\r", "\x1b[A", "\t"]
    assert read(*typed) == typed
    assert read("p3") == ["p", "3"]
    assert read("\x1b[A\x1b[A") == ["\x1b[A"] * 2


@pytest.mark.parametrize("ends", ["\r", "\n", "\t"])
def test_an_enter_among_letters_is_text(pipe: PipeInput, ends: str) -> None:
    read = reader(pipe, at_once)
    assert read(f"p3{ends}") == ["[p3 ]"]
    assert read(f"{ends}{ends}") == ["[  ]"]


def test_more_letters_at_once_than_anybody_types_are_a_paste(pipe: PipeInput) -> None:
    assert reader(pipe, at_once)("Août 2026") == ["[Août 2026]"]


def test_unmarked_paste_drops_bytes_that_are_not_text(pipe: PipeInput) -> None:
    read = reader(pipe, at_once)
    pipe.send_bytes(b"caf\xe9 1")
    assert read("") == ["[caf  1]"]


def test_an_enter_faster_than_anybody_types_is_text_too(pipe: PipeInput) -> None:
    read = reader(pipe, at_once)
    assert read("p", "3", "\r", after=FAST_S / 2) == ["p", "3", "[ ]"]
    assert read("p", "3", "\r", after=SLOW_S) == ["p", "3", "\r"]


def test_a_marked_paste_is_one_line_and_enter_after_it_is_enter(pipe: PipeInput) -> None:
    read = reader(pipe, at_once)
    assert read("\x1b[200~two\nlines\x07\x1b[201~\r") == ["[two lines ]", "\r"]


def test_of_what_else_came_with_a_paste_one_interrupt_is_left(pipe: PipeInput) -> None:
    read = reader(pipe, at_once)
    assert read("Hi\r\x1b[A\x03\x03") == ["[Hi ]", "\x03"]


def test_in_lines_one_line_is_typed_and_several_are_pasted(pipe: PipeInput) -> None:
    read = reader(pipe, more_than_a_line)
    assert "".join(read("play 3\r")) == "play 3\r"
    assert read("play 3\ryes\r") == ["[play 3 yes ]"]
    read = reader(pipe, more_than_a_line)
    assert "".join(read("play 3\r", "yes\r", after=FAST_S / 2)) == "play 3\r[yes ]"
