"""Cardtool's imposition beside a bare pikepdf loop, on the same drawn faces.

    python -m benchmarks.imposition PROJECT ROUNDS

The faces are drawn first, and both are given them as cardtool's workers hand them over: documents of
at most a hundred pages. Prints the two medians, in seconds, as JSON.
"""

from __future__ import annotations

import io
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks import with_pikepdf
from cardtool import impose, load
from cardtool.app.check import load_and_lint
from cardtool.impose import Card
from cardtool.impose.write import sheets
from cardtool.model import FacePages, Game
from cardtool.project import Project
from cardtool.render import RenderPool, card_faces


def main(folder: Path, rounds: int) -> None:
    """Time both, turn about."""
    project = Project.find(folder)
    game = load_and_lint(project, "bench").game
    assert game is not None
    with RenderPool(project) as pool:
        drawn = pool.draw(game).pages
    fronts = [page for face, page in drawn.pages.items() if face.card is not None]
    back = next(page for face, page in drawn.pages.items() if face.card is None)
    ours, bare = [], []
    for _ in range(rounds):
        ours.append(_seconds(lambda: _sheets(project, game, drawn)))
        bare.append(_seconds(lambda: with_pikepdf.impose(drawn.documents, fronts, back)))
    print(json.dumps({"ours": statistics.median(ours), "bare": statistics.median(bare)}))


def _sheets(project: Project, game: Game, pages: FacePages) -> bytes:
    sheet = load.load_sheet(project, "a4-9up")
    kinds = {kind.id: kind for kind in game.kinds}
    cards = [
        Card(each.front, each.back, kinds[card.kind].size, kinds[card.kind].bleed)
        for card in game.cards
        for each in card_faces(kinds[card.kind], card)
    ]
    font = project.toolkit / "templates/fonts/AlegreyaSans-Regular.ttf"
    (planned,) = impose.plan_print_runs(cards, sheet)
    out = io.BytesIO()
    sheets.write_sheets(out, planned, pages, title=game.title, version=game.version, sheet=sheet, font=font)
    return out.getvalue()


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
