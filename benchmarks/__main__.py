"""Draws the same deck in several ways, turn about, and prints what each cost as Markdown.

python -m benchmarks [--sizes 120,1200,12000] [--rounds 5] [--patience 120] [--pictures] [--cluster]
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.deck import Card, cards
from benchmarks.measure import Cost, run
from benchmarks.project import picture_file, write_project

_ROOT = Path(__file__).resolve().parent.parent
_FONTS = _ROOT / "templates" / "fonts"
_OURS, _TYPST, _WEASYPRINT = "cardtool", "Typst", "WeasyPrint, one document"
_EDITED = "cardtool, after one text was edited"

Costs = dict[str, list[Cost]]
Contestant = tuple[str, list[str], Path]


def main() -> None:
    """Run every size and print the tables."""
    options = _arguments()
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"
    print(f"{machine}, Python {platform.python_version()}\n")
    print(
        "| cards | drawn by | wall s | CPU s | memory MB | of a worker MB | PDF KB "
        "| our wall to its | our CPU to its |"
    )
    print("| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    ours: dict[int, Cost] = {}
    imposed: dict[int, dict[str, float]] = {}
    with tempfile.TemporaryDirectory(prefix="cardtool-bench-") as place:
        for size in options.sizes:
            folder = Path(place) / str(size)
            write_job(folder, cards(size), options.pictures)
            rounds = options.rounds if size < 10_000 else min(options.rounds, 3)
            contestants = [
                each for each in _contestants(folder, size) if not options.pictures or each[0] != _WEASYPRINT
            ]
            contestants += _cluster_contestants(folder) if options.cluster else ()
            costs = _race(folder, size, rounds, options.patience, contestants)
            ours[size] = _median(costs[_OURS])
            _print_rows(folder, size, costs)
            imposed[size] = _imposition(folder, rounds)
    _print_growth(ours)
    for size, seconds in imposed.items():
        ratio = seconds["ours"] / seconds["bare"]
        print(f"- imposing {size:,} cards: {seconds['ours']:.2f} s, {ratio:.2f} × a bare pikepdf loop")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=(__doc__ or "").partition("\n")[0]
    )
    sizes = [120, 1200, 12000]
    parser.add_argument("--sizes", type=lambda text: [int(n) for n in text.split(",")], default=sizes)
    parser.add_argument(
        "--rounds", type=int, default=5, help="how often each draws the deck; at most 3 from 10,000"
    )
    parser.add_argument(
        "--patience", type=float, default=120, help="seconds after which a drawing is given up"
    )
    parser.add_argument(
        "--pictures", action="store_true", help="a picture file for each card, cardtool and Typst alone"
    )
    parser.add_argument(
        "--cluster", action="store_true", help="by one and two workers of a cluster here, too"
    )
    return parser.parse_args()


def write_job(folder: Path, deck: list[Card], pictures: bool) -> None:
    """Write the deck into this folder for all who draw it."""
    write_project(folder, deck, picture_files=pictures)
    shutil.copy(_ROOT / "benchmarks" / "deck.typ", folder)
    (folder / "deck.json").write_text(
        json.dumps([_as_data(card, pictures) for card in deck]), encoding="utf-8"
    )
    (folder / "fonts.conf").write_text(
        f"<fontconfig><dir>{_FONTS}</dir><cachedir>{folder}/cache</cachedir></fontconfig>", encoding="utf-8"
    )


def _as_data(card: Card, pictures: bool) -> dict[str, object]:
    shapes = [{**dataclasses.asdict(shape), "path": shape.path} for shape in card.picture]
    return {**dataclasses.asdict(card), "picture": picture_file(card) if pictures else shapes}


def _cluster_contestants(folder: Path) -> Iterator[Contestant]:
    """The same build by a cluster on this machine, of one worker and of two."""
    _, command, out = next(_contestants(folder, 0))
    for workers in (1, 2):
        yield f"{_OURS} --cluster local:{workers}", [*command, "--cluster", f"local:{workers}"], out


def _contestants(folder: Path, size: int) -> Iterator[Contestant]:
    """Each one's name, its command and the file it writes."""
    python = [sys.executable, "-m"]
    out = folder / "output/bench/cards-a4-9up.pdf"
    for name in (_OURS, _EDITED):
        yield name, [*python, "cardtool", "--project", str(folder), "build", "bench"], out
    out = folder / "typst.pdf"
    yield _TYPST, [*python, "benchmarks.with_typst", str(folder), str(out), str(_FONTS)], out
    if size <= 1200:
        out = folder / "weasyprint.pdf"
        yield _WEASYPRINT, [*python, "benchmarks.with_weasyprint", str(folder / "deck.json"), str(out)], out


