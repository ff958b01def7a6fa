"""A unified diff says exactly what is changed: done again, it gives the new file."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from cardtool.report import format_diff

LINES = st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=30)


def patched(before: str, diff: str) -> str:
    """The text with a diff done by the numbers in its hunks."""
    old = before.split("\n")
    new: list[str] = []
    at = 0
    for row in diff.splitlines()[2:]:
        if hunk := re.fullmatch(r"@@ -(\d+),(\d+) \+(\d+),(\d+) @@", row):
            new += old[at : int(hunk[1]) - 1]
            at = int(hunk[1]) - 1
            assert len(new) == int(hunk[3]) - 1
        elif row[0] == "+":
            new.append(row[1:])
        else:
            assert old[at] == row[1:]
            at += 1
            new += [row[1:]] if row[0] == " " else []
    return "\n".join([*new, *old[at:]])


@given(LINES, LINES)
def test_the_diff_of_two_files_leads_from_one_to_the_other(old: list[str], new: list[str]) -> None:
    before, after = "\n".join(old), "\n".join(new)
    assert patched(before, format_diff("x", before, after)) == after


@given(LINES, st.data())
def test_lines_that_are_only_rewritten_stay_at_their_places(old: list[str], data: st.DataObject) -> None:
    new = [data.draw(st.sampled_from([row, "z"])) for row in old]
    diff = format_diff("x", "\n".join(old), "\n".join(new))
    assert patched("\n".join(old), diff) == "\n".join(new)
    minus = [row for row in diff.splitlines()[2:] if row.startswith("-")]
    assert len(minus) == sum(was != now for was, now in zip(old, new, strict=True))


def test_changes_far_apart_are_shown_apart() -> None:
    before = "\n".join(str(row) for row in range(20))
    after = before.replace("3\n", "three\n", 1).replace("\n18", "\neighteen")
    assert [row for row in format_diff("x", before, after).splitlines() if row.startswith("@@")] == [
        "@@ -1,7 +1,7 @@",
        "@@ -16,5 +16,5 @@",
    ]


def test_a_file_that_stays_as_it_is_has_no_diff() -> None:
    assert format_diff("x", "a\nb", "a\nb") == ""
