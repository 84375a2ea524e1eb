"""One text for several viewers of a game, marked with who sees what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from protocol.game import Card, Move, View

from ..drawing.style import Line, as_text, clean
from ..model.game.areas import Words
from .narration import eyes_of
from .recording import AllFrom, Recording, Spectator, Viewpoint


def eyes_key(eyes: Viewpoint) -> str:
    """Return the name of these eyes in a file: `all`, `public`, or a player's number."""
    match eyes:
        case Spectator():
            return eyes.value
        case AllFrom():
            return Spectator.EVERYTHING.value
    return str(eyes + 1)


def hidden_from(
    recording: Recording[View, Move], moment: int, cards: Iterable[Card]
) -> dict[Card, tuple[str, ...]]:
    """Return, for each card, the eyes that do not see its face at that moment."""
    known = {eyes_key(eyes): recording.known(moment, eyes) for eyes in eyes_of(recording)}
    return {card: tuple(key for key, faces in known.items() if card not in faces) for card in cards}


def words(lines: Iterable[Line]) -> tuple[Words, ...]:
    """Return lines that are the same for all eyes."""
    return tuple(Words(*_plain(line)) for line in lines)


def words_of(
    recording: Recording[View, Move], lines: Callable[[Viewpoint], Sequence[Line]]
) -> tuple[Words, ...]:
    """Return the lines of all eyes, row by row; a row that differs appears once per version."""
    every = {eyes_key(eyes): lines(eyes) for eyes in eyes_of(recording)}
    found: list[Words] = []
    for row in range(max(len(shown) for shown in every.values())):
        readers: dict[tuple[str, bool], list[str]] = {}
        for key, shown in every.items():
            if row < len(shown):
                readers.setdefault(_plain(shown[row]), []).append(key)
        for (text, is_strong), those in readers.items():
            eyes = () if len(those) == len(every) else tuple(those)
            found.append(Words(text, is_strong, eyes))
    return tuple(found)


def _plain(line: Line) -> tuple[str, bool]:
    """Return a line as text, without characters that would reverse it (names are not trusted), and
    whether it is strong."""
    return as_text(clean(line)).strip(), any(style == "strong" for style, _ in line)
