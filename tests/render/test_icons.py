"""Pictures as designers save them: each is drawn as it looks, or refused with what to do about it."""

from __future__ import annotations

import base64
import io
from pathlib import Path

import pytest
from PIL import Image
from projects import a_project

from cardtool.project import Project
from cardtool.render import Fetcher, FetchRefused
from cardtool.render.artwork import BadPicture, check_picture

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'


def saved(picture: Image.Image, format: str, **options: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, format, **options)
    return out.getvalue()


def teal(mode: str = "RGB") -> Image.Image:
    return Image.new("RGB", (9, 6), "teal").convert(mode)


def turned(format: str) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = 6
    return saved(teal(), format, exif=exif)


def moving(format: str) -> bytes:
    return saved(teal(), format, save_all=True, append_images=[Image.new("RGB", (9, 6), "red")])


def grey16() -> bytes:
    return saved(Image.frombytes("I;16", (9, 6), bytes(9 * 6 * 2)), "PNG")


def holding(kind: str, content: bytes) -> bytes:
    data = base64.b64encode(content).decode()
    return SVG.format(f'<image href="data:image/{kind};base64,{data}" width="9" height="9"/>').encode()


@pytest.mark.parametrize(
    ("suffix", "content"),
    [
        *((".png", saved(teal(mode), "PNG")) for mode in ("1", "L", "LA", "P", "RGBA")),
        (".jpg", saved(teal("L"), "JPEG")),
        (".jpg", saved(teal(), "JPEG", progressive=True)),
        (".jpg", saved(teal(), "JPEG", exif=Image.Exif())),
        (".svg", holding("png", saved(teal(), "PNG"))),
        (".svg", SVG.format('<path fill="url(#g)" style="filter:none" filter="none" d="M0 0z"/>').encode()),
        (".svg", SVG.format("<style>path{fill:url('#g')}</style>").encode()),
    ],
)
def test_what_both_engines_draw_alike_is_taken(suffix: str, content: bytes) -> None:
    check_picture(suffix, content)


@pytest.mark.parametrize(
    ("suffix", "content", "said"),
    [
        (".jpg", saved(teal("CMYK"), "JPEG"), "in CMYK, .*; save it as RGB"),
        (".png", grey16(), "more than 8 bits a channel; save it with 8"),
        (".webp", moving("WEBP"), "a moving picture; save the one frame"),
        (".png", moving("PNG"), "a moving picture; save the one frame"),
        (".jpg", turned("JPEG"), "turn it upright in a picture editor and save it"),
        (".png", turned("PNG"), "turn it upright"),
        (".png", saved(teal(), "TIFF"), "not a PNG picture, whatever its name says; it is TIFF"),
        (".jpg", saved(teal(), "PNG"), "; it is PNG"),
        (".svg", holding("jpeg", saved(teal("CMYK"), "JPEG")), "the JPEG picture inside it .* in CMYK"),
        (".svg", holding("png", b"PNG"), "the PNG picture inside it cannot be drawn: not a PNG picture"),
        (".svg", SVG.format('<path filter="url(#blur)" d="M0 0z"/>').encode(), "has a filter.* as PNG"),
        (".svg", SVG.format('<path style="fill:red;filter:url(#a)"/>').encode(), "has a filter"),
        (".svg", SVG.format("<style>path { filter: blur(2px) }</style>").encode(), "has a filter"),
        (".svg", SVG.format("<style>@import 'a.css';</style>").encode(), "refers to another stylesheet"),
        (
            ".svg",
            SVG.format('<path fill="url(http://example.com/a#b)"/>').encode(),
            "refers to http://example.com/a#b",
        ),
        (".svg", b"<!DOCTYPE svg>" + SVG.format("").encode(), "take the line <!DOCTYPE …> out of it"),
        (".svg", SVG.format("<foreignObject/>").encode(), "save it as plain SVG"),
    ],
)
def test_what_would_come_out_otherwise_is_refused_with_advice(suffix: str, content: bytes, said: str) -> None:
    with pytest.raises(BadPicture, match=said):
        check_picture(suffix, content)


