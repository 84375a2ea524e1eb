"""What the games show on a page, and offer there: whole games, at every moment and every seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from typing import Any

import pytest

from p2p_hanabi.registry import OPTIONS
from p2p_hanabi.ui.kit import card_edition, i18n
from p2p_hanabi.ui.table.areas import Area, Words
from p2p_hanabi.ui.table.game_page import Looking
from p2p_hanabi.ui.table.table_players import Players
from p2p_hanabi.ui.web.live_page import OfferedMove, Page, PageKind
from p2p_hanabi.ui.web.wire import snapshot
from protocol.errors import BadOptions
from protocol.game import Card, Face, Options, Seat
from tests.any_game import BOTS, PAGES, RULES, SCREENS
from tests.builders import Step, at_random, beacon, dice, walk
from tests.fakes import NAMES

DRAWN = {game: RULES[game] for game in RULES if PAGES[game].art is not None}
"""Games whose cards are drawn; of the others lines are shown."""
MOMENTS = 20
"""Of a game, at which it is told again with other faces."""


@dataclass(frozen=True)
class PlayedTable:
    """A table of a game, and what was played there: sensibly, but now and then at random."""

    game: str
    options: Options
    seats: int
    folly: float = 0.2

    def __str__(self) -> str:
        chosen = "".join(f" {key}={value!s}" for key, value in self.options.items())
        return f"{self.game} {self.seats}{chosen}"

    @cached_property
    def steps(self) -> Sequence[Step]:
        return list(walk(*self._table, choose=self._choose))

    @cached_property
    def moves(self) -> list[Any]:
        return []

    def view(self, step: Step, seat: int) -> Any:
        return RULES[self.game].view(step.state, Seat(seat), step.known[seat])

    def views(self) -> Iterator[Any]:
        for step in self.steps:
            yield from (self.view(step, seat) for seat in range(self.seats))

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
            log=tuple(Words(event.told) for event in screen.events(view, players)),
        )
        return snapshot(1, page)

    def again(self, faces: dict[Card, Face], until: int) -> Step:
        """The step to which the same moves lead, if these were the cards in the piles."""
        piles, moves = iter(faces.values()), iter(self.moves)
        steps = walk(
            *self._table,
            choose=lambda _: next(moves),
            shuffle=lambda listed: list(islice(piles, len(listed))),
        )
        return next(islice(steps, until, None))

    @property
    def _table(self) -> tuple[Any, Options, int, int]:
        return RULES[self.game], self.options, self.seats, self.seats

    @cached_property
    def _random(self) -> tuple[Any, Any]:
        return at_random(self.seats), dice("players", self.seats)

    def _choose(self, view: Any) -> Any:
        random, source = self._random
        move = random(view) if source.random() < self.folly else BOTS[self.game](view)
        self.moves.append(move)
        return move

    def _players(self, view: Any) -> Players:
        return Players(view.seat, NAMES[: self.seats])


def usual() -> Iterator[PlayedTable]:
    """Every game with every number of players."""
    for game, rules in DRAWN.items():
        yield from (PlayedTable(game, {}, seats) for seats in rules.seats)


def tables() -> Iterator[PlayedTable]:
    """These, and every game with every value of each of its options."""
    yield from usual()
    for game in DRAWN:
        for option in OPTIONS[game]:
            for value in option.allowed:
                table = {option.key: value}
                seats = (n for n in reversed(RULES[game].seats) if is_played(game, table, n))
                yield PlayedTable(game, table, next(seats), folly=0.5)


def is_played(game: str, options: Options, seats: int) -> bool:
    try:
        RULES[game].start(options, seats, beacon(0))
    except BadOptions:
        return False
    return True


every_table = pytest.mark.parametrize("table", [*tables()], ids=str)
every_number = pytest.mark.parametrize("table", [*usual()], ids=str)


@every_table
def test_every_legal_move_is_offered_once_and_found_by_cards_that_are_shown(
    table: PlayedTable,
) -> None:
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


@every_number
def test_every_area_has_a_key_and_ones_own_hand_comes_last(table: PlayedTable) -> None:
    for view in table.views():
        areas = table.areas(view)
        keys = [area.key for area in areas]
        assert all(keys)
        assert len(set(keys)) == len(keys)
        assert [area for area in areas if area.is_own] == [areas[-1]]
        assert any(area.is_turn for area in areas) == (view.actor is not None)


@every_number
def test_a_card_that_its_player_has_not_seen_is_a_back(table: PlayedTable) -> None:
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


@every_number
def test_no_byte_of_a_page_depends_on_a_face_that_its_player_has_not_seen(
    table: PlayedTable,
) -> None:
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


def other_faces(table: PlayedTable, step: Step, seat: int) -> dict[Card, Face]:
    """Each unseen card is what the next unseen one of its pile was."""
    faces = dict(step.faces)
    sizes = sorted({len(each.faces) for each in table.steps})
    for first, after in pairwise(sizes):
        pile = range(first, after)
        unseen = [Card(n) for n in pile if n in faces and n not in step.known[seat]]
        faces |= {card: step.faces[unseen[n - 1]] for n, card in enumerate(unseen)}
    return faces


@every_number
@pytest.mark.parametrize("language", [each for each in i18n.LANGUAGES if each != "en"])
def test_what_is_offered_is_said_in_the_language_of_the_player(
    table: PlayedTable, language: str, request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(lambda: i18n.choose("en"))
    english = set(words_of(table))
    i18n.choose(language)
    own = set(words_of(table))
    assert {words for words in english & own if not words.isdigit()} <= {"", "Koi-Koi", "Shobu"}


def words_of(table: PlayedTable) -> Iterator[str]:
    for view in table.views():
        yield from (offer.words for offer in table.offers(view))
        yield from (area.title for area in table.areas(view) if area.title not in NAMES)


def test_the_fifth_colour_of_hanabi_is_painted_black_in_the_box_of_2010(
    request: pytest.FixtureRequest,
) -> None:
    request.addfinalizer(lambda: card_edition.choose(None))
    table = PlayedTable("hanabi", {}, 3)
    painted = set(drawings(table))
    card_edition.choose("2010")
    assert set(drawings(table)) == painted - {"white"} | {"black"}


def drawings(table: PlayedTable) -> Iterator[str]:
    for view in table.views():
        for area in table.areas(view):
            for card in area.cards:
                yield from card.front.art if card.front else ()
