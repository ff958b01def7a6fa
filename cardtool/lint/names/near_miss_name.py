"""A card's name is written as it stands on the card.

"Hobs Bells!" is no card of the game, says whoever looks for it in a list. A letter, an apostrophe
or a capital makes the difference.

Bad:

    # the cards: Hob's Bells!, Marshland Witch
    Discard Hobs Bells! and ready the Marshland Wich.

Good:

    Discard Hob's Bells! and ready the Marshland Witch.

Found are names of several words with other apostrophes, hyphens, commas or capitals, or without the
sign at their end; and names in which one word is a slip or two away, where no other name is as near.
In a document without a game, the names that the document itself writes in two ways: "Hob's" and
"Hobs", one "Meele" among many a Melee or beside a row of a table that is called so, one "Mirielle", which no
dictionary has, beside two of Mireille. `--fix` writes the name as it is.

Found in real rules are "Grand Poohbah" beside Grand Poobah, and "Protuguese" among seven Portuguese.
Overlooked on purpose: words without a capital, which are mostly plain English ("pass unseen"); words all in
capitals; which of ’ and ' is used; the plural and the possessive of a name; short names of one word; what
several texts write, four times in all, for that is a word of the game ("Iron Hand" beside a card Iron Band);
what names a sort of things ("two Wasteland witches"); a part of a longer name; and double square brackets,
which have a rule of their own (CT401 unknown-card).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text, TextKind, plural, singular
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.facts import finder_among_names, names_in_use
from cardtool.lint.core.fixes import replacement_edit
from cardtool.lint.core.matching import (
    COMMON_WORDS,
    POSSESSIVE,
    NameMatch,
    NearWords,
    Word,
    any_word,
    are_a_slip_apart,
    is_within_distance,
    single_deletions,
    stem,
    word_key,
    word_keys,
    words_in,
)
from cardtool.lint.core.sentences import TITLE_SMALL_WORDS, begins_sentence, is_all_capitals, without_repeats
from cardtool.programs import american_dictionary

_SIGNS_AROUND = re.compile(r"\A(?:(?![(\['’])[\W_])+|(?:(?![)\]!?.'’+])[\W_])+\Z")
_OF_ANY = LazyRegex(rf"\b(?:{any_word('before any of a sort')}|\d+)\s\Z")
_LONGEST_OF_ANY = 10  # letters
_CAPITALISED_BEFORE = re.compile(r"(?<![\w'’])([A-ZÀ-Þ][\w'’-]*) \Z")
_CAPITALISED_BEHIND = re.compile(r" [A-ZÀ-Þ][a-zß-ÿ]")
_LONGEST_WORD = 30
_MANY_TIMES = 4  # that some texts write a word of the game, and not a name wrongly
_ARTICLE = re.compile(r"(?:the|an?)\s", re.IGNORECASE)
_PLAIN = str.maketrans("‘’‛′´`“”„‟‐‑‒–—", "''''''\"\"\"\"-----")


def _right_form(block: Block, match: NameMatch) -> str | None:
    """Return how a name should stand there, if its signs, its capitals or the ! at its end differ."""
    bare = _SIGNS_AROUND.sub("", match.name)
    inner = bare.rstrip("!?")
    written, closing = block.text[match.start : match.end], bare[len(inner) :][:1]
    if inner.endswith(")") and block.text.startswith(")", match.end):
        written += ")"
    if not _is_a_name_here(block, match.start, written, inner) or _is_a_sort(block, match, written):
        return None
    if _plain(written) not in _name_forms(inner) and _singulars(written) != _singulars(inner):
        ending = POSSESSIVE.search(written) if not POSSESSIVE.search(inner) else None
        return inner + ending[0] if ending else inner
    is_closed = not closing or block.text.startswith(closing, match.end)
    return inner + closing if not is_closed and " " in inner and _plain(written) == _plain(inner) else None


def _is_a_sort(block: Block, match: NameMatch, written: str) -> bool:
    """Return whether things of a sort are meant: the last word is small, and they are several or any one."""
    last = written.rsplit(maxsplit=1)[-1]
    is_any = _OF_ANY.search(block.text, max(0, match.start - _LONGEST_OF_ANY), match.start)
    is_label = written == block.text.strip()
    return last.islower() and (is_label or is_any is not None or singular(last) != last)


def _is_in_longer_name(block: Block, match: NameMatch) -> bool:
    """Return whether a word with a capital that begins no sentence stands right before or behind it."""
    before = _CAPITALISED_BEFORE.search(block.text, max(0, match.start - _LONGEST_WORD), match.start)
    is_led = before is not None and not begins_sentence(block.text, before.start(1))
    return is_led or _CAPITALISED_BEHIND.match(block.text, match.end) is not None


def _is_a_name_here(block: Block, start: int, written: str, inner: str) -> bool:
    """Return whether the capitals say that these words are the name, and no plain English."""
    if is_all_capitals(written) or written.islower() or " - " in written.replace(inner, ""):
        return False
    words = re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", written)
    if len(words) < 2:
        return False
    weighty = [word for word in words if word.casefold() not in TITLE_SMALL_WORDS]
    raised = sum(word[0].isupper() for word in weighty)
    if begins_sentence(block.text, start):
        raised -= words[0][0].isupper()
    return raised > 0 and (raised >= 2 or raised * 2 >= len(weighty) - 1 or "'" in inner or "’" in inner)


def _name_forms(inner: str) -> frozenset[str]:
    """Return how a name is written rightly; the article at its beginning is small inside a sentence."""
    bare = inner.rstrip(".")
    bases = {inner, bare, plural(bare), singular(bare), plural(singular(bare))}
    plain = {_plain(base) for base in bases}
    if _ARTICLE.match(inner):
        plain |= {base[:1].lower() + base[1:] for base in plain}
    return frozenset(plain | {f"{base}'s" for base in plain} | {f"{base}'" for base in plain})


def _singulars(written: str) -> Sequence[str]:
    """Return each word in the singular: two Barons of the Hill are one Baron of the Hill."""
    return [singular(word) for word in _plain(written).split()]


def _plain(written: str) -> str:
    return " ".join(written.translate(_PLAIN).split())


_INSIDE = r"[\w,;)'’\"”-][\s-]"
_CAPITAL = LazyRegex(rf"[A-ZÀ-Þ](?:(?<={_INSIDE}.)|(?<={_INSIDE}[\"“'‘(].))", re.NOFLAG)


@text_rule("CT307", "near-miss-name", Severity.WARNING, reads="en", unsure_on_pages=True)
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    slips = list(_card_slips(texts, facts))
    words = _words_of_the_game(texts, slips) if slips else frozenset()
    documents = {block.file for text in texts if text.role is TextKind.DOCUMENT for block in text.blocks[:1]}
    all_names = facts.names if documents else ()
    own = {each.name: each.source.line for each in all_names if each.source.file in documents}
    problems = [each.problem(own) for each in slips if each.written not in words]
    yield from problems
    places = {problem[0] for problem in problems}
    for text in texts:
        if text.role is TextKind.DOCUMENT:
            known = {each.name for each in facts.names}
            for use, right, message in _name_slips(without_repeats(text), known):
                if (here := use.block.at(use.start)) not in places:
                    yield here, message, f'write "{right}"'


class _Slip(NamedTuple):
    """What is nearly the name of a card, what it should be, and whether only its signs or capitals differ."""

    block: Block
    match: NameMatch
    right: str
    is_sure: bool

    @property
    def written(self) -> str:
        return " ".join(self.block.text[self.match.start : self.match.end].split())

    def problem(self, own: Mapping[str, int]) -> Problem:
        """Return what to say of it. `own` are the names of a document itself, which need not be cards'."""
        here, start, end = self.block, self.match.start, self.match.end
        whose = f"in line {own[self.match.name]}" if self.match.name in own else "of a card"
        message = f'"{self.written}" is nearly the name {whose}: {self.match.name}'
        edit = replacement_edit(here, start, end, self.right) if self.is_sure else None
        return here.at(start), message, f'write "{self.right}"', edit


