"""Pictures of every page: `python -m tests.ui.web.screenshots FOLDER [NAME ...]`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.ui.web.live_browser import DESKTOP, PHONE, Seat, chromium, server
from tests.ui.web.shown_pages import pages


def main(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for is_dark in (False, True):
        with tempfile.TemporaryDirectory() as profile:
            take(folder, names, Path(profile), is_dark=is_dark)


def take(folder: Path, names: list[str], profile: Path, *, is_dark: bool) -> None:
    colours = "dark" if is_dark else "light"
    with server() as address, chromium(profile, is_dark=is_dark) as driver:
        seat = Seat(driver)
        for size in (DESKTOP, PHONE):
            seat.open(address, size)
            for name, page in pages().items():
                if not names or name in names:
                    seat.show(page)
                    driver.save_screenshot(str(folder / f"{name}-{size[0]}-{colours}.png"))
            for touched in ("#own", "#areas"):
                seat.show(pages()["hanabi-2"])
                seat.one(f"{touched} button.face").click()
                name = f"touched-{touched[1:]}-{size[0]}-{colours}"
                driver.save_screenshot(str(folder / f"{name}.png"))
                if not seat.all("#moves .main"):
                    seat.one("#moves .move").click()
                seat.until(lambda: seat.one("#moves .main").is_enabled())
                driver.save_screenshot(str(folder / f"{name}-preview.png"))
                seat.one('[data-key="not now"]').click()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
