"""What desktops and shells read."""

from __future__ import annotations

import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from p2p_hanabi.cli import main
from p2p_hanabi.desktop.files import MANUAL, MENU, METAINFO, quoted, shared_files
from p2p_hanabi.program import path_of_command
from tests.needs import need

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
        told = [each.get(language) for each in component.findall(tag)]
        assert told == [None, "fr", "ro"]


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


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("ho", "host"), ("host --op", "--option --open"), ("web --cl", ""), ("rules ko", "koikoi")],
)
def test_bash_completes_commands_options_and_values(
    tmp_path: Path, typed: str, offered: str
) -> None:
    need("bash")
    program = path_of_command()
    assert program is not None
    completion = tmp_path / program.name
    completion.write_bytes(FILES[f"bash-completion/completions/{program.name}"])
    asked = f". {completion}; COMP_WORDS=(p2phanabi {typed}); COMP_CWORD={len(typed.split())}"
    asked += f"; _p2phanabi_completion {program}; echo ${{COMPREPLY[@]}}"
    assert subprocess.check_output(["bash", "-c", asked], text=True) == f"{offered}\n"
