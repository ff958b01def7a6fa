"""What PlutoPrint does not draw is told because it is so: all that is told of is drawn here, and what is not.

A value is passed over where a page looks the same with it and without; a part of SVG is drawn wrongly where
it does not look like the same thing drawn in plain paths.
"""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat
from projects import BEAST, a_project, put
from small_games import a_game

from cardtool.finding import Severity
from cardtool.geometry import Size
from cardtool.load import load_game
from cardtool.model import BookDesign, Engine, FigureDesign
from cardtool.project import TOOLKIT, Project
from cardtool.render.fetcher import Fetcher
from cardtool.render.style_check import style_faults
from cardtool.render.template_check import template_faults

plutoprint = pytest.importorskip("cardtool.render.plutoprint_faces")

PAGE = Size(40, 30)
BACKDROP = '<i style="position:absolute;left:0;top:0;width:20mm;height:30mm;background:#fc3"></i>'
WORDS = f'{BACKDROP}<div class="a">Abcd ef-gh ij</div>'
PARTS = (
    f'{BACKDROP}<div class="a"><p style="background:#e44;width:4mm">Ab</p>'
    '<p style="background:#4a4;width:4mm">C</p></div>'
)
BOX = (
    "p{margin:0}.a{position:absolute;left:5mm;top:5mm;width:25mm;height:15mm;"
    "background-color:#48c;font-size:14pt;"
)
PICTURE = (
    "background-image:url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='23' height='9'>"
    "<circle cx='9' cy='4' r='4'/></svg>\");"
)


def pdf_of(html: str, style: str = "") -> bytes:
    fetcher = Fetcher(Project(TOOLKIT), "barbarity")
    return plutoprint.draw([f'<div class="face">{html}</div>'], PAGE, style, fetcher)


def drawn(html: str, style: str = "", scale: float = 2.5) -> Image.Image:
    return pypdfium2.PdfDocument(pdf_of(html, style))[0].render(scale=scale).to_pil().convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    """How much of the page is not alike, in hundredths of it."""
    apart = ImageChops.difference(one, other).convert("L").point(lambda value: 255 * (value > 40))
    return ImageStat.Stat(apart).mean[0] / 2.55


def svg(inside: str) -> str:
    place = 'style="position:absolute;left:0;top:0;width:40mm;height:30mm" viewBox="0 0 40 30"'
    return f"<svg {place}>{inside}</svg>"


