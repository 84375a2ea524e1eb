"""Convert timestamps from files and clocks; impossible ones are clamped."""

from __future__ import annotations

from datetime import UTC, datetime

_LAST = datetime(9999, 12, 30, tzinfo=UTC).timestamp()


def datetime_of(seconds: float) -> datetime:
    """Convert seconds since 1970, clamped to what a datetime can represent in every time zone: a
    copied file can have any timestamp."""
    return datetime.fromtimestamp(min(max(seconds, 0), _LAST), tz=UTC)
