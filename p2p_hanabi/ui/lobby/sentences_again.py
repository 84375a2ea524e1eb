"""Sentences after a game: the result of its audit, and playing again, in English."""

from __future__ import annotations

from collections.abc import Sequence

from ..kit.i18n import N_, _, ngettext
from ..kit.sentences_typed import own_words
from ..kit.words_joined import listing

CHECKING = N_("The transcript is being checked...")
NOT_CHECKED = N_("The transcript could not be checked now; `p2phanabi audit` checks it later.")
REPLAY_OPENS = N_("The replay opens once the transcript is checked; you can go on here meanwhile.")
PAGE_IS_WRITTEN = N_("The web page is being written; you can go on here meanwhile.")
WRITING = N_("The web page is being written...")


def is_good(proofs: int) -> str:
    return ngettext(
        "Audit: everything is correct, down to the last card ({n} proof checked).",
        "Audit: everything is correct, down to the last card ({n} proofs checked).",
        proofs,
    ).format(n=proofs)


def is_good_as_far(proofs: int) -> str:
    return ngettext(
        "Audit: everything that can be checked is correct ({n} proof checked).",
        "Audit: everything that can be checked is correct ({n} proofs checked).",
        proofs,
    ).format(n=proofs)


def names_somebody(name: str) -> str:
    return _("Audit: the transcript is correct, and shows that {name} ended the game.").format(
        name=name
    )


def is_not_good(why: str) -> str:
    return _("Audit: the transcript is NOT VALID: {why}.").format(why=why)


# -- playing again


def after(*, offers: bool) -> str:
    """Return what can be typed after the game; `offers`: the same players can play again."""
    own = own_words()
    if not offers:
        return _('Type "{say}" and a text to talk, or "{quit}" to leave.').format(**own)
    return _(
        'Type "{say}" and a text to talk, "{again}" to play again with the same players, or '
        '"{quit}" to leave.'
    ).format(**own)


def leads_on() -> str:
    return _(
        '"{replay}" shows the game again, "{page}" writes a web page of it, "{history}" lists your '
        "games."
    ).format(**own_words())


def waits_for_host(name: str) -> str:
    return _("Waiting for {name} to open the next table.").format(name=name)


def how_to_leave() -> str:
    return _('Type "{quit}" to leave.').format(quit=own_words()["quit"])


def come_by_themselves(names: Sequence[str]) -> str:
    return ngettext(
        "{names} can rejoin without the code by choosing to play again.",
        "{names} can rejoin without the code by choosing to play again.",
        len(names),
    ).format(names=listing(names))
