"""Rules about signs in a text: emphasis is closed, icons exist, and letters are of the alphabet they seem."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator

from cardtool.documents import Block, BlockType, Text
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, once_for_each, passage_rule, text_rule
from cardtool.lint.core.fixes import replacement_edit
from cardtool.lint.core.texts import Passages
from cardtool.markup import INLINE_ICON, PieceKind, blank_expressions, markup_mistakes, split_markup
from cardtool.model import Game, Source
from cardtool.project import did_you_mean
from cardtool.unicode_text import SUSPECT, alphabet_of, as_latin, describe_lookalikes, latin_for

_SIGNS = re.compile("[*{}]")
_LETTERS_BEFORE, _LETTERS_AFTER = 12, 20  # characters quoted around a mistake


@passage_rule("CT111", "text-markup", Severity.ERROR)
def text_markup(game: Game, passages: Passages) -> Iterator[Problem]:
    """Bold, italics and braces in a text are opened and closed.

    A `**` without its partner prints two stars; a lost brace leaves a hole where an icon should be.

    Bad:

        text: "**Trap: end the turn."
        text: "Pay {action to draw a card."

    Good:

        text: "**Trap:** end the turn."
        text: "Pay {action} to draw a card."

    Overlooked on purpose: the rulebook, where a star may begin a list; a record's id, name and art; which
    icons exist (CT109 unknown-inline-icon); and stars that are printed, as in 2 * 3.
    """
    for passage in (*passages.of_cards(_has_markup), *passages.of_rules()):
        for mistake in markup_mistakes(blank_expressions(passage.text)):
            left, right = max(0, mistake.start - _LETTERS_BEFORE), mistake.start + _LETTERS_AFTER
            near = f"{'…' if left else ''}{passage.text[left:right].strip()}"
            more = "…" if right < len(passage.text) else ""
            message = f'in {passage.title}, {mistake.message} (at "{near}{more}")'
            sign = passage.text[mistake.start]
            fix = f"close what is open, or write \\{sign} where the sign is to be printed"
            yield passage.at(mistake.start), message, fix


def _has_markup(text: str) -> bool:
    return _SIGNS.search(text) is not None and _SIGNS.search(INLINE_ICON.sub("", text)) is not None


_MOST_TOLD = 3  # texts that want the same icon


@passage_rule("CT109", "unknown-inline-icon", Severity.ERROR)
def unknown_inline_icon(game: Game, passages: Passages) -> Iterator[Problem]:
    """Every `{icon}` in a text is an icon the game has.

    `{flip}` becomes the flip sign. A misspelt one would print as a gap or as letters in braces.

    Bad:

        text: "{flpi} Look at the top card of the deck."

    Good:

        text: "{flip} Look at the top card of the deck."

    Of each icon the first three texts are told, and how many more there are. Overlooked on purpose: a
    record's id, name and art; and braces that enclose nothing, or words with spaces (CT111 text-markup).
    """
    missing: dict[str, dict[Source, str]] = {}
    for passage in passages.every(_has_other_than(game.assets.icons)):
        for name, start in _first_icons(passage.text).items():
            if name not in game.assets.icons:
                missing.setdefault(name, {})[passage.at(start)] = passage.title
    for name, places in missing.items():
        near = did_you_mean(name, game.assets.icons)
        draw = f"save it as templates/icons/{name}.svg, or print the sign itself: \\{{{name}\\}}"
        told, left = list(places.items())[:_MOST_TOLD], len(places) - _MOST_TOLD
        for place, title in told:
            is_last = left > 0 and place == told[-1][0]
            others = f", nor for {left} texts more" if is_last else ""
            message = f'there is no icon "{name}" for {title}{others}{near}'
            yield place, message, None if near else draw


def _has_other_than(icons: Collection[str]) -> Callable[[str], bool]:
    """Return whether a text may have other icons than these."""
    known = re.compile("|".join(re.escape(f"{{{icon}}}") for icon in sorted(icons)) or r"(?!)")
    return lambda text: "{" in text and "{" in known.sub("", text)


def _first_icons(text: str) -> dict[str, int]:
    first: dict[str, int] = {}
    for piece in split_markup(blank_expressions(text)):
        if piece.kind is PieceKind.ICON:
            first.setdefault(piece.text, piece.start)
    return first


_WORD = re.compile(r"[^\W_]+")


@text_rule("CT117", "look-alike-letters", Severity.ERROR)
def look_alike_letters(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """No word is written with letters of another alphabet that only look like its own.

    The Cyrillic а and the Latin a are one picture and two letters. A word that holds the wrong one is found
    by no search, and is another card to every rule.

    Bad:

        name: Mооnlit Ferry      # its two o are Cyrillic
        text: Return 𝐅𝐥𝐢𝐩 cards.

    Good:

        name: Moonlit Ferry
        text: Return **Flip** cards.

    Looked for are Cyrillic, Greek, Armenian and Cherokee letters that look Latin, letters as wide as
    ideographs and letters of mathematics: in words that are Latin otherwise, and in words of nothing else
    where the texts are mostly Latin. `--fix` writes the Latin letters in a word that has some already.

    Overlooked on purpose: words with a letter that looks like none of ours, such as карта, and what stands in
    one paragraph with them; texts that are not mostly Latin; a small Greek letter by itself, which is a
    symbol; code.
    """
    blocks = [block for text in texts for block in text.blocks if block.sort is not BlockType.CODE]
    suspects = [block for block in blocks if not block.text.isascii() and SUSPECT.search(block.text)]
    if not suspects:
        return
    is_latin = _is_mostly_latin(texts)
    for block in suspects:
        yield from _look_alike_problems(block, is_latin)


@once_for_each
def _is_mostly_latin(whole: Iterable[Text]) -> bool:
    signs, times = Counter[str](), Counter[str]()
    for block in (block for text in whole for block in text.blocks if block.sort is not BlockType.CODE):
        signs.update(block.text)
    for sign, count in signs.items():
        times[alphabet_of(sign)] += count
    return 2 * times["Latin"] > times.total() - times[""]


def _look_alike_problems(block: Block, is_latin: bool) -> Iterator[Problem]:
    words = list(_WORD.finditer(block.text))
    real = {alphabet_of(letter) for match in words for letter in match[0] if _is_foreign(letter)}
    for match in words:
        word = match[0]
        odd = [letter for letter in word if latin_for(letter)]
        if not odd or any(map(_is_foreign, word)):
            continue
        message = f'"{word}" is not written in Latin letters: {describe_lookalikes(word)}'
        is_symbol = len(word) == 1 and word.islower() and alphabet_of(word) == "Greek"
        if any(alphabet_of(letter) == "Latin" for letter in word):
            edit = replacement_edit(block, *match.span(), as_latin(word))
            yield block.at(match.start()), message, f'write "{as_latin(word)}"', edit
        elif is_latin and not is_symbol and real.isdisjoint(map(alphabet_of, odd)):
            yield block.at(match.start()), message, f'write "{as_latin(word)}" in Latin letters'


def _is_foreign(letter: str) -> bool:
    return alphabet_of(letter) not in ("", "Latin") and not latin_for(letter)
