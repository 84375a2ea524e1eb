"""Seats on another player's machine, as lines: pure functions, for any screen.

A machine is known by the seat whose program started the others. Its player need not own it: with
`host --board` that seat is on a phone too.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.gathering import LobbyView

from ...drawing.style import Line, text
from ...words.i18n import _, ngettext
from ...words.words_joined import listing
from ..game.game_screen import NOBODY
from ..game.table_players import Players


def in_lobby(roster: LobbyView) -> list[Line]:
    """Return warnings; nothing to the host while everybody present is on its machine, and nothing
    where a finished game is looked at, whose cards are no secret."""
    if roster.config.is_review:
        return []
    names = [one.name for one in roster.members]
    return _warnings(names, roster.machines, roster.me)


def briefly(roster: LobbyView) -> list[str]:
    """Return the same without what it means, for whoever can open that."""
    if roster.config.is_review:
        return []
    names = [one.name for one in roster.members]
    return [
        _plays_on(guests, None if owner == roster.me else names[owner], is_mine=is_mine)
        for owner, guests, is_mine in _to_warn_of(names, roster.machines, roster.me)
    ]


def before_lobby(*, is_lent: bool, is_review: bool) -> list[Line]:
    """Return the warning for a guest whose seat runs on the host's machine, or is lent by another
    guest; nothing where a finished game is looked at."""
    if is_review:
        return []
    sentence = _(
        "Your seat runs on the computer that opened the table, whose owner could read every card "
        "that you see."
    )
    if is_lent:
        sentence = _(
            "Your seat runs on the computer of the player who gave you the code, who could read "
            "every card that you see."
        )
    return [text(sentence, "alarm")]


def at_table(players: Players, machines: Sequence[int]) -> list[Line]:
    """Return warnings; nothing to the host if all seats are on its machine. `players.me` is NOBODY
    on a big screen."""
    return _warnings(players.names, machines, players.me)


def to_compare(words: Sequence[str] | None, machines: Sequence[int]) -> Sequence[str] | None:
    """Return the table words if there is another machine to compare them with, else None."""
    return words if len(set(machines)) > 1 else None


def in_audit(names: Sequence[str], machines: Sequence[int]) -> list[str]:
    return [_ran_on(guests, names[owner]) for owner, guests in _groups(names, machines)]


def doubted(roster: LobbyView) -> frozenset[str]:
    """Return whom one accepts by being ready: the names of those on somebody else's machine that is
    not one's own either; nobody in a review."""
    if roster.config.is_review:
        return frozenset()
    return frozenset(one.name for one in roster.on_other_machines)


def mark(roster: LobbyView, number: int) -> Line:
    """Return a few words to show beside a name, if there is something to report."""
    owner = roster.members[number].owner
    if owner is None or _are_all_mine(roster.machines, roster.me):
        return ()
    sentence = _("same computer as you") if owner == roster.me else _("same computer as {owner}")
    return text(sentence.format(owner=roster.members[owner].name), "alarm")


def _warnings(names: Sequence[str], machines: Sequence[int], me: int) -> list[Line]:
    sentences = (
        _own_warning(names[owner], guests)
        if is_mine
        else _warning(guests, None if owner == me else names[owner])
        for owner, guests, is_mine in _to_warn_of(names, machines, me)
    )
    return [text(sentence, "alarm") for sentence in sentences]


def _to_warn_of(
    names: Sequence[str], machines: Sequence[int], me: int
) -> list[tuple[int, list[str], bool]]:
    """Return each owner of a machine with the names of others on it, and whether this player's
    seat is a guest there too: such a machine comes first."""
    if _are_all_mine(machines, me):
        return []
    mine = me if me == NOBODY else machines[me]
    others = [name if seat != me else "" for seat, name in enumerate(names)]
    found = [
        (owner, [name for name in guests if name], owner == mine != me)
        for owner, guests in _groups(others, machines)
    ]
    shown = [each for each in found if each[1] or each[2]]
    return sorted(shown, key=lambda each: not each[2])


def _own_warning(owner: str, guests: Sequence[str]) -> str:
    """Return what the owner of another player's machine could do there to this player and to other
    guests."""
    if not guests:
        return _(
            "Your seat runs on the same computer as that of {owner}: whoever owns it could read "
            "every card that you see."
        ).format(owner=owner)
    return ngettext(
        "You and {names} play on the same computer as {owner}: whoever owns it could read every "
        "card that you see.",
        "You, {names} play on the same computer as {owner}: whoever owns it could read every card "
        "that you see.",
        len(guests),
    ).format(names=listing(guests), owner=owner)


def _are_all_mine(machines: Sequence[int], me: int) -> bool:
    """Return whether everybody plays on this player's machine: nobody else needs a warning. A guest
    on a phone does, even if alone with the host."""
    return set(machines) == {me}


def _groups(names: Sequence[str], machines: Sequence[int]) -> list[tuple[int, list[str]]]:
    """Return each owner of a machine with other players on it, and their names."""
    rows = list(enumerate(machines))
    found = [
        (owner, [names[seat] for seat, on in rows if on == owner != seat])
        for owner in sorted(set(machines))
    ]
    return [(owner, guests) for owner, guests in found if guests]


def _warning(names: Sequence[str], owner: str | None) -> str:
    """Return what the owner of the machine could do; None is the viewer's."""
    if owner is None:
        sentence = ngettext(
            "{names} plays on the same computer as you: the others are told that whoever owns it "
            "could read every card that {names} sees.",
            "{names} play on the same computer as you: the others are told that whoever owns it "
            "could read every card that they see.",
            len(names),
        )
    else:
        sentence = ngettext(
            "{names} plays on the same computer as {owner}: whoever owns it could read every card "
            "that {names} sees.",
            "{names} play on the same computer as {owner}: whoever owns it could read every card "
            "that they see.",
            len(names),
        )
    return sentence.format(names=listing(names), owner=owner)


def _plays_on(names: Sequence[str], owner: str | None, *, is_mine: bool) -> str:
    if owner is None:
        sentence = ngettext(
            "{names} plays on the same computer as you.",
            "{names} play on the same computer as you.",
            len(names),
        )
    elif not is_mine:
        sentence = ngettext(
            "{names} plays on the same computer as {owner}.",
            "{names} play on the same computer as {owner}.",
            len(names),
        )
    elif not names:
        sentence = _("Your seat runs on the same computer as that of {owner}.")
    else:
        sentence = ngettext(
            "You and {names} play on the same computer as {owner}.",
            "You, {names} play on the same computer as {owner}.",
            len(names),
        )
    return sentence.format(names=listing(names), owner=owner)


def _ran_on(names: Sequence[str], owner: str) -> str:
    """Return the same about a finished game, for the audit."""
    return ngettext(
        "{names} played on the same computer as {owner}: whoever owns it could read every card "
        "that {names} saw.",
        "{names} played on the same computer as {owner}: whoever owns it could read every card "
        "that they saw.",
        len(names),
    ).format(names=listing(names), owner=owner)
