"""Any face is told the rules and the records it speaks of, and no more."""

from __future__ import annotations

from pathlib import Path

import pytest
from face_values import with_all_values
from projects import BEASTS, a_project, put

from cardtool.errors import TemplateError
from cardtool.load import load_game
from cardtool.project import Project
from cardtool.render import RenderPool
from cardtool.render.template_values import SharedValues, face_jobs
from cardtool.template_code import fields_in_templates, names_in_templates

pytestmark = pytest.mark.usefixtures("kept")
RULES = "numbers:\n  hand: {value: 5, means: cards in a hand}\n"


def a_farm(folder: Path, template: str, beasts: str = BEASTS) -> Project:
    project = a_project(folder, beast=f'<div class="title">{template}</div>', beasts=beasts)
    put(folder, "cards/farm/rules.yaml", RULES)
    return project


def told(project: Project) -> dict[str | None, dict[str, object]]:
    game = load_game(project, "farm").game
    assert game is not None
    return {job.face.card: job.variables for job in with_all_values(project, game, face_jobs(game))}


def test_a_card_may_show_rules_and_other_records(tmp_path: Path) -> None:
    project = a_farm(tmp_path, "{{ number.hand }} {{ count.beast }} {{ cards.hen.name }}")
    game = load_game(project, "farm").game
    assert game is not None
    with RenderPool(project, 1) as pool:
        drawn = pool.draw(game)
    assert drawn.findings == ()
    assert told(project)["goat"]["number"] == {"hand": 5}


def test_a_template_that_speaks_of_nothing_else_is_told_nothing_else(tmp_path: Path) -> None:
    variables = told(a_farm(tmp_path, "A hand of number cards {# cards #} {{ card.name }}"))["goat"]
    assert set(variables) == {"game", "kind", "card", "face"}


def test_a_book_is_told_records_if_its_template_or_one_it_uses_speaks_of_them(tmp_path: Path) -> None:
    project = a_farm(tmp_path, "{{ card.name }}")
    put(tmp_path, "templates/farm/book-with.html", '{% include "cover.html" %}')
    put(tmp_path, "templates/farm/cover.html", "{{ cards.hen.name }}")
    put(tmp_path, "templates/farm/book-without.html", "{{ book.title }} has cards")
    game = load_game(project, "farm").game
    assert game is not None
    shared = SharedValues(project, game)
    assert shared.records_told_to("book-with.html")["hen"]["name"] == "Hen"
    assert shared.records_told_to("book-without.html") == {}


def test_a_changed_record_changes_no_face_that_does_not_show_it(tmp_path: Path) -> None:
    changed = BEASTS.replace("Lays an egg.", "Lays two eggs.")
    one = told(a_farm(tmp_path / "one", "{{ card.name }} of {{ number.hand }}"))
    other = told(a_farm(tmp_path / "other", "{{ card.name }} of {{ number.hand }}", changed))
    assert {card for card in one if one[card] != other[card]} == {"hen"}


def test_what_is_included_is_looked_into_and_what_is_chosen_late_may_be_anything() -> None:
    texts = {
        "a": "{% include 'b' %}",
        "b": "{% from \"c\" import x %}{{ 'a' }}",
        "c": "{{ cards }}{% include 'a' %}",
        "late": "{% include card.template %}",
    }
    assert names_in_templates("a", texts.__getitem__) == {"cards"}
    assert names_in_templates("late", texts.__getitem__) is None


def test_the_fields_a_template_asks_for_are_known_but_for_those_of_the_loop() -> None:
    text = "{{ card.copy_number }} {% set n = kind['total'] %} {{ loop.index }} index {# card.index #}"
    assert fields_in_templates("a", lambda _: text) == {"copy_number", "total"}
    assert fields_in_templates("a", lambda _: "{% include other %}{{ card.index }}") is None


def test_a_card_may_show_its_place_and_the_copies_of_its_kind(tmp_path: Path) -> None:
    faces = told(a_farm(tmp_path, "{{ card.index }} of {{ kind.total }}"))
    assert {id: job["card"]["index"] for id, job in faces.items() if id} == {"goat": 1, "hen": 2}  # type: ignore[index]
    assert faces["goat"]["kind"]["total"] == 3  # type: ignore[index]
    assert "total" not in faces[None]["kind"]  # type: ignore[operator]


def test_what_is_not_there_is_told_with_its_line(tmp_path: Path) -> None:
    project = a_farm(tmp_path, "{{ number.hnad }}")
    game = load_game(project, "farm").game
    assert game is not None
    with (
        RenderPool(project, 1) as pool,
        pytest.raises(TemplateError, match=r"templates/farm/beast.html:1: .*hnad"),
    ):
        pool.draw(game)
