"""The code in templates, as text: which names a template takes from outside, and which fields it asks for.

No template is filled in here. Names that one gives itself are left out where they hold: what is set, from
there to the end of the branch, the loop or the macro it is set in; what a loop or a macro takes, inside it.
Of a template that is imported count what stands outside of macros, and the macros that are asked for. Rather
too many names are told than too few.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

TextOf = Callable[[str], str]
"""The name of a template → its text."""

_TEXT = r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'"
_CODE = re.compile(  # or what is none: a comment, and what is printed as it stands
    rf"\{{#.*?#\}}|\{{%[-+]?\s*raw\b.*?\bendraw\s*[-+]?%\}}"
    rf"|\{{([{{%])[-+]?((?:{_TEXT}|[^\"'])*?)[-+]?[%}}]\}}",
    re.DOTALL,
)
_STRING = re.compile(_TEXT, re.DOTALL)
_WORD = re.compile(r"(?<![.\w])([A-Za-z_]\w*)(?:\.([A-Za-z_]\w*)|(\s*=(?!=)))?")  # x, x.y, or x= of a call
_APPLIED = re.compile(r"(?:\||\bis(?:\s+not)?)\s*\Z")  # before the name of a filter or a test
_APPLIED_WITHIN = 12  # letters before the name
_NAME = re.compile(r"[A-Za-z_]\w*")
_STATEMENT = re.compile(r"([A-Za-z_]+)\s*(.*)", re.DOTALL)
_IN = re.compile(r"\bin\b")
_QUOTED = re.compile(r"[\"']([^\"']+)[\"']")
_CONTEXT = re.compile(r"\bwith(?:out)?\s+context\b|\bignore\s+missing\b")
_OF_MACROS = {"caller", "varargs", "kwargs"}
_ALL = "*"  # parts of a template
_BRANCHES = frozenset(("elif", "else"))
_BLOCKS = frozenset(("if", "filter", "autoescape", "block"))
_FIELD = re.compile(r"(?<!\bloop)\.([A-Za-z_]\w*)|[\"']([A-Za-z_]\w*)[\"']")  # card.index, card["index"]
_OTHER_TEMPLATE = re.compile(r"(?:include|import|from|extends)\s+(?:[\"']([^\"']+)[\"'])?")


class _Use(NamedTuple):
    """A name that is not set here, and what is asked of it; nothing where it is used as a whole.

    One that `is_own` was imported, or is that of a macro.
    """

    name: str
    attribute: str
    is_own: bool


@dataclass
class _Template:
    """What each macro of a template uses, by its name, and by the empty name all code outside of macros.

    `offered` says what is asked for under a name: a part of a template, or all that is asked of it. Templates
    that are `used` are included or extended.
    """

    parts: dict[str, set[_Use]] = field(default_factory=lambda: {"": set()})
    offered: dict[str, tuple[str, str]] = field(default_factory=dict)
    used: list[str] = field(default_factory=list)


class _KnownLater(Exception):
    """Which template is used is known when the template is filled in."""


def names_in_templates(template: str, text_of: TextOf) -> frozenset[str] | None:
    """Return the names that a template takes from outside, and what it uses of others with it.

    None where one of these is known when it is filled in.
    """
    seen: dict[tuple[str, str], _Template] = {}
    waiting, names = {(template, _ALL)}, set[str]()
    try:
        while waiting:
            for name, part in waiting:
                seen[name, part] = _read(text_of(name))
            names.update(use.name for use in _uses(seen) if not use.is_own)
            waiting = set(_needed(seen)) - seen.keys()
    except _KnownLater:
        return None
    return frozenset(names)


def _uses(seen: dict[tuple[str, str], _Template]) -> Iterator[_Use]:
    for (_, part), template in seen.items():
        parts = template.parts.values() if part == _ALL else [template.parts.get(part, set())]
        yield from chain.from_iterable(parts)


def _needed(seen: dict[tuple[str, str], _Template]) -> Iterator[tuple[str, str]]:
    """Yield the parts of templates that these use: a template may be told what another imports."""
    offered: dict[str, set[tuple[str, str]]] = {}
    for (name, _), template in seen.items():
        yield from ((other, "") for other, _ in template.offered.values())
        yield from ((other, _ALL) for other in template.used)
        for offer, what in (*template.offered.items(), *((part, (name, part)) for part in template.parts)):
            offered.setdefault(offer, set()).add(what)
    for use in _uses(seen):
        for other, part in offered.get(use.name, ()):
            yield other, (use.attribute or _ALL) if part == _ALL else part


class _Scope(NamedTuple):
    """What stands between a statement and its end: the names that hold inside, the macro that it is, or the
    name that is set at its end. What is set around a block does not hold inside.
    """

    names: set[str]
    macro: str = ""
    set_at_end: str = ""
    is_block: bool = False


class _Reader:
    """Reads the code of one template, statement by statement."""

    def __init__(self) -> None:
        self.made = _Template()
        self._scopes = [_Scope(set())]
        self._own: set[str] = set()

    def read(self, sign: str, code: str) -> None:
        """Read the code between two signs, which are those of a statement or an expression."""
        statement = _STATEMENT.fullmatch(code) if sign == "%" else None
        if statement is None:
            self._use(_without_texts(code))
        elif statement[1] in ("include", "import", "from", "extends"):
            self._other(statement[1], statement[2])
        else:
            self._statement(statement[1], _without_texts(statement[2]))

    def _statement(self, word: str, rest: str) -> None:
        if word.startswith("end") or word in _BRANCHES:
            self._close()
        if word in _BLOCKS or word in _BRANCHES:
            self._use(rest)
            self._scopes.append(_Scope(set(), is_block=word == "block"))
        elif word == "for":
            targets, *iterable = _IN.split(rest, 1)
            self._use("".join(iterable))
            self._scopes.append(_Scope({*_NAME.findall(targets), "loop"}))
        elif word in ("macro", "call", "with"):
            self._block_with_names(word, rest)
        elif word == "set":
            self._set(rest)
        elif not word.startswith("end"):
            self._use(f"{word} {rest}")

    def _block_with_names(self, word: str, rest: str) -> None:
        """Read `macro title(x, y=1)`, `call(x) m.box()` or `with x=1`."""
        name, signature, called = "", rest, ""
        if word == "macro":
            name, _, signature = rest.partition("(")
            signature, _ = _until_closed(signature)
        elif word == "call":
            signature, called = _until_closed(rest[1:]) if rest.startswith("(") else ("", rest)
        given = [part.partition("=") for part in _split_at_commas(signature)]
        self._use(" ".join((called, *(value for _, _, value in given))))
        names = {taken.strip() for taken, _, _ in given}
        if word == "macro":
            self.made.parts.setdefault(name.strip(), set())
            self._offer(name.strip())
            names |= _OF_MACROS
        self._scopes.append(_Scope(names, name.strip()))

    def _offer(self, name: str) -> None:
        if len(self._scopes) == 1:
            self._own.add(name)

    def _set(self, rest: str) -> None:
        targets, equals, value = rest.partition("=")
        if not equals:
            name = _NAME.match(rest)
            self._use(rest[name.end() :] if name else rest)
            self._scopes.append(_Scope(set(), set_at_end=name[0] if name else ""))
            return
        self._use(value)
        if "." in targets:
            self._use(targets)
        else:
            self._scopes[-1].names.update(_NAME.findall(targets))

    def _other(self, word: str, rest: str) -> None:
        quoted = _QUOTED.match(rest)
        if quoted is None:
            raise _KnownLater
        other, behind = quoted[1], _CONTEXT.sub("", rest[quoted.end() :])
        if word in ("include", "extends"):
            if behind.strip():  # "a.html" if one else "b.html"
                raise _KnownLater
            self.made.used.append(other)
            return
        asked = behind.strip().removeprefix("import") if word == "from" else f"{_ALL} {behind}"
        for each in asked.split(","):
            words = each.split()
            if words:
                self.made.offered[words[-1]] = other, words[0]
                self._offer(words[-1])

    def _close(self) -> None:
        if len(self._scopes) > 1:
            closed = self._scopes.pop()
            self._scopes[-1].names.update(filter(None, [closed.set_at_end]))

    def _use(self, code: str) -> None:
        """Note the names of an expression without texts that are not the template's own here."""
        macro = next((scope.macro for scope in reversed(self._scopes) if scope.macro), "")
        block = max((row for row, scope in enumerate(self._scopes) if scope.is_block), default=0)
        names = set[str]().union(*(scope.names for scope in self._scopes[block:]))
        for match in _WORD.finditer(code):
            before = code[max(0, match.start() - _APPLIED_WITHIN) : match.start()]
            if not (match[3] or match[1] in names or _APPLIED.search(before)):
                self.made.parts[macro].add(_Use(match[1], match[2] or "", match[1] in self._own))


