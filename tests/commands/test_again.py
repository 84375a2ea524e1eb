"""Playing again with the same players: the real program, on the full screen and line by line."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2p_hanabi.commands.local_seats.bot_processes import BotProcesses
from p2p_hanabi.commands.play.rematch import invitation_after
from p2p_hanabi.commands.records.audit_sentence import sentence_of, verdict_on
from p2p_hanabi.paths import Home
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.lines.end_lines import completed, wait_for, wait_for_somebody
from protocol.audit.verdict import Player, Report
from protocol.game import Seat
from tests.any_game import RULES
from tests.fakes import seated
from tests.net.builders import identity
from tests.ui.kit.paper import Paper, at_a_pipe
from tests.ui.kit.test_real_program import Tmux, has
from tests.ui.words.languages import speaking


@pytest.fixture
def terminals(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Tmux, Tmux]]:
    pair = Tmux(tmp_path_factory.mktemp("a")), Tmux(tmp_path_factory.mktemp("b"))
    try:
        yield pair
    finally:
        for one in pair:
            one.end()


def lose(ana: Tmux, ben: Tmux, end: str = "Audit:") -> str:
    """Both play their first card, until one mistake loses the game. What Ana sees once `end` is
    there."""
    while True:
        shown = ana.until(
            lambda now: any(each in now for each in ("YOUR TURN", "Ben is to move", end))
        )
        if end in shown:
            return shown
        if "YOUR TURN" in shown:
            ana.type("p", "1")
            ana.until(has("You play card 1"))
            ana.type("Enter")
            ana.until(lambda now: "YOUR TURN" not in now)
        else:
            ben.type("play 1", "Enter")
            ben.until(lambda now: " ".join(now.split()).endswith("[Y/n] >"))
            ben.type("Enter")
            ana.until(lambda now: "Ben is to move" not in now)


def test_two_players_and_a_bot_play_again_without_a_code(terminals: tuple[Tmux, Tmux]) -> None:
    ana, ben = terminals
    loopback = "--interface", "127.0.0.1"
    options = "--option", "first=1", "--option", "red=1"
    ana.start("host", "--seats", "3", "--bots", "1", *loopback, "--name", "Ana", *options)
    invited = ana.until(has("--connect")).split()
    code = invited[invited.index("code") + 2]
    address = invited[invited.index("--connect") + 1].rstrip('".')
    ben.start("join", "--plain", "--connect", address, "--name", "Ben", *loopback)
    ben.until(has("Type the host's room code"))
    ben.type(code, "Enter")
    ana.until(has("Ben: not ready yet, new here", "Wren: ready"))
    begin(ana, ben)
    assert "everything is correct, down to the last card" in lose(ana, ben)
    ben.until(has('"again" to play again'))
    ben.type("again", "Enter")
    ben.until(has("Ana opens the next table, but has not done so yet."))
    ana.until(has("Ben would like to play again."))
    ben.type("say good game!", "Enter")
    ana.until(has("Ben says: good game!"))
    ana.type(":")
    ana.until(has("12. Good game."))
    ana.type(*"thanks")
    ana.until(has("Say: thanks_"))
    ana.type("Enter")
    ben.until(has("Ana says: thanks"))
    ana.type("a", "Right")
    ana.until(has(">again<"))
    ana.type("Enter")
    ben.until(has("Waiting for Ana to open the next table."))
    ana.until(has("can rejoin without the code by choosing to play again."))
    again = ana.until(has("Ben: not ready yet", "Wren: ready"))
    assert "Ben: not ready yet, one game together" in again
    begin(ana, ben)
    ana.type("C-c", "C-c")
    ana.until(has("EXIT 130"))


def test_players_who_ended_a_game_play_again_without_a_code(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """The third player has left, and comes back to the next table."""
    loopback = "--interface", "127.0.0.1"
    ana, ben, chi = [Tmux(tmp_path_factory.mktemp(name)) for name in ("a", "b", "c")]
    try:
        ana.start("host", "--seats", "3", "--plain", *loopback, "--name", "Ana", "--open")
        address = words_after(ana, "--connect")
        for guest, name in ((ben, "Ben"), (chi, "Chi")):
            guest.start("join", "--plain", "--connect", address, "--name", name, *loopback)
            ana.until(has(f"{name} has joined."))
        for one in (ben, chi, ana):
            one.until(has("ready"))
            one.type("ready", "Enter")
        for one in (ana, ben, chi):
            one.until(has("cards are left in the pile."))
        chi.type("C-c", "C-c")
        for one in (ana, ben):
            one.until(has("Chi"))
            one.type("stop", "Enter")
            one.until(has("agree"))
            one.type("agree", "Enter")
        for one in (ana, ben):
            one.until(has("agreed to end the game.", "Points so far: 0 of 25."))
            one.until(has('"again" to play again'))
            one.type("again", "Enter")
        ana.until(has("Ben has joined."))
        chi.until(has("EXIT 130"))
    finally:
        for one in (ana, ben, chi):
            one.end()


def test_leaving_a_review_promises_no_way_back(
    terminals: tuple[Tmux, Tmux], short_game: Path
) -> None:
    ana, ben = terminals
    loopback = "--interface", "127.0.0.1"
    ana.start("review", str(short_game), "--open", *loopback, "--name", "Ana")
    address = words_after(ana, "--connect")
    ben.start("join", "--connect", address, "--name", "Ben", *loopback)
    ana.until(has("Ben: not ready yet"))
    for one in (ben, ana):
        one.until(has("ready"))
        one.type("r")
        one.until(has("The game is shown when everybody is."))
        one.type("Enter")
    for one in (ben, ana):
        one.until(has("lead"))
        one.type("q")
        one.until(has("You have left the review.", "EXIT 0"))
    assert "resume" not in ana.until(has("EXIT 0"))


def words_after(one: Tmux, option: str) -> str:
    invited = one.until(has(option)).split()
    return invited[invited.index(option) + 1].rstrip('".')


def begin(ana: Tmux, ben: Tmux) -> None:
    """Ben is warned of the bot, which plays on Ana's computer."""
    ben.type("ready", "Enter")
    ben.until(has("To play anyway"))
    ben.type("ready", "Enter")
    ana.until(has("Ben: ready"))
    ana.type("r")
    ana.until(has("Are you ready?"))
    ana.type("Enter")
    ana.until(has("YOUR TURN"))


