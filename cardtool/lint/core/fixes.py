"""What to write in the place of words: a name in their form, the right article and plural, and the edit
that does it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from cardtool.documents import PICTURE, Block, plural, singular
from cardtool.finding import Edit
from cardtool.lint.core.matching import POSSESSIVE, any_word, word_list
from cardtool.lint.core.sentences import begins_sentence, is_all_capitals
from cardtool.memory import LazyRegex

_PREPOSITIONS, _PARTICLES = word_list("prepositions"), word_list("particles")


def inflect_like(old: str, new: str, written: str, *, fixed: bool = False) -> str:
    """Return the new name in the number, the case and with the possessive of the old one as written here.

    `fixed` is for a name whose capitals are settled: it is never written small.
    """
    ending = POSSESSIVE.search(written) if not POSSESSIVE.search(old) else None
    bare = written[: ending.start()] if ending else written
    name = _match_case(_match_number(old, new, bare), old, bare, fixed=fixed)
    if ending is None:
        return name
    return name + ending[0][0] + ("" if name.endswith("s") else "s")


def _match_number(old: str, new: str, written: str) -> str:
    said = _squeezed(written)
    if said == _squeezed(old):
        return new
    head, rest = _head_and_rest(new)
    if said in (_squeezed(plural(singular(old))), _squeezed(f"{singular(old)}s")):
        return plural(singular(head)) + rest
    return singular(head) + rest


def _head_and_rest(name: str) -> tuple[str, str]:
    """Return the words of a name whose last changes its form, and the rest: Eyes of the Gale, puts out."""
    words = name.split(" ")
    row = next((row for row, word in enumerate(words) if row and word.lower() in _PREPOSITIONS), len(words))
    row -= row == len(words) > 1 and words[-1].lower() in _PARTICLES
    return " ".join(words[:row]), "".join(f" {word}" for word in words[row:])


def _squeezed(name: str) -> str:
    return re.sub(r"[\s‐‑-]+", "", name).casefold().replace("’", "'")


def _match_case(name: str, old: str, written: str, *, fixed: bool) -> str:
    if is_all_capitals(written) and not is_all_capitals(old):
        return name.upper()
    if written[:1].isupper() and name[:1].islower() and not old[:1].isupper():
        return name[:1].upper() + name[1:]
    if written.islower() and not old.islower() and not fixed:
        return name.lower()
    return name


_UNI = r"ni(?:que|co(?:rn|de)|t|form|on|vers|later|cycl|sex|son|fy|fi(?:ed|es|c|er)|polar|direct|vocal|camer)"
_ARTICLES: Mapping[LazyRegex, str | None] = {
    LazyRegex(r"8\d*⁰?\Z|1[18]⁰?\Z"): "an",
    LazyRegex(r"\d+⁰?\Z"): "a",
    LazyRegex(r"[FHLMNRSX][B-DF-HJ-NP-TV-XZ]{2,4}\Z", flags=0): "an",  # NPC: nobody can speak it as a word
    LazyRegex(r"[B-DF-HJ-NP-TV-XZ]{3,5}\Z", flags=0): "a",
    LazyRegex(r"(?![A-Za-z]?[a-z]{2,}(?![\w.]))|[xX][^aeiouy]", flags=0): None,  # GPs, x-ray
    LazyRegex(r"(?![a-z]*[aeiouy])"): None,
    LazyRegex(r"h(?:our|onou?r|onest|eir)"): "an",
    LazyRegex(r"h"): None,
    LazyRegex(
        rf"u(?:{_UNI}|s(?:e|a[bg]|ual|i)|surp|tensil|tili|topi|nani|biq|kulele|krain|ten|rani)|eu|ew[er]|ouija"
    ): "a",  # spoken like you
    LazyRegex(r"on(?:e|ce)(?![a-z]{2})|one-?shot|one-"): "a",  # spoken like won
    LazyRegex(r"u(?![nplmstg])"): None,
    LazyRegex(r"[aeiou]"): "an",
}
"""The article for words that begin so; the first that fits tells it."""
_LEADING_ARTICLE = LazyRegex(r"(?:the|an?)\s+(?=\S)")
_DETERMINED = LazyRegex(rf"\b{any_word('determiners')}\s+$")
_ARTICLE = re.compile(r"(?<![\w'’-])(an?)(\s+)$", re.IGNORECASE)


@lru_cache(maxsize=1 << 14)
def article_for(word: str) -> str | None:
    """Return `a` or `an`; None for what may be spelled out letter by letter, or spoken in two ways."""
    return next((article for begins, article in _ARTICLES.items() if begins.match(word)), "a")


def without_article(text: str, start: int, end: int, old: str, new: str) -> tuple[int, str, str]:
    """Return where to begin writing `new` for `old`, and both names, without an article that has to stay.

    Of "The Dyke Master counts", now the Warden, only what comes behind the article is written anew, unless
    the article is part of the name: inside a sentence it then has a capital. Nor is there one too many
    where The Warden takes the place of "your Dyke Master".
    """
    of_old, of_new = _LEADING_ARTICLE.match(old), _LEADING_ARTICLE.match(new)
    if of_old is None:
        is_led = of_new and _DETERMINED.search(text, max(0, start - 9), start)
        return start, old, new[of_new.end() :] if of_new and is_led else new
    written = _LEADING_ARTICLE.match(text, start, end)
    is_in_name = text[start].isupper() and not begins_sentence(text, start)
    is_alone = start == 0 and end == len(text)
    if written is None or of_new or is_in_name or is_alone:
        return start, old, new
    return written.end(), old[of_old.end() :], new


def with_article(text: str, start: int, new: str) -> tuple[int, str]:
    """Return where to write `new` for what begins at `start`, and what: with its article if that changes."""
    before = _ARTICLE.search(text, max(0, start - 6), start)
    wanted = article_for(new)
    if before is None or wanted is None or before[1].lower() == wanted:
        return start, new
    article = wanted.capitalize() if before[1][0].isupper() else wanted
    return before.start(), f"{article}{before[2]}{new}"


_ESCAPED = "'\"\\"  # where a text is quoted, with a sign more that says so


def replacement_edit(block: Block, start: int, end: int, new: str) -> Edit | None:
    """Write `new` instead of the letters from one offset to another.

    None where those letters are not written in one piece, because emphasis or a reference stands
    among them or they were filled in from elsewhere. They may run over the end of a line.
    """
    old = block.text[start:end]
    if not old or PICTURE in old or not _in_one_piece(block, start, end):
        return None
    return Edit(block.at(start), old, new)


def _in_one_piece(block: Block, start: int, end: int) -> bool:
    before = block.at(start)
    for offset in range(start + 1, end):
        here, step = block.at(offset), 2 if block.text[offset - 1] in _ESCAPED else 1
        follows = here.line == before.line and 1 <= here.column - before.column <= step
        if not follows and not (here.line > before.line and block.text[offset - 1].isspace()):
            return False
        before = here
    return True
