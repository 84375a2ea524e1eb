"""`.ci/commits`: the subjects of commits, in whole and in shallow clones."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.needs import need

CHECK = Path(__file__).parent.parent / ".ci" / "commits"
GOOD = "net, own bots: étendre"
OLD = "What was committed before the check has no scope, and may be as long as it likes, or longer"
SOMEBODY = {
    f"GIT_{who}_{what}": "test" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
}
NOT_OF_THIS_MACHINE = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}


@dataclass(frozen=True)
class Clone:
    folder: Path

    def git(self, *words: str) -> None:
        environment = {**os.environ, **SOMEBODY, **NOT_OF_THIS_MACHINE}
        command = ["git", "-C", str(self.folder), *words]
        subprocess.run(command, check=True, capture_output=True, env=environment)

    def commit(self, *subjects: str) -> None:
        for subject in subjects:
            self.git("commit", "--allow-empty", "--message", subject)

    def shallow(self, depth: int) -> Clone:
        copy = self.folder.with_name(f"shallow-{depth}")
        self.git("clone", f"--depth={depth}", f"file://{self.folder}", str(copy))
        return Clone(copy)

    def refused(self) -> str:
        """Return what the check reports; nothing if it accepts all subjects."""
        done = subprocess.run(
            [self.folder / ".ci" / "commits"], check=False, capture_output=True, text=True
        )
        assert (done.returncode == 0) == (done.stderr == "")
        return done.stderr


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    """One old commit, and the one that adds the check."""
    need("git")
    made = Clone(tmp_path / "whole")
    made.folder.mkdir()
    made.git("init", "--initial-branch=main")
    made.commit(OLD)
    (made.folder / ".ci").mkdir()
    shutil.copy(CHECK, made.folder / ".ci")
    made.git("add", ".ci/commits")
    made.commit("ci: check subjects")
    return made


def test_commits_before_the_check_are_not_judged(clone: Clone) -> None:
    clone.commit(GOOD)
    assert clone.refused() == ""


@pytest.mark.parametrize(
    "subject",
    [
        "Say what is new",
        "net:no space",
        "Net: begin",
        "net:  begin",
        ": begin",
        'Revert "net: begin"',
    ],
)
def test_a_subject_without_a_scope_is_refused(clone: Clone, subject: str) -> None:
    clone.commit(subject, GOOD)
    assert subject in clone.refused()
    assert GOOD not in clone.refused()


def test_a_subject_may_have_72_characters(clone: Clone) -> None:
    longest = f"net: {'é' * 67}"
    clone.commit(longest)
    assert clone.refused() == ""
    clone.commit(f"{longest}é")
    assert "longer than 72" in clone.refused()


def test_the_commit_that_adds_the_check_is_judged(clone: Clone) -> None:
    clone.git("commit", "--amend", "--message", "Check subjects")
    assert "Check subjects" in clone.refused()


def test_a_shallow_clone_is_judged_by_the_commits_it_has(clone: Clone) -> None:
    clone.commit("Wrong", GOOD)
    assert clone.shallow(1).refused() == ""
    assert "Wrong" in clone.shallow(2).refused()


@pytest.mark.parametrize("depth", [1, 2, 9])
def test_merges_have_the_subject_that_git_gives_them(clone: Clone, depth: int) -> None:
    clone.git("switch", "--create", "other")
    clone.commit(GOOD)
    clone.git("switch", "main")
    clone.commit("docs: begin")
    clone.git("merge", "--no-ff", "other")
    assert clone.refused() == ""
    assert clone.shallow(depth).refused() == ""


def test_without_a_clone_there_is_nothing_to_judge(clone: Clone) -> None:
    shutil.rmtree(clone.folder / ".git")
    assert clone.refused() == ""
