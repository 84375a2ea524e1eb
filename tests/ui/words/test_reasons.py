"""Why something is refused or blamed is a code and facts, and each code has its sentence."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from string import Formatter

import pytest

from p2p_hanabi.commands.console.reason_text import because
from p2p_hanabi.games.hanabi.moves import HanabiRefusal
from p2p_hanabi.registry import GAMES, RULES, SCREENS
from p2p_hanabi.ui.model.table.sentences_absence import WHY_NOT
from p2p_hanabi.ui.model.talk.sentences_talk import NOT_SAID
from p2p_hanabi.ui.words import i18n
from p2p_hanabi.ui.words.i18n import LANGUAGES
from p2p_hanabi.ui.words.sentences_reasons import CLASSES, OPTIONS, SENTENCES, option, why
from protocol import errors
from protocol.identity import pairing
from protocol.ledger.evidence import codes_of
from protocol.reasons import (
    WIRE,
    BadOption,
    BadTranscript,
    Code,
    Forbidden,
    Ignored,
    InvalidProof,
    Malformed,
    Reason,
    RuleCode,
    reason_from,
)
from tests.sources import nodes

ROOT = Path(__file__).parents[3]
SOURCES = sorted([*(ROOT / "protocol").rglob("*.py"), *(ROOT / "p2p_hanabi").rglob("*.py")])
WORDS: list[Mapping[Code, str]] = [SENTENCES, OPTIONS, WHY_NOT, NOT_SAID]
WORDS += [screen.reasons for screen in SCREENS.values()]
WORDS += [game.replay.whys for game in GAMES.values()]
RAISED = {  # which argument says why
    **{name: 0 for name, kind in vars(errors).items() if isinstance(kind, type)},
    **{name: 0 for name, kind in vars(pairing).items() if isinstance(kind, type)},
    "BadBox": 1,
    "CannotDiscover": 0,
    "CannotListen": 1,
    "CannotReach": 1,
    "CannotRead": 1,
    "CannotStore": 1,
    "Damaged": 1,
    "BadTable": 0,
    "Ending": 2,
    "HostClosed": 0,
    "HostLeft": 0,
    "LinkLost": 0,
    "NoAnswer": 1,
    "NotATranscript": 0,
    "NotThisPlayer": 0,
    "RemoteError": 1,
    "Wrong": 1,
    "_object": 1,
}
for of_a_mistake_or_in_a_hosts_words in ("LocalError", "P2PError", "Refused"):
    del RAISED[of_a_mistake_or_in_a_hosts_words]


def enums(base: type[Code] = Code) -> Iterator[type[Code]]:
    """All that the program has; those of tests are none of it."""
    for each in base.__subclasses__():
        if not each.__module__.startswith("tests."):
            yield each
            yield from enums(each)


CODES = [code for each in enums() for code in each]


def test_every_code_has_one_sentence() -> None:
    codes = Counter(code for words in WORDS for code in words)
    assert {code for code, count in codes.items() if count > 1} == set()
    assert codes.keys() - {*CODES} == set()
    assert {type(code) for code in {*CODES} - {*codes}} == CLASSES.keys()


def test_docs_explain_codes_without_their_own_sentence() -> None:
    pages = [ROOT / "docs" / name for name in ("protocol.md", "json.md")]
    rows = {
        row
        for page in pages
        for row in re.findall(r"^\| `([^`]+)` \|", page.read_text("utf-8"), re.MULTILINE)
    }
    codes = {code for words in WORDS for code in words}
    assert {code.code for code in CODES if code not in codes} <= rows


def test_no_code_means_two_things() -> None:
    assert len({code.code for code in CODES}) == len(CODES)


def test_a_code_is_short_and_plain() -> None:
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code.code) for code in CODES)
    assert max(len(code.code) for code in CODES) < 40


@pytest.fixture(params=LANGUAGES)
def _in_each_language(request: pytest.FixtureRequest) -> Iterator[None]:
    i18n.choose(request.param)
    yield
    i18n.choose("en")


@pytest.mark.usefixtures("_in_each_language")
def test_sentence_uses_exactly_the_facts_of_its_code() -> None:
    for words in WORDS:
        for code, sentence in words.items():
            known = {"most", "times"} if words is NOT_SAID else set(code.facts)
            sentences = {name for _, name, _, _ in Formatter().parse(i18n._(sentence)) if name}
            assert sentences <= known, code
            assert words is NOT_SAID or sentences == known, code


@pytest.mark.usefixtures("_in_each_language")
def test_every_refusal_of_a_game_has_a_sentence() -> None:
    for name, screen in SCREENS.items():
        assert {*RULES[name].refusals} - screen.refusals.keys() == set(), name
        assert {*RULES[name].refusals} ^ screen.reasons.keys() == set(), name


def test_every_refusal_cites_a_rule_of_its_game() -> None:
    for name in GAMES:
        page = (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
        for code in RULES[name].refusals:
            assert isinstance(code, RuleCode)
            assert not code.rule or re.search(rf"\b{code.rule}\b", page), code


# No sentence is raised.


def literals(module: Iterable[ast.AST]) -> Iterator[int]:
    """Lines on which something is raised, or ended, with a text for a reason."""
    for node in module:
        match node:
            case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name), args=args):
                for argument in args[RAISED[name] :][:1] if name in RAISED else ():
                    both = (
                        (argument.body, argument.orelse)
                        if isinstance(argument, ast.IfExp)
                        else (argument,)
                    )
                    if any(map(_is_text, both)):
                        yield node.lineno


def _is_text(node: ast.expr) -> bool:
    match node:
        case ast.Constant(str()) | ast.JoinedStr() | ast.Call(func=ast.Name("str")):
            return True
    return False


def test_nothing_is_raised_with_a_sentence() -> None:
    assert [f"{path}:{line}" for path in SOURCES for line in literals(nodes(path))] == []


def test_a_sentence_would_be_found() -> None:
    source = """
