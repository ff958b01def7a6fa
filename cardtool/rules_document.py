"""A rules document that somebody has, wherever it lies: Markdown, plain text or a word processor's file.

It is only read. A place in a word processor's file is the number of the paragraph, as its line.
"""

from __future__ import annotations

import codecs
import os
import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from pathlib import Path

from cardtool.documents import (
    Anchors,
    Block,
    Link,
    MarkdownFile,
    Text,
    TextKind,
    blank_code,
    find_anchors,
    find_comments,
    find_links,
    map_lines,
    read_markdown,
    read_plain_text,
)
from cardtool.errors import ProjectError, UsageError
from cardtool.files import Unreadable, read_file, walk_files
from cardtool.finding import Finding, Rule, Severity
from cardtool.model import Source
from cardtool.unicode_text import REPLACEMENT, find_document_strays, normalise_line_breaks

INVISIBLE = Rule(
    "CT116",
    "invisible-character",
    Severity.WARNING,
    manual="""\
No document holds characters that nobody can see.

They come along when a text is copied from a website or a chat: spaces of no width, marks that turn the
reading direction, fillers. A word with one inside is found by no search, is another word to every rule, and
may be printed as a box.

Bad:

    Draw a ca<U+200B>rd.

Good:

    Draw a card.

Looked for are what Unicode calls default ignorable, control characters, and marks of direction. Overlooked on
purpose: soft hyphens; joiners between pictures and in scripts that join their letters, such as Arabic and
Devanagari; variation selectors behind pictures and ideographs; and signs that end a line or a page. In the
files of a project the same characters are errors (CT102 yaml-strict).""",
)

ENCODING = Rule(
    "CT134",
    "old-encoding",
    Severity.WARNING,
    manual="""\
A document is saved in UTF-8.

Word processors saved text in Windows-1252 for decades, and old files still are. Whoever opens one elsewhere
sees other signs in place of quotation marks, dashes and letters with accents. The document is checked as if
it were saved well; `--fix` leaves it alone. A letter that somebody's program did not know and saved as
U+FFFD, a question mark in a diamond, is lost and must be typed again.

Bad:

    a file in Windows-1252, in which the apostrophe of “player’s” is the byte 0x92

Good:

    the same file, saved with the encoding UTF-8

Overlooked on purpose: UTF-16, which says by its first two bytes what it is. A file that is neither, and no
Windows-1252, is refused. Files of a project are always UTF-8 (CT101 yaml-syntax).""",
)

_MARKDOWN = (".md", ".markdown")
SUFFIXES = (*_MARKDOWN, ".txt", ".docx")
LARGEST_DOCUMENT = 8_000_000  # bytes; a thousand pages of rules without pictures are three million
MOST_LINES = 30_000  # a dozen rulebooks of the longest sort, which take ten seconds
_LARGEST_WIKI = 20_000  # files
_HEADINGS, _BOLD = re.compile(r"^#{1,4} \w", re.MULTILINE), re.compile(r"\*\*\w[^*\n]*\*\*")
_FEWEST_MARKS = 3  # of either sort
_SIXTEEN_BITS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_UTF_8 = re.compile(rb"[\xc3-\xf4][\x80-\xbf]|\xe2\x80[\x80-\xbf]")  # of a file that is UTF-8 but for a slip
_BINARY = re.compile(rb"[\0-\x08\x0e-\x1f]")
_SAVED_OLD = "this is not UTF-8 text; it was read as Windows-1252", "save the file with the encoding UTF-8"


def read_rules_document(path: Path) -> tuple[Text | None, tuple[Finding, ...]]:
    """Return a document of rules as its readers see it, and what is wrong with the file.

    Raises: UsageError when there is none, or it is not of a sort that can be read; ProjectError when it
    cannot be read as what its name says it is.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError(f"{path} is no rules document that can be read; it may be .md, .txt or .docx")
    if not os.path.exists(path):
        raise UsageError(f"there is no {path}")
    original, blocks, findings = _read_blocks(path, suffix)
    is_markdown = suffix in _MARKDOWN or (suffix == ".txt" and _is_typed_as_markdown(original))
    if len(blocks) > MOST_LINES:
        raise ProjectError(f"{path} has more than {MOST_LINES} paragraphs, which is no document of rules")
    text = Text(path.name, TextKind.DOCUMENT, blocks, anchors=tuple(find_anchors(original)))
    if is_markdown:
        typed = MarkdownFile(
            blank_code(original), path.as_posix(), map_lines(original), tuple(find_comments(original))
        )
        text = replace(text, links=tuple(_links(original, path)), typed=(typed,))
    return text, (*findings, *_stray_findings(original, path.as_posix()))


def find_rules_documents(path: Path) -> tuple[Path, ...]:
    """Return the document of this name, or every one in the folder of this name, in the order of names.

    Raises: UsageError when there is none in the folder.
    """
    if not os.path.isdir(path):
        return (path,)
    files = (Path(entry.path) for entry in walk_files(path))
    found = sorted(each for each in files if each.suffix.lower() in SUFFIXES)
    if not found:
        raise UsageError(f"{path} has no rules document that can be read: no .md, .txt or .docx")
    return tuple(found)


def _links(original: str, path: Path) -> Iterator[Link]:
    """Yield the links of a document, and which of them name a file that is not there."""
    links = list(find_links(original, path.as_posix(), map_lines(original)))
    pages = _pages_in(_wiki_of(path)) if any(link.is_page for link in links) else ()
    for link in links:
        if link.is_page:
            yield link._replace(is_lost=link.file.rpartition("/")[2].casefold() not in pages)
        else:
            file = path.parent / link.file
            is_lost = bool(link.file) and not _is_there(file)
            places = _places_of(file) if link.place and not is_lost else None
            is_lost_place = places is not None and link.place not in places
            yield link._replace(is_lost=is_lost, is_lost_place=is_lost_place)


@lru_cache(maxsize=64)
def _places_of(path: Path) -> Anchors | None:
    """Return the places of a Markdown file that a link can name; None for one without, or not to be read."""
    if path.suffix.lower() not in _MARKDOWN:
        return None
    try:
        found = tuple(find_anchors(read_file(path, LARGEST_DOCUMENT).decode("utf-8-sig")))
    except (Unreadable, UnicodeDecodeError):
        return None
    return Anchors(found) if found else None


def _wiki_of(path: Path) -> Path:
    """Return the folder of a document's wiki: one above it with the settings of Obsidian, or else its own."""
    around = Path(os.path.realpath(path)).parents
    return next((each for each in around if (each / ".obsidian").is_dir()), path.parent)