@lru_cache(maxsize=256)
def _read(text: str) -> _Template:
    """Return what a template uses; nobody is to change it. Raises: _KnownLater."""
    reader = _Reader()
    for match in _CODE.finditer(text):
        if match[1]:
            reader.read(match[1], match[2].strip())
    return reader.made


def _without_texts(code: str) -> str:
    return _STRING.sub('""', code)


def _until_closed(code: str) -> tuple[str, str]:
    """Return what stands before the bracket that closes one opened before, and what behind it."""
    depth = 1
    for at, sign in enumerate(code):
        depth += (sign in "([{") - (sign in ")]}")
        if not depth:
            return code[:at], code[at + 1 :]
    return code, ""


def _split_at_commas(code: str) -> Iterator[str]:
    """Yield the parts of a list, whose commas stand in no brackets."""
    start = depth = 0
    for at, sign in enumerate(code):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth:
            yield code[start:at]
            start = at + 1
    yield code[start:]


def fields_in_templates(template: str, text_of: TextOf) -> frozenset[str] | None:
    """Return every field that a template and those it uses ask something for: `index` of `card.index`.

    Those of the loop are not among them. None where one of the templates is known later.
    """
    code = _code_of(template, text_of)
    found = chain.from_iterable(map(_FIELD.findall, code or ()))
    return None if code is None else frozenset(chain.from_iterable(found)) - {""}


