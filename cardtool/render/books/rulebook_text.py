"""A rulebook from its manuscript to HTML, with Markdown: references, blocks made from data, figures.

Runs in a worker process.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import count, pairwise
from typing import Any
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore, smartquotes
from markdown_it.token import Token
from markupsafe import Markup, escape

from cardtool.errors import TemplateError
from cardtool.geometry import Size
from cardtool.markup import CardReference, Reference, plain_name, replace_references, typographic_text
from cardtool.project import did_you_mean
from cardtool.render.books import rulebook_blocks
from cardtool.render.books.index_and_notes import (
    INDEX,
    Entry,
    enable_footnotes,
    footnotes_html,
    keep_whole,
    notes_environment,
    with_index,
)
from cardtool.render.books.requests import BookData, Figure, ManuscriptRequest, RulebookHtml
from cardtool.render.books.rulebook_blocks import FigureMacro
from cardtool.render.fetcher import Fetcher
from cardtool.render.fonts import FontCharacters, font_files
from cardtool.render.html import Templates, game_templates
from cardtool.render.safe_html import page_faults, unnamed_pictures
from cardtool.render.template_values import as_written, value_text
from cardtool.wording import RulebookWording, wording

_SHELF_MARK = re.compile(
    "\ufdd2([0-9]{1,6})\ufdd3"
)  # code points that no file may hold: they are no characters
_MARK_PARAGRAPH = re.compile("<p>\ufdd2([0-9]{1,6})\ufdd3</p>")
_BLOCK = re.compile(r"<(?:[uod]l|p|div|table|section|figure|h[1-6])\b")
# What Markdown itself makes no link of, and prints letter for letter instead.
_REFUSED_LINK = re.compile(r"\]\(\s*<?\s*(javascript|vbscript|file|data)\s*:", re.IGNORECASE)
_ICON = re.compile(r"\{([a-z0-9][a-z0-9-]{0,63})\}")
_ID = re.compile(r'\sid="([^"]+)"')
_LINK_INSIDE = re.compile(r'(<a\b[^<>]*?) href="#([^"]*)"')
_TASK = re.compile(r"\[([ xX])\] ")
_MOST_COPIED = 1_000_000_000  # letters, to set the quotes of a book; a paragraph of 100 quotes takes 100,000


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the book: its title, the id links lead to, and its HTML, heading included."""

    id: str
    title: str
    html: Markup
    sections: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ComposedBook:
    """The book's text as HTML, the pictures to be drawn for it, and the ids of headings by their words."""

    chapters: tuple[Chapter, ...]
    figures: tuple[Figure, ...]
    places: dict[str, str]


def compose_rulebook(
    templates: Templates, manuscript: str, name: str, data: BookData, sorts: Sequence[str]
) -> ComposedBook:
    """Fill in the manuscript, called `name` in messages, and set it; `sorts` are the figures there can be.

    Raises: TemplateError with the line, where something in it does not exist.
    """
    return _Composer(templates, data, sorts).compose(manuscript, name)


