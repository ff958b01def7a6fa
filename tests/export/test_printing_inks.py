"""Faces in printing inks: which colours they become, and that no place takes more than the press does."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icc_fixture import a_press
from PIL import ImageCms

from cardtool.errors import UsageError
from cardtool.export.face_raster import Raster
from cardtool.export.picture_colours import Press, Separation, read_profile, separate_colours
from cardtool.model import Face, PixelSize, Side

FACE = Face("beast", Side.FRONT, "goat")
Colour = tuple[int, int, int]


def inked(*colours: Colour, limit: int = 0) -> Separation:
    """These pixels, side by side, in the inks of the test's press."""
    picture = Raster(PixelSize(len(colours), 1), bytes(part for colour in colours for part in colour))
    ((_, made),) = separate_colours([(FACE, picture)], Press(a_press(), "tests", limit))
    return made


def inks(made: Separation) -> list[tuple[int, ...]]:
    content = zlib.decompress(made.picture.packed)
    return [tuple(content[at : at + 4]) for at in range(0, len(content), 4)]


def test_paper_takes_no_ink_and_red_takes_no_cyan() -> None:
    paper, red = inks(inked((255, 255, 255), (255, 0, 0)))
    assert max(paper) <= 4
    assert red[0] < 40
    assert min(red[1], red[2]) > 200


def test_ink_is_measured_and_held_to_the_limit() -> None:
    free, held = inked((8, 8, 8), (250, 240, 230)), inked((8, 8, 8), (250, 240, 230), limit=240)
    assert free.wanted == free.laid > 300
    assert held.wanted == free.wanted
    assert held.laid <= 240
    assert inks(held)[0][3] == inks(free)[0][3]  # black stays
    assert inks(held)[1] == inks(free)[1]  # and so does what is light


@given(st.lists(st.tuples(*[st.integers(0, 255)] * 3), min_size=1, max_size=30), st.integers(100, 400))
def test_no_place_ever_has_more_ink_than_the_press_takes(colours: list[Colour], limit: int) -> None:
    made = inked(*colours, limit=limit)
    assert max(sum(place) for place in inks(made)) * 100 / 255 <= limit
    assert made.laid == pytest.approx(max(sum(place) for place in inks(made)) * 100 / 255)


def test_held_colours_keep_their_hue() -> None:
    (cyan, magenta, yellow, _), (c, m, y, _) = (
        inks(inked((20, 60, 10), limit=limit))[0] for limit in (0, 220)
    )
    assert c < cyan
    assert c / cyan == pytest.approx(m / magenta, abs=0.02)
    assert m / magenta == pytest.approx(y / yellow, abs=0.02)


def test_pictures_come_out_as_they_went_in_and_the_same_every_time() -> None:
    faces = [Face("beast", Side.FRONT, f"goat-{number}") for number in range(40)]
    pictures = [(face, Raster(PixelSize(1, 1), bytes([number] * 3))) for number, face in enumerate(faces)]
    press = Press(a_press(), "tests", 240)
    first, second = list(separate_colours(pictures, press)), list(separate_colours(pictures, press))
    assert [face for face, _ in first] == faces
    assert first == second


def test_a_profile_tells_its_name(tmp_path: Path) -> None:
    (tmp_path / "press.icc").write_bytes(a_press())
    press = read_profile(tmp_path / "press.icc", 240)
    assert (press.title, press.ink) == ("Press of the tests", 240)


def of_a_screen() -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


@pytest.mark.parametrize(
    "content", [b"", b"%PDF-1.7", a_press()[:4000], None], ids=["empty", "a PDF", "cut short", "not there"]
)
def test_what_is_no_profile_is_refused(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "press.icc"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(UsageError, match="cannot be used as a colour profile"):
        read_profile(file, 240)


def test_a_profile_of_a_screen_is_refused(tmp_path: Path) -> None:
    (tmp_path / "screen.icc").write_bytes(of_a_screen())
    with pytest.raises(UsageError, match="for RGB; one for CMYK is wanted"):
        read_profile(tmp_path / "screen.icc", 240)