raise BadProof("new")
raise sealed.BadBox(card, f"{n} new")
raise Dropped(str(error))
raise Wrong(seat, "or" if x else "too")
raise BadProof(InvalidProof.SIGNATURE)
"""
    assert list(literals(ast.walk(ast.parse(source)))) == [2, 3, 4, 5]


# What travels.


@pytest.mark.parametrize("code", [code for each in WIRE for code in each], ids=lambda c: c.code)
def test_encoded_reason_is_decoded_again(code: Code) -> None:
    reason = Reason(code, tuple(range(len(code.facts))))
    assert reason_from(reason.wire, codes_of(RULES["hanabi"])) == reason


def test_a_game_adds_its_own_codes() -> None:
    reason = Reason(HanabiRefusal.NO_BLUE).wire
    assert reason_from(reason, codes_of(RULES["hanabi"])) == Reason(HanabiRefusal.NO_BLUE)
    assert reason_from(reason, codes_of(RULES["koikoi"])) is None


def test_code_takes_exactly_its_facts() -> None:
    assert Malformed.TOO_LARGE.reason(most=3, size=4) == Reason(Malformed.TOO_LARGE, (4, 3))
    with pytest.raises(TypeError, match="too-large"):
        Malformed.TOO_LARGE.reason(size=4)


def rows(text: str, head: str) -> Iterator[tuple[str, str]]:
    """The first two columns of the tables that begin so."""
    for table in text.split(head)[1:]:
        for line in table.splitlines()[2:]:
            if not line.startswith("|"):
                break
            code, facts = line.split("|")[1:3]
            yield code.strip().strip("`"), facts.strip()


def test_the_specification_lists_every_code_that_travels() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    listed = dict(rows(text, "| code | facts |"))
    codes = {c.code: ", ".join(c.facts) for each in WIRE for c in each}
    assert listed.items() ^ codes.items() == set()


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_a_game_list_its_codes(name: str) -> None:
    text = (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    codes = {c.code: c.rule for c in RULES[name].refusals}
    assert dict(rows(text, "| code | rule |")).items() ^ codes.items() == set()


# What is read.

ENGLISH = [
    (Reason(InvalidProof.SCALAR_RANGE), "an invalid proof or value: scalar-range"),
    (Ignored.UNSIGNED.reason(seat=3), "not signed by player 4"),
    (InvalidProof.PILE_SIZE.reason(cards=50), "an invalid proof or value: pile-size (cards=50)"),
    (Reason(HanabiRefusal.HINTED_NOT_HELD), "card not in that hand"),
    (
        BadTranscript.OUT_OF_BAND.because(
            Ignored.NO_STATEMENT.because(Malformed.NOT_SHORTEST_AT.reason(byte=17))
        ),
        "the file breaks the protocol: bad-aside: no-statement: not-shortest-at (byte=17)",
    ),
    (Reason(BadTranscript.NO_ROUND), "not one complete round: nothing to check"),
    (
        BadOption.VALUE.reason(key="red", allowed="1, 2, 3", value="9"),
        "Option 'red' must be one of 1, 2, 3, not '9'",
    ),
    (BadTranscript.NO_GAME.reason(game="a: b"), "there is no game called 'a: b'"),
]


@pytest.mark.parametrize(("reason", "sentence"), ENGLISH, ids=str)
def test_reason_is_given_in_english(reason: Reason, sentence: str) -> None:
    assert because(reason) == sentence


@pytest.fixture
def _in_french() -> Iterator[None]:
    i18n.choose("fr")
    yield
    i18n.choose("en")


@pytest.mark.usefixtures("_in_french")
@pytest.mark.parametrize(("reason", "english"), ENGLISH, ids=str)
def test_reason_is_given_in_the_players_language(reason: Reason, english: str) -> None:
    assert because(reason) != english


@pytest.mark.usefixtures("_in_french")
def test_facts_stay_in_a_translated_reason() -> None:
    behind = Malformed.NOT_SHORTEST_AT.reason(byte=17)
    assert "17" in because(BadTranscript.SEATING.because(behind))


def test_unknown_reason_is_described_as_unknown() -> None:
    assert why(None) == "for a reason that this version does not know"


def test_why_a_game_cannot_be_played_so_is_a_whole_sentence() -> None:
    reason = BadOption.FIRST.reason(last=2, first=3)
    assert option(reason) == "The player who begins must be 1 to 2, not 3."


def test_logged_reason_has_its_code_facts_and_cause() -> None:
    reason = InvalidProof.FALSE_ROW.because(InvalidProof.PILE_SIZE.reason(cards=5))
    assert str(reason) == "false-row: pile-size (cards=5)"
    assert str(errors.Wrong(3, Forbidden.NOT_DUE)) == "seat 3: not-due"
