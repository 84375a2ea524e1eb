"""The interfaces and the port that a table uses on this machine."""

from __future__ import annotations

import contextlib
import errno
from dataclasses import dataclass, replace

from p2p_hanabi.faults import fault_of
from protocol.errors import LocalError, ReasonedError
from protocol.reasons import Reason

from .addresses import Interface, NoInterface, hosts_to_announce, open_listener, usable_interfaces
from .certificate import LinkCertificate
from .listener import Listener


class CannotListen(ReasonedError, LocalError):
    """The port cannot be used."""

    def __init__(self, port: int, why: Reason, taken: bool) -> None:
        super().__init__(why)
        self.port = port
        self.is_used = taken


@dataclass(frozen=True, slots=True)
class Endpoint:
    """`alone`: listen only at the addresses of `interfaces`, not at all of this machine's. Port 0
    lets the system choose. `asked` is the requested interface or address, None if none was."""

    interfaces: tuple[Interface, ...]
    alone: bool = False
    port: int = 0
    asked: str | None = None

    @property
    def hosts(self) -> tuple[str, ...]:
        """The addresses that the others are to dial."""
        return hosts_to_announce(self.interfaces)

    def refreshed(self) -> Endpoint:
        """Return it with the current interfaces; unchanged if there are none."""
        asked = self.asked
        if self.alone and asked is None:
            asked = self.interfaces[0].address
        try:
            return find_endpoint(asked, self.port)
        except NoInterface:
            return self

    def listen_again(self, certificate: LinkCertificate, last_port: int) -> Listener:
        """Listen on the port that the others try first, if it is free and no other was requested.

        Raises `CannotListen`.
        """
        if self.port == 0 and last_port:
            with contextlib.suppress(CannotListen):
                return replace(self, port=last_port).listen(certificate)
        return self.listen(certificate)

    def listen(self, certificate: LinkCertificate) -> Listener:
        """Start listening. Raise `CannotListen` if the port is taken or not allowed."""
        hosts = [one.scoped for one in self.interfaces] if self.alone else []
        try:
            return Listener(certificate, open_listener(hosts, self.port))
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            raise CannotListen(self.port, fault_of(error), taken) from None


def find_endpoint(asked: str | None = None, port: int = 0) -> Endpoint:
    """Find where to listen; `asked` names an interface or an address. Raise `NoInterface` if there
    is none.

    Without a usable interface it is loopback, for a table on this machine alone.
    """
    if asked is not None:
        return Endpoint(usable_interfaces(asked), alone=True, port=port, asked=asked)
    try:
        return Endpoint(usable_interfaces(), port=port)
    except NoInterface:
        return Endpoint(usable_interfaces("127.0.0.1"), port=port)
