"""`build.json`: which files each order made, and from what, so that nothing is built twice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardtool import __version__
from cardtool.disk import read_plain
from cardtool.pipeline.output import OutputFolder

__all__ = ["LEDGER", "current", "record"]

LEDGER = "build.json"
_LARGEST = 16_000_000  # bytes


def record(
    folder: OutputFolder,
    order: str,
    stamp: str,
    game: Mapping[str, str],
    told: Mapping[str, Any] | None = None,
) -> None:
    """Put the files that were added in their places, as made for an order, from inputs of which stamp.

    `told` is what else the ledger says of them. Files the order made before and makes no more are taken
    away, unless another has them or they changed. Other orders lose their claim to what was written over
    with other bytes, and are to be built again.
    """
    made = dict(folder.new)
    before = _orders(folder.path)
    others = {name: _still_true(note, made) for name, note in before.items()}
    left = {name: note for name, note in others.items() if note["files"]}
    orders = {**left, order: {"stamp": stamp, "files": made, **(told or {})}}
    kept = {name for note in orders.values() for name in note["files"]}
    mine = before[order]["files"] if order in before else {}
    ledger = {
        "tool": "cardtool",
        "tool_version": __version__,
        **game,
        "orders": dict(sorted(orders.items())),
    }
    folder.add(LEDGER, (json.dumps(ledger, indent=2, ensure_ascii=False) + "\n").encode())
    folder.commit({name: sha for name, sha in mine.items() if name not in kept and Path(name).name == name})


def current(folder: OutputFolder, order: str, stamp: str) -> tuple[Path, ...] | None:
    """The files of an order that need not be made again: same stamp, untouched since. Else None."""
    note = _orders(folder.path).get(order)
    if note is None or note["stamp"] != stamp:
        return None
    if all(folder.has(name, sha) for name, sha in note["files"].items()):
        return tuple(folder.path / name for name in note["files"])
    return None


def _orders(folder: Path) -> dict[str, dict[str, Any]]:
    """What the ledger says of each order; nothing where there is no ledger that can be read."""
    try:
        orders = json.loads(read_plain(folder / LEDGER, _LARGEST))["orders"]
        return {
            str(order): {
                **note,
                "stamp": str(note["stamp"]),
                "files": {str(k): str(v) for k, v in note["files"].items()},
            }
            for order, note in orders.items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}


def _still_true(note: dict[str, Any], made: Mapping[str, str]) -> dict[str, Any]:
    """What holds of an order's note once these files are made.

    Where one of its own was written over, only the files nobody else made: they are known still, so that
    they are taken away when the order makes them no more, and tell nothing of what they were made from.
    """
    files = note["files"]
    if all(made.get(name, sha) == sha for name, sha in files.items()):
        return note
    return {"stamp": "", "files": {name: sha for name, sha in files.items() if name not in made}}
