"""Rules about names that something has no more, or never had by itself: removed, retired and second ones."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from cardtool.documents import Block, Text, TextKind, plural, singular, split_sentences
from cardtool.finding import Edit
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.facts import (
    DefinedTerm,
    Rename,
    finder_among_names,
    fixed_case_names,
    names_in_use,
    since_version,
)
from cardtool.lint.core.fixes import inflect_like, replacement_edit, with_article, without_article
from cardtool.lint.core.matching import (
    COMMON_WORDS,
    PLACEHOLDER,
    NameFinder,
    NameMatch,
    any_word,
    word_key,
    word_keys,
    word_list,
    words_in,
)
from cardtool.lint.core.sentences import begins_sentence, is_all_capitals, is_headline

_PIECE = LazyRegex(rf"[ -]{any_word('pieces that go by a name')}s?\b")
"""A piece that goes by the name before it."""

_PAST = r"(?:former|previous|original|old|earlier|first)(?:ly)?"
_CALLED = r"(?:called|named|known as|titled|labelled|printed as)"
_CALLED_BEFORE = LazyRegex(
    rf"\b(?:(?:{_PAST}|once|was|were|been|used to be)(?: \w+)?,? {_CALLED}|{_PAST} (?:name|word|term)s?"
    r"(?: is| was)?|formerly|renamed(?: from)?)[,:]? (?:the |an? )?[“\"‘'*(]?$"
)
_CALLED_AFTER = LazyRegex(
    rf"[”\"’'*]?,? (?:(?:was|were|has been|is now|are now) (?:re)?{_CALLED}|(?:is|was) (?:the|its|an?) "
    rf"{_PAST} (?:name|word|term)|(?:in|of) (?:the |an? )?{_PAST} (?:edition|version|rules|printing))"
)
_OF_THE_PAST = LazyRegex(
    rf"\b(?:{_PAST} (?:boxes|copies|editions?|printings?|versions?|rulebooks?)|used to|no longer|renamed)\b"
)
_GONE = LazyRegex(
    r"\b(?:(?:is|are|was|were|been) (?:now )?(?:gone|removed|dropped|cut|deleted|abolished)|no longer|"
    rf"used to|there (?:is|are) no|{_PAST} (?:rules?|editions?|versions?))\b"
)
_CALLED_WITHIN = 64
_LONGEST_HALF = 300  # letters of a sentence before and behind the words


def _is_in_sentence(pattern: LazyRegex, text: str, start: int) -> bool:
    """Return whether the sentence at this offset has this; of one that is very long, what is near."""
    first = max(0, start - _LONGEST_HALF)
    around = text[first : start + _LONGEST_HALF]
    at = start - first
    sentence = next((each for here, each in split_sentences(around) if here <= at < here + len(each)), around)
    return pattern.search(sentence) is not None


_SEVERAL_MEANINGS = word_list("several meanings")
_ENDS_A_NOUN = word_list("behind a noun")
_MATERIALS = word_list("materials")
_COUNTED = LazyRegex(
    rf"\b(?:(?<!on )(?<!you )(?<!players )(?:{any_word('counted or owned')}|an?|\d{{1,2}})"
    rf"(?: (?:{any_word('materials')}|own|other|more|new))?|['’]s?) $"
)
_CAPITAL_BEFORE = LazyRegex(r"((?-i:[A-Z])[\w'’]*)[ -]$")
_CAPITAL_AFTER = LazyRegex(r"[ -](?-i:(?:of (?:the )?)?[A-Z][a-z])")
_NEXT_WORD = re.compile(r"(?:['’]s?)?\s+([a-z]+)")
_CONTEXT_LETTERS = 48  # letters before a word that are looked at


def _places_of(
    names: Collection[str], texts: TextIndex, facts: Facts, others: Iterable[str] = ()
) -> Iterator[tuple[Text, Block, NameMatch]]:
    """Yield every place where a text has one of these names, and no name in use, or other, with it inside."""
    found = texts.with_keys(NameFinder(names).first_keys)
    phrases = finder_among_names(facts, *names, *others) if found else NameFinder(())
    for text, block in found:
        for match in phrases.matches(block.text):
            if match.name in names:
                yield text, block, match


def _is_old_name(block: Block, match: NameMatch) -> bool:
    """Return whether a block surely has an old name there, and does not tell what something was called."""
    text, (start, end, _) = block.text, match
    is_called = _CALLED_BEFORE.search(text, max(0, start - _CALLED_WITHIN), start)
    if is_called or _CALLED_AFTER.match(text, end) or _is_in_sentence(_OF_THE_PAST, text, start):
        return False
    return len(word_keys(match.name)) > 1 or _is_the_thing(block, match)


def _is_the_thing(block: Block, match: NameMatch) -> bool:
    """Return whether one word is surely a name, or a thing that is counted or owned."""
    text, (start, end, _) = block.text, match
    key = word_key(text[start:end])
    if text[start].isupper() and not begins_sentence(text, start):
        before = _CAPITAL_BEFORE.search(text, max(0, start - _CONTEXT_LETTERS), start)
        is_led = before is None or begins_sentence(text, before.start())
        return is_led and (_PIECE.match(text, end) is not None or not _CAPITAL_AFTER.match(text, end))
    if _PIECE.match(text, end):
        return key not in _MATERIALS and key not in _SEVERAL_MEANINGS
    if text[start - 1 : start] == "-" or text[end : end + 1] == "-" or key in _SEVERAL_MEANINGS:
        return False
    if is_headline(block):
        return text[start:end].casefold() != key and end == len(text.rstrip())
    after = _NEXT_WORD.match(text, end)
    if after and after[1] not in _ENDS_A_NOUN:  # it describes what is behind it, or does something
        return False
    return _COUNTED.search(text, max(0, start - _CONTEXT_LETTERS), start) is not None


@text_rule("CT303", "removed-still-mentioned", Severity.ERROR, reads="en")
def removed_still_mentioned(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """What the changelog removed from the game is mentioned nowhere any more.

    A rule that was cut lives on in a reminder on a mat, and the table argues.

    Bad:

        # the changelog: {type: removed, text: No more battlefields., words: [battlefield]}
        text: Discard the guards of a battlefield.

    Good:

        text: Discard the guards of a Prize.

    The words are those the entry lists under `words`, in any inflection, case and hyphenation. Overlooked
    on purpose: entries without words; the changelog itself; and words that are part of a name or term in
    use.
    """
    used = names_in_use(facts) if facts.removals else {}
    words = {each.old: each for each in facts.removals if each.old.casefold() not in used}
    new_names = (each.new for each in facts.renames)
    for _, block, match in _places_of(words, texts, facts, new_names):
        if not _is_in_sentence(_GONE, block.text, match.start):
            written = " ".join(block.text[match.start : match.end].split())
            message = f'"{written}" is gone from the game{since_version(words[match.name])}'
            yield block.at(match.start), message, "take it out, or say what takes its place"


_SHORTEST = 5  # letters of a word
_HEADLINE = 3  # words that are no sentence

_Orphans = Mapping[str, Sequence[Rename]]
"""Keys of words, and the renames that left them behind."""


@text_rule("CT302", "retired-word", Severity.WARNING, reads="en")
def retired_word(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """A word that came with a name and was to go with it is gone.

    Aldo the Northerner became Aldo the Tall; then "Northerner" on another card, or "50 Challenges"
    after Challenge Cards became Battle Cards, is mostly what the search for the whole name did not find.

    Bad:

        # the changelog: {type: renamed, from: Challenge Cards, to: Battle Cards}
        The deck holds 50 Challenges.

    Good:

        The deck holds 50 Battle Cards.

    Found is a word, with a capital inside a sentence or after a number, that was in a name the changelog
    retired. Overlooked on purpose: words that a name, a term or a kind of today has too, common words such
    as Area or Tracker, words that the text also writes small, and whole old names (CT301 retired-term).
    """
    left = _orphaned_words(facts.renames) if facts.has_all_names else {}
    suspects = [block for _, block in texts.with_keys(left)]
    if suspects:
        met = ((block, word) for block in suspects for word in words_in(block.text))
        small = {word.key for block, word in met if block.text[word.start].islower()}
        in_use = _words_in_use(texts, facts) | small
        words = {key: renames for key, renames in left.items() if key not in in_use}
        used = (name for name in names_in_use(facts).values() if " " in name)
        names = NameFinder([*(each.old for each in facts.renames), *used])
        for block in suspects:
            yield from _orphan_problems(block, words, names)


def _orphaned_words(renames: Sequence[Rename]) -> _Orphans:
    """Return the words of retired names of several words that are not of every day."""
    found: dict[str, list[Rename]] = {}
    for rename in renames:
        words = words_in(rename.old)
        for start, _, key in words if len(words) > 1 else ():
            if rename.old[start].isupper() and len(key) >= _SHORTEST and key not in COMMON_WORDS:
                found.setdefault(key, []).append(rename)
    return found


def _words_in_use(texts: Iterable[Text], facts: Facts) -> set[str]:
    """Return the words of every name, term, kind and step of today.

    A document's own list of components may be where the word was forgotten: one word there proves nothing.
    """
    documents = {block.file for text in texts if text.role is TextKind.DOCUMENT for block in text.blocks[:1]}
    listed = {noun for each in facts.counts if each.source.file in documents for noun in each.nouns}
    names = [name for name in names_in_use(facts).values() if " " in name or name not in listed]
    every = (*names, *facts.titles, *(each.new for each in facts.renames))
    return {key for name in every for key in word_keys(name)}


def _orphan_problems(block: Block, words: _Orphans, whole: NameFinder) -> Iterator[Problem]:
    named = {at for met in whole.matches(block.text) for at in range(met.start, met.end)}
    for start, end, key in words_in(block.text):
        written = block.text[start:end]
        if key not in words or start in named or not written[0].isupper() or is_all_capitals(written):
            continue
        if not begins_sentence(block.text, start) or len(block.text.split()) <= _HEADLINE:
            olds = [f"{old} (until version {last})" if last else old for old, _, last, _ in words[key]]
            message = f'"{written}" is a word of a name that is no longer used: {" and ".join(olds)}'
            new = " or ".join(dict.fromkeys(each.new for each in words[key]))
            yield block.at(start), message, f"if this means {new}, say so"


_AGREES = re.compile(r"\s+(?:is|are|was|were|has|have|does|do)\b", re.IGNORECASE)
_WITH_NUMBER = LazyRegex(rf"\b(?:{any_word('with a number of its own')}|[2-9])\s+$")
_SEVERAL = LazyRegex(
    r"(?<![\d.,])(?:[2-9]|\d{2,3}|two|three|four|five|six|seven|eight|nine|ten|several|many)\s+$"
)


@text_rule("CT301", "retired-term", Severity.ERROR, told_by="CT401")
def retired_term(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """A name that the changelog retired is not used any more.

    A term is renamed in the rules and lives on, on eleven cards and a mat. Players who never saw the old
    version then look for a Rubbish Heap.

    Bad:

        # the changelog: {type: renamed, from: Rubbish Heap, to: Pantry}
        text: Flip a Prize in your Rubbish Heap.

    Good:

        text: Flip a Prize in your Pantry.

    A chain of renames is followed to the newest name. The old one is found in the plural, with a
    possessive, hyphened or in one word, in any capitals, in the texts of cards, rules, rulebook, mats,
    templates and glossary, in names of mats, and in documents.
    `--fix` writes the new name in the same number and case, and leaves the article in its place.

    An old name of one word is found where it stands like a name or a thing: with a capital inside a sentence,
    or as in "each guard", "your guards", "two guards", "a guard token". What may be
    another word is overlooked, as is a verb ("you guard your coast").

    Overlooked on purpose: the changelog and other tellings of what once was, as "old boxes" and "formerly";
    an old name that is part of the name of a card or of a term in use, or that is in use again; and `>>`
    inside `<<a placeholder>>`.
    """
    used = names_in_use(facts)
    renames = {each.old: each for each in facts.renames if each.old.casefold() not in used}
    signs = {old: each for old, each in renames.items() if not any(map(str.isalnum, old))}
    fixed_names = fixed_case_names(facts)
    new_names = (each.new for each in renames.values())
    for _, block, match in _places_of(renames, texts, facts, new_names):
        if _is_old_name(block, match):
            yield _problem(block, match, renames[match.name], fixed_names)
    for old, rename in signs.items():
        sign = re.compile(rf"(?<!\S){re.escape(old)}(?!\S)")
        for block in (block for _, block in texts.blocks if old in block.text):
            for found in sign.finditer(PLACEHOLDER.sub(lambda match: " " * len(match[0]), block.text)):
                yield block.at(found.start()), _message(old, rename), f'write "{rename.new}"'


def _problem(block: Block, match: NameMatch, rename: Rename, fixed_names: frozenset[str]) -> Problem:
    end = _possessive_end(block.text, match.start, match.end)
    start, old, name = without_article(block.text, match.start, end, rename.old, rename.new)
    written = block.text[start:end]
    new = inflect_like(old, name, written, fixed=rename.new in fixed_names)
    edit = _edit(block, start, end, new, rename)
    return block.at(start), _message(written, rename), f'write "{new}"', edit


def _possessive_end(text: str, start: int, end: int) -> int:
    """Return where the name ends with the apostrophe of a plural's possessive; a closing quote is none."""
    is_quoted = text[max(0, start - 1) : start] in ("'", "‘", "’")
    return end + 1 if text[end - 1] in "sS" and text[end : end + 1] in ("'", "’") and not is_quoted else end


