"""What the network says went wrong, which the catalogues translate."""

from __future__ import annotations

from .i18n import N_, _

SYSTEM = (
    N_("no answer"),
    N_("no hello"),
    N_("no table answers there"),
    N_("the host does not answer any more"),
    N_("nobody was asked"),
    N_("connection refused"),
    N_("connection reset by peer"),
    N_("network is unreachable"),
    N_("no route to host"),
)


def of_system(said: str) -> str:
    """Translate what the system says; what is not in the catalogue is told as it is."""
    return _(said)
