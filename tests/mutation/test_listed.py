"""The list of equivalent mutants matches the code."""

from __future__ import annotations

import inspect

import pytest

from tests.mutation.listed import listed
from tests.mutation.mutate import function_of


@pytest.mark.parametrize("name", sorted(listed()))
def test_listed_change_is_one_of_a_function_as_it_stands(name: str) -> None:
    place, _, change = name.partition(": ")
    room, module, function = place.split(".", 2)
    source = " ".join(inspect.getsource(function_of(f"{room}.{module}", function)).split())
    assert " ".join(change.partition(" => ")[0].split()) in source


@pytest.mark.parametrize("function", ["TableSecret.x", "verify_key", "ShareProof.verify_share"])
def test_a_function_is_found_under_its_decorators(function: str) -> None:
    assert function_of("crypto.proofs", function).__qualname__ == function
