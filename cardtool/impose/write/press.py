"""Drawn faces for a press: every colour rewritten in four inks, and the standard that a file follows.

Text stays text and lines stay lines: only operators that set colours, pictures, shadings and the groups
around them change (ISO 32000-2, 8.6, 8.7, 8.9 and 11.6). What cannot be told apart surely is refused, with
its reason, and nothing is left as it was.

PDF/X-1a:2003 (ISO 15930-4) has inks alone and nothing that lets through what is below; PDF/X-4 (ISO 15930-7)
may. No free program validates either: what is promised is what stands here.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Any, Protocol, cast

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Operator, Pdf, Stream
from pikepdf.models.metadata import PdfMetadata

from cardtool.impose.contours import short_number
from cardtool.model import CmykFace, Face, FacePages, PageRef

_STEPS = 64
"""How many places of a shading are turned into inks; between them the press runs straight."""


class _UnknownColour(Exception):
    """A shading whose colours cannot be told; the text says what it is."""


_InksOf = Callable[[float, float, float], Sequence[float]]


def _recolour_shading(pdf: Pdf, shading: Any, inks_of: _InksOf) -> None:
    """Rewrite a shading along a line or between circles. Raises: _UnknownColour."""
    space = shading.ColorSpace
    family = str(space[0] if isinstance(space, Array) else space)
    if family == "/DeviceCMYK":
        return
    if int(shading.ShadingType) not in (2, 3) or family not in ("/DeviceRGB", "/DeviceGray"):
        raise _UnknownColour("a shading that is no gradient along a line or a circle")
    first, last = (float(edge) for edge in shading.get("/Domain", Array([0, 1])))
    places = [first + (last - first) * step / _STEPS for step in range(_STEPS + 1)]
    colours = [_as_rgb(_value(shading.Function, place)) for place in places]
    shading.Function = _sampled(pdf, [inks_of(*colour) for colour in colours], first, last)
    shading.ColorSpace = Name.DeviceCMYK
    if "/Background" in shading:
        shading.Background = Array(list(inks_of(*_as_rgb([float(part) for part in shading.Background]))))


def _as_rgb(parts: Sequence[float]) -> tuple[float, float, float]:
    """Return three parts of a colour that has one or three, held between 0 and 1."""
    clamped = [min(1.0, max(0.0, part)) for part in parts]
    red, green, blue = clamped * 3 if len(clamped) == 1 else clamped
    return red, green, blue


def _value(function: Object, x: float) -> list[float]:
    """Return what a function gives. Raises: _UnknownColour for a kind that no engine of ours writes."""
    if isinstance(function, Array):
        return [_value(each, x)[0] for each in function]
    kind = int(function.FunctionType)
    low, high = (float(edge) for edge in function.Domain)
    x = min(high, max(low, x))
    if kind == 2:
        return _exponential(function, x)
    if kind == 3:
        return _stitched(function, x, low, high)
    raise _UnknownColour("a gradient whose colours are calculated")


def _exponential(function: Any, x: float) -> list[float]:
    begins = [float(part) for part in function.get("/C0", Array([0]))]
    ends = [float(part) for part in function.get("/C1", Array([1]))]
    share = x ** float(function.N)
    return [begin + share * (end - begin) for begin, end in zip(begins, ends, strict=True)]


def _stitched(function: Any, x: float, low: float, high: float) -> list[float]:
    edges = [low, *(float(bound) for bound in function.Bounds), high]
    part = next((nr for nr in range(len(edges) - 2) if x < edges[nr + 1]), len(edges) - 2)
    begin, end = edges[part], edges[part + 1]
    first, last = float(function.Encode[2 * part]), float(function.Encode[2 * part + 1])
    share = (x - begin) / (end - begin) if end > begin else 0.0
    return _value(function.Functions[part], first + share * (last - first))


def _sampled(pdf: Pdf, colours: Sequence[Sequence[float]], first: float, last: float) -> Stream:
    """Return a function that runs straight from each of these colours to the next."""
    samples = b"".join(int(part * 65535).to_bytes(2, "big") for colour in colours for part in colour)
    return pdf.make_stream(
        samples,
        FunctionType=0,
        Domain=Array([first, last]),
        Range=Array([0, 1] * 4),
        Size=Array([len(colours)]),
        BitsPerSample=16,
    )


Cmyk = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black, each from 0 to 1."""


class Inks(Protocol):
    """A press, as far as colours are concerned."""

    def of(self, red: float, green: float, blue: float) -> Cmyk:
        """Return the inks of a colour, whose parts are from 0 to 1."""

    def of_text(self, red: float, green: float, blue: float) -> Cmyk:
        """Return the inks of a colour in which nothing but letters is set."""

    def picture(self, width: int, height: int, rgb: bytes) -> bytes:
        """Return the inks of a picture, four bytes a pixel for three."""


@dataclass(frozen=True, slots=True)
class PressPages:
    """Faces in printing inks, and why others could not be had in them."""

    pages: FacePages
    refused: Mapping[Face, tuple[str, ...]]


