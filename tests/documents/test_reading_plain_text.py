"""Plain text, as word processors, PDFs and websites leave it, is read for what its lines are."""

from __future__ import annotations

from textwrap import dedent

import pytest

from cardtool.documents import Block, BlockType, read_plain_text


def read(text: str) -> tuple[Block, ...]:
    return read_plain_text(dedent(text).lstrip("\n"), "rules.txt")


def said(text: str) -> list[tuple[str, int, str, str]]:
    """Sort, level, label and words of every block."""
    return [(block.sort.value, block.level, block.label, block.text) for block in read(text)]


def words_of(sort: BlockType, text: str) -> list[str]:
    return [block.text for block in read(text) if block.sort is sort]


def test_bullets_of_every_sort_are_items() -> None:
    text = "Wares:\n· Goats\n• Hens\n- Cows\n* Ducks\n▪ Bees\n\uf0b7\tCats\n●Dogs\n"
    items = [block for block in read_plain_text(text, "rules.txt") if block.sort is BlockType.ITEM]
    assert [item.text for item in items] == ["Goats", "Hens", "Cows", "Ducks", "Bees", "Cats", "Dogs"]
    assert {item.label for item in items} == {"•"}


def test_numbers_typed_by_hand_are_labels() -> None:
    text = "1. Sow\n2) Reap\n(3) Thresh\n4.\tRest\n\na) by day\nb) by night\n"
    assert [(b.label, b.text) for b in read(text)] == [
        ("1", "Sow"),
        ("2", "Reap"),
        ("3", "Thresh"),
        ("4", "Rest"),
        ("a", "by day"),
        ("b", "by night"),
    ]


def test_phases_and_steps_are_items_with_their_name() -> None:
    text = "Phase 2: feeding. Feed your goats.\nSTEP 3 - Milk them.\nStage One: Sleep.\n"
    assert [(b.label, b.text) for b in read(text)] == [
        ("Phase 2", "feeding. Feed your goats."),
        ("STEP 3", "Milk them."),
        ("Stage One", "Sleep."),
    ]


def test_an_initial_is_no_label() -> None:
    assert said("A. Farmer made this game.\n\nIt is short.\n")[0] == (
        "paragraph",
        0,
        "",
        "A. Farmer made this game.",
    )


def test_letters_with_dots_are_labels_where_they_follow_one_another() -> None:
    assert [b.label for b in read("a. Sow the field.\nb. Reap the field.\n")] == ["a", "b"]


def test_a_list_in_letters_may_hold_one_in_roman_numerals() -> None:
    text = "1. Night\na. The foxes come out.\ni. Wake them.\nii. Feed them.\nb. The hens sleep.\n2. Day\n"
    assert [(b.level, b.label) for b in read(text)] == [
        (1, "1"),
        (2, "a"),
        (3, "i"),
        (3, "ii"),
        (2, "b"),
        (1, "2"),
    ]


def test_a_bracket_behind_the_dot_belongs_to_the_label() -> None:
    text = "a.) Sow the field.\nb.) Reap the field.\n\n1.) Thresh.\n"
    assert [(b.label, b.text) for b in read(text)] == [
        ("a", "Sow the field."),
        ("b", "Reap the field."),
        ("1", "Thresh."),
    ]


def test_the_next_number_goes_on_behind_an_inner_list_without_a_full_stop() -> None:
    text = """
        1. Morning - During the morning the farmers do one of these two things:
        a. Milking - A farmer milks any goat that has eaten since the evening
        b. Mowing - A farmer mows any field that has not been grazed so far
        2. Evening - During the evening everybody goes home
        """
    assert [b.label for b in read(text)] == ["1", "a", "b", "2"]


def test_a_heading_needs_no_mark() -> None:
    text = """
        The animals of this farm have had enough, and you are one of them today.
        Setting Up
        Shuffle the deck and deal five cards to everybody.
        WINNING
        Whoever has the most eggs wins the game at once.
        """
    assert words_of(BlockType.HEADING, text) == ["Setting Up", "WINNING"]


def test_numbered_chapters_are_headings_with_the_rank_of_their_number() -> None:
    text = "[2.0] GOATS\n\n2.1 The Herd\nA herd is five goats.\n\n2.2 Each herd eats once a turn.\n"
    assert [(s, level, label, words) for s, level, label, words in said(text)] == [
        ("heading", 1, "", "[2.0] GOATS"),
        ("heading", 2, "", "2.1 The Herd"),
        ("paragraph", 0, "", "A herd is five goats."),
        ("item", 1, "2.2", "Each herd eats once a turn."),
    ]