def test_the_next_table_is_known_from_the_transcript_of_the_last() -> None:
    table, _, _ = seated(RULES["hanabi"], 2)
    invitation = invitation_after(table, b"first round")
    assert invitation == invitation_after(table, b"first round")
    assert (len(invitation.table), len(invitation.room_code)) == (16, 3)
    others = (
        invitation_after(table, b"another"),
        invitation_after(seated(RULES["hanabi"], 3)[0], b""),
    )
    assert not {invitation.table, invitation.room_code} & {
        part for one in others for part in (one.table, one.room_code)
    }


def test_a_host_counts_its_own_bots_at_a_table(tmp_path: Path) -> None:
    table, _, mes = seated(RULES["hanabi"], 3)
    Home(tmp_path / "bots" / "Wren").player("Wren", lambda: mes[1].identity.seed)
    Home(tmp_path / "bots" / "Robin").player("Robin", lambda: identity("Robin").seed)
    assert BotProcesses(Home(tmp_path), None).seated_at(table) == 1


def test_the_word_is_completed_in_the_language_first() -> None:
    with speaking("fr"):
        found = [completed(line, "again") for line in ("", "en", "ag", "x")]
    assert found == [["encore"], ["encore"], ["again"], []]


def test_waiting_for_the_host_offers_only_leaving() -> None:
    talk = wait_for_somebody("Waiting.")
    assert len(talk.look().lines) == 2
    assert talk.look().lines == ()
    assert talk.complete("q") == ["quit"]
    assert talk.typed(" ") == []
    assert "is not a command" in as_text(talk.typed("play 1")[0])
    assert not talk.is_over
    talk.typed("q")
    assert not talk.is_over
    talk.typed("quit")
    assert talk.is_over


def test_waiting_for_the_host_ends_with_the_input() -> None:
    lines = asyncio.run(at_a_pipe(lambda console: wait_for("Waiting.", console), Paper()))
    assert lines[0] == "Waiting."
    assert lines[-1] == "End of input."


def test_unreadable_or_false_transcript_is_reported_bad(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"not a transcript")
    assert as_text(verdict_on(tmp_path / "file")).startswith("Audit: the transcript is NOT")
    assert "no such file" in as_text(verdict_on(tmp_path / "nothing"))


def test_verdict_reports_what_was_checked_and_what_was_not() -> None:
    report = Report(finished=True, proofs=Counter({"moves": 40, "cards recomputed": 50}))
    whole = "Audit: everything is correct, down to the last card (90 proofs checked)."
    assert as_text(sentence_of(report)) == whole
    report.proofs = Counter({"moves": 1})
    hidden = "Audit: everything that can be checked is correct (1 proof checked)."
    assert as_text(sentence_of(report)) == hidden
    report.finished = False
    assert "but the game is unfinished" in as_text(sentence_of(report))
    report.players = (Player(Seat(0), "Ana", ""), Player(Seat(1), "Ben", ""))
    report.named = Seat(1)
    assert "shows that Ben ended the game" in as_text(sentence_of(report))
