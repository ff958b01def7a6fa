"""What holds of every text, whatever it is: letters know their places, and reading ends, soon."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from counting_work import assert_linear, no_hang
from hypothesis import example, given
from hypothesis import strategies as st

from cardtool.documents import (
    Block,
    MappedText,
    read_markdown,
    read_plain_text,
    split_sentences,
)
from cardtool.documents.blocks import find_lists, find_sections, find_tables

READERS = pytest.mark.parametrize("read", [read_markdown, read_plain_text])
Reader = Callable[[str, str], tuple[Block, ...]]

FRAGMENTS = st.sampled_from(
    [
     "# ", "## ", "- ", "* ", "1. ", "2) ", "a) ", "Phase 2: ", "> ", "    ", "\t", "\n", "\n\n", "\f",
     " ", "   ", "**", "*", "_", "`", "```\n", "|", "|---|\n", "[x](y)", "![", "](", "<!--", "-->",
     "<b>", "&amp;", "\\", "· ", "•", "\u00a0", "\u200b", "---\n", "===\n", "12\n", "Page 3\n",
     "V1.2\n", "Changelog\n", "\r", "é", "Added a goat\n", "Goats", "the goat ", "Setting Up\n",
     "eats.", "Hay, ", "…", "“Hen”", "{{ x }}", "🐐", "-\n",
    ]
)  # fmt: skip
TEXTS = st.lists(FRAGMENTS, max_size=60).map("".join) | st.text(max_size=200)


@READERS
@given(text=TEXTS)
def test_every_letter_is_where_it_says_it_is(read: Reader, text: str) -> None:
    lines = text.split("\n")
    for block in read(text, "x"):
        for offset, letter in enumerate(block.text):
            if letter.isalnum() and "&" not in text:
                place = block.at(offset)
                assert lines[place.line - 1][place.column - 1] == letter


@READERS
@given(text=TEXTS)
def test_no_word_is_lost_or_said_twice(read: Reader, text: str) -> None:
    told = "".join(block.label + block.text for block in read(text, "x"))
    assert told.count("Goats") <= text.count("Goats")
    if not any(sign in text for sign in "<[&!>`-\\\f#"):
        assert told.count("Goats") == text.count("Goats")


@READERS
@given(text=TEXTS)
@example(text="· \n---\n# ")
def test_places_go_forward(read: Reader, text: str) -> None:
    places = [block.at() for block in read(text, "x") if block.text]
    assert [(place.line, place.column) for place in places] == sorted(
        (place.line, place.column) for place in places
    )


@READERS
@given(text=TEXTS)
def test_every_item_is_in_one_list_and_every_block_in_one_section(read: Reader, text: str) -> None:
    blocks = read(text, "x")
    items = [id(item) for listing in find_lists(blocks) for item in listing.items]
    rows = [id(row) for table in find_tables(blocks) for row in table.rows]
    inside = [id(block) for section in find_sections(blocks) for block in section.blocks]
    assert sorted(items) == sorted(id(block) for block in blocks if block.sort == "item")
    assert rows == [id(block) for block in blocks if block.sort == "row"]
    assert inside == [id(block) for block in blocks if block.sort != "heading"]


@given(text=TEXTS)
def test_sentences_are_the_text_less_the_space_between_them(text: str) -> None:
    found = list(split_sentences(text))
    assert all(text[start : start + len(sentence)] == sentence for start, sentence in found)
    assert "".join("".join(sentence.split()) for _, sentence in found) == "".join(text.split())


@given(text=st.text(max_size=60), cuts=st.lists(st.integers(0, 60), max_size=8))
def test_parts_of_a_text_know_their_origin(text: str, cuts: list[int]) -> None:
    ends = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    spans = list(pairwise(ends)) or [(0, 0)]
    whole = MappedText(text).parts(spans, ["—"] * (len(spans) - 1))
    again = whole.part(1, len(whole.text)) if whole.text else whole
    for offset, letter in enumerate(again.text):
        assert letter == "—" or text[again.origin(offset)] == letter


SHAPES = [
    "a ", "* ", "*a ", "_*", "1. ", "- a\n\n\n\n\n\n\n\n\n\n", "|", "[", "![", "[a](", "<!-- ", "<b ",
    "`", "> ", "#", "(a) b ", "a. ", "...", "“", " ", "a\tb ", "a  b  c ", "A B C ", "Changed A to B ",
    "2-5 players ", "\u200b", "\\", "&", "] ", "a .... 1 ", "Hero Card (", "word " * 20 + "\n",
    "A short line of words\nand another one that goes on\n",
]  # fmt: skip


@READERS
@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_a_text_is_read_soon_whatever_its_shape(read: Reader, shape: str) -> None:
    text = shape * (150_000 // len(shape))
    with no_hang():
        blocks = read(text, "x")
    assert sum(len(block.text) for block in blocks) <= len(text)


@READERS
def test_rules_are_read_in_linear_time(read: Reader) -> None:
    page = (
        "Setting Up\n\n1. Feed the **goats**, all of them, and wait until they sleep.\n2. Milk the cows.\n\n"
    )
    pages = page + "A goat that sleeps may be led away by anybody who asks it kindly.\n\n" * 6

    def read_pages(number: int) -> None:
        assert len(read(pages * number, "x")) == 9 * number

    assert_linear(read_pages, 30)