def press_pages(faces: FacePages, inks: Inks, *, transparency: bool) -> PressPages:
    """Return faces with all their colours in inks; those that let others through need `transparency`."""
    documents, refused = [], dict[Face, tuple[str, ...]]()
    for number, content in enumerate(faces.documents):
        shown = {ref.page: face for face, ref in faces.pages.items() if ref.document == number}
        with Pdf.open(io.BytesIO(content)) as pdf:
            recolouring = _Recolouring(pdf, inks, transparency)
            for index, page in enumerate(pdf.pages):
                if index in shown and (reasons := recolouring.page(page)):
                    refused[shown[index]] = reasons
            documents.append(_saved(pdf))
    return PressPages(FacePages(documents, faces.pages), refused)


def _saved(pdf: Pdf, **how: Any) -> bytes:
    out = io.BytesIO()
    pdf.save(out, deterministic_id=True, **how)
    return out.getvalue()


_OPAQUE = (1, Decimal(1))
_SETS_RGB, _SETS_GREY = {"rg": "k", "RG": "K"}, {"g": "k", "G": "K"}
_SETS_SPACE, _SETS_PARTS = ("cs", "CS"), {"sc": "k", "scn": "k", "SC": "K", "SCN": "K"}
_RGB_SPACES = ("/DeviceRGB", "/CalRGB")
_GREY_SPACES = ("/DeviceGray", "/CalGray")


_SETS_FILL = ("rg", "g", "sc", "scn")
_SHOWS_TEXT = ("Tj", "TJ", "'", '"')
_FILLS = ("f", "F", "f*", "B", "B*", "b", "b*", "sh", "Do", "INLINE IMAGE")


def _set_for_letters(operators: Sequence[str]) -> set[int]:
    """Return which of a stream's operators set a fill in which letters are set, and nothing else is."""
    letters, others, saved, now = set[int](), set[int](), list[int](), -1
    for at, name in enumerate(operators):
        if name in _SETS_FILL:
            now = at
        elif name == "q":
            saved.append(now)
        elif name == "Q":
            now = saved.pop() if saved else -1
        elif name in _SHOWS_TEXT:
            letters.add(now)
        elif name in _FILLS:
            others.add(now)
    return letters - others


def _setting(rgb: Sequence[Any], operator: str, inks: Callable[..., Cmyk]) -> Any:
    return (list(inks(*map(float, rgb))), Operator(operator))


