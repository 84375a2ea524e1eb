"""Whole sentences typed as lines, as if all could read them, end no table and make no move."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2p_hanabi.gathering import Change
from p2p_hanabi.ui.lines.dialogue import PlainTable
from p2p_hanabi.ui.lines.end_lines import PlainEnd
from p2p_hanabi.ui.lines.lobby_lines import PlainLobby
from p2p_hanabi.ui.model.end.ended_table import EndedTable
from p2p_hanabi.ui.model.end.shown_end import ShownEnd
from tests.any_game import SCREENS
from tests.lengths import sampled
from tests.ui.lobby.test_lobby import Gathering, Member
from tests.ui.lobby.test_lobby import Lobby as AtLobby
from tests.ui.words.languages import speaking

from .test_by_mistake import GAMES, SENTENCES, dealt

LANGUAGES = ("en", "fr", "ro")


@sampled(12)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moment", ["setup", "mine", "other", "away"])
@pytest.mark.parametrize("name", GAMES)
def test_a_sentence_typed_at_a_table_ends_nothing(name: str, moment: str, language: str) -> None:
    with speaking(language):
        port = dealt(name, moment).twin()
        table = PlainTable(port, asks=True)
        for sentence in SENTENCES:
            table.typed(sentence)
            ends = port.withdrawn, port.has_stopped, port.called_gone, table.has_left
            assert ends == (False, False, None, False), sentence
            assert port.taken == [], sentence


@sampled(4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_sentence_typed_after_the_game_does_not_leave_or_restart(name: str, language: str) -> None:
    with speaking(language):
        port = dealt(name, "end").twin()
        end = ShownEnd(port)
        end.come(EndedTable(Path("game.p2ph")))
        after = PlainEnd(port, end)
        after.look()
        for sentence in SENTENCES:
            after.typed(sentence)
            assert not after.is_over, sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentence_typed_in_the_lobby_changes_nothing(language: str) -> None:
    with speaking(language):
        away = Member("Chi", is_here=False)
        port = AtLobby(Gathering(members=(Member("Ana"), away), can=frozenset(Change), bots=1))
        lobby = PlainLobby(port, SCREENS, asks=True)
        lobby.look()
        for sentence in SENTENCES:
            lobby.typed(sentence)
            assert (port.ready_answers, port.freed, port.changed_seats) == ([], [], []), sentence
            assert not port.has_left, sentence
