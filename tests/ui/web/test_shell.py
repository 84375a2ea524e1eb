"""The files of the live page."""

from __future__ import annotations

import json
import re

import pytest

from p2p_hanabi.registry import PAGES, all_drawings
from p2p_hanabi.ui.web.shell import FOLDER, files, page
from p2p_hanabi.ui.words import i18n

from .browser import Page
from .noble.pinned import DIGEST, RECIPE, digest, versions

DRAWINGS = all_drawings()


def test_the_page_and_all_it_loads_stay_small() -> None:
    sizes = {path: len(file.content) for path, file in files(DRAWINGS).items()}
    assert sizes.pop("/noble.js") <= 100_000
    assert sum(sizes.values()) <= 150_000


def test_bundled_library_is_unchanged_with_versions_and_licences() -> None:
    text = (FOLDER / "noble.js").read_text("utf-8")
    assert "esbuild" in versions()
    for name, version in versions().items():
        assert f"{name} {version}" in text
    assert digest(FOLDER / "noble.js") == DIGEST.read_text("utf-8").strip()
    assert text.count("The MIT License (MIT)") == 2
    assert text.count("Copyright (c) 2022 Paul Miller") == 2
    assert "Copyright (c) 2016 Thomas Pornin" in text
    installed = json.loads((RECIPE / "package-lock.json").read_text("utf-8"))["packages"]
    for name, version in versions().items():
        found = installed[f"node_modules/{name}"]
        assert found["version"] == version
        assert found["integrity"].startswith("sha512-")


def test_all_imported_modules_and_linked_files_are_served() -> None:
    served = files(DRAWINGS)
    for file in served.values():
        text = file.content.decode()
        for name in re.findall(r'from "\.(/[a-z]+\.js)"|(?:src|href)="([a-z]+\.(?:css|js))"', text):
            assert "/" + "".join(name).removeprefix("/") in served


def test_the_page_has_no_script_and_no_style_in_it() -> None:
    found = Page(page(DRAWINGS))
    for tag, each in found.tags:
        assert tag != "style"
        assert not [name for name in each if name == "style" or name.startswith("on")]
        assert tag != "script" or "src" in each or each["type"] == "application/json"
    assert "innerHTML" not in "".join(each.read_text() for each in FOLDER.glob("*.js"))


def test_the_drawings_are_those_of_the_games_pages() -> None:
    assert {game: found.art for game, found in PAGES.items() if found.art is not None} == DRAWINGS


def test_drawings_of_two_games_have_names_of_their_own() -> None:
    drawn = [each["id"] for tag, each in Page(page(DRAWINGS)).tags if tag == "symbol"]
    assert len(drawn) == len(set(drawn))
    assert "hanabi-red" in drawn


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_page_is_in_the_programs_language(language: str) -> None:
    i18n.choose(language)
    try:
        html = page({})
    finally:
        i18n.choose("en")
    assert f'<html lang="{language}">' in html
    sentences = re.search(r'id="words">(.*?)</script>', html)
    assert sentences is not None
    words = json.loads(sentences[1])["words"]
    assert words["play"] == {"en": "Do it", "fr": "Jouer", "ro": "Joacă"}[language]
