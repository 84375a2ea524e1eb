"""Sentences about finding a table and waiting in its lobby, in English."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import assert_never

from p2p_hanabi.gathering import Change, Notice, Program
from protocol.reasons import Reason

from ...words.i18n import N_, _, ngettext
from ...words.sentences_reasons import why
from ...words.spoken_words import BadCode, UnknownWord, WrongLength
from ...words.words_joined import either, listing
from ..device import Device

TITLE = N_("Waiting for players")
ALL_HERE = N_("All seats are taken.")
REVIEWED = N_("to look at a finished game together")
BOTS_ALONE = N_("Your bots are taking their seats; then the game begins by itself.")

BEGINS = N_("Everybody is ready. The game starts.")
REVIEW_BEGINS = N_("Everybody is ready. The game is shown.")
KNOCKING = N_("Waiting for the host to let you in.")
HOW_TO_BEGIN = N_(
    'Type "ready" when you want to begin; the game starts when everybody is '
    'ready. Type "help" for more.'
)
HOW_TO_SEE = N_(
    'Type "ready" when you want to begin; the game is shown when everybody is '
    'ready. Type "help" for more.'
)
PRESS_READY = N_("Press or click r when you are ready; the game starts when everybody is.")
PRESS_TO_SEE = N_("Press or click r when you are ready; the game is shown when everybody is.")
_WAYS_TO_BEGIN = {
    Change.ADD_BOT: N_('"bot" gives a seat to a bot.'),
    Change.FEWER_SEATS: N_('"fewer" removes a free seat.'),
}
"""Changes that let a game begin with fewer people, as they are typed."""
NO_ADDRESS = N_(
    "This is not an address: it has a colon and a port at its end, like 192.0.2.7:7000."
)
SEARCHING = N_("Looking for tables on the network...")
ASK_CODE = N_("Type the host's room code: three words; the first three letters of each are enough.")


def how_to_begin(can: Collection[Change], device: Device, *, is_review: bool) -> list[str]:
    """Return how to be ready, and what else helps of what the player `can` change; nothing for a
    page, which has a button for each."""
    match device:
        case Device.KEY:
            return [_(PRESS_TO_SEE if is_review else PRESS_READY)]
        case Device.LINE:
            ways = " ".join(_(way) for change, way in _WAYS_TO_BEGIN.items() if change in can)
            return [_(HOW_TO_SEE if is_review else HOW_TO_BEGIN), *([ways] if ways else [])]
        case Device.BUTTON:
            return []
    assert_never(device)


# -- phones

_MOVES_SEAT = N_("Another phone that scans this takes its place.")


def _of_phones(number: int, count: int, state: str) -> str:
    """Say which phone this is about; the only one needs no number."""
    if count == 1:
        return _("Phone: {state}").format(state=state)
    return _("Phone {n} of {all}: {state}").format(n=number, all=count, state=state)


def phone_to_scan(number: int, count: int) -> str:
    return _of_phones(number, count, _("scan this with it, on the same network."))


def phone_scanned(number: int, count: int) -> str:
    state = _of_phones(number, count, _("scanned; its player is typing a name."))
    return f"{state} {_(_MOVES_SEAT)}"


def phone_of(number: int, count: int, name: str) -> str:
    return f"{_of_phones(number, count, f'{name}.')} {_(_MOVES_SEAT)}"


def phone_not_yet(number: int, count: int) -> str:
    return _of_phones(number, count, _("its code comes in a moment."))


# -- the lobby


def table_of(name: str) -> str:
    """Return a table's default name."""
    return _("{name}'s table").format(name=name)


def offer(table: str, game: str, seats: int, options: str) -> str:
    return _("{table}: {game} for {seats} players, {options}.").format(
        table=table, game=game, seats=seats, options=options
    )


def played(game: str, seats: int, options: str) -> str:
    return _("{game} for {seats} players, {options}.").format(
        game=game, seats=seats, options=options
    )


def reviewed(game: str, seats: int, options: str) -> str:
    return _("A finished game of {game}, {options}, for {seats} to look at together.").format(
        game=game, seats=seats, options=options
    )


def new_code(code: str) -> str:
    return _("Somebody typed a wrong code five times. The new room code is {code}").format(
        code=code
    )


def open_table() -> str:
    return _("The table is open: anybody on the network can join without a code.")


def use_of_code(device: Device) -> str:
    return device.text(
        typed=_('Tell only the others: "p2phanabi join", the number of this table, the code.'),
        pressed=_(
            "Tell it only to the other players. They choose this table among those on the network, "
            "and type these words."
        ),
    )


def reached_at(address: str, device: Device) -> str:
    sentence = device.text(
        typed=_('If they cannot find it: "p2phanabi join --connect {address}".'),
        pressed=_("If they cannot find it, its address is {address}."),
    )
    return sentence.format(address=address)


def incompatible(reason: Reason) -> str:
    """Return, for the host, that somebody's program does not fit."""
    return _(
        "Somebody could not join: their program uses another version of the protocol ({why}). "
        "Update the older program."
    ).format(why=why(reason))


def unseen(reason: Reason) -> str:
    return _("The table cannot be found automatically ({why}).").format(why=why(reason))


def at_the_table(members: Sequence[str], free: int) -> str:
    seats = ngettext("One seat is free.", "{n} seats are free.", free) if free else _(ALL_HERE)
    return _("At the table: {members}. {seats}").format(
        members=listing(members), seats=seats.format(n=free)
    )


