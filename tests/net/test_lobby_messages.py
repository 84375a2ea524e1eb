"""The lobby's messages: what another program sends is bounded before it is shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2p_hanabi.gathering import MAX_TABLE_NAME
from p2p_hanabi.net.lobby.lobby_messages import config_from, config_value
from protocol.encoding import Value
from protocol.errors import BadEncoding

from .test_lobby import CONFIG


@pytest.mark.parametrize("change", [{"seats": 2}, {"seats": 16}, {"name": "n" * MAX_TABLE_NAME}])
def test_a_table_within_its_bounds_is_read(change: dict[str, Value]) -> None:
    config = replace(CONFIG, **change)  # type: ignore[arg-type] # fields of the right types
    assert config_from(config_value(config)) == config


@pytest.mark.parametrize(
    "change", [{"seats": 1}, {"seats": 17}, {"name": "n" * (MAX_TABLE_NAME + 1)}]
)
def test_a_table_beyond_its_bounds_is_refused(change: dict[str, Value]) -> None:
    config = replace(CONFIG, **change)  # type: ignore[arg-type] # fields of the right types
    with pytest.raises(BadEncoding):
        config_from(config_value(config))
