"""Names that look alike: the skeletons of UTS 39, from Unicode's own table (`likeness.txt`)."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from pathlib import Path

from protocol.identity.name_rules import is_blank

_UNKNOWN = frozenset({"Co", "Cn"})
TABLE = Path(__file__).with_name("likeness.txt")


@lru_cache(maxsize=1024)
def is_seen(character: str) -> bool:
    """Return whether it looks the same to everybody: not if blank, private use or unassigned."""
    return not is_blank(character) and unicodedata.category(character) not in _UNKNOWN


def look_alike(one: str, other: str) -> bool:
    """Return whether one name may be mistaken for the other, ignoring case and invisible
    characters."""
    return not looks(one).isdisjoint(looks(other))


@lru_cache(maxsize=1024)
def looks(name: str) -> frozenset[str]:
    """Return its skeletons as written and in lower case: `I` is like `l` in one, `i` in the
    other."""
    written = unicodedata.normalize("NFKC", name)
    return frozenset({_skeleton(written), _skeleton(written.casefold())})


def _skeleton(name: str) -> str:
    """Return the skeleton of UTS 39, section 4, without invisible characters."""
    apart = unicodedata.normalize("NFD", name)
    shown = "".join(_table().get(each, each) for each in apart if is_seen(each))
    return unicodedata.normalize("NFD", shown)


@cache
def _table() -> dict[str, str]:
    """Return what each character looks like, if it looks like something else."""
    rows = TABLE.read_text(encoding="utf-8").rstrip("\n").split("\n")
    pairs = (row.split("\t") for row in rows if not row.startswith("# "))
    return {one: looks for looks, alike in pairs for one in alike}
