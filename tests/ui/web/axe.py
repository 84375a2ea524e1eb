"""What axe-core finds on every page: `make axe`, or `python -m tests.ui.web.axe AXE.JS`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.ui.web.live_browser import DESKTOP, PHONE, Seat, chromium, server
from tests.ui.web.shown_pages import pages

GRAVE = ("serious", "critical")
RUN = "const done = arguments[0]; axe.run().then((found) => done(found.violations));"


def main(axe: str) -> int:
    """Print all findings, and return how many are grave."""
    grave = 0
    for is_dark in (False, True):
        with (
            tempfile.TemporaryDirectory() as profile,
            server() as address,
            chromium(Path(profile), is_dark=is_dark) as driver,
        ):
            seat = Seat(driver)
            for size in (DESKTOP, PHONE):
                seat.open(address, size)
                seat.run(axe)
                grave += sum(looked_at(seat, size[0], name) for name in pages())
    sys.stdout.write(f"{grave} serious or critical findings\n")
    return grave


def looked_at(seat: Seat, width: int, name: str) -> int:
    seat.show(pages()[name])
    found: list[dict[str, Any]] = seat.driver.execute_async_script(RUN)
    for each in found:
        where = ", ".join(str(node["target"]) for node in each["nodes"][:4])
        sys.stdout.write(f"{name} {width}: {each['impact']}: {each['id']}: {where}\n")
    return sum(each["impact"] in GRAVE for each in found)


if __name__ == "__main__":
    sys.exit(min(1, main(Path(sys.argv[1]).read_text(encoding="utf-8"))))
