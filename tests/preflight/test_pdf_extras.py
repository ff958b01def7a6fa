"""What a finished file holds besides its pages: each sort of it made, and the finding for it."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pikepdf
import pytest
from faulty_pdfs import filled, found_in, paged
from hypothesis import given, settings
from hypothesis import strategies as st
from law_examples import examples
from pikepdf import Array, Dictionary, Name, Stream, String

from cardtool.errors import ProjectError
from cardtool.preflight.pdf_structure import find_extras, inspect_pdf

Change = Callable[[pikepdf.Pdf], object]


def holding(change: Change, **saving: Any) -> bytes:
    """Two plain pages, and what this puts into the file."""
    with pikepdf.open(io.BytesIO(paged(filled("#f0e0c0"), filled("#f0e0c0")))) as pdf:
        change(pdf)
        out = io.BytesIO()
        pdf.save(out, **saving)
        return out.getvalue()


def said(change: Change) -> list[str]:
    return [f"{each.source.line}: {each.message} [{each.rule.code}]" for each in found_in(holding(change))]


SCRIPT = "<</Type/Action/S/JavaScript/JS(app.alert(1))>>"


def part(text: str) -> Any:
    """A part of a PDF as it stands in the file."""
    return pikepdf.Object.parse(text.encode())


def annotated(text: str) -> Change:
    """Something with these keys on page 2."""

    def change(pdf: pikepdf.Pdf) -> None:
        note = part(f"<</Type/Annot/Rect[0 0 9 9]{text}>>")
        pdf.pages[1].obj.Annots = Array([pdf.make_indirect(note)])

    return change


def rooted(key: str, text: str) -> Change:
    """Something for the whole file."""
    return lambda pdf: pdf.Root.__setitem__(key, part(text))


def opening(action: str) -> Change:
    return rooted("/OpenAction", action)


def paging(pdf: pikepdf.Pdf) -> None:
    pdf.pages[1].obj.AA = part(f"<</O{SCRIPT}>>")


def scripts_by_name(pdf: pikepdf.Pdf) -> None:
    tree = Dictionary(Names=Array([String("go"), pdf.make_indirect(part(SCRIPT))]))
    pdf.Root.Names = Dictionary(JavaScript=tree)


def script_in_a_stream(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=pdf.make_stream(b"app.alert(1)"))


def form_of_xml(pdf: pikepdf.Pdf) -> None:
    pdf.Root.AcroForm = Dictionary(Fields=Array(), XFA=pdf.make_stream(b"<xdp/>"))


def text_from_outside(pdf: pikepdf.Pdf) -> None:
    text = Stream(pdf, b"")
    text["/F"] = String("/etc/passwd")
    pdf.pages[1].obj.Contents = pdf.make_indirect(text)


def picture_from_outside(pdf: pikepdf.Pdf) -> None:
    picture = Stream(pdf, b"", Type=Name.XObject, Subtype=Name.Image, Width=1, Height=1)
    picture["/F"] = Dictionary(Type=Name.Filespec, UF=String("goat.jpg"))
    pdf.pages[0].obj.Resources.XObject = Dictionary(Goat=pdf.make_indirect(picture))


ACTIVE = [
    (opening(SCRIPT), "1: the file holds JavaScript"),
    (scripts_by_name, "1: the file holds JavaScript"),
    (script_in_a_stream, "1: the file holds JavaScript"),
    (
        rooted("/AcroForm", f"<</Fields[<</FT/Tx/T(score)/AA<</K{SCRIPT}>>>>]>>"),
        "1: the file holds JavaScript",
    ),
    (rooted("/Extra", f"[[<</Deep[{SCRIPT}]>>]]"), "1: the file holds JavaScript"),
    (rooted("/AA", f"<</WP{SCRIPT}>>"), "1: the file holds JavaScript"),
    (paging, "2: page 2 holds JavaScript"),
    (annotated(f"/Subtype/Link/A{SCRIPT}"), "2: page 2 holds JavaScript"),
    (annotated(f"/Subtype/Link/AA<</E{SCRIPT}>>"), "2: page 2 holds JavaScript"),
    (
        annotated("/Subtype/Link/A<</S/Launch/F(calc.exe)>>"),
        "2: page 2 starts a program or opens a file (Launch)",
    ),
    (
        annotated("/Subtype/Link/A<</S/SubmitForm/F(http://example.com)>>"),
        "2: page 2 sends a form (SubmitForm)",
    ),
    (opening("<</S/ImportData/F(x.fdf)>>"), "1: the file reads data from another file (ImportData)"),
    (form_of_xml, "1: the file holds a form that is a program (XFA)"),
    (text_from_outside, '2: page 2 takes what it shows from another file, "/etc/passwd"'),
    (picture_from_outside, '1: the file takes what it shows from another file, "goat.jpg"'),
]


@pytest.mark.parametrize(("change", "finding"), ACTIVE)
def test_what_acts_by_itself_is_an_error(change: Change, finding: str) -> None:
    assert said(change) == [f"{finding} [CT719]"]


def attached(pdf: pikepdf.Pdf) -> None:
    pdf.attachments["goats.xlsx"] = b"goats"


def associated(pdf: pikepdf.Pdf) -> None:
    inside = Dictionary(F=pdf.make_indirect(Stream(pdf, b"goats", Type=Name.EmbeddedFile)))
    pdf.Root.AF = Array([Dictionary(Type=Name.Filespec, F=String("g.csv"), UF=String("gö.csv"), EF=inside)])


def pinned(pdf: pikepdf.Pdf) -> None:
    associated(pdf)
    annotated("/Subtype/FileAttachment")(pdf)
    pdf.pages[1].obj.Annots[0].FS = pdf.Root.AF[0]
    del pdf.Root.AF


EMBEDDED = [
    (attached, ['1: the file brings a file along, "goats.xlsx"']),
    (associated, ['1: the file brings a file along, "gö.csv"']),
    (pinned, ["2: page 2 has a file attached", '2: page 2 brings a file along, "gö.csv"']),
    (annotated("/Subtype/RichMedia"), ["2: page 2 holds media (RichMedia)"]),
    (annotated("/Subtype/3D"), ["2: page 2 holds a 3D model"]),
    (annotated("/Subtype/Movie"), ["2: page 2 holds a film"]),
    (annotated("/Subtype/Sound"), ["2: page 2 holds a sound"]),
    (annotated("/Subtype/Screen/A<</S/Rendition>>"), ["holds media", "plays media (Rendition)"]),
]


@pytest.mark.parametrize(("change", "findings"), EMBEDDED)
def test_files_and_media_inside_are_a_warning(change: Change, findings: list[str]) -> None:
    told = said(change)
    assert len(told) == len(findings)
    assert all(any(finding in each and each.endswith("[CT728]") for each in told) for finding in findings)


def to(address: str) -> Change:
    hexed = address.encode().hex()
    return annotated(f"/Subtype/Link/A<</S/URI/URI<{hexed}>>>")


@pytest.mark.parametrize("address", ["file:///home/me/x.html", "C:\\x.exe", "javascript:x()", "x.html", ""])
def test_a_link_to_a_file_is_a_warning(address: str) -> None:
    assert said(to(address)) == [f'2: page 2 leads to "{address}" [CT729]']


def test_a_link_into_another_pdf_is_a_warning() -> None:
    change = annotated("/Subtype/Link/A<</S/GoToR/F<</Type/Filespec/F(other.pdf)>>/D[0]>>")
    assert said(change) == ['2: page 2 leads to another file, "other.pdf" [CT729]']


@pytest.mark.parametrize(
    "address", ["https://example.com/a", "HTTP://example.com", "mailto:goat@example.com"]
)
def test_a_link_to_the_web_is_no_fault(address: str) -> None:
    assert said(to(address)) == []


def test_moving_about_in_the_file_is_no_fault() -> None:
    assert said(opening("<</S/GoTo/D[0/Fit]>>")) == []
    assert said(annotated("/Subtype/Link/A<</S/Named/N/NextPage>>")) == []


def layered(usage: str, usual: str = "") -> Change:
    """A layer that says this of its use; LAYER stands for it in what the file says."""

    def change(pdf: pikepdf.Pdf) -> None:
        layer = pdf.make_indirect(part(f"<</Type/OCG/Name(Notes)/Usage<<{usage}>>>>"))
        own = {key: Array([layer]) for key in ("/ON", "/OFF") if f"{key}[LAYER]" in usual}
        shown = part(f"<<{usual.replace('/ON[LAYER]', '').replace('/OFF[LAYER]', '')}>>")
        for key, layers in own.items():
            shown[key] = layers
        pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=shown)

    return change


PRINTED, UNPRINTED = "/Print<</PrintState/ON>>", "/Print<</PrintState/OFF>>"


@pytest.mark.parametrize(
    ("change", "how"),
    [
        (layered(PRINTED, "/OFF[LAYER]"), "printed and not shown"),
        (layered(PRINTED, "/BaseState/OFF"), "printed and not shown"),
        (layered(f"{PRINTED}/View<</ViewState/OFF>>"), "printed and not shown"),
        (layered(UNPRINTED), "shown and not printed"),
        (layered(UNPRINTED, "/BaseState/OFF/ON[LAYER]"), "shown and not printed"),
    ],
)
def test_a_layer_that_prints_otherwise_than_it_is_shown_is_a_warning(change: Change, how: str) -> None:
    assert said(change) == [f'1: the file has a layer, "Notes", that is {how} [CT730]']


@pytest.mark.parametrize(
    "change", [layered(""), layered("", "/OFF[LAYER]"), layered(PRINTED), layered(UNPRINTED, "/OFF[LAYER]")]
)
def test_a_layer_that_is_printed_as_it_is_shown_is_no_fault(change: Change) -> None:
    assert said(change) == []


def test_an_encrypted_file_that_opens_is_a_warning_and_looked_through() -> None:
    locked = holding(opening(SCRIPT), encryption=pikepdf.Encryption(owner="goat", user=""))
    found = found_in(locked)
    assert [(each.rule.code, each.severity) for each in found] == [("CT719", "error"), ("CT731", "warning")]


def test_a_file_that_needs_its_password_is_an_error_in_words() -> None:
    locked = holding(opening(SCRIPT), encryption=pikepdf.Encryption(owner="goat", user="hen"))
    with pytest.raises(ProjectError, match="locked with a password"):
        found_in(locked)


def test_what_a_file_is_full_of_is_told_at_most_twenty_times() -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        notes = (f"<</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(file:{n})>>>>" for n in range(300))
        pdf.pages[0].obj.Annots = part(f"[{''.join(notes)}]")

    assert len(said(change)) == 20


def test_names_that_are_not_utf_8_hide_nothing() -> None:
    content = holding(rooted("/Extra", f"<</Gr#fcn<</A{SCRIPT}>>>>"))
    assert b"#fcn" in content.lower()
    assert "CT719" in [each.rule.code for each in found_in(content)]


DAMAGE = (b"null", b"/JS", b"(\xfe\xff\xd8)", b"[", b"<<", b">>", b"3 0 R", b"9" * 40, b"/F", b"\xfc", b"/S")
DAMAGED = holding(annotated(f"/Subtype/Link/A{SCRIPT}"), object_stream_mode=pikepdf.ObjectStreamMode.disable)


@given(st.lists(st.tuples(st.integers(0, 3000), st.sampled_from(DAMAGE)), min_size=1, max_size=4))
@settings(max_examples=examples(60), deadline=None)
def test_damage_is_a_finding_or_an_error_in_words(damage: list[tuple[int, bytes]]) -> None:
    content = DAMAGED
    for place, change in damage:
        content = content[:place] + change + content[place + len(change) :]
    try:
        inspect_pdf(content, "farm.pdf")
        find_extras(content, "farm.pdf")
    except ProjectError as error:
        damaged = str(error)
    else:
        damaged = "farm.pdf: a PDF"
    assert damaged.startswith("farm.pdf: ")
