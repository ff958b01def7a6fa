"""Texts that were made to fit their boxes, as a table for people and as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from cardtool.model import Fit
from cardtool.report.escape import escape_line
from cardtool.unicode_text import escape_hidden
from cardtool.units import format_number

_MOST_ROWS = 24


def format_fits_json(fits: Iterable[Fit], game: str, version: str) -> str:
    """Return every text set otherwise than designed: sizes in pt, leading as their multiple, room in mm."""
    document = {
        "tool": "cardtool",
        "game": game,
        "game_version": version,
        "texts": [_fit_data(fit) for fit in fits],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _fit_data(fit: Fit) -> dict[str, Any]:
    return {
        "card": fit.face.card,
        "kind": fit.face.kind,
        "side": str(fit.face.side),
        "box": fit.box,
        "designed": {"size": fit.designed.size, "leading": fit.designed.leading},
        "used": {"size": fit.used.size, "leading": fit.used.leading},
        "size_needed": fit.needed,
        "steps": _fit_steps(fit),
        "room_left_mm": fit.room,
    }


def _fit_steps(fit: Fit) -> list[str]:
    """Return what was done to the text, in a few words each."""
    steps = ["tighter leading"] if fit.used.leading < fit.designed.leading else []
    steps += ["smaller type"] if fit.needed < fit.designed.size else []
    return steps + (["one size with its kind"] if fit.shared else [])


def format_fits_table(fits: Sequence[Fit]) -> str:
    """Return a line for each text that was tightened or made smaller, and how many only share a size."""
    if not fits:
        return ""
    own = [fit for fit in fits if not fit.shared]
    rows = [
        (fit.title, fit.box, _fit_change(fit), f"{format_number(fit.room)} mm left")
        for fit in own[:_MOST_ROWS]
    ]
    rows += [_shared_row(same) for same in _fits_alike(fit for fit in fits if fit.shared)]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = [
        "  ".join((*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]))
        for row in rows
    ]
    if len(own) > _MOST_ROWS:
        lines.append(f"and {len(own) - _MOST_ROWS} more")
    head = f"{len(fits)} text{'s were' if len(fits) > 1 else ' was'} made to fit:"
    return "\n".join([head, *(f"  {escape_line(escape_hidden(row.rstrip()))}" for row in lines)]) + "\n"


def _fit_change(fit: Fit) -> str:
    changes = []
    if fit.used.size < fit.designed.size:
        changes.append(f"{fit.designed.size:g} → {fit.used.size:g} pt")
    if fit.used.leading < fit.designed.leading:
        changes.append(f"leading {fit.designed.leading:g} → {fit.used.leading:g}")
    return ", ".join(changes)


def _fits_alike(fits: Iterable[Fit]) -> list[list[Fit]]:
    """Return texts of one box and kind that came to one size from one size."""
    groups: dict[tuple[object, ...], list[Fit]] = {}
    for fit in fits:
        groups.setdefault((fit.face.kind, fit.box, fit.needed, fit.used.size), []).append(fit)
    return list(groups.values())


def _shared_row(same: Sequence[Fit]) -> tuple[str, str, str, str]:
    fit, many = same[0], len(same)
    who = f"{many} more of {fit.face.kind}" if many > 1 else fit.title
    return who, fit.box, f"{fit.needed:g} → {fit.used.size:g} pt", "to be of one size with their kind"
