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

Looked for in Markdown documents are more than six marks of a heading, marks without words, and marks in the
middle of a line; empty rows, rows with more cells than their table has columns, and lines of dashes that make
no table; notes and pictures that are not there, and notes that nothing refers to; places that are named
twice; tags that nothing opened; short lines in a row, which run together; words with one star before them and
two behind; and a paragraph that belongs to the last item of the list above it, for no line is empty between
them. In the rulebook of a game so are marks that other programs know: `> [!NOTE]`, `:::`, `: what it means`
below a term, `\\pagebreak`. The first of each sort is told, with their number. Found in real rules are all of
these. Overlooked on purpose: code, comments, empty cells at the end of a row and empty rows at the end of a
table, and lists of which several items go on at the margin.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from cardtool.documents import TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule

Slip = tuple[int, str, str]
"""An offset in the file, what is wrong there, and what to do."""

_NOTE = re.compile(r"\[\^([^\[\]\s]{1,40})\]")
_GIVEN_NOTE = re.compile(rf"^[ >]{{0,12}}{_NOTE.pattern}:", re.MULTILINE)
_PLACE = LazyRegex(r"<[a-z][^<>\n]*\sid\s*=\s*([\"'])(?P<name>[^<>\n]+?)\1")
_TAG = LazyRegex(r"<(/?)(a|b|i|u|s|em|strong|small|sub|sup|span|font|center|div|details|summary)\b[^<>]*>")
_DELIMITER = re.compile(r"[ \t]*:?-+:?[ \t]*")
_BORDER = re.compile(r"(?<!\\)\|")
_ITEM = r"^(?:[-*+]|\d{1,3}[.)]) +\S.*"
_GOES_ON = re.compile(rf"{_ITEM}\n(?=\w)(?!\d{{1,3}}[.)] )", re.MULTILINE)
_BEHIND_LIST = LazyRegex(
    rf"{_ITEM}\n{_ITEM}[^,;:\s]\n(?P<behind>(?:\*\*\w[^*\n]*\*\*|[A-Z][a-z]*,? [a-z]+) \w.*[.!?:]\*{{0,2}})\n"
    r"(?:\s*\Z|\n+(?![-*+\s\d]))",
    re.MULTILINE,
)
_LINE = r"(?:\*\*)?[A-Z0-9](?!\d{0,2}[.)] )(?!.*(?:[,;\\-]|  |<br ?/?>)\n)[^|\t\n]{2,60}\n"
_LINES = re.compile(rf"^(?:#{{1,6}} .*)?\n(?P<lines>(?:{_LINE}){{3,}})(?=\n|\Z)", re.MULTILINE)
_GIVEN = re.compile(r"^ {0,3}\[([^\[\]\n]+)\]:", re.MULTILINE)
_PICTURE = re.compile(r"!\[[^\[\]\n]*\]\[([^\[\]\n]+)\]")
_WRONG_MARKS = [
    (r"^ {0,3}(?P<marks>#{7,})(?=[ \t]*\S)", "no heading has more than six marks", "take some away"),
    (r"(?P<marks>^ {0,3}#{1,6})[ \t]*$", "this heading has no words", "write it, or take it out"),
    (
        r"(?<=[a-z][.!?:])(?P<marks>#{2,6}) (?=[A-Z])",
        "no heading begins in the middle of a line",
        "begin a new line before its marks",
    ),
    (
        r"^[^*\n]*(?<![*\w])(?:\*(?P<one>[^*\s][^*\n]*)\*\*|\*\*(?P<two>[^*\s][^*\n]*[^*\s])\*)(?!\*)[^*\n]*$",
        '"{}" has not as many stars on either side',
        "write two on each side, or one",
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


def _places(text: str) -> Iterator[Slip]:
    often: Counter[str] = Counter()
    for match in _PLACE.finditer(text):
        often[name := match["name"]] += 1
        if " " in name.strip():
            yield match.start("name"), f'no link finds "{name}", for the name has spaces', "write - for each"
        if often[name] > 1:
            said = f'two places of the text are named "{name}"'
            yield match.start("name"), said, "name one of them otherwise"


def _tags(text: str) -> Iterator[Slip]:
    opened: Counter[str] = Counter()
    for match in _TAG.finditer(text):
        tag = match[2].lower()
        opened[tag] += -1 if match[1] else not match[0].endswith("/>")
        if opened[tag] < 0:
            opened[tag] = 0
            yield match.start(), f"{match[0]} closes what nothing opened", "take it out"


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


def _swallowed(text: str) -> Iterator[Slip]:
    """Yield the sentences right behind the last of several items, unless items often go on at the margin."""
    found = [match.start("behind") for match in _BEHIND_LIST.finditer(text)]
    if len(found) > len(_GOES_ON.findall(text)) - len(found):
        for at in found:
            yield at, "this paragraph is part of the item above it", "leave a line empty between them"


def _run_together(text: str) -> Iterator[Slip]:
    """Yield lines in a row that each begin with a capital, and are printed as one paragraph."""
    for match in _LINES.finditer(text):
        lines = match["lines"].splitlines()
        if sum(line[-1] not in ".!?:*" for line in lines) > 1:  # a sentence a line is how some write
            said = f"these {len(lines)} lines run together to one paragraph"
            yield match.start("lines"), said, "leave a line empty between them, or make them a list"


_SORTS: Sequence[Callable[[str], Iterator[Slip]]] = (
    _references,
    _places,
    _tags,
    _tables,
    _swallowed,
    _run_together,
)


@text_rule("CT513", "broken-markup", Severity.WARNING)
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    for text in texts:
        wrong = _WRONG_MARKS + (_AS_TYPED if text.role is not TextKind.DOCUMENT else [])
        for file in text.typed:
            found = [*_marks(file.text, wrong), *(slip for find in _SORTS for slip in find(file.text))]
            often = Counter(advice for *_, advice in found)
            for at, said, advice in found:
                if number := often.pop(advice, 0):
                    more = f"; there are {number} such in the text" if number > 1 else ""
                    yield file.at(at), f"{said}{more}", advice
