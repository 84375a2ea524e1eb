"""A test's name states one fact in the terms of the field, and fits on a line."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import tree

TESTS = Path(__file__).parent
MOST = 60
NO_SUBJECTS = {"who", "whoever", "what", "whatever", "those", "it"}


def fault(name: str) -> str | None:
    """Return what is wrong with the name of a test, or None."""
    subject = name.split("_")[1]
    if len(name) > MOST:
        return f"has {len(name)} characters, more than {MOST}"
    if subject in NO_SUBJECTS:
        return f'begins with "{subject}": name the subject'
    if "told" in name:
        return 'contains "told": shown, reported, refused, received...'
    return None


def names(module: ast.Module) -> Iterator[str]:
    """Yield the names of all tests in a module, methods too."""
    for node in ast.walk(module):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if name.startswith("test_"):
                    yield name


def test_every_test_name_is_short_and_names_its_subject() -> None:
    modules = {path: [*names(tree(path))] for path in sorted(TESTS.rglob("*.py"))}
    assert sum(map(len, modules.values())) > 1000
    assert [
        f"{path.relative_to(TESTS)}: {name} {wrong}"
        for path, found in modules.items()
        for name in found
        if (wrong := fault(name)) is not None
    ] == []


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("test_oldest_contacts_are_evicted", None),
        ("test_" + "x" * 55, None),
        ("test_" + "x" * 56, "has 61 characters"),
        ("test_those_not_met_for_longest_make_room", 'begins with "those"'),
        ("test_it_beats_a_random_player", 'begins with "it"'),
        ("test_whoever_leaves_waits_for_nothing", 'begins with "whoever"'),
        ("test_whole_name_beats_a_prefix", None),
        ("test_owner_is_told_once", 'contains "told"'),
    ],
)
def test_long_and_vague_names_are_faults(name: str, wrong: str | None) -> None:
    found = fault(name)
    assert found is None if wrong is None else str(found).startswith(wrong)


def test_names_of_methods_and_coroutines_are_found() -> None:
    module = ast.parse(
        "class TestIt:\n    def test_one(self): ...\nasync def test_two(): ...\ndef other(): ...\n"
    )
    assert sorted(names(module)) == ["test_one", "test_two"]
