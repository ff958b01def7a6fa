"""A PDF that says what it is and nothing about when it was made: same input, same bytes."""

from __future__ import annotations

import io

import pikepdf
from pikepdf import Dictionary, Name, Pdf

from cardtool import __version__

__all__ = ["new_document", "number", "saved"]

PRODUCER = f"cardtool {__version__}"


def new_document(title: str, language: str, *, duplex: str | None = "Simplex") -> Pdf:
    """An empty document that asks to be printed at its true size.

    `language` is a BCP 47 tag; `duplex` a value of ISO 32000-2, table 147, or None
    where some pages are to be printed on both sides and some are not.
    """
    pdf = Pdf.new()
    pdf.Root.Lang = pikepdf.String(language)
    pdf.Root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"), DisplayDocTitle=True)
    if duplex:
        pdf.Root.ViewerPreferences.Duplex = Name(f"/{duplex}")
    with pdf.open_metadata(set_pikepdf_as_editor=False) as meta:
        meta["dc:title"] = title
        meta["dc:language"] = {language}
        meta["pdf:Producer"] = PRODUCER
    pdf.docinfo = pdf.make_indirect(Dictionary(Title=title, Producer=PRODUCER))
    return pdf


def saved(pdf: Pdf) -> bytes:
    """The document's bytes, small and the same on every run."""
    out = io.BytesIO()
    pdf.save(
        out,
        min_version="1.7",  # /Duplex
        compress_streams=True,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
        deterministic_id=True,
    )
    return out.getvalue()


def number(points: float) -> str:
    """A number in a content stream: a ten-thousandth of a point is finer than any printer."""
    text = f"{points:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