IGNORED = [  # a declaration, and what stands in its rule anyway
    *(
        f"background-color:{colour}"
        for colour in (
            "color-mix(in srgb, red, blue)",
            "lab(50% 40 20)",
            "lch(50% 60 20)",
            "oklab(60% .1 .1)",
            "oklch(60% .2 30)",
            "color(srgb 1 0 0)",
            "device-cmyk(0 1 1 0)",
            "light-dark(red, blue)",
            "rgb(from red r g b)",
            "hsl(none 50% 50%)",
            "rgb(calc(200), 0, 0)",
        )
    ),
    "background-image:linear-gradient(red, blue)",
    "background:radial-gradient(red, blue)",
    "background:conic-gradient(red, blue)",
    "background:repeating-linear-gradient(red 0 2mm, blue 2mm 4mm)",
    "background:image-set(url(a.png) 1x)",
    *(
        f"transform:{change}"
        for change in (
            "rotateZ(20deg)",
            "rotateX(50deg)",
            "rotate3d(0, 0, 1, 20deg)",
            "translate3d(2mm, 2mm, 0)",
            "scale3d(.5, .5, 1)",
            "perspective(20mm)",
            "rotate(calc(10deg * 2))",
            "translate(calc(10% + 1mm), 0)",
        )
    ),
    *(
        f"width:{width}"
        for width in (
            "calc(10mm + 20%)",
            "min(50%, 10mm)",
            "clamp(1mm, 20%, 30mm)",
            "round(10.4mm, 1mm)",
            "abs(-10mm)",
            "calc(sqrt(4) * 5mm)",
            "20q",
            "20dvw",
            "20svh",
            "20cqw",
            "20vi",
            "fit-content(10mm)",
        )
    ),
    "left:calc(10% + 2mm)",
    "font-size:calc(100% + 2pt)",
    "opacity:calc(1 / 2)",
    "overflow:clip;white-space:nowrap;width:6mm|white-space:nowrap;width:6mm",
    "text-align:justify-all",
    "text-transform:full-width",
    "mix-blend-mode:plus-lighter",
    "hyphens:auto;width:7mm|width:7mm",
    "letter-spacing:10%",
    "word-spacing:50%",
    "text-indent:3mm hanging",
    "text-decoration:underline 1mm",
    "text-decoration:underline from-font",
    "clip-path:circle(5mm)",
    "clip-path:polygon(0 0, 100% 0, 50% 100%)",
    "background-color:reddish",
    "background:#12345",
    "border:2mm solid reddish",
    "text-align:middle",
    "width:9",
    "padding:3 mm",
    "font-size:9ptx",
    "transform:rotate(20degs)",
    "transform:rotate(20)",
    "transform:translate(3, 3)",
    "transform:rotat(20deg)",
    "transform:rotate(20deg);transform-origin:centre|transform:rotate(20deg)",
    "display:flx",
    "overflow:hiden;width:6mm;white-space:nowrap|width:6mm;white-space:nowrap",
    "white-space:no-wrap;width:6mm|width:6mm",
    "mix-blend-mode:multipl",
    "opacity:0,5",
    "line-height:1,2",
    "z-index:top",
    "font:bold Alegreya",
    "width:-3mm",
    "width:calc(3mm+6mm)",
    "background-color:cmyk(0,1,1,0)",
    "background-color:0xff0000",
    "background-clip:text",
    "border:1mm rigid red",
    "writing-mode:vertical",
    "font-weight:semibold",
    "height:9 mm",
]
IGNORED_OF_PARTS = [
    "display:grid",
    "display:inline-grid",
    "display:contents",
    "display:flow-root",
    "display:flex;gap:10%|display:flex",
    "display:flex;align-items:safe center|display:flex",
    "display:flex;align-items:last baseline|display:flex",
    "display:flex;align-items:centre|display:flex",
    "display:flex;justify-content:middle|display:flex",
    "display:flex;flex-direction:col|display:flex",
]
IGNORED_OF_PICTURES = [
    "background-repeat:space",
    "background-repeat:round",
    "background-repeat:no-repeat, repeat",
    "background-position:0 0, 1mm 1mm",
    "background-repeat:none",
    "background-size:covers",
    "background-position:centre",
]
OBEYED = [
    "background-color:hsl(20 80% 40% / .5)",
    "background-color:hwb(20 10% 10%)",
    "background-color:rgb(10% 20% 30%)",
    "background-color:#c00a0a80",
    "transform:rotate(20deg) scale(.5)",
    "transform:translateX(4mm)",
    "transform:translate(calc(2mm + 3mm), 0)",
    "width:calc(10mm * 2)",
    "width:calc((2mm + 3mm) * 3)",
    "width:min(5mm, 7mm)",
    "width:clamp(1mm, 8mm, 9mm)",
    "--w:3mm;width:calc(var(--w) * 3)",
    "width:min-content",
    "width:20%",
    "width:5lh",
    "width:20vw",
    "line-height:calc(1.2 * 2)",
    "font-size:calc(1vw + 9pt)",
    "opacity:50%",
    "mix-blend-mode:screen",
    "overflow:hidden;white-space:nowrap;width:6mm|white-space:nowrap;width:6mm",
    "letter-spacing:.2em",
    "text-decoration:underline",
    "text-decoration:underline solid red",
    "text-indent:3mm",
    "border-radius:6mm / 2mm",
    "outline:1mm dashed red",
    "inset:1mm auto auto 1mm",
    "background:RebeccaPurple",
    "border:.5mm solid currentColor",
    "padding:0 0 0 3mm",
    "font:700 12pt/1.2 'Alegreya'",
    "transform:rotate(.1turn)",
    "width:1e1MM",
    "text-align:CENTER",
    "transform:rotate(20deg) translate(0, 2mm)",
    "transform:rotate(20deg);transform-origin:left top|transform:rotate(20deg)",
    "margin:-2mm 0 0 -1mm",
    "font:bold 16pt Alegreya",
    "font:small-caps 9pt 'Alegreya', serif",
    "opacity:.5",
    "width:calc(3mm + 6mm)",
    "width:calc(3mm - -6mm)",
    "border:medium double red",
]
OBEYED_OF_PARTS = [
    "display:flex",
    "display:flex;gap:2mm|display:flex",
    "display:flex;align-items:flex-end|display:flex",
    "display:flex;justify-content:space-around|display:flex",
    "display:list-item;list-style:disc inside",
]
OBEYED_OF_PICTURES = ["background-size:cover", "background-repeat:no-repeat", "background-position:1mm 2mm"]

