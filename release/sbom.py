"""The bill of materials of the packed programs, in CycloneDX 1.6.

    python -m release.sbom BILL

prints the versions of the tools that built it, as requirements for pip. A bill lists everything
inside, with the digests that pip or npm verified, and these tools. A wheel contains only noble of
it, and needs the rest of what is from PyPI, in these or other versions.
"""

from __future__ import annotations

import base64
import json
import re
import sys
import tomllib
import uuid
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from .building import ROOT

Json = Mapping[str, Any]
ITSELF = "p2p-hanabi"
NOBLE = ROOT / "tests" / "ui" / "web" / "noble" / "package-lock.json"
"""The packages of npm that `make noble` joins; those for development are not joined."""
SPDX = re.compile(r"[\w.+-]+(?: (?:AND|OR|WITH) [\w.+-]+)*", re.ASCII)
PYPI = "pkg:pypi/"


def main(arguments: Sequence[str]) -> int:
    of = json.loads(Path(arguments[0]).read_text("utf-8"))
    print(*versions(of, [tool["name"] for tool in tools_here()]))  # noqa: T201 - it is a command
    return 0


def bill(contents: Sequence[Json], downloads: Json, tools: Sequence[Json], date: int) -> Json:
    """Return the bill of a program with these contents, built with these tools: the same for the
    same arguments.

    `contents` is what packing lists (`release/frozen/inside.py`), `downloads` the report of pip.
    """
    digests = {
        pypi(one["metadata"]["name"]): one["download_info"]["archive_info"]["hash"]
        for one in downloads["install"]
        if not one["is_direct"]
    }
    found = {ref(part): part for part in contents if part["kind"] != "page"}
    (itself,) = [one for one in found if one.startswith(f"{PYPI}{ITSELF}@")]
    parts = [component(part, digests.get(pypi(part["name"]), "")) for part in found.values()]
    main = {**parts.pop([*found].index(itself)), "type": "application"}
    parts += noble()
    parts += [{**component(one, ""), "scope": "excluded"} for one in tools if ref(one) not in found]
    by_name = {pypi(part["name"]): one for one, part in found.items()}
    needs = {
        one: {by_name[name] for name in map(pypi, part["needs"]) if name in by_name}
        for one, part in found.items()  # what the packer needs is not inside
    }
    needed = {one for those in needs.values() for one in those}
    inside = {part["bom-ref"] for part in parts if is_inside(part)}
    needs[itself] |= inside - needed
    identity = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([parts, date]))
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{identity}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(date, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": main,
        },
        "components": parts,
        "dependencies": [
            {"ref": one, "dependsOn": sorted(those)}
            for one, those in sorted(needs.items())
            if those
        ],
    }


def check(of: Json) -> None:
    """Raise `SystemExit` if a bill does not match the schema of CycloneDX."""
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    if wrong := JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(of)):
        raise SystemExit(f"the bill of materials does not match its schema: {wrong.data}")


def versions(of: Json, names: Sequence[str] = ()) -> list[str]:
    """Return requirements for exactly the packages of PyPI inside, or for those named."""
    return [
        f"{part['name']}=={part['version']}"
        for part in of["components"]
        if part["purl"].startswith(PYPI)
        and (pypi(part["name"]) in names if names else is_inside(part))
    ]


def is_inside(part: Json) -> bool:
    return part.get("scope") != "excluded"


def tools_here() -> list[Json]:
    """Return what builds a wheel and a source distribution, in the version that does so here."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    names = [re.split("[^a-z]", each)[0] for each in project["build-system"]["requires"]]
    kind = {"kind": "pypi", "licence": "", "needs": []}
    return [{"name": name, "version": distribution(name).version, **kind} for name in names]


def component(part: Json, digest: str) -> dict[str, Any]:
    """Return the entry of a part. `digest` is as in pip's report: `sha256=...`."""
    licence = part["licence"]
    known = {"expression": licence} if SPDX.fullmatch(licence) else {"license": {"name": licence}}
    return {
        "type": "library",
        "bom-ref": ref(part),
        "name": part["name"],
        "version": part["version"],
        "purl": ref(part),
        **({"licenses": [known]} if licence else {}),
        **({"hashes": [sha256(digest)]} if digest else {}),
    }


def ref(part: Json) -> str:
    """Return the package URL of a part (https://github.com/package-url/purl-spec)."""
    match part["kind"]:
        case "pypi":
            return f"{PYPI}{pypi(part['name'])}@{part['version']}"
        case "deb":
            return f"pkg:deb/debian/{part['name']}@{part['version'].replace('+', '%2B')}"
    return f"pkg:generic/{part['name'].lower()}@{part['version']}"


def pypi(name: str) -> str:
    """Return a name as the index of PyPI spells it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def sha256(digest: str) -> Json:
    kind, _, content = digest.partition("=")
    assert kind == "sha256", digest
    return {"alg": "SHA-256", "content": content}


def noble() -> Iterator[dict[str, Any]]:
    """Yield the entries of the packages in `noble.js`."""
    for path, package in json.loads(NOBLE.read_text("utf-8"))["packages"].items():
        if path and not package.get("dev"):
            _, _, name = path.partition("node_modules/")
            url = f"pkg:npm/{name.replace('@', '%40')}@{package['version']}"
            digest = base64.b64decode(package["integrity"].removeprefix("sha512-")).hex()
            yield {
                "type": "library",
                "bom-ref": url,
                "name": name,
                "version": package["version"],
                "purl": url,
                "licenses": [{"expression": package["license"]}],
                "hashes": [{"alg": "SHA-512", "content": digest}],
            }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
