"""Lists know what announces them and where they go on; sections and tables know what is theirs."""

from __future__ import annotations

import re

import pytest

from cardtool.documents import (
    NUMBER,
    ItemList,
    is_next_label,
    parse_number,
    read_markdown,
    read_plain_text,
    split_sentences,
)
from cardtool.documents.blocks import find_lists, find_sections, find_tables


def listings(text: str) -> list[tuple[str, list[str]]]:
    return [_told(each) for each in find_lists(read_plain_text(text, "x"))]


def _told(listing: ItemList) -> tuple[str, list[str]]:
    return listing.lead.text if listing.lead else "", [item.label for item in listing.items]


def test_a_list_has_the_line_before_it_as_its_lead() -> None:
    assert listings("Do this:\n1. Sow\n2. Reap\n\nOr that:\n- Rest\n- Sleep\n") == [
        ("Do this:", ["1", "2"]),
        ("Or that:", ["•", "•"]),
    ]


def test_a_paragraph_between_its_items_does_not_break_a_numbered_list() -> None:
    assert listings("1. Sow\n\nSowing takes a while.\n\n2. Reap\n") == [("", ["1", "2"])]


def test_numbers_that_go_on_under_another_heading_are_one_list() -> None:
    text = "Do this:\n1. Sow\n2. Reap\n\nThe Barn\nA barn is a house for what was reaped.\n\n3. Store\n"
    assert listings(text) == [("Do this:", ["1", "2", "3"])]


def test_a_list_that_begins_again_is_another() -> None:
    assert listings("1. Sow\n2. Reap\n\nAnd then:\n1. Sow\n2. Reap\n") == [
        ("", ["1", "2"]),
        ("And then:", ["1", "2"]),
    ]


def test_a_list_in_an_item_is_announced_by_it_and_does_not_end_the_outer_one() -> None:
    text = "1. Sow\n2. Take one of:\n   - hay\n   - oats\n3. Reap\n"
    assert listings(text) == [("", ["1", "2", "3"]), ("Take one of:", ["•", "•"])]


def test_bullets_at_the_margin_do_not_end_a_numbered_list() -> None:
    text = "1. Take one.\nYou may take:\n- hay\n- oats\n2. Reap\n"
    assert listings(text) == [("", ["1", "2"]), ("You may take:", ["•", "•"])]


def test_a_gap_is_in_the_list() -> None:
    assert listings("1. Sow\n2. Reap\n4. Rest\n") == [("", ["1", "2", "4"])]


def test_phases_are_a_list_in_whatever_order() -> None:
    text = "Phase 2: reap all.\nPhase 1: sow all.\n\nThe barn is a house for hay.\n\nPhase 3: rest.\n"
    assert listings(text) == [("", ["Phase 2", "Phase 1", "Phase 3"])]


def test_a_page_number_ends_no_list() -> None:
    assert listings("- hay\n\nPage 3\n\n- oats\n") == [("", ["•", "•"])]


def test_sections_know_the_way_to_them() -> None:
    blocks = read_markdown("Before.\n\n# Farm\n\n## Barn\n\nHay.\n\n# Field\n\nCorn.\n", "x")
    found = [
        ([heading.text for heading in each.headings], len(each.blocks)) for each in find_sections(blocks)
    ]
    assert found == [([], 1), (["Farm"], 0), (["Farm", "Barn"], 1), (["Field"], 1)]


def test_tables_have_a_lead() -> None:
    (table,) = find_tables(read_plain_text("See:\nEggs\tMove\n1\tone\n2\ttwo\n\nEnd.\n", "x"))
    assert table.lead is not None
    assert (table.lead.text, len(table.rows)) == ("See:", 3)


@pytest.mark.parametrize(
    ("label", "after", "does"),
    [
        ("2", "1", True),
        ("4", "2", False),
        ("c", "b", True),
        ("ii", "i", True),
        ("v", "iv", True),
        ("Phase 3", "Phase 2", True),
        ("Step 3", "Phase 2", False),
        ("Stage Two", "Stage One", True),
        ("1.3", "1.2", True),
        ("2.3", "1.2", False),
        ("3b", "3a", True),
        ("•", "•", False),
    ],
)
def test_which_label_follows_which(label: str, after: str, does: bool) -> None:
    assert is_next_label(label, after) is does


@pytest.mark.parametrize(
    "text",
    [
        "Take a card, e.g. a Goat, or two.",
        "Goats vs. Hens is a game.",
        "See p. 12 and fig. 3 of it.",
        "J. R. Farmer made it.",
        "Hay, oats, etc. are food.",
        "Wait... then go.",
    ],
)
def test_a_dot_that_ends_no_sentence(text: str) -> None:
    assert [sentence for _, sentence in split_sentences(text)] == [text]


def test_sentences_know_where_they_begin() -> None:
    text = 'Feed. "Now!" he said. (All of them.) Done'
    assert list(split_sentences(text)) == [
        (0, "Feed."),
        (6, '"Now!" he said.'),
        (22, "(All of them.)"),
        (37, "Done"),
    ]


def test_numbered_sections_go_on_behind_the_numbered_lists_in_them() -> None:
    text = "1. Spring\n2. Summer\n3. Autumn\nIn autumn:\n1. Mow the meadow.\n4. Winter\n"
    listings = list(find_lists(read_plain_text(text, "rules.txt")))
    assert [[item.label for item in listing.items] for listing in listings] == [["1", "2", "3", "4"], ["1"]]


def test_a_sentence_does_not_go_on_with_a_list_that_was_left() -> None:
    text = "1. Spring\n2. Summer\n3. Autumn\nIn autumn:\n1. Mow the meadow.\n2. Rest.\n4. Then eat the hay.\n"
    listings = list(find_lists(read_plain_text(text, "rules.txt")))
    assert [len(listing.items) for listing in listings] == [3, 3]


@pytest.mark.parametrize(
    ("written", "number"),
    [("five", 5), ("Five", 5), ("1,200", 1200), ("FİVE", 5), ("fıve", 5), ("ſix", 6), ("twenty-ſıx", 26)],
)
def test_whatever_is_read_as_a_number_is_one(written: str, number: int) -> None:
    assert re.fullmatch(NUMBER, written)
    assert parse_number(written) == number