CASES = {
    WORDS: (IGNORED, OBEYED, ""),
    PARTS: (IGNORED_OF_PARTS, OBEYED_OF_PARTS, ""),
    BACKDROP + '<div class="a"></div>': (IGNORED_OF_PICTURES, OBEYED_OF_PICTURES, PICTURE),
}


def test_each_value_that_is_told_of_changes_nothing_on_the_page() -> None:
    for html, (ignored, _, always) in CASES.items():
        for case in ignored:
            asked, _, without = case.partition("|")
            with_it, plain = drawn(html, f"{BOX}{always}{asked}}}"), drawn(html, f"{BOX}{always}{without}}}")
            assert difference(with_it, plain) < 0.02, case


def test_each_value_that_is_not_told_of_changes_the_page() -> None:
    for html, (_, obeyed, always) in CASES.items():
        for case in obeyed:
            asked, _, without = case.partition("|")
            with_it, plain = drawn(html, f"{BOX}{always}{asked}}}"), drawn(html, f"{BOX}{always}{without}}}")
            assert difference(with_it, plain) > 0.02, case


def test_just_these_values_are_told_of(tmp_path: Path) -> None:
    for ignored, obeyed, _ in CASES.values():
        for case, expected in (*((case, 1) for case in ignored), *((case, 0) for case in obeyed)):
            project = a_project(tmp_path, style=f".a{{{case.partition('|')[0]}}}")
            put(tmp_path, "cards/farm/a.png", "")
            told = [each for each in style_faults(project, a_game()) if each.rule.code == "CT740"]
            assert len(told) == expected, case


def test_a_value_is_told_at_its_place_with_what_to_do(tmp_path: Path) -> None:
    project = a_project(tmp_path, style=".a{left:0}\n.b{ background: linear-gradient(red, blue) }")
    (found,) = style_faults(project, a_game())
    assert str(found.source) == "templates/farm/faces.css:2:17"
    assert found.severity is Severity.WARNING
    assert found.message == (
        "PlutoPrint, which draws the faces, passes over linear-gradient(…), and so over all of background"
    )
    assert found.fix == "draw an SVG <linearGradient> or <radialGradient>, or dots with draw.dots"


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ('<rectt width="9"/>', 'SVG has no <rectt> (did you mean "rect"?)'),
        ('<rect widht="9"/>', '<rect> has no widht (did you mean "width"?)'),
        ('<rect width="9mmm"/>', 'width: there is no unit "mmm" (did you mean "mm"?)'),
        ('<text text-anchor="centre">a</text>', 'text-anchor: there is no "centre"'),
        ('<g id="sky"/><rect fill="url(#skyy)"/>', 'nothing has the id skyy (did you mean "sky"?)'),
        ('<use href="#moon"/>', "nothing has the id moon"),
        ('<rect transform="rotat(30)"/>', 'transform: there is no rotat(…) in SVG (did you mean "rotate"?)'),
        ('<path d="hello"/>', 'the path "hello" does not begin with M, and so is not drawn'),
        ('<path d="M0 20L10 30 Q5"/>', 'the path ends before "Q5": Q takes 4 numbers'),
        ('<path d="M0 20LZ"/>', 'the path ends before "L": L takes 2 numbers'),
        ('<path d="M0 20X3"/>', 'the path ends before "X3", which it cannot have'),
        ('<path d="M0 2 L 3 4;"/>', 'the path ends before "L 3 4;", which it cannot have'),
    ],
)
def test_a_slip_in_svg_is_told_where_it_stands(part: str, said: str, tmp_path: Path) -> None:
    (found,) = template_faults(a_project(tmp_path, beast=f"<svg>\n{part}</svg>"), a_game())
    assert found.message.startswith(said)
    assert found.source.line == 2


