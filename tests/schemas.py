"""The schemas of docs/schema, closed: for a test a field that none of them names is a fault."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

FOLDER = Path(__file__).parents[1] / "docs" / "schema"
NAMES = sorted(path.name for path in FOLDER.glob("*.json"))


@cache
def schema(name: str) -> Any:
    """As it stands in the file."""
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


@cache
def validator(reference: str) -> Draft202012Validator:
    """Of one definition, `hanabi.json#/$defs/view`. The files are known by their `$id` alone."""
    known: Registry[Any] = [
        DRAFT202012.create_resource(closed(schema(name))) for name in NAMES
    ] @ Registry()
    name, _, part = reference.partition("#")
    return Draft202012Validator({"$ref": f"{schema(name)['$id']}#{part}"}, registry=known)


def closed(part: Any) -> Any:
    """The same, where an object has no other fields than those that are named."""
    if isinstance(part, list):
        return [closed(each) for each in part]
    if not isinstance(part, dict):
        return part
    inner = {name: closed(each) for name, each in part.items()}
    if part.get("type") == "object" and "properties" in part:
        inner.setdefault("unevaluatedProperties", False)
    return inner


def check(reference: str, value: object) -> Any:
    """Return the value as JSON has it, if it is what the schema says."""
    sent = json.loads(json.dumps(value))
    validator(reference).validate(sent)
    return sent


def objects(part: Any) -> Iterator[dict[str, Any]]:
    """Every object that a schema describes, wherever in it."""
    if isinstance(part, dict):
        if part.get("type") == "object" and "properties" in part:
            yield part
        part = list(part.values())
    if isinstance(part, list):
        for each in part:
            yield from objects(each)
