"""What the system, the network and the disk say went wrong, which the catalogues translate."""

from __future__ import annotations

from .i18n import N_, _

SYSTEM = (
    # the network
    N_("no answer"),
    N_("no hello"),
    N_("no table answers there"),
    N_("the host does not answer any more"),
    N_("nobody was asked"),
    N_("connection refused"),
    N_("connection reset by peer"),
    N_("network is unreachable"),
    N_("no route to host"),
    # the disk
    N_("permission denied"),
    N_("no such file or directory"),
    N_("no space left on device"),
    N_("read-only file system"),
    N_("is a directory"),
    N_("not a directory"),
    N_("file too large"),
    N_("file name too long"),
    N_("disk quota exceeded"),
    N_("input/output error"),
    N_("too many levels of symbolic links"),
    N_("it is the file that is read"),
    N_("it is there already, and --force replaces it"),
    N_("its folder is not there"),
    N_("it is not the identity of a player"),
    N_("it is not a list of players"),
    N_("it holds no notes"),
    N_("it is no seat at a table"),
    N_("it belongs to another table"),
    N_("it is no journal of a table"),
    N_("it has no header"),
)


def of_system(said: str) -> str:
    """Translate what the system says; what is not in the catalogue is told as it is."""
    return _(said)
