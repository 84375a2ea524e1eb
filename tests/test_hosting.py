"""The files that a hosting site reads, against their published schemas, and what they run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GITHUB = ROOT / ".github"
SCHEMAS = {
    "dependabot.yml": "vendor.dependabot",
    "workflows/ci.yml": "vendor.github-workflows",
    "workflows/release.yml": "vendor.github-workflows",
    "ISSUE_TEMPLATE/bug.yml": "vendor.github-issue-forms",
    "ISSUE_TEMPLATE/idea.yml": "vendor.github-issue-forms",
}
"""By file, the name of its schema in check-jsonschema, which has copies of the published ones."""
WORKFLOW = (GITHUB / "workflows" / "ci.yml").read_text("utf-8")
RELEASE = (GITHUB / "workflows" / "release.yml").read_text("utf-8")


@pytest.mark.parametrize("name", SCHEMAS)
def test_file_matches_its_schema(name: str) -> None:
    words = (sys.executable, "-m", "check_jsonschema", "--builtin-schema", SCHEMAS[name])
    done = subprocess.run([*words, GITHUB / name], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_file_has_a_schema() -> None:
    assert {path.relative_to(GITHUB).as_posix() for path in GITHUB.rglob("*.yml")} == {*SCHEMAS}


def test_the_pythons_are_those_that_the_project_names() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    named = re.findall(r"Python :: (3\.\d+)", project)
    tested = [re.findall(r'"(3\.\d+)"', row) for row in re.findall(r"python: \[.*\]", WORKFLOW)]
    assert tested == [named, named]


def test_everything_that_workflows_run_exists() -> None:
    run = re.findall(r"- run: (.+)", WORKFLOW + RELEASE)
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    made = {name for words in run for name in re.findall(r"^make ([a-z-]+)", words)}
    modules = {name for words in run for name in re.findall(r"-m ((?:tests|release)\.\w+)", words)}
    assert made <= {*targets}
    assert modules >= {"tests.anywhere", "release.building", "release.sbom"}
    assert all((ROOT / f"{name.replace('.', '/')}.py").is_file() for name in modules)
    assert ".ci/run" in run
