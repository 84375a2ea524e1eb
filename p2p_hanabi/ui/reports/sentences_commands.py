"""What the commands that ask nothing print: the demo, the open tables, the games."""

from __future__ import annotations

from collections.abc import Sequence

from ..kit.i18n import N_, _, ngettext

TUTORIAL_BROKE = N_("The screen failed; p2phanabi tutorial --plain works line by line.")

# -- the demo


def at_the_table(names: Sequence[str], seats: int) -> str:
    return _("At the table ({n} of {seats}): {names}").format(
        n=len(names), seats=seats, names=", ".join(names)
    )


# -- the open tables


def no_table(seconds: float) -> str:
    return _("No open table was found in {n} s.").format(n=f"{seconds:g}")


def table(name: str, game: str, taken: tuple[int, int], addresses: Sequence[str]) -> str:
    """`taken` is how many of how many seats."""
    return ngettext(
        "{name}: {game}, {taken} of {seats} seats taken, at {addresses}",
        "{name}: {game}, {taken} of {seats} seats taken, at {addresses}",
        taken[0],
    ).format(name=name, game=game, taken=taken[0], seats=taken[1], addresses=", ".join(addresses))


# -- the games


def game(name: str, players: str, rules: str) -> str:
    return _("{game}, for {players} players; rules: {rules}").format(
        game=name, players=players, rules=rules
    )


def option(meaning: str, default: str | None) -> str:
    if default is None:
        return f"      {_(meaning)}"
    return _("      {meaning} (default {default})").format(meaning=_(meaning), default=default)
