"""Several players look at one game: what each screen shows, and what it passes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from p2p_hanabi.commands.records.branches import shown_replay
from p2p_hanabi.registry import LINE_INPUTS, PAGES, REPLAY_BOARDS
from p2p_hanabi.review.review_messages import MAX_NOTES, Lead, MemberState, packed
from p2p_hanabi.review.review_room import Arrived, Own, ReviewRoom, ShowNotes
from p2p_hanabi.review.shared_place import SharedLine, SharedPlace
from p2p_hanabi.ui.drawing.canvas import Size
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.drawing.theme import theme_of
from p2p_hanabi.ui.kit import scenes
from p2p_hanabi.ui.lines.replay_lines import ReplayLines
from p2p_hanabi.ui.model.game.game_page import NamedPage
from p2p_hanabi.ui.model.replay_actions import (
    Follow,
    InReplay,
    JumpTo,
    LookThrough,
    PlayInLine,
    PointTo,
    ReplayAction,
    StepBy,
)
from p2p_hanabi.ui.model.replies import Explains, Opens
from p2p_hanabi.ui.model.shown_replay import ShownReplay
from p2p_hanabi.ui.replay.recording import Spectator
from p2p_hanabi.ui.terminal.replay_scene import ReplayScene
from p2p_hanabi.ui.web.live_page import Look, Page, PlayMove, Press
from p2p_hanabi.ui.web.replay_live import ReplayPage
from protocol.game import Card, Seat
from tests.any_game import bare
from tests.commands.played import in_memory
from tests.fakes import NAMES
from tests.review.company import Company

SEATS = {"hanabi": 3, "ikebana": 3, "koikoi": 2}
ANA, BEN, CHI = map(Seat, range(3))


class Port:
    """Implements `ReviewPort` for one of a company in memory."""

    def __init__(self, company: Company, seat: Seat, notes: Mapping[Card, str]) -> None:
        self.names = NAMES[: len(company.rooms)]
        self.notes = notes
        self._company = company
        self._seat = seat

    @property
    def room(self) -> ReviewRoom:
        return self._company.rooms[self._seat]

    def do(self, own: Own) -> None:
        self._company.do(self._seat, own)


class Circle:
    """All players of a game, each with a replay of it."""

    def __init__(self, game: str = "hanabi", notes: Mapping[Card, str] = {}) -> None:
        self.game = game
        self.company = Company(SEATS[game])
        self.company.link_all()
        self.replays = [self._replay(Seat(seat), notes) for seat in range(SEATS[game])]
        self.settle()

    def _replay(self, seat: Seat, notes: Mapping[Card, str]) -> ShownReplay[Any, Any]:
        port = Port(self.company, seat, notes)
        played = in_memory(self.game, SEATS[self.game])
        replay = bare(shown_replay(played, Spectator.EVERYTHING, port))
        self.company.settle()
        assert isinstance(replay, ShownReplay)
        return replay

    def do(self, seat: Seat, *actions: InReplay[Any]) -> str:
        sentence = ""
        for action in actions:
            match self.replays[seat].do(action):
                case Explains(lines) | Opens(_, lines):
                    sentence = "\n".join(map(as_text, lines))
            self.settle()
        return sentence

    def settle(self) -> None:
        self.company.settle()
        for replay in self.replays:
            replay.look()

    @property
    def places(self) -> list[SharedPlace]:
        return [replay.place for replay in self.replays]

    def status(self, seat: Seat) -> str:
        together = self.replays[seat].together
        assert together is not None
        return together.status()

    def read(self, seat: Seat) -> str:
        return "\n".join(map(as_text, self.replays[seat].company()))


@pytest.mark.parametrize("game", SEATS)
def test_all_see_the_leaders_turn_eyes_and_line(game: str) -> None:
    circle = Circle(game)
    circle.do(ANA, StepBy(1), StepBy(1), LookThrough(BEN))
    assert circle.places == [SharedPlace(2, BEN)] * SEATS[game]
    circle.do(ANA, ReplayAction.WHAT_IF, LookThrough(Follow.MOVER))
    for _turn in range(3):
        circle.do(ANA, PlayInLine(circle.replays[ANA].view.moves[-1]))
    assert len(set(circle.places)) == 1
    line = circle.replays[BEN].line
    assert line is not None
    assert line.has_moves
    circle.do(ANA, ReplayAction.BOTS, JumpTo(9), ReplayAction.TAKE_BACK, ReplayAction.TAKE_BACK)
    assert len(set(circle.places)) == 1
    circle.do(ANA, ReplayAction.WHAT_IF)
    assert not any(replay.is_line for replay in circle.replays)


def test_a_follower_drops_a_line_of_others_unasked() -> None:
    circle = Circle()
    circle.do(ANA, ReplayAction.WHAT_IF, ReplayAction.BOTS)
    for seat, is_asked in ((BEN, False), (ANA, True)):
        circle.do(seat, ReplayAction.CLOSE)
        assert circle.replays[seat].is_over is not is_asked
    assert not circle.replays[CHI].is_over


def test_a_line_is_not_played_again_for_each_step() -> None:
    circle = Circle()
    circle.do(ANA, JumpTo(4), ReplayAction.WHAT_IF, ReplayAction.BOTS)
    before = circle.replays[BEN].recording
    circle.do(ANA, StepBy(1), StepBy(5), JumpTo(6))
    assert circle.replays[BEN].at == 6
    assert circle.replays[BEN].recording is before


def test_a_player_who_steps_alone_is_not_pulled() -> None:
    circle = Circle()
    circle.do(BEN, JumpTo(7))
    circle.do(ANA, JumpTo(20))
    assert [place.at for place in circle.places] == [20, 7, 20]
    assert circle.status(BEN) == "You step alone; Ana leads the others."
    circle.do(BEN, ReplayAction.FOLLOW)
    assert [place.at for place in circle.places] == [20, 20, 20]
    assert circle.status(BEN) == "Ana leads."
    circle.do(ANA, StepBy(1))
    assert circle.replays[BEN].at == 21


def test_the_lead_is_asked_for_and_passed_on() -> None:
    circle = Circle()
    assert circle.status(ANA) == "You lead Ben and Chi."
    assert circle.do(ANA, ReplayAction.LEAD) == "You lead already, and nobody else asks for it."
    circle.do(CHI, JumpTo(15))
    assert circle.do(CHI, ReplayAction.LEAD) == ""
    assert circle.read(CHI) == "You have asked Ana for the lead."
    assert circle.do(CHI, ReplayAction.LEAD) == "You ask for the lead no longer."
    assert circle.read(CHI) == circle.read(ANA) == ""
    circle.do(CHI, ReplayAction.LEAD)
    assert circle.read(ANA) == circle.read(BEN) == "Chi would like to lead."
    assert circle.do(ANA, ReplayAction.LEAD) == "Chi leads now."
    circle.settle()
    assert [place.at for place in circle.places] == [15, 15, 15]
    assert circle.status(CHI) == "You lead Ana and Ben."


def test_all_read_who_waits_for_the_lead_in_order() -> None:
    circle = Circle()
    circle.do(CHI, ReplayAction.LEAD)
    circle.do(BEN, ReplayAction.LEAD)
    assert circle.read(ANA) == "Chi and Ben would like to lead, in this order."
    assert circle.read(BEN) == "You wait for the lead; before you: Chi."
    assert circle.read(CHI).split("\n") == [
        "You have asked Ana for the lead.",
        "Ben would like to lead.",
    ]
    assert "stop asking" in shown(scene_of(circle, CHI))
    page = ReplayPage(circle.replays[CHI], NamedPage("hanabi", PAGES["hanabi"])).page()
    assert "Ask for the lead no longer" in [button.words for button in page.buttons]
    assert circle.do(ANA, ReplayAction.LEAD) == "Chi leads now."
    assert circle.read(BEN) == "You have asked Chi for the lead."


def test_all_read_that_a_leader_is_lost_and_who_leads_now() -> None:
    circle = Circle()
    ben, chi = scene_of(circle, BEN), ReplayLines(circle.replays[CHI])
    page = ReplayPage(circle.replays[CHI], NamedPage("hanabi", PAGES["hanabi"]))
    chi.look()
    for other in (BEN, CHI):
        circle.company.cut(ANA, other)
    deliver(circle)
    assert "Ana is lost. You lead now." in shown(ben)
    assert [as_text(line) for line in chi.look().lines] == ["Ana is lost. Ben leads now."]
    page.look()
    assert "Ana is lost. Ben leads now." in [line.text for line in page.page().lines]
    circle.settle()  # and the time goes by
    assert "is lost" not in shown(ben)
    assert chi.look().lines == ()
    circle.replays[BEN].do(ReplayAction.CLOSE)
    deliver(circle)
    assert [as_text(line) for line in chi.look().lines] == ["Ben has left. You lead now."]


def test_all_read_that_a_follower_is_lost() -> None:
    circle = Circle()
    circle.replays[BEN].do(ReplayAction.CLOSE)
    circle.company.cut(ANA, CHI)
    deliver(circle)
    assert circle.read(ANA) == "Chi is lost. Ben has left."


def test_a_leader_who_leaves_or_is_lost_is_followed_by_another() -> None:
    circle = Circle()
    circle.do(ANA, JumpTo(12))
    circle.do(ANA, ReplayAction.CLOSE)
    assert circle.status(BEN) == "You lead Chi."
    circle.company.cut(BEN, CHI)
    circle.settle()
    assert circle.status(CHI) == "You lead; nobody else is here yet."
    circle.do(CHI, StepBy(1))
    assert circle.replays[CHI].at == 13


def test_pointers_say_who_points_at_what() -> None:
    circle = Circle()
    card, place = circle.replays[BEN].cards[0]
    circle.do(BEN, PointTo(card))  # and the time goes by
    assert circle.read(ANA) == ""
    circle.replays[BEN].do(PointTo(card))
    deliver(circle)
    assert circle.read(ANA) == circle.read(CHI) == f"Ben points at: {place}"
    assert circle.do(BEN, PointTo(Card(999))) == "This card is not to be seen here."


def test_notes_are_shown_by_their_owners_choice() -> None:
    circle = Circle(notes={Card(0): "red, I think"})
    assert circle.do(CHI, ReplayAction.NOTES) == "Nobody shows any notes."
    assert circle.do(BEN, ReplayAction.SHARE_NOTES) == "All can read your notes now."
    assert "Ben, " in (notes := circle.do(CHI, ReplayAction.NOTES))
    assert "red, I think" in notes
    assert circle.do(BEN, ReplayAction.SHARE_NOTES) == "Your notes are yours alone again."
    assert circle.do(CHI, ReplayAction.NOTES) == "Nobody shows any notes."
    assert "no notes" in Circle().do(BEN, ReplayAction.SHARE_NOTES)
    assert MAX_NOTES >= 50  # more than a player writes


def test_shown_notes_are_news_on_the_screens_of_the_others() -> None:
    circle = Circle(notes={Card(0): "red"})
    scenes, lines = (scene_of(circle, ANA), scene_of(circle, BEN)), ReplayLines(circle.replays[CHI])
    lines.look()
    scenes[1].press("S")
    deliver(circle)
    told = "Ben shows their notes to all."
    assert told in shown(scenes[0])
    assert told not in shown(scenes[1])
    assert told in "\n".join(map(as_text, lines.look().lines))
    assert lines.look().lines == ()
    page = ReplayPage(circle.replays[ANA], NamedPage("hanabi", PAGES["hanabi"])).page()
    assert told in [line.text for line in page.lines]
    circle.replays[CHI].do(ReplayAction.SHARE_NOTES)
    deliver(circle)
    assert circle.read(ANA) == "Ben and Chi show their notes to all."
    scenes[1].press("S")
    deliver(circle)
    told = "Ben shows their notes no longer."
    assert told in shown(scenes[0])
    assert told not in shown(scenes[1])
    assert circle.read(ANA) == f"Chi shows their notes to all.\n{told}"
    circle.settle()  # and the time goes by
    assert told not in shown(scenes[0])


def test_the_list_of_notes_names_the_owner_of_a_card_once() -> None:
    circle = Circle()
    card, other = (
        next(card for card, place in circle.replays[BEN].cards if place == f"{name}, card 4")
        for name in ("Ben", "Chi")
    )
    circle.company.do(BEN, ShowNotes(((card, "red"), (other, "keep"))))
    circle.settle()
    for seat in (ANA, BEN):
        _title, *rows = circle.do(seat, ReplayAction.NOTES).split("\n")
        assert rows == ["Ben, card 4: red", "Ben, Chi, card 4: keep"]


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        (SharedPlace(5000), "is not in this game"),
        (SharedPlace(1, Seat(7)), "is not in this game"),
        (SharedPlace(3, line=SharedLine(2, ((77, 88, 99),))), "does not fit this game"),
        (SharedPlace(3, line=SharedLine(5000, ((1, 1),))), "does not fit this game"),
        (SharedPlace(5001, line=SharedLine(5000, ((1, 1),))), "does not fit this game"),
    ],
)
def test_a_place_that_does_not_fit_changes_nothing(place: SharedPlace, sentence: str) -> None:
    circle = Circle()
    circle.do(ANA, JumpTo(3))
    data = packed(MemberState(True, 0, (), Lead(1, ANA, 99, place)))
    circle.company.do(BEN, Arrived(ANA, data))
    before = circle.replays[BEN].place
    circle.replays[BEN].look()
    assert sentence in circle.read(BEN)
    assert circle.replays[BEN].place == before
    circle.do(ANA, JumpTo(4))


def scene_of(circle: Circle, seat: Seat) -> ReplayScene[Any, Any]:
    game = circle.game
    return ReplayScene(circle.replays[seat], bare(REPLAY_BOARDS[game]), bare(LINE_INPUTS[game]))


def shown(scene: ReplayScene[Any, Any]) -> str:
    scene.look()
    return "\n".join(map(as_text, scene.paint(Size(100, 30), theme_of({}, "utf-8")).lines))


def deliver(circle: Circle) -> None:
    """Deliver all at once, so that no pointer is gone meanwhile."""
    while any(circle.company.queues.values()):
        for one, other in list(circle.company.queues):
            circle.company.deliver(one, other)


def test_a_new_lead_is_said_until_its_leader_moves() -> None:
    circle = Circle()
    ana, ben = scene_of(circle, ANA), scene_of(circle, BEN)
    ben.press("L")
    deliver(circle)
    ana.press("L")
    deliver(circle)
    shown(ben)
    assert "Ben leads now." in shown(ana)
    ben.press("right")
    deliver(circle)
    assert "REPLAY 1/" in shown(ana)
    assert "Ben leads now." not in shown(ana)


def test_escape_leaves_no_others_behind() -> None:
    circle = Circle()
    ana, chi = scene_of(circle, ANA), scene_of(circle, CHI)
    ana.press(scenes.ESCAPE)
    assert "Escape does nothing here." in shown(ana)
    for seat in (ANA, BEN):
        scene_of(circle, seat).press("q")
        deliver(circle)
    assert ana.is_over
    assert not chi.is_over
    chi.press(scenes.ESCAPE)  # alone by now
    assert chi.is_over


@pytest.mark.parametrize("game", SEATS)
def test_keys_lead_follow_and_point(game: str) -> None:
    circle = Circle(game)
    ana, ben = scene_of(circle, ANA), scene_of(circle, BEN)
    ana.press("right")
    deliver(circle)
    assert "REPLAY 1/" in shown(ben)
    assert "Ana leads." in shown(ben)
    ben.press("right")
    assert "You step alone" in shown(ben)
    ben.press("C")
    ana.press(".")
    deliver(circle)
    assert "Ana points at: " in shown(ben)
    assert "REPLAY 1/" in shown(ben)
    ben.press("L")
    assert "You have asked Ana for the lead." in shown(ben)
    deliver(circle)
    ana.press("L")
    assert "Ben leads now." in shown(ana)
    deliver(circle)
    assert "You have asked Ana for the lead." not in shown(ben)
    ben.press("?")
    assert "TOGETHER" in shown(ben)


def test_the_first_card_that_is_pointed_at_is_in_a_hand() -> None:
    circle = Circle()
    ana, ben = scene_of(circle, ANA), scene_of(circle, BEN)
    ana.press("right")
    ana.press(".")
    deliver(circle)
    assert "Ana points at: Ana, card 1" in shown(ben)  # not at the fireworks


def test_a_narrow_terminal_says_who_leads_too() -> None:
    circle = Circle()
    circle.do(ANA, ReplayAction.WHAT_IF)
    scene = scene_of(circle, ANA)
    for columns, begins in ((100, "WHAT IF 0/"), (50, "You lead Ben and Chi.  WHAT IF 0/")):
        [headline, *_rows] = scene.paint(Size(columns, 30), theme_of({}, "utf-8")).lines
        assert as_text(headline).startswith(begins)
        assert "You lead Ben and Chi." in as_text(headline)


def clicks(scene: ReplayScene[Any, Any], size: Size) -> set[str]:
    """What clicks on cards send."""
    zones = scene.paint(size, theme_of({}, "utf-8")).zones
    return {zone.pressed for zone in zones if zone.pressed.startswith("point ")}


@pytest.mark.parametrize("game", SEATS)
def test_every_clicked_card_is_pointed_at(game: str) -> None:
    circle = Circle(game)
    scene = scene_of(circle, ANA)
    scene.press("pagedown")
    before, places = circle.replays[ANA].eyes, dict(circle.replays[ANA].cards)
    found = clicks(scene, Size(120, 40))
    assert found
    for key in sorted(found)[:3]:  # more at once would be too many
        scene.press(key)
        assert f"Ana points at: {places[Card(int(key.split()[1]))]}" in circle.read(ANA)
    assert circle.replays[ANA].eyes == before
    circle.do(ANA, ReplayAction.WHAT_IF)
    assert not clicks(scene, Size(120, 40))


def test_a_clicked_name_shows_what_its_player_saw() -> None:
    circle = Circle()
    scene = scene_of(circle, ANA)
    scene.press("seat 2")
    assert circle.replays[ANA].eyes == BEN


def mains(page: Page) -> list[str]:
    return [button.words for button in page.buttons if button.is_main]


@pytest.mark.parametrize("game", SEATS)
def test_a_page_leads_follows_and_points(game: str) -> None:
    circle = Circle(game)
    ana, ben = (
        ReplayPage(circle.replays[seat], NamedPage(game, PAGES[game])) for seat in (ANA, BEN)
    )
    circle.do(ANA, JumpTo(2))
    ben.look()
    page = ben.page()
    assert page.steps is not None
    assert page.steps.at == 2
    assert page.heading.endswith("Ana leads.")
    point = next(move for move in ana.page().moves if move.name.startswith("point "))
    ana.do(PlayMove(point.name))
    deliver(circle)
    page = ben.page()
    marked = [card for area in page.areas for card in area.cards if card.mark == "Ana"]
    assert [card.card for card in marked] == list(point.cards)
    assert any("Ana points at: " in line.text for line in page.lines)
    ben.do(Press("lead"))
    assert any("You have asked Ana" in line.text for line in ben.page().lines)
    circle.settle()
    assert mains(ana.page()) == ["Pass the lead on"]
    ana.do(Press("lead"))
    circle.company.settle()
    ben.look()
    assert not any(line.text for line in ben.page().messages)
    assert mains(ana.page()) == mains(ben.page()) == []
    ana.do(Look(7))
    assert mains(ana.page()) == ["Back to the others"]


def test_lines_follow_and_point() -> None:
    circle = Circle()
    ana, ben = ReplayLines(circle.replays[ANA]), ReplayLines(circle.replays[BEN])
    assert "You lead Ben and Chi." in "\n".join(map(as_text, ana.look().lines))
    ben.look()
    ana.typed("go 5")
    deliver(circle)
    assert "REPLAY 5/" in "\n".join(map(as_text, ben.look().lines))
    assert ben.look().lines == ()
    rows = ana.typed("point")
    assert as_text(rows[0]).startswith("1. ")
    ana.typed("point 1")
    deliver(circle)
    assert "Ana points at: " in "\n".join(map(as_text, ben.look().lines))
    assert "You step alone" in "\n".join(map(as_text, [*ben.typed("next"), *ben.look().lines]))
    assert "Ana leads." in "\n".join(map(as_text, ben.typed("follow")))
    assert "TOGETHER" in "\n".join(map(as_text, ben.typed("help")))


@pytest.mark.parametrize("game", SEATS)
def test_lines_tell_no_viewer_that_it_is_their_turn(game: str) -> None:
    circle = Circle(game)
    ana = ReplayLines(circle.replays[ANA])
    printed = [as_text(line) for at in range(8) for line in ana.typed(f"go {at}")]
    assert any("REPLAY 7/" in line for line in printed)
    assert not any("Your turn" in line or "your turn" in line for line in printed)


def test_one_alone_has_no_company() -> None:
    played = in_memory("hanabi", 3)
    replay = bare(shown_replay(replace(played), Spectator.EVERYTHING))
    assert isinstance(replay, ShownReplay)
    for action in (ReplayAction.FOLLOW, ReplayAction.LEAD, PointTo(Card(0))):
        reply = replay.do(action)
        assert isinstance(reply, Explains)
        assert as_text(reply.lines[0]) == "You look at this game alone."
    assert replay.company() == []
