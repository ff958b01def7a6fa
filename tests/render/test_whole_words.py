"""No term is parted at the end of a line."""

from __future__ import annotations

import pytest

from cardtool.render.books.index_and_notes import keep_whole

TERMS = ("Adventure", "Adventures", "Hoard", "Victory Point", "Jack & Margery")


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        ("<p>An Adventure.</p>", '<p>An <span class="whole">Adventure</span>.</p>'),
        ("two adventures", 'two <span class="whole">adventures</span>'),
        ("a <b>Victory Point</b>", 'a <b><span class="whole">Victory Point</span></b>'),
        ("Adventurer, Misadventure, Hoard", "Adventurer, Misadventure, Hoard"),
        ('<a href="#adventure" title="Adventure">x</a>', '<a href="#adventure" title="Adventure">x</a>'),
        ("<svg><g><text>Adventure</text></g></svg>", "<svg><g><text>Adventure</text></g></svg>"),
        ("<svg/>Adventure", '<svg/><span class="whole">Adventure</span>'),
        ("Jack &amp; Margery", '<span class="whole">Jack &amp; Margery</span>'),
    ],
)
def test_long_terms_are_marked_where_they_are_prose(html: str, kept: str) -> None:
    assert keep_whole(html, TERMS) == kept


def test_a_book_without_long_terms_is_left_alone() -> None:
    assert keep_whole("<p>Adventure</p>", ("Hoard", "Deck")) == "<p>Adventure</p>"
