"""What cards are printed on and kept in: reads `templates/stocks/cards.yaml` and `sleeves.yaml`."""

from __future__ import annotations

from cardtool.errors import ProjectError, UsageError
from cardtool.load.settled import read_settled
from cardtool.model import Stock
from cardtool.project import Project, did_you_mean
from cardtool.units import parse_length

__all__ = ["load_sleeves", "load_stock"]

_FOLDER = "templates/stocks"


def load_stock(project: Project, name: str) -> Stock:
    """What cards are made of. Raises: UsageError when there is none of this name; ProjectError."""
    return _stock(project, "cards.yaml", name, "card stock")


def load_sleeves(project: Project, name: str) -> Stock:
    """What sleeves add to a card. Raises: UsageError when there are none of this name; ProjectError."""
    return _stock(project, "sleeves.yaml", name, "sort of sleeves")


def _stock(project: Project, file: str, name: str, what: str) -> Stock:
    path = project.find_file(_FOLDER, file)
    if path is None:
        raise ProjectError(f"{_FOLDER}/{file} is missing")
    known = read_settled(project, path, "stocks.schema.json").data
    if name not in known:
        listed = ", ".join(known)
        raise UsageError(f'no {what} "{name}" here{did_you_mean(name, known)}; there are: {listed}')
    said = known[name]
    wider = parse_length(said.get("wider", "0mm"))
    return Stock(name, said["title"], parse_length(said["thickness"]), wider)
