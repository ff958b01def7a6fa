"""Small pictures of faces and sheets, kept in tests/visual/golden/, that what is drawn is held against.

`python tests/golden_pictures.py` draws them anew; look at them before you commit them.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
from barbarity_fixture import Made, build_in_theme, faces_of
from PIL import Image, ImageChops, ImageFilter

from cardtool.export import face_pictures
from cardtool.load import load_game
from cardtool.model import FacePages
from cardtool.project import TOOLKIT, Project

__all__ = ["FACES", "FOLDER", "THEMES", "differing", "drawn", "golden", "told_apart"]

GAME = "barbarity"
FOLDER = Path(__file__).parent / "visual" / "golden"
THEMES = ("colour", "greyscale", "low-ink")
FACES = (
    "cormac-the-slayer-front",
    "hero-back",
    "wasteland-witch-front",
    "pass-unseen-front",
    "pigsticker-front",
    "prize-back",
)
_DPI, _SHEET_DPI = 60, 28
_COLOURS = 64  # in a golden; flat inks need no more
_DIFFERS = 24  # of 255, after blurring: more than another version of an engine changes at an edge
_ALLOWED = 0.006  # of the pixels; a line of text that moved by a millimetre is more


def drawn(theme: str, made: Made) -> Iterator[tuple[str, Image.Image]]:
    """The pictures of a theme by name, out of what was built in it today."""
    game = load_game(Project(TOOLKIT), GAME).game
    assert game is not None
    kind = "" if theme == THEMES[0] else f"-{theme}"
    faces = faces_of(made)
    wanted = {face: place for face, place in faces.pages.items() if face.name in FACES}
    for face, picture in face_pictures.face_pngs(FacePages(faces.documents, wanted), game, dpi=_DPI):
        yield face.name, Image.open(io.BytesIO(picture)).convert("RGB")
    with pypdfium2.PdfDocument(made.files[f"cards-a4-9up{kind}.pdf"]) as document:
        yield "sheet", document[0].render(scale=_SHEET_DPI / 72).to_pil().convert("RGB")


def golden(theme: str, name: str) -> Image.Image:
    """The picture this one is to look like."""
    with Image.open(FOLDER / f"{theme}-{name}.png") as picture:
        return picture.convert("RGB")


def differing(actual: Image.Image, expected: Image.Image) -> Image.Image:
    """Where two pictures of one size differ visibly: white on black."""
    blur = ImageFilter.BoxBlur(1)
    red, green, blue = ImageChops.difference(actual.filter(blur), expected.filter(blur)).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point([0] * (_DIFFERS + 1) + [255] * (255 - _DIFFERS))


def told_apart(actual: Image.Image, expected: Image.Image, name: str, folder: Path | None = None) -> str:
    """What is wrong with a picture, and where to look; nothing where it is as expected."""
    if actual.size != expected.size:
        return f"{name} is {actual.size} pixels, and was {expected.size}"
    where = differing(actual, expected)
    share = where.histogram()[255] / (where.width * where.height)
    if share <= _ALLOWED:
        return ""
    folder = folder or Path(tempfile.gettempdir()) / "cardtool-goldens"
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / f"{name}.png"
    _side_by_side(actual, expected, where.convert("RGB")).save(place)
    return (
        f"{name} looks different in {share:.1%} of its pixels; actual, expected and difference: {place}\n"
        "if it is meant to: make goldens"
    )


def _side_by_side(*pictures: Image.Image) -> Image.Image:
    gap, (width, height) = 8, pictures[0].size
    row = Image.new("RGB", (len(pictures) * (width + gap) - gap, height), (255, 0, 255))
    for place, picture in enumerate(pictures):
        row.paste(picture, (place * (width + gap), 0))
    return row


def main() -> None:
    """Draw every golden anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for left in FOLDER.glob("*.png"):
        left.unlink()
    for theme in THEMES:
        with tempfile.TemporaryDirectory() as folder:
            for name, picture in drawn(theme, build_in_theme(Path(folder), theme)):
                few = picture.quantize(_COLOURS, dither=Image.Dither.NONE)
                few.save(FOLDER / f"{theme}-{name}.png", optimize=True)


if __name__ == "__main__":
    main()
