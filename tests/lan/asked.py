"""Diagnose many addresses at once in one process, and print a JSON list of the verdicts.

python -m tests.lan.asked HOST:PORT...
"""

from __future__ import annotations

import asyncio
import json
import sys

from p2p_hanabi.net.checks.diagnosis import diagnose
from p2p_hanabi.net.links.addresses import parse_address, usable_interfaces


async def main(places: list[str]) -> list[str]:
    interfaces = usable_interfaces()
    asked = (diagnose(parse_address(place), interfaces) for place in places)
    return [found.verdict.word for found in await asyncio.gather(*asked)]


if __name__ == "__main__":
    json.dump(asyncio.run(main(sys.argv[1:])), sys.stdout)
