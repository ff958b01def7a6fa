"""A picture fills its box, and the point that a record says stays in sight."""

from __future__ import annotations

import io
import json
import os
import re
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from projects import a_project
from small_games import a_card, a_game

from cardtool.errors import TemplateError
from cardtool.geometry import Size
from cardtool.model import Engine
from cardtool.render import Fetcher, RenderPool, face_jobs, plutoprint_faces, render_task
from cardtool.render.batch import Batch
from cardtool.render.html.rich_text import picture_html

REPOSITORY = Path(__file__).parents[2]


def test_a_picture_is_a_file_or_a_file_and_the_point_that_stays_in_sight() -> None:
    plain = picture_html("the ferry.png", 57, 40)
    assert 'src="art/the%20ferry.png"' in plain
    assert "width:57mm;height:40mm;object-fit:cover;object-position:50% 50%" in plain
    focused = picture_html({"file": "ferry.png", "focus": "50% 20.5%"}, 57, 40, "round")
    assert 'class="picture round"' in focused
    assert "object-position:50% 20.5%" in focused


@pytest.mark.parametrize("picture", [{}, {"file": ""}, {"file": "a.png", "focus": "top"}, 7, None])
def test_what_is_no_picture_is_an_error(picture: object) -> None:
    with pytest.raises(TemplateError, match="picture: neither a file of art/ nor"):
        picture_html(picture, 57, 40)  # type: ignore[arg-type]