def test_numbered_lines_in_capitals_are_chapters_where_they_count_on() -> None:
    text = "1 Goats\n2 Hay\n3 Night\n\n1 GOATS\n\nEat hay.\n\n2 HAY\n\nIs grass.\n\n3 NIGHT\n\nAll sleep.\n"
    assert words_of(BlockType.HEADING, text) == ["1 GOATS", "2 HAY", "3 NIGHT"]
    assert words_of(BlockType.HEADING, text.replace("2 HAY", "4 HAY")) == []


def test_a_list_of_names_is_no_row_of_headings() -> None:
    assert words_of(BlockType.HEADING, "Game Board\nMilk Jug\nEgg Basket\nFarm House\n") == []


def test_lines_broken_for_want_of_room_are_one_paragraph() -> None:
    text = """
        On your turn you may lead one goat out of the barn and across the yard,
        where it eats whatever lies in its way until another goat stops it, or
        until the farmer comes home and drives all of them back into the barn.
        Then the next player has a turn. A goat that has eaten three cabbages
        in one turn sleeps, and cannot be led out before the round is over. If
        two goats sleep in one field, the field counts as grazed bare for now.

        The farmer moves last.
        """
    paragraphs = words_of(BlockType.PARAGRAPH, text)
    assert len(paragraphs) == 2
    assert paragraphs[0].endswith("A goat that has eaten three cabbages in one turn sleeps, and cannot be "
                                  "led out before the round is over. If two goats sleep in one field, the "
                                  "field counts as grazed bare for now.")  # fmt: skip


def test_a_sentence_broken_in_the_middle_goes_on() -> None:
    text = "When two goats meet on the bridge, the lighter\none turns back.\nThe other crosses.\n"
    assert words_of(BlockType.PARAGRAPH, text) == [
        "When two goats meet on the bridge, the lighter one turns back.",
        "The other crosses.",
    ]


def test_lines_that_are_paragraphs_stay_apart() -> None:
    text = "Added a goat to the farm\nAdded a second goat to the farm\nFixed the fence\n"
    assert len(words_of(BlockType.PARAGRAPH, text)) == 3


def test_tabs_make_rows() -> None:
    text = "Eggs found\tMove\n1-2\tone step\n3\t\ttwo steps\n"
    assert words_of(BlockType.ROW, text) == ["Eggs found\tMove", "1-2\tone step", "3\ttwo steps"]


def test_gaps_above_each_other_make_rows() -> None:
    text = "Eggs       Move\n1-2        one step\n3 or 4     two steps\n"
    assert words_of(BlockType.ROW, text) == ["Eggs\tMove", "1-2\tone step", "3 or 4\ttwo steps"]


def test_page_numbers_and_running_heads_are_furniture() -> None:
    text = "".join(f"The Goat Game\n\nGoats eat hay on page {n}, and sleep.\n\n{n}\n\f" for n in range(1, 5))
    read_ = read_plain_text(text, "rules.txt")
    assert [b.text for b in read_ if b.sort is BlockType.FURNITURE] == [
        each for n in range(1, 5) for each in ("The Goat Game", str(n))
    ]


def test_names_with_a_number_below_each_are_no_page_numbers() -> None:
    text = "".join(f"Goat\n{n}\n\n" for n in range(1, 5))
    assert words_of(BlockType.FURNITURE, f"{text}The end.\n") == []


def test_the_footer_of_a_website_is_furniture() -> None:
    text = "Feed them.\n\nThis site was made on Fencepost\nCreate a website\nPage 3 of 12\n© 2021 Goat & Co\n"
    assert len(words_of(BlockType.FURNITURE, text)) == 4


def test_a_paragraph_goes_on_over_the_edge_of_a_page() -> None:
    text = "A goat that has eaten its fill sleeps until the\n\n- 4 -\n\fend of the round.\n"
    assert words_of(BlockType.PARAGRAPH, text) == [
        "A goat that has eaten its fill sleeps until the end of the round."
    ]


def test_a_page_glued_into_one_line_is_cut_where_it_has_gaps() -> None:
    first, second = "Goats eat hay and sleep in it. " * 8, "Hens lay eggs and hide them. " * 8
    text = f"  GOATS   {first}   HENS  \u00a0 {second}\n"
    assert [b.text for b in read_plain_text(text, "rules.txt")] == [
        "GOATS",
        first.strip(),
        "HENS",
        second.strip(),
    ]
    assert str(read_plain_text(text, "rules.txt")[2].at()) == f"rules.txt:1:{text.index('HENS') + 1}"