@lru_cache(maxsize=4)
def _pages_in(folder: Path) -> Collection[str]:
    """Return the names of all files of a wiki, in small letters, with their endings and without.

    None where there are too many for one: a document may lie anywhere.
    """
    try:
        files = [Path(entry.name) for entry in islice(walk_files(folder), _LARGEST_WIKI + 1)]
    except OSError:
        return frozenset()
    names = (name.casefold() for file in files for name in (file.name, file.stem))
    return frozenset(names if len(files) <= _LARGEST_WIKI else ())


def _is_there(path: Path) -> bool:
    """Return whether there is this file or folder, in any case, perhaps by its name on a website."""
    page = path.with_suffix("") if path.suffix.lower() == ".html" else path
    try:
        if path.exists():
            return True
        beside = {each.name.casefold() for each in path.parent.iterdir()}
    except (OSError, ValueError):
        return False
    return not beside.isdisjoint(f"{page.name}{suffix}".casefold() for suffix in ("", *SUFFIXES))


def _read_blocks(path: Path, suffix: str) -> tuple[str, tuple[Block, ...], tuple[Finding, ...]]:
    """Return the characters of a document, what they are to a reader, and how it was saved."""
    file = path.as_posix()
    try:
        content = read_file(path, LARGEST_DOCUMENT)
        if suffix == ".docx":
            from cardtool.documents.word_documents import read_docx  # few documents need it

            return *read_docx(content, file), ()
    except Unreadable as why:
        raise ProjectError(f"{path} {why}") from None
    text, findings = _decode_text(content, path)
    if suffix in _MARKDOWN or _is_typed_as_markdown(text):
        return text, read_markdown(text, file), findings
    return text, read_plain_text(text, file), findings


def _is_typed_as_markdown(text: str) -> bool:
    """Return whether a text has the headings and the bold words of Markdown, whatever its file is called."""
    return min(len(_HEADINGS.findall(text)), len(_BOLD.findall(text))) >= _FEWEST_MARKS


def _stray_findings(text: str, file: str) -> Iterator[Finding]:
    """Yield the first of each character that cannot be seen or was lost, and how many there are."""
    source_map, offsets = map_lines(text), defaultdict[str, list[int]](list)
    lost = ((match.start(), REPLACEMENT) for match in re.finditer(REPLACEMENT, text))
    for offset, stray in (*find_document_strays(text), *lost):
        offsets[stray].append(offset)
    for stray, places in offsets.items():
        more = f"; there are {len(places):,} of it in the document" if places[1:] else ""
        place = Source(file, *source_map.at_letter(places[0]))
        if stray == REPLACEMENT:
            yield ENCODING.found(place, f"a letter was lost here ({stray}){more}", "type it again")
        else:
            yield INVISIBLE.found(place, f"here is {stray}{more}", "remove it")


def _decode_text(content: bytes, path: Path) -> tuple[str, tuple[Finding, ...]]:
    """Return the characters of a text file, and whether they were saved in an old encoding.

    UTF-16 tells by its first two bytes that it is. What is no UTF-8 is taken for Windows-1252, in which word
    processors of the West saved text for decades, where all of it can be.
    """
    encoding = "utf-16" if content.startswith(_SIXTEEN_BITS) else "utf-8-sig"
    findings: tuple[Finding, ...] = ()
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        try:
            text = _decode_western(content)
        except UnicodeDecodeError:
            raise ProjectError(
                f"{path}:{line}: this is not UTF-8 text; save the file with the encoding UTF-8"
            ) from None
        findings = (ENCODING.found(Source(path.as_posix(), line), *_SAVED_OLD),)
    text = normalise_line_breaks(text)
    if text.count("\n") > MOST_LINES:
        raise ProjectError(f"{path} has more than {MOST_LINES} lines, which is no document of rules")
    if "\0" in text:
        raise ProjectError(f"{path} is not a text file; save it as plain text in UTF-8")
    return text, findings


def _decode_western(content: bytes) -> str:
    """Return the characters of a text in Windows-1252. Raises: UnicodeDecodeError for what is surely none."""
    if content.startswith(_SIXTEEN_BITS) or _UTF_8.search(content) or _BINARY.search(content):
        raise UnicodeDecodeError("cp1252", content, 0, 1, "it is something else")
    return content.decode("cp1252")
