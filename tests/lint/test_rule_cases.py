"""Each rule against its cases: small games in cases/<rule>.yaml, some clean, some not.

A case is written as a designer would write a game, with everything left out that does not matter.
Cards stand in `cards/farm/<kind>s.yaml`, the first at line 2, the next at line 12, 22 and so on,
each field on a line of its own; the game itself is `cards/farm/game.yaml`. Steps of `rules.yaml` stand
at lines 30, 40 and so on, terms at 2, 12, …, versions at 1, 11, …, with an entry each line from the
fourth on.

With `document`, a text in Markdown is judged, or with `plain` one as a word processor saves it, called
`rules.md`, beside the `files` that its links may name, or `rules.txt`: against the game of the case where
it has cards, else against itself. Both are English, or of the `language` the case says.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from small_games import (
    a_card,
    a_game,
    a_kind,
    a_layout,
    a_manuscript,
    a_pack,
    a_release,
    a_term,
    some_rules,
)
from yaml_cases import read_cases

from cardtool import lint
from cardtool.documents import (
    MarkdownFile,
    Text,
    TextKind,
    blank_code,
    find_anchors,
    find_comments,
    find_links,
    map_lines,
    read_markdown,
    read_plain_text,
)
from cardtool.finding import Finding, sorted_findings
from cardtool.geometry import Size
from cardtool.model import (
    Amount,
    BookDesign,
    CardSet,
    CardValue,
    Credit,
    Deck,
    DeclaredCount,
    FigureDesign,
    Game,
    Groups,
    Kind,
    OneForEach,
    Outline,
    Players,
    RulesTable,
    Shape,
    Source,
    SourceMap,
    TableBound,
    TableRow,
    TemplateText,
)

CASES = Path(__file__).parent / "cases"
FILE = "cards/farm/game.yaml"
SLOW_RULES = ("spelling", "unknown-word", "odd-spelling")  # each time a program is asked


def cases(outcome: str) -> list[Any]:
    """Every case of this outcome in every file, called after its rule and its `why`."""
    return [
        pytest.param(path.stem, case, id=f"{path.stem}: {case['why']}")
        for path in sorted(CASES.glob("*.yaml"))
        for case in read_cases(path)[outcome]
    ]


def the_game(case: dict[str, Any]) -> Game:
    cards = [
        a_card(line=2 + 10 * row, **{"id": f"card-{row}", **card}) for row, card in enumerate(case["cards"])
    ]
    changes: dict[str, Any] = {
        name: frozenset(case[name]) for name in ("icons", "assets", "incomplete", "unnamed") if name in case
    }
    if "id" in case:
        changes["id"] = case["id"]
    if "kinds" in case:
        changes["kinds"] = tuple(the_kind(id, **kind) for id, kind in case["kinds"].items())
    if "layouts" in case:
        changes["layouts"] = {id: a_layout(id, **layout) for id, layout in case["layouts"].items()}
    if "decks" in case:
        changes["decks"] = tuple(a_deck(row, **deck) for row, deck in enumerate(case["decks"]))
    if "values" in case:
        source = Source(FILE, 40, 3)
        changes["values"] = tuple(
            CardValue(value["field"], value["noun"], value["plural"], tuple(value["short"]), source)
            for value in case["values"]
        )
    if "players" in case:
        changes["players"] = Players(**case["players"], source=Source(FILE, 3, 1))
    if "packs" in case:
        changes["packs"] = tuple(a_pack(row, **pack) for row, pack in enumerate(case["packs"]))
    if "sets" in case:
        changes["sets"] = tuple(a_set(row, **each) for row, each in enumerate(case["sets"]))
    if "credits" in case:
        changes["credits"] = tuple(a_credit(row, **credit) for row, credit in enumerate(case["credits"]))
    if "version" in case:
        changes["version"] = case["version"]
    return a_game(*cards, **changes, **the_wording(case))


def the_wording(case: dict[str, Any]) -> dict[str, Any]:
    """What the case says of rules, glossary, changelog and rulebook."""
    rules = some_rules(case.get("numbers", {}), case.get("dealt", ()), **case.get("sequences", {}))
    tables = {id: a_table(id, **table) for id, table in case.get("tables", {}).items()}
    wording: dict[str, Any] = {"rules": replace(rules, tables=tables)}
    if "terms" in case:
        terms = case["terms"].items()
        wording["glossary"] = tuple(
            a_term(term, **(said if isinstance(said, dict) else {"means": said}), line=2 + 10 * row)
            for row, (term, said) in enumerate(terms)
        )
    if "changelog" in case:
        releases = case["changelog"].items()
        wording["changelog"] = tuple(
            a_release(version, *entries, line=1 + 10 * row) for row, (version, entries) in enumerate(releases)
        )
    if "templates" in case:
        wording["templates"] = tuple(
            TemplateText(text, Source(f"templates/farm/{name}")) for name, text in case["templates"].items()
        )
    if "rulebook" in case:
        wording["rulebook"] = a_manuscript(case["rulebook"])
        design = FigureDesign("figure.html", Size(100, 50))
        figures = dict.fromkeys(case.get("figures", ("cards", "hand", "setup", "table")), design)
        figures |= {sort: replace(design, layout=id) for sort, id in case.get("places", {}).items()}
        wording["book"] = BookDesign("book.html", "book.css", Size(148, 210), figures)
    return wording


def the_kind(id: str, **said: Any) -> Kind:
    """A kind, cut as `size: [25, 25], outline: circle` says; its promises stand at line 20 of game.yaml."""
    source = Source(FILE, 20, 5)
    if "groups" in said:
        groups = said["groups"]
        each = an_amount(groups.get("each"), source)
        said["groups"] = Groups(groups["by"], each, tuple(groups.get("names", ())))
    if "one_for_each" in said:
        said["one_for_each"] = OneForEach(source=source, **said["one_for_each"])
    if "size" in said:
        said["size"] = Size(*said["size"])
    if "outline" in said:
        said["outline"] = Outline(Shape(said["outline"]))
    return a_kind(id, **said)


def a_deck(row: int, title: str, kinds: list[str], count: int, each: dict[str, int] | None = None) -> Deck:
    source, count_source = Source(FILE, 30 + 10 * row, 3), Source(FILE, 33 + 10 * row, 12)
    return Deck(f"deck-{row}", title, tuple(kinds), count, source, count_source, an_amount(each, source))


def a_set(row: int, id: str, title: str, counts: dict[str, int] | None = None, **count: int) -> CardSet:
    """A set, at line 50, 60 and so on; its numbers stand in the lines that follow."""
    line, numbers = 50 + 10 * row, [*(("", number) for number in count.values()), *(counts or {}).items()]
    places = (Source(FILE, line + 1 + at, 12) for at in range(len(numbers)))
    declared = (DeclaredCount(*said, place) for said, place in zip(numbers, places, strict=True))
    return CardSet(id, title, "", tuple(declared), Source(FILE, line, 3))


def an_amount(each: dict[str, int] | None, source: Source) -> Amount | None:
    return Amount(each.get("least"), each.get("most"), source) if each else None


def a_table(id: str, domain: list[int | str], rows: list[list[int]]) -> RulesTable:
    """A table whose domain stands at line 60 of rules.yaml, its rows from line 62 on."""
    file = "cards/farm/rules.yaml"
    first, last = (
        TableBound(said, Source(file, 60, column)) for said, column in zip(domain, (20, 30), strict=True)
    )
    made = (
        TableRow(row[0], row[-1], {"move": "2 back"}, Source(file, 62 + at, 9), SourceMap(62 + at, 9))
        for at, row in enumerate(rows)
    )
    place = SourceMap(59, 3)
    return RulesTable(
        id, id.title(), "Hay", first, last, {"move": "Move"}, tuple(made), Source(file, 59, 3), place
    )


def a_credit(row: int, file: str, author: str) -> Credit:
    return Credit(file, author, "CC-BY-3.0", "", Source("cards/farm/credits.yaml", 1 + row, 3))


def findings(rule: str, case: dict[str, Any]) -> list[dict[str, Any]]:
    return [_told(found) for found in judged(case) if found.rule.name == rule]


def judged(case: dict[str, Any]) -> list[Finding]:
    """What is found in the case's game, or in its document."""
    game = the_game(case) if "cards" in case else None
    language = case.get("language", "en")
    if "document" in case:
        text = a_document(case["document"], case)
        return list(sorted_findings(lint.check_document(text, game, language=language)))
    if "plain" in case:
        text = Text("rules.txt", TextKind.DOCUMENT, read_plain_text(case["plain"], "rules.txt"))
        return list(sorted_findings(lint.check_document(text, game, language=language)))
    assert game is not None, "a case without a document has cards"
    return list(sorted_findings(lint.check_game(replace(game, language=language))))


