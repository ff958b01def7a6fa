"""A batch is told the sizes that its own texts share, so that those of other sorts change nothing of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from cardtool.geometry import Size
from cardtool.model import Engine, Face, Side, Source
from cardtool.project import Project
from cardtool.render.batch import Batch, FaceJob

OWN, OTHER = "face beast front/text/9", "face hero front/text/9"
SIZES = {OWN: {9.0: 8.0}, OTHER: {9.0: 7.5}}


def a_batch(**of_game: Any) -> Batch:
    job = FaceJob(Face("beast", Side.FRONT, "goat"), "beast.html", Size(63, 88), {}, Source("x"), {}, "Goat")
    batch = Batch(Project(Path()), "farm", "faces.css", job.page, (job,), True, Engine.PLUTOPRINT)
    return replace(batch, shared={job.template: of_game})


def test_a_batch_has_the_sizes_of_its_own_sorts() -> None:
    assert a_batch().with_sizes(SIZES).sizes == {OWN: SIZES[OWN]}
    assert a_batch().with_sizes({OTHER: SIZES[OTHER]}).sizes == {}


def test_a_batch_that_may_show_other_faces_has_theirs_too() -> None:
    assert a_batch(company={"ann": {}}).with_sizes(SIZES).sizes == SIZES
