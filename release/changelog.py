"""The changelog: a release dates what is unreleased, and its notes are what is new in it."""

from __future__ import annotations

import re

UNRELEASED = "## [Unreleased]\n"
SECTION = re.compile(r"^## \[(.+?)\](?: - \S+)?\n(.*?)(?=^## \[|\Z)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[([^]]*)\]\((?!https?:)([^)]+)\)")
FOLDER = "docs"


def dated(changelog: str, version: str, day: str) -> str:
    """Return the changelog with what is unreleased under a version. Raise `SystemExit` if there is
    nothing, or the version is there already."""
    if not news(changelog, "Unreleased").strip():
        raise SystemExit("docs/changelog.md: nothing is under [Unreleased]")
    if f"## [{version}]" in changelog:
        raise SystemExit(f"docs/changelog.md: [{version}] is there already")
    return changelog.replace(UNRELEASED, f"{UNRELEASED}\n## [{version}] - {day}\n", 1)


def news(changelog: str, version: str) -> str:
    """Return the text under a version; nothing if it is not there."""
    found: dict[str, str] = dict(SECTION.findall(changelog))
    return found.get(version, "")


def notes(changelog: str, version: str, files: list[str], pages: str) -> str:
    """Return the page about a release. `pages` is the public address of the documents, if any."""
    text = news(changelog, version).strip()
    leads = rf"[\1]({pages}/{FOLDER}/\2)" if pages else r"\1"
    listed = "\n".join(f"- `{name}`" for name in files)
    return (
        f"# p2phanabi {version}\n\n{LINK.sub(leads, text)}\n\n### Files\n\n{listed}\n\n"
        "`sha256sum --check SHA256SUMS`, in the folder with the files, verifies them.\n"
    )
