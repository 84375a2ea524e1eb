"""What `make release` refuses, changes and writes. `make release-try` builds a whole one."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from p2p_hanabi import __version__
from release.__main__ import (
    CHANGELOG,
    ITSELF,
    METAINFO,
    NOTES,
    STAMP,
    SUMS,
    change,
    component_id,
    obstacles,
    released,
    write_papers,
)  # fmt: skip
from release.building import ROOT, built, copy_tree
from release.changelog import dated, notes
from release.products import differing, version_of
from release.sbom import bill, check, tools_here, versions
from tests.lengths import long
from tests.needs import need
from tests.packages.unreleased import add_news

NEW, NEWER = "700.8.9", "700.9.0"
WHO = {"user.name": "Ana", "user.email": "ana@example.org"}
DATE = 1_790_000_000


def git(at: Path, *words: str) -> str:
    done = subprocess.run(["git", "-C", at, *words], check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return one with what a release changes, on main, committed and tested."""
    need("git")
    at = tmp_path / "repository"
    for name in (ITSELF, CHANGELOG, METAINFO, Path("pyproject.toml")):
        (at / name).parent.mkdir(parents=True, exist_ok=True)
        (at / name).write_bytes((ROOT / name).read_bytes())
    add_news(at)
    (at / ".gitignore").write_text("dist/\n")
    git(at.parent, "init", "--quiet", "--initial-branch", "main", "repository")
    for key, value in WHO.items():
        git(at, "config", key, value)
    git(at, "add", "--all")
    git(at, "commit", "--quiet", "--message", "release: begin")
    (at / ".git" / STAMP).write_text(f"{git(at, 'rev-parse', 'HEAD')}\n")
    return at


def make_little(clone: Path, target: Path) -> None:
    (target / "product").write_bytes((clone / ITSELF).read_bytes())
    write_papers(clone, target)


def test_clean_tested_main_can_be_released(repository: Path) -> None:
    assert [*obstacles(repository, NEW)] == []


@pytest.mark.parametrize(
    ("hinder", "sentence"),
    [
        (lambda at: git(at, "checkout", "-qb", "other"), "this is other, not main"),
        (lambda at: (at / "file").write_text(""), "not committed"),
        (lambda at: git(at, "commit", "-q", "--allow-empty", "-m", "x: y"), ".ci/run has not"),
        (lambda at: (at / ".git" / STAMP).unlink(), ".ci/run has not"),
        (lambda at: git(at, "tag", f"v{NEW}"), f"there is a tag v{NEW}"),
        (lambda at: change(at, NEWER, "2030-01-01"), f"{NEW} is older than {NEWER}"),
        (lambda at: git(at, "config", "user.name", ""), "git does not know who you are"),
    ],
)
def test_release_is_refused_with_the_reason(
    repository: Path, hinder: Callable[[Path], object], sentence: str
) -> None:
    hinder(repository)
    assert [each for each in obstacles(repository, NEW) if sentence in each]
    before = git(repository, "rev-parse", "HEAD")
    with pytest.raises(SystemExit, match="no release: "):
        released(repository, NEW, make_little, is_dry=False)
    assert git(repository, "rev-parse", "main") == before
    assert not (repository / "dist").exists()


def test_dry_run_builds_all_and_leaves_the_repository_as_it_was(repository: Path) -> None:
    git(repository, "config", "user.name", "")
    (repository / ".git" / STAMP).unlink()
    before = git(repository, "for-each-ref")
    target = released(repository, NEW, make_little, is_dry=True)
    assert {path.name for path in target.iterdir()} == {"product", NOTES, SUMS}
    assert NEW in (target / "product").read_text()
    assert git(repository, "for-each-ref") == before
    assert git(repository, "status", "--porcelain") == ""


def test_release_commits_the_version_and_tags_it(repository: Path) -> None:
    before = git(repository, "rev-parse", "HEAD")
    target = released(repository, NEW, make_little, is_dry=False)
    assert git(repository, "status", "--porcelain") == ""
    assert git(repository, "log", "--format=%an %s", f"{before}..main") == (
        f"Ana release: version {NEW}"
    )
    assert git(repository, "rev-parse", f"v{NEW}^{{}}") == git(repository, "rev-parse", "main")
    assert git(repository, "cat-file", "-t", f"v{NEW}") == "tag"
    sums = (target / SUMS).read_text()
    assert re.fullmatch(rf"\w{{64}}  product\n\w{{64}}  {NOTES}\n", sums)
    subprocess.run(["sha256sum", "--check", "--quiet", SUMS], check=True, cwd=target)


def test_version_that_stands_in_the_tree_is_dated_and_tagged(repository: Path) -> None:
    itself = repository / ITSELF
    itself.write_text(itself.read_text().replace(__version__, NEW))
    git(repository, "commit", "--quiet", "--all", "--message", "release: begin the next")
    before = git(repository, "rev-parse", "HEAD")
    (repository / ".git" / STAMP).write_text(before)
    released(repository, NEW, make_little, is_dry=False)
    assert git(repository, "rev-parse", f"v{NEW}^{{}}^") == before
    assert f"\n## [{NEW}] - 2" in (repository / CHANGELOG).read_text()
    assert f'<release version="{NEW}"' in (repository / METAINFO).read_text()
    (repository / ".git" / STAMP).write_text(git(repository, "rev-parse", "HEAD"))
    assert [*obstacles(repository, NEW)] == [f"there is a tag v{NEW}"]


