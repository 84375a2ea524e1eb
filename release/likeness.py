"""Make `p2p_hanabi/likeness.txt`: which characters look alike, by Unicode's own table.

    python -m release.likeness path/to/confusables.json

The JSON is that of the package confusable-homoglyphs 3.3.1 (MIT), which made it from Unicode's
`confusables.txt` 15.1. It lists every pair both ways, so classes are found again here; what a class
looks like is the string of several characters in it, if there is one, else its first character.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from pathlib import Path

OUT = Path(__file__).parent.parent / "p2p_hanabi" / "likeness.txt"
HEAD = """\
# Characters that look alike: what they look like, a tab, and all that look so.
# From Unicode's confusables.txt 15.1 (UTS 39), by release/likeness.py.
# Copyright 1991-2023 Unicode, Inc.; license and terms of use: https://www.unicode.org/terms_of_use.html
"""


def classes(pairs: dict[str, list[dict[str, str]]]) -> dict[str, set[str]]:
    """For each class the one that stands for it, and its other members of one character."""
    links: dict[str, set[str]] = {}
    for one, others in pairs.items():
        links.setdefault(plain(one), set()).update(plain(each["c"]) for each in others)
    found: dict[str, set[str]] = {}
    seen: set[str] = set()
    for start in sorted(links):
        members, to_do = set(), [start] if start not in seen else []
        while to_do:
            one = to_do.pop()
            if one not in members:
                members.add(one)
                to_do += links.get(one, ())
        seen |= members
        if members:
            stands = min(members, key=lambda one: (len(one) == 1, one))
            found[stands] = {one for one in members if len(one) == 1} - {stands}
    return found


def plain(written: str) -> str:
    """Without the marks that keep what is written from right to left in its place in the table."""
    return written.replace("\u200e", "")


def resolved(found: dict[str, set[str]]) -> dict[str, set[str]]:
    """What stands for a class is made of characters that stand for theirs."""
    stands = {one: name for name, members in found.items() for one in members}
    named: dict[str, set[str]] = {}
    for name, members in found.items():
        apart = unicodedata.normalize("NFD", name)
        made_of = name if len(name) == 1 else "".join(stands.get(each, each) for each in apart)
        named.setdefault(made_of, set()).update(members)
    return named


def main() -> None:
    pairs = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    found = resolved(classes(pairs))
    rows = [f"{one}\t{''.join(sorted(alike))}" for one, alike in sorted(found.items()) if alike]
    OUT.write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
