"""Labels of several buttons of a live page, in English."""

from __future__ import annotations

from ..words.i18n import N_

CANCEL = N_("Cancel")
CONFIRM = N_("Confirm")
LEAVE = N_("Leave")
CLOSE = N_("Close")
CONTINUE = N_("Continue")
TALK = N_("Talk")
MORE = N_("More")
NEW_CODES = N_("New codes for phones")
HAND_OVER = N_("Continue on a phone")
ON_ANOTHER_SCREEN = N_("Show this on another screen")
