"""Rules about what a PDF holds besides its pages: scripts, files, links, switched layers, encryption."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtool.finding import Finding, Rule, Severity
from cardtool.preflight.subject import ExpectedFile
from cardtool.rule_runner import rule_from_module

if TYPE_CHECKING:
    from cardtool.preflight.pdf_extras import PdfExtras

_MOST_PER_RULE = 20  # of a rule; a file with more has one cause for all of them


def extras_findings(
    rule: Rule, holdings: PdfExtras, sort: str, expected: ExpectedFile, advice: str
) -> Iterator[Finding]:
    """Yield a finding for each thing of this sort: at its page, or at the first where none is known."""
    found = [thing for thing in holdings.things if thing.sort == sort]
    for thing in found[:_MOST_PER_RULE]:
        who = "the file" if thing.page is None else f"page {thing.page}"
        yield rule.found(expected.page(thing.page or 1), f"{who} {thing.what}", advice)


_ACTIVE_ADVICE = "export the file again as a PDF to print, such as PDF/X; open it in no program that runs it"


def check_active_content(holdings: PdfExtras, expected: ExpectedFile) -> Iterator[Finding]:
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
    yield from extras_findings(ACTIVE_CONTENT, holdings, "active", expected, _ACTIVE_ADVICE)


ACTIVE_CONTENT = rule_from_module(check_active_content, "CT719", "active-content")


_EMBEDDED_ADVICE = "take it out, unless whoever gets the PDF is to have it"


def check_embedded_file(holdings: PdfExtras, expected: ExpectedFile) -> Iterator[Finding]:
    """A PDF to be printed brings no other files along.

    Attachments, sounds, films and 3D models are not printed. They make a file heavy, and hand on what was
    perhaps not meant for everybody: a working file, a list of names. Print shops turn such files down.

    Bad:

        a PDF with deck.xlsx attached

    Good:

        a PDF that holds only its pages

    Fonts, pictures and colour profiles are parts of pages and are no fault.
    """
    yield from extras_findings(EMBEDDED_FILE, holdings, "embedded", expected, _EMBEDDED_ADVICE)


EMBEDDED_FILE = rule_from_module(check_embedded_file, "CT728", "embedded-file", Severity.WARNING)


_LINK_ADVICE = "link to https:// or take it out"


def check_file_link(holdings: PdfExtras, expected: ExpectedFile) -> Iterator[Finding]:
    """Links lead to places in the file or to the web, and not to files.

    A link to C:\\Users\\me\\rules.docx or file:///home/me leads nowhere on another computer, and tells
    whoever gets the PDF how yours is arranged.

    Bad:

        file:///home/me/farm/rules.html

    Good:

        https://example.com/farm/rules

    http, https and mailto are taken for the web; every other address is told.
    """
    yield from extras_findings(FILE_LINK, holdings, "link", expected, _LINK_ADVICE)


FILE_LINK = rule_from_module(check_file_link, "CT729", "file-link", Severity.WARNING)


_LAYER_ADVICE = "export the file without layers, with what is to be printed"


def check_changing_layer(holdings: PdfExtras, expected: ExpectedFile) -> Iterator[Finding]:
    """What is printed is what is shown.

    A layer of a PDF can be shown and not printed, or printed and not shown, and an action can switch it. What
    was proofed on the screen is then not what comes out.

    Bad:

        a layer "Notes" that is only printed

    Good:

        a PDF without layers, or with layers that are always shown or never

    Overlooked on purpose: layers that are simply off, on the screen as on paper.
    """
    yield from extras_findings(CHANGING_LAYER, holdings, "layer", expected, _LAYER_ADVICE)


CHANGING_LAYER = rule_from_module(check_changing_layer, "CT730", "changing-layer", Severity.WARNING)


def check_locked_file(holdings: PdfExtras, expected: ExpectedFile) -> Iterator[Finding]:
    """A PDF to be printed is not encrypted.

    A file that everybody can open may still forbid to print, to change, or to take it apart; print shops
    cannot lay it on their sheets, and turn it down.

    Bad:

        a PDF saved with a password for changes

    Good:

        the same without a password

    A file that cannot be opened without its password is not looked at at all, and that is said.
    """
    if holdings.is_encrypted:
        message = "the file is encrypted, though it opens without a password"
        yield LOCKED_FILE.found(expected.page(1), message, "save it without a password")


LOCKED_FILE = rule_from_module(check_locked_file, "CT731", "locked-file", Severity.WARNING)
