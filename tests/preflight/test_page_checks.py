"""Faces with one thing wrong, and the finding for each."""

from __future__ import annotations

import re
from typing import Any

import pytest
from faulty_pdfs import BLEED, SIZE, a_picture, both, boxed, codes, filled, found_on, paged, written
from hypothesis import example, given, settings
from hypothesis import strategies as st
from law_examples import examples
from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas

from cardtool.finding import Finding, Severity
from cardtool.geometry import Box, Point, Size
from cardtool.load.kind_sizes import centred, parse_path
from cardtool.model import CutLine, Fold, Outline, Shape, circle_path, die_net, rectangle_path
from cardtool.preflight.examine import open_pages
from cardtool.units import to_pt

PAGE = SIZE.grown(BLEED)
CARD = Box(BLEED, BLEED, *SIZE)


def test_a_card_that_is_right_has_no_findings() -> None:
    assert found_on(paged(both(filled("#f0e0c0"), written("Eats everything")))) == []


def test_text_near_the_cut_is_found_with_its_words_and_the_millimetres() -> None:
    (finding,) = found_on(paged(both(filled("#f0e0c0"), written("Eats everything", left=4.0))))
    assert finding.rule.name == "unsafe-text"
    assert finding.message.startswith('"Goat": “Eats everything” comes within 1')
    assert finding.fix is not None
    assert finding.fix.endswith("text keeps 3 mm from the cut")
    assert str(finding.source) == "cards/farm/beasts.yaml:2:3"


def test_text_in_the_bleed_is_found_as_beyond_the_cut() -> None:
    (finding,) = found_on(paged(written("Goat", left=1.0)))
    assert "mm beyond the cut" in finding.message


def test_a_kind_without_a_safe_zone_may_print_up_to_the_cut() -> None:
    assert found_on(paged(written("Goat", left=3.2)), safe=0.0) == []


def test_text_off_the_page_troubles_nobody() -> None:
    assert found_on(paged(written("Goat", left=-90.0))) == []


@settings(max_examples=examples(25), deadline=None)
@given(st.floats(7, 30), st.floats(12, 80), st.floats(6, 12))
def test_text_within_the_zone_is_never_found(left: float, top: float, size: float) -> None:
    assert found_on(paged(written("Hen", left=left, top=top, size=size))) == []


@settings(max_examples=examples(25), deadline=None)
@given(st.floats(0, 5.4), st.floats(12, 80), st.sampled_from([0, 90, 180, 270]))
def test_text_over_the_zone_is_always_found_however_the_page_is_turned(
    left: float, top: float, turned: int
) -> None:
    page = boxed(paged(written("HEN", left=left, top=top)), Rotate=turned)
    upright = Size(*SIZE) if turned in (0, 180) else SIZE.turned()
    assert codes(found_on(page, trim=Box(BLEED, BLEED, *upright))) == ["CT705"]


def test_a_round_token_keeps_text_from_its_rim() -> None:
    size, round_ = Size(40, 40), Outline(Shape.CIRCLE)
    page = size.grown(BLEED)
    corner = paged(written("Goat", left=10.0, top=12.0, page=page), size=size)
    middle = paged(written("Goat", left=19.0, top=24.0, page=page), size=size)
    trim = Box(BLEED, BLEED, *size)
    assert codes(found_on(corner, trim=trim)) == []
    assert codes(found_on(corner, trim=trim, outline=round_)) == ["CT705"]
    assert found_on(middle, trim=trim, outline=round_) == []


def at(centre: Point, across: float, **changes: Any) -> list[Finding]:
    """What is wrong with a square piece of 40 mm on which GOAT stands, with a round hole."""
    size, middle = Size(40, 40), Point(20, 20)
    hole = circle_path(Point(centre.x - middle.x, centre.y - middle.y), across)
    page = paged(written("GOAT", left=BLEED + 12.0, top=BLEED + 20.0, page=size.grown(BLEED)), size=size)
    return found_on(page, trim=Box(BLEED, BLEED, *size), outline=Outline(holes=(hole,)), **changes)


def test_text_over_a_hole_is_found() -> None:
    (finding,) = at(Point(14, 19), 6)
    assert finding.rule.name == "unsafe-text"
    assert re.search(r"“GOAT” stands over a hole, by [\d.]+ mm$", finding.message)
    assert finding.fix is not None
    assert finding.fix.endswith("text keeps 3 mm from holes")
    assert str(finding.source) == "cards/farm/beasts.yaml:2:3"


