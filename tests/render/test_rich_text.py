"""Card texts keep their paragraphs, lists, tables and breaks, on cards, in exports and for the checker."""

from __future__ import annotations

import re
import textwrap
from html import unescape
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markupsafe import Markup
from PIL import ImageOps

from cardtool.export.csv_json import without_markup
from cardtool.geometry import Size
from cardtool.markup import markup_mistakes, split_blocks, split_markup
from cardtool.project import TOOLKIT, Project
from cardtool.render.fetcher import Fetcher
from cardtool.render.html.rich_text import rich_html


def html(text: str) -> str:
    return str(rich_html(text, lambda name: Markup("<svg>{}</svg>").format(name)))


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Draw a card.\n", "Draw a card.\n"),
        ("Draw.\n\nThen *pass*.", 'Draw.<p class="rich">Then <i>pass</i>.</p>'),
        ("Draw.\n\n\n  Pass.\nNow.\n", 'Draw.<p class="rich">Pass.\nNow.</p>'),
        (
            "Choose:\n- draw\n  two\n- *pass*",
            'Choose:<ul class="rich"><li><span class="marker">•</span>draw\n  two</li>'
            '<li><span class="marker">•</span><i>pass</i></li></ul>',
        ),
        (
            "1. Draw\n2) Pass",
            '<ol class="rich first"><li><span class="marker">1.</span>Draw</li>'
            '<li><span class="marker">2.</span>Pass</li></ol>',
        ),
        (
            "- a\n  - b\n\n  c\n- d\n\ne",
            '<ul class="rich first"><li><span class="marker">•</span>a<ul class="rich"><li>'
            '<span class="marker">•</span>b</li></ul><p class="rich">c</p></li><li>'
            '<span class="marker">•</span>d</li></ul><p class="rich">e</p>',
        ),
        ("Pay up to\n3. Then draw.", "Pay up to\n3. Then draw."),
        ("Up  \ndown\\\nleft", "Up<br>down<br>left"),
        (
            '| Roll | "Loot" |\n|-----:|:-----:|\n| 1-2 | a \\| {b}. |\n| 3',
            '<table class="rich first"><tr><th class="right">Roll</th><th class="center">“Loot”</th></tr>'
            '<tr><td class="right">1–2</td><td class="center">a | <svg>b</svg>.'
            '</td></tr><tr><td class="right">3</td><td class="center"></td></tr></table>',
        ),
        ("||\n|-|\n|a|", '<table class="rich first"><tr><td class="left">a</td></tr></table>'),
        ("***a***", "<b><i>a</i></b>"),
        ("***a** b*", "<i><b>a</b> b</i>"),
        ("***a* b**", "<b><i>a</i> b</b>"),
        ("*a **b***", "<i>a <b>b</b></i>"),
        ("**a *b***", "<b>a <i>b</i></b>"),
        (r"2 \* 3 \{x}", "2 * 3 {x}"),
        ("{a}. {b}{c}", "<svg>a</svg>. <svg>b</svg><svg>c</svg>"),
        ("{a}” 3{b}{c}s", '<span class="unbroken"><svg>a</svg>”</span> <span class="unbroken">3<svg>b</svg>'
         '</span><span class="unbroken"><svg>c</svg>s</span>'),
        ("**pay 3**{a}.", '<b>pay </b><span class="unbroken"><b>3</b><svg>a</svg>.</span>'),
        ("*a **b* c**", "<i>a <b>b</b></i><b> c</b>"),
        ("2-4 players, 10-12; since 2026-11-24", "2–4 players, 10–12; since 2026-11-24"),
        ("-1 to all\n- 2", '-1 to all<ul class="rich"><li><span class="marker">•</span>2</li></ul>'),
    ],
)  # fmt: skip
def test_a_text_is_printed_as_it_is_meant(text: str, printed: str) -> None:
    assert html(text) == printed


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Choose:\n\n- **draw** {flip}\n- pass\n", "Choose:\n• draw (flip)\n• pass"),
        ("1. Draw\\\n   two", "1. Draw\ntwo"),
        ("a | b\n--|--\n1 | *2*", "a | b\n1 | 2"),
    ],
)
def test_a_text_is_exported_without_its_markup(text: str, plain: str) -> None:
    assert without_markup(text) == plain


def test_emphasis_ends_with_its_block() -> None:
    said = [(mistake.message, mistake.start) for mistake in markup_mistakes("- **a\n- b** c\n")]
    assert said == [('"**" is opened and never closed', 2), ('"**" is opened and never closed', 9)]


TEXTS = st.lists(
    st.sampled_from(["- ", "1. ", "|", "---", "\n", "  ", "*", "**", "a", "{b}", ".", "\\", "\n\n"])
)


@given(TEXTS.map("".join))
@example("*- *|*{b}")  # a word that ends emphasis and begins it again
def test_no_word_is_lost_and_every_element_is_closed(text: str) -> None:
    printed = html(text)
    assert unescape(re.sub("<[^>]*>", "", printed)).count("a") == text.count("a")
    stack: list[str] = []
    for end, tag in re.findall(r"<(/?)(\w+)", printed):
        if end:
            assert stack.pop() == tag
        elif tag != "br":
            stack.append(tag)
    assert not stack


@given(TEXTS.map("".join))
def test_blocks_stand_in_their_order_and_do_not_overlap(text: str) -> None:
    spans = [span for block in split_blocks(text) for span in block.spans]
    ends = [place for span in spans for place in span]
    assert ends == sorted(ends)
    assert not spans or ends[-1] <= len(text)


def test_the_page_on_card_texts_says_what_is_printed() -> None:
    page = (Path(__file__).parents[2] / "docs/card-texts.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```yaml\ntext: \|\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    printed = html(textwrap.dedent(example))
    words = re.sub("<[^>]*>", "", printed)
    assert "for both:•Fish: draw two cards.•Sail: move up to three piers" in words
    assert words.endswith("not against the tide.Then your turn ends.")
    assert (printed.count("<li>"), printed.count('<p class="rich">')) == (2, 1)
    for element in set(re.findall(r'class="([^"]+)"', printed)):
        assert all(name in page for name in element.split())


@given(st.text(alphabet="{}ab ", max_size=12))
def test_icons_are_found_whether_or_not_a_text_has_other_markup(text: str) -> None:
    assert list(split_markup(text)) == list(split_markup(text + "**"))[:-1]


def test_a_list_is_set_from_the_side_on_which_its_lines_begin() -> None:
    engine = pytest.importorskip("cardtool.render.plutoprint_faces")
    page, lists = Size(40, 30), html("- x x\n\n1. x x")

    def margins(direction: str) -> tuple[float, float]:
        style = f".face{{direction:{direction};padding:0 5mm;box-sizing:border-box;font:9pt Alegreya}}"
        face = f'<div class="face">{lists}</div>'
        pdf = engine.draw([face], page, style, Fetcher(Project(TOOLKIT), "barbarity"))
        picture = ImageOps.invert(pypdfium2.PdfDocument(pdf)[0].render(scale=3).to_pil().convert("L"))
        left, _, right, _ = picture.getbbox()
        return left, picture.width - right

    assert margins("rtl")[1] == pytest.approx(margins("ltr")[0], abs=3)
