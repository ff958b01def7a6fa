"""Rules about sections to which a text refers by their titles and their numbers."""

from __future__ import annotations

import difflib
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, pairwise
from operator import itemgetter
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Section, Text, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.matching import any_word, content_words, singular_words, stem, word_keys, word_list

_UNREAD = (TextKind.CARD, TextKind.CHANGELOG, TextKind.TEMPLATE)
_CAPITALS = r"[A-Z][\w’'-]*(?:\s(?:(?:of|the|and|to|in|a|an|for|your)\s)?[A-Z][\w’'-]*){0,6}"
_TITLES = (
    r"\((?:[Ss]ee|cf\.|[Ss]ee also)\s(?P<title>[^()]{3,60})\)",
    r"\b[Ss]ee\s(?:also\s)?(?:the\s)?(?:section\s)?(?:on\s|called\s|titled\s)?"
    r"[\"“](?P<title>[^\"“”]{3,60})[\"”]",
    r"\bthe\s[\"“](?P<title>[^\"“”]{3,60})[\"”](?=\s(?:section|chapter|appendix|sidebar)\b)",
    rf"\b(?:in|from|under|per)\sthe\s[\"“]?(?P<title>{_CAPITALS})[\"”]?(?=\ssection\b)",
    rf"\b[Ss]ee\s(?:also\s)?(?:the\s)?(?P<title>{_CAPITALS})"
    r"(?=\s*(?:[.,;)](?!\w)|(?:section|chapter)\b(?!\s(?:of|in|from)\b)|above\b|below\b|$))",
    r"\b(?:described|explained|detailed|outlined|listed|defined)\s(?:in|under)\s(?:the\s)?[\"“]?"
    rf"(?P<title>{_CAPITALS})",
)
_SEE = tuple(map(re.compile, _TITLES))
_FIRST_BARE = 4  # of these, without quotes, brackets or a word such as section
_CUT = re.compile(r",|\s(?:on\s)?(?:p\.|pages?\b|pp\.)|\s(?:above|below|for|later|earlier|in)\b")
_ELSEWHERE = LazyRegex(
    rf"\b(?:{any_word('told elsewhere')})\b|^[-–+]|[\d§\[\]/]|\bp\.|\w\.(?:md|txt|pdf|docx?|html?)\b"
    r"|\b(?:section|chapter)\s(?:of|in|from)\b"
)
_PAGE_BEHIND = re.compile(r",?[”\"]?[,\s]\s?(?:on\s)?(?:pages?|pp?\.)\s?\d", re.IGNORECASE)
_NO_TITLE = re.compile(r"(?<=[”\"])\s[A-Z][a-z]|\.[A-Za-z]")  # the “Feast” Event, Thanks.md
_AROUND = " .“”\"'"
_EXCERPT = 4  # titles that are not here
_MOST_SOUGHT = 20  # titles for which the section is looked for that may be meant
_LEAST_SIMILARITY = 0.75  # as difflib measures it
_LEADING_NAME = LazyRegex(
    r"(?:[^.:–—\n]{2,60}?(?=\s?[:–—]|\s-\s)|(?:[^\s.]+\s){0,2}[^\s.]+(?=\.?\s*$|\.\s))", re.NOFLAG
)
_NUMBERED_TURN = re.compile(r"\s*\w+\s\d+\W*")  # Turn 1, of an example
_NUMBERED = LazyRegex(r"\s*\[?(?:chapter\s|section\s)?(\d{1,2}(?:\.\d{1,3})*)[.):\]]*(?=\s|$)")
_TABLE = "table"
_CAPTION = re.compile(r"\W*table\s(\d{1,2})\b", re.IGNORECASE)
_PICTURE = re.compile(r"!\[|<img", re.IGNORECASE)
_NO_NUMBER = r"[.–-]\d|\s(?:of|in|from)\s(?:the|our)\s|\s?(?:%|[cm]?m\b|inch|points|edition|x\b|×)"
_NUMBER = re.compile(
    r"(?:\b|(?=[§\[]))(?P<led>see\s|in\s)?(?P<what>(?:chapter|section|rule|paragraph|table|see|as\sin)(?=\s)|§|\[(?=[\d.]+\](?!\()))\s?"
    rf"(?P<number>\d{{1,2}}(?:\.\d{{1,3}})*)\b(?!{_NO_NUMBER})",
    re.IGNORECASE,
)
_FEWEST = 3  # numbered sections beside each other; of tables and parts of sections one less
_BEYOND = 4  # what is many beyond the last belongs to another book


