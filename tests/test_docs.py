"""The documents hold: links lead somewhere, modules have a place, examples run and are true."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from p2p_hanabi.cli import main
from p2p_hanabi.games.hanabi.rules import Hanabi
from protocol.audit.verdict import audit
from protocol.crypto.group import shuffle_bases
from protocol.encoding import W
from protocol.identity.words import WORDS
from protocol.ledger.transcript import write_transcript
from tests.any_game import bare

from .worked_example import Example, example, facts, lines_of, read_block

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PROTOCOL = ROOT / "docs" / "protocol.md"
DRIVE = ROOT / "docs" / "drive-a-table.md"
ARCHITECTURE = ROOT / "docs" / "architecture.md"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
HELP = main.context_settings["help_option_names"]
CHECKED = (click.Choice, click.IntRange, click.FloatRange)
"""Kinds of values that can be checked without a player's files."""


# Links.


def relative_links() -> Iterator[tuple[Path, str]]:
    for document in [*DOCUMENTS, *(ROOT / ".github").rglob("*.md")]:
        prose = FENCED.sub("", document.read_text(encoding="utf-8"))
        for target in LINK.findall(prose):
            if not re.match(r"[a-z]+:", target):
                yield document, target


@pytest.mark.parametrize(
    ("document", "target"),
    list(relative_links()),
    ids=lambda value: value.name if isinstance(value, Path) else value,
)
def test_relative_link_leads_to_a_file_and_a_heading_of_it(document: Path, target: str) -> None:
    name, _, anchor = target.partition("#")
    path = (document.parent / name).resolve() if name else document
    assert path.exists()
    if anchor:
        assert anchor in anchors(path.read_text(encoding="utf-8"))


def anchors(text: str) -> set[str]:
    """The names by which the headings of a document can be linked."""
    titles = re.findall(r"^#+ (.+)$", FENCED.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_readme_lists_every_document() -> None:
    listed = {
        (path.parent / target).resolve() for path, target in relative_links() if path == README
    }
    assert {path for path in DOCUMENTS if path != README} - listed == set()


# The map of the code.


def test_every_module_has_a_place_in_the_architecture() -> None:
    text = ARCHITECTURE.read_text(encoding="utf-8")
    rows = set(re.findall(r"`((?:protocol|p2p_hanabi)/[\w/.]*)`", text))
    nowhere = [
        str(path.relative_to(ROOT))
        for package in ("protocol", "p2p_hanabi")
        for path in sorted((ROOT / package).rglob("*.py"))
        if path.name not in ("__init__.py", "__main__.py") and not places(path) & rows
    ]
    assert nowhere == []


def places(path: Path) -> set[str]:
    """The rows that can speak of a module: its own, or one of a folder that it is in."""
    name = path.relative_to(ROOT)
    return {str(name), *(f"{folder}/" for folder in name.parents)}


def test_every_module_that_the_architecture_names_exists() -> None:
    text = ARCHITECTURE.read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:protocol|p2p_hanabi|tests|docs)/[\w/.-]*)`", text))
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


# The commands.


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda it: it.name)
def test_every_documented_command_can_be_typed(document: Path) -> None:
    """The changelog too: what is gone is told there without its command."""
    for line in prose_of(document):
        check_it_parses(shlex.split(re.sub(r"\[(\w+)[^]]*\]", r"\1", line)))


@pytest.mark.parametrize("document", [README, ROOT / "docs" / "play.md"], ids=lambda it: it.name)
def test_player_documents_name_commands_and_only_real_options(document: Path) -> None:
    assert len([*prose_of(document)]) > 20
    commands = (main, *main.commands.values())
    known = {name for each in commands for option in each.params for name in option.opts}
    known.update(HELP)
    alone = re.findall(r"`(--[a-z-]+)", typed(document))
    assert [option for option in alone if option not in known] == []


def prose_of(document: Path) -> Iterator[str]:
    """What follows `p2phanabi`, up to where a comment, another program or the code ends it; and
    code that begins with the name of a command and has something behind it."""
    code = typed(document)
    yield from re.findall(r"(?<![\w/.-])p2phanabi((?: [^\s`|<>#;]+)+)", code)
    yield from re.findall(rf"`((?:{'|'.join(main.commands)}) --[^`|]+)", code)


def check_it_parses(words: list[str]) -> None:
    """Read them as the program does, and run nothing. Words in capitals stand for any other."""
    words = [word for word in words if word != "..."]
    _, behind = parsed(main, words)
    if not behind:
        return  # `p2phanabi --help`
    name, *arguments = behind
    command = main.commands["host" if name == "COMMAND" else name]
    try:
        values, extra = parsed(command, arguments)
    except click.BadOptionUsage:  # that it exists is told, without a value
        values, extra = parsed(command, [*arguments, "VALUE"])
    assert extra == [], words
    context = context_of(command)
    for parameter in command.params:
        value = values.get(parameter.name)
        if isinstance(parameter.type, CHECKED) and isinstance(value, str) and not value.isupper():
            parameter.type_cast_value(context, value)


