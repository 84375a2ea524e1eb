"""Times of files and clocks, whatever these say."""

from __future__ import annotations

from datetime import UTC, datetime

_LAST = datetime(9999, 12, 30, tzinfo=UTC).timestamp()


def datetime_of(seconds: float) -> datetime:
    """Return the time so long after 1970, or the nearest that a calendar has in all time zones: a
    copied file can be of any day."""
    return datetime.fromtimestamp(min(max(seconds, 0), _LAST), tz=UTC)
