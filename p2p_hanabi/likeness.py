"""Which names look alike: the skeletons of UTS 39, by Unicode's own table (`likeness.txt`)."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from pathlib import Path

from protocol.identity.name_rules import is_blank

_UNKNOWN = frozenset({"Co", "Cn"})
TABLE = Path(__file__).with_name("likeness.txt")


@lru_cache(maxsize=1024)
def is_seen(character: str) -> bool:
    """Return whether all see the same of it: not of what is blank, private use or unassigned."""
    return not is_blank(character) and unicodedata.category(character) not in _UNKNOWN


def look_alike(one: str, other: str) -> bool:
    """Return whether an eye may take one name for the other, whatever the capitals and what is not
    seen."""
    return not looks(one).isdisjoint(looks(other))


@lru_cache(maxsize=1024)
def looks(name: str) -> frozenset[str]:
    """Return how it looks as written, and in small letters: `I` is like `l` in one, `i` in the
    other."""
    written = unicodedata.normalize("NFKC", name)
    return frozenset({_skeleton(written), _skeleton(written.casefold())})


def _skeleton(name: str) -> str:
    """UTS 39, section 4, without what is not seen."""
    apart = unicodedata.normalize("NFD", name)
    shown = "".join(_table().get(each, each) for each in apart if is_seen(each))
    return unicodedata.normalize("NFD", shown)


@cache
def _table() -> dict[str, str]:
    """What each character looks like, if it looks like something else."""
    rows = TABLE.read_text(encoding="utf-8").rstrip("\n").split("\n")
    pairs = (row.split("\t") for row in rows if not row.startswith("# "))
    return {one: looks for looks, alike in pairs for one in alike}
