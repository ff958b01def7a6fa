"""The edit that puts other words in the place of some that stand in their file in one piece."""

from __future__ import annotations

from cardtool.documents import PICTURE, Block
from cardtool.finding import Edit

__all__ = ["edit_of"]

_WRITTEN_TWICE = "'\"\\"  # where a text is quoted, with a sign more that says so


def edit_of(block: Block, start: int, end: int, new: str) -> Edit | None:
    """Write `new` instead of the letters from one offset to another.

    None where those letters are not written in one piece, because emphasis or a reference stands
    among them or they were filled in from elsewhere. They may run over the end of a line.
    """
    old = block.text[start:end]
    if not old or PICTURE in old or not _in_one_piece(block, start, end):
        return None
    return Edit(block.at(start), old, new)


def _in_one_piece(block: Block, start: int, end: int) -> bool:
    before = block.at(start)
    for offset in range(start + 1, end):
        here, step = block.at(offset), 2 if block.text[offset - 1] in _WRITTEN_TWICE else 1
        follows = here.line == before.line and 1 <= here.column - before.column <= step
        if not follows and not (here.line > before.line and block.text[offset - 1].isspace()):
            return False
        before = here
    return True
