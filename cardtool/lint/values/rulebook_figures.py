"""Rules about figures and pictures of the rulebook: what they are given can be drawn, and is told, too."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardtool.documents import blank_code
from cardtool.lint.core import Problem, Severity, rule
from cardtool.lint.core.passages import Passage, blank_jinja, rulebook_passages, spaces_in_figures
from cardtool.markup import Expression, FigureCall, figure_calls, find_expressions
from cardtool.model import Game
from cardtool.project import did_you_mean

_NAMELESS = re.compile(r"(?<!\\)!\[\s*\](?=[(\[])")
_WHY = "what it shows, for those who cannot see it"


def _expressions(game: Game) -> Iterator[tuple[Passage, Expression]]:
    """Yield everything in double braces of the rulebook, and the text it is in."""
    for passage in rulebook_passages(game):
        for expression in find_expressions(passage.text):
            yield passage, expression


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
    for passage, expression in _expressions(game):
        for call in figure_calls(expression.text):
            alt = next((each.value for each in call.given if each.key == "alt"), "")
            if isinstance(alt, str) and not alt.strip():
                here = passage.at(expression.start + call.start)
                yield here, f"this figure.{call.figure} has no alt text", f'give it alt="…": {_WHY}'


@rule("CT411", "unknown-space", Severity.ERROR)
def unknown_space(game: Game) -> Iterator[Problem]:
    """Every space on which a figure places a piece is one of its layout.

    A figure says where pieces stand by the ids of spaces. A misspelt one cannot be drawn.

    Bad:

        {{ figure.arena(pieces=[{"card": "Ogre", "space": "c44"}], alt="The arena.") }}

    Good:

        {{ figure.arena(pieces=[{"card": "Ogre", "space": "c4"}], alt="The arena.") }}

    Looked at is what figures call `space` or `spaces`, where game.yaml names a layout for their sort.
    Overlooked on purpose: layouts that cannot be read.
    """
    known = {id: {space.id for space in layout.spaces} for id, layout in game.layouts.items()}
    for passage, expression in _expressions(game) if known else ():
        for layout, id, offset in spaces_in_figures(expression.text, game):
            if id not in known.get(layout, {id}):
                near = did_you_mean(id, known[layout])
                yield passage.at(expression.start + offset), f'{layout} has no space "{id}"{near}'


_STRING = re.compile(r""" "(?:\\.|[^"\\])*+" | '(?:\\.|[^'\\])*+' """, re.DOTALL | re.VERBOSE)
_CURLY = re.compile("[“”„‟‘’‚‛«»]")
_SAYING = frozenset({"alt", "caption", "height"})
_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_CODE = re.compile(r"\{\{(.*?)\}\}|\{%(.*?)%\}", re.DOTALL)
_SEES_FIGURE = re.compile(r"-?\s*(?:include|extends|(?:import|from)\b.*\bwith\s+context)\b", re.DOTALL)
_TEMPLATE = re.compile(r"[\"']([^\"']+)[\"']")
_READ = re.compile(
    r"(?<![\w.])figure\b(?:\.get\(\s*[\"'](\w+)[\"']|\[\s*[\"'](\w+)[\"']\s*\]|\.(?!get|items|keys|values)(\w+))?"
)


@rule("CT415", "figure-arguments", Severity.ERROR)
def figure_arguments(game: Game) -> Iterator[Problem]:
    """Every figure of the rulebook is given what its template can use.

    What stands first between its brackets is a list of cards; all else has a name, which the template reads.

    Bad:

        {{ figure.cards("Tugboat", alt="The Tugboat") }}
        {{ figure.cards([“Tugboat”], alt=“The Tugboat”) }}

    Good:

        {{ figure.cards(["Tugboat"], alt="The Tugboat") }}

    Told are also a list without a card, and a name that the template reads nowhere. Overlooked on purpose:
    what is put together elsewhere; and names for templates that hand `figure` on, or are not the game's own.
    """
    for passage, expression in _expressions(game):
        plain = _STRING.sub(lambda match: "." * len(match[0]), expression.text)
        if curly := _CURLY.search(plain):
            said = f'"{curly[0]}" is no quotation mark between double braces'
            yield passage.at(expression.start + curly.start()), said, "write a straight one"
        for call in figure_calls(expression.text):
            for start, said, fix in (*_list_problems(call), *_unread(call, game)):
                yield passage.at(expression.start + start), said, fix


def _list_problems(call: FigureCall) -> Iterator[tuple[int, str, str]]:
    """Yield where the cards of a figure are no list, or an empty one that is all it is given."""
    listed = [each for each in call.given if each.key in ("", "cards")]
    for each in listed[:1]:
        if len(listed) > 1 or not (isinstance(each.value, list) or each.value is ...):
            form = f'figure.{call.figure}(["…", "…"], alt="…")'
            yield each.start, "the cards of a figure are a list", f"write them in square brackets: {form}"
        elif each.value == [] and {given.key for given in call.given} <= {"", "cards", *_SAYING}:
            yield each.start, f"this figure.{call.figure} shows no card", "name one in its square brackets"


def _unread(call: FigureCall, game: Game) -> Iterator[tuple[int, str, str]]:
    design = game.look.book.figures.get(call.figure) if game.look.book else None
    known = _names_read(game, design.template) if design else None
    for each in call.given:
        key = each.key or "cards"
        if design and known is not None and key not in known and key not in _SAYING:
            said = f'{design.template} reads no "{key}"{did_you_mean(key, known)}'
            yield each.start, said, f"take it out, or use figure.{key} in the template"


def _names_read(game: Game, template: str) -> set[str] | None:
    """Return what a template reads of `figure`, and those it shows it to; None where it may be anything."""
    texts = {each.source.file.rpartition("/")[2]: each.text for each in game.templates}
    names, waiting, seen = set[str](), [template], set[str]()
    while waiting:
        name = waiting.pop()
        if name not in texts:
            return None
        seen.add(name)
        for found in _CODE.finditer(_COMMENT.sub("", texts[name])):
            code = found[1] or found[2] or ""
            if found[2] and _SEES_FIGURE.match(code):
                used = _TEMPLATE.findall(code)
                if len(used) != 1:
                    return None
                waiting += set(used) - seen
            for read in _READ.finditer(code):
                if not any(read.groups()):
                    return None
                names.update(filter(None, read.groups()))
    return names
