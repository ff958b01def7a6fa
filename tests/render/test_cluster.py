"""Faces drawn by a cluster: the bytes of one machine, whatever is lost on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest
from projects import BEAST, GAME, a_project

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")

from cardtool.app.build import build_game
from cardtool.app.options import BuildOptions
from cardtool.cli.main import main
from cardtool.errors import MachineError, TemplateError, UsageError
from cardtool.project import Project
from cardtool.render import RenderPool, cluster
from cardtool.render.cluster import Cluster, cluster_facts, facts, pack_bundle
from cardtool.render.face_cache import FaceStore
from cardtool.sandbox.child import ITEM_FILE

pytestmark = pytest.mark.slow

FORTY = GAME.replace("count: 3", "count: 40")
BEASTS = "".join(f"- {{id: beast-{nr}, name: Beast {nr}, text: Number {nr}.}}\n" for nr in range(40))
PICTURE = '<img src="../../cards/farm/art/field.svg" style="position:absolute;left:25mm;top:65mm;width:15mm">'
FIELD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#7a5" d="M0 0H9V9Z"/></svg>'
STARTED = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    page = "127.0.0.1:0"
    workers = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=page, silence_logs=50)
    print(workers.scheduler_address, flush=True)
    sys.stdin.read()
"""


def start_workers() -> tuple[subprocess.Popen[str], str]:
    started = subprocess.Popen(
        [sys.executable, "-c", STARTED],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert started.stdout is not None
    return started, started.stdout.readline().strip()


def end(started: subprocess.Popen[str]) -> None:
    os.killpg(started.pid, signal.SIGKILL)
    started.communicate()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    started, address = start_workers()
    yield address
    end(started)


def a_farm(folder: Path, beast: str = BEAST + PICTURE) -> Project:
    project = a_project(folder, game=FORTY, beasts=BEASTS, beast=beast)
    art = project.cards("farm") / "art"
    art.mkdir(exist_ok=True)
    (art / "field.svg").write_text(FIELD)
    (art / "credits.yaml").write_text(
        "- {files: [field.svg], author: A, source: drawn for this game, licence: CC0-1.0}\n"
    )
    return project


def built(project: Project, cluster: str = "") -> bytes:
    result = build_game(project, "farm", BuildOptions(cluster=cluster))
    assert [each.message for each in result.findings if each.severity == "error"] == []
    return result.files[0].read_bytes()


def only_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drawn at home, nor kept from before."""

    def refuse(*asked: object) -> None:
        raise AssertionError("drawn at home")

    monkeypatch.setattr(FaceStore, "recall", lambda *asked: None)
    monkeypatch.setattr(RenderPool, "_answer_here", refuse)


def at_home(folder: Path) -> bytes:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FaceStore, "recall", lambda *asked: None)
        return built(a_farm(folder))


def test_two_workers_of_this_machine_print_what_it_prints_alone(tmp_path: Path) -> None:
    alone = at_home(tmp_path / "home")
    with pytest.MonkeyPatch.context() as patch:
        only_there(patch)
        assert built(a_farm(tmp_path / "other"), "local:2") == alone


@pytest.mark.parametrize(
    ("asked", "before"),
    [("_require_same", True), ("_require_same", False), ("_submit", False)],
    ids=["before anything", "before the bundle", "in the middle"],
)
def test_a_worker_that_is_killed_is_missed_by_nobody(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str, before: bool
) -> None:
    alone = at_home(tmp_path / "home")
    only_there(monkeypatch)
    ask, killed = getattr(Cluster, asked), []

    def kill(cluster: Cluster) -> None:
        if not killed:
            killed.append(True)
            os.kill(min(cluster._client.run(os.getpid).values()), signal.SIGKILL)

    def ask_and_kill(self: Cluster, *about: bytes) -> object:
        if before:
            kill(self)
        answer = ask(self, *about)
        kill(self)
        return answer

    monkeypatch.setattr(Cluster, asked, ask_and_kill)
    assert built(a_farm(tmp_path / "other"), address) == alone
    assert killed


def test_what_a_cluster_drew_is_not_drawn_again_at_home(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = a_farm(tmp_path)
    printed = built(project, address)
    monkeypatch.setattr(RenderPool, "_answer", lambda self, batch: pytest.fail("drawn again"))
    (project.output("farm") / "build.json").unlink()
    assert built(project) == printed


def test_a_face_that_fails_is_told_as_at_home(address: str, tmp_path: Path) -> None:
    project = a_farm(tmp_path, beast=BEAST + "<p>{{ card.nothing }}</p>")
    told = []
    for place in ("", address):
        with pytest.raises(TemplateError) as failed:
            build_game(project, "farm", BuildOptions(cluster=place))
        told.append(str(failed.value))
    assert told[0] == told[1]
    assert "nothing" in told[0]


@pytest.mark.parametrize("signal_", [signal.SIGKILL, signal.SIGSTOP])
def test_a_scheduler_lost_while_it_draws_leaves_the_files_as_they_were(
    signal_: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = a_farm(tmp_path)
    before = built(project)
    beasts = project.cards("farm") / "beasts.yaml"
    beasts.write_text(beasts.read_text().replace("Number 7.", "Number seven."))
    started, address = start_workers()
    submit = Cluster._submit

    def lose(self: Cluster, message: bytes) -> object:
        os.killpg(started.pid, signal_)
        return submit(self, message)

    monkeypatch.setattr(Cluster, "_submit", lose)
    monkeypatch.setattr(cluster, "_SILENT_SECONDS", 1.0)
    monkeypatch.setattr(cluster, "_LOOK_SECONDS", 0.5)
    monkeypatch.setattr(cluster, "_CONNECT_SECONDS", 3.0)
    try:
        with pytest.raises(MachineError, match="the cluster was lost while it drew; nothing was written"):
            build_game(project, "farm", BuildOptions(cluster=address))
    finally:
        end(started)
    assert (project.output("farm") / "cards-a4-9up.pdf").read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_ctrl_c_stops_workers_of_this_machine_without_a_word_of_theirs(tmp_path: Path) -> None:
    endless = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
    a_project(tmp_path, beast=f"{{% if card.id == 'hen' %}}{endless}{{% endif %}}")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    building = subprocess.Popen(
        [sys.executable, "-m", "cardtool", "--project", str(tmp_path), "build", "--cluster", "local:1"],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "TMPDIR": str(temporary)},
    )
    end_of_time = monotonic() + 60
    while not any(int.from_bytes(file.read_bytes()) == 2 for file in temporary.rglob(ITEM_FILE)):
        assert monotonic() < end_of_time
        sleep(0.05)
    os.killpg(building.pid, signal.SIGINT)
    _, said = building.communicate(timeout=30)
    assert building.returncode == 130, said
    assert said.strip() == "cardtool: stopped; nothing was written; the earlier files are unchanged"


def test_a_scheduler_that_is_not_there_is_told_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    project = a_farm(tmp_path)
    monkeypatch.setattr(cluster, "_CONNECT_SECONDS", 1.0)
    assert main(["--project", str(project.root), "build", "--cluster", "tcp://127.0.0.1:9"]) == 3
    assert "tcp://127.0.0.1:9: no scheduler answers there" in capsys.readouterr().err
    assert not list(project.output("farm").glob("*.pdf"))


def test_a_worker_of_another_version_is_refused(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "code_digest", lambda: "00000000")
    with pytest.raises(MachineError, match=r"has cardtool .*and this machine .*\(00000000\)"):
        built(a_farm(tmp_path), address)


@pytest.mark.parametrize("address", ["local:0", "local:many", "desk:8786", "http://desk"])
def test_what_is_no_address_is_told(address: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--cluster"):
        built(a_farm(tmp_path), address)


def test_workers_that_do_not_start_here_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_cluster(**options: object) -> None:
        warnings.warn("the disk is slow", stacklevel=1)  # which is no reason not to wait
        raise TimeoutError("2 worker processes did not start in 30 seconds")

    monkeypatch.setattr(cluster.distributed, "LocalCluster", no_cluster)
    with pytest.raises(MachineError, match="local:2: the workers did not start: 2 worker processes did not"):
        built(a_farm(tmp_path), "local:2")


def test_scheduler_and_workers_tell_what_they_have(address: str) -> None:
    members = dict(cluster_facts(address))
    assert len(members) == 3
    assert all(found == facts() for found in members.values())


def test_the_doctor_tells_of_a_cluster(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["doctor", "--cluster", address])
    lines = [line for line in capsys.readouterr().out.splitlines() if "cluster: " in line]
    assert [line.split()[0] for line in lines] == ["ok"] * 3


def test_the_doctor_is_not_content_with_another_version(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "code_digest", lambda: "00000000")
    assert main(["doctor", "--cluster", address]) == 3
    assert "OTHER" in capsys.readouterr().out


def test_a_bundle_is_the_same_for_the_same_files_and_holds_no_card_texts(tmp_path: Path) -> None:
    one, other = (pack_bundle(a_farm(tmp_path / name)) for name in ("one", "other"))
    assert one == other
    assert b"Number 7" not in one
