"""Print sheets: reads `templates/sheets/<name>.yaml` as a Sheet."""

from __future__ import annotations

from typing import Any

from cardtool.errors import UsageError
from cardtool.geometry import Size
from cardtool.load.cutters import load_cutter
from cardtool.load.document import Document
from cardtool.load.settled import read_settled
from cardtool.model import Backs, Cutter, Fill, Grid, Sheet, Source
from cardtool.project import Project, did_you_mean
from cardtool.units import parse_length

__all__ = ["load_sheet", "sheet_names"]

_FOLDER = "templates/sheets"


def sheet_names(project: Project) -> tuple[str, ...]:
    """The names of all print sheets, sorted."""
    return tuple(sorted(project.names_in(_FOLDER, ".yaml")))


def load_sheet(project: Project, name: str) -> Sheet:
    """Read one print sheet.

    Raises: UsageError when there is none of this name; ProjectError, with a line for each
    fault, when it cannot be used.
    """
    names = sheet_names(project)
    path = project.find_file(_FOLDER, f"{name}.yaml") if name in names else None
    if path is None:
        listed = ", ".join(names) or "none"
        raise UsageError(f'no print sheet "{name}" here{did_you_mean(name, names)}; the sheets are: {listed}')
    document = read_settled(project, path, "sheet.schema.json")
    machine = document.data.get("cutter")
    return _sheet(name, document, load_cutter(project, machine) if machine else None)


def _sheet(name: str, document: Document, cutter: Cutter | None) -> Sheet:
    data: dict[str, Any] = document.data
    paper = data["paper"]
    marks = data.get("crop_marks") or {"length": "0mm", "gap": "0mm"}
    return Sheet(
        name=name,
        title=data["title"],
        paper=Size(parse_length(paper["width"]), parse_length(paper["height"])),
        paper_name=paper["name"],
        grid=_grid(data["grid"], parse_length(data.get("gap", "0mm"))),
        bleed=parse_length(data.get("bleed", "0mm")),
        margin=parse_length(data.get("margin", "8mm")),
        mark_length=parse_length(marks["length"]),
        mark_gap=parse_length(marks["gap"]),
        ruler=parse_length(data.get("ruler", "50mm") or "0mm"),
        backs=Backs(data.get("backs", Backs.LONG_EDGE)),
        fold_gap=parse_length(data.get("fold_gap", "0mm")),
        source=Source(document.name),
        cut_guides=data.get("cut_guides", False),
        cutter=cutter,
    )


def _grid(grid: Any, gap: float) -> Grid | Fill:
    if grid == "fill":
        return Fill(Size(gap, gap))
    across, down = (parse_length(grid.get(key, "0mm")) for key in ("column_gap", "row_gap"))
    return Grid(grid["columns"], grid["rows"], Size(across, down))
