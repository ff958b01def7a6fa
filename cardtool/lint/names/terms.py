"""Rules about terms in a text: their capitals are those of their definition, and each is told somewhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cardtool.documents import Block, BlockType, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.facts import DefinedTerm, finder_among_names
from cardtool.lint.core.fixes import replacement_edit
from cardtool.lint.core.matching import POSSESSIVE, NameFinder, any_word, stem, word_key, word_list
from cardtool.lint.core.sentences import TITLE_SMALL_WORDS, begins_sentence, is_all_capitals, is_headline

_BEFORE = LazyRegex(rf"(?:\b{any_word('counted or owned')}|['’]s|s['’]|(?<![\d.,])\d{{1,3}})\s+$")
_THE = LazyRegex(r"\bthe\s+$")
_AFTER = LazyRegex(rf"(?:['’]s?)?(?=\s*(?:$|[.,;:!?()\]])|\s+{any_word('behind a noun')}\b)")
_LABEL = re.compile(r"[^.:;!?]{0,30}:")  # behind what opens a line: "No Entry Tiles: two"
_CAPITAL_AFTER = re.compile(r"\s+(?:[A-Z]|\d)")  # Turn 1, Player A
_CAPITAL_BEFORE = re.compile(r"([A-Z][\w'’]*)[\s-]+$")


@dataclass(frozen=True, slots=True)
class _TermUse:
    """A term as written here, and as it should be: the same number, the capitals of its definition."""

    block: Block
    start: int
    end: int
    term: DefinedTerm
    right: str

    @property
    def written(self) -> str:
        return self.block.text[self.start : self.end]

    @property
    def is_shown(self) -> bool:
        """Whether this is the term as it is defined, in a place where no other word has its capital."""
        return self.written == self.right and not self._has_any_case()

    @property
    def is_miscased(self) -> bool:
        """Whether these are the letters of the term in capitals that nothing here excuses."""
        if self.written == self.right or self.written.casefold() != self.right.casefold():
            return False
        is_first_only = self.written == self.right[0].upper() + self.right[1:]
        if is_all_capitals(self.written) or (is_first_only and self._has_any_case()):
            return False
        if self.start == 0 and _LABEL.match(self.block.text, self.end):
            return False
        if self.right[0].isupper():
            return " " in self.right or self._is_noun()
        return not self._is_in_a_title()

    def _has_any_case(self) -> bool:
        """Return whether any word that stands here may have a capital."""
        return begins_sentence(self.block.text, self.start) or self._is_set_apart()

    def _is_noun(self) -> bool:
        """Return whether it is surely the thing: counted or owned, and followed by nothing it would describe.

        What the document itself says is the name of something is the thing with "the", too.
        """
        window = (self.block.text, max(0, self.start - 14), self.start)
        is_led = _BEFORE.search(*window) or (self.term.introduced and _THE.search(*window))
        return bool(is_led) and _AFTER.match(self.block.text, self.end) is not None

    def _is_in_a_title(self) -> bool:
        """Return whether a word beside it has a capital too, as in the name of something else."""
        text = self.block.text
        before = _CAPITAL_BEFORE.search(text, max(0, self.start - 24), self.start)
        owned = before is not None and not begins_sentence(text, before.start())
        return owned or _CAPITAL_AFTER.match(text, self.end) is not None or self._is_set_apart()

    def _is_set_apart(self) -> bool:
        if self.start == 0:
            return True
        here, before = self.block.at(self.start), self.block.at(self.start - 1)
        is_emphasised = here.line == before.line and here.column > before.column + 1
        return is_emphasised or self.block.text[self.start - 1] in "\"“'‘\t"


def _uses_of_terms(texts: TextIndex, facts: Facts, terms: Sequence[DefinedTerm]) -> Iterator[_TermUse]:
    """Yield every use of these terms in running text; what is part of a longer name is none."""
    by_form = {form: each for each in terms for form in (each.term, each.plural) if form}
    phrases = finder_among_names(facts, *by_form) if by_form else NameFinder([])
    for text, block in texts.with_keys(NameFinder(by_form).first_keys):
        if text.role is not TextKind.TEMPLATE and (block.sort is BlockType.ROW or not is_headline(block)):
            for met in phrases.matches(block.text):
                if term := by_form.get(met.name):
                    ending = POSSESSIVE.search(block.text, met.start, met.end)
                    end = ending.start() if ending else met.end
                    is_many = block.text[met.start : end].casefold() == term.plural.casefold()
                    yield _TermUse(block, met.start, end, term, term.plural if is_many else term.term)


_CLEARLY = 3  # times as many uses as of all other ways together
_AT_LEAST = 4  # uses of the way that is taken for the definition


@text_rule("CT304", "term-case", Severity.WARNING, reads="en")
def term_case(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """A defined term is written with the capitals of its definition.

    Capitals tell players which words are terms. "Battle Cards" here and "battle cards" there look like
    two things.

    Bad:

        # the glossary: term: Battle Card
        Play battle cards from your hand.

    Good:

        Play Battle Cards from your hand.

    A term that is one word of every day as well (Prize, Special) is judged only where it is surely meant:
    counted or owned, with nothing behind it that it would describe; and in a document only if that
    writes it with a capital somewhere, in the same number. In a document without a glossary, what
    its list of components calls a thing in several words is taken for the definition, or the way in which
    it mostly writes a term, where that is clear, and only where some capitals are missing: "Prize cards".
    `--fix` sets the capitals right.

    Found in real rules are "Skill Check abilities" among Abilities, and "Quick actions" among Quick Actions.
    Overlooked on purpose: the beginnings of sentences, headings and titles, words all in capitals, emphasis and
    quotes; templates, where labels have capitals of their own; and hyphens.
    """  # noqa: E501
    has_glossary = any(each.declared and not each.introduced for each in facts.terms)
    are_meant = (each for each in facts.terms if " " in each.term or (has_glossary and each.declared))
    terms = {each.term: each for each in are_meant}
    others = (each for each in facts.listed_terms if each.term not in terms)
    listed = {each.term: each for each in others if not each.term.islower()}
    uses = list(_uses_of_terms(texts, facts, [*terms.values(), *listed.values()]))
    clear = _clear_terms(uses, listed)
    documents = {block.file for text in texts if text.role is TextKind.DOCUMENT for block in text.blocks[:1]}
    shown = {use.right for use in uses if use.is_shown} if documents else set()
    for use in uses:
        is_plain = " " not in use.right and use.right[0].isupper() and use.right not in shown
        if not use.is_miscased or (is_plain and use.block.file in documents):
            continue  # a word of every day for a document, which never gives it a capital
        is_half_raised = use.written[0].isupper() and not use.right.isupper()  # Prize cards
        if use.term.declared or (use.term.term in clear and is_half_raised):
            yield _problem(use, "listed as" if use.term.term in listed else "mostly written")


def _clear_terms(uses: Sequence[_TermUse], listed: Collection[str]) -> set[str]:
    """Return the undeclared terms of which the text makes no doubt how it writes them.

    What the list of components has settled must only not be overruled by what follows it.
    """
    right = Counter(use.term.term for use in uses if use.written == use.right)
    wrong = Counter(use.term.term for use in uses if use.is_miscased)
    least = {term: max(_AT_LEAST, _CLEARLY * wrong[term]) for term in right.keys() - listed}
    return {term for term, count in right.items() if count >= least.get(term, wrong[term])}


def _problem(use: _TermUse, how: str) -> Problem:
    how = "defined as" if use.term.declared else how
    message = f'"{" ".join(use.written.split())}" is {how} {use.right}'
    edit = replacement_edit(use.block, use.start, use.end, use.right) if "\n" not in use.written else None
    return use.block.at(use.start), message, f'write "{use.right}"', edit


_SHORT = LazyRegex(r"(?<![\w'’./@&#-])[A-Z]{2,5}(?=s?(?![\w@-]|\.\w))", re.NOFLAG)
_EXPLAINS = LazyRegex(r"s?[\"”*]*\s?(?:[:=–—(\t]|- |stands|means)", re.NOFLAG)
_SHOUTS_ON, _SHOUTED_BEFORE = re.compile(r"s?[ ,]+[A-Z]{2}"), re.compile(r"[A-Z]{2}[ ,]+\Z")
_NEAR = 5  # letters beside an abbreviation that tell what it is
_NUMERAL = re.compile(r"[IVXLC]+|[NSEW]+")
_SHOUTED = word_list("shouted")
_VOWEL = re.compile("[aeiouy]")
_LONGEST_READ = 3  # letters of an abbreviation that has vowels
_KNOWN = word_list("known abbreviations")
_WORD = re.compile(r"[^\W\d_]+")
_LONGEST = 5  # words that an abbreviation stands for

_NAMED = LazyRegex(
    r"(?<![\w'’&./\"“\[-])(?<![A-Z]\w )[A-Z][a-z]+ [A-Za-z][a-z]+(?![\w'’\"”\]-]| [A-Z(\d]|:| -)", re.NOFLAG
)
_NAME_BEFORE = re.compile(r"[A-Z][\w'’]* \Z|[,&/] ?\Z|\band \Z")
_HEADS = word_list("heads of terms")
_SMALL_HEADS = _HEADS - {"die"}  # which is a verb in "a hero dies"
_NO_NAME = word_list("before a term") | word_list("function words")
_FEWEST = 3  # names that a text has twice


@text_rule("CT313", "undefined-term", Severity.INFO, reads="en")
def undefined_term(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """What is written like a term is told somewhere.

    "Roll for your Fire Arc" sends readers looking for what a Fire Arc is; three pages before, it was a viewing
    arc. An abbreviation that nobody wrote out is one for its author only.

    Bad:

        # and nothing else speaks of either
        Take a shot at a unit in your Fire Arc, if you have LOS.

    Good:

        Take a shot at a unit in your viewing arc, if you have line of sight.

    Looked for in documents are abbreviations of which no words of the text are the initials, and that stand in
    no heading, in no brackets and before no colon or dash; and two words with capitals inside a sentence, the
    second of a sort that rules give names to (phase, zone, check), that stand so once, in a text that has several
    names twice; "the Glory skill", too, where Glory stands nowhere else. Found in real rules are "CQC" and
    "Deployment Zone". Overlooked on purpose: abbreviations that players know, such as NPC; words that are
    shouted; tables; and what is quoted or a link.
    """  # noqa: E501
    blocks = [block for text in texts if text.role is TextKind.DOCUMENT for block in text.current]
    words = [_WORD.findall(block.text) for block in blocks]
    yield from _abbreviations(blocks, words)
    yield from _names(blocks, words)


def _abbreviations(blocks: Sequence[Block], words: Sequence[Sequence[str]]) -> Iterator[Problem]:
    small = {word for each in words for word in each if word.islower()}
    found: dict[str, tuple[Block, int]] = {}
    explained = set(_KNOWN)
    for block in blocks:
        matches = [*_SHORT.finditer(block.text)]
        tells = bool(matches) and is_headline(block)
        for match in matches:
            word = match[0].casefold()
            is_shouted = word in _SHOUTED or (len(word) > _LONGEST_READ and _VOWEL.search(word))
            if word in explained or word in small or _NUMERAL.fullmatch(match[0]) or is_shouted:
                continue  # as in `do NOT SHOOT`
            if tells or _is_explained(block, match):
                explained.add(word)
            else:
                found.setdefault(word, (block, match.start()))
    begun = {word[:length] for word in small for length in range(_LONGEST_READ, min(_LONGEST, len(word)) + 1)}
    left = found.keys() - explained - begun  # DEF may be for defence
    initials = "\n".join(map(_initials, words)) if left else ""
    for word in sorted(each for each in left if each not in initials):
        block, start = found[word]
        message = f'"{word.upper()}" is an abbreviation that is explained nowhere'
        yield block.at(start), message, "write it out where it is met first"


def _is_explained(block: Block, match: re.Match[str]) -> bool:
    """Return whether it is explained here, or begins a row, or stands beside other words in capitals."""
    text, (start, end) = block.text, match.span()
    before, after = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    begins = start < _NEAR and not before.strip(' "*([')
    return (
        (begins and block.sort is BlockType.ROW)
        or _EXPLAINS.match(text, end) is not None
        or (before.endswith("(") and after.startswith(")"))
        or _SHOUTS_ON.match(after) is not None
        or _SHOUTED_BEFORE.search(before) is not None
    )


def _initials(words: Sequence[str]) -> str:
    """Return the initials of the words in a row, also without those that a title writes small."""
    large = [word for word in words if word.casefold() not in TITLE_SMALL_WORDS]
    return "\n".join("".join(word[0] for word in row).casefold() for row in (words, large))


def _names(blocks: Sequence[Block], words: Sequence[Sequence[str]]) -> Iterator[Problem]:
    """Yield names of two words that stand in the text once."""
    named = [(block, match) for block in blocks for match in _places_of_names(block)]
    if not named:
        return
    keys = [[stem(word_key(word)) for word in row] for row in words]
    times = Counter(pair for row in keys for pair in pairwise(row))
    alone = Counter(key for row in keys for key in row)
    often = {match[0] for _, match in named if times[_pair(match)] > 1 and match[0].istitle()}
    for block, match in named if len(often) >= _FEWEST else ():
        pair = _pair(match)
        is_new = times[pair] == 1 and (match[0].istitle() or alone[pair[0]] == 1)
        if is_new and word_key(match[0].split()[1]) in _HEADS:
            message = f'"{match[0]}" is written like a term, and stands nowhere else'
            yield block.at(match.start()), message, "say what it is, or call it as it is called elsewhere"


def _places_of_names(block: Block) -> Iterator[re.Match[str]]:
    if is_headline(block) or block.sort is BlockType.ROW:
        return
    for match in _NAMED.finditer(block.text):
        before = block.text[max(0, match.start() - 24) : match.start()]
        first, second = match[0].split()
        is_led = first.casefold() in _NO_NAME or _NAME_BEFORE.search(before)
        is_name = second.istitle() or word_key(second) in _SMALL_HEADS  # Fire Arc, Glory token
        if is_name and not is_led and not begins_sentence(block.text, match.start()):
            yield match


def _pair(match: re.Match[str]) -> tuple[str, str]:
    one, two = (stem(word_key(word)) for word in match[0].split())
    return one, two
