"""What is said of games that were played, and of tables that are to be forgotten, in English."""

from __future__ import annotations

from collections.abc import Sequence

from ..kit.i18n import _, ngettext
from ..kit.sentences import listing
from ..kit.sentences_reasons import why

# -- history


def game(when: str, name: str, others: Sequence[str], result: str) -> str:
    return _("{when}  {game} with {names}: {result}").format(
        when=when, game=name, names=listing(others), result=result
    )


def score(points: int) -> str:
    return _("score {n}").format(n=points)


def points(of_each: Sequence[tuple[str, int]]) -> str:
    told = [_("{who} {n}").format(who=who, n=count) for who, count in of_each]
    return ", ".join(told)


def not_finished() -> str:
    return _("not finished")


def no_game(path: object, reason: str) -> str:
    return _("{path} is left out: {why}.").format(path=path, why=why(reason))


def nothing_played(folder: object) -> str:
    return _("No game was played here yet; their transcripts will be in {folder}.").format(
        folder=folder
    )


def checking(count: int) -> str:
    return ngettext(
        "Checking {n} game that is new here.", "Checking {n} games that are new here.", count
    ).format(n=count)


# -- forgetting a table


def unfinished_table(table: str, name: str, others: Sequence[str]) -> str:
    return _("{table}  {game} with {names}").format(table=table, game=name, names=listing(others))


def forget_question(table: str, others: Sequence[str]) -> str:
    return _(
        "Forget the table {table} with {names}? Your seat cannot be taken again, and the others "
        "cannot go on without you."
    ).format(table=table, names=listing(others))


def forget_needs_yes() -> str:
    return _("Nobody can be asked here; --yes forgets the table without a question.")


def forgotten(table: str) -> str:
    return _("The table {table} is forgotten.").format(table=table)


def kept(table: str) -> str:
    return _("The table {table} is kept.").format(table=table)
