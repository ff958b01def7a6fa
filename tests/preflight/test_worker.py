"""The process that looks at PDFs: it answers as one would oneself, and its end is not ours."""

from __future__ import annotations

import io
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pikepdf
import pytest
from faulty_pdfs import a_subject, both, filled, paged, written

from cardtool.errors import ProjectError
from cardtool.model import Face, PageRef, Side, Source
from cardtool.preflight import CardGroup, Subject
from cardtool.preflight.examine import examine_faces
from cardtool.preflight.preflight_worker import FaceExamination, PreflightPool
from cardtool.preflight.subject import FacesResult
from cardtool.project import CACHE

pytestmark = pytest.mark.slow

POOR = both(filled("#ffe800"), written("Goat", "#ffffff"))


@pytest.fixture(autouse=True)
def nothing_was_seen_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path))


@pytest.fixture(scope="module")
def examiner() -> Iterator[PreflightPool]:
    with PreflightPool() as process:
        yield process


def beasts(pages: int) -> dict[int, Subject]:
    return {
        page: a_subject(groups=(CardGroup("kinds", "Beasts", Source("cards/farm/game.yaml", 4, 3)),))
        for page in range(pages)
    }


def test_it_sees_what_anybody_sees(examiner: PreflightPool) -> None:
    document, subjects = paged(POOR, written("Hen"), filled("#336699")), beasts(3)
    seen = examiner.examine_faces(document, subjects)
    assert seen == examine_faces(document, subjects)
    assert [finding.rule.code for finding in seen.findings] == ["CT706"]
    assert sorted(seen.thumbnails) == [0, 1, 2]


def test_what_was_looked_at_before_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    document = paged(POOR)
    with PreflightPool(jobs=1) as process:
        first = process.examine_faces(document, beasts(1))
        monkeypatch.setattr(process, "_ask", lambda *question: pytest.fail("it was asked again"))
        assert process.examine_faces(document, beasts(1)) == first
        with pytest.raises(pytest.fail.Exception):  # it is to be another
            process.examine_faces(document, {0: a_subject()})


def test_what_is_no_pdf_is_an_error_and_the_next_is_looked_at(examiner: PreflightPool) -> None:
    with pytest.raises(ProjectError, match="a drawn face: not a PDF that can be opened"):
        examiner.examine_faces(b"no PDF", beasts(1))
    assert examiner.examine_faces(paged(written("Hen")), beasts(1)).findings == ()


@pytest.mark.skipif(not hasattr(os, "setsid"), reason="needs limits on time")
def test_what_takes_too_long_ends_in_an_error() -> None:
    with pikepdf.new() as pdf:
        for _ in range(12):
            pdf.add_blank_page(page_size=(600, 800))
            lines = b"".join(b"0.%05d 0 m 99 99 l S\n" % number for number in range(300_000))
            pdf.pages[-1].Contents = pdf.make_stream(lines)
        pdf.save(out := io.BytesIO())
    with (
        PreflightPool(seconds=1) as hurried,
        pytest.raises(ProjectError, match=r"a drawn face: .*(1 seconds to look at|things)"),
    ):
        hurried.examine_faces(out.getvalue(), beasts(12))


@pytest.mark.skipif(not hasattr(signal, "SIGSEGV"), reason="needs signals")
def test_a_reader_that_crashes_is_told_and_started_anew() -> None:
    with PreflightPool(jobs=1) as process:
        running = process._workers[0]._process._running
        assert running is not None
        assert running.process.pid is not None
        os.kill(running.process.pid, signal.SIGSEGV)
        running.process.wait()
        with pytest.raises(
            ProjectError, match=r"a drawn face: makes the reader of PDFs crash \(exit code -11\)"
        ):
            process.examine_faces(paged(written("Hen")), beasts(1))
        assert process.examine_faces(paged(written("Hen")), beasts(1)).findings == ()


def test_who_has_left_starts_nothing_anew() -> None:
    with PreflightPool() as process:
        pass
    with pytest.raises(ProjectError, match="examining was stopped"):
        process.examine_faces(paged(written("Hen")), beasts(1))
    assert not any(worker.is_running for worker in process._workers)


def test_who_leaves_while_it_looks_does_not_wait() -> None:
    many = paged(*[written("Hen")] * 300)
    with PreflightPool(jobs=1) as process, ThreadPoolExecutor(1) as executor:
        asked = executor.submit(process.examine_faces, many, beasts(300))
        while not process._idle._idle.empty():
            time.sleep(0.01)
        process.__exit__(None, None, None)
    assert isinstance(asked.exception(), ProjectError)  # and no answer, for which it would have had to wait


def test_documents_are_looked_at_as_they_come_and_again_when_they_change() -> None:
    asked: list[bytes] = []

    def looking(content: bytes, subjects: object) -> FacesResult:
        asked.append(content)
        return FacesResult((), {})

    faces = {Face("beast", Side.FRONT, str(number)): PageRef(number, 0) for number in range(3)}
    subjects = {face: a_subject() for face, ref in faces.items() if ref.document != 1}
    with FaceExamination(subjects, faces, looking) as examination:
        begun = [b"a", b"b", b"c"]
        examination.begin(begun)
        assert examination.findings([b"a", b"b", b"changed"]) == []
        assert asked == [b"a", b"c", b"changed"]  # b shows no subject
        begun.clear()  # is not read again
        assert examination.findings(begun) == []
    assert asked == [b"a", b"c", b"changed"]


@pytest.mark.parametrize("kind", [RuntimeError, None])
def test_who_stops_early_does_not_wait_for_the_rest(kind: type[Exception] | None) -> None:
    documents = _Slow()
    examination = FaceExamination({}, {}, examine_faces)
    examination.begin(documents)
    examination.__exit__(kind, None, None)
    assert not documents.came
    documents.may_come.set()


class _Slow(list[bytes]):
    """A document that comes when it is let, or when nobody has waited for it for half a minute."""

    def __init__(self) -> None:
        super().__init__()
        self.may_come, self.came = Event(), False

    def __iter__(self) -> Iterator[bytes]:
        self.may_come.wait(30)
        self.came = True
        yield b""
