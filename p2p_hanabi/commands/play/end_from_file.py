"""`p2phanabi resume --from FILE`: take the end of a table from the file of another of its players.

The others may have agreed to end it, or have named a cheater, while this player was away.
"""

from __future__ import annotations

import os
from pathlib import Path

from p2p_hanabi.net.table.journal import open_locked
from p2p_hanabi.net.table.seat import unfinished
from p2p_hanabi.paths import Home, is_there, write
from p2p_hanabi.ui.kit.shell_words import in_a_shell
from p2p_hanabi.ui.words.i18n import _

from ..console.failures import Failed, protocol_errors_as_failed, storage_errors_as_failed
from ..console.input_file import called
from ..records.audit import examine


def take_end(home: Home, path: Path) -> Path:
    """Store the end of an unfinished table from a file that the audit finds valid; return where.
    This player's own journal stays. Raise `Failed`."""
    found = examine(path, {})
    report, file = found.report, called(path)
    # §7: the file's statements are its only proof: who hands it over is not asked.
    if not report.valid:
        raise Failed(_("{file} is not valid: `p2phanabi audit` says why.").format(file=file))
    # §7: a file that just stops proves no end, and taking it would stop this seat's game.
    if not (report.finished or report.agreed or report.named is not None):
        raise Failed(_("{file} does not contain the end of its game.").format(file=file))
    with protocol_errors_as_failed(), storage_errors_as_failed():
        target = home.transcript(report.game, report.table)
        tables = {own.seating.table for own in unfinished(home)}
        if is_there(target):  # §8: a table ends once
            own = in_a_shell(target)
            sentence = _(
                "Your own file of this game stays as it is. `p2phanabi audit {own} {file}` "
                "explains how the two ends fit together."
            )
            raise Failed(sentence.format(own=own, file=in_a_shell(path)))
        if report.table not in tables:
            raise Failed(_("{file} is not from an unfinished game of yours.").format(file=file))
        with open_locked(
            home.table_folder(report.table).journal, os.O_RDWR
        ):  # not while it is played
            write(target, found.data)
    return target