@pytest.mark.parametrize(
    "part",
    [
        '<path d="M0-.5.5 1e-3a1 1 0 01.5.5zm1 1 2 2H3v-4C0 0 1 1 2 2s1 1 2 2T9 9"/><path d="{{ a }} Q5"/>',
        '<path d=""/><path id="{{ name }}-sky"/><rect fill="url(#big-sky)" {{ more }} data-fil="1"/>',
        '<linearGradient id="a" gradientTransform="skewX(3)"/><use href="#a"/><rect fill="url(#no) red"/>',
        '<text x="1 2 3" font-size="small" dominant-baseline="central"><tspan dy=".3em">a</tspan></text>',
        '<rect fill="url(#{{ id }})" {% if a %}stroke-width="1"{% endif %} transform="{{ a }}(3)"/>',
        "<{{ tag }} d='x'/><image preserveAspectRatio='xMidYMid slice' width='100%' height='9'/>",
    ],
)
def test_what_svg_has_or_a_template_makes_up_is_no_slip(part: str, tmp_path: Path) -> None:
    assert list(template_faults(a_project(tmp_path, beast=f"<svg>{part}</svg>"), a_game())) == []


def test_what_weasyprint_draws_it_is_not_told_of(tmp_path: Path) -> None:
    template = svg('<defs><mask id="m"></mask></defs>')
    project = a_project(tmp_path, style=".a{background:linear-gradient(red, blue)}", beast=template)
    game = a_game(engine=Engine.WEASYPRINT)
    assert [*style_faults(project, game), *template_faults(project, game)] == []


