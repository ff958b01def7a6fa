"""What a press would lay of each ink: a PDF in four inks drawn four times, once for each of them.

pdfium mixes four inks in a way of its own and asks no profile; so each ink is drawn by itself, as a grey, and
the four greys are one picture in inks, which a profile may then be asked about.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pikepdf
import pypdfium2
from pikepdf import Array, Name, Operator, Pdf, Stream
from PIL import Image, ImageChops, ImageCms, ImageFilter, ImageMath, ImageOps

__all__ = ["as_inks", "colour_difference", "flat_places", "seen_through"]

_SETS_INKS = {"k": "g", "K": "G"}


def as_inks(content: bytes, dpi: int) -> Iterator[Image.Image]:
    """Yield each page as a picture in cyan, magenta, yellow and black; all colours of the file are inks."""
    plates = [_drawn(_plate(content, ink), dpi) for ink in range(4)]
    for page in zip(*plates, strict=True):
        yield Image.merge("CMYK", [ImageOps.invert(each) for each in page])


def _drawn(content: bytes, dpi: int) -> Iterator[Image.Image]:
    with pypdfium2.PdfDocument(content) as document:
        for page in document:
            yield page.render(scale=dpi / 72, grayscale=True, prefer_bgrx=False).to_pil().convert("L")


def _plate(content: bytes, ink: int) -> bytes:
    """Return the same file with one of its inks in black, and the others left out."""
    with Pdf.open(io.BytesIO(content)) as pdf:
        for page in pdf.pages:
            page.Contents = pdf.make_stream(_with_one_ink(page, ink))
        for each in pdf.objects:
            if isinstance(each, Stream):
                _keep_ink(each, ink)
            if isinstance(each, pikepdf.Dictionary) and "/ShadingType" in each:
                _keep_ink_of_shading(pdf, each, ink)
        for group in (each.get("/Group") for each in pdf.objects if hasattr(each, "get")):
            if group is not None and "/CS" in group:
                group.CS = Name.DeviceGray
        out = io.BytesIO()
        pdf.save(out)
        return out.getvalue()


def _with_one_ink(stream: Any, ink: int) -> bytes:
    lines: list[Any] = []
    for operands, operator in pikepdf.parse_content_stream(stream):
        name = _SETS_INKS.get(str(operator))
        if name is None:
            lines.append((operands, operator))
        else:
            lines.append(([1 - Decimal(str(operands[ink]))], Operator(name)))
    return pikepdf.unparse_content_stream(lines)


def _keep_ink(stream: Stream, ink: int) -> None:
    if stream.get("/Subtype") == Name.Form or "/PaintType" in stream:
        stream.write(_with_one_ink(stream, ink))
    elif stream.get("/Subtype") == Name.Image and stream.get("/ColorSpace") == Name.DeviceCMYK:
        stream.write(bytes(255 - part for part in stream.read_bytes()[ink::4]))
        stream.ColorSpace = Name.DeviceGray


def _keep_ink_of_shading(pdf: Pdf, shading: Any, ink: int) -> None:
    samples, function = shading.Function.read_bytes(), shading.Function
    ours = (samples[at : at + 2] for at in range(2 * ink, len(samples), 8))
    values = b"".join((65535 - int.from_bytes(each, "big")).to_bytes(2, "big") for each in ours)
    shading.Function = pdf.make_stream(
        values,
        FunctionType=0,
        Domain=function.Domain,
        Range=Array([0, 1]),
        Size=function.Size,
        BitsPerSample=16,
    )
    shading.ColorSpace = Name.DeviceGray


def seen_through(inks: Image.Image, icc: bytes) -> Image.Image:
    """Return what inks look like on a screen, in red, green and blue, by the profile of their press."""
    shown = ImageCms.profileToProfile(
        inks,
        ImageCms.ImageCmsProfile(io.BytesIO(icc)),
        ImageCms.createProfile("sRGB"),
        renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
        outputMode="RGB",
        flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    assert shown is not None
    return shown


def colour_difference(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return how far apart each pixel of two pictures is, in steps of CIELAB (CIE 1976), 255 at most."""
    to_lab = ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB"
    )
    bands = [ImageCms.applyTransform(each, to_lab).split() for each in (one, other)]  # type: ignore[union-attr]
    names = {f"{band}{side}": bands[side][number] for number, band in enumerate("lab") for side in (0, 1)}
    return ImageMath.lambda_eval(_distance, **names)


def _distance(inks: dict[str, Any]) -> Any:
    light, first, second = (inks["float"](inks[f"{band}0"]) - inks[f"{band}1"] for band in "lab")
    light = light * 100 / 255  # of which a byte makes 255 steps
    return inks["convert"](inks["min"]((light * light + first * first + second * second) ** 0.5, 255), "L")


def flat_places(picture: Image.Image) -> Image.Image:
    """Return a mask of what is no edge: one pixel of an edge is a mixture, which inks mix otherwise."""
    grey = picture.convert("L")
    steps = ImageChops.difference(
        grey.filter(ImageFilter.MaxFilter(5)), grey.filter(ImageFilter.MinFilter(5))
    )
    return steps.point(lambda step: 255 * (step < 8))