class _Composer:
    """Sets one book. What is HTML already waits on a shelf, and a mark stands in the text for it."""

    def __init__(self, templates: Templates, data: BookData, sorts: Sequence[str]) -> None:
        self._templates, self._data = templates, data
        self._shelf: list[Callable[[], Markup]] = []
        self._name = ""
        self._explained: set[str] = set()
        self._places: dict[str, str] = {}
        self._notes = notes_environment()
        self._figures = FigureMacro(
            data, sorts, lambda figure: self._keep(rulebook_blocks.figure_html(figure, self._inline))
        )
        said = wording(data.language)
        quotes = [*said.double_quotes, said.single_quote, said.apostrophe]
        self._markdown = MarkdownIt("commonmark", {"html": False, "typographer": True, "quotes": quotes})
        self._markdown.enable(["table", "replacements", "smartquotes", "strikethrough"])
        self._markdown.core.ruler.at("smartquotes", _set_quotes)
        enable_footnotes(self._markdown)

    def compose(self, manuscript: str, name: str) -> ComposedBook:
        _refuse_links(manuscript, name)
        self._name = name
        text = self._templates.fill_text(replace_references(manuscript, self._value), self._offered(), name)
        ids = count(1)
        chapters = [self._chapter(tokens, ids) for tokens in self._split(self._marked(text))]
        for behind in ("", ":"):
            others = [self._with_terms_marked(chapter, behind) for chapter in chapters[1:]]
            chapters = [self._with_terms_marked(chapter, behind) for chapter in chapters[:1]] + others
        filled = [replace(each, html=self._fill(each.html)) for each in chapters]
        indexed = with_index([each.html for each in filled], list(self._index_entries()))
        whole = [
            replace(each, html=Markup(keep_whole(html, self._unparted)))
            for each, html in zip(filled, indexed, strict=True)
        ]
        return ComposedBook(tuple(whole), tuple(self._figures.requested), self._places)

    @property
    def _words(self) -> RulebookWording:
        return wording(self._data.language).rulebook

    def _offered(self) -> dict[str, Any]:
        data, words = self._data, self._words
        return {
            **data.values,
            "sequence": {
                id: self._keep(rulebook_blocks.sequence_html(each, self._inline))
                for id, each in data.sequences.items()
            },
            "table": {
                id: self._keep(rulebook_blocks.table_html(each, self._inline))
                for id, each in data.tables.items()
            },
            "components": self._keep(rulebook_blocks.components_html(data.components, words)),
            "components_of": self._components_of,
            "glossary": self._keep_late(
                lambda: rulebook_blocks.glossary_html(
                    data.glossary, self._inline, self._explained.__contains__, words
                )
            ),
            "index": self._keep(INDEX),
            "changelog": self._keep(rulebook_blocks.changelog_html(data.changelog, self._inline, words)),
            "credits": self._keep(rulebook_blocks.credits_html(data.credits, words)),
            "figure": self._figures,
        }

    def _components_of(self, *names: str) -> Markup:
        """Return the list of the kinds of these forms, and of these kinds. Raises: TemplateError."""
        rows = self._data.components
        known = {name for row in rows for name in (row["id"], row["form"])}
        for name in names:
            if name not in known:
                raise TemplateError(f'there is no kind or form "{name}" here{did_you_mean(name, known)}')
        chosen = (row for row in rows if {row["id"], row["form"]} & set(names))
        return self._keep(rulebook_blocks.components_html(chosen, self._words))

    def _keep(self, html: Markup) -> Markup:
        return self._keep_late(lambda: html)

    def _keep_late(self, html: Callable[[], Markup]) -> Markup:
        self._shelf.append(html)
        return Markup(f"\ufdd2{len(self._shelf) - 1}\ufdd3")

    def _marked(self, text: str) -> str:
        """Return the text with marks for its cards and icons."""
        named = replace_references(text, self._card)
        return _ICON.sub(
            lambda match: self._keep(self._templates.icon(match[1], f"inline {match[1]}")), named
        )

    def _value(self, reference: Reference) -> str:
        """Return a number or count written out. What else there is, Jinja and the marks see to."""
        if isinstance(reference, CardReference):
            return f"[[{reference.name}]]"
        if reference.family not in self._data.values:
            return as_written(reference)
        return value_text(self._data.values, reference, self._data.language)

    def _card(self, reference: Reference) -> str:
        if not isinstance(reference, CardReference):
            return ""
        known = {plain_name(name): name for name in self._data.cards}
        if plain_name(reference.name) not in known:
            hint = did_you_mean(reference.name, self._data.cards)
            raise TemplateError(f'there is no card "{reference.name}"{hint}')
        name = typographic_text(known[plain_name(reference.name)], self._data.language)
        return self._keep(Markup('<span class="card-name">{}</span>').format(name))

    def _inline(self, text: str) -> Markup:
        """Return one line of Markdown as HTML, marks filled in."""
        return self._fill(self._markdown.renderInline(self._marked(text)))

    def _split(self, text: str) -> Iterator[list[Token]]:
        """Yield the tokens of each chapter; what stands before the first heading is a chapter without one."""
        chapter: list[Token] = []
        for token in self._markdown.parse(text, self._notes):
            if token.type == "heading_open" and token.tag == "h1" and chapter:
                yield chapter
                chapter = []
            chapter.append(token)
        if chapter:
            yield chapter

    def _chapter(self, tokens: list[Token], ids: Iterator[int]) -> Chapter:
        title, id, sections = "", f"part-{next(ids)}", []
        for opening, inside in pairwise(tokens):
            if opening.type == "heading_open":
                anchor = self._name_place(inside.content, ids)
                opening.attrSet("id", anchor)
                said = self._heading(inside.content)
                if opening.tag == "h1":
                    title, id = said, anchor
                elif opening.tag == "h2":
                    sections.append((anchor, said))
            elif opening.type == "ordered_list_open" and "start" in opening.attrs:
                opening.attrSet("style", f"counter-reset: step {int(opening.attrs['start']) - 1}")
        _frame_pictures(tokens)
        _mark_tasks(tokens)
        above = len(self._notes["numbers"])
        html = self._markdown.renderer.render(tokens, self._markdown.options, self._notes)
        html += footnotes_html(self._markdown, self._notes, above)
        html = html.replace("<blockquote>", '<aside class="note">').replace("</blockquote>", "</aside>")
        return Chapter(id, typographic_text(title, self._data.language), Markup(html), tuple(sections))

    def _name_place(self, heading: str, ids: Iterator[int]) -> str:
        """Return the id of a heading; the second of the same words has `-1` behind it."""
        anchor = re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-") or f"part-{next(ids)}"
        id, taken = anchor, set(self._places.values())
        if id in taken:
            id = next(new for number in count(1) if (new := f"{anchor}-{number}") not in taken)
        self._places[_plain(heading) if id == anchor else _plain(id)] = id
        return id

    def _heading(self, written: str) -> str:
        """Return the words of a heading, marks filled in. Raises: TemplateError for a list or table in it."""
        if not _SHELF_MARK.search(written):
            return written
        filled = self._fill(escape(written))
        if _BLOCK.search(filled):
            said = " ".join(_SHELF_MARK.sub("…", written).split())
            raise TemplateError(
                f'{self._name}: in the heading "{said}" stands a list, a table or a picture\n'
                "put it into a paragraph of its own, with an empty line below it"
            )
        return filled.striptags()

    def _with_terms_marked(self, chapter: Chapter, behind: str) -> Chapter:
        """Return the chapter with an anchor at the first bold mention of each term the book has not had yet.

        Called for the first chapter last: it gives an overview, and what it names is explained later. What is
        in bold `behind` a term is looked for last: where one stands alone somewhere, that is its place.
        """
        html = str(chapter.html)
        for term in self._data.glossary:
            forms = filter(None, (term["term"], term["plural"]))
            wording = "|".join(re.escape(str(escape(form))) for form in forms)
            found = re.search(f"<strong>({wording})({behind})</strong>", html, re.IGNORECASE)
            if found and term["id"] not in self._explained:
                self._explained.add(term["id"])
                marked = f'<strong class="term" id="term-{term["id"]}">{found[1]}{found[2]}</strong>'
                html = html[: found.start()] + marked + html[found.end() :]
        return Chapter(chapter.id, chapter.title, Markup(html), chapter.sections)

    def _index_entries(self) -> Iterator[Entry]:
        """Yield what the index may list: terms, and cards whose names are none."""
        terms: set[str] = set()
        for term in self._data.glossary:
            terms.add(term["term"].casefold())
            yield Entry(term["term"], tuple(filter(None, (term["term"], term["plural"]))))
        for name in self._cards:
            if name.casefold() not in terms:
                yield Entry(name, (name,))

    @property
    def _cards(self) -> list[str]:
        return [str(typographic_text(name, self._data.language)) for name in self._data.cards]

    @property
    def _unparted(self) -> list[str]:
        """What no line may part: terms and names."""
        return [
            *(form for term in self._data.glossary for form in (term["term"], term["plural"]) if form),
            *self._cards,
        ]

    def _fill(self, html: str) -> Markup:
        """The HTML with every mark replaced by what waits on the shelf; a block replaces its paragraph."""
        while _SHELF_MARK.search(html):
            html = _MARK_PARAGRAPH.sub(self._taken, html)
            html = _SHELF_MARK.sub(self._taken, html)
        return Markup(html)

    def _taken(self, match: re.Match[str]) -> str:
        """Return what waits on the shelf; nothing for a mark that is none of ours."""
        number = int(match[1])
        return str(self._shelf[number]()) if number < len(self._shelf) else ""


