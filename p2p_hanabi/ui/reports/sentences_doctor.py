"""What `doctor` says: what was tried, what came of it, and what to do, in English."""

from __future__ import annotations

from collections.abc import Sequence

from ..kit.i18n import _, ngettext
from ..kit.sentences import listing
from ..kit.sentences_reasons import why


def advice(sentence: str) -> str:
    return f"      -> {sentence}"


def not_playable() -> str:
    return _("This machine cannot play on the network yet; see what is BAD above.")


# -- interfaces


def addresses(name: str, hosts: Sequence[str]) -> str:
    return _("{name} ({addresses})").format(name=name, addresses=", ".join(hosts))


def join_a_network() -> str:
    return _(
        "Connect to a cable or a Wi-Fi. On this machine alone you can play against bots: "
        "`p2phanabi host --bots 1 --interface 127.0.0.1`."
    )


def only_ipv6() -> str:
    return _("IPv6 only; machines that have only IPv4 cannot reach this one")


# -- multicast


def not_heard(reason: str) -> str:
    if reason:
        return _("multicast does not work: {why}").format(why=why(reason))
    return _("what is announced here is not heard here")


def open_5353() -> str:
    return _(
        "Let UDP port 5353 through this machine's firewall, in both directions. Without it, join "
        "by `p2phanabi join --connect HOST:PORT`, with the address that the host's screen shows."
    )


def others_answer(count: int) -> str:
    return ngettext(
        "{n} other machine answers to multicast",
        "{n} other machines answer to multicast",
        count,
    ).format(n=count)


def no_others() -> str:
    return _("none answers to multicast; perhaps there is none that would")


def isolation() -> str:
    return _(
        "If an open table is not found: a guest Wi-Fi often keeps its machines apart. Use the main "
        'Wi-Fi, a cable, or a phone\'s hotspot, and look for "client isolation" in the router.'
    )


# -- a table


def not_seated(at: str, reason: str) -> str:
    if not reason:
        return _("nobody could sit down at {where}: no answer").format(where=at)
    return _("nobody could sit down at {where}: {why}").format(where=at, why=why(reason.lower()))


def allow_tcp() -> str:
    return _(
        "Choose a port (`p2phanabi host --port 47000`) and let it through the firewall for TCP."
    )


def let_through() -> str:
    return _(
        "If others cannot join: let UDP port 5353 through, and the table's port for TCP; "
        "`p2phanabi host --port 47000` always uses the same one."
    )


def vpn_there(names: Sequence[str]) -> str:
    return _("there is {names}, beside the network").format(names=listing(names))


def leave_the_vpn() -> str:
    return _("If nobody finds this machine, switch the VPN off, or let it leave the local network.")


def responder_shares() -> str:
    return _("there is one (such as avahi); the port is shared, which is fine")


def responder_keeps() -> str:
    return _("there is one that keeps port 5353 to itself")


def stop_responder() -> str:
    return _("Stop the other program that holds UDP port 5353, or join by --connect HOST:PORT.")


# -- the machine


def colours(theme: str) -> str:
    return _("colours: {theme}").format(theme=theme)


def set_utf8() -> str:
    return _("Set LANG to a locale of UTF-8, such as C.UTF-8, for names with accents.")


def folder_good(path: object, mib: int) -> str:
    return _("{path} can be written to, {n} MiB are free").format(path=path, n=mib)


def folder_bad(path: object, reason: str) -> str:
    return _("{path} cannot be written to: {why}").format(path=path, why=why(reason))


def folder_full(path: object, mib: int) -> str:
    return _("{path} has only {n} MiB left").format(path=path, n=mib)


def folder_open(path: object) -> str:
    return _("{path} can be read by others on this machine").format(path=path)


def give_folder() -> str:
    return _("Make room there, or name another folder in P2PHANABI_HOME.")


def close_folder(path: object) -> str:
    return _("chmod 700 {path}").format(path=path)


def set_clock() -> str:
    return _("Set the clock; games do not depend on it, but the days in `history` do.")


def group_good() -> str:
    return _("libsodium's group is the one that the protocol needs")


def group_bad() -> str:
    return _("libsodium's group is not the one that the protocol needs")


def update_sodium() -> str:
    return _("Install PyNaCl 1.6.2 or newer from a wheel.")
