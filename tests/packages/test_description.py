"""What a package index shows: the README, with links that lead somewhere, and the addresses."""

from __future__ import annotations

import re
import subprocess
import sys
from email import message_from_string
from email.message import Message
from pathlib import Path

import pytest
from readme_renderer.markdown import render

from p2p_hanabi import __version__
from release.building import ROOT, copy_tree

ADDRESS = "https://example.org/hanabi"
METADATA = "import setuptools.build_meta as it; it.prepare_metadata_for_build_wheel('metadata')"
ITS_ADDRESS = re.compile(r'^repository = ".*"', re.MULTILINE)
LEADS = re.compile(r'(?:href|src)="([^#"][^"]*)"')


def metadata(folder: Path, repository: str) -> Message:
    copy_tree(folder)
    project = folder / "pyproject.toml"
    text = project.read_text("utf-8")
    changed, count = ITS_ADDRESS.subn(f'repository = "{repository}"', text)
    assert count == 1
    project.write_text(changed, "utf-8")
    (folder / "metadata").mkdir()
    subprocess.run([sys.executable, "-c", METADATA], check=True, capture_output=True, cwd=folder)
    (file,) = folder.glob("metadata/*.dist-info/METADATA")
    return message_from_string(file.read_text("utf-8"))


def rendered(sentences: Message) -> str:
    assert sentences["Description-Content-Type"] == "text/markdown"
    page = render(str(sentences.get_payload()))
    assert page is not None
    assert re.search("<h1[^>]*>p2phanabi<", page)
    assert page.count("<table>") == (ROOT / "README.md").read_text("utf-8").count("|---|---|")
    return page


@pytest.fixture(scope="module")
def nowhere(tmp_path_factory: pytest.TempPathFactory) -> Message:
    return metadata(tmp_path_factory.mktemp("nowhere"), "")


@pytest.fixture(scope="module")
def somewhere(tmp_path_factory: pytest.TempPathFactory) -> Message:
    return metadata(tmp_path_factory.mktemp("somewhere"), ADDRESS)


def test_page_without_an_address_has_no_dead_link(nowhere: Message) -> None:
    page = rendered(nowhere)
    assert [link for link in LEADS.findall(page) if not link.startswith("https:")] == []
    assert "<img" not in page
    assert "These are in the source distribution." in page
    assert nowhere.get_all("Project-URL") is None
    assert nowhere["Home-page"] is None


def test_links_with_an_address_lead_to_files_of_this_version(somewhere: Message) -> None:
    page = rendered(somewhere)
    leads = LEADS.findall(page)
    inside = [link for link in leads if link.startswith(ADDRESS)]
    assert [link for link in leads if not link.startswith("https:")] == []
    assert len(inside) > 15
    for link in inside:
        kind, name = re.findall(rf"^{ADDRESS}/(blob|raw)/v{__version__}/([^#]+)", link)[0]
        assert (ROOT / name).is_file()
        assert (kind == "raw") == name.endswith(".png")
    assert sum(link.endswith(".png") for link in inside) == 1
    assert len(somewhere.get_all("Project-URL", [])) == 3


def test_the_authors_are_named_and_have_no_address(nowhere: Message) -> None:
    assert nowhere["Author"] == "The p2phanabi authors"
    assert nowhere["Author-email"] is None
