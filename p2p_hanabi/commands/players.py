"""`p2phanabi players`: list the players you have met, or forget one."""

from __future__ import annotations

from p2p_hanabi.paths import find_home
from p2p_hanabi.ui.words.i18n import _, ngettext

from .console.failures import Failed, storage_errors_as_failed
from .console.output import echo
from .records.contacts import Contact, day, forget, read_contacts


def lines() -> list[str]:
    """List the players as text. If the file was damaged, report that instead of an empty list."""
    lost: list[str] = []
    with storage_errors_as_failed():
        known = read_contacts(find_home(), lost.append)
    for sentence in lost:
        _echo(sentence)
    sentences = []
    for one in known:
        sentences.append(
            ngettext(
                "{name}: one game, on {last}",
                "{name}: {n} games, from {first} to {last}",
                one.game_count,
            ).format(
                name=one.name, n=one.game_count, first=day(one.first_met), last=day(one.last_met)
            )
        )
        sentences.append(f"    {one.fingerprint}")
    return sentences if sentences or lost else [_("You have not finished a game with anybody yet.")]


def all_facts() -> list[dict[str, object]]:
    with storage_errors_as_failed():
        return [facts(one) for one in read_contacts(find_home(), _echo)]


def facts(one: Contact) -> dict[str, object]:
    """Return a player's data for JSON output; times are seconds since 1970."""
    return {
        "name": one.name,
        "fingerprint": one.fingerprint,
        "first": one.first_met,
        "last": one.last_met,
        "games": one.game_count,
    }


def forgotten(name: str) -> tuple[Contact, ...]:
    """Forget the players with this name. Raise `Failed` if there are none."""
    with storage_errors_as_failed():
        gone = forget(find_home(), name, _echo)
    if not gone:
        raise Failed(_("You have not played with anybody called {name}.").format(name=name))
    return gone


def _echo(sentence: str) -> None:
    echo(sentence, err=True)
