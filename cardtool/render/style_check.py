"""Slips in the stylesheets of a game. An engine passes over what it does not know without a word.

Looks at how a stylesheet is written, at the names of properties, and at values that do harm or nothing, that
CSS does not have, or that PlutoPrint does not draw; not at selectors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

import tinycss2

from cardtool.errors import ProjectError
from cardtool.finding import Finding, Rule
from cardtool.model import Engine, Game, Source
from cardtool.project import Project, did_you_mean
from cardtool.render.css import (
    KNOWN_PROPERTIES,
    LARGEST_STYLE,
    added_texts,
    address_faults,
    defined_variables,
    import_fault,
    import_faults,
    page_rule_faults,
    style_files,
    value_faults,
    variable_faults,
)
from cardtool.render.css_values import ignored_values, slips
from cardtool.render.fetcher import Fetcher
from cardtool.render.fonts import FontCharacters, font_files
from cardtool.render.layout_rules import (
    FOREIGN_ADDRESS,
    MISSING_GLYPH,
    NOT_DRAWN,
    STYLE_SYNTAX,
    UNKNOWN_PROPERTY,
)

_END_MARK = (
    "cardtool-end"  # an at-rule put after the stylesheet: where it is not the last thing, something is open
)
_STYLE_END_TAG = re.compile(r"</\s*style", re.IGNORECASE)
_DEEPEST = 8
_MOST_FAULTS = 50  # faults told of one stylesheet; after so many it is no stylesheet
_AT_RULES_WITH_RULES = {"media", "supports", "layer", "container"}  # at-rules that hold rules
_PLUTOPRINT_AT_RULES = {"charset", "counter-style", "font-face", "import", "media", "namespace", "page"}
_ENGINE_NAMES = {Engine.PLUTOPRINT: "PlutoPrint, which draws the faces,", Engine.WEASYPRINT: "WeasyPrint"}
_CLOSED_BY = {"{} block": "}", "[] block": "]", "() block": ")", "function": ")"}


class _StyleFault(NamedTuple):
    """What is wrong at a line and column, and what to do."""

    rule: Rule
    line: int
    column: int
    message: str
    fix: str | None = None


class _Known(NamedTuple):
    """What is wrong with the address of a file, or of a stylesheet that is imported, which variables have a
    value, where that is known, and which characters fonts have, where these are looked for.
    """

    missing: Callable[[str], str]
    not_imported: Callable[[str], str]
    defined: frozenset[str] | None
    characters: FontCharacters | None


def style_faults(project: Project, game: Game) -> Iterator[Finding]:
    """Yield what is wrong with the stylesheets of a game's faces and of its rulebook."""
    yield from _file_findings(project, game, game.look.style, game.look.engine or Engine.PLUTOPRINT)
    if game.look.book is not None:
        yield from _file_findings(project, game, game.look.book.style, Engine.WEASYPRINT, in_page=True)


def _file_findings(
    project: Project, game: Game, style: str, engine: Engine, *, in_page: bool = False
) -> Iterator[Finding]:
    """Yield what is wrong with one of them, and with the templates it imports.

    `in_page` says that it goes into a web page, too. Nothing where there is none that can be read.
    """
    try:
        files = tuple(style_files(project, game.id, style))
    except ProjectError:
        return  # told by whoever has to use the file
    characters = None if in_page else FontCharacters(font_files(project))  # who prints a book looks for them
    missing = Fetcher(project, game.id).missing

    def not_imported(name: str) -> str:
        return missing(name) and (import_fault(project, game.id, name) or missing(name))

    known = _Known(missing, not_imported, defined_variables(project, game), characters)
    for name, text in files:
        if len(text) > LARGEST_STYLE:
            continue
        faults = chain(
            _style_end_faults(text) if in_page else (),
            _text_faults(text, engine, known, in_page=in_page),
        )
        for fault in islice(faults, _MOST_FAULTS):
            yield fault.rule.found(Source(name, fault.line, fault.column), fault.message, fault.fix)


def _style_end_faults(text: str) -> Iterator[_StyleFault]:
    """Yield what would end the stylesheet early in a page, so that its rest becomes part of the page."""
    found = _STYLE_END_TAG.search(text)
    if found:
        before = text[: found.start()]
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        yield _StyleFault(
            FOREIGN_ADDRESS, line, column, f"{found[0]} has no place in a stylesheet", "take it out"
        )


