"""What a template is said not to take from outside changes nothing of what it prints, whatever it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import DictLoader, Environment, Undefined, meta
from law_examples import examples

from cardtool.template_code import names_in_templates

SHIPPED = Path(__file__).resolve().parents[1] / "templates"
NAMES = ("count", "cards", "table", "m")


class Outside:
    """A value from outside of which everything can be asked, and which says what was."""

    def __init__(self, said: str, depth: int = 0) -> None:
        self.said, self.depth = said, depth

    def __getattr__(self, name: str) -> Outside:
        if name.startswith("__"):
            raise AttributeError(name)
        return Outside(f"{self.said}.{name}", self.depth)

    def __call__(self, *given: object, **named: object) -> Outside:
        return Outside(f"{self.said}()", self.depth)

    def __iter__(self) -> Iterator[Outside]:
        yield from [Outside(f"{self.said}[0]", self.depth + 1)] if self.depth < 2 else ()

    def __str__(self) -> str:
        return self.said


class Lacking(Undefined):
    """A value that is not there, and can be called and gone through all the same."""

    def __call__(self, *given: object, **named: object) -> Any:
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self


name = st.sampled_from(NAMES)
value = st.one_of(name, name.map("{}.x".format), st.sampled_from(["'count'", "1", "f(count=1)", "1 | count"]))


def statement(body: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def filled(pattern: str, **parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.fixed_dictionaries(parts).map(lambda given: pattern % given)

    asked = {"n": name, "k": name, "v": value, "w": value, "b": body, "c": body}
    return st.one_of(
        filled("{{ %(v)s }}", v=value),
        filled("{{ %(n)s(%(v)s) }}", **asked),
        filled("{{ %(n)s.%(k)s(%(v)s) }}", **asked),
        filled("{%% set %(n)s = %(v)s %%}", **asked),
        filled("{%% set %(n)s %%}%(b)s{%% endset %%}", **asked),
        filled("{%% if %(v)s %%}%(b)s{%% else %%}%(c)s{%% endif %%}", **asked),
        filled("{%% if %(v)s is string %%}%(b)s{%% endif %%}", **asked),
        filled("{%% for %(n)s in %(v)s %%}%(b)s{%% else %%}%(c)s{%% endfor %%}", **asked),
        filled("{%% macro %(n)s(%(k)s=f(%(v)s, %(w)s)) %%}%(b)s{%% endmacro %%}", **asked),
        filled("{%% with %(n)s=%(v)s %%}%(b)s{%% endwith %%}", **asked),
        filled("{%% call(%(n)s) %(k)s(%(v)s) %%}%(b)s{%% endcall %%}", **asked),
        filled("{%% import 'other' as %(n)s %%}", **asked),
        filled("{%% import 'other' as %(n)s with context %%}", **asked),
        filled("{%% from 'other' import %(n)s as %(k)s, m with context %%}", **asked),
        filled("{# %(n)s #}{%% include 'other' %%}", **asked),
    )


body = st.recursive(
    st.just("text"), lambda inner: st.lists(statement(inner), max_size=4).map("".join), max_leaves=6
)
own = body.filter(lambda text: "'other'" not in text)


def beginning(value: object) -> str:
    """Return no more than so much: a macro that calls itself doubles what it is given."""
    return str(value)[:40]


def printed(texts: dict[str, str], outside: dict[str, Outside]) -> str:
    environment = Environment(loader=DictLoader(texts), undefined=Lacking, finalize=beginning)
    environment.globals["f"] = lambda *given, **named: beginning("".join(map(beginning, given)))
    try:
        return environment.get_template("one").render(outside)
    except RecursionError:
        return "endless"
    except Exception as error:
        return f"{type(error).__name__}"


@given(body, own)
@settings(max_examples=examples(400))
def test_a_name_that_is_not_told_changes_nothing(one: str, other: str) -> None:
    texts = {"one": one, "other": other}
    names = names_in_templates("one", texts.__getitem__)
    assert names is not None
    outside = {each: Outside(f"<{each}>") for each in NAMES}
    as_it_is = printed(texts, outside)
    for each in NAMES:
        if each not in names:
            assert printed(texts, outside | {each: Outside("<another>")}) == as_it_is, each


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("{{ cards | count }}, {{ 'company' }}, {{ card.number }}", {"cards", "card"}),
        ("{% set company = art.x %}{{ company }}", {"art"}),
        ("{% if a %}{% set count = 1 %}{{ count }}{% endif %}", {"a"}),
        ("{% if a %}{% set count = 1 %}{% endif %}{{ count }}", {"a", "count"}),
        ("{% macro pips(count, many=table) %}{{ count }}{% endmacro %}", {"table"}),
        ("{% macro pips(count) %}{{ count }}{% endmacro %}{{ count }}", {"count"}),
        ("{% for count in range(3) %}{{ count }}{% endfor %}", {"range"}),
        ("{{ cut.rays(x, count=22) }}", {"cut", "x"}),
        ("{# {{ cards }} {% endmacro %} #}{{ a }}", {"a"}),
        ("{{ '}}' ~ cards }}", {"cards"}),
        ("{% macro a() %}{% raw %}{% if %}{% endraw %}{% endmacro %}{{ cards }}", {"cards"}),
    ],
)
def test_names_of_a_template(text: str, names: set[str]) -> None:
    assert names_in_templates("a", {"a": text}.__getitem__) == names


def test_of_what_is_imported_only_macros_that_are_asked_for_count() -> None:
    macros = "{% set ink = theme %}{% macro a() %}{{ number }}{{ b() }}{% endmacro %}"
    macros += "{% macro b() %}{{ players }}{% endmacro %}{% macro c() %}{{ card_face(1) }}{% endmacro %}"
    texts = {
        "one": "{% import 'macros' as m %}{{ m.a() }}",
        "all": "{% import 'macros' as m %}{{ say(m) }}",
        "taken": "{% from 'macros' import b as own %}{{ own() }}",
        "inside": "{% import 'macros' as m %}{% include 'part' %}",
        "part": "{{ m.c() }}",
        "late": "{% include card.template %}",
        "either": "{% include 'part' if a else 'macros' %}",
        "macros": macros,
    }

    def names(template: str) -> frozenset[str] | None:
        return names_in_templates(template, texts.__getitem__)

    assert names("one") == {"theme", "number", "b", "players"}
    assert names("all") == {"theme", "number", "b", "players", "card_face", "say"}
    assert names("taken") == {"theme", "players"}
    assert names("inside") == {"theme", "card_face", "m"}
    assert names("late") is None
    assert names("either") is None


@pytest.mark.parametrize(
    "file", sorted(SHIPPED.rglob("*.html")), ids=lambda file: f"{file.parent.name}-{file.stem}"
)
def test_of_shipped_templates_no_name_is_missed(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = names_in_templates("it", lambda name: text if name == "it" else "")
    named = meta.find_undeclared_variables(Environment().parse(text))
    # Jinja names what is set in a branch as well, wherever it is used
    given = {
        each for code in re.findall(r"\{%-?\s*(?:set|from|import)\b[^=%]*", text) for each in code.split()
    }
    assert found is None or named - {each.strip(",") for each in given} <= found
