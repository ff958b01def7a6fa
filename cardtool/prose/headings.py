"""What a heading looks like where nothing marks it as one: short, capitalised, followed by text."""

from __future__ import annotations

import re

__all__ = ["dated", "in_capitals", "looks_like_heading", "numbered", "version"]

_LONGEST = 60
_MOST_WORDS = 8
_MOST_PLAIN_WORDS = 5  # of which only the first is capitalised: Setting up the board
_WORD = re.compile(r"[^\W_][^\s]*")
_SMALL = {
    "a", "an", "the", "of", "to", "in", "and", "or", "for", "with", "on", "at", "by", "from", "as", "is",
    "are", "be", "vs", "vs.", "your", "you", "it", "its", "into", "per", "not", "if", "up", "how", "what",
    "when", "who", "do", "does", "&", "-",
}  # fmt: skip
_NO_HEADING = re.compile(
    r"(?:examples?|notes?|tips?|hints?|remember|reminder|important|exceptions?|advice|warning|or|and|yes|no)\b"
    r"[\s:!?.]*$"
    r"|(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s?[x×]?\s"  # 5 Hero Cards,
    r"(?!-?\s?players?\b)"  # but not 5 Player Mode
    r"|[\"“'‘(\[<{]",
    re.IGNORECASE,
)
_DATE = (
    r"(?:\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}"
    r"|(?:\d{1,2}(?:st|nd|rd|th)?\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?,?\s+"
    r"(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?\d{4})"
)
_VERSION = re.compile(
    r"\W{0,3}(?:(?:rules?|rulebook|game)\s+)?"
    r"(?:(?:versions?|ver\.?|revision|rev\.?|release|edition|update|draft|build|v\.?)\s*\d{1,4}(?:\.\d{1,4}){0,3}[a-z]?"
    r"|\d{1,3}(?:\.\d{1,3}){1,3}[a-z]?|unreleased)"
    rf"\W{{0,4}}(?:{_DATE})?\W{{0,3}}(?:beta|alpha|draft|current|latest)?\W{{0,3}}$",
    re.IGNORECASE,
)
_DATED = re.compile(rf"\W{{0,3}}{_DATE}\W{{0,3}}$", re.IGNORECASE)
_CHAPTER = re.compile(r"\[?(\d{1,2}(?:\.\d{1,2}){1,3})\.?\]?\s+(?=\S)")


def looks_like_heading(line: str) -> bool:
    """Whether a line could be a heading by its words alone."""
    if len(line) > _LONGEST or line[-1] in ".,;!…" or "\t" in line or _NO_HEADING.match(line):
        return False
    words = _WORD.findall(line)
    if not words or len(words) > _MOST_WORDS or not any(sign.isalpha() for sign in line):
        return False
    if line[-1] == ":":
        return len(words) <= 3 and _is_title(words)
    if not (line[0].isupper() or line[0].isdigit()):
        return False
    return in_capitals(line) or (": " not in line and (_is_title(words) or len(words) <= _MOST_PLAIN_WORDS))


def numbered(line: str) -> int:
    """The rank of a heading that is numbered by chapter, 1 for `[3.0] COMBAT`; 0 where it is none."""
    match = _CHAPTER.match(line)
    if match is None or not looks_like_heading(line[match.end() :]):
        return 0
    numbers = match[1].split(".")
    return len(numbers) - (numbers[-1] == "0")


def in_capitals(line: str) -> bool:
    """Whether every letter is a capital, and there are some."""
    return line.upper() == line and sum(sign.isalpha() for sign in line) >= 3


def version(line: str) -> bool:
    """Whether a line names a version, perhaps with its date, and nothing else."""
    return len(line) <= _LONGEST and _VERSION.match(line) is not None


def dated(line: str) -> bool:
    """Whether a line is a date and nothing else."""
    return len(line) <= _LONGEST and _DATED.match(line) is not None


def _is_title(words: list[str]) -> bool:
    return all(not word[0].islower() or word.lower() in _SMALL for word in words)
