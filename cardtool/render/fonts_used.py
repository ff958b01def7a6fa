"""On which fonts faces depend, so that those an edited font is not on stay as they were drawn.

Too many are named rather than too few: the families of every rule of the stylesheet that may hold for the
faces. Faces depend on all fonts where a letter may come from one that no rule names: where no rule gives the
whole face a family, a family is not to be told from the stylesheet, or a font of it lacks a letter.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import tinycss2

from cardtool.render.files_used import FONT_NAMES, FONTS, family_files
from cardtool.render.fonts import characters_of, family_names, is_variable, weight_and_slant

_WHOLE = frozenset(("*", ":root", "html", "body", ".face"))  # selectors of what every letter is in
_WORD = re.compile(r"[.#]([\w-]+)")
_HARD = re.compile(r"[(\[\\]")  # in a selector: more than words to look for
_SHORTHAND = re.compile(r"(?:^|\s)[\d.]+[a-z%]*(?:\s*/\s*\S+)?\s+(?P<family>\D.*)")
_ASKED = re.compile(r"font-family\s*[:=]\s*(?:&#3[49];|&quot;|[\"'])*([^;:\"'&,<>(){}]+)")
_IN_HTML = ("font:", "font :", "<style", "<link", '"all:', ";all:", "; all:")
_OPEN_TAG = re.compile(  # what has letters, or a font, of the engine's own
    r'<(?:q|summary|menu|dir|[uo]l(?! class="rich)|font|code|pre|tt|kbd|samp|listing|plaintext|xmp|math|'
    r"input|textarea|button|select)\b"
)
_SPACES = re.compile(r"\s+")


class _Rule(NamedTuple):
    """A rule of a stylesheet that names fonts, or adds text; `family` is None where it is not to be told."""

    selectors: Sequence[str]
    families: Sequence[str | None]
    added: str

    def may_hold(self, html: str) -> bool:
        """Return whether HTML in small letters may have what a selector of the rule wants."""
        return any(
            _HARD.search(each) or all(word in html for word in _WORD.findall(each)) for each in self.selectors
        )


class FontRules:
    """What a stylesheet says of fonts."""

    def __init__(self, style: str, fonts: Sequence[Path]) -> None:
        self._style, self._fonts, self._letters = style, fonts, _LettersOf()

    def used_by(self, html: str, letters: Set[str]) -> Iterable[str]:
        """Return the names, as they are noted, of the fonts on which faces of this HTML, with these letters,
        depend.

        Raises: ProjectError naming a file that is not a font.
        """
        asked = html.lower()
        held = [rule for rule in self._rules if rule.may_hold(asked)]
        named_here = [name.strip() for name in _ASKED.findall(asked)]
        families = {*named_here, *(family for rule in held for family in rule.families)}
        is_whole = any(rule.families and not _WHOLE.isdisjoint(rule.selectors) for rule in held)
        is_open = any(sign in asked for sign in _IN_HTML) or asked.count("font-family") != len(named_here)
        if is_open or _OPEN_TAG.search(asked) or not is_whole or not families <= self._files.keys():
            return (FONTS,)
        written = {*letters, *"".join(rule.added for rule in held)}
        cased = "".join(form for letter in written for form in (letter, letter.upper(), letter.lower()))
        final = "ς" if "Σ" in written else ""  # what it is in small letters depends on the word
        wanted = {letter for letter in cased + final if not letter.isspace()}
        named = sorted(filter(None, families))
        if not all(wanted <= self._letters[file] for each in named for file in self._files[each]):
            return (FONTS,)
        return (FONT_NAMES, *map(family_files, named))

    def named(self) -> frozenset[str] | None:
        """Return the families that are named, in small letters; None where some text may be in another."""
        named = [family for rule in self._rules for family in rule.families]
        is_whole = any(rule.families and not _WHOLE.isdisjoint(rule.selectors) for rule in self._rules)
        known = frozenset(family for family in named if family)
        return known if is_whole and None not in named and known <= self._files.keys() else None

    def lacks(self, family: str) -> tuple[str, ...]:
        """Return what of `bold` and `italic` a family has not. Raises: ValueError."""
        fonts = [file.read_bytes() for file in self._files[family]]
        if any(map(is_variable, fonts)):
            return ()
        weights, slants = zip(*map(weight_and_slant, fonts), strict=True)
        return (*(("bold",) if len(set(weights)) == 1 else ()), *(() if any(slants) else ("italic",)))

    @cached_property
    def _rules(self) -> Sequence[_Rule]:
        rules = tinycss2.parse_stylesheet(self._style, skip_comments=True, skip_whitespace=True)
        return [rule for rule in map(_read_rule, rules) if rule.families or rule.added]

    @cached_property
    def _files(self) -> Mapping[str, Sequence[Path]]:
        """The fonts of each family."""
        files: defaultdict[str, list[Path]] = defaultdict(list)
        for file in self._fonts:
            for family in family_names(file.read_bytes()):
                files[family.casefold()].append(file)
        return files


class _LettersOf(dict[Path, set[str]]):
    """The characters of each font, which is opened when it is asked for."""

    def __missing__(self, file: Path) -> set[str]:
        self[file] = characters_of(file)
        return self[file]


def _read_rule(rule: Any) -> _Rule:
    if rule.type != "qualified-rule":
        return _Rule(("*",), (None,), "") if _may_name_fonts(rule) else _Rule((), (), "")
    families: list[str | None] = []
    added = ""
    for each in tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True):
        if each.type != "declaration":
            families += [None] if _may_name_fonts(each) else []
        elif each.lower_name in ("font", "font-family", "all"):
            families += _family_of(each)
        elif each.lower_name == "content":
            added += "".join(token.value for token in each.value if token.type == "string")
            is_plain = all(token.type in ("string", "whitespace") for token in each.value)
            families += [] if is_plain or _text(each) in ("none", "normal") else [None]
    selectors = [part.strip() for part in tinycss2.serialize(rule.prelude).lower().split(",")]
    return _Rule(selectors, families, added)


def _family_of(declaration: Any) -> Sequence[str | None]:
    """Return the first family a declaration names, as fonts are noted; none when it leaves that as it was."""
    value = _text(declaration)
    if value == "inherit" and declaration.lower_name != "all":
        return ()
    first = value.partition(",")[0]
    if declaration.lower_name == "font":
        shorthand = _SHORTHAND.search(first)
        first = shorthand["family"] if shorthand else ""
    return (first.strip().strip("\"'") or None,)


def _text(declaration: Any) -> str:
    return _SPACES.sub(" ", tinycss2.serialize(declaration.value)).strip().lower()


def _may_name_fonts(rule: Any) -> bool:
    """Return whether something that is no plain rule has to do with fonts, or with text."""
    said = tinycss2.serialize([rule]).lower() if rule.type != "error" else "font"
    return rule.type not in ("comment", "whitespace") and ("font" in said or "content" in said)
