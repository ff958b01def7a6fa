"""A folder holds the earlier files or the new ones, whatever fails, and whenever a build is killed."""

from __future__ import annotations

import errno
import json
import math
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from failing_disk import Dead, failing, operations
from projects import a_project

from cardtool.app import build as build_module
from cardtool.app.build import BuildResult, build_game
from cardtool.app.options import BuildContents, BuildOptions, Part
from cardtool.errors import ProjectError
from cardtool.load import load_game
from cardtool.output import OutputFolder, commit_export
from cardtool.output.folder import sha256_digest
from cardtool.project import Project
from cardtool.signed_cache import CACHE_KEY_VARIABLE

OLD = {"faces.pdf": b"old faces", "cards.pdf": b"old cards", "cut-1.svg": b"1", "cut-2.svg": b"2"}
NEW = {"faces.pdf": b"new faces", "cards.pdf": b"new cards", "cut-1.svg": b"1", "book.pdf": b"new book"}
SAYS = "nothing was written; the earlier files are unchanged"
JOURNAL = ".cardtool-journal.json"

Files = dict[str, bytes]


@pytest.fixture
def farm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A game whose files are made without being drawn: those of its version."""
    project = a_project(tmp_path / "farm")
    game = load_game(project, "farm").game
    assert game is not None

    def made(*words: object) -> BuildContents:
        is_new = (project.root / "cards/farm/new.md").exists()
        return BuildContents(
            (), game, NEW if is_new else OLD, {"fit-report.json": b"new" if is_new else b"old"}
        )

    monkeypatch.setattr(build_module, "_part_maker", lambda part: made)
    monkeypatch.setattr(build_module, "input_hash", lambda project, id, key: str(renewed(project)))
    return project


def renewed(project: Project) -> bool:
    return (project.root / "cards/farm/new.md").exists()


def renew(project: Project) -> None:
    """Change the game, so that its next build makes other files."""
    (project.root / "cards/farm/new.md").write_text("new", encoding="utf-8")


def build(project: Project) -> BuildResult:
    return build_game(project, "farm", BuildOptions(part=Part.ALL))


def refused(project: Project) -> str:
    """Why a build did not come off; nothing where it did."""
    try:
        build(project)
    except ProjectError as error:
        return str(error)
    return ""


def files_in(folder: Path) -> Files:
    """All files in a folder, with their content."""
    found = (path for path in folder.rglob("*") if path.is_file() or path.is_symlink())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


class Before:
    """The files of an earlier build, to begin from again and again, and those that a new one would leave."""

    def __init__(self, project: Project) -> None:
        self.project, self.folder = project, project.output("farm")
        build(project)
        self.old = files_in(self.folder)
        shutil.copytree(self.folder, project.root / "kept")
        renew(project)
        self.steps = operations(self.folder, lambda: build(project))
        self.new = files_in(self.folder)
        assert self.old != self.new
        assert set(self.old) - set(self.new) == {"cut-2.svg"}

    def again(self) -> None:
        """Have the earlier files back."""
        shutil.rmtree(self.folder)
        shutil.copytree(self.project.root / "kept", self.folder)


@pytest.fixture
def before(farm: Project) -> Before:
    return Before(farm)


@pytest.mark.slow
@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC], ids=["EIO", "ENOSPC"])
def test_a_disk_that_fails_once_leaves_one_set_and_the_truth_is_told(before: Before, number: int) -> None:
    failed = 0
    for step in range(1, before.steps + 1):
        before.again()
        with failing(before.folder, step, lambda: OSError(number, os.strerror(number))):
            said = refused(before.project)
        failed += bool(said)
        assert files_in(before.folder) == (before.old if said else before.new), step
        assert not said or (os.strerror(number) in said and said.endswith(SAYS)), step
    assert failed > 15  # every write and flush before the set counts


@pytest.mark.slow
@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC], ids=["EIO", "ENOSPC"])
def test_a_disk_that_fails_for_good_is_put_right_by_the_next_build(before: Before, number: int) -> None:
    mixed = 0
    for step in range(1, before.steps + 1):
        before.again()
        with failing(before.folder, step, lambda: OSError(number, os.strerror(number)), math.inf):
            said = refused(before.project)
        there = {name: content for name, content in files_in(before.folder).items() if name[0] != "."}
        if "some files" in said:
            mixed += 1
        else:
            assert there == (before.old if said else before.new), step
        with OutputFolder.open(before.folder):
            pass
        assert files_in(before.folder) in (before.old, before.new), step
    assert mixed > 0


@pytest.mark.slow
def test_a_build_killed_at_any_step_is_finished_or_undone_by_the_next_one(before: Before) -> None:
    seen = set()
    for step in range(1, before.steps + 1):
        before.again()
        with failing(before.folder, step, Dead, math.inf), pytest.raises(Dead):
            build(before.project)
        with OutputFolder.open(before.folder):
            pass
        left = files_in(before.folder)
        assert left in (before.old, before.new), step
        seen.add(left == before.new)
    assert seen == {True, False}


@pytest.mark.slow
def test_what_puts_it_right_may_be_killed_too(before: Before) -> None:
    tear(before)
    shutil.copytree(before.folder, before.project.root / "torn")

    def put_right() -> None:
        with OutputFolder.open(before.folder):
            pass

    for step in range(1, 1 + operations(before.folder, put_right)):
        shutil.rmtree(before.folder)
        shutil.copytree(before.project.root / "torn", before.folder)
        with failing(before.folder, step, Dead, math.inf), pytest.raises(Dead):
            put_right()
        put_right()
        assert files_in(before.folder) in (before.old, before.new), step


def tear(before: Before) -> None:
    """Kill a build while some files are new and some old."""
    for step in range(before.steps, 0, -1):
        before.again()
        with suppress(Dead), failing(before.folder, step, Dead, math.inf):
            build(before.project)
        parts = list(before.folder.glob(".cardtool-*.part"))
        if (before.folder / JOURNAL).exists() and len(parts) > 1:
            return
    raise AssertionError("no step is between the two sets")


@pytest.mark.slow
def test_links_that_the_disk_does_not_offer_are_done_without(
    before: Before, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*words: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    before.again()
    steps = operations(before.folder, lambda: build(before.project))
    assert files_in(before.folder) == before.new
    for step in range(1, steps + 1):
        before.again()
        with failing(before.folder, step, Dead, math.inf), pytest.raises(Dead):
            build(before.project)
        with OutputFolder.open(before.folder):
            pass
        assert files_in(before.folder) in (before.old, before.new), step


def test_a_new_set_that_lost_a_file_is_undone(before: Before) -> None:
    tear(before)
    (part, *_) = before.folder.glob(".cardtool-*.part")
    part.write_bytes(b"half")
    with OutputFolder.open(before.folder):
        pass
    assert files_in(before.folder) == before.old


def test_a_killed_build_is_finished_before_anything_counts_as_unchanged(before: Before) -> None:
    tear(before)
    built = build(before.project)
    assert built.unchanged
    assert files_in(before.folder) == before.new


def test_folders_that_were_not_there_go_again_with_what_failed(tmp_path: Path) -> None:
    def export() -> None:
        with OutputFolder.open(tmp_path) as folder:
            folder.add("fronts/deep/goat.png", b"goat")
            folder.add("backs/goat.png", b"goat")
            commit_export(folder)

    steps = operations(tmp_path, export)
    assert set(files_in(tmp_path)) == {"fronts/deep/goat.png", "backs/goat.png", ".cardtool-export.json"}
    for step in range(1, steps + 1):
        shutil.rmtree(tmp_path)
        tmp_path.mkdir()
        with failing(tmp_path, step, lambda: OSError(errno.EIO, "Input/output error")):
            try:
                export()
            except ProjectError:
                assert list(tmp_path.iterdir()) == [], step
            else:
                assert len(files_in(tmp_path)) == 3, step


def journal(*changes: dict[str, object], folders: tuple[str, ...] = ()) -> str:
    return json.dumps({"changes": list(changes), "folders": folders})


def placed(name: str, content: bytes = b"new") -> dict[str, object]:
    return {"name": name, "sha256": sha256_digest(content), "places": True, "replaces": True}


HOSTILE = {
    "a file of the folder": journal(placed("mine.txt")),
    "a file to take away": journal({**placed("mine.txt", b"mine"), "places": False}),
    "a seal of its own": json.dumps({**json.loads(journal(placed("mine.txt"))), "seal": "0" * 64}),
    "an empty seal": json.dumps({**json.loads(journal(placed("mine.txt"))), "seal": ""}),
    "a number for a seal": json.dumps({**json.loads(journal(placed("mine.txt"))), "seal": 3}),
    "letters for a seal": json.dumps({**json.loads(journal(placed("mine.txt"))), "seal": "é"}),
    "up": journal(placed("../mine.txt")),
    "hidden": journal(placed(".git/config")),
    "damaged": journal(placed("mine.txt"))[:-9],
    "a list": "[]",
    "too large": " " * 16_000_001,
    "deep": "[" * 100_000,
}


@pytest.mark.parametrize("key", [None, ""], ids=["with a key", "without a key"])
@pytest.mark.parametrize("what", HOSTILE)
def test_a_journal_of_a_stranger_is_not_followed_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, key: str | None
) -> None:
    if key is not None:
        monkeypatch.setenv(CACHE_KEY_VARIABLE, key)
    out = tmp_path / "out"
    (out / ".git").mkdir(parents=True)
    for mine in (tmp_path / "mine.txt", out / "mine.txt", out / ".git/config"):
        mine.write_bytes(b"mine")
    (out / JOURNAL).write_text(HOSTILE[what], encoding="utf-8")
    (out / ".cardtool-0.part").write_bytes(b"new")
    (out / ".cardtool-0.old").write_bytes(b"old")
    before = files_in(tmp_path)
    with pytest.raises(ProjectError, match=f"{out / JOURNAL}: .*\ndelete it"), OutputFolder.open(out):
        pass
    assert files_in(tmp_path) == before
    (out / JOURNAL).unlink()
    with OutputFolder.open(out):
        pass
    assert set(files_in(tmp_path)) == {"mine.txt", "out/mine.txt", "out/.git/config"}


def test_a_journal_is_followed_in_its_folder_and_with_its_key_alone(
    before: Before, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tear(before)
    moved = tmp_path / "moved"
    shutil.copytree(before.folder, moved)
    (moved / ".cardtool-lock").unlink()
    torn = files_in(moved)
    with pytest.raises(ProjectError, match="not sealed by you"), OutputFolder.open(moved):
        pass
    with monkeypatch.context() as patch:
        patch.setenv("CARDTOOL_CONFIG", str(tmp_path / "of-somebody-else"))
        with pytest.raises(ProjectError, match="not sealed by you"), OutputFolder.open(before.folder):
            pass
    assert files_in(moved) == files_in(before.folder) == torn
    with OutputFolder.open(before.folder):
        pass
    assert files_in(before.folder) == before.new


def test_what_was_cut_short_without_a_key_is_left_to_be_looked_at(
    before: Before, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CACHE_KEY_VARIABLE, "")
    tear(before)
    assert {*before.old.values()} <= {*files_in(before.folder).values()}  # in their places or beside them
    assert "delete it" in refused(before.project)
    (before.folder / JOURNAL).unlink()
    assert not build(before.project).unchanged
    assert {name: files_in(before.folder)[name] for name in NEW} == NEW


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
@pytest.mark.parametrize("kind", ["pipe", "link", "folder"])
def test_a_journal_that_is_no_plain_file_is_not_followed(tmp_path: Path, kind: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (tmp_path / "elsewhere.json").write_text(journal(placed("mine.txt")), encoding="utf-8")
    make: dict[str, Callable[[], object]] = {
        "pipe": lambda: os.mkfifo(out / JOURNAL),
        "link": lambda: (out / JOURNAL).symlink_to(tmp_path / "elsewhere.json"),
        "folder": (out / JOURNAL).mkdir,
    }
    make[kind]()
    (out / "mine.txt").write_bytes(b"mine")
    (out / ".cardtool-0.part").write_bytes(b"new")
    with pytest.raises(ProjectError, match=f"{out / JOURNAL}: "), OutputFolder.open(out):
        pass
    assert (out / "mine.txt").read_bytes() == b"mine"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
@pytest.mark.parametrize("note", ["build.json", ".cardtool-export.json"])
def test_a_note_that_is_a_pipe_is_not_waited_for(farm: Project, note: str) -> None:
    folder = farm.output("farm")
    folder.mkdir(parents=True)
    os.mkfifo(folder / note)
    assert len(build(farm).files) == len(OLD)
    with OutputFolder.open(folder) as held:
        held.add("goat.png", b"goat")
        assert commit_export(held) == (folder / "goat.png",)


def forge(folder: Path, name: str, content: bytes) -> None:
    """Put a file among the output, and its digest into the ledger, as if a build had made it."""
    (folder / name).write_bytes(content)
    noted = json.loads((folder / "build.json").read_bytes())
    noted["orders"]["all"]["files"][name] = sha256_digest(content)
    (folder / "build.json").write_text(json.dumps(noted, indent=2) + "\n", encoding="utf-8")


def test_files_that_came_with_a_ledger_for_them_are_made_anew(farm: Project) -> None:
    build(farm)
    made = files_in(farm.output("farm"))
    assert build(farm).unchanged
    forge(farm.output("farm"), "cards.pdf", b"foreign cards")
    assert not build(farm).unchanged
    assert files_in(farm.output("farm")) == made
    assert build(farm).unchanged


@pytest.mark.parametrize("how", ["copied", "linked", "another's", "without a key"])
def test_a_ledger_counts_for_whom_and_where_it_was_written(
    farm: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    build(farm)
    renew(farm)
    if how == "copied":
        shutil.copytree(farm.root, tmp_path / "clone")
        farm = Project(tmp_path / "clone")
    elif how == "linked":
        ledger = farm.output("farm") / "build.json"
        (tmp_path / "elsewhere").mkdir()
        ledger.rename(tmp_path / "elsewhere/build.json")
        ledger.symlink_to(tmp_path / "elsewhere/build.json")
    elif how == "another's":
        monkeypatch.setenv("CARDTOOL_CONFIG", str(tmp_path / "of-somebody-else"))
    else:
        monkeypatch.setenv(CACHE_KEY_VARIABLE, "")
    built = build(farm)
    assert (built.unchanged, built.told_before) == (False, 0)
    files = files_in(farm.output("farm"))
    assert {name: files.get(name) for name in NEW} == NEW
    assert files["cut-2.svg"] == b"2"  # no build of this user made it, so none takes it away
    assert build(farm).unchanged == (how != "without a key")


@pytest.mark.parametrize("place", ["cards/../", "../../", ""])
def test_no_ledger_or_note_that_came_with_a_project_takes_a_file_away(farm: Project, place: str) -> None:
    build(farm)
    folder = farm.output("farm")
    (folder / "cards").mkdir()
    forge(folder, f"{place}mine.txt", b"mine")
    note = {"files": {f"{place}mine.txt": sha256_digest(b"mine")}}
    (folder / ".cardtool-export.json").write_text(json.dumps(note), encoding="utf-8")
    renew(farm)
    assert not build(farm).unchanged
    with OutputFolder.open(folder) as held:
        held.add("goat.png", b"goat")
        commit_export(held)
    assert (folder / f"{place}mine.txt").read_bytes() == b"mine"


def test_a_link_to_another_folder_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out/fronts").symlink_to(tmp_path / "elsewhere")
    with (
        OutputFolder.open(tmp_path / "out") as folder,
        pytest.raises(ProjectError, match="cannot write"),
    ):
        folder.add("fronts/goat.png", b"goat")
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_disk_that_cannot_flush_folders_is_no_fault(farm: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    fsync = os.fsync

    def flush(file: int) -> None:
        if os.path.isdir(f"/proc/self/fd/{file}"):
            raise OSError(errno.EINVAL, "Invalid argument")
        fsync(file)

    monkeypatch.setattr(os, "fsync", flush)
    assert len(build(farm).files) == len(OLD)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_only_be_read_is_told_so(farm: Project) -> None:
    folder = farm.output("farm")
    folder.mkdir(parents=True)
    folder.chmod(0o500)
    try:
        with pytest.raises(ProjectError, match=f"cannot write {folder}: Permission denied\n{SAYS}"):
            build(farm)
    finally:
        folder.chmod(0o700)


@pytest.fixture
def interrupting() -> Iterator[None]:
    """Ctrl-C is answered as Python does."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.slow
@pytest.mark.usefixtures("interrupting")
def test_ctrl_c_at_any_step_leaves_one_set_and_the_truth_is_told(before: Before) -> None:
    seen = set()
    for step in range(1, before.steps + 1):
        before.again()
        strike = lambda: signal.raise_signal(signal.SIGINT)  # noqa: E731
        with failing(before.folder, step, strike), pytest.raises(KeyboardInterrupt) as stopped:
            build(before.project)
        (said, *_) = [*getattr(stopped.value, "__notes__", []), ""]
        held = {SAYS: [before.old], "": [before.old, before.new]}.get(said, [before.new])
        assert files_in(before.folder) in held, step
        seen.add(said)
    assert seen == {"", SAYS, f"all new files are in {before.folder}"}
