"""What rules found in order is not judged again, and what they find is the same as if it were."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from small_games import a_card, a_game
from test_rule_cases import CASES, a_document, the_game
from yaml_cases import read_cases

from cardtool import lint
from cardtool.documents import Text, TextKind, read_plain_text
from cardtool.finding import Finding
from cardtool.lint import CleanTexts, LintRule, Subject
from cardtool.lint.core import clean_texts
from cardtool.lint.core.clean_texts import OF_ONE_TEXT, OF_ONE_TEXT_AND_FACTS
from cardtool.lint.core.facts import Facts
from cardtool.lint.core.text_index import TextIndex
from cardtool.model import Game
from cardtool.project import CACHE, cache_folder

BY_CODE = {rule.code: rule for rule in lint.RULES}


def cases_of(rule: LintRule) -> list[dict[str, Any]]:
    return [case for cases in read_cases(CASES / f"{rule.name}.yaml").values() for case in cases]


def texts_of(case: dict[str, Any]) -> Iterator[Text]:
    if "document" in case:
        yield a_document(case["document"], case)
    elif "plain" in case:
        yield Text("rules.txt", TextKind.DOCUMENT, read_plain_text(case["plain"], "rules.txt"))
    else:
        yield from Subject.of_game(the_game(case)).texts


def found_in(rule: LintRule, texts: list[Text], facts: Facts) -> Counter[tuple[Any, ...]]:
    subject = Subject("a subject", rule.rule.reads, None, None, TextIndex(texts), facts)
    return Counter((str(each.source), each.message, each.fix) for each in rule.findings(subject))


@pytest.mark.parametrize("code", sorted(OF_ONE_TEXT))
def test_it_is_true_that_a_rule_judges_each_text_by_itself(code: str) -> None:
    texts = [text for case in cases_of(BY_CODE[code]) for text in texts_of(case)]
    alone = (found_in(BY_CODE[code], [text], Facts()) for text in texts)
    together = found_in(BY_CODE[code], texts, Facts())
    assert together
    assert together == sum(alone, Counter())
    told = Facts(titles=("Move",), has_all_names=False)
    assert together == found_in(BY_CODE[code], texts, told)


@pytest.mark.parametrize("code", sorted(OF_ONE_TEXT_AND_FACTS))
def test_it_is_true_that_a_rule_holds_each_text_against_the_facts(code: str) -> None:
    for case in cases_of(BY_CODE[code]):
        if "cards" in case:
            game = Subject.of_game(the_game(case))
            texts = [*texts_of(case), *game.texts]
            alone = (found_in(BY_CODE[code], [text], game.facts) for text in texts)
            assert found_in(BY_CODE[code], texts, game.facts) == sum(alone, Counter())


def a_farm(*texts: str, name: str = "Goat") -> Game:
    cards = [a_card(f"card-{row}", line=2 + 10 * row, text=text) for row, text in enumerate(texts)]
    return a_game(a_card("name", line=900, name=name), *cards)


FINE, WRONG = "Draw two cards.", "Draw a cards."


@pytest.fixture(autouse=True)
def one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path))
    monkeypatch.setattr(clean_texts, "_TOGETHER", 1)


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How many texts each rule was asked about the last time, by its code."""
    asked: dict[str, int] = {}
    findings = lint._findings

    def noted(rule: LintRule, subject: Subject) -> list[Finding]:
        asked[rule.code] = len(subject.texts)
        return findings(rule, subject)

    monkeypatch.setattr(lint, "_findings", noted)
    return asked


def checked(game: Game) -> list[Finding]:
    clean = CleanTexts(game.id)
    found = lint.check_game(game, clean=clean)
    clean.write()
    return found


def test_only_what_changed_is_judged_again(judged: dict[str, int]) -> None:
    assert checked(a_farm(FINE, FINE, "Pay one coin.")) == []
    whole = dict(judged)
    assert checked(a_farm(FINE, "Take it.", "Pay one coin.")) == []
    assert {code: (whole[code], judged[code]) for code in OF_ONE_TEXT} == dict.fromkeys(OF_ONE_TEXT, (4, 1))
    assert judged["CT214"] == whole["CT214"] == 4


def test_what_was_wrong_is_told_each_time_until_it_is_mended() -> None:
    assert checked(a_farm(FINE, FINE, FINE)) == []
    wrong = a_farm(FINE, WRONG, FINE)
    assert checked(wrong) == checked(wrong) == lint.check_game(wrong) != []
    more = a_farm(FINE, WRONG, "Draw an cards.")
    assert checked(more) == lint.check_game(more)
    assert checked(a_farm(FINE, FINE, FINE)) == []


def test_a_text_that_moved_is_the_same_text(judged: dict[str, int]) -> None:
    game = a_farm(FINE, "Take it.")
    assert checked(game) == []
    moved = [replace(card, source=replace(card.source, line=card.source.line + 7)) for card in game.cards]
    assert checked(replace(game, cards=tuple(moved))) == []
    assert judged["CT614"] == 0


def test_texts_are_judged_when_it_is_said_that_they_are_english() -> None:
    game = a_farm(WRONG)
    assert checked(replace(game, language="de")) == []
    assert checked(game) == lint.check_game(game) != []


def test_lines_that_are_left_out_in_a_list_are_a_change() -> None:
    def said(gap: str) -> bytes:
        written = f"Three things:\n\n1. Hay\n{gap}2. Milk\n3. Eggs\n"
        text = Text("rules.txt", TextKind.DOCUMENT, read_plain_text(written, "rules.txt"))
        return repr(clean_texts._said(text)).encode()

    assert len({said(""), said(""), said("\n")}) == 2


def test_a_rule_that_knows_the_names_is_asked_again_when_one_changes(judged: dict[str, int]) -> None:
    texts = ("Put it on the Golden Goat now.",)
    assert checked(a_farm(*texts, name="Golden Goat")) == []
    assert checked(a_farm(*texts, name="Golden Goat")) == []
    assert judged["CT307"] == 0
    renamed = a_farm(*texts, name="Golden Boat")
    assert checked(renamed) == lint.check_game(renamed) != []


@pytest.mark.parametrize("seed", range(5))
def test_what_befell_the_cache_changes_nothing(seed: int) -> None:
    chance, game = random.Random(seed), a_farm(FINE, WRONG, "Take it.")
    expected = checked(game)
    (entry,) = (cache_folder() / "clean").iterdir()
    content = bytearray(entry.read_bytes())
    content[chance.randrange(len(content))] ^= chance.randint(1, 255)
    entry.write_bytes(content[: chance.choice((len(content), chance.randrange(len(content))))])
    assert checked(game) == expected
