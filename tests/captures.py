"""Text captures of the full screen: `make captures`, or `python -m tests.captures`.

Plays seeded tables, and writes what every phase of each game looks like into docs/captures/, and
those that docs/play.md shows into it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from p2p_hanabi.games.koikoi.state import Task
from p2p_hanabi.gathering import Change
from p2p_hanabi.ui.drawing.ascii_fallback import in_encoding
from p2p_hanabi.ui.drawing.canvas import Size
from p2p_hanabi.ui.drawing.theme import Theme, theme_of
from p2p_hanabi.ui.kit.scenes import Scene
from p2p_hanabi.ui.model.end.ended_table import EndedTable
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.inputs import CodeInput
from p2p_hanabi.ui.model.lobby.tables_found import TablesFound
from p2p_hanabi.ui.model.wait_notice import WaitNotice
from p2p_hanabi.ui.terminal.busy_scene import BusyScene
from p2p_hanabi.ui.terminal.lobby_scene import LobbyScene
from p2p_hanabi.ui.terminal.tables_scene import TableChoiceScene
from p2p_hanabi.ui.terminal.typed_scenes import CodeScene
from p2p_hanabi.ui.words import i18n
from protocol.game import Seat
from protocol.peer.status import Activity, Ending, EndingKind
from protocol.reasons import InvalidProof, Reason
from tests.any_game import BOTS, SCREENS, AnyTableScene
from tests.rows import as_rows
from tests.ui.lobby.test_lobby import CELLAR, KITCHEN, Found, Gathering, Member
from tests.ui.lobby.test_lobby import Lobby as AtLobby
from tests.ui.table.playing import scene_of
from tests.ui.table.ports import DealtTable

DOCS = Path(__file__).parents[1] / "docs"
PLAY, FOLDER = DOCS / "play.md", DOCS / "captures"
SMALL, USUAL, LARGE = Size(60, 20), Size(80, 24), Size(120, 40)
BOXES, HUGE = Size(100, 30), Size(200, 50)
SHOWN = (
    "hanabi: five seats",
    "hanabi: a hint before it is given",
    "ikebana: one's turn",
    "koikoi: one's turn",
)
"""What docs/play.md shows in full."""


_LOOK = Theme()


@dataclass(frozen=True)
class Shot:
    """One screen. `page` is the file in which it stands."""

    page: str
    name: str
    scene: Callable[[], Scene]
    size: Size = USUAL
    theme: Theme = _LOOK
    language: str = "en"

    @property
    def title(self) -> str:
        return f"{self.page}: {self.name}"


def dealt(game: str, seats: int, moves: int) -> DealtTable:
    """At one's own turn, after so many entries of the log."""
    port = DealtTable(seats, game=game, seed=3)
    port.until_my_turn()
    while port.ending() is None and len(port.view().log) < moves:
        port.play(BOTS[game](port.view()))
        port.until_my_turn()
    return port


def at(game: str, seats: int, moves: int, *keys: str) -> Callable[[], AnyTableScene]:
    def made() -> AnyTableScene:
        return pressed(dealt(game, seats, moves), *keys)

    return made


def pressed(port: DealtTable, *keys: str) -> AnyTableScene:
    scene = scene_of(port)
    scene.look()
    for key in keys:
        scene.press(key)
    return scene


def at_task(task: Task, *keys: str) -> Callable[[], AnyTableScene]:
    """Koi-Koi, at one's own turn with this to do."""

    def made() -> AnyTableScene:
        port = DealtTable(2, game="koikoi", seed=2)
        port.until_my_turn()
        while port.view().task is not task:
            port.play(BOTS["koikoi"](port.view()))
            port.until_my_turn()
        return pressed(port, *keys)

    return made


def round_over(game: str, seats: int) -> Callable[[], AnyTableScene]:
    """The result of the second round, while the third has begun."""

    def made() -> AnyTableScene:
        port = DealtTable(seats, game=game, seed=3)
        scene = scene_of(port)
        players = Players(port.seat, port.names)
        while len(port.screen.results(port.view(), players)) < 2:
            if not port.step():
                port.play(BOTS[game](port.view()))
        scene.look()
        port.until_my_turn()
        scene.look()
        return scene

    return made


def shuffling(game: str, seats: int) -> Callable[[], AnyTableScene]:
    return lambda: pressed(DealtTable(seats, game=game, me=1))


def waiting(game: str, seats: int) -> Callable[[], AnyTableScene]:
    """While another is to move."""

    def made() -> AnyTableScene:
        port = dealt(game, seats, 12)
        port.play(BOTS[game](port.view()))
        while port.status().activity is not Activity.MOVING or port.view().actor == port.seat:
            port.play(BOTS[game](port.view())) if port.view().actor == port.seat else port.step()
        return pressed(port)

    return made


def talking(game: str, seats: int) -> Callable[[], AnyTableScene]:
    """While another is to move: what can be said then, and what cannot."""

    def made() -> AnyTableScene:
        port = DealtTable(seats, game=game, seed=3, me=1, options={"talk": "phrases"})
        port.until_my_turn()
        port.play(BOTS[game](port.view()))
        while port.status().activity is not Activity.MOVING:
            port.step()
        return pressed(port, ":")

    return made


