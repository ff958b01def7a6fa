"""Books: tagged PDF that can be read aloud, searched and found one's way in."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pikepdf
import pypdfium2
import pytest
from PIL import ImageChops
from projects import a_project

from cardtool.errors import TemplateError
from cardtool.geometry import Size
from cardtool.model import Engine
from cardtool.project import Project
from cardtool.render import Book, BookRequest, BookWorker
from cardtool.render.render_worker import drawing_worker
from cardtool.sandbox import Worker
from cardtool.units import to_mm

pytestmark = pytest.mark.usefixtures("kept")

CONTENTS = """
<nav><h2 id="contents">Contents</h2><ol>
<li><a href="#goats">Goats</a></li><li><a href="#hens">Hens</a></li>
</ol></nav>
"""
GOATS = """
<h1 id="goats">Goats</h1>
<p>A goat eats. More in <a href="https://example.com/goats">a book on goats</a>.</p>
<figure><img src="picture:figure-1" alt="A goat on a hill">
<figcaption>Lunch.</figcaption></figure>
<p>Then <svg class="icon" viewBox="0 0 9 9"><title>flip</title><path d="M0 0H9V9H0Z"/></svg> it.</p>
"""
HENS = """
<h1 id="hens">Hens</h1>
<p>The <strong id="term-egg">egg</strong> came first.</p>
<table><tr><th>Egg</th><td>1</td></tr></table>
"""
STYLE = """
@page { size: 105mm 148mm; margin: 15mm; @bottom-center { content: counter(page) } }
html { font-family: Alegreya; hyphens: auto }
h1 { font-family: "New Rocker"; break-before: page; margin: 0 }
figure { margin: 0 }
figure img { display: block; width: 60mm }
.icon { width: 1em; height: 1em; fill: #c00 }
"""


def an_order(project: Project, html: str = CONTENTS + GOATS + HENS, **changes: object) -> BookRequest:
    told = {
        "name": "cards/farm/rulebook.md",
        "style": STYLE,
        "title": "Goats & Hens",
        "language": "en-GB",
        "author": "The farmers",
        "pictures": {"figure-1": Size(60, 40)},
    }
    return BookRequest(project, "farm", html=html, **{**told, **changes})  # type: ignore[arg-type]


def printed(order: BookRequest) -> Book:
    with BookWorker(order.project) as press:
        return press.print(order)


@pytest.fixture(scope="module")
def farm(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return a_project(tmp_path_factory.mktemp("farm"))


@pytest.fixture(scope="module")
def book(farm: Project) -> Book:
    return printed(an_order(farm))


@pytest.fixture(scope="module")
def pdf(book: Book) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(book.pdf))


@pytest.fixture(scope="module")
def printer(farm: Project) -> Iterator[Worker]:
    worker = drawing_worker(farm, Engine.WEASYPRINT)
    yield worker
    worker.close()


def elements(pdf: pikepdf.Pdf) -> list[pikepdf.Dictionary]:
    """The structure of a document, from beginning to end."""

    def below(element: pikepdf.Dictionary) -> Iterator[pikepdf.Dictionary]:
        yield element
        for child in element.get("/K", ()):
            if isinstance(child, pikepdf.Dictionary) and "/S" in child:
                yield from below(child)

    return list(below(pdf.Root.StructTreeRoot.K[0]))


def tags(pdf: pikepdf.Pdf) -> list[str]:
    return [str(element.S)[1:] for element in elements(pdf)]


def test_a_book_says_what_it_is_and_in_which_language(pdf: pikepdf.Pdf) -> None:
    assert str(pdf.Root.Lang) == "en-GB"
    assert str(pdf.docinfo.Title) == "Goats & Hens"
    assert str(pdf.docinfo.Author) == "The farmers"
    assert pdf.Root.ViewerPreferences.DisplayDocTitle
    with pdf.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"
        assert metadata["dc:title"] == "Goats & Hens"


def test_everything_in_a_book_is_tagged(pdf: pikepdf.Pdf) -> None:
    assert pdf.Root.MarkInfo.Marked
    found = tags(pdf)
    assert [tag for tag in found if tag in ("H1", "H2")] == ["H2", "H1", "H1"]
    assert {"P", "L", "LI", "Link", "Table", "TH", "TD", "Figure", "Caption"} <= set(found)
    for page in pdf.pages:
        assert page.Tabs == "/S"


def test_every_picture_is_read_aloud(pdf: pikepdf.Pdf) -> None:
    figures = [element for element in elements(pdf) if element.S == "/Figure"]
    assert [str(figure.Alt) for figure in figures] == ["A goat on a hill", "flip"]
    assert all(len(figure.K) for figure in figures)


def test_a_book_has_bookmarks_and_links(pdf: pikepdf.Pdf) -> None:
    with pdf.open_outline() as outline:
        titles = [entry.title for entry in outline.root]
    assert titles == ["Contents", "Goats", "Hens"]
    links = [note for page in pdf.pages for note in page.get("/Annots", ()) if note.Subtype == "/Link"]
    assert len(links) == 3
    assert sum("/A" in link and "/URI" in link.A for link in links) == 1


def test_texts_extract_in_reading_order(book: Book) -> None:
    text = " ".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(book.pdf))
    places = [text.index(words) for words in ("Contents", "A goat eats", "Lunch.", "Then", "came first")]
    assert places == sorted(places)


def test_a_book_knows_the_page_of_every_id(book: Book) -> None:
    assert book.pages == 3
    assert book.anchors == {"contents": 1, "goats": 2, "hens": 3, "term-egg": 3}


def test_the_place_of_a_picture_is_kept_by_a_form_in_its_figure(book: Book, pdf: pikepdf.Pdf) -> None:
    kept = pdf.pages[1].Resources.XObject[book.pictures["figure-1"]]
    assert (kept.Subtype, list(kept.BBox), kept.read_bytes()) == ("/Form", [0, 0, 1, 1], b"")


def test_a_picture_put_in_fills_the_place_that_was_kept(book: Book) -> None:
    pdf = pikepdf.open(io.BytesIO(book.pdf))
    red = pdf.make_stream(b"1 0 0 rg 0 0 120 80 re f")
    red.Type, red.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    red.BBox, red.Matrix = [0, 0, 120, 80], [1 / 120, 0, 0, 1 / 80, 0, 0]
    pdf.pages[1].Resources.XObject[book.pictures["figure-1"]] = red
    out = io.BytesIO()
    pdf.save(out)
    image = pypdfium2.PdfDocument(out.getvalue())[1].render(scale=4 * 25.4 / 72).to_pil()  # 4 pixels a mm
    reds, _, blues = image.convert("RGB").split()
    box = ImageChops.subtract(reds, blues).point(lambda value: 255 if value == 255 else 0).getbbox()
    left, top, right, bottom = (edge / 4 for edge in box)
    assert (left, right - left, bottom - top) == pytest.approx((15, 60, 40), abs=0.3)  # as STYLE has it


def test_the_same_book_is_the_same_bytes(farm: Project, book: Book, printer: Worker) -> None:
    assert printer.ask(an_order(farm), Book).pdf == book.pdf


def test_only_the_fonts_of_the_project_are_embedded(pdf: pikepdf.Pdf) -> None:
    fonts = {str(font.BaseFont) for page in pdf.pages for font in page.Resources.Font.values()}
    assert {name.partition("+")[2].partition("-")[0] for name in fonts} <= {"Alegreya", "New"}


def test_what_the_printer_does_not_understand_is_told(book: Book, farm: Project, printer: Worker) -> None:
    assert book.warnings == ()
    odd = printer.ask(an_order(farm, style=STYLE + "p{colour:red}"), Book)
    assert ["colour" in warning for warning in odd.warnings] == [True]


@pytest.mark.parametrize(
    ("html", "style", "said"),
    [
        ('<img src="http://example.com/a.png" alt="x">', "", "may not load http://example.com/a.png"),
        ('<img src="file:///etc/hostname" alt="x">', "", "outside the project"),
        ('<img src="picture:figure-9" alt="x">', "", "may not load picture:figure-9"),
        ('<img src="picture:figure-1">', "", "no required alt"),
        ('<img src="picture:figure-1" alt="">', "", "no required alt"),
        ('<svg viewBox="0 0 9 9"><path d="M0 0h9z"/></svg>', "", "an <svg> has no <title>"),
        ('<a href="#geese">Geese</a>', "", "No anchor #geese"),
        ('<a href="javascript:alert(1)">Geese</a>', "", "may not link to javascript"),
        ('<a rel="attachment" href="beasts.yaml">Geese</a>', "", "beasts.yaml"),
        ('<link rel="attachment" href="data:,geese">', "", "no attachments"),
        ('<link rel="stylesheet" href="https://example.com/a.css">', "", "nothing from the network"),
        ("<p>日</p>", "", "no font has the character '日' (U+65E5)"),
        (
            "<p>x</p>",
            "p{font-family:Alegria}",
            'no font "Alegria" in templates/fonts (did you mean "Alegreya"?)',
        ),
        ("<p>x</p>", "p{font-family:serif}", "does the stylesheet name a font on html and on @page?"),
        ("<p>x</p>", "p{background:url(http://example.com/a.png)}", "nothing from the network"),
    ],
)
def test_a_book_that_reaches_out_or_lacks_something_is_refused(
    farm: Project, printer: Worker, html: str, style: str, said: str
) -> None:
    with pytest.raises(TemplateError) as caught:
        printer.ask(an_order(farm, html, style=STYLE + style), Book)
    assert str(caught.value).startswith("cards/farm/rulebook.md: ")
    assert said in str(caught.value)


@pytest.mark.slow
def test_a_book_that_kills_the_printer_is_named(farm: Project) -> None:
    with pytest.raises(
        TemplateError, match=r"rulebook\.md: the drawing engine cannot draw it: nested too deeply"
    ):
        printed(an_order(farm, "<div>" * 3000 + "x"))


def test_the_declared_page_is_the_one_that_is_printed(farm: Project) -> None:
    unsized = STYLE.replace("size: 105mm 148mm; ", "")
    made = printed(an_order(farm, style=unsized, page=Size(120, 180)))
    with pikepdf.open(io.BytesIO(made.pdf)) as pdf:
        sizes = {tuple(round(to_mm(float(edge)), 1) for edge in page.mediabox[2:]) for page in pdf.pages}
    assert sizes == {(120, 180)}


def test_a_stylesheet_that_contradicts_the_declared_page_is_told_both_sizes(farm: Project) -> None:
    with pytest.raises(TemplateError, match=r"page 1 is 105 × 148 mm, and .* game.yaml say 148 × 210 mm"):
        printed(an_order(farm, page=Size(148, 210)))