def a_document(written: str, case: dict[str, Any]) -> Text:
    """The document, beside the `files` of the case."""
    links = (
        link._replace(is_lost=bool(link.file) and link.file not in case.get("files", ()))
        for link in find_links(written, "rules.md", map_lines(written))
    )
    blocks = read_markdown(written, "rules.md")
    anchors = tuple(find_anchors(written))
    typed = (
        MarkdownFile(blank_code(written), "rules.md", map_lines(written), tuple(find_comments(written))),
    )
    title = case.get("called", "rules.md")
    return Text(title, TextKind.DOCUMENT, blocks, links=tuple(links), anchors=anchors, typed=typed)


def _told(found: Finding) -> dict[str, Any]:
    told: dict[str, Any] = {"at": str(found.source), "says": found.message, "fix": found.fix}
    if found.edit is not None:
        told["edit"] = {"old": found.edit.old, "new": found.edit.new}
    return told


@pytest.mark.parametrize(("rule", "case"), cases("passing"))
def test_a_good_game_passes(rule: str, case: dict[str, Any]) -> None:
    assert findings(rule, case) == []


@pytest.mark.parametrize(("rule", "case"), cases("failing"))
def test_a_bad_game_is_told_what_is_wrong_where_and_what_to_do(rule: str, case: dict[str, Any]) -> None:
    assert findings(rule, case) == [{"fix": None, **found} for found in case["finds"]]


@pytest.mark.parametrize("rule", lint.RULES, ids=lambda rule: rule.name)
def test_every_rule_has_cases_of_both_sorts(rule: lint.LintRule) -> None:
    written = read_cases(CASES / f"{rule.name}.yaml")
    assert len(written["passing"]) >= 2
    assert len(written["failing"]) >= 2


def test_every_file_of_cases_belongs_to_a_rule() -> None:
    assert {path.stem for path in CASES.iterdir()} == {rule.name for rule in lint.RULES}
