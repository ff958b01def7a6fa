"""Rules about what stands twice, a word or a passage, and about a and an: which is the one that is spoken."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise

from cardtool.documents import Block, BlockType, Text, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, brief_place, text_rule
from cardtool.lint.core.fixes import article_for, replacement_edit
from cardtool.lint.core.matching import any_word, word_key, word_list
from cardtool.lint.core.sentences import begins_sentence, prose_of, repeats_in
from cardtool.lint.core.texts import TextBlock

_PAIR = LazyRegex(  # of words that begin with the same letter
    r"(?<![\w'’./@&-])(?P<one>(?P<letter>[^\W\d_])[^\W\d_]*)(?: {1,2}| ?\n ?[ \t]*)"
    r"(?=(?P<other>(?P=letter)[^\W\d_]*)(?![\w'’@&-]|\.\w))"
)
_FINE_TWICE = "and|by|or|to|after|upon|first|second|third|fourth|fifth|last|other|one"
_NO_FINE = rf"(?!(?:{_FINE_TWICE})\b)"
_TWICE = LazyRegex(rf"(?<![\w'’-])(({_NO_FINE}[a-z]+) (?!\2 ){_NO_FINE}[a-z]+) \1(?![\w'’-])", re.NOFLAG)
_SMALL = LazyRegex(
    r"(?<![\w'’-])((?:of|in|to|on|from|with|by|for|at|into|onto|and|or)\s(?:the|a|an|your|their|his|"
    r"its))\s+\1(?![\w'’-])"
)
_LABELS = r"and\b|or\b|to\b|column|row|side|team|group"
_TWO_ARTICLES = r"a an|an a|an the|the an|a the|(?:the|an?) (?:each|every|your|their|any|another)"
_ARTICLES = LazyRegex(
    rf"(?<![\w'’-])(?:(?:{_TWO_ARTICLES})(?= [A-Za-z]{{2}})|"
    rf"(?:the a|a someone['’]s)(?= (?!{_LABELS})[a-z]{{3}}))",
    re.NOFLAG,
)
_DETERMINERS = word_list("determiners") | {"someone's", "someone’s"}
_FINE = word_list("fine when doubled")
_SURE = word_list("never doubled")
_TITLE = re.compile(r" [A-Z][a-z]")  # The Great Seal
_IS_TOLD = LazyRegex(rf"\b{any_word('before is is')}\b[^.;:]*\Z")  # what it is is
_AT_LEAST = re.compile(r"at (?:least|most|any|all|once)\b")  # look at at least two
_NOUNS, _PREPOSITIONS = word_list("nouns beside their plural"), word_list("prepositions before a thing")
_GOING = LazyRegex(rf"\b{any_word('taking a preposition along')}\s$")  # move in in the second phase
_OF_A_THING = LazyRegex(rf"\s(?:\d+|{any_word('before a thing')})\b")
_LETTERS_ALONE = re.compile(r"\b[b-hj-z] (?:\w ){1,9}\w\b|\b\w [b-hj-z] \w\b")
_WORD_BEFORE, _WORD_BEHIND = re.compile(r"(\w+)\s\Z"), re.compile(r"\s(\w+)")
_LONG_ITEM = 6  # words
_LONGEST_LEAD = 200  # letters of what it is that is
_MOST_BETWEEN = 8  # letters of the file that emphasis or a line's end may put between the two


@text_rule("CT602", "doubled-word", Severity.WARNING, reads="en")
def doubled_word(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """No word stands twice in a row.

    "Return it to the the deck" is read over by its author, and by nobody else.

    Bad:

        text: Put it on the the Discard Pile.
        text: Play Battle Cards cards from your hand.

    Good:

        text: Put it on the Discard Pile.
        text: Play Battle Cards from your hand.

    Found over the end of a line, in other capitals, and with the second word in the other number; so are
    two articles in a row. `--fix` leaves the first of two equal words.

    Overlooked on purpose: what English doubles ("had had", "one by one", "move in in the evening"), names
    (Bora Bora), sounds, numbers, code, and cells of a table that hold no sentence.
    """
    nouns = {word for word in texts.words if word_key(word) in _NOUNS}
    for block in _running_text((*texts.repeating, *texts.with_pairs(nouns, nouns))):
        twice = {match.start(): match for each in (_TWICE, _SMALL) for match in each.finditer(block.text)}
        for match in (*_PAIR.finditer(block.text), *twice.values()):
            if "letter" not in match.groupdict():
                yield _doubled_problem(block, match.start(), match.end(), match[1])
            elif _is_doubled(block, match):
                yield _doubled_problem(block, match.start(), match.end("other"), match["one"])
    for block in _running_text(texts.with_pairs(("a", "an", "the"), _DETERMINERS)):
        for match in _ARTICLES.finditer(block.text):
            yield block.at(match.start()), f'"{match[0]}" is one article too many', "take one of the two out"


def _running_text(spots: Iterable[TextBlock]) -> Iterable[Block]:
    """Return the blocks of running text among these, each once."""
    return {id(block): said for _, block in spots if (said := prose_of(block))}.values()


def _is_doubled(block: Block, match: re.Match[str]) -> bool:
    """Return whether a pair is a slip: no term beside its meaning, no name, and nothing left out between."""
    first, text = match["one"], block.text
    end, start = match.end("one"), match.start("other")
    is_term = "  " in text[end:start] and first.casefold() not in _SURE  # `quit  Quit the game`
    is_is = first == match["other"] == "is" and not _IS_TOLD.search(
        text, max(0, match.start() - _LONGEST_LEAD), match.start()
    )
    is_slip = is_is or _is_slip(first, match["other"]) or _is_before_a_thing(text, match)
    if is_term or _AT_LEAST.match(text, start) or not is_slip:
        return False
    around = _WORD_BEFORE.findall(text, max(0, match.start() - len(first) - 2), match.start())
    around += _WORD_BEHIND.findall(text, match.end("other"), match.end("other") + len(first) + 1)
    if first.casefold() not in _SURE and first.casefold() in map(str.casefold, around):
        return False  # a cry: ha ha ha
    here, there = block.at(end), block.at(start)
    stand_together = here.line < there.line or there.column - here.column <= _MOST_BETWEEN
    return stand_together and not _is_of_a_name(block, match) and not _is_scrambled(text, match.start())


def _is_slip(first: str, second: str) -> bool:
    one, other = first.casefold(), second.casefold()
    if one != other:
        return one[0] == other[0] and word_key(first) == word_key(second) and word_key(first) in _NOUNS
    if one in _SURE:
        return first.islower() or (len(one) > 1 and (second.islower() or first.isupper() == second.isupper()))
    if one in _FINE or len(one) < 2:
        return False
    return second.islower() and (first.islower() or len(one) > 2)


def _is_before_a_thing(text: str, match: re.Match[str]) -> bool:
    """Return whether a word such as in, that may come twice, stands twice before what it is said of."""
    word, end = match["one"], match.end("other")
    if word not in _PREPOSITIONS or match["other"] != word or not _OF_A_THING.match(text, end):
        return False
    return word == "it" or not _GOING.search(text, max(0, match.start() - 16), match.start())


def _is_of_a_name(block: Block, match: re.Match[str]) -> bool:
    """Return whether a name that is set apart begins or ends between them: the *The Grain Engine* card."""
    end, start = match.end("one") - 1, match.start("other")
    is_article = word_key(match["one"]) in ("the", "a", "an")
    begins = is_article and match["one"].islower() and match["other"].istitle()
    ends = match["one"].istitle() and match["other"].islower()  # the **Destroy a Chamber** chamber
    if not (begins or ends) or (begins and _TITLE.match(block.text, match.end("other"))):
        return begins
    here, there = block.at(end), block.at(start)
    return here.line == there.line and there.column - here.column > start - end


def _is_scrambled(text: str, start: int) -> bool:
    """Return whether single letters stand around, as where the lines of a page were taken for one."""
    return _LETTERS_ALONE.search(text, max(0, start - 12), start + 16) is not None


def _doubled_problem(block: Block, start: int, end: int, right: str) -> Problem:
    said = " ".join(block.text[start:end].split())
    edit = replacement_edit(block, start, end, right)
    return block.at(start), f'"{said}" says it twice', f'write "{right}"', edit


_ARTICLE = LazyRegex(
    r"(?<![\w'’.&/+-])(an?|An?)(?: |\n[ \t]*)"
    r"(?=([A-Za-z][a-z]+(?![\w.]\w|['’](?!s\b)\w)|\d{1,3}(?!\d|[,./:]\d|/|\s?[–-]\s?\d)"
    r"|[B-DF-HJ-NP-TV-XZ]{2,5}(?!\w)))",
    re.NOFLAG,
)
_BEGINNING = re.compile(r"\d+|[^\W\d_]+")
_LABELLED = LazyRegex(rf"\b{any_word('labelled with a letter')}\s*$")
_NO_NOUN = word_list("no nouns")


@text_rule("CT611", "article", Severity.WARNING, reads="en")
def article(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """A word is given the a or an with which it is spoken.

    The slip comes with a rename: "an Island" becomes "an Battle" in a hurry.

    Bad:

        Draw a Island card or an Prize.

    Good:

        Draw an Island card or a Prize.

    `--fix` changes the article. Overlooked on purpose: words that begin with an h, words in capitals, unlike
    NPC, that can be spoken, long numbers, and what else may be spoken in two ways; `a` where it is a label.
    """
    begun = {word: match[0] for word in texts.words if (match := _BEGINNING.match(word))}
    spoken = {word: article_for(begins) or article_for(begins.upper()) for word, begins in begun.items()}
    with_a, with_an = ({word for word in spoken if spoken[word] == right} for right in ("a", "an"))
    for block in _running_text((*texts.with_pairs(("a",), with_an), *texts.with_pairs(("an",), with_a))):
        for match in _ARTICLE.finditer(block.text) if not block.text.isupper() else ():
            written, word = match[1], match[2]
            is_wrong = _is_wrong_article(block.text, match) and not _is_scrambled(block.text, match.start())
            if is_wrong and not (word.isupper() and _is_cut_short(word.casefold(), texts.words)):
                right = {"a": "an", "an": "a", "A": "An", "An": "A"}[written]
                new = f"{right}{match[0][len(written) :]}{word}"
                edit = replacement_edit(block, match.start(), match.end(2), new)
                message = f'"{written} {word}" is spoken {right.lower()} {word}'
                yield block.at(match.start()), message, f'write "{right} {word}"', edit


def _is_cut_short(word: str, words: Collection[str]) -> bool:
    """Return whether a word of the text begins with these letters, and so is read for them: STR, strength."""
    return any(each.startswith(word) and each.isalpha() and len(each) > len(word) + 2 for each in words)


def _is_wrong_article(text: str, match: re.Match[str]) -> bool:
    written, word = match[1].lower(), match[2]
    if article_for(word) in (None, written):
        return False
    if written == "an":
        return len(word) > 2 or (
            word.isdigit() and (match[1] == "an" or begins_sentence(text, match.start()))
        )
    if match[1] == "A" and (word[0].isupper() or not begins_sentence(text, match.start())):
        return False
    return word not in _NO_NOUN and not _LABELLED.search(text, max(0, match.start() - 16), match.start())


@text_rule("CT605", "printed-twice", Severity.WARNING, reads="en")
def printed_twice(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """No passage is printed twice.

    A section pasted again is read again, and when one of the two is mended the other is not.

    Bad:

        A catapult throws a Hero up to 3 spaces. It can be used once a turn, by anyone standing next to it.
        …
        A catapult throws a Hero up to 3 spaces. It can be used once a turn, by anyone standing next to it.

    Good:

        A catapult throws a Hero up to 3 spaces. It can be used once a turn, by anyone standing next to it.

    A passage is a paragraph of 15 words or more, or several sentences in a row of 35, however they are
    broken into paragraphs; where a heading stands between the two, of 100 words; or an item of six words
    right behind itself. Capitals, punctuation and spaces make no difference. The finding stands at the later
    of the two; what is wrong in it with names and with spellings of terms is told at the former alone.
    Overlooked on purpose: items of lists that are apart, which variants of a set-up share; what is printed
    three times or oftener, and so on purpose; licences; two texts of one game, such as a card and the
    glossary; tables, code and headings.
    """
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK):
            for again, where in _items_again(text):
                yield again.at(), f"this item stands {where}", "take one of the two out"
            for run in repeats_in(text):
                here, until = run.again[0].source, run.again[-1].source.line
                stands = f"these {len(run.again)} sentences, {run.words} words, stand"
                if len(run.again) == 1:
                    stands = f"this sentence, {run.words} words, stands"
                there = brief_place(run.first[0].source, here)
                upto = f": this one runs up to line {until}" if until > here.line else ""
                yield here, f"{stands} already at {there} ({run.opening})", f"take one of the two out{upto}"


def _items_again(text: Text) -> Iterator[tuple[Block, str]]:
    """Yield the items that stand right behind the same, or that a list has again further down; and where."""
    for item, again in pairwise(text.current):
        is_twice = item.sort is again.sort is BlockType.ITEM and item.text == again.text
        if is_twice and len(again.text.split()) >= _LONG_ITEM:
            yield again, "twice, one behind the other"
    for listing in text.lists:
        first: dict[str, Block] = {}
        for before, item in pairwise((listing.items[0], *listing.items)):
            known = first.setdefault(item.text, item)
            if known not in (item, before) and len(item.text.split()) >= _LONG_ITEM:
                yield item, f"in the list already, at {brief_place(known.at(), item.at())}"
