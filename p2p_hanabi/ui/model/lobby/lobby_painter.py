"""A lobby as lines: pure functions of a roster, for any screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from p2p_hanabi.gathering import (
    REVIEW,
    LobbyPhase,
    LobbyView,
    Member,
    Notice,
    Phase,
    Program,
    TableConfig,
)
from p2p_hanabi.seam.options import Option, named, spelled

from ...drawing.qr import half_blocks
from ...drawing.style import Line, as_text, text
from ...words.i18n import N_, _
from ...words.spoken_words import spoken_code
from ...words.words_joined import listing
from ..device import Device
from ..game.game_screen import Games, title_of
from ..table import machines
from . import known_players, lobby_seats
from . import sentences_lobby as sentences
from .lobby_seats import ShownPhone

_CHOSEN = {
    ("talk", "phrases"): N_("talk in preset phrases"),
    ("talk", "free"): N_("free talk"),
    ("escrow", "true"): N_(
        "plays on without a player who is gone for good (all the others together "
        "could then read the pile)"
    ),
    ("escrow", "trusting"): N_(
        "plays on without a player who is gone for good (for three who trust each "
        "other: a cheater could see their own hand)"
    ),
}
"""Words for options of every game."""


def is_ready(roster: LobbyView) -> bool:
    return roster.me < len(roster.members) and roster.members[roster.me].is_ready


def offer(config: TableConfig, games: Games) -> Line:
    title, options = title_of(games, config.game), _options(config, games)
    if config.is_review:
        reviewed = sentences.reviewed(title, config.seats, options)
        return text(f"{config.name} - {reviewed}", "strong")
    return text(sentences.offer(config.name, title, config.seats, options), "strong")


def played(config: TableConfig, games: Games) -> str:
    """Return what the table plays, without its name."""
    says = sentences.reviewed if config.is_review else sentences.played
    return says(title_of(games, config.game), config.seats, _options(config, games))


def rules(config: TableConfig, games: Games) -> list[Line]:
    """Return the rules that the table plays, on one page."""
    options = {key: value for key, value in config.options if key != REVIEW}
    return [text(row) for row in games[config.game].rules_page(options)]


def phone_codes(phones: Sequence[ShownPhone]) -> list[Line]:
    """Return the phones, each with its QR code if it has one to scan."""
    return [line for each in phones for line in _phone(each)]


def _phone(one: ShownPhone) -> list[Line]:
    if not one.address:
        return [text(one.sentence)]
    return [(), text(one.sentence, "strong"), *half_blocks(one.address), text(one.address)]


def state(roster: LobbyView, device: Device) -> list[Line]:
    """Return what there is to do, what the player is waiting for, or that the game begins."""
    if is_searching(roster):
        return [searching(roster)]
    if is_seating(roster) or is_ready(roster):
        return awaited(roster)
    style = "strong" if device is Device.KEY else ""
    ways = sentences.how_to_begin(roster.can, device, is_review=roster.config.is_review)
    return [text(each, style) for each in ways]


def awaited(roster: LobbyView) -> list[Line]:
    """Return what a gathering table is waiting for, or that the game begins; nothing if there are
    only bots."""
    if is_seating(roster):
        signs = roster.waiting_for
        waits = [text(sentences.waiting_for_signature(signs))] if signs else []
        return [text(sentences.all_ready(is_review=roster.config.is_review), "strong"), *waits]
    if not roster.awaits_people and roster.me == 0:
        return []
    if (free := roster.config.seats - len(roster.members)) > 0:
        return [text(sentences.still_to_come(free, is_review=roster.config.is_review))]
    late = [one.name for one in roster.members if not one.is_ready]
    return [text(_("Waiting for {names} to be ready.").format(names=listing(late)))] if late else []


def new_phone_codes(before: LobbyView | None, now: LobbyView) -> list[Line]:
    """Return the QR codes that are new; `before` is None at first."""
    known = () if before is None else [each.address for each in before.phones]
    awaited_now = lobby_seats.awaited_phones(now)
    return phone_codes([each for each in awaited_now if each.address not in ("", *known)])


def invitation(roster: LobbyView, device: Device, *, is_short: bool = False) -> list[Line]:
    """Return how others can join: only the host needs it, so nothing for a guest.

    The short form does not explain the code.
    """
    code = room_code(roster)
    code_line = [text(_("The room code is {code}").format(code=code), "strong")] if code else []
    return [*code_line, *ways_in(roster, device, is_short=is_short or not code)]


def room_code(roster: LobbyView) -> str:
    """Return the code that others need, in words; empty if they need none, for a guest, or where a
    big screen shows it."""
    if roster.me or not roster.awaits_people or roster.room_code is None or roster.is_on_board:
        return ""
    return spoken_code(roster.room_code)


def ways_in(roster: LobbyView, device: Device, *, is_short: bool = False) -> list[Line]:
    """Return the invitation without the code."""
    if roster.me:
        return []
    if not roster.awaits_people:
        return [text(_(sentences.BOTS_ALONE), "strong")] if is_practice(roster) else []
    if roster.is_on_board:
        is_full = len(roster.members) == roster.config.seats
        return [] if is_full else [text(_("The big screen shows how the others join."))]
    lines = [text(sentences.open_table())] if roster.room_code is None else []
    if roster.room_code is not None and not is_short:
        lines.append(text(sentences.use_of_code(device)))
    if roster.expected:
        lines.append(text(sentences.come_by_themselves(roster.expected)))
    if roster.unseen is not None:
        lines.append(text(sentences.unseen(roster.unseen), "alarm"))
    if roster.addresses:
        lines.append(text(sentences.reached_at(roster.addresses[0], device)))
    return lines


def members(roster: LobbyView) -> Line:
    names = [
        sentences.member(
            one.name,
            is_me=number == roster.me,
            is_ready=one.is_ready,
            is_here=one.is_here,
            where=as_text(machines.mark(roster, number)),
        )
        for number, one in enumerate(roster.members)
    ]
    return text(sentences.at_the_table(names, roster.config.seats - len(names)))


def roster_lines(roster: LobbyView, games: Games, device: Device) -> list[Line]:
    known = known_players.lines(roster)
    return [offer(roster.config, games), *invitation(roster, device), members(roster), *known]


def changes(before: LobbyView, now: LobbyView, *, introduces: bool = True) -> list[Line]:
    """Return one line for each difference. `introduces`: add what is known about newcomers."""
    lines = _comings_and_goings(before, now, introduces=introduces)
    if now.config.seats != before.config.seats:
        sentence = _("The table now has {n} seats.")
        if now.me:
            sentence = _(
                "The host has changed the table to {n} seats. Confirm again that you are ready."
            )
        lines.insert(0, text(sentence.format(n=now.config.seats), "strong"))
    if introduces:
        lines += [line for line in machines.in_lobby(now) if line not in machines.in_lobby(before)]
    if now.room_code is not None and now.room_code != before.room_code:
        lines.append(text(sentences.new_code(spoken_code(now.room_code)), "alarm"))
    if now.unseen is not None and now.unseen != before.unseen:
        lines.append(text(sentences.unseen(now.unseen), "alarm"))
    if now.incompatible is not None and now.incompatible != before.incompatible:
        lines.append(text(sentences.incompatible(now.incompatible), "alarm"))
    if before.unseen is not None and now.unseen is None:
        lines.append(text(_("The table can be found on the network again.")))
    if before.addresses and now.addresses and now.addresses != before.addresses:
        lines.append(
            text(_("This computer has a new address: {address}").format(address=now.addresses[0]))
        )
    lines += _of_host(before, now)
    if is_seating(before) and not is_seating(now):
        lines.append(text(sentences.not_begun(before.waiting_for), "alarm"))
    if is_seating(now) and not is_seating(before):
        begins = sentences.all_ready(is_review=now.config.is_review)
        lines.append(text(begins, "strong"))
    if now.waiting_for and now.waiting_for != before.waiting_for:
        lines.append(text(sentences.waiting_for_signature(now.waiting_for)))
    return lines


def _of_host(before: LobbyView, now: LobbyView) -> list[Line]:
    """Return that the host was lost, that it is back, or for how long it has not been: after 1, 2,
    4, 8, ... minutes."""
    if is_searching(before) and not is_searching(now):
        return [text(_("The host is back. Your seat was kept."))]
    minutes = now.searched_minutes
    is_due = minutes > before.searched_minutes and minutes.bit_count() == 1
    is_lost = is_searching(now) and not is_searching(before)
    return [searching(now)] if is_lost or is_due else []


def is_practice(roster: LobbyView) -> bool:
    """Return whether the game begins by itself, once the host's own bots have taken their seats."""
    return roster.me == 0 and not roster.awaits_people and roster.members[0].is_ready


