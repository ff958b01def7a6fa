"""The texts of a game as its players read them: cards, rules, glossary, changelog, rulebook, templates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cardtool.documents import (
    Block,
    BlockType,
    MappedText,
    Text,
    TextKind,
    find_enclosed,
    read_markdown,
    read_template,
    strip_markup,
)
from cardtool.lint.figures import words_shown
from cardtool.lint.passages import Passage, Passages, Written, of_the_rulebook
from cardtool.lint.resolving import Values, resolved, values_of
from cardtool.model import Component, Game, Procedure, Release, Source, SourceMap, Term
from cardtool.references import expressions

__all__ = ["texts_of"]

_MARKED = re.compile(r"[{\[\\`<&*_]")  # in every text that is not printed letter for letter
_STATEMENT = (r"\{[%#]", r"[%#]\}")
_RANKED = (BlockType.HEADING, BlockType.ITEM)


def texts_of(game: Game, passages: Passages) -> Iterator[Text]:
    """Every text of the game, in the order cards, rules, glossary, changelog, rulebook, templates."""
    values = values_of(game)
    for card, said in passages.of_each_card:
        yield Text(f'the text of "{card.name}"', TextKind.CARD, tuple(_of_card(card, said, values)), card.id)
    for number in game.rules.numbers.values():
        meaning = _fields(number.source, number.marks, values, (BlockType.PARAGRAPH, "means", number.means))
        yield Text(f"what {number.id} means", TextKind.RULES, tuple(meaning))
    for sequence in game.rules.sequences.values():
        yield Text(f'"{sequence.title}"', TextKind.RULES, tuple(_of_sequence(sequence, values)))
    for term in game.glossary:
        yield Text(f'the term "{term.term}"', TextKind.GLOSSARY, tuple(_of_term(term, values)))
    for release in game.changelog:
        yield Text(f"version {release.version}", TextKind.CHANGELOG, tuple(_of_release(release, values)))
    for passage in of_the_rulebook(game):
        yield Text(passage.title, TextKind.RULEBOOK, _of_rulebook(passage, values))
        yield Text(f"the figures of {passage.title}", TextKind.RULEBOOK, tuple(_of_figures(passage)))
    for template in game.templates:
        file = template.source.file
        yield Text(file, TextKind.TEMPLATE, read_template(template.text, file))


def _of_card(card: Component, said: Iterable[Written], values: Values) -> Iterator[Block]:
    yield _block(BlockType.HEADING, card.name, card.source, card.marks.inside(("name",)), values, level=1)
    for path, text in said:
        yield _block(BlockType.PARAGRAPH, text, card.source, card.marks.inside(path), values, markup=True)


def _of_sequence(sequence: Procedure, values: Values) -> Iterator[Block]:
    yield from _fields(
        sequence.source,
        sequence.marks,
        values,
        (BlockType.HEADING, "title", sequence.title),
        (BlockType.PARAGRAPH, "intro", sequence.intro),
    )
    for number, step in enumerate(sequence.steps, start=1):
        yield from _fields(
            step.source,
            step.marks,
            values,
            (BlockType.ITEM, "title", step.title),
            (BlockType.PARAGRAPH, "text", step.text),
            (BlockType.PARAGRAPH, "quick", step.quick),
            label=str(number),
        )


def _of_term(term: Term, values: Values) -> Iterator[Block]:
    texts = (BlockType.HEADING, "term", term.term), (BlockType.PARAGRAPH, "means", term.means)
    yield from _fields(term.source, term.marks, values, *texts)


def _of_release(release: Release, values: Values) -> Iterator[Block]:
    for entry in release.entries:
        text = (BlockType.ITEM, "text", entry.text)
        yield from _fields(entry.source, entry.marks, values, text, label="•", past=True)


def _of_rulebook(passage: Passage, values: Values) -> tuple[Block, ...]:
    written = resolved(passage.text, values)
    statements = find_enclosed(written.text, _STATEMENT)
    written = written.edited((start, end, "") for start, end in statements)
    return read_markdown(written, passage.file, passage.marks)


def _of_figures(passage: Passage) -> Iterator[Block]:
    """What the figures say in words: their captions, and what is read out to those who cannot see them."""
    written = MappedText(passage.text)
    for expression in expressions(passage.text):
        for start, end in words_shown(expression.text):
            said = written.part(expression.start + start, expression.start + end)
            yield Block(BlockType.PARAGRAPH, said.text, passage.file, said.places(passage.marks))


def _fields(
    source: Source,
    marks: SourceMap,
    values: Values,
    *texts: tuple[BlockType, str, str],
    label: str = "",
    past: bool = False,
) -> Iterator[Block]:
    """Of these texts those that are written in the file; the others were taken from elsewhere."""
    for sort, key, text in texts:
        if key in marks.children:
            named = label if sort is BlockType.ITEM else ""
            yield _block(sort, text, source, marks.children[key], values, label=named, past=past, markup=True)


def _block(
    sort: BlockType,
    text: str,
    source: Source,
    marks: SourceMap,
    values: Values,
    *,
    level: int = 1,
    label: str = "",
    past: bool = False,
    markup: bool = False,
) -> Block:
    if markup and _MARKED.search(text):
        read = strip_markup(resolved(text, values))
        if read.text != text:
            text, marks = read.text, read.places(marks)
    return Block(sort, text, source.file, marks, level if sort in _RANKED else 0, label, past)
