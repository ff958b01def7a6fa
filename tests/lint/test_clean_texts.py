"""What rules found in order is not judged again, and what they find is the same as if it were."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, cast

import pytest
from small_games import a_card, a_game, a_manuscript, a_release, some_rules
from test_rule_cases import CASES, a_document, the_game
from yaml_cases import read_cases

from cardtool import lint
from cardtool.documents import Text, TextKind, read_plain_text
from cardtool.finding import Finding
from cardtool.lint import CleanTexts, LintRule, Subject
from cardtool.lint.core import clean_texts, registry
from cardtool.lint.core.clean_texts import OF_TEXTS_ALONE
from cardtool.lint.core.facts import Facts
from cardtool.lint.core.registry import PassageRule
from cardtool.lint.core.text_index import TextIndex
from cardtool.model import Game, SourceMap, Span
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


class NoFacts:
    def __getattr__(self, name: str) -> NoReturn:
        raise AssertionError(f"facts are asked for: {name}")

    def __hash__(self) -> NoReturn:
        raise AssertionError("something is found of the facts")


@pytest.mark.parametrize("code", sorted(OF_TEXTS_ALONE))
def test_it_is_true_that_a_rule_asks_for_no_facts(code: str) -> None:
    rule, found = BY_CODE[code], 0
    for case in cases_of(rule):
        texts = TextIndex(texts_of(case))
        told = Subject("a subject", rule.rule.reads, None, None, texts, cast(Facts, NoFacts()))
        found += len(rule.findings(told))
    assert found


def without_what_no_reference_needs(game: Game) -> Game:
    """The game with nothing in it but what stands for it in what is kept."""
    return a_game(
        *game.cards,
        kinds=game.kinds,
        decks=game.decks,
        sets=game.sets,
        players=game.players,
        incomplete=game.incomplete,
        rules=replace(game.rules, tables={}),
        glossary=game.glossary,
        changelog=game.changelog,
        layouts=game.layouts,
        icons=game.assets.icons,
        book=game.look.book,
    )


@pytest.mark.parametrize(
    "rule", [each for each in lint.RULES if isinstance(each, PassageRule)], ids=lambda rule: rule.name
)
def test_it_is_true_that_texts_of_cards_are_held_against_no_other_data(rule: LintRule) -> None:
    for case in cases_of(rule):
        if "cards" in case:
            game = the_game(case)
            bare = without_what_no_reference_needs(game)
            told = [
                [
                    found
                    for part in Subject.parts_of_game(each)
                    if not part.game
                    for found in rule.findings(part)
                ]
                for each in (game, bare)
            ]
            assert told[0] == told[1]


FINE, WRONG = "Draw two cards.", "Draw a cards."


def a_farm(*texts: str, name: str = "Goat", **changes: Any) -> Game:
    cards = [a_card(f"card-{row}", line=2 + 10 * row, text=text) for row, text in enumerate(texts)]
    return a_game(a_card("name", line=900, name=name), *cards, **changes)


@pytest.fixture(autouse=True)
def one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path))
    monkeypatch.setattr(registry, "_MOSTLY_TOGETHER", 1)


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Which cards each rule was asked about, by its code; cleared by who looks at it."""
    asked: dict[str, list[str]] = {each.code: [] for each in lint.RULES}
    findings = lint.findings_of

    def noted(rule: LintRule, subject: Subject) -> list[Finding]:
        if subject.passages:
            asked[rule.code] += [card.id for card in subject.passages.cards]
        return findings(rule, subject)

    monkeypatch.setattr(lint, "findings_of", noted)
    return asked


def checked(game: Game, rules: tuple[LintRule, ...] = lint.RULES) -> list[Finding]:
    clean = CleanTexts(game.id)
    found = lint.check_game(game, clean=clean, rules=rules)
    clean.write()
    return found


def asked_by(game: Game, judged: dict[str, list[str]], code: str) -> list[str]:
    for asked in judged.values():
        asked.clear()
    assert checked(game) == lint_anew(game, judged)
    return judged[code]


