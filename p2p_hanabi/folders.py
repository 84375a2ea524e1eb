"""The program's own folders, without importing the code that reads and writes there."""

from __future__ import annotations

import os
from pathlib import Path

HOME_VARIABLE = "P2PHANABI_HOME"
BOTS = "bots"
"""The folder of the data directories of bots, in that of their host."""


def data_folder() -> Path:
    """Return the folder of games, keys and players: P2PHANABI_HOME, or the system's for data."""
    if chosen := _chosen():
        return chosen
    import platformdirs

    return platformdirs.user_data_path("p2phanabi", appauthor=False)


def shared_folder() -> Path:
    """Return the player's folder for menu entries and manual pages, of all programs."""
    import platformdirs

    return platformdirs.user_data_path()


def settings_file() -> Path:
    """Return the file of a player's settings: in P2PHANABI_HOME too, else in the system's folder
    for configuration."""
    if chosen := _chosen():
        return chosen / "settings.json"
    import platformdirs

    return platformdirs.user_config_path("p2phanabi", appauthor=False) / "settings.json"


def _chosen() -> Path | None:
    chosen = os.environ.get(HOME_VARIABLE)
    # like a shell, it leaves the home of an unknown user unexpanded; Path raises
    return Path(os.path.expanduser(chosen)) if chosen else None
