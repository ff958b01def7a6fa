"""What a check costs: Barbarity, and generated decks of growing size, with and without layout.

python -m benchmarks.checking [--sizes 120,1200,12000] [--rounds 5]
"""

from __future__ import annotations

import argparse
import math
import shutil
import statistics
import sys
import tempfile
from enum import StrEnum
from pathlib import Path

from benchmarks.deck import cards
from benchmarks.measure import Cost, run
from benchmarks.project import write_project

_ROOT = Path(__file__).resolve().parent.parent
_PATIENCE = 300.0  # seconds


class _Layout(StrEnum):
    """Whether texts are measured, too, and whether anything is kept from an earlier check."""

    NO = "no"
    FIRST = "yes, for the first time"
    AGAIN = "yes, after an edit"
    UNCHANGED = "yes, nothing changed"


def main() -> None:
    """Check everything and print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.checking", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--sizes", default="120,1200,12000", help="numbers of cards, with commas")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print("| checked | layout | wall s | CPU s | memory MB |")
    print("| --- | --- | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory(prefix="cardtool-bench-") as place:
        for layout in _Layout:
            _row("Barbarity", layout, _median(_ROOT, Path(place), layout, options.rounds))
        for picture_files in (False, True):
            costs = {}
            for size in map(int, options.sizes.split(",")):
                folder = Path(place) / f"{size}-{picture_files}"
                write_project(folder, cards(size), picture_files=picture_files)
                costs[size] = _median(folder, folder, _Layout.NO, options.rounds)
                what = f"{size:,} cards, a picture file each" if picture_files else f"{size:,} cards"
                _row(what, _Layout.NO, costs[size])
            _print_growth(costs)


def _median(project: Path, scratch: Path, layout: _Layout, rounds: int) -> Cost:
    """The middle one of so many checks, by CPU time."""
    command = [sys.executable, "-m", "cardtool", "--project", str(project), "check"]
    command += ["--no-layout"] if layout is _Layout.NO else []
    costs = []
    for number in range(rounds):
        kept = scratch / (f"kept-{number}" if layout is _Layout.FIRST else "kept")
        if layout is not _Layout.UNCHANGED:
            shutil.rmtree(kept / "checked", ignore_errors=True)  # as an edit makes it worthless
        environment = {"PYTHONPATH": str(_ROOT), "CARDTOOL_CACHE": str(kept)}
        costs.append(run(command, scratch, environment, _PATIENCE))
    ended = sorted((cost for cost in costs if cost is not None), key=lambda cost: cost.cpu)
    if not ended:
        raise RuntimeError(f"{project}: a check took over {_PATIENCE:g} seconds")
    return ended[len(ended) // 2]


def _row(what: str, layout: _Layout, cost: Cost) -> None:
    print(f"| {what} | {layout} | {cost.wall:.2f} | {cost.cpu:.2f} | {cost.memory:.0f} |")


def _print_growth(costs: dict[int, Cost]) -> None:
    """By which power of the number of cards CPU time grows; 1 is linear."""
    if len(costs) > 1:
        sizes = [math.log(size) for size in costs]
        times = [math.log(cost.cpu) for cost in costs.values()]
        slope = statistics.linear_regression(sizes[-2:], times[-2:]).slope
        print(f"- CPU time grows with cards to the power {slope:.2f} in the last step")


if __name__ == "__main__":
    main()
