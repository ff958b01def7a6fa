"""Rules about what is left over in a text: placeholders, open questions, items that say nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from cardtool.documents import Block, BlockType, MarkdownFile, Table, Text, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.matching import any_word
from cardtool.model import Source

_PICTURE = r"(?:diagram|image|picture|photo|figure|illustration|screenshot|artwork|graphic|drawing|logo)s?"
_COMING = rf"(?:{_PICTURE}|text|table|example|link|name|number|title|caption|quote|page|date|version|rules?)"
_NOUN = (
    r"(?:cards|tokens|tiles|dice|players|points|pieces|cubes|coins|markers|meeples|figures|minutes|turns|"
    r"rounds|boards|miniatures)"
)

_SPOKEN_OF = (
    r"(?:and|or|is|are|means|in|lists?|items?|sections?|notes?|markers?|comments?|tags?|files?|entries)"
)

_HELD = LazyRegex(
    r"<<\s*(?:[A-Z][A-Z0-9'’&/,.:_-]*(?:\s+[A-Z0-9'’&/,.:_-]+)*"
    rf"|[^<>]{{0,120}}?\b(?i:{_PICTURE}|insert|replace|todo|tbd|tbc|goes here|placeholder)\b"
    r"[^<>]{0,120}?)\s*>>",
    re.NOFLAG,
)
_MENTIONED = "(?<![\"“'‘`])" + "".join(
    rf"(?<!\b(?i:{word})\s)"
    for word in ("marked", "tagged", "labelled", "labeled", r"listed\sas", r"marked\sas")
)  # words that speak of the note behind them
_NAMED = rf"(?:an?\s+|the\s+)?(?:[\w-]+\s+)?(?i:{_COMING})"
_NOTES = (
    rf"(?=T){_MENTIONED}\bT\.?B\.?[DC]\b\.?(?![\w-]|\s(?:items?|lists?|markers?|tags?|means|stands|is\sshort)\b)",
    rf"(?=[FT]){_MENTIONED}\b(?:FIXME|TKTK)\b",
    rf"(?=T)(?<!\bthe\s){_MENTIONED}\bTODO\b"
    rf"(?=\s*(?:\([\w -]{{1,30}}\)\s*)?:|\s+(?!{_SPOKEN_OF}\b)[a-z]|\s*[.)\]]|\s*$)",
    r"(?=\[)(?<!\bmarked\s)(?<!\btagged\s)\[(?:VERIFY|CONFIRM|PLACEHOLDER)\b[^\[\]\n]{0,60}\]",
    r"(?=\?)(?<=[\w:,] )(?<!\?\s)\?{3,}(?=\s+[a-z]{3,})",
    r"(?=_)(?<=[a-z]\s)__(?=\s+[a-z]|\s*$)",
    r"\b(?i:lorem\s+ipsum)\b",
    rf"\[\s*(?i:insert)\s+{_NAMED}\b[^\[\]()\n]{{0,60}}\]",
    r"\{\{\s*(?:INSERT|ADD|TODO|TBD)\s[^{}\n]{1,100}\}\}",
    r"[\[({]\s*(?i:insert)\s[^\[\](){}\n]{1,60}\s(?i:here)\s*[\])}]",
    rf"[\[(]\s*(?i:{_PICTURE}\s+(?:goes\s+|to\s+go\s+|comes\s+)?here)\s*[\])]",
    r"\[(?i:(?:[\w-]+\s){0,8}(?:development|examples?|details?|video|rules?)\s(?:possible\s|goes\s)?here)\b[^\[\]\n]{0,30}\]",
    r"[\[(]\s*(?i:(?:[\w-]+\s){0,6}to\s+be\s+"
    r"(?:determined|decided|announced|written|added|defined|confirmed))\s*[\])]",
    r"[\[(]\s*(?i:(?:[\w-]+\s){0,8}(?:would|will)\s+(?:be\s+\w+|go)\s+here)\s*[\])]",
    r"\[(?i:(?:x{1,3}|add|some)\s)?(?i:link)\](?![(\[:])",
    r"[\[(]\s*(?i:coming\s+soon|work\s+in\s+progress|under\s+construction)\W{0,3}[\])]",
    r"\[[A-Z ]{0,40}\b(?:PENDING|NEEDED|MISSING|UNFINISHED)\b[A-Z ]{0,40}\]",
    r"(?=[Xx#?_])(?:(?<=\b[Pp]age\s)|(?<=\b[Pp]ages\s)|(?<=\b[Ss]ee\s)(?![Xx]\b))(?:[Xx]+|#+|\?+|_+)(?!\w)",
    r"(?=t)(?<![\w-])(?:tbd|tbc|tba)(?![\w-])",
    r"\[TO[\s-]DO\b[^\[\]\n]{0,60}\]",
    r"[\[(]\s*(?i:à\s(?:compléter|définir|préciser)|noch\szu\s(?:ergänzen|klären)|por\s(?:completar|definir))\s*[\])]",
    r"[\[(]\s*(?i:da\s(?:completare|definire)|nog\s(?:aan|in)\ste\svullen)\s*[\])]",
    r"\((?:[Ss]ee|cf\.)(?:\s(?:page|pages|section|rule))?\s*\)",
    rf"(?=[Xx#])(?<![\w.#])(?:XX++|xx++|##++)(?=\s+{_NOUN}\b)",
    r"(?i:\berror!\s+(?:reference\s+source|bookmark)\s+not\s+(?:found|defined)\.?)",
)
_WORDS = LazyRegex("|".join(_NOTES), re.NOFLAG)
_LONGEST_FILLER = 300  # letters of what is put for a whole text
_WAITS = (
    r"\([^()\[\]]*\b(?i:here|\w+ed|written|soon|progress|construction|compléter|définir|préciser|"
    r"ergänzen|klären|completare?|definire?|vullen)(?:\s*|\W{0,3})[\])]"
)
_SIGNS = re.compile(
    rf"<<|\{{\{{|\?\?|__|##|\[|\((?:[Ss]ee|cf\.)|[xX]{{2}}|(?:[Ss]ee|ages?) [#?_xX]|T\.B|{_WAITS}"
)
_SIGNAL_WORDS = (
    "tbd tbc tba fixme tktk todo lorem error wip progress soon construction,"
    "write type enter insert sample placeholder, your"
)
_SIGNALS = tuple(tuple(words.split()) for words in _SIGNAL_WORDS.split(","))
_TO_COME = ("here", "text", "title", "heading", "content", "paragraph")
"""Each of the above has one of these; one of each of the others, what is put for a whole text."""

_FILLERS = (
    r"(?:write|type|enter|insert)(?:\s+(?:your\s+)?text)?\s+here(?:\s*(?:…|\.{2,}))",
    r"(?:your|sample|placeholder|enter|insert|write|type)\s+(?:your\s+)?"
    r"(?:text|title|heading|content|paragraph)(?:\s+(?:goes\s+)?here)?\W*",
)
_WAITING = (
    r"(?:todo|tbd|tba|tbc|wip|work in progress|coming soon|under construction)\W*",
    r"(?<!!)\[(?:overview|lists?|examples?|details?|description|summary|tables?|links?|pictures?)(?:\s[\w/&-]+){0,3}\]",
)
_ICON = "[link]"  # as cards of some games write one
_WHOLE = LazyRegex(rf"\W*?(?:{'|'.join((*_FILLERS, *_WAITING))})$", re.IGNORECASE | re.DOTALL)


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
    words, *fillers = _SIGNALS
    to_come = (_TO_COME, _TO_COME[1:])  # your text, but not: yours is here
    put = (block for pair in zip(fillers, to_come, strict=True) for block in texts.with_words_of_all(*pair))
    may_wait = {id(block) for _, block in (*texts.with_words(*words), *put, *texts.matching(_SIGNS))}
    for text, block in ((each, block) for each in texts for block in each.blocks if block.past is in_history):
        if id(block) in may_wait or block.past or block.sort is BlockType.FURNITURE:  # which the index lacks
            for start, end in _placeholder_spans(block.text):
                said = " ".join(block.text[start:end].split())
                is_heading = block.sort is BlockType.ROW and said == "#"  # Page #, of a column
                if not (is_heading or (text.role is TextKind.CARD and said == _ICON)):
                    yield block.at(start), said


def _placeholder_spans(text: str) -> Iterator[tuple[int, int]]:
    if len(text) < _LONGEST_FILLER and (whole := _WHOLE.match(text)):
        yield whole.start(), whole.end()
        return
    held = [match.span() for match in _HELD.finditer(text)] if "<<" in text else []
    yield from held
    inside = {at for start, end in held for at in range(start, end)}
    yield from (match.span() for match in _WORDS.finditer(text) if match.start() not in inside)


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
            for block, after in zip_longest(blocks, blocks[1:]):
                is_empty = block.sort is BlockType.ITEM and _SAYS_NOTHING.fullmatch(block.text) is not None
                is_page_number = text.is_plain and block.is_numbered
                if is_empty and not is_page_number and not _is_filled_by(block, after):
                    number = f" {block.label}" if block.is_numbered else ""
                    yield block.at(), f"item{number} of this list says nothing", "write it, or take it out"
            following = dict(zip(map(id, blocks), blocks[1:], strict=False))
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
