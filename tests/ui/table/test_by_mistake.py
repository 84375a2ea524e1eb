"""What is typed or pasted by mistake ends no table, and makes no move that was not confirmed.

Whole sentences, keys at random and pastes go to every screen. A move counts as confirmed if it
stood in full on the screen when Enter was pressed; an end, if its button was the marked one.

With P2PHANABI_SOAK=1 every screen gets as many as all of them share otherwise; about half an hour.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.games.hanabi.ui.tutorial.guided_scene import GuidedTable
from p2p_hanabi.games.hanabi.ui.tutorial.guided_table import TutorialTable
from p2p_hanabi.gathering import Change, LobbyPhase
from p2p_hanabi.registry import REPLAY_BOARDS
from p2p_hanabi.ui.drawing.canvas import Picture, Size
from p2p_hanabi.ui.drawing.style import text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.kit.questions import Prompt
from p2p_hanabi.ui.kit.scenes import Scene
from p2p_hanabi.ui.model.end.ended_table import EndedTable
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.inputs import ChoiceInput, CodeInput, LineInput
from p2p_hanabi.ui.model.lobby.tables_found import TablesFound
from p2p_hanabi.ui.model.shown_replay import ShownReplay
from p2p_hanabi.ui.model.table.past_views import settled
from p2p_hanabi.ui.model.table.shown_table import ShownTable
from p2p_hanabi.ui.model.wait_notice import WaitNotice
from p2p_hanabi.ui.replay.recording import Spectator
from p2p_hanabi.ui.terminal.busy_scene import BusyScene
from p2p_hanabi.ui.terminal.choice_scene import ChoiceScene
from p2p_hanabi.ui.terminal.lobby_scene import LobbyScene
from p2p_hanabi.ui.terminal.replay_scene import ReplayScene
from p2p_hanabi.ui.terminal.table.table_scene import TableScene
from p2p_hanabi.ui.terminal.tables_scene import TableChoiceScene
from p2p_hanabi.ui.terminal.typed_scenes import CodeScene, TypedScene
from p2p_hanabi.ui.words.sentences_questions import Question, word
from protocol.game import Options
from protocol.peer.status import Activity
from tests.any_game import BOTS, SCENES, SCREENS
from tests.commands.played import in_memory
from tests.lengths import long, mostly_long, sampled
from tests.rows import as_rows
from tests.ui.lobby.test_lobby import CELLAR, KITCHEN, Found, Gathering, Member
from tests.ui.lobby.test_lobby import Lobby as AtLobby
from tests.ui.table.ports import DealtTable

from ..kit.terminal import Terminal, at_terminal, marked
from .playing import scene_of
from .test_every_board import table as after_moves
from .test_rounds import watched

SIZE = Size(80, 24)
LOOK = Theme()

SENTENCES = (
    "Always told twice",
    "Any luck yet? Yes",
    "Go on, say yes already",
    "Stop! You should agree",
    "All yours",
    "Sorry, quick question: are you ready?",
    "Please play 3 now",
    "hint ben 1, then discard 2",
    "Quite right, Eva",
    "Gone fishing, back at 8",
    "A yes is a yes",
    "leave it to me, I end this",
    "Août 2026",
    "Adieu, on arrête ?",
    "Allez, oui !",
    "Alors on continue",
    "Adrien joue le 3, d'accord ?",
    "Génial, encore une partie",
    "Sans toi on est perdus, reviens",
    "J'ai oublié de quitter l'autre table",
    "Qu'est-ce que tu fais ? On termine ?",
    "Prêt ? Parfait, prends la 2",
    "Adrian, ce faci?",
    "Gata, oprim şi dăm mâna",
    "Gata, oprim și dăm mâna",
    "A doua oară, da",
    "Accept, dar mai târziu",
    "Să terminăm odată!",
    "Joacă 3 sau păstrează 1",
    "Dă-i un indiciu lui Ben: roșu",
    "Sigur că da, plec imediat",
    "Așteaptă puțin, mă întorc",
    "Cine pleacă primul?",
)
LINES = ("Hello\nthere\n", "p3\r", "p3\nok\n", "A\nend\n", "qleave\n", "\t\n", "k\n1\n2\n\n", "r\n")
NAMED = ("enter", "escape", "backspace", "tab", "up", "down", "left", "right", "pageup", "pagedown")
KEYS = (
    *NAMED,
    *("home", "end", "wheel up", "wheel down", "interrupt", "card 1", "card 3", "seat 2", "f1"),
    *"abcdefghijklmnopqrstuvwxyzAGSQRFY0123456789 .,:;?!\"'-é",
)
SOAK = os.environ.get("P2PHANABI_SOAK") == "1"
RANDOM = 500
PASTES = 100


class Table(DealtTable):
    """Remembers which moves it took."""

    def __init__(self, *arguments: Any, **facts: Any) -> None:
        super().__init__(*arguments, **facts)
        self.taken: list[Any] = []

    def play(self, move: Any) -> None:
        super().play(move)
        self.taken.append(move)


@dataclass
class Watched:
    """A scene at which somebody makes mistakes; `deliberate` has what was answered all the same."""

    scene: Any
    port: Any = None
    deliberate: list[str] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.scene, name)

    def paint(self, size: Size, theme: Theme) -> Picture:
        return self.scene.paint(size, theme)  # type: ignore[no-any-return] # any scene

    def look(self) -> bool:
        """A move that takes no choosing is made by itself."""
        taken = len(self._taken)
        if isinstance(self.scene, TableScene) and (view := self.scene._now) is not None:
            taken += self.scene._game.screen.by_itself(view) is not None
        called = bool(self.scene.look())
        assert len(self._taken) <= taken
        return called

    def press(self, key: str) -> None:
        ends, taken = self.ends, len(self._taken)
        asks, shown, view = self._open, "", None
        if key in ("enter", "interrupt"):
            shown = _unfolded(self.scene.paint(SIZE, LOOK))
            view = self.port.view() if hasattr(self.port, "taken") else None
        self.scene.press(key)
        self._grant()
        for move in self._taken[taken:]:
            assert key == "enter", (key, move)
            players = Players(self.port.seat, self.port.names)
            screen = self.scene._game.screen
            value = screen.preview(move, view, players)
            goes_on = move == screen.by_enter(view) and _packed("Enter continues") in shown
            assert goes_on or _packed(value) in shown, (value, shown)
        if self._has_chosen:
            assert key == "enter", key
        if self.ends != ends:
            assert asks is not None, (key, self.ends)
            again = key == "interrupt" and asks in (Question.LEAVE, Question.CLOSE)
            assert again or (key == "enter" and f">{word(asks)}<" in shown), (key, shown)
            self.deliberate.append(key)

    def paste(self, words: str) -> None:
        before = self.ends, len(self._taken)
        self.scene.paste(words)
        assert before == (self.ends, len(self._taken)), words

    @property
    def ends(self) -> tuple[Any, ...]:
        """All that cannot be taken back."""
        port = self.port
        table = (port.withdrawn, port.has_stopped, port.called_gone) if self._is_table else ()
        lobby = (
            (port.ready_answers.count(True), tuple(port.freed), port.has_left)
            if self._is_lobby
            else ()
        )
        closes = isinstance(self.scene, TableScene | GuidedTable) and self.scene.is_over
        return (*table, *lobby, self.scene.has_left, closes)

    def _grant(self) -> None:
        """Show what leads on from a game that is over, and the game again."""
        if isinstance(self.scene, TableScene) and self.scene.end.take_wish() is not None:
            self.scene.show_lines([text("a page"), text("of two lines")])

    @property
    def _has_chosen(self) -> bool:
        """One of the things to do, or a line that is typed for good."""
        match self.scene:
            case ChoiceScene():
                return self.scene._choice.chosen is not None
            case TypedScene():
                return self.scene._line.typed is not None
        return False

    @property
    def _is_table(self) -> bool:
        return isinstance(self.port, Table)

    @property
    def _is_lobby(self) -> bool:
        return isinstance(self.port, AtLobby)

    @property
    def _taken(self) -> list[Any]:
        return self.port.taken if self._is_table else []

    @property
    def _open(self) -> Question | None:
        scene = self.scene._table if isinstance(self.scene, GuidedTable) else self.scene
        asking = getattr(scene, "_prompt", None)
        opened = asking._pending if isinstance(asking, Prompt) else None
        return None if opened is None else opened.question


def _packed(words: str) -> str:
    return "".join(words.split())


def _unfolded(picture: Picture) -> str:
    return _packed("".join(as_rows(picture)))


Screen = tuple[str, Callable[[], Watched]]
GAMES: dict[str, tuple[str, int, Options]] = {
    "hanabi": ("hanabi", 3, {}),
    "hanabi with all": (
        "hanabi",
        5,
        {"multicolour": True, "announce": True, "talk": "free", "empty hints": True},
    ),
    "ikebana": ("ikebana", 3, {"talk": "phrases"}),
    "koikoi": ("koikoi", 2, {}),
}
OF_ROUNDS = ("ikebana", "koikoi")


@cache
def dealt(name: str, moment: str) -> Table:
    """Before the deal, at one's own turn, at another's, with somebody away, or at the end."""
    game, seats, options = GAMES[name]
    port = Table(seats, game=game, options=options, seed=3)
    if moment == "setup":
        return port
    port.until_my_turn()
    wanted = 10_000 if moment == "end" else 8
    while port.ending() is None and len(port.view().log) < wanted:
        port.play(BOTS[game](port.view()))
        port.until_my_turn()
    if moment in ("other", "away"):
        port.play(BOTS[game](port.view()))
        while port.status().activity is not Activity.MOVING or port.view().actor == port.seat:
            port.play(BOTS[game](port.view())) if port.view().actor == port.seat else port.step()
    if moment == "away":
        port.shows(missing={port.status().waiting_for[0]: 40.0}, has_escrow=True)
    port.taken.clear()
    port.past()
    return port


def at(name: str, moment: str, *keys: str) -> Watched:
    port = dealt(name, moment).twin()
    scene = scene_of(port)
    scene.look()
    if moment == "end":
        scene.finish_table(EndedTable(Path("game.p2ph"), hands=port.faces))
    for key in keys:
        scene.press(key)
    return Watched(scene, port)


def round_over(game: str, *keys: str) -> Watched:
    """The result of a round stands in the place of the board; it is one's turn below it."""
    port, scene = watched(game, kind=Table)
    assert isinstance(port, Table)
    port.until_my_turn()
    port.taken.clear()
    scene.look()
    for key in keys:
        scene.press(key)
    return Watched(scene, port)


