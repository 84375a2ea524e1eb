"""The program's command line, in this process."""

from __future__ import annotations

from typing import Any

from click.testing import CliRunner, Result

from p2p_hanabi.cli import main


def run(*arguments: object, **how: Any) -> Result:
    """What these arguments do; `how` is as `CliRunner.invoke` has it."""
    return CliRunner().invoke(main, [str(each) for each in arguments], **how)
