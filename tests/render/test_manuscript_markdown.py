"""What a manuscript can say in Markdown: lists that go on, notes, tasks, and links that lead somewhere."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from projects import a_project, put

from cardtool.errors import TemplateError
from cardtool.geometry import Size
from cardtool.model import Theme
from cardtool.render import Book, BookRequest, BookWorker, ManuscriptRequest, apply_theme, read_stylesheet
from cardtool.render.books.index_and_notes import with_notes_at_calls
from cardtool.render.books.requests import BookData

pytestmark = pytest.mark.usefixtures("kept")

A5 = Size(148, 210)
INKS = tuple(("book", name, "#000000") for name in ("ink", "accent", "paper", "soft", "pale", "rule"))
DATA = BookData("Farm", "1.0", {"players": {"least": 2, "most": 4}}, {}, {}, [], [], [], [], {})
TERM = {"id": "feed", "term": "Feed", "plural": "", "means": "Give hay."}


def html_of(folder: Path, text: str, data: BookData = DATA, template: str = "") -> str:
    """A rulebook of this text as HTML, as `book.html` has it."""
    project = a_project(folder)
    put(folder, "templates/farm/own.html", '{% extends "book.html" %}' + template)
    order = ManuscriptRequest(project, "farm", "cards/farm/rulebook.md", text, "own.html", data, (), A5)
    with BookWorker(project) as worker:
        return worker.set(order).html


def printed(folder: Path, text: str, style: str = "", data: BookData = DATA) -> Book:
    """A rulebook of this text, as `book.css` has it and this style."""
    html = html_of(folder, text, data)
    project, font = a_project(folder / "printed"), "html { --text-font: Alegreya }"
    put(folder / "printed", "templates/farm/rulebook.css", f'@import "book.css";{style}\n{font}')
    sheet = apply_theme(read_stylesheet(project, "farm", "rulebook.css"), Theme(inks=INKS))
    with BookWorker(project) as worker:
        order = BookRequest(project, "farm", "cards/farm/rulebook.md", html, sheet, "Farm", "en-GB", page=A5)
        return worker.print(order)


def lines(book: Book, page: int = -1) -> list[str]:
    """What is to be read on a page, in the order of its lines."""
    document = pypdfium2.PdfDocument(book.pdf)
    text = document[page % len(document)].get_textpage().get_text_bounded()
    return [line.strip() for line in text.splitlines() if line.strip()]


def test_numbered_steps_go_on_after_what_stands_between_them(tmp_path: Path) -> None:
    html = html_of(tmp_path, "# Farm\n\n1. Sow.\n2. Wait.\n\nIt rains.\n\n3. Reap.\n")
    assert '<ol start="3" style="counter-reset: step 2">' in html
    assert "4 Sow. 5 Wait." in lines(printed(tmp_path, "# Farm\n\n4. Sow.\n5. Wait.\n"))[0]


def test_notes_are_numbered_in_the_order_of_their_calls_and_stand_at_the_end_of_their_chapter(
    tmp_path: Path,
) -> None:
    text = (
        "# Hay\n\nDry[^b] and green[^a], not wet[^b].\n\n[^a]: Like *grass*\nin May.\n[^b]: Of the year.\n\n"
        "# Goats\n\nEat.[^c]\n\n[^c]: Much.\n[^d]: Lost.\n"
    )
    html = html_of(tmp_path, text)
    hay, goats = html.split('id="chapter-2"')
    assert 'Dry<a class="footnote-call" id="footnote-call-1" href="#footnote-1">1</a>' in hay
    assert 'not wet<a class="footnote-call" href="#footnote-1">1</a>' in hay
    assert '<a class="footnote-back" href="#footnote-call-2">2</a> Like <em>grass</em> in May.</small>' in hay
    assert '<a class="footnote-back" href="#footnote-call-3">3</a> Much.</small>' in goats
    assert "Lost" not in html


def test_a_note_is_printed_at_the_foot_of_its_page_and_leads_back(tmp_path: Path) -> None:
    many = "\n\n".join(
        f"Goat {number} eats.[^{number}]\n\n[^{number}]: Hay {number}." for number in range(60)
    )
    book = printed(
        tmp_path,
        f"# Goats\n\n{many}\n\n# Hens\n\nPeck.[^hen]\n\n[^hen]: Corn, as goats do.[^60]\n[^60]: Rarely.",
    )
    document = pikepdf.open(io.BytesIO(book.pdf))
    for number in range(1, 63):
        behind = book.anchors[f"footnote-{number}"] - book.anchors[f"footnote-call-{number}"]
        assert behind in (0, 1)  # on the next page where there is no room
    assert lines(book)[-3:] == ["61 Corn, as goats do.62", "62 Rarely.", "7"]
    links = [note for note in document.pages[-1].Annots if note.Subtype == "/Link"]
    assert len(links) == 4


def test_a_call_without_a_note_is_printed_as_it_is_typed() -> None:
    assert with_notes_at_calls("<p>Hay[^1]</p>") == "<p>Hay[^1]</p>"


def test_tasks_have_boxes_and_struck_words_are_struck(tmp_path: Path) -> None:
    html = html_of(tmp_path, "# Farm\n\n- [ ] Sow\n- [x] ~~Reap~~\n- [x](#farm)\n")
    assert '<li class="task">Sow</li>' in html
    assert '<li class="task done"><s>Reap</s></li>' in html
    assert '<li><a href="#farm">x</a></li>' in html


def test_a_term_in_bold_with_its_colon_has_its_page_in_the_glossary(tmp_path: Path) -> None:
    text = "# Turn\n\n**Feed:** Give hay.\n\n# Glossary\n\n{{ glossary }}\n"
    html = html_of(tmp_path, text, replace(DATA, glossary=[TERM]))
    assert '<strong class="term" id="term-feed">Feed:</strong>' in html
    assert 'href="#term-feed"' in html
    alone = text.replace("# Glossary", "To **feed** is to give.\n\n# Glossary")
    html = html_of(tmp_path / "alone", alone, replace(DATA, glossary=[TERM]))
    assert '<strong class="term" id="term-feed">feed</strong>' in html


def test_links_lead_to_headings_in_any_spelling_and_dead_ones_nowhere(tmp_path: Path) -> None:
    text = "# Füttern\n\n[a](#füttern) [b](#hay-1) [c](#Hay) [d](#hens)\n\n## Hay\n\nDry.\n\n## Hay\n\nWet.\n"
    html = html_of(tmp_path, text)
    assert '<a href="#f-ttern">a</a> <a href="#hay-1">b</a> <a href="#hay">c</a> <a>d</a>' in html
    assert html.count('id="hay"') == html.count('id="hay-1"') == 1
    assert printed(tmp_path, text).pages == 3


def test_a_dead_link_of_the_template_is_an_error_with_its_name(tmp_path: Path) -> None:
    template = '{% block back_cover %}<a href="#hens">Hens</a>{% endblock %}'
    with pytest.raises(TemplateError, match=r"own\.html: links to #hens, and nothing in the book is called"):
        html_of(tmp_path, "# Farm\n\nHay.\n", template=template)
