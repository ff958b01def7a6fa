"""Notes on what was made: `build.json`, by which nothing is built twice, and the note of an export.

By both, files that would not be made any more are taken away: the picture of a card that is gone is not
to be uploaded with the others. They are believed only as this user's cardtool wrote them into this folder:
one that came with a project could vouch for files of its own, and have others taken away.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardtool import __version__
from cardtool.files import read_plain_file
from cardtool.output.folder import EXPORT_NOTE, LEDGER, OutputFolder
from cardtool.signed_cache import was_written

_LARGEST = 16_000_000  # bytes of a ledger, or of a note


def record_build(
    folder: OutputFolder,
    order: str,
    stamp: str,
    game: Mapping[str, str],
    more: Mapping[str, Any] | None = None,
) -> None:
    """Put the files that were added in their places, as made for an order, from inputs of which stamp.

    `more` is what else the ledger says of them. Files the order made before and makes no more are taken
    away, unless another has them or they changed. Other orders lose their claim to what was written over
    with other bytes, and are to be built again.
    """
    made = dict(folder.new)
    before = _read_ledger(folder.path)
    others = {name: _valid_part(note, made) for name, note in before.items()}
    left = {name: note for name, note in others.items() if note["files"]}
    orders = {**left, order: {"stamp": stamp, "files": made, **(more or {})}}
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


def unchanged_files(folder: OutputFolder, order: str, stamp: str) -> tuple[Path, ...] | None:
    """Return the files of an order that need not be made again: same stamp, untouched since. Else None."""
    note = _read_ledger(folder.path).get(order)
    if note is None or note["stamp"] != stamp:
        return None
    if all(folder.has(name, sha) for name, sha in note["files"].items()):
        return tuple(folder.path / name for name in note["files"])
    return None


def findings_told(folder: OutputFolder, order: str) -> int:
    """Return how many findings there were when the files of an order were made."""
    return int(_read_ledger(folder.path).get(order, {}).get("findings", 0))


def _read_ledger(folder: Path) -> dict[str, dict[str, Any]]:
    """Return what the ledger says of each order; nothing where there is no ledger of ours."""
    orders: dict[str, dict[str, Any]] = _read_own(folder / LEDGER).get("orders", {})
    return orders


def _read_own(file: Path) -> dict[str, Any]:
    """Return what is noted in a file that this user's cardtool wrote there; nothing where it did not."""
    try:
        content = read_plain_file(file, _LARGEST, follow=False)
        return dict(json.loads(content)) if was_written(file, content) else {}
    except (OSError, ValueError):  # ValueError: a list of cards that was exported under its name
        return {}


def _valid_part(note: dict[str, Any], made: Mapping[str, str]) -> dict[str, Any]:
    """Return what holds of an order's note once these files are made.

    Where one of its own was written over, only the files nobody else made: they are known still, so that
    they are taken away when the order makes them no more, and tell nothing of what they were made from.
    """
    files = note["files"]
    if all(made.get(name, sha) == sha for name, sha in files.items()):
        return note
    return {"stamp": "", "files": {name: sha for name, sha in files.items() if name not in made}}


def commit_export(folder: OutputFolder) -> tuple[Path, ...]:
    """Put the files that were added in their places, and take away what an earlier export left.

    What somebody has changed since stays. Return the files. Raises: ProjectError.
    """
    made, before = dict(folder.new), _read_own(folder.path / EXPORT_NOTE).get("files", {})
    note = json.dumps({"files": made}, indent=2, ensure_ascii=False) + "\n"
    folder.add(EXPORT_NOTE, note.encode())
    folder.commit(before)
    return tuple(folder.path / name for name in made)
