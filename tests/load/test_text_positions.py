"""Every letter of a text is found again in the file, however YAML has it written."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from law_examples import examples

from cardtool.load import parse_yaml
from cardtool.unicode_text import find_invisible

SHARED: Mapping[str, tuple[int, int]] = {}  # the keys of what has none
FILE = """\
- a plain text
- "quoted with a \\"goat\\" in it"
- 'it''s a goat'
- >-
    Folded over
    two lines.

      Indented more

    and not.
- |  # with a comment
  Kept as
   it is
- plain over
  two lines
- "\\u0041 goat\\
   eats \\n hay"
- [ "in a list", 'there', as well ]
- Ä𝔸 goat: 5
- |2

    begins late
"""


def letters(text):
    return [(offset, letter) for offset, letter in enumerate(text) if not letter.isspace()]


def texts(document):
    waiting = [(document.data, document.source_map)]
    while waiting:
        value, source_map = waiting.pop()
        if isinstance(value, str):
            yield value, source_map
        elif isinstance(value, (list, dict)):
            steps = value if isinstance(value, dict) else range(len(value))
            waiting.extend((value[step], source_map.children[step]) for step in steps)


def misplaced(text):
    """The letters whose place in the file holds another one."""
    document = parse_yaml(text, "f.yaml")
    assert document.findings == ()
    lines = text.split("\n")
    for value, source_map in texts(document):
        for offset, letter in letters(value):
            line, column = source_map.at_letter(offset)
            if lines[line - 1][column - 1] != letter:
                yield letter, lines[line - 1][column - 1]


def test_every_letter_is_found_and_an_escape_where_it_begins():
    assert set(misplaced(FILE)) == {('"', "\\"), ("A", "\\")}


@pytest.mark.parametrize(
    ("text", "offset", "place"),
    [
        ("text: goat", 2, (1, 9)),
        ('text: "a goat"', 2, (1, 10)),
        ("text: >-\n  a\n  goat", 2, (3, 3)),
        ("text: |\n\n  goat", 1, (3, 3)),
        ("text: 'a''b'", 2, (1, 11)),
        ("text: goat", 4, (1, 11)),  # where the text ends
    ],
)
def test_the_place_of_a_letter(text, offset, place):
    assert parse_yaml(text, "f.yaml").source_map.inside(["text"]).at_letter(offset) == place


seen = st.characters(codec="utf-8", exclude_categories=("C", "Z")).filter(
    lambda sign: not [*find_invisible(sign)]
)
words = st.text(seen, min_size=1, max_size=5).filter(str.strip)
paragraphs = st.lists(st.lists(words, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=4)


@given(paragraphs, st.sampled_from([">-", ">", "|", "|-", "|+"]), st.integers(1, 6), st.booleans())
@settings(max_examples=examples(80), deadline=None)
def test_every_letter_of_a_block_is_found(lines, style, indent, blank):
    block = "".join(f"{' ' * indent}{line}\n" + "\n" * blank for line in lines)
    assert list(misplaced(f"text: {style}\n{block}after: x\n")) == []


@given(paragraphs)
@settings(max_examples=examples(80), deadline=None)
def test_every_letter_in_single_quotes_is_found(lines):
    quoted = "\n  ".join(lines).replace("'", "''")
    assert list(misplaced(f"text: '{quoted}'\nafter: x\n")) == []


@given(paragraphs)
@settings(max_examples=examples(80), deadline=None)
def test_every_letter_in_double_quotes_is_found_or_escaped(lines):
    quoted = "\n  ".join(lines).replace("\\", "\\\\").replace('"', '\\"')
    assert {found for _, found in misplaced(f'text: "{quoted}"\n')} <= {"\\"}
