"""Texts of any length that repeat one pattern, such as forty thousand dots: what a slow reader trips over."""

from __future__ import annotations

import string
from collections.abc import Mapping

__all__ = ["PATTERNS", "patterned"]

_SIGNS = {f"run of {sign}": sign for sign in string.punctuation}
_SPACES = {
    "digits": "1",
    "spaces": " ",
    "tabs": "\t",
    "no-break spaces": "\u00a0",
    "wide spaces": "a" + " " * 120,
    "spaces before brackets": " " * 120 + "(",
    "spaced no-break spaces": "a\u00a0\u00a0 ",
}
_JOINED = {
    "letters parted by spaces": "a ",
    "letters parted by hyphens": "a-",
    "letters parted by dots": "a.",
    "initials": "A. ",
    "capitals parted by spaces": "A ",
    "chapter numbers": "1.1.",
    "numbers parted by hyphens": "1-2-3-",
    "fractions": "1/2/3/",
    "thousands": "1,000,",
    "apostrophes in a word": "a'",
    "curly apostrophes": "a’",
    "words with underscores": "a_",
    "addresses": "www.a.a/",
    "dashes between words": "a – b — ",
}
_BRACKETS = {
    "brackets in brackets": "([{",
    "empty brackets": "()",
    "closing and opening": ")(",
    "brackets with a word": "(a) ",
    "bracket before a word": "(a ",
    "double quotes": 'a "b" ',
    "single quotes": "'a' ",
    "curly quotes": "“a ”b ",
    "guillemets": "«a »b ",
    "spaced brackets": "(a)        ",
    "arrows without heads": "(----====",
    "typed quotes": '"a ',
    "backquoted quotes": "``a'' ",
}
_MARKDOWN = {
    "open links": "[a](",
    "open pictures": "![a](",
    "links": "[a](b) ",
    "footnotes": "[^a] ",
    "open bold": "**a",
    "stars before words": "*a ",
    "underlined words": "_a_ ",
    "bold words": "**a** ",
    "stars and lines": "*_*_",
    "open code": "`a",
    "growing code": "`a``b```c",
    "rows of bars": "| | |",
    "heads of tables": "|-|-|",
    "heads of tables, one a line": "|-|-|\n",
    "quotations in quotations": "> > >",
    "quoted lines": "> a\n",
    "dashes in a row": "- - -",
    "stars in a row": "* * *",
    "numbered items in a row": "1) 1) ",
    "number signs": "# # # ",
    "equals signs in pairs": "== == ",
    "fences": "```\na\n",
    "open fences": "```a\n~~~\n",
    "definitions": "[a]: b\n",
    "headings in a row": "# A\n",
    "underlined headings": "A thing\n===\n",
    "escapes": "\\*",
    "front matter": "---\na: b\n",
}
_HTML = {
    "open tags": "<a ",
    "open comments": "<!--",
    "comments": "<!-- a -->",
    "closing tags": "</",
    "entities": "&amp;",
    "open entities": "&amp",
    "tables in HTML": "<table><tr><td>a\n",
    "breaks in HTML": "<br>",
    "breaks between words": "a<br>b. ",
    "lists in HTML": "<ul><li>a",
    "scripts": "<script>",
    "lines of paragraphs": "<p>a\n",
}
_TEMPLATES = {
    "braces": "{a",
    "references": "{{ ",
    "closed references": "{{ number.a }} ",
    "statements": "{% ",
    "comments in a template": "{#",
    "closed statements": "{% if a %}",
    "cards in brackets": "[[a",
    "closed cards": "[[Goat]] ",
    "icons": "{a} ",
}
_LINES = {
    "short lines": "a\nb\nc and d\n",
    "lines apart": "One line.\n\nAnother one\n\n",
    "headings": "# A heading\n\nSome words.\n\n",
    "headings in capitals": "SETTING UP\n\nDo it.\n\n",
    "items": "- an item\n",
    "numbered items": "1. Do a thing.\n2. Do another.\n",
    "lettered items": "a. Do it\nb. Do that\n",
    "items of one number": "3) Take it\n",
    "nested items": "- a\n  - b\n    - c\n",
    "tables": "| a | b |\n|---|---|\n| 1 | 2 |\n\nText.\n\n",
    "a long table": "| a | 12 | three |\n",
    "a table by tabs": "a\t1\tb\n",
    "a table by gaps": "Goat   12   milk\n",
    "one long row": "| a ",
    "one long row of tabs": "a\t",
    "one long row of gaps": "a   ",
    "table of contents": "Setting up ........ 3\n",
    "page numbers": "Some text stands here\n\n12\n\n",
    "running heads": "My Game\n12\n\nA\nB\nC\nD\n\n",
    "versions": "Version 1.2\n- Added a card\n\n",
    "steps": "Step 1: do it. Go to step 3.\n",
    "chapters": "1. The race\n\nText of it here.\n\n",
    "pages": "a\fb",
    "broken words": "some long line that is bro-\nken at its end\n",
}
_WORDS = {
    "one word": "a",
    "one capital word": "A",
    "alternating capitals": "aB",
    "capitals with apostrophes": "Aa'",
    "held notes": "<<ART HERE>> TBD: ",
    "doubled words": "The The ",
    "plurals": "cards cards ",
    "singular and plural": "card cards ",
    "pairs of words": "of the of the ",
    "page references": "see page 2 see page ",
    "counts": "2 cards and 3 cards and ",
    "sums": "2 + 3 = 5 cards, ",
    "counts that add up": "40 apples, 30 pears and 10 figs, ",
    "each player": "each player takes 5 cards and ",
    "players": "2 to 4 players and 3 players ",
    "dealing": "deal each player ",
    "conditions": "if you have if ",
    "a sentence": "Each player draws two cards and plays one of them. ",
    "a paragraph": "Each player draws two cards. Then the next player plays one of them, or passes.\n\n",
    "questions": "a? b! ",
    "ellipses": "a... ",
    "ellipsis signs": "a… ",
    "abbreviations": "e.g. i.e. etc. ",
    "versions in a row": "v1.2 v1.3 ",
    "names in a row": "Moonlit Ferry and Golden Goat ",
    "capitalised words": "Goat Horse Cow ",
    "renames": "renamed Goat to Horse, ",
    "such as": "such as goats, horses and ",
    "ranges": "1-3 lose, 4-6 win, ",
    "ordinals": "the first the second ",
    "articles": "a apple an pear ",
    "not words": "not the not only ",
    "placeholders": "TBD TODO ??? <<a>> ",
    "examples": "Example: for example, ",
}
_LETTERS = {
    "combining marks": "a\u0301\u0302",
    "only combining marks": "\u0301",
    "emoji": "\N{GRINNING FACE}",
    "emoji joined": "\N{WOMAN}\u200d\N{ROCKET}\ufe0f ",
    "Chinese": "\u5361\u724c\uff0c\u6e38\u620f\u3002",
    "Cyrillic": "\u043a\u0430\u0440\u0442\u0430 ",
    "Greek": "\u03ba\u03ac\u03c1\u03c4\u03b1 ",
    "mixed scripts": "c\u0430rd ",
    "zero-width spaces": "a\u200b",
    "soft hyphens": "a\u00ad",
    "directions": "a\u202e",
    "mathematical letters": "\U0001d400\U0001d401 ",
    "full-width letters": "\uff21\uff22 ",
    "dotted capital I": "\u0130\u0131",
}
_NUMBERED = {
    "different words": "word\0 ",
    "different names": "Golden Goat\0 Ferry and ",
    "different headings": "# Part P\0\n\nSee Part P\0 on page \0.\n\n",
    "different counts": "- \0 Apes of B\0\n",
    "different renames": "Renamed Goat\0 to Horse\0. ",
    "different entries": "# Changelog\n## 1.\0\n- Renamed Goat\0 Card to Horse\0 Card\n\n",
    "different terms": "This is known as the Hoard\0. The Hoard\0 is full. ",
    "different sentences twice": "Players draw card \0 and play it. Players draw card \0 and play it.\n\n",
    "different steps": "\0. Do thing \0. Then go to step \0.\n",
    "different rows": "| a\0 | \0 | b\0 |\n",
    "different quotes": '"Goat \0" has 3 points and (see Goat \0) ',
    "compounds": "play-mat\0 playmat\0 play mat\0 ",
    "plays on words": "Player\0's Goats\0 and goat\0s ",
}

PATTERNS: Mapping[str, str] = {
    **_SIGNS,
    **_SPACES,
    **_JOINED,
    **_BRACKETS,
    **_MARKDOWN,
    **_HTML,
    **_TEMPLATES,
    **_LINES,
    **_WORDS,
    **_LETTERS,
    **_NUMBERED,
}
"""What is repeated, by what it is; U+0000 stands for the number of the repetition."""


def patterned(name: str, length: int) -> str:
    """Return a text of about so many letters that repeats this pattern."""
    pattern = PATTERNS[name]
    if "\0" not in pattern:
        return pattern * (length // len(pattern))
    digits = len(str(length // len(pattern))) - 1
    times = length // (len(pattern) + digits * pattern.count("\0"))
    return "".join(pattern.replace("\0", str(number)) for number in range(times))
