"""The index of a rulebook: what it lists, where it sends readers, and that it names no page twice."""

from __future__ import annotations

import re

import pytest

from cardtool.render.books.index_and_notes import INDEX, Entry, with_each_page_once, with_index

ENTRIES = [
    Entry("Hoard", ("Hoard", "Hoards")),
    Entry("guard", ("guard", "guards")),
    Entry("“Chainmail”", ("“Chainmail”",)),
    Entry("Jack & Margery", ("Jack & Margery",)),
]
ASKED_FOR = f"<h1>Index</h1>{INDEX}"


def listed(*chapters: str) -> list[tuple[str, list[str]]]:
    """The entries of the index, each with the sections it names."""
    index = with_index([*chapters, ASKED_FOR], ENTRIES)[-1]
    lines = re.findall(r'<p class="entry">(.*?) <a(.*?)</p>', index)
    return [(title, re.findall(r'class="title">(.*?)<', links)) for title, links in lines]


@pytest.mark.parametrize(
    ("chapter", "entries"),
    [
        ("<h1>Play</h1><p>A <strong>Hoard</strong> of a hoard.</p>", [("Hoard", ["Play"])]),
        ("<h1>Play</h1><h2>Of Hoards</h2><p>Hoard it.</p>", [("Hoard", ["Of Hoards"])]),
        ("<h1>A</h1><b>hoards.</b><h2>B</h2><b>Hoard</b>", [("Hoard", ["A", "B"])]),
        ("<h1>A</h1>hoard<h2>B</h2>a hoard", [("Hoard", ["A", "B"])]),
        ("<h1>A</h1>a hoard<h2>B</h2><b>Hoard</b>", [("Hoard", ["B"])]),
        ("<h1>A</h1>safeguard, <code>guarding</code><svg><text>guard</text></svg>", []),
        ('<h1>A</h1><span class="card-name">“Chainmail”</span>', [("“Chainmail”", ["A"])]),
        ("<h1>A</h1><b>Jack &amp; Margery</b>", [("Jack &amp; Margery", ["A"])]),
        ('<h1>Words</h1><dl class="glossary"><dt>guard</dt></dl>', []),
    ],
)
def test_places_are_the_first_mentions_of_sections(
    chapter: str, entries: list[tuple[str, list[str]]]
) -> None:
    assert listed(chapter) == entries


def test_entries_stand_in_the_order_of_their_letters() -> None:
    assert [title for title, _ in listed("<h1>A</h1>guard, “Chainmail”, Hoard")] == [
        "“Chainmail”",
        "guard",
        "Hoard",
    ]


def test_every_place_has_an_anchor_and_the_text_stays_as_it_was() -> None:
    chapter = "<h1>A</h1><p>Some <b>guards</b> and <i>a hoard</i>.</p><h2>B</h2><p>A <b>guard</b>.</p>"
    text, index = with_index([chapter, ASKED_FOR], ENTRIES)
    assert re.sub(r"</?span[^>]*>", "", text) == chapter
    assert re.findall(r'href="#([^"]+)"', index) == [*re.findall(r'id="(mention-[13])"', text), "mention-2"]
    assert re.findall(r'<span id="(mention-\d)">(\w+)', text) == [
        ("mention-1", "guards"),
        ("mention-2", "hoard"),
        ("mention-3", "guard"),
    ]


def test_a_book_without_an_index_is_left_alone() -> None:
    assert with_index(["<h1>A</h1><b>Hoard</b>"], ENTRIES) == ["<h1>A</h1><b>Hoard</b>"]


def test_no_entry_names_a_page_twice() -> None:
    chapters = ["<h1>A</h1><b>Hoard</b><h2>B</h2><b>Hoard</b>", "<h1>C</h1><b>Hoard</b>", ASKED_FOR]
    book = "".join(with_index(chapters, ENTRIES))
    once = with_each_page_once(book, {"mention-1": 3, "mention-2": 3, "mention-3": 2})
    assert re.findall(r'href="#([^"]+)"', once) == ["mention-3", "mention-1"]
    assert with_each_page_once(book, {"mention-1": 1, "mention-2": 2, "mention-3": 3}) == book