def test_failing_release_changes_nothing(repository: Path) -> None:
    def fail(_clone: Path, _target: Path) -> None:
        raise SystemExit("two builds differ")

    before = git(repository, "for-each-ref")
    with pytest.raises(SystemExit, match="two builds differ"):
        released(repository, NEW, fail, is_dry=False)
    assert git(repository, "for-each-ref") == before
    assert not (repository / "dist").exists()


def test_one_place_has_the_version_of_program_and_packages(tmp_path: Path) -> None:
    copy_tree(tmp_path)
    add_news(tmp_path)
    change(tmp_path, NEW, "2030-01-02")
    changed = [path for path in tmp_path.rglob("*") if path.is_file() and differs(path, tmp_path)]
    status = tmp_path / "pyproject.toml"  # only the first stable version changes it
    assert {*changed} - {status} == {tmp_path / name for name in (ITSELF, CHANGELOG, METAINFO)}
    asked = [sys.executable, "-m", "p2p_hanabi", "--version"]
    assert subprocess.check_output(asked, text=True, cwd=tmp_path) == f"p2phanabi {NEW}\n"
    metadata = "import setuptools.build_meta as it; it.prepare_metadata_for_build_wheel('.')"
    subprocess.run([sys.executable, "-c", metadata], check=True, capture_output=True, cwd=tmp_path)
    (kept,) = tmp_path.glob("*.dist-info/METADATA")
    assert f"\nVersion: {NEW}\n" in kept.read_text("utf-8")
    assert "Production/Stable" in kept.read_text("utf-8")


def differs(path: Path, tree: Path) -> bool:
    return path.read_bytes() != (ROOT / path.relative_to(tree)).read_bytes()


@long
def test_packages_have_the_date_of_the_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(DATE))
    wheel, source = built(tmp_path)
    with tarfile.open(source) as archive:
        assert {member.mtime for member in archive} == {DATE}
    assert version_of(wheel) == version_of(source) == __version__


def test_unreleased_becomes_the_version_and_its_notes() -> None:
    log = "# C\n\n## [Unreleased]\n\n- a ([b](c.md#d))\n\n## [0.1] - 2020-01-01\n\n- old\n"
    after = dated(log, NEW, "2030-01-02")
    assert after == log.replace("[Unreleased]\n", f"[Unreleased]\n\n## [{NEW}] - 2030-01-02\n")
    page = notes(after, NEW, ["p.whl"], "https://example.org/v7")
    assert "- a ([b](https://example.org/v7/docs/c.md#d))" in page
    assert "- `p.whl`" in page
    assert "- old" not in page
    assert "- a (b)" in notes(after, NEW, [], "")
    with pytest.raises(SystemExit, match="nothing is under"):
        dated(after, "8.0.0", "2030-01-03")


def test_builds_that_differ_are_named(tmp_path: Path) -> None:
    for name, files in {"one": "abc", "other": "abd"}.items():
        (tmp_path / name).mkdir()
        for file in files:
            (tmp_path / name / file).write_text(name if file == "b" else "same")
    assert differing(tmp_path / "one", tmp_path / "other") == ["b", "c", "d"]


@pytest.fixture(scope="module")
def of_this_environment() -> dict[str, object]:
    """Return the bill of what is installed here, as if it were packed."""
    inside = runpy.run_path(str(ROOT / "release" / "frozen" / "inside.py"))
    packages = inside["needed"]()
    itself = inside["Part"](packages[0], __version__, "pypi", "")
    parts = [itself, *inside["parts"]([], packages[1:])]
    listed = inside["listed"](parts)
    listed.append({**listed[0], "name": "packer", "needs": ["not-inside"]})
    packages.append("packer")
    hashed = {"hash": f"sha256={'ab' * 32}"}
    install = [
        {
            "metadata": {"name": name},
            "is_direct": name == packages[0],
            "download_info": {"archive_info": hashed},
        }
        for name in packages
    ]
    return dict(bill(listed, {"install": install}, tools_here(), DATE))


def test_bill_of_materials_matches_the_schema(of_this_environment: dict[str, object]) -> None:
    check(of_this_environment)
    with pytest.raises(SystemExit, match=r"does not match its schema: .*book"):
        check({**of_this_environment, "components": [{"type": "book", "name": "Emma"}]})


def test_bill_lists_all_parts_with_versions_and_digests(
    of_this_environment: dict[str, object],
) -> None:
    parts = {part["name"]: part for part in of_this_environment["components"]}  # type: ignore[attr-defined] # JSON
    assert {"PyNaCl", "zeroconf", "cffi", "Python", "@noble/curves"} <= {*parts}
    assert all(part["version"] for part in parts.values())
    tools = {name for name, part in parts.items() if part.get("scope") == "excluded"}
    assert tools == {"setuptools", "babel"}
    assert {name for name, part in parts.items() if "hashes" not in part} == {"Python", *tools}
    needs = {row["ref"]: row["dependsOn"] for row in of_this_environment["dependencies"]}  # type: ignore[attr-defined] # JSON
    assert parts["cffi"]["bom-ref"] in needs[parts["PyNaCl"]["bom-ref"]]
    listed = {each.partition("==")[0] for each in versions(of_this_environment)}
    assert listed == {name for name in parts if name != "Python" and "/" not in name} - tools


@pytest.mark.parametrize(
    ("page", "known"),
    [
        ("https://github.com/ana/p2phanabi", "io.github.ana.p2phanabi"),
        ("https://code.example.org/hanabi", "org.example.code.hanabi"),
    ],
)
def test_public_address_gives_the_reverse_domain_name(page: str, known: str) -> None:
    assert component_id(page) == known
