"""How a line tells that it is an item of a list: a bullet, a number typed by hand, `Step 3:`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cardtool.prose.labels import BULLET, follows

__all__ = ["ItemMark", "item_mark", "settled"]

_DEEPEST = 4  # lists inside each other
_BULLETS = "·•●○◦∙‣▪▫■□▸▹►▶➢➤❖◆◇\uf0b7\uf0a7\uf0d8\uf0fc"  # the last four: bullets of Word's own fonts
_ORDINALS = "One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten"
_STEP = r"(?i:phase|step|stage|round|turn|action|option)"
_WORDED = rf"{_STEP}\s+(?:\d{{1,2}}[a-z]?|[A-H]|[IVX]{{1,4}}|{_ORDINALS})"

_MARK = re.compile(
    rf"(?P<emphasis>[*_]{{0,3}})(?:"
    rf"(?P<bullet>[{_BULLETS}]\s*|[-–—*+](?:\s+|$)|o(?:\t|\s{{2,}}|\s(?=\S)))"
    r"|(?P<number>\d{1,3}(?:\.\)|[.)])(?=[\s*_]|$|[A-Z])|\(\d{1,3}\)(?=[\s*_]|$)|\d{1,2}[a-z][.)](?=[\s*_]))"
    r"|(?P<legal>\d{1,2}(?:\.\d{1,2}){1,3}\.?(?=[\s*_]+[A-Z]))"
    r"|(?P<letter>\(?(?:[A-Za-z]|[ivx]{2,5}|[IVX]{2,5})\.?\)(?=[\s*_]|$))"
    r"|(?P<doubtful>(?:[A-Za-z]|[ivx]{2,5}|[IVX]{2,5})\.(?=\s|$))"
    rf"|(?P<worded>(?=[A-Z*_]){_WORDED}(?=\s*[:.)]|\s+[–—-]\s))"
    r")"
)
_AFTER = re.compile(r"[*_]{0,3}\s*(?:[:.)]|[–—-](?=\s))?[*_]{0,3}\s*")


@dataclass(frozen=True, slots=True)
class ItemMark:
    """What stands before the words of an item, `length` letters of its line.

    `style` is how it is written, so that items of two lists can be told apart; `doubtful` when it may
    be no mark at all, as the initial in `J. Smith`; `emphasised` when the stars of emphasis stand before.
    """

    label: str
    length: int
    style: str
    doubtful: bool = False
    emphasised: bool = False


def item_mark(line: str) -> ItemMark | None:
    """The mark at the beginning of a line that has no space before it."""
    match = _MARK.match(line)
    if match is None:
        return None
    emphasis = len(match["emphasis"])
    if bullet := match["bullet"]:
        return None if emphasis else ItemMark(BULLET, match.end(), bullet[0])
    written = match[0][emphasis:]
    if worded := match["worded"]:
        after = _AFTER.match(line, match.end())
        end = after.end() if after else match.end()
        label = " ".join(worded.split())
        return ItemMark(label, end, label.split()[0].lower(), emphasised=emphasis > 0)
    end = match.end() + len(re.match(r"[*_]{0,3}\s*", line[match.end() :])[0])  # type: ignore[index]
    style = re.sub(r"[^().]", "", written)
    return ItemMark(written.strip("()."), end, style, match["doubtful"] is not None, emphasis > 0)


def settled(marks: Sequence[ItemMark | None]) -> list[ItemMark | None]:
    """The marks of the lines of a text, less those in doubt that no neighbour follows or goes before.

    A list inside an item may stand between neighbours: a, i, ii, b.
    """
    sure: set[int] = set()
    waiting: list[int] = []  # the last item of each list that may go on, the innermost last
    for row, mark in enumerate(marks):
        if mark is None or not mark.doubtful:
            continue
        for place in range(len(waiting) - 1, max(len(waiting) - _DEEPEST, 0) - 1, -1):
            if _goes_on(mark, marks[waiting[place]]):
                sure |= {waiting[place], row}
                del waiting[place:]
            elif waiting[place] in sure:
                continue
            break
        waiting.append(row)
    return [None if mark and mark.doubtful and row not in sure else mark for row, mark in enumerate(marks)]


def _goes_on(mark: ItemMark, before: ItemMark | None) -> bool:
    return before is not None and mark.style == before.style and follows(mark.label, before.label)
