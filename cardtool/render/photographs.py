"""Whether a picture of pixels can be handed to a drawing engine: whole, of bearable size, upright, still,
and in colours that both engines draw.
"""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["FORMATS", "BadArt", "judge_photograph"]

FORMATS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}
_MOST_PIXELS = 40_000_000
_DRAWN = {"1", "L", "LA", "P", "PA", "RGB", "RGBA"}  # Pillow's modes, as its handbook calls them
_INKS = {"CMYK", "YCCK"}  # PlutoPrint cannot read them, and WeasyPrint draws them in other colours
_ORIENTATION = 0x0112  # TIFF 6.0, as in Exif 2.32, 4.6.4: 1 is upright, 2 to 8 are not
_BEGINNINGS = {
    b"\x89PNG": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"RIFF": "WebP",
    b"GIF8": "GIF",
    b"II*\0": "TIFF",
    b"MM\0*": "TIFF",
    b"8BPS": "Photoshop's",
}


class BadArt(ValueError):
    """What is wrong with a picture, in words that follow its name."""


def judge_photograph(format: str, content: bytes) -> None:
    """Raise BadArt unless this is a picture of this format that comes out as it looks."""
    from PIL import Image, ImageFile, UnidentifiedImageError

    ImageFile.LOAD_TRUNCATED_IMAGES = False  # an engine may have set it for everybody
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=[format]) as picture:
                _judge_looks(picture)
                picture.load()
    except UnidentifiedImageError:
        raise BadArt(f"not a {format} picture, whatever its name says{_what_it_is(content)}") from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise BadArt("more pixels than can be drawn; 40 million are the most") from None
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise error if isinstance(error, BadArt) else BadArt(f"a broken {format} picture: {error}") from None


def _judge_looks(picture: Image) -> None:
    if picture.width * picture.height > _MOST_PIXELS:
        raise BadArt(f"{picture.width} × {picture.height} pixels; 40 million are the most")
    if picture.mode in _INKS:
        raise BadArt("in CMYK, the colours of printing inks; save it as RGB")
    if picture.mode not in _DRAWN:
        raise BadArt("of more than 8 bits a channel; save it with 8, as grey or RGB")
    if getattr(picture, "n_frames", 1) > 1:
        raise BadArt("a moving picture; save the one frame that is to be printed")
    if picture.getexif().get(_ORIENTATION, 1) not in (0, 1):  # 0: some cameras say nothing this way
        raise BadArt(
            "stored lying, with a note to turn it (EXIF orientation), which not every program follows; "
            "turn it upright in a picture editor and save it"
        )


def _what_it_is(content: bytes) -> str:
    found = (name for beginning, name in _BEGINNINGS.items() if content.startswith(beginning))
    name = next(found, "")
    return f"; it is {name}" if name else ""
