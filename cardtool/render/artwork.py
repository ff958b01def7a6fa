"""Whether pictures can be handed to a drawing engine; photographs, made small as JPEG.

A picture of pixels is whole, of bearable size, upright, still, and in colours that both engines draw. An SVG
drawing holds all it draws, and nothing in it is left out without a word. Icons are read in `html.svg_icons`.
"""

from __future__ import annotations

import binascii
import io
import re
import sys
import warnings
from base64 import b64decode
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes
from xml.etree.ElementTree import Element, ParseError

from cardtool.render.safe_html import non_number_in

if TYPE_CHECKING:
    from PIL.Image import Image


RASTER_FORMATS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}
_MOST_PIXELS = 40_000_000
_COLOUR_MODES = {"1", "L", "LA", "P", "PA", "RGB", "RGBA"}  # Pillow's modes, as its handbook calls them
_PRESS_MODES = {"CMYK", "YCCK"}  # PlutoPrint cannot read them, and WeasyPrint draws them in other colours
_ORIENTATION = 0x0112  # TIFF 6.0, as in Exif 2.32, 4.6.4: 1 is upright, 2 to 8 are not
_SIGNATURES = {
    b"\x89PNG": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"RIFF": "WebP",
    b"GIF8": "GIF",
    b"II*\0": "TIFF",
    b"MM\0*": "TIFF",
    b"8BPS": "Photoshop's",
}


class BadPicture(ValueError):
    """What is wrong with a picture, in words that follow its name."""


def check_raster(format: str, content: bytes) -> None:
    """Raise BadPicture unless this is a picture of this format that comes out as it looks."""
    from PIL import Image, ImageFile, UnidentifiedImageError

    ImageFile.LOAD_TRUNCATED_IMAGES = False  # an engine may have set it for everybody
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=[format]) as picture:
                _check_raster_traits(picture)
                picture.load()
    except UnidentifiedImageError:
        raise BadPicture(f"not a {format} picture, whatever its name says{_real_format(content)}") from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise BadPicture("more pixels than can be drawn; 40 million are the most") from None
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise (
            error if isinstance(error, BadPicture) else BadPicture(f"a broken {format} picture: {error}")
        ) from None


def _check_raster_traits(picture: Image) -> None:
    if picture.width * picture.height > _MOST_PIXELS:
        raise BadPicture(f"{picture.width} × {picture.height} pixels; 40 million are the most")
    if picture.mode in _PRESS_MODES:
        raise BadPicture("in CMYK, the colours of printing inks; save it as RGB")
    if picture.mode not in _COLOUR_MODES:
        raise BadPicture("of more than 8 bits a channel; save it with 8, as grey or RGB")
    if getattr(picture, "n_frames", 1) > 1:
        raise BadPicture("a moving picture; save the one frame that is to be printed")
    if picture.getexif().get(_ORIENTATION, 1) not in (0, 1):  # 0: some cameras say nothing this way
        raise BadPicture(
            "stored lying, with a note to turn it (EXIF orientation), which not every program follows; "
            "turn it upright in a picture editor and save it"
        )


def _real_format(content: bytes) -> str:
    found = (name for beginning, name in _SIGNATURES.items() if content.startswith(beginning))
    name = next(found, "")
    return f"; it is {name}" if name else ""


_MOST_ELEMENTS = 50_000  # drawn, what <use> repeats counted as often as it is repeated
_DEEPEST = 200
_ACTIVE_TAGS = {"script", "foreignObject", "handler", "iframe"}
_EMBEDDED_FORMATS = {"image/png": "PNG", "image/jpeg": "JPEG", "image/webp": "WEBP"}
_STYLE_ADDRESS = re.compile(r"""url\(\s*["']?(?!\s*["']?(?:#|data:image/))([^"')]*)""", re.IGNORECASE)
_ESCAPE = re.compile(r"\\(?:([0-9a-f]{1,6})(?:\r\n|\s)?|([^\n]))", re.IGNORECASE)  # CSS Syntax 3, 4.3.7
_IMPORT = re.compile(r"@import\b", re.IGNORECASE)
_FILTER = re.compile(r"(?:^|[;{\s])filter\s*:\s*(?!none\b)", re.IGNORECASE)


def check_svg(content: bytes) -> None:
    """Raise BadPicture unless this is an SVG drawing that comes out whole, and only draws."""
    from defusedxml import DefusedXmlException, DTDForbidden
    from defusedxml.ElementTree import fromstring

    try:
        root = fromstring(content, forbid_dtd=True)
    except DTDForbidden:
        raise BadPicture("not a plain SVG drawing: take the line <!DOCTYPE …> out of it") from None
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise BadPicture(f"not a plain SVG drawing: {error}") from None
    if _tag_name(root) != "svg":
        raise BadPicture("not an SVG drawing, whatever its name says")
    for element in root.iter():
        _check_element(element)
    targets = {element.get("id"): element for element in root.iter() if element.get("id")}
    if _count_drawn(root, targets, 0) > _MOST_ELEMENTS:
        raise BadPicture(f"it draws more than {_MOST_ELEMENTS} elements")


