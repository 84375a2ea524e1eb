"""Where on this machine a table is played: which interfaces, which port."""

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
        self.taken = taken


@dataclass(frozen=True, slots=True)
class Endpoint:
    """`alone`: listen at the addresses of `interfaces` only, not at all that this machine has. Port
    0 leaves the choice. `asked` is the interface or address that was named, None if none was."""

    interfaces: tuple[Interface, ...]
    alone: bool = False
    port: int = 0
    asked: str | None = None

    @property
    def hosts(self) -> tuple[str, ...]:
        """What the others are told to dial."""
        return hosts_to_announce(self.interfaces)

    def refreshed(self) -> Endpoint:
        """Return it with the interfaces that there are now; unchanged if there are none."""
        asked = self.asked
        if self.alone and asked is None:
            asked = self.interfaces[0].host
        try:
            return find_endpoint(asked, self.port)
        except NoInterface:
            return self

    def listen_again(self, certificate: LinkCertificate, last_port: int) -> Listener:
        """Listen where the others will look first, if that port is free and no other was asked for.

        Raises `CannotListen`.
        """
        if self.port == 0 and last_port:
            with contextlib.suppress(CannotListen):
                return replace(self, port=last_port).listen(certificate)
        return self.listen(certificate)

    def listen(self, certificate: LinkCertificate) -> Listener:
        """Listen. Raise `CannotListen` if the port is taken or not allowed."""
        hosts = [one.scoped for one in self.interfaces] if self.alone else []
        try:
            return Listener(certificate, open_listener(hosts, self.port))
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            raise CannotListen(self.port, fault_of(error), taken) from None


def find_endpoint(asked: str | None = None, port: int = 0) -> Endpoint:
    """Find where to listen; `asked` names an interface or an address. Raise `NoInterface` if there
    is none.

    Without interfaces that reach anybody, a table can still be played on this machine alone.
    """
    if asked is not None:
        return Endpoint(usable_interfaces(asked), alone=True, port=port, asked=asked)
    try:
        return Endpoint(usable_interfaces(), port=port)
    except NoInterface:
        return Endpoint(usable_interfaces("127.0.0.1"), port=port)