@pytest.mark.parametrize(("focus", "seen"), [("0% 0%", "red"), ("100% 0%", "blue"), ("50% 50%", "lime")])
def test_what_is_in_focus_is_seen(tmp_path: Path, focus: str, seen: str) -> None:
    project = a_project(tmp_path)
    art = project.cards("farm") / "art"
    art.mkdir()
    stripes = Image.new("RGB", (90, 30))
    for place, colour in enumerate(("red", "lime", "blue")):
        stripes.paste(Image.new("RGB", (30, 30), colour), (30 * place, 0))
    stripes.save(art / "stripes.png")
    html = f'<div class="face">{picture_html({"file": "stripes.png", "focus": focus}, 20, 20)}</div>'
    pdf = plutoprint_faces.draw([html], Size(20, 20), "", Fetcher(project, "farm"))
    page = pypdfium2.PdfDocument(io.BytesIO(pdf))[0].render(scale=1).to_pil().convert("RGB")
    assert page.getpixel((page.width // 2, page.height // 2)) == Image.new("RGB", (1, 1), seen).getpixel(
        (0, 0)
    )


def test_a_schema_that_takes_our_picture_takes_what_the_page_shows() -> None:
    schema = json.loads((REPOSITORY / "schemas/record.schema.json").read_text(encoding="utf-8"))
    pattern = schema["$defs"]["picture"]["anyOf"][1]["properties"]["focus"]["pattern"]
    page = (REPOSITORY / "docs/icons-and-pictures.md").read_text(encoding="utf-8")
    assert '{"$ref": "../record.schema.json#/$defs/picture"}' in page
    (shown,) = re.findall(r"picture: \{file: ferry\.png, focus: ([^}]*)\}", page)
    assert re.search(pattern, shown)
    assert not any(re.search(pattern, wrong) for wrong in ("50%", "50 20", "101% 0%", "top left", "5% 5% 5%"))


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("engine", Engine)
@pytest.mark.parametrize("draws", [True, False])
def test_pictures_that_cannot_be_drawn_are_told_once_each_where_they_are_named(
    tmp_path: Path, engine: Engine, draws: bool
) -> None:
    face = '<img src="art/{{ card.art }}"><p style="background: url(&quot;beasts.yaml&quot;)">a</p>'
    project = a_project(tmp_path, beast=face)
    art = project.cards("farm") / "art"
    art.mkdir()
    Image.new("CMYK", (90, 30)).save(art / "inks.jpg")
    Image.new("RGB", (90, 30)).save(art / "goat.png")
    pictures = {"goat": "goat.png", "hen": "inks.jpg", "cow": "inks.jpg", "dog": "gaot.png"}
    cards = [a_card(id, line=number * 10, art=file) for number, (id, file) in enumerate(pictures.items(), 1)]
    with RenderPool(project, 1, engine) as pool:
        found = (pool.draw if draws else pool.measure)(a_game(*cards)).findings
    assert [(each.rule.code, each.source.file, each.source.line, each.message) for each in found] == [
        (
            "CT750",
            "templates/farm/beast.html",
            1,
            "cannot draw cards/farm/beasts.yaml: not a picture or a font (.css, .jpeg, .jpg, .otf, .png, "
            '.svg, .ttf, .webp); on "Goat" and 3 more',
        ),
        (
            "CT750",
            "cards/farm/beasts.yaml",
            23,
            "cannot draw cards/farm/art/inks.jpg: in CMYK, the colours of printing inks; save it as RGB; "
            'on "Hen" and 1 more',
        ),
        (
            "CT750",
            "cards/farm/beasts.yaml",
            43,
            'there is no file cards/farm/art/gaot.png (did you mean "goat.png"?); on "Dog"',
        ),
    ]


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize(
    ("style", "face", "found"),
    [
        (".face { background: url(art/gone.png) }", "<p>a</p>", []),  # told of the stylesheet, CT732
        (
            ".face { color: red }\n.face { background: url(art/inks.jpg) }",
            "<p>a</p>",
            [
                "templates/farm/faces.css:2:29: cannot draw cards/farm/art/inks.jpg: in CMYK, the colours of "
                "printing inks; save it as RGB"
            ],
        ),
        (
            "",
            '<p>a</p>\n<img src="art/gone.png">',
            ['templates/farm/beast.html:2:15: there is no file cards/farm/art/gone.png; on "Goat"'],
        ),
    ],
)
def test_a_picture_of_the_design_is_told_at_its_line_and_the_faces_are_drawn(
    style: str, face: str, found: list[str], tmp_path: Path
) -> None:
    project = a_project(tmp_path, style=style, beast=face)
    (project.cards("farm") / "art").mkdir()
    Image.new("CMYK", (90, 30)).save(project.cards("farm") / "art/inks.jpg")
    with RenderPool(project, 1) as pool:
        drawn = pool.draw(a_game(a_card("goat")))
    assert [f"{each.source}: {each.message}" for each in drawn.findings] == found
    assert len(pypdfium2.PdfDocument(io.BytesIO(drawn.pages.documents[0]))) == 2


@pytest.mark.usefixtures("kept")
def test_what_an_engine_warned_of_is_not_told_of_the_next_that_is_drawn(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fails(request: object, note: object) -> None:
        os.write(2, b"WARNING: left something out\n")
        raise TemplateError("no such field")

    (tmp_path / "said").touch()
    jobs = tuple(face_jobs(a_game(a_card("goat"))))
    batch = Batch(a_project(tmp_path), "farm", "faces.css", jobs[0].page, jobs, True, Engine.PLUTOPRINT)
    said, before = os.open(tmp_path / "said", os.O_RDWR), os.dup(2)
    os.dup2(said, 2)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(render_task, "_answer", fails)
            with pytest.raises(TemplateError, match="no such field"):
                render_task.answer(batch, lambda *_: None)
            patch.setattr(render_task, "_answer", lambda request, note: "drawn")
            assert render_task.answer(batch, lambda *_: None) == "drawn"
    finally:
        os.dup2(before, 2)
        os.close(said)
        os.close(before)


@pytest.mark.usefixtures("kept")
def test_a_picture_that_came_after_it_was_missed_is_drawn(tmp_path: Path) -> None:
    project = a_project(tmp_path, beast='<img src="art/goat.png">')
    art = project.cards("farm") / "art"
    art.mkdir()
    with RenderPool(project, 1) as pool:
        assert [each.rule.code for each in pool.draw(a_game(a_card("goat"))).findings] == ["CT750"]
    Image.new("RGB", (30, 30), "red").save(art / "goat.png")
    with RenderPool(project, 1) as pool:
        drawn = pool.draw(a_game(a_card("goat")))
    assert drawn.findings == ()
    front = pypdfium2.PdfDocument(io.BytesIO(drawn.pages.documents[0]))[0].render(scale=1).to_pil()
    assert front.convert("RGB").getpixel((9, 9)) == (255, 0, 0)
