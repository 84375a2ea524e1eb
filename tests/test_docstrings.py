"""Docstrings are promises: they begin with a verb, and name what is raised.

Those of `protocol`, which other programs may use, are complete: every public name has one, and
every module says which part of the specification it implements.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias

from protocol import STABLE
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


# The package `protocol`.


def modules() -> list[Path]:
    return [path for path in sorted((ROOT / "protocol").rglob("*.py")) if path.stem != "__init__"]


Named: TypeAlias = ast.ClassDef | ast.FunctionDef


def names(node: ast.Module | ast.ClassDef) -> Iterator[Named]:
    """Yield the public classes, functions, methods and properties."""
    for each in node.body:
        if isinstance(each, Named) and not each.name.startswith("_"):
            yield each
            if isinstance(each, ast.ClassDef):
                yield from names(each)


def test_every_public_name_of_the_protocol_has_a_docstring() -> None:
    found = [(path, each) for path in modules() for each in names(tree(path))]
    assert len(found) > 500
    bare = [f"{path.name}:{each.name}" for path, each in found if not ast.get_docstring(each)]
    assert bare == []


def test_public_constants_of_stable_modules_have_docstrings() -> None:
    bare = []
    for path in (ROOT / f"{name.replace('.', '/')}.py" for name in STABLE):
        body = tree(path).body
        for each, after in zip(body, [*body[1:], None], strict=True):
            match each, after:
                case _, ast.Expr(ast.Constant(str())):
                    continue
                case (ast.Assign(targets=[ast.Name(name)], value=value), _):
                    if not name.startswith("_") and "TypeVar" not in ast.unparse(value):
                        bare.append(f"{path.name}:{name}")
                case ast.AnnAssign(target=ast.Name(name)), _:
                    bare += [] if name.startswith("_") else [f"{path.name}:{name}"]
    assert bare == []


def test_every_module_of_the_protocol_names_its_source() -> None:
    texts = {path: ast.get_docstring(tree(path)) or "" for path in modules()}
    assert [path for path, text in texts.items() if "docs/protocol.md" not in text] == []


def owned(path: Path) -> dict[str, ast.FunctionDef]:
    """Return the functions of a module, and the methods of its classes as `Class.method`."""
    found = {each.name: each for each in tree(path).body if isinstance(each, ast.FunctionDef)}
    for owner in tree(path).body:
        if isinstance(owner, ast.ClassDef):
            methods = (each for each in owner.body if isinstance(each, ast.FunctionDef))
            found |= {f"{owner.name}.{each.name}": each for each in methods}
    return found


def classes_raised(node: ast.AST) -> set[str]:
    """Return the exception classes raised in a function, called or not: `raise WrongCode`."""
    raises = (each.exc for each in ast.walk(node) if isinstance(each, ast.Raise))
    heads = (exc.func if isinstance(exc, ast.Call) else exc for exc in raises)
    named = {head.id for head in heads if isinstance(head, ast.Name) and head.id[0].isupper()}
    return named - {"AssertionError"}


def helpers(node: ast.AST) -> Iterator[str]:
    """Yield the private functions that are called where nothing catches what they raise."""
    match node:
        case ast.Try(handlers=[_, *_]):
            for part in (*node.handlers, *node.orelse, *node.finalbody):
                yield from helpers(part)
            return
        case ast.Call(func=ast.Name(name)) if name.startswith("_"):
            yield name
        case ast.Call(func=ast.Attribute(ast.Name("self"), name)) if name.startswith("_"):
            yield f"self.{name}"
    for child in ast.iter_child_nodes(node):
        yield from helpers(child)


def unnamed(path: Path) -> Iterator[str]:
    """Yield the public functions whose docstring does not name what they, or the private functions
    that they call, raise."""
    functions_here = owned(path)
    for name, function in functions_here.items():
        owner, _, last = name.rpartition(".")
        if last.startswith("_") or owner.startswith("_"):
            continue
        called = {each.replace("self", owner) for each in helpers(function)}
        bodies = [function, *(functions_here[each] for each in called if each in functions_here)]
        promised = (ast.get_docstring(function) or "").partition("Raise")[2]
        raises = {one for body in bodies for one in classes_raised(body)}
        if any(f"`{one}`" not in promised for one in raises):
            yield f"{path.relative_to(ROOT)}:{name}"


def test_protocol_docstrings_name_what_their_helpers_raise() -> None:
    assert [where for path in modules() for where in unnamed(path)] == []
