"""Common parts of live pages: questions with their words, and lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from unicodedata import bidirectional

from protocol.game import Move

from ..drawing.qr import drawn
from ..drawing.style import Line, as_text, clean, text
from ..kit.questions import Prompt
from ..model.game.areas import Words
from ..model.game.game_page import MoveOffer
from ..model.lobby.lobby_seats import ShownPhone
from ..words import sentences_questions
from ..words.i18n import _
from ..words.sentences_questions import Question
from . import words_live as words
from .live_page import CLOSE, Button, Dialog, Done, Field, OfferedMove, Press, QrCode, Typed

ANSWER = "answer"
"""The field for the word that answers a question."""
PHONE = "phone "
FINAL = frozenset({Question.ABANDON, Question.GONE, Question.STOP, Question.FORGET})
"""Questions about what cannot be undone, confirmed by a word; all others by a second button."""
_STRONG = frozenset({"strong", "alarm", "title", "turn"})


def spoken(lines: Iterable[Line]) -> tuple[Words, ...]:
    """Return lines without characters that would reverse their text: names are not trusted."""
    return tuple(_words(line) for line in lines if line)


def _words(line: Line) -> Words:
    is_strong = any(style in _STRONG for style, _text in line)
    return Words(as_text(clean(line)).strip(), is_strong)


def turning(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the texts with right-to-left letters, as shown on a page; the longest first, since one
    may contain another."""
    shown = {as_text(clean(text(each))).strip() for each in texts}
    turned = (each for each in shown if any(bidirectional(sign) in ("R", "AL") for sign in each))
    return tuple(sorted(turned, key=lambda each: (-len(each), each)))


def asked(prompt: Prompt) -> Dialog | None:
    """Return the open question as a dialog; None if there is none."""
    question = prompt.question
    if question is None:
        return None
    yes, no = sentences_questions.word(question), Button(CLOSE, _(words.CANCEL))
    if question not in FINAL:
        return Dialog(prompt.sentence, buttons=(Button(ANSWER, _(words.CONFIRM), is_main=True), no))
    label = sentences_questions.by_line(question)
    field = Field(ANSWER, label, _(words.CONFIRM), hint=yes, max_length=40)
    return Dialog(prompt.sentence, buttons=(no,), field=field, is_alarm=True)


def answered(prompt: Prompt, done: Done) -> Question | None:
    """Handle an action while a question is open; return the question if it was confirmed."""
    match done:
        case Typed(name=name, text=text) if name == ANSWER:
            return prompt.answer(text)
        case Press(does=does) if does == ANSWER and (asked := prompt.question) not in FINAL:
            return None if asked is None else prompt.answer(sentences_questions.word(asked))
        case Press(does=does) if does == CLOSE:
            return prompt.answer("")
    return None


def qr_code(address: str, sentence: str = "") -> QrCode:
    """Return a URL as a QR code with a caption; without a URL, only the caption."""
    size, path = drawn(address) if address else (0, "")
    return QrCode(sentence or _("Scan this with a phone on the same network"), address, size, path)


def phone_code(phones: Sequence[ShownPhone], number: int, *, closes: bool = False) -> QrCode:
    """Return the code of one phone, with buttons for those before and after it. `closes`: there is
    one to show none."""
    shown = phones[number - 1]
    near = [(number - 1, _("Previous"))] if number > 1 else []
    near += [(number + 1, _("Next"))] if number < len(phones) else []
    near += [(0, _(words.CLOSE))] if closes else []
    buttons = tuple(Button(f"{PHONE}{one}", label) for one, label in near)
    return replace(qr_code(shown.address, shown.sentence), buttons=buttons)


def phone_of(does: str, count: int) -> int | None:
    """Return the number of the phone whose code a button shows, 0 for none; None if it is no such
    button."""
    return next((n for n in range(count + 1) if does == f"{PHONE}{n}"), None)


def offered_seat(address: str, *, has_seat: bool = True) -> Dialog:
    """Return the dialog with the code by which another device takes the seat, or the big screen,
    which has none."""
    about = Words(
        _("It takes over this seat as soon as it has scanned the code. The code works once.")
        if has_seat
        else _("It shows this as soon as it has scanned the code. The code works once.")
    )
    closing = Button(CLOSE, _(words.CLOSE), is_main=True)
    title = words.HAND_OVER if has_seat else words.ON_ANOTHER_SCREEN
    return Dialog(_(title), (about,), (closing,), codes=(qr_code(address),))


def page_of_lines(title: str, lines: Iterable[Line]) -> Dialog:
    """Return a dialog with lines to read."""
    return Dialog(title, spoken(lines), (Button(CLOSE, _(words.CLOSE), is_main=True),))


def titled_page(lines: Sequence[Line]) -> Dialog:
    """Return a dialog with lines to read, the first of which is the title."""
    return page_of_lines(as_text(clean(lines[0])), lines[1:])


def name_of(move: Move) -> str:
    """Return a move's name on a page: moves are equal if their names are."""
    return repr(move)


def offered_move(offer: MoveOffer[Move], preview: str) -> OfferedMove:
    return OfferedMove(
        name_of(offer.move),
        offer.words,
        preview,
        offer.cards,
        offer.marks,
        keys=offer.keys,
        onto=offer.onto,
        is_usual=offer.is_usual,
    )