def lint_anew(game: Game, judged: dict[str, list[str]]) -> list[Finding]:
    """What is found where nothing is known, and nobody notes who is asked."""
    kept = {code: list(asked) for code, asked in judged.items()}
    found = lint.check_game(game)
    for code, asked in kept.items():
        judged[code][:] = asked
    return found


@pytest.mark.parametrize("code", ["CT111", "CT214", "CT307", "CT604", "CT614"])
def test_only_what_changed_is_judged_again(code: str, judged: dict[str, list[str]]) -> None:
    before, after = a_farm(FINE, FINE, "Pay one coin."), a_farm(FINE, "Take it.", "Pay one coin.")
    assert asked_by(before, judged, code) == ["name", "card-0", "card-1", "card-2"]
    assert asked_by(before, judged, code) == []
    assert asked_by(after, judged, code) == ["card-1"]


def test_what_is_said_of_no_card_is_judged_again_when_it_changes(judged: dict[str, list[str]]) -> None:
    games = [a_farm(FINE, rulebook=a_manuscript(text)) for text in (FINE, f"{FINE}\n\n{WRONG}", FINE)]
    found = [checked(game) for game in games]
    assert [len(each) for each in found] == [0, 1, 0]


def test_what_was_wrong_is_told_each_time_until_it_is_mended() -> None:
    assert checked(a_farm(FINE, FINE, FINE)) == []
    wrong = a_farm(FINE, WRONG, FINE)
    assert checked(wrong) == checked(wrong) == lint.check_game(wrong) != []
    more = a_farm(FINE, WRONG, "Draw an cards.")
    assert checked(more) == lint.check_game(more)
    assert checked(a_farm(FINE, FINE, FINE)) == []


def moved(game: Game, lines: int) -> Game:
    cards = [replace(card, source=replace(card.source, line=card.source.line + lines)) for card in game.cards]
    return replace(game, cards=tuple(cards))


@pytest.mark.parametrize("code", ["CT111", "CT214", "CT307", "CT614"])
def test_a_text_that_moved_is_the_same_text(code: str, judged: dict[str, list[str]]) -> None:
    game = a_farm(FINE, "Take it.")
    assert checked(game) == []
    assert asked_by(moved(game, 7), judged, code) == []


def test_a_new_card_has_no_other_judged_that_is_held_against_nothing(judged: dict[str, list[str]]) -> None:
    assert checked(a_farm(FINE, FINE)) == []
    more = a_farm(FINE, FINE, "Take it.")
    assert asked_by(more, judged, "CT614") == ["card-2"]
    assert asked_by(more, judged, "CT307") == []
    assert set(asked_by(a_farm(FINE, FINE, FINE, FINE), judged, "CT307")) > {"name", "card-0"}


def test_texts_are_judged_when_it_is_said_that_they_are_english() -> None:
    game = a_farm(WRONG)
    assert checked(replace(game, language="de")) == []
    assert checked(game) == lint.check_game(game) != []


def test_a_rule_that_knows_the_names_is_asked_again_when_one_changes(judged: dict[str, list[str]]) -> None:
    texts = ("Put it on the Golden Goat now.",)
    assert checked(a_farm(*texts, name="Golden Goat")) == []
    assert asked_by(a_farm(*texts, name="Golden Goat"), judged, "CT307") == []
    assert asked_by(a_farm(*texts, name="Golden Boat"), judged, "CT307") == ["name", "card-0"]


def test_a_text_is_judged_again_when_the_number_changes_that_it_refers_to() -> None:
    text = "Each player takes {{ number.share }} cards."
    for number in (2, 1, 2):
        game = a_farm(text, rules=some_rules({"share": number}))
        assert checked(game) == lint.check_game(game)
    assert checked(a_farm(text)) == lint.check_game(a_farm(text)) != []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("It flipps.", "It flipps, and flipps."), ("It flipps.", "It waits.")),
        (
            ("A straircase costs 2.", "A stair leads up."),
            ("A straircase costs 2.", "A staircase, a staircase."),
        ),
        (("Take the Cimmerian to town.", "Any cimmerian will do."), ("Take the Cimmerian to town.", "Wait.")),
        (("Take [[Three]].", "Wait."), ("Take [[Two]].", "Wait.")),
        (("See [[Beast]].", "Beast. Kidder"), ("See [[Beast]].", "Kidder")),
    ],
)
def test_what_another_card_says_counts_whenever_it_changes(
    before: tuple[str, ...], after: tuple[str, ...]
) -> None:
    renamed = {"type": "renamed", "from": "Cormac the Cimmerian", "to": "Cormac the Slayer"}
    games = [a_farm(*said, changelog=(a_release("1.0", renamed),)) for said in (before, after)]
    for game in (*games, *games):
        assert checked(game) == lint.check_game(game)


