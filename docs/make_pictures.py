"""Makes the pictures of README and docs from what cardtool produces: `make pictures`.

The workbook is pictured by LibreOffice, where it is installed; else its picture stays as it is.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops

from cardtool import pipeline
from cardtool.project import Project

IMAGES = Path(__file__).resolve().parent / "images"
GAME = "barbarity"
TABLE = (233, 229, 222)
SHEET_DPI, WORKBOOK_DPI, BOOK_DPI, MAT_DPI, FACE_WIDTH = 60, 110, 66, 72, 380
BOOK_PAGES = (0, 2, 4, 6, 8, 9, 15, 16)


def main() -> None:
    """Write every picture into docs/images/."""
    project = Project.find(Path(__file__).parent)
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        picture_fronts(project)
        picture_sheet(project, work)
        picture_kinds(project, work)
        picture_book_and_mats(project, work)
        picture_workbook(project, work)


def picture_fronts(project: Project) -> None:
    """All distinct fronts on one picture."""
    pipeline.export_contact_sheet(project, GAME, dpi=58, out=IMAGES / "fronts.png")
    for left in IMAGES.glob(".cardtool-*"):
        left.unlink()


def picture_sheet(project: Project, work: Path) -> None:
    """The first page of fronts and the backs behind it."""
    (file,) = pipeline.build(project, GAME, pipeline.Order(), out=work).files
    document = pypdfium2.PdfDocument(file)
    pages = [document[number].render(scale=SHEET_DPI / 72).to_pil() for number in (0, 1)]
    save(side_by_side(pages, gap=24), "sheet.png")


def picture_kinds(project: Project, work: Path) -> None:
    """One card of each kind, large."""
    faces = work / "faces"
    pipeline.export_pictures(project, GAME, dpi=150, bleed=False, out=faces)
    shown = ("cormac-the-slayer-front", "wasteland-witch-front", "pass-unseen-front", "pigsticker-front")
    cards = [Image.open(faces / f"{name}.png").convert("RGB") for name in shown]
    save(
        side_by_side([card.resize((FACE_WIDTH, FACE_WIDTH * 7 // 5)) for card in cards], gap=24), "kinds.png"
    )


def picture_book_and_mats(project: Project, work: Path) -> None:
    """Eight pages of the rulebook, and a play mat."""
    order = pipeline.Order(part=pipeline.Part.ALL)
    files = {file.name: file for file in pipeline.build(project, GAME, order, out=work / "all").files}
    book = pypdfium2.PdfDocument(files["rulebook.pdf"])
    pages = [book[number].render(scale=BOOK_DPI / 72).to_pil() for number in BOOK_PAGES]
    rows = [side_by_side(pages[:4], gap=12), side_by_side(pages[4:], gap=12)]
    both = Image.new("RGB", (rows[0].width, sum(row.height for row in rows) - 12), TABLE)
    both.paste(rows[0], (0, 0))
    both.paste(rows[1], (0, rows[0].height - 12))
    save(both, "rulebook.png")
    mat = pypdfium2.PdfDocument(files["mats-whole.pdf"])[0]
    save(side_by_side([mat.render(scale=MAT_DPI / 72).to_pil()], gap=24), "mat.png")


def picture_workbook(project: Project, work: Path) -> None:
    """The first two pages of the workbook, as LibreOffice prints them."""
    office = shutil.which("soffice") or shutil.which("libreoffice")
    if office is None:
        print("LibreOffice is not installed; workbook.png stays as it is", file=sys.stderr)
        return
    (file,) = pipeline.export_data(project, GAME, "xlsx", work / "cards.xlsx").files
    command = [office, "--headless", "--convert-to", "pdf", "--outdir", work, file]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    document = pypdfium2.PdfDocument(work / "cards.pdf")
    summary = document[0].render(scale=WORKBOOK_DPI / 72).to_pil()
    prizes = document[2].render(scale=2 * WORKBOOK_DPI / 72).to_pil()
    save(
        side_by_side([upper(trimmed(summary), 1, 0.36), upper(trimmed(prizes), 0.55, 0.22)], gap=24),
        "workbook.png",
    )


def side_by_side(pages: list[Image.Image], gap: int) -> Image.Image:
    """Pictures in a row on a table."""
    width = sum(page.width + gap for page in pages) + gap
    table = Image.new("RGB", (width, max(page.height for page in pages) + 2 * gap), TABLE)
    left = gap
    for page in pages:
        table.paste(page, (left, gap))
        left += page.width + gap
    return table


def trimmed(page: Image.Image) -> Image.Image:
    """A page without the empty paper around what is on it."""
    page = page.convert("RGB")
    box = ImageChops.difference(page, Image.new("RGB", page.size, "white")).getbbox()
    return page.crop(box) if box else page


def upper(page: Image.Image, across: float, down: float) -> Image.Image:
    """The upper left part of a page, so much of its width and height."""
    return page.crop((0, 0, round(page.width * across), round(page.height * down)))


def save(picture: Image.Image, name: str) -> None:
    """Save a picture in few colours."""
    out = io.BytesIO()
    picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    (IMAGES / name).write_bytes(out.getvalue())


if __name__ == "__main__":
    main()