RECT = '<rect x="5" y="5" width="30" height="20" {}/>'
DEFS = {
    "pattern": '<pattern id="p" width="1.5" height="2" patternUnits="userSpaceOnUse">'
    '<rect width=".75" height="2"/></pattern>',
    "mask": '<mask id="m"><rect x="10" y="8" width="20" height="14" fill="#fff"/></mask>',
}
HALF = "".join(f'<rect x="{6 + 1.5 * i}" y="5" width=".75" height="20"/>' for i in range(20))
WRONG = [  # SVG, the same in plain paths, and what is said of it
    (DEFS["pattern"] + RECT.format('fill="url(#p)"'), HALF, "<pattern> has tiles of whole units only"),
    ('<filter id="f"><feFlood flood-color="red"/></filter>', None, "<filter> is passed over"),
    (
        RECT.format('filter="url(#f)" fill="#06c"'),
        RECT.format('opacity="0"'),
        "filter is passed over",
    ),
    (f"<switch>{RECT.format('')}</switch>", RECT.format(""), "nothing inside a <switch> is drawn"),
    (
        '<clipPath id="c"><g><circle cx="20" cy="15" r="8"/></g></clipPath>'
        + RECT.format('clip-path="url(#c)"'),
        '<circle cx="20" cy="15" r="8"/>',
        "a <clipPath> with a <g> in it lets nothing through",
    ),
    (
        '<path d="M5 15H35" pathLength="3" stroke="#000" stroke-width="2" stroke-dasharray=".5"/>',
        "".join(f'<path d="M{5 + 10 * i} 15h5" stroke="#000" stroke-width="2"/>' for i in range(3)),
        "pathLength is passed over",
    ),
    (
        '<g transform="scale(4)"><path d="M1 4H9" stroke="#000" vector-effect="non-scaling-stroke"/></g>',
        '<path d="M4 16H36" stroke="#000"/>',
        "vector-effect is passed over",
    ),
    (
        '<rect x="10" y="8" width="20" height="14" fill="#0c0" stroke="#f00" stroke-width="4" '
        'paint-order="stroke"/>',
        '<rect x="8" y="6" width="24" height="18" fill="#f00"/>'
        '<rect x="10" y="8" width="20" height="14" fill="#0c0"/>',
        "paint-order is passed over",
    ),
    (
        '<rect x="10" y="8" width="20" height="14" stroke-width="4" '
        'style="fill:#0c0;stroke:#f00;paint-order:stroke"/>',
        '<rect x="8" y="6" width="24" height="18" fill="#f00"/>'
        '<rect x="10" y="8" width="20" height="14" fill="#0c0"/>',
        "paint-order: stroke is passed over",
    ),
    (
        '<marker id="k" markerWidth="4" markerHeight="4" refX="2" refY="2" markerUnits="userSpaceOnUse">'
        '<rect width="4" height="4" fill="context-stroke"/></marker>'
        '<path d="M8 15H30" stroke="#f00" marker-end="url(#k)"/>',
        '<path d="M8 15H30" stroke="#f00"/><rect x="28" y="13" width="4" height="4" fill="#f00"/>',
        "context-stroke is drawn black",
    ),
    (
        '<rect width="10" height="10" style="transform:translate(10px,8px)"/>',
        '<rect x="10" y="8" width="10" height="10"/>',
        "transform in the style of a shape of SVG is passed over",
    ),
    (
        '<rect x="10" y="10" width="10" height="10" transform="rotate(90)" transform-origin="20 15"/>',
        '<rect x="15" y="5" width="10" height="10"/>',
        "the attribute transform-origin is passed over",
    ),
    (
        '<rect style="x:10px" y="8" width="10" height="10"/>',
        '<rect x="10" y="8" width="10" height="10"/>',
        "x in a style is passed over",
    ),
    (
        '<rect x="10" y="8" style="width:10px;fill:#000" height="10"/>',
        '<rect x="10" y="8" width="10" height="10"/>',
        "width in the style of a shape of SVG is passed over",
    ),
    (
        RECT.format('transform="rotate(20deg)"'),
        RECT.format('transform="rotate(20)"'),
        "the transform rotate(20deg…) is passed over",
    ),
    (RECT.format('fill="bluegreenish"'), RECT.format('fill="teal"'), 'fill: "bluegreenish" is no colour'),
    (
        RECT.format('style="fill:#0088zz"'),
        RECT.format('fill="#0088ff"'),
        "fill: #0088zz is no colour",
    ),
    (
        RECT.format('style="clip-path:circle(8px at 20px 15px)"'),
        '<circle cx="20" cy="15" r="8"/>',
        "circle(…) as a clip-path is passed over",
    ),
]
PIXELS = [
    (DEFS["mask"] + RECT.format('mask="url(#m)"'), "<mask>"),
    (
        '<clipPath id="c"><text x="6" y="20" font-size="9">ABC</text></clipPath>'
        + RECT.format('clip-path="url(#c)"'),
        "text in a <clipPath>",
    ),
    (
        '<clipPath id="c"><circle cx="15" cy="15" r="6"/><circle cx="25" cy="15" r="6"/></clipPath>'
        + RECT.format('clip-path="url(#c)"'),
        "a <clipPath> of several shapes",
    ),
    (
        '<clipPath id="d"><rect width="20" height="30"/></clipPath>'
        '<clipPath id="c" clip-path="url(#d)"><circle cx="20" cy="15" r="8"/></clipPath>'
        + RECT.format('clip-path="url(#c)"'),
        "a <clipPath> that is clipped itself",
    ),
]
GRADIENT = '<stop offset=".5" stop-color="#f00"/><stop offset=".5" stop-color="#00f"/>'
RIGHT = [
    (
        '<clipPath id="c"><circle cx="20" cy="15" r="8"/></clipPath>' + RECT.format('clip-path="url(#c)"'),
        '<circle cx="20" cy="15" r="8"/>',
    ),
    (
        '<clipPath id="c"><path clip-rule="evenodd" d="M8 8H32V22H8ZM14 11H26V19H14Z"/></clipPath>'
        + RECT.format('clip-path="url(#c)"'),
        '<path fill-rule="evenodd" d="M8 8H32V22H8ZM14 11H26V19H14Z"/>',
    ),
    (
        f'<linearGradient id="g">{GRADIENT}</linearGradient>' + RECT.format('fill="url(#g)"'),
        '<rect x="5" y="5" width="15" height="20" fill="#f00"/>'
        '<rect x="20" y="5" width="15" height="20" fill="#00f"/>',
    ),
    (
        '<symbol id="u" viewBox="0 0 4 4"><rect width="4" height="4"/></symbol>'
        '<use href="#u" x="6" y="6" width="10" height="10"/>',
        '<rect x="6" y="6" width="10" height="10"/>',
    ),
    (
        '<marker id="k" markerWidth="4" markerHeight="2" refX="0" refY="1" orient="auto" '
        'markerUnits="userSpaceOnUse"><rect width="4" height="2" fill="#f00"/></marker>'
        '<path d="M20 5V15" stroke="#000" marker-end="url(#k)"/>',
        '<path d="M20 5V15" stroke="#000"/><rect x="19" y="15" width="2" height="4" fill="#f00"/>',
    ),
    (
        '<path id="t" d="M5 15H35" fill="none"/>'
        '<text font-size="5"><textPath href="#t">ABC</textPath></text>',
        '<text x="5" y="15" font-size="5">ABC</text>',
    ),
    (
        RECT.format('fill="#fc3"') + '<rect x="10" y="8" width="20" height="14" fill="#48c" '
        'style="mix-blend-mode:multiply"/>',
        RECT.format('fill="#fc3"') + '<rect x="10" y="8" width="20" height="14" fill="#486a29"/>',
    ),
    (
        '<rect style="fill:#06c;stroke:#f00;stroke-width:2px" x="10" y="8" width="10" height="10"/>',
        '<rect x="10" y="8" width="10" height="10" fill="#06c" stroke="#f00" stroke-width="2"/>',
    ),
]


