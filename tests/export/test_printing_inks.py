"""Faces in printing inks: which colours they become, and that no place takes more than the press does."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icc_fixture import a_press
from PIL import Image, ImageCms

from cardtool.errors import UsageError
from cardtool.export.picture_colours import Press, PressInks, read_profile

Colour = tuple[int, int, int]


def a_press_of(limit: int = 0) -> PressInks:
    return PressInks(Press(a_press(), "tests", limit))


def pixels(*colours: Colour, limit: int = 0) -> list[tuple[int, ...]]:
    """These pixels, side by side, in the inks of the test's press."""
    content = a_press_of(limit).picture(len(colours), 1, bytes(part for colour in colours for part in colour))
    return [tuple(content[at : at + 4]) for at in range(0, len(content), 4)]


def test_paper_takes_no_ink_and_red_takes_no_cyan() -> None:
    paper, red = pixels((255, 255, 255), (255, 0, 0))
    assert max(paper) <= 4
    assert red[0] < 40
    assert min(red[1], red[2]) > 200


def test_ink_is_held_to_the_limit() -> None:
    free, held = (pixels((8, 8, 8), (250, 240, 230), limit=limit) for limit in (0, 240))
    assert sum(free[0]) > 3 * 255
    assert sum(held[0]) <= 2.4 * 255
    assert held[0][3] == free[0][3]  # black stays
    assert held[1] == free[1]  # and so does what is light


@given(st.lists(st.tuples(*[st.integers(0, 255)] * 3), min_size=1, max_size=30), st.integers(100, 400))
def test_no_place_ever_has_more_ink_than_the_press_takes(colours: list[Colour], limit: int) -> None:
    inks = a_press_of(limit)
    flat = [inks.of(*(part / 255 for part in colour)) for colour in colours]
    assert max(map(sum, flat)) * 100 <= limit
    assert inks.laid == pytest.approx(max(map(sum, flat)) * 100)
    assert max(map(sum, pixels(*colours, limit=limit))) * 100 / 255 <= limit


def test_held_colours_keep_their_hue() -> None:
    (cyan, magenta, yellow, _), (c, m, y, _) = (
        a_press_of(limit).of(20 / 255, 60 / 255, 10 / 255) for limit in (0, 220)
    )
    assert c < cyan
    assert c / cyan == pytest.approx(m / magenta, abs=0.001)
    assert m / magenta == pytest.approx(y / yellow, abs=0.001)


def test_a_grey_is_black_ink_alone_and_as_dark_as_it_was() -> None:
    inks = a_press_of(240)
    assert inks.of(0, 0, 0) == (0, 0, 0, 1)
    assert inks.of(1, 1, 1) == (0, 0, 0, 0)
    greys = [inks.of(part / 20, part / 20, part / 20) for part in range(21)]
    assert all(grey[:3] == (0, 0, 0) for grey in greys)
    blacks = [grey[3] for grey in greys]
    assert blacks == sorted(blacks, reverse=True)
    to_screen = ImageCms.buildTransform(
        ImageCms.ImageCmsProfile(io.BytesIO(a_press())), ImageCms.createProfile("sRGB"), "CMYK", "RGB"
    )
    printed = Image.frombytes("CMYK", (1, 1), bytes([0, 0, 0, round(255 * blacks[10])]))
    seen = ImageCms.applyTransform(printed, to_screen)
    assert seen is not None
    assert seen.getpixel((0, 0)) == pytest.approx((128, 128, 128), abs=6)


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


@pytest.mark.parametrize("dark", [(26, 20, 12), (20, 24, 40), (60, 40, 30)])
def test_dark_letters_are_printed_in_black_alone(dark: Colour) -> None:
    inks = a_press_of(300)
    cyan, magenta, yellow, black = inks.of_text(*(part / 255 for part in dark))
    assert (cyan, magenta, yellow) == (0, 0, 0)
    assert black > 0.7
    assert sum(inks.of(*(part / 255 for part in dark))[:3]) > 0.5  # and not what shapes are printed in


@pytest.mark.parametrize("colour", [(160, 20, 20), (20, 60, 120), (90, 10, 10), (250, 240, 230)])
def test_coloured_and_light_letters_keep_their_colour(colour: Colour) -> None:
    inks = a_press_of(300)
    parts = [part / 255 for part in colour]
    assert inks.of_text(*parts) == inks.of(*parts)
