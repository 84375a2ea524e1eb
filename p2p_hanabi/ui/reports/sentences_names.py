"""Why a name cannot be used, in English."""

from __future__ import annotations

from ..kit.i18n import _


def misread_name(name: str) -> str:
    return _(
        '"{name}" cannot be a name here: commands would take it for a number, a colour, '
        'a command or a word such as "you". Choose another with --name or --table.'
    ).format(name=name)
