"""The files of the live page."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re

import pytest

from p2p_hanabi.registry import PAGES, all_drawings
from p2p_hanabi.ui.web.bundle import bundled
from p2p_hanabi.ui.web.shell import FOLDER, files, page
from p2p_hanabi.ui.words import i18n

from .browser import Page
from .noble.pinned import DIGEST, RECIPE, digest, versions

DRAWINGS = all_drawings()


def test_the_page_takes_three_requests_and_stays_small() -> None:
    served = files(DRAWINGS)
    packed = {path: len(gzip.compress(file.content)) for path, file in served.items()}
    assert len(packed) == 3
    assert sum(packed.values()) <= 100_000


def test_fixed_files_have_a_path_and_a_digest_of_their_content() -> None:
    served = files(DRAWINGS)
    html = served["/"].content.decode()
    fixed = {path: file for path, file in served.items() if file.is_fixed}
    assert not served["/"].is_fixed
    assert len(fixed) == 2
    for path, file in fixed.items():
        digest = hashlib.sha256(file.content)
        assert digest.hexdigest()[:16] in path
        assert f'integrity="sha256-{base64.b64encode(digest.digest()).decode()}"' in html


def test_two_modules_with_the_same_names_are_bundled() -> None:
    modules = {
        "b.js": b"const n = 2;\nexport function two() { return n; }\n",
        "c.js": b"const n = 3;\nconst three = () => n;\nexport {\n  three\n};\n",
        "a.js": b'import { two } from "./b.js";\nimport { three } from "./c.js";\nlet n = two();\n',
    }
    script = bundled("a", modules.__getitem__).decode()
    assert "import" not in script
    assert "export" not in script
    assert script.index("module_b =") < script.index("module_c =") < script.index("module_a =")
    assert "const { two } = module_b;" in script
    assert "return { three };" in script


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


def test_all_linked_files_are_served() -> None:
    served = files(DRAWINGS)
    html = served["/"].content.decode()
    linked = re.findall(r'(?:src|href)="([^"#:]+)"', html)  # relative: a page is behind a door
    assert sorted(f"/{each}" for each in linked) == sorted(path for path in served if path != "/")
    for file in served.values():
        assert not re.search(rb'^import |^export |from "', file.content, re.MULTILINE)


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
    tags = Page(page(DRAWINGS)).tags
    drawn = [f"#{each['id']}" for _tag, each in tags if "id" in each]
    assert len(drawn) == len(set(drawn))
    assert "#hanabi-red" in drawn
    parts = [each for tag, each in tags if tag in ("symbol", "g") and "id" in each]
    assert all(str(each["id"]).startswith(tuple(f"{game}-" for game in DRAWINGS)) for each in parts)
    assert {each["href"] for tag, each in tags if tag == "use"} <= set(drawn)


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
    assert words["not now"] == {"en": "Undo", "fr": "Annuler", "ro": "Anulează"}[language]
