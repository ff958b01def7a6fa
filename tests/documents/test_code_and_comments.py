"""What of a Markdown text is code or a comment, in which links, headings and words are none."""

from __future__ import annotations

import pytest

from cardtool.documents import PICTURE, blank_code, find_comments

LONG = 300_000


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a `b` c", f"a {PICTURE * 3} c"),
        ("a ``b ` c`` d", f"a {PICTURE * 9} d"),
        ("a `b\nc` d", f"a {PICTURE * 2}\n{PICTURE * 2} d"),
        ("```\na\n```\nb", "   \n \n   \nb"),
        ("~~~\na `b`\n~~~~\nc", "   \n     \n    \nc"),
        ("```a``` b", f"{PICTURE * 7} b"),
        ("a <!-- b --> c", f"a {' ' * 10} c"),
        ("a <!-- `b --> c` d", f"a {' ' * 11} c` d"),
        ("a `<!--` b --> c", f"a {PICTURE * 6} b --> c"),
    ],
)
def test_code_and_comments_are_blank_and_every_other_letter_keeps_its_place(text: str, left: str) -> None:
    assert blank_code(text) == left


def test_code_in_a_line_can_be_kept() -> None:
    assert blank_code("# The `deck`\n```\n# no\n```", keep_short=True) == "# The `deck`\n   \n    \n   "


@pytest.mark.parametrize(
    "text",
    [
        "a `b c",
        "``a`",
        "```\na `",
        "a <!-- b",
        "`" * LONG,
        "<!-- " * (LONG // 5),
    ],
    ids=lambda text: text[:12],
)
def test_what_nobody_closes_is_no_code_however_long_it_is(text: str) -> None:
    assert blank_code(text) == text


def test_comments_are_told_with_their_places_but_for_those_in_code() -> None:
    assert [*find_comments("<!-- a -->\n`<!-- b -->`\n<!--c-->")] == [(4, " a "), (28, "c")]
