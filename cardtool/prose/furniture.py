"""What stands on a page and says nothing: page numbers, running heads, a website's footer."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from cardtool.prose.lines import Line

__all__ = ["furniture"]

_PAGE = re.compile(r"[-–—|\s]*(?:page|pg\.?|p\.)\s*\d{1,3}(?:\s*(?:of|/)\s*\d{1,3})?[-–—|\s]*", re.IGNORECASE)
_NUMBER = re.compile(r"[-–—|]\s?(\d{1,3})\s?[-–—|]|\d{1,3}\s?/\s?\d{1,3}|(\d{1,3})")
_RULE = re.compile(r"(?:[-=_*~#.–—•·]\s?){3,}|[–—]")
_LEADER = re.compile(r".{2,80}?\s?(?:\.\s?|…){4,}\s?(\d{1,3})")
_FOOTER = re.compile(
    r"(?:this (?:site|website|page) (?:was |is )?(?:made|created|built|powered|designed|hosted)"
    r" (?:on|with|by|using)\b.*"
    r"|(?:proudly )?(?:powered|made|built|created) (?:by|with|on) (?:wordpress|wix|squarespace|weebly|tilda|"
    r"jimdo|google sites|shopify|notion|blogger|webflow|carrd)\b.*"
    r"|create (?:a|your own|your) (?:free )?(?:website|site)\b.*"
    r"|(?:copyright|©|\(c\))\s?.{0,60}\d{4}.{0,80}|all rights reserved\.?"
    r"|skip to (?:main )?content|(?:back|return) to (?:the )?top|share this(?: page| post)?"
    r"|print this page|(?:previous|next) page|toggle navigation|accept (?:all )?cookies"
    r"|cookie (?:policy|settings)|privacy policy|terms of (?:use|service)|log ?in|sign ?(?:in|up)"
    r"|subscribe(?: to our newsletter)?|leave a (?:comment|reply)|(?:https?://|www\.)\S{3,200})",
    re.IGNORECASE,
)
_LONGEST = 120
_LONGEST_NUMBER = 3
_FEWEST = 3  # pages
_SHORTEST_PAGE = 5  # lines
_NEAR = 2  # lines from the edge of a page within which running heads stand


def furniture(lines: Sequence[Line]) -> frozenset[int]:
    """Which of the lines, by their row, are none of the text."""
    pages = {row for row, line in enumerate(lines) if _PAGE.fullmatch(line.text)}
    pages |= _page_numbers(lines) | _numbered_heads(lines)
    plain = {row for row, line in enumerate(lines) if _is_no_text(line.text)}
    return frozenset(pages | plain | _running_heads(lines, pages) | _contents(lines))


def _is_no_text(text: str) -> bool:
    return len(text) <= _LONGEST and (_RULE.fullmatch(text) or _FOOTER.fullmatch(text)) is not None


def _page_numbers(lines: Sequence[Line]) -> set[int]:
    """Numbers that stand alone, at the edge of a page or with space around them."""
    found = set()
    for row, line in enumerate(lines):
        match = _NUMBER.fullmatch(line.text)
        if match and (not match[2] or _stands_alone(lines, row)):
            found.add(row)
    return found


def _numbered_heads(lines: Sequence[Line]) -> set[int]:
    """Numbers right below, or right above, one line that comes with each; with it they stand alone.

    They must rise, and have a page between them: a list of names and numbers has none.
    """
    found: defaultdict[tuple[int, str], list[tuple[int, int]]] = defaultdict(list)
    for row, line in enumerate(lines):
        match = _NUMBER.fullmatch(line.text) if len(line.text) <= _LONGEST_NUMBER else None
        if match and match[2]:
            for step in (-1, 1):
                first = min(row, row + step)
                if 0 <= first < len(lines) - 1 and _is_a_pair(lines, first):
                    found[step, lines[row + step].text].append((row, int(match[2])))
    pages = (rows for (_, head), rows in found.items() if _less_numbers(head) and _count_pages(rows))
    return {row for rows in pages for row, _ in rows}


def _is_a_pair(lines: Sequence[Line], row: int) -> bool:
    """Whether this line and the next stand together, with space around them."""
    is_last = row + 2 == len(lines)
    return lines[row].apart and not lines[row + 1].apart and (is_last or lines[row + 2].apart)


def _count_pages(rows: Sequence[tuple[int, int]]) -> bool:
    """Whether the numbers of these rows, three or more, rise, with the lines of a page between two."""
    return len(rows) >= _FEWEST and all(
        number < next_number and next_row - row >= _SHORTEST_PAGE
        for (row, number), (next_row, next_number) in pairwise(rows)
    )


def _stands_alone(lines: Sequence[Line], row: int) -> bool:
    last = row + 1 == len(lines)
    return lines[row].page or last or lines[row + 1].page or (lines[row].apart and lines[row + 1].apart)


def _running_heads(lines: Sequence[Line], pages: set[int]) -> set[int]:
    """Lines that come again, but for a page number in them, at the edges of three pages or more."""
    edges = {row + step for row in pages for step in range(-_NEAR, _NEAR + 1)}
    edges |= {
        row + step for row, line in enumerate(lines) if line.page and row for step in range(-_NEAR, _NEAR)
    }
    said = {row: _less_numbers(lines[row].text) for row in edges if 0 <= row < len(lines)}
    often = {text for text, times in Counter(said.values()).items() if times >= 3 and text}
    return {row for row, text in said.items() if text in often}


def _less_numbers(text: str) -> str:
    """The line as it comes on every page; nothing for a sentence, which is no running head."""
    is_sentence = text[-1] in ".!?" or len(text) > _LONGEST
    return "" if is_sentence else re.sub(r"\d+", "0", text)


def _contents(lines: Sequence[Line]) -> set[int]:
    """A table of contents: three lines or more that lead by dots to rising page numbers."""
    found: set[int] = set()
    run: list[tuple[int, int]] = []
    for row, line in enumerate([*lines, None]):
        match = _LEADER.fullmatch(line.text) if line and len(line.text) <= _LONGEST else None
        if match and (not run or int(match[1]) >= run[-1][1]):
            run.append((row, int(match[1])))
            continue
        if len(run) >= 3:
            found |= {row for row, _ in run}
        run = [(row, int(match[1]))] if match else []
    return found
