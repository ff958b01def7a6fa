"""Slips in a stylesheet of faces are told with their line and column, before anybody prints them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from projects import a_project, put
from shapes_game import a_toybox
from small_games import a_card, a_game

from cardtool.cli import main
from cardtool.errors import TemplateError
from cardtool.finding import Finding, Severity
from cardtool.geometry import Size
from cardtool.load import load_game
from cardtool.model import BookDesign, Engine, Theme
from cardtool.project import Project
from cardtool.render.css import KNOWN_PROPERTIES, read_stylesheet
from cardtool.render.css_values import ONLY_ATTRIBUTES
from cardtool.render.style_check import style_faults
from cardtool.render.template_check import template_faults, written_faults

REPOSITORY = Path(__file__).parents[2]


def faults(folder: Path, style: str, engine: Engine | None = None) -> list[Finding]:
    return list(style_faults(a_project(folder, style=style), a_game(engine=engine)))


def told(found: list[Finding]) -> list[str]:
    return [f"{each.source.line}:{each.source.column} {each.message}" for each in found]


@pytest.mark.parametrize("engine", Engine)
def test_a_value_that_css_does_not_have_is_told_with_what_to_do(tmp_path: Path, engine: Engine) -> None:
    style = ".a{color: reddish; text-align: middle;\n  margin: 0 3 auto; font-size: 12ptx}"
    found = faults(tmp_path, style, engine)
    assert {each.rule.name for each in found} == {"not-drawn"}
    assert [(*line.split(" ", 1), each.fix) for line, each in zip(told(found), found, strict=True)] == [
        (
            "1:11",
            'color: "reddish" is no colour (did you mean "red"?)',
            "write the name of a colour in CSS, #rgb, #rrggbb or rgb(…)",
        ),
        (
            "1:32",
            'text-align: there is no "middle"',
            "write one of center, end, justify, justify-all, left, match-parent, right, start",
        ),
        ("2:13", "margin: 3 has no unit", "write 3mm, or another unit"),
        (
            "2:32",
            'font-size: there is no unit "ptx" (did you mean "px"?)',
            "write mm, pt or another unit of CSS",
        ),
    ]


def test_a_value_of_a_variable_and_one_for_screens_are_not_judged(tmp_path: Path) -> None:
    style = ".a{--x: 3ptx; color: var(--y, reddish)}@media screen{.a{color: canvas; margin: 3}}"
    assert faults(tmp_path, style) == []


@pytest.mark.parametrize(
    ("style", "said"),
    [
        (".title{color red}", '1:8 not a declaration: "color"'),
        (".title{color: red;\n  font-size 9pt;\n  left: 0}", '2:3 not a declaration: "font-size"'),
        (".title{color: red\n  font-size: 9pt}", '2:3 a ; is missing before "font-size"'),
        (".title{color: ; left: 0}", "1:8 color has no value"),
        (".a{left:0}}\n.b{left:0}", "1:11 a } with nothing to close"),
        (".a left:0}\n.b{left:0}", "1:10 a } with nothing to close"),
        (".a{left:0;\n.b{left:0}\n", '1:3 "{" is never closed: a } is missing'),
        (".a{left:0;\n.b{left:0}}\n", "2:1 a rule inside a rule, which is not drawn"),
        ("@media print{.a{left:0}\n", '1:13 "{" is never closed: a } is missing'),
        (".a{color:rgb(1,2,3}\n.b{left:0}", '1:10 "rgb(" is never closed: a ) is missing'),
        (".a{left:0}\n/* the rest", "2:1 this comment is never closed"),
        (".a{left:0;/* the rest }", "1:11 this comment is never closed"),
        ('.a{content:"x}\n', "1:12 this quote is not closed on its line"),
        ('.a{content:"x\n;left:0}', "1:12 content: a quote, a bracket or an address is not closed"),
        (".a{background:url(art.png}", "1:15 this quote or address is never closed"),
        ("color: red; .a{left:0}", "1:1 a declaration outside of any rule"),
        (".a{left:0}\n.b", "2:3 not a rule of a stylesheet"),
    ],
)
def test_a_slip_is_told_where_it_is(tmp_path: Path, style: str, said: str) -> None:
    found = faults(tmp_path, style)
    assert told(found) == [said]
    assert found[0].rule.code == "CT717"
    assert found[0].severity is Severity.ERROR
    assert found[0].source.file == "templates/farm/faces.css"


def test_where_brackets_do_not_match_only_they_are_told(tmp_path: Path) -> None:
    assert [said.partition(" ")[0] for said in told(faults(tmp_path, "}}}{{{ colour: red"))] == [
        "1:1",
        "1:2",
        "1:3",
        "1:6",
    ]


def test_a_lost_bracket_is_told_with_the_rule_it_belongs_before(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, ".a{\n  left: 0;\n\n.b{left:0}\n")
    assert found.fix == "add it before the rule of line 4"


@pytest.mark.parametrize(
    ("style", "said"),
    [
        (
            ".title{colour: red}",
            '1:8 PlutoPrint, which draws the faces, does not know colour (did you mean "color"?)',
        ),
        (".a{box-shadow:0 0 1mm}", "1:4 PlutoPrint, which draws the faces, does not know box-shadow"),
        (
            "@media print{.a{marginn:0}}",
            '1:17 PlutoPrint, which draws the faces, does not know marginn (did you mean "margin"?)',
        ),
        (
            "@meida print{.a{left:0}}",
            "1:1 PlutoPrint, which draws the faces, passes over @meida and what is in it "
            '(did you mean "media"?)',
        ),
    ],
)
def test_what_the_engine_does_not_know_is_a_warning(tmp_path: Path, style: str, said: str) -> None:
    found = faults(tmp_path, style)
    assert told(found) == [said]
    assert found[0].rule.code == "CT718"
    assert found[0].severity is Severity.WARNING


def test_each_engine_has_properties_of_its_own(tmp_path: Path) -> None:
    style = ".a{grid-area:1;fill:red}.b{mix-blend-mode:screen}"
    assert [said.rpartition(" ")[2] for said in told(faults(tmp_path, style))] == ["grid-area"]
    by_other = told(faults(tmp_path, style, Engine.WEASYPRINT))
    assert by_other == ["1:28 WeasyPrint does not know mix-blend-mode"]


@pytest.mark.parametrize(
    "style",
    [
        "",
        "/* nothing yet */",
        "{left:0}",
        ".a{left:0;;}",
        ".a{--own: {x: 1}; left: var(--own)}",
        ".a{background:url(data:image/png;base64,AA==)}",
        '@charset "utf-8"; @import "other.css"; @font-face{font-family:X;src:url(x.ttf);font-display:swap}',
        '@page{size:9mm;margin:0;@top-left{content:"}"}}',
        '.a::before{content:"{ /* ;"} .b:not(.c) > d:nth-child(2n+1){LEFT:0}',
        "@media print { @media all { .a { left: 0 !important } } }",
    ],
)
def test_what_is_right_is_not_told(tmp_path: Path, style: str) -> None:
    put(tmp_path, "cards/farm/other.css", ".b{left:0}")
    put(tmp_path, "cards/farm/x.ttf", "a font")
    assert faults(tmp_path, style) == []


@pytest.mark.parametrize(
    ("style", "said"),
    [
        (
            ".a{background:url(https://example.com/a.png)}",
            "1:15 may not load https://example.com/a.png: only",
        ),
        ('@media print{.a{background:url("//example.com/a")}}', "1:32 may not load //example.com/a: only"),
        (".a{--torn: url(file:///etc/passwd)}", "1:12 may not load file:///etc/passwd: only"),
        ("@font-face{font-family:X;src:url(http://x/y.ttf)}", "1:30 may not load http://x/y.ttf: only"),
        ('@import "http://x/y.css";', "1:9 may not load http://x/y.css: only"),
        (
            ".a{background:url(art/goat.png)}",
            "1:15 there is no file cards/farm/art/goat.png, and no folder cards/farm/art",
        ),
        (".a{background:url(../../../etc/passwd)}", "1:15 may not load ../../../etc/passwd: outside"),
        (".a{background:image-set('http://x/a.png' 1x)}", "1:25 may not load http://x/a.png: only"),
        (".a{background:url(data:text/html,x)}", "1:15 may not load data:text/html,x: only"),
        ("@page{size:calc(0mm/0)}", "1:12 size: this divides by 0"),
        (".a{width:calc((1mm + 2mm) / 0)}", "1:10 width: this divides by 0"),
        (".a{left:1e400mm}", "1:9 left: 1e400 is no number that can be used"),
        (".a{font-size:4000pt}", "1:14 font-size: letters of 4000pt go on no card"),
        (".a{font-size:900em}", "1:14 font-size: letters of 900em go on no card"),
        (".a{width:99999mm}", "1:10 width: 99999mm is longer than anything"),
    ],
)
def test_values_that_do_harm_or_nothing_are_told(tmp_path: Path, style: str, said: str) -> None:
    (found,) = told([each for each in faults(tmp_path, style) if each.rule.code != "CT740"])
    assert found.startswith(said)


@pytest.mark.parametrize(
    "style",
    [".a{left:-9999px;width:calc(90mm / 3);font-size:90pt}", ".a{clip-path:url(#shape)}", ".a{width:2000mm}"],
)
def test_values_that_are_only_odd_are_not_told(tmp_path: Path, style: str) -> None:
    assert faults(tmp_path, style) == []


@pytest.mark.parametrize(
    ("style", "said", "fix"),
    [
        ("align-items: centre", 'align-items: there is no "centre" (did you mean "center"?)', "write one of"),
        ("font-size: 9 pt", "font-size: a space stands before the unit", "write 9pt"),
        ("font-size: 9", "font-size: 9 has no unit", "write 9pt, or another unit"),
        ("color: 0xff0000", "color: 0xff0000 is no colour", "write #ff0000"),
        ("border: 1mm rigid red", 'border: there is no "rigid" (did you mean "ridge"?)', "write the name of"),
        ("transform: rotate(30)", "rotate(…): 30 has no unit", "write 30deg"),
        ("opacity: 0,5", "opacity: a comma has no place here", "write a point in a number"),
        ("z-index: top", 'z-index: there is no "top"', "write a number or length, or auto"),
        ("color: cmyk(0,1,1,0)", "color: there is no cmyk(…)", "write the name of a colour"),
        (
            r"background: url(C:\art\pond.jpg)",
            r"url(…): a \ has a meaning of its own in a stylesheet",
            "write / between the names of folders and files",
        ),
    ],
)
def test_a_slip_is_told_with_what_was_likely_meant(style: str, said: str, fix: str, tmp_path: Path) -> None:
    (found,) = faults(tmp_path, f".a{{{style}}}")
    assert found.message == said
    assert (found.fix or "").startswith(fix)


def test_a_character_that_a_stylesheet_adds_and_no_font_has_is_told(tmp_path: Path) -> None:
    style = (
        '.a::before{content: counter(x) "★ • "}\n.b{list-style: square inside}\n.c{list-style: disc}\n'
        '.d{content: "a"}[title="★"]{content: "\\2605"; quotes: none}.e{font-family: "★"}'
    )
    found = [each for each in faults(tmp_path, style) if each.rule.code == "CT702"]
    assert told(found) == [
        "1:32 no font has the character '★' (U+2605), which the stylesheet adds",
        "2:16 no font has the character '▪' (U+25AA), which the stylesheet adds",
        "4:38 no font has the character '★' (U+2605), which the stylesheet adds",
    ]


def test_a_variable_that_nothing_gives_a_value_is_told_where_it_is_asked_for(tmp_path: Path) -> None:
    theme = Theme(inks=(("night", "ink", "#101010"),), lines=(("frame", 0.3),))
    style = (
        ".a{--brand: #ff00gg; color: var(--night-ikn); border: var(--line-frame) solid var(--night-ink)}\n"
        ".b{color: var(--brand); background: var(--gone, red); fill: var(--of-template)}"
    )
    beast = (
        '<p style="--of-template: red">a</p><svg><path fill="var(--nope)"/></svg>'
        '<i style="color:var(--{{ a }})">a</i>'
    )
    project = a_project(tmp_path, style=style, beast=beast)
    game = a_game(theme=theme)
    assert told([*style_faults(project, game), *template_faults(project, game)]) == [
        "1:13 --brand: #ff00gg is no colour",
        '1:29 nothing says what --night-ikn is (did you mean "--night-ink"?)',
        "1:41 nothing says what --nope is",
    ]
    put(tmp_path, "templates/farm/other.html", '<p style="--{{ name }}: red">')  # any name
    assert told(list(template_faults(project, game))) == []


@pytest.mark.parametrize(
    ("style", "text", "told"),
    [
        (".face{color: red; font-family: 'Lilita One'}", "Eats **all**", ["1:33 Lilita One has no bold"]),
        (".face{color: red; font-family: 'Lilita One'}", "Eats *all*", ["1:33 Lilita One has no italic"]),
        (".face{font-family: 'Lilita One'}.rich b{color: red}", "Eats **all**", []),  # seen to
        (".face{font-family: 'Lilita One'}", "Eats 2 * 3 ** 4 all", []),
        (".face{font-family: 'Lilita One'}.a{font-family: Alegreya}", "Eats **all** *now*", []),  # in which?
        (".a{font-family: 'Lilita One'}", "Eats **all**", []),  # others may be in another
        (".face{font-family: Alegreya}", "Eats **all** *now*", []),
        (".face{font-family: 'Alegreya Sans'}", "Eats **all** *now*", ["1:21 Alegreya Sans has no italic"]),
    ],
)
def test_bold_or_italic_that_no_font_has_is_told_where_the_font_is_named(
    style: str, text: str, told: list[str], tmp_path: Path
) -> None:
    project = a_project(tmp_path, style=style)
    found = list(written_faults(project, a_game(a_card("goat", text=text))))
    assert [
        f"{each.source.line}:{each.source.column} {each.message}".partition(",")[0] for each in found
    ] == told


def test_the_stylesheet_of_the_rulebook_is_judged_too(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    page = ".a{color:red}</style><script>x</script>\n@media screen{.a{mix-blend-mode:multiply}}"
    put(tmp_path, "templates/farm/book.css", page)
    game = a_game(book=BookDesign("book.html", "book.css", Size(148, 210), {}))
    found = told(list(style_faults(project, game)))
    assert "1:14 </style has no place in a stylesheet" in found
    assert not any("mix-blend-mode" in each for each in found)


@given(
    st.lists(
        st.tuples(
            st.sampled_from([".a", ".a .b", "h1, h2", "p::after", "[lang|=en]"]),
            st.lists(
                st.sampled_from(sorted(KNOWN_PROPERTIES[Engine.PLUTOPRINT] - ONLY_ATTRIBUTES)), max_size=4
            ),
        ),
        max_size=6,
    ),
    st.data(),
)
def test_of_a_whole_stylesheet_any_bracket_that_goes_is_missed(
    tmp_path_factory: pytest.TempPathFactory,
    rules: list[tuple[str, list[str]]],
    data: st.DataObject,
) -> None:
    folder = tmp_path_factory.getbasetemp() / "brackets"
    written = [f"{selector} {{ {' '.join(f'{name}: 0;' for name in names)} }}" for selector, names in rules]
    style = "\n".join(written)
    assert faults(folder, style) == []
    brackets = [place for place, letter in enumerate(style) if letter in "{}"]
    if brackets:
        place = data.draw(st.sampled_from(brackets))
        assert faults(folder, style[:place] + style[place + 1 :])[0].rule.code == "CT717"


@given(st.text(alphabet="{}()[]\"'/*;:@\\ab-#\n!", max_size=60))
def test_no_stylesheet_is_too_odd_to_be_judged(tmp_path_factory: pytest.TempPathFactory, style: str) -> None:
    for found in faults(tmp_path_factory.getbasetemp() / "odd", style):
        assert found.source.line <= style.count("\n") + 2
        assert found.message


def test_what_is_no_stylesheet_at_all_is_not_told_word_by_word(tmp_path: Path) -> None:
    assert len(faults(tmp_path, "a{" + "b;" * 20_000 + "}")) == 50
    assert len(faults(tmp_path, "}" * 20_000)) == 50


def test_deep_nesting_comes_to_an_end(tmp_path: Path) -> None:
    deep = "@media print{" * 3000 + "}" * 3000
    for style in (deep, "(" * 3000, f"a{':not(' * 1000}b{')' * 1000}{{color:red}}"):
        assert faults(tmp_path, f"a{{}}\n{style}") == []
        with pytest.raises(TemplateError, match=r"faces\.css: more than 40 brackets .* in line 2"):
            read_stylesheet(Project.find(tmp_path), "farm", "faces.css")
    assert faults(tmp_path, f"/* {'(' * 3000} */") == []


def test_the_shipped_games_stylesheet_is_whole() -> None:
    project = Project.find(REPOSITORY)
    game = load_game(project, "barbarity").game
    assert game is not None
    assert list(style_faults(project, game)) == []


def test_a_game_without_a_stylesheet_is_somebody_elses_business(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    (tmp_path / "templates" / "farm" / "faces.css").unlink()
    assert list(style_faults(project, a_game())) == []


@pytest.mark.slow
def test_check_tells_a_slip_and_build_stops_at_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = a_toybox(tmp_path)
    file = tmp_path / "templates" / "toybox" / "faces.css"
    file.write_text(file.read_text("utf-8") + ".name{colour:red;font-size 9pt}\n", "utf-8")
    asked = ["--project", str(project.root)]
    assert main([*asked, "check", "toybox"]) == 1
    said = capsys.readouterr().out
    assert "faces.css:11:7: warning: PlutoPrint, which draws the faces, does not know colour" in said
    assert 'faces.css:11:18: error: not a declaration: "font-size"' in said
    assert main([*asked, "build", "toybox", "--out", str(tmp_path / "out")]) == 1
    assert 'not a declaration: "font-size"' in capsys.readouterr().out
    assert list((tmp_path / "out").rglob("*.pdf")) == []


def test_check_without_layout_does_not_read_stylesheets() -> None:
    code = "import sys; from cardtool.cli import main; main(['check', '--no-layout']); "
    code += "print(*{'tinycss2', 'cardtool.render.style_check'} & {*sys.modules})"
    answer = subprocess.check_output([sys.executable, "-c", code], text=True, cwd=REPOSITORY)
    assert answer.splitlines()[-1] == ""
