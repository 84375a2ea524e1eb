"""The registry of games: the only file that names them.

A game is a folder with TITLE, its name, in `__init__`, an entry in `GAMES`, and these modules:

    rules          GAME, its rules; OPTIONS, its options; PRESETS, some of them under names
    outcome        outcome_of: parses the outcome that all have signed
    bot.player     choose: takes a view in which its seat is to act, and returns a legal move
    ui.screen      SCREEN, everything for line mode

and, optionally:

    bot.explained  decide: the same as `choose`, with the reason for the move
    bot.styles     STYLES, the ways in which the bot can play, by name
    data           DATA, its views, moves and log as data for other programs; default: their fields
    statistics     count: counts how a recorded game was played; default: the moves of each seat
    bot.yardstick  count: the same, by how its bot reads moves
    endgame        ENDGAME, what a search of its last turns needs, if all players want the same
    formats        FORMATS, the file formats in which other programs write its games
    ui.scene       SCENE, its board and keys on the full screen; default: its log and its moves
    ui.replay      REPLAY, its replays; default: its log. Without either, SCREEN is a `LogScreen`;
                   with both, `ui.scene` has REPLAY_BOARD too, the board in a replay, and
                   LINE_INPUT, its keys in a line there
    ui.page        PAGE, its table as a page draws it, with cards
    ui.editions    EDITIONS, the printings of its cards that `--cards` chooses from
    ui.statistics  STATISTICS, the words for what is counted
    ui.reserved    NAMES, forbidden names of players, which commands would take for cards
    ui.tutorial    TUTORIAL, its guided first game; guided_page: GUIDED_PAGE, the same on a page

Each is imported on first use: an audit loads no screen, and `--help` no rules. The game is known
only at run time, so its parts are typed by `AnyView` and `AnyMove`, which match each other and
nothing else. That they do match is checked by mypy in `tests/test_registry.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar, cast

if TYPE_CHECKING:
    from p2p_hanabi.ui.model.game.game_page import AnyGamePage
    from p2p_hanabi.ui.model.game.game_screen import AnyScreen, ReservedNames
    from p2p_hanabi.ui.model.lesson import Tutorial
    from p2p_hanabi.ui.model.seat.table_port import SeatPort
    from p2p_hanabi.ui.terminal.table.game_table import AnyGameTable, AnyLineInput, AnyReplayBoard
    from protocol.encoding import Value
    from protocol.game import AnyGame, AnyMove, AnyView

    from .seam.decisions import Decision
    from .seam.endgames import AnyEndgame
    from .seam.game_data import AnyGameData
    from .seam.game_statistics import Count
    from .seam.options import Option, Preset
    from .seam.outcomes import AnyOutcome
    from .seam.styles import Style
    from .ui.model.game.log_screen import LogScreen
    from .ui.model.table.shown_table import ShownTable
    from .ui.replay.formats import AnyFormat
    from .ui.replay.recording import AnyReplay
    from .ui.replay.statistics_lines import StatisticWords
    from .ui.web.live_page import PageScene

    SceneOf: TypeAlias = Callable[[ShownTable[AnyView, AnyMove]], AnyGameTable]

DRAWINGS = "cards.svg"
"""In the folder `ui` of a game."""
Part = TypeVar("Part")
Part_co = TypeVar("Part_co", covariant=True)


@dataclass(frozen=True, slots=True)
class GamePlugin:
    """One game, from its `package`."""

    package: str

    @property
    def title(self) -> str:
        title: str = import_module(self.package).TITLE
        return title

    @property
    def rules(self) -> AnyGame:
        game: AnyGame = self._module("rules").GAME
        return game

    @property
    def options(self) -> tuple[Option, ...]:
        """The options, in the order in which a screen offers them."""
        options: tuple[Option, ...] = self._module("rules").OPTIONS
        return options

    @property
    def presets(self) -> tuple[Preset, ...]:
        """The game's own house rules under names."""
        presets: tuple[Preset, ...] = getattr(self._module("rules"), "PRESETS", ())
        return presets

    @property
    def choose(self) -> Callable[[AnyView], AnyMove]:
        """The bot: takes a view in which its seat is to act, and returns a legal move."""
        choose: Callable[[AnyView], AnyMove] = self._module("bot.player").choose
        return choose

    @property
    def styles(self) -> Mapping[str, Style[AnyView, AnyMove]]:
        """All ways in which the bot can play; the first is the default."""
        from .seam.styles import USUAL_STYLE, Style

        if not self._has("bot.styles"):
            return {USUAL_STYLE: Style(self.choose, explained=self._explained)}
        styles: Mapping[str, Style[AnyView, AnyMove]] = self._module("bot.styles").STYLES
        return styles

    @property
    def _explained(self) -> Callable[[AnyView], Decision[AnyMove]] | None:
        return self._part("bot.explained", "decide", None)

    @property
    def outcome_of(self) -> Callable[[Value], AnyOutcome]:
        """Parses the outcome that all have signed. Raises `BadEncoding`."""
        outcome_of: Callable[[Value], AnyOutcome] = self._module("outcome").outcome_of
        return outcome_of

    @property
    def data(self) -> AnyGameData:
        if not self._has("data"):
            from .seam.game_data import GameData

            return GameData()
        data: AnyGameData = self._module("data").DATA
        return data

    @property
    def endgame(self) -> AnyEndgame | None:
        return self._part("endgame", "ENDGAME", None)

    @property
    def counts(self) -> Sequence[Count[AnyView]]:
        """What counts how a recorded game was played."""
        from .seam.game_statistics import count_moves

        counted_by = ("statistics", "bot.yardstick")
        found = [self._module(module).count for module in counted_by if self._has(module)]
        return found or [count_moves]

    @property
    def statistic_words(self) -> StatisticWords:
        if not self._has("ui.statistics"):
            from .ui.replay.statistics_lines import USUAL

            return USUAL
        words: StatisticWords = self._module("ui.statistics").STATISTICS
        return words

    @property
    def screen(self) -> AnyScreen:
        screen: AnyScreen = self._module("ui.screen").SCREEN
        return screen

    @property
    def scene(self) -> SceneOf:
        """What the game adds to the full screen of a table, built from its model."""
        if not self._has("ui.scene"):
            from .ui.terminal.table.log_table import LogTable

            return cast("SceneOf", partial(LogTable, self._log_screen))  # a draft is its own
        scene: SceneOf = self._module("ui.scene").SCENE
        return scene

    @property
    def page(self) -> AnyGamePage:
        if not self._has("ui.page"):
            from p2p_hanabi.ui.model.game.game_page import LinesPage

            return LinesPage(self.screen)
        page: AnyGamePage = self._module("ui.page").PAGE
        return page

    @property
    def replay(self) -> AnyReplay:
        if not self._has("ui.replay"):
            from .ui.replay.recording import LogReplay

            return LogReplay(self._log_screen)
        replay: AnyReplay = self._module("ui.replay").REPLAY
        return replay

    @property
    def replay_board(self) -> AnyReplayBoard:
        """Draws the game's board in a replay on the full screen."""
        if not (self._has("ui.scene") and self._has("ui.replay")):
            from .ui.terminal.table.log_table import replay_board

            return partial(replay_board, self._log_screen)
        board: AnyReplayBoard = self._module("ui.scene").REPLAY_BOARD
        return board

    @property
    def line_input(self) -> AnyLineInput:
        """Interprets the game's keys in a line of a replay."""
        if not (self._has("ui.scene") and self._has("ui.replay")):
            from .ui.terminal.table.number_input import NumberInput

            return cast("AnyLineInput", NumberInput)  # a draft is its own
        line_input: AnyLineInput = self._module("ui.scene").LINE_INPUT
        return line_input

    @property
    def _log_screen(self) -> LogScreen[AnyView, AnyMove]:
        screen: LogScreen[AnyView, AnyMove] = self._module("ui.screen").SCREEN
        return screen

    @property
    def formats(self) -> tuple[AnyFormat, ...]:
        return self._part("formats", "FORMATS", ())

    @property
    def editions(self) -> Mapping[str, str]:
        """The values of `--cards`, and the help text of each."""
        return self._part("ui.editions", "EDITIONS", {})

    @property
    def names(self) -> ReservedNames | None:
        return self._part("ui.reserved", "NAMES", None)

    @property
    def tutorial(self) -> Tutorial[SeatPort] | None:
        return self._part("ui.tutorial", "TUTORIAL", None)

    @property
    def tutorial_page(self) -> Callable[[SeatPort], PageScene] | None:
        """The tutorial's table on a page."""
        if not self._has("ui.tutorial"):
            return None
        page: Callable[[SeatPort], PageScene] = self._module("ui.tutorial.guided_page").GUIDED_PAGE
        return page

    def _part(self, module: str, name: str, otherwise: Part) -> Part:
        """Return an optional part of the game."""
        if not self._has(module):
            return otherwise
        part: Part = getattr(self._module(module), name)
        return part

    def _module(self, name: str) -> ModuleType:
        return import_module(f"{self.package}.{name}")

    def _has(self, module: str) -> bool:
        return _exists(f"{self.package}.{module}")


