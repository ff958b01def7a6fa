"""Rules about what leads to another place of a document: its links, and the list of its contents."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import takewhile

from cardtool.documents import Anchors, Block, BlockType, Link, Section, Text, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.matching import any_word
from cardtool.model import Source
from cardtool.project import did_you_mean

_LIKE_AN_ADDRESS = r"(?=#|[^()]{0,80}/|[^()]{0,80}\.\w{2,5}\))"
_QUOTED = re.compile(r"[\"“][^\s\"“”]*[./][^\s\"“”]*[\"”]")
_ADDRESS = re.compile(r"(?:www\.|(?:[\w-]+\.)+(?:com|org|net|edu|gov|io|info|gg)(?:[/?#]|$))")
_MOST_TYPED = 3  # findings of what is printed as it was typed: the pictures of a draft come in dozens
_ENDING = 2  # letters that the words of a link may have and its target not: talents, #talentlist
_DRAFTS = "SUMMARY.md"  # of an mdBook, in which a chapter without a file is one that is still to come
_SECTION = LazyRegex(r"(\d{1,2}(?:\.\d{1,2})+)|(?:section |chapter |§ ?)(\d{1,2}(?:\.\d{1,2})*)")
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2})*)[.:)]?\s")
_AS_TYPED = re.compile(
    rf"(?P<link>\[[^\[\]\n]{{1,100}}\]\({_LIKE_AN_ADDRESS}[^()\s]+ [^()\n\"'<>{{}}]{{0,100}}\))"
    r"|!\[(?:[^\[\]\s]+ ){2,}[^\[\]\s]+\](?![(\[:])"
)


@text_rule("CT409", "dead-link", Severity.WARNING)
def dead_link(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """Every link of a document leads somewhere.

    In print the sentence promises a chapter that was renamed, or never written.

    Bad:

        See [Feeding].

        [Feeding]: #feding
        # and the only heading is called "Feeding the goats"

    Good:

        See [Feeding].

        [Feeding]: #feeding-the-goats

    Found in real rules: a link to "#modifiers" where both headings say what is modified, and links to chapters
    that were never saved beside the text. Looked at are links of Markdown documents and of a game's rulebook, in
    whose print a dead one leads nowhere: to headings, named places, files, headings of these files and pages of a
    wiki (`[[Setup]]`), links without a target, links to 2.1 that say 2.2, and what was to be a link or a picture
    and is printed as it is typed. Overlooked on purpose: `#top`, websites, paths that begin at the root of one,
    upper and lower case; files and pages of a text for which most of those it names are not there: it was taken
    out of its folder; and chapters to come, in the SUMMARY.md of an mdBook.
    """  # noqa: E501
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK) and not text.is_plain:
            yield from _problems(text)
            typed = [each for block in text.current for each in _typed_problems(block)]
            for row, (place, said, fix) in enumerate(typed[:_MOST_TYPED], start=1):
                more = len(typed) - row if row == _MOST_TYPED else 0
                yield place, f"{said}, and {more} more like it" if more else said, fix


def _problems(text: Text) -> Iterator[Problem]:
    anchors = Anchors(text.anchors)
    pages = {link.target.casefold(): link for link in reversed(text.links) if link.is_page}
    files = [link for link in text.links if link.file and not link.is_page]
    at_home = {True: _is_at_home(pages.values()), False: _is_at_home(files)}
    links = [*(link for link in text.links if not link.is_page), *pages.values()]
    for link in links:
        leads = f'the link "{link.words}" leads'
        if _QUOTED.fullmatch(link.target):
            yield link.source, f"the address {link.target} stands in quotes", "take the quotes out"
        elif link.target in ("", "#") and text.title != _DRAFTS:
            yield link.source, f"{leads} nowhere", "say where it leads, or take it out"
        elif link.anchor and link.anchor not in anchors:
            near = did_you_mean(link.anchor.replace("-", " "), map(str.casefold, text.anchors))
            lost = f'nothing in this text is called "#{link.anchor}"{near}'
            yield link.source, lost, "link to a heading as it is called now"
        elif link.anchor and _is_elsewhere(link, anchors):
            said = f'{leads} to #{link.anchor}, and another place is called "{link.words}"'
            yield link.source, said, "link to that, or name what is meant"
        elif link.anchor and _is_numbered_otherwise(link, anchors):
            said = f'{leads} to "{anchors.name_of(link.anchor)}"'
            yield link.source, said, "link to what has that number, or name the number that this has"
        elif link.is_lost and _ADDRESS.match(link.target):
            yield link.source, f"{link.target} is looked for beside this text", f"write https://{link.target}"
        elif link.is_lost and at_home[link.is_page]:
            named = f'page "{link.target}"' if link.is_page else link.file
            yield link.source, f"there is no {named} beside this text", "name the file that is meant"
        elif link.is_lost_place:
            said = f'nothing in {link.file} is called "#{link.place}"'
            yield link.source, said, "link to a heading as it is called now"


def _is_at_home(links: Collection[Link]) -> bool:
    """Return whether what half of the links name is there; else it was left behind, not forgotten."""
    return 2 * sum(link.is_lost for link in links) <= len(links)


def _is_elsewhere(link: Link, anchors: Anchors) -> bool:
    """Return whether the words of a link are the name of one place, and its target is another."""
    words, target = (re.sub(r"[\W_]+", "", each).casefold() for each in (link.words, link.anchor))
    forms = {words, re.sub(r"[^a-z\d]", "", words) or words}  # some programs leave out letters with an accent
    is_near = any(each[:-_ENDING] in target or target in each for each in forms)
    return link.words in anchors and not is_near


def _is_numbered_otherwise(link: Link, anchors: Anchors) -> bool:
    """Return whether a link names a section by one number, and leads to one with another."""
    said, there = (
        _SECTION.fullmatch(link.words.strip("*_` ()")),
        _NUMBERED.match(anchors.name_of(link.anchor)),
    )
    one, two = (f"{said[1] or said[2]}.", f"{there[1]}.") if said and there else ("", "")
    return not (one.startswith(two) or two.startswith(one))


def _typed_problems(block: Block) -> Iterator[tuple[Source, str, str]]:
    """Yield what was to be a link or a picture, and is printed as it is typed."""
    for match in _AS_TYPED.finditer(block.text) if "](" in block.text or "![" in block.text else ():
        said, here = " ".join(match[0].split()), block.at(match.start())
        if match["link"]:
            yield here, f'"{said}" is no link: its address has spaces', "write %20 for each"
        else:
            yield here, f'"{said}" is no picture: it has no address', "say which file it is"


_HEADING = BlockType.HEADING
_CONTENTS = LazyRegex(rf"{any_word('titles of contents')}|overview of (?:the )?(?:rules|chapters)")
_NUMBER = re.compile(r"^\W*(?:\d{1,2}(?:\.\d{1,2})*[.:)]?|[IVX]{1,5}[.:)])\s")
_PAGE = re.compile(r"\s*(?:\.{2,}|…|\t|[-–—]).{0,12}$|[\s,]+(?:p\.?\s?|page\s)?\d{1,3}$")
_LINE = re.compile(
    r"\n|\A(?:\d{1,2}(?:\.\d{1,2})*[.:)]?\s[^.!?]{1,60}|\S.{0,200}(?:\.{3,99}|\t)\s?\d{1,3})\Z"
)
_NEXT_LINE = re.compile(r"\n| (?=\d{1,2}\.\d{1,2} [A-Z])")  # as 2.1 is below 2, further in or not
_TOLD = re.compile(r"\s[-–—]\s|:\s")  # between a title and what is said of it
_ASIDE = re.compile(r"\s*\([^()]*\)\W*$")
_WORD = re.compile(r"[^\W_]+")
_FEWEST, _LEAST = 4, 0.6  # lines that are headings, and their part of all
_LONGEST_TITLE = 1_000  # letters; what is longer is no heading, and no line of a list of them
_WHOLE = 6  # headings of a rank that are listed
_MOST_LEFT_OUT = (1 / 5, 1 / 2)  # of them, by a list without a title and with one
_NEARLY_ALL = 0.9  # lines of a list without a title that are headings
_FIRST = 2  # sections in which a list without a title may be the contents
_DEEPEST = 99  # rank of a heading


@text_rule("CT413", "contents-list", Severity.WARNING, told_by="CT409")
def contents_list(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """What the contents list is a heading, by that name.

    A chapter is renamed and the list in front is not: readers look for "Act 6: Core Systems" and find "Act 6:
    Deckbuilding".

    Bad:

        # Contents
        - Feeding the goats
        # and the heading is "Feeding"

    Good:

        # Contents
        - Feeding

    So is a heading that is left out, where the list has six others of its rank and nearly all. Found in real
    rules: three acts of nine under other numbers, and an appendix that was never written. Looked at are sections
    called contents, table of contents or index, in some twenty languages, of which four lines, and six of ten,
    are headings of the text; for what is left out, the first of them, or a list without a title at the beginning;
    in plain text and Word files, lines with a number before or a page behind them. Overlooked on purpose: case,
    signs and numbers in front, pages behind, and what a heading says in brackets.
    """  # noqa: E501
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK):
            titled = [section for section in text.sections if _is_contents(section)]
            sections = titled[:1] or text.sections[:_FIRST]
            left = [each for section in sections for each in _left_out(section, text, bool(titled))]
            for section in titled:
                yield from _lost_lines(section, text, left)
            for before, heading in left:
                message = f'the contents leave out "{heading.text}" (line {heading.at().line})'
                yield before.at(), message, "list it behind this"


def _lost_lines(section: Section, text: Text, left: list[tuple[Block, Block]]) -> Iterator[Problem]:
    """Yield the lines that are no heading; one that stands for a heading takes it out of `left`."""
    others = [each.title for each in text.sections]
    titles = {key: title for title in others for key in _called(title)}
    numbered = {match[0].strip(" .:)"): title for title in others if (match := _NUMBER.match(title))}
    lines = _lines_in(section.blocks)
    lost = [row for row, (_, line) in enumerate(lines) if titles.keys().isdisjoint(_keys(line))]
    renamed = [row for row in lost if _number_of(lines[row][0]) in numbered]
    if len(lines) - len(lost) + len(renamed) < max(_FEWEST, _LEAST * len(lines)):
        return
    for row in lost:
        block, line = lines[row]
        title, number = _PAGE.sub("", line), _number_of(block)
        meant = did_you_mean(title, titles.values())
        above = lines[row - 1][0] if row else None
        behind = [each for each in left if each[0] is above or each[1].text == numbered.get(number)]
        if behind:
            left.remove(behind[0])
            meant = f'; "{behind[0][1].text}" is left out here'
        if number in numbered and title in block.text:
            meant = f"; section {number} is {numbered[number]!r}"
        message = f'no heading is called "{title}"{meant}'
        yield block.at(), message, "call them alike, or take it out of the contents"


def _left_out(section: Section, text: Text, is_titled: bool) -> Iterator[tuple[Block, Block]]:
    """Yield the headings that this list leaves out, of a rank of which it has all others but a few.

    Before each comes the line of the list behind which it belongs.
    """
    start = text.current.index(section.headings[-1]) + 1 if section.headings else 0
    top = section.headings[-1].level if _is_contents(section) else _DEEPEST
    inside = takewhile(lambda each: each.sort is not _HEADING or each.level > top, text.current[start:])
    listed = [*inside]
    headings = [each for each in text.current[start + len(listed) :] if each.sort is _HEADING]
    lines, titles = _lines_in(listed), {key for each in headings for key in _called(each.text)}
    found = sum(not titles.isdisjoint(_keys(line)) for _, line in lines)
    if len(lines) < _WHOLE or found < (_LEAST if is_titled else _NEARLY_ALL) * len(lines):
        return
    places = {key: block for block, line in lines for key in _keys(line)}
    ranks: defaultdict[int, list[tuple[Block, Block | None]]] = defaultdict(list)
    for heading in headings:
        line = next((places[key] for key in _called(heading.text) if key in places), None)
        ranks[heading.level].append((heading, line))
    for rank in ranks.values():
        known = sum(place is not None for _, place in rank)
        if known >= _WHOLE and len(rank) - known <= _MOST_LEFT_OUT[is_titled] * known:
            yield from _between(rank)


def _between(rank: Iterable[tuple[Block, Block | None]]) -> Iterator[tuple[Block, Block]]:
    """Yield the headings of a rank that no line stands for, behind the first one of which a line does."""
    before: Block | None = None
    for heading, line in rank:
        if before and not line:
            yield before, heading
        before = line or before


def _is_contents(section: Section) -> bool:
    return _CONTENTS.fullmatch(section.title.strip(" :*")) is not None


def _lines_in(blocks: Iterable[Block]) -> list[tuple[Block, str]]:
    listed = (each for each in blocks if each.sort is not BlockType.PARAGRAPH or _LINE.search(each.text))
    lines = ((block, line) for block in listed for line in _NEXT_LINE.split(block.text))
    titles = ((block, _NUMBER.sub("", line).strip(" .:*")) for block, line in lines)
    return [(block, title) for block, title in titles if 0 < len(title) <= _LONGEST_TITLE]


def _keys(line: str) -> Iterable[tuple[str, ...]]:
    """Return how the heading that a line stands for may be called, all that it may be."""
    return map(_key, (line, _PAGE.sub("", line), *(line[: each.start()] for each in _TOLD.finditer(line))))


def _called(title: str) -> Iterable[tuple[str, ...]]:
    """Return how a list may call a heading: as it is, or without what stands in brackets behind it."""
    return map(_key, (title, _ASIDE.sub("", title[:_LONGEST_TITLE])))


def _number_of(line: Block) -> str:
    match = _NUMBER.match(line.text)
    return match[0].strip(" .:)") if match else line.label


def _key(title: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(_NUMBER.sub("", title).casefold()))
