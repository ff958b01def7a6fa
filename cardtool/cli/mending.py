"""How `cardtool check` mends what it can: shows it as a diff, or writes it, and says what it did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardtool.cli.printing import print_error, print_report
from cardtool.pipeline.mend import as_diff, write

if TYPE_CHECKING:
    from cardtool.fix import Fixes, SkippedFix

__all__ = ["show_diff", "tell_left", "write_edits"]

_NOTHING = "no finding offers an edit that can be done"
_MOST_TOLD = 20  # edits that were not done; a reader who wants more mends these first


def show_diff(mendings: Sequence[Fixes]) -> None:
    """Print what would be written as a unified diff, and write nothing."""
    for mending in mendings:
        print_report(as_diff(mending))
        _tell(mending, "would mend")
    tell_left(mendings)
    if not any(mending.files for mending in mendings):
        _say(_NOTHING)


def write_edits(mendings: Sequence[Fixes], *, again: bool = False) -> bool:
    """Write what can be mended, and answer whether anything was. Raises: ProjectError.

    What is not done is left to be told: once others are written, it may be done after all.
    """
    for mending in mendings:
        write(mending)
        _tell(mending, "mended")
    done = any(mending.files for mending in mendings)
    if not done and not again:
        _say(_NOTHING)
    return done


def tell_left(mendings: Sequence[Fixes]) -> None:
    """Say which edits were not done, and why."""
    left = [_left(each) for mending in mendings for each in mending.left]
    for row in left[:_MOST_TOLD]:
        _say(row)
    if len(left) > _MOST_TOLD:
        _say(f"and {len(left) - _MOST_TOLD} more were left as they are")


def _tell(mending: Fixes, did: str) -> None:
    if mending.files:
        parts = [f"{len(file.done)} in {file.name}" for file in mending.files]
        _say(f"{did} {_places(mending.count)}: {', '.join(parts)}")


def _say(text: str) -> None:
    print_error(f"cardtool: {text}")


def _left(left: SkippedFix) -> str:
    edit = left.edit
    return f'{edit.source}: "{edit.old}" was left as it is: {left.why}'


def _places(count: int) -> str:
    return "1 place" if count == 1 else f"{count} places"