def waiting_for_another_game() -> Watched:
    """A guest would play again, and the host has not said so."""
    port = Table(2, game="koikoi", me=1, seed=3)
    port.until_my_turn()
    while port.ending() is None:
        port.play(BOTS["koikoi"](port.view()))
        port.until_my_turn()
    scene = scene_of(port)
    scene.look()
    scene.finish_table(EndedTable(Path("game.p2ph")))
    for key in ("a", "right", "enter"):
        scene.press(key)
    assert not scene.is_over
    port.taken.clear()
    return Watched(scene, port)


def gathered(*keys: str, **facts: Any) -> Watched:
    members = (Member("Ana"), Member("Ben", is_ready=True), Member("Chi", is_here=False))
    port = AtLobby(Gathering(**{"members": members, **facts}))
    scene = LobbyScene(port, SCREENS)
    scene.look()
    for key in keys:
        scene.press(key)
    return Watched(scene, port)


def asked(scene: Scene, *keys: str) -> Watched:
    scene.look()
    for key in keys:
        scene.press(key)
    return Watched(scene)


Keys = tuple[str, ...]
MOMENTS: dict[str, tuple[Keys, ...]] = {
    "setup": ((), ("A",), ("q",)),
    "mine": ((), ("p",), ("A",), ("F",), ("q",), ("?",), ("left",), ('"',), ("l",), ("W",)),
    "other": ((), ("A",), ("left",), ("l",)),
    "away": ((), ("G",), ("F",)),
    "end": ((), ("q",), ("a",), ("left",), (":",), (":", "x"), ("l",), ("r",), ("?",)),
}
OF_HANABI: tuple[Keys, ...] = (
    *(("n", "1"), ("n", "1", "tab"), ("o", "1"), ("h", "2"), ("p", "1")),
    *(("l", "c"), ("l", "c", "2"), ("l", "2", "2")),
)
OF_TALK: tuple[Keys, ...] = ((":",), (":", "x"))
RESULT: tuple[Keys, ...] = ((), ("A",), ("q",), ("?",), ("left",), ("l",))
LOBBY: tuple[Keys, ...] = ((), ("r",), ("f",), ("q",), ("?",))
CODE: tuple[Keys, ...] = ((), ("a",), ("interrupt",))


