"""Markdown is read as it is printed, or as its writer meant it."""

from __future__ import annotations

from textwrap import dedent

from cardtool.documents import Block, BlockType, read_markdown


def read(text: str) -> tuple[Block, ...]:
    return read_markdown(dedent(text).lstrip("\n"), "rules.md")


def said(text: str) -> list[tuple[str, int, str, str]]:
    return [(block.sort.value, block.level, block.label, block.text) for block in read(text)]


def words(text: str) -> str:
    (block,) = read(text)
    return block.text


def test_headings_of_both_sorts() -> None:
    text = "# Goats #\n\nHens\n====\n\nCows\n----\n\n### Ducks {#ducks}\n"
    assert said(text) == [
        ("heading", 1, "", "Goats"),
        ("heading", 1, "", "Hens"),
        ("heading", 2, "", "Cows"),
        ("heading", 3, "", "Ducks"),
    ]


def test_what_a_website_is_told_of_a_list_is_not_printed() -> None:
    assert said("* 1 goat\n{:.parts}\n\nFeed {it}. {: #feed}\n") == [
        ("item", 1, "•", "1 goat"),
        ("paragraph", 0, "", "Feed {it}."),
    ]


def test_wrapped_lines_are_one_paragraph_and_hard_breaks_stay() -> None:
    assert (
        words("Feed the\n  goats  \nand the hens\\\nand rest.\n") == "Feed the goats\nand the hens\nand rest."
    )


def test_items_keep_their_wrapped_lines_and_their_depth() -> None:
    text = """
        1. Feed the goats,
           all of them
           - with hay
             from the barn
           - with oats

           A paragraph in the first item.
        2. Milk them
        """
    assert said(text) == [
        ("item", 1, "1", "Feed the goats, all of them"),
        ("item", 2, "•", "with hay from the barn"),
        ("item", 2, "•", "with oats"),
        ("paragraph", 1, "", "A paragraph in the first item."),
        ("item", 1, "2", "Milk them"),
    ]


def test_a_list_of_ones_counts_by_itself() -> None:
    assert [b.label for b in read("1. Sow\n1. Reap\n1. Rest\n\nAnd:\n\n1. Sow\n2. Reap\n4. Rest\n")] == [
        "1", "2", "3", "", "1", "2", "4",
    ]  # fmt: skip


def test_labels_by_hand_are_labels_also_in_bold() -> None:
    text = "**Phase 1: sowing.** Sow.\n**Phase 2: reaping.** Reap.\n\na) in May\nb) in *June*\n"
    assert [(b.label, b.text) for b in read(text)] == [
        ("Phase 1", "sowing. Sow."),
        ("Phase 2", "reaping. Reap."),
        ("a", "in May"),
        ("b", "in June"),
    ]


def test_a_number_in_the_middle_of_a_sentence_is_no_label() -> None:
    assert len(read("The goats that were born before the summer of the year numbered\n7. were sold.\n")) == 1


def test_tables_are_rows_with_their_cells_parted_by_tabs() -> None:
    text = "| Eggs | Move |\n|------|:----:|\n| 1–2  | *one* step |\n| 3 \\| 4 | two |\n"
    assert [b.text for b in read(text) if b.sort is BlockType.ROW] == [
        "Eggs\tMove",
        "1–2\tone step",
        "3 | 4\ttwo",
    ]


def test_code_is_code_and_comments_are_not_read() -> None:
    text = "Feed.\n\n```\n35 goats\n```\n\n    36 goats\n\nMilk <!-- when? --> them `37`.\n<!--\nmore\n-->\n"
    assert said(text) == [
        ("paragraph", 0, "", "Feed."),
        ("code", 0, "", "35 goats"),
        ("code", 0, "", "36 goats"),
        ("paragraph", 0, "", "Milk them \N{OBJECT REPLACEMENT CHARACTER}."),
    ]


def test_links_escapes_and_entities_are_read_as_printed() -> None:
    assert words('See [the *barn*](http://x.y/a_b_(c) "t"), 2\\*3 &amp; <b>so</b> on[^1].\n') == (
        "See the barn, 2*3 & so on."
    )


