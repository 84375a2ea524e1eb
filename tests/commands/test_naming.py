"""Which names a player or a table may have, and which look alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2p_hanabi.commands.console.failures import Failed, refused
from p2p_hanabi.commands.settings.environment import environment
from p2p_hanabi.commands.settings.naming import fault_of_name, is_fit, player_name, table_name
from p2p_hanabi.likeness import look_alike
from p2p_hanabi.paths import Home
from p2p_hanabi.ui.drawing.style import as_text, clean, text
from p2p_hanabi.ui.words import i18n
from tests.command_line import run
from tests.net.builders import identity

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize(
    "name",
    [
        "Ana",
        "Blanche",
        "Rose",
        "Ion",
        "z",
        "Ana 2",
        "A1c",
        "R2D2",
        "Ștefan",
        "नमिता",
        "Ệ",
        "안나",
        FAMILY,
    ],
)
def test_names_of_people_are_names(name: str) -> None:
    assert player_name(name) == name
    assert is_fit(name)


def test_blanks_around_a_name_do_not_belong_to_it() -> None:
    assert player_name("  Ana ") == "Ana"


MISREAD = [
    *("you", "You", "YOU", "me", "vous", "Tu", "moi", "eu", "voi", "Toți", "all", "public"),
    *("1", "12", "1 2", "\uff11", "\u00b2", "\u0663"),
    *("R", "r", "y", "K", "red", "Rouge", "roșu", "rosu", "noir", "r1", "G3", "3g"),
    *("stop", "play", "jouer", "joacă", "HELP"),
    *("\u0443\u043eu", "r\u0435d", "sto\u0440", "you\ufe0f"),
]


@pytest.mark.parametrize("name", MISREAD, ids=ascii)
def test_names_that_commands_would_misread_are_refused(name: str) -> None:
    with pytest.raises(Failed, match="it looks like"):
        player_name(name)
    with pytest.raises(Failed, match="it looks like"):
        table_name(name)
    assert not is_fit(name)


def test_command_words_of_every_language_are_refused_as_names() -> None:
    for language in i18n.LANGUAGES:
        i18n.choose(language)
        try:
            assert not any(is_fit(name) for name in ("you", "vert", "galben", "aide"))
            assert i18n.language() == language
        finally:
            i18n.choose("en")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "cannot be blank"),
        ("  ", "cannot be blank"),
        ("\u3164", "cannot be blank"),
        ("\u2800\u2800", "cannot be blank"),
        ("A" * 25, "1 to 24"),
        ("A\u202eB", "no control characters"),
        ("A\u200dB", "no control characters"),
        ("a\u0301\u0302\u0303\u0304\u0308", "at most 4"),
        ("a\u0301\u0301", "at most 4"),
        ("\u0301Ana", "at most 4"),
        ("Z\u20dd\u20dd", "at most 4"),
    ],
    ids=ascii,
)
def test_unreadable_names_are_refused(name: str, sentence: str) -> None:
    with pytest.raises(Failed, match=sentence):
        player_name(name)


@pytest.mark.parametrize("name", ["", "you", "A" * 25, "a\u0301\u0301"], ids=ascii)
def test_a_screen_that_asks_for_a_name_mentions_no_option(name: str) -> None:
    fault = fault_of_name(name)
    assert fault is not None
    assert "--" not in fault
    with pytest.raises(Failed) as refusal:
        player_name(name)
    assert str(refusal.value) == f"{fault} Choose another one with --name or --table."


def test_a_table_may_have_a_longer_name() -> None:
    assert table_name("A" * 60) == "A" * 60
    with pytest.raises(Failed, match="1 to 60"):
        table_name("A" * 61)


@pytest.mark.parametrize(
    "arguments",
    [
        ("whoami", "--name", "you"),
        ("host", "--name", "1"),
        ("join", "--name", "R"),
        ("host", "--name", "Ana", "--table", "7"),
        ("host", "--table", "\u2800"),
    ],
)
def test_bad_name_is_reported_before_anything_starts(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path))
    result = run(*arguments)
    assert result.exit_code == 2
    assert "name" in result.stderr
    assert not (tmp_path / "tables").exists()


def test_old_bad_name_is_refused_at_new_tables_and_kept_at_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path))
    Home(tmp_path).player("you", lambda: identity("you").seed)
    with pytest.raises(Failed, match="it looks like"):
        environment(None, "127.0.0.1")
    assert environment(None, "127.0.0.1", is_new=False).player.name == "you"
    assert environment("Ana", "127.0.0.1").player.name == "Ana"


def test_a_refusal_for_a_name_is_a_sentence() -> None:
    assert "Choose another one" in refused("bad name", None)
    assert '"you"' in refused("bad name there", "you")
    assert "\x1b" not in refused("bad name there", "\x1b[2J")


def test_a_family_is_shown_side_by_side() -> None:
    assert as_text(clean(text(FAMILY))) == "\U0001f468\U0001f469\U0001f467"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ana"),
        ("Ana", "\u0410n\u0430"),
        ("Ana", "A na"),
        ("Ion", "lon"),
        ("Ion", "1on"),
        ("Emma", "Ernrna"),
        ("Ștefan", "Ştefan"),
        ("Ștefan", "S\u0326tefan"),
        (FAMILY, FAMILY.replace("\u200d", "")),
        ("O", "0"),
    ],
    ids=ascii,
)
def test_names_that_an_eye_takes_for_each_other_look_alike(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(("one", "other"), [("Ana", "Anna"), ("Ștefan", "Stefan"), ("Bo", "Do")])
def test_distinguishable_names_do_not_look_alike(one: str, other: str) -> None:
    assert not look_alike(one, other)


@pytest.mark.parametrize(
    ("login", "called"),
    [("ana", "Ana"), ("me", "Player"), ("", "Player"), ("a" * 30, "A" + "a" * 23)],
)
def test_the_first_guess_at_a_name_is_one_that_can_be_used(
    login: str, called: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path))
    monkeypatch.setenv("LOGNAME", login or " ")
    assert environment(None, "127.0.0.1").player.name == called
