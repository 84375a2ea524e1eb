"""Hanabi in plain mode: what is typed, asked and shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from p2p_hanabi.games.common.firework_cards import rank_of
from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.model.game.game_screen import CONVENTIONS, EXPLAIN, Misunderstood, UsualScreen
from p2p_hanabi.ui.model.game.log_filter import Event
from p2p_hanabi.ui.model.game.rules_page import page
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.game.typed_names import others, player
from p2p_hanabi.ui.model.table import table_painter
from p2p_hanabi.ui.words import sentences_shared as sentences
from p2p_hanabi.ui.words.i18n import _, translated
from protocol.game import Card, Options, Seat

from .. import TITLE
from ..moves import Discard, HintColour, HintRank, Move, Play
from ..rules import OPTIONS
from ..state import Hinted
from ..view import HanabiView, SeenCard
from . import painter as hanabi_painter
from .explanation import explanation
from .knowledge import about_own
from .order import HanabiHands
from .story import HanabiTeller, events, hint_meaning, story
from .words import sentences as texts
from .words import sentences_conventions as say_conventions
from .words.sentences import colour_letters
from .words.sentences_rules import RULES
from .words.words_options import CHOSEN
from .words.words_refusals import REASONS, REFUSALS

RANKS = "12345"


class HanabiScreen(UsualScreen[HanabiView, Move]):
    """See `game_screen.GameScreen`."""

    title = TITLE
    options = OPTIONS
    option_words = CHOSEN

    move_examples: Mapping[str, str] = {
        "play": "play 3",
        "discard": "discard 1",
        "hint": "hint NAME red",
    }
    topics = ("discards", "hands", "me", EXPLAIN, CONVENTIONS)
    refusals = REFUSALS
    reasons = REASONS
    endings = texts.ENDINGS
    ordered = HanabiHands()

    def help(self, view: HanabiView | None) -> Sequence[str]:
        return texts.help_rows(announce=view is not None and view.rules.announce)

    @property
    def conventions(self) -> Sequence[str]:  # type: ignore[override]  # in the language of now
        return translated(say_conventions.CONVENTIONS)

    def is_dealt(self, view: HanabiView) -> bool:
        return any(view.hands) or view.turn > 0

    def rules_page(self, options: Options) -> Sequence[str]:
        return page(RULES, OPTIONS, options)

    def move(self, word: str, rest: Sequence[str], view: HanabiView, players: Players) -> Move:
        """Parse a move. Raise `Misunderstood`."""
        match word, rest:
            case "play", [number]:
                return Play(_own_card(number, view))
            case "play", [number, colour]:
                return Play(_own_card(number, view), _announced(colour, view))
            case "discard", [number]:
                return Discard(_own_card(number, view))
            case "hint", [_, _, *_]:
                return hint(player(" ".join(rest[:-1]), players), rest[-1], view)
        example = self.move_examples[word].replace("NAME", others(players)[0])
        raise Misunderstood(sentences.usage(example))

    def next_words(
        self, word: str, rest: Sequence[str], view: HanabiView, players: Players
    ) -> Sequence[str]:
        colours = texts.colours(view.colours)
        match word, rest:
            case "hint", []:
                return others(players)
            case "hint", _:
                return (*texts.colours(len(view.rules.hintable)), *RANKS)
            case _, []:
                return [str(n + 1) for n in range(len(view.hand))]
            case "play", [_] if view.rules.announce:
                return colours
        return ()

    def preview(self, move: Move, view: HanabiView, players: Players) -> str:
        """Return what the move will tell everybody."""
        match move:
            case HintColour(seat=to) | HintRank(seat=to):
                hand = tuple(info.card for info in view.hands[to])
                meaning = hint_meaning(move, hand, view.rules)
                return _("{to}: {meaning}.").format(to=players.name(to), meaning=meaning)
            case Play(card=card) | Discard(card=card):
                slot, info = next((i, c) for i, c in enumerate(view.hand) if c.card == card)
                known = about_own(info, view, is_played=isinstance(move, Play))
        if isinstance(move, Play):
            return texts.would_play(slot, move.announced, known)
        return _("You discard card {n} ({known}).").format(n=slot + 1, known=known)

    teller = HanabiTeller
    whose_turn = staticmethod(hanabi_painter.whose_turn)
    held_at_the_end = staticmethod(hanabi_painter.held_at_the_end)

    def topic_page(self, topic: str, view: HanabiView, players: Players) -> list[Line]:
        match topic:
            case "discards":
                return [hanabi_painter.fireworks(view), *hanabi_painter.discards(view)]
            case "me":
                return hanabi_painter.hand(view, players, players.me)
            case "hands":
                return hanabi_painter.hands(view, players)
            case _ if topic == EXPLAIN:
                return explanation(view, players)
            case _ if topic == CONVENTIONS:
                return [text(row) for row in self.conventions]
        return table(view, players)

    def explains(self, view: HanabiView) -> bool:
        return any(isinstance(entry, Hinted) for entry in view.log)

    def events(self, view: HanabiView, players: Players) -> Sequence[Event]:
        return list(events(view, players))

    def result(self, view: HanabiView, players: Players) -> list[Line]:
        return hanabi_painter.result(view)

    def score_so_far(self, view: HanabiView, players: Players) -> list[Line]:
        return hanabi_painter.score_so_far(view)

    nothing_left = staticmethod(hanabi_painter.nothing_left)


def table(view: HanabiView, players: Players) -> list[Line]:
    """Return the whole table; whose turn it is comes last, next to the prompt."""
    turn = hanabi_painter.whose_turn(view, players)
    return [
        *hanabi_painter.variants(view),
        hanabi_painter.fireworks(view),
        *hanabi_painter.discards(view),
        *hanabi_painter.hands(view, players),
        *table_painter.last_moves(list(story(view, players))),
        hanabi_painter.tokens(view),
        *([] if turn is None else [turn]),
    ]


def _own_card(number: str, view: HanabiView) -> Card:
    hand = view.hand
    slots = {str(slot + 1): info.card for slot, info in enumerate(hand)}
    if number in slots:
        return slots[number]
    raise Misunderstood(texts.no_such_card(number, len(hand)))


def _announced(typed: str, view: HanabiView) -> int:
    colour = texts.colour_typed(typed, view.colours)
    if colour is None:
        raise Misunderstood(
            _("{typed} is not a colour of this game; the colours are {letters}.").format(
                typed=typed, letters=" ".join(colour_letters()[: view.colours])
            )
        )
    return colour


def hint(to: Seat, what: str, view: HanabiView) -> Move:
    """Return a hint that touches all cards that it is true of (HB19), legal or not. Raise
    `Misunderstood`."""
    seen = [info for info in view.hands[to] if isinstance(info, SeenCard)]
    if what in set(RANKS):
        rank = int(what)
        return HintRank(to, rank, _drawn(c.card for c in seen if rank_of(c.face) == rank))
    colour = texts.colour_typed(what, view.colours)
    if colour is None:
        raise Misunderstood(
            _("{typed} is neither a colour ({letters}) nor a number from 1 to 5.").format(
                typed=what, letters=" ".join(colour_letters()[: len(view.rules.hintable)])
            )
        )
    touched = _drawn(c.card for c in seen if view.rules.is_named(c.face, colour))
    return HintColour(to, colour, touched)


def _drawn(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards in the order that the rules use, not the owner's."""
    return tuple(sorted(cards))


SCREEN = HanabiScreen()
