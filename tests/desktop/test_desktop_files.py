"""What desktops and shells read."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from p2p_hanabi.cli import main
from p2p_hanabi.desktop.files import MANUAL, MENU, METAINFO, ZSH, quoted, shared_files
from p2p_hanabi.program import path_of_command
from release.__main__ import change, replace
from release.building import copy_tree
from tests.lengths import sampled
from tests.needs import need
from tests.packages.unreleased import add_news

FILES = shared_files(main)
ICON = "icons/hicolor/scalable/apps/p2phanabi.svg"


def test_the_manual_has_every_command_and_every_option() -> None:
    page = FILES[MANUAL].decode().replace("\\-", "-")
    for name, command in main.commands.items():
        assert (f".SS {name}" in page) != command.hidden
        for param in command.params:
            if not getattr(param, "hidden", False):
                assert all(option in page for option in param.opts if option.startswith("-"))


def test_manual_has_no_accidental_roff_requests() -> None:
    lines = FILES[MANUAL].decode().splitlines()
    requests = {line.partition(" ")[0] for line in lines if line.startswith((".", "'"))}
    assert requests == {".TH", ".SH", ".SS", ".PP", ".TP", ".B"}


def test_the_menu_starts_the_page_without_a_terminal() -> None:
    lines = FILES[MENU].decode().splitlines()
    assert {"Exec=p2phanabi web --clicked", "Icon=p2phanabi", "Terminal=false"} <= set(lines)
    assert ElementTree.fromstring(FILES[ICON]).tag.endswith("svg")  # noqa: S314 - our own


def test_catalogue_metadata_names_menu_entry_and_languages() -> None:
    component = ElementTree.fromstring(FILES[METAINFO])  # noqa: S314 - our own
    assert component.findtext("launchable") == Path(MENU).name
    language = "{http://www.w3.org/XML/1998/namespace}lang"
    for tag in ("summary", "description/p"):
        texts = [each.get(language) for each in component.findall(tag)]
        assert texts == [None, "fr", "ro"]


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("/usr/bin/p2phanabi", "/usr/bin/p2phanabi"),
        ("/home/Ana B/p2phanabi", '"/home/Ana B/p2phanabi"'),
        ("/a%b/c$d", '"/a%%b/c\\\\$d"'),
        ('/a"b\\c', '"/a\\\\"b\\\\\\\\c"'),
    ],
)
def test_the_path_of_the_program_is_quoted_for_the_menu(command: str, sentence: str) -> None:
    assert quoted(command) == sentence
    assert f"Exec={sentence} web".encode() in shared_files(main, command)[MENU]


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """Return a folder such as /usr/share with all files."""
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    return tmp_path


SHELLS = {
    "bash": (
        "bash-completion/completions/p2phanabi",
        ". {file}; COMP_WORDS=(p2phanabi {typed}); COMP_CWORD={count}; "
        "_p2phanabi_completion {program}; echo ${{COMPREPLY[@]}}",
    ),
    "zsh": (  # what it would offer is printed instead
        ZSH,
        "compdef() {{ }}; compadd() {{ echo $completions }}; "
        "_describe() {{ echo ${{completions_with_descriptions%%:*}} }}; "
        "path=({program:h} $path); . {file}; words=(p2phanabi {typed}); CURRENT=$(({count} + 1)); "
        "_p2phanabi_completion",
    ),
    "fish": (
        "fish/vendor_completions.d/p2phanabi.fish",
        "set PATH {program:h} $PATH; . {file}; complete -C 'p2phanabi {typed}' | cut -f 1",
    ),
}
"""By shell, its file, and what to run in it."""


class Folder(str):
    """A path of which `{:h}` is the folder."""

    def __format__(self, asked: str) -> str:
        return str(Path(self).parent) if asked == "h" else str(self)


@sampled(6)
@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("typed", "offered"),
    [("ho", "host"), ("host --op", "--open --option"), ("web --cl", ""), ("rules ko", "koikoi")],
)
def test_shell_completes_commands_options_and_values(
    shared: Path, shell: str, typed: str, offered: str
) -> None:
    need(shell)
    name, asked = SHELLS[shell]
    facts = {"typed": typed, "count": len(typed.split()), "program": Folder(path_of_command())}
    words = asked.format(file=shared / name, **facts)
    printed = subprocess.check_output([shell, "-c", words], text=True)
    assert sorted(printed.split()) == offered.split()


def test_menu_entry_and_catalogue_pass_the_desktop_validators(shared: Path) -> None:
    need("desktop-file-validate", "appstreamcli")
    subprocess.run(["desktop-file-validate", shared / MENU], check=True)
    assert validated(shared) == ["cid-desktopapp-is-not-rdns"], "the project has no address yet"


def test_catalogue_of_a_release_with_an_address_has_no_fault(tmp_path: Path) -> None:
    need("appstreamcli")
    copy_tree(tmp_path / "tree")
    add_news(tmp_path / "tree")
    project = tmp_path / "tree" / "pyproject.toml"
    replace(project, '(?<=^repository = ").*(?=")', "https://github.com/ana/p2phanabi")
    change(tmp_path / "tree", "700.8.9", "2030-01-02")
    released = tmp_path / "share" / METAINFO
    released.parent.mkdir(parents=True)
    released.write_bytes(
        (tmp_path / "tree" / "p2p_hanabi" / "desktop" / released.name).read_bytes()
    )
    assert validated(tmp_path / "share") == []
    text = released.read_text("utf-8")
    assert "<id>io.github.ana.p2phanabi</id>" in text
    assert '<release version="700.8.9" date="2030-01-02"/>' in text


def validated(share: Path) -> list[str]:
    """Return the tags of the faults that AppStream's validator finds, hints left out."""
    words = ("appstreamcli", "validate", "--no-net", share / METAINFO)
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    found = re.findall(r"^[EWI]: \S+ (\S+)", done.stdout, re.MULTILINE)
    assert (done.returncode == 0) == (not found), done.stdout
    return found


def test_manual_page_is_read_without_a_warning(shared: Path) -> None:
    need("man")
    words = ("man", "--warnings", "--local-file", "-Tutf8", "--ditroff", shared / MANUAL)
    done = subprocess.run(words, check=True, capture_output=True)
    assert done.stderr == b""
