"""A move of Hanabi while it is being typed: pure steps from key to key."""

from __future__ import annotations

from dataclasses import replace

from p2p_hanabi.ui.kit import scenes
from p2p_hanabi.ui.kit import words_shared as words
from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.kit.legend import Legend, choosing, choosing_or_enter, confirming
from p2p_hanabi.ui.table import sentences_talk
from p2p_hanabi.ui.table.choosing import Draft
from p2p_hanabi.ui.table.company import Company
from p2p_hanabi.ui.table.game_screen import Misunderstood
from protocol.game import Card

from ..moves import Discard, HintColour, HintRank, Move, Play
from ..view import HanabiView
from . import sentences as sentences_hanabi
from .screen import RANKS, SCREEN
from .sentences import colour_letters

NOTE = "note"
ORDER = "order"
BEGINS = {"p": "play", "d": "discard", "h": "hint", "n": NOTE, "o": ORDER}
CARD = "card"
"""A card of one's own that was clicked, of which it is not yet known what is to be done with it."""


def is_whole(draft: Draft) -> bool:
    least = 2 if draft.word == "hint" else 1
    return len(draft.rest) >= least and draft.word not in (CARD, ORDER)


def is_order(draft: Draft) -> bool:
    """Cards of one's own that are to come first."""
    return draft.word == ORDER and bool(draft.rest)


def slot(draft: Draft) -> int | None:
    """The own card that was named, from 0."""
    return int(draft.rest[0]) - 1 if draft.rest and draft.word not in ("hint", ORDER) else None


def begun(key: str, company: Company) -> Draft | None:
    """What a key begins; nothing (None) if it is none of those. Where there is one other player,
    nobody is asked to whom a hint is given."""
    match key.split():
        case ["h" | "H"] if len(company.names) == 2:
            return _to(str(company.from_next[0] + 1), company)
        case [letter] if letter.lower() in BEGINS:
            return Draft(BEGINS[letter.lower()])
        case ["card", number]:
            return Draft(CARD, (number,))
        case ["seat", number]:
            return Draft("hint", (number,))
    return None


def step(draft: Draft, key: str, view: HanabiView, company: Company) -> Draft | None:
    """After one more key; None where nothing is left. `Misunderstood` says what is wrong."""
    match draft.word, key.split() or [key]:
        case _, [scenes.ESCAPE]:
            return None
        case _, [scenes.BACKSPACE]:
            back = replace(draft, rest=draft.rest[:-1])
            is_first = back in (Draft(CARD), Draft("hint") if len(company.names) == 2 else None)
            return None if not draft.rest or is_first else back
        case "order", [number] | ["card", number] if number.isdigit() and number not in draft.rest:
            return replace(draft, rest=(*draft.rest, *_card(ORDER, number, view).rest))
        case "play" | "discard" | "note", ["card", number]:
            return step(replace(draft, rest=()), number, view, company)
        case "card", [("p" | "d" | "n") as letter]:
            return replace(draft, word=BEGINS[letter])
        case _, _ if (new := begun(key, company)) is not None and not _is_colour(draft, key):
            return new
        case "play", [letter] if draft.rest and view.rules.announce and _is_letter(letter, view):
            return Draft("play", (draft.rest[0], letter.lower()))
        case "hint", [what] if len(draft.rest) == 1:
            return _told(draft, what, view)
        case "hint", [number] if not draft.rest:
            return _to(number, company)
        case ("play" | "discard" | "note") as word, [number] if not draft.rest:
            return _card(word, number, view)
    raise Misunderstood(words.no_such_key(words.key_name(key)))


def move_of(draft: Draft, view: HanabiView, company: Company) -> Move:
    """It need not be legal."""
    rest = draft.rest
    if draft.word == "hint":
        rest = (company.names[int(rest[0]) - 1], *rest[1:])
    move: Move = SCREEN.move(draft.word, rest, view, company)
    return move


def any_of_its_kind(draft: Draft, view: HanabiView, company: Company) -> Draft | None:
    """A whole one, if no move of this kind is allowed: for the rules to judge. Else None."""
    if draft.word == "hint" and not any(isinstance(m, HintColour | HintRank) for m in view.moves):
        return Draft("hint", (str(company.from_next[0] + 1), RANKS[0]))
    if draft.word == "discard" and not any(isinstance(m, Discard) for m in view.moves):
        return Draft("discard", ("1",))
    return None


