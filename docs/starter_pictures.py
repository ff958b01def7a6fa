"""The pictures of what `cardtool new` makes, one a starter: part of `make pictures`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from make_pictures import IMAGES, save, side_by_side
from PIL import Image

from cardtool.app import export, new
from cardtool.export import ExportOptions
from cardtool.project import Project

HEIGHT, GAP, DPI = 300, 16, 130  # pixels of a card, and between two
TITLES = {"deck": "Night Walk", "tarot": "Wayfarer", "tricks": "Four Seasons", "tokens": "Bee Meadow"}
SHOWN = {
    "classroom": ("the-hand-out-hand-out-front", "link-1-front", "link-2-front"),
    "deck": ("candle-stub-front", "lighthouse-front", "gale-front", "lantern-back"),
    "tarot": (
        "rooster-the-rooster-front",
        "sun-the-sun-front",
        "fox-the-fox-front",
        "owl-the-owl-front",
        "sign-back",
    ),
    "tokens": ("the-meadow-meadow-front", "amber-bee-front", "sunflower-pot-front"),
    "tricks": ("spring-front", "blossom-1-front", "sun-5-front", "frost-8-front", "number-back"),
}


def main() -> None:
    """Write a picture of each starter into docs/images/starters/."""
    (IMAGES / "starters").mkdir(exist_ok=True)
    for starter in new.starters():
        with tempfile.TemporaryDirectory() as work:
            save(picture(starter, Path(work)), f"starters/{starter}.png")


def picture(starter: str, work: Path) -> Image.Image:
    """Return some faces of a starter side by side."""
    title = TITLES.get(starter, "Who Has It?")
    made = new.make_from_starter(work / starter, title, starter)
    out = work / "faces"
    export.export_game(Project.find(made.folder), starter, "png", ExportOptions(dpi=DPI), out=out)
    faces = [Image.open(out / f"{name}.png").convert("RGBA") for name in SHOWN[starter]]
    highest = max(face.height for face in faces)
    return side_by_side([shown(face, HEIGHT / highest) for face in faces], GAP)


def shown(face: Image.Image, scale: float) -> Image.Image:
    """Return a face on the colour of the table, small things not quite as small as beside a board."""
    scale = max(scale, 0.3 if face.height > HEIGHT else 0.8)
    size = (round(face.width * scale), round(face.height * scale))
    small = face.resize(size, Image.Resampling.LANCZOS)
    table = Image.new("RGBA", (size[0], max(size[1], HEIGHT)), (233, 229, 222, 255))
    table.alpha_composite(small, (0, (table.height - size[1]) // 2))
    return table.convert("RGB")


if __name__ == "__main__":
    main()
