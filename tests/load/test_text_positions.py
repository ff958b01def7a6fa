"""Every letter of a text is found again in the file, however YAML has it written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from law_examples import examples

from cardtool.load import parse_yaml
from cardtool.model import RecordPacker, SourceMap, Span, ValuePath
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


def places() -> st.SearchStrategy[SourceMap]:
    """Maps of a value and of all inside it, as readers of YAML and of tables make them."""
    number = st.integers(1, 2**32 - 1)
    span = st.builds(Span, number, number, number)
    spans = st.lists(span, max_size=3).map(tuple)
    leaf = st.tuples(number, number, spans).map(lambda each: SourceMap(each[0], each[1], spans=each[2]))

    def around(inside: st.SearchStrategy[SourceMap]) -> st.SearchStrategy[SourceMap]:
        of_list = st.lists(inside, min_size=1, max_size=3).map(lambda each: (SHARED, dict(enumerate(each))))
        keyed = st.dictionaries(st.sampled_from("abcd"), st.tuples(number, number, inside), min_size=1)
        of_mapping = keyed.map(
            lambda each: ({k: v[:2] for k, v in each.items()}, {k: v[2] for k, v in each.items()})
        )
        parts = of_list | of_mapping
        return st.tuples(number, number, parts).map(lambda each: SourceMap(each[0], each[1], *each[2]))

    return st.recursive(leaf, around, max_leaves=8)


@settings(max_examples=examples(100))
@given(st.lists(places(), max_size=4))
def test_a_packed_map_says_what_the_map_said(maps: list[SourceMap]) -> None:
    packer = RecordPacker()
    for each in maps:
        packer.add({}, each)
    for whole, small in zip(maps, packer.packed().source_maps.values(), strict=True):
        assert small == whole
        for path in all_paths(whole):
            assert small.inside(path) == whole.inside(path)
            for key in whole.inside(path).keys:
                assert small.at_key(path, key) == whole.at_key(path, key)
        assert small.inside(("a", "absent")) == whole.inside(("a", "absent"))
        assert "absent" not in small.keys


def all_paths(places: SourceMap) -> Iterator[ValuePath]:
    """The way to each value inside."""
    yield ()
    for step, inside in places.children.items():
        yield from ((step, *path) for path in all_paths(inside))
