"""References in texts: what counts as one, and where it stands."""

from __future__ import annotations

import pytest
from counting_work import no_hang
from hypothesis import given
from hypothesis import strategies as st

from cardtool.markup import (
    CardReference,
    ValueReference,
    blank_expressions,
    find_expressions,
    find_references,
    plain_name,
    replace_references,
)
from cardtool.wording import number_word


def test_cards_and_values_are_found_in_order_with_their_places() -> None:
    text = "[[Hop It]] or {{ number.hay|word }}, {{players.most}}"
    assert list(find_references(text)) == [
        CardReference("Hop It", 2),
        ValueReference("number", "hay", "word", 17, 24, 28),
        ValueReference("players", "most", "", 39, 47),
    ]


def test_a_name_may_run_over_a_line_and_stand_in_space() -> None:
    (name,) = find_references("use [[ Map of\n   the Land ]]")
    assert name == CardReference("Map of the Land", 7)


MARKS = "[]{}|.\\\"' ab\n"


@pytest.mark.parametrize(
    "text", ["[[]]", "[Hop It]", "{{ number }}", "{{ number.hay", "{ number.hay }", "{flip}"]
)
def test_other_brackets_are_no_references(text: str) -> None:
    assert list(find_references(text)) == []


def test_references_are_replaced_and_nothing_else() -> None:
    assert replace_references("a [[B]] {flip} {{ c.d }}!", lambda reference: "…") == "a … {flip} …!"


def test_an_expression_ends_where_its_braces_do_not_where_a_text_in_it_does() -> None:
    text = """{{ figure.hand(['"A"'], caption="}} {{ x }}") }} and {{ glossary }}"""
    first, second = find_expressions(text)
    assert first.text == text[3 : text.index(" }} and")]
    assert (second.text, second.start) == ("glossary", text.index("glossary"))


@given(st.text(MARKS, max_size=60))
def test_blotting_out_leaves_everything_else_in_its_place(text: str) -> None:
    blotted = blank_expressions(text)
    assert len(blotted) == len(text)
    assert all(new in (old, ".") for old, new in zip(text, blotted, strict=True))
    assert not list(find_expressions(blotted)) or "{{" in blotted


@given(st.text(MARKS, max_size=60))
def test_everything_found_stands_where_it_is_said_to(text: str) -> None:
    for expression in find_expressions(text):
        assert text.startswith(expression.text, expression.start)
    for reference in find_references(text):
        if isinstance(reference, ValueReference):
            assert text.startswith(reference.family, reference.start)
            assert text.startswith(reference.name, reference.name_start)


@pytest.mark.parametrize("text", ["{{", "{{ '", '{{ "', "[[", "[[ ", "{{ a ", "{{ a.b |", "{{ don't "])
def test_no_text_takes_long(text: str) -> None:
    with no_hang():
        assert len([*find_expressions(text * 50_000), *find_references(text * 50_000)]) < 9


def test_quotes_are_alike_and_letters_are_not() -> None:
    assert plain_name("“Chainmail”") == plain_name('"Chainmail"')
    assert plain_name("Crom’s") == plain_name("Crom's")
    assert plain_name("Hop it") != plain_name("Hop It")


def test_numbers_are_words_up_to_twenty() -> None:
    assert [number_word(number) for number in (0, 1, 5, 20, 21)] == ["none", "one", "five", "twenty", "21"]
