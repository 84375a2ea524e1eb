"""What the seat to act is to do, before any screen words it."""

from __future__ import annotations

from p2p_hanabi.games.koikoi.state import Task
from p2p_hanabi.games.koikoi.ui.asked import ToCall, ToDeclare, ToPlay, ToTake, asked

from .test_scene import at


def test_every_task_is_asked_with_its_facts() -> None:
    views = {task: at(task).view() for task in Task}
    assert isinstance(asked(views[Task.CHECK]), ToDeclare)
    assert asked(views[Task.PLAY]) == ToPlay()
    take = asked(views[Task.TAKE])
    assert isinstance(take, ToTake)
    assert take.face == views[Task.TAKE].placing.face
    assert len(take.matches) == 2
    call, view = asked(views[Task.CALL]), views[Task.CALL]
    assert call == ToCall(tuple(view.yaku[view.seat]), view.worth[view.seat])