def _text_faults(text: str, engine: Engine, known: _Known, *, in_page: bool) -> Iterator[_StyleFault]:
    """Brackets first: where they do not match, what follows is not what was meant."""
    tokens = tinycss2.parse_component_value_list(f"{text}\n@{_END_MARK};")
    unmatched = list(islice(_bracket_faults(tokens), _MOST_FAULTS))
    if unmatched:
        yield from unmatched
        return
    rules = tinycss2.parse_stylesheet(tokens[:-2], skip_comments=True, skip_whitespace=True)
    yield from _rules_faults(rules, engine, 0)
    yield from _imports_faults(rules, known.not_imported, in_page=in_page)
    for rule in rules if in_page else ():
        if rule.type == "at-rule" and rule.lower_at_keyword == "page" and rule.content is not None:
            yield from _page_rule_faults(rule)
    for token, message, fix in address_faults(tokens, known.missing):
        yield _StyleFault(FOREIGN_ADDRESS, token.source_line, token.source_column, message, fix)
    for token, message, fix in () if known.defined is None else variable_faults(tokens, known.defined):
        yield _StyleFault(NOT_DRAWN, token.source_line, token.source_column, message, fix)
    for token, added in added_texts(tokens):
        for char in known.characters.missing(added) if known.characters else "":
            message = f"no font has the character {char!r} (U+{ord(char):04X}), which the stylesheet adds"
            fix = "add another, or a font that has it"
            yield _StyleFault(MISSING_GLYPH, token.source_line, token.source_column, message, fix)


def _imports_faults(
    rules: Iterable[Any], missing: Callable[[str], str], *, in_page: bool
) -> Iterator[_StyleFault]:
    """Yield what is wrong with the stylesheets that this one imports by `@import "name.css"`."""
    for rule in rules:
        if rule.type != "at-rule" or rule.lower_at_keyword != "import":
            continue
        if in_page:
            message = "the web page of the rulebook can import a stylesheet only from the templates"
            yield _StyleFault(
                FOREIGN_ADDRESS,
                rule.source_line,
                rule.source_column,
                message,
                "write its rules here, or put it there",
            )
        for token, message, fix in import_faults(rule.prelude, missing):
            yield _StyleFault(FOREIGN_ADDRESS, token.source_line, token.source_column, message, fix)


def _bracket_faults(tokens: Sequence[Any]) -> Iterator[_StyleFault]:
    for token in tokens:
        if token.type == "error" and token.kind in _CLOSED_BY.values():
            yield _syntax_fault(
                token, f"a {token.kind} with nothing to close", "take it out, or open what it closes"
            )
    if not _is_closed(tokens):
        yield _unclosed_fault(tokens[-1])


def _is_closed(tokens: Sequence[Any]) -> bool:
    """Return whether the stylesheet ends here, and not inside something that began here."""
    return len(tokens) > 1 and tokens[-2].type == "at-keyword" and tokens[-2].value == _END_MARK


def _unclosed_fault(token: Any) -> _StyleFault:
    """Return what is wrong where a stylesheet ends inside this, or inside something in it."""
    inside: Sequence[Any] = ()
    while token.type in _CLOSED_BY and not _is_closed(inside := _content_of(token)):
        token = inside[-1]
    if token.type not in _CLOSED_BY:
        comment = token.type == "comment"
        return _syntax_fault(token, f"this {'comment' if comment else 'quote or address'} is never closed")
    quote = next((part for part in inside if part.type == "error" and part.kind == "bad-string"), None)
    if quote is not None:
        return _syntax_fault(quote, "this quote is not closed on its line")
    opened = f"{token.name}(" if token.type == "function" else token.type[0]
    next_rule = next((part.source_line for part in inside if part.type == "{} block"), None)
    fix = f"add it before the rule of line {next_rule}" if next_rule and opened == "{" else None
    return _syntax_fault(token, f'"{opened}" is never closed: a {_CLOSED_BY[token.type]} is missing', fix)


def _content_of(token: Any) -> Sequence[Any]:
    inside: Sequence[Any] = token.arguments if token.type == "function" else token.content
    return inside


def _rules_faults(rules: Iterable[Any], engine: Engine | None, depth: int) -> Iterator[_StyleFault]:
    for rule in rules:
        if rule.type == "at-rule":
            yield from _at_rule_faults(rule, engine, depth)
        elif rule.type == "qualified-rule":
            stray = next((part for part in rule.prelude if part == ";"), None)
            if stray is not None:
                yield _syntax_fault(
                    rule, "a declaration outside of any rule", "put it between the { } of a rule"
                )
            yield from _block_faults(rule.content, engine, depth)
        elif rule.type == "error":
            yield _syntax_fault(
                rule, "not a rule of a stylesheet", "write it as: selector { property: value; }"
            )