def _message(written: str, rename: Rename) -> str:
    said = " ".join(written.split())
    return f'"{said}" is an old name: it is called {rename.new}{since_version(rename)}'


def _edit(block: Block, start: int, end: int, new: str, rename: Rename) -> Edit | None:
    """Return the edit, unless a word nearby would have to change its number as well."""
    text = block.text
    agrees = _AGREES.match(text, end) or _WITH_NUMBER.search(text, max(0, start - 12), start)
    if agrees and _is_plural(rename.old) != _is_plural(rename.new):
        return None
    is_one = not (_is_plural(text[start:end]) or _is_plural(new) or _PIECE.match(text, end))
    if is_one and _SEVERAL.search(text, max(0, start - 12), start):
        return None  # 3 gold may be 3 coins, but 3 mud
    first, words = with_article(text, start, new)
    return replacement_edit(block, first, end, words)


def _is_plural(name: str) -> bool:
    return name == plural(singular(name))


@text_rule("CT306", "two-names", Severity.WARNING, reads="en")
def two_names(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """One thing has one name.

    Where the list of components says Pilgrim and the rules say Pawn, players look for a piece that is
    not in the box.

    Bad:

        # the glossary: term: Pilgrim, instead_of: [pawn]
        Move your Pawn three spaces.

    Good:

        Move your Pilgrim three spaces.

    Looked for are the words that the glossary lists under `instead_of`, in any inflection and case; in a
    document without a glossary, what its list of components calls a thing besides. `--fix` writes the
    term where the glossary says so. Overlooked on purpose: the definition of the term itself, which may
    say what else people call it; words that are part of another term or name; and the list of components.
    """
    used = names_in_use(facts)
    terms = {word: term for term in facts.terms for word in term.instead_of if word.casefold() not in used}
    fixed_names = fixed_case_names(facts)
    for text, block, match in _places_of(terms, texts, facts):
        term = terms[match.name]
        is_listed = (block.file, block.at().line) == (term.source.file, term.source.line)
        if not is_listed and text.title != f'the term "{term.term}"':
            is_fixed = term.term in fixed_names and term.term[0].isupper()
            yield _synonym_problem(block, match, term, is_fixed)


def _synonym_problem(block: Block, match: NameMatch, term: DefinedTerm, is_fixed: bool) -> Problem:
    written = block.text[match.start : match.end]
    new = inflect_like(match.name, term.term, written, fixed=is_fixed)
    who = "the glossary" if term.declared else f"line {term.source.line}"
    message = f'"{" ".join(written.split())}" is called {term.term} in {who}'
    first, words = with_article(block.text, match.start, new)
    edit = replacement_edit(block, first, match.end, words) if term.declared else None
    return block.at(match.start), message, f'write "{new}"', edit