@dataclass
class _Recolouring:
    """One document being rewritten; what several pages share is rewritten once, and refused for each."""

    pdf: Pdf
    inks: Inks
    transparency: bool
    _done: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)

    def page(self, page: pikepdf.Page) -> tuple[str, ...]:
        """Rewrite a page, and return why it cannot be."""
        page.contents_coalesce()
        reasons = [*self._resources(page.resources), *self._content(cast(Stream, page.obj.Contents))]
        self._group(page.obj)
        return tuple(dict.fromkeys(reasons))

    def _once(self, what: Object, rewrite: Callable[[Any], Iterator[str]]) -> tuple[str, ...]:
        """Rewrite an object unless that was done, and return its reasons."""
        if what.objgen == (0, 0):
            return tuple(rewrite(what))
        if what.objgen not in self._done:
            self._done[what.objgen] = ()  # a form that shows itself is no form
            self._done[what.objgen] = tuple(rewrite(what))
        return self._done[what.objgen]

    def _resources(self, resources: Object) -> Iterator[str]:
        rewriters: dict[str, Callable[[Any], Iterator[str]]] = {
            "/XObject": self._xobject,
            "/Pattern": self._pattern,
            "/Shading": self._shading,
            "/ExtGState": self._state,
            "/Font": self._font,
        }
        for key, rewrite in rewriters.items():
            for each in _values(resources, key):
                yield from self._once(each, rewrite)
        for space in _values(resources, "/ColorSpace"):
            if _family(space) not in (*_RGB_SPACES, *_GREY_SPACES, "/DeviceCMYK", "/ICCBased", "/Pattern"):
                yield f"has a colour of its own kind ({_family(space)[1:]})"

    def _xobject(self, xobject: Stream) -> Iterator[str]:
        if xobject.get("/Subtype") == Name.Image:
            yield from self._picture(xobject)
            return
        if "/Resources" in xobject:
            yield from self._resources(xobject.Resources)
        yield from self._content(xobject)
        self._group(xobject)

    def _content(self, stream: Stream) -> Iterator[str]:
        """Rewrite the operators of a page, a form or a tile."""
        reasons, found = list[str](), list[Any](pikepdf.parse_content_stream(stream))
        of_letters = _set_for_letters([str(operator) for _, operator in found])
        operators = [
            self._operator(
                operands, operator, reasons, self.inks.of_text if at in of_letters else self.inks.of
            )
            for at, (operands, operator) in enumerate(found)
        ]
        stream.write(pikepdf.unparse_content_stream(operators))
        yield from reasons

    def _operator(
        self, operands: Sequence[Any], operator: Operator, reasons: list[str], inks: Callable[..., Cmyk]
    ) -> Any:
        name = str(operator)
        if name in _SETS_RGB:
            return _setting(operands, _SETS_RGB[name], inks)
        if name in _SETS_GREY:
            return _setting(list(operands) * 3, _SETS_GREY[name], inks)
        if name in _SETS_SPACE:
            return ([operands[0] if operands[0] == Name.Pattern else Name.DeviceCMYK], operator)
        if name in _SETS_PARTS and not isinstance(operands[-1], Name) and len(operands) in (1, 3):
            return _setting(list(operands) * (3 // len(operands)), _SETS_PARTS[name], inks)
        if name in _SETS_PARTS and isinstance(operands[-1], Name) and len(operands) > 1:
            reasons.append("has a pattern without colours of its own")
        if name == "INLINE IMAGE":
            reasons.append("has a picture inside its drawing")
        return (operands, operator)

    def _picture(self, image: Stream) -> Iterator[str]:
        if (
            image.get("/ImageMask", False)
            or _family(image.get("/ColorSpace", Name.DeviceCMYK)) == "/DeviceCMYK"
        ):
            return
        if ("/SMask" in image or "/Mask" in image) and not self.transparency:
            yield "has a picture that is partly transparent"
        pixels = pikepdf.PdfImage(image).as_pil_image().convert("RGB")
        image.write(self.inks.picture(pixels.width, pixels.height, pixels.tobytes()))
        image.ColorSpace, image.BitsPerComponent = Name.DeviceCMYK, 8
        for key in ("/Decode", "/Intent"):
            if key in image:
                del image[key]

    def _pattern(self, pattern: Any) -> Iterator[str]:
        if pattern.get("/PatternType") == 2:
            yield from self._once(pattern.Shading, self._shading)
            return
        if pattern.get("/PaintType") == 2:
            yield "has a pattern without colours of its own"
        yield from self._resources(pattern.get("/Resources", Dictionary()))
        yield from self._content(pattern)

    def _shading(self, shading: Any) -> Iterator[str]:
        try:
            _recolour_shading(self.pdf, shading, self.inks.of)
        except _UnknownColour as unknown:
            yield f"has {unknown}"

    def _state(self, state: Dictionary) -> Iterator[str]:
        """Look whether what is drawn lets through what is below; without that, leave it unsaid."""
        clear = [key for key in ("/ca", "/CA") if state.get(key, 1) not in _OPAQUE]
        blended = state.get("/BM", Name.Normal) not in (Name.Normal, Name.Compatible)
        mask = state.get("/SMask", Name("/None"))
        masked = mask != Name("/None")
        if masked and self.transparency:
            yield from self._once(mask, self._mask)
        if self.transparency:
            return
        if clear or blended or masked:
            yield "is partly transparent"
        for key in ("/ca", "/CA", "/BM", "/SMask", "/AIS"):
            if key in state:
                del state[key]

    def _mask(self, mask: Any) -> Iterator[str]:
        """A mask goes by how light its group is: in one ink it would say something else."""
        if mask.get("/S") == Name.Luminosity:
            yield "fades by a mask"
            return
        yield from self._once(mask.G, self._xobject)

    def _font(self, font: Any) -> Iterator[str]:
        for glyph in _values(font, "/CharProcs"):
            yield from self._once(glyph, self._content)

    def _group(self, holder: Any) -> None:
        """Have a transparency group blend in inks; without transparency there are none."""
        if "/Group" not in holder:
            return
        if self.transparency:
            holder.Group.CS = Name.DeviceCMYK
        else:
            del holder["/Group"]


def _values(holder: Any, key: str) -> list[Any]:
    return list(holder[key].values()) if key in holder else []


def _family(space: Any) -> str:
    """Return what kind of colour space this is: `/DeviceRGB`, `/ICCBased`, `/Indexed` …"""
    return str(space[0] if isinstance(space, Array) else space)


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
        # what the inks mean: the profile they were made for (ISO 32000-2, 14.11.5)
        profile = pdf.make_indirect(pdf.make_stream(icc, N=4, Alternate=Name.DeviceCMYK))
        intent = Dictionary(
            Type=Name.OutputIntent,
            S=Name.GTS_PDFX,
            OutputConditionIdentifier="Custom",
            Info=press,
            DestOutputProfile=profile,
        )
        pdf.Root.OutputIntents = Array([intent])
        _name_standard(pdf, standard)
        return _saved(
            pdf,
            force_version=_VERSIONS[standard],
            compress_streams=True,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
        )


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


def with_pictures(faces: FacePages, pictures: Mapping[Face, CmykFace]) -> FacePages:
    """Return the faces, those among `pictures` as pictures in inks, as large as they were."""
    if not pictures:
        return faces
    pdf = Pdf.new()
    sizes = _page_sizes(faces)
    for face, picture in pictures.items():
        _add_picture(pdf, picture, sizes[face])
    places = {face: PageRef(len(faces.documents), number) for number, face in enumerate(pictures)}
    return FacePages([*faces.documents, _saved(pdf)], {**faces.pages, **places})


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
    across, down = map(short_number, size)
    page.Contents = pdf.make_stream(f"q {across} 0 0 {down} 0 0 cm /P Do Q".encode("ascii"))