_PRINTED = re.compile(  # at the beginning of an expression, joined to one, or set with its markup
    r"(?:\A\s*|~\s*|\b(?:rich|smart)\(\s*)(?!(?:face|game|kind|loop|theme)\b)[A-Za-z_]\w*"
    r"(?:\.get\(\s*|\[\s*|\.)[\"']?([A-Za-z_]\w*+)(?!\()"
)


_MAY_PRINT = re.compile(r"\s*(?:set|call|for|with|macro)\b")
_SET_TO = re.compile(r"\s*set\s+\w+\s*=\s*")
_IS_PRINTED = re.compile(r"(?:\A\s*|\belse\s+|~\s*|\b(?:rich|smart)\(\s*)\Z")
_LETTERS = re.compile(r"[^\W\d_]{2}|\A\s*\d+\s*\Z")  # no path of SVG has two together
_NAMES = re.compile(r"#?[a-z0-9_./#-]*")
_TAG_SIGN = re.compile(r"<(?=[A-Za-z/!])|>")


def printed_fields(text: str) -> Iterator[tuple[str, int]]:
    """Yield each field that a template prints as a text, and where it stands: `note` of `{{ card.note }}`.

    What is in a tag of HTML, or goes through a function that draws, is not printed as a text.
    """
    for code in _code_outside_tags(text):
        for match in _PRINTED.finditer(code[2]):
            yield match[1], code.start(2) + match.start(1)


def texts_in_code(text: str) -> Iterator[tuple[str, int]]:
    """Yield each text in the code of a template that may be printed, and where it stands.

    A name such as "left-side" is one only where nothing but printing can be meant.
    """
    for code in _code_outside_tags(text):
        if code[1] == "%" and not _MAY_PRINT.match(code[2]):
            continue
        written = code[2]  # each time it is asked for, it is a copy
        setting = _SET_TO.match(written)
        for match in _STRING.finditer(written):
            start, said = match.start(), match[0][1:-1]
            before = written[max(0, start - _APPLIED_WITHIN) : start]
            is_set = setting is not None and setting.end() == start
            is_key = before.rstrip()[-1:] in ("[", "=") and not is_set
            is_said = is_set or _IS_PRINTED.search(before) or not _NAMES.fullmatch(said)
            if is_said and not is_key and _LETTERS.search(said):
                yield said, code.start(2) + start + 1


def _code_outside_tags(text: str) -> Iterator[re.Match[str]]:
    """Yield the code of a template that stands in no tag of HTML."""
    end, in_tag = 0, False
    for code in _CODE.finditer(text):
        for sign in _TAG_SIGN.findall(text, end, code.start()):
            in_tag = sign == "<"
        end = code.end()
        if code[1] and not in_tag:
            yield code


def _code_of(template: str, text_of: TextOf) -> list[str] | None:
    """Return the code of a template and those it uses; None where one of these is known later."""
    found, waiting, seen = list[str](), [template], set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for code in (match[2] for match in _CODE.finditer(text_of(name)) if match[1]):
            found.append(code)
            other = _OTHER_TEMPLATE.match(code.strip())
            if other and not other[1]:
                return None
            waiting += [other[1]] if other else []
    return found
