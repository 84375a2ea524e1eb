"""The 256 words that stand for bytes: five identify a table, three are a room code.

Common English words of three to seven letters, sorted; no two share their first three letters, so
three typed letters are enough to complete one, and none has a homophone. The list is part of the
protocol: with a changed word, two programs would show different words for one table.
Source: docs/protocol.md, section 13.
"""

from __future__ import annotations

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
"""The word of each byte."""

CODE_WORDS = 3
"""How many words, and so bytes, a room code has."""


def words_from_bytes(secret: bytes) -> tuple[str, ...]:
    """Return one word for each byte."""
    return tuple(WORDS[byte] for byte in secret)


def show_code(code: bytes) -> str:
    """Return a code, three bytes, as people read and say it: its words joined by hyphens."""
    return "-".join(words_from_bytes(code))
