"""What Hanabi's screens say, in English, read back into facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

LETTERS = "RYGBWM"
NAMES = ("red", "yellow", "green", "blue", "white", "multicolour")
RANKS = "12345"
ANYTHING = "can be anything"


def face(short: str) -> int:
    return 5 * LETTERS.index(short[0]) + int(short[1]) - 1


def faces(listed: str) -> frozenset[int]:
    """R1, Y2 or G3"""
    return frozenset(face(each) for each in re.findall(rf"[{LETTERS}][1-5]", listed))


def whole(colours: int) -> frozenset[int]:
    return frozenset(range(5 * colours))


def table(letters: str, ranks: str, colours: int) -> frozenset[int]:
    pairs = product(letters or LETTERS[:colours], ranks or RANKS)
    return frozenset(face(letter + rank) for letter, rank in pairs)


def grouped(sentence: str, colours: int) -> frozenset[int]:
    """RY 123, G 4; RY; 123"""
    found: frozenset[int] = frozenset()
    for group in sentence.split(","):
        fits = re.fullmatch(rf"([{LETTERS}]*) ?([1-5]*)", group.strip())
        assert fits is not None, sentence
        found |= table(fits[1], fits[2], colours)
    return found


def cell(sentence: str, colours: int) -> tuple[frozenset[int], bool]:
    """The faces that a few letters leave, and whether these are no more than fit."""
    bare, is_rough = sentence.removesuffix("~"), sentence.endswith("~")
    if excluded := re.fullmatch(rf"(?:-([{LETTERS}]+))?(?:-([1-5]+))?", bare):
        letters = "".join(c for c in LETTERS[:colours] if c not in (excluded[1] or ""))
        ranks = "".join(r for r in RANKS if r not in (excluded[2] or ""))
        return table(letters, ranks, colours), not is_rough and bool(bare)
    rough, _, missing = bare.partition("not ")
    return grouped(rough, colours) - faces(missing), not is_rough


@dataclass
class AboutCard:
    """What a line says about a card."""

    face: int | None = None
    told: str = ""
    excluded: str = ""
    can_be: frozenset[int] | None = None
    worth: str = ""
    fits: str | frozenset[int] = ""
    """It does, it does nowhere, or only as one of these faces."""


def about(sentence: str, colours: int) -> AboutCard:
    """told red; not 1 4; can be R 235; last copy"""
    about_card = AboutCard()
    for part in sentence.split("; "):
        match part.split(" ", 1):
            case _ if part in ("not needed", "last copy"):
                about_card.worth = part
            case _ if part in ("fits", "fits nowhere"):
                about_card.fits = part
            case ["fits", what]:
                about_card.fits = grouped(what.removeprefix("as "), colours)
            case _ if part == ANYTHING:
                about_card.can_be = whole(colours)
            case ["told", what]:
                about_card.told = what
            case ["not", what]:
                about_card.excluded = what.replace(" ", "")
            case ["is", what]:
                about_card.can_be = frozenset({face(what)})
            case ["can", what]:
                about_card.can_be = grouped(what.removeprefix("be "), colours)
            case _:
                raise AssertionError(sentence)
    return about_card


def hand(lines: Sequence[str], colours: int) -> Iterator[tuple[int, AboutCard]]:
    """Each position, from 0, and what is said about its card."""
    for line in lines:
        fits = re.fullmatch(rf"  ((?:\d, )*\d): (?:([{LETTERS}]\d)(?:; |$))?(.*)", line)
        assert fits is not None, line
        for number in re.findall(r"\d", fits[1]):
            about_card = about(fits[3], colours) if fits[3] else AboutCard()
            about_card.face = face(fits[2]) if fits[2] else None
            yield int(number) - 1, about_card


@dataclass
class AboutColour:
    """What a line of the discards says about a firework."""

    height: int
    discarded: list[int]
    coming: list[int]
    last: set[int]
    end: int | None
    missing: int | None


def colour(line: str) -> AboutColour:
    """R red: at 1; discarded 2 2; to come 3 4! 5!; ends at 5, no 6 can come any more"""
    fits = re.fullmatch(
        r"  \w \w+: (?:at (\d)|complete)(?:; discarded ([\d ]+))?(?:; to come ([\d! ]+))?"
        r"(?:; ends at (\d)(?:, no (\d) (?:is left|can come any more))?)?",
        line,
    )
    assert fits is not None, line
    coming = (fits[3] or "").split()
    return AboutColour(
        height=int(fits[1] or 5),
        discarded=[int(rank) for rank in (fits[2] or "").split()],
        coming=[int(rank[0]) for rank in coming],
        last={int(rank[0]) for rank in coming if rank.endswith("!")},
        end=None if fits[4] is None else int(fits[4]),
        missing=None if fits[5] is None else int(fits[5]),
    )


def hint(sentence: str, size: int) -> tuple[str, set[int]]:
    """The colours or the rank that a hint is about, and the positions of a hand of this size that
    it says to have it; it says of all others that they do not."""
    of = re.search(
        r"(?:is|are) (?:a )?((?:\w+ or )?\w+?)s?(?:, the (others? (?:is|are) not))?$", sentence
    )
    assert of is not None, sentence
    if sentence.startswith("no card"):
        return of[1], set()
    named = {int(n) - 1 for n in re.findall(r"\d", sentence[: of.start()])}
    rest = size - len(named)
    assert (of[2] is not None) == bool(rest), sentence
    if rest:
        assert of[2] == ("other is not" if rest == 1 else "others are not"), sentence
    return of[1], named