def _set_quotes(state: StateCore) -> None:
    """Set quotes as printers do, but for a text of tens of thousands, which is copied for each of them."""
    texts = (token.content for token in state.tokens if token.type == "inline")
    if sum(len(text) * (text.count('"') + text.count("'")) for text in texts) <= _MOST_COPIED:
        smartquotes(state)


def _frame_pictures(tokens: Sequence[Token]) -> None:
    """Make a figure of each paragraph that is a picture and nothing else."""
    for opening, inside, closing in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opening.type == "paragraph_open" and [each.type for each in inside.children or ()] == ["image"]:
            opening.tag = closing.tag = "figure"
            opening.attrs = {"class": "picture", "tabindex": "0"}


def _mark_tasks(tokens: Sequence[Token]) -> None:
    """Make a box of what begins an item, `[ ]` or `[x]`."""
    for item, _, inside in zip(tokens, tokens[1:], tokens[2:], strict=False):
        box = _TASK.match(inside.content) if item.type == "list_item_open" and inside.children else None
        if box and inside.children:
            item.attrSet("class", "task" if box[1] == " " else "task done")
            inside.children[0].content = inside.children[0].content[box.end() :]


def _refuse_links(manuscript: str, name: str) -> None:
    """Raise TemplateError, with the line, for a link that may not be one."""
    refused = _REFUSED_LINK.search(manuscript)
    if refused:
        line, where = manuscript.count("\n", 0, refused.start()) + 1, f"may not link to {refused[1]}:"
        raise TemplateError(f"{name}:{line}: {where}; a link leads into the page or to the web")