def member(name: str, *, is_me: bool, is_ready: bool, is_here: bool, where: str) -> str:
    """Describe a seat; `where` is empty unless it is on another player's machine."""
    marks = [_("you")] if is_me else []
    marks += [_("ready")] if is_ready else []
    marks += [] if is_here else [_("disconnected")]
    marks += [where] if where else []
    return f"{name} ({', '.join(marks)})" if marks else name


def ready_mark(*, is_ready: bool, is_here: bool) -> str:
    if not is_here:
        return _("disconnected, seat kept for a minute")
    return _("ready") if is_ready else _("not ready yet")


def not_begun(missing: Sequence[str]) -> str:
    """Return that the game did not start; `missing` did not sign, empty if unknown."""
    if not missing:
        return _("The game could not start. Everybody is back in the lobby.")
    return _(
        "The game could not start: {names} did not sign. Everybody is back in the lobby."
    ).format(names=listing(missing))


def left_table(table: str, game: str, seats: int, names: Sequence[str]) -> str:
    """Return which table was left open; `names` are the guests at it."""
    if not names:
        return _("You left a table open: {table}, {game} for {seats} players.").format(
            table=table, game=game, seats=seats
        )
    return _("You left a table open: {table}, {game} for {seats} players, with {names}.").format(
        table=table, game=game, seats=seats, names=listing(names)
    )


def host_not_found(minutes: int) -> str:
    """Return for how long a guest has looked for its host, and what it can do."""
    if minutes == 0:
        return _("The connection to the host was lost. Looking for the host...")
    sentence = ngettext(
        "The host has not been found for a minute, and may not come back.",
        "The host has not been found for {n} minutes, and may not come back.",
        minutes,
    ).format(n=minutes)
    advice = _("Keep waiting, or leave and look for another table.")
    return f"{sentence} {advice}"


def is_ready(name: str | None) -> str:
    return _("You are ready.") if name is None else _("{name} is ready.").format(name=name)


def is_not_ready(name: str | None) -> str:
    if name is None:
        return _("You are no longer ready.")
    return _("{name} is no longer ready.").format(name=name)


_DESPITE_KEY = {
    Device.KEY: N_("You are not ready yet. Once you have compared the fingerprint, press r again."),
    Device.LINE: N_(
        'You are not ready yet. Once you have compared the fingerprint, type "ready" again.'
    ),
    Device.BUTTON: N_(
        "You are not ready yet. Once you have compared the fingerprint, press the button again."
    ),
}
_DESPITE_WARNING = {
    Device.KEY: N_("You are not ready yet. To play anyway, press r again."),
    Device.LINE: N_('You are not ready yet. To play anyway, type "ready" again.'),
    Device.BUTTON: N_("You are not ready yet. To play anyway, press the button again."),
}


def ready_despite_key(device: Device) -> str:
    return _(_DESPITE_KEY[device])


def ready_despite_warning(device: Device) -> str:
    return _(_DESPITE_WARNING[device])


def waiting_for_signature(names: Sequence[str]) -> str:
    return _("Waiting for {names} to sign the table.").format(names=listing(names))


def ask_if_ready(*, is_review: bool) -> str:
    if is_review:
        return _("Are you ready? The game is shown when everybody is.")
    return _("Are you ready? The game begins when everybody is.")


def all_ready(*, is_review: bool) -> str:
    return _(REVIEW_BEGINS if is_review else BEGINS)


def still_to_come(free: int, *, is_review: bool) -> str:
    if is_review:
        return ngettext(
            "The game is shown when one more player has come and everybody is ready.",
            "The game is shown when {n} more players have come and everybody is ready.",
            free,
        ).format(n=free)
    return ngettext(
        "The game starts when one more player has come and everybody is ready.",
        "The game starts when {n} more players have come and everybody is ready.",
        free,
    ).format(n=free)


# -- finding a table


def table_line(number: int, name: str, game: str, seats: tuple[int, int]) -> str:
    return ngettext(
        "{n}. {name}: {game}, {taken} of {seats} seats taken",
        "{n}. {name}: {game}, {taken} of {seats} seats taken",
        seats[0],
    ).format(n=number, name=name, game=game, taken=seats[0], seats=seats[1])


def opened_by(host: str) -> str:
    return _("opened by {host}").format(host=host)


def cannot_join(notice: Notice) -> str:
    if notice.program is not Program.SAME:
        return f"{notice.name}: {version_needed(notice)}."
    return _("You cannot join {name} now.").format(name=notice.name)


def version_needed(notice: Notice) -> str:
    """Return who has to install what to join a table of another version."""
    if notice.program is Program.NEWER:
        return _("needs a newer p2phanabi on this device")
    return _("its host needs a newer p2phanabi")


def table_of_another_version(number: int, notice: Notice) -> str:
    return f"{number}. {notice.name}, {version_needed(notice)}"


# -- the code


def unknown_word(word: str, nearest: Sequence[str]) -> str:
    if not nearest:
        return _('"{word}" is not a code word.').format(word=word)
    return _('"{word}" is not a code word; did you mean {nearest}?').format(
        word=word, nearest=either(nearest)
    )


def wrong_length(count: int) -> str:
    return ngettext(
        "A room code has three words; this has one.",
        "A room code has three words; this has {count}.",
        count,
    ).format(count=count)


def no_code(error: BadCode) -> str:
    """Return why the typed text is not a room code."""
    match error:
        case UnknownWord(word=word, nearest=nearest):
            return unknown_word(word, nearest)
        case WrongLength(count=count):
            return wrong_length(count)
    return str(error)


def come_by_themselves(names: Sequence[str]) -> str:
    return ngettext(
        "{names} can rejoin without the code by choosing to play again.",
        "{names} can rejoin without the code by choosing to play again.",
        len(names),
    ).format(names=listing(names))
