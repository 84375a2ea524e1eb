"""The seeded faults fit the tree as it is; `make seeded-faults` looks for tests that find them."""

from __future__ import annotations

from collections import Counter

from .fault import ROOT, all_faults

FAULTS = all_faults()
ROOMS = (
    *(f"protocol/{room}" for room in ("crypto", "identity", "rounds", "ledger", "audit", "peer")),
    *(
        f"p2p_hanabi/{room}"
        for room in ("seam", "arena", "own_bots", "systems", "paths", "desktop")
    ),
    *(f"p2p_hanabi/games/{game}" for game in ("hanabi", "ikebana", "koikoi")),
    *(f"p2p_hanabi/games/{game}/bot" for game in ("hanabi", "ikebana", "koikoi")),
    "p2p_hanabi/games/hanabi/formats",
    *(f"p2p_hanabi/net/{room}" for room in ("links", "page", "discovery", "table", "lobby")),
    *(
        f"p2p_hanabi/ui/{room}"
        for room in ("model", "terminal", "lines", "web", "words", "kit", "drawing")
    ),
    *(
        f"p2p_hanabi/commands/{room.name}"
        for room in (ROOT / "p2p_hanabi" / "commands").iterdir()
        if (room / "__init__.py").exists()
    ),
    "release",
)


def test_a_fault_has_one_place_and_tests_that_exist() -> None:
    for fault in FAULTS:
        text = (ROOT / fault.file).read_text("utf-8")
        sown = fault.in_text(text)
        assert sown != text, fault.name
        if fault.file.endswith(".py"):
            compile(sown, fault.file, "exec")
        assert all(exists(test) for test in fault.tests), fault.name


def exists(test: str) -> bool:
    file, _, name = test.partition("::")
    return (ROOT / file).exists() and (
        not name or f"def {name}(" in (ROOT / file).read_text("utf-8")
    )


def test_faults_have_distinct_names() -> None:
    assert set(Counter(fault.name for fault in FAULTS).values()) == {1}


def test_each_room_has_a_fault() -> None:
    files = [fault.file for fault in FAULTS]
    assert not [each for each in ROOMS if not any(file.startswith(each) for file in files)]
    assert any(file.endswith(".js") for file in files)
