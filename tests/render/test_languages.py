"""What is printed of a game that is written in another language than English."""

from __future__ import annotations

from dataclasses import replace

from small_games import a_game, some_rules

from cardtool.app.print_books import bundle_sections
from cardtool.render.books import book_data
from cardtool.render.books.rulebook_blocks import components_html
from cardtool.render.template_values import rules_values
from cardtool.wording import wording

TEXT = "Nimm {{ number.hay|word }} Karten."
HAY = some_rules({"hay": 3}, turn={"title": "Der Zug", "steps": [{"text": TEXT}]})


def test_a_reference_writes_numbers_in_words_of_the_game() -> None:
    german = replace(a_game(rules=HAY), language="de")
    assert rules_values(german)["sequence"]["turn"]["steps"][0]["text"] == "Nimm drei Karten."


def test_a_list_of_components_is_in_the_language_of_the_game() -> None:
    kinds = [{"id": id, "form": "card", "title": id, "plural": id, "count": 2} for id in ("Ziege", "Schaf")]
    assert '4</td><th scope="row">Karten insgesamt' in components_html(kinds, wording("de-AT").rulebook)


def test_the_rulebook_knows_its_language() -> None:
    assert book_data(replace(a_game(), language="de")).language == "de"
    assert bundle_sections(replace(a_game(), language="de"), (), None) == []
