"""Docstrings are promises: they begin with a verb, and name what is raised."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias

from tests.sources import tree

ROOT = Path(__file__).parents[1]
ROOMS = ("protocol", "p2p_hanabi")
NO_VERBS = re.compile(
    "A|All|Also|An|Another|Any|As|Each|Every|For|How|If|In|It|Its|No|Not|Of|One|So|That|The|There|"
    "These|This|What|When|Where|Whether|Which|Who|Whom|Whose|Why|With"
)


Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def functions(node: ast.Module | ast.ClassDef) -> Iterator[Function]:
    """Yield the public functions and methods; a property is a noun, like a class."""
    for each in node.body:
        match each:
            case ast.ClassDef(name=name) if not name.startswith("_"):
                yield from functions(each)
            case ast.FunctionDef() | ast.AsyncFunctionDef() if not each.name.startswith("_"):
                if not any("property" in ast.unparse(one) for one in each.decorator_list):
                    yield each


def raised(function: Function) -> set[str]:
    """Return the names of the exception classes that the function raises itself."""
    calls = (
        each.exc.func
        for each in ast.walk(function)
        if isinstance(each, ast.Raise) and isinstance(each.exc, ast.Call)
    )
    names = {call.id for call in calls if isinstance(call, ast.Name) and call.id[0].isupper()}
    return names - {"AssertionError"}  # what cannot be


@cache
def public_functions() -> list[tuple[str, Function]]:
    """Return all of the program, each with where it stands."""
    return [
        (f"{path.relative_to(ROOT)}:{each.name}", each)
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        if path.name != "cli.py"  # whose docstrings are what --help prints
        for each in functions(tree(path))
    ]


def test_docstrings_begin_with_a_verb() -> None:
    assert len(public_functions()) > 2000
    assert [where for where, each in public_functions() if not begins_with_a_verb(each)] == []


def begins_with_a_verb(function: Function) -> bool:
    text = ast.get_docstring(function) or "Return"
    first = text.split(maxsplit=1)[0].rstrip(",:.")
    return bool(re.fullmatch("[A-Z][a-z]+", first)) and not NO_VERBS.fullmatch(first)


def test_docstrings_name_what_is_raised() -> None:
    assert [where for where, each in public_functions() if not names_what_is_raised(each)] == []


def names_what_is_raised(function: Function) -> bool:
    text = ast.get_docstring(function) or ""
    promised = text.partition("Raise")[2]  # `Raise`, or `Raises`
    return all(f"`{name}`" in promised for name in raised(function))
