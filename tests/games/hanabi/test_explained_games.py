"""What is said about hints and moves in whole games of bots and beginners, compared with facts.

Facts come from the rules' view alone: the faces that hints and counting leave possible. After each
hint, its explanation must agree with them for every card, and with what the bot does next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from p2p_hanabi.commands.records.playback import Playback, of_record
from p2p_hanabi.games.hanabi.bot.explained import decide
from p2p_hanabi.games.hanabi.bot.understood import last_meaning
from p2p_hanabi.games.hanabi.meanings import Sense, Use
from p2p_hanabi.games.hanabi.moves import Discard, Move, Play
from p2p_hanabi.games.hanabi.state import Hinted
from p2p_hanabi.games.hanabi.ui.screen import SCREEN
from p2p_hanabi.games.hanabi.view import CardInfo, HanabiView, SeenCard
from p2p_hanabi.games.hanabi.whys import HanabiWhy
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.replay.recording import Spectator
from p2p_hanabi.ui.words import i18n
from protocol.game import Seat
from protocol.reasons import Reason
from tests.any_game import RULES
from tests.beginners import chatterbox, protector
from tests.builders import drive
from tests.commands.played import recorded
from tests.lengths import sampled

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve")
GUESSES = (HanabiWhy.LAST_CHANCE, HanabiWhy.FORCED, HanabiWhy.PLAYED_OUT)
"""Reasons for moves that follow from no hint."""

Chooser = Callable[[HanabiView], Move]
TABLES: tuple[tuple[int, Chooser | None, dict[str, Any]], ...] = (
    (2, None, {}),
    (4, None, {}),
    (3, None, {"red": 1}),
    (2, protector, {}),
    (3, chatterbox, {}),
)
SEEDS = range(1)


def bot(view: HanabiView) -> Move:
    return decide(view).move


@cache
def game(number: int, seed: int) -> Playback:
    seats, partner, options = TABLES[number]

    def choose(view: HanabiView) -> Move:
        return bot(view) if partner is None or view.seat == 0 else partner(view)

    return of_record(recorded("hanabi", seats, options, seed=seed, choose=choose))


def moments(number: int, seed: int) -> Iterator[tuple[int, Any]]:
    """Every moment of a game, as everybody sees it together."""
    played = game(number, seed)
    for moment in range(played.count):
        yield moment, played.view(moment, Spectator.EVERYTHING)


def seen_by(number: int, seed: int, moment: int, seat: int) -> Any:
    return game(number, seed).view(moment, Seat(seat))


def hints(number: int, seed: int) -> Iterator[tuple[int, Any]]:
    """The moments right after a hint."""
    for moment, view in moments(number, seed):
        if view.log and isinstance(view.log[-1], Hinted) and view.outcome is None:
            yield moment, view


def is_fresh(view: HanabiView, seat: int) -> bool:
    """Whether the last hint is to this seat, which is to move and has not moved since."""
    if view.actor != seat or view.outcome is not None:
        return False
    for entry in reversed(view.log):
        if entry.seat == seat:
            return False
        if isinstance(entry, Hinted):
            return entry.move.seat == seat
    return False


def all_games(test: Callable[[int, int], None]) -> Any:
    numbers = pytest.mark.parametrize("number", range(len(TABLES)))
    return numbers(pytest.mark.parametrize("seed", SEEDS)(test))


def fits_by_facts(view: HanabiView, info: CardInfo) -> bool:
    return all(map(view.playable, info.deduced))


def is_dead_by_facts(view: HanabiView, info: CardInfo) -> bool:
    return all(map(view.dead, info.deduced))


def expected(view: HanabiView, info: CardInfo) -> Use | None:
    """What facts alone make certain; None if nothing."""
    if fits_by_facts(view, info):
        return Use.PLAY
    if is_dead_by_facts(view, info):
        return Use.DISCARD
    if all(map(view.critical, info.deduced)):
        return Use.LAST_COPY
    return Use.KNOWN if len(info.deduced) == 1 else None


@sampled(2)
@all_games
def test_meanings_certain_from_facts_are_explained_to_everybody(number: int, seed: int) -> None:
    for moment, everything in hints(number, seed):
        for seat in range(everything.players):
            view = seen_by(number, seed, moment, seat)
            meaning = last_meaning(view)
            assert meaning is not None
            hint = meaning.entry.move
            uses = {each.card: each for each in meaning.uses}
            for info in view.hands[hint.seat]:
                fact, found = expected(view, info), uses.get(info.card)
                if fact in (Use.PLAY, Use.DISCARD) or info.card in hint.touched:
                    assert found is not None
                if fact is not None and found is not None:
                    certain = found.use, found.is_certain
                    by_belief = found.use in (Use.PLAY, Use.DISCARD) and not found.is_certain
                    assert certain == (fact, True) or by_belief
                elif found is not None:
                    assert not found.is_certain


@sampled(2)
@all_games
def test_knowledge_attributed_to_a_player_is_true(number: int, seed: int) -> None:
    for moment, everything in hints(number, seed):
        for seat in range(everything.players):
            meaning = last_meaning(seen_by(number, seed, moment, seat))
            assert meaning is not None
            owner = seen_by(number, seed, moment, meaning.entry.move.seat).hand
            known = {info.card: {*info.deduced} for info in owner}
            for each in meaning.uses:
                assert not each.is_certain or known[each.card] <= {*each.faces}


@sampled(2)
@all_games
def test_bot_does_as_explained(number: int, seed: int) -> None:
    for moment, everything in moments(number, seed):
        seat = everything.actor
        if seat is None or not is_fresh(everything, seat):
            continue
        if TABLES[number][1] is not None and seat != 0:
            continue
        view = seen_by(number, seed, moment, seat)
        meaning, decision = last_meaning(view), decide(view)
        assert meaning is not None
        assert isinstance(decision.why, Reason)
        uses = {each.card: each.use for each in meaning.uses}
        plays = {card for card, use in uses.items() if use is Use.PLAY}
        match decision.move:
            case Play(card=card) if decision.why.code not in GUESSES:
                assert card in plays
            case Discard(card=card):
                is_excused = decision.why.code in (HanabiWhy.ALARM, HanabiWhy.PLAYED_OUT)
                assert is_excused or not plays
                if card in meaning.entry.move.touched and not is_excused:
                    is_cheap = decision.why.code is HanabiWhy.MIN_MISSED
                    assert is_cheap or uses[card] is Use.DISCARD


def page(view: HanabiView, seat: int) -> list[str]:
    lines = SCREEN.topic_page("explain", view, Players(Seat(seat), NAMES[: view.players]))
    return [as_text(line) for line in lines]


@sampled(2)
@all_games
def test_the_page_names_each_card_to_be_played(number: int, seed: int) -> None:
    for moment, everything in moments(number, seed):
        seat = everything.actor
        if seat is None or not is_fresh(everything, seat):
            continue
        view = seen_by(number, seed, moment, seat)
        lines, meaning = page(view, seat), last_meaning(view)
        assert meaning is not None
        for use in meaning.uses:
            slot = next(k for k, info in enumerate(view.hand) if info.card == use.card)
            named = [line for line in lines if f"card {slot + 1}" in line]
            if use.use is Use.PLAY:
                focus = use.card == meaning.card and meaning.sense is Sense.PLAY
                assert named
                assert any("Play it." in line for line in named) or focus
            else:
                assert not any("Play it." in line for line in named)


@pytest.mark.parametrize("language", ["fr", "ro"])
def test_explanation_is_the_same_in_every_language(language: str) -> None:
    for moment, everything in moments(1, 0):
        seat = everything.actor
        if seat is None or not is_fresh(everything, seat):
            continue
        view = seen_by(1, 0, moment, seat)
        english = page(view, seat)
        i18n.choose(language)
        try:
            other = page(view, seat)
        finally:
            i18n.choose("en")
        assert len(english) == len(other)
        assert all(a != b for a, b in zip(english, other, strict=True))


def face_of_fact(view: HanabiView, reason: Reason) -> Any:
    card = reason.named["card"]
    infos = [info for hand in view.hands for info in hand]
    info = next(info for info in infos if info.card == card)
    assert isinstance(info, SeenCard)
    return info.face


def is_untouched(info: CardInfo) -> bool:
    return info.colour is None and info.rank is None


@sampled(2)
@all_games
def test_the_reasons_of_bots_are_true(number: int, seed: int) -> None:
    for moment, everything in moments(number, seed):
        seat = everything.actor
        if seat is None or (TABLES[number][1] is not None and seat != 0):
            continue
        view = seen_by(number, seed, moment, seat)
        decision = decide(view)
        assert isinstance(decision.why, Reason)
        check_reason(view, decision.move, decision.why)


@pytest.mark.parametrize(
    ("seed", "rare"), [(15, HanabiWhy.CHOP_MOVED), (171, HanabiWhy.STOPS_COPY)]
)
def test_rare_reasons_are_true(seed: int, rare: HanabiWhy) -> None:
    codes = set()

    def choose(view: HanabiView) -> Move:
        decision = decide(view)
        assert isinstance(decision.why, Reason)
        check_reason(view, decision.move, decision.why)
        codes.add(decision.why.code)
        return decision.move

    drive(RULES["hanabi"], {}, 3, seed, choose=choose)
    assert rare in codes


def check_reason(view: HanabiView, move: Move, why: Reason) -> None:
    untouched = [info.card for info in view.hand if is_untouched(info)]
    own = {info.card: info for info in view.hand}
    match why.code:
        case HanabiWhy.CERTAIN:
            assert fits_by_facts(view, own[bare_card(move)])
        case HanabiWhy.TOLD | HanabiWhy.OF_USE | HanabiWhy.CALLED | HanabiWhy.LAST_CHANCE:
            assert any(map(view.playable, own[bare_card(move)].deduced))
            assert why.code is not HanabiWhy.LAST_CHANCE or view.turns_left is not None
            assert why.code is not HanabiWhy.OF_USE or bare_card(move) not in untouched
        case HanabiWhy.CHOP:
            assert bare_card(move) == untouched[0]
        case HanabiWhy.CHOP_MOVED:
            assert bare_card(move) in untouched[1:]
        case HanabiWhy.USELESS:
            assert any(map(view.dead, own[bare_card(move)].deduced))
        case HanabiWhy.ALARM:
            assert not view.blue
            assert view.critical(face_of_fact(view, why))
        case HanabiWhy.MAKES_PLAY | HanabiWhy.CALLS | HanabiWhy.STOPS_COPY:
            assert view.playable(face_of_fact(view, why))
        case HanabiWhy.STOPS_PLAY:
            assert not view.playable(face_of_fact(view, why))
        case HanabiWhy.SAVES | HanabiWhy.RESCUES:
            assert view.critical(face_of_fact(view, why))


def bare_card(move: Move) -> Any:
    assert isinstance(move, Play | Discard)
    return move.card
