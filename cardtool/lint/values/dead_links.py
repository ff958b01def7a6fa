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
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from cardtool.documents import Anchors, Block, Link, Text, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, text_rule
from cardtool.model import Source
from cardtool.project import did_you_mean

_LIKE_AN_ADDRESS = r"(?=#|[^()]{0,80}/|[^()]{0,80}\.\w{2,5}\))"
_QUOTED = re.compile(r"[\"“][^\s\"“”]*[./][^\s\"“”]*[\"”]")
_ADDRESS = re.compile(r"(?:www\.|(?:[\w-]+\.)+(?:com|org|net|edu|gov|io|info|gg)(?:[/?#]|$))")
_MOST_TYPED = 3  # findings of what is printed as it was typed: the pictures of a draft come in dozens
_ENDING = 2  # letters that the words of a link may have and its target not: talents, #talentlist
_DRAFTS = "SUMMARY.md"  # of an mdBook, in which a chapter without a file is one that is still to come
_SECTION = LazyRegex(r"(\d{1,2}(?:\.\d{1,2})+)|(?:section |chapter |§ ?)(\d{1,2}(?:\.\d{1,2})*)")
_NUMBER = re.compile(r"(\d{1,2}(?:\.\d{1,2})*)[.:)]?\s")
_AS_TYPED = re.compile(
    rf"(?P<link>\[[^\[\]\n]{{1,100}}\]\({_LIKE_AN_ADDRESS}[^()\s]+ [^()\n\"'<>{{}}]{{0,100}}\))"
    r"|!\[(?:[^\[\]\s]+ ){2,}[^\[\]\s]+\](?![(\[:])"
)


@text_rule("CT409", "dead-link", Severity.WARNING)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
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
            yield link.source, _lost_anchor(link, text.anchors), "link to a heading as it is called now"
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
    said, there = _SECTION.fullmatch(link.words.strip("*_` ()")), _NUMBER.match(anchors.name_of(link.anchor))
    one, two = (f"{said[1] or said[2]}.", f"{there[1]}.") if said and there else ("", "")
    return not (one.startswith(two) or two.startswith(one))


def _lost_anchor(link: Link, anchors: Sequence[str]) -> str:
    meant = did_you_mean(link.anchor.replace("-", " "), [anchor.casefold() for anchor in anchors])
    return f'nothing in this text is called "#{link.anchor}"{meant}'


def _typed_problems(block: Block) -> Iterator[tuple[Source, str, str]]:
    """Yield what was to be a link or a picture, and is printed as it is typed."""
    for match in _AS_TYPED.finditer(block.text) if "](" in block.text or "![" in block.text else ():
        said, here = " ".join(match[0].split()), block.at(match.start())
        if match["link"]:
            yield here, f'"{said}" is no link: its address has spaces', "write %20 for each"
        else:
            yield here, f'"{said}" is no picture: it has no address', "say which file it is"