def test_rules_that_are_left_out_once_keep_what_they_found(judged: dict[str, list[str]]) -> None:
    game = a_farm(FINE)
    checked(game)
    checked(game, tuple(each for each in lint.RULES if each.code not in ("CT613", "CT614")))
    assert asked_by(game, judged, "CT613") == []


def test_lines_that_are_left_out_in_a_list_are_a_change(judged: dict[str, list[str]]) -> None:
    text = "Three things:\n\n- Hay\n- Milk\n- Eggs"
    starts = [text.index(line) for line in ("Three", "- Hay", "- Milk", "- Eggs")]

    def written(first: int, *lines: int) -> Game:
        spans = tuple(Span(start, first + line, 5) for start, line in zip(starts, lines, strict=True))
        places = SourceMap(first, 3, children={"text": SourceMap(first, 9, spans=spans)})
        return a_game(replace(a_card(text=text), places=places))

    assert asked_by(written(2, 1, 3, 4, 5), judged, "CT207") == ["goat"]
    assert asked_by(written(9, 1, 3, 4, 5), judged, "CT207") == []
    assert asked_by(written(2, 1, 3, 4, 6), judged, "CT207") == ["goat"]


def test_lines_that_are_left_out_in_a_list_of_the_rulebook_are_a_change() -> None:
    def said(gap: str) -> bytes:
        written = f"Three things:\n\n1. Hay\n{gap}2. Milk\n3. Eggs\n"
        text = Text("rules.txt", TextKind.DOCUMENT, read_plain_text(written, "rules.txt"))
        return repr(clean_texts._said(text)).encode()

    assert len({said(""), said(""), said("\n")}) == 2


SAYINGS = (
    *(FINE, WRONG, "Take it.", "You can never exceed 13 Beasts.", "Use a substitute: goats are unlimited."),
    *("Draw a a card.", "Take {{ number.share }} card.", "Ask [[Goat]] or [[Gnat]].", "It flipps **twice."),
    *("It flipps when he flipps.", "Three things:\n\n- Hay\n- Milk", "Pay {coin}.", "The goat <b>eats</b>."),
    *("Draw \N{CYRILLIC SMALL LETTER ES} cards.", "Goat and Gaot.", "<<todo>>", "TODO"),
)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_written_next_is_judged_as_if_it_were_the_first(seed: int) -> None:
    chance = random.Random(seed)
    texts = [chance.choice(SAYINGS) for _ in range(6)]
    for _ in range(12):
        texts[chance.randrange(len(texts))] = chance.choice(SAYINGS)
        name, number = chance.choice(("Goat", "Goat", "Gnat")), chance.choice((1, 1, 3))
        icons = frozenset(["coin"] if chance.random() < 0.8 else [])
        game = a_farm(*texts, name=name, rules=some_rules({"share": number}), icons=icons)
        game = moved(game, chance.randrange(3))
        assert checked(game) == lint.check_game(game)


@pytest.mark.parametrize("seed", range(5))
def test_what_befell_the_cache_changes_nothing(seed: int) -> None:
    chance, game = random.Random(seed), a_farm(FINE, WRONG, "Take it.")
    expected = checked(game)
    (entry,) = (cache_folder() / "clean").iterdir()
    content = bytearray(entry.read_bytes())
    content[chance.randrange(len(content))] ^= chance.randint(1, 255)
    entry.write_bytes(content[: chance.choice((len(content), chance.randrange(len(content))))])
    assert checked(game) == expected