def parsed(command: click.Command, words: list[str]) -> tuple[dict[str, Any], list[str]]:
    """Return the values of its options and arguments, and the words that are neither."""
    values, extra, _ = command.make_parser(context_of(command)).parse_args(args=list(words))
    return values, extra


def context_of(command: click.Command) -> click.Context:
    """A command keeps the names by which help was first asked for: they must be the program's."""
    return click.Context(command, help_option_names=HELP)


@pytest.mark.parametrize(
    "words", ["quit", "host --sets 3", "host --seats three", "rules koikoi hanabi", "--loud host"]
)
def test_a_command_that_cannot_be_typed_is_found(words: str) -> None:
    with pytest.raises((click.UsageError, KeyError, AssertionError)):
        check_it_parses(words.split())


def typed(document: Path) -> str:
    """All that stands there as code; a line of text may end within it."""
    text = document.read_text(encoding="utf-8")
    prose = re.sub(r"(?<!\n)\n(?!\n)", " ", FENCED.sub("", text))
    return "\n".join([*FENCED.findall(text), *re.findall(r"`[^`]+`", prose)])


def test_readme_lists_every_command_and_only_real_make_targets() -> None:
    text = README.read_text(encoding="utf-8")
    shown = [name for name, command in main.commands.items() if not command.hidden]
    assert [name for name in shown if f"`p2phanabi {name}" not in text] == ["import"]  # with export
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert set(re.findall(r"make ([a-z-]+)", typed(README))) <= {*targets}


# The worked example.


def block(name: str) -> str:
    """The one block of the specification that carries this name."""
    text = PROTOCOL.read_text(encoding="utf-8")
    (found,) = re.findall(rf"^```text {name}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return str(found)


@pytest.fixture(scope="module")
def played() -> Example:
    table = example()
    table.play()
    return table


def test_worked_example_is_what_the_code_makes(played: Example) -> None:
    assert read_block(block("worked-example")) == facts(played)


def test_worked_example_passes_its_audit_to_the_end(played: Example) -> None:
    report = audit(write_transcript(played.history), {"hanabi": bare(Hanabi())})
    assert (report.fault, report.finished, report.outcome) == (
        None,
        True,
        ("third red token", 0),
    )


def test_shuffle_bases_follow_the_specification() -> None:
    assert [point_of(W("shuffle base", i)[:32]) for i in range(8)] == shuffle_bases(8)


def point_of(data: bytes) -> bytes:
    """Section 2: from 32 bytes to a point, in the four steps given there."""
    p, d = 2**255 - 19, -121665 * pow(121666, -1, 2**255 - 19)
    number = int.from_bytes(data, "little")
    sign, r = number >> 255, (number & (1 << 255) - 1) % p
    u = -486662 * pow(1 + 2 * r * r, -1, p) % p
    if pow(u**3 + 486662 * u**2 + u, (p - 1) // 2, p) == p - 1:
        u = (-u - 486662) % p
    y = (u - 1) * pow(u + 1, -1, p) % p
    square = (y * y - 1) * pow(d * y * y + 1, -1, p) % p
    x = pow(square, (p + 3) // 8, p)
    x = x if x * x % p == square else x * pow(2, (p - 1) // 4, p) % p
    x = x if x % 2 == sign else p - x
    for _ in range(3):
        t = d * x * x * y * y
        x, y = 2 * x * y * pow(1 + t, -1, p) % p, (y * y + x * x) * pow(1 - t, -1, p) % p
    return (y | x % 2 << 255).to_bytes(32, "little")


def test_program_of_the_page_on_driving_a_table_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = DRIVE.read_text(encoding="utf-8")
    program = ""
    for block in re.finditer(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        program += "\n" * (text.count("\n", 0, block.start(1)) - program.count("\n"))
        program += block[1]  # on the lines of the page, which a traceback then tells
    exec(compile(program, str(DRIVE), "exec"), {"__name__": "drive"})  # noqa: S102 - our own page
    sentence = capsys.readouterr().out
    assert sentence.startswith("table words: ")
    assert sorted(re.findall("^(.*): closed$", sentence, re.MULTILINE)) == ["Ana", "Ben", "Chi"]
    assert "no more moves: " in sentence
    assert "third red token" in sentence


def test_word_list_is_the_one_of_the_code() -> None:
    assert tuple(block("words").split()) == WORDS


def test_block_is_read_as_it_is_printed(played: Example) -> None:
    assert read_block("\n".join(lines_of(facts(played)))) == facts(played)
