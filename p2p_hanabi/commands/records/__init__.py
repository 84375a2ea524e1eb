"""Games that were played: audited, listed, shown again, exported, and with whom."""

HISTORY_AUDITS = "history-audits"
"""The hidden command whose processes audit files for `history`."""