def test_placeholders_are_no_tags() -> None:
    assert words("Here: <<PICTURE OF A GOAT>> and <<p>>.\n") == "Here: <<PICTURE OF A GOAT>> and <<p>>."


def test_front_matter_is_skipped_and_lines_are_still_counted() -> None:
    (block,) = read("---\ntitle: Goats\n---\nFeed them.\n")
    assert (block.text, block.at().line) == ("Feed them.", 4)


def test_a_rule_is_no_front_matter() -> None:
    assert [b.text for b in read("---\n\nFeed them.\n\n---\n\nMilk them.\n")] == ["Feed them.", "Milk them."]


def test_quotes_are_read_without_their_marks() -> None:
    assert said("> **Note** Goats\n> climb.\n>\n> - Mostly.\n") == [
        ("paragraph", 0, "", "Note Goats climb."),
        ("item", 1, "•", "Mostly."),
    ]


def test_a_line_that_is_bold_throughout_is_a_heading() -> None:
    assert said("# Goats\n\n**Setting Up**\n\n**Goats are never dealt to anybody.**\n") == [
        ("heading", 1, "", "Goats"),
        ("heading", 2, "", "Setting Up"),
        ("paragraph", 0, "", "Goats are never dealt to anybody."),
    ]


def test_a_changelog_is_past_to_its_end() -> None:
    text = (
        "## Changelog\n\n### 1.1\n\n- Renamed Hen to Duck\n\n### Fixed\n\n- The barn\n\n## Rules\n\nFeed.\n"
    )
    assert [b.past for b in read(text)] == [True] * 5 + [False] * 2


def test_a_letter_knows_its_place() -> None:
    text = "- Feed **all**\n  goats, [soon](x)\n"
    (block,) = read_markdown(text, "rules.md")
    assert block.text == "Feed all goats, soon"
    assert str(block.at(block.text.index("all"))) == "rules.md:1:10"
    assert str(block.at(block.text.index("goats"))) == "rules.md:2:3"
    assert str(block.at(block.text.index("soon"))) == "rules.md:2:11"


def test_headings_lists_and_tables_in_html_are_what_they_are_in_markdown() -> None:
    text = dedent("""\
        <h1 id="farm">The Farm</h1>
        <p>Each day has <strong>two</strong> parts:</p>
        <ol>
        <li>Milking
        <ul>
        <li>goats</li>
        <li>cows</li>
        </ul>
        </li>
        <li>Sleeping</li>
        </ol>
        <table>
        <tr>
        <th>Animal</th>
        <th>Milk</th>
        </tr>
        <tr>
        <td>Goat</td>
        <td>1</td>
        </tr>
        </table>
        <style>li { color: red }</style>
        """)
    assert [(b.sort.value, b.level, b.label, b.text) for b in read_markdown(text, "rules.md")] == [
        ("heading", 1, "", "The Farm"),
        ("paragraph", 0, "", "Each day has two parts:"),
        ("item", 1, "1", "Milking"),
        ("item", 2, "•", "goats"),
        ("item", 2, "•", "cows"),
        ("item", 1, "2", "Sleeping"),
        ("row", 0, "", "Animal\tMilk"),
        ("row", 0, "", "Goat\t1"),
    ]


def test_words_in_html_keep_their_place() -> None:
    text = "<h2>Barn</h2>\n<ul>\n  <li>Goats <em>and</em> hens</li>\n</ul>\n"
    heading, item = read_markdown(text, "rules.md")
    assert str(heading.at()) == "rules.md:1:5"
    assert str(item.at(item.text.index("hens"))) == "rules.md:3:26"


def test_html_in_code_is_code() -> None:
    blocks = read_markdown("Write `<li>` so:\n\n```\n<h1>Barn</h1>\n<p>It is red.</p>\n```\n", "rules.md")
    assert [block.sort.value for block in blocks] == ["paragraph", "code"]


def test_a_picture_is_one_sign_however_it_is_written() -> None:
    for picture in ("![hay](hay.png)", '<img src="hay.png"/>', "<IMG class=hay>"):
        assert words(f"Take {picture}, or two.\n") == "Take \ufffc, or two."
