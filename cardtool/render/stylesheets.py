"""A game's stylesheets as an engine gets them: behind those that they import from the templates."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from cardtool.errors import ProjectError, TemplateError
from cardtool.model import Game
from cardtool.project import Project, did_you_mean

LARGEST_STYLE = 512 * 1024  # characters
_DEEPEST = 40  # brackets inside each other, and stylesheets that import each other
_BRACKET = re.compile(r"[()\[\]{}]")
_NAME = re.compile(r"\w[\w-]*+\.css")
_BEGINNING = re.compile(r"(?:\s|/\*.*?\*/|@(?:charset|import)[^;{}]*;)*", re.DOTALL)
_IMPORT = re.compile(r"/\*.*?\*/|@import\s+([\"'])(?P<name>\w[\w.-]*)\1\s*;", re.DOTALL)


class StyleFile(NamedTuple):
    """One stylesheet among the templates; in its text are spaces where it imports another."""

    name: str
    text: str


def read_stylesheet(project: Project, game: str, name: str) -> str:
    """Return a stylesheet of a game, with what it imports before it.

    Raises: TemplateError when there is none that can be used.
    """
    try:
        files = tuple(style_files(project, game, name))
    except ProjectError as error:
        raise TemplateError(str(error)) from None
    text = "\n".join(file.text for file in files)
    if "</style" in text.lower() or len(text) > LARGEST_STYLE:
        raise TemplateError(f"{project.template_name(game, name)}: not a stylesheet that can be used")
    return text


def style_files(project: Project, game: str, name: str) -> Iterator[StyleFile]:
    """Yield a stylesheet of a game behind those among the templates that it imports, each once.

    Raises: ProjectError when one cannot be read.
    """
    yield from _files_of(project, game, name, set())


def _files_of(project: Project, game: str, name: str, seen: set[str]) -> Iterator[StyleFile]:
    seen.add(name)
    text = project.template_text(game, name)
    fault = f"imports more than {_DEEPEST} others" if len(seen) > _DEEPEST else _nesting_fault(text)
    if fault:
        raise ProjectError(f"{project.template_name(game, name)}: {fault}")
    for match in _imports(project, game, text):
        if match["name"] not in seen:
            yield from _files_of(project, game, match["name"], seen)
        text = text[: match.start()] + re.sub(r"\S", " ", match[0]) + text[match.end() :]
    yield StyleFile(project.template_name(game, name), text)


def _nesting_fault(text: str) -> str:
    """Return that the brackets of a stylesheet are too deep to be looked into; empty where they are not."""
    depths = accumulate(1 if sign in "([{" else -1 for sign in _BRACKET.findall(text))
    if max(depths, default=0) <= _DEEPEST:
        return ""
    import tinycss2  # for some may stand in texts and comments

    waiting = [(token, 1) for token in tinycss2.parse_component_value_list(text)]
    while waiting:
        token, depth = waiting.pop()
        if depth > _DEEPEST:
            return f"more than {_DEEPEST} brackets inside each other, in line {token.source_line}"
        inside = getattr(token, "arguments", None) or getattr(token, "content", None) or ()
        waiting += [(each, depth + 1) for each in inside]
    return ""


def _imports(project: Project, game: str, text: str) -> list[re.Match[str]]:
    """Return where a stylesheet imports others that are templates; CSS has imports at the beginning only."""
    beginning = _BEGINNING.match(text)
    found = _IMPORT.finditer(text, 0, beginning.end() if beginning else 0)
    return [match for match in found if match["name"] and _is_template(project, game, match["name"])]


def import_fault(project: Project, game: str, name: str) -> str:
    """Return what is wrong with an `@import` that is left over once those of templates are followed.

    Empty where it is none of a template.
    """
    if _is_template(project, game, name):
        return f"{name} is imported too late: an @import stands before all other rules"
    if _NAME.fullmatch(name):
        folders = " nor ".join(project.name_of(folder) for folder in project.template_folders(game)[:2])
        there = [file.name for folder in project.template_folders(game) for file in folder.glob("*.css")]
        return f"there is no stylesheet {name} in {folders}{did_you_mean(name, there)}"
    return ""


def _is_template(project: Project, game: str, name: str) -> bool:
    return any(os.path.isfile(folder / name) for folder in project.template_folders(game))


_DEFINED = re.compile(r"(?<![\w(-])(--[a-zA-Z_][\w-]*+)\s*+:")
_MADE_UP = re.compile(r"(?<![\w(-])--[\w-]*+\{\{")


def defined_variables(project: Project, game: Game) -> frozenset[str] | None:
    """Return the variables that the theme, and any stylesheet or template, gives a value.

    None where that cannot be known: a template makes up their names, or cannot be read.
    """
    found = set(game.look.theme.variables())
    for folder in project.template_folders(game.id):
        for file in sorted((*folder.glob("*.css"), *folder.glob("*.html"))):
            try:
                text = project.template_text(game.id, file.name)
            except ProjectError:
                return None
            if _MADE_UP.search(text):
                return None
            found.update(_DEFINED.findall(text))
    return frozenset(found)
