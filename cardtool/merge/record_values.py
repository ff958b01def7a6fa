"""A record with other values in it, by the paths that columns have; keys that stay keep their order.

And a text with references that was edited as it is printed, turned back into a text with references.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from cardtool.markup import REFERENCE
from cardtool.model import FieldPath

REMOVED = object()
"""What is put in place of a value that is to be gone."""


class NoPlace(ValueError):
    """A value that has no place in a record; the message says why, in words that follow its path."""


def with_values(record: Mapping[str, Any], values: Mapping[FieldPath, Any]) -> dict[str, Any]:
    """Return the record with these values at these paths; what holds nothing any more is taken out.

    Raises: NoPlace.
    """
    made: dict[str, Any] = _copy(record)
    for path, value in values.items():
        _put(made, path, value)
    for path in sorted((path for path, value in values.items() if value is REMOVED), key=len, reverse=True):
        for depth in range(len(path) - 1, 0, -1):
            _drop_empty(made, path[:depth])
    pruned: dict[str, Any] = _without_removed(made)
    return pruned


def in_order(record: Mapping[str, Any], paths: Iterable[FieldPath]) -> dict[str, Any]:
    """Return a record whose first keys are in the order of these paths."""
    keys = dict.fromkeys(path[0] for path in paths)
    return {key: record[key] for key in (*keys, *(key for key in record if key not in keys)) if key in record}


def _put(inside: Any, path: FieldPath, value: Any) -> None:
    for depth, step in enumerate(path[:-1]):
        inside = _child(inside, path, depth, step, value)
        if inside is None:
            return
    key = _key(inside, path, len(path) - 1)
    if isinstance(inside, list):
        _set_item(inside, int(key), path, value)
    elif value is not REMOVED and isinstance(inside.get(key), dict | list) and not isinstance(value, list):
        raise NoPlace(f"holds values of its own, which have columns of their own in {'.'.join(path)}")
    elif value is not REMOVED or key in inside:
        inside[key] = value


def _child(inside: Any, path: FieldPath, depth: int, step: str, value: Any) -> Any:
    """Return what a step leads to, made where it is not there; None where nothing is to be put into it."""
    key = _key(inside, path, depth)
    is_there = key < len(inside) if isinstance(inside, list) else key in inside
    if not is_there:
        if value is REMOVED:
            return None
        fresh: Any = [] if path[depth + 1].isdecimal() else {}
        if isinstance(inside, list):
            _set_item(inside, key, path, fresh)
        else:
            inside[key] = fresh
    found = inside[key]
    if not isinstance(found, dict | list):
        raise NoPlace(f"would stand inside {'.'.join(path[: depth + 1])}, which is a value itself")
    return found


def _key(inside: Any, path: FieldPath, depth: int) -> Any:
    if isinstance(inside, dict):
        return path[depth]
    if not path[depth].isdecimal() or int(path[depth]) < 1:
        raise NoPlace(f"would stand inside {'.'.join(path[:depth])}, which is a list")
    return int(path[depth]) - 1


def _set_item(items: list[Any], row: int, path: FieldPath, value: Any) -> None:
    if row < len(items):
        items[row] = value
    elif value is not REMOVED:
        if row > len(items):
            raise NoPlace(f"leaves item {len(items) + 1} of its list empty")
        items.append(value)


def _drop_empty(record: Any, path: FieldPath) -> None:
    """Mark what this path leads to as removed, if nothing is left in it."""
    inside = record
    for depth, step in enumerate(path):
        key: Any = int(step) - 1 if isinstance(inside, list) else step
        if isinstance(inside, list) and key >= len(inside):
            return
        if isinstance(inside, dict) and key not in inside:
            return
        found = inside[key]
        if depth == len(path) - 1:
            left = found.values() if isinstance(found, dict) else found
            if isinstance(found, dict | list) and all(each is REMOVED for each in left):
                inside[key] = REMOVED
            return
        if not isinstance(found, dict | list):
            return
        inside = found


def _without_removed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_removed(inner) for key, inner in value.items() if inner is not REMOVED}
    if isinstance(value, list):
        return [_without_removed(inner) for inner in value if inner is not REMOVED]
    return value


def _copy(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _copy(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_copy(inner) for inner in value]
    return value


_NEXT_WORD = re.compile(r"\W*+\w*+")


class _Printed(NamedTuple):
    """A reference as it is written, and where what stands for it is in the printed text."""

    written: str
    start: int
    end: int


def restore_references(written: str, printed: str, edited: str) -> str | None:
    """Return an edit of the printed text as an edit of the written one, whose references it keeps.

    None where what stands for a reference was edited itself, so that only its author knows what is meant,
    and no reference was typed in its place.
    """
    references = list(_printed_references(written, printed))
    if not references:
        return edited if written == printed else None
    blocks = SequenceMatcher(None, printed, edited, autojunk=False).get_matching_blocks()
    typed = [_Printed(each[0], *each.span()) for each in REFERENCE.finditer(edited)]
    kept: list[_Printed] = []
    for each in references:
        block = next((b for b in blocks if b.a <= each.start and each.end <= b.a + b.size), None)
        start = _moved(each, printed, edited) if block is None else block.b + each.start - block.a
        if start is not None:
            kept.append(_Printed(each.written, start, start + each.end - each.start))
    if len(kept) + len(typed) < len(references):
        return None
    parts, done = [], 0
    for each in sorted([*kept, *typed], key=lambda each: each.start):
        if each.start < done:
            return None
        parts += [edited[done : each.start], each.written]
        done = each.end
    return "".join((*parts, edited[done:]))


def _moved(each: _Printed, printed: str, edited: str) -> int | None:
    """Return where what stands for a reference went; a number takes the words on both its sides along."""
    start, end = each.start, each.end
    if not each.written.startswith("[["):
        before, behind = _NEXT_WORD.match(printed[:start][::-1]), _NEXT_WORD.match(printed, end)
        start, end = start - len(before[0] if before else ""), end + len(behind[0] if behind else "")
    around = re.compile(rf"(?<!\w){re.escape(printed[start:end])}(?!\w)", re.IGNORECASE)
    found = [match.start() for match in around.finditer(edited)]
    return found[0] + each.start - start if len(found) == len(around.findall(printed)) == 1 else None


def _printed_references(written: str, printed: str) -> Iterator[_Printed]:
    """Yield each reference of a written text with its place in the printed one, if it has one."""
    matches = list(REFERENCE.finditer(written))
    around = [re.escape(part) for part in _between(written, matches)]
    found = re.fullmatch("(.*?)".join(around), printed, re.DOTALL)
    if found:
        for number, match in enumerate(matches, start=1):
            yield _Printed(match[0], *found.span(number))


def _between(text: str, matches: list[re.Match[str]]) -> Iterator[str]:
    done = 0
    for match in matches:
        yield text[done : match.start()]
        done = match.end()
    yield text[done:]
