"""Past games: audit, history, replay, import and export, and contacts."""

HISTORY_AUDITS = "history-audits"
"""The hidden command that audits files for `history` in child processes."""
