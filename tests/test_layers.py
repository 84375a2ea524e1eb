"""The rooms import along the arrows of docs/architecture.md, and no others."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from sys import stdlib_module_names

from tests.sources import nodes, tree
from tests.ui.words.test_catalogues import at_import

ROOT = Path(__file__).parent.parent
SEAM = {"protocol.game", "protocol.encoding", "protocol.errors", "protocol.reasons"}
SHOWN = {
    "protocol.game",
    "protocol.errors",
    "protocol.reasons",
    "protocol.peer.remarks",
    "protocol.peer.status",
    "protocol.identity.words",
}

RULES = {"p2p_hanabi.games.common", "p2p_hanabi.seam", *SEAM}
UI = {"p2p_hanabi.ui", "p2p_hanabi.seam", *SHOWN}

KIT = {"p2p_hanabi.ui.drawing", "p2p_hanabi.ui.words", "p2p_hanabi.ui.kit"}
"""What every screen is made of."""


def of_games(names: Iterable[str]) -> dict[str, set[str]]:
    """Inside a game's folder the rules see no screen and no bot, and the bot sees no screen."""
    arrows: dict[str, set[str]] = {}
    for name in names:
        game = f"p2p_hanabi.games.{name}"
        own = {f"{game}.{module}" for module in modules_of(game)}
        arrows[game] = {*own, *RULES}
        shared = {"p2p_hanabi.games.common", "p2p_hanabi.seam"}
        arrows[f"{game}.bot"] = {f"{game}.bot", *own, *shared, "protocol.game"}
        asked = {f"{game}.bot.understood", f"{game}.bot.signs"}  # what a move means to the bot
        arrows[f"{game}.ui"] = {f"{game}.ui", *asked, *own, "p2p_hanabi.games.common", *UI}
        tutorial = {f"{game}.bot", "p2p_hanabi.gathering"}
        arrows[f"{game}.ui.tutorial"] = {*arrows[f"{game}.ui"], *tutorial}
        arrows[f"{game}.formats"] = {
            *(f"{game}.formats", f"{game}.ui", *own, "p2p_hanabi.games.common"),
            *("p2p_hanabi.ui.replay", *KIT, *UI - {"p2p_hanabi.ui"}),
            *("protocol.encoding", "protocol.identity.name_rules"),
        }
    return arrows


def of_net(rooms: Sequence[str]) -> dict[str, set[str]]:
    """Each room knows those before it, and the tasks that all use."""
    below = {
        "p2p_hanabi.faults", "p2p_hanabi.gathering", "p2p_hanabi.likeness", "p2p_hanabi.paths",
        "p2p_hanabi.review", "p2p_hanabi.systems", "p2p_hanabi.web_file", "protocol",
    }  # fmt: skip
    named = [f"p2p_hanabi.net.{room}" for room in rooms]
    own = {
        room: {"p2p_hanabi.net.tasks", *below, *named[: number + 1]}
        for number, room in enumerate(named)
    }
    return {"p2p_hanabi.net": below, **own}


def of_commands(rooms: Sequence[str]) -> dict[str, set[str]]:
    """Each room knows those before it, and all that is below the commands."""
    above = ("p2p_hanabi.commands", "p2p_hanabi.cli")
    below = {room for room in ARROWS if not room.startswith(above)}
    named = [f"p2p_hanabi.commands.{room}" for room in rooms]
    return {
        room: {"p2p_hanabi.__init__", *below, *named[: number + 1]}
        for number, room in enumerate(named)
    }


def modules_of(package: str) -> list[str]:
    """Those of the folder itself: a game's rules."""
    return [path.stem for path in (ROOT / package.replace(".", "/")).glob("*.py")]


GAMES = sorted(path.parent.name for path in (ROOT / "p2p_hanabi" / "games").glob("*/rules.py"))
GROUND = {"protocol.encoding", "protocol.errors", "protocol.game", "protocol.reasons"}

