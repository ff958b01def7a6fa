"""Blocks of the rulebook that are made from data: sequences, tables, glossary, changelog, credits, figures.

Figures are asked for in the manuscript and drawn later by the faces engine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from markupsafe import Markup, escape

from cardtool.errors import TemplateError
from cardtool.markup import SPACE_KEYS, plain_name
from cardtool.project import did_you_mean
from cardtool.render.books.requests import BookData, Figure
from cardtool.wording import RulebookWording

InlineMarkdown = Callable[[str], Markup]
"""A line of Markdown as HTML."""


def sequence_html(sequence: dict[str, Any], inline: InlineMarkdown) -> Markup:
    """Return the numbered steps of a sequence, after its introduction."""
    steps = Markup("").join(
        Markup('<li id="{}-{}"><b class="step">{}.</b> {}</li>').format(
            sequence["id"], step["id"], inline(step["title"].rstrip(".")), inline(step["text"])
        )
        for step in sequence["steps"]
    )
    intro = Markup("<p>{}</p>").format(inline(sequence["intro"])) if sequence["intro"] else Markup("")
    return intro + Markup('<ol class="sequence">{}</ol>').format(steps)


def table_html(table: dict[str, Any], inline: InlineMarkdown) -> Markup:
    """Return a table of the rules, with its numbers in the first column."""
    columns = table["columns"]
    heads = Markup("").join(
        Markup('<th scope="col">{}</th>').format(head) for head in (table["of"], *columns.values())
    )
    rows = Markup("").join(
        Markup('<tr><th scope="row">{}</th>{}</tr>').format(
            row["range"],
            Markup("").join(Markup("<td>{}</td>").format(inline(str(row[column]))) for column in columns),
        )
        for row in table["rows"]
    )
    whole = Markup('<table class="rules-table"><thead><tr>{}</tr></thead><tbody>{}</tbody></table>')
    return whole.format(heads, rows)


def components_html(kinds: Iterable[dict[str, Any]], words: RulebookWording) -> Markup:
    """Return how many there are of each kind, and of each form with several kinds how many in all."""
    of_forms: dict[str, list[dict[str, Any]]] = {}
    for kind in kinds:
        of_forms.setdefault(kind["form"], []).append(kind)
    rows = Markup("").join(row for alike in of_forms.values() for row in _component_rows(alike, words))
    return Markup('<table class="components"><tbody>{}</tbody></table>').format(rows)


def _component_rows(kinds: Sequence[dict[str, Any]], words: RulebookWording) -> Iterator[Markup]:
    """Yield a row for each of these kinds of one form, and one for all of them."""
    row = '<tr class="{}"><td class="count">{}</td><th scope="row">{}</th></tr>'
    for kind in kinds:
        name = kind["title"] if kind["count"] == 1 else kind["plural"]
        yield Markup(row).format(kind["id"], kind["count"], name)
    if len(kinds) > 1:
        total = sum(kind["count"] for kind in kinds)
        yield Markup(row).format("total", total, words.in_all.format(words.forms[kinds[0]["form"]][1]))


def glossary_html(
    terms: Iterable[dict[str, str]],
    inline: InlineMarkdown,
    explained: Callable[[str], bool],
    words: RulebookWording,
) -> Markup:
    """Return the terms in order of the alphabet, each with the page that explains it, where the book does."""
    return Markup('<dl class="glossary">{}</dl>').format(
        Markup("").join(
            Markup('<dt id="glossary-{}">{}{}</dt><dd>{}</dd>').format(
                term["id"],
                term["term"],
                Markup(' <a class="page" href="#term-{}"><span class="see">{}</span></a>').format(
                    term["id"], words.explained
                )
                if explained(term["id"])
                else "",
                inline(term["means"]),
            )
            for term in sorted(terms, key=lambda term: term["term"].casefold())
        )
    )


def changelog_html(
    releases: Iterable[dict[str, Any]], inline: InlineMarkdown, words: RulebookWording
) -> Markup:
    """Return what changed in each version, newest first, by sort of change."""
    parts: list[Markup] = []
    for release in releases:
        lines: list[Markup] = []
        order = list(words.changes)
        entries = sorted(release["entries"], key=lambda entry: order.index(entry["change"]))
        for change, group in groupby(entries, key=lambda entry: entry["change"]):
            items = Markup("").join(
                Markup("<li>{}</li>").format(_entry_html(entry, inline, words)) for entry in group
            )
            lines.append(
                Markup('<dt class="change">{}</dt><dd><ul>{}</ul></dd>').format(words.changes[change], items)
            )
        version = words.version.format(version=release["version"])
        heading = Markup('<h2 class="release">{} <span class="date">{}</span></h2>')
        parts.append(heading.format(version, release["date"]))
        parts.append(Markup('<dl class="changes">{}</dl>').format(Markup("").join(lines)))
    return Markup('<div class="releases">{}</div>').format(Markup("").join(parts))


def _entry_html(entry: dict[str, str], inline: InlineMarkdown, words: RulebookWording) -> Markup:
    renamed = Markup(words.renamed).format(
        old=Markup('<span class="old">{}</span>').format(entry["old"]),
        new=Markup('<span class="new">{}</span>').format(entry["new"]),
    )
    if entry["change"] != "renamed":
        return inline(entry["text"])
    return renamed + Markup(". {}").format(inline(entry["text"])) if entry["text"] else renamed + "."


def credits_html(makers: Iterable[dict[str, str]], words: RulebookWording) -> Markup:
    """Return who made the fonts and pictures, where they are from, their licences, and what was changed."""
    parts: list[Markup] = []
    for (what, licence), group in groupby(
        sorted(makers, key=lambda maker: (maker["what"], maker["licence"], maker["author"])),
        key=lambda maker: (maker["what"], maker["licence"]),
    ):
        of_licence = list(group)
        authors = ", ".join(dict.fromkeys(maker["author"] for maker in of_licence))
        origins = dict.fromkeys(
            maker["origin"] for maker in of_licence if _WEB_ADDRESS.match(maker["origin"])
        )
        changes = dict.fromkeys(maker["changes"] for maker in of_licence if maker["changes"])
        parts.append(
            Markup("<dt>{} <span>({})</span></dt><dd>{}{}{}</dd>").format(
                words.credits[what],
                _licence_html(licence),
                authors,
                Markup(" ({})").format(Markup(", ").join(map(_link_html, origins))) if origins else "",
                "".join(f". {each[:1].upper()}{each[1:].rstrip('.')}" for each in changes),
            )
        )
    return Markup('<dl class="credits">{}</dl>').format(Markup("").join(parts))


_WEB_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_CREATIVE_COMMONS = re.compile(r"CC[ -](BY(?:-(?:NC|ND|SA))*)[ -](\d\.\d)", re.IGNORECASE)
_LICENCES = {
    "CC0": "https://creativecommons.org/publicdomain/zero/1.0",
    "CC0 1.0": "https://creativecommons.org/publicdomain/zero/1.0",
    "OFL 1.1": "https://openfontlicense.org",
}


def _licence_html(licence: str) -> Markup:
    """Return the name of a licence, and where it can be read, for those that ask to be found."""
    named = _CREATIVE_COMMONS.fullmatch(licence)
    address = (
        f"https://creativecommons.org/licenses/{named[1].lower()}/{named[2]}"
        if named
        else _LICENCES.get(licence.upper(), "")
    )
    return Markup("{}, {}").format(licence, _link_html(address)) if address else Markup(escape(licence))


def _link_html(address: str) -> Markup:
    """Return a link that says where it leads, as paper has to."""
    return Markup('<a href="{}">{}</a>').format(address, _WEB_ADDRESS.sub("", address).rstrip("/"))


def figure_html(figure: Figure, inline: InlineMarkdown) -> Markup:
    """Return a figure, whose picture is put in when it has been drawn."""
    caption = Markup("<figcaption>{}</figcaption>").format(inline(figure.caption)) if figure.caption else ""
    return Markup(
        '<figure class="{sort}" id="{id}" tabindex="0">'
        '<img alt="{alt}" src="picture:{id}"/>{caption}</figure>'
    ).format(sort=figure.sort, id=figure.id, alt=figure.alt, caption=caption)


class FigureMacro:
    """What a manuscript calls as `figure.NAME(key=value, …, alt="…")`. Each call answers a block of the book.

    The names are those of the designs in game.yaml. A text in a value, be it deep in lists and fields, names
    a card and becomes its id; numbers and truths are handed to the design as they are. What stands first,
    without a key, are the figure's `cards`. Under the id of a kind a name is first looked for in that kind.
    Where the design names a layout, what is called `space` or `spaces` are ids of its spaces. `height`,
    in mm, makes a figure less high than its design.
    """

    def __init__(self, data: BookData, sorts: Sequence[str], block: Callable[[Figure], str]) -> None:
        self._ids = _ids_by_name(data.cards)
        self._of_kinds = {kind: _ids_by_name(names) for kind, names in data.namesakes.items()}
        self._data, self._sorts, self._block = data, sorts, block
        self.requested: list[Figure] = []

    def __getattr__(self, sort: str) -> Callable[..., str]:
        if sort.startswith("_"):
            raise AttributeError(sort)
        return partial(self._add, sort)

    def _add(self, sort: str, /, *listed: Any, alt: str = "", caption: str = "", **shows: Any) -> str:
        if sort not in self._sorts:
            near = did_you_mean(sort, self._sorts)
            raise TemplateError(
                f'there is no figure "{sort}"{near}; name it under rulebook: figures: in game.yaml'
            )
        if not str(alt).strip():
            raise TemplateError(f'figure.{sort} needs alt="…": what it shows, for those who cannot see it')
        listed += (shows.pop("cards"),) if "cards" in shows else ()
        if listed:
            shows = {"cards": self._cards_of(sort, listed), **shows}
        height = shows.get("height", 1)
        if not isinstance(height, int | float) or height <= 0:
            raise TemplateError(f"the height of figure.{sort} is a number of mm, such as 30")
        if shows == {"cards": []}:
            raise TemplateError(f"figure.{sort} shows no card; name one in its square brackets")
        number = len(self.requested) + 1
        figure = Figure(f"figure-{number}", sort, self._with_ids(shows, sort), str(alt), str(caption))
        self.requested.append(figure)
        return self._block(figure)

    def _cards_of(self, sort: str, listed: Sequence[Any]) -> Sequence[Any]:
        """Return the one list among what has no name, or is called cards. Raises: TemplateError."""
        if len(listed) == 1 and (not listed[0] or isinstance(listed[0], list | tuple)):
            return listed[0] or []
        form = f'figure.{sort}(["…", "…"], alt="…")'
        raise TemplateError(f"the cards of a figure are a list; write them in square brackets: {form}")

    def _with_ids(self, value: Any, sort: str, key: str = "") -> Any:
        """Return the value under a key with ids in place of names. Raises: TemplateError."""
        if isinstance(value, Mapping):
            return {str(inner): self._with_ids(each, sort, str(inner)) for inner, each in value.items()}
        if isinstance(value, list | tuple):
            return [self._with_ids(each, sort, key) for each in value]
        if key in SPACE_KEYS and sort in self._data.spaces:
            return self._space_id(str(value), sort)
        return self._card_id(value, key) if isinstance(value, str) else value

    def _card_id(self, name: str, kind: str) -> str:
        known = {**self._ids, **self._of_kinds.get(kind, {})}
        if plain_name(name) not in known:
            raise TemplateError(f'there is no card "{name}"{did_you_mean(name, self._data.cards)}')
        return known[plain_name(name)]

    def _space_id(self, id: str, sort: str) -> str:
        known = self._data.spaces[sort]
        if id not in known:
            raise TemplateError(
                f'there is no space "{id}" in the layout of figure.{sort}{did_you_mean(id, known)}'
            )
        return id


def _ids_by_name(ids: Mapping[str, str]) -> dict[str, str]:
    return {plain_name(name): id for name, id in ids.items()}
