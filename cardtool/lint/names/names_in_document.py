"""Names that a document writes in two ways, found in it alone: no list of cards is known."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text, singular
from cardtool.lint.core.matching import COMMON_WORDS, NearWords, are_a_slip_apart, stem, word_key
from cardtool.lint.core.sentence_context import begins_sentence, is_all_capitals
from cardtool.lint.names.near_names import words_and_rests
from cardtool.programs import american_dictionary

_CAPITALISED = r"[A-Z][^\W\d_]{1,60}+(?:['’][^\W\d_]{1,60}+){0,3}+"
_LEAD = re.compile(r"\S+ (?:of |the )*")
_LEAST = 5  # letters of a word that may have lost or gained one
_LONG = 6  # letters of a word that may have another vowel
_OFTEN = 3  # times that a word is a name, and not one that somebody wrote once with a capital
_SMALL = re.compile(r"(?<![\w'’])[a-z][a-z'’]*")
_DOUBLED, _TWO = re.compile(r"([^\W\d_])\1"), 2
_ENDINGS = ("ing", "ed", "er", "ly")  # of words that may be English both: hoping, hopping
_NAME = re.compile(rf"(?<![\w'’-]){_CAPITALISED}(?![\w'’-])")


class Use(NamedTuple):
    """A name as a block writes it at this offset."""

    block: Block
    start: int
    written: str


NameSlip = tuple[Use, str, str]
"""Where a name is written otherwise than elsewhere, how it is written there, and what to say of it."""


def name_slips(text: Text, known: Collection[str]) -> Iterator[NameSlip]:
    """Yield every name that is nearly another of the same text, save names of cards."""
    runs = [run for run in _name_runs(text) if run.written not in known]
    small = {word for block in text.current for word in _SMALL.findall(block.text)}
    words = _names_of_one_word(text)
    found = (
        *_lost_apostrophes(runs, small),
        *_letter_slips(runs, small, _headed_names(text)),
        *_word_slips(words, small, _row_names(text)),
        *_doubled_letters(words, small),
    )
    lines = set[tuple[int, str]]()
    for use, right, message in found:  # a word is told with its name, if it is part of one
        if (id(use.block), right) not in lines:
            yield use, right, message
        lines.update((id(use.block), word) for word in right.split())


_RUN = re.compile(rf"{_CAPITALISED}(?:[ -](?:of |of the |the )?{_CAPITALISED}){{1,5}}")


def _name_runs(text: Text) -> Iterator[Use]:
    """Yield every run of several such words, save in headings and in all capitals; ’ is written as '."""
    for block in text.current:
        if block.sort is not BlockType.HEADING and not is_all_capitals(block.text):
            for match in _RUN.finditer(block.text):
                start = match.start() + _sentence_lead(block.text, match)
                written = block.text[start : match.end()].replace("’", "'")
                if " " in written and not is_all_capitals(written):
                    yield Use(block, start, written)


def _sentence_lead(text: str, run: re.Match[str]) -> int:
    """Return how many letters of the run only have their capital because a sentence begins."""
    first, *others = run[0].split()
    is_name = len(others) == 1 and first.casefold() not in COMMON_WORDS
    lead = _LEAD.match(run[0])
    return lead.end() if lead and not is_name and begins_sentence(text, run.start()) else 0


_TITLE = re.compile(rf"{_CAPITALISED}(?: {_CAPITALISED}){{1,3}}")


def _headed_names(text: Text) -> set[str]:
    """Return the names of several words that are a heading; ’ is written as '."""
    titles = [block.text for block in text.current if block.sort is BlockType.HEADING]
    return {title.replace("’", "'") for title in titles if _TITLE.fullmatch(title)}


def _row_names(text: Text) -> set[str]:
    """Return the words of names that begin rows, in small letters: a table writes each of them once."""
    first = (row.text.split("\t")[0] for table in text.tables for row in table.rows[1:])
    words = (cell.split() for cell in first if _NAME.fullmatch(cell) or _TITLE.fullmatch(cell))
    return {word.casefold() for cell in words for word in cell} - COMMON_WORDS


def _lost_apostrophes(runs: Sequence[Use], small: Set[str]) -> Iterator[NameSlip]:
    """Yield Hobs Bells beside Hob's Bells; not Players Turn, which is English as well."""
    times = Counter(run.written for run in runs)
    owners = {form.replace("'", ""): form for form in sorted(times, reverse=True) if _is_owned(form, small)}
    for run in runs:
        right = owners.get(run.written)
        if right and times[right] >= times[run.written]:
            yield run, right, f'"{run.written}" is also written "{right}"'


def _is_owned(form: str, small: Set[str]) -> bool:
    """Return whether a name has an owner in it, whom the text nowhere writes small."""
    owners = re.findall(r"([^\W\d_]+)'s\b(?!$)", form.casefold())
    return bool(owners) and small.isdisjoint(owners)


