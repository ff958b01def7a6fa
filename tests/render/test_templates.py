"""What templates may do, what they may not, and how they are told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardtool.errors import TemplateError
from cardtool.geometry import Size
from cardtool.project import TOOLKIT
from cardtool.render.html import Templates
from cardtool.render.html.svg_icons import Icon, IconLayer

VARIABLES = {"card": {"name": "Goat", "items": "three", "text": "Eats {flip}."}, "game": {"title": "Farm"}}


def no_icon(name: str) -> Icon:
    if name != "flip":
        raise TemplateError(f'there is no icon "{name}"')
    return Icon("0 0 512 512", (IconLayer("M0 0h1v1z"),))


def a_page_of_ten_letters_a_line(html: str, width: float) -> Size:
    letters = html.count("x")
    return Size(width, 4.0 * -(-letters // 10) + 5.0)  # and the foot below boxes that are measured


def filled(folder: Path, template: str, **others: str) -> str:
    return fragment(folder, template, **others).html


def fragment(folder: Path, template: str, **others: str):  # type: ignore[no-untyped-def]
    for name, text in {"face": template, **others}.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    templates = Templates([folder], no_icon, a_page_of_ten_letters_a_line, lambda file: Path(file).name)
    return templates.fill("face.html", VARIABLES, "face beast front")


def test_text_from_cards_cannot_become_html(tmp_path: Path) -> None:
    assert filled(tmp_path, "{{ '<b>' ~ card.name }}") == "&lt;b&gt;Goat"


def test_a_field_wins_over_a_method_of_the_same_name(tmp_path: Path) -> None:
    assert filled(tmp_path, "{{ card.items }}") == "three"


def test_an_optional_field_can_be_asked_for(tmp_path: Path) -> None:
    assert filled(tmp_path, "{{ card.get('flavour', '-') }}{{ card.flavour is defined }}") == "-False"


def test_rich_text_draws_icons_and_emphasis(tmp_path: Path) -> None:
    html = filled(tmp_path, "{{ rich('**Now** {flip} it\\'s *so* <i>') }}")
    assert html.startswith('<b>Now</b> <svg class="icon inline flip"')
    assert html.endswith("it’s <i>so</i> &lt;i&gt;")


def test_texts_and_numbers_are_printed_in_the_language_of_the_game(tmp_path: Path) -> None:
    (tmp_path / "face.html").write_text(
        "{{ smart(card.cry) }} {{ rich(card.cry) }} {{ 3|word }} {{ 4|Word }}"
    )
    templates = Templates([tmp_path], no_icon, a_page_of_ten_letters_a_line, lambda file: Path(file).name)
    variables = {"card": {"cry": '"Los!"'}, "game": {"language": "de"}}
    assert templates.fill("face.html", variables, "face").html == "„Los!“ „Los!“ drei Vier"


def test_emphasis_left_open_is_closed(tmp_path: Path) -> None:
    assert filled(tmp_path, "{{ rich('**now *here') }}") == "<b>now <i>here</i></b>"


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("\n{{ card.nmae }}", 'face.html:2: there is no "nmae" here (did you mean "name"?)'),
        ("\n\n{{ crad }}", 'face.html:3: there is no "crad" here'),
        ("\n{% if %}", "face.html:2: Expected an expression"),
        (
            "\n{{ “goat” }}",
            'face.html:2: "“" is no quotation mark inside {{ }} and {% %}; write a straight one',
        ),
        ("{{ card.name' }}", "face.html:1: a text that begins with ' does not end; write ' behind it"),
        ("{{ 9**9**9 }}", "face.html:1: a power of 64 is the most"),
        ("{{ 'a' * 10**9 }}", "face.html:1: 1000000 characters are the most"),
        ("{{ [0] * 10**7 }}", "face.html:1: 1000000 characters are the most"),
        ("{{ 10**60 * 10**60 }}", "face.html:1: the product is larger"),
        ("{{ '%99d' % 1 }}", 'face.html:1: "%" on text is not offered'),
        ("{{ ''.__class__ }}", "access to attribute '__class__' of 'str' object is unsafe"),
        ("{{ card.update(a=1) }}", 'there is no "update" here'),
        ("{{ lipsum() }}", 'there is no "lipsum" here'),
        ("{{ 'x'|center(99) }}", "No filter named 'center'"),
        ("{{ range(10**9)|length }}", "Range too big"),
        ("{% include 'face.html' %}", "face.html:1: includes itself"),
        ("\n{{ 'abc'|truncate(1) }}", "face.html:2: expected length >= 3"),
        (
            "\n" + "{% for i in [1] %}\n" * 21 + "{% endfor %}" * 21,
            "face.html:22: too many statically nested",
        ),
        ("{% if 1 %}\n" * 120 + "{% endif %}" * 120, "face.html:99: too many levels of indentation"),
        ("\n{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}", "face.html:2: nested too deeply"),
        ("\n{{ " + "1+" * 3000 + "1 }}", "face.html:2: nested too deeply"),
        ("\n{{ " + "1" * 5000 + " }}", "face.html:2: Exceeds the limit"),
        ("\n{{ icon('flip', cls='a', cls='b') }}", "face.html:2: keyword argument repeated"),
        ("\n{{ qr('a', 'nan'|float) }}", "face.html:2: qr: a code is at most 1000 mm wide, not nan"),
        ("\n{{ qr('a', 1e9) }}", "face.html:2: qr: a code is at most 1000 mm wide, not 1e+09"),
        ("{% include '../secret.html' %}", "there is no template ../secret.html"),
        ("{% include '/etc/hostname' %}", "there is no template /etc/hostname"),
        ("{{ icon('filp') }}", 'face.html:1: there is no icon "filp"'),
        ("{{ fit }}", "face.html:1: a function cannot be printed"),
        ("{{ card }}", "face.html:1: fields cannot be printed"),
        (
            "{% set face = {'width': 9} %}{{ face('goat') }}",
            'face.html:1: "face" cannot be called: it is fields, not a function (did you mean "card_face"?)',
        ),
        ("{{ card.name('goat') }}", "face.html:1: this cannot be called: it is a text, not a function"),
        ("{{ card.values }}", "face.html:1: a function cannot be printed"),
        ("{{ card.name.split() }}", "face.html:1: a list cannot be printed"),
        (
            "{{ '<b>' * 30000 }}{% for i in range(20001) %}<i>{% endfor %}",
            "face.html: a face of 20001 elements",
        ),
        ("{{ 1 / 0 }}", "face.html:1: division by zero"),
        ("<STYLE>.face{}</STYLE>", "<style> does not belong in what is printed"),
        ("<script>1</script>", "<script> does not belong in what is printed"),
    ],
)
def test_a_template_that_asks_too_much_is_told_where(tmp_path: Path, template: str, said: str) -> None:
    (tmp_path / "secret.html").write_text("secret", encoding="utf-8")
    folder = tmp_path / "templates"
    folder.mkdir()
    with pytest.raises(TemplateError) as caught:
        filled(folder, template)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "template",
    [
        "<p>a</p>\n{% include 'nope.html' %}",
        "<p>a</p>\n<style>.a{}</style>",
        "<div>\n<section class='open'><p>a</p></div>{{ fit('a', 'b', width=9, height=9, size=9) }}",
        "<svg>\n<g><rect width='3'></g><rect width='4'/></svg>",
    ],
)
def test_what_does_not_belong_in_a_template_is_told_with_its_line(tmp_path: Path, template: str) -> None:
    with pytest.raises(TemplateError, match=r"^face\.html:2: "):
        filled(tmp_path, template)


def test_a_row_of_no_cards_is_empty(tmp_path: Path) -> None:
    shutil.copy(TOOLKIT / "templates/base/table.html", tmp_path)
    assert filled(tmp_path, '{% import "table.html" as t %}{{ t.row([], 50, 40, 0.7) }}').strip() == ""


def test_what_is_wrong_with_a_call_of_a_shipped_template_is_told_where_it_is_called(tmp_path: Path) -> None:
    own, shipped = tmp_path / "own", tmp_path / "shipped"
    for folder in (own, shipped):
        folder.mkdir()
    (shipped / "table.html").write_text("{% macro card(id) %}\n\n{{ card_face(id) }}{% endmacro %}")
    (own / "face.html").write_text('{% import "table.html" as t %}\n{{ t.card("goat") }}')
    templates = Templates([own, shipped], no_icon, a_page_of_ten_letters_a_line, lambda file: Path(file).name)
    with pytest.raises(TemplateError, match=r'face\.html:2: "goat" is not among the cards of this picture'):
        templates.fill("face.html", {}, "face")
    (own / "broken.html").write_text('{% include "table.html" %}{{ t }}')
    with pytest.raises(TemplateError, match=r"broken\.html:1: "):
        templates.fill("broken.html", {}, "face")


def test_a_link_does_not_lead_out_of_the_templates(tmp_path: Path) -> None:
    (tmp_path / "secret.html").write_text("secret", encoding="utf-8")
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "link.html").symlink_to(tmp_path / "secret.html")
    with pytest.raises(TemplateError, match=r"there is no template link\.html"):
        filled(folder, "{% include 'link.html' %}")


def test_a_mistake_in_an_included_template_is_placed_there(tmp_path: Path) -> None:
    with pytest.raises(TemplateError, match=r"part\.html:2: "):
        filled(tmp_path, "{% include 'part.html' %}", part="\n{{ card.nmae }}")


FIT = "{% call fit('rules', width=50, height=8, size=9, cls='small') %}TEXT{% endcall %}"


def test_a_text_box_says_its_name_size_and_measure(tmp_path: Path) -> None:
    html = filled(tmp_path, FIT.replace("TEXT", "xxxx"))
    style = "width:50.00mm;font-size:9.00pt;line-height:1.200"
    assert html == f'<div class="fit small" data-fit="rules" style="{style}">xxxx</div>'


def test_a_text_that_just_fits_is_no_overflow(tmp_path: Path) -> None:
    (box,) = fragment(tmp_path, FIT.replace("TEXT", "x" * 20)).boxes
    assert box.overflow is None


def test_a_text_too_high_is_noted_in_millimetres(tmp_path: Path) -> None:
    (box,) = fragment(tmp_path, FIT.replace("TEXT", "x" * 21)).boxes
    over = box.overflow
    assert over is not None
    assert (over.box, over.down, over.across) == ("rules", 4.0, 0.0)


def test_a_template_can_ask_how_high_a_text_became(tmp_path: Path) -> None:
    template = "{% set body = fit('rules', 'x' * 20, width=50, height=9, size=9) %}{{ body.height }}"
    assert filled(tmp_path, template) == "8.0"


def test_overflows_of_one_face_are_not_blamed_on_the_next(tmp_path: Path) -> None:
    (tmp_path / "long.html").write_text(FIT.replace("TEXT", "x" * 99), encoding="utf-8")
    (tmp_path / "short.html").write_text(FIT.replace("TEXT", "x"), encoding="utf-8")
    templates = Templates([tmp_path], no_icon, a_page_of_ten_letters_a_line, str)
    (long,) = templates.fill("long.html", VARIABLES, "face").boxes
    (short,) = templates.fill("short.html", VARIABLES, "face").boxes
    assert long.overflow
    assert not short.overflow


COUNTING = (
    "{% set seen = namespace(n=0) %}{% macro up() %}{% set seen.n = seen.n + 1 %}{{ seen.n }}{% endmacro %}"
)


def test_what_one_face_counts_in_an_imported_macro_the_next_does_not_see(tmp_path: Path) -> None:
    (tmp_path / "counting.html").write_text(COUNTING, encoding="utf-8")
    (tmp_path / "card.html").write_text(
        '{% import "counting.html" as a %}{% from "counting.html" import up %}{{ a.up() }}{{ up() }}', "utf-8"
    )
    templates = Templates([tmp_path], no_icon, a_page_of_ten_letters_a_line, str)
    assert [templates.fill("card.html", {}, "face beast front").html for _ in range(3)] == ["12"] * 3


def test_a_card_in_a_picture_counts_for_itself(tmp_path: Path) -> None:
    (tmp_path / "counting.html").write_text(COUNTING, encoding="utf-8")
    (tmp_path / "card.html").write_text('{% import "counting.html" as a %}{{ a.up() }}', encoding="utf-8")
    (tmp_path / "mat.html").write_text(
        '{% import "counting.html" as a %}{{ a.up() }}{{ card_face("goat") }}{{ a.up() }}', encoding="utf-8"
    )
    goat = {"template": "card.html", "variables": {}, "scope": "face beast front", "page": [1, 1]}
    goat["with_rules"] = False
    templates = Templates([tmp_path], no_icon, a_page_of_ten_letters_a_line, str)
    html = templates.fill("mat.html", {"company": {"goat": {"front": goat}}}, "face mat front").html
    assert html.startswith("1<div")
    assert html.endswith(">1</div>2")
