"""Argument parsing for the commands about finished and unfinished games.

Heavy modules are imported where they are used, since every `--help` loads this module.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypedDict, TypeVar, Unpack

import click

from p2p_hanabi.registry import all_formats

from .arguments import FILE, LATEST, PLAYED, cards_option, force_option, look_options
from .records import HISTORY_AUDITS

Command = TypeVar("Command", bound=Callable[..., Any])
FORMS = tuple(all_formats().values())
_FILES = [form for form in FORMS if form.suffix]
_ENDINGS = ", ".join(f"{form.suffix} for {form.name}" for form in _FILES)
_SITES = " or ".join(form.name for form in _FILES)


@click.command(epilog="Example: p2phanabi audit --player 'Ana=6d51 a2c6 ...' game.p2ph")
@click.argument("files", nargs=-1, type=PLAYED, metavar="[FILE|N]...")
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME=FINGERPRINT",
    help="Require that this player took part.",
)
@cards_option
@click.option("--verbose", is_flag=True, help="List every check with its step and player.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON line for each file and each table."
)
def audit(
    *, files: tuple[Path, ...], players: tuple[str, ...], verbose: bool, as_json: bool
) -> None:
    """Check transcripts: signatures, proofs, rules and shuffles.

    N is a game's number in `history`; without it, the latest game is checked.
    Several files of the same table are also compared. Exit code 1: a file is not valid, a
    player is to blame, or two files of one table contradict each other.
    """
    from .console.input_file import called
    from .console.output import echo
    from .records import audit as audits
    from .records import audit_text

    demanded = audits.demands(players)
    examined = []
    for path in files or (PLAYED.convert(LATEST, None, None),):
        one = audits.examine(path, demanded)
        if as_json:
            click.echo(audits.dump(audits.as_json(path, one.report, one.wrong_player)))
        else:
            checks = audit_text.every_check(one.report) if verbose else []
            name = called(path)
            sentences = audit_text.as_text(name, one.report, one.wrong_player)
            echo("\n".join([*sentences, *checks]), whole=name)
        examined.append(one)
    tables = audits.by_table(examined)
    for table in tables:
        if as_json:
            click.echo(audits.dump(audits.table_as_json(table)))
        else:
            echo("\n".join(audit_text.table_as_text(table)))
    good = [*(one.is_good for one in examined), *(not table.conflicts for table in tables)]
    sys.exit(audits.exit_code(good))


class LineOptions(TypedDict):
    """Which kept line is shown, or whether all are listed."""

    line: str | None
    lines: bool
    what_if: bool
    possible: int | None


@click.command(epilog="Example: p2phanabi replay --seat Ana game.p2ph")
@click.argument("file", type=PLAYED, default=LATEST, metavar="[FILE|N]")
@click.option("--seat", metavar="NAME|N", help="Point of view: a name, a number, all, or public.")
@click.option(
    "--text", "--plain", "as_text", is_flag=True, help="Print the whole game, line by line."
)
@look_options
@click.option("--web", is_flag=True, help="Show it in this computer's browser.")
@click.option("--line", metavar="NAME", help="Show a line that was kept of this game.")
@click.option("--lines", is_flag=True, help="List the lines that were kept of this game.")
@click.option("--what-if", is_flag=True, help="Play other moves by typing them, line by line.")
@click.option(
    "--possible", type=int, metavar="TURN", help="Print what was possible at most after this move."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line for each move or line.")
def replay(
    *,
    file: Path,
    seat: str | None,
    as_text: bool,
    web: bool,
    as_json: bool,
    **of_lines: Unpack[LineOptions],
) -> None:
    """Show a game again, move by move, after auditing its file.

    N is a game's number in `history`; without it, the latest game is shown.
    Without a terminal, the whole game is printed.
    Other moves can be tried from any turn, and kept as a line beside the file.
    """
    from . import replay as replays

    playback, eyes = replays.opened(file, seat)
    line = of_lines["line"]
    possible = of_lines["possible"]
    if possible is not None:
        replays.show_possible(playback, possible, as_json=as_json)
    elif of_lines["lines"]:
        replays.show_lines(playback, as_json=as_json)
    elif of_lines["what_if"]:
        replays.try_in_lines(playback, eyes, line)
    elif web:
        replays.show_on_page(playback, eyes, line)
    else:
        replays.show(playback, eyes, line, as_text=as_text, as_json=as_json)


@click.command(epilog="Example: p2phanabi practice 3 --seat Ana")
@click.argument("file", type=PLAYED, default=LATEST, metavar="[FILE|N]")
@click.option("--seat", metavar="NAME|N", help="Your seat; by default the first.")
@click.option("--from", "at", type=int, default=0, metavar="TURN", help="Begin after this move.")
@click.option("--plain", is_flag=True, help="Plain mode: line by line, without the full screen.")
@look_options
@click.option("--web", is_flag=True, help="Play in this computer's browser.")
def practice(*, file: Path, seat: str | None, at: int, plain: bool, web: bool) -> None:
    """Play the deal of a finished game again, with bots.

    N is a game's number in `history`; without it, the latest game is taken.
    You have one seat and see what it sees. Nothing is signed or counted, and the deal is known.
    """
    from .practise import practise

    practise(file, seat, at, plain=plain, web=web)


@click.command(epilog="Example: p2phanabi stats 3")
@click.argument("file", type=PLAYED, default=LATEST, metavar="[FILE|N]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line.")
def stats(*, file: Path, as_json: bool) -> None:
    """Show how a game was played, after auditing its file.

    N is a game's number in `history`; without it, the latest game is counted.
    `history --totals` adds up all games.
    """
    from . import stats as counted

    counted.show(file, as_json=as_json)


def form_options(command: Command) -> Command:
    """Add an option for each output format."""
    for form in reversed(FORMS):
        command = click.option(form.option, "form", flag_value=form.name, help=form.help)(command)
    return command


@click.command(
    epilog="Example: p2phanabi export game.p2ph --out game.html",
    help=f"""Convert a game to another format, after auditing its file.

    N is a game's number in `history`; without it, the latest game is converted.
    The file extension chooses the format: {_ENDINGS}, .html for a web page.
    """,
)
@click.argument("file", type=PLAYED, default=LATEST, metavar="[FILE|N]")
@form_options
@click.option("--html", "form", flag_value="html", help="A web page that plays the game back.")
@click.option("--out", type=FILE, metavar="FILE", help="Output file; - is standard output.")
@click.option("--line", metavar="NAME", help="Convert a line that was kept of this game.")
@force_option
@cards_option
def export(
    *, file: Path, form: str | None, out: Path | None, line: str | None, force: bool
) -> None:
    from .records import import_export

    import_export.export(file, out, form, line, replaces=force)


@click.command(
    name="import",
    epilog="Example: p2phanabi import game.json",
    help=f"""Convert a {_SITES} game for `replay`. Nobody has signed it.

    FILE can be - for standard input. A LINK must contain the whole game, as printed by
    `export --link`.
    """,
)
@click.argument("file", metavar="FILE|LINK")
@click.option(
    "--out",
    type=FILE,
    metavar="FILE",
    help="Output file; - is standard output. By default, a new file in this folder.",
)
@force_option
def import_game(*, file: str, out: Path | None, force: bool) -> None:
    from .records import import_export

    import_export.import_game(file, out, replaces=force)


@click.command(epilog="Example: p2phanabi history --html --out games.html")
@click.option("--totals", is_flag=True, help="Print only the totals, and how you played.")
@click.option("--html", "as_page", is_flag=True, help="Save the totals as a web page.")
@click.option("--out", type=FILE, metavar="FILE", help="Output file; - is standard output.")
@force_option
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON line for each file, or each total."
)
def history(*, totals: bool, as_page: bool, out: Path | None, force: bool, as_json: bool) -> None:
    """List the games played here, latest first, and add them up.

    `replay`, `stats`, `export` and `audit` take a game's number.
    """
    if as_page or out is not None:
        from .records import totals_report

        totals_report.write(out, replaces=force)
    elif totals:
        from .records import totals_report

        totals_report.show(as_json=as_json)
    else:
        from .records.history_list import show_history

        show_history(as_json=as_json)


@click.command(HISTORY_AUDITS, hidden=True)
def history_audits() -> None:
    """Audit files for `history`."""
    from .records.history_audit import answer_all

    answer_all()


@click.command(epilog="Example: p2phanabi forget 5f3a")
@click.argument("table", metavar="[ID]", required=False)
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def forget(*, table: str | None, yes: bool) -> None:
    """Delete an unfinished game for good. Without an ID, list them."""
    from . import forget as forgetting

    if table is None:
        forgetting.show_unfinished()
    else:
        forgetting.forget(table, is_sure=yes)


RECORD_COMMANDS = (
    audit,
    replay,
    practice,
    stats,
    export,
    import_game,
    history,
    history_audits,
    forget,
)
"""The commands to add to the main group."""
