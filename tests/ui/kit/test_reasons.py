"""Every reason that an audit or an ending can tell has its words for a screen, in each language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2p_hanabi.ui.kit import i18n
from p2p_hanabi.ui.kit.sentences_reasons import REASONS, WITH_FACTS, why

ROOT = Path(__file__).parents[3]
FILES = sorted(
    [*(ROOT / "protocol").rglob("*.py"), *(ROOT / "p2p_hanabi" / "games").glob("*/*.py")]
)
PLACE = {  # which argument says why
    "BadBox": 1,
    "BadEncoding": 0,
    "BadFile": 0,
    "BadOptions": 0,
    "BadPairing": 0,
    "BadProof": 0,
    "Dropped": 0,
    "Ending": 2,
    "IllegalMove": 0,
    "NotATranscript": 0,
    "Wrong": 1,
    "_object": 1,
}
SPELLED = {  # what stands between the braces is a word
    "a {}": ("a float", "a Timestamp"),
    "the {} does not hold": ("the share does not hold", "the sealed share does not hold"),
}
UNSHOWN_FILES = {
    "votes.py": "a ballot is in no transcript",
    "messages.py": "what a link cannot read is dropped as it comes in",
    "remarks.py": "a remark is in no transcript",
    "table_talk.py": "a remark is in no transcript",
}
UNSHOWN = {
    "of a round to come": "kept by the table until that round",
    "too far ahead": "dropped as it comes in",
    "of a round long over": "dropped as it comes in",
    "a stop of a seat that is gone": "dropped as it comes in",
    "nobody can be gone from this table": "dropped as it comes in",
    "too many words of rounds to come": "dropped as it comes in",
    "an objection after the last close": "dropped as it comes in",
    "the claim is not true": "one's own move, refused before it is said",
    "An option is typed as key=value, for example {}.": "typed, and refused with its own sentence",
}
FIELD = re.compile(r"\{[^{}]*\}")


def reasons(tree: ast.AST) -> Iterator[str]:
    """With `{}` for each fact."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name), args=args):
                said = args[PLACE[name] :][:1] if name in PLACE else []
            case ast.Assign(targets=[ast.Name("reason")], value=value):
                said = [value]
            case ast.Assign(targets=[ast.Tuple([*_, ast.Name("reason")])], value=ast.Tuple(values)):
                said = values[-1:]
            case _:
                continue
        for each in said:
            both = (each.body, each.orelse) if isinstance(each, ast.IfExp) else (each,)
            yield from filter(None, map(_words, both))


def _words(said: ast.expr) -> str:
    """Nothing where the words are written elsewhere."""
    match said:
        case ast.Constant(str(words)):
            return FIELD.sub("{}", words)
        case ast.JoinedStr(values):
            return "".join(
                _words(part) if isinstance(part, ast.Constant) else "{}" for part in values
            )
    return ""


def parts(reason: str) -> Iterator[str]:
    """What must be known; a part that is only another's reason is that one's."""
    yield from (part for part in reason.split(": ") if part != "{}")


def is_known(reason: str) -> bool:
    words = {*REASONS, *(FIELD.sub("{}", each) for each in WITH_FACTS)}
    return reason in words or all(
        part in words or (part in SPELLED and words.issuperset(SPELLED[part]))
        for part in parts(reason)
    )


def told() -> dict[str, str]:
    """Each reason, and a file that gives it."""
    return {
        reason: file.name
        for file in FILES
        if file.name not in UNSHOWN_FILES
        for reason in reasons(ast.parse(file.read_text(encoding="utf-8")))
    }


def test_every_reason_that_can_reach_a_player_has_its_words() -> None:
    lacking = {r: file for r, file in told().items() if r not in UNSHOWN and not is_known(r)}
    assert lacking == {}, "add them to ui/sentences_reasons.py, and run `make messages`"


def test_the_reasons_said_to_be_unshown_are_still_given() -> None:
    assert UNSHOWN.keys() - told().keys() == set()
    assert UNSHOWN_FILES.keys() - {file.name for file in FILES} == set()


def test_a_new_reason_would_be_found() -> None:
    source = """
raise BadProof("new")
raise sealed.BadBox(card, f"{n} new: {error}")
reason = "or" if x else "too"
"""
    found = list(reasons(ast.parse(source)))
    assert sorted(found) == ["new", "or", "too", "{} new: {}"]
    assert not any(map(is_known, found))


@pytest.fixture
def in_french() -> Iterator[None]:
    i18n.choose("fr")
    yield
    i18n.choose("en")


REASONS_TOLD = [
    "a scalar is from 1 to L - 1",
    "not signed by seat 3",
    "a pile of 50 cards stays one of 50",
    "card not in that hand (HB16)",
    "an aside: no statement: not the shortest form at byte 17",
    "not one complete round: nothing to check",
    "Option 'red' must be one of 1, 2, 3, not '9'.",
    "no game is called 'a: b'",
]


@pytest.mark.parametrize("reason", REASONS_TOLD)
def test_a_reason_is_told_in_english_as_it_is(reason: str) -> None:
    assert why(reason) == reason.removesuffix(".")


@pytest.mark.usefixtures("in_french")
@pytest.mark.parametrize("reason", REASONS_TOLD)
def test_a_reason_is_told_in_the_players_language(reason: str) -> None:
    assert why(reason) != reason


@pytest.mark.usefixtures("in_french")
def test_facts_and_rules_stay_in_a_translated_reason() -> None:
    assert why("card not in hand (HB12)").endswith(" (HB12)")
    assert "17" in why("the seating: not the shortest form at byte 17")
    assert why("what a peer has written") == "what a peer has written"
