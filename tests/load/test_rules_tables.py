"""Tables of rules.yaml: what is read of them, what may be wrong, and that rulebooks print them."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from cardtool.lint import check_game
from cardtool.load import load_game
from cardtool.model import Source
from cardtool.render import book_data
from cardtool.render.books.rulebook_blocks import table_html

RULES = """\
tables:
  scoring:
    title: The maker's move
    domain: {of: Arrows, from: 1, to: count.goat}
    columns: {moves: Spaces, why: Reason}
    rows:
      - {from: 1, to: 2, moves: 2 back, why: too easy}
      - {from: 3, moves: 1, why: well made}
"""


@pytest.fixture
def scored(farm):
    farm.write("cards/farm/rules.yaml", RULES)
    return farm


def found(farm):
    loaded = load_game(farm.project, "farm")
    linted = check_game(loaded.game) if loaded.game else []
    return [(str(each.source), each.message, each.fix) for each in (*loaded.findings, *linted)]


def test_a_table_is_what_its_file_says(scored):
    assert found(scored) == []
    table = load_game(scored.project, "farm").game.rules.tables["scoring"]
    assert (table.title, table.of, dict(table.columns)) == (
        "The maker's move",
        "Arrows",
        {"moves": "Spaces", "why": "Reason"},
    )
    assert (table.first.said, table.last.said) == (1, "count.goat")
    assert [(row.range, row.cells["moves"]) for row in table.rows] == [("1–2", "2 back"), ("3", 1)]
    assert table.rows[1].source == Source("cards/farm/rules.yaml", 8, 9)


def test_an_arrow_more_than_the_table_has(scored):
    scored.change("cards/farm/goats.yaml", "copies: 2", "copies: 3")
    assert (
        "cards/farm/rules.yaml:8:9",
        "4 is in no row of The maker's move",
        "add a row for it, or end the domain before",
    ) in found(scored)


@pytest.mark.parametrize(
    ("old", "new", "at", "says"),
    [
        ("moves: 2 back", "movse: 2 back", "7:26", '"movse" is no column of scoring (did you mean "moves"?)'),
        (", why: well made", "", "8:9", '"why" is missing from this row'),
        ("to: 2", "to: 0", "7:23", "a row from 1 to 0 runs backwards"),
        ("{from: 3,", "{", "8:9", '"from" is missing'),
        ("to: count.goat", "to: all of them", "4:39", 'to cannot be "all of them"'),
        ("{moves: Spaces,", "{from: Spaces,", "5:15", "the name of a column cannot be"),
    ],
)
def test_a_table_that_is_wrong(scored, old, new, at, says):
    scored.change("cards/farm/rules.yaml", old, new)
    told = [(place, message) for place, message, _ in found(scored)]
    assert any(place == f"cards/farm/rules.yaml:{at}" and says in message for place, message in told), told


def test_a_table_is_told_to_templates_with_its_references_filled_in(scored):
    scored.change("cards/farm/rules.yaml", "well made", '"{{ count.goat|word }} of [[Billy]]"')
    table = book_data(load_game(scored.project, "farm").game).tables["scoring"]
    assert table["rows"][1] == {"from": 3, "to": 3, "range": "3", "moves": 1, "why": "three of **Billy**"}


def test_a_value_in_a_row_that_is_not_there_is_told_at_its_place(scored):
    scored.change("cards/farm/rules.yaml", "well made", '"{{ count.gaot }}"')
    assert [(place, message) for place, message, _ in found(scored)] == [
        ("cards/farm/rules.yaml:8:44", 'there is no count.gaot (did you mean "goat"?)')
    ]


def test_a_rulebook_prints_the_rows_with_their_headings(scored):
    html = table_html(book_data(load_game(scored.project, "farm").game).tables["scoring"], Markup)
    assert html == (
        '<table class="rules-table"><thead><tr><th scope="col">Arrows</th><th scope="col">Spaces</th>'
        '<th scope="col">Reason</th></tr></thead><tbody><tr><th scope="row">1–2</th><td>2 back</td>'
        '<td>too easy</td></tr><tr><th scope="row">3</th><td>1</td><td>well made</td></tr></tbody></table>'
    )
