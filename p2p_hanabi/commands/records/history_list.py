"""`p2phanabi history`: the games played here, from their transcripts.

Each transcript is audited once. Known games can be shown while others are audited, and each result
is cached at once.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import click

from p2p_hanabi.paths import Home, StorageFailed, find_home, read, reading
from p2p_hanabi.ui.kit.shell_words import on_one_line
from p2p_hanabi.ui.replay.sentences_replay import agreed_in_short, in_short
from p2p_hanabi.ui.words.i18n import N_, _, ngettext
from p2p_hanabi.ui.words.sentences_reasons import why
from p2p_hanabi.ui.words.words_joined import listing
from protocol.identity.keys import fingerprint

from ..console.failures import Failed, storage_errors_as_failed
from ..console.output import echo
from ..console.timestamps import datetime_of
from .history_cache import Facts, HistoryCache, keep
from .history_entry import Entry
from .history_totals import is_counted, summaries

ENDING = ".p2ph"
NO_GAMES = N_("No games played here yet.")
_CLEAR = "\r\x1b[K"
"""Returns to the beginning of the line and clears it."""


Show: TypeAlias = Callable[[Entry], None]


def show_history(*, as_json: bool) -> None:
    """List the games, latest first, and add them up; on a terminal, those to be audited follow the
    known ones."""
    home = find_home()
    me = own_fingerprint(home)
    shown: list[Entry] = []

    def show(entry: Entry) -> None:
        """Print an entry, on standard error if the transcript is invalid."""
        shown.append(entry)
        if as_json:
            click.echo(json.dumps(entry.as_json(me)))
        elif entry.facts is None:
            tell_skipped(entry)
        else:
            echo(_line(entry, entry.facts, me), whole=on_one_line(entry.path.name))

    files = _latest_first(home)
    entries = _entries(home, files)
    if not as_json and sys.stdout.isatty() and sys.stderr.isatty():
        _known_first(entries, home, show)
    else:
        _in_order(entries, home, show)
    if not files and not as_json:
        tell_nothing_played(home)
    if not as_json:
        for rows in summaries(shown, me):
            echo("\n".join(["", *rows]))


def tell_skipped(entry: Entry) -> None:
    """Print on standard error why a transcript is invalid."""
    skipped = _("{path} was skipped: {why}.")
    path = on_one_line(entry.path)
    echo(skipped.format(path=path, why=entry.reason), err=True, whole=path)


def tell_nothing_played(home: Home) -> None:
    nothing = _("No games played here yet; transcripts will be in {folder}.")
    click.echo(nothing.format(folder=on_one_line(home.transcripts)), err=True)


def known_games(home: Home) -> list[str]:
    """Return the lines that `show_history` prints for games known without an audit, with the totals
    first; without the curve, since letters of a page differ in width."""
    me, entries = own_fingerprint(home), _entries(home, _latest_first(home))
    known = [entry for entry in entries if entry.facts is not None]
    totals = [row for rows in summaries(known, me, draws=False) for row in (*rows, "")]
    listed = [_line(entry, entry.facts, me) for entry in known if entry.facts is not None]
    return [*totals, *listed] if listed else [_no_such_game(1, 0)]


def counted_games(home: Home) -> list[Entry]:
    """Return the games with how they were played, after auditing those of which that is not known,
    with the progress on a terminal."""
    entries = list(_entries(home, _latest_first(home)))
    unknown = [entry for entry in entries if not is_counted(entry)]
    found = {entry.path: entry for entry in entries}

    def add(entry: Entry) -> None:
        found[entry.path] = entry

    _show_audited(unknown, home, add)
    return list(found.values())


def latest_games(home: Home, most: int) -> list[tuple[Path, str]]:
    """Return the latest games, each with a sentence, or its file name if it is not audited yet."""
    me, entries = own_fingerprint(home), _entries(home, _latest_first(home), most)
    return [
        (each.path, each.path.name if each.facts is None else _sentence(each, each.facts, me))
        for each in entries
    ]


def nth_game(home: Home, number: int) -> Path:
    """Return the file of a game by its number in the list. Raise `Failed`."""
    files = _latest_first(home)
    if not 0 < number <= len(files):
        raise Failed(_no_such_game(number, len(files)))
    return files[-number][0]


def latest_game(home: Home) -> Path:
    """Return the file of the latest game. Raise `Failed`."""
    return nth_game(home, max(1, len(_latest_first(home))))


def _latest_first(home: Home) -> list[tuple[Path, os.stat_result]]:
    with storage_errors_as_failed():
        return sorted(_files(home), key=lambda file: file[1].st_mtime, reverse=True)


def _entries(
    home: Home, files: Sequence[tuple[Path, os.stat_result]], most: int | None = None
) -> Iterator[Entry]:
    """Look up the files, or the first `most` of them."""
    cache, count = HistoryCache(home), len(files)
    shown = enumerate(files[:most])
    return (_look_up(count - n, path, status, cache) for n, (path, status) in shown)


def _known_first(entries: Iterable[Entry], home: Home, show: Show) -> None:
    unknown = []
    for entry in entries:
        if entry.is_known:
            show(entry)
        else:
            unknown.append(entry)
    _show_audited(unknown, home, show)


def _show_audited(unknown: Sequence[Entry], home: Home, show: Show) -> None:
    """Audit and show the entries, with the progress below them on a terminal."""
    if unknown:
        _tell_progress(0, len(unknown))
    try:
        for count, entry in enumerate(_audited(unknown, home), 1):
            _clear_progress()
            show(entry)
            _tell_progress(count, len(unknown))
    finally:
        if unknown:
            _clear_progress()


def _in_order(entries: Iterable[Entry], home: Home, show: Show) -> None:
    waiting: dict[Path, Entry] = {}
    for entry in entries:
        if entry.is_known and not waiting:
            show(entry)
        else:
            waiting[entry.path] = entry
    unknown = [entry for entry in waiting.values() if not entry.is_known]
    for entry in _audited(unknown, home):
        waiting[entry.path] = entry
        while waiting and (first := next(iter(waiting.values()))).is_known:
            show(waiting.pop(first.path))


def _audited(entries: Sequence[Entry], home: Home) -> Iterator[Entry]:
    """Yield each entry as soon as it is audited, after caching the result."""
    if not entries:
        return
    from .history_processes import audited  # seldom needed: most games are known

    by_path = {entry.path: entry for entry in entries}
    with contextlib.closing(audited(list(by_path))) as done:
        for path, found in done:
            if found is None:
                yield replace(by_path[path], reason=_("its check was interrupted"))
            else:
                keep(home, found)
                yield by_path[path].found(found.facts)


def _tell_progress(count: int, of: int) -> None:
    """Show the progress on the last line of a terminal, which is overwritten."""
    if sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb":
        columns = shutil.get_terminal_size().columns
        click.echo(_checking(count, of)[: columns - 1], nl=False, err=True)


def _clear_progress() -> None:
    if sys.stderr.isatty():
        click.echo(_CLEAR, nl=False, err=True)


def _look_up(number: int, path: Path, status: os.stat_result, cache: HistoryCache) -> Entry:
    """Look up a file in the cache."""
    entry = Entry(number, path, datetime_of(status.st_mtime))
    facts = cache.unchanged(status)
    if facts is None:
        from protocol.ledger.transcript import MAX_FILE_BYTES  # slow to load

        try:
            facts = cache.copied(status, read(path, MAX_FILE_BYTES))
        except StorageFailed as error:
            return replace(entry, reason=why(error.reason))
    return entry if facts is None else entry.found(facts)


def _files(home: Home) -> Iterator[tuple[Path, os.stat_result]]:
    there_are: dict[str, Path] = {}  # one of each name: also the board's may be this player's
    for folder in (each.transcripts for each in home.with_board):
        with reading(folder), contextlib.suppress(FileNotFoundError):
            found = [path for path in folder.iterdir() if path.suffix == ENDING]
            there_are = {**{path.name: path for path in found}, **there_are}
    for path in there_are.values():
        with reading(path), contextlib.suppress(FileNotFoundError):  # deleted meanwhile
            yield path, _status(path)


def _status(path: Path) -> os.stat_result:
    """Return a file's status; of a link that cannot be followed, its own, so that reading it
    reports the error. Raise `OSError`."""
    try:
        return path.stat()
    except FileNotFoundError:
        raise
    except OSError:
        return path.lstat()


def _line(entry: Entry, facts: Facts, me: str | None) -> str:
    sentence = _sentence(entry, facts, me)
    return f"{entry.number:>3}  {sentence}  {on_one_line(entry.path.name)}"


def _sentence(entry: Entry, facts: Facts, me: str | None) -> str:
    from p2p_hanabi.registry import GAMES

    game = GAMES.get(facts["game"])
    title = facts["game"] if game is None else game.title  # does not load its screens
    others = [p["name"] for p in facts["players"] if p["fingerprint"] != me]
    when = entry.when.astimezone().strftime("%Y-%m-%d %H:%M")
    outcome, points = facts.get("outcome"), facts.get("points")
    score = None if outcome is None else outcome["score"]
    result = in_short([p["name"] for p in facts["players"]], score, points)
    if facts["agreed"]:
        result = agreed_in_short(score)
    if unusual := facts.get("unusual"):
        title = f"{title} ({', '.join(f'{key}={value}' for key, value in unusual.items())})"
    return _("{when}  {game} with {names}: {result}").format(
        when=when, game=title, names=listing(others), result=result
    )


def _no_such_game(number: int, count: int) -> str:
    if not count:
        return _(NO_GAMES)
    found = ngettext(
        "There is no game {n}: one game was played here.",
        "There is no game {n}: {count} games were played here.",
        count,
    )
    return found.format(n=number, count=count)


def own_fingerprint(home: Home) -> str | None:
    try:
        return fingerprint(home.known_player().identity.public_key)
    except StorageFailed:
        return None


def _checking(count: int, of: int) -> str:
    """Return the progress in one short line."""
    return _("Checking new games: {n} of {all}. Ctrl-C stops; nothing is lost.").format(
        n=count, all=of
    )