def _letter_slips(runs: Sequence[Use], small: Set[str], headed: Collection[str]) -> Iterator[NameSlip]:
    """Yield Marshland Wich, once, beside Marshland Witch, more often or as a heading."""
    counts = Counter(run.written for run in runs)
    words = Counter(word.casefold() for run in runs for word in run.written.split())
    by_rest: defaultdict[tuple[str, ...], list[tuple[str, str]]] = defaultdict(list)
    for written in {*(form for form, times in counts.items() if times > 1), *headed}:
        for word, rest in words_and_rests(written.split()):
            by_rest[rest].append((word, written))
    for run in runs:
        is_rare = counts[run.written] == 1 and run.written not in headed
        for odd, rest in words_and_rests(run.written.split()) if is_rare else ():
            rights = [form for word, form in by_rest[rest] if _is_a_slip(odd.casefold(), word)]
            if len(rights) == 1 and words[odd.casefold()] == 1 and odd.casefold() not in small:
                yield run, rights[0], f'"{run.written}" is written "{rights[0]}" elsewhere'


def _names_of_one_word(text: Text) -> Mapping[str, Sequence[Use]]:
    """Return every word that is written with a capital, and its places."""
    uses: defaultdict[str, list[Use]] = defaultdict(list)
    for block in text.current:
        for match in _NAME.finditer(block.text):
            bare = match[0].removesuffix("'s").removesuffix("’s")
            uses[bare].append(Use(block, match.start(), match[0]))
    return uses


def _doubled_letters(uses: Mapping[str, Sequence[Use]], small: Set[str]) -> Iterator[NameSlip]:
    """Yield Ebranan beside Ebrannan, however often, where the text has neither in small letters."""
    alike: defaultdict[str, list[str]] = defaultdict(list)
    for word in uses:
        low = word.casefold()
        if len(word) > _LEAST and small.isdisjoint((low, singular(low))) and not low.endswith(_ENDINGS):
            alike[_DOUBLED.sub(r"\1", low)].append(word)
    for words in alike.values():
        if len(words) == _TWO and len(words[0].casefold()) != len(words[1].casefold()):
            odd, right = sorted(words, key=lambda word: (len(uses[word]), word))
            times = len(uses[right])
            how = f'written "{right}" elsewhere, {times} times' if times > 1 else f'also written "{right}"'
            yield uses[odd][0], right, f'"{odd}" is {how}'


def _word_slips(uses: Mapping[str, Sequence[Use]], small: Set[str], listed: Set[str]) -> Iterator[NameSlip]:
    """Yield Meele, once, beside Melee, often or a row: words that always have a capital, by their letters.

    Of one that no dictionary has, twice is often, and a capital says something where a sentence begins.
    """
    forms: defaultdict[str, list[str]] = defaultdict(list)
    for word, places in uses.items():
        low = word.casefold()
        if (len(places) > 1 or low in listed) and low not in small:
            forms[low].append(word)
    often = NearWords(forms)
    for odd, (use, *more) in uses.items():
        low = odd.casefold()
        is_in_row = use.block.sort is BlockType.ROW
        if more or low in small or is_in_row:
            continue
        near = [right for each in often.near(low) for right in forms[each]]
        rights = [right for right in near if _is_a_slip(low, right) and low[:1] == right[:1].casefold()]
        times = len(uses[rights[0]]) if len(rights) == 1 else 0
        is_clear = times >= _OFTEN or (times and not listed.isdisjoint(near))
        is_clear = is_clear and not begins_sentence(use.block.text, use.start)
        sound_alike = times > 1 and odd.casefold().replace("k", "c") == rights[0].casefold().replace("k", "c")
        if is_clear or sound_alike or (times and _is_no_word(low)):
            message = f'"{odd}" is written "{rights[0]}" elsewhere{f", {times} times" if times > 1 else ""}'
            yield use, rights[0], message


def _is_no_word(word: str) -> bool:
    """Return whether there is a dictionary, and it has this neither in small letters nor as a name."""
    known = american_dictionary() if word.isascii() else None
    return known is not None and not (known.has(word) or known.has(word.capitalize()))


def _is_a_slip(odd: str, right: str) -> bool:
    right = right.casefold()
    if odd == f"{right}e":
        return _is_no_word(odd)
    if max(len(odd), len(right)) < _LEAST or word_key(odd) == word_key(right):
        return False
    is_longer = odd.startswith(right) or right.startswith(odd)  # North American; a sign of a footnote
    if not are_a_slip_apart(odd, right) or stem(odd) == stem(right) or is_longer:
        return False
    return len(odd) != len(right) or sorted(odd) == sorted(right) or _is_other_vowel(odd, right)


def _is_other_vowel(odd: str, right: str) -> bool:
    """Return whether a long word has another vowel inside: Spidar; Horsemen are no slip of Horseman.

    So has a shorter one that is no word; and Viktor for Victor, of names that sound alike.
    """
    pair = {each for both in zip(odd, right, strict=True) if len(set(both)) > 1 for each in both}
    is_long = len(odd) >= _LONG or _is_no_word(odd)
    is_inside = odd[0] == right[0] and odd[-1] == right[-1] and not odd.endswith(("man", "men"))
    return pair in ({"i", "y"}, {"c", "k"}) or (is_long and is_inside and pair <= set("aeiouy"))