def test_an_item_of_nothing_is_kept() -> None:
    assert [(b.sort.value, b.text) for b in read("1. Feed the goats\n· \n\nThen sleep.\n")][1] == ("item", "")


def test_items_set_in_stand_deeper() -> None:
    text = "1. Feed\n   - hay\n   - oats\n2. Milk\n"
    assert [(b.label, b.level) for b in read_plain_text(text, "x")] == [
        ("1", 1),
        ("•", 2),
        ("•", 2),
        ("2", 1),
    ]


def test_bullets_right_after_a_number_stand_in_it() -> None:
    assert [b.level for b in read_plain_text("1. Feed\n- hay\n- oats\n2. Milk\n", "x")] == [1, 2, 2, 1]


def test_spaces_that_do_not_break_are_spaces_and_what_cannot_be_seen_is_not_there() -> None:
    (block,) = read_plain_text("Feed\u00a0the \u200bgo\u00adats.", "x")
    assert block.text == "Feed the goats."
    assert str(block.at(block.text.index("ats"))) == "x:1:14"


def test_a_word_broken_by_a_hyphen_is_whole_again() -> None:
    lines = [
        "The strengthening of the fence is the first thing a farmer learns to do",
        "well, and the last thing a goat forgives. So begin with it, and when it",
        "is done you may open the gate; until the next round the fence is strength-",
        "ening by itself and needs no nails, no wood and none of your two-",
        "player tokens, which you keep for the night, when wolves come near and",
    ]
    (block,) = read_plain_text("\n".join(lines) + "\nhowl.\n", "x")
    assert "is strengthening by itself" in block.text
    assert "your two-player tokens" in block.text or "twoplayer" not in block.text


def test_versions_with_their_entries_are_past_and_what_comes_after_is_not() -> None:
    text = """
        Date
        Changes

        V1.1
        03/02/24
        Added a goat
        Changed Hen to Duck

        V1.2
        04/03/24
        Fixed the barn

        Setting Up
        Deal five cards to each player and put the rest of them aside.
        """
    blocks = read(text)
    assert [b.text for b in blocks if b.past] == [
        "V1.1", "03/02/24", "Added a goat", "Changed Hen to Duck", "V1.2", "04/03/24", "Fixed the barn",
    ]  # fmt: skip
    assert [b.text for b in blocks if b.sort is BlockType.HEADING and not b.past] == ["Setting Up"]


def test_the_version_of_the_rules_alone_is_no_history() -> None:
    text = "Goat Game\nVersion 1.2\nby somebody who keeps goats and would not be without them.\nFeed them.\n"
    assert not any(block.past for block in read(text))


def test_a_plain_text_with_the_headings_of_markdown_is_markdown() -> None:
    text = "# Goats\n\nFeed **all** of\nthem.\n\n## Hens\n\n- Let *be*\n"
    assert [(s, t) for s, _, _, t in said(text)] == [
        ("heading", "Goats"),
        ("paragraph", "Feed all of them."),
        ("heading", "Hens"),
        ("item", "Let be"),
    ]


def test_stars_that_emphasise_nothing_are_kept() -> None:
    assert words_of(BlockType.PARAGRAPH, "A goat* costs 2 * 3 eggs. *Not in winter.\n") == [
        "A goat* costs 2 * 3 eggs. *Not in winter."
    ]


def test_numbered_names_without_text_are_a_list() -> None:
    text = """
        The hens are:

        1. Old Alba

        2. Young Berta

        3. Fat Carla

        They lay eggs.
        """
    assert [b.label for b in read(text) if b.sort is BlockType.ITEM] == ["1", "2", "3"]


@pytest.mark.parametrize("hyphen", ["-", "\u2010", "\u00ad"])
def test_a_word_that_was_broken_by_a_typesetter_is_one_again(hyphen: str) -> None:
    line = f"and from then on every player who has a hen of any colour shall look at the rela{hyphen}\n"
    after = "tive strength of it, and of whatever goats there are in the neighbouring field of barley,\n"
    text = (line + after) * 6
    said = " ".join(b.text for b in read_plain_text(text, "rules.txt"))
    assert "relative strength" in said
    assert f"rela{hyphen}" not in said


def test_numbered_titles_with_text_below_them_are_headings() -> None:
    text = """
        1. What you need

        This set contains:
        a) 7 hulls
        b) 12 buoys

        2. The race

        The first wins.

        3. Questions

        There are none.
        """
    headings = [b.text for b in read(text) if b.sort is BlockType.HEADING]
    assert headings == ["1. What you need", "2. The race", "3. Questions"]
