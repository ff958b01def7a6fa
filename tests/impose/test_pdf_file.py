"""A PDF that is written object by object is one that others can read, and never holds what it has written."""

from __future__ import annotations

import io
import tracemalloc
from collections import Counter

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_process import in_own_process
from pikepdf import Array, Dictionary, Name, Pdf, Stream
from print_fixtures import FONT, LETTER, a_deck, a_sheet, drawn, opened, plan_pages, sheets_pdf

from cardtool.impose.write import sheets
from cardtool.impose.write.pdf import ObjectCopier, PageFile, PdfFile, new_document

VALUES = st.recursive(
    st.integers(-(10**9), 10**9)
    | st.booleans()
    | st.decimals(-1000, 1000, places=4)
    | st.binary(max_size=8).map(pikepdf.String)
    | st.sampled_from(["/A", "/B C", "/#(", "/é"]).map(Name),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["/K", "/L M"]), inner),
    max_leaves=12,
)


def read_back(file: PdfFile, out: io.BytesIO, entries: bytes = b"") -> Pdf:
    """The file as it is read, with these entries in its root."""
    pages = file.add(b"<</Type/Pages/Count 0/Kids[]>>")
    root = file.add(b"<</Type/Catalog/Pages %d 0 R%b>>" % (pages, entries))
    file.finish(root, root)
    return Pdf.open(io.BytesIO(out.getvalue()))


def is_copied(value: object) -> bool:
    """Whether a value is read as it was from a file that it was copied into."""
    source, out = Pdf.new(), io.BytesIO()
    source.Root.Value = value
    file = PdfFile(out)
    number = ObjectCopier(file).number(source.make_indirect(Dictionary(Value=source.Root.Value)))
    pdf = read_back(file, out, b"/Copied %d 0 R" % number)
    return bool(pdf.Root.Copied.get("/Value") == source.Root.get("/Value"))


@given(VALUES)
def test_a_value_is_copied_as_it_is(value: object) -> None:
    assert is_copied(value)


def test_what_refers_to_itself_and_what_is_the_same_is_copied_once() -> None:
    source, out = Pdf.new(), io.BytesIO()
    loop = source.make_indirect(Dictionary(Content=Stream(source, b"twice " * 50)))
    loop.Self = loop
    file = PdfFile(out)
    copier = ObjectCopier(file)
    (number,) = {copier.number(loop), copier.number(loop.Self), copier.number(loop)}
    pdf = read_back(file, out, b"/Loop %d 0 R" % number)
    found = pdf.Root.Loop
    assert found.Self.objgen == found.objgen
    assert found.Content.read_bytes() == b"twice " * 50
    assert found.Content.Filter == Name.FlateDecode


@pytest.mark.parametrize("count", [0, 1, 99, 100, 101, 350])
def test_every_object_is_found_by_its_number(count: int) -> None:
    out = io.BytesIO()
    file = PdfFile(out)
    numbers = [file.add(b"(%d)" % each) for each in range(count)]
    streams = [file.add_stream(b"", b"%d" % each) for each in range(3)]
    pdf = read_back(file, out)
    assert [str(pdf.get_object(number, 0)) for number in numbers] == [str(each) for each in range(count)]
    assert [pdf.get_object(number, 0).read_bytes() for number in streams] == [b"0", b"1", b"2"]
    assert pdf.get_warnings() == []


def test_a_sheet_of_paper_is_as_pikepdf_would_write_it() -> None:
    out = io.BytesIO()
    file = PageFile(out)
    file.add_page(LETTER, ["0 0 m"], {})
    file.finish_document(new_document("Farm", "de", duplex="DuplexFlipLongEdge"))
    pdf = Pdf.open(io.BytesIO(out.getvalue()))
    assert pdf.Root.Lang == "de"
    assert pdf.Root.ViewerPreferences.Duplex == Name.DuplexFlipLongEdge
    assert pdf.docinfo.Title == "Farm"
    (page,) = pdf.pages
    assert page.mediabox == page.trimbox == page.obj.BleedBox == Array([0, 0, 612, 792])
    assert pdf.check_pdf_syntax() == []


def test_pages_that_look_alike_share_what_draws_them() -> None:
    out = io.BytesIO()
    file = PageFile(out)
    for number in range(250):
        file.add_page(LETTER, ["0 0 m", f"{number % 2} 9 l S"], {}, own=f"{number} w")
    file.add_page(LETTER, ["0 0 m", "1 9 l S"], {})
    file.finish_document(new_document("Farm", "en"))
    pdf = Pdf.open(io.BytesIO(out.getvalue()))
    *numbered, plain = pdf.pages
    for number, page in enumerate(numbered):
        alike, own = (stream.read_bytes() for stream in page.Contents)
        assert (alike, own) == (f"0 0 m\n{number % 2} 9 l S".encode(), f"{number} w".encode())
    assert {page.Contents[0].objgen for page in numbered[1::2]} == {plain.Contents.objgen}


def test_a_face_is_in_the_file_once_and_so_is_what_faces_share() -> None:
    cards = a_deck(20)
    sheet = a_sheet()
    pdf = opened(sheets_pdf(plan_pages([*cards, *cards], sheet), drawn(cards), sheet))
    sorts = Counter(str(each.get("/Subtype", "")) for each in pdf.objects if isinstance(each, Stream))
    assert sorts["/Form"] == len({face for card in cards for face in (card.front, card.back)}) + 2  # frames


def test_memory_does_not_grow_with_the_sheets() -> None:
    few, many = (in_own_process(peak_of_writing, count) for count in (100, 400))
    assert many < few + 400_000


def peak_of_writing(count: int) -> int:
    """The most bytes that Python held while sheets of so many cards were written, less what was given."""
    cards, sheet = a_deck(count), a_sheet()
    pages, faces = plan_pages(cards, sheet), drawn(cards)
    tracemalloc.start()
    with open("/dev/null", "wb") as out:
        sheets.write_sheets(out, pages, faces, title="Farm", version="1", sheet=sheet, font=FONT)
    return tracemalloc.get_traced_memory()[1]


def test_pages_of_a_document_become_forms_of_their_own_size_and_transparency() -> None:
    source, out = Pdf.new(), io.BytesIO()
    group = Dictionary(Type=Name.Group, S=Name.Transparency)
    for width, look in [(10, {}), (20, {}), (10, {"Group": group}), (10, {})]:
        content = Stream(source, b"%d w" % width)
        page = Dictionary(Type=Name.Page, MediaBox=[0, 0, width, 5], Contents=content, Resources={}, **look)
        source.pages.append(pikepdf.Page(source.make_indirect(page)))
    source.save(out)
    written = io.BytesIO()
    file = PageFile(written)
    forms = file.forms_of(out.getvalue())
    file.add_page(LETTER, [], {f"/F{number}": form for number, form in enumerate(forms)})
    file.finish_document(new_document("Farm", "en"))
    pdf = Pdf.open(written)
    found = [pdf.pages[0].resources.XObject[f"/F{number}"] for number in range(4)]
    assert [form.BBox for form in found] == [Array([0, 0, width, 5]) for width in (10, 20, 10, 10)]
    assert [(form.size.width, form.middle.x) for form in forms] == [(10, 5), (20, 10), (10, 5), (10, 5)]
    assert [form.get("/Group") is not None for form in found] == [False, False, True, False]
    assert [form.read_bytes() for form in found] == [b"%d w" % width for width in (10, 20, 10, 10)]
