"""How `cardtool check` mends what it can: shows it as a diff, or writes it, and says what it did."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from cardtool.pipeline.mend import as_diff, write

if TYPE_CHECKING:
    from cardtool.mend import Left, Mending

__all__ = ["show_diff", "write_edits"]

_MOST_TOLD = 20  # edits that were not done; a reader who wants more mends these first


def show_diff(mendings: Iterable[Mending]) -> None:
    """Print what would be written as a unified diff, and write nothing."""
    for mending in mendings:
        sys.stdout.write(as_diff(mending))
        _tell(mending, "would mend")


def write_edits(mendings: Iterable[Mending]) -> bool:
    """Write what can be mended, and answer whether anything was. Raises: ProjectError."""
    any_written = False
    for mending in mendings:
        write(mending)
        _tell(mending, "mended")
        any_written = any_written or bool(mending.files)
    return any_written


def _tell(mending: Mending, did: str) -> None:
    from cardtool.report.clean import clean

    if mending.files:
        parts = [clean(f"{len(file.done)} in {file.name}") for file in mending.files]
        print(f"cardtool: {did} {_places(mending.count)}: {', '.join(parts)}", file=sys.stderr)
    else:
        print("cardtool: no finding offers an edit that can be done", file=sys.stderr)
    for left in mending.left[:_MOST_TOLD]:
        print(f"cardtool: {_left(left)}", file=sys.stderr)
    if len(mending.left) > _MOST_TOLD:
        print(f"cardtool: and {len(mending.left) - _MOST_TOLD} more were left as they are", file=sys.stderr)


def _left(left: Left) -> str:
    from cardtool.report.clean import clean

    edit = left.edit
    return clean(f'{edit.source}: "{edit.old}" was left as it is: {left.why}')


def _places(count: int) -> str:
    return "1 place" if count == 1 else f"{count} places"
