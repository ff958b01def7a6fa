"""What a killed cardtool left in the folder for temporary files is swept away, and nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from projects import a_project

from cardtool.model import Engine
from cardtool.render.render_worker import drawing_worker
from cardtool.sandbox.worker import FOLDER_PREFIX, lock_folder, remove_abandoned_folders

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="locks that end with their process")

REPOSITORY = Path(__file__).parents[2]


def left_behind(place: Path, name: str = "abc", *, minutes: float = 5) -> Path:
    folder = place / f"{FOLDER_PREFIX}{name}"
    (folder / "cache").mkdir(parents=True)
    lock_folder(folder).close()
    return aged(folder, minutes)


def aged(path: Path, minutes: float) -> Path:
    then = time.time() - 60 * minutes
    os.utime(path, (then, then))
    return path


def test_a_folder_whose_owner_is_gone_is_removed(tmp_path: Path) -> None:
    folder = left_behind(tmp_path)
    remove_abandoned_folders(tmp_path)
    assert not folder.exists()


def test_a_folder_in_use_stays(tmp_path: Path) -> None:
    folder = tmp_path / f"{FOLDER_PREFIX}abc"
    folder.mkdir()
    with lock_folder(folder):
        aged(folder, 500)
        remove_abandoned_folders(tmp_path)
        assert folder.is_dir()
    remove_abandoned_folders(tmp_path)
    assert not folder.exists()


def test_what_is_young_or_not_a_workers_stays(tmp_path: Path) -> None:
    left_behind(tmp_path, "young", minutes=0.5)
    aged(left_behind(tmp_path).rename(tmp_path / "cardtool-mine"), 5)
    (tmp_path / f"{FOLDER_PREFIX}nobodys").mkdir()
    aged(tmp_path / f"{FOLDER_PREFIX}nobodys", 5)
    before = set(tmp_path.iterdir())
    remove_abandoned_folders(tmp_path)
    assert set(tmp_path.iterdir()) == before


def test_no_link_is_followed(tmp_path: Path) -> None:
    treasure = tmp_path / "treasure"
    place = tmp_path / "tmp"
    place.mkdir()
    elsewhere = left_behind(treasure)
    aged(elsewhere, 500)
    (place / f"{FOLDER_PREFIX}link").symlink_to(elsewhere)
    holder = left_behind(place, "holder")
    (holder / "inside").symlink_to(treasure)
    trap = place / f"{FOLDER_PREFIX}trap"
    trap.mkdir()
    (trap / "owner").symlink_to(elsewhere / "owner")
    aged(holder, 5)
    aged(trap, 5)
    remove_abandoned_folders(place)
    assert (elsewhere / "cache").is_dir()
    assert not holder.exists()
    assert trap.is_dir()  # its lock is a link, and so none


def test_what_belongs_to_somebody_else_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = left_behind(tmp_path)
    ours = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: ours + 1)
    remove_abandoned_folders(tmp_path)
    assert folder.is_dir()


@pytest.mark.slow
def test_a_worker_holds_its_folder_and_leaves_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "tmp"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    worker = drawing_worker(a_project(tmp_path), Engine.PLUTOPRINT)
    worker.start()
    (folder,) = place.iterdir()
    aged(folder, 5)
    remove_abandoned_folders(place)
    assert folder.is_dir()
    worker.close()
    assert list(place.iterdir()) == []


KEEPS_BUSY = """
import sys
from cardtool.cli.main import cardtool, main
from cardtool.model import Engine
from cardtool.project import Project
from cardtool.render.render_worker import drawing_worker
from pathlib import Path
def busy(*args, **kwargs):
    worker = drawing_worker(Project(Path(sys.argv[1])), Engine.PLUTOPRINT)
    worker.start()
    try:
        print("ready", flush=True)
        while True:
            signal.pause()
    finally:
        worker.close()
import signal
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # a suite that is run by nohup hands down that it is ignored
cardtool.main = busy
try:
    main()
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "leaves"), [("SIGTERM", 0), ("SIGHUP", 0), ("SIGKILL", 1)])
def test_a_command_that_is_ended_tidies_up_unless_it_is_killed(
    tmp_path: Path, name: str, leaves: int
) -> None:
    project, place = a_project(tmp_path / "farm"), tmp_path / "tmp"
    place.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-c", KEEPS_BUSY, str(project.root)],
        cwd=REPOSITORY,
        env=os.environ | {"TMPDIR": str(place)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(signal.Signals[name])
        try:
            process.wait(timeout=20)
        finally:
            process.kill()
    left = list(place.glob(f"{FOLDER_PREFIX}*"))
    assert len(left) == leaves
    for folder in left:
        aged(folder, 5)
    remove_abandoned_folders(place)
    assert list(place.glob(f"{FOLDER_PREFIX}*")) == []