def coding(*keys: str) -> Watched:
    return asked(CodeScene(CodeInput("Kitchen")), *keys)


def choosing(*, can_go_back: bool) -> Watched:
    choice = ChoiceInput("Which game?", ("Hanabi", "Ikebana"), can_go_back=can_go_back)
    return asked(ChoiceScene(choice))


def naming(*keys: str) -> Watched:
    return asked(TypedScene(LineInput("Your name?", lambda _: None)), *keys)


def screens() -> Iterator[Screen]:
    for name, (game, _, options) in GAMES.items():
        more = (*(OF_HANABI if game == "hanabi" else ()), *(OF_TALK if "talk" in options else ()))
        for moment, opened in MOMENTS.items():
            for keys in (*opened, *(more if moment == "mine" else ())):
                yield f"{name}: {moment} {keys}", partial(at, name, moment, *keys)
    for game in OF_ROUNDS:
        for keys in RESULT:
            yield f"{game}: result {keys}", partial(round_over, game, *keys)
    yield "another game", waiting_for_another_game
    for keys in LOBBY:
        yield f"lobby {keys}", partial(gathered, *keys)
    yield "lobby with bots", partial(gathered, can=frozenset(Change), bots=1)
    yield "guest", partial(gathered, me=1)
    yield "seating", partial(gathered, phase=LobbyPhase.SEATING)
    yield "choice", lambda: asked(TableChoiceScene(TablesFound(Found(KITCHEN, CELLAR))))
    for keys in CODE:
        yield f"code {keys}", partial(coding, *keys)
    yield "busy", lambda: asked(BusyScene(WaitNotice()))
    yield "menu", partial(choosing, can_go_back=False)
    yield "settings", partial(choosing, can_go_back=True)
    yield "name", naming
    yield "name left", partial(naming, "interrupt")
    yield (
        "replay",
        lambda: asked(
            ReplayScene(
                ShownReplay(in_memory("hanabi", 3), Spectator.EVERYTHING), REPLAY_BOARDS["hanabi"]
            )
        ),
    )
    yield "lesson", lambda: asked(GuidedTable(TutorialTable(0), lambda: 0.0))
    yield "lesson left", lambda: asked(GuidedTable(TutorialTable(0), lambda: 0.0), "q")


