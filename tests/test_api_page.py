"""docs/protocol-api.md is made from the docstrings, and has what other programs need."""

from __future__ import annotations

import ast
from importlib.util import find_spec

import protocol
from release.api_page import PAGE, page
from release.ways import program


def test_the_page_is_what_the_docstrings_say() -> None:
    assert page() == PAGE.read_text("utf-8"), "run `make api`"


def test_stable_modules_exist_in_order() -> None:
    assert list(protocol.STABLE) == sorted(set(protocol.STABLE))
    assert [name for name in protocol.STABLE if find_spec(name) is None] == []


def test_the_page_on_driving_a_table_needs_only_what_is_stable() -> None:
    imported = {
        each.module
        for each in ast.walk(ast.parse(program()))
        if isinstance(each, ast.ImportFrom) and (each.module or "").startswith("protocol")
    }
    assert imported - set(protocol.STABLE) == set()
    assert "protocol.peer.table" in imported
