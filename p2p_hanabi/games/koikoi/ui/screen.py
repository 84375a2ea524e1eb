"""Koi-Koi in plain mode: what is typed, asked and shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from p2p_hanabi.ui.drawing.style import Line, as_text
from p2p_hanabi.ui.model.game.game_screen import Misunderstood, UsualScreen
from p2p_hanabi.ui.model.game.rules_page import page
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.words import sentences_shared as sentences
from p2p_hanabi.ui.words.i18n import N_, _, bare
from protocol.game import Card, Face, Options

from .. import TITLE
from ..hanafuda import PRINTS
from ..moves import WORDS, Keep, Koi, Move, Play, Shobu, Show, Take
from ..outcome import EndReason
from ..rules import OPTIONS
from ..state import Exhausted, Played, Seen, Task
from ..view import KoikoiView
from . import painter, rounds, story
from .words import sentences as texts
from .words import sentences_turn as turn
from .words.sentences_rules import HELP, RULES
from .words.words_options import CHOSEN
from .words.words_refusals import REASONS, REFUSALS


class KoikoiScreen(UsualScreen[KoikoiView, Move]):
    """See `game_screen.GameScreen`."""

    title = TITLE
    options = OPTIONS
    option_words = CHOSEN
    unchecked: Sequence[str] = (N_("whether anybody kept a teshi or kuttsuki secret"),)

    move_examples: Mapping[str, str] = {
        N_("play"): "play 3",
        N_("take"): "take 1",
        N_("koi"): "koi",
        N_("shobu"): "shobu",
        N_("declare"): "declare",
        N_("keep"): "keep",
    }
    topics = ("me", "taken", "yaku", "scores")
    refusals = REFUSALS
    reasons = REASONS
    endings: Mapping[Enum, str] = {EndReason.ROUNDS_PLAYED: N_("rounds played")}

    def __init__(self, name: painter.Named = painter.face_name) -> None:
        """Create the screen; `name` names cards in a preview as the screen shows them."""
        self.name = name

    @property
    def on_board(self) -> KoikoiScreen:
        return KoikoiScreen(painter.short_name)

    def help(self, view: KoikoiView | None) -> Sequence[str]:
        return HELP

    def rules_page(self, options: Options) -> Sequence[str]:
        return page(RULES, OPTIONS, options)

    def move(self, word: str, rest: Sequence[str], view: KoikoiView, players: Players) -> Move:
        """Parse a move. Raise `Misunderstood`."""
        match word, rest:
            case (("koi" | "shobu" | "keep"), []) | ("koi", ["koi"]):
                return WORDS[word]
            case "declare", []:
                return _claim(view)
            case "play", [_, *_]:
                wanted = " ".join(rest)
                return Play(_chosen(wanted, view.hand, turn.no_such_card(wanted, len(view.hand))))
            case "take", [_, *_]:
                if view.placing is None:
                    raise Misunderstood(_("There is nothing to choose from."))
                wanted, matches = " ".join(rest), view.matches(view.placing.face)
                wrong = _("{typed} is not one of the cards to choose from.").format(typed=wanted)
                return Take(_chosen(wanted, matches, wrong))
            case (("koi" | "shobu" | "keep" | "declare"), _):
                raise Misunderstood(_('"{word}" takes nothing after it.').format(word=word))
        raise Misunderstood(sentences.usage(self.move_examples[word]))

    def next_words(
        self,
        word: str,
        rest: Sequence[str],
        view: KoikoiView,
        players: Players,
    ) -> Sequence[str]:
        if rest:
            return ()
        if word == "play":
            return [str(n + 1) for n in range(len(view.hand))]
        return ["1", "2"] if word == "take" and view.placing else ()

    def asks(self, move: Move, view: KoikoiView) -> bool:
        """Return whether to ask; never about keeping, which would reveal whether there was a
        choice."""
        return len(view.moves) > 1 and not isinstance(move, Keep)

    def by_itself(self, view: KoikoiView) -> Move | None:
        """Take the first of two identical cards. Everybody sees both, and that there is no real
        choice, so answering automatically reveals nothing."""
        card = painter.alike(view)
        return None if card is None or view.actor != view.seat else Take(card)

    def by_enter(self, view: KoikoiView) -> Move | None:
        """Return the move to declare nothing, if there is nothing to declare."""
        return Keep() if view.moves == (Keep(),) else None

    def awaits(self, view: KoikoiView, players: Players) -> str:
        line = None if view.actor == view.seat else painter.whose_turn(view, players)
        return "" if line is None else as_text(line)

    def calls_for(self, view: KoikoiView) -> object:
        """Return a value that changes once per turn, even if a turn has several moves."""
        others = sum(isinstance(each, Played) and each.seat != view.seat for each in view.log)
        return (view.round, others, view.task is Task.CHECK)

    def account(self, view: KoikoiView, players: Players) -> list[Line]:
        """Return who won each round."""
        return painter.scores(view, players)[:-1]

    def preview(self, move: Move, view: KoikoiView, players: Players) -> str:
        match move:
            case Play(card):
                face = next(seen.face for seen in view.hand if seen.card == card)
                effect = painter.effect(view, face, self.name) or _(
                    "matches nothing and stays on the table"
                )
                return _("You play {card}: it {effect}.").format(
                    card=self.name(face), effect=effect
                )
            case Take(card):
                face = next(seen.face for seen in view.table if seen.card == card)
                return _("You take {card}.").format(card=self.name(face))
            case Show(cards):
                shown = [seen for seen in view.hand if seen.card in cards]
                return _("You show {cards} and score 6.").format(
                    cards=painter.names(shown, self.name)
                )
            case Koi():
                koi = _(
                    "You say koi and do not score {points} now; if the other player wins the "
                    "round, their points count double."
                ).format(points=painter.counted(view))
                if view.rules.exhausted is not Exhausted.DEALER or view.dealer is None:
                    return koi
                return f"{koi} {texts.dealer_would_score(players.other(view.dealer))}"
            case Shobu():
                return _("You say shobu, score {points} and end the round.").format(
                    points=painter.counted(view)
                )
        if len(view.moves) == 1:
            return _("Your hand has nothing to declare. Now the round begins.")
        return _("You declare nothing.")

    def topic_page(self, topic: str, view: KoikoiView, players: Players) -> list[Line]:
        match topic:
            case "me":
                return [*painter.on_the_table(view), *painter.hand(view, players)]
            case "taken":
                return painter.taken(view, players)
            case "yaku":
                return painter.yaku(view, players)
            case "scores":
                return painter.scores(view, players)
        return story.page_of_table(view, players)

    teller = story.KoikoiTeller
    whose_turn = staticmethod(painter.whose_turn)
    score_so_far = staticmethod(painter.scores)
    events = staticmethod(story.events)
    results = staticmethod(rounds.results)
    result = staticmethod(painter.result)


def _claim(view: KoikoiView) -> Move:
    for move in view.moves:
        if isinstance(move, Show):
            return move
    is_in_time = view.task is Task.CHECK
    raise Misunderstood(
        _("There is nothing in your hand to declare.")
        if is_in_time
        else _("You can only declare a hand before the first card is played.")
    )


def _chosen(wanted: str, cards: Sequence[Seen], wrong: str) -> Card:
    """Return a card by its number in the list, from 1, or by its name if that is unambiguous. Raise
    `Misunderstood`."""
    numbered = {str(n): seen.card for n, seen in enumerate(cards, start=1)}
    if wanted in numbered:
        return numbered[wanted]
    named = [(n, seen) for n, seen in enumerate(cards, start=1) if _is_called(seen.face, wanted)]
    names = [(number, painter.face_name(seen.face)) for number, seen in named]
    if not named:
        raise Misunderstood(wrong)
    if len({name for _, name in names}) > 1:
        raise Misunderstood(turn.which_of_yours(wanted, names))
    return named[0][1].card


def _is_called(face: Face, wanted: str) -> bool:
    """Return whether the text begins a card's full name (flower first) or what is printed on it."""
    names = (painter.face_name(face), texts.named(PRINTS[face]))
    return any(bare(name).startswith(bare(wanted)) for name in names)


SCREEN = KoikoiScreen()