def _card_slips(texts: TextIndex, facts: Facts) -> Iterator[_Slip]:
    names = {each.name for each in facts.names} if facts.has_all_names else set()
    blocks = [
        block
        for text in (texts if names else ())
        for block in text.current
        if not (text.role is TextKind.CARD and block.sort is BlockType.HEADING)  # the name itself
        and _CAPITAL.search(block.text)
    ]
    if not blocks:
        return
    phrases = finder_among_names(facts, *sorted(names))
    near = NearNames(names, names_in_use(facts).values())
    for block in blocks:
        taken: set[int] = set()
        words = words_in(block.text)
        for match in phrases.matches_among(block.text, words):
            taken.update(range(match.start, match.end))
            right = _right_form(block, match) if match.name in names else None
            if right and not _is_in_longer_name(block, match):
                yield _Slip(block, match, right, is_sure=True)
        for guess in near.guesses(block.text, words):
            if taken.isdisjoint(range(guess.start, guess.end)) and not _is_in_longer_name(block, guess):
                yield _Slip(block, guess, guess.name, is_sure=False)


def _words_of_the_game(texts: TextIndex, slips: Iterable[_Slip]) -> Set[str]:
    """Return what texts write so often, and more than write the name, that no name is meant."""
    meant = {each.written: each.right for each in slips}
    either = "|".join(map(re.escape, sorted({*meant, *meant.values()}, key=len, reverse=True)))
    written = re.compile(rf"(?<!\w)(?:{either})(?!\w)")
    times, mentions = Counter[str](), Counter[str]()
    for text in texts:
        found = [each for block in text.current for each in written.findall(block.text)]
        times.update({*found})
        mentions.update(found)
    often = (each for each in meant if mentions[each] >= _MANY_TIMES and times[each] > 1)
    return {each for each in often if times[each] > times[meant[each]]}


