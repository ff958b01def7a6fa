"""Rules about the markup of documents: headings, and what was to be markup and is printed as it is typed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest

from cardtool.documents import Block, BlockType, Text, TextKind
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, also_in_lines, text_rule

_MOST_EACH, _MOST = 0.2, 0.5  # of all headings: that are told each, and at all
_FIRST = re.compile(r"\W*(?:[^\W\d]+ )?1(?![\d.]\d)\b")  # `1. Choose`, `Stage 1: Setup`
_NO_TITLE = re.compile(r"\[!|[.!]\Z")  # `[!NOTE]`, or a sentence
_FEWEST_WORDS, _WORDS_TOLD = 3, 5  # of what announces something; of its end, in the message


def _with_headings(texts: Sequence[Text]) -> Iterator[Text]:
    """Yield the rulebook and documents in which headings are marked, and not guessed."""
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK) and not text.is_plain:
            yield text


@text_rule("CT506", "empty-section", Severity.WARNING, unsure_elsewhere=True)
def empty_section(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """Every heading has something under it.

    A heading with nothing below is a chapter that was never written, or whose text was moved.

    Bad:

        ## Milking
        # Scoring

    Good:

        ## Milking
        Take one milk for each cow.
        # Scoring

    So does what is announced: "a chart that looks like this:" in front of the next chapter.

    Found in real rules: "Battlemap" and "The basics" with nothing before the next chapter. Overlooked on
    purpose: headings with others of a lower rank, a picture or code under them, those that are a link or a
    sentence, titles at the beginning, plain text, and texts where half the headings are so; one finding
    stands for many.
    """
    for text in _with_headings(texts):
        headings = sum(block.sort is BlockType.HEADING for block in text.blocks)
        ending = list(_last_of_sections(text.blocks))
        empty = [block for block in ending if block.sort is BlockType.HEADING]
        linked = {link.source.line for link in text.links}
        named = (each for each in empty if not _NO_TITLE.search(each.text))
        titles = [each for each in named if each.at().line not in linked]
        if len(empty) <= _MOST_EACH * headings:
            for heading in titles:
                yield heading.at(), f'nothing stands under "{heading.text}"', "write it, or take it out"
        elif titles and len(empty) <= _MOST * headings:
            here, *others = (each.at() for each in titles)
            said = f'nothing stands under "{titles[0].text}"{also_in_lines(here, others)}'
            yield here, said, "write them, or take them out"
        for block in ending:
            words = block.text.split() if block.sort in (BlockType.PARAGRAPH, BlockType.ITEM) else []
            if block.text.endswith(":") and len(words) >= _FEWEST_WORDS:
                said = f'nothing follows "{" ".join(words[-_WORDS_TOLD:])}"'
                yield block.at(), said, "write what is announced, or end it with a full stop"


def _last_of_sections(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield what nothing follows, or a heading that is not below its own, from the first text on."""
    begun, rank = False, 0
    for block, after in zip_longest(blocks, blocks[1:]):
        is_heading = block.sort is BlockType.HEADING
        begun, rank = begun or not is_heading, block.level if is_heading else rank
        is_end = after is None or after.file != block.file
        is_last = is_end or (after.sort is BlockType.HEADING and after.level <= rank)
        if not (is_end or is_heading) and (after.text.endswith(":") or _FIRST.match(after.text)):
            continue  # a line that is no heading but looks so, or the first step: they are what was announced
        if begun and is_last and not block.past:
            yield block


_JOINED = re.compile(r"(?P<marks>#{2,6}|#(?=[A-Z]))(?P<word>[^\W\d_]\w*)")


@text_rule("CT511", "heading-mark", Severity.WARNING, reads="en")
def heading_mark(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """A line that begins with the mark of a heading is one.

    Markdown wants a space behind the marks. "##Setup" is printed as it is typed, and in no list of contents.

    Bad:

        ##Setup

    Good:

        ## Setup

    Found in real rules by the dozen, for some programs show them as headings. The first of a text is told,
    with their number. Overlooked on purpose: "#1", "#goats" and plain text.
    """
    for text in _with_headings(texts):
        lines = [block for block in text.current if block.sort is BlockType.PARAGRAPH]
        joined = [(block, match) for block in lines if (match := _JOINED.match(block.text))]
        for block, match in joined[:1]:
            message = f'"{match[0]}" begins no heading without a space behind the marks{_others(joined)}'
            yield block.at(), message, f'write "{match["marks"]} {match["word"]}"'


@text_rule("CT512", "heading-rank", Severity.INFO)
def heading_rank(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """No heading stands two ranks below the one before it.

    The contents, the marks at the side of a PDF and programs that read aloud show what belongs to what by the
    ranks of headings.

    Bad:

        ## Combat
        #### Ranged attacks

    Good:

        ## Combat
        ### Ranged attacks

    The first of a text is told, with their number, for they mostly come in rows; one real rulebook of seven
    has some. Overlooked on purpose: plain text, where ranks are guessed.
    """
    for text in _with_headings(texts):
        headings = [block for block in text.current if block.sort is BlockType.HEADING]
        pairs = (pair for pair in pairwise(headings) if pair[0].file == pair[1].file)
        deep = [(above, each) for above, each in pairs if each.level > above.level + 1]
        for above, heading in deep[:1]:
            message = f"a heading of rank {heading.level} stands below one of rank {above.level}"
            yield heading.at(), f"{message}{_others(deep)}", f"give it rank {above.level + 1}"


def _others(found: Sequence[object]) -> str:
    """Return how many there are beside the first; of what a text has by habit one finding is enough."""
    return f"; there are {len(found)} such in the text" if len(found) > 1 else ""


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


@text_rule("CT513", "broken-markup", Severity.WARNING, unsure_elsewhere=True)
def broken_markup(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
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
    """  # noqa: E501
    for text in texts:
        wrong = _WRONG_MARKS + (_AS_TYPED if text.role is not TextKind.DOCUMENT else [])
        for file in text.typed:
            found = [*_marks(file.text, wrong), *_references(file.text), *_tables(file.text)]
            often = Counter(advice for *_, advice in found)
            for at, said, advice in found:
                if number := often.pop(advice, 0):
                    more = f"; there are {number} such in the text" if number > 1 else ""
                    yield file.at(at), f"{said}{more}", advice
