"""The contacts, stored in the file `players`, and how they match the players at a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from p2p_hanabi.faults import FileFault
from p2p_hanabi.gathering import Acquaintance, KnownPlayer, LobbyView, Member, NewPlayer, OtherKey
from p2p_hanabi.likeness import look_alike
from p2p_hanabi.net.lobby.lobby_messages import hosted_identities
from p2p_hanabi.paths import (
    Damaged,
    Home,
    StorageFailed,
    is_there,
    read_value,
    set_aside,
    write_value,
)
from p2p_hanabi.ui.model.lobby import sentences_known as sentences
from p2p_hanabi.ui.words.i18n import _
from protocol.encoding import Integer, Value
from protocol.errors import BadEncoding
from protocol.game import Seat
from protocol.identity.keys import fingerprint
from protocol.identity.name_rules import name_from
from protocol.identity.seating import Seating
from protocol.reasons import Malformed

from ..console.failures import storage_failed
from ..console.timestamps import datetime_of
from ..local_seats.bot_processes import NAMES as BOTS

MAX_KNOWN = 400
"""The least recently met players are dropped, to keep the file small."""


@dataclass(frozen=True, slots=True)
class Contact:
    """A player with whom a game was finished. Times are seconds since 1970."""

    name: str
    identity: bytes
    first_met: int
    last_met: int
    game_count: int

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.identity)

    def value(self) -> Value:
        return (self.name, self.identity, self.first_met, self.last_met, self.game_count)


Tell: TypeAlias = Callable[[str], None]
"""Shows a sentence to the player."""


def known_contacts(home: Home, tell: Tell) -> tuple[Contact, ...]:
    """Read the contacts. If that fails, tell the player and return none."""
    try:
        return read_contacts(home, tell)
    except StorageFailed as error:
        so = _("So all players count as new, and there are no warnings.")
        tell(f"{storage_failed(error)} {so}")
        return ()


def read_contacts(home: Home, tell: Tell) -> tuple[Contact, ...]:
    """Read the contacts, most recently met first. If the file is damaged, set it aside, tell the
    player, and return none.

    Raise `CannotRead` if it cannot be read at all, `CannotStore` if it cannot be set aside.
    """
    try:
        return _read(home)
    except Damaged:
        tell(sentences.set_aside(home.players, set_aside(home.players)))
        return ()


def _read(home: Home) -> tuple[Contact, ...]:
    if not is_there(home.players):
        return ()
    try:
        match read_value(home.players):
            case ("p2ph players", Integer(1), tuple(rows)):
                return tuple(_contact_from(row) for row in rows)
    except BadEncoding:
        pass
    raise Damaged(home.players, FileFault.PLAYERS)


def remember(home: Home, at_table: tuple[Seating, Seat], tell: Tell, at: int) -> None:
    """Record who took part in a game that ended at `at`, in seconds since 1970. Raise `CannotRead`
    or `CannotStore`."""
    seating, me = at_table
    known = {one.identity: one for one in read_contacts(home, tell)}
    for seat, place in enumerate(seating.places):
        if seat == me:
            continue
        before = known.get(place.identity, Contact(place.name, place.identity, at, at, 0))
        known[place.identity] = replace(
            before, name=place.name, last_met=at, game_count=before.game_count + 1
        )
    _write(home, tuple(known.values()))


def forget(home: Home, name: str, tell: Tell) -> tuple[Contact, ...]:
    """Remove the contacts with this name, and return them."""
    known = read_contacts(home, tell)
    gone = tuple(one for one in known if look_alike(one.name, name))
    if gone:
        _write(home, tuple(one for one in known if one not in gone))
    return gone


def day(seconds: int) -> str:
    return datetime_of(seconds).astimezone().date().isoformat()


# -- at a lobby


def introduced(view: LobbyView, known: Sequence[Contact]) -> LobbyView:
    """Return the view with what is known of the other players, except those on this machine."""
    present = {one.identity for one in view.members}
    members = tuple(
        replace(
            one,
            who=None if view.me in (number, one.owner) else acquaintance(one, present, known),
        )
        for number, one in enumerate(view.members)
    )
    own = view.members[view.me].identity if view.me < len(view.members) else b""
    return replace(view, members=members, fingerprint=fingerprint(own) if own else "")


def doubtful(view: LobbyView) -> frozenset[bytes]:
    """Return the keys of players to warn about: those who use a known name with another key, and
    those on another player's machine."""
    keys = (one.identity for one in view.members if isinstance(one.who, OtherKey))
    return hosted_identities(view).union(keys)


def acquaintance(member: Member, present: set[bytes], known: Sequence[Contact]) -> Acquaintance:
    """Return what is known of a member. Only the key identifies; a name can only cause a warning.

    Bots have the same names everywhere, so these never cause one. Nor does a known name followed by
    a number, which a host adds while the known player of that name is present too.
    """
    by_key = next((one for one in known if one.identity == member.identity), None)
    if by_key is not None:
        same = look_alike(by_key.name, member.name)
        known_as = None if same else by_key.name
        return KnownPlayer(by_key.game_count, day(by_key.last_met), known_as)
    own = fingerprint(member.identity)
    if member.name in BOTS:
        return NewPlayer(own)
    names = {member.name, re.sub(r" \d{1,2}$", "", member.name)}
    absent = [
        one
        for one in known
        if one.identity not in present and any(look_alike(one.name, name) for name in names)
    ]
    return OtherKey(own, max(one.game_count for one in absent)) if absent else NewPlayer(own)


def _contact_from(row: Value) -> Contact:
    match row:
        case (name, bytes(identity), Integer(first), Integer(last), Integer(games)) if (
            len(identity) == 32
        ):
            return Contact(name_from(name), identity, first, last, games)
    raise BadEncoding(Malformed.FORM)


def _write(home: Home, known: Sequence[Contact]) -> None:
    newest = sorted(known, key=lambda one: one.last_met, reverse=True)[:MAX_KNOWN]
    write_value(home.players, ("p2ph players", 1, tuple(one.value() for one in newest)))