def away(game: str, seats: int) -> Callable[[], AnyTableScene]:
    def made() -> AnyTableScene:
        port = dealt(game, seats, 12)
        port.shows(missing={Seat(seats - 1): 34.0})
        return pressed(port)

    return made


def ended(game: str, seats: int) -> Callable[[], AnyTableScene]:
    def made() -> AnyTableScene:
        port = dealt(game, seats, 10_000)
        scene = pressed(port)
        faces = port.faces if port.rules.reveals_secrets else {}
        scene.finish_table(EndedTable(Path(f"transcripts/{game}.p2ph"), None, faces))
        return scene

    return made


def objection(game: str, seats: int) -> Callable[[], AnyTableScene]:
    def made() -> AnyTableScene:
        ending = Ending(EndingKind.CHEAT, Seat(seats - 1), Reason(InvalidProof.CLAIM_PROOF))
        scene = pressed(DealtTable(seats, game=game).shows(ending=ending))
        kept = EndedTable(Path(f"transcripts/{game}.p2ph"), Path("tables/5f3a/evidence"))
        scene.finish_table(kept)
        return scene

    return made


def lobby() -> LobbyScene:
    members = (Member("Ana"), Member("Ben", is_ready=True))
    scene = LobbyScene(AtLobby(Gathering(members=members)), SCREENS)
    scene.look()
    return scene


def seats() -> LobbyScene:
    """A bot is on its way, and the game could begin with fewer."""
    members = (Member("Ana"), Member("Ben", is_ready=True))
    config = replace(Gathering().config, seats=4)
    scene = LobbyScene(
        AtLobby(Gathering(members=members, config=config, bots=1, can=frozenset(Change))), SCREENS
    )
    scene.look()
    return scene


def choice() -> TableChoiceScene:
    scene = TableChoiceScene(TablesFound(Found(KITCHEN, CELLAR)))
    scene.look()
    return scene


def code() -> CodeScene:
    scene = CodeScene(CodeInput("Kitchen, opened by Ana."))
    for key in "acorn-am":
        scene.press(key)
    return scene


def shots() -> Iterator[Shot]:
    """All of them, page by page."""
    yield Shot("gathering", "tables found", choice)
    yield Shot("gathering", "the code", code)
    yield Shot("gathering", "searching the network", lambda: BusyScene(WaitNotice()))
    yield Shot("gathering", "the lobby", lobby)
    yield Shot("gathering", "the lobby of a host that can change the seats", seats)
    yield Shot("gathering", "the lobby of a host that can change the seats", seats, SMALL)
    yield from _hanabi()
    yield from _ikebana()
    yield from _koikoi()
    yield from _looks()


def _hanabi() -> Iterator[Shot]:
    five = at("hanabi", 5, 15)
    yield Shot("hanabi", "five seats", five)
    yield Shot("hanabi", "five seats", five, SMALL)
    for size in (BOXES, LARGE, HUGE):
        yield Shot("hanabi", "five seats", five, size)
    for size in (SMALL, BOXES):
        yield Shot("hanabi", "two seats", at("hanabi", 2, 20), size)
    noted = at("hanabi", 5, 15, "n", "tab", "2", *"mine", "enter", "n", "2", *"red?", "enter")
    for size in (SMALL, BOXES):
        yield Shot("hanabi", "notes on cards", noted, size)
    yield Shot("hanabi", "the hints to oneself", at("hanabi", 5, 15, "l", "m"))
    yield Shot("hanabi", "the log of a card", at("hanabi", 5, 15, "l", "c", "4", "1"), SMALL)
    for size in (USUAL, BOXES):
        yield Shot("hanabi", "what hints leave possible", at("hanabi", 5, 15, "e"), size)
        yield Shot("hanabi", "a hint that was just given", waiting("hanabi", 5), size)
    yield Shot("hanabi", "a hint before it is given", at("hanabi", 5, 15, "h", "4", "3"))
    yield from _phases("hanabi", 5)


def _ikebana() -> Iterator[Shot]:
    five = at("ikebana", 5, 60)
    yield Shot("ikebana", "one's turn", five)
    yield Shot("ikebana", "one's turn", five, SMALL)
    yield Shot("ikebana", "one's turn", five, BOXES)
    yield Shot("ikebana", "one's turn", five, LARGE)
    yield Shot("ikebana", "one's turn", five, HUGE)
    yield Shot("ikebana", "keep or refuse", at("ikebana", 3, 30))
    yield Shot("ikebana", "before a card is kept", at("ikebana", 3, 30, "k"))
    over = round_over("ikebana", 5)
    yield Shot("ikebana", "the result of a round", over)
    yield Shot("ikebana", "the result of a round", over, SMALL)
    yield Shot("ikebana", "the result of a round", over, LARGE)
    yield from _phases("ikebana", 5)