@cache
def _exists(module: str) -> bool:
    """Return whether there is such a module. The answer must not change while the program runs: an
    upgrade removes files."""
    return find_spec(module) is not None


GAMES: dict[str, GamePlugin] = {
    "hanabi": GamePlugin("p2p_hanabi.games.hanabi"),
    "ikebana": GamePlugin("p2p_hanabi.games.ikebana"),
    "koikoi": GamePlugin("p2p_hanabi.games.koikoi"),
}
"""By the name used in a seating."""


class Parts(Mapping[str, Part_co], Generic[Part_co]):
    """One part of every game, by the game's name."""

    def __init__(self, part: Callable[[GamePlugin], Part_co]) -> None:
        self._part = part

    def __getitem__(self, name: str) -> Part_co:
        return self._part(GAMES[name])

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)

    def __len__(self) -> int:
        return len(GAMES)


RULES: Parts[AnyGame] = Parts(lambda game: game.rules)
OPTIONS: Parts[tuple[Option, ...]] = Parts(lambda game: game.options)
PRESETS: Parts[tuple[Preset, ...]] = Parts(lambda game: game.presets)
BOTS: Parts[Callable[[AnyView], AnyMove]] = Parts(lambda game: game.choose)
SCREENS: Parts[AnyScreen] = Parts(lambda game: game.screen)
SCENES: Parts[SceneOf] = Parts(lambda game: game.scene)
PAGES: Parts[AnyGamePage] = Parts(lambda game: game.page)
REPLAY_BOARDS: Parts[AnyReplayBoard] = Parts(lambda game: game.replay_board)
LINE_INPUTS: Parts[AnyLineInput] = Parts(lambda game: game.line_input)


def all_drawings() -> dict[str, Path]:
    """Return the files with drawings of cards, by the games' names, without loading anything else
    of the games."""
    found = {name: _drawings_of(game.package) for name, game in GAMES.items()}
    return {name: file for name, file in found.items() if file is not None and file.exists()}


def _drawings_of(package: str) -> Path | None:
    ui = find_spec(f"{package}.ui")
    return None if ui is None or ui.origin is None else Path(ui.origin).with_name(DRAWINGS)


def all_formats() -> dict[str, AnyFormat]:
    """Return the formats of all games, by their names."""
    return {form.name: form for game in GAMES.values() for form in game.formats}
