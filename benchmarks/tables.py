"""What a large table costs: a check of a game whose records are a CSV file, an export, and imports into YAML.

python -m benchmarks.tables [--rows 5000] [--rounds 5]
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import openpyxl

from benchmarks.deck import cards
from benchmarks.measure import run
from benchmarks.project import write_project

_ROOT = Path(__file__).resolve().parent.parent
_PATIENCE = 300.0  # seconds
_COLUMNS = ("id", "name", "type", "number", "colour", "text", "flavour")


def main() -> None:
    """Measure each command and print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.tables", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--rows", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print(f"| {options.rows:,} rows | wall s | CPU s | memory MB |")
    print("| --- | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory(prefix="cardtool-bench-") as place:
        yaml, table = Path(place) / "yaml", Path(place) / "table"
        _write_projects(yaml, table, options.rows)
        commands = {
            "check of a CSV game, texts not measured": (table, ["check", "--no-layout"]),
            "export of a YAML game as a workbook": (yaml, ["export", "bench", "xlsx"]),
            "import of that workbook, 5 values changed": (yaml, _import(_edited_workbook(yaml))),
            "import of a CSV file, 5 values changed": (yaml, _import(_edited_csv(yaml, table))),
        }
        for what, (folder, words) in commands.items():
            _print_row(what, folder, words, options.rounds)


def _write_projects(yaml: Path, table: Path, rows: int) -> None:
    """Write the deck without its pictures, which no cell holds: as YAML, and as a CSV file read in place."""
    records = [
        {"id": card.id, "name": card.title, **{key: getattr(card, key) for key in _COLUMNS[2:]}}
        for card in cards(rows)
    ]
    for folder in (yaml, table):
        write_project(folder, cards(rows)[:1])
        _leave_out_pictures(folder, rows)
    lines = (
        f"{'-' if key == 'id' else ' '} {key}: {json.dumps(each[key])}\n" for each in records for key in each
    )
    (yaml / "cards/bench/fields.yaml").write_text("".join(lines), "utf-8")
    (table / "cards/bench/fields.yaml").unlink()
    _replace(table / "cards/bench/game.yaml", "fields.yaml", "fields.csv")
    with (table / "cards/bench/fields.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, _COLUMNS)
        writer.writeheader()
        writer.writerows(records)


def _leave_out_pictures(folder: Path, rows: int) -> None:
    _replace(folder / "cards/bench/game.yaml", "count: 1\n", f"count: {rows}\n")
    _replace(folder / "cards/bench/game.yaml", "count: 1}", f"count: {rows}}}")
    schema = folder / "schemas/bench/field.schema.json"
    _replace(schema, ',\n    "picture"\n', "\n")
    front = folder / "templates/bench/field.html"
    text = front.read_text("utf-8")
    front.write_text(text[: text.index("<svg")] + text[text.index("</svg>") + len("</svg>") :], "utf-8")


def _replace(file: Path, old: str, new: str) -> None:
    file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")


def _edited_workbook(project: Path) -> Path:
    """Return an export in which five texts are others, saved as a spreadsheet program would."""
    _cardtool(project, ["export", "bench", "xlsx", "--out", str(project / "edited.xlsx")])
    book = openpyxl.load_workbook(project / "edited.xlsx")
    sheet = book["Fields"]
    column = next(cell.column for cell in sheet[1] if cell.value == "Flavour")
    for row in range(100, 105):
        sheet.cell(row, column).value = "Nobody counts the rain."
    book.save(project / "edited.xlsx")
    return project / "edited.xlsx"


def _edited_csv(project: Path, table: Path) -> Path:
    lines = (table / "cards/bench/fields.csv").read_text("utf-8").splitlines(keepends=True)
    lines[100:105] = [line.replace(" the ", " any ", 1) for line in lines[100:105]]
    (project / "edited.csv").write_text("".join(lines), "utf-8")
    return project / "edited.csv"


def _import(sheet: Path) -> list[str]:
    return ["import", "bench", str(sheet), "--diff"]


def _cardtool(folder: Path, words: list[str]) -> None:
    command = [sys.executable, "-m", "cardtool", "--project", str(folder), *words]
    environment = {**os.environ, "PYTHONPATH": str(_ROOT)}
    subprocess.run(command, env=environment, check=True, capture_output=True)


def _print_row(what: str, folder: Path, words: list[str], rounds: int) -> None:
    """Print the medians of some rounds, in which nothing is kept of earlier ones."""
    command = [sys.executable, "-m", "cardtool", "--project", str(folder), *words]
    environment = {"PYTHONPATH": str(_ROOT), "PYTHONDONTWRITEBYTECODE": ""}
    kept = (environment | {"CARDTOOL_CACHE": str(folder / f"kept-{number}")} for number in range(rounds))
    costs = [cost for each in kept if (cost := run(command, folder, each, _PATIENCE))]
    if not costs:
        raise RuntimeError(f"{what} took over {_PATIENCE:g} seconds")
    wall, cpu, memory = (
        statistics.median(getattr(cost, each) for cost in costs) for each in ("wall", "cpu", "memory")
    )
    print(f"| {what} | {wall:.2f} | {cpu:.2f} | {memory:.0f} |", flush=True)


if __name__ == "__main__":
    main()
