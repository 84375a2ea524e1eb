"""Koi-Koi on a line interface: what is typed, asked and shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p2p_hanabi.games.koikoi_moves import Keep, Koi, Move, Play, Shobu, Show, Take
from p2p_hanabi.games.koikoi_state import Seen
from p2p_hanabi.games.koikoi_view import KoikoiView
from protocol.game import Card, Face

from . import koikoi_painter as painter
from . import sentences, table_painter
from . import sentences_koikoi as say
from .game_screen import LogTeller, Misunderstood
from .i18n import translated
from .koikoi_story import first, page_of_table, story, told
from .port import Company
from .sentences_koikoi_rules import HELP, RULES
from .style import Line

_WORDS: dict[str, Move] = {"koi": Koi(), "shobu": Shobu(), "keep": Keep()}


class KoikoiScreen:
    """See `game_screen.GameScreen`."""

    moves: Mapping[str, str] = {
        "play": "play 3",
        "take": "take 1",
        "koi": "koi",
        "shobu": "shobu",
        "declare": "declare",
        "keep": "keep",
    }
    topics = ("me", "taken", "yaku", "scores")
    help = HELP
    refusals = say.REFUSALS
    turn_rule = "KK14"
    talk_rule = ""
    ordered = None

    def is_dealt(self, view: KoikoiView) -> bool:
        return bool(view.log)

    def rules(self, view: KoikoiView | None) -> Sequence[str]:  # noqa: ARG002 - one page for all options
        return translated(RULES)

    def move(self, word: str, rest: Sequence[str], view: KoikoiView, company: Company) -> Move:  # noqa: ARG002 - no move names a player
        match word, rest:
            case (("koi" | "shobu" | "keep"), []):
                return _WORDS[word]
            case "declare", []:
                return _claim(view)
            case "play", [number]:
                return Play(_numbered(number, view.hand, say.no_such_card(number, len(view.hand))))
            case "take", [number]:
                if view.placing is None:
                    raise Misunderstood(say.nothing_to_choose())
                matches = view.matches(view.placing.face)
                return Take(_numbered(number, matches, say.no_such_match(number)))
        raise Misunderstood(sentences.usage(self.moves[word]))

    def next_words(
        self,
        word: str,
        rest: Sequence[str],
        view: KoikoiView,
        company: Company,  # noqa: ARG002 - no move names a player
    ) -> Sequence[str]:
        if rest:
            return ()
        if word == "play":
            return [str(n + 1) for n in range(len(view.hand))]
        return ["1", "2"] if word == "take" and view.placing else ()

    def asks(self, move: Move, view: KoikoiView) -> bool:
        """Never whether to keep: a yes more or less would tell whether there was a choice (F7)."""
        return len(view.moves) > 1 and not isinstance(move, Keep)

    def preview(self, move: Move, view: KoikoiView, company: Company) -> str:  # noqa: ARG002 - no move names a player
        worth = view.worth[view.seat]
        match move:
            case Play(card):
                face = next(seen.face for seen in view.hand if seen.card == card)
                effect = painter.effect(view, face) or say.stays()
                return say.would_play(painter.face_name(face), effect)
            case Take(card):
                face = next(seen.face for seen in view.table if seen.card == card)
                return say.would_take(painter.face_name(face))
            case Show(cards):
                shown = [seen for seen in view.hand if seen.card in cards]
                return say.would_show(painter.names(shown))
            case Koi():
                return say.would_koi(worth)
            case Shobu():
                return say.would_shobu(worth)
        return say.would_keep()

    def teller(self, company: Company) -> LogTeller:
        return LogTeller(company, first, story)

    def whose_turn(self, view: KoikoiView, company: Company) -> Line | None:
        return painter.whose_turn(view, company)

    def page(self, topic: str, view: KoikoiView, company: Company) -> list[Line]:
        match topic:
            case "log":
                return table_painter.log(told(view, company))
            case "me":
                return [*painter.on_the_table(view), *painter.hand(view)]
            case "taken":
                return painter.taken(view, company)
            case "yaku":
                return painter.yaku(view, company)
            case "scores":
                return painter.scores(view, company)
        return page_of_table(view, company)

    def result(self, view: KoikoiView, company: Company) -> list[Line]:
        return painter.result(view, company)

    def held_at_the_end(
        self,
        view: KoikoiView,  # noqa: ARG002 - what was not played stays hidden
        company: Company,  # noqa: ARG002 - so there is nobody to name
        shown: Mapping[Card, Face],  # noqa: ARG002 - and nothing to tell
    ) -> list[Line]:
        return []


def _claim(view: KoikoiView) -> Move:
    for move in view.moves:
        if isinstance(move, Show):
            return move
    raise Misunderstood(say.nothing_to_declare())


def _numbered(number: str, cards: Sequence[Seen], wrong: str) -> Card:
    """The card that a player counts so, from 1."""
    numbered = {str(n): seen.card for n, seen in enumerate(cards, start=1)}
    if number not in numbered:
        raise Misunderstood(wrong)
    return numbered[number]
