"""`p2phanabi forget`: delete an unfinished table."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys

import click

from p2p_hanabi.net.table.journal import open_locked
from p2p_hanabi.net.table.seat import unfinished, unreadable
from p2p_hanabi.paths import CannotRead, Home, TableFolder, find_home, is_there, short_id, storing
from p2p_hanabi.registry import SCREENS
from p2p_hanabi.review.reviewed_file import reviewed_file
from p2p_hanabi.systems import MOVES_OPEN_FOLDERS, drop_typed_ahead, replace, sync_folder
from p2p_hanabi.ui.model.game.game_screen import title_of
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.sentences_questions import Question, by_line, is_word
from p2p_hanabi.ui.words.words_joined import listing

from .console.failures import Failed, protocol_errors_as_failed, storage_errors_as_failed
from .local_seats.bot_processes import NAMES
from .play.resume import NO_TABLE_LEFT, chosen, lost_seat


def show_unfinished() -> None:
    """List the unfinished tables, and report those that cannot be read. Raise `Failed`."""
    home = find_home()
    with storage_errors_as_failed():
        tables, lost = unfinished(home), unreadable(home)
    for own in tables:
        title = title_of(SCREENS, own.seating.game)
        table, sentence = short_id(own.seating.table), _("{table}  {game} with {names}")
        click.echo(sentence.format(table=table, game=title, names=listing(own.others)))
    for error in lost:
        click.echo(lost_seat(error), err=True)
    if not (tables or lost):
        click.echo(_(NO_TABLE_LEFT), err=True)


def forget(wanted: str, *, is_sure: bool) -> None:
    """Delete the table whose id starts with `wanted`. Ask unless `is_sure`. Raise `Failed`."""
    home = find_home()
    own = chosen(home, wanted)
    table = short_id(own.seating.table)
    if not is_sure:
        if not sys.stdin.isatty():
            raise Failed(
                _(
                    "Not a terminal, so you cannot confirm here; --yes deletes the game without "
                    "asking."
                )
            )
        drop_typed_ahead(sys.stdin)  # typed before the question
        question = _("Leave the review {table} with {names}?")
        if reviewed_file(own.seating.chosen) is None:
            question = _(
                "Delete the game {table} with {names}? You cannot take your seat again, and "
                "the others cannot play on without you."
            )
        question = question.format(table=table, names=listing(own.others))
        click.echo(f"{question} {by_line(Question.FORGET)}")
        if not is_word(sys.stdin.readline(), Question.FORGET):
            click.echo(_("The game {table} was kept.").format(table=table))
            return
    with protocol_errors_as_failed(), storage_errors_as_failed():
        homes = (home, *(Home(home.bots / name) for name in NAMES))
        folders = [each.table_folder(own.seating.table) for each in homes]
        for folder in [each for each in folders if is_there(each.path)]:
            remove_table(folder)
    click.echo(_("The game {table} was deleted.").format(table=table))


def remove_table(folder: TableFolder) -> None:
    """Delete a table's folder, renaming it first so that it is never left incomplete. Raise `InUse`
    while it is being played, `CannotStore` on a disk error."""
    with contextlib.ExitStack() as held, storing(folder.path):
        with contextlib.suppress(CannotRead):  # without a readable journal, nobody can play
            held.enter_context(open_locked(folder.journal, os.O_RDWR))
        if not MOVES_OPEN_FOLDERS:
            held.close()  # the rename still fails if another process opens it now
        gone = folder.path.with_name(f".{folder.path.name}")
        replace(folder.path, gone)
        sync_folder(gone.parent)
        shutil.rmtree(gone)
