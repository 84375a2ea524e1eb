"""Players as they are named by typing."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.game import Seat

from ...words import sentences_shared as sentences
from ...words.i18n import bare, ngettext
from ...words.words_joined import listing
from .game_screen import Misunderstood
from .table_players import Players


def player(typed: str, players: Players) -> Seat:
    """Find a player by name, by number from 1, or by an unambiguous beginning of a name; accents
    and capitals matter only if names are otherwise the same. Raise `Misunderstood`."""
    exact = [name.casefold() for name in players.names]
    if exact.count(typed.casefold()) == 1:
        return Seat(exact.index(typed.casefold()))
    wanted, names = bare(typed), [bare(name) for name in players.names]
    fitting = [seat for seat, name in enumerate(names) if name == wanted]
    if not fitting and wanted in {str(n + 1) for n in range(len(names))}:
        return Seat(int(wanted) - 1)
    fitting = fitting or [seat for seat, name in enumerate(names) if name.startswith(wanted)]
    if len(fitting) == 1:
        return Seat(fitting[0])
    if fitting:
        found = [players.names[seat] for seat in fitting]
        raise Misunderstood(sentences.ambiguous(typed, found))
    known = [f"{seat + 1}. {players.name(seat)}" for seat in players.from_next[:-1]]
    raise Misunderstood(
        ngettext(
            "Nobody here is called {typed}; the other player is {names}.",
            "Nobody here is called {typed}; the others are {names}.",
            len(known),
        ).format(typed=typed, names=listing(known))
    )


def others(players: Players) -> list[str]:
    return [players.name(seat) for seat in players.from_next[:-1]]


def beginning(words: Sequence[str], start: str) -> list[str]:
    return [word for word in words if bare(word).startswith(bare(start))]
