"""`make release VERSION=1.0.0`: a release, in dist/1.0.0/.

    python -m release VERSION [--dry]

The version, the date in the changelog and the tag are committed in a clone, where the tests of what
a release changes run, and everything is built twice and compared. Only when all of that has
succeeded, main and the tag are fetched from there; with --dry they never are. docs/releasing.md.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from .building import ROOT, output_of
from .changelog import dated, news, notes
from .matrix import pythons
from .packed import CONTENTS, DOWNLOADS
from .products import PRODUCTS, TOOLS, differing, version_of
from .sbom import bill, check

DRY = "--dry"
PYTHON = "3.11"
"""Packs the programs: the oldest one found, which on Debian 12 is its own."""
STAMP = "ci-passed"
"""In the folder of git: the commit for which `.ci/run` has passed (the end of `.ci/run`)."""
ITSELF = Path("p2p_hanabi", "__init__.py")
CHANGELOG = Path("docs", "changelog.md")
METAINFO = Path("p2p_hanabi", "desktop", "p2phanabi.metainfo.xml")
CHANGES = ("tests/packages", "tests/desktop", "tests/test_docs.py", "tests/test_program.py")
"""The tests of what a release changes."""
ELSEWHERE = {"TZ": "Pacific/Kiritimati", "LC_ALL": "C"}
"""Makes no difference to a build."""
NOTES, SUMS = "release-notes.md", "SHA256SUMS"
NOBODY = {"user.name": "dry run", "user.email": "dry@localhost"}
NUMBER = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
Make = Callable[[Path, Path], None]
"""Builds everything of the clone in the first folder in the second."""


def main(arguments: Sequence[str]) -> int:
    named = [word for word in arguments if word != DRY]
    if len(named) != 1 or not NUMBER.fullmatch(named[0]):
        raise SystemExit("which version? make release VERSION=1.0.0")
    target = released(ROOT, named[0], make_all, is_dry=DRY in arguments)
    say("".join(f"{path.stat().st_size:>12,} {path.name}\n" for path in sorted(target.iterdir())))
    return 0


def released(at: Path, version: str, make: Make, *, is_dry: bool) -> Path:
    """Return the folder of a release of this repository. Raise `SystemExit` if it cannot be."""
    wrong = [*obstacles(at, version)]
    if wrong and not is_dry:
        raise SystemExit("\n".join(f"no release: {each}" for each in wrong))
    for each in wrong:
        say(f"dry run; a release would stop here: {each}")
    with tempfile.TemporaryDirectory(prefix="p2phanabi-release-") as temporary:
        clone, made = Path(temporary, "p2phanabi"), Path(temporary, "made")
        made.mkdir()
        prepare(at, clone, version)
        make(clone, made)
        target = at / "dist" / version
        shutil.rmtree(target, ignore_errors=True)
        target.parent.mkdir(exist_ok=True)
        shutil.move(made, target)
        if not is_dry:
            git(
                at,
                "fetch",
                "--quiet",
                str(clone),
                "main",
                f"refs/tags/v{version}:refs/tags/v{version}",
            )
            git(at, "merge", "--quiet", "--ff-only", "FETCH_HEAD")
            say(f"main is at v{version}; docs/releasing.md says how to publish it")
    return target


def obstacles(at: Path, version: str) -> Iterator[str]:
    """Yield all reasons why this version cannot be released from here."""
    if (branch := git(at, "branch", "--show-current")) != "main":
        yield f"this is {branch or 'no branch'}, not main"
    if git(at, "status", "--porcelain"):
        yield "there are changes that are not committed"
    stamp = at / git(at, "rev-parse", "--git-path", STAMP)
    if not stamp.is_file() or stamp.read_text().strip() != git(at, "rev-parse", "HEAD"):
        yield ".ci/run has not passed for this commit: run it"
    if git(at, "tag", "--list", f"v{version}"):
        yield f"there is a tag v{version}"
    if not (setting(at, "user.name") and setting(at, "user.email")):
        yield "git does not know who you are: git config user.name, user.email"
    if numbers(version) < numbers(current := current_version(at)):
        yield f"{version} is older than {current}"


def prepare(at: Path, clone: Path, version: str) -> None:
    """Clone the current commit, and commit and tag the version there. A release is not changed."""
    output_of("git", "clone", "--quiet", at, clone)
    git(clone, "checkout", "--quiet", "-B", "main", git(at, "rev-parse", "HEAD"))
    for key in ("user.name", "user.email", "user.signingkey"):
        git(clone, "config", key, setting(at, key) or NOBODY.get(key, ""))
    if not news((clone / CHANGELOG).read_text("utf-8"), version):
        change(clone, version, datetime.now(UTC).strftime("%Y-%m-%d"))
        git(clone, "commit", "--quiet", "--all", "--message", f"release: version {version}")
    git(clone, "tag", "--force", "--annotate", f"v{version}", "--message", f"p2phanabi {version}")


def change(tree: Path, version: str, day: str) -> None:
    """Write the version and its date where they stand. Raise `SystemExit` if a place is missing."""
    replace(tree / ITSELF, r'(?<=^__version__ = ").+(?="$)', version)
    log = tree / CHANGELOG
    log.write_text(dated(log.read_text("utf-8"), version, day), "utf-8")
    row = f'    <release version="{version}" date="{day}"/>\n'
    replace(tree / METAINFO, r"(?<=^  <releases>\n)", row)
    if page := address(tree):
        link = f'  <url type="homepage">{page}</url>\n'
        replace(tree / METAINFO, r"(?<=^  <id>).+(?=</id>$)", component_id(page))
        replace(tree / METAINFO, r'(?:^  <url type="homepage">.*\n)?(?=^  <releases>)', link)
    status = "5 - Production/Stable" if numbers(version) >= (1, 0, 0) else "4 - Beta"
    replace(tree / "pyproject.toml", r"(?<=Development Status :: ).+(?=\",$)", status)


def replace(path: Path, pattern: str, text: str) -> None:
    changed, count = re.subn(pattern, text, path.read_text("utf-8"), flags=re.MULTILINE)
    if count != 1:
        raise SystemExit(f"{path.name}: {pattern} is there {count} times, not once")
    path.write_text(changed, "utf-8")


def make_all(clone: Path, target: Path) -> None:
    """Test what a release changes, build everything twice, and write the papers."""
    date, version = git(clone, "log", "-1", "--format=%ct"), current_version(clone)
    if not (found := pythons([PYTHON])):
        raise SystemExit(f"no Python {PYTHON} with venv is here: apt install python3-venv")
    say(f"an environment of {output_of(found[0], '--version').strip()}, {found[0]}")
    output_of("make", "-s", f"PYTHON={found[0]}", ".venv/bin/.installed-dev", at=clone)
    python = clone / ".venv" / "bin" / "python"
    say("the tests of what a release changes")
    output_of(python, "-m", "pytest", "-q", "-n", "2", *CHANGES, at=clone)
    one, other = target.parent / "one", target.parent / "other"
    environment = {"SOURCE_DATE_EPOCH": date}
    build = ("sh", "-c", 'umask "$1" && shift && exec "$@"', "sh")
    words = (python, "-m", "release.products")
    say("everything, built once")
    output_of(*build, "022", *words, one, at=clone, environment=environment)
    contents, downloads, tools = (
        json.loads((one / name).read_text("utf-8")) for name in (CONTENTS, DOWNLOADS, TOOLS)
    )
    parts = bill(contents, downloads, tools, int(date))
    check(parts)
    paper = target / f"p2phanabi-{version}.cdx.json"
    paper.write_text(f"{json.dumps(parts, indent=2)}\n", "utf-8")
    say("everything, built again: in the same versions, with another umask and time zone")
    output_of(*build, "077", *words, other, paper, at=clone, environment=environment | ELSEWHERE)
    if different := differing(one / PRODUCTS, other / PRODUCTS):
        raise SystemExit(f"built twice, these differ: {', '.join(different)}")
    for product in sorted((one / PRODUCTS).iterdir()):
        if (built := version_of(product)) != version:
            raise SystemExit(f"{product.name} says that it is {built}")
        shutil.move(product, target)
    write_papers(clone, target)


def write_papers(clone: Path, target: Path) -> None:
    """Write the page about the release, and the digests of all files."""
    version, changelog = current_version(clone), (clone / CHANGELOG).read_text("utf-8")
    if not (pages := address(clone)):
        say("the repository has no public address (pyproject.toml), so the notes have no links")
    files = sorted(path.name for path in target.iterdir())
    page = notes(changelog, version, files, pages and f"{pages}/blob/v{version}")
    (target / NOTES).write_text(page, "utf-8")
    sums = [f"{digest(path)}  {path.name}\n" for path in sorted(target.iterdir())]
    (target / SUMS).write_text("".join(sums), "utf-8")


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def current_version(tree: Path) -> str:
    text = (tree / ITSELF).read_text("utf-8")
    (version,) = re.findall(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    return str(version)


def address(tree: Path) -> str:
    """Return the public address of the repository, empty if there is none."""
    project = tomllib.loads((tree / "pyproject.toml").read_text("utf-8"))
    return str(project["tool"]["p2phanabi"]["repository"])


def component_id(page: str) -> str:
    """Return the reverse domain name by which catalogues of programs know this one."""
    host, path = urlsplit(page).hostname or "", urlsplit(page).path
    domain = {"github.com": "github.io", "gitlab.com": "gitlab.io"}.get(host, host)
    return ".".join([*reversed(domain.split(".")), *path.strip("/").split("/")])


def numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def git(at: Path, *words: str) -> str:
    return output_of("git", "-C", at, *words).strip()


def setting(at: Path, key: str) -> str:
    return git(at, "config", "--default", "", "--get", key)


def say(sentence: str) -> None:
    print(sentence, flush=True)  # noqa: T201 - it is a command


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
