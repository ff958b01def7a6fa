"""QR codes on faces: what they say is read back from the printed page."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest
from projects import a_project, put
from small_games import a_card, a_game

from cardtool.errors import TemplateError
from cardtool.geometry import Size
from cardtool.model import Face, Side, Source
from cardtool.render import RenderPool
from cardtool.render.batch import FaceJob
from cardtool.render.html.rich_text import qr_html

PER_PAGE = 50
MANY = 1000  # codes
SHEET = """\
{% for code in card.codes %}
<div style="position:absolute;left:{{ loop.index0 % 10 * 20 }}mm;top:{{ loop.index0 // 10 * 20 }}mm">
{{ qr(code, size=20) }}</div>
{% endfor %}
"""


def dark(path: str, side: int) -> list[list[bool]]:
    """Which squares lie inside an outline: those with an odd number of upright strokes to their left."""
    strokes: list[tuple[int, int, int]] = []
    for loop in re.findall(r"M(\d+) (\d+)([^Z]*)Z", path):
        x, y = x0, y0 = int(loop[0]), int(loop[1])
        for axis, to in [*re.findall(r"([HV])(\d+)", loop[2]), ("V", y0)]:
            if axis == "V":
                strokes.append((x, *sorted((y, int(to)))))
                y = int(to)
            else:
                x = int(to)
        assert x == x0
    return [
        [
            sum(x <= column and top <= row < foot for x, top, foot in strokes) % 2 == 1
            for column in range(side)
        ]
        for row in range(side)
    ]


def test_the_outline_holds_the_dark_squares_and_no_other() -> None:
    segno = pytest.importorskip("segno")
    for text in ("A", "https://example.org/claim/7F3K-92QA", "ÄÖÜ ☂" * 20):
        rows = segno.make(text, error="m", micro=False).matrix
        path = re.search(r' d="([^"]*)"', qr_html(text, 60))
        assert path is not None
        assert dark(path[1], len(rows)) == [[module == 1 for module in row] for row in rows]


@pytest.mark.parametrize(
    ("text", "size", "level", "said"),
    [
        ("", 20, "m", "a text of 1 to 500 characters, not of 0"),
        ("x" * 501, 60, "m", "not of 501"),
        ("x" * 100, 8, "m", "too fine at 8 mm; make it 12.25 mm"),
        ("x", 20, "high", 'level="high" is none of l, m, q, h'),
    ],
)
def test_a_code_that_nobody_could_read_is_refused(text: str, size: float, level: str, said: str) -> None:
    with pytest.raises(TemplateError, match=re.escape(said)):
        qr_html(text, size, level)


@pytest.mark.slow
@pytest.mark.usefixtures("kept")
def test_codes_are_read_back_from_the_page(tmp_path: Path) -> None:
    reader = pytest.importorskip("zxingcpp", reason="needs zxing-cpp")
    codes = [f"HTTPS://EXAMPLE.ORG/{number * 7919:08X}" for number in range(MANY)]
    project, page = a_project(tmp_path), Size(206, 206)
    put(tmp_path, "templates/farm/codes.html", SHEET)
    jobs = [
        FaceJob(
            Face("beast", Side.FRONT, str(first)),
            "codes.html",
            page,
            {"card": {"codes": codes[first : first + PER_PAGE]}},
            Source("codes.csv"),
            {},
            "codes",
        )
        for first in range(0, MANY, PER_PAGE)
    ]
    with RenderPool(project, 1) as pool:
        documents = pool.draw(a_game(a_card("goat")), jobs).pages.documents
    read = []
    for drawn in (page for document in documents for page in pypdfium2.PdfDocument(document)):
        picture, step = drawn.render(scale=150 / 72).to_pil(), 20 / 25.4 * 150
        for place in range(PER_PAGE):
            left, top = place % 10 * step, place // 10 * step
            code = reader.read_barcode(picture.crop((left, top, left + step, top + step)))
            read.append(code and code.text)
    assert read == codes
