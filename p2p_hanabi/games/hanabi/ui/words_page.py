"""What the page of a game of Hanabi says, in English."""

from __future__ import annotations

from p2p_hanabi.ui.kit.i18n import N_

FIREWORKS = N_("Fireworks")
