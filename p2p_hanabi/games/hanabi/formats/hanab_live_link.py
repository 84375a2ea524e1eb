"""hanab.live games as links: the URL contains the whole game.

It has three parts separated by commas, with a meaningless hyphen after every 20 characters:

    number of players, lowest and highest rank (a digit each), a letter for each card of the deck
    lowest and highest type of action (a digit each), two letters for each action
    number of the variant

A letter is a digit of base 62. That of a card is `suit * ranks + rank - lowest`. Those of an action
are `value * types + type - lowest`, where `value` is one more than the action's or 0 if it has
none, and its target. Some programs add a fourth part, the seed. There is no room for anything else:
the site calls the players `NAMES`, and the first of them begins.
Source: `packages/client/src/lobby/hypoCompress.ts` of Hanabi-Live/hanabi-live.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import unquote, urlsplit

from p2p_hanabi.seam.options import named
from p2p_hanabi.ui.replay.formats import PlayedGame, Written, WrongFormat
from p2p_hanabi.ui.words.i18n import N_, _
from protocol.encoding import Value

from ..moves import Move
from ..state import HanabiState
from ..view import HanabiView
from .hanab_live_reader import unknown_variant
from .hanab_live_writer import ActionKind, SiteGame, check, to_hanab_live

LETTERS = string.ascii_lowercase + string.digits + string.ascii_uppercase
NAMES = ("Alice", "Bob", "Cathy", "Donald", "Emily", "Frank")
VARIANTS = {
    0: "No Variant",
    1: "6 Suits",
    2: "Black (6 Suits)",
    3: "Rainbow (6 Suits)",
    11: "Dark Rainbow (6 Suits)",
}
"""By the site's numbers."""
SITES = ("hanab.live", "www.hanab.live", "hanabi.live", "www.hanabi.live")
START = "https://hanab.live/shared-replay-json/"
ROW = 20
RANKS = (1, 5)
_CHANGES_RULES = ("empty hints", "finale")
"""Options that only the site's JSON can express."""

BAD_LINK = N_("This is not a link to a hanab.live replay.")
BAD_CARDS = N_("This hanab.live link is damaged: its cards cannot be read.")
BAD_MOVES = N_("This hanab.live link is damaged: its moves cannot be read.")


def is_link(text: str) -> bool:
    """Return whether the text is a URL, and not a file name or JSON."""
    return re.match(r"\s*(https?://|(www\.)?hanabi?\.live/)", text, re.IGNORECASE) is not None


# -- out


def check_link(game: str, options: Mapping[str, Value]) -> None:
    """Raise `WrongFormat` for games that no link can express, whatever their moves."""
    check(game, options)
    for key in _CHANGES_RULES:
        if options.get(key):
            raise WrongFormat(
                _('A link cannot hold "{option}"; --hanab-live can.').format(option=named(key))
            )


def to_link(played: PlayedGame[HanabiState, Move, HanabiView]) -> Written:
    """Return the link. Raise `WrongFormat` for games that no link can express."""
    check_link(played.game, dict(played.options))
    found = to_hanab_live(played, first_begins=True)
    moves = [action for action in found["actions"] if _fits(action)]
    if not moves:
        raise WrongFormat(_("hanab.live cannot open a game without moves."))
    return Written(START + packed({**found, "actions": moves}) + "\n", tuple(_lost(found)))


def packed(found: SiteGame) -> str:
    variant = next(key for key, name in VARIANTS.items() if name == found["options"]["variant"])
    low, high = RANKS
    cards = (each["suitIndex"] * high + each["rank"] - low for each in found["deck"])
    deck = "".join(LETTERS[card] for card in cards)
    parts = f"{len(found['players'])}{low}{high}{deck},{_packed_moves(found['actions'])},{variant}"
    return "-".join(parts[at : at + ROW] for at in range(0, len(parts), ROW))


def _packed_moves(actions: Sequence[Mapping[str, int]]) -> str:
    types = [action["type"] for action in actions]
    low, high = min(types, default=0), max(types, default=0)
    letters = (
        LETTERS[_value(each) * (high - low + 1) + each["type"] - low] + LETTERS[each["target"]]
        for each in actions
    )
    return f"{low}{high}{''.join(letters)}"


