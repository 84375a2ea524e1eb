"""Why something does not hold, as protocol and system say it in short English keys."""

from __future__ import annotations

import re

from .i18n import N_, _

_REASONS = (
    # the protocol
    N_("not a transcript"),
    N_("no statement"),
    N_("a statement under another head"),
    N_("not what it committed to"),
    N_("not what is due"),
    N_("not what this seat's secret gives"),
    N_("the key proof does not hold"),
    N_("the shuffle proof does not hold"),
    N_("the blinded share does not hold"),
    N_("the claim does not hold"),
    N_("the evidence does not hold"),
    N_("a claim is not true"),
    N_("a copied key"),
    N_("agrees to something else"),
    N_("another outcome"),
    N_("out of turn"),
    N_("not in seat order"),
    N_("something stands after the close"),
    N_("something stands after the end"),
    N_("two statements for one round"),
    N_("two signatures of one seating"),
    N_("not the secret it committed to"),
    # the network
    N_("no answer"),
    N_("no hello"),
    N_("no table answers there"),
    N_("no table answers here"),
    N_("another table answers there"),
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
    N_("it is not the identity of a player"),
    N_("it is no seat at a table"),
    N_("it belongs to another table"),
    N_("it is no journal of a table"),
    N_("it has no header"),
)
"""What is said most often; the rest is told as it comes."""
_UNSIGNED = re.compile(r"not signed by seat (\d+)")


def why(reason: str) -> str:
    if unsigned := _UNSIGNED.fullmatch(reason):
        return _("not signed by seat {seat}").format(seat=unsigned[1])
    what, colon, detail = reason.partition(": ")
    return f"{_(what)}{_(': ')}{_(detail)}" if colon else _(reason)
