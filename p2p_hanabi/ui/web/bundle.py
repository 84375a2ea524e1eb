"""The modules of a page as one script, so that a browser needs one request for all of them."""

from __future__ import annotations

import re
from collections.abc import Callable

_IMPORT = re.compile(r'^import \{ ([^}]*) \} from "\./([a-z_]+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_EXPORTS = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)
_FOR_READERS = re.compile(r"^ *//.*\n|^ +", re.MULTILINE)
"""Lines of comment, and indentation."""


def bundled(entry: str, read: Callable[[str], bytes]) -> bytes:
    """Return the module `entry` and all that it imports; `read` returns a module's file by its
    name. Each keeps a scope of its own, so two may use the same names."""
    made: dict[str, str] = {}

    def add(module: str) -> None:
        if module in made:
            return
        source = read(f"{module}.js").decode()
        for each in _IMPORT.finditer(source):
            add(each[2])
        made[module] = _scope(module, source)

    add(entry)
    return "".join(made.values()).encode()


def _scope(module: str, source: str) -> str:
    exported = [*_EXPORT.findall(source)]
    for each in _EXPORTS.findall(source):
        exported += re.findall(r"\w+", each)
    source = _IMPORT.sub(r"const { \1 } = module_\2;", source)
    source = _FOR_READERS.sub("", _EXPORTS.sub("", _EXPORT.sub("", source)))
    ends = f"return {{ {', '.join(exported)} }};"
    return f"const module_{module} = (() => {{\n{source}\n{ends}\n}})();\n"