def _words_and_rests(words: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each word of a name, and the name with a gap in its place."""
    for at, word in enumerate(words):
        yield word, (*words[:at], "", *words[at + 1 :])


_LONGEST = 6  # words of a name
_SHORT, _LONG_WORD = 4, 7  # letters from which a word may be one slip off, and two
_SINGLE = 7  # letters of a name that is one word


class NearNames:
    """Names, and where a text has all of one but a slip in one of its words."""

    def __init__(self, names: Collection[str], known: Collection[str]) -> None:
        """Take the names to look for; `known` are names and terms whose words are no slips."""
        self._by_rest: dict[tuple[str, ...], list[tuple[str, str]]] = defaultdict(list)
        keys = {name: word_keys(name) for name in sorted(names)}
        self._vocabulary = set(chain(*keys.values(), *map(word_keys, set(known) - keys.keys())))
        for name, its_keys in keys.items():
            for key, rest in _rests(its_keys):
                self._by_rest[rest].append((key, name))
        self._lengths = sorted(set(map(len, self._by_rest)), reverse=True)

    def guesses(self, text: str, words: Sequence[Word]) -> Iterator[NameMatch]:
        """Yield every place where exactly one name is nearly there, and its first word has a capital."""
        strange = [row for row, word in enumerate(words) if word.key not in self._vocabulary]
        rows = range(strange[-1] + 1) if strange else ()
        for first in (row for row in rows if text[words[row].start].isupper()):
            at = bisect_left(strange, first)  # the next strange one, behind which no other may follow
            least, most = strange[at] - first + 1, (*strange[at + 1 : at + 2], len(words))[0] - first
            for length in self._lengths:
                if length < least:
                    break
                window = words[first : first + length]
                name = self._near_name([each.key for each in window]) if length <= most else None
                gaps = (text[word.end : after.start].strip() for word, after in pairwise(window))
                if name and all(gap in ("", "-", ",") for gap in gaps):
                    yield NameMatch(window[0].start, window[-1].end, name)
                    break

    def _near_name(self, keys: Sequence[str]) -> str | None:
        rests = _rests(keys, self._vocabulary)
        alike = ((key, *near) for key, rest in rests for near in self._by_rest.get(rest, ()))
        names = {name for key, right, name in alike if _is_slip(key, right, is_alone=len(keys) == 1)}
        return names.pop() if len(names) == 1 else None


def _rests(keys: Sequence[str], known: Collection[str] = ()) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each word in which a slip may be, with what else there is: of a single word, all but a letter."""
    if len(keys) == 1 and len(keys[0]) >= _SINGLE and keys[0] not in known:
        yield from ((keys[0], (rest,)) for rest in single_deletions(keys[0]))
    elif 1 < len(keys) <= _LONGEST:
        every = _words_and_rests(keys)
        yield from ((key, rest) for key, rest in every if len(key) >= _SHORT and key not in known)


@lru_cache(maxsize=1 << 16)  # thousands of names may share a word, which thousands of texts have, too
def _is_slip(key: str, right: str, *, is_alone: bool) -> bool:
    is_plural = right.endswith("s") and key == f"{right}e"  # two Locuses of a Locus
    if is_plural or (is_alone and right[0] != key[0]):
        return False
    stems = {re.sub(r"(?:e?d|e?r|e?s|ing|ly|n)$", "", word).rstrip("e") for word in (key, right)}
    if is_alone and len(stems) == 1:  # Replaced beside Replace, Adventures beside Adventurer
        return False
    return is_within_distance(
        key, right, 2 if not is_alone and min(len(key), len(right)) >= _LONG_WORD else 1
    )


_CAPITALISED = r"[A-Z][^\W\d_]{1,60}+(?:['’][^\W\d_]{1,60}+){0,3}+"
_LEAD = re.compile(r"\S+ (?:of |the )*")
_LEAST = 5  # letters of a word that may have lost or gained one
_LONG = 6  # letters of a word that may have another vowel
_OFTEN = 3  # times that a word is a name, and not one that somebody wrote once with a capital
_SMALL = re.compile(r"(?<![\w'’])[a-z][a-z'’]*")
_DOUBLED = re.compile(r"([^\W\d_])\1")
_ENDINGS = ("ing", "ed", "er", "ly")  # of words that may be English both: hoping, hopping
_NAME = re.compile(rf"(?<![\w'’-]){_CAPITALISED}(?![\w'’-])")


class _Use(NamedTuple):
    """A name as a block writes it at this offset."""

    block: Block
    start: int
    written: str


_NameSlip = tuple[_Use, str, str]
"""Where a name is written otherwise than elsewhere, how it is written there, and what to say of it."""


def _name_slips(text: Text, known: Collection[str]) -> Iterator[_NameSlip]:
    """Yield every name that is nearly another of the same text, save names of cards."""
    runs = [run for run in _name_runs(text) if run.written not in known]
    small = {word for block in text.current for word in _SMALL.findall(block.text)}
    words = _names_of_one_word(text)
    titles = (block.text for block in text.current if block.sort is BlockType.HEADING)
    headed = {title.replace("’", "'") for title in titles if _TITLE.fullmatch(title)}
    found = (
        *_lost_apostrophes(runs, small),
        *_letter_slips(runs, small, headed),
        *_word_slips(words, small, _row_names(text)),
        *_doubled_letters(words, small),
    )
    lines = set[tuple[int, str]]()
    for use, right, message in found:  # a word is told with its name, if it is part of one
        if (id(use.block), right) not in lines:
            yield use, right, message
        lines.update((id(use.block), word) for word in right.split())


_RUN = re.compile(rf"{_CAPITALISED}(?:[ -](?:of |of the |the )?{_CAPITALISED}){{1,5}}")


def _name_runs(text: Text) -> Iterator[_Use]:
    """Yield every run of several such words, save in headings and in all capitals; ’ is written as '."""
    for block in text.current:
        if block.sort is not BlockType.HEADING and not is_all_capitals(block.text):
            for match in _RUN.finditer(block.text):
                start = match.start() + _sentence_lead(block.text, match)
                written = block.text[start : match.end()].replace("’", "'")
                if " " in written and not is_all_capitals(written):
                    yield _Use(block, start, written)


def _sentence_lead(text: str, run: re.Match[str]) -> int:
    """Return how many letters of the run only have their capital because a sentence begins."""
    first, *others = run[0].split()
    is_name = len(others) == 1 and first.casefold() not in COMMON_WORDS
    lead = _LEAD.match(run[0])
    return lead.end() if lead and not is_name and begins_sentence(text, run.start()) else 0


_TITLE = re.compile(rf"{_CAPITALISED}(?: {_CAPITALISED}){{1,3}}")


def _row_names(text: Text) -> set[str]:
    """Return the words of names that begin rows, in small letters: a table writes each of them once."""
    first = (row.text.split("\t")[0] for table in text.tables for row in table.rows[1:])
    words = (cell.split() for cell in first if _NAME.fullmatch(cell) or _TITLE.fullmatch(cell))
    return {word.casefold() for cell in words for word in cell} - COMMON_WORDS


def _lost_apostrophes(runs: Sequence[_Use], small: Set[str]) -> Iterator[_NameSlip]:
    """Yield Hobs Bells beside Hob's Bells; not Players Turn, whose owner the text also writes small."""
    times = Counter(run.written for run in runs)
    owned = {
        form: re.findall(r"([^\W\d_]+)'s\b(?!$)", form.casefold()) for form in sorted(times, reverse=True)
    }
    rights = {
        form.replace("'", ""): form for form, owner in owned.items() if owner and small.isdisjoint(owner)
    }
    for run in runs:
        right = rights.get(run.written)
        if right and times[right] >= times[run.written]:
            yield run, right, f'"{run.written}" is also written "{right}"'


def _letter_slips(runs: Sequence[_Use], small: Set[str], headed: Collection[str]) -> Iterator[_NameSlip]:
    """Yield Marshland Wich, once, beside Marshland Witch, more often or as a heading."""
    counts = Counter(run.written for run in runs)
    words = Counter(word.casefold() for run in runs for word in run.written.split())
    by_rest: defaultdict[tuple[str, ...], list[tuple[str, str]]] = defaultdict(list)
    for written in {*(form for form, times in counts.items() if times > 1), *headed}:
        for word, rest in _words_and_rests(written.split()):
            by_rest[rest].append((word, written))
    for run in runs:
        is_rare = counts[run.written] == 1 and run.written not in headed
        for odd, rest in _words_and_rests(run.written.split()) if is_rare else ():
            rights = [form for word, form in by_rest[rest] if _is_a_slip(odd.casefold(), word)]
            if len(rights) == 1 and words[odd.casefold()] == 1 and odd.casefold() not in small:
                yield run, rights[0], f'"{run.written}" is written "{rights[0]}" elsewhere'


def _names_of_one_word(text: Text) -> Mapping[str, Sequence[_Use]]:
    """Return every word that is written with a capital, and its places."""
    uses: defaultdict[str, list[_Use]] = defaultdict(list)
    for block in text.current:
        for match in _NAME.finditer(block.text):
            bare = match[0].removesuffix("'s").removesuffix("’s")
            uses[bare].append(_Use(block, match.start(), match[0]))
    return uses


def _doubled_letters(uses: Mapping[str, Sequence[_Use]], small: Set[str]) -> Iterator[_NameSlip]:
    """Yield Ebranan beside Ebrannan, however often, where the text has neither in small letters."""
    alike: defaultdict[str, list[str]] = defaultdict(list)
    for word in uses:
        low = word.casefold()
        if len(word) > _LEAST and small.isdisjoint((low, singular(low))) and not low.endswith(_ENDINGS):
            alike[_DOUBLED.sub(r"\1", low)].append(word)
    for words in alike.values():
        if len(words) == 2 and len(words[0].casefold()) != len(words[1].casefold()):
            odd, right = sorted(words, key=lambda word: (len(uses[word]), word))
            times = len(uses[right])
            how = f'written "{right}" elsewhere, {times} times' if times > 1 else f'also written "{right}"'
            yield uses[odd][0], right, f'"{odd}" is {how}'


def _word_slips(uses: Mapping[str, Sequence[_Use]], small: Set[str], listed: Set[str]) -> Iterator[_NameSlip]:
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
