"""Rules about what is left over in a text: placeholders, open questions, items that say nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from cardtool.documents import Block, BlockType, MarkdownFile, Table, Text, TextKind, read_lists
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.matching import any_word, word_list
from cardtool.model import Source

_PATTERNS = read_lists(Path(__file__).with_name("placeholders.txt"))
_NAME_OF_LIST = re.compile(r"\{([a-z ]+)\}")


def _any_of(name: str) -> str:
    """Return a pattern of one of these lists, in which others are called by their names."""
    lines = (_NAME_OF_LIST.sub(lambda match: _any_of(match[1]), line) for line in _PATTERNS[name])
    return f"(?:{'|'.join(lines)})"


_NOTES = LazyRegex(_any_of("notes"), re.NOFLAG)
_HELD = LazyRegex(rf"<<\s*{_any_of('in angle brackets')}\s*>>", re.NOFLAG)
_WHOLE = LazyRegex(rf"\W*?{_any_of('put for a whole text')}$", re.IGNORECASE | re.DOTALL)
_LONGEST_WHOLE = 300  # letters
_SIGNS = re.compile(rf"[<{{?_#\[(xXT](?<=(?={_any_of('signs of notes')}).)")  # asked of few letters
_WORDS, _ASKING = word_list("words of notes to oneself"), word_list("asking for a text")
_TO_COME = ("text", "title", "heading", "content", "paragraph")
"""Each note has a sign or a word of these; what is put for a whole text may have one each of the others."""

_ICON = "[link]"  # as cards of some games write one


@text_rule("CT601", "placeholder", Severity.ERROR)
def placeholder(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """Nothing in a text still waits to be written.

    "<<DIAGRAM>>", "TBD" and "Write here…" are notes to oneself. They are found in print by those who
    paid for it.

    Bad:

        The owner can place a guard there <<DIAGRAM>>
        Shuffle the XX cards (see page XX).

    Good:

        The owner can place a guard there.
        Shuffle the 35 cards.

    Looked at is every text but the changelog (CT612 left-open): words in double angle brackets that are
    capitals or speak of a picture or a text, `[insert …]`, `[NAME PENDING]`, "(would be described here)",
    "(to be confirmed)" and "(à compléter)" in several languages, TBD, TODO, FIXME, `???` before a word, `__`
    between words, XX before a noun or after "page" and "see", "(see )", Lorem ipsum, what a word processor, a
    form or a site builder puts where a text is to come, and references that a word processor could not
    resolve.

    Overlooked on purpose: code; "TODO and FAQ sections" and "items marked TBD", which speak of such notes;
    `???` as a value of its own, which may be a mystery; Roman numerals.
    """
    for place, said in placeholders_in(texts, in_history=False):
        yield place, f'"{said}" still waits to be written', "write it, or take it out"


def placeholders_in(texts: TextIndex, *, in_history: bool) -> Iterator[tuple[Source, str]]:
    """Yield what waits to be written, and where: in texts of today, or in what tells of the past."""
    asked = texts.with_words_of_all(_ASKING, ("here", *_TO_COME))
    yours = texts.with_words_of_all(("your",), _TO_COME)
    signs = texts.matching(_SIGNS)
    may_wait = {id(block) for _, block in (*texts.with_words(*_WORDS), *asked, *yours, *signs)}
    for text, block in ((each, block) for each in texts for block in each.blocks if block.past is in_history):
        if id(block) in may_wait or block.past or block.sort is BlockType.FURNITURE:  # which the index lacks
            for start, end in _placeholder_spans(block.text):
                said = " ".join(block.text[start:end].split())
                is_heading = block.sort is BlockType.ROW and said == "#"  # Page #, of a column
                if not (is_heading or (text.role is TextKind.CARD and said == _ICON)):
                    yield block.at(start), said


def _placeholder_spans(text: str) -> Iterator[tuple[int, int]]:
    if len(text) < _LONGEST_WHOLE and (whole := _WHOLE.match(text)):
        yield whole.start(), whole.end()
        return
    held = [match.span() for match in _HELD.finditer(text)] if "<<" in text else []
    yield from held
    inside = {at for start, end in held for at in range(start, end)}
    yield from (match.span() for match in _NOTES.finditer(text) if match.start() not in inside)


@text_rule("CT612", "left-open", Severity.WARNING)
def left_open(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """No text leaves a question of its author's open.

    "May also be used against other players - TBD" was written in spring. Was it decided, and how? Who
    reads the changelog, or a rule with "[check this]" behind it, learns that something may be otherwise.

    Bad:

        V1.1: Prizes may also be used against other players - TBD
        Draw three cards [should this be four?].

    Good:

        V1.1: Prizes may be used against other players.
        Draw four cards.

    Looked for in the changelog, of the game or inside a document, are the notes to oneself that are an
    error in a text of today (CT601 placeholder); in texts of today, notes of an editor in brackets, such as
    "(needs testing)", "[how many?]", "[ask Tom]", "()" and "draw (n) cards", cells of a table that hold
    nothing but a question mark or a note; and what "isn't worked out yet". Overlooked on purpose: whether a
    later entry has settled the matter, if so, say so; and a column that is full of question marks.
    """
    for place, said in placeholders_in(texts, in_history=True):
        yield place, f'the changelog still says "{said}"', "say what came of it, or take the note out"
    for text in texts:
        yield from (problem for file in text.typed for problem in _hidden_notes(file))
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK):
            for block in text.current:
                for start, said in (_open_cells if block.sort is BlockType.ROW else _editor_notes)(block):
                    message = f'"{said}" is a question of the author'
                    yield block.at(start), message, "answer it, or take it out"


_HIDDEN = re.compile(r"\b(?:TODO|FIXME|XXX|TBD|TBC)\b")


def _hidden_notes(file: MarkdownFile) -> Iterator[Problem]:
    """Yield the first note in a comment, which only the authors see, and how many there are."""
    notes = [start + match.start() for start, said in file.comments for match in _HIDDEN.finditer(said)]
    for at in notes[:1]:
        more = f"; there are {len(notes)} such in the text" if notes[1:] else ""
        yield file.at(at), f"a comment still says what is to be done{more}", "do it, or take it out"


_IN_BRACKETS = LazyRegex(
    r"\[(?P<square>[^\[\]\n]{3,100})\](?![(\[:])"
    r"|(?P<empty>(?<=[a-z] )(?:\(\)(?=[\s.,;:])|\(n\)(?=\s(?!of\s|is\s)[a-z]{3,})))"
    r"|\((?P<round>[^()\n]{1,100})\)",
    re.NOFLAG,
)
_UNSURE = LazyRegex(r"(?:\A|(?<=[a-z]\s))(?P<said>[\w'’-]*(?<!\W)\?\?+)\s*(?:\Z|(?=[)\]]))", re.NOFLAG)
_MADE = r"(?:worked\sout|written|designed|finali[sz]ed|implemented|balanced|playtested|fleshed\sout)"
_UNFINISHED = LazyRegex(
    rf"(?P<said>\b(?:(?:is|are|was|has|have)(?:n['’]t|\snot)\s(?:been\s)?(?:{_MADE}\syet|yet\s(?:been\s)?{_MADE})"
    rf"|(?:still\s(?:to\sbe|needs?\sto\sbe)|not\syet(?:\sbeen)?)\s{_MADE})\b)"
)
_NOTE = LazyRegex(rf"{any_word('notes of an editor')}\b|(?-i:ask\s[A-Z][a-z]+(?:\s[a-z]|\Z))")
_ASIDE = LazyRegex(
    rf"{any_word('notes of an editor in brackets')}|(?:maybe|perhaps|should\s(?:this|we))\s.*\?"
)
_LEAST_ASKED = 3  # words of a question
_OPEN_CELL = re.compile(r"\t *(\?{1,3}|tbd|tba|tbc|todo|x{2,}) *(?=\t|\Z)", re.IGNORECASE)
_MOST_OPEN = 2  # cells of a row; more are a table of what is not known


def _editor_notes(block: Block) -> Iterator[tuple[int, str]]:
    """Yield the notes in brackets that ask or tell an editor something, and marks that ask alone."""
    for match in (*_UNSURE.finditer(block.text), *_UNFINISHED.finditer(block.text)):
        yield match.start("said"), " ".join(match["said"].split())
    for match in _IN_BRACKETS.finditer(block.text):
        square, said = match["square"] or "", match["round"] or ""
        is_question = square.endswith("?") and len(square.split()) >= _LEAST_ASKED
        if match["empty"] or is_question or _NOTE.match(square) or _ASIDE.fullmatch(said):
            yield match.start(), " ".join(match[0].split())


def _open_cells(row: Block) -> Iterator[tuple[int, str]]:
    """Yield the cells behind the first that hold a question mark or a note, unless they are many."""
    found = [(match.start(1), match[1]) for match in _OPEN_CELL.finditer(row.text)]
    yield from found if len(found) <= _MOST_OPEN and len(found) < row.text.count("\t") else ()


_LABEL = LazyRegex(r"[^\W_][^:.!?;–—\n]{0,38}?(?::|\s[–—-])(?:\s+|$)", re.NOFLAG)
_FEWEST_SAID, _FEWEST_ROWS = 3, 3  # words behind a label of a list, and rows, where all say something
_SAYS_NOTHING = re.compile(r"[\s*_~-]*(?:etc\W*)?", re.IGNORECASE)


@text_rule("CT603", "empty-item", Severity.WARNING)
def empty_item(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """Every item of a list says something.

    A bullet with nothing behind it is a line somebody meant to write, or to delete. Readers wonder which.

    Bad:

        - Draw a card.
        -

    Good:

        - Draw a card.

    So does every label, such as "Ring:", where others of the list do, and every row of a table that begins
    with a number, as what is rolled, where twice as many do.
    Overlooked on purpose: an item that only holds a list of its own, or whose text follows in a
    paragraph or as code.
    """
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK):
            blocks = [each for each in text.blocks if not each.past and each.sort is not BlockType.FURNITURE]
            following = dict(zip(map(id, blocks), blocks[1:], strict=False))
            for block in blocks:
                is_empty = block.sort is BlockType.ITEM and _SAYS_NOTHING.fullmatch(block.text)
                is_page_number = text.is_plain and block.is_numbered
                if is_empty and not is_page_number and not _is_filled_by(block, following.get(id(block))):
                    number = f" {block.label}" if block.is_numbered else ""
                    yield block.at(), f"item{number} of this list says nothing", "write it, or take it out"
            for item in (item for listing in text.lists for item in _bare_labels(listing.items)):
                if not _is_filled_by(item, following.get(id(item))):
                    message = f'"{" ".join(item.text.split())}" says nothing, where others of the list do'
                    yield item.at(), message, "write it, or take it out"
            for row in (row for table in text.tables for row in _empty_rows(table)):
                message = f"row {row.text.strip()} of this table says nothing"
                yield row.at(), message, "write it, or take it out"


def _bare_labels(items: Sequence[Block]) -> Sequence[Block]:
    """Return the items that end behind their label, where another says something there."""
    labels = [(item, match.end()) for item in items if (match := _LABEL.match(item.text))]
    is_said = any(len(item.text[end:].split()) >= _FEWEST_SAID for item, end in labels)
    return [item for item, end in labels if end == len(item.text)] if is_said else ()


def _empty_rows(table: Table) -> Sequence[Block]:
    """Return the rows that hold a number and nothing else, where most hold more."""
    empty = [row for row in table.rows if row.text.strip().isdecimal()]
    full = [row for row in table.rows if "\t" in row.text.strip() and row.text[0].isdecimal()]
    return empty if len(full) >= max(_FEWEST_ROWS, 2 * len(empty)) else ()


def _is_filled_by(item: Block, after: Block | None) -> bool:
    if after is None or after.sort is BlockType.HEADING:
        return False
    return after.sort is not BlockType.ITEM or after.level > item.level
