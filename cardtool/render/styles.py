"""Slips in the stylesheets of a game. An engine passes over what it does not know without a word.

Looks at how a stylesheet is written, at the names of properties, and at values that do harm or nothing; not
at selectors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from cardtool.errors import ProjectError
from cardtool.finding import Finding, Rule
from cardtool.model import Engine, Game, Source
from cardtool.project import Project, did_you_mean
from cardtool.render.fetch import Fetcher
from cardtool.render.rules import FOREIGN, STYLE_SYNTAX, UNKNOWN_PROPERTY
from cardtool.render.style_values import address_faults, import_faults, page_faults, value_faults

__all__ = ["style_faults"]

_END = (
    "cardtool-end"  # an at-rule put after the stylesheet: where it is not the last thing, something is open
)
_END_OF_STYLE = re.compile(r"</\s*style", re.IGNORECASE)
_LARGEST = 512 * 1024
_DEEPEST = 8
_MOST = 50  # faults told of one stylesheet; after so many it is no stylesheet
_OF_RULES = {"media", "supports", "layer", "container"}  # at-rules that hold rules
_PLUTOPRINTS = {"charset", "counter-style", "font-face", "import", "media", "namespace", "page"}
_TITLES = {Engine.PLUTOPRINT: "PlutoPrint, which draws the faces,", Engine.WEASYPRINT: "WeasyPrint"}
_CLOSED_BY = {"{} block": "}", "[] block": "]", "() block": ")", "function": ")"}


class _Fault(NamedTuple):
    """What is wrong at a line and column, and what to do."""

    rule: Rule
    line: int
    column: int
    message: str
    fix: str | None = None


def style_faults(project: Project, game: Game) -> Iterator[Finding]:
    """What is wrong with the stylesheets of a game's faces and of its rulebook."""
    yield from _of_file(project, game, game.style, game.engine or Engine.PLUTOPRINT)
    if game.book is not None:
        yield from _of_file(project, game, game.book.style, Engine.WEASYPRINT, in_page=True)


def _of_file(
    project: Project, game: Game, style: str, engine: Engine, *, in_page: bool = False
) -> Iterator[Finding]:
    """What is wrong with one of them; `in_page` says that it goes into a web page, too.

    Nothing where there is none that can be read.
    """
    try:
        text = project.template_text(game.id, style)
    except ProjectError:
        return  # told by whoever has to use the file
    name = project.template_name(game.id, style)
    if len(text) > _LARGEST:
        return
    missing = Fetcher(project, game.id).missing
    faults = chain(_ends_page(text) if in_page else (), _faults(text, engine, missing, in_page=in_page))
    for fault in islice(faults, _MOST):
        yield fault.rule.found(Source(name, fault.line, fault.column), fault.message, fault.fix)


def _ends_page(text: str) -> Iterator[_Fault]:
    """What would end the stylesheet early in a page, so that the rest of it becomes part of the page."""
    found = _END_OF_STYLE.search(text)
    if found:
        before = text[: found.start()]
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        yield _Fault(FOREIGN, line, column, f"{found[0]} has no place in a stylesheet", "take it out")


def _faults(text: str, engine: Engine, missing: Callable[[str], str], *, in_page: bool) -> Iterator[_Fault]:
    """Brackets first: where they do not match, what follows is not what was meant."""
    import tinycss2

    tokens = tinycss2.parse_component_value_list(f"{text}\n@{_END};")
    unmatched = list(islice(_unmatched(tokens), _MOST))
    if unmatched:
        yield from unmatched
        return
    rules = tinycss2.parse_stylesheet(tokens[:-2], skip_comments=True, skip_whitespace=True)
    yield from _of_rules(rules, engine, 0)
    yield from _of_imports(rules, missing, in_page=in_page)
    for rule in rules if in_page else ():
        if rule.type == "at-rule" and rule.lower_at_keyword == "page" and rule.content is not None:
            yield from _of_page(rule)
    for token, message, fix in address_faults(tokens, missing):
        yield _Fault(FOREIGN, token.source_line, token.source_column, message, fix)


def _of_imports(rules: Iterable[Any], missing: Callable[[str], str], *, in_page: bool) -> Iterator[_Fault]:
    """What is wrong with the stylesheets that this one imports by `@import "name.css"`."""
    for rule in rules:
        if rule.type != "at-rule" or rule.lower_at_keyword != "import":
            continue
        if in_page:
            message = "the web page of the rulebook cannot import a stylesheet"
            yield _Fault(FOREIGN, rule.source_line, rule.source_column, message, "write its rules here")
        for token, message, fix in import_faults(rule.prelude, missing):
            yield _Fault(FOREIGN, token.source_line, token.source_column, message, fix)


def _unmatched(tokens: Sequence[Any]) -> Iterator[_Fault]:
    for token in tokens:
        if token.type == "error" and token.kind in _CLOSED_BY.values():
            yield _slip(token, f"a {token.kind} with nothing to close", "take it out, or open what it closes")
    if not _ends(tokens):
        yield _unclosed(tokens[-1])


def _ends(tokens: Sequence[Any]) -> bool:
    """Whether the stylesheet ends here, and not inside something that began here."""
    return len(tokens) > 1 and tokens[-2].type == "at-keyword" and tokens[-2].value == _END


