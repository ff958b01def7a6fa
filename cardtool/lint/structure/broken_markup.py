"""What is typed as markup is markup, and what a table is given is shown.

Markdown is silent about slips: it prints the marks as they are typed, or leaves out what does not fit.

Bad:

    | Unit | Cost |
    |------|------|
    | Goat | 2    | once per game |

Good:

    | Unit | Cost | Limit         |
    |------|------|---------------|
    | Goat | 2    | once per game |

Looked for in Markdown documents are more than six marks of a heading, and marks in the middle of a line;
empty rows, rows with more cells than their table has columns, and lines of dashes that make no table; notes
and pictures that are not there, and notes that nothing refers to. In the rulebook of a game so are marks
that other programs know: `> [!NOTE]`, `:::`, `: what it means` below a term, `\\pagebreak`. The first of
each sort is told, with their number. Found in real rules are all of these. Overlooked on purpose: code,
comments, empty cells at the end of a row and empty rows at the end of a table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from cardtool.documents import TextKind
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, text_rule

Slip = tuple[int, str, str]
"""An offset in the file, what is wrong there, and what to do."""

_NOTE = re.compile(r"\[\^([^\[\]\s]{1,40})\]")
_GIVEN_NOTE = re.compile(rf"^[ >]{{0,12}}{_NOTE.pattern}:", re.MULTILINE)
_DELIMITER = re.compile(r"[ \t]*:?-+:?[ \t]*")
_BORDER = re.compile(r"(?<!\\)\|")
_GIVEN = re.compile(r"^ {0,3}\[([^\[\]\n]+)\]:", re.MULTILINE)
_PICTURE = re.compile(r"!\[[^\[\]\n]*\]\[([^\[\]\n]+)\]")
_WRONG_MARKS = [
    (r"^ {0,3}(?P<marks>#{7,})(?=[ \t]*\S)", "no heading has more than six marks", "take some away"),
    (
        r"(?<=[a-z][.!?:])(?P<marks>#{2,6}) (?=[A-Z])",
        "no heading begins in the middle of a line",
        "begin a new line before its marks",
    ),
]
_OF_OTHER_PROGRAMS = {
    r"^[ >]{0,12}(?P<marks>\[![A-Za-z]+\])[ \t]*$": "take it out; what stands behind > is set as a note",
    r"^ {0,3}(?P<marks>:{3,})": "write > before each line of a note",
    r"(?<=\S\n)(?P<marks>:) +(?=\S)": "write **Term:** before what it means",
    r"^ {0,3}(?P<marks>\\[a-z]{3,20})[ \t]*$": "take it out; where a page ends is said in the stylesheet",
}
_AS_TYPED = [(each, '"{}" is printed as it is typed', advice) for each, advice in _OF_OTHER_PROGRAMS.items()]


def _marks(text: str, wrong: Iterable[tuple[str, str, str]]) -> Iterator[Slip]:
    for pattern, said, advice in wrong:
        for match in re.finditer(pattern, text, re.MULTILINE):
            name = match.lastgroup or 0
            yield match.start(name), said.format(match[name]), advice


def _references(text: str) -> Iterator[Slip]:
    for name, at in _not_given(_PICTURE, _GIVEN, text):
        yield at, f"nothing says where the picture [{name}] is", "write (file) behind it"
    for name, at in _not_given(_NOTE, _GIVEN_NOTE, text):
        yield at, f"there is no note [^{name}]", f"write it in a line [^{name}]: …"
    often = Counter(match[1].casefold() for match in _NOTE.finditer(text))
    for match in _GIVEN_NOTE.finditer(text):
        if often[match[1].casefold()] == 1:
            said = f"nothing refers to the note [^{match[1]}]"
            yield match.start(1) - len("[^"), said, f"write [^{match[1]}] where it belongs, or take it out"


def _not_given(used: re.Pattern[str], given: re.Pattern[str], text: str) -> Iterator[tuple[str, int]]:
    names = {match[1].casefold() for match in given.finditer(text)}
    return ((each[1], each.start()) for each in used.finditer(text) if each[1].casefold() not in names)


def _tables(text: str) -> Iterator[Slip]:
    columns, above, at = 0, "", 0
    empty: list[int] = []  # rows above which nothing followed yet: those at the end are to be filled in
    for line in text.split("\n"):
        if "|" not in line:
            columns = 0
        elif columns and not any(map(str.strip, _cells(line))):
            empty.append(at)
        elif columns:
            for row in empty:
                yield row, "no cell of this row says anything", "fill it in, or take it out"
            empty = []
            if any(map(str.strip, _cells(line)[columns:])):
                said = f"this row has {len(_cells(line))} cells, of which its table shows {columns}"
                yield at, said, "put what is left out into one of them"
        elif "-" in line and "|" in above and not line.strip(" \t>:|-"):
            columns = len(_cells(above))
            empty = []
            if len(_cells(line)) != columns or not all(map(_DELIMITER.fullmatch, _cells(line))):
                advice = f"give it {columns} cells as the line above has, each of dashes"
                yield at, "this line of dashes makes no table", advice
                columns = 0
        above, at = line, at + len(line) + 1


def _cells(row: str) -> Sequence[str]:
    return _BORDER.split(row.strip(" \t>").removeprefix("|").removesuffix("|"))


@text_rule("CT513", "broken-markup", Severity.WARNING)
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    for text in texts:
        wrong = _WRONG_MARKS + (_AS_TYPED if text.role is not TextKind.DOCUMENT else [])
        for file in text.typed:
            found = [*_marks(file.text, wrong), *_references(file.text), *_tables(file.text)]
            often = Counter(advice for *_, advice in found)
            for at, said, advice in found:
                if number := often.pop(advice, 0):
                    more = f"; there are {number} such in the text" if number > 1 else ""
                    yield file.at(at), f"{said}{more}", advice
