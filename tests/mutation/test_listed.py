"""The list of equivalent mutants matches the code."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import pytest

from tests.mutation import listed as lists
from tests.mutation.listed import listed
from tests.mutation.mutate import function_of, mutants_of


@pytest.mark.parametrize("name", sorted(listed()))
def test_listed_change_is_one_of_a_function_as_it_stands(name: str) -> None:
    place, _, change = name.partition(": ")
    room, module, function = place.split(".", 2)
    source = " ".join(inspect.getsource(function_of(f"{room}.{module}", function)).split())
    assert " ".join(change.partition(" => ")[0].split()) in source


def test_only_the_blocks_of_text_are_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text("a: b => c\n```text\nx.y: 1 => 2\n```\nmore\n```python\nz: 3 => 4\n```\n")
    monkeypatch.setattr(lists, "LIST", page)
    assert listed() == {"x.y: 1 => 2"}


@pytest.mark.parametrize("function", ["TableSecret.x", "verify_key", "ShareProof.verify_share"])
def test_a_function_is_found_under_its_decorators(function: str) -> None:
    assert function_of("crypto.proofs", function).__qualname__ == function


def test_missing_mutmut_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "libcst", None)
    with pytest.raises(SystemExit, match="mutmut is not installed"):
        mutants_of("crypto.proofs")