def _plain(name: str) -> str:
    """Return a heading, or a link to one, less its case and signs: not all programs treat them alike."""
    return re.sub(r"[\W_]+", "", name.casefold())


def set_rulebook(request: ManuscriptRequest) -> RulebookHtml:
    """Return the book that was ordered, as the inside of a `<body>`. Raises: TemplateError with the place."""
    templates = game_templates(request.project, request.game, request.theme, _refuse_fit)
    composed = compose_rulebook(templates, request.text, request.name, request.data, request.sorts)
    _refuse_faults(request, request.name, "".join(chapter.html for chapter in composed.chapters))
    html = templates.fill(request.template, _book_values(request, composed), "book").html
    name = request.project.template_name(request.game, request.template)
    html = _with_links_led(html, composed, name)
    _refuse_faults(request, name, html)
    return RulebookHtml(html, composed.figures)


def _with_links_led(html: str, composed: ComposedBook, template: str) -> str:
    """Return the book whose links lead to its headings however they name them; dead ones lead nowhere.

    What the manuscript links to in vain, CT409 tells. Raises: TemplateError for a dead link of the template.
    """
    ids = set(_ID.findall(html))
    written = {target for each in composed.chapters for _, target in _LINK_INSIDE.findall(each.html)}

    def led(link: re.Match[str]) -> str:
        id = link[2] if link[2] in ids else composed.places.get(_plain(unquote(link[2])), "")
        if not id and link[2] not in written:
            raise TemplateError(f"{template}: links to #{link[2]}, and nothing in the book is called so")
        return f'{link[1]} href="#{id}"' if id else link[1]

    return _LINK_INSIDE.sub(led, html)


def _refuse_faults(request: ManuscriptRequest, name: str, html: str) -> None:
    """Raise TemplateError, which begins with this name, for what would be left out, run or lead elsewhere."""
    for fault in (*page_faults(html), *unnamed_pictures(html), *_omissions(request, html)):
        raise TemplateError(f"{name}: {fault}")


def _omissions(request: ManuscriptRequest, html: str) -> Iterator[str]:
    """Yield what a book printer would leave out of the book, a sentence each."""
    fetcher = Fetcher(request.project, request.game)
    fetcher.look_for([html])
    yield from (refusal.text for refusal in fetcher.refused)
    characters = FontCharacters(font_files(request.project))
    for character in characters.missing_in_html(html):
        yield f"no font has the character {character!r} (U+{ord(character):04X})"


def _book_values(request: ManuscriptRequest, composed: ComposedBook) -> dict[str, object]:
    return {
        **request.data.values,
        "book": {
            "title": request.data.title,
            "version": request.data.version,
            "width": request.page.width,
            "height": request.page.height,
            **_cover_lines(request.data),
        },
        "game": {
            **{"id": request.game, "title": request.data.title, "version": request.data.version},
            "language": request.data.language,
        },
        "sequence": request.data.sequences,
        "chapters": [asdict(chapter) for chapter in composed.chapters],
        "cards": request.records,
    }


def _cover_lines(data: BookData) -> dict[str, str]:
    """Return what a book says of itself in its language: for how many it is, its edition, its contents."""
    words, players = wording(data.language).rulebook, data.values["players"]
    cover, least, most = words.cover, players["least"], players["most"]
    several = cover.players if least != most else cover.as_many_players[most != 1]
    lines = (("minutes", cover.minutes), ("age", cover.age))
    edition = [text.format(players[key]) for key, text in lines if key in players]
    version = (cover.version if edition else cover.only_version).format(data.version)
    return {
        "players": several.format(most, least=least, most=most),
        "edition": " · ".join((*edition, version)),
        "contents": words.contents,
    }


def _refuse_fit(html: str, width: float) -> Size:
    raise TemplateError("fit boxes are for faces; in a book text flows")
