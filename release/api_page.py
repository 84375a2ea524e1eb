"""`make api`: write docs/protocol-api.md from the docstrings of `protocol`.

    python -m release.api_page

What stands above the names is written by hand and kept. The names are those without an underscore,
in the order of the sources, which are not imported.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path
from textwrap import fill

import protocol
from release.building import ROOT

PAGE = ROOT / "docs" / "protocol-api.md"
WIDTH = 120
NAMES = "## The names"
OTHERS = "## The other modules"


def page() -> str:
    """Return the page as it has to be."""
    head = PAGE.read_text("utf-8").partition(NAMES)[0]
    paths = sorted(Path(protocol.__file__).parent.rglob("*.py"))
    modules = {name_of(path): path for path in paths if path.name != "__init__.py"}
    stable = [module(name, modules[name]) for name in protocol.STABLE]
    others = [
        f"| `{name}` | {first_sentence(path)} |"
        for name, path in modules.items()
        if name not in protocol.STABLE
    ]
    table = ["| module | |", "|---|---|", *others]
    return "\n".join([f"{head}{NAMES}\n", *stable, f"{OTHERS}\n", *table, ""])


def first_sentence(path: Path) -> str:
    """Return what a module's docstring begins with."""
    first, *_ = (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").split("\n\n")
    return " ".join(first.split()).removesuffix(".")


def name_of(path: Path) -> str:
    """Return the name of a module of `protocol`."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def module(name: str, path: Path) -> str:
    """Return the section of a module."""
    tree = ast.parse(path.read_text("utf-8"))
    return "\n".join([f"### `{name}`\n", text(tree), *_entries(tree.body)])


def text(of: ast.Module | ast.ClassDef | ast.FunctionDef) -> str:
    """Return a docstring as Markdown: paragraphs are filled, drawings stay as they are."""
    parts = (ast.get_docstring(of) or "").split("\n\n")
    return "\n".join(f"{_paragraph(part)}\n" for part in parts if part)


def _paragraph(part: str) -> str:
    lines = part.split("\n")
    is_kept = any(line[:1] in (" ", "├", "└", "│") for line in lines)
    if is_kept:
        return f"```text\n{part}\n```"
    return fill(" ".join(lines), WIDTH, break_long_words=False, break_on_hyphens=False)


def _entries(body: list[ast.stmt]) -> Iterator[str]:
    for each, after in zip(body, [*body[1:], None], strict=True):
        match each:
            case ast.ClassDef(name=name) if not name.startswith("_"):
                yield _class(each)
            case ast.FunctionDef(name=name) if not name.startswith("_"):
                yield f"#### `{name}{_arguments(each)}`\n"
                yield text(each)
            case ast.Assign() | ast.AnnAssign():
                yield from _constant(each, after)


def _constant(each: ast.Assign | ast.AnnAssign, after: ast.stmt | None) -> Iterator[str]:
    """Yield a constant, if it has a name for others and a docstring."""
    target = each.targets[0] if isinstance(each, ast.Assign) else each.target
    match target, after:
        case ast.Name(name), ast.Expr(ast.Constant(str(docstring))) if not name.startswith("_"):
            yield f"#### `{name}`\n"
            yield f"{_paragraph(cleandoc(docstring))}\n"


def _class(each: ast.ClassDef) -> str:
    bases = ", ".join(ast.unparse(base) for base in each.bases)
    title = f"{each.name}({bases})" if bases else each.name
    parts = [f"#### class `{title}`\n", text(each)]
    fields = [one for one in each.body if isinstance(one, ast.AnnAssign) and _is_public(one.target)]
    if fields:
        parts.append("".join(f"- `{_field(one)}`\n" for one in fields))
    if members := list(_members(each)):
        parts.append(f"Members: {', '.join(f'`{name}`' for name in members)}.\n")
    for one in each.body:
        if isinstance(one, ast.FunctionDef) and _is_shown(one):
            parts += [f"##### {_title(each.name, one)}\n", *([text(one)] if text(one) else [])]
    return "\n".join(parts)


def _is_shown(one: ast.FunctionDef) -> bool:
    return one.name == "__init__" or not one.name.startswith("_")


def _is_public(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and not target.id.startswith("_")


def _field(one: ast.AnnAssign) -> str:
    return re.sub(r" = field\(.*", "", ast.unparse(one), flags=re.DOTALL)


def _members(each: ast.ClassDef) -> Iterator[str]:
    """Yield the members of an enum."""
    if any(ast.unparse(base).endswith(("Enum", "Code")) for base in each.bases):
        for one in each.body:
            if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
                yield one.targets[0].id


def _title(owner: str, one: ast.FunctionDef) -> str:
    marks = {ast.unparse(mark).rpartition(".")[2] for mark in one.decorator_list}
    if marks & {"property", "cached_property"}:
        returned = f": {ast.unparse(one.returns)}" if one.returns else ""
        return f"`{owner}.{one.name}{returned}`"
    name = owner if one.name == "__init__" else f"{owner}.{one.name}"
    return f"`{name}{_arguments(one)}`"


def _arguments(one: ast.FunctionDef) -> str:
    shown = ast.unparse(one.args).removeprefix("self, ").removeprefix("self").removeprefix("cls, ")
    if one.name == "__init__" or one.returns is None:
        return f"({shown})"
    return f"({shown}) -> {ast.unparse(one.returns)}"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