def _check_element(element: Element) -> None:
    if _tag_name(element) in _ACTIVE_TAGS:
        raise BadPicture(f"it holds <{_tag_name(element)}>, and a picture only draws; save it as plain SVG")
    for attribute, value in element.attrib.items():
        name = attribute.rpartition("}")[2]
        if name.lower().startswith("on"):
            raise BadPicture(f"it has an {name}; a picture only draws")
        if word := non_number_in(name, value):
            raise BadPicture(f'it has {name}="{value[:60]}", in which {word} is no number')
        if name == "href":
            _check_reference(value)
        elif name == "style" or "url(" in _unescape(value).lower():
            _check_style(value)
        if name == "filter" and value.strip() != "none":
            _check_style(f"filter:{value}")
    if _tag_name(element).lower() == "style":
        _check_style("".join(element.itertext()))


def _check_reference(value: str) -> None:
    if not value.startswith(("#", "data:image/")):
        raise BadPicture(f"it refers to {value[:80]}; a picture holds all it draws")
    kind, _, data = value.removeprefix("data:").partition(",")
    format = _EMBEDDED_FORMATS.get(kind.partition(";")[0])
    if value.startswith("data:") and format:
        try:
            check_raster(format, b64decode(data) if kind.endswith(";base64") else unquote_to_bytes(data))
        except (BadPicture, binascii.Error) as error:
            raise BadPicture(f"the {format} picture inside it cannot be drawn: {error}") from None


def _check_style(style: str) -> None:
    style = _unescape(style)
    address = _STYLE_ADDRESS.search(style)
    if address or _IMPORT.search(style):
        refers = address[1][:80] if address else "another stylesheet"
        raise BadPicture(f"it refers to {refers}; a picture holds all it draws")
    if _FILTER.search(style):
        raise BadPicture(
            "it has a filter, such as blur or shadow, which would be left out; save it as PNG instead"
        )


def _unescape(style: str) -> str:
    r"""Return CSS without escapes: `url(` for `u\72l(`."""
    if "\\" not in style:
        return style
    return _ESCAPE.sub(lambda one: chr(min(int(one[1], 16), sys.maxunicode)) if one[1] else one[2], style)


def _count_drawn(element: Element, targets: dict[str | None, Element], depth: int) -> int:
    """Return how many elements are drawn, up to a little more than is allowed."""
    if depth > _DEEPEST:
        raise BadPicture("it is nested too deeply, or repeats itself")
    count = 1
    for child in element:
        count += _count_drawn(child, targets, depth + 1)
        if count > _MOST_ELEMENTS:
            return count
    if _tag_name(element) == "use":
        href = element.get("href") or element.get("{http://www.w3.org/1999/xlink}href") or ""
        target = targets.get(href.removeprefix("#"))
        count += _count_drawn(target, targets, depth + 1) if target is not None else 0
    return count


def _tag_name(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def check_picture(suffix: str, content: bytes) -> None:
    """Raise BadPicture unless this is a picture of the kind its name says. `suffix` is lower case."""
    if suffix == ".svg":
        check_svg(content)
    elif suffix in RASTER_FORMATS:
        check_raster(RASTER_FORMATS[suffix], content)


_LEAST_PIXELS = 100_000  # smaller ones are small files already
_FEW_COLOURS = 8_192  # which drawings have, and photographs do not
_QUALITIES = (90, 95)  # of JPEG, all channels at full size
_MEAN_ERROR = 1.6  # of 255: what an eye can tell of two colours is about 2
_LARGE_ERROR, _LARGE_SHARE = 14, 0.001  # of 255, and of all pixels: at hard edges, as of letters
_SMALLER = 0.7  # of the size it had, or it is not worth it


def photo_as_jpeg(content: bytes) -> bytes | None:
    """Return a PNG picture as JPEG; None for what is no photograph, or would be no smaller or look otherwise.

    The same picture has the same bytes each time.
    """
    from PIL import Image

    with Image.open(io.BytesIO(content), formats=["PNG"]) as opened:
        profile = opened.info.get("icc_profile")
        picture = _opaque(opened)
    if picture is None or picture.width * picture.height < _LEAST_PIXELS or _has_few_colours(picture):
        return None
    for quality in _QUALITIES:
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=quality, subsampling=0, icc_profile=profile)
        if out.tell() > _SMALLER * len(content):
            return None
        if _looks_alike(picture, out):
            return out.getvalue()
    return None


def _opaque(picture: Image) -> Image | None:
    """Return a picture of grey or of red, green and blue; None where something shows through it."""
    if picture.mode in ("L", "RGB") and "transparency" not in picture.info:
        picture.load()
        return picture
    if picture.mode in ("LA", "RGBA") and picture.getchannel("A").getextrema() == (255, 255):
        return picture.convert(picture.mode[:-1])
    return None


def _has_few_colours(picture: Image) -> bool:
    """Return whether it may be a drawing: of grey pictures nobody can say by their colours."""
    return picture.mode == "RGB" and picture.getcolors(_FEW_COLOURS) is not None


def _looks_alike(picture: Image, saved: io.BytesIO) -> bool:
    from PIL import Image, ImageChops, ImageStat

    with Image.open(saved, formats=["JPEG"]) as again:
        apart = ImageChops.difference(picture, again)
    errors = ImageStat.Stat(apart)
    large = sum(sum(apart.getchannel(band).histogram()[_LARGE_ERROR:]) for band in apart.getbands())
    pixels = picture.width * picture.height * len(apart.getbands())
    return max(errors.mean) <= _MEAN_ERROR and large <= _LARGE_SHARE * pixels