def test_text_beside_a_hole_keeps_the_safe_distance() -> None:
    (finding,) = at(Point(8, 19), 4)
    assert re.search(r"“GOAT” comes within [12][\d.]* mm of a hole$", finding.message)
    assert at(Point(8, 19), 4, safe=1.0) == []
    assert at(Point(30, 32), 6) == []


def test_letters_may_stand_on_both_sides_of_a_hole() -> None:
    """One text with a gap as wide as the hole in it: no letter stands there."""
    size = Size(60, 40)
    page = paged(
        written("A" + " " * 40 + "B", left=BLEED + 6, top=BLEED + 20, page=size.grown(BLEED)), size=size
    )
    hole = Outline(holes=(circle_path(Point(-14.0, -1.0), 6),))
    assert found_on(page, trim=Box(BLEED, BLEED, *size), outline=hole) == []


NOTCHED = parse_path("M0 0H40V40H24L20 14L16 40H0Z")  # a wedge is cut out of it from below


def test_text_in_the_notch_of_a_path_is_found_though_it_is_inside_its_box() -> None:
    size = Size(40, 40)
    trim, outline = Box(BLEED, BLEED, *size), Outline(Shape.PATH, path=centred(NOTCHED, size))
    inside = paged(written("G", left=BLEED + 5, top=BLEED + 30, page=size.grown(BLEED)), size=size)
    notch = paged(written("G", left=BLEED + 18.5, top=BLEED + 37, page=size.grown(BLEED)), size=size)
    across = paged(written("GOAT", left=BLEED + 14.0, top=BLEED + 30, page=size.grown(BLEED)), size=size)
    assert found_on(inside, trim=trim, outline=outline) == []
    assert found_on(notch, trim=trim) == []  # of a plain square
    assert codes(found_on(notch, trim=trim, outline=outline)) == ["CT705"]
    (finding,) = found_on(across, trim=trim, outline=outline)
    assert "mm beyond the cut" in finding.message


def folded_at(x: float) -> list[Finding]:
    """What is wrong with a square piece of 40 mm with an upright fold; GOAT stands from 12 to 22 mm or so."""
    size = Size(40, 40)
    page = paged(written("GOAT", left=BLEED + 12.0, top=BLEED + 20.0, page=size.grown(BLEED)), size=size)
    fold = Fold(Point(x - 20, -20), Point(x - 20, 20))
    return found_on(page, trim=Box(BLEED, BLEED, *size), outline=Outline(folds=(fold,)))


def test_a_letter_on_a_fold_is_found() -> None:
    (finding,) = folded_at(13.0)
    assert (finding.rule.name, finding.severity) == ("text-across-fold", Severity.WARNING)
    assert finding.message == '"Goat": “GOAT” stands on a fold'


@pytest.mark.parametrize(
    ("turn", "mirrored"), [((1, 1), False), ((-1, -1), False), ((-1, 1), True), ((1, -1), True)]
)
def test_letters_in_the_mirror_are_found(turn: tuple[int, int], mirrored: bool) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.translate(to_pt(PAGE.width / 2), to_pt(PAGE.height / 2))
        canvas.scale(*turn)
        canvas.drawString(0, 0, "Goat")

    found = found_on(paged(draw))
    assert codes(found) == ["CT751"] * mirrored
    assert all("“Goat” is printed in mirror writing" in each.message for each in found)


def test_a_fold_beside_a_word_is_no_matter() -> None:
    assert folded_at(11.5) == []
    assert folded_at(32) == []


def test_a_word_that_runs_off_the_side_of_a_die_is_found() -> None:
    """Side 2 of a die of 20 mm ends at a cut above; the word goes on beyond it, in the box of the net."""
    net = die_net(20, 2, "die.html")
    box = next(part.box for part in net.parts if part.side == 2)
    trim, page = Box(BLEED, BLEED, *net.size), net.size.grown(BLEED)
    on = paged(written("ox", left=BLEED + box.left + 6, top=BLEED + box.centre.y, page=page), size=net.size)
    off = paged(written("ox", left=BLEED + box.left + 6, top=BLEED + box.top + 1, page=page), size=net.size)
    assert found_on(on, trim=trim, outline=net.outline, safe=1.0) == []
    assert codes(found_on(off, trim=trim, outline=net.outline, safe=1.0)) == ["CT705"]


BOXES = st.builds(Box, st.floats(-5, 45), st.floats(-5, 45), st.floats(0.5, 12), st.floats(0.5, 12))