def _at_rule_faults(rule: Any, engine: Engine | None, depth: int) -> Iterator[_StyleFault]:
    name = rule.lower_at_keyword
    if engine is Engine.PLUTOPRINT and name not in _PLUTOPRINT_AT_RULES and depth == 0:
        hint = did_you_mean(name, _PLUTOPRINT_AT_RULES)
        message = f"PlutoPrint, which draws the faces, passes over @{name} and what is in it{hint}"
        yield _StyleFault(UNKNOWN_PROPERTY, rule.source_line, rule.source_column, message)
    elif rule.content is not None and depth < _DEEPEST:
        if name in _AT_RULES_WITH_RULES:
            inside = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
            yield from _rules_faults(inside, None if _is_for_browsers(rule) else engine, depth + 1)
        else:
            yield from _block_faults(rule.content, engine, depth + 1, named=name == "page")


def _page_rule_faults(rule: Any) -> Iterator[_StyleFault]:
    """Yield what is wrong with how large a page is, and how much of it its margins leave."""
    parts = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
    declared = {part.lower_name: part for part in parts if part.type == "declaration"}
    for token, message, fix in page_rule_faults({name: part.value for name, part in declared.items()}):
        yield _StyleFault(STYLE_SYNTAX, token.source_line, token.source_column, message, fix)


def _is_for_browsers(rule: Any) -> bool:
    """Return whether this is `@media screen`, whose properties are no business of an engine that prints."""
    words = {token.lower_value for token in rule.prelude if token.type == "ident"}
    return rule.lower_at_keyword == "media" and "screen" in words and words.isdisjoint({"print", "not"})


def _block_faults(
    content: Sequence[Any], engine: Engine | None, depth: int, *, named: bool = True
) -> Iterator[_StyleFault]:
    """Yield what is wrong between { and }; `named` where they hold properties, and not something else."""
    for part in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if part.type == "declaration":
            yield from _declaration_faults(part, engine if named else None)
        elif part.type == "qualified-rule":
            yield _syntax_fault(
                part, "a rule inside a rule, which is not drawn", "close the rule before it with a }"
            )
        elif part.type == "at-rule":
            yield from _at_rule_faults(part, engine, depth + 1)
        elif part.type == "error":
            first = _first_token(content, part)
            yield _syntax_fault(
                first, f'not a declaration: "{_token_text(first)}"', "write it as: property: value;"
            )


def _declaration_faults(declaration: Any, engine: Engine | None) -> Iterator[_StyleFault]:
    name, value = declaration.lower_name, [part for part in declaration.value if part.type != "comment"]
    if name.startswith("--"):
        for token, message, fix in slips(declaration.name, value) if engine is not None else ():
            yield _StyleFault(NOT_DRAWN, token.source_line, token.source_column, message, fix)
        return
    syntax = list(_value_syntax_faults(declaration.name, declaration, value))
    yield from syntax
    if engine is not None and not syntax:
        for token, message, fix in slips(name, value):
            yield _StyleFault(NOT_DRAWN, token.source_line, token.source_column, message, fix)
    for token, message, fix in value_faults(name, value):
        yield _StyleFault(STYLE_SYNTAX, token.source_line, token.source_column, message, fix)
    if engine is Engine.PLUTOPRINT and name in KNOWN_PROPERTIES[engine]:
        for limit in ignored_values(name, value):
            message = (
                f"{_ENGINE_NAMES[engine]} passes over {limit.what}, and so over all of {declaration.name}"
            )
            yield _StyleFault(
                NOT_DRAWN, limit.token.source_line, limit.token.source_column, message, limit.fix
            )
    if engine is not None and name not in KNOWN_PROPERTIES[engine]:
        is_real = any(name in known for known in KNOWN_PROPERTIES.values())
        hint = "" if is_real else did_you_mean(name, KNOWN_PROPERTIES[engine])
        message = f"{_ENGINE_NAMES[engine]} does not know {declaration.name}{hint}"
        yield _StyleFault(UNKNOWN_PROPERTY, declaration.source_line, declaration.source_column, message)


def _value_syntax_faults(name: str, declaration: Any, value: Sequence[Any]) -> Iterator[_StyleFault]:
    written = [part for part in value if part.type != "whitespace"]
    if not written:
        yield _syntax_fault(declaration, f"{name} has no value")
    for before, part in zip([None, *written], written, strict=False):
        if part.type == "error":
            yield _syntax_fault(part, f"{name}: a quote, a bracket or an address is not closed")
        elif part == ":" and before is not None:
            yield _syntax_fault(before, f'a ; is missing before "{_token_text(before)}"')


def _first_token(content: Sequence[Any], error: Any) -> Any:
    """Return where what an error is about begins; tinycss2 tells where it ends."""
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


def _token_text(token: Any) -> str:
    shown = getattr(token, "representation", None) or getattr(token, "value", token.type)
    return str(shown)[:40]


def _syntax_fault(token: Any, message: str, fix: str | None = None) -> _StyleFault:
    return _StyleFault(STYLE_SYNTAX, token.source_line, token.source_column, message, fix)
