"""A game as a self-contained HTML page that replays it. Nothing is fetched.

The page contains every moment as data, with each distinct area of the table stored once; `table.js`
draws the current moment, as the chosen eyes saw it. Without scripts, the page shows the game as a
story.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Generic, TypeVar

from protocol.game import Move, View

from ..drawing.style import Line
from ..model.game.areas import Area, Drawn, Front, Goal
from ..replay import narration
from ..replay.branching import KeptLine
from ..replay.by_eyes import eyes_key, words_of
from ..replay.recording import Recording, Spectator, Viewpoint
from ..replay.sentences_replay import UNSIGNED, played_by
from ..words.aloud import drawn as drawn_cards
from ..words.i18n import N_, _, language
from . import wire
from .html import as_data, as_words, paragraph
from .page_parts import turning
from .words_page import WORDS

CONTROLS = N_("Steps of the game")
SLIDER = N_("Move")
EYES = N_("Seen by")
LINE, GAME = N_("What if"), N_("the game as it was played")
MOVES = N_("Moves")
KEYS = N_(
    "Keys: the left and right arrows step one move, Page Up and Page Down ten "
    "moves, Home and End go to the beginning and the end."
)
FOLDER = Path(__file__).parent
Json = Mapping[str, object]
_Part = TypeVar("_Part", bound=Hashable)


class _Once(Generic[_Part]):
    """Parts that the page contains once, by number."""

    def __init__(self) -> None:
        self._numbers: dict[_Part, int] = {}

    def number(self, part: _Part) -> int:
        return self._numbers.setdefault(part, len(self._numbers))

    def parts(self) -> list[_Part]:
        return list(self._numbers)


def load(art: Path | None) -> None:
    """Read the files that a page with these drawings contains, for `as_html`."""
    _script(), _style()
    if art is not None:
        _file(art)


@dataclass(frozen=True, slots=True)
class PageLine(Generic[View, Move]):
    """A line of the game, as kept: other moves from the moment `leaves`."""

    kept: KeptLine
    recording: Recording[View, Move]


def as_html(
    recording: Recording[View, Move], title: str = "", lines: Sequence[PageLine[View, Move]] = ()
) -> str:
    """Return the page. Its title can say more than which game it was and who played it. Each of
    the `lines` can be chosen there instead of the game."""
    title = title or played_by(recording.screen.title, recording.names)
    notes = [] if recording.is_signed else [_(UNSIGNED)]
    far = narration.how_far(recording)
    notes += [] if far is None else [far]
    script, style = _script(), _style()
    art = recording.replay.art
    story = narration.as_story(recording, Spectator.EVERYTHING)
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{language()}">',
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{_policy(script, style)}">',
            f"<title>{as_words(title)}</title>",
            f"<style>{style}</style></head>",
            "<body>",
            "" if art is None else _file(art),
            f"<header><h1>{as_words(title)}</h1>",
            *(f'<p class="note">{as_words(note)}</p>' for note in notes),
            "</header>",
            _controls(recording, lines),
            '<p id="live" class="sr" aria-live="polite"></p>',
            '<div id="page"><main></main>',
            f'<aside><h2>{as_words(_(MOVES))}</h2><ol id="moves"></ol></aside></div>',
            f"<noscript>{''.join(paragraph(line) for line in story)}</noscript>",
            f"<footer><p>{as_words(_(KEYS))}</p></footer>",
            f'<script type="application/json" id="game">{as_data(data(recording, lines))}</script>',
            f"<script>{script}</script>",
            "</body></html>",
            "",
        ]
    )


def data(recording: Recording[View, Move], lines: Sequence[PageLine[View, Move]] = ()) -> Json:
    """Return the data for `replay.js`."""
    with drawn_cards():
        return _data(recording, lines)


def _data(recording: Recording[View, Move], lines: Sequence[PageLine[View, Move]]) -> Json:
    fronts, areas = _Once[Front](), _Once[Area]()
    moments = _moments(recording, areas, 0)
    of_lines = [
        {
            "leaves": line.kept.leaves,
            "remark": line.kept.remark,
            "moments": _moments(line.recording, areas, line.kept.leaves + 1),
        }
        for line in lines
    ]
    drawn = [_area(area, fronts) for area in areas.parts()]
    return {
        "fronts": wire.as_data(fronts.parts()),
        "areas": drawn,
        "moments": moments,
        **({"lines": of_lines} if of_lines else {}),
        "words": {"hidden": _(WORDS["hidden"])},
        "quoted": turning(recording.names),
    }


def _moments(
    recording: Recording[View, Move], areas: _Once[Area], start: int
) -> list[Mapping[str, object]]:
    """Return the moments of a game or a line from `start` on."""
    every = narration.eyes_of(recording)
    narrated = {eyes: narration.moments(recording, eyes, start) for eyes in every}
    moments: list[Mapping[str, object]] = []
    for number in range(start, recording.count):
        lines = words_of(recording, _at(narrated, number - start)) if number else ()
        if number == recording.count - 1:
            lines += words_of(recording, partial(narration.at_the_end, recording))
        shown = [areas.number(area) for area in _areas(recording, number)]
        heading = _move(number, recording.count - 1) if number else _("Before the first move")
        moments.append({"heading": heading, "text": wire.as_data(lines), "areas": shown})
    return moments


def _at(
    narrated: Mapping[Viewpoint, Sequence[list[Line]]], moment: int
) -> Callable[[Viewpoint], list[Line]]:
    return lambda eyes: narrated[eyes][moment]


def _areas(recording: Recording[View, Move], moment: int) -> Sequence[Area]:
    areas = recording.replay.areas(recording, moment)
    if areas:
        return areas
    lines = words_of(recording, partial(recording.replay.moment_page, recording, moment))
    return [Area("", lines=lines)]


def _area(area: Area, fronts: _Once[Front]) -> Json:
    return _compact(
        title=area.title,
        cards=[_card(card, fronts) for card in area.cards],
        lines=wire.as_data(area.lines),
        turn=area.is_turn,
        role=area.role.value,
        groups=wire.as_data(area.groups),
        counters=wire.as_data(area.counters),
        figures=wire.as_data(area.figures),
        folded=area.folded,
        goals=[_goal(goal, fronts) for goal in area.goals],
    )


def _goal(goal: Goal, fronts: _Once[Front]) -> Json:
    return _compact(
        name=goal.name,
        count=goal.count,
        has=[fronts.number(each) for each in goal.has],
        wanted=[fronts.number(each) for each in goal.wanted],
        places=goal.places,
        words=goal.words,
    )


def _card(card: Drawn, fronts: _Once[Front]) -> Json | int:
    """Return the number of its front alone if there is nothing else to it."""
    besides = _compact(
        below=card.below,
        mark=card.mark,
        hidden=card.hidden_from,
        about=card.about,
        signs=wire.as_data(card.signs),
        worth=wire.as_data(card.worth),
    )
    if card.front is None:
        return besides
    number = fronts.number(card.front)
    return {"front": number, **besides} if besides else number


def _compact(**fields: object) -> Json:
    """Leave out what is empty or false, to keep the page small."""
    return {name: value for name, value in fields.items() if value}


def _policy(script: str, style: str) -> str:
    """Return a policy that allows this script and this style sheet, and nothing else."""
    return f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)}"


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


_LEFT_OUT = ("import ", "//")
_FOR_READERS = re.compile(r" *\n?/\*.*?\*/|^\s+", re.DOTALL | re.MULTILINE)
"""Comments, indentation and empty lines of a style sheet."""


def _script() -> str:
    """Return the modules as one script, without exports, imports, comments and indentation."""
    lines = map(
        str.strip, f"{_file(FOLDER / 'table.js')}\n{_file(FOLDER / 'replay.js')}".splitlines()
    )
    kept = (line.removeprefix("export ") for line in lines if not line.startswith(_LEFT_OUT))
    return '"use strict";\n(() => {\n' + "\n".join(kept) + "\n})();\n"


def _controls(recording: Recording[View, Move], lines: Sequence[PageLine[View, Move]]) -> str:
    buttons = "".join(
        f'<button type="button" id="{name}">{as_words(label)}</button>'
        for name, label in _buttons().items()
    )
    options = "".join(
        f'<option value="{eyes_key(eyes)}">'
        f"{as_words(narration.eyes_label(recording, eyes))}</option>"
        for eyes in narration.eyes_of(recording)
    )
    return (
        f'<nav aria-label="{as_words(_(CONTROLS))}">{buttons}'
        f'<input type="range" id="slider" min="0" value="0" aria-label="{as_words(_(SLIDER))}">'
        f'<label>{as_words(_(EYES))} <select id="eyes">{options}</select></label>'
        f"{_line_choice(lines)}</nav>"
    )


def _line_choice(lines: Sequence[PageLine[View, Move]]) -> str:
    """Return the choice between the game and its lines; nothing without any."""
    if not lines:
        return ""
    names = [_(GAME), *(line.kept.name for line in lines)]
    options = "".join(
        f'<option value="{number}">{as_words(name)}</option>' for number, name in enumerate(names)
    )
    return f'<label>{as_words(_(LINE))} <select id="line">{options}</select></label>'


def _style() -> str:
    return _FOR_READERS.sub("", _file(FOLDER / "table.css") + _file(FOLDER / "page.css"))


@cache
def _file(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _buttons() -> dict[str, str]:
    return {"first": _("First"), "back": _("Back"), "forward": _("Forward"), "last": _("Last")}


def _move(number: int, last: int) -> str:
    return _("Move {n} of {last}").format(n=number, last=last)
