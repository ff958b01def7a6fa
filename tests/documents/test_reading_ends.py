"""Signs in thousands that lead nowhere, where each could begin something: the text is gone through once."""

from __future__ import annotations

from pathlib import Path

import pytest
from counting_work import no_hang

from cardtool.rules_document import read_rules_document

MANY = 300_000  # letters; what begins anew at each of them takes minutes
ODD = {
    "a heading of number signs": "# " + "#" * MANY + "a",
    "a heading of blanks": "# a" + " " * MANY + "b",
    "braces that never close": "{" + "#a " * (MANY // 3),
    "braces in a heading": "# a{" + ".=" * (MANY // 2),
    "a tag that never closes": "<a " + 'href="" ' * (MANY // 8),
    "a cell of blanks": "|a" + " " * MANY + "b|\n|-|\n",
    "a cell of blanks before a tab": "a" + " " * MANY + "b\tc\n" * 3,
    "code of every length": " ".join("`" * length for length in range(1, 1_400)),
    "code of every length, the longest first": "\n".join("`" * length for length in range(1_400, 0, -1)),
    "fences of every length": "\n".join("~" * length for length in range(1_400, 3, -1)),
}


@pytest.mark.parametrize("name", ODD)
def test_a_document_is_gone_through_once_whatever_begins_in_it(tmp_path: Path, name: str) -> None:
    (tmp_path / "rules.md").write_text(f"# Rules\n\n{ODD[name]}\n", encoding="utf-8")
    with no_hang(20):
        assert read_rules_document(tmp_path / "rules.md")[0] is not None


def test_code_ends_where_as_many_ticks_end_it_and_a_fence_at_one_as_long(tmp_path: Path) -> None:
    written = "A `b` c ``[d](#x)`` e\n\n````\n```\n[f](#x)\n`````\n\n[g](#x) ` <!-- [h](#x) --> [i](#x)\n"
    (tmp_path / "rules.md").write_text(written, encoding="utf-8")
    text, _ = read_rules_document(tmp_path / "rules.md")
    assert text is not None
    assert [link.words for link in text.links] == ["g", "i"]
