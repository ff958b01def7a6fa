"""What a rule finds over and over is listed a few times, with how often it is there and in which lines."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cardtool.finding import Edit, Finding, Rule, Severity
from cardtool.model import Source
from cardtool.report import abridge, gather_cards
from cardtool.report.subject_report import MOST_ALIKE, MOST_OF_A_RULE

DOUBLED = Rule("CT602", "doubled-word", Severity.WARNING)
SPELLING = Rule("CT607", "spelling", Severity.WARNING)


def found(line: int, message: str = "twice", rule: Rule = DOUBLED, file: str = "rules.md") -> Finding:
    source = Source(file, line, 1)
    return rule.found(source, message, 'write "the"', Edit(source, "the the", "the"))


def test_ten_of_the_same_are_listed_as_they_are() -> None:
    few = [found(line) for line in range(1, MOST_ALIKE + 1)]
    assert abridge(few) == tuple(few)


def test_one_more_is_listed_too_for_it_takes_no_more_room() -> None:
    few = [found(line) for line in range(1, MOST_ALIKE + 2)]
    assert abridge(few) == tuple(few)


def test_a_thousand_of_the_same_say_how_many_more_there_are_and_where() -> None:
    *listed, gathered = abridge(found(line) for line in range(1, 1001))
    assert [each.source.line for each in listed] == list(range(1, 11))
    assert gathered.message == "twice: 990 more times, in lines 11, 12, 13, 14, 15 …"
    assert gathered.source.line == 11
    assert gathered.fix == 'write "the"'
    assert gathered.edit is None


def test_what_stands_in_one_line_names_that_line() -> None:
    assert abridge(found(7) for _ in range(50))[-1].message == "twice: 40 more times, all in line 7"


def test_other_files_rules_and_messages_are_counted_by_themselves() -> None:
    several = [
        found(line, message, rule, file)
        for line in range(1, 11)
        for message in ("twice", "thrice")
        for rule in (DOUBLED, SPELLING)
        for file in ("a.md", "b.md")
    ]
    assert abridge(several) == tuple(several)


def test_a_rule_lists_two_hundred_findings_of_a_file_and_then_says_how_many_more() -> None:
    *listed, gathered = abridge(found(line, f"word {line}") for line in range(1, 1001))
    assert len(listed) == MOST_OF_A_RULE
    assert gathered.message == (
        "doubled-word has 800 more findings in this file, in lines 201, 202, 203, 204, 205 …"
    )
    assert gathered.fix == "mend those above, and check again"


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("xy"), st.integers(1, 9)), max_size=60))
def test_what_is_listed_is_in_order_and_no_rule_falls_silent(places: list[tuple[str, str, int]]) -> None:
    findings = [found(line, message, file=file) for file, message, line in places]
    listed = abridge(findings)
    rest = iter(findings)
    assert all(any(each.source == other.source for other in rest) for each in listed)  # a subsequence
    assert {each.source.file for each in listed} == {each.source.file for each in findings}
    assert len(listed) <= len(findings)


BARE = Rule("CT703", "bare-bleed")


def on(
    card: str, says: str = "colour ends before the edge", line: int = 1, file: str = "beasts.yaml"
) -> Finding:
    return BARE.found(Source(file, line, 3), f'"{card}": {says}', "draw it further")


def test_what_is_wrong_with_three_cards_or_more_in_the_same_way_is_told_once() -> None:
    cards = [on(name, line=line) for line, name in enumerate(("Goat", "Hen", "Cow", "Pig", "Dog"), 1)]
    (told,) = gather_cards(cards)
    assert told.message == '"Goat": colour ends before the edge; so it is on 4 more: "Hen", "Cow", "Pig" …'
    assert (told.source.line, told.fix) == (1, "draw it further")
    assert gather_cards(cards[:2]) == tuple(cards[:2])


def test_words_of_the_card_itself_make_no_difference_and_anything_else_does() -> None:
    names = ("Goat", "Hen", "Cow")
    same = [on(name, f"“{name}” is #fff on #ffe, a contrast of 1.1 to 1") for name in names]
    assert len(gather_cards(same)) == 1
    amounts = [on(name, f"the text is {number} mm too high") for number, name in enumerate(names)]
    assert gather_cards(amounts) == tuple(amounts)
    files = [on(name, file=f"{name}.yaml") for name in names]
    assert gather_cards(files) == tuple(files)


def test_findings_that_name_no_card_stay_as_they_are() -> None:
    several = [found(line) for line in range(1, 9)]
    assert gather_cards(several) == tuple(several)