# room: what it may import of the project. The command line alone joins ui and net.
ARROWS: dict[str, set[str]] = {
    "protocol": GROUND,
    "protocol.crypto": {"protocol.crypto", *GROUND},
    "protocol.identity": {"protocol.identity", "protocol.crypto", *GROUND},
    "protocol.rounds": {"protocol.rounds", "protocol.identity", "protocol.crypto", *GROUND},
    "protocol.ledger": {
        "protocol.ledger", "protocol.rounds", "protocol.identity", "protocol.crypto", *GROUND,
    },
    "protocol.audit": {
        "protocol.audit", "protocol.ledger", "protocol.rounds", "protocol.identity",
        "protocol.crypto", *GROUND,
    },
    "protocol.peer": {"protocol"},
    "p2p_hanabi.games": set(),
    "p2p_hanabi.seam": {"p2p_hanabi.seam", *GROUND},
    "p2p_hanabi.review": {"p2p_hanabi.review", *GROUND},
    "p2p_hanabi.games.common": RULES,
    **of_games(GAMES),
    "p2p_hanabi.ui.drawing": {"p2p_hanabi.ui.drawing", "p2p_hanabi.systems"},
    "p2p_hanabi.ui.words": {
        "p2p_hanabi.ui.words", "p2p_hanabi.ui.drawing", "p2p_hanabi.faults", "p2p_hanabi.systems",
        *SHOWN,
    },
    "p2p_hanabi.ui.kit": {"p2p_hanabi.systems", *KIT},
    "p2p_hanabi.ui.model.game": {
        "p2p_hanabi.ui.model.game", *KIT, *UI - {"p2p_hanabi.ui"},
    },
    "p2p_hanabi.ui.model.seat": {
        "p2p_hanabi.ui.model.seat", "p2p_hanabi.ui.model.game", "p2p_hanabi.gathering",
        *UI - {"p2p_hanabi.ui"},
    },
    "p2p_hanabi.ui.model.talk": {
        "p2p_hanabi.ui.model.talk", "p2p_hanabi.ui.model.seat", "p2p_hanabi.ui.model.game",
        *KIT, *UI - {"p2p_hanabi.ui"},
    },
    "p2p_hanabi.ui.model.end": {
        "p2p_hanabi.ui.model.end", "p2p_hanabi.ui.model.talk", "p2p_hanabi.ui.model.seat",
        "p2p_hanabi.ui.model.game", "p2p_hanabi.ui.model.replies", *KIT,
        "p2p_hanabi.gathering", *UI - {"p2p_hanabi.ui"},
    },
    "p2p_hanabi.ui.model.table": {
        "p2p_hanabi.ui.model.table", "p2p_hanabi.ui.model.end", "p2p_hanabi.ui.model.talk",
        "p2p_hanabi.ui.model.seat", "p2p_hanabi.ui.model.game", "p2p_hanabi.ui.model.replies",
        "p2p_hanabi.ui.model.device", *KIT, "p2p_hanabi.gathering", *UI - {"p2p_hanabi.ui"},
    },
    "p2p_hanabi.ui.model.lobby": {
        "p2p_hanabi.ui.model.lobby", "p2p_hanabi.ui.model.table", "p2p_hanabi.ui.model.game",
        "p2p_hanabi.ui.model.device", "p2p_hanabi.ui.model.replies", *KIT,
        "p2p_hanabi.gathering", *UI - {"p2p_hanabi.ui"},
    },
    "p2p_hanabi.ui.model": {
        "p2p_hanabi.ui.model", "p2p_hanabi.ui.replay", *KIT,
        "p2p_hanabi.gathering", "p2p_hanabi.review",
        *UI - {"p2p_hanabi.ui"},
    },
    "p2p_hanabi.ui.terminal": {
        "p2p_hanabi.ui.terminal", "p2p_hanabi.ui.model", "p2p_hanabi.ui.replay",
        *KIT, "p2p_hanabi.gathering",
        *UI - {"p2p_hanabi.ui"},
    },
    "p2p_hanabi.ui.lines": {
        "p2p_hanabi.ui.lines", "p2p_hanabi.ui.model", *KIT,
        "p2p_hanabi.gathering", *UI - {"p2p_hanabi.ui"},
    },
    "p2p_hanabi.ui.web": {
        "p2p_hanabi.ui.web", "p2p_hanabi.ui.model", "p2p_hanabi.ui.replay",
        *KIT, "p2p_hanabi.gathering", "p2p_hanabi.web_file",
        *UI - {"p2p_hanabi.ui"},
    },
    "p2p_hanabi.ui.replay": {
        "p2p_hanabi.ui.replay", "p2p_hanabi.ui.model.game", "p2p_hanabi.review",
        *KIT, "protocol.encoding",
        *UI - {"p2p_hanabi.ui"},
    },
    "p2p_hanabi.ui": set(),
    "p2p_hanabi.registry": {"p2p_hanabi.seam", "p2p_hanabi.ui", *GROUND},
    **of_net(("links", "page", "discovery", "table", "lobby", "checks")),
    "p2p_hanabi.own_bots": {
        "p2p_hanabi.own_bots", "p2p_hanabi.registry", "p2p_hanabi.systems",
        "p2p_hanabi.seam",
        *GROUND,
    },
    "p2p_hanabi.arena": {
        "p2p_hanabi.arena", "p2p_hanabi.own_bots", "p2p_hanabi.registry", "p2p_hanabi.seam",
        *GROUND,
    },
    "p2p_hanabi.desktop": {"p2p_hanabi.desktop", "p2p_hanabi.__init__"},
    "p2p_hanabi.faults": {"p2p_hanabi.systems", "protocol.reasons"},
    "p2p_hanabi.gathering": {"protocol.encoding", "protocol.game", "protocol.reasons"},
    "p2p_hanabi.likeness": {"protocol.identity.name_rules"},
    "p2p_hanabi.paths": {
        "p2p_hanabi.faults", "p2p_hanabi.folders", "p2p_hanabi.systems", "protocol",
    },
    "p2p_hanabi.systems": {"p2p_hanabi.systems"},
    "p2p_hanabi.folders": set(),
    "p2p_hanabi.web_file": set(),
    "p2p_hanabi.program": {"p2p_hanabi.systems"},
    "p2p_hanabi.commands": {"p2p_hanabi", "protocol"},
    "p2p_hanabi.cli": {"p2p_hanabi", "protocol"},
}  # fmt: skip
ARROWS |= of_commands(
    (
        "console",
        "settings",
        "local_seats",
        "variations",
        "records",
        "practice",
        "bots",
        "play",
        "doctor",
        "screens",
        "board",
        "menu",
    )
)
SANS_IO = {
    "protocol",
    "p2p_hanabi.seam",
    "p2p_hanabi.review",
    "p2p_hanabi.games.common",
    *(f"p2p_hanabi.games.{name}" for name in GAMES),
}
SCREENS = tuple(f"p2p_hanabi.games.{name}.ui" for name in GAMES)
WITH_SENTENCES = (
    "p2p_hanabi.ui",
    "p2p_hanabi.commands",
    "p2p_hanabi.cli",
    *(f"p2p_hanabi.games.{name}.{room}" for name in GAMES for room in ("ui", "formats")),
)
WORLD = {
    "asyncio", "datetime", "io", "logging", "multiprocessing", "os", "pathlib", "random", "secrets",
    "select", "selectors", "shutil", "signal", "socket", "ssl", "subprocess", "sys", "tempfile",
    "threading", "time", "uuid",
}  # fmt: skip


