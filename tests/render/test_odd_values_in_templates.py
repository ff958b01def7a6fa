"""Whatever a template hands to whatever it may call, it is filled in, or told with its line; never a bug."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup

from cardtool.art import woodcut
from cardtool.art.drawing import TOOLS
from cardtool.errors import TemplateError
from cardtool.geometry import Size
from cardtool.render.html import Templates
from cardtool.render.html.svg_icons import Icon, IconLayer

NUMBERS = (0, -1, 1, 3, 0.5, -0.0, 1e9, 1e300, 10**14, 10**400, float("nan"), float("inf"), True)
TEXTS = (
    "",
    " ",
    "x",
    "a-b",
    "\ud800",
    "\0",
    "\u202e",
    "\n",
    "%s",
    "{0.__class__}",
    "é" * 300,
    "-5mm",
    "#abc",
)
OTHERS = (None, [], [[]], [None, 1, "x"], {}, {"": ""}, {"name": {}}, Markup("<b>"), range(3), len, object())
ODD = (*NUMBERS, *TEXTS, *OTHERS)
HOLDERS: tuple[Any, ...] = ("text", Markup("<b>text</b>"), 7, 0.5, True, ["x", 1], ("x",), {"a": 1}, range(3))
MADE = (
    "cycler(1, 2)",
    "joiner()",
    "namespace(a=1)",
    "dict(a=1)",
    'fit("b", width=9, height=9, size=9)',
    "loop",
)
DRAWN = ('cut.extent("M0 0h1v1z")', "cut.Cut", "nothing", "m", "self", "caller")


def an_icon(name: str) -> Icon:
    if name != "flip":
        raise TemplateError(f'there is no icon "{name}"')
    return Icon("0 0 512 512", (IconLayer("M0 0h1v1z"),))


@pytest.fixture
def templates(tmp_path: Path) -> Templates:
    return Templates([tmp_path], an_icon, lambda html, width: Size(width, 9.0), lambda file: Path(file).name)


def callables(templates: Templates) -> Iterator[str]:
    """Everything that an expression of a template can call, from the environment itself."""
    sandbox = templates._sandbox
    yield from (f"(v|{name}(%s))" for name in sandbox.filters)
    yield from (f"(v is {name}(%s))" for name in sandbox.tests if name.isidentifier())
    yield from (f"{name}(%s)" for name in sandbox.globals)
    yield from (f"draw.{name}(%s)" for name in TOOLS)
    yield from (f"cut.{name}(%s)" for name in woodcut.__all__)
    for at, holder in enumerate(HOLDERS):
        yield from (f"holders[{at}].{name}(%s)" for name in dir(holder) if not name.startswith("_"))
    methods = (
        "next",
        "reset",
        "current",
        "height",
        "width",
        "box",
        "cycle",
        "changed",
        "a",
        "items",
        "parts",
    )
    yield from (f"{made}.{name}(%s)" for made in (*MADE, *DRAWN) for name in methods)
    yield from (f"(v {sign} (%s))" for sign in ("+", "-", "*", "/", "//", "%", "**", "~", "<", "in", "=="))
    yield from ("v[%s]", "v[w:%s]", "v[::%s]", "-v * (%s)")


def written(call: str, choose: random.Random) -> str:
    """A template of four lines, the call in the third, with as many odd arguments as it may have."""
    given = ", ".join(choose.sample(("w", "x", "y", "z"), choose.randrange(4)))
    call = call.replace("%s", given if "(%s)" in call else given[:1] or "w")
    asked = choose.choice(("", " is defined"))
    macro = "{% macro m(a) %}{% endmacro %}"
    return f"{{% for i in [1] %}}\n{macro}\n{{{{ {call}{asked} }}}}\n{{% endfor %}}"


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, 12))])
def test_no_value_is_too_odd_for_anything_that_a_template_calls(templates: Templates, seed: int) -> None:
    choose = random.Random(seed)
    calls = list(callables(templates))
    assert len(calls) > 400
    for call in calls if seed > 1 else choose.sample(calls, 150):
        text = written(call, choose)
        values: Mapping[str, Any] = {name: choose.choice(ODD) for name in "vwxyz"}
        said = ""
        try:
            templates.fill_text(text, {**values, "holders": HOLDERS}, "face.html")
        except TemplateError as error:
            said = str(error)
        assert not said or re.match(r"face\.html:(\d+:| U\+)", said), (text, values, said)
