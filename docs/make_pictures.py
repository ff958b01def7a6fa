"""Makes the pictures of README and docs from what cardtool produces: `make pictures`.

The workbook is pictured by LibreOffice, where it is installed; else its picture stays as it is.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path

import pypdfium2
import yaml
from PIL import Image, ImageChops, ImageOps

from cardtool.app import build, export, options
from cardtool.app.selection import Selection
from cardtool.cli import main as run_cardtool
from cardtool.export import ExportOptions
from cardtool.geometry import Size
from cardtool.load import credits_in_use, load_game
from cardtool.model import FigureDesign, Game
from cardtool.project import Project
from cardtool.render import RenderPool, face_jobs, figure_jobs

IMAGES = Path(__file__).resolve().parent / "images"
GAME = "barbarity"
CREDITS, CREDITS_END = "<!-- credits: made by docs/make_pictures.py -->", "<!-- end of credits -->"
TABLE = (233, 229, 222)
SHEET_DPI, WORKBOOK_DPI, BOOK_DPI, MAT_DPI, FACE_WIDTH = 60, 110, 66, 72, 380
TTS_WIDTH, BOX_DPI = 1000, 84
WORKBOOK_UP_TO, RULED, AIR = "Flavour", 215, 22  # the first column left out; the palest rule; pixels
KINDS = ("cormac-the-slayer", "wasteland-witch", "pass-unseen", "pigsticker")
PRIZE, PRIZE_TEXT = "trojan-pony-front", "to another player's Prize."
THEMED = (*(f"{id}-front" for id in KINDS), "special-back")
LONGER = ("", " And then they carry on.", " And then they carry on to the next one, and so on.")
DRAWINGS = IMAGES.parent / "drawing.md"
DRAWING = re.compile(r"^### `draw\.(\w+)\(.*?\)`\n.*?^```html\n(.*?)^```", re.MULTILINE | re.DOTALL)
DRAWING_SIZE, DRAWING_DPI = (60, 40), 110  # mm, as that page says
DRAWING_INKS = '{% set ink, gold, paper = "#17404f", "#d99a35", "#faf6ec" %}'
LAYOUTS = IMAGES.parent / "layouts.md"
PART = re.compile(r"^### (`\w+`.*?)\n.*?^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^`([\w./-]+)`\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LAYOUT_SIZE, LAYOUT_DPI, BOARD_DPI, FIGURE_DPI = (100, 60), 96, 76, 150
LAYOUT_FACE = """\
{% import "layouts.html" as board %}
{% set gold, red, blue, green = "#f0c064", "#eaa391", "#a9c6d8", "#d3dcb2" %}
{% set inks = {"start": gold, "wall": "#b4bcc2", "water": blue, "hill": "#c9a67f", "grass": green, "inn": red,
               "goal": gold, "night": blue, "danger": red, "land": green} %}
{% call board.drawing(face) %}
<path fill="#dde3e0" d="M0 0H100V60H0Z"/>
{% for space in layout.spaces %}
<path d="{{ space.path }}" fill="{{ inks.get(space.sort, "#faf8f1") }}" stroke="#16324f" stroke-width="0.35"/>
{% endfor %}
{% endcall %}
{% for space in layout.spaces %}
{{ board.words(space, space.id, face, [8, space.width * 1.1] | min, "font-variant-numeric:lining-nums") }}
{% endfor %}
"""
FIGURE_PIECES = (("moonlit-ferry-token", "b2"), ("tugboat-of-doom-token", "e4"))
FORMS = IMAGES.parent / "forms"
FORMS_GAME, FORMS_DPI, FORMS_GAP = "lamplight", 150, 28
STANDEE_FOOT, DIE_EDGE, DIE_TAB = 11, 20, 7  # mm
STANDEE_SHEET, DIE_SHEET, BOX_SHEET = 72, 104, 140  # mm of the sheet, from its top
BOOK_PAGES = (0, 2, 4, 6, 8, 9, 15, 16)


def main() -> None:
    """Write every picture into docs/images/."""
    project = Project.find(Path(__file__).parent)
    IMAGES.mkdir(exist_ok=True)
    renew_credits(project)
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        picture_fronts(project)
        picture_sheet(project, work)
        picture_calibration(work)
        picture_box(project, work)
        picture_kinds(project, work)
        picture_fit(project, work)
        picture_themes(project, work)
        picture_table(project, work)
        picture_book_and_mats(project, work)
        picture_workbook(project, work)
        picture_drawings(work / "drawings")
        picture_layouts(work / "layouts")
        picture_forms(work / "forms")


def renew_credits(project: Project) -> None:
    """Write the list of credits into the README, between its two marks."""
    readme = project.root / "README.md"
    text = readme.read_text(encoding="utf-8")
    before, _, rest = text.partition(CREDITS)
    _, end, after = rest.partition(CREDITS_END)
    listed = "\n".join(credits_of(project, game) for game in project.games())
    readme.write_text(f"{before}{CREDITS}\n{listed}{end}{after}", encoding="utf-8")


def credits_of(project: Project, id: str) -> str:
    """The list of credits of a game, under its title."""
    game = load_game(project, id).game
    assert game is not None
    return f"**{game.title}**\n\n{credits_as_markdown(project, game)}"


def credits_as_markdown(project: Project, game: Game) -> str:
    """A line for each sort of asset, licence and origin, with all its authors; ends with a line break."""
    makers = sorted(
        {
            (asset_type(credit.file), credit.licence, credit.origin, credit.author)
            for credit in credits_in_use(project, game)
        }
    )
    lines = (
        f"- {what}, {licence}, {linked(origin)}: {', '.join(author for *_, author in group)}\n"
        for (what, licence, origin), group in groupby(makers, key=lambda maker: maker[:3])
    )
    return "".join(lines)


def asset_type(file: str) -> str:
    return "Fonts" if "/fonts/" in file else "Icons" if "/icons/" in file else "Pictures"


def linked(origin: str) -> str:
    """Where an asset is from, as a link where that is an address."""
    site = origin.removeprefix("https://").rstrip("/")
    return f"[{site}]({origin})" if origin.startswith("https://") else origin


def picture_fronts(project: Project) -> None:
    """All distinct fronts of cards on one picture."""
    cards = Selection(kinds=("hero", "prize", "special", "battle"))
    place = IMAGES / "fronts.png"
    export.export_game(project, GAME, "contact", ExportOptions(dpi=58), out=place, selection=cards)
    for left in IMAGES.glob(".cardtool-*"):
        left.unlink()


def picture_sheet(project: Project, work: Path) -> None:
    """The first page of fronts and the backs behind it."""
    (file,) = build.build_game(project, GAME, options.BuildOptions(), out=work).files
    document = pypdfium2.PdfDocument(file)
    pages = [document[number].render(scale=SHEET_DPI / 72).to_pil() for number in (0, 1)]
    save(side_by_side(pages, gap=24), "sheet.png")


def picture_calibration(work: Path) -> None:
    """The front of the upright calibration sheet."""
    run_cardtool(["calibrate", "--out", str(work / "calibration.pdf")])
    page = pypdfium2.PdfDocument(work / "calibration.pdf")[0]
    save(side_by_side([page.render(scale=BOX_DPI / 72).to_pil()], gap=24), "calibration.png")


def picture_box(project: Project, work: Path) -> None:
    """The flat box of the deck, on its paper."""
    order = options.BuildOptions(part=options.Part.BOX)
    (file,) = build.build_game(project, GAME, order, out=work / "box").files
    page = pypdfium2.PdfDocument(file)[0].render(scale=BOX_DPI / 72).to_pil()
    save(side_by_side([page], gap=24), "box.png")


def picture_kinds(project: Project, work: Path) -> None:
    """One card of each kind, large."""
    faces = work / "faces"
    export.export_game(project, GAME, "png", ExportOptions(dpi=150), out=faces)
    cards = [Image.open(faces / f"{name}-front.png").convert("RGB") for name in KINDS]
    save(
        side_by_side([card.resize((FACE_WIDTH, FACE_WIDTH * 7 // 5)) for card in cards], gap=24), "kinds.png"
    )


def picture_table(project: Project, work: Path) -> None:
    """A sheet for Tabletop Simulator."""
    export.export_game(project, GAME, "tts", out=work / "tts")
    sheet = Image.open(work / "tts/images/battle-fronts.png")
    save(
        sheet.resize((TTS_WIDTH, sheet.height * TTS_WIDTH // sheet.width), Image.Resampling.LANCZOS),
        "tts.png",
    )


def picture_fit(project: Project, work: Path) -> None:
    """A Prize as it is, and with its text a third longer and three quarters longer: set smaller each time."""
    copy = work / "longer"
    for part in ("cards", "templates", "schemas"):
        shutil.copytree(project.root / part, copy / part)
    prizes = copy / "cards" / GAME / "prizes.yaml"
    text, cards = prizes.read_text(encoding="utf-8"), []
    for number, addition in enumerate(LONGER):
        prizes.write_text(text.replace(PRIZE_TEXT, PRIZE_TEXT + addition), encoding="utf-8")
        faces = work / f"fit-{number}"
        export.export_game(Project.find(copy), GAME, "png", ExportOptions(dpi=150), out=faces)
        cards.append(Image.open(faces / f"{PRIZE}.png").convert("RGB"))
    assert len({card.tobytes() for card in cards}) == len(LONGER), "the text of the Prize is another by now"
    lower = [card.crop((0, card.height // 2, card.width, card.height)) for card in cards]
    save(side_by_side(lower, gap=24), "fit.png")


def picture_themes(project: Project, work: Path) -> None:
    """One card of each kind and a back, in each theme."""
    rows = []
    for theme in ("colour", "low-ink", "greyscale"):
        faces = work / f"faces-{theme}"
        export.export_game(project, GAME, "png", ExportOptions(dpi=96, theme=theme), out=faces)
        cards = [Image.open(faces / f"{name}.png").convert("RGB") for name in THEMED]
        rows.append(side_by_side(cards, gap=14))
    whole = Image.new("RGB", (rows[0].width, sum(row.height - 14 for row in rows) + 14), TABLE)
    for number, row in enumerate(rows):
        whole.paste(row, (0, number * (row.height - 14)))
    save(whole, "themes.png")


def picture_book_and_mats(project: Project, work: Path) -> None:
    """Eight pages of the rulebook, and a play mat."""
    order = options.BuildOptions(part=options.Part.ALL)
    files = {file.name: file for file in build.build_game(project, GAME, order, out=work / "all").files}
    book = pypdfium2.PdfDocument(files["rulebook.pdf"])
    pages = [book[number].render(scale=BOOK_DPI / 72).to_pil() for number in BOOK_PAGES]
    rows = [side_by_side(pages[:4], gap=12), side_by_side(pages[4:], gap=12)]
    both = Image.new("RGB", (rows[0].width, sum(row.height for row in rows) - 12), TABLE)
    both.paste(rows[0], (0, 0))
    both.paste(rows[1], (0, rows[0].height - 12))
    save(both, "rulebook.png")
    mat = pypdfium2.PdfDocument(files["mats-whole.pdf"])[0]
    left, bottom, right, top = mat.get_trimbox()
    width, height = mat.get_size()
    crop = (left, bottom, width - right, height - top)
    save(side_by_side([mat.render(scale=MAT_DPI / 72, crop=crop).to_pil()], gap=24), "mat.png")


def picture_workbook(project: Project, work: Path) -> None:
    """The summary of the workbook and the first Prizes, as LibreOffice prints them."""
    office = shutil.which("soffice") or shutil.which("libreoffice")
    if office is None:
        print("LibreOffice is not installed; workbook.png stays as it is", file=sys.stderr)
        return
    (file,) = export.export_game(project, GAME, "xlsx", out=work / "cards.xlsx").files
    command = [office, "--headless", "--convert-to", "pdf", "--outdir", work, file]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    document = pypdfium2.PdfDocument(work / "cards.pdf")
    scale = WORKBOOK_DPI / 72
    summary = upper_rows(trimmed(document[0].render(scale=scale).to_pil()))
    prizes = trimmed(document[2].render(scale=1.4 * scale).to_pil())
    across = round(1.4 * scale * width_up_to(document[2], WORKBOOK_UP_TO))
    upper = upper_rows(prizes.crop((0, 0, across, prizes.height)), summary.height - 2 * AIR)
    save(side_by_side([summary, upper], gap=24), "workbook.png")


def picture_drawings(work: Path) -> None:
    """What each example of the page on drawing draws."""
    (IMAGES / "draw").mkdir(exist_ok=True)
    for name, picture in drawings(work):
        save(picture, f"draw/{name}.png")


def drawings(work: Path) -> Iterator[tuple[str, Image.Image]]:
    """Yield the example of every drawing tool, by its name, as the card of a game in `work` shows it."""
    examples = dict(DRAWING.findall(DRAWINGS.read_text(encoding="utf-8")))
    width, height = DRAWING_SIZE
    canvas = f'style="position:absolute;left:0;top:0;width:{width}mm;height:{height}mm"'
    face = f'{DRAWING_INKS}<svg {canvas} viewBox="0 0 {width} {height}">'
    face += f'<rect width="{width}" height="{height}" fill="{{{{ paper }}}}"/>'
    face += '{% include card.id ~ ".html" %}</svg>'
    game = {
        "title": "Drawings",
        "version": "1.0",
        "players": {"least": 1, "most": 1},
        "style": "faces.css",
        "kinds": {
            "drawing": {
                "title": "Drawing",
                "plural": "Drawings",
                "records": "drawings.yaml",
                "count": len(examples),
                "width": f"{width}mm",
                "height": f"{height}mm",
                "bleed": "0mm",
                "safe": "0mm",
                "front": "face.html",
            }
        },
        "decks": {"all": {"title": "All", "kinds": ["drawing"], "count": len(examples)}},
        "outputs": {"sheet": "a4-fill"},
    }
    files = {
        "cards/drawings/game.yaml": json.dumps(game),
        "cards/drawings/drawings.yaml": json.dumps([{"id": id, "name": id.title()} for id in examples]),
        "templates/drawings/face.html": face,
        "templates/drawings/faces.css": ".face{font-family:Alegreya}",
        "schemas/drawings/drawing.schema.json": json.dumps({"type": "object"}),
        **{f"templates/drawings/{id}.html": example for id, example in examples.items()},
    }
    write_files(work, files)
    out = work / "out"
    export.export_game(Project.find(work), "drawings", "png", ExportOptions(dpi=DRAWING_DPI), out=out)
    for id in examples:
        yield id, Image.open(out / f"{id}-front.png").convert("RGB")


def picture_layouts(work: Path) -> None:
    """What each example of the page on layouts is, and its board with a figure of it."""
    (IMAGES / "layouts").mkdir(exist_ok=True)
    for name, picture in (*layout_parts(work / "parts"), *layout_board(work / "board")):
        save(picture, f"layouts/{name}.png")


def layout_parts(work: Path) -> Iterator[tuple[str, Image.Image]]:
    """Yield the example of every sort of part, by its heading, as the board of a game in `work` shows it."""
    found = PART.findall(LAYOUTS.read_text(encoding="utf-8"))
    parts = {re.sub(r"\W+", "-", heading).strip("-"): part for heading, part in found}
    width, height = LAYOUT_SIZE
    kinds = {
        id: {
            "title": "Board",
            "plural": "Boards",
            "records": {"id": f"the-{id}", "name": f"The {id}"},
            "count": 1,
            "width": f"{width}mm",
            "height": f"{height}mm",
            "bleed": "0mm",
            "safe": "0mm",
            "layout": id,
            "front": "part.html",
        }
        for id in parts
    }
    game = {
        "title": "Layouts",
        "version": "1.0",
        "players": {"least": 1, "most": 1},
        "style": "faces.css",
        "kinds": kinds,
        "decks": {},
        "outputs": {"sheet": "a4-fill"},
    }
    files = {
        "cards/layouts/game.yaml": json.dumps(game),
        "templates/layouts/part.html": LAYOUT_FACE,
        "templates/layouts/faces.css": ".face{font-family:Alegreya;color:#16324f}",
        **{
            f"cards/layouts/layouts/{id}.yaml": f"title: Part\nparts:\n  - {indented(part)}"
            for id, part in parts.items()
        },
    }
    write_files(work, files)
    out = work / "out"
    export.export_game(Project.find(work), "layouts", "png", ExportOptions(dpi=LAYOUT_DPI), out=out)
    for id in parts:
        yield id, Image.open(out / f"the-{id}-front.png").convert("RGB")


def indented(part: str) -> str:
    """A part as an item of a list."""
    return part.replace("\n", "\n    ").rstrip() + "\n"


def layout_board(work: Path) -> Iterator[tuple[str, Image.Image]]:
    """Yield the board of the page, and a figure with pieces on it."""
    project = harbour_with_board(work)
    loaded = load_game(project, "harbour")
    assert loaded.game is not None, loaded.findings
    game = loaded.game
    board = [job for job in face_jobs(game) if job.face.kind == "bay"]
    design = FigureDesign("figure-bay.html", Size(112, 76), "bay")
    shows = {"pieces": [{"token": token, "space": space} for token, space in FIGURE_PIECES]}
    figure = figure_jobs(game, [("figure-1", design, shows)])
    with RenderPool(project) as pool:
        for name, jobs, dpi in (("board", board, BOARD_DPI), ("figure", figure, FIGURE_DPI)):
            page = pypdfium2.PdfDocument(pool.draw(game, jobs).pages.documents[0])[0]
            yield name, page.render(scale=dpi / 72).to_pil().convert("RGB")


def harbour_with_board(folder: Path) -> Project:
    """The first deck as its page tells it, with the board of the page on layouts."""
    page = LAYOUTS.read_text(encoding="utf-8")
    first = FILE.findall((LAYOUTS.parent / "first-deck.md").read_text(encoding="utf-8"))
    files = {**dict(first), **dict(FILE.findall(page))}
    (kinds,) = re.findall(r"^```yaml\n(  bay: .*?)^```", page, re.MULTILINE | re.DOTALL)
    files["cards/harbour/game.yaml"] = files["cards/harbour/game.yaml"].replace("decks:", f"{kinds}decks:")
    write_files(folder, files)
    return Project.find(folder)


def picture_forms(work: Path) -> None:
    """A picture for each form, and one of sheets with all sorts of pieces."""
    (IMAGES / "forms").mkdir(exist_ok=True)
    for name, picture in forms(work):
        save(picture, f"forms/{name}.png")


def forms(work: Path) -> Iterator[tuple[str, Image.Image]]:
    """Yield the picture of each form of the game in docs/forms: its faces, or the sheet it is cut from."""
    faces = dict(form_faces(work / "faces"))
    cover = Image.alpha_composite(faces["fog-dial-fog"], faces["the-fog-cover-fog-cover"])
    signals = [faces[id] for id in ("all-clear", "stand-off", "signal-back")]
    desks = [smaller(faces[id], 0.62) for id in ("the-desk-the-keepers-desk", "desk-back")]
    waters = [smaller(faces[id], 0.62) for id in ("open-sea", "shoal", "haven", "water-back")]
    coast = smaller(faces["the-coast"], 0.17)
    sheets = {form: form_pages(work / form, form) for form in ("board", "standee", "die", "pad", "box")}
    tiles = [smaller(page, 0.16) for page in sheets["board"]]
    yield "card", on_table(smaller(each, 0.62) for each in signals)
    yield "mat", on_table(desks)
    yield "board", on_table((coast, stacked(tiles)))
    yield "tile", on_table(waters)
    yield "token", on_table((faces["lamp-token-lamp"], faces["lamp-back"]))
    keepers = [smaller(standing(faces[id]), 0.8) for id in ("ada", "tom")]
    yield "standee", on_table((smaller(top_of(sheets["standee"][0], STANDEE_SHEET), 0.45), *keepers))
    yield (
        "dial",
        on_table(
            smaller(each, 0.7) for each in (faces["fog-dial-fog"], faces["the-fog-cover-fog-cover"], cover)
        ),
    )
    yield (
        "die",
        on_table((smaller(top_of(sheets["die"][0], DIE_SHEET), 0.45), folded_die(faces["wind-die-wind"]))),
    )
    yield "pad", on_table((smaller(sheets["pad"][0], 0.45),))
    yield "aid", on_table(smaller(faces[id], 0.62) for id in ("the-watch-your-watch", "watch-back"))
    yield "box", on_table((smaller(top_of(sheets["box"][0], BOX_SHEET), 0.45),))
    yield "sheets", on_table(smaller(page, 0.42) for page in form_pages(work / "all", "")[:4:2])


def form_faces(out: Path) -> Iterator[tuple[str, Image.Image]]:
    """Yield every face of the game in docs/forms by its name, transparent outside its outline."""
    export.export_game(Project.find(FORMS), FORMS_GAME, "png", ExportOptions(dpi=FORMS_DPI), out=out)
    for file in out.glob("*.png"):
        yield file.stem.removesuffix("-front"), Image.open(file).convert("RGBA")


def form_pages(work: Path, form: str) -> list[Image.Image]:
    """Return the pages of the sheets, or tiles, of the kinds of this form alone; of all where it is empty."""
    shutil.copytree(FORMS, work, ignore=shutil.ignore_patterns("output"))
    file = work / "cards" / FORMS_GAME / "game.yaml"
    game = yaml.safe_load(file.read_text(encoding="utf-8"))
    game["kinds"] = {
        id: kind for id, kind in game["kinds"].items() if kind.get("form", "card") == form or not form
    }
    game["decks"] = game["decks"] if not form else {}
    file.write_text(json.dumps(game), encoding="utf-8")
    part = options.Part.MATS if form in ("mat", "board") else options.Part.SHEETS
    built = build.build_game(
        Project.find(work), FORMS_GAME, options.BuildOptions(part=part), out=work / "out"
    )
    sheets = next(file for file in built.files if file.name.endswith(("mats-a4.pdf", "a4-fill.pdf")))
    return [
        page.render(scale=FORMS_DPI / 72).to_pil().convert("RGBA") for page in pypdfium2.PdfDocument(sheets)
    ]


def top_of(page: Image.Image, height: float) -> Image.Image:
    """Return the upper part of a sheet, so many millimetres of it."""
    return page.crop((0, 0, page.width, round(height * FORMS_DPI / 25.4)))


def standing(strip: Image.Image) -> Image.Image:
    """Return the front of a standee as it stands: the lower half of its strip, without the foot."""
    foot = round(STANDEE_FOOT * FORMS_DPI / 25.4)
    return strip.crop((0, strip.height // 2, strip.width, strip.height - foot))


def folded_die(net: Image.Image) -> Image.Image:
    """Return three sides of a die as they meet when its net is folded: 1 above, 4 left of it, 2 right."""
    net = smaller(net, 3)
    edge, tab = (round(3 * length * FORMS_DPI / 25.4) for length in (DIE_EDGE, DIE_TAB))
    right, left, down = (0.866, 0.5), (-0.866, 0.5), (0.0, 1.0)
    seen = (
        (1, 1, right, left, (0.866, 0.0)),
        (1, 2, right, down, (0.0, 0.5)),
        (2, 1, down, left, (1.732, 0.5)),
    )
    cube = Image.new("RGBA", (round(1.74 * edge), 2 * edge + 2))
    for column, row, across, along, corner in seen:
        side = net.crop((column * edge, tab + row * edge, (column + 1) * edge, tab + (row + 1) * edge))
        cube.alpha_composite(slanted(side, across, along, corner, cube.size))
    return smaller(cube, 1 / 3)


def slanted(
    square: Image.Image,
    across: tuple[float, float],
    along: tuple[float, float],
    corner: tuple[float, float],
    size: tuple[int, int],
) -> Image.Image:
    """Return a square slanted so that its edges go along two directions; lengths are in its edges."""
    (a, b), (c, d), edge = across, along, square.width
    x, y = corner[0] * edge, corner[1] * edge
    area = a * d - b * c
    back = (d / area, -c / area, (c * y - d * x) / area, -b / area, a / area, (b * x - a * y) / area)
    return square.transform(size, Image.Transform.AFFINE, back, Image.Resampling.BICUBIC)


def smaller(picture: Image.Image, scale: float) -> Image.Image:
    """Return a picture at part of its size."""
    size = (round(picture.width * scale), round(picture.height * scale))
    return picture.resize(size, Image.Resampling.LANCZOS)


def stacked(pages: list[Image.Image]) -> Image.Image:
    """Return four pages, two by two."""
    width, height = pages[0].size
    both = Image.new("RGBA", (2 * width + 12, 2 * height + 12))
    for number, page in enumerate(pages):
        both.paste(page, (number % 2 * (width + 12), number // 2 * (height + 12)))
    return both


def on_table(pictures: Iterable[Image.Image]) -> Image.Image:
    """Return pictures in a row on a table that is seen through what is cut away of them."""
    shown = list(pictures)
    width = sum(each.width + FORMS_GAP for each in shown) + FORMS_GAP
    height = max(each.height for each in shown) + 2 * FORMS_GAP
    table, left = Image.new("RGBA", (width, height), TABLE), FORMS_GAP
    for each in shown:
        table.alpha_composite(each, (left, (height - each.height) // 2))
        left += each.width + FORMS_GAP
    return table.convert("RGB")


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write files, and the folders they lie in."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def side_by_side(pages: list[Image.Image], gap: int) -> Image.Image:
    """Pictures in a row on a table."""
    width = sum(page.width + gap for page in pages) + gap
    table = Image.new("RGB", (width, max(page.height for page in pages) + 2 * gap), TABLE)
    left = gap
    for page in pages:
        table.paste(page, (left, gap))
        left += page.width + gap
    return table


def width_up_to(page: pypdfium2.PdfPage, heading: str) -> float:
    """How wide the columns of a printed sheet before this one are, in points; they begin with Id."""
    text = page.get_textpage()
    first, after = (text.get_charbox(text.search(word).get_next()[0])[0] for word in ("Id", heading))
    return float(after - first)


def upper_rows(page: Image.Image, down: int | None = None) -> Image.Image:
    """The whole rows in the upper part of a printed sheet, and air around them.

    A row ends where a rule runs along the left edge; `down` is how high the picture is in pixels, without
    the air, and all rows are meant where it is left out.
    """
    edge = page.convert("L").crop((2, 0, 3, page.height))
    ends = [y for y in range(1, page.height) if edge.getpixel((0, y - 1)) < RULED <= edge.getpixel((0, y))]
    end = max(y for y in ends if down is None or y <= down)
    rows = page.crop((0, 0, page.width, end))
    below = 0 if down is None else down - end
    return ImageOps.expand(rows, (AIR, AIR, AIR, AIR + below), "white")


def trimmed(page: Image.Image) -> Image.Image:
    """A page without the empty paper around what is on it."""
    page = page.convert("RGB")
    box = ImageChops.difference(page, Image.new("RGB", page.size, "white")).getbbox()
    return page.crop(box) if box else page


def save(picture: Image.Image, name: str) -> None:
    """Save a picture in few colours."""
    out = io.BytesIO()
    picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    (IMAGES / name).write_bytes(out.getvalue())


if __name__ == "__main__":
    main()
