"""Which folders are the program's own, without loading what reads and writes in them."""

from __future__ import annotations

import os
from pathlib import Path

HOME_VARIABLE = "P2PHANABI_HOME"


def data_folder() -> Path:
    """Return where games, keys and players are: P2PHANABI_HOME, or what the system has for that."""
    if chosen := _chosen():
        return chosen
    import platformdirs

    return platformdirs.user_data_path("p2phanabi", appauthor=False)


def settings_file() -> Path:
    """Return where a player's settings are: in P2PHANABI_HOME too, else in what the system has for
    configuration."""
    if chosen := _chosen():
        return chosen / "settings.json"
    import platformdirs

    return platformdirs.user_config_path("p2phanabi", appauthor=False) / "settings.json"


def _chosen() -> Path | None:
    chosen = os.environ.get(HOME_VARIABLE)
    # as a shell does, it leaves the home of a user whom nobody knows as it is; Path raises
    return Path(os.path.expanduser(chosen)) if chosen else None