@cache
def modules() -> tuple[tuple[str, Path], ...]:
    return tuple(_modules())


def _modules() -> Iterator[tuple[str, Path]]:
    for package in ("protocol", "p2p_hanabi"):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(part for part in parts if part != "__init__"), path


@cache
def imports(name: str, path: Path) -> frozenset[str]:
    """The absolute names of all modules that a file imports, wherever in it."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found: set[str] = set()
    for node in nodes(path):
        match node:
            case ast.Import(names=names):
                found |= {alias.name for alias in names}
            case ast.ImportFrom(module=module, level=0, names=names) if module is not None:
                found |= resolved(module, names)
            case ast.ImportFrom(module=module, level=level, names=names):
                base = package.split(".")[: len(package.split(".")) - level + 1]
                found |= resolved(".".join([*base, *([module] if module else [])]), names)
    return frozenset(found)


def resolved(module: str, names: list[ast.alias]) -> set[str]:
    """`from package import module` imports the module; any other name is of `__init__`."""
    folder = ROOT / module.replace(".", "/")
    if folder.is_dir():
        inner = {f"{module}.{a.name}" for a in names if (folder / f"{a.name}.py").exists()}
        return inner or {f"{module}.__init__"}
    return {module}


def room_of(name: str) -> str | None:
    return max((room for room in ARROWS if within(name, room)), key=len, default=None)


def within(name: str, room: str) -> bool:
    return name == room or name.startswith(f"{room}.")


ROOMLESS = {"p2p_hanabi", "p2p_hanabi.__main__"}


def test_every_module_is_in_a_room() -> None:
    assert {name for name, _ in modules() if room_of(name) is None} == ROOMLESS


def test_imports_go_along_the_arrows() -> None:
    assert {
        (name, imported)
        for name, path in modules()
        for imported in imports(name, path)
        if within(imported, "protocol") or within(imported, "p2p_hanabi")
        if name not in ROOMLESS and not may_import(room_of(name), imported)
    } == set()


def test_program_imports_neither_tests_nor_release_tools() -> None:
    """A wheel has neither."""
    assert {
        (name, imported)
        for name, path in modules()
        for imported in imports(name, path)
        if within(imported, "tests") or within(imported, "release")
    } == set()


TEXTS = (
    *(f"p2p_hanabi.ui.{room}" for room in ("drawing", "model", "replay", "words")),
    *(f"{game}.{part}" for game in SCREENS for part in ("page", "replay", "screen", "words")),
)
SHOWING = tuple(f"p2p_hanabi.ui.{room}" for room in ("lines", "terminal", "web"))


def test_models_import_no_screen() -> None:
    """Each scene exists once, for all of them: no arrow may be added that says otherwise."""
    assert {
        (name, imported)
        for name, path in modules()
        if name.startswith(TEXTS)
        for imported in imports(name, path)
        if imported.startswith(SHOWING)
    } == set()


def test_nothing_outside_the_games_imports_them() -> None:
    """The registry loads them by name; what others need of a game is in the seam."""
    games = "p2p_hanabi.games"
    assert {
        (name, imported)
        for name, path in modules()
        if not within(name, games)
        for imported in imports(name, path)
        if within(imported, games)
    } == set()


def may_import(room: str | None, imported: str) -> bool:
    return room is not None and any(within(imported, allowed) for allowed in ARROWS[room])


def test_the_core_knows_nothing_of_the_world() -> None:
    assert {
        (name, imported)
        for name, path in modules()
        if any(within(name, room) for room in SANS_IO) and not name.startswith(SCREENS)
        for imported in imports(name, path)
        if imported.partition(".")[0] in WORLD
    } == set()


SECOND = "tests.second_auditor"
READINGS = ("ballots", "exclusion", "objections", "stops")


def test_second_auditor_has_nothing_in_common_with_the_first() -> None:
    """It and its readings of section 14 use neither our code nor a library."""
    waiting = {f"{SECOND}.__init__", *(f"{SECOND}.{name}" for name in READINGS)}
    found = set[str]()
    while waiting:
        name = waiting.pop()
        found.add(name)
        path = ROOT / f"{name.replace('.', '/')}.py"
        waiting |= imports(name.removesuffix(".__init__"), path) - found if path.exists() else set()
    own = {name for name in found if within(name, SECOND)}
    assert len(own) > len(READINGS) + 5
    assert {name for name in found - own if name.split(".")[0] not in stdlib_module_names} == set()


def test_only_screens_and_commands_write_sentences() -> None:
    """Games and the network give data; the words for it are chosen where they are shown."""
    with_sentences = {
        name for name, path in modules() if "p2p_hanabi.ui.words.i18n" in imports(name, path)
    }
    assert with_sentences
    assert {
        name for name in with_sentences if not any(within(name, room) for room in WITH_SENTENCES)
    } == set()


def test_an_import_that_no_arrow_allows_is_noticed() -> None:
    tree = "from p2p_hanabi.net.links import link\nimport socket\n"
    found = {a for node in ast.parse(tree).body for a in _names(node)}
    assert found == {"p2p_hanabi.net.links.link", "socket"}
    assert not any(
        within("p2p_hanabi.net.links.link", allowed) for allowed in ARROWS["p2p_hanabi.ui"]
    )


def _names(node: ast.stmt) -> set[str]:
    match node:
        case ast.Import(names=names):
            return {alias.name for alias in names}
        case ast.ImportFrom(module=str(module), names=names):
            return resolved(module, names)
    return set()


NAMED = re.compile(r"\b(?:hanab|ikebana|koi-?koi)", re.IGNORECASE)
PROGRAM = re.compile(r"p2p_?hanabi", re.IGNORECASE)
STILL = {
    "p2p_hanabi.cli",
}
"""What the whole program is for, in its help. The list may only shrink."""


def test_no_generic_module_names_a_game() -> None:
    own = tuple(f"p2p_hanabi.games.{name}" for name in GAMES)
    named = {
        name
        for name, path in modules()
        if not name.startswith(own) and NAMED.search(PROGRAM.sub("", path.read_text("utf-8")))
    }
    assert named - {"p2p_hanabi.registry"} == STILL


def of_a_game(name: str) -> bool:
    """The games' folders have files of the same names on purpose."""
    return any(within(name, f"p2p_hanabi.games.{game}") for game in GAMES)


