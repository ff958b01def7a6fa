"""A text is measured where it stands: in the font, the weight and the capitals of what is around it."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from pathlib import Path

import pytest
from counting_work import assert_linear, no_hang
from hypothesis import given
from hypothesis import strategies as st
from projects import STYLE, a_project
from small_games import a_card, a_game

from cardtool.errors import TemplateError
from cardtool.model import Engine
from cardtool.render import RenderPool, RenderResult
from cardtool.render.html.fit import MisnestedTags, open_tags_at_marks

pytestmark = pytest.mark.usefixtures("kept")

MARK = "\ufdd00\ufdd1"
NAME = "Tugboat of the Dooms"
FIT = '{{ fit("name", card.name, width=46, height=9, size=14, leading=1.2) }}'
LADDER = '{{ fit("name", card.name, width=46, height=7, size=14, leading=1.2, tightest=1, smallest=8) }}'
ASKED = '{% set name = fit("name", card.name, width=46, height=20, size=14) %}<p>{{ name.height }}</p>'
LOUD = "font-family: New Rocker; text-transform: uppercase; letter-spacing: 0.1em"


def of_elements(draft: str) -> list[str]:
    """The tags around the only mark, without what they say."""
    before, behind = open_tags_at_marks(draft)[0]
    names = [tag.split()[0].strip("<>") for tag in before.split(">") if tag]
    assert behind == "".join(f"</{name}>" for name in reversed(names))
    return names


def test_the_elements_around_a_box_are_those_that_are_open() -> None:
    draft = f'<p>a<br><img src="a>b"></p><div class="name"><ul><li>x<li>{MARK}</ul></div><div></div>'
    assert of_elements(draft) == ["div", "ul", "li", "li"]
    assert of_elements(f'<svg><path d="M0 0"/><g/></svg><b>{MARK}</b>') == ["b"]
    assert of_elements(f"<!-- <div> -->{MARK}") == []


def test_an_element_keeps_what_it_hands_down_and_gives_up_its_place() -> None:
    before, _ = open_tags_at_marks(
        f'<div class="at" style="left: 3mm; font-weight: 800" lang="de">{MARK}</div>'
    )[0]
    assert before.startswith('<div class="at" style="left: 3mm; font-weight: 800;position:static;')
    assert before.endswith(' lang="de">')
    quoted, _ = open_tags_at_marks(f"""<div style='font-family: "New Rocker"'>{MARK}</div>""")[0]
    assert quoted.startswith("""<div style="font-family: 'New Rocker';position:static;""")


@pytest.mark.parametrize(
    ("draft", "said"),
    [
        ("<div><b>x</b>", "a <div> is opened and never closed"),
        ("<div/>x", "a <div> is opened and never closed"),
        ("x</div>", "a </div> closes nothing"),
        ("<section><div></section>", "a <div> is opened and not closed before </section>"),
    ],
)
def test_what_is_not_closed_is_told(draft: str, said: str) -> None:
    with pytest.raises(MisnestedTags, match=said):
        open_tags_at_marks(draft)


@pytest.mark.parametrize(
    "draft", ["<p>x<p>y", "<b><i>x</b></i>", "<table><tr><td>x</table>", "a < b", "<br></br>"]
)
def test_what_html_closes_by_itself_need_not_be_closed(draft: str) -> None:
    assert open_tags_at_marks(draft) == {}


@given(
    st.lists(
        st.sampled_from(["<div>", "</div>", "<svg>", "<g/>", "<b", "'", '"', ">", "<!--", "-->", MARK, "x "])
    )
)
def test_whatever_a_template_writes_is_read_or_refused(parts: list[str]) -> None:
    found: set[int] = set()
    with suppress(MisnestedTags):
        found = set(open_tags_at_marks("".join(parts)))
    assert found <= {0}


@pytest.mark.parametrize("part", ["<a ", "<a '", "<a \"'", "<a b='c' ", "<!--", "<div><p>"])
def test_reading_takes_no_longer_than_it_must(part: str) -> None:
    def read(number: int) -> None:
        with pytest.raises(MisnestedTags) if part == "<div><p>" else nullcontext():
            open_tags_at_marks(part * number)

    with no_hang():
        read(20_000)
        assert_linear(read, 500)


def drawn(folder: Path, engine: Engine, face: str, around: str) -> RenderResult:
    project = a_project(folder, beast=face, style=f"{STYLE}\n.around {{ {around} }}")
    with RenderPool(project, 1, engine) as crew:
        return crew.draw(a_game(a_card("tugboat", name=NAME)))


@pytest.mark.slow
@pytest.mark.parametrize("engine", Engine)
class TestAnElementAroundABox:
    """The elements in which a box stands, and what they make of its text."""

    def test_that_makes_a_text_larger_makes_it_too_large(self, tmp_path: Path, engine: Engine) -> None:
        plain = drawn(tmp_path / "plain", engine, f'<div class="around">{FIT}</div>', "")
        assert plain.findings == ()
        (finding,) = drawn(tmp_path / "loud", engine, f'<div class="around">{FIT}</div>', LOUD).findings
        assert finding.rule.code == "CT701"
        assert "the name does not fit its box; it is" in finding.message

    def test_sends_a_text_down_its_ladder(self, tmp_path: Path, engine: Engine) -> None:
        rendered = drawn(tmp_path, engine, f'<div class="around">{LADDER}</div>', LOUD)
        assert rendered.findings == ()
        assert [fit.used.size < 14 for fit in rendered.fits] == [True]

    def test_that_makes_a_text_smaller_lets_it_fit(self, tmp_path: Path, engine: Engine) -> None:
        tight = "letter-spacing: -0.05em"
        face = f'<div style="{LOUD}"><div class="around">{FIT}</div></div>'
        assert drawn(tmp_path / "loud", engine, face, "").findings != ()
        assert drawn(tmp_path / "small", engine, face, f"{tight}; text-transform: none").findings == ()

    def test_is_told_where_the_template_laid_out_by_something_else(
        self, tmp_path: Path, engine: Engine
    ) -> None:
        face = f'{ASKED}<div class="around">{{{{ name }}}}</div>'
        assert drawn(tmp_path / "plain", engine, face, "").findings == ()
        (finding,) = drawn(tmp_path / "loud", engine, face, LOUD).findings
        assert "mm higher where it stands than the template was told" in finding.message
        assert finding.fix is not None
        assert "the box's own class" in finding.fix

    def test_that_is_never_closed_names_the_template(self, tmp_path: Path, engine: Engine) -> None:
        with pytest.raises(TemplateError, match=r"beast\.html:1: a <div> is opened and never closed"):
            drawn(tmp_path, engine, f'<div class="around">{FIT}', "")
