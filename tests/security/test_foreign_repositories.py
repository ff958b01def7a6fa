"""A repository that is made to answer with another one's files, or never: refused, in words."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from git_repositories import a_repository, commit, git
from projects import BEASTS, a_project

from cardtool.changes import git as asked_git
from cardtool.cli.main import main

SECRET = "swordfish"
OTHERS = [
    ["diff", "farm", "{0}"],
    ["diff", "farm", "HEAD", "{0}"],
    ["check", "farm", "--no-layout", "--since", "{0}"],
]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs links and pipes")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A repository that is none of a stranger's business."""
    mine = tmp_path / "mine"
    a_project(mine, beasts=BEASTS.replace("Lays an egg.", f"Lays a {SECRET}."))
    a_repository(mine)
    return mine


@pytest.fixture
def strange(tmp_path: Path) -> Path:
    """A stranger's project, which is a repository."""
    strange = tmp_path / "theirs/strange"
    a_project(strange)
    a_repository(strange)
    return strange


def as_alternates(strange: Path, mine: Path) -> None:
    (strange / ".git/objects/info/alternates").write_text(f"{mine}/.git/objects\n")
    (strange / ".git/refs/heads/theirs").write_text(git(mine, "rev-parse", "HEAD"))


def as_objects(strange: Path, mine: Path) -> None:
    shutil.rmtree(strange / ".git/objects")
    (strange / ".git/objects").symlink_to(mine / ".git/objects")
    (strange / ".git/refs/heads/theirs").write_text(git(mine, "rev-parse", "HEAD"))


def as_a_few_objects(strange: Path, mine: Path) -> None:
    for place in (mine / ".git/objects").glob("??"):
        if not (strange / ".git/objects" / place.name).exists():
            (strange / ".git/objects" / place.name).symlink_to(place)
    (strange / ".git/refs/heads/theirs").write_text(git(mine, "rev-parse", "HEAD"))


def as_its_own(strange: Path, mine: Path) -> None:
    shutil.rmtree(strange / ".git")
    (strange / ".git").write_text(f"gitdir: {mine}/.git\n")
    git(mine, "branch", "theirs")


def as_a_link(strange: Path, mine: Path) -> None:
    shutil.rmtree(strange / ".git")
    (strange / ".git").symlink_to(mine / ".git")
    git(mine, "branch", "theirs")


def as_what_worktrees_share(strange: Path, mine: Path) -> None:
    (strange / ".git/commondir").write_text(f"{mine}/.git\n")
    git(mine, "branch", "theirs")


def as_a_worktree_of_somebody(strange: Path, mine: Path) -> None:
    git(mine, "branch", "theirs")
    git(mine, "worktree", "add", "-q", "../mine-too")
    shutil.rmtree(strange / ".git")
    shutil.copy(mine.parent / "mine-too/.git", strange / ".git")


def as_a_worktree_by_a_link(strange: Path, mine: Path) -> None:
    git(mine, "branch", "theirs")
    git(mine, "worktree", "add", "-q", "../mine-too")
    shutil.rmtree(strange / ".git")
    (strange / ".git").symlink_to(mine.parent / "mine-too/.git")


def as_a_worktree_that_says_so_itself(strange: Path, mine: Path) -> None:
    git(mine, "branch", "theirs")
    place = strange / "worktrees/strange"
    shutil.move(strange / ".git", place)
    (place / "commondir").write_text(f"{mine}/.git\n")
    (place / "gitdir").write_text(f"{strange}/.git\n")
    (strange / ".git").write_text(f"gitdir: {place}\n")


def above_one_that_is_none(strange: Path, mine: Path) -> None:
    """The folder above is a repository by a file; the project's own `.git` is none, and git would go on."""
    git(mine, "branch", "theirs")
    for name in ("objects", "refs"):
        shutil.rmtree(strange / ".git" / name)
    (strange.parent / ".git").write_text(f"gitdir: {mine}/.git\n")


def as_a_bare_one_beside_one_that_is_none(strange: Path, mine: Path) -> None:
    shutil.copytree(strange / ".git", strange, dirs_exist_ok=True)
    (strange / ".git/HEAD").write_text("nothing")
    as_alternates(strange, mine)
    for name in ("objects/info/alternates", "refs/heads/theirs"):
        shutil.move(strange / ".git" / name, strange / name)


def by_a_name_with_a_nought(strange: Path, mine: Path) -> None:
    git(mine, "branch", "theirs")
    (strange / ".git/commondir").write_text(f"{mine}/.git\0\n")


def by_a_name_with_a_space(strange: Path, mine: Path) -> None:
    git(mine, "branch", "theirs")
    inside = strange / f".git/ {mine}"
    inside.mkdir(parents=True)
    (inside / ".git").symlink_to(mine / ".git")
    (strange / ".git/commondir").write_text(f" {mine}/.git\n")