def _koikoi() -> Iterator[Shot]:
    turn = at("koikoi", 2, 14)
    yield Shot("koikoi", "one's turn", turn)
    yield Shot("koikoi", "one's turn", turn, SMALL)
    yield Shot("koikoi", "one's turn", turn, BOXES)
    yield Shot("koikoi", "one's turn", turn, LARGE)
    yield Shot("koikoi", "one's turn", turn, HUGE)
    yield Shot("koikoi", "before a card is put down", at("koikoi", 2, 14, "1"))
    yield Shot("koikoi", "one of two", at_task(Task.TAKE))
    yield Shot("koikoi", "one of two", at_task(Task.TAKE, "2"), BOXES)
    yield Shot("koikoi", "koi or shobu", at_task(Task.CALL))
    yield Shot("koikoi", "all yaku", at("koikoi", 2, 14, "y"))
    over = round_over("koikoi", 2)
    yield Shot("koikoi", "the result of a round", over)
    yield Shot("koikoi", "the result of a round", over, SMALL)
    yield Shot("koikoi", "the result of a round", over, LARGE)
    yield from _phases("koikoi", 2)


def _phases(game: str, seats: int) -> Iterator[Shot]:
    """What every game has."""
    yield Shot(game, "setting up", shuffling(game, seats))
    yield Shot(game, "waiting", waiting(game, seats))
    yield Shot(game, "what can be said", talking(game, seats))
    yield Shot(game, "a player is away", away(game, seats))
    yield Shot(game, "looking back", at(game, seats, 20, "pageup", "left"))
    yield Shot(game, "help", at(game, seats, 20, "?"))
    yield Shot(game, "leaving", at(game, seats, 12, "q"))
    yield Shot(game, "an objection", objection(game, seats))
    yield Shot(game, "the end", ended(game, seats))


def _looks() -> Iterator[Shot]:
    """The same tables without colours, in ASCII, and in other languages."""
    tables = (at("hanabi", 5, 15), at("ikebana", 5, 60), at("koikoi", 2, 14))
    ascii_only = replace(_LOOK, is_ascii=True)
    bare = theme_of({"TERM": "xterm", "NO_COLOR": "1"}, "utf-8")
    yield Shot("ascii", "hanabi", waiting("hanabi", 5), BOXES, ascii_only)
    yield Shot("ascii", "ikebana", tables[1], BOXES, ascii_only)
    yield Shot("ascii", "koikoi", at_task(Task.TAKE, "2"), BOXES, ascii_only)
    for name, table in zip(("hanabi", "ikebana", "koikoi"), tables, strict=True):
        yield Shot("no-color", name, table, BOXES, bare)
        for language in i18n.LANGUAGES[1:]:
            yield Shot(language, name, table, BOXES, language=language)
    for size in (SMALL, USUAL):
        yield Shot("no-color", "what can be said", talking("hanabi", 5), size, theme=bare)
    results = (round_over("ikebana", 5), round_over("koikoi", 2))
    names = ("hanabi", "ikebana", "koikoi", "ikebana, a result", "koikoi, a result")
    for name, table in zip(names, (*tables, *results), strict=True):
        yield Shot("no-color", name, table, theme=bare)
        yield Shot("ascii", name, table, theme=ascii_only)
        for language in i18n.LANGUAGES[1:]:
            yield Shot(language, name, table, language=language)


def rows_of(shot: Shot) -> list[str]:
    """What is on the screen, row by row."""
    i18n.choose(shot.language)
    try:
        rows = as_rows(shot.scene().paint(shot.size, shot.theme))
    finally:
        i18n.choose("en")
    return [in_encoding(row, "ascii") for row in rows] if shot.theme.is_ascii else rows


def pages() -> dict[str, str]:
    """The files of docs/captures/."""
    ordered = sorted(shots(), key=lambda shot: shot.page)
    return {page: "\n\n".join(map(_framed, each)) + "\n" for page, each in _by_page(ordered)}


def _by_page(ordered: list[Shot]) -> Iterator[tuple[str, Iterator[Shot]]]:
    yield from groupby(ordered, key=lambda shot: shot.page)


def _framed(shot: Shot) -> str:
    head = f"== {shot.name}, {shot.size.columns}x{shot.size.rows} ".ljust(shot.size.columns, "=")
    return "\n".join([head, *rows_of(shot)]).rstrip()


def in_document(document: str) -> str:
    """The document with its captures made anew."""
    first = {shot.title: shot for shot in reversed(list(shots()))}
    for title in SHOWN:
        mark = f"<!-- capture: {title} -->\n```text\n"
        head, rest = document.split(mark)
        made = "\n".join(rows_of(first[title]))
        document = f"{head}{mark}{made}\n```{rest.partition(chr(10) + '```')[2]}"
    return document


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    made = pages()
    for old in FOLDER.glob("*.txt"):
        if old.stem not in made:
            old.unlink()
    for page, words in made.items():
        (FOLDER / f"{page}.txt").write_text(words, encoding="utf-8")
    PLAY.write_text(in_document(PLAY.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
