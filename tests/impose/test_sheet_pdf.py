"""The PDF a designer prints: its pages, boxes, wishes and words."""

from __future__ import annotations

import io
import time

import pikepdf
import pypdfium2
import pytest
from print_fixtures import (
    LETTER,
    POKER,
    SHIPPED,
    a_deck,
    a_sheet,
    drawn,
    is_a,
    opened,
    plan_pages,
    printed,
    sheets_pdf,
    sizes,
    texts,
)

from cardtool.geometry import Box, Size
from cardtool.impose.write.pdf import PageFile, new_document
from cardtool.model import Backs, FacePages
from cardtool.units import to_mm, to_pt


@pytest.fixture(scope="module")
def deck():
    return a_deck(120)


@pytest.fixture(scope="module")
def faces(deck):
    return drawn(deck)


@pytest.fixture(scope="module")
def pdf(deck, faces):
    return printed(deck, SHIPPED["a4-9up"], faces)


def test_120_cards_on_a4_are_28_pages_of_a4(pdf):
    assert sizes(pdf) == [(0, 0, 210, 297)] * 28


def test_every_box_of_a_sheet_is_the_paper(pdf):
    for page in opened(pdf).pages:
        assert page.obj.TrimBox == page.obj.BleedBox == page.obj.MediaBox


def test_each_page_of_fronts_is_followed_by_its_backs(pdf):
    pages = texts(pdf)
    for number, page in enumerate(pages):
        side, first = ("back" if number % 2 else "front"), number // 2 * 9 + 1
        for n in range(first, min(first + 9, 121)):
            assert f"beast-{n}-{side}" in page


def test_every_page_says_what_it_is(pdf):
    for number, text in enumerate(texts(pdf), 1):
        assert "Farm 1.0 · a4-9up" in text
        assert f"{'Front' if number % 2 else 'Back'}, page {number} of 28" in text
        assert "50 mm" in text


def test_the_pdf_asks_to_be_printed_at_its_true_size(pdf):
    document = opened(pdf)
    assert document.Root.ViewerPreferences.PrintScaling == "/None"
    assert document.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
    assert str(document.Root.Lang) == "en"


@pytest.mark.parametrize(
    ("backs", "wish"),
    [(Backs.NONE, "/Simplex"), (Backs.SHORT_EDGE, "/DuplexFlipShortEdge")],
)
def test_the_printer_is_told_which_edge(backs, wish):
    document = opened(printed(a_deck(1), a_sheet(), backs=backs))
    assert document.Root.ViewerPreferences.Duplex == wish


def test_the_pdf_has_a_title_and_no_date(pdf):
    document = opened(pdf)
    assert dict(document.docinfo).keys() == {"/Title", "/Producer"}
    assert str(document.docinfo.Title) == "Farm 1.0: A4, nine cards"
    assert document.open_metadata()["dc:title"] == "Farm 1.0: A4, nine cards"
    assert b"Date" not in document.Root.Metadata.read_bytes()


def test_the_same_cards_make_the_same_bytes(deck, faces, pdf):
    assert printed(deck, SHIPPED["a4-9up"], faces) == pdf


def test_the_pdf_has_no_faults(pdf):
    assert opened(pdf).check_pdf_syntax() == []


def test_the_small_print_is_set_in_an_embedded_font(pdf):
    document = opened(pdf)
    fonts = [obj for obj in document.objects if is_a(obj, "/Font")]
    ours = [font for font in fonts if "AlegreyaSans" in str(font.BaseFont)]
    assert len(ours) == 1
    assert "/FontFile2" in ours[0].FontDescriptor


def test_copies_cost_next_to_nothing():
    card = a_deck(1)[0]
    faces = drawn([card])
    once, often = (printed([card] * copies, a_sheet(), faces) for copies in (1, 90))
    document = opened(often)
    forms = [obj for obj in document.objects if is_a(obj, "/XObject")]
    assert len(forms) == 2 + 2  # front and back, and the frame of each side
    assert len(often) < len(once) + 20 * 400  # 20 pages of a few lines each


def test_bleed_is_drawn_at_its_true_size():
    card = a_deck(1, Size(40, 60), bleed=5)[0]
    document = opened(printed([card], a_sheet(1, 1, bleed=5), drawn([card])))
    front = document.pages[0]
    form = front.obj.Resources.XObject["/C1"]
    assert [to_mm(float(edge)) for edge in form.BBox] == pytest.approx([0, 0, 50, 70], abs=0.01)
    assert b"q 226.7717 321.7323 141.7323 198.4252 re" in front.Contents[0].read_bytes()  # 50 × 70 mm


