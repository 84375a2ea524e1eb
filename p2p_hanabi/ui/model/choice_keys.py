"""What is typed to choose one of a few things, the same on the full screen and in lines."""

from __future__ import annotations

from collections.abc import Sequence


def are_numbers(choices: Sequence[str]) -> bool:
    return all(choice.isascii() and choice.isdigit() for choice in choices)


def numbers_of(choices: Sequence[str]) -> list[str]:
    """Return the number that is typed for each choice: the choice itself if all are numbers, such
    as of players, else its place in the list, from 1."""
    places = [str(place) for place in range(1, len(choices) + 1)]
    return list(choices) if are_numbers(choices) else places


def keys_of(choices: Sequence[str]) -> list[str]:
    """Return one key for each of at most nine choices: the first digit of its number if these
    differ, else its place."""
    keys = [number[0] for number in numbers_of(choices)]
    return keys if len(set(keys)) == len(keys) else [str(n + 1) for n in range(len(keys))]