def is_seating(roster: LobbyView) -> bool:
    return roster.phase is LobbyPhase.SEATING


def is_searching(roster: LobbyView) -> bool:
    """Return whether the connection to the host is lost."""
    return roster.phase is LobbyPhase.SEARCHING


def searching(roster: LobbyView) -> Line:
    return text(sentences.host_not_found(roster.searched_minutes), "alarm")


def away(roster: LobbyView) -> tuple[int, ...]:
    """Return the numbers of the seats that the host can give to others."""
    if roster.me:
        return ()
    return tuple(number for number, one in enumerate(roster.members) if not one.is_here)


def can_join(notice: Notice) -> bool:
    return (
        notice.program is Program.SAME
        and notice.phase is not Phase.PLAYING
        and notice.seats_taken < notice.seats
    )


def table_line(number: int, notice: Notice, every: Iterable[Notice], games: Games) -> Line:
    """Describe a table, with its host's name if another table has the same name."""
    if notice.program is not Program.SAME:
        return text(sentences.table_of_another_version(number, notice))
    seats = (notice.seats_taken, notice.seats)
    parts = [sentences.table_line(number, notice.name, title_of(games, notice.game), seats)]
    name = notice.name.casefold()
    if any(one.name.casefold() == name and one.table != notice.table for one in every):
        parts.append(sentences.opened_by(notice.host))
    parts += _announced(notice, games)
    if notice.phase is Phase.PLAYING:
        parts.append(_("being played"))
    elif not can_join(notice):
        parts.append(_("full"))
    return text(", ".join(parts))


