"""What the games show on a page, and offer there: whole games, at every moment and every seat."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from p2p_hanabi.ui.drawing import card_edition
from p2p_hanabi.ui.model.game.areas import Area, Words
from p2p_hanabi.ui.model.game.game_page import Looking
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.web.live_page import OfferedMove, Page, PageKind
from p2p_hanabi.ui.web.wire import snapshot
from p2p_hanabi.ui.words import i18n
from protocol.game import Card, Face
from tests.any_game import PAGES, RULES, SCREENS
from tests.fakes import NAMES
from tests.lengths import mostly_long, sampled
from tests.played_tables import PlayedTable, other_faces, tables, usual

MOMENTS = 20
"""Of a game, at which it is told again with other faces."""


class TableOnPage(PlayedTable):
    """What a page shows of it."""

    def areas(self, view: Any, looking: Looking | None = None) -> Sequence[Area]:
        return PAGES[self.game].areas(view, self._players(view), looking or Looking())

    def offers(self, view: Any) -> Sequence[Any]:
        return PAGES[self.game].offers(view, self._players(view))

    def sent(self, view: Any) -> bytes:
        """The snapshot of a page with all that the game says."""
        screen, players = SCREENS[self.game], self._players(view)
        offers = (
            OfferedMove(
                each.words, screen.preview(each.move, view, players), each.cards, each.marks
            )
            for each in self.offers(view)
        )
        levels = range(max(1, len(PAGES[self.game].levels)))
        areas = (self.areas(view, Looking(level, {Card(1): "mine"})) for level in levels)
        page = Page(
            PageKind.TABLE,
            screen.title,
            areas=tuple(area for shown in areas for area in shown),
            moves=tuple(offers),
            log=tuple(Words(event.sentence) for event in screen.events(view, players)),
        )
        return snapshot(1, page)

    def _players(self, view: Any) -> Players:
        return Players(view.seat, NAMES[: self.seats])


def drawn(all_tables: Iterator[PlayedTable]) -> list[TableOnPage]:
    """Those whose cards are drawn; of other games lines are shown."""
    return [
        TableOnPage(each.game, each.options, each.seats, each.folly)
        for each in all_tables
        if PAGES[each.game].art is not None
    ]


def is_between(table: TableOnPage) -> bool:
    """Whether the game is played by fewer and by more."""
    return table.seats in RULES[table.game].seats[1:-1]


USUAL = sorted(drawn(usual()), key=is_between)
every_table = pytest.mark.parametrize("table", drawn(tables()), ids=str)
every_number = pytest.mark.parametrize(
    "table", mostly_long(USUAL, [*map(is_between, USUAL)].count(False)), ids=str
)


@sampled(10)
@every_table
def test_every_legal_move_is_offered_once_by_visible_cards(table: TableOnPage) -> None:
    for view in table.views():
        offers = table.offers(view)
        assert Counter(offer.move for offer in offers) == Counter(view.moves)
        if offers:
            cards = [card.card for area in table.areas(view) for card in area.cards]
            shown = Counter(card for card in cards if card is not None)
            assert set(shown.values()) <= {1}
            assert all({*offer.cards, *offer.marks} <= set(shown) for offer in offers)
            found = Counter((offer.words, offer.cards) for offer in offers)
            assert set(found.values()) == {1}
            assert all(offer.words for offer in offers)


@sampled(2)
@every_number
def test_every_area_has_a_key_and_ones_own_hand_comes_last(table: TableOnPage) -> None:
    for view in table.views():
        areas = table.areas(view)
        keys = [area.key for area in areas]
        assert all(keys)
        assert len(set(keys)) == len(keys)
        assert [area for area in areas if area.is_own] == [areas[-1]]
        assert any(area.is_turn for area in areas) == (view.actor is not None)


@sampled(2)
@every_number
def test_a_card_that_its_player_has_not_seen_is_a_back(table: TableOnPage) -> None:
    """And each of the others has its own face."""
    names: dict[Face, set[str]] = {}
    for step in table.steps:
        for seat in range(table.seats):
            known = step.known[seat]
            for area in table.areas(table.view(step, seat)):
                for card in area.cards:
                    if card.card is None:
                        continue
                    assert (card.front is not None) == (card.card in known)
                    if card.front is not None:
                        names.setdefault(known[card.card], set()).add(card.front.name)
    assert {len(each) for each in names.values()} == {1}
    assert len(set().union(*names.values())) == len(names) or table.game == "koikoi"


@sampled(3)
@every_number
def test_page_bytes_do_not_depend_on_unseen_faces(table: TableOnPage) -> None:
    """At each of these moments the table is played again, with the unseen faces changed about."""
    changed = 0
    for number in range(0, len(table.steps), max(1, len(table.steps) // MOMENTS)):
        step = table.steps[number]
        for seat in range(table.seats):
            faces = other_faces(table, step, seat)
            twin = table.again({**table.steps[-1].faces, **faces}, number)
            assert twin.faces == faces
            changed += faces != step.faces
            assert table.sent(table.view(twin, seat)) == table.sent(table.view(step, seat))
    assert changed >= MOMENTS


@sampled(3)
@every_number
@pytest.mark.parametrize("language", [each for each in i18n.LANGUAGES if each != "en"])
def test_offers_are_in_the_players_language(
    table: TableOnPage, language: str, request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(lambda: i18n.choose("en"))
    english = in_english(table)
    i18n.choose(language)
    own = set(words_of(table))
    assert {words for words in english & own if not words.isdigit()} <= {"", "Koi-Koi", "Shobu"}


ENGLISH: dict[str, set[str]] = {}
"""Of each table, whichever languages it is compared with."""


def in_english(table: TableOnPage) -> set[str]:
    if str(table) not in ENGLISH:
        ENGLISH[str(table)] = set(words_of(table))
    return ENGLISH[str(table)]


def words_of(table: TableOnPage) -> Iterator[str]:
    for view in table.views():
        yield from (offer.words for offer in table.offers(view))
        yield from (area.title for area in table.areas(view) if area.title not in NAMES)


def test_fifth_colour_of_hanabi_is_black_in_the_2010_cards(request: pytest.FixtureRequest) -> None:
    request.addfinalizer(lambda: card_edition.choose(None))
    table = TableOnPage("hanabi", {}, 3)
    painted = set(drawings(table))
    card_edition.choose("2010")
    assert set(drawings(table)) == painted - {"white"} | {"black"}


@sampled(3)
@pytest.mark.parametrize("table", mostly_long(drawn(tables()), len(USUAL)), ids=str)
def test_every_drawing_that_a_table_names_exists(table: TableOnPage) -> None:
    assert {*drawings(table)} <= drawn_in(table.game)


@cache
def drawn_in(game: str) -> frozenset[str]:
    art = PAGES[game].art
    assert art is not None
    return frozenset(re.findall(r'<symbol id="([^"]+)"', art.read_text("utf-8")))


def drawings(table: TableOnPage) -> Iterator[str]:
    for view in table.views():
        for area in table.areas(view):
            for card in area.cards:
                yield from card.front.art if card.front else ()
