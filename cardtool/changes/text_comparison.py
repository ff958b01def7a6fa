"""Which names occur in a text, whether two texts read alike to a player, and what templates print.

Names are found in any form. What templates and stylesheets print by themselves is compared before and after;
no template is filled in here.
"""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

from cardtool.documents import MappedText, find_enclosed, map_lines, read_template, singular, strip_markup
from cardtool.markup import CardReference, Reference, plain_name, replace_references, typographic_text
from cardtool.model import Game, Kind, Source, TemplateText
from cardtool.template_code import texts_in_code
from cardtool.wording import number_word

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_UNSPACED = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]")  # scripts that part no words

NameKey = tuple[str, ...]
"""A name as names are compared: its words in small letters and for one, without possessive endings."""


def text_words(text: str) -> NameKey:
    """Return the words of a text in small letters, as they are inflected."""
    return tuple(match[0] for match in _WORD.finditer(plain_name(text).casefold()))


def name_key(name: str) -> NameKey:
    """Return what a name has in common with its plural, its possessive and its hyphenation.

    A name without a letter or a figure in it is its own key.
    """
    return tuple(_stem(word) for word in text_words(name)) or (plain_name(name).casefold().strip(),)


class NameFinder:
    """Names to be looked for in texts; where one is part of another, the longer is meant."""

    def __init__(self, names: Iterable[str]) -> None:
        self._unspaced: dict[str, NameKey] = {}
        self._by_first: dict[str, list[NameKey]] = {}
        keys: set[NameKey] = set()
        for name in names:
            if _UNSPACED.search(name) or not text_words(name):
                self._unspaced[plain_name(name).casefold().strip()] = name_key(name)
            else:
                keys.add(name_key(name))
        for each in sorted(keys, key=lambda known: (-len(known), known)):
            self._by_first.setdefault(each[0], []).append(each)

    def inside(self, text: str) -> frozenset[NameKey]:
        """Return the keys of all names that the text says."""
        return frozenset(name for _, _, name in self.spans(text))

    def spans(self, text: str) -> Iterator[tuple[int, int, NameKey]]:
        """Yield where the text says which name: start, end and key, in order and none inside another."""
        plain = plain_name(text)
        found = chain(self._unspaced_in(plain), self._in_words(plain))
        end = 0
        for span in sorted(found, key=lambda span: (span[0], -span[1])):
            if span[0] >= end:
                yield span
                end = span[1]

    def _unspaced_in(self, text: str) -> Iterator[tuple[int, int, NameKey]]:
        for match in self._any_unspaced.finditer(text) if self._unspaced else ():
            known = self._unspaced.get(match[0].casefold())
            if known:
                yield *match.span(), known

    @cached_property
    def _any_unspaced(self) -> re.Pattern[str]:
        longest_first = sorted(self._unspaced, key=lambda name: (-len(name), name))
        return re.compile("|".join(map(re.escape, longest_first)), re.IGNORECASE)

    def _in_words(self, text: str) -> Iterator[tuple[int, int, NameKey]]:
        if not self._by_first:
            return
        said = [(match.start(), match.end(), _stem(match[0].casefold())) for match in _WORD.finditer(text)]
        stems = tuple(stem for _, _, stem in said)
        at = 0
        while at < len(said):
            known = self._by_first.get(stems[at], ())
            name = next((each for each in known if stems[at : at + len(each)] == each), None)
            if name:
                yield said[at][0], said[at + len(name) - 1][1], name
            at += len(name) if name else 1


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    """Return the word less its ending; an e goes as well, for axes may be those of an axe or of an ax."""
    return singular(word.removesuffix("'s")).removesuffix("e") or word


Values = Mapping[tuple[str, str], int]

_BARE_NAME, _MARKED_NAME = (
    "\x02",
    "\x05",
)  # before the number of a thing; of one whose names have marks of their own
_ARTICLE = re.compile("\\ban? (?=[\x02\x05])", re.IGNORECASE)  # an Axe may become a Blade
_HAS_MARKS = re.compile('^["“”]|["“”!?]$')
_MARKS = re.compile('["“”]*(\x05[0-9]+\x03)["“”!?]*')


class Wording:
    """What the texts of a game say, before and after, with names that were changed taken as the same.

    `renames` are pairs of an old name and a new one, such as a changelog records.
    """

    def __init__(self, before: Game, after: Game, renames: Collection[tuple[str, str]]) -> None:
        self._before, self._after = _number_values(before), _number_values(after)
        self._thing = _numbers_by_name(renames)
        self._names = NameFinder(name for pair in renames for name in pair)
        self._marked = {
            self._thing[name_key(name)] for pair in renames for name in pair if _HAS_MARKS.search(name)
        }

    def same(self, old: str, new: str) -> bool:
        """Return whether a player reads the same in both: quotes, emphasis, references and renames aside.

        A number that texts refer to is the same in a text that was left as it was.
        """
        if old == new:
            return True
        return self._compared(as_read_by_players(old, self._before)) == self._compared(
            as_read_by_players(new, self._after)
        )

    def shown(self, old: str, new: str) -> tuple[str, str]:
        """Both texts as players read them."""
        return as_read_by_players(old, self._before), as_read_by_players(new, self._after)

    def _compared(self, text: str) -> str:
        """Return the text with each renamed thing called by a number, less the marks that go with a name."""
        parts, end = [], 0
        for start, stop, name in self._names.spans(text):
            thing = self._thing[name]
            parts += [text[end:start], f"{_MARKED_NAME if thing in self._marked else _BARE_NAME}{thing}\x03"]
            end = stop
        compared = "".join((*parts, text[end:]))
        return plain_name(_ARTICLE.sub("a ", _MARKS.sub(r"\1", compared)) if parts else compared)


def as_read_by_players(text: str, values: Values) -> str:
    """Return the text with its references as printed, without emphasis, in one line."""
    text = replace_references(text, lambda reference: _reference_text(reference, values))
    return " ".join(typographic_text(strip_markup(MappedText(text)).text).split())


def _reference_text(reference: Reference, values: Values) -> str:
    if isinstance(reference, CardReference):
        return reference.name
    number = values.get((reference.family, reference.name))
    if number is None:
        return f"{{{{{reference.family}.{reference.name}}}}}"
    word = number_word(number) if reference.style else str(number)
    return word.capitalize() if reference.style == "Word" else word


def _number_values(game: Game) -> Values:
    """Return every number a text may refer to, by family and name."""
    values = {("number", id): number.value for id, number in game.rules.numbers.items()}
    values |= {("count", id): count for id, count in game.counts.items()}
    return values | {("players", key): value for key, value in game.players.values.items()}


def _numbers_by_name(renames: Iterable[tuple[str, str]]) -> dict[NameKey, int]:
    """For each name, by its key, the number of the thing it was, at one time or another, the name of."""
    things: dict[NameKey, int] = {}
    members: dict[int, list[NameKey]] = {}
    for number, (old, new) in enumerate(renames):
        joined = {things[name] for name in (name_key(old), name_key(new)) if name in things}
        members[number] = [
            name_key(old),
            name_key(new),
            *(name for other in joined for name in members.pop(other)),
        ]
        things.update(dict.fromkeys(members[number], number))
    return things


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