def _value(action: Mapping[str, int]) -> int:
    is_of_card = action["type"] in (ActionKind.PLAY, ActionKind.DISCARD)
    return 0 if is_of_card else action["value"] + 1


def _fits(action: Mapping[str, int]) -> bool:
    """Return whether a link can express the action: not an end caused by no single player."""
    return action["target"] >= 0


def _lost(found: SiteGame) -> Iterator[str]:
    """Yield, in words, the parts of a game that a link cannot express."""
    if tuple(found["players"]) != NAMES[: len(found["players"])]:
        yield _("the players' names")
    if not all(_fits(action) for action in found["actions"]):
        yield _("how it ended")
    if any(note for own in found.get("notes", ()) for note in own):
        yield _("the notes")
    yield from (f'"{key}"' for key in ("id", "seed") if key in found)
    yield from (f'"{key}"' for key, value in found["options"].items() if value and key != "variant")


# -- in


def from_link(link: str) -> dict[str, object]:
    """Return the game as the site's JSON has it. Raise `WrongFormat`."""
    players, *parts = _parts(link)
    number = _digit(players[:1])
    if not 2 <= number <= len(NAMES):
        raise WrongFormat(_(BAD_CARDS))
    moves, variant, *seed = parts
    found: dict[str, object] = {
        "players": list(NAMES[:number]),
        "deck": list(_deck(players[1:])),
        "actions": list(_actions(moves)),
        "options": {"variant": _variant(variant)},
    }
    return found | ({"seed": seed[0]} if any(seed) else {})


def _parts(link: str) -> list[str]:
    """Return the three or four parts of the URL. Hyphens are kept in the fourth."""
    kind, data = _path(link)
    if kind in ("replay", "shared-replay", "export") and data.isdecimal():
        only_a_number = _(
            "This link has only the number of the game, and nothing here goes online. Save "
            "https://hanab.live/export/{n} with a browser, and import that file."
        )
        raise WrongFormat(only_a_number.format(n=data))
    if kind not in ("replay-json", "shared-replay-json"):
        raise WrongFormat(_(BAD_LINK))
    first, seed = data.split(",")[:3], data.split(",")[3:]
    parts = [part.replace("-", "") for part in first]
    if len(parts) < 3 or not all(parts) or len(seed) > 1:
        raise WrongFormat(
            _(
                "This hanab.live link is incomplete: it should have cards, moves and a variant, "
                "with commas between them."
            )
        )
    return parts + seed


def _path(link: str) -> tuple[str, str]:
    """Return the two path segments: the kind of page, and the game."""
    text = link.strip()
    try:
        address = urlsplit(text if "://" in text else f"https://{text}")
    except ValueError:
        raise WrongFormat(_(BAD_LINK)) from None
    asked = unquote(address.path).strip("/").split("/")
    if address.hostname not in SITES or len(asked) != 2:
        raise WrongFormat(_(BAD_LINK))
    return asked[0], asked[1]


def _deck(letters: str) -> Iterator[dict[str, int]]:
    low, ranks, digits = _numbers(letters, BAD_CARDS)
    for digit in digits:
        suit, rank = divmod(digit, ranks)
        yield {"suitIndex": suit, "rank": rank + low}


def _actions(letters: str) -> Iterator[dict[str, int]]:
    low, types, digits = _numbers(letters, BAD_MOVES)
    if len(digits) % 2:
        raise WrongFormat(_(BAD_MOVES))
    for what, target in zip(digits[::2], digits[1::2], strict=True):
        value, kind = divmod(what, types)
        yield {"type": kind + low, "target": target} | ({"value": value - 1} if value else {})


def _numbers(letters: str, wrong: str) -> tuple[int, int, list[int]]:
    """Return the lowest value, how many values there are, and the letters as numbers. Raise
    `WrongFormat`."""
    low, high = _digit(letters[:1]), _digit(letters[1:2])
    digits = [LETTERS.find(letter) for letter in letters[2:]]
    if not 0 <= low <= high or -1 in digits:
        raise WrongFormat(_(wrong))
    return low, high - low + 1, digits


def _digit(letter: str) -> int:
    """Return the digit's value, or -1 if it is none."""
    return string.digits.find(letter) if letter else -1


def _variant(number: str) -> str:
    for known, name in VARIANTS.items():
        if number == str(known):
            return name
    raise WrongFormat(unknown_variant(f"#{number}", tuple(VARIANTS.values())))
