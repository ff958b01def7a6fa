"""The texts of a game as its players read them, with what stands for their references: a number, a count, a
card, an icon."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from cardtool.documents import (
    PICTURE,
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
from cardtool.lint.core.passages import Passage, Passages, WrittenField, rulebook_passages, words_in_figures
from cardtool.markup import (
    EXPRESSION,
    INLINE_ICON,
    LINE_BREAK,
    REFERENCE,
    CardReference,
    Reference,
    TextBlockKind,
    find_expressions,
    has_blocks,
    plain_name,
    reference_from_match,
    split_blocks,
)
from cardtool.model import Component, Game, Procedure, Release, RulesTable, Source, SourceMap, Term
from cardtool.wording import number_word

ReferenceValues = Mapping[tuple[str, str], int]
"""Numbers by the family and the name with which a text refers to them."""

_STYLES: Mapping[str, Callable[[int], str]] = {
    "word": number_word,
    "Word": lambda number: number_word(number).capitalize(),
    "": str,
}


def reference_values(game: Game) -> ReferenceValues:
    """Return every number a text may refer to, by family and name, and the names cards have or once had."""
    numbers = {("number", id): number.value for id, number in game.rules.numbers.items()}
    counts = {("count", id): count for id, count in game.counts.items()}
    players = {("players", "least"): game.players.least, ("players", "most"): game.players.most}
    spaces = {("spaces", id): count for id, count in game.space_counts.items()}
    cards = {("card", plain_name(card.name)): card.copies for card in game.cards}
    once = {("card", plain_name(entry.old)): 0 for release in game.changelog for entry in release.entries}
    return {**numbers, **counts, **players, **spaces, **once, **cards}


def resolve_references(text: str, values: ReferenceValues, block: str = "") -> MappedText:
    """Return the text with its references as printed; `block` stands for blocks and figures, one sign for an
    icon."""
    read = MappedText(text)
    if "{{" in text or "[[" in text:
        read = read.replaced(REFERENCE, lambda match: _reference_text(reference_from_match(match), values))
        read = read.replaced(EXPRESSION, lambda match: block)
    return read.replaced(INLINE_ICON, lambda match: PICTURE) if "{" in read.text else read


def _words(written: MappedText) -> MappedText:
    """Return what is read of a text of one block: its markup is gone, and its broken lines stay."""
    return strip_markup(written.replaced(LINE_BREAK, lambda match: "\n") if "\n" in written.text else written)


def _reference_text(reference: Reference, values: ReferenceValues) -> str:
    if isinstance(reference, CardReference):
        name = " ".join(reference.name.split())
        return name if ("card", plain_name(name)) in values else PICTURE  # CT401 tells that
    number = values.get((reference.family, reference.name))
    style = _STYLES.get(reference.style)
    return style(number) if number is not None and style is not None else ""


_MARKED = re.compile(r"[{\[\\`<&*_]")  # in every text that is not printed letter for letter
_STATEMENT = (r"\{[%#]", r"[%#]\}")
_BLOCK_TYPES = {
    TextBlockKind.PARAGRAPH: BlockType.PARAGRAPH,
    TextBlockKind.ITEM: BlockType.ITEM,
    TextBlockKind.ROW: BlockType.ROW,
}
_RANKED = (BlockType.HEADING, BlockType.ITEM)


def texts_of_game(game: Game, passages: Passages) -> Iterator[Text]:
    """Yield every text of the game, in the order cards, rules, glossary, changelog, rulebook, templates."""
    values = reference_values(game)
    for card, said in passages.by_card:
        yield Text(
            f'the text of "{card.name}"', TextKind.CARD, tuple(_card_blocks(card, said, values)), card.id
        )
    for number in game.rules.numbers.values():
        meaning = _field_blocks(
            number.source, number.source_map, values, (BlockType.PARAGRAPH, "means", number.means)
        )
        yield Text(f"what {number.id} means", TextKind.RULES, tuple(meaning))
    for sequence in game.rules.sequences.values():
        yield Text(f'"{sequence.title}"', TextKind.RULES, tuple(_sequence_blocks(sequence, values)))
    for table in game.rules.tables.values():
        yield Text(f'"{table.title}"', TextKind.RULES, tuple(_table_blocks(table, values)))
    for term in game.glossary:
        yield Text(f'the term "{term.term}"', TextKind.GLOSSARY, tuple(_term_blocks(term, values)))
    for release in game.changelog:
        yield Text(f"version {release.version}", TextKind.CHANGELOG, tuple(_release_blocks(release, values)))
    for passage in rulebook_passages(game):
        yield Text(passage.title, TextKind.RULEBOOK, _rulebook_blocks(passage, values))
        yield Text(f"the figures of {passage.title}", TextKind.RULEBOOK, tuple(_figure_blocks(passage)))
    for template in game.templates:
        file = template.source.file
        yield Text(file, TextKind.TEMPLATE, read_template(template.text, file))


def _card_blocks(card: Component, said: Iterable[WrittenField], values: ReferenceValues) -> Iterator[Block]:
    yield _block(
        BlockType.HEADING, card.name, card.source, card.source_map.inside(("name",)), values, level=1
    )
    for path, text in said:
        source_map = card.source_map.inside(path)
        if path[0] in card.flavour:
            yield _block(BlockType.FURNITURE, text, card.source, source_map, values, markup=True)
        elif has_blocks(text):
            yield from _text_blocks(text, card.source, source_map, values)
        else:
            yield _block(BlockType.PARAGRAPH, text, card.source, source_map, values, markup=True)


def _text_blocks(
    text: str, source: Source, source_map: SourceMap, values: ReferenceValues
) -> Iterator[Block]:
    """Yield the paragraphs and items of a text, and rows of tables, their cells parted by tabs."""
    written = resolve_references(text, values)
    for block in split_blocks(written.text):
        said = _words(written.parts(block.spans, "\t" * (len(block.spans) - 1)))
        sort, label = _BLOCK_TYPES[block.kind], block.label.removesuffix(".")
        level = block.level if sort is not BlockType.ROW else 0
        yield Block(sort, said.text, source.file, said.places(source_map), level, label)


def _sequence_blocks(sequence: Procedure, values: ReferenceValues) -> Iterator[Block]:
    yield from _field_blocks(
        sequence.source,
        sequence.source_map,
        values,
        (BlockType.HEADING, "title", sequence.title),
        (BlockType.PARAGRAPH, "intro", sequence.intro),
    )
    for number, step in enumerate(sequence.steps, start=1):
        yield from _field_blocks(
            step.source,
            step.source_map,
            values,
            (BlockType.ITEM, "title", step.title),
            (BlockType.PARAGRAPH, "text", step.text),
            (BlockType.PARAGRAPH, "quick", step.quick),
            label=str(number),
        )


def _table_blocks(table: RulesTable, values: ReferenceValues) -> Iterator[Block]:
    heading = (BlockType.HEADING, "title", table.title)
    yield from _field_blocks(table.source, table.source_map, values, heading)
    for row in table.rows:
        texts = (
            (BlockType.PARAGRAPH, column, cell) for column, cell in row.cells.items() if isinstance(cell, str)
        )
        yield from _field_blocks(row.source, row.source_map, values, *texts)


def _term_blocks(term: Term, values: ReferenceValues) -> Iterator[Block]:
    texts = (BlockType.HEADING, "term", term.term), (BlockType.PARAGRAPH, "means", term.means)
    yield from _field_blocks(term.source, term.source_map, values, *texts)


def _release_blocks(release: Release, values: ReferenceValues) -> Iterator[Block]:
    for entry in release.entries:
        text = (BlockType.ITEM, "text", entry.text)
        yield from _field_blocks(entry.source, entry.source_map, values, text, label="•", past=True)


def _rulebook_blocks(passage: Passage, values: ReferenceValues) -> tuple[Block, ...]:
    written = resolve_references(passage.text, values, block=PICTURE)
    statements = find_enclosed(written.text, _STATEMENT)
    written = written.edited((start, end, "") for start, end in statements)
    return read_markdown(written, passage.file, passage.source_map)


def _figure_blocks(passage: Passage) -> Iterator[Block]:
    """Yield what the figures say in words: their captions, and what is read out to the blind."""
    written = MappedText(passage.text)
    for expression in find_expressions(passage.text):
        for start, end in words_in_figures(expression.text):
            said = written.part(expression.start + start, expression.start + end)
            yield Block(BlockType.PARAGRAPH, said.text, passage.file, said.places(passage.source_map))


def _field_blocks(
    source: Source,
    source_map: SourceMap,
    values: ReferenceValues,
    *texts: tuple[BlockType, str, str],
    label: str = "",
    past: bool = False,
) -> Iterator[Block]:
    """Yield those of these texts that are written in the file; the others were taken from elsewhere."""
    for sort, key, text in texts:
        if key in source_map.children:
            named = label if sort is BlockType.ITEM else ""
            yield _block(
                sort, text, source, source_map.children[key], values, label=named, past=past, markup=True
            )


def _block(
    sort: BlockType,
    text: str,
    source: Source,
    source_map: SourceMap,
    values: ReferenceValues,
    *,
    level: int = 1,
    label: str = "",
    past: bool = False,
    markup: bool = False,
) -> Block:
    if markup and _MARKED.search(text):
        read = _words(resolve_references(text, values))
        if read.text != text:
            text, source_map = read.text, read.places(source_map)
    return Block(sort, text, source.file, source_map, level if sort in _RANKED else 0, label, past)
