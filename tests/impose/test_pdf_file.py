"""A PDF that is written object by object is one that others can read, and never holds what it has written."""

from __future__ import annotations

import errno
import io
import random
import tracemalloc
from collections import Counter
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_process import in_own_process
from pikepdf import Array, Dictionary, Name, Pdf, Stream
from print_fixtures import FONT, LETTER, a_deck, a_sheet, drawn, opened, plan_pages, sheets_pdf

from cardtool.impose.write import pdf_file, sheets
from cardtool.impose.write.pdf import new_document
from cardtool.impose.write.pdf_file import ObjectReader, ObjectWriter, PageFile, PdfFile
from cardtool.project import CACHE, cache_folder

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
    file, reader = PdfFile(out), ObjectReader()
    place = reader.place(source.make_indirect(Dictionary(Value=source.Root.Value)))
    number = ObjectWriter(file, reader.objects).number(place)
    pdf = read_back(file, out, b"/Copied %d 0 R" % number)
    return bool(pdf.Root.Copied.get("/Value") == source.Root.get("/Value"))


@given(VALUES)
def test_a_value_is_copied_as_it_is(value: object) -> None:
    assert is_copied(value)


def test_what_refers_to_itself_and_what_is_the_same_is_copied_once() -> None:
    source, out = Pdf.new(), io.BytesIO()
    loop = source.make_indirect(Dictionary(Content=Stream(source, b"twice " * 50)))
    loop.Self = loop
    file, reader = PdfFile(out), ObjectReader()
    places = {reader.place(loop), reader.place(loop.Self), reader.place(loop)}
    writer = ObjectWriter(file, reader.objects)
    (number,) = {writer.number(place) for place in (*places, *places)}
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
    file.add_page(LETTER, ["0 0 m"], {}, {})
    file.finish(new_document("Farm", "de", duplex="DuplexFlipLongEdge"))
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
        file.add_page(LETTER, ["0 0 m", f"{number % 2} 9 l S"], {}, {}, f"{number} w")
    file.add_page(LETTER, ["0 0 m", "1 9 l S"], {}, {})
    file.finish(new_document("Farm", "en"))
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


@pytest.fixture
def _nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path))


pytestmark = pytest.mark.usefixtures("_nothing_is_kept")


def forms_kept() -> list[Path]:
    return sorted((cache_folder() / "forms").glob("*"))


def some_sheets() -> bytes:
    cards = a_deck(20)
    sheet = a_sheet()
    return sheets_pdf(plan_pages(cards, sheet), drawn(cards), sheet)


def test_sheets_are_the_same_when_forms_are_in_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    first = some_sheets()
    assert len(forms_kept()) == 1
    monkeypatch.setattr(pdf_file, "read_forms", None)  # is not called again
    assert some_sheets() == first


def test_sheets_are_the_same_where_documents_are_too_large_to_be_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = some_sheets()
    (entry,) = forms_kept()
    entry.unlink()
    monkeypatch.setattr(pdf_file, "_LARGEST_ENTRY", 10)
    assert some_sheets() == first
    assert forms_kept() == []


@pytest.mark.parametrize("seed", range(8))
def test_sheets_are_the_same_whatever_befell_the_cache(seed: int) -> None:
    chance, first = random.Random(seed), some_sheets()
    (entry,) = forms_kept()
    content = bytearray(entry.read_bytes())
    for _ in range(chance.randint(1, 9)):
        content[chance.randrange(len(content))] ^= chance.randint(1, 255)
    entry.write_bytes(content[: chance.choice((len(content), chance.randrange(len(content))))])
    assert some_sheets() == first
    assert some_sheets() == first


def test_sheets_are_written_though_the_disk_of_the_cache_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr("cardtool.signed_cache.os.replace", no_room)
        first = some_sheets()
    assert forms_kept() == []
    assert some_sheets() == first


@pytest.mark.parametrize("taken", [None, 0, 100])
def test_sheets_are_the_same_where_the_disk_takes_no_document(
    taken: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = some_sheets()
    for entry in forms_kept():
        entry.unlink()

    class FullDisk(io.BytesIO):
        def write(self, content: Any) -> int:
            return taken or 0

    def full_disk(**_: object) -> FullDisk:
        if taken is None:
            raise OSError(errno.ENOSPC, "No space left on device")
        return FullDisk()

    monkeypatch.setattr(pdf_file, "TemporaryFile", full_disk)
    assert some_sheets() == first


def test_pages_of_a_document_become_forms_of_their_own_size_and_transparency() -> None:
    source, out = Pdf.new(), io.BytesIO()
    group = Dictionary(Type=Name.Group, S=Name.Transparency)
    for width, look in [(10, {}), (20, {}), (10, {"Group": group}), (10, {})]:
        content = Stream(source, b"%d w" % width)
        page = Dictionary(Type=Name.Page, MediaBox=[0, 0, width, 5], Contents=content, Resources={}, **look)
        source.pages.append(pikepdf.Page(source.make_indirect(page)))
    source.save(out)
    forms = pdf_file.read_forms(out.getvalue())
    assert [forms.pages[number].box for number in range(4)] == [
        (0, 0, width, 5) for width in (10, 20, 10, 10)
    ]
    texts = [b"".join(forms.objects[forms.pages[number].place].texts) for number in range(4)]
    assert [b"/Transparency" in text for text in texts] == [False, False, True, False]
    assert texts[0] == texts[3] != texts[1]
