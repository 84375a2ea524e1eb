"""What is said of games that were played, and of tables that are to be forgotten, in English."""

from __future__ import annotations

from collections.abc import Sequence

from ..kit.i18n import _
from ..kit.sentences import listing

# -- history


def points(of_each: Sequence[tuple[str, int]]) -> str:
    told = [_("{who} {n}").format(who=who, n=count) for who, count in of_each]
    return ", ".join(told)


def no_game(path: object, reason: str) -> str:
    """`reason` is in the player's words."""
    return _("{path} is left out: {why}.").format(path=path, why=reason)


def nothing_played(folder: object) -> str:
    return _("No game was played here yet; their transcripts will be in {folder}.").format(
        folder=folder
    )


def checking(count: int, of: int) -> str:
    """Fits on a row."""
    return _("Checking new games: {n} of {all}. Ctrl-C stops; nothing is lost.").format(
        n=count, all=of
    )


# -- forgetting a table


def unfinished_table(table: str, name: str, others: Sequence[str]) -> str:
    return _("{table}  {game} with {names}").format(table=table, game=name, names=listing(others))


def forget_question(table: str, others: Sequence[str]) -> str:
    return _(
        "Forget the table {table} with {names}? Your seat cannot be taken again, and the others "
        "cannot go on without you."
    ).format(table=table, names=listing(others))


def forgotten(table: str) -> str:
    return _("The table {table} is forgotten.").format(table=table)
