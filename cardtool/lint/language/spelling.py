"""Words are spelt as the dictionary has them.

A slip of the pen costs nothing to mend before printing, and a reader's trust after it.

Bad:

    The winner is determind by the strength of the barn.

Good:

    The winner is determined by the strength of the barn.

Found are known misspellings, in British and American English alike, wherever they stand, also in the
changelog; a word that is merely unknown is none (CT613 unknown-word). This needs the `typos` program
(`python -I -m pip install typos`); without it nothing is looked for, and `cardtool doctor` says so.

Overlooked on purpose: words of card names, of terms and of what three cards or more are said to be in a few
words ("Beast - Kidder"); short words that somewhere have a capital inside a sentence, and those behind
another, which may be names; quoted words, addresses and code; parts of a word that was broken on the way
from a page.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from cardtool.documents import BlockType, Text, TextKind
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.facts import fixed_case_names
from cardtool.lint.core.sentences import begins_sentence
from cardtool.programs import american_dictionary, spelling_program

_LETTERS = re.compile(r"[^\W\d_]+")
_LAST = re.compile(r"([^\W\d_]+)[-\xad]?\s?\Z")
_NEXT = re.compile(r"[-\xad]?\s?([^\W\d_]+)")
_NO_WORD = re.compile(r"\S{200,}+|[\0\n\r]|\{[#.:][^{}]{1,80}\}")
"""An address, a drawing of signs, an anchor; typos is slow at a-a-a-…"""

_ADDRESS = re.compile(r"://|^www\.|@|_|\\|\w\.\w|\w/\w+/")
_GOES_ON = re.compile(r",? [a-z]")
_CAPITALISED = re.compile(r"(?<!\w)(?!(?:The|An|Each|Your) )[A-Z][a-z]+ \Z")
_COUNTED = re.compile(r"\b(?:one|two|three|four|\d+)-\Z", re.IGNORECASE)
_SPLIT = re.compile(r"-(?:\s|\Z)|(?<=in)['’](?!\w)")  # over the end of a line; shootin'
_CUT_OFF = re.compile(r"…|\.\.\.")  # Wai… says who is interrupted
_JOINED = re.compile(r"[^\W\d_]['’]\Z")  # a part of Quor'sav
_SCRAP = 4  # letters, in plain text that comes from pages
_SHORTEST = 6  # letters; shorter words with a capital may be names
_LABEL = 5  # words of a line that may be what cards are: Beast - Kidder
_SEVERAL = 3  # cards that are of a sort
_QUOTES = "\"“”'‘’«»`"
_LONGEST_TOKEN = 80  # letters looked at on either side of a word

_SHORT, _OWN = 3, 3  # letters of what may be an abbreviation of the text's own, and times that it is written
NOT_LOOKED_FOR = "misspellings were not looked for"
"""What a finding begins with that says nothing of the text, and may be gone the next time."""


@text_rule("CT607", "spelling", Severity.WARNING, reads="en", unsure_on_pages=True, told_by="CT307")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    read = [(text, each) for text in texts for each in text.blocks if each.sort is not BlockType.CODE]
    try:
        lines = [_NO_WORD.sub(lambda match: " " * len(match[0]), block.text) for _, block in read]
        found = misspelt_words(lines)
    except SpellingFailed as why:
        yield read[0][1].at(), f"{NOT_LOOKED_FOR}: {why}", "try again, or --ignore spelling"
        return
    if not found:
        return
    known = _game_words() | {word.casefold() for name in fixed_case_names(facts) for word in name.split()}
    times = Counter(each.word.casefold() for each in found)
    known |= {word for word, many in times.items() if len(word) <= _SHORT and many >= _OWN}  # +wil, a stat
    inside = (each for each in found if not begins_sentence(read[each.line][1].text, each.start))
    names = {each.word for each in inside if each.word.istitle() and len(each.word) < _SHORTEST}
    if dictionary := american_dictionary():
        titled = {each.word for each in found if each.word.istitle() and dictionary.has(each.word)}
        names |= {word for word in titled if not dictionary.has(word.lower())}
    found = [each for each in found if each.word.casefold() not in known and each.word not in names]
    written = {word for _, block in read for word in _LETTERS.findall(block.text.casefold())}
    labels = _labels(texts)
    for each in found:
        (text, block), end = read[each.line], each.start + len(each.word)
        begins = each.start == 0 and each.line > 0 and read[each.line - 1][1].sort is not BlockType.HEADING
        is_scrap = text.is_from_pages and _is_scrap(each, begins)
        may_be_name = _may_be_name(block.text, each, written)
        if is_scrap or may_be_name or not _stands_as_word(block.text, each.start, end):
            continue
        if not (each.word.casefold() in labels or _is_broken(block.text, each, written)):
            meant = " or ".join(f'"{word}"' for word in each.corrections[:3])
            yield block.at(each.start), f'"{each.word}" is misspelt', f"write {meant}" if meant else None


def _game_words() -> frozenset[str]:
    """Return the words of games that dictionaries lack, and programs take for misspellings."""
    lines = Path(__file__).with_name("game_words.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if line[0] != "#" for word in line.split())


def _labels(texts: Iterable[Text]) -> set[str]:
    """Return the words with a capital that stand alone, or with few others, on several cards: their sorts."""
    times: Counter[str] = Counter()
    for text in texts:
        if text.role is TextKind.CARD:
            few = [block.text for block in text.current if len(block.text.split()) <= _LABEL]
            words = (word for label in few for word in _LETTERS.findall(label))
            times.update({word.casefold() for word in words if word.istitle()})
    return {word for word, cards in times.items() if cards >= _SEVERAL}


def _is_scrap(found: MisspeltWord, begins: bool) -> bool:
    """Return whether it may be the rest of a word of a page, as where it begins a paragraph."""
    if found.word[0].isupper():
        return False
    is_short = len(found.word) <= _SCRAP or begins or not found.word.isascii()
    return is_short or any(each.startswith(found.word) for each in found.corrections)


def _is_broken(text: str, found: MisspeltWord, written: Collection[str]) -> bool:
    """Return whether it is a part of a word that was broken on the way: `val ues`, `com- modity`."""
    before = _LAST.search(text, max(0, found.start - _LONGEST_TOKEN), found.start)
    after = _NEXT.match(text, found.start + len(found.word))
    joined = (before[1] + found.word if before else "", found.word + after[1] if after else "")
    return any(word.casefold() in written for word in joined)


def _may_be_name(text: str, found: MisspeltWord, written: Collection[str]) -> bool:
    """Return whether a word has capitals for another reason than that a sentence begins or cries.

    Behind another word with a capital it may be the end of a name, but where what it should be is `written`.
    """
    word, end = found.word, found.start + len(found.word)
    if word.islower():
        return False
    if not (word.istitle() or word.isupper()) or len(found.corrections) != 1:
        return True
    if len(word) >= _SHORTEST:
        is_title = word.istitle() and found.corrections[0].casefold() not in written
        before = (
            _CAPITALISED.search(text, max(0, found.start - _LONGEST_TOKEN), found.start) if is_title else None
        )
        return before is not None and not begins_sentence(text, before.start())
    return not (begins_sentence(text, found.start) and _GOES_ON.match(text, end))


_LONGEST_PIECE = 4  # letters of what a hyphen joins to another word, and may be no word by itself


def _stands_as_word(text: str, start: int, end: int) -> bool:
    """Return whether what stands there is a word of the language: neither quoted nor a part of an address."""
    before, after = text[max(0, start - 1) : start], text[end : end + 1]
    is_counted = before == "-" and _COUNTED.search(text, max(0, start - 8), start)  # a two-hander
    is_piece = end - start <= _LONGEST_PIECE and "-" in (before, after)  # cure-alls, Bar-sur-Aube
    if is_counted or is_piece or _SPLIT.match(text, end):
        return False
    if before.isalnum() or after.isalnum() or (before and before in _QUOTES and after and after in _QUOTES):
        return False
    if (
        (before, after) == ("[", "]")
        or _CUT_OFF.match(text, end)
        or _JOINED.search(text, max(0, start - 2), start)
    ):
        return False
    left = text[max(0, start - _LONGEST_TOKEN) : start].rsplit(" ", maxsplit=1)[-1]
    right = text[end : end + _LONGEST_TOKEN].split(" ", maxsplit=1)[0]
    return not _ADDRESS.search(left + text[start:end] + right)


_TIMEOUT = 20  # seconds; two megabytes take one
_LARGEST_ANSWER = 4_000_000  # bytes; some thirty thousand slips, of which nobody reads more
_FOUND_NONE, _FOUND_SOME = 0, 2  # how the program ends
_MOST_JUDGED = 200_000  # tokens; some 20 MB
_TOKEN = re.compile(r"\S+")


class SpellingFailed(Exception):
    """The program gave no answer; the message says why."""


class MisspeltWord(NamedTuple):
    """A word of one of the lines, its offset there, and what it may have been meant to be."""

    line: int
    start: int
    word: str
    corrections: tuple[str, ...]


def misspelt_words(lines: Sequence[str]) -> list[MisspeltWord]:
    """Return every misspelt word of these lines, which hold no line break; none where the program is missing.

    Raises: SpellingFailed when the program gives no answer, or none that can be read.
    """
    program = spelling_program()
    if program is None or not lines:
        return []
    judged, said = _judged_by(program), set(chain.from_iterable(map(str.split, lines)))
    if len(judged) > _MOST_JUDGED:
        judged.clear()
    if new := sorted(token for token in said - judged.keys() if _LETTERS.search(token)):
        judged.update(zip(new, _slips_in(program, new), strict=True))
    wrong = {token for token in said if judged.get(token)}
    return [
        slip._replace(line=number, start=match.start() + slip.start)
        for number, line in enumerate(lines)
        if wrong and not wrong.isdisjoint(line.split())
        for match in _TOKEN.finditer(line)
        for slip in judged.get(match[0], ())
    ]


@lru_cache(maxsize=1)
def _judged_by(program: str) -> dict[str, Sequence[MisspeltWord]]:
    """Return what a program said of what stands between two spaces: it costs more to start than to ask."""
    return {}


def _slips_in(program: str, tokens: Sequence[str]) -> Iterator[Sequence[MisspeltWord]]:
    """Yield what is misspelt in each of these tokens. Raises: SpellingFailed."""
    slips: defaultdict[int, list[MisspeltWord]] = defaultdict(list)
    try:
        for answer in map(json.loads, _run_typos(program, "\n".join(tokens)).splitlines()):
            if answer.get("type") == "typo":
                at = answer["line_num"] - 1
                before = tokens[at].encode(errors="replace")[: answer["byte_offset"]].decode(errors="ignore")
                word, meant = answer["typo"], tuple(answer["corrections"])
                slips[at].append(MisspeltWord(at, len(before), word, meant))
    except (ValueError, LookupError, TypeError, AttributeError):  # json.JSONDecodeError is a ValueError
        raise SpellingFailed("the answer of typos cannot be read") from None
    return (sorted(slips.get(at, ())) for at in range(len(tokens)))


def _run_typos(program: str, text: str) -> str:
    """Return what the program prints about a text. Raises: SpellingFailed.

    It is given the text on its standard input and nothing else: no file of the project, no configuration.
    What is no character at all is a question mark there.
    """
    command, given = [program, "--isolated", "--format", "json", "-"], text.encode(errors="replace")
    try:
        with tempfile.TemporaryFile() as answer:
            done = subprocess.run(
                command, input=given, stdout=answer, stderr=subprocess.PIPE, timeout=_TIMEOUT, check=False
            )
            answer.seek(0)
            output = answer.read(_LARGEST_ANSWER)
    except subprocess.TimeoutExpired:
        raise SpellingFailed(f"typos took more than {_TIMEOUT} seconds") from None
    except OSError as error:
        raise SpellingFailed(f"typos cannot be started ({error.strerror})") from None
    if done.returncode not in (_FOUND_NONE, _FOUND_SOME):
        said = " ".join(done.stderr.decode(errors="replace").split())[:200]
        raise SpellingFailed(f"typos ended with {done.returncode}: {said}")
    return output[: output.rfind(b"\n") + 1].decode()
