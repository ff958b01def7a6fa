"""A rule about pictures of the rulebook: each says what it shows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardtool.documents import blank_code
from cardtool.lint.core import Problem, Severity, rule
from cardtool.lint.core.passages import blank_jinja, rulebook_passages
from cardtool.markup import figure_calls, find_expressions
from cardtool.model import Game

_NAMELESS = re.compile(r"(?<!\\)!\[\s*\](?=[(\[])")
_WHY = "what it shows, for those who cannot see it"


@rule("CT414", "picture-alt", Severity.ERROR)
def picture_alt(game: Game) -> Iterator[Problem]:
    """Every picture and every figure of the rulebook says what it shows.

    A rulebook can be read aloud, and in the place of a picture this text is. Without it, nothing is printed.

    Bad:

        ![](art/moored.png)
        {{ figure.cards(["Tugboat"]) }}

    Good:

        ![Four ferries moored at an islet](art/moored.png)
        {{ figure.cards(["Tugboat"], alt="The Tugboat, of strength 4.") }}

    Overlooked on purpose: pictures in code and comments; and figures that get their alt text from elsewhere.
    """
    for passage in rulebook_passages(game):
        for found in _NAMELESS.finditer(blank_code(blank_jinja(passage.text))):
            fix = f"write in its square brackets {_WHY}"
            yield passage.at(found.start()), "this picture has no alt text", fix
        for expression in find_expressions(passage.text):
            for call in figure_calls(expression.text):
                alt = next((each.value for each in call.given if each.key == "alt"), "")
                if isinstance(alt, str) and not alt.strip():
                    here = passage.at(expression.start + call.start)
                    yield here, f"this figure.{call.figure} has no alt text", f'give it alt="…": {_WHY}'