def test_words_stand_where_the_card_does():
    document = pypdfium2.PdfDocument(printed(a_deck(9), SHIPPED["a4-9up"]))
    page = document[0].get_textpage()
    index, _ = page.search("beast-6-front").get_next()
    left, bottom, *_ = map(to_mm, page.get_charbox(index))
    sixth = Box(9.75 + 2 * 63.5, 15.15 + 88.9, *POKER)
    assert sixth.left <= left <= sixth.left + 1
    assert 297 - bottom == pytest.approx(sixth.centre.y, abs=1)


def test_faces_may_come_from_many_documents_and_in_several_sizes():
    cards = [*a_deck(7), *a_deck(5, Size(44, 68), kind="token")]
    pages = texts(printed(cards, a_sheet(), drawn(cards, batch=3), backs=Backs.NONE))
    assert "beast-7-front" in pages[0]
    assert "token-5-front" in pages[1]


def test_pages_that_share_their_content_stay_themselves():
    """Two pages with one content stream and different fonts must not get each other's resources."""
    cards = a_deck(2)
    faces = drawn(cards[:1])
    source = opened(faces.documents[0])
    source.pages.append(source.pages[0])
    source.pages[-1].obj.Resources = pikepdf.Dictionary(ProcSet=pikepdf.Array([pikepdf.Name.PDF]))
    source.pages[0].obj.Contents = pikepdf.Array([source.pages[0].Contents])
    out = io.BytesIO()
    source.save(out)
    ref = faces.pages[cards[0].front]
    twins = FacePages(
        (out.getvalue(),), {cards[0].front: ref, cards[1].front: ref._replace(page=len(source.pages) - 1)}
    )
    document = opened(printed(cards, a_sheet(), twins, backs=Backs.NONE))
    forms = document.pages[0].obj.Resources.XObject
    assert "/Font" in forms["/C1"].Resources
    assert "/Font" not in forms["/C2"].Resources


def test_no_cards_make_a_pdf_without_pages():
    sheet = a_sheet(paper=LETTER)
    empty = sheets_pdf((), FacePages((), {}), sheet)
    assert len(opened(empty).pages) == 0


def test_the_ruler_is_as_long_as_it_says():
    sheet, fine = a_sheet(ruler=50), 20  # pixels to a millimetre
    box = plan_pages(a_deck(1), sheet)[0].frame.corners.ruler
    assert box is not None
    page = pypdfium2.PdfDocument(printed(a_deck(1), sheet))[0]
    image = page.render(scale=fine / to_pt(1)).to_pil().convert("L")
    band = image.crop(tuple(round(edge * fine) for edge in (0, box.top, 100, box.bottom)))
    rows = ([x for x in range(band.width) if band.getpixel((x, y)) < 128] for y in range(band.height))
    line = max(rows, key=len)
    assert (line[-1] - line[0]) / fine == pytest.approx(50, abs=0.15)
    assert line[0] / fine == pytest.approx(box.left, abs=0.1)


class Asked(list[bytes]):
    """Documents of faces that note which of them were asked for."""

    def __init__(self, documents):
        super().__init__(documents)
        self.numbers: list[int] = []

    def __getitem__(self, number):
        self.numbers.append(number)
        return super().__getitem__(number)


def test_a_document_of_faces_is_opened_once_though_its_faces_come_again(deck):
    cards = [*deck[:40], *deck[:40]]
    faces = drawn(deck[:40], batch=7)
    asked = Asked(faces.documents)
    pdf = printed(cards, SHIPPED["a4-9up"], FacePages(asked, faces.pages))
    assert sorted(asked.numbers) == list(range(len(faces.documents)))
    assert "beast-40" in " ".join(texts(pdf))
    written = opened(pdf)
    forms = {
        form.objgen: form
        for page in written.pages
        for name, form in page.resources.XObject.items()
        if name.startswith("/C")
    }
    fonts = {font.objgen for form in forms.values() for font in form.Resources.Font.as_dict().values()}
    assert (len(forms), len(fonts)) == (80, len(faces.documents))


def test_eight_times_the_pages_take_no_more_than_some_eight_times_the_time():
    """What a library counts in one call, calls do not tell; so the least of three times is taken."""

    def filled(pages: int) -> tuple[float, bytes]:
        out = io.BytesIO()
        file, started = PageFile(out), time.process_time()
        for number in range(pages):
            file.add_page(Size(210, 297), [f"0 0 {number} 1 re f"], {})
        file.finish_document(new_document("Farm", "en"))
        return time.process_time() - started, out.getvalue()

    def seconds(pages: int) -> float:
        tries = [filled(pages) for _ in range(3)]
        assert len(opened(tries[-1][1]).pages) == pages
        return min(spent for spent, _ in tries)

    assert seconds(8000) < 16 * seconds(1000)
