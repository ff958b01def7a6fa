"""What makes a PDF of faces a file for a press: the profile its inks are meant for, and its standard.

PDF/X-1a:2003 (ISO 15930-4) has inks alone and nothing that lets through what is below; PDF/X-4 (ISO 15930-7)
may. No free program validates either: what is promised is what stands here.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from enum import StrEnum

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream
from pikepdf.models.metadata import PdfMetadata

from cardtool.impose.write.pdf import pdf_number
from cardtool.model import CmykFace, Face, FacePages, PageRef


class PressStandard(StrEnum):
    """Which standard a file for a press follows."""

    X1A = "x-1a"
    X4 = "x-4"

    @property
    def called(self) -> str:
        """What it is called in full."""
        return "PDF/X-1a:2003" if self is PressStandard.X1A else "PDF/X-4"


_VERSIONS = {PressStandard.X1A: "1.4", PressStandard.X4: "1.6"}
_A_DATE = "20000101000000Z"  # the standards want one, and a file of ours knows no clock
_XMP_DATE = "2000-01-01T00:00:00Z"
_PDF_X = "http://www.npes.org/pdfx/ns/id/"
_KEPT_ROOT_KEYS = ("/Type", "/Pages", "/Metadata", "/Lang")


def press_file(content: bytes, standard: PressStandard, icc: bytes, press: str) -> bytes:
    """Return a PDF of faces in inks as a file for a press; `icc` is its profile, and `press` its name."""
    with Pdf.open(io.BytesIO(content)) as pdf:
        for key in list(pdf.Root.keys()):
            if key not in _KEPT_ROOT_KEYS:  # how a viewer is to print it, and so on
                del pdf.Root[key]
        pdf.Root.OutputIntents = Array([_output_intent(pdf, icc, press)])
        _name_standard(pdf, standard)
        return _saved(pdf, standard)


def _name_standard(pdf: Pdf, standard: PressStandard) -> None:
    PdfMetadata.register_xml_namespace(_PDF_X, "pdfxid")
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as meta:
        meta["xmp:CreateDate"] = meta["xmp:ModifyDate"] = meta["xmp:MetadataDate"] = _XMP_DATE
        meta["pdf:Trapped"] = "False"
        if standard is PressStandard.X4:
            meta[f"{{{_PDF_X}}}GTS_PDFXVersion"] = standard.called
            meta["xmpMM:DocumentID"] = f"cardtool:{meta.get('dc:title', '')}"
            meta["xmpMM:VersionID"], meta["xmpMM:RenditionClass"] = "1", "default"
    info = pdf.docinfo
    info["/GTS_PDFXVersion"] = standard.called
    if standard is PressStandard.X1A:
        info["/GTS_PDFXConformance"] = standard.called
    info["/CreationDate"] = info["/ModDate"] = f"D:{_A_DATE}"
    info["/Creator"] = info["/Producer"]
    info["/Trapped"] = Name("/False")


def _output_intent(pdf: Pdf, icc: bytes, press: str) -> pikepdf.Object:
    """Return what the inks mean: the profile they were made for (ISO 32000-2, 14.11.5)."""
    profile = pdf.make_stream(icc, N=4, Alternate=Name.DeviceCMYK)
    return Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier="Custom",
        Info=press,
        DestOutputProfile=pdf.make_indirect(profile),
    )


def _saved(pdf: Pdf, standard: PressStandard) -> bytes:
    out = io.BytesIO()
    pdf.save(
        out,
        force_version=_VERSIONS[standard],
        compress_streams=True,
        object_stream_mode=pikepdf.ObjectStreamMode.disable,
        deterministic_id=True,
    )
    return out.getvalue()


def with_pictures(faces: FacePages, pictures: Mapping[Face, CmykFace]) -> FacePages:
    """Return the faces, those among `pictures` as pictures in inks, as large as they were."""
    if not pictures:
        return faces
    pdf = Pdf.new()
    sizes = _page_sizes(faces)
    for face, picture in pictures.items():
        _add_picture(pdf, picture, sizes[face])
    out = io.BytesIO()
    pdf.save(out, deterministic_id=True)
    places = {face: PageRef(len(faces.documents), number) for number, face in enumerate(pictures)}
    return FacePages([*faces.documents, out.getvalue()], {**faces.pages, **places})


def _page_sizes(faces: FacePages) -> dict[Face, tuple[float, float]]:
    """Return how wide and high each face's page is, in points."""
    sizes = dict[Face, tuple[float, float]]()
    for number, content in enumerate(faces.documents):
        with Pdf.open(io.BytesIO(content)) as pdf:
            for face, ref in faces.pages.items():
                if ref.document == number:
                    left, bottom, right, top = (float(edge) for edge in pdf.pages[ref.page].mediabox)
                    sizes[face] = right - left, top - bottom
    return sizes


def _add_picture(pdf: Pdf, picture: CmykFace, size: tuple[float, float]) -> None:
    image = Stream(
        pdf,
        picture.packed,
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=picture.width,
        Height=picture.height,
        ColorSpace=Name.DeviceCMYK,
        BitsPerComponent=8,
        Filter=Name.FlateDecode,
    )
    pdf.add_blank_page(page_size=size)
    page = pdf.pages[-1].obj
    page.Resources = Dictionary(XObject=Dictionary(P=pdf.make_indirect(image)))
    across, down = map(pdf_number, size)
    page.Contents = pdf.make_stream(f"q {across} 0 0 {down} 0 0 cm /P Do Q".encode("ascii"))