def _unclosed(token: Any) -> _Fault:
    """What is wrong where a stylesheet ends inside this, or inside something in it."""
    inside: Sequence[Any] = ()
    while token.type in _CLOSED_BY and not _ends(inside := _inside(token)):
        token = inside[-1]
    if token.type not in _CLOSED_BY:
        comment = token.type == "comment"
        return _slip(token, f"this {'comment' if comment else 'quote or address'} is never closed")
    quote = next((part for part in inside if part.type == "error" and part.kind == "bad-string"), None)
    if quote is not None:
        return _slip(quote, "this quote is not closed on its line")
    opened = f"{token.name}(" if token.type == "function" else token.type[0]
    next_rule = next((part.source_line for part in inside if part.type == "{} block"), None)
    fix = f"add it before the rule of line {next_rule}" if next_rule and opened == "{" else None
    return _slip(token, f'"{opened}" is never closed: a {_CLOSED_BY[token.type]} is missing', fix)


def _inside(token: Any) -> Sequence[Any]:
    inside: Sequence[Any] = token.arguments if token.type == "function" else token.content
    return inside


def _of_rules(rules: Iterable[Any], engine: Engine | None, depth: int) -> Iterator[_Fault]:
    for rule in rules:
        if rule.type == "at-rule":
            yield from _of_at_rule(rule, engine, depth)
        elif rule.type == "qualified-rule":
            stray = next((part for part in rule.prelude if part == ";"), None)
            if stray is not None:
                yield _slip(rule, "a declaration outside of any rule", "put it between the { } of a rule")
            yield from _of_block(rule.content, engine, depth)
        elif rule.type == "error":
            yield _slip(rule, "not a rule of a stylesheet", "write it as: selector { property: value; }")


def _of_at_rule(rule: Any, engine: Engine | None, depth: int) -> Iterator[_Fault]:
    import tinycss2

    name = rule.lower_at_keyword
    if engine is Engine.PLUTOPRINT and name not in _PLUTOPRINTS and depth == 0:
        hint = did_you_mean(name, _PLUTOPRINTS)
        message = f"PlutoPrint, which draws the faces, passes over @{name} and what is in it{hint}"
        yield _Fault(UNKNOWN_PROPERTY, rule.source_line, rule.source_column, message)
    elif rule.content is not None and depth < _DEEPEST:
        if name in _OF_RULES:
            inside = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
            yield from _of_rules(inside, None if _is_for_browsers(rule) else engine, depth + 1)
        else:
            yield from _of_block(rule.content, engine, depth + 1, named=name == "page")


def _of_page(rule: Any) -> Iterator[_Fault]:
    """What is wrong with how large a page is, and how much of it its margins leave."""
    import tinycss2

    parts = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
    declared = {part.lower_name: part for part in parts if part.type == "declaration"}
    for token, message, fix in page_faults({name: part.value for name, part in declared.items()}):
        yield _Fault(STYLE_SYNTAX, token.source_line, token.source_column, message, fix)


def _is_for_browsers(rule: Any) -> bool:
    """Whether this is `@media screen`, whose properties are no business of an engine that prints."""
    words = {token.lower_value for token in rule.prelude if token.type == "ident"}
    return rule.lower_at_keyword == "media" and "screen" in words and words.isdisjoint({"print", "not"})


def _of_block(
    content: Sequence[Any], engine: Engine | None, depth: int, *, named: bool = True
) -> Iterator[_Fault]:
    """What is wrong between { and }; `named` where they hold properties, and not something else."""
    import tinycss2

    for part in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if part.type == "declaration":
            yield from _of_declaration(part, engine if named else None)
        elif part.type == "qualified-rule":
            yield _slip(part, "a rule inside a rule, which is not drawn", "close the rule before it with a }")
        elif part.type == "at-rule":
            yield from _of_at_rule(part, engine, depth + 1)
        elif part.type == "error":
            first = _first_of(content, part)
            yield _slip(first, f'not a declaration: "{_shown(first)}"', "write it as: property: value;")


def _of_declaration(declaration: Any, engine: Engine | None) -> Iterator[_Fault]:
    from cardtool.render.properties import KNOWN

    name, value = declaration.lower_name, [part for part in declaration.value if part.type != "comment"]
    if name.startswith("--"):
        return
    yield from _of_value(declaration.name, declaration, value)
    for token, message, fix in value_faults(name, value):
        yield _Fault(STYLE_SYNTAX, token.source_line, token.source_column, message, fix)
    if engine is not None and name not in KNOWN[engine]:
        is_real = any(name in known for known in KNOWN.values())
        hint = "" if is_real else did_you_mean(name, KNOWN[engine])
        message = f"{_TITLES[engine]} does not know {declaration.name}{hint}"
        yield _Fault(UNKNOWN_PROPERTY, declaration.source_line, declaration.source_column, message)


def _of_value(name: str, declaration: Any, value: Sequence[Any]) -> Iterator[_Fault]:
    written = [part for part in value if part.type != "whitespace"]
    if not written:
        yield _slip(declaration, f"{name} has no value")
    for before, part in zip([None, *written], written, strict=False):
        if part.type == "error":
            yield _slip(part, f"{name}: a quote, a bracket or an address is not closed")
        elif part == ":" and before is not None:
            yield _slip(before, f'a ; is missing before "{_shown(before)}"')


def _first_of(content: Sequence[Any], error: Any) -> Any:
    """Where what an error is about begins; tinycss2 tells where it ends."""
    first = None
    for token in content:
        at_error = (token.source_line, token.source_column) >= (error.source_line, error.source_column)
        if at_error and first is not None:
            return first
        if token == ";" or token.type == "{} block":
            first = None
        elif first is None and token.type not in ("whitespace", "comment"):
            first = token
    return first or error


def _shown(token: Any) -> str:
    shown = getattr(token, "representation", None) or getattr(token, "value", token.type)
    return str(shown)[:40]


def _slip(token: Any, message: str, fix: str | None = None) -> _Fault:
    return _Fault(STYLE_SYNTAX, token.source_line, token.source_column, message, fix)
