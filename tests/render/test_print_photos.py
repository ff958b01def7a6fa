"""Photographs saved as PNG are printed as JPEG; everything else to the last pixel."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageStat
from projects import a_project

from cardtool.render import Fetcher
from cardtool.render.artwork import photo_as_jpeg


def a_photo(size: int = 500) -> Image.Image:
    """Soft fields of colour under the grain of a sensor, the same each time."""
    rows = random.Random(7)
    small = Image.frombytes("RGB", (24, 24), rows.randbytes(24 * 24 * 3))
    grain = Image.frombytes("RGB", (size, size), rows.randbytes(size * size * 3))
    return Image.blend(small.resize((size, size), Image.Resampling.BICUBIC), grain, 0.02)


def png(picture: Image.Image, **wishes: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", **wishes)
    return out.getvalue()


def see_through() -> Image.Image:
    return Image.merge("RGBA", (*a_photo().split(), a_photo().getchannel(0)))


def a_drawing() -> Image.Image:
    picture = a_photo().filter(ImageFilter.GaussianBlur(9))
    draw = ImageDraw.Draw(picture)
    for row in range(0, 500, 6):
        draw.line((0, row, 500, row + 90), fill="black" if row % 12 else "white", width=2)
    return picture


def test_a_photo_becomes_small_and_looks_the_same() -> None:
    photo = a_photo()
    jpeg = photo_as_jpeg(png(photo))
    assert jpeg is not None
    assert len(jpeg) < 0.5 * len(png(photo))
    printed = Image.open(io.BytesIO(jpeg))
    assert max(ImageStat.Stat(ImageChops.difference(photo, printed)).mean) < 2


def test_an_opaque_photo_with_an_alpha_channel_does_too_and_has_the_same_bytes_each_time() -> None:
    content = png(a_photo().convert("RGBA"))
    assert photo_as_jpeg(content)
    assert photo_as_jpeg(content) == photo_as_jpeg(content)


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param(lambda: png(see_through()), id="alpha"),
        pytest.param(lambda: png(a_photo(), transparency=(1, 2, 3)), id="a transparent colour"),
        pytest.param(lambda: png(a_photo().quantize(64)), id="a palette"),
        pytest.param(lambda: png(a_photo().quantize(250).convert("RGB")), id="few colours"),
        pytest.param(lambda: png(a_drawing()), id="hard edges"),
        pytest.param(lambda: png(a_photo(300)), id="small"),
    ],
)  # fmt: skip
def test_what_is_no_photo_stays_as_it_is(picture: Callable[[], bytes]) -> None:
    assert photo_as_jpeg(picture()) is None


def test_engines_are_given_the_photo_as_jpeg_and_drawings_as_they_are(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    art = project.cards("farm") / "art"
    art.mkdir()
    (art / "photo.png").write_bytes(png(a_photo()))
    (art / "lines.png").write_bytes(png(a_drawing()))
    fetcher = Fetcher(project, "farm")
    assert fetcher.fetch(fetcher.base + "art/photo.png")[1] == "image/jpeg"
    assert fetcher.fetch(fetcher.base + "art/lines.png") == (png(a_drawing()), "image/png")