@pytest.fixture
def farm(tmp_path: Path) -> Project:
    project = a_project(tmp_path)
    art = project.cards("farm") / "art"
    art.mkdir()
    for name in ("ferry.png", "Goat.PNG"):
        (art / name).write_bytes(saved(teal(), "PNG"))
    (art / "goose.heic").write_bytes(b"what a telephone saves")
    (art / "inks.jpg").write_bytes(saved(teal("CMYK"), "JPEG"))
    return project


def a_fetcher(project: Project) -> Fetcher:
    return Fetcher(project, "farm")


@pytest.mark.parametrize(
    ("address", "told"),
    [
        (
            "art/fery.png",
            'there is no file cards/farm/art/fery.png (did you mean "ferry.png"?)',
        ),
        ("art/zebra.png", "there is no file cards/farm/art/zebra.png"),
        (
            "art/goat.png",
            'there is no file cards/farm/art/goat.png (did you mean "Goat.PNG"? Capitals count)',
        ),
        (
            "arts/ferry.png",
            'there is no file cards/farm/arts/ferry.png, and no folder cards/farm/arts (did you mean "art"?)',
        ),
        ("../../templates/farm/logo.svg", "there is no file templates/farm/logo.svg"),
        (
            "art/goose.heic",
            "cannot draw cards/farm/art/goose.heic: a HEIC picture, as telephones take them, which is not "
            "drawn; save it as PNG, JPEG, WebP or SVG",
        ),
        (
            "art/inks.jpg",
            "cannot draw cards/farm/art/inks.jpg: in CMYK, the colours of printing inks; save it as RGB",
        ),
        ("art", "cannot draw cards/farm/art: a folder"),
        (
            "http://example.com/a.png",
            "may not load http://example.com/a.png: faces load files of the project only, nothing from the "
            "network",
        ),
    ],
)
def test_what_a_face_does_not_get_is_told_by_its_name_in_the_project(
    farm: Project, address: str, told: str
) -> None:
    fetcher = a_fetcher(farm)
    fetcher.look_for([f'<p><img class="art" src="{address}"></p>'])
    assert [refused.text for refused in fetcher.refused] == [told]


def test_names_of_files_outside_the_project_are_not_given_away(farm: Project) -> None:
    fetcher = a_fetcher(farm)
    fetcher.look_for(['<img src="../../../outside.png">'])
    (refused,) = fetcher.refused
    assert refused.text.startswith("may not load ")
    assert refused.text.endswith("/outside.png: outside the project's cards and templates")
    assert not refused.of_file


def test_pictures_are_looked_for_in_every_way_a_template_may_write_them(farm: Project) -> None:
    fetcher = a_fetcher(farm)
    fetcher.look_for(
        [
            '<IMG alt="a > b" SRC=\'art/one.png\'><img src="art/two&#46;png">',
            '<img src="art/ferry.png"><img src="data:image/png;base64,AA=="><img data-src="art/none.png">',
            "<img src='art/one.png'><p>src=\"art/three.png\"</p>",
            "<svg><image xlink:href='art/four.png'/><image href='#a'/></svg>",
        ]
    )
    assert [refused.address for refused in fetcher.refused] == [
        "cards/farm/art/one.png",
        "cards/farm/art/two.png",
        "cards/farm/art/four.png",
    ]


def test_a_picture_on_many_faces_is_judged_once(farm: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[str] = []
    name = "cardtool.render.fetcher.check_picture"
    monkeypatch.setattr(name, lambda suffix, content: judged.append(suffix))
    fetcher = a_fetcher(farm)
    url = fetcher.base + "art/ferry.png"
    assert fetcher.fetch(url) == fetcher.fetch(url)
    assert judged == [".png"]


def test_a_broken_picture_is_refused_each_time(farm: Project) -> None:
    fetcher = a_fetcher(farm)
    for _ in range(2):
        with pytest.raises(FetchRefused, match="in CMYK"):
            fetcher.fetch(fetcher.base + "art/inks.jpg")