WAYS = [
    by_a_name_with_a_nought,
    by_a_name_with_a_space,
    as_a_bare_one_beside_one_that_is_none,
    above_one_that_is_none,
    as_a_few_objects,
    as_a_link,
    as_a_worktree_by_a_link,
    as_a_worktree_of_somebody,
    as_a_worktree_that_says_so_itself,
    as_alternates,
    as_its_own,
    as_objects,
    as_what_worktrees_share,
]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_the_files_of_another_repository_are_not_told(
    way: Callable[[Path, Path], None], strange: Path, mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    way(strange, mine)
    for words in OTHERS:
        assert main(["--project", str(strange), *(word.format("theirs") for word in words)]) == 2
        said = capsys.readouterr()
        assert SECRET not in said.out + said.err
        assert "is not in a git repository that can be read: " in said.err


@pytest.mark.parametrize("kind", ["pipe", "device", "endless"])
@pytest.mark.parametrize(
    "name",
    ["HEAD", "commondir", "config", "index", "packed-refs", "refs/heads/main", "info/attributes", "shallow"],
)
def test_what_has_no_end_is_not_waited_for(
    name: str, kind: str, strange: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asked_git.subprocess, "Popen", lambda *words, **options: pytest.fail("git was asked"))
    file = strange / ".git" / name
    file.parent.mkdir(exist_ok=True)
    file.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "device":
        file.symlink_to("/dev/zero")
    else:
        file.touch()
        os.truncate(file, 1 << 40)
    assert main(["--project", str(strange), "diff", "farm", "HEAD"]) == 2
    assert f"{name} is " in capsys.readouterr().err


@pytest.mark.parametrize("name", [".gitattributes", "cards/farm/.gitattributes"])
def test_attributes_that_lie_in_the_folder_are_not_waited_for(name: str, strange: Path) -> None:
    os.mkfifo(strange / name)
    assert main(["--project", str(strange), "diff", "farm", "HEAD"]) == 0


def test_what_git_waits_for_all_the_same_is_given_up(
    strange: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asked_git, "_TIMEOUT", 1.0)
    os.mkfifo(strange / "settings")
    (strange / ".git/config").write_text("[include]\npath = ../settings\n")
    assert main(["--project", str(strange), "diff", "farm", "HEAD"]) == 2
    assert "git did not answer within 1 seconds" in capsys.readouterr().err


def changed(project: Path) -> str:
    """Make a change, and return the text that was."""
    beasts = project / "cards/farm/beasts.yaml"
    beasts.write_text(beasts.read_text("utf-8").replace("Lays", "Hides"), "utf-8")
    return "Lays"


def as_a_worktree(mine: Path) -> Path:
    git(mine, "worktree", "add", "-q", "../other")
    return mine.parent / "other"


def as_a_worktree_in_it(mine: Path) -> Path:
    git(mine, "worktree", "add", "-q", "trees/other")
    return mine / "trees/other"


def as_a_submodule(mine: Path) -> Path:
    top = mine.parent / "top"
    top.mkdir()
    git(top, "init", "-q")
    git(top, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(mine), "games")
    commit(top, "Games")
    return top / "games"


def beside_a_bare_one(mine: Path) -> Path:
    place = mine.parent / "place"
    git(mine, "clone", "-q", "--bare", str(mine), str(place / ".bare"))
    (place / ".git").write_text("gitdir: ./.bare\n")
    git(place, "worktree", "add", "-q", "other", "main")
    return place / "other"


def kept_elsewhere(mine: Path) -> Path:
    git(mine, "init", "-q", "--separate-git-dir", str(mine.parent / "kept"))
    git(mine, "config", "core.worktree", str(mine))
    return mine


def with_shared_hooks(mine: Path) -> Path:
    shutil.rmtree(mine / ".git/hooks", ignore_errors=True)
    (mine / "hooks").mkdir()
    (mine / ".git/hooks").symlink_to("../hooks")
    return mine


def by_a_link_to_it(mine: Path) -> Path:
    (mine.parent / "link").symlink_to(mine)
    return mine.parent / "link"


def as_a_clone(mine: Path) -> Path:
    git(mine, "clone", "-q", str(mine), "../clone")
    return mine.parent / "clone"


HONEST = [
    as_a_clone,
    as_a_submodule,
    as_a_worktree,
    as_a_worktree_in_it,
    beside_a_bare_one,
    by_a_link_to_it,
    kept_elsewhere,
    with_shared_hooks,
]


@pytest.mark.parametrize("way", HONEST, ids=lambda way: way.__name__)
def test_a_repository_of_ones_own_is_read_wherever_it_is_kept(
    way: Callable[[Path], Path], mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = way(mine)
    before = changed(project)
    capsys.readouterr()
    assert main(["--project", str(project), "diff", "farm", "HEAD"]) == 0
    assert before in capsys.readouterr().out


def test_one_that_is_kept_elsewhere_and_does_not_say_so_is_told_how(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    git(mine, "init", "-q", "--separate-git-dir", str(mine.parent / "kept"))
    assert main(["--project", str(mine), "diff", "farm", "HEAD"]) == 2
    assert f"git config --file {mine.parent}/kept/config core.worktree {mine}" in capsys.readouterr().err