WATCHED = list(screens())


def keyed(watched: Watched, keys: Iterator[str] | str) -> None:
    """As long as there is somebody to press."""
    for key in keys:
        if watched.scene.is_over or watched.scene.has_left:
            return
        watched.press(key)


@pytest.mark.parametrize(
    "sentences", mostly_long([SENTENCES[n::3] for n in range(3)]), ids=["1", "2", "3"]
)
def test_a_sentence_typed_at_any_screen_ends_nothing(sentences: tuple[str, ...]) -> None:
    for name, made in WATCHED:
        watched = made()
        for sentence in sentences:
            if watched.scene.is_over or (watched._is_table and watched.port.taken):
                watched = made()
            keyed(watched, sentence)
            assert watched.deliberate == [], (name, sentence)
            assert watched._taken == [], (name, sentence)


@long
@pytest.mark.parametrize(
    "screens",
    [[each] for each in WATCHED] if SOAK else [WATCHED],
    ids=[name for name, _ in WATCHED] if SOAK else ["all"],
)
def test_random_keys_confirm_nothing_that_was_not_shown(screens: list[Screen]) -> None:
    dice = random.Random(11)  # noqa: S311 - the same keys in every run
    moves = 0
    for (name, made), number in zip(cycle(screens), range(RANDOM), strict=False):
        watched = made()
        keys = [dice.choice(KEYS) for _ in range(60)]
        try:
            keyed(watched, iter(keys))
        except AssertionError as error:
            raise AssertionError(f"{name} {number} {keys}") from error
        moves += len(watched._taken)
    assert SOAK or moves > 0, "nothing was tried"


