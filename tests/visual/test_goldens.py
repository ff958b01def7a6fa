"""Faces and sheets look as they did: against goldens, with a tolerance that has tests of its own."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from barbarity_fixture import in_theme
from golden_pictures import FACES, FOLDER, THEMES, drawn, golden, told_apart
from made_once import Shared
from PIL import Image, ImageChops, ImageEnhance

pytestmark = pytest.mark.slow

NAMES = (*FACES, "sheet")


@pytest.fixture(scope="module")
def faces(shared: Shared) -> dict[str, Image.Image]:
    return dict(drawn("colour", in_theme(shared, "colour")))


def test_the_colour_theme_looks_as_it_did(faces: dict[str, Image.Image]) -> None:
    assert sorted(faces) == sorted(NAMES)
    wrong = [told_apart(faces[name], golden("colour", name), f"colour-{name}") for name in NAMES]
    assert not any(wrong), "\n".join(filter(None, wrong))


@pytest.mark.parametrize("theme", [theme for theme in THEMES if theme != "colour"])
def test_the_other_themes_look_as_they_did(theme: str, shared: Shared) -> None:
    pictures = dict(drawn(theme, in_theme(shared, theme)))
    assert sorted(pictures) == sorted(NAMES)
    wrong = [told_apart(pictures[name], golden(theme, name), f"{theme}-{name}") for name in NAMES]
    assert not any(wrong), "\n".join(filter(None, wrong))


def test_goldens_are_small_and_none_is_left_over() -> None:
    files = list(FOLDER.iterdir())
    assert {file.stem for file in files} == {f"{theme}-{name}" for theme in THEMES for name in NAMES}
    assert sum(file.stat().st_size for file in files) < 300_000


@pytest.mark.parametrize("name", NAMES)
def test_the_noise_of_another_engine_is_no_difference(faces: dict[str, Image.Image], name: str) -> None:
    picture = faces[name]
    assert told_apart(noisy(picture), picture, name) == ""
    assert told_apart(ImageEnhance.Brightness(picture).enhance(1.03), picture, name) == ""
    assert told_apart(shifted(picture, 0.2), picture, name) == ""


def noisy(picture: Image.Image) -> Image.Image:
    """The picture with every pixel a little darker, each by its own amount."""
    chance, (width, height) = random.Random(7), picture.size
    grain = Image.frombytes("L", picture.size, bytes(chance.randrange(9) for _ in range(width * height)))
    return ImageChops.subtract(picture, Image.merge("RGB", (grain, grain, grain)))


def shifted(picture: Image.Image, by: float) -> Image.Image:
    """The picture moved by a fraction of a pixel."""
    way = (1, 0, by, 0, 1, -by)
    return picture.transform(picture.size, Image.Transform.AFFINE, way, Image.Resampling.BILINEAR)


@pytest.mark.parametrize("name", FACES)
def test_a_box_that_moved_by_a_millimetre_is_a_difference(
    faces: dict[str, Image.Image], name: str, tmp_path: Path
) -> None:
    picture = faces[name]
    box = (20, picture.height * 6 // 10, picture.width - 20, picture.height * 8 // 10)
    moved = picture.copy()
    moved.paste(picture.crop(box), (box[0], box[1] + 2))  # 2 pixels at 60 dpi are 0.85 mm
    said = told_apart(moved, picture, name, tmp_path)
    assert "actual, expected and difference" in said
    (left,) = tmp_path.iterdir()
    with Image.open(left) as three:
        assert three.width == 3 * picture.width + 16


@pytest.mark.parametrize("name", NAMES)
def test_another_colour_is_a_difference(faces: dict[str, Image.Image], name: str, tmp_path: Path) -> None:
    hue, saturation, value = faces[name].convert("HSV").split()
    hue = hue.point([(tone + 16) % 256 for tone in range(256)])  # by 22 degrees of 360
    turned = Image.merge("HSV", (hue, saturation, value)).convert("RGB")
    assert told_apart(turned, faces[name], name, tmp_path)


def test_another_size_is_a_difference(faces: dict[str, Image.Image]) -> None:
    picture = faces["prize-back"]
    larger = picture.resize((picture.width + 1, picture.height))
    assert told_apart(larger, picture, "prize-back") == "prize-back is (151, 210) pixels, and was (150, 210)"