@given(BOXES, st.floats(0, 4))
@example(Box(10, 10, 1, 1), 0)  # all of it in the hole
def test_what_is_clear_of_a_cut_keeps_from_it(box: Box, safe: float) -> None:
    hole = circle_path(Point(-8, -8), 6)
    cut = CutLine(Outline(Shape.PATH, path=centred(NOTCHED, Size(40, 40)), holes=(hole,)), Box(0, 0, 40, 40))
    if cut.is_clear_of(box, safe):
        assert cut.reach_beyond(box) <= -safe + 1e-6
        assert cut.reach_into_hole(box) <= -safe + 1e-6


@given(BOXES)
def test_a_rectangle_keeps_text_as_well_by_path_as_by_its_sides(box: Box) -> None:
    trim = Box(0, 0, 40, 40)
    path = CutLine(Outline(Shape.PATH, path=rectangle_path(Point(0, 0), Size(40, 40))), trim)
    inside = CutLine(Outline(), trim).reach_beyond(box)
    if inside <= 0:
        assert path.reach_beyond(box) == pytest.approx(inside)
    else:  # beyond a corner the way back is longer than along one side
        assert path.reach_beyond(box) >= inside - 1e-6


def test_white_text_on_yellow_is_unreadable() -> None:
    (finding,) = found_on(paged(both(filled("#ffe800"), written("Eats everything", "#ffffff"))))
    assert finding.rule.name == "unreadable-text"
    assert "“Eats everything” is #ffffff on #ffe800, a contrast of 1.2 to 1" in finding.message


@pytest.mark.parametrize(
    ("colour", "left", "size", "told"),
    [
        ("#f2ead8", 0.5, 3.0, ["CT746"]),
        ("#f2ead8", 4.0, 3.0, []),  # far from the letters
        ("#f2ead8", -2.0, 3.0, []),  # behind them
        ("#f2ead8", 0.5, 9.0, []),  # a drawing beside them
        ("#555555", 0.5, 3.0, []),
    ],
)
def test_an_icon_in_a_line_stands_out_from_its_ground(
    colour: str, left: float, size: float, told: list[str]
) -> None:
    page = paged(written("Pay two", size=9, left=20.0, top=40.0))
    with open_pages(page, "{}", [0]) as pages:
        ((_, content),) = pages
        text = content.lines[0].box
    icon = filled(colour, Box(text.right + left, (text.top + text.bottom - size) / 2, size, size))
    assert codes(found_on(paged(both(icon, written("Pay two", size=9, left=20.0, top=40.0))))) == told


def test_an_icon_in_the_picture_of_a_card_is_overlooked_as_its_text_is() -> None:
    icon = filled("#f2ead8", Box(19.2, 39, 0.7, 0.7))
    assert found_on(paged(both(icon, written("Pay two", size=2, left=20.0, top=39.7)))) == []


def test_grey_text_is_faint_when_it_is_small_and_not_when_it_is_large() -> None:
    grey = "#8a8a8a"  # 3.4 to 1 on white
    assert codes(found_on(paged(written("Eats", grey, size=9)))) == ["CT707"]
    assert codes(found_on(paged(written("Eats", grey, size=17)))) == ["CT707"]
    assert codes(found_on(paged(written("Eats", grey, size=18)))) == []
    assert codes(found_on(paged(written("Eats", grey, size=14, font="Sans Bold")))) == []


def test_black_text_over_a_black_half_is_found_though_the_rest_is_clear() -> None:
    half = filled("#000000", Box(0, 0, PAGE.width / 2, PAGE.height))
    page = paged(both(filled("#ffffff"), half, written("Eats everything it finds", left=20.0)))
    assert codes(found_on(page)) == ["CT706"]


def test_a_thin_line_behind_a_word_does_no_harm() -> None:
    line = filled("#000000", Box(0, 39.0, PAGE.width, 0.1))
    assert found_on(paged(both(line, written("Eats everything", size=12)))) == []


def test_text_under_something_else_is_not_there_to_be_read() -> None:
    cover = filled("#ffffff", Box(10, 30, 40, 20))
    hidden = both(filled("#ffe800"), written("Eats everything", "#ffffff"), cover)
    assert found_on(paged(hidden)) == []


def test_what_lies_on_a_word_is_no_ground_of_its_letters() -> None:
    piece = filled("#101010", Box(20, 30, 6, 20))
    assert found_on(paged(both(filled("#f0e0c0"), written("Eats everything"), piece))) == []


@pytest.mark.parametrize("ground", ["#f0e0c0", "#101010"])
def test_words_that_slant_stand_on_what_is_under_them(ground: str) -> None:
    """As on a card of a fan of cards, whose corner is dark."""

    def draw(canvas: Canvas) -> None:
        canvas.translate(to_pt(14), to_pt(40))
        canvas.rotate(12)
        canvas.setFillColor("#101010")
        canvas.rect(-300, -300, 900, 900, stroke=0, fill=1)
        canvas.setFillColor(ground)
        canvas.rect(-9, -6, 200, 20, stroke=0, fill=1)
        canvas.setFillColor("#000000")
        canvas.drawString(4, 0, "Eats everything it finds")

    assert codes(found_on(paged(draw))) == ([] if ground == "#f0e0c0" else ["CT706"])


