"""What holds for every file and every edit: nothing beside the words changes, and twice is once."""

from __future__ import annotations

import re

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from law_examples import examples

from cardtool.app.check import read_yaml_data
from cardtool.finding import Edit
from cardtool.fix.edits import apply_edits
from cardtool.model import Source

WORDS = st.sampled_from(["Goat", "hay", "Crom's", "it's", "two", "eats", "a", "é", "—", '"so"'])
TEXTS = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)
NEW = st.sampled_from(
    ["Kid", "Crom's Kid", 'the "Kid"', "Billy Kid", "Kid: he", "Kid #1", "K, K", "12", "\\K", "’"]
)
BREAKS = st.sampled_from(["\n", "\r\n"])


@st.composite
def files(draw: st.DrawFn) -> str:
    """A YAML file of texts, each written in one of the ways there are."""
    lines = ["# A Goat in a comment, which nobody may touch"]
    for row, text in enumerate(draw(st.lists(TEXTS, min_size=1, max_size=5))):
        lines += [f"- id: goat-{row}", *written(f"  Goat{row}: ", text, draw(st.integers(0, 6)))]
    return draw(BREAKS).join([*lines, "# the Goat's end", ""])


def written(key: str, text: str, way: int) -> list[str]:
    """The lines of a text in this way of writing; one that cannot be written so is put in double quotes."""
    words = text.split()
    first, second = " ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])
    quoted = [f'{key}"{escaped(text)}"']
    plain = [f"{key}{text}  # Goat"] if text[0].isalpha() else quoted
    in_two = {
        2: [f"{key}'{doubled(first)}", f"    {doubled(second)}'  # x"],
        3: [f'{key}"{escaped(first)}', f'    {escaped(second)}"'],
        4: [f"{key}>-", f"    {first}", f"    {second}"],
    }
    in_one = {0: plain, 1: [f"{key}'{doubled(text)}'"], 5: [f"{key}|", *(f"    {word}" for word in words)]}
    return {**in_one, **(in_two if first else {})}.get(way, quoted)


def doubled(text: str) -> str:
    return text.replace("'", "''")


def escaped(text: str) -> str:
    return text.replace('"', '\\"')


def edits_of(text: str, old: str, new: str) -> list[Edit]:
    """An edit wherever the file says the word, be it in a text, a key or a comment."""
    found = []
    for row, line in enumerate(re.split(r"\r\n|\n", text), start=1):
        for match in re.finditer(re.escape(old), line):
            found.append(Edit(Source("x.yaml", row, match.start() + 1), old, new))
    return found


def texts_in(data: object) -> list[str]:
    return [value for record in data for value in record.values()]  # type: ignore[attr-defined]


@settings(max_examples=examples(150), deadline=None)
@given(files(), NEW)
def test_exactly_the_texts_that_were_edited_say_something_else(text: str, new: str) -> None:
    before = yaml.safe_load(text)
    edits = edits_of(text, "Goat", new)
    after, done, left = apply_edits(text, ".yaml", edits, read_yaml_data)
    said = texts_in(yaml.safe_load(after))
    assert len(done) + len(left) == len(edits)
    for was, now in zip(texts_in(before), said, strict=True):
        assert now.replace(new, "Goat") == was
    assert sum(
        now.count(new) - was.count(new) for was, now in zip(texts_in(before), said, strict=True)
    ) == len(done)
    assert [record.keys() for record in yaml.safe_load(after)] == [record.keys() for record in before]


@settings(max_examples=examples(150), deadline=None)
@given(files(), NEW)
def test_everything_between_the_edits_stays_as_it_was(text: str, new: str) -> None:
    after, done, _ = apply_edits(text, ".yaml", edits_of(text, "Goat", new), read_yaml_data)
    places = {(edit.source.line, edit.source.column) for edit in done}
    lines, mended = re.split(r"(\r\n|\n)", text), re.split(r"(\r\n|\n)", after)
    assert len(lines) == len(mended)
    for row, (was, now) in enumerate(zip(lines, mended, strict=True)):
        columns = sorted(column for line, column in places if line == row // 2 + 1)
        kept = re.split("\0", _blotted(was, columns))
        assert now.startswith(kept[0])
        assert now.endswith(kept[-1])
        assert all(piece in now for piece in kept)
        assert columns or was == now


def _blotted(line: str, columns: list[int]) -> str:
    for column in reversed(columns):
        line = f"{line[: column - 1]}\0{line[column + 3 :]}"
    return line


@settings(max_examples=examples(150), deadline=None)
@given(files(), NEW)
def test_mending_twice_is_mending_once(text: str, new: str) -> None:
    once, done, _ = apply_edits(text, ".yaml", edits_of(text, "Goat", new), read_yaml_data)
    again, more, _ = apply_edits(once, ".yaml", edits_of(once, "Goat", new), read_yaml_data)
    assert (again, more) == (once, [])
    assert not done or once != text


@settings(max_examples=examples(200), deadline=None)
@given(
    st.text(max_size=200), st.lists(st.tuples(st.integers(0, 9), st.integers(0, 40), TEXTS, NEW), max_size=5)
)
def test_no_text_and_no_edit_does_harm(text: str, wishes: list[tuple[int, int, str, str]]) -> None:
    edits = [Edit(Source("x", line, column), old, new) for line, column, old, new in wishes]
    for suffix in (".yaml", ".md", ".html", ".txt"):
        after, done, left = apply_edits(text, suffix, edits, read_yaml_data)
        assert done or after == text
        assert len(done) + len(left) <= len(edits)


def test_a_long_line_of_spaces_takes_no_time() -> None:
    text = "a" + " \n>" * 100_000 + "b"
    edit = Edit(Source("x", 1, 1), "a c", "d")
    assert apply_edits(text, ".md", [edit], read_yaml_data)[0] == text
