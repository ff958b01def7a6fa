"""What it costs to make every text of a deck fit, beside drawing the deck as it is.

    python -m benchmarks.fitting [CARDS] [ROUNDS]

The same cards are drawn twice: with texts that fit as designed, and with texts designed so large that
each has to be set tighter and smaller. The workers are started before; each drawing is their first.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.deck import cards
from benchmarks.project import write_project
from cardtool.app.check import load_and_lint
from cardtool.project import Project
from cardtool.render import RenderPool

_AS_DESIGNED = "size=8.5, leading=1.2"
_TOO_LARGE = "size=11.5, leading=1.3, tightest=1.1, smallest=6"


def main(count: int, rounds: int) -> None:
    """Time both, turn about, and print the medians."""
    with tempfile.TemporaryDirectory(prefix="cardtool-bench-") as place:
        plain, large = (_project(Path(place) / name, count) for name in ("plain", "large"))
        template = large.root / "templates/bench/field.html"
        template.write_text(template.read_text().replace(_AS_DESIGNED, _TOO_LARGE))
        times: dict[Project, list[float]] = {plain: [], large: []}
        for _ in range(rounds):
            for project, taken in times.items():
                taken.append(_seconds(project, 0 if project is plain else count))
    drawn, fitted = (statistics.median(taken) for taken in times.values())
    print(
        f"{count} cards: drawn as designed in {drawn:.2f} s; with every text made to fit in {fitted:.2f} s: "
        f"fitting adds {(fitted - drawn) / drawn:.2f} of a plain drawing"
    )


def _project(folder: Path, count: int) -> Project:
    write_project(folder, cards(count))
    return Project.find(folder)


def _seconds(project: Project, fitted: int) -> float:
    game = load_and_lint(project, "bench").game
    assert game is not None
    with RenderPool(project) as pool:
        pool.draw(game, [])
        begun = time.perf_counter()
        drawn = pool.draw(game)
        taken = time.perf_counter() - begun
    assert len(drawn.fits) == fitted, f"{len(drawn.fits)} texts were made to fit, not {fitted}"
    assert not drawn.findings
    return taken


if __name__ == "__main__":
    main(*(int(number) for number in (*sys.argv[1:], "120", "5")[:2]))
