"""Why a name cannot be used, in English."""

from __future__ import annotations

from ..kit.i18n import _


def bad_name(most: int) -> str:
    return _("A name has 1 to {most} characters, and none that control the screen.").format(
        most=most
    )


def blank_name() -> str:
    return _("A name needs something that can be seen; choose another with --name or --table.")


def too_many_marks(most: int) -> str:
    return _(
        "A name has at most {most} different accents on one letter, and none without a letter."
    ).format(most=most)


def misread_name(name: str) -> str:
    return _(
        '"{name}" cannot be a name here: commands would take it for a number, a colour, '
        'a command or a word such as "you". Choose another with --name or --table.'
    ).format(name=name)
