"""Rules about a PDF file: its page boxes, its paper, its fonts, its size; and what it holds besides pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtool.finding import Finding, Severity
from cardtool.geometry import Box, Size
from cardtool.preflight.subject import ExpectedFile, print_rule
from cardtool.rule_runner import Problem

if TYPE_CHECKING:
    from cardtool.preflight.pdf_structure import PageInfo, PdfExtras, PdfStructure


_BOX_TOLERANCE = 0.01  # mm
_LARGEST_SIDE = 14_400 / 72 * 25.4  # mm; 14 400 points, ISO 32000-1, annex C
_AROUND = {
    "CropBox": ("MediaBox",),
    "BleedBox": ("MediaBox",),
    "TrimBox": ("BleedBox", "MediaBox"),
    "ArtBox": ("MediaBox",),
}


@print_rule("CT713", "page-boxes")
def page_boxes(structure: PdfStructure, expected: ExpectedFile) -> Iterator[Problem]:
    """The boxes of a page lie inside each other: MediaBox, BleedBox, TrimBox.

    The TrimBox is where the card is cut, the BleedBox how far its colour goes, the MediaBox the page. Print
    shops cut by them, and a box that reaches out of the next makes them cut in the wrong place.

    Bad:

        MediaBox 0 0 197 269, TrimBox 0 0 252 324

    Good:

        MediaBox 0 0 197 269, BleedBox 0 0 197 269, TrimBox 8.5 8.5 188.5 260.5

    ISO 32000-2 (14.11.2) tells what each is for. A box that a page does not declare is taken for the one
    around it. A box that is no rectangle of four numbers, or that is empty, is an error too, and so is a
    UserUnit, the measure of all of them, other than 1. What is on such a page is not looked at.
    """
    if structure.lost or not structure.pages:
        damage = f"{structure.lost} of its pages cannot be read" if structure.lost else "it has no page"
        yield expected.page(1), f"the file is damaged: {damage}", "export it again"
    for page in structure.pages:
        problem = next(_box_problems(page), None)
        if problem:
            advice = "export the file again; the boxes lie inside each other: Media, Bleed, Trim"
            yield expected.page(page.number), f"page {page.number}: {problem}", advice


def has_known_size(page: PageInfo) -> bool:
    """Return whether it is known how large a page is shown."""
    shown = [page.boxes[name] for name in ("MediaBox", "CropBox") if name in page.boxes]
    return page.unit == 1 and not any(_box_fault(box) for box in shown)


def check_structure(structure: PdfStructure, expected: ExpectedFile) -> Iterator[Finding]:
    """Yield what is wrong with the boxes, paper, fonts and size of a file; nothing of it is drawn."""
    for rule in (page_boxes, page_size, loose_font, heavy_file):
        yield from rule(structure, expected)


def _box_problems(page: PageInfo) -> Iterator[str]:
    """Yield what is wrong with the boxes of a page, the worst first."""
    if page.unit is None:
        yield "its UserUnit is not a number above 0"
    elif page.unit != 1:
        yield f"its UserUnit is {page.unit:g}; programs that do not know it print the page in another size"
    for name, box in page.boxes.items():
        fault = _box_fault(box)
        if fault:
            yield f"its {name} {fault}"
    for name, around in _AROUND.items():
        inner = page.boxes.get(name)
        for outer_name in around:
            outer = page.boxes.get(outer_name)
            if inner and outer and not outer.contains(inner, _BOX_TOLERANCE):
                yield f"its {name} reaches out of its {outer_name}"


def _box_fault(box: Box | None) -> str:
    """Return why a box is none; empty where it is one."""
    if box is None:
        return "is not a rectangle"
    if box.width < _BOX_TOLERANCE or box.height < _BOX_TOLERANCE:
        return "is empty"
    return f"is {box.size}, more than a PDF can be" if max(box.size) > _LARGEST_SIDE else ""


_PAPER_TOLERANCE = 0.2  # mm; programs round paper to whole points


@print_rule("CT714", "page-size")
def page_size(structure: PdfStructure, expected: ExpectedFile) -> Iterator[Problem]:
    """Every page is as large as the paper it is made for.

    A page of another size is scaled by the printer, or cut off, and the cards come out in the wrong size.

    Bad:

        a page of 210 × 297 mm among sheets for US Letter

    Good:

        every page 215.9 × 279.4 mm, upright or across

    A build knows which paper each of its files is for. Of another file it is known where `--sheet` says so,
    or where the file is called as a build calls it, such as cards-a4-9up.pdf.
    """
    if expected.paper is None:
        return
    for page in structure.pages:
        if not (_is_size(page.size, expected.paper) or _is_size(page.size.turned(), expected.paper)):
            message = f"page {page.number} is {page.size}; {expected.sheet} is {expected.paper}"
            yield expected.page(page.number), message, "build it again, or name its own sheet"


def _is_size(size: Size, paper: Size) -> bool:
    return all(abs(a - b) <= _PAPER_TOLERANCE for a, b in zip(size, paper, strict=True))


@print_rule("CT710", "loose-font")
def loose_font(structure: PdfStructure, expected: ExpectedFile) -> Iterator[Problem]:
    """Every font a file uses is in the file.

    Where a font is missing, whoever prints takes another. Letters change their width, texts run over their
    boxes, and print shops turn the file down.

    Bad:

        a PDF that names Helvetica, and leaves it to each machine what that is

    Good:

        a PDF that brings its fonts along

    What cardtool draws brings its fonts along; the rule is for files from elsewhere, and a guard for our own.
    """
    missing: dict[str, int] = {}
    for font in structure.fonts:
        if not font.embedded:
            missing.setdefault(font.name, font.page)
    for name, page in missing.items():
        message = f"page {page}: the font {name} is not in the file"
        yield (expected.page(page), message, "export the file again, with all its fonts embedded")


_KILOBYTE, _MEGABYTE = 1_000, 1_000_000


@print_rule("CT715", "heavy-file", Severity.WARNING)
def heavy_file(structure: PdfStructure, expected: ExpectedFile) -> Iterator[Problem]:
    """A file is small enough to be sent, and to be opened on a telephone.

    Files are shared by mail and printed in copy shops. What is too large for either is shared less.

    Bad:

        34 MB for five cards, because a picture in each is stored at ten times the size it is printed

    Good:

        art that has 300 dots to the inch where it is printed, photographs among it as JPEG

    What to do is said by what takes most of the file: pictures that keep each pixel, other pictures, or
    drawings and fonts. Opaque photographs in PNG are printed as JPEG by cardtool itself. The budget is 25 MB,
    about what large mail services take; `cardtool preflight --budget 100MB` sets another.
    """
    if structure.length > expected.budget:
        size, most = _format_size(structure.length), _format_size(expected.budget)
        message = f"{expected.name} is {size}; its budget is {most}"
        yield (expected.page(1), message, _lighter(structure))


def _lighter(structure: PdfStructure) -> str:
    """Return what to do about what takes most of the file."""
    if structure.lossless > structure.length / 2:
        return "most of it is pictures that keep each pixel, as PNG does; save photographs as JPEG"
    if structure.lossless + structure.jpegs > structure.length / 2:
        return "most of it is pictures; store them at no more than 300 dots to the inch"
    return "most of it is no pictures but drawings and fonts; draw with fewer lines, in fewer fonts"


def _format_size(length: int) -> str:
    if length < _MEGABYTE // 10:
        return f"{length / _KILOBYTE:.1f} kB"
    return f"{length / _MEGABYTE:.1f} MB"


_MOST_PER_RULE = 20  # of a rule; a file with more has one cause for all of them


def check_extras(extras: PdfExtras, expected: ExpectedFile) -> Iterator[Finding]:
    """Yield what is wrong with what a file holds besides its pages."""
    for rule in (active_content, embedded_file, file_link, changing_layer, locked_file):
        yield from rule(extras, expected)


def _problems(extras: PdfExtras, type: str, expected: ExpectedFile, advice: str) -> Iterator[Problem]:
    """Yield a problem for each extra of this type: at its page, or at the first where none is known."""
    found = [extra for extra in extras.found if extra.type == type]
    for extra in found[:_MOST_PER_RULE]:
        subject = "the file" if extra.page is None else f"page {extra.page}"
        yield expected.page(extra.page or 1), f"{subject} {extra.what}", advice


@print_rule("CT719", "active-content")
def active_content(extras: PdfExtras, expected: ExpectedFile) -> Iterator[Problem]:
    """A PDF to be printed does nothing by itself and takes nothing from outside.

    JavaScript, programs that are started, forms that are sent, and pictures or texts that are fetched from
    another file when a page is shown: a printer ignores them, and the page prints otherwise than it was
    proofed, or a reader obeys them, which is how harm is done by PDFs.

    Bad:

        a PDF that opens with a script, or whose text stands in a file of its own

    Good:

        a PDF whose pages hold all that they show

    The whole file is looked through, also where no page leads. Actions that only move about in the file, and
    links to the web, are no fault.
    """
    advice = "export the file again as a PDF to print, such as PDF/X; open it in no program that runs it"
    yield from _problems(extras, "active", expected, advice)


@print_rule("CT728", "embedded-file", Severity.WARNING)
def embedded_file(extras: PdfExtras, expected: ExpectedFile) -> Iterator[Problem]:
    """A PDF to be printed brings no other files along.

    Attachments, sounds, films and 3D models are not printed. They make a file heavy, and hand on what was
    perhaps not meant for everybody: a working file, a list of names. Print shops turn such files down.

    Bad:

        a PDF with deck.xlsx attached

    Good:

        a PDF that holds only its pages

    Fonts, pictures and colour profiles are parts of pages and are no fault.
    """
    yield from _problems(
        extras, "embedded", expected, "take it out, unless whoever gets the PDF is to have it"
    )


@print_rule("CT729", "file-link", Severity.WARNING)
def file_link(extras: PdfExtras, expected: ExpectedFile) -> Iterator[Problem]:
    """Links lead to places in the file or to the web, and not to files.

    A link to C:\\Users\\me\\rules.docx or file:///home/me leads nowhere on another computer, and tells
    whoever gets the PDF how yours is arranged.

    Bad:

        file:///home/me/farm/rules.html

    Good:

        https://example.com/farm/rules

    http, https and mailto are taken for the web; every other address is told.
    """
    yield from _problems(extras, "link", expected, "link to https:// or take it out")


@print_rule("CT730", "changing-layer", Severity.WARNING)
def changing_layer(extras: PdfExtras, expected: ExpectedFile) -> Iterator[Problem]:
    """What is printed is what is shown.

    A layer of a PDF can be shown and not printed, or printed and not shown, and an action can switch it. What
    was proofed on the screen is then not what comes out.

    Bad:

        a layer "Notes" that is only printed

    Good:

        a PDF without layers, or with layers that are always shown or never

    Overlooked on purpose: layers that are simply off, on the screen as on paper.
    """
    advice = "export the file without layers, with what is to be printed"
    yield from _problems(extras, "layer", expected, advice)


@print_rule("CT731", "locked-file", Severity.WARNING)
def locked_file(extras: PdfExtras, expected: ExpectedFile) -> Iterator[Problem]:
    """A PDF to be printed is not encrypted.

    A file that everybody can open may still forbid to print, to change, or to take it apart; print shops
    cannot lay it on their sheets, and turn it down.

    Bad:

        a PDF saved with a password for changes

    Good:

        the same without a password

    A file that cannot be opened without its password is not looked at at all, and that is said.
    """
    if extras.is_encrypted:
        message = "the file is encrypted, though it opens without a password"
        yield expected.page(1), message, "save it without a password"
