"""`p2phanabi tables`: what is open on this network."""

from __future__ import annotations

import json

import click

from .play import look_around
from .settings import here


async def list_tables(seconds: float, interface: str | None, *, as_json: bool) -> int:
    """Print what is found within `seconds`. Nothing found is no failure."""
    found = await look_around(here(None, interface), seconds)
    for one in found:
        notice = one.notice
        addresses = [str(address) for address in one.addresses]
        if as_json:
            facts = {
                "table": notice.name,
                "id": notice.table.hex(),
                "game": notice.game,
                "options": notice.options,
                "taken": notice.taken,
                "seats": notice.seats,
                "addresses": addresses,
            }
            click.echo(json.dumps(facts))
        else:
            click.echo(
                f"{notice.name}: {notice.game}, {notice.taken} of {notice.seats} seats taken, "
                f"at {', '.join(addresses)}"
            )
    if not found and not as_json:
        click.echo(f"No open table was found in {seconds:g} s.", err=True)
    return 0