@pytest.mark.parametrize(
    "screens",
    [[each] for each in WATCHED] if SOAK else mostly_long([WATCHED[::3], WATCHED]),
    ids=[name for name, _ in WATCHED] if SOAK else ["a third", "all"],
)
def test_pasted_text_is_never_a_key_marked_or_not(screens: list[Screen]) -> None:
    """Through a real pipe: with brackets, and as a terminal without them sends it, in one piece."""
    words = (*SENTENCES, *LINES, *(f"{each}\n" for each in SENTENCES[::5]))
    dice = random.Random(12)  # noqa: S311 - the same words in every run
    for name, made in islice(cycle(screens), max(len(screens), PASTES // 2 if SOAK else 0)):
        whole, bare = dice.choices(words, k=2)
        watched = made()
        keys: list[str] = []
        watched.scene.press = keys.append

        async def play(screen: Terminal, whole: str = whole, bare: str = bare) -> None:
            await screen.press(marked(whole), bare)

        at_terminal(watched, (80, 24), play)
        assert keys == [], (name, whole, bare)
        assert (watched.deliberate, watched._taken) == ([], []), (name, whole, bare)


@sampled(4)
@pytest.mark.parametrize("moment", ["setup", "mine", "other", "end"])
@pytest.mark.parametrize("name", ["hanabi", "ikebana", "koikoi"])
def test_a_sentence_typed_at_a_terminal_ends_nothing(name: str, moment: str) -> None:
    """Key by key through the same pipe, with an Enter after each word."""
    watched = at(name, moment)

    async def play(screen: Terminal) -> None:
        for each in "Adrian, p3 A yes q oui 1 da":
            await screen.press("<enter>" if each == " " else each)

    at_terminal(watched, (80, 24), play)
    assert watched.deliberate == []


# -- what is meant is done


@pytest.mark.parametrize("name", GAMES)
def test_a_move_that_is_shown_and_confirmed_is_made(name: str) -> None:
    keys = {"hanabi": ("p", "1"), "koikoi": ("1",)}
    watched = at(name, "mine")
    view = watched.port.view()
    letters = {type(each).__name__[0].lower() for each in view.moves}
    game = watched.port.game
    keyed(watched, iter((*keys.get(game, tuple(sorted(letters & set("dk")))[:1]), "enter")))
    assert len(watched._taken) == 1


@pytest.mark.parametrize("name", SCENES)
def test_shift_alone_makes_no_end_out_of_a_move(name: str) -> None:
    """The small letters of the keys that end a game begin nothing in it."""
    for moves in range(0, 24, 3):
        port = after_moves(name, moves)
        if (view := settled(port)) is not None:
            keys = SCENES[name](ShownTable(port)).keys
            assert [keys.begun(key, view) for key in "afg"] == [None] * 3


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("moment", "key", "question"),
    [
        ("mine", "A", Question.ABANDON),
        ("mine", "F", Question.STOP),
        ("mine", "q", Question.LEAVE),
        ("away", "G", Question.GONE),
        ("end", "q", Question.CLOSE),
        ("end", "a", Question.AGAIN),
        ("setup", "A", Question.ABANDON),
        ("other", "A", Question.ABANDON),
    ],
)
def test_an_end_that_is_meant_comes_by_its_button_or_its_word(
    name: str, moment: str, key: str, question: Question
) -> None:
    for answer in (("right", "enter"), ("tab", "enter"), (*word(question), "enter")):
        watched = at(name, moment, key)
        before = watched.ends
        keyed(watched, iter(answer))
        assert watched.ends != before
        assert watched.deliberate == ["enter"]
