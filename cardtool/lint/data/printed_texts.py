"""Rules about texts as they are printed: their signs, letters and HTML; and notes that are none of them."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from cardtool.documents import Block, BlockType, Text, blank_code, find_comments, map_lines
from cardtool.finding import Edit
from cardtool.lint.core import (
    Facts,
    LazyRegex,
    Problem,
    Severity,
    TextIndex,
    once_for_each,
    passage_rule,
    rule,
    text_rule,
)
from cardtool.lint.core.fixes import replacement_edit
from cardtool.lint.core.texts import Passage, Passages, blank_jinja
from cardtool.markup import INLINE_ICON, PieceKind, blank_expressions, markup_mistakes, split_markup
from cardtool.model import Game, Source
from cardtool.project import did_you_mean
from cardtool.template_code import printed_fields
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


_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_ADVICE = {
    "br": "end the line before it with a backslash",
    **dict.fromkeys(("p", "div"), "leave a line blank between paragraphs"),
    **dict.fromkeys(("ul", "ol", "li"), 'begin each item on a line of its own, with "- " or "1. "'),
    **dict.fromkeys(
        ("table", "thead", "tbody", "tr", "td", "th"),
        "part the cells of a row with |, and put a line of dashes, |---|---|, below the first row",
    ),
    "script": "take it out: nothing runs in print",
    **dict.fromkeys(("img", "svg"), "write {name} for an icon of templates/icons"),
}
_BOOK_ADVICE = {"a": "write [words](address)", "img": "write ![what it shows](art/FILE)"}
_LOOKS = "a|big|center|code|del|font|h[1-6]|hr|ins|mark|s|small|span|strike|style|sub|sup|u"
_HTML = LazyRegex(
    rf"</?(?P<tag>{'|'.join([*_MARKS, *_ADVICE])}|{_LOOKS})(?:\s[^<>]{{0,300}})?/?>"
    r"|&(?:[a-z]{2,20}|#\d{1,6}|#x[0-9a-f]{1,5});"
)


@passage_rule("CT126", "html-in-text", Severity.ERROR)
def html_in_text(game: Game, passages: Passages) -> Iterator[Problem]:
    """No text of a card, the rules or the rulebook is written in HTML.

    A text is printed as it is written, so that a tag of HTML comes out as letters: `<b>Trap</b>`.

    Bad:

        text: "<b>Trap:</b> end the turn."
        text: "Bread &amp; butter"

    Good:

        text: "**Trap:** end the turn."
        text: "Bread & butter"

    `--fix` writes bold and italics with stars, and the sign itself for an `&amp;`. How paragraphs, lists,
    tables and line breaks are written is in docs/card-texts.md.

    Overlooked on purpose: what stands in angle brackets and is no tag, such as `<3`, `<name>`, or a letter
    that no `</b>` closes, which may stand for an icon; a record's id, name and art; and in the rulebook code,
    what is Jinja's, and `&amp;`, which Markdown knows.
    """
    for passage in (*passages.of_cards(_has_html), *passages.of_rules()):
        for found in _HTML.finditer(passage.text):
            if _is_tag(found) if found["tag"] else html.unescape(found[0]) != found[0]:
                yield _problem(passage, found, _ADVICE)
    for passage in passages.of_rulebook():
        text = blank_jinja(passage.text)
        for found in _HTML.finditer(blank_code(text)):
            if found["tag"] and text[found.start() - 1 : found.start()] != "\\":
                yield _problem(passage, found, {**_ADVICE, **_BOOK_ADVICE})
        for start, _ in find_comments(text):
            said = "a comment of HTML is printed as it is written"
            yield passage.at(start - len("<!--")), said, "write it as {# … #}"


def _problem(passage: Passage, found: re.Match[str], advice: Mapping[str, str]) -> Problem:
    here, new = passage.at(found.start()), _replacement(found)
    said = f'"{found[0][:40]}" is HTML, and would be printed as it is written'
    take_out = "take it out; how a text looks is said in the stylesheet of its template"
    fix = f'write "{new}"' if new else advice.get(found["tag"].lower(), take_out)
    return here, said, fix, Edit(here, found[0], new) if new else None


def _is_tag(found: re.Match[str]) -> bool:
    """Return whether this is no letter in angle brackets by itself."""
    other = f"<{found['tag']}>" if found[0].startswith("</") else f"</{found['tag']}>"
    return len(found["tag"]) > 1 or found[0][2:3].isspace() or other in found.string


def _has_html(text: str) -> bool:
    return ("<" in text or "&" in text) and _HTML.search(text) is not None


def _replacement(found: re.Match[str]) -> str:
    """Return what means the same in a card text; nothing where more than these signs must change."""
    if not found["tag"]:
        return html.unescape(found[0])
    ends_line = found["tag"].lower() == "br" and found.string.startswith("\n", found.end())
    return "\\" if ends_line else _MARKS.get(found["tag"].lower(), "")


@rule("CT135", "printed-note", Severity.ERROR)
def printed_note(game: Game) -> Iterator[Problem]:
    """A field that its schema says nobody reads is not printed as a text.

    `x-role: not-printed` is for notes of yours, `art` for pictures. The checker reads neither, texts for other
    programs leave both out, and a change of them is no news for players. On a card that prints them all the same,
    nobody looks for mistakes.

    Bad:

        "ability": {"type": "string", "x-role": "not-printed"}     // in hero.schema.json
        <div class="rules">{{ rich(card.ability) }}</div>          <!-- in hero.html -->

    Good:

        "ability": {"type": "string"}

    A field is printed where a template says no more than `{{ card.ability }}`, or hands it to rich(…) or
    smart(…). Overlooked on purpose: conditions, what stands in a tag, and what is handed to functions that draw.
    """  # noqa: E501  (its lines are those of the manual)
    unread = {kind.id: _unread_fields(game, kind.id) for kind in game.kinds}
    read = {field for card in game.cards for field in card.fields if field not in card.roles.unread}
    of_kinds: dict[str, set[str]] = {}
    for kind in game.kinds:
        for name in (*kind.front_templates, *([kind.back.template] if kind.back else [])):
            of_kinds.setdefault(name, set()).update(unread[kind.id])
    of_any = frozenset[str]().union(*unread.values()) - read
    for template in game.templates:
        hidden = of_kinds.get(template.source.file.rpartition("/")[2], of_any)
        for field, at in printed_fields(template.text) if any(map(template.text.count, hidden)) else ():
            if field in hidden:
                message = f"{field} is printed, and its schema says that no player reads it"
                place = Source(template.source.file, *map_lines(template.text).at_letter(at))
                yield place, message, f"take x-role out of the schema of {field}, or print another field"


def _unread_fields(game: Game, kind: str) -> frozenset[str]:
    return frozenset[str]().union(*{card.roles.unread for card in game.cards_of(kind)})
