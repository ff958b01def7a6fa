"""Cutting machines: reads `templates/cutters/<name>.yaml` as a Cutter."""

from __future__ import annotations

from cardtool.errors import ProjectError, UsageError
from cardtool.load.document import Document
from cardtool.load.settled import read_settled
from cardtool.model import Cutter, Registration, Source
from cardtool.project import Project, did_you_mean
from cardtool.units import parse_length, show
from cardtool.visible import clean

__all__ = ["cutter_names", "load_cutter"]

_FOLDER = "templates/cutters"
_USUAL = {"inset": "10mm", "arm": "5mm", "thickness": "1mm", "square": "5mm", "clear": "1.5mm"}


def cutter_names(project: Project) -> tuple[str, ...]:
    """The names of all cutting machines, sorted."""
    return tuple(sorted(project.names_in(_FOLDER, ".yaml")))


def load_cutter(project: Project, name: str) -> Cutter:
    """Read what there is to know of one machine.

    Raises: UsageError when there is none of this name; ProjectError when its file cannot be used.
    """
    names = cutter_names(project)
    path = project.find_file(_FOLDER, f"{name}.yaml") if name in names else None
    if path is None:
        listed = ", ".join(names) or "none"
        near = did_you_mean(name, names)
        raise UsageError(f'no cutting machine "{clean(name)}" here{near}; the machines are: {listed}')
    return _cutter(name, read_settled(project, path, "cutter.schema.json"))


def _cutter(name: str, document: Document) -> Cutter:
    data = document.data
    lengths = {key: parse_length(data.get(key, usual)) for key, usual in _USUAL.items()}
    if lengths["thickness"] > lengths["arm"]:
        thick, arm = show(lengths["thickness"]), show(lengths["arm"])
        place = document.at(("thickness",))
        raise ProjectError(f"{place}: an angle {thick} mm thick cannot have arms of {arm} mm")
    return Cutter(
        name=name,
        title=data["title"],
        registration=Registration(data["registration"]),
        source=Source(document.name),
        **lengths,
    )
