"""What templates and stylesheets print by themselves, before and after. No template is filled in here."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from cardtool.documents import find_enclosed, map_lines, read_template
from cardtool.model import Game, Kind, Source, TemplateText
from cardtool.template_code import texts_in_code

_CSS = re.compile(
    r"/\*(?:.*?\*/|.*)|(?P<end>[;{}])|(?P<property>[\w-]+)\s*:|"
    r"(?P<text>\"(?:[^\"\\\n]|\\.)*\"?|'(?:[^'\\\n]|\\.)*'?)",
    re.DOTALL,
)
_NOT_PRINTED = ("font", "src", "grid", "-")  # what begins the names of properties whose texts are names
_STYLE = (r"<style\b", r"</style")


_Words = dict[str, dict[str, Source]]  # by file, each with the place where it stands first


@dataclass(frozen=True, slots=True)
class WordChange:
    """Words of a file that came and that went, in their order, and where it can be seen."""

    file: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    source: Source


def word_changes(before: Game, after: Game) -> Iterator[WordChange]:
    """Yield what templates and stylesheets print otherwise, by file.

    Words are not told that only moved, to or from a file that draws no kind by itself, as one of macros.
    """
    then, now = _words_by_file(before), _words_by_file(after)
    faces = {name for game in (before, after) for kind in game.kinds for name in face_templates(kind)}
    went, came = _not_in(then, now), _not_in(now, then)
    for file in dict.fromkeys((*now, *then)):
        old = [word for word in went.get(file, ()) if not _moved(word, file, came, faces)]
        new = [word for word in came.get(file, ()) if not _moved(word, file, went, faces)]
        if old or new:
            folder = f"templates/{after.id}/{file}"
            yield WordChange(
                file, tuple(old), tuple(new), came[file][new[0]] if new else Source(folder, 1, 1)
            )


def _not_in(words: _Words, others: _Words) -> _Words:
    return {
        file: {word: place for word, place in there.items() if word not in others.get(file, ())}
        for file, there in words.items()
    }


def face_templates(kind: Kind) -> tuple[str, ...]:
    """Return the templates that draw a kind by themselves."""
    return (*kind.front_templates, *([kind.back.template] if kind.back else []))


def _moved(word: str, file: str, others: _Words, faces: set[str]) -> bool:
    return any(
        word in words and (file not in faces or other not in faces)
        for other, words in others.items()
        if other != file
    )


def _words_by_file(game: Game) -> _Words:
    """Return what is printed of each file, and where it stands first."""
    found: _Words = {}
    for each in (*game.templates, *game.stylesheets):
        file = each.source.file
        words = found.setdefault(file.rpartition("/")[2], {})
        for word, source in (
            _words(each) if file.endswith(".html") else _words_of_css(each, 0, len(each.text))
        ):
            words.setdefault(" ".join(html.unescape(word).split()), source)
    return found


def _words(template: TemplateText) -> Iterator[tuple[str, Source]]:
    text, file = template.text, template.source.file
    for block in read_template(text, file, numbers=True):
        yield block.text, block.at()
    places = map_lines(text)
    for word, at in texts_in_code(text):
        yield word, Source(file, *places.at_letter(at))
    for start, end in find_enclosed(text, _STYLE):
        yield from _words_of_css(template, start, end)


def _words_of_css(sheet: TemplateText, start: int, end: int) -> Iterator[tuple[str, Source]]:
    """Yield the texts in a stylesheet, but for those of properties that name something."""
    places, name, is_name = map_lines(sheet.text), "", False
    for match in _CSS.finditer(sheet.text, start, end):
        if match["end"] or match["property"]:
            name = match["property"] or ""
            is_name = name.startswith(_NOT_PRINTED) and not name.startswith("--")
        elif match["text"] and name and not is_name and any(map(str.isalnum, match["text"])):
            yield match["text"].strip("\"'"), Source(sheet.source.file, *places.at_letter(match.start()))
