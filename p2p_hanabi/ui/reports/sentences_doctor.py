"""What `doctor` says: what was tried, what came of it, and what to do, in English."""

from __future__ import annotations

from collections.abc import Sequence

from ..kit.i18n import N_, _, ngettext
from ..kit.sentences import listing
from ..kit.sentences_reasons import why

NOT_PLAYABLE = N_("This machine cannot play on the network yet; see what is BAD above.")
JOIN_A_NETWORK = N_(
    "Connect to a cable or a Wi-Fi. On this machine alone you can play against bots: `p2phanabi "
    "host --bots 1 --interface 127.0.0.1`."
)
ONLY_IPV6 = N_("IPv6 only; machines that have only IPv4 cannot reach this one")
OPEN_5353 = N_(
    "Let UDP port 5353 through this machine's firewall, in both directions. Without it, join by "
    "`p2phanabi join --connect HOST:PORT`, with the address that the host's screen shows."
)
NO_OTHERS = N_("none answers to multicast; perhaps there is none that would")
ISOLATION = N_(
    "If an open table is not found: a guest Wi-Fi often keeps its machines apart. Use the main "
    'Wi-Fi, a cable, or a phone\'s hotspot, and look for "client isolation" in the router.'
)
ALLOW_TCP = N_(
    "Choose a port (`p2phanabi host --port 47000`) and let it through the firewall for TCP."
)
LET_THROUGH = N_(
    "If others cannot join: let UDP port 5353 through, and the table's port for TCP; `p2phanabi "
    "host --port 47000` always uses the same one."
)
LEAVE_THE_VPN = N_(
    "If nobody finds this machine, switch the VPN off, or let it leave the local network."
)
RESPONDER_SHARES = N_("there is one (such as avahi); the port is shared, which is fine")
RESPONDER_KEEPS = N_("there is one that keeps port 5353 to itself")
STOP_RESPONDER = N_(
    "Stop the other program that holds UDP port 5353, or join by --connect HOST:PORT."
)
SET_UTF8 = N_("Set LANG to a locale of UTF-8, such as C.UTF-8, for names with accents.")
GIVE_FOLDER = N_("Make room there, or name another folder in P2PHANABI_HOME.")
SET_CLOCK = N_("Set the clock; games do not depend on it, but the days in `history` do.")
GROUP_GOOD = N_("libsodium's group is the one that the protocol needs")
GROUP_BAD = N_("libsodium's group is not the one that the protocol needs")
UPDATE_SODIUM = N_("Install PyNaCl 1.6.2 or newer from a wheel.")


def advice(sentence: str) -> str:
    return f"      -> {sentence}"


# -- interfaces


def addresses(name: str, hosts: Sequence[str]) -> str:
    return _("{name} ({addresses})").format(name=name, addresses=", ".join(hosts))


# -- multicast


def not_heard(reason: str) -> str:
    if reason:
        return _("multicast does not work: {why}").format(why=why(reason))
    return _("what is announced here is not heard here")


def others_answer(count: int) -> str:
    return ngettext(
        "{n} other machine answers to multicast",
        "{n} other machines answer to multicast",
        count,
    ).format(n=count)


# -- a table


def not_seated(at: str, reason: str) -> str:
    if not reason:
        return _("nobody could sit down at {where}: no answer").format(where=at)
    return _("nobody could sit down at {where}: {why}").format(where=at, why=why(reason.lower()))


def vpn_there(names: Sequence[str]) -> str:
    return _("there is {names}, beside the network").format(names=listing(names))


# -- the machine


def colours(theme: str) -> str:
    return _("colours: {theme}").format(theme=theme)


def folder_good(path: object, mib: int) -> str:
    return _("{path} can be written to, {n} MiB are free").format(path=path, n=mib)


def folder_bad(path: object, reason: str) -> str:
    return _("{path} cannot be written to: {why}").format(path=path, why=why(reason))


def folder_full(path: object, mib: int) -> str:
    return _("{path} has only {n} MiB left").format(path=path, n=mib)


def folder_open(path: object) -> str:
    return _("{path} can be read by others on this machine").format(path=path)


def close_folder(path: object) -> str:
    return _("chmod 700 {path}").format(path=path)