def told(folder: Path, template: str) -> list[str]:
    found = template_faults(a_project(folder, beast=template), a_game())
    return [each.message.removeprefix("PlutoPrint, which draws the faces: ") for each in found]


@pytest.mark.parametrize(("asked", "plain", "said"), WRONG, ids=[said for *_, said in WRONG])
def test_svg_that_is_drawn_wrongly_is_told_of(
    tmp_path: Path, asked: str, plain: str | None, said: str
) -> None:
    if plain is not None:
        assert difference(drawn(svg(asked)), drawn(svg(plain))) > 1
    (found,) = told(tmp_path, svg(asked))
    assert found.startswith(said)


@pytest.mark.parametrize(("asked", "said"), PIXELS, ids=[said for _, said in PIXELS])
def test_svg_that_becomes_pixels_is_told_of(tmp_path: Path, asked: str, said: str) -> None:
    with pikepdf.open(io.BytesIO(pdf_of(svg(asked)))) as document:
        assert "/Image" in str([each.Subtype for each in document.objects if "/Subtype" in _keys(each)])
    (found,) = told(tmp_path, svg(asked))
    assert found == f"{said}: it is printed as pixels, with soft edges"


def _keys(thing: pikepdf.Object) -> set[str]:
    return set(thing.keys()) if isinstance(thing, pikepdf.Stream) else set()


