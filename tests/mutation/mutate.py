"""All mutants of one module by mutmut's operators, each as a function's new text.

A mutant is tested by replacing the code and the defaults of the function object, so that modules
that have imported or wrapped the function use the changed one. Functions and methods are mutated,
decorated ones too; mutmut skips the same things as in its own runs: annotations, calls of `len` and
`isinstance`, the text of an f-string. Besides its operators there are four for the value of
checks: an `if` is never or always taken, a statement that is only a call or a `yield` is removed,
a point is not compared with the identity, and one of several conditions is left out: an operand of
`and` or `or`, a comparison of a chain, an `if` of a comprehension or of a `case`.
"""

from __future__ import annotations

import difflib
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

FOLDER = Path(__file__).parents[2] / "protocol"


def file_of(module: str) -> Path:
    """Return the file of a module of `protocol`, such as `crypto.proofs`."""
    return FOLDER.joinpath(*module.split(".")).with_suffix(".py")


@dataclass(frozen=True)
class Mutant:
    """One change. `name` describes it in full, and is stable while the function is unchanged."""

    module: str
    function: str
    change: str
    text: str

    @property
    def name(self) -> str:
        return f"{self.module}.{self.function}: {self.change}"

    def install(self) -> None:
        """Run the mutant in this process from here on."""
        original = function_of(self.module, self.function)
        place = dict(original.__globals__)
        compiled = compile(f"from __future__ import annotations\n{self.text}", self.module, "exec")
        exec(compiled, place)  # noqa: S102 - it is this module's own text except for one change
        changed = place[original.__name__]
        original.__code__ = changed.__code__
        original.__defaults__ = changed.__defaults__
        original.__kwdefaults__ = changed.__kwdefaults__


def mutants_of(module: str) -> list[Mutant]:
    """Return all mutants of a module of `protocol`, in the order of its text."""
    seen: Counter[tuple[str, str]] = Counter()
    mutants = []
    for function, before, after in _mutations(file_of(module).read_text("utf-8")):
        change = _change(before, after)
        seen[function, change] += 1
        if seen[function, change] > 1:
            change += f" (change {seen[function, change]} of these lines)"
        mutants.append(Mutant(module, function, change, after))
    return mutants


def _mutations(source: str) -> Iterator[tuple[str, str, str]]:
    """Yield the function's name, and its text before and after, for each change."""
    cst = mutmut("libcst")
    made = mutmut("mutmut.mutation.file_mutation")
    pragmas = mutmut("mutmut.mutation.pragma_handling")
    metadata = mutmut("libcst.metadata")
    nothing = pragmas.IgnoredCode(frozenset(), frozenset(), frozenset())
    operators = [*made.mutation_operators, *_of_our_own(cst)]
    visitor = made.MutationVisitor(operators, nothing, None)
    leave_alone = visitor._skip_node_and_children

    def skip(node: Any) -> bool:
        match node:
            # decorators do not matter for replacing `__code__`, unlike for mutmut's own runs
            case cst.FunctionDef():
                return False
            case cst.Call(func=cst.Name("cast")):
                return True  # its type is an annotation
        return bool(leave_alone(node))

    visitor._skip_node_and_children = skip
    module = metadata.MetadataWrapper(cst.parse_module(source)).visit(visitor)
    names = _qualified(module, cst)
    for mutation in visitor.mutations:
        node = mutation.contained_by_top_level_function
        if node in names:
            changed = node.deep_replace(mutation.original_node, mutation.mutated_node)
            texts = (cst.Module([one.with_changes(decorators=[])]).code for one in (node, changed))
            yield names[node], *texts


def _of_our_own(cst: Any) -> list[tuple[Any, Callable[[Any], Iterator[Any]]]]:
    def decide(node: Any) -> Iterator[Any]:
        test = node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
        for operator, word in ((cst.And(), "False"), (cst.Or(), "True")):
            yield node.with_changes(test=cst.BooleanOperation(test, operator, cst.Name(word)))

    def leave_out(node: Any) -> Iterator[Any]:
        if isinstance(node.value, cst.Call | cst.Yield):
            yield cst.Pass()

    def believe(node: Any) -> Iterator[Any]:
        if isinstance(node.func, cst.Name) and node.func.value == "not_identity":
            yield node.args[0].value

    def drop_operand(node: Any) -> Iterator[Any]:
        operands = [node.left, node.right]
        match node.left:
            # `a and b and c` is (a and b) and c: what leaves out a or b changes the inner one
            case cst.BooleanOperation(operator=inner, lpar=[]):
                if type(inner) is type(node.operator):
                    operands = [node.left]
        for kept in operands:
            yield _within(node, kept)

    def drop_comparison(node: Any) -> Iterator[Any]:
        first, *others = node.comparisons
        if others:
            yield node.with_changes(left=first.comparator, comparisons=others)
            yield node.with_changes(comparisons=node.comparisons[:-1])

    def drop_filter(node: Any) -> Iterator[Any]:
        for at in range(len(node.ifs)):
            yield node.with_changes(ifs=[*node.ifs[:at], *node.ifs[at + 1 :]])

    def drop_guard(node: Any) -> Iterator[Any]:
        if node.guard is not None:
            no_space = {
                "whitespace_before_if": cst.SimpleWhitespace(""),
                "whitespace_after_if": cst.SimpleWhitespace(""),
            }
            yield node.with_changes(guard=None, **no_space)

    return [
        (cst.If, decide),
        (cst.Expr, leave_out),
        (cst.Call, believe),
        (cst.BooleanOperation, drop_operand),
        (cst.Comparison, drop_comparison),
        (cst.CompFor, drop_filter),
        (cst.MatchCase, drop_guard),
    ]


def _within(node: Any, kept: Any) -> Any:
    """Return a part of an expression in the parentheses of the whole."""
    return kept.with_changes(lpar=[*node.lpar, *kept.lpar], rpar=[*kept.rpar, *node.rpar])


def _qualified(module: Any, cst: Any) -> dict[Any, str]:
    """Return the functions and methods of a module, with their qualified names."""
    names = {}
    for node in module.body:
        if isinstance(node, cst.FunctionDef):
            names[node] = node.name.value
        if isinstance(node, cst.ClassDef):
            for inner in node.body.body:
                if isinstance(inner, cst.FunctionDef):
                    names[inner] = f"{node.name.value}.{inner.name.value}"
    return names


def _change(before: str, after: str) -> str:
    """Return the lines that differ, on one line."""
    lines = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    old = " ".join(line[2:].strip() for line in lines if line.startswith("- "))
    new = " ".join(line[2:].strip() for line in lines if line.startswith("+ "))
    return f"{old} => {new}"


def function_of(module: str, function: str) -> FunctionType:
    """Return the function itself, without its decorators."""
    owner: Any = import_module(f"protocol.{module}")
    *classes, name = function.split(".")
    for part in classes:
        owner = getattr(owner, part)
    found = vars(owner)[name]
    match found:
        case property():
            found = found.fget
        case cached_property():
            found = found.func
        case staticmethod():
            found = found.__func__
    assert isinstance(found, FunctionType)
    return found


def mutmut(name: str) -> Any:
    """Import a module of mutmut or libcst, which may be missing: no other command needs them."""
    try:
        return import_module(name)
    except ImportError:
        sys.exit("mutmut is not installed: python -m pip install --editable '.[mutants]'")
