"""Of two lists that tell the same in order, what one has too many."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cardtool.lint.structure.examples_and_summaries import unpaired_rows

STEPS = ("Ready your cards", "Perform two actions", "Place one Prize in your Barn", "End your turn")
NOUNS = ("goat", "hen", "barn", "prize", "card", "action", "milk", "feed", "sleep")
words = st.lists(st.sampled_from(NOUNS), max_size=6)
told = st.lists(words.map(" ".join), max_size=8)


def test_the_stage_that_answers_to_no_step() -> None:
    stages = (
        "Ann readies a card",
        "It rains",
        "Her action: she draws",
        "A Prize goes to the Barn",
        "The turn ends",
    )
    assert unpaired_rows(stages, STEPS) == (1,)


def test_of_two_that_fit_equally_well_it_is_the_later_one() -> None:
    stages = ("A card", "A card", "Two actions", "A Prize for the Barn", "The turn ends")
    assert unpaired_rows(stages, STEPS) == (1,)


def test_several_may_be_too_many() -> None:
    stages = ("It rains", "Cards are readied", "Actions", "It snows", "One Prize", "End")
    assert unpaired_rows(stages, STEPS) == (0, 3)


def test_where_the_words_do_not_tell_nothing_is_said() -> None:
    assert unpaired_rows(("Milk", "Feed", "Sleep", "Wake", "Walk"), STEPS) == ()
    assert unpaired_rows((), ()) == ()


@given(told, told)
def test_what_is_left_out_is_just_what_is_too_many(one: list[str], other: list[str]) -> None:
    longer, shorter = sorted((one, other), key=len, reverse=True)
    rows = unpaired_rows(longer, shorter)
    assert rows == () or (len(rows) == len(longer) - len(shorter) and set(rows) <= set(range(len(longer))))


@given(told.filter(lambda items: len([item for item in items if item]) > 1), st.data())
def test_one_strange_item_among_the_same_is_found(items: list[str], data: st.DataObject) -> None:
    named = [f"{item} number{'x' * row}" for row, item in enumerate(items, 1)]
    at = data.draw(st.integers(0, len(named)))
    assert unpaired_rows([*named[:at], "zebra", *named[at:]], named) == (at,)