@pytest.mark.parametrize(("asked", "plain"), RIGHT)
def test_svg_that_is_drawn_as_it_is_meant_is_not_told_of(tmp_path: Path, asked: str, plain: str) -> None:
    assert difference(drawn(svg(asked)), drawn(svg(plain))) < 0.4
    assert told(tmp_path, svg(asked)) == []


def test_what_stands_in_a_style_is_judged_by_its_element(tmp_path: Path) -> None:
    assert told(tmp_path, '<p style="width:calc(10% + {{ face.bleed }}mm)">x</p>') == [
        "calc(…) with a percentage is passed over"
    ]
    assert told(tmp_path, '<p style="clip-path:url(#c)">x</p>') == [
        "clip-path is passed over on what is no SVG"
    ]


@pytest.mark.parametrize(
    "part",
    [
        '<path fill="{{ ink }}" stroke="dark{{ shade }}" d="M0 0"/>',
        '<path fill="{% if mass %}{{ ink }}{% else %}none{% endif %}" style="stroke:#{{ hex }}" d="M0 0"/>',
        '<p style="width:{{ wide }}mm;margin:{% if a %}3{% else %}4{% endif %}mm;top:1{{ place }}mm">x</p>',
        '<text style="font-size:4;fill:currentColor" fill="inherit" stroke="none">x</text>',
        '<animate fill="freeze"/><stop stop-color="teal"/><path fill="url(#g) none" d="M0 0"/>',
    ],
)
def test_what_is_filled_in_is_no_slip(tmp_path: Path, part: str) -> None:
    assert told(tmp_path, part) == []


def test_a_slip_in_a_macro_and_in_a_style_is_told_of(tmp_path: Path) -> None:
    template = '{% macro dot() %}<circle r="2" fill="gren"/>{% endmacro %}<p style="color:gren;top:3">x</p>'
    assert told(tmp_path, template) == [
        'fill: "gren" is no colour (did you mean "green"?)',
        'color: "gren" is no colour (did you mean "green"?)',
        "top: 3 has no unit",
    ]


def test_a_template_is_read_as_it_is_written(tmp_path: Path) -> None:
    template = (
        '{# <mask id="m"> #}\n<svg>{% if a > b %}<clipPath id="c">{% if c %}<path d="{{ f("x", 1) }}"/>'
        '{% else %}<rect width="{{ w }}" height="5"/>{% endif %}</clipPath>{% endif %}\n'
        '<g transform="rotate({{ spot.angle }})" style="fill:{{ ink }};stroke-width:{{ w }}px"/>'
        '<path style="{{ style }}" d="{{ draw.grown(star, 5, "round") }}"/>\n<pattern id="{{ id }}"/></svg>'
    )
    project = a_project(tmp_path, beast=template)
    (found,) = template_faults(project, a_game())
    assert str(found.source) == "templates/farm/beast.html:4:1"
    assert found.fix == "fill with draw.hatching, draw.dots or other paths"


def test_templates_that_faces_include_are_read_and_those_of_the_rulebook_are_not(tmp_path: Path) -> None:
    project = a_project(
        tmp_path, beast=BEAST + '{% from "parts.html" import part %}{% include "more.html" %}'
    )
    for name in ("parts", "more", "figure", "book", "unused"):
        put(tmp_path, f"templates/farm/{name}.html", svg("<mask></mask>"))
    figures = {"table": FigureDesign("figure.html", Size(90, 60))}
    game = a_game(book=BookDesign("book.html", "book.css", Size(148, 210), figures))
    assert sorted(Path(found.source.file).stem for found in template_faults(project, game)) == [
        "figure",
        "more",
        "parts",
    ]


def test_of_the_shipped_templates_nothing_is_told() -> None:
    project = Project(TOOLKIT)
    game = load_game(project, "barbarity").game
    assert game is not None
    assert list(template_faults(project, game)) == []
