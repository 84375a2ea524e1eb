"""The files that a hosting site reads, against their published schemas, and what they run."""

from __future__ import annotations

import re
from pathlib import Path

import check_jsonschema
import pytest
from click.testing import CliRunner

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
    words = ("--builtin-schema", SCHEMAS[name], str(GITHUB / name))
    done = CliRunner().invoke(check_jsonschema.main, words)
    assert done.exit_code == 0, done.output


def test_file_that_differs_from_its_schema_is_refused(tmp_path: Path) -> None:
    (wrong := tmp_path / "ci.yml").write_text(WORKFLOW.replace("runs-on:", "runs-in:"), "utf-8")
    words = ("--builtin-schema", "vendor.github-workflows", str(wrong))
    assert CliRunner().invoke(check_jsonschema.main, words).exit_code == 1


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
