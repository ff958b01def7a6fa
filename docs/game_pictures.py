"""The pictures of the four games side by side, and of everything in each: part of `make pictures`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from make_pictures import IMAGES, save
from PIL import Image

from cardtool.app import export
from cardtool.export import ExportOptions
from cardtool.project import Project

TABLE = (233, 229, 222)
SIDE, GAP, DPI = 380, 20, 110  # pixels a game, and between what is shown of it
CONTACT_DPI = {"barn-dudes": 40, "brutality": 40, "barbarossa": 40}
SHOWN: dict[str, tuple[str, ...]] = {
    "barbarity": ("valkyria-front", "trojan-pony-front", "croms-knackers-front", "pigsticker-front"),
    "barn-dudes": (
        "goose-with-a-grudge-front",
        "eyes-everywhere-front",
        "metro-gnome-front",
        "bucket-knight-front",
    ),
    "brutality": ("assassin-front", "buzzsaw-bride-front", "plague-nun-front", "bouncer-front"),
    "barbarossa": ("the-board-the-kingdom-of-barbarossa-front",),
}


def main() -> None:
    """Write the pictures into docs/images/."""
    project = Project.find(Path(__file__).parent)
    with tempfile.TemporaryDirectory() as work:
        save(picture_games(project, Path(work)), "games.png")
    picture_contacts(project, IMAGES)


def picture_games(project: Project, work: Path) -> Image.Image:
    """Return one column a game, each as high as the others."""
    columns = []
    for game, names in SHOWN.items():
        folder = work / f"shown-{game}"
        export.export_game(project, game, "png", ExportOptions(dpi=DPI), out=folder)
        columns.append(_column([Image.open(folder / f"{name}.png").convert("RGBA") for name in names]))
    height = max(column.height for column in columns)
    table = Image.new("RGB", (len(columns) * (SIDE + GAP) + GAP, height + 2 * GAP), TABLE)
    for number, column in enumerate(columns):
        table.paste(column, (GAP + number * (SIDE + GAP), GAP + (height - column.height) // 2))
    return table


def _column(faces: list[Image.Image]) -> Image.Image:
    """Return one face as wide as the column, or four, two and two."""
    if len(faces) == 1:
        return _laid([_as_wide(faces[0], SIDE)], 1)
    return _laid([_as_wide(face, (SIDE - GAP // 2) // 2) for face in faces], 2)


def _as_wide(face: Image.Image, width: int) -> Image.Image:
    return face.resize((width, face.height * width // face.width), Image.Resampling.LANCZOS)


def _laid(faces: list[Image.Image], across: int) -> Image.Image:
    rows = [faces[at : at + across] for at in range(0, len(faces), across)]
    heights = [max(face.height for face in row) for row in rows]
    laid = Image.new("RGB", (SIDE, sum(heights) + (len(rows) - 1) * GAP // 2), TABLE)
    top = 0
    for row, height in zip(rows, heights, strict=True):
        for number, face in enumerate(row):
            laid.paste(face, (number * (SIDE - face.width), top + (height - face.height) // 2), face)
        top += height + GAP // 2
    return laid


def picture_contacts(project: Project, images: Path) -> None:
    """Write a picture of all that each of the other games has."""
    for game, dpi in CONTACT_DPI.items():
        export.export_game(project, game, "contact", ExportOptions(dpi=dpi), out=images / f"{game}-all.png")
    for left in images.glob(".cardtool-*"):
        left.unlink()


if __name__ == "__main__":
    main()
