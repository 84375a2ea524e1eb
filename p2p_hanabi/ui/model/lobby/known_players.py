"""Which players at a table are known here, and warnings to read before being ready, as lines: pure
functions of a roster, for any screen."""

from __future__ import annotations

from p2p_hanabi.gathering import Acquaintance, KnownPlayer, LobbyView, Member, NewPlayer, OtherKey

from ...drawing.style import Line, text
from ...words.i18n import _, ngettext
from ..device import Device
from ..table import machines
from . import sentences_known as sentences
from . import sentences_lobby as lobby


def lines(roster: LobbyView, *, in_full: bool = False) -> list[Line]:
    """Return lines about each of the others; warnings last, next to the prompt."""
    others = [one for one in roster.members if not isinstance(one.who, OtherKey)]
    shown_lines = (line for one in others for line in about(one, in_full=in_full))
    me = [text(sentences.own(roster.fingerprint))] if in_full and roster.fingerprint else []
    return [*shown_lines, *me, *warnings(roster)]


def identity(roster: LobbyView, number: int) -> list[Line]:
    """Return who a member is, with a fingerprint to compare; nothing if that is not known."""
    if number == roster.me:
        return [text(sentences.own(roster.fingerprint))] if roster.fingerprint else []
    return about(roster.members[number], in_full=True)


def are_there(roster: LobbyView) -> bool:
    """Return whether there is anybody to tell about."""
    return any(one.who is not None for one in roster.members)


def about(member: Member, *, in_full: bool = False) -> list[Line]:
    """Return what is known of a player; the fingerprint of a new one only `in_full`, but always
    that of a known name with another key."""
    match member.who:
        case KnownPlayer(games, last, known_as):
            shown_lines = (
                [] if known_as is None else [text(sentences.known_as(member.name, known_as))]
            )
            return [*shown_lines, text(sentences.known(known_as or member.name, games, last))]
        case NewPlayer(fingerprint):
            briefly = _("You have not played with {name} before.").format(name=member.name)
            return [text(sentences.new(member.name, fingerprint) if in_full else briefly)]
        case OtherKey(fingerprint, games):
            return [
                text(sentences.other_key(member.name, games), "alarm"),
                text(sentences.how_to_settle(member.name, fingerprint), "alarm"),
            ]
    return []


def warnings(roster: LobbyView) -> list[Line]:
    """Return what must be settled before being ready."""
    return [*(line for one in doubtful(roster) for line in about(one)), *machines.in_lobby(roster)]


def warnings_in_short(roster: LobbyView) -> str:
    """Return several warnings in short, one in a row; an empty text if there is one at most."""
    names = [one.name for one in doubtful(roster)]
    on_machines = machines.briefly(roster)
    if len(names) + len(on_machines) < 2:
        return ""
    return "\n".join([*([sentences.may_be_others(names)] if names else []), *on_machines])


def doubtful(roster: LobbyView) -> tuple[Member, ...]:
    """Return the players with a known name but a different key."""
    return tuple(one for one in roster.members if isinstance(one.who, OtherKey))


def doubts(roster: LobbyView) -> frozenset[str]:
    """Return whom the warnings are about, by key or name, to know which ones were read."""
    keys = [one.who.fingerprint for one in roster.members if isinstance(one.who, OtherKey)]
    return machines.doubted(roster) | frozenset(keys)


def not_yet(roster: LobbyView, device: Device) -> Line:
    """Tell a player who wanted to be ready what to do about the warnings."""
    ready = lobby.ready_despite_key if doubtful(roster) else lobby.ready_despite_warning
    return text(ready(device), "alarm")


def mark(who: Acquaintance | None) -> Line:
    """Return a few words to show beside a name; nothing for oneself."""
    match who:
        case KnownPlayer(games, _, None):
            together = ngettext("one game together", "{n} games together", games)
            return text(together.format(n=games), "dim")
        case KnownPlayer(games, _, str(known_as)):
            return text(sentences.known_as_mark(known_as, games), "dim")
        case NewPlayer():
            return text(_("new here"), "dim")
        case OtherKey():
            return text(_("DIFFERENT KEY"), "alarm")
    return ()