def test_no_two_files_have_one_name() -> None:
    names = [
        path.stem
        for name, path in modules()
        if not of_a_game(name) and path.stem not in ("__init__", "__main__")
    ]
    assert [name for name, count in Counter(names).items() if count > 1] == []


def public_classes() -> Iterator[tuple[str, str]]:
    """Each with its module."""
    for name, path in modules():
        for node in nodes(path):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield name, node.name


def by_the_rulebook(name: str) -> bool:
    """Rules and bots of a game say what its rulebook says: `Play`, `Outcome`. They may agree with
    each other there, and with the rooms of `protocol`, of which they see the seam alone."""
    return of_a_game(name) and not name.startswith(SCREENS)


def test_no_two_classes_have_one_name() -> None:
    found = list(public_classes())
    own = Counter(each for name, each in found if not by_the_rulebook(name))
    assert [each for each, count in own.items() if count > 1] == []
    in_sight = {
        each
        for name, each in found
        if name in SEAM or (within(name, "p2p_hanabi") and not by_the_rulebook(name))
    }
    both = [(name, each) for name, each in found if by_the_rulebook(name) and each in in_sight]
    assert both == []


ENVIRONMENT = {"environ", "environb", "getenv", "getenvb"}


def test_no_module_reads_the_environment_while_it_is_imported() -> None:
    """What was set after the import would be lost, and a test could not set it at all."""
    assert {
        name
        for name, path in modules()
        for node in at_import(tree(path))
        if isinstance(node, ast.Attribute | ast.Name)
        if (node.attr if isinstance(node, ast.Attribute) else node.id) in ENVIRONMENT
    } == set()


MOST_IN_A_ROOM = 20


def test_no_room_has_more_than_twenty_modules() -> None:
    """A newcomer finds the module for a change from the names in one folder."""
    folders = Counter(
        name if path.name == "__init__.py" else name.rpartition(".")[0] for name, path in modules()
    )
    assert not {room for room, count in folders.items() if count > MOST_IN_A_ROOM}
