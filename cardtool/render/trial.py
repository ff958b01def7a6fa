"""Draws one small face, to see whether this machine can draw at all."""

from __future__ import annotations

import tempfile
import time
from importlib.metadata import version
from pathlib import Path

from cardtool.errors import MissingLibrary
from cardtool.geometry import Size
from cardtool.model import Engine, Face, Side, Source
from cardtool.project import Project
from cardtool.render import engines
from cardtool.render.batch import Batch, FaceJob
from cardtool.render.worker import Worker, WorkerDied

__all__ = ["try_drawing"]

_TITLES = {Engine.PLUTOPRINT: "PlutoPrint", Engine.WEASYPRINT: "WeasyPrint"}


def try_drawing(wish: Engine | None = None) -> str:
    """Draw a face in a worker process, as a build does, and say what drew it and how fast.

    Raises: MissingLibrary when the engine cannot draw here; TemplateError when the fonts fail.
    """
    engine = engines.choose(wish)
    with tempfile.TemporaryDirectory(prefix="cardtool-") as folder:
        project = Project(Path(folder))
        templates = project.root / "templates" / "trial"
        templates.mkdir(parents=True)
        (templates / "trial.html").write_text("<p>{{ word }}</p>", encoding="utf-8")
        (templates / "trial.css").write_text("p{font-family:Alegreya}", encoding="utf-8")
        job = FaceJob(
            Face("trial", Side.FRONT, None),
            "trial.html",
            Size(63.5, 88.9),
            {"word": "ready"},
            Source("trial"),
            {},
            "a trial face",
        )
        worker = Worker(project, engine)
        began = time.perf_counter()
        try:
            worker.ask(Batch(project, "trial", "trial.css", job.page, (job,), True, engine))
        except WorkerDied as death:
            raise MissingLibrary(f"the drawing engine does not run here: a trial face {death}") from None
        finally:
            worker.close()
        taken = time.perf_counter() - began
        return f"a trial face in {taken:.1f} s by {_TITLES[engine]} {version(engine.value)}"