def _race(folder: Path, size: int, rounds: int, patience: float, contestants: Sequence[Contestant]) -> Costs:
    """All contestants in turn, again and again, so that a busy moment hits them alike."""
    costs: Costs = {}
    environment = {
        "PYTHONPATH": str(_ROOT),
        "FONTCONFIG_FILE": str(folder / "fonts.conf"),
        "PYTHONDONTWRITEBYTECODE": "",  # what is installed has been compiled
        "CARDTOOL_CACHE": str(folder / "kept"),
    }
    for number in range(rounds):
        for name, command, out in contestants:
            if name in costs and not costs[name]:
                continue  # it ran out of time
            _prepare(name, folder, number)
            cost = run(command, folder, environment, patience)
            costs.setdefault(name, []).extend([cost] if cost else [])
            assert cost is None or out.is_file(), f"{name} wrote no {out.name}"
            _note(f"{size} {name}: {cost.wall:.2f} s" if cost else f"{size} {name}: given up")
            if name == _OURS:
                shutil.copy(out, folder / "ours.pdf")
    return costs


def _prepare(name: str, folder: Path, number: int) -> None:
    """Have the next contestant begin with nothing, or with what was kept before one text was edited."""
    if name == _EDITED:
        file = folder / "cards/bench/fields.yaml"
        text = re.sub("(?<=\n  flavour: )(?:\\d+ )?", f"{number} ", file.read_text("utf-8"), count=1)
        file.write_text(text, "utf-8")
        return
    shutil.rmtree(folder / "output", ignore_errors=True)
    if name.startswith(_OURS):
        shutil.rmtree(folder / "kept", ignore_errors=True)


def _note(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _median(costs: list[Cost]) -> Cost:
    rows = [dataclasses.astuple(cost) for cost in costs]
    return Cost(*(statistics.median(column) for column in zip(*rows, strict=True)))


def _print_rows(folder: Path, size: int, costs: Costs) -> None:
    ours = _median(costs[_OURS])
    others = {_TYPST: "typst.pdf", _WEASYPRINT: "weasyprint.pdf"}
    for name, each in costs.items():
        if not each:
            print(f"| {size:,} | {name} | given up | | | | | |")
            continue
        cost = _median(each)
        weight = (folder / others.get(name, "ours.pdf")).stat().st_size / 1024
        worker = f"{cost.worker_memory:.0f}" if cost.worker_memory else ""
        print(
            f"| {size:,} | {name} | {cost.wall:.2f} | {cost.cpu:.2f} | {cost.memory:.0f} | {worker} "
            f"| {weight:,.0f} | {ours.wall / cost.wall:.2f} | {ours.cpu / cost.cpu:.2f} |",
            flush=True,
        )


def _imposition(folder: Path, rounds: int) -> dict[str, float]:
    environment = {**os.environ, "PYTHONPATH": str(_ROOT)}
    compare = [sys.executable, "-m", "benchmarks.imposition", str(folder), str(rounds)]
    said = subprocess.run(compare, env=environment, check=True, capture_output=True, text=True)
    seconds: dict[str, float] = json.loads(said.stdout)
    return seconds


def _print_growth(ours: dict[int, Cost]) -> None:
    """The exponent of CPU time over the number of cards, by least squares on the logarithms."""
    if len(ours) < 2:
        return
    sizes = [math.log(size) for size in ours]
    fit = statistics.linear_regression(sizes, [math.log(cost.cpu) for cost in ours.values()])
    *_, before, last = ours
    step = math.log(ours[last].cpu / ours[before].cpu) / math.log(last / before)
    print(
        f"\n- CPU time grows with cards to the power {fit.slope:.2f}; {step:.2f} from {before:,} to {last:,}"
    )


if __name__ == "__main__":
    main()
