"""Colours of drawn faces for a press: every red, green and blue of a page rewritten in four inks.

Text stays text and lines stay lines: only operators that set colours, pictures, shadings and the groups
around them change (ISO 32000-2, 8.6, 8.7, 8.9 and 11.6). What cannot be told apart surely is refused, with
its reason, and nothing is left as it was.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Protocol, cast

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Operator, Pdf, Stream

from cardtool.impose.write.press_shadings import UnknownColour, recolour_shading
from cardtool.model import Face, FacePages

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


def _saved(pdf: Pdf) -> bytes:
    out = io.BytesIO()
    pdf.save(out, deterministic_id=True)
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
        reasons, found = list[str](), list(_operators(stream))
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
            recolour_shading(self.pdf, shading, self.inks.of)
        except UnknownColour as unknown:
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


def _operators(stream: Stream) -> Sequence[Any]:
    return pikepdf.parse_content_stream(stream)


def _values(holder: Any, key: str) -> list[Any]:
    return list(holder[key].values()) if key in holder else []


def _family(space: Any) -> str:
    """Return what kind of colour space this is: `/DeviceRGB`, `/ICCBased`, `/Indexed` …"""
    return str(space[0] if isinstance(space, Array) else space)