def _comings_and_goings(before: LobbyView, now: LobbyView, *, introduces: bool) -> list[Line]:
    """Return who came, went or became ready; names identify players, as the host makes them
    unique."""
    was = {one.name: one for one in before.members}
    names = [one.name for one in now.members]
    mine = names[now.me] if now.me < len(names) else None
    lines = [_departure(one) for one in before.members if one.name not in names]
    for one in now.members:
        old = was.get(one.name)
        if old is None:
            known = known_players.about(one) if introduces else []
            lines += [text(_("{name} has joined.").format(name=one.name)), *known]
        elif one.is_here != old.is_here:
            lines.append(_presence(one))
        is_own_bot = one.owner == now.me
        if is_own_bot or not one.is_here:
            continue
        if one.is_ready != (old is not None and old.is_ready):
            who = None if one.name == mine else one.name
            lines.append(
                text(sentences.is_ready(who) if one.is_ready else sentences.is_not_ready(who))
            )
    if len(names) == now.config.seats and len(was) < before.config.seats:
        lines.append(text(_(sentences.ALL_HERE)))
    return lines


def _departure(one: Member) -> Line:
    return text(
        _("{name} has left.").format(name=one.name)
        if one.is_here
        else _("{name}'s seat is free.").format(name=one.name)
    )


def _presence(one: Member) -> Line:
    if one.is_here:
        return text(_("{name} is back.").format(name=one.name))
    sentence = _("{name} was disconnected. The seat is kept for a minute.")
    return text(sentence.format(name=one.name), "alarm")


def _options(config: TableConfig, games: Games) -> str:
    """Return the options that differ from their defaults."""
    screen = games[config.game]
    usual: dict[str, object] = {each.key: each.default for each in screen.options}
    unusual = [
        chosen(screen.option_words, key, value, _shown(value))
        for key, value in config.options
        if key != REVIEW and _shown(value) != _shown(usual.get(key))
    ]
    return ", ".join(unusual) or _("with the usual rules")


def _announced(notice: Notice, games: Games) -> list[str]:
    """Return the announced options that differ from their defaults, for a known game."""
    reviewed = [_(sentences.REVIEWED)] if is_review(notice) else []
    if notice.game not in games:
        return reviewed
    words = games[notice.game].option_words
    values = [(option, option.allowed[number]) for option, number in announced(notice, games)]
    unusual = [(option, value) for option, value in values if value != option.default]
    shown = (chosen(words, option.key, value, _shown(value)) for option, value in unusual)
    return [*reviewed, *shown]


def is_review(notice: Notice) -> bool:
    """Return whether a finished game is looked at there, and none is played."""
    return notice.options.startswith(f"{REVIEW} ") or notice.options == REVIEW


def announced(notice: Notice, games: Games) -> list[tuple[Option, int]]:
    """Return the announced options with valid values, for a known game."""
    options = f" {notice.options} "
    return [
        (option, number)
        for option in (games[notice.game].options if notice.game in games else ())
        for number, value in enumerate(option.allowed)
        if f" {option.key}={_on_the_network(value)} " in options
    ]


def _on_the_network(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _shown(value: object) -> str:
    return spelled(value) if isinstance(value, bool | int | str) else str(value)


def chosen(words: Mapping[tuple[str, str], str], key: str, value: object, spelled: str) -> str:
    """Return an unusual option in words; one without words as it is typed.

    `words` are the game's own.
    """
    if key == "first" and isinstance(value, int):
        return _("player {n} begins").format(n=value + 1)
    sentence = {**_CHOSEN, **words}.get((key, spelled))
    return f"{named(key)} {spelled}" if sentence is None else _(sentence)