def test_words_far_apart_on_one_line_are_judged_each_on_its_own_ground() -> None:
    dark = filled("#000000", Box(22, 30, 12, 20))
    page = both(filled("#ffffff"), dark, written("Goat                                     Hen"))
    assert found_on(paged(page)) == []


def test_letters_that_let_the_ground_through_are_as_faint_as_they_look() -> None:
    (finding,) = found_on(paged(written("Eats everything", Color(0, 0, 0, alpha=0.3))))
    assert "is #b2b2b2 on #ffffff" in finding.message


@pytest.mark.parametrize("colour", ["#2040a0", "#eeeeee"])
def test_colour_that_ends_at_the_cut_is_a_bare_bleed_on_all_sides(colour: str) -> None:
    (finding,) = found_on(paged(filled(colour, CARD)))
    assert finding.rule.name == "bare-bleed"
    assert all(side in finding.message for side in ("left", "top", "right", "bottom"))


def test_colour_that_ends_in_the_bleed_is_named_by_its_side() -> None:
    short = Box(0, 0, PAGE.width - 1.5, PAGE.height)
    (finding,) = found_on(paged(filled("#2040a0", short)))
    assert finding.message.endswith("along 89 mm of the right")


def test_a_bleed_ends_where_the_page_says_and_not_with_its_paper() -> None:
    coloured = paged(filled("#2040a0", CARD))
    assert found_on(coloured, bleed=CARD) == []
    beyond = Box(1, 1, SIZE.width + 4, SIZE.height + 4)
    assert found_on(paged(filled("#2040a0", beyond)), bleed=beyond) == []
    assert codes(found_on(coloured, bleed=beyond)) == ["CT708"]


@pytest.mark.parametrize("inside", [Box(0, 0, *PAGE), Box(10, 10, 40, 60), Box(20, 0, 1.0, 40)])
def test_a_full_bleed_a_white_rim_and_the_end_of_a_line_are_fine(inside: Box) -> None:
    assert found_on(paged(filled("#2040a0", inside))) == []


def test_a_round_token_wants_its_bleed_all_around() -> None:
    size = Size(40, 40)

    def disc(radius: float) -> bytes:
        def draw(canvas: Canvas) -> None:
            canvas.setFillColor("#2040a0")
            canvas.circle(to_pt(23), to_pt(23), to_pt(radius), stroke=0, fill=1)

        return paged(draw, size=size)

    token = {"trim": Box(BLEED, BLEED, *size), "outline": Outline(Shape.CIRCLE)}
    assert codes(found_on(disc(20), **token)) == ["CT708"]
    assert found_on(disc(23), **token) == []


def test_a_picture_of_72_dots_to_the_inch_is_coarse() -> None:
    (finding,) = found_on(paged(a_picture(Size(198, 271), Box(0, 0, *PAGE))))
    assert finding.rule.name == "coarse-picture"
    assert "printed 69.5 × 94.9 mm large has 72 dots to the inch" in finding.message
    assert finding.fix == "use one that is 821 dots wide, or print it smaller"


@pytest.mark.parametrize(("dots", "expected"), [(400, ["CT711"]), (600, ["CT712"]), (825, [])])
def test_pictures_are_coarse_soft_or_sharp(dots: int, expected: list[str]) -> None:
    picture = a_picture(Size(dots, dots * 1.4), Box(0, 0, *PAGE))
    assert codes(found_on(paged(picture))) == expected


def test_one_dot_blown_up_is_a_ground_and_no_picture() -> None:
    assert found_on(paged(a_picture(Size(1, 1), Box(0, 0, *PAGE)))) == []


def test_a_front_on_which_nothing_is_to_be_seen_is_found() -> None:
    blank = (written("Goat", left=-90.0), written("Goat", colour="#ffffff"), filled("#ffffff"))
    for page in map(paged, blank):
        (finding,) = (each for each in found_on(page, shows_something=True) if each.rule.name == "blank-face")
        assert finding.message == '"Goat": nothing of it is to be seen, the card is blank'


def test_a_front_with_a_single_word_or_a_ground_is_not_blank() -> None:
    for page in (paged(written("Goat")), paged(filled("#f0e0c0"))):
        assert found_on(page, shows_something=True) == []
