"""The 256 words in which bytes are spoken: five name a table, three are a room code.

Common English words of three to seven letters, sorted, no two alike in their first three letters
and none with a twin of the same sound: three typed letters are enough to complete one.
The list is part of the protocol: a changed word would be another table's name.
"""

from __future__ import annotations

import re

from ..errors import LocalError

_IN_ORDER = """
    acorn album amber anchor angle apple arrow atlas autumn badge balcony bamboo banjo barrel
    basket beacon bench bicycle biscuit blanket bottle branch bridge bronze bubble bucket
    butter cabin cactus camel candle carpet castle chalk cheese cider circle clock coffee comet
    copper cotton crayon crystal cushion dancer desert diamond dinner diver dolphin donkey
    dragon drum eagle easel echo elbow ember engine eraser evening fabric falcon farmer feather
    fender fiddle finger fish flag flute forest fossil frozen furnace gallop garden gazelle
    ginger giraffe glacier goblet golden gravel guitar hammer harbor hazel helmet hermit honey
    hotel hunter hyena iceberg igloo indigo insect island ivory jacket jaguar jelly jigsaw
    jockey jumper jungle kayak kettle kitchen koala ladder lagoon lantern lemon lettuce library
    lizard lobster lumber lunch lyric magnet maple market meadow melon mirror mitten monkey
    mosaic muffin mustard napkin nectar needle nickel noodle north nugget nutmeg oasis ocean
    olive onion opera orange orchid otter oven oyster palace panda parade pebble pencil pepper
    piano picnic pillow pirate planet polar pony popcorn potato pudding pumpkin puppet purple
    puzzle pyramid quarry rabbit radio raven ribbon ripple river robin rocket ruby saddle salad
    sandal saucer scarf school season shadow shelter silver sister sketch sleeve smile snow
    sofa soup spider spoon square stable storm sugar summer sunset swallow symbol tango tavern
    teapot temple tennis thunder ticket tiger timber toast tomato topaz torch tractor trumpet
    tulip tunnel turtle uncle uniform urban valley vanilla velvet village violin visitor
    volcano vulture waffle wagon walnut water whistle willow window wizard wombat yacht yard
    yellow yodel yogurt zebra zigzag zipper
"""

WORDS: tuple[str, ...] = tuple(_IN_ORDER.split())

CODE_WORDS = 3

_NUMBER = {word: number for number, word in enumerate(WORDS)}
_BETWEEN = re.compile(r"[\s\-_.,/]+")


class BadCode(LocalError):
    """What was typed is no room code."""


class UnknownWord(BadCode):
    """One word is not of the list. `nearest` are words of the list that begin like it."""

    def __init__(self, word: str, nearest: tuple[str, ...]) -> None:
        super().__init__(f"{word!r} is not a word of the list")
        self.word = word
        self.nearest = nearest


class WrongLength(BadCode):
    """Too few or too many words."""

    def __init__(self, count: int) -> None:
        super().__init__(f"a code has {CODE_WORDS} words, this has {count}")
        self.count = count


def words_from_bytes(secret: bytes) -> tuple[str, ...]:
    """Return one word per byte."""
    return tuple(WORDS[byte] for byte in secret)


def show_code(code: bytes) -> str:
    """Return how a code is shown and told: its words with hyphens."""
    return "-".join(words_from_bytes(code))


def code_from_words(typed: str) -> bytes:
    """Return the bytes of a code as somebody typed it: case, hyphens and spaces do not matter.

    A word may be cut to its first three letters or more. Raises `UnknownWord` (for the first one)
    or `WrongLength`.
    """
    words = [word for word in _BETWEEN.split(typed.strip().lower()) if word]
    code = bytes(_number(word) for word in words)
    if len(code) != CODE_WORDS:
        raise WrongLength(len(code))
    return code


def complete(start: str) -> tuple[str, ...]:
    """Return the words that begin like this."""
    return tuple(word for word in WORDS if word.startswith(start.lower()))


def _number(word: str) -> int:
    if word in _NUMBER:
        return _NUMBER[word]
    fitting = complete(word) if len(word) >= 3 else ()
    if len(fitting) == 1:
        return _NUMBER[fitting[0]]
    raise UnknownWord(word, fitting or complete(word[:2]))
