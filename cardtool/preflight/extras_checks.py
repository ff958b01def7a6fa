"""Rules about what a PDF holds besides its pages: scripts, files, links, switched layers, encryption."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtool.finding import Finding, Severity
from cardtool.preflight.subject import ExpectedFile, print_rule
from cardtool.rule_runner import Problem

if TYPE_CHECKING:
    from cardtool.preflight.pdf_extras import PdfExtras

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
