"""A player who is gone, and a table that is ended: what is typed, pressed and told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from p2p_hanabi.games.hanabi.rules import Hanabi
from p2p_hanabi.games.hanabi.ui.story import HanabiTeller
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.lines.dialogue import PlainTable
from p2p_hanabi.ui.model.end.ended_table import EndedTable
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.table.absence import AbsenceNews, hint, who_is_away
from p2p_hanabi.ui.model.table.news import News
from p2p_hanabi.ui.model.table.past_views import moments
from protocol.errors import NotNow
from protocol.game import Act, Seat
from protocol.peer.status import Activity, Ending, EndingKind, Status
from protocol.reasons import Forbidden, NotPossible, PairingFailure, Reason
from tests.any_game import SCREENS
from tests.ui.table.playing import hanabi_scene

from ..kit.terminal import Terminal, at_terminal
from .ports import BOT, WORDS, DealtTable, end_of

PLAYERS = Players(Seat(0), ("Ana", "Ben", "Chi"))
GAME = Hanabi()


class Waiting(DealtTable):
    """Chi is to move, and is not here."""

    def __init__(self, why_not: NotPossible | None = None, **facts: Any) -> None:
        super().__init__(3, options={"first": 2, "escrow": "trusting"})
        while self.rules.pending(self.state) != Act(Seat(2)):
            self.step()
        self.shows(missing={Seat(2): 40.0}, **{"has_escrow": True, **facts})
        self._why_not = why_not

    def declare_gone(self, seat: Seat) -> None:
        if self._why_not is not None:
            raise NotNow(self._why_not)
        super().declare_gone(seat)

    def stop(self) -> None:
        if self._why_not is not None:
            raise NotNow(self._why_not)
        super().stop()


def news_of(table: PlainTable[Any, Any], *typed: str) -> list[str]:
    return [as_text(line) for each in typed for line in table.typed(each)]


def test_a_player_is_called_gone_only_after_a_yes() -> None:
    port = Waiting()
    table = PlainTable(port, asks=True)
    [asked] = news_of(table, "gone chi")
    assert asked.startswith("Say that Chi is gone for good?")
    news_of(table, "yes")
    assert port.called_gone is None
    news_of(table, "gone chi", "gone")
    assert port.called_gone == 2


def test_script_lets_the_table_judge_who_is_gone() -> None:
    port = Waiting(waiting_for=(Seat(0),))  # the move just made is not agreed on yet
    news_of(PlainTable(port, asks=False), "gone chi")
    assert port.called_gone == 2


def test_a_table_is_ended_only_after_a_yes() -> None:
    port = Waiting()
    table = PlainTable(port, asks=True)
    [asked] = news_of(table, "stop")
    assert asked.startswith("Agree to end the game?")
    news_of(table, "agree")
    assert port.has_stopped


@pytest.mark.parametrize(
    ("who", "code", "goes_on", "sentence"),
    [
        (
            0,
            Forbidden.STOPPED_ALONE,
            True,
            "You have left the game for good, since nobody else was there",
        ),
        (
            0,
            Forbidden.STOPPED_ALONE,
            False,
            "You have ended the game for everybody: nobody else",
        ),
        (
            1,
            Forbidden.STOPPED_ALONE,
            False,
            "Ben has ended the game for everybody: nobody else",
        ),
        (
            0,
            Forbidden.LEFT,
            True,
            "You have left the game for good; the others play on.",
        ),
        (0, Forbidden.LEFT, False, "You have ended the game for everybody."),
    ],
)
def test_leaving_alone_explains_for_whom_the_game_ended(
    who: int, code: Forbidden, goes_on: bool, sentence: str
) -> None:
    ending = Ending(EndingKind.WITHDRAWN, Seat(who), Reason(code))
    first = end_of(Waiting(has_escrow=goes_on), ending, EndedTable())[0]
    assert first.startswith(sentence)


def test_declaration_needs_the_name_of_a_player() -> None:
    table = PlainTable(Waiting(), asks=False)
    assert news_of(table, "gone") == ['Who is gone? Add the name, as in "gone Ana".']
    assert news_of(table, "gone zoe") == [
        "Nobody here is called zoe; the others are 2. Ben and 3. Chi."
    ]


# What is told.


def status(**facts: Any) -> Status:
    return Status(Activity.MOVING, 9, (Seat(2),), WORDS, True, **facts)


def test_declarations_of_others_are_shown_once_with_advice() -> None:
    news = AbsenceNews(PLAYERS)
    now = status(called_gone=((Seat(2), (Seat(1),)),))
    asked, agree, trust = news.look(now)
    assert asked == "Ben says that Chi is gone for good."
    assert agree == 'If you agree, type "gone Chi", or press G.'
    assert trust.startswith("With three players this takes trust")
    assert news.look(now) == []
    both = status(called_gone=((Seat(2), (Seat(0), Seat(1))),))
    you, _ = news.look(both)
    assert you == "You say that Chi is gone for good; all the others have to say so too."
    assert news.look(status(gone=Seat(2))) == [
        "The game goes on without Chi, whose turns are skipped. Chi can still come back."
    ]
    again = replace(status(gone=Seat(2), called_gone=((Seat(2), (Seat(1),)),)), round_number=12)
    assert news.look(again) == []


def test_player_who_left_is_not_reported_as_called_gone() -> None:
    news = AbsenceNews(PLAYERS)
    left = {"left": (Seat(2),)}
    assert news.look(status(**left)) == [
        "Chi has left for good. When it is that player's turn, the game goes on without Chi."
    ]
    assert news.look(status(**left, called_gone=((Seat(2), (Seat(0), Seat(1))),))) == []
    assert news.look(status(**left, stopped_by=(Seat(2),))) == []
    assert news.look(status(**left, gone=Seat(2))) == [
        "The game goes on without Chi, whose turns are skipped."
    ]
    waits = hint(status(**left, has_escrow=True), [Seat(2)], PLAYERS)
    assert str(waits).startswith("Chi has left for good. The game goes on once all")


def test_the_link_of_one_who_has_left_is_no_news() -> None:
    port = Waiting()
    port.shows(missing={})
    news = News(SCREENS["hanabi"], PLAYERS, lambda: 0.0)
    news.look(port.now)
    port.shows(left=(Seat(2),))
    port.shows(missing={Seat(2): 1.0})
    sentences = [as_text(line) for line in news.look(port.now)]
    assert any("Chi has left for good" in line for line in sentences)
    assert not any("disconnected" in line for line in sentences)


def test_a_stop_that_has_ended_the_table_asks_nobody_to_agree() -> None:
    now = replace(status(stopped_by=(Seat(0), Seat(1))), activity=Activity.ENDED)
    assert AbsenceNews(PLAYERS).look(now) == []


def test_player_called_gone_sees_who_declared_it() -> None:
    news = AbsenceNews(replace(PLAYERS, me=Seat(2)))
    sentences = news.look(status(called_gone=((Seat(2), (Seat(1),)),)))
    assert sentences[0] == "Ben says that you are gone for good."
    [found] = news.look(status(gone=Seat(2)))
    assert found.startswith("The others have declared you gone")


def test_wish_to_end_the_table_is_shown_once_with_its_author() -> None:
    news = AbsenceNews(PLAYERS)
    assert news.look(status(stopped_by=(Seat(0),))) == [
        "You agree to end the game; everybody who is here has to agree."
    ]
    [asked] = news.look(status(stopped_by=(Seat(0), Seat(1))))
    assert asked.startswith("Ben would like to end the game here.")


def test_long_wait_suggests_how_to_go_on() -> None:
    away = [Seat(2)]
    assert hint(status(), [], PLAYERS) is None
    assert hint(status(), away, PLAYERS) == (
        'If Chi never comes back, "stop" (key F) ends the game, if everybody here agrees.'
    )
    goes_on = hint(status(has_escrow=True), away, PLAYERS)
    assert goes_on is not None
    assert goes_on.startswith('If Chi never comes back: "gone Chi" (key G) plays on without')
    back = status(has_escrow=True, gone=Seat(1))
    assert "gone Chi" in str(hint(back, away, PLAYERS))
    assert "gone Chi" not in str(hint(back, [*away, Seat(1)], PLAYERS))


def test_tables_of_four_are_not_warned_of_the_middle_seat() -> None:
    four = Players(Seat(0), ("Ana", "Ben", "Chi", "Dee"))
    sentences = AbsenceNews(four).look(status(called_gone=((Seat(2), (Seat(1),)),)))
    assert len(sentences) == 2


def test_hint_follows_the_second_report_of_a_wait() -> None:
    now = 0.0
    port = Waiting()
    table = PlainTable(port, asks=False, clock=lambda: now)
    table.look()
    reported_at = {}
    for now in (6.0, 16.0, 31.0):
        reported_at[now] = [as_text(line) for line in table.look().lines]
    assert not any("never comes back" in line for line in reported_at[16.0])
    assert any("never comes back" in line for line in reported_at[31.0])
    port.shows(missing={Seat(2): 7.0})
    now = 90.0
    assert not any("never comes back" in as_text(line) for line in table.look().lines)


def test_table_ended_by_consent_names_those_who_agreed() -> None:
    ending = Ending(EndingKind.AGREED, by=(Seat(0), Seat(1)))
    first = end_of(DealtTable(3), ending, EndedTable())[0]
    assert first == "Ana, Ben agreed to end the game."


@pytest.mark.parametrize(
    ("game", "sentences"),
    [
        ("hanabi", ("Points so far: 0 of 25.", "cards that you never saw", "Ben still held")),
        ("ikebana", ("Prestige",)),
        ("koikoi", ("0",)),
    ],
)
def test_a_game_that_was_not_finished_shows_what_was_reached(
    game: str, sentences: tuple[str, ...]
) -> None:
    port = DealtTable(2, game=game)
    port.until_my_turn()
    ending = Ending(EndingKind.AGREED, by=(Seat(0), Seat(1)))
    lines = end_of(port, ending, EndedTable())
    assert lines[0] == "Ana, Ben agreed to end the game."
    for words in sentences:
        assert any(words in line for line in lines[1:]), lines


def test_after_the_end_a_lost_connection_is_no_news() -> None:
    port = Waiting()
    table = PlainTable(port, asks=False)
    assert any("No connection" in as_text(line) for line in table.typed("show"))
    port.withdrawn = True
    shown = [as_text(line) for line in table.typed_after("show") or ()]
    assert shown
    assert not any("No connection" in line for line in shown)


def awaited_again() -> DealtTable:
    """Seat 2 was to begin, and was passed over; then two moves were made."""
    port = Waiting()
    port.state = GAME.passed(port.state)
    port.play(BOT(port.view()))
    while port.rules.pending(port.state) != Act(Seat(2)):
        port.step()
    return port


def passed_over() -> DealtTable:
    """The same, and passed over again."""
    port = awaited_again()
    port.state = GAME.passed(port.state)
    return port


def test_skipped_turn_is_announced() -> None:
    port = Waiting()
    teller = HanabiTeller(PLAYERS)
    teller.look(port.view())
    port.state = GAME.passed(port.state)
    lines = [as_text(line) for line in teller.look(port.view())]
    assert lines == [
        "Chi is gone: the turn is skipped.",
        "The green firework can no longer pass 3.",
    ]
    mine = HanabiTeller(replace(PLAYERS, me=Seat(2)))
    mine.look(replace(port.view(), passed=(), turn=0))
    assert (
        as_text(mine.look(port.view())[0]) == "Your turn was skipped: you had been declared gone."
    )


def test_stepping_back_passes_the_same_turns_over() -> None:
    port = passed_over()
    now = port.view()
    assert [view.turn for view in moments(port, now)] == [1, 2]
    assert moments(port, now)[1].log == now.log[:1]


# The full screen.


def pressed(port: DealtTable, *keys: str) -> list[str]:
    shown: list[str] = []

    async def play(screen: Terminal) -> None:
        shown.extend([await screen.type(key) for key in keys])

    at_terminal(hanabi_scene(port, lambda: 0.0), (100, 30), play)
    return shown


def test_keys_call_a_player_gone_after_a_yes() -> None:
    port = Waiting()
    asked, *_ = pressed(port, "G", "<right>", "<enter>")
    assert "Say that Chi is gone for good" in asked
    assert port.called_gone == 2


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_full_screen_shows_declarations_with_advice(size: tuple[int, int]) -> None:
    port = Waiting(called_gone=((Seat(2), (Seat(1),)),))

    async def play(screen: Terminal) -> None:
        shown = " ".join((await screen.type()).split())
        assert "Ben says that Chi is gone for good. If you agree, type" in shown

    at_terminal(hanabi_scene(port, lambda: 0.0), size, play)


def test_keys_end_the_table_after_a_yes_and_only_then() -> None:
    port = Waiting()
    asked, again, *_ = pressed(port, "F", "x", "y", "<enter>", "F", "y", "F", "<enter>")
    assert "Agree to end the game" in asked
    assert "Cancelled." in again
    assert not port.has_stopped
    pressed(port, "F", *"agree", "<enter>")
    assert port.has_stopped


def test_nobody_is_called_gone_by_a_key_while_all_are_here() -> None:
    port = Waiting()
    port.shows(missing={})
    assert "Nobody is missing." in pressed(port, "G")[0]


def test_full_screen_gives_the_reason_of_a_refusal() -> None:
    assert (
        "That player is still connected"
        in pressed(Waiting(NotPossible.LINKED), "G", "<tab>", "<enter>")[-1]
    )
    assert (
        "You have already said so."
        in pressed(Waiting(NotPossible.ALREADY_SAID), "F", "<tab>", "<enter>")[-1]
    )


def test_full_screen_suggests_how_to_go_on_after_a_long_wait() -> None:
    now = [0.0]
    scene = hanabi_scene(awaited_again(), lambda: now[0])
    shown: list[str] = []

    async def play(screen: Terminal) -> None:
        for now[0] in (0.0, 10.0, 31.0):
            scene.look()
            shown.append(await screen.type("?", "<esc>"))

    at_terminal(scene, (120, 30), play)
    assert [("never comes back" in each) for each in shown] == [False, False, True]


@pytest.mark.parametrize("has_left", [True, False])
def test_departed_and_disconnected_players_are_shown_with_time(has_left: bool) -> None:
    now = [0.0]
    port = Waiting()
    port.shows(stepped_out={Seat(2)} if has_left else set())
    seat_is_kept = "The seat is kept: the game goes on when Chi is back."
    absent = f"Chi left 40 s ago. {seat_is_kept}"
    if not has_left:
        absent = f"No connection to Chi for 40 s. {seat_is_kept}"
    scene = hanabi_scene(port, lambda: now[0])
    shown: list[str] = []

    async def play(screen: Terminal) -> None:
        await screen.type("?", "<esc>")
        for now[0], sentence in ((0.0, "Done."), (6.0, "Done."), (6.0, "Not that.")):
            scene.notify(sentence, "")
            screen.stage.refresh()
            shown.append(" ".join((await screen.type()).split()))

    at_terminal(scene, (100, 30), play)
    assert [absent in each for each in shown] == [False, True, True]
    assert ["Done." in each for each in shown] == [False, False, False]
    assert "Not that." in shown[2]
    lines = PlainTable(port, asks=False, clock=lambda: now[0])
    now[0] = 0.0
    lines.look()
    now[0] = 6.0
    assert absent in [as_text(line) for line in lines.look().lines]
    assert absent in news_of(lines, "show")


def test_the_help_names_the_keys() -> None:
    assert "agree with those who are here to end the game" in pressed(Waiting(), "?")[0]


def test_seat_lacking_the_last_statements_alone_gets_advice() -> None:
    status = Status(Activity.CLOSING, 90, (Seat(1),), WORDS, True)
    sentence = hint(status, [Seat(1)], PLAYERS)
    assert sentence is not None
    assert '"p2phanabi resume" there brings it here' in sentence
    assert hint(status, [], PLAYERS) is None


def test_awaited_seat_with_another_version_is_shown_as_such() -> None:
    port = Waiting()
    assert "No connection to Chi" in str(who_is_away(port.now))
    port.shows(incompatible={Seat(2): PairingFailure.OTHER_PROTOCOL.reason(version=9, known=2)})
    assert "another version of the protocol" in str(who_is_away(port.now))


def test_lone_player_is_warned_that_others_may_have_ended_it() -> None:
    alone = hint(status(), [Seat(1), Seat(2)], PLAYERS)
    assert alone is not None
    assert "resume --from FILE" in alone
    assert "resume --from FILE" not in str(hint(status(), [Seat(2)], PLAYERS))
