"""The totals of `history`: the games whose audit is valid, each table once."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from p2p_hanabi.paths import StorageFailed
from p2p_hanabi.ui.replay.totals import (
    AddedUp,
    GameTotals,
    KeptStatistic,
    PastGame,
    Totals,
    totals_of,
)
from p2p_hanabi.ui.replay.totals_lines import FEWEST, summary

from .history_cache import Facts
from .history_entry import Entry


def past_games(
    entries: Iterable[Entry], me: str | None, *, counts: bool = True
) -> Iterator[PastGame]:
    """Yield the games to add up, `me` being the fingerprint of the player at this computer. If a
    table has several files, the finished one counts, else the oldest. `counts`: with how they were
    played, where that is known."""
    tables: dict[str, Entry] = {}
    known = (entry for entry in entries if entry.facts is not None)
    for entry in sorted(known, key=lambda entry: (not _is_finished(entry), entry.number)):
        tables.setdefault((entry.facts or {}).get("table", str(entry.path)), entry)
    for entry in tables.values():
        game = _past_game(entry, entry.facts or {}, me)
        yield replace(game, statistics=_statistics(entry)) if counts else game


def _is_finished(entry: Entry) -> bool:
    """Return whether it has ended, by its rules or by consent."""
    return entry.facts is not None and (entry.facts["finished"] or bool(entry.facts["agreed"]))


def _past_game(entry: Entry, facts: Facts, me: str | None) -> PastGame:
    others = [each for each in facts["players"] if each["fingerprint"] != me]
    mine = [each["seat"] for each in facts["players"] if each["fingerprint"] == me]
    seat = mine[0] if mine else None
    value, won = _result(facts, seat)
    return PastGame(
        number=entry.number,
        when=entry.when,
        game=facts["game"],
        options=tuple((key, str(chosen)) for key, chosen in facts.get("unusual", {}).items()),
        others=tuple(each["name"] for each in others),
        identities=frozenset(each["fingerprint"] for each in others),
        seat=seat,
        is_finished=_is_finished(entry),
        value=value,
        won=won,
    )


def _statistics(entry: Entry) -> tuple[KeptStatistic, ...]:
    if entry.facts is None or not is_counted(entry):
        return ()
    counted = (KeptStatistic(*each) for each in entry.facts["statistics"])
    return (*counted, *_times(entry.path, len(entry.facts["players"])))


def _times(path: Path, seats: int) -> Iterator[KeptStatistic]:
    """Yield how long each has thought, if that was measured here."""
    from ..console.times_file import kept_times  # not needed for a list of games

    with contextlib.suppress(StorageFailed):  # `stats` says why it cannot be read
        if (times := kept_times(path, seats)) is not None:
            yield KeptStatistic(times.fact.value, times.total, times.seats, is_measured=True)


def _result(facts: Facts, seat: int | None) -> tuple[int | None, bool | None]:
    """Return the value of a game, and whether the seat has won it: see `PastGame`."""
    match facts:
        case {"outcome": {"score": score}, "points": None}:
            return score, None
        case {"outcome": {"winners": winners}, "points": points} if seat is not None:
            return points[seat], seat in winners
    return None, None


def is_counted(entry: Entry) -> bool:
    """Return whether it is known how the game was played, or that the file has none."""
    from p2p_hanabi.seam.game_statistics import VERSION  # not needed for a list of games

    if entry.facts is None:
        return bool(entry.reason)
    match entry.facts:
        case {"counted": counted, "statistics": [*statistics]}:
            return counted == VERSION and all(map(_is_statistic, statistics))
    return False


def _is_statistic(found: object) -> bool:
    match found:
        case [str(), int(), list() | None, int() | None]:
            return True
    return False


def summaries(entries: Iterable[Entry], me: str | None, *, draws: bool = True) -> list[list[str]]:
    """Return the totals of each kind of game in lines; nothing of a single game. `draws`: with the
    curve."""
    from p2p_hanabi.registry import GAMES

    return [
        summary(GAMES[each.game].title, each, draws=draws)
        for each in totals_of(past_games(entries, me, counts=False))
        if len(each.all.games) >= FEWEST
    ]


def as_json(totals: GameTotals) -> dict[str, Any]:
    """Return an object for the games of one kind, as docs/json.md describes it."""
    return {
        "game": totals.game,
        **_totals(totals.all),
        "best": [_game(game) for game in totals.all.best],
        "last": [_game(game) for game in totals.all.last],
        "values": totals.all.values,
        "by_players": [
            {"players": each.games[-1].others, **_totals(each)} for each in totals.by_players
        ],
        "by_options": [
            {"options": dict(each.games[-1].options), **_totals(each)} for each in totals.by_options
        ],
        "statistics": [_statistic(each) for each in totals.statistics],
    }


def _totals(totals: Totals) -> dict[str, Any]:
    won = {} if totals.won is None else {"won": totals.won}
    mean = {} if totals.mean is None else {"mean": totals.mean}
    return {"games": len(totals.games), "finished": totals.finished, **won, **mean}


def _game(game: PastGame) -> dict[str, Any]:
    won = {} if game.won is None else {"won": game.won}
    when = game.when.isoformat()
    return {"number": game.number, "when": when, "value": game.value, **won, "players": game.others}


def _statistic(each: AddedUp) -> dict[str, Any]:
    own = None if each.mine is None else each.own
    more = {"per": each.per, "mine": each.mine, "own": own}
    given = {name: value for name, value in more.items() if value is not None}
    return {"fact": each.fact, "games": each.game_count, "total": each.total, **given}
