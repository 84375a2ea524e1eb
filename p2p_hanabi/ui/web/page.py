"""A game as one page of HTML that plays it back. Nothing is fetched, and reading needs no script.

Every moment is in the page already; the script shows one of them at a time. What different eyes see
differently stands there several times, and the script shows one of these too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path

from p2p_hanabi.games.common.firework_cards import COLOURS, colour_of
from p2p_hanabi.games.hanabi.ui import painter as hanabi_painter
from p2p_hanabi.games.hanabi.ui.knowledge import hints_on, short
from p2p_hanabi.games.hanabi.ui.story import face_name
from p2p_hanabi.games.hanabi.view import CardInfo, HanabiView, SeenCard
from protocol.game import Seat

from ..kit import edition
from ..kit.i18n import language
from ..kit.style import Line, as_text, clean
from ..replay import replay
from ..replay.replay import Eyes, Onlook, Reel
from ..table.sentences_games import title_of
from . import sentences_page as say

FOLDER = Path(__file__).parent
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def as_html(reel: Reel) -> str:
    title = say.title(title_of(reel.game), reel.names)
    told = {eyes: replay.told(reel, eyes) for eyes in replay.eyes_of(reel)}
    moments = [_moment(reel, number, told) for number in range(reel.count)]
    notes = [] if reel.is_signed else [say.unsigned()]
    far = replay.how_far(reel)
    notes += [] if far is None else [far]
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{language()}">',
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            f"<title>{_text(title)}</title>",
            f"<style>\n{_file('page.css')}</style></head>",
            "<body>",
            f"<header><h1>{_text(title)}</h1>",
            *(f'<p class="note">{_text(note)}</p>' for note in notes),
            "</header>",
            _controls(reel),
            '<p id="live" class="sr" aria-live="polite"></p>',
            "<main>",
            *moments,
            "</main>",
            f"<footer><p>{_text(say.keys())}</p></footer>",
            f"<script>\n{_file('page.js')}</script>",
            "</body></html>",
            "",
        ]
    )


def _controls(reel: Reel) -> str:
    buttons = "".join(
        f'<button type="button" id="{name}">{_text(label)}</button>'
        for name, label in say.buttons().items()
    )
    options = "".join(
        f'<option value="{_name(eyes)}">{_text(replay.eyes_label(reel, eyes))}</option>'
        for eyes in replay.eyes_of(reel)
    )
    return (
        f'<nav aria-label="{_text(say.controls())}">{buttons}'
        f'<input type="range" id="slider" min="0" value="0" aria-label="{_text(say.slider())}">'
        f'<label>{_text(say.eyes())} <select id="eyes">{options}</select></label></nav>'
    )


def _moment(reel: Reel, number: int, told: dict[Eyes, list[list[Line]]]) -> str:
    heading = say.move(number, reel.count - 1) if number else say.beginning()
    parts = [f'<section class="moment"><h2>{_text(heading)}</h2>']
    parts.append('<div class="told">')
    if number:
        parts += _for_eyes(reel, lambda eyes: told[eyes][number])
    if number == reel.count - 1:
        parts += _for_eyes(reel, lambda eyes: replay.at_the_end(reel, eyes))
    parts.append("</div>")
    if reel.game == "hanabi":
        parts += _hanabi(reel, number)
    else:
        parts.append('<div class="lines">')
        parts += _for_eyes(reel, lambda eyes: replay.page(reel, number, eyes))
        parts.append("</div>")
    return "\n".join([*parts, "</section>"])


def _for_eyes(reel: Reel, lines: Callable[[Eyes], Sequence[Line]]) -> Iterator[str]:
    """Paragraphs; a line that differs by who looks stands there once for each way it is."""
    every = {
        _name(eyes): [_paragraph(line) for line in lines(eyes)] for eyes in replay.eyes_of(reel)
    }
    height = max(len(shown) for shown in every.values())
    padded = {eyes: [*shown, *[""] * (height - len(shown))] for eyes, shown in every.items()}
    for row in zip(*padded.values(), strict=True):
        by_line: dict[str, list[str]] = {}
        for eyes, line in zip(padded, row, strict=True):
            by_line.setdefault(line, []).append(eyes)
        if len(by_line) == 1:
            yield row[0]
        else:
            for line, those in by_line.items():
                yield f'<div data-eyes="{" ".join(those)}">{line}</div>' if line else ""


# Hanabi, with cards.


def _hanabi(reel: Reel, number: int) -> Iterator[str]:
    view: HanabiView = reel.view(number, Onlook.EVERYTHING)
    yield f'<h3>{_text(say.fireworks())}</h3><ul class="cards">'
    for colour, height in enumerate(view.fireworks):
        name = say.firework(colour, height)
        yield f'<li class="card firework {_paint(colour)}"><b>{height}</b>{_text(name)}</li>'
    yield "</ul>"
    yield _paragraph(hanabi_painter.tokens(view))
    for seat, name in enumerate(reel.names):
        yield from _hand(view, Seat(seat), name)
    yield '<div class="lines">'
    yield from (_paragraph(line) for line in hanabi_painter.discards(view))
    yield "</div>"


def _hand(view: HanabiView, seat: Seat, name: str) -> Iterator[str]:
    turn = view.actor == seat
    title = say.to_move(name) if turn else name
    yield f'<div class="hand{" turn" if turn else ""}" data-seat="{seat + 1}">'
    yield f'<h3>{_text(title)}</h3><ol class="cards">'
    yield from (_card(info, view) for info in view.hands[seat])
    yield "</ol></div>"


def _card(info: CardInfo, view: HanabiView) -> str:
    back = _side("back", "?", say.hidden())
    knows = f"<small>{_text(hints_on(info, view.colours))}</small>"
    if not isinstance(info, SeenCard):
        return f'<li class="card unseen">{back}{knows}</li>'
    face = _side("face", short(info.face), face_name(info.face))
    colour = _paint(colour_of(info.face))
    return f'<li class="card"><span class="{colour}">{face}</span>{back}{knows}</li>'


def _paint(colour: int) -> str:
    """The class of a colour: the fifth is black in the box of 2010."""
    name = COLOURS[colour]
    return "black" if name == "white" and edition.is_black() else name


def _side(side: str, sign: str, name: str) -> str:
    """A sign for the eye, its name for the ear."""
    return (
        f'<b class="{side}"><span aria-hidden="true">{_text(sign)}</span>'
        f'<span class="sr">{_text(name)}</span></b>'
    )


def _paragraph(line: Line) -> str:
    style = ' class="strong"' if any(style == "strong" for style, _ in line) else ""
    return f"<p{style}>{_text(as_text(line).rstrip())}</p>"


def _text(words: str) -> str:
    """Names come from other people: neither markup nor what would turn the text around."""
    return escape(as_text(clean((("", words),))))


def _name(eyes: Eyes) -> str:
    return eyes.value if isinstance(eyes, Onlook) else str(eyes + 1)


def _file(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
