"""The language is what the locale asks for, or `--lang`; and what is typed is understood in it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from prompt_toolkit.utils import get_cwidth

from p2p_hanabi.cli import main
from p2p_hanabi.games.hanabi.ui.words import sentences as texts
from p2p_hanabi.games.koikoi.moves import Keep
from p2p_hanabi.ui.drawing.ascii_fallback import in_encoding
from p2p_hanabi.ui.drawing.style import WIDTH, as_text
from p2p_hanabi.ui.lines import typed_commands as typed
from p2p_hanabi.ui.lines.help_lines import help_page
from p2p_hanabi.ui.lines.lobby_lines import COMMANDS
from p2p_hanabi.ui.lines.typed_commands import completions, parse
from p2p_hanabi.ui.model.game.game_screen import Misunderstood
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.table.table_actions import MakeMove, TableAction
from p2p_hanabi.ui.words import sentences_shared as sentences
from p2p_hanabi.ui.words.i18n import LANGUAGES, bare, language, language_of
from p2p_hanabi.ui.words.sentences_typed import in_english, own_words
from tests.any_game import RULES, SCREENS
from tests.command_line import run
from tests.lengths import sampled
from tests.ui.kit.paper import played_by_script
from tests.ui.table.playing import answers
from tests.ui.table.ports import DealtTable
from tests.ui.words.languages import speaking


@pytest.mark.parametrize(
    ("environ", "found"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "ro_RO.UTF-8@euro"}, "ro"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "C", "LANGUAGE": "fr"}, "en"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "ro_RO"}, "ro"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "ro_RO", "LC_ALL": "en_GB"}, "en"),
        ({"LANG": "fr_FR", "LC_ALL": ""}, "fr"),
        ({"LANG": "de_DE", "LANGUAGE": "pt:ro:fr"}, "ro"),
    ],
    ids=str,
)
def test_the_locale_chooses_the_language(environ: dict[str, str], found: str) -> None:
    assert language_of(environ) == found


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_language_that_was_chosen_is_known(code: str) -> None:
    with speaking(code):
        assert language() == code


def test_lang_comes_before_the_locale() -> None:
    runner = CliRunner(env={"LC_ALL": "ro_RO.UTF-8", "LANGUAGE": None})
    assert "jetons bleus" in runner.invoke(main, ["games", "--lang", "fr"]).stdout
    assert "jetons bleus" in runner.invoke(main, ["--lang", "fr", "games"]).stdout
    assert "jetoane albastre" in runner.invoke(main, ["games"]).stdout
    assert "blue tokens" in runner.invoke(main, ["games", "--lang", "en"]).stdout


def test_unknown_language_is_refused_with_the_known_ones() -> None:
    result = run("--lang", "de", "games")
    assert result.exit_code == 2
    assert "'en', 'fr', 'ro'" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("host", "--help", "--lang", "fr"),
        ("--lang=fr", "host", "--help"),
        ("host", "-h", "--lang=fr"),
    ],
    ids=str,
)
def test_help_is_in_the_language_wherever_it_is_asked_for(arguments: tuple[str, ...]) -> None:
    sentence = run(*arguments).stdout.replace("\u00a0", " ")
    for words in (
        "Utilisation :",
        "Ouvrir une table",
        "Votre nom",
        "Exemple :",
        "par défaut : hanabi",
    ):
        assert words in sentence


def test_help_keeps_the_lines_that_are_examples() -> None:
    sentence = run("--help", "--lang", "ro").stdout
    rows = [row for row in sentence.splitlines() if row.startswith("  p2phanabi ")]
    assert rows[2].startswith("  p2phanabi join                  intră la o masă")


def test_the_help_of_another_language_leaves_no_trace() -> None:
    english = run("host", "--help").stdout
    run("host", "--help", "--lang", "ro")
    assert CliRunner(env={"LANGUAGE": None}).invoke(main, ["host", "--help"]).stdout == english


def test_clicks_refusals_are_translated() -> None:
    result = run("host", "--game", "poker", "--lang", "fr")
    assert result.exit_code == 2
    assert "n'est pas parmi" in result.stderr


def test_failure_is_printed_in_the_chosen_language() -> None:
    result = run("demo", "--seats", "9", "--lang", "fr")
    assert result.exit_code == 2
    assert "Hanabi se joue" in result.stderr


def test_json_is_the_same_in_every_language() -> None:
    lines = {run("games", "--json", "--lang", x).stdout for x in LANGUAGES}
    assert len(lines) == 1


def test_a_stream_without_the_letters_gets_them_without_accents(tmp_path: Path) -> None:
    environ = {"PYTHONIOENCODING": "iso-8859-1", "LC_ALL": "ro_RO.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-m", "p2p_hanabi", "audit", str(tmp_path / "ș")],
        capture_output=True,
        env=environ,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(b"Nu se poate citi ")
    assert b"fisier" in done.stderr


@pytest.mark.parametrize(
    ("words", "encoding", "plain"),
    [
        ("été", "utf-8", "été"),
        ("été ș", "latin-1", "été s"),
        ("À vous\u00a0: œuf « bleu »", "ascii", 'A vous : oeuf " bleu "'),
        ("日", "ascii", "?"),
        ("\udce9", "ascii", "\ufffd"),
    ],
)
def test_characters_that_an_encoding_lacks_are_simplified(
    words: str, encoding: str, plain: str
) -> None:
    assert in_encoding(words, encoding) == plain


@pytest.mark.parametrize(
    ("code", "line", "colour"),
    [
        ("fr", "rouge", "red"),
        ("fr", "VERT", "green"),
        ("fr", "bla", "white"),
        ("fr", "red", "red"),
        ("fr", "W", "white"),
        ("fr", "multi", "multicolour"),
        ("ro", "roșu", "red"),
        ("ro", "rosu", "red"),
        ("ro", "alb", "white"),
        ("ro", "alba", "blue"),
        ("ro", "blue", "blue"),
        ("en", "g", "green"),
    ],
)
def test_colour_is_understood_in_both_languages_and_by_letter(
    code: str, line: str, colour: str
) -> None:
    with speaking(code):
        found = texts.colour_typed(line, 6)
    assert found is not None
    assert texts.colour(found) == colour


@pytest.mark.parametrize("line", ["yellow-ish", "x", "M"])
def test_word_that_is_no_colour_of_the_game_is_none(line: str) -> None:
    with speaking("fr"):
        assert texts.colour_typed(line, 5) is None


@pytest.mark.parametrize(
    ("code", "yes", "no"), [("en", "y", "n"), ("fr", "Oui", "non"), ("ro", "d", "nu")]
)
def test_yes_and_no_are_typed_in_the_language_or_in_english(code: str, yes: str, no: str) -> None:
    with speaking(code):
        assert [sentences.is_yes(each) for each in (yes, "yes", no)] == [True, True, False]


def test_hint_is_given_and_reported_in_french() -> None:
    with speaking("fr"):
        lines = answers(DealtTable(3), "informer ben rouge", "oui", asks=True)
    question = next(line for line in lines if "Confirmer" in line)
    assert question.startswith("Ben\u00a0: ")
    assert any(line.startswith("Vous dites à Ben\u00a0: ") for line in lines)


@pytest.mark.parametrize(
    ("code", "line", "english"),
    [
        ("fr", "jouer 3", "play 3"),
        ("fr", "  DEFAUSSER 1", "  discard 1"),
        ("fr", "dire bonjour à tous", "say bonjour à tous"),
        ("fr", "play 3", "play 3"),
        ("fr", "jou 3", "jou 3"),
        ("ro", "pleaca", "quit"),
        ("ro", "note 1 ok", "note 1 ok"),
        ("en", "tell ana red", "hint ana red"),
        ("fr", "indiquer ana rouge", "hint ana rouge"),
        ("en", "jouer 3", "jouer 3"),
        ("fr", "", ""),
    ],
)
def test_a_command_may_be_typed_in_the_language(code: str, line: str, english: str) -> None:
    with speaking(code):
        assert in_english(line) == english


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_word_of_a_language_is_another_command(code: str) -> None:
    with speaking(code):
        own = own_words()
    assert len({bare(word) for word in own.values()}) == len(own)
    assert all(bare(word) not in own or bare(word) == english for english, word in own.items())


@pytest.mark.parametrize("game", RULES)
def test_every_command_has_a_word_in_each_language(game: str) -> None:
    screen = SCREENS[game]
    fixed = {typed.SHOW, typed.HELP, typed.ORDER, typed.MOVE, typed.NOTE}
    talk = {typed.word_of(action) for action in TableAction}
    japanese = {"koi", "shobu", "yaku"}
    words = {*screen.move_examples, *screen.topics, *fixed, *talk, *COMMANDS} - japanese
    assert words - set(own_words()) == set(), "to be added to ui/words/sentences_typed.py"


@sampled(2)
@pytest.mark.parametrize("game", RULES)
@pytest.mark.parametrize(("code", "calls"), [("fr", "À vous"), ("ro", "E rândul tău")])
def test_whole_game_is_printed_line_by_line(game: str, code: str, calls: str) -> None:
    port = DealtTable(RULES[game].seats[0], game=game)
    with speaking(code):
        lines = played_by_script(port, calls=calls).lines
    assert port.ending() is not None
    assert max(map(get_cwidth, lines)) <= WIDTH
    assert not any("{" in line for line in lines)


@pytest.mark.parametrize(
    ("slots", "french", "romanian"),
    [
        ((), "aucune carte n'est blanche", "nicio carte nu e albă"),
        ((1,), "la carte 2 est blanche, les autres non", "cartea 2 e albă, celelalte nu"),
        (
            (0, 1, 2),
            "les cartes 1, 2 et 3 sont blanches, l'autre non",
            "cărțile 1, 2 și 3 sunt albe, cealaltă nu",
        ),
        (
            (0, 1, 2, 3),
            "les cartes 1, 2, 3 et 4 sont blanches",
            "cărțile 1, 2, 3 și 4 sunt albe",
        ),
    ],
)
def test_colours_agree_with_their_cards(slots: tuple[int, ...], french: str, romanian: str) -> None:
    with speaking("fr"):
        assert texts.colour_meaning([4], slots, 4) == french
    with speaking("ro"):
        assert texts.colour_meaning([4], slots, 4) == romanian


@pytest.mark.parametrize(
    ("count", "romanian"),
    [
        (1, "A mai rămas o carte în teanc."),
        (2, "Au mai rămas 2 cărți în teanc."),
        (19, "Au mai rămas 19 cărți în teanc."),
        (20, "Au mai rămas 20 de cărți în teanc."),
    ],
)
def test_numbers_choose_their_form(count: int, romanian: str) -> None:
    with speaking("ro"):
        assert sentences.cards_left(count) == romanian


def test_native_abbreviation_works_unless_english_has_the_prefix() -> None:
    view = DealtTable(2, game="koikoi")
    view.until_my_turn()
    players = Players(view.seat, view.names)
    with speaking("fr"):
        command = parse("g", SCREENS["koikoi"], view.view(), players)
        with pytest.raises(Misunderstood, match=r"il n'y a rien|Il n'y a rien"):
            parse("pr 2", SCREENS["koikoi"], view.view(), players)  # prendre, and not prises
        offered = completions("ga", SCREENS["koikoi"], view.view(), players)
    assert command == MakeMove(Keep())
    assert offered == ["garder"]


def test_help_shows_commands_in_the_players_language() -> None:
    with speaking("fr"):
        words = {as_text(row).split()[0] for row in help_page(SCREENS["koikoi"], None, 2)}
    assert {"jouer", "prendre", "garder", "aide"} - words == {"aide"}
    assert not {"play", "take", "keep", "quit", "gone", "parti"} & words