class _NamedTitle(NamedTuple):
    """A title in a block, its offset, whether its page is named, and whether only capitals show it."""

    block: Block
    start: int
    title: str
    has_page: bool
    is_bare: bool


@text_rule("CT407", "lost-section", Severity.WARNING, reads="en")
def lost_section(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """A section that a text sends its readers to is there, under the name it is given.

    Chapters are renamed; "(see turn rules)" stays behind, and readers leaf through the book.

    Bad:

        A flipped card cannot be used again (see Upkeep Rules).
        # and no section, step or term has anything to do with upkeep

    Good:

        A flipped card cannot be used again (see Readying Cards).

    Looked at are titles in brackets or quotes after "see", in quotes before "section", "chapter" or "appendix",
    in capitals after "see" and "as described in", "see section 4.2", "as in 4.2", "see chapter 9" and "see table
    3" in a text whose sections and tables have such numbers. One word in common with a heading, an item, the
    first words of a paragraph, a term or a card is enough. Found in real rules are "see Guilds and Organisations"
    and "as described in Equipment". Overlooked on purpose: pictures, pages, cards, other books, numbers far
    beyond the last in a text that names few others, titles on a page that is named unless they are in quotes and
    stand nowhere else, titles that only capitals show in a text that hardly ever means a section of its own by
    them, and documents that name four sections or more which are not there, and few that are: chapters of a
    longer book.
    """  # noqa: E501
    read = [text for text in texts if text.role not in _UNREAD]
    yield from _number_problems(texts, read)
    yield from _step_problems(texts, read)
    pointers: defaultdict[int, list[Block]] = defaultdict(list)
    for text, block in texts.with_words(*word_list("before the title of a section")):
        pointers[id(text)].append(block)
    pointing = [text for text in read if id(text) in pointers]
    if not pointing:
        return
    stems = {stem(word) for name in _names_of_sections(read) for word in content_words(name)}
    known = (*(each.name for each in facts.names), *(each.term for each in facts.terms))
    names = set(map(singular_words, known))
    for text in pointing:
        words = [link.words.strip('*_` "“”') for link in text.links]
        linked = {*words, *map(" and ".join, pairwise(words))}  # dead-link judges them
        titles = [each for block in pointers[id(text)] for each in _titles_in(block)]
        lost = [each for each in titles if each.title not in linked and _is_lost(each.title, stems, names)]
        missing, named = ({each.title.casefold() for each in group} for group in (lost, titles))
        is_excerpt = len(missing) >= _EXCERPT and 2 * len(missing) > len(named)  # of a longer book
        if not is_excerpt:
            yield from _title_problems(text, _without_strangers(titles, lost))


def _names_of_sections(texts: Iterable[Text]) -> Iterator[str]:
    """Yield everything in some texts that can be found by a name."""
    for section in (section for text in texts for section in text.sections):
        if not _NUMBERED_TURN.fullmatch(section.title):
            yield section.title
        for block in section.blocks:
            if block.sort is BlockType.ROW:
                yield block.text.split("\t", 1)[0]
            elif led := _LEADING_NAME.match(block.text):
                yield f"{block.label} {led[0]}"


def _is_lost(title: str, stems: set[str], names: Collection[tuple[str, ...]]) -> bool:
    """Return whether a title means nothing here: it says something, and none of its words stands anywhere."""
    words = content_words(title)
    return bool(words) and singular_words(title) not in names and stems.isdisjoint(map(stem, words))


def _titles_in(block: Block) -> Iterator[_NamedTitle]:
    seen: set[int] = set()
    for row, match in ((row, each) for row, see in enumerate(_SEE) for each in see.finditer(block.text)):
        written = match["title"].lstrip(_AROUND)
        start = match.end("title") - len(written)
        title = _CUT.split(written, maxsplit=1)[0].strip(_AROUND)
        if start not in seen:
            has_page = _PAGE_BEHIND.match(block.text, start + len(title)) is not None
            is_quoted = block.text[start - 1] in '“"'
            is_title = is_quoted if has_page else not _NO_TITLE.match(block.text, match.end())
            if is_title and not _ELSEWHERE.search(title if has_page else written):
                yield _NamedTitle(block, start, title, has_page, row >= _FIRST_BARE)
        seen.add(start)


def _without_strangers(titles: Sequence[_NamedTitle], lost: Sequence[_NamedTitle]) -> Sequence[_NamedTitle]:
    """Return the lost titles without those shown by capitals only, if most of these name another book."""
    bare, lost_bare = (sum(each.is_bare for each in group) for group in (titles, lost))
    return lost if bare > 2 * lost_bare else [each for each in lost if not each.is_bare]


def _title_problems(text: Text, lost: Sequence[_NamedTitle]) -> Iterator[Problem]:
    whole = "\n".join(block.text for block in text.current) if lost else ""
    titles = {section.title.casefold(): section.title for section in text.sections}
    left = [each for each in lost if not _is_printed_elsewhere(whole, each)]
    for row, (block, start, title, *_) in enumerate(left):
        sought = sorted(titles) if row < _MOST_SOUGHT else []
        near = difflib.get_close_matches(title.casefold(), sought, n=1, cutoff=_LEAST_SIMILARITY)
        meant = f': "{titles[near[0]]}" may be meant' if near else ""
        message = f'nothing here is called "{title}", or nearly so'
        yield block.at(start), message, f"name the section as its heading does{meant}"


def _is_printed_elsewhere(whole: str, said: _NamedTitle) -> bool:
    """Return whether a title with its page, or a single word, stands elsewhere, not marked as a title.

    A single word may be of a heading that lost its line, or the name of something that is told about.
    """
    is_again = whole.count(said.title) > said.block.text.count(said.title)
    return is_again and (said.has_page or " " not in said.title)


def _number_problems(texts: TextIndex, read: Sequence[Text]) -> Iterator[Problem]:
    """Yield sections and tables by a number that none has, where the numbers of those that are here count on.

    What is far beyond the last is of another book, but for a text that has most of the sections it names.
    """
    if not read:  # to look through the texts of a large deck takes long
        return
    blocks = [block for text, block in texts.matching(_NUMBER) if text.role not in _UNREAD]
    numbers = _numbers_here(read) if blocks else {}
    deep = {key.count(".") for key, there in numbers.items() if key and len(there) > 1}
    named = ((block, match) for block in blocks for match in _NUMBER.finditer(block.text))
    judged = ((block.at(match.start("number")), _judged(match, numbers, deep)) for block, match in named)
    answers = [(here, *answer) for here, answer in judged if answer]
    far = sum(is_far for *_, is_far in answers)
    for here, what, message, is_far in answers:
        if message and (2 * far < len(answers) or not is_far):
            yield here, f"there is no {message}", f"name the {what} that is meant"


_FIGURES = re.compile(r"\d{1,2}")
_TITLED = (BlockType.HEADING, BlockType.ROW)
_STEP = re.compile(r"\b[Ss]tep (?P<number>\d{1,2})\b(?! of \d)")


def _step_problems(texts: TextIndex, read: Sequence[Text]) -> Iterator[Problem]:
    """Yield steps that are spoken of and beyond the last of every list and numbered heading there is."""
    blocks = [block for text, block in texts.with_words("step") if text.role not in _UNREAD]
    inside = [block for block in blocks if block.sort is not BlockType.HEADING]
    steps = [(block, match) for block in inside for match in _STEP.finditer(block.text) if match.start()]
    if steps:
        labels = (
            block.label or block.text
            for block in (block for text in read for block in text.current)
            if block.sort in (BlockType.HEADING, BlockType.ROW)
            or block.is_numbered
            or _STEP.match(block.text)
        )
        last = max((int(number) for label in labels for number in _FIGURES.findall(label)), default=0)
        beyond = [(block, match) for block, match in steps if int(match["number"]) > last]
        if last >= _FEWEST and len(beyond) * 2 < max(len(steps), _FEWEST):
            for block, match in beyond:
                message = f"there is no step {match['number']}, the last one is {last}"
                yield block.at(match.start("number")), message, "name the step that is meant"


def _judged(
    match: re.Match[str], numbers: Mapping[str, set[int]], deep: Collection[int]
) -> tuple[str, str, bool] | None:
    """Return what is named, what is not there, and whether it is far from all that is; None for no answer."""
    what, number = re.sub(r"see|as in|§|\[", "section", match["what"].lower()), match["number"]
    parent, dot, last = number.rpartition(".")
    if not (dot or match["led"] or match["what"] == "§"):
        return None
    there = numbers.get(what if what == _TABLE else parent)
    if there is not None:
        is_few = 0 < len(there) < (_FEWEST if not dot and what != _TABLE else _FEWEST - 1)
        if int(last) in there or max(there, default=0) != len(there) or is_few:
            return (what, "", False) if int(last) in there else None
        ending = f", the last one is {parent}{dot}{len(there)}" if there else ""
        is_far = int(last) > len(there) + _BEYOND and not (there and what == _TABLE)
        return what, f"{what} {number}{ending}", is_far
    above, _, top = parent.rpartition(".")
    chapters = numbers.get(above, set())
    if parent.count(".") in deep and len(chapters) > 1 and max(chapters) == len(chapters):
        is_chapter = int(top) in chapters
        none = f"no part of {parent} has a number" if is_chapter else f"the last one is {max(chapters)}"
        return what, f"{what} {number}, {none}", True
    return None


def _numbers_here(read: Iterable[Text]) -> Mapping[str, set[int]]:
    """Return the last figures of the numbers of sections and tables by what stands before: 4 of 3.4 by 3.

    Steps right below a heading count as its parts. Tables without captions are counted where none can be a
    picture.
    """
    found: defaultdict[str, set[int]] = defaultdict(set)
    above = ""
    for block in (block for text in read for block in text.current):
        match = _NUMBERED.match(f"{block.label} {block.text}")
        is_heading = block.sort is BlockType.HEADING
        if is_heading or (match and "." in match[1]):
            above = match[1] if match else ""
        if match and ("." in match[1] or is_heading):
            parent, _, last = match[1].removesuffix(".0").rpartition(".")
            found[parent].add(int(last))
        elif above and block.is_numbered and block.label.isdecimal():
            found[above].add(int(block.label))
        if caption := _CAPTION.match(block.text):
            found[_TABLE].add(int(caption[1]))
    typed = [file.text for text in read for file in text.typed]
    if _TABLE not in found and typed and not any(_PICTURE.search(each) for each in typed):
        found[_TABLE] = {*range(1, sum(len(text.tables) for text in read) + 1)}
    return found


_READ = (TextKind.DOCUMENT, TextKind.RULEBOOK)
_HEADING = LazyRegex(r"\W{0,3}(?:chapter |section |part )?(\d{1,2}(?:\.\d{1,2})*)[.:)]?\s+(\S.*)")
_SPEAKS = re.compile(r"(?:§|\b(?:sections?|chapters?|rules?|see)\b)\s?\d|\(\d{1,2}\.\d", re.IGNORECASE)
_SECTION_NUMBER = r"(?P<number>\d{1,2}(?:\.\d{1,2})*)"
_WHAT = r"(?:(?:section|chapter|rule)\s|§\s?)"
_NAME_BEHIND = re.compile(
    rf"(?<!\w){_WHAT}{_SECTION_NUMBER}(?:,|:|\s[-–—]|\s\(|,?\sthe)?\s?[\"“]?(?P<name>[A-Z])", re.IGNORECASE
)
_NAME_BEFORE = re.compile(
    rf"\s[\[(](?:see\s)?(?:also\s)?(?P<what>{_WHAT})?{_SECTION_NUMBER}[\])]", re.IGNORECASE
)
_FEWEST_NUMBERED = 4  # headings with a number
_LONGEST = 8  # words of a name


@text_rule("CT416", "section-number", Severity.WARNING, reads="en")
def section_number(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """A section that is referred to by its number and its name has both.

    "See Section 22, Open Questions" was right until a chapter was put in before it.

    Bad:

        The dividend is still open (see Section 22, Open Questions).
        # and the headings are "22. Checklist" and "23. Open Questions"

    Good:

        The dividend is still open (see Section 23, Open Questions).

    Looked at are headings with a number, and what refers to one of them by "section", "chapter", "rule" or a sign
    for these, or by a number with a dot, with the whole name of a heading right behind it, or right before it as
    in "the Supply Phase (7.2)". A number and the number of a part of it agree. Overlooked on purpose: a name that
    two headings have where one of the two numbers is right; in front of a number names of one word, unless the
    section says nothing of it; and numbers that no heading has, of which CT407 tells.
    """  # noqa: E501
    is_read = any(text.role in _READ for text in texts)  # no card is
    for text, found in groupby(texts.matching(_SPEAKS) if is_read else (), key=itemgetter(0)):
        blocks = [block for _, block in found if block.sort not in (BlockType.HEADING, BlockType.CODE)]
        if blocks and text.role in _READ:
            yield from _problems(blocks, _numbered(text))


def _numbered(text: Text) -> Mapping[str, Section]:
    """Return the sections of a text by their numbers; nothing where two have one number."""
    found: dict[str, Section] = {}
    for section in text.sections:
        heading = section.headings[-1] if section.headings else None
        match = _HEADING.match(f"{heading.label} {heading.text}".strip()) if heading else None
        number = match[1].removesuffix(".0") if match else ""
        if number in found:
            return {}
        if number:
            found[number] = section
    return found


def _problems(blocks: Sequence[Block], sections: Mapping[str, Section]) -> Iterator[Problem]:
    if len(sections) < _FEWEST_NUMBERED:
        return
    numbers: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for number, section in sections.items():
        numbers[_name_of(section)].append(number)
    for block in blocks:
        behind = ((match, _words_behind(block.text, match)) for match in _NAME_BEHIND.finditer(block.text))
        before = ((match, _words_before(block.text, match)) for match in _NAME_BEFORE.finditer(block.text))
        for match, names in chain(behind, before):
            said = match["number"].removesuffix(".0")
            name = next((each for each in names if each in numbers), ())
            right = numbers[name] if name else []
            if said not in sections or not right or any(_agree(said, each) for each in right):
                continue
            if match.re is _NAME_BEFORE and not _is_sure(name, sections[said], match):
                continue
            title, fix = sections[right[0]].title, f"write {right[0]}, or name the section that is meant"
            message = f'"{title}" is another section than {said}, which is "{sections[said].title}"'
            yield block.at(match.start("number")), message, fix


def _name_of(section: Section) -> tuple[str, ...]:
    """Return the words of a heading without its number and what it says in brackets."""
    match = _HEADING.match(section.title)
    return word_keys(re.sub(r"\s*\([^()]*\)\W*$", "", match[2] if match else section.title))


def _words_behind(text: str, match: re.Match[str]) -> Iterator[tuple[str, ...]]:
    """Yield what may be the name behind a number, the longest first."""
    words = word_keys(re.split(r"[.;)\]\"”\n]", text[match.start("name") :], maxsplit=1)[0])[:_LONGEST]
    yield from (words[:end] for end in range(len(words), 0, -1))


def _words_before(text: str, match: re.Match[str]) -> Iterator[tuple[str, ...]]:
    """Yield what may be the name before a number, the longest first."""
    words = word_keys(re.split(r"[.;:()\[\]\n]", text[: match.start()])[-1])[-_LONGEST:]
    yield from (words[start:] for start in range(len(words)))


def _agree(number: str, other: str) -> bool:
    """Return whether one of two numbers is the other, or of a part of it."""
    return f"{number}.".startswith(f"{other}.") or f"{other}.".startswith(f"{number}.")


def _is_sure(name: Sequence[str], section: Section, match: re.Match[str]) -> bool:
    """Return whether a name before a number can only be that of a section, and the section has none of it."""
    says = word_keys(" ".join((section.title, *(block.text for block in section.blocks))))
    is_said = any(says[at : at + len(name)] == tuple(name) for at in range(len(says)))
    return not is_said and (len(name) > 1 or "." in match["number"] or bool(match["what"]))
