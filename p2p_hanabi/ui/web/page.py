"""A game as one page of HTML that plays it back. Nothing is fetched, and reading needs no script.

Every moment is in the page already; the script shows one of them at a time. What different eyes see
differently stands there several times, and the script shows one of these too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from protocol.game import Move, View

from ..kit.i18n import N_, _, language
from ..kit.style import Line
from ..replay import narration
from ..replay.recording import Eyes, Recording, Spectator
from ..replay.sentences_replay import UNSIGNED, played_by
from .html import as_words, paragraph

CONTROLS = N_("Steps of the game")
SLIDER = N_("Move")
EYES = N_("Seen by")
KEYS = N_(
    "Keys: the left and right arrows step one move, Page Up and Page Down ten "
    "moves, Home and End go to the beginning and the end."
)

FOLDER = Path(__file__).parent
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def as_html(recording: Recording[View, Move]) -> str:
    title = played_by(recording.screen.title, recording.names)
    told = {eyes: narration.told(recording, eyes) for eyes in narration.eyes_of(recording)}
    moments = [_moment(recording, number, told) for number in range(recording.count)]
    notes = [] if recording.is_signed else [_(UNSIGNED)]
    far = narration.how_far(recording)
    notes += [] if far is None else [far]
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{language()}">',
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            f"<title>{as_words(title)}</title>",
            f"<style>\n{_file('page.css')}</style></head>",
            "<body>",
            f"<header><h1>{as_words(title)}</h1>",
            *(f'<p class="note">{as_words(note)}</p>' for note in notes),
            "</header>",
            _controls(recording),
            '<p id="live" class="sr" aria-live="polite"></p>',
            "<main>",
            *moments,
            "</main>",
            f"<footer><p>{as_words(_(KEYS))}</p></footer>",
            f"<script>\n{_file('page.js')}</script>",
            "</body></html>",
            "",
        ]
    )


def _controls(recording: Recording[View, Move]) -> str:
    buttons = "".join(
        f'<button type="button" id="{name}">{as_words(label)}</button>'
        for name, label in _buttons().items()
    )
    options = "".join(
        f'<option value="{_name(eyes)}">{as_words(narration.eyes_label(recording, eyes))}</option>'
        for eyes in narration.eyes_of(recording)
    )
    return (
        f'<nav aria-label="{as_words(_(CONTROLS))}">{buttons}'
        f'<input type="range" id="slider" min="0" value="0" aria-label="{as_words(_(SLIDER))}">'
        f'<label>{as_words(_(EYES))} <select id="eyes">{options}</select></label></nav>'
    )


def _moment(
    recording: Recording[View, Move], number: int, told: dict[Eyes, list[list[Line]]]
) -> str:
    heading = _move(number, recording.count - 1) if number else _("Before the first move")
    parts = [f'<section class="moment"><h2>{as_words(heading)}</h2>']
    parts.append('<div class="told">')
    if number:
        parts += _for_eyes(recording, lambda eyes: told[eyes][number])
    if number == recording.count - 1:
        parts += _for_eyes(recording, lambda eyes: narration.at_the_end(recording, eyes))
    parts.append("</div>")
    drawn = list(recording.replay.drawn(recording, number))
    if not drawn:
        lines = _for_eyes(recording, lambda eyes: recording.replay.page(recording, number, eyes))
        drawn = ['<div class="lines">', *lines, "</div>"]
    parts += drawn
    return "\n".join([*parts, "</section>"])


def _for_eyes(
    recording: Recording[View, Move], lines: Callable[[Eyes], Sequence[Line]]
) -> Iterator[str]:
    """Paragraphs; a line that differs by who looks stands there once for each way it is."""
    every = {
        _name(eyes): [paragraph(line) for line in lines(eyes)]
        for eyes in narration.eyes_of(recording)
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


def _name(eyes: Eyes) -> str:
    return eyes.value if isinstance(eyes, Spectator) else str(eyes + 1)


def _file(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def _buttons() -> dict[str, str]:
    return {"first": _("First"), "back": _("Back"), "forward": _("Forward"), "last": _("Last")}


def _move(number: int, last: int) -> str:
    return _("Move {n} of {last}").format(n=number, last=last)