def question(draft: Draft, view: HanabiView, company: Company) -> str:
    """What the next key is to say."""
    size = len(view.hand)
    match draft.word:
        case "play":
            return _("Play which card? 1 to {count}; Escape cancels.").format(count=size)
        case "discard":
            return _("Discard which card? 1 to {count}; Escape cancels.").format(count=size)
        case "note":
            return _("Note on which card? 1 to {count}; Escape cancels.").format(count=size)
        case "order":
            return sentences_talk.order_question(size, draft.rest)
        case "hint" if not draft.rest:
            return _("Hint for whom? {players}; Escape cancels.").format(
                players=", ".join(
                    [f"{seat + 1} {company.name(seat)}" for seat in company.from_next[:-1]]
                )
            )
        case "hint":
            return _("Tell {who} which colour or number? Escape cancels.").format(
                who=company.names[int(draft.rest[0]) - 1]
            )
    return _("Card {n}: what do you want to do? Escape cancels.").format(n=int(draft.rest[0]))


def buttons(draft: Draft, view: HanabiView, company: Company) -> Legend:
    """The keys that could come next."""
    if is_whole(draft):
        return confirming()
    numbers = [(str(n + 1), "") for n in range(len(view.hand))]
    match draft.word:
        case "order":
            left = [each for each in numbers if each[0] not in draft.rest]
            return choosing_or_enter(left) if draft.rest else choosing(left)
        case "hint" if not draft.rest:
            return choosing([(str(s + 1), company.name(s)) for s in company.from_next[:-1]])
        case "hint":
            return choosing(_true_of(int(draft.rest[0]) - 1, view))
        case "card":
            return choosing(_for_a_card(view))
    return choosing(numbers)


def _true_of(seat: int, view: HanabiView) -> list[tuple[str, str]]:
    """What can be told to a player: by the rules only what points at something."""
    hints = [m for m in view.moves if isinstance(m, HintColour | HintRank) and m.seat == seat]
    colours = sorted(hint.colour for hint in hints if isinstance(hint, HintColour))
    ranks = sorted(hint.rank for hint in hints if isinstance(hint, HintRank))
    names = sentences_hanabi.colours(view.colours)
    return [
        *((colour_letters()[colour].lower(), names[colour]) for colour in colours),
        *((str(rank), "") for rank in ranks),
    ]


def _for_a_card(view: HanabiView) -> list[tuple[str, str]]:
    """What can be done with a card of one's own."""
    kinds = {"p": Play, "d": Discard}
    allowed = {key for key, kind in kinds.items() if any(isinstance(m, kind) for m in view.moves)}
    return [each for each in words.legend() if each[0] in allowed | {"n"}]


def touched(draft: Draft, move: Move | None, view: HanabiView) -> frozenset[Card]:
    """The cards that it is about."""
    match move:
        case HintColour(touched=cards) | HintRank(touched=cards):
            return frozenset(cards)
        case Play(card=card) | Discard(card=card):
            return frozenset({card})
    if draft.word == ORDER:
        return frozenset(view.hand[int(number) - 1].card for number in draft.rest)
    number = slot(draft)
    if number is not None and number < len(view.hand):
        return frozenset({view.hand[number].card})
    return frozenset()


def _is_letter(key: str, view: HanabiView) -> bool:
    return len(key) == 1 and key.upper() in colour_letters()[: view.colours]


def _is_colour(draft: Draft, key: str) -> bool:
    """No colour's letter begins a move, but a seat that is clicked is never a colour."""
    is_letter = len(key) == 1 and key.upper() in colour_letters()
    return is_letter and draft.word == "hint" and bool(draft.rest)


def _told(draft: Draft, what: str, view: HanabiView) -> Draft:
    if what not in set(RANKS) and not _is_letter(what, view):
        raise Misunderstood(words.no_such_key(words.key_name(what)))
    return replace(draft, rest=(*draft.rest, what.lower()))


def _to(number: str, company: Company) -> Draft:
    if number not in {str(seat + 1) for seat in company.from_next[:-1]}:
        raise Misunderstood(_("There is no other player {key}.").format(key=number))
    return Draft("hint", (number,))


def _card(word: str, number: str, view: HanabiView) -> Draft:
    if number not in {str(n + 1) for n in range(len(view.hand))}:
        raise Misunderstood(_("The cards are 1 to {count}.").format(count=len(view.hand)))
    return Draft(word, (number,))
