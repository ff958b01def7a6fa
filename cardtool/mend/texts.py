"""A file's text with edits done. Knows how each sort of file writes words; opens none.

An edit that cannot be done for certain is left, with the reason, and the others are done without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardtool.finding import Edit
from cardtool.mend.data import Data, Reader
from cardtool.mend.markup import anything, in_markdown, in_template
from cardtool.mend.placing import MOVED, Left, Placed, done, placed
from cardtool.mend.scalars import Scalars
from cardtool.mend.standing import Lines

__all__ = ["edited"]

_UNFIT = {".html": in_template, ".md": in_markdown}
_FAULTY = "the file has faults of its own; mend them first"
_QUOTING = "the file would not say the same afterwards; the text may need quotes"


def edited(text: str, suffix: str, edits: Sequence[Edit], read: Reader) -> tuple[str, list[Edit], list[Left]]:
    """The text of a file of this suffix with its edits done; those that were, and those that were not.

    `text` is without a byte order mark, and with the line ends it was saved with.
    """
    wanted = list(dict.fromkeys(edit for edit in edits if edit.old != edit.new))
    if suffix in (".yaml", ".yml"):
        return _edited_yaml(text, wanted, read)
    unfit = _UNFIT[suffix](text) if suffix in _UNFIT else anything
    found, left = placed(Lines(text), wanted, lambda edit: str, unfit)
    return done(text, found), [edit for _, edit in found], left


def _edited_yaml(text: str, edits: Sequence[Edit], read: Reader) -> tuple[str, list[Edit], list[Left]]:
    was = read(text)
    if was is None:
        return text, [], [Left(edit, _FAULTY) for edit in edits]
    scalars = Scalars(Data(*was), Lines(text), read)
    found, left = placed(scalars.lines, filter(scalars.data.leaf, edits), scalars.writing, anything)
    left += [Left(edit, MOVED) for edit in edits if not scalars.data.leaf(edit)]

    def is_sound(some: Sequence[Placed]) -> bool:
        now = read(done(text, some))
        return now is not None and scalars.data.becomes([edit for _, edit in some], now[0])

    sound = _sound([each for each in found if scalars.would_do(each[1])], is_sound)
    kept = {edit for _, edit in sound}
    left += [Left(edit, _QUOTING) for _, edit in found if edit not in kept]
    return done(text, sound), [edit for _, edit in sound], left


def _sound(found: Sequence[Placed], is_sound: Callable[[Sequence[Placed]], bool]) -> list[Placed]:
    """As many of these edits as leave the file sound, the unsound ones found by halving."""
    if not found or is_sound(found):
        return list(found)
    if len(found) == 1:
        return []
    half = len(found) // 2
    first, second = _sound(found[:half], is_sound), _sound(found[half:], is_sound)
    return [*first, *second] if is_sound([*first, *second]) else first
