"""The texts of a game as its players read them, with what stands for their references: a number, a count, a
card, an icon."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from cardtool.documents import (
    PICTURE,
    Block,
    BlockType,
    MappedText,
    MarkdownFile,
    Text,
    TextKind,
    blank_code,
    find_anchors,
    find_enclosed,
    find_links,
    read_markdown,
    read_template,
    strip_markup,
)
from cardtool.lint.core.passages import (
    STATEMENT,
    Passage,
    Passages,
    PlacesInCard,
    rulebook_passages,
    rules_texts,
)
from cardtool.markup import (
    EXPRESSION,
    INLINE_ICON,
    LINE_BREAK,
    REFERENCE,
    CardReference,
    find_expressions,
    has_blocks,
    plain_name,
    reference_from_match,
    split_blocks,
    words_in_figures,
)
from cardtool.model import Game, LetterPlaces
from cardtool.wording import number_word

ReferenceValues = Mapping[tuple[str, str], int]
"""Numbers by the family and the name with which a text refers to them."""

_NUMBER_FAMILIES = ("number", "count", "players", "spaces")
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
        read = read.replaced(REFERENCE, lambda match: _reference_text(match, values, block))
        read = read.replaced(EXPRESSION, lambda match: block)
    return read.replaced(INLINE_ICON, lambda match: PICTURE) if "{" in read.text else read


def _words(written: MappedText) -> MappedText:
    """Return what is read of a text of one block: its markup is gone, and its broken lines stay."""
    return strip_markup(written.replaced(LINE_BREAK, lambda match: "\n") if "\n" in written.text else written)


def _reference_text(match: re.Match[str], values: ReferenceValues, block: str) -> str:
    reference = reference_from_match(match)
    if isinstance(reference, CardReference):
        name = " ".join(reference.name.split())
        return name if ("card", plain_name(name)) in values else PICTURE  # CT401 tells that
    number = values.get((reference.family, reference.name))
    style = _STYLES.get(reference.style)
    if number is not None and style is not None:
        return style(number)
    return PICTURE if reference.family in _NUMBER_FAMILIES else block  # CT402 tells an unknown number


@lru_cache(maxsize=1 << 12)  # cards say the same again and again
def _read_alone(text: str) -> MappedText:
    return _words(resolve_references(text, {}))


class _PlacesReadAlone(NamedTuple):
    """Where the letters stand of a text that was read, found out when it is asked for."""

    written: str
    places: LetterPlaces

    def at_letter(self, offset: int) -> tuple[int, int]:
        return _read_alone(self.written).places(self.places).at_letter(offset)


_MARKED = re.compile(r"[{\[\\`<&*_]")  # in every text that is not printed letter for letter


def game_texts(game: Game, passages: Passages) -> Iterator[Text]:
    """Yield the texts of a game, in the order cards, rules, glossary, changelog, rulebook, templates."""
    values = reference_values(game)
    for card, said in passages.by_card:
        name = Block(BlockType.HEADING, card.name, card.source.file, PlacesInCard(card, ("name",)), 1)
        blocks = (block for passage in said for block in _passage_blocks(passage, values))
        yield Text(f'the text of "{card.name}"', TextKind.CARD, (name, *blocks), card.id)
    yield from _texts_beside_cards(game, values)


def _texts_beside_cards(game: Game, values: ReferenceValues) -> Iterator[Text]:
    for title, role, found in rules_texts(game):
        yield Text(title, role, tuple(_passage_block(passage, values) for passage in found))
    for passage in rulebook_passages(game):
        yield _rulebook_text(passage, game, values)
        yield Text(f"the figures of {passage.title}", TextKind.RULEBOOK, tuple(_figure_blocks(passage)))
    for template in game.templates:
        file = template.source.file
        yield Text(file, TextKind.TEMPLATE, read_template(template.text, file))


def _passage_block(passage: Passage, values: ReferenceValues) -> Block:
    text, places = passage.text, passage.places
    if _MARKED.search(text) and not passage.is_literal:
        refers = "{{" in text or "[[" in text
        with_pictures = INLINE_ICON.sub(PICTURE, text)
        if _MARKED.search(with_pictures) is None and "\n" not in text:  # icons are all its markup
            text, places = with_pictures, _PlacesReadAlone(text, places)
        else:
            read = _words(resolve_references(text, values)) if refers else _read_alone(text)
            if read.text != text:
                text, places = read.text, read.places(places)
    level = int(passage.sort in (BlockType.HEADING, BlockType.ITEM))
    return Block(passage.sort, text, passage.file, places, level, passage.label, passage.past)


def _passage_blocks(passage: Passage, values: ReferenceValues) -> Iterator[Block]:
    """Yield the paragraphs and items of a text, and rows of tables, their cells parted by tabs."""
    if passage.is_literal or passage.sort is BlockType.FURNITURE or not has_blocks(passage.text):
        yield _passage_block(passage, values)
        return
    written = resolve_references(passage.text, values)
    for block in split_blocks(written.text):
        said = _words(written.parts(block.spans, "\t" * (len(block.spans) - 1)))
        sort, label = BlockType(block.kind), block.label.removesuffix(".")
        level = block.level if sort is not BlockType.ROW else 0
        yield Block(sort, said.text, passage.file, said.places(passage.places), level, label)


def _rulebook_text(passage: Passage, game: Game, values: ReferenceValues) -> Text:
    written = resolve_references(passage.text, values, block=PICTURE)
    statements = find_enclosed(written.text, STATEMENT)
    written = written.edited((start, end, "") for start, end in statements)
    text, file, places = written.text, passage.file, written.places(passage.places)
    return Text(
        passage.title,
        TextKind.RULEBOOK,
        read_markdown(written, file, passage.places),
        links=tuple(find_links(text, file, places)),
        anchors=(*find_anchors(text), *_ids_in_print(passage.text, game)),
        typed=(MarkdownFile(blank_code(text), file, places),),
    )


def _ids_in_print(manuscript: str, game: Game) -> Iterator[str]:
    """Yield what a link of the rulebook can name beside its headings: ids of the printed book."""
    yield "contents"
    yield from (f"figure-{number}" for number in range(1, manuscript.count("figure.") + 1))
    yield from (f"{each.id}-{step.id}" for each in game.rules.sequences.values() for step in each.steps)
    yield from (f"{of}-{term.id}" for term in game.glossary for of in ("glossary", "term"))
    yield from (name for template in game.templates for name in find_anchors(template.text))


def _figure_blocks(passage: Passage) -> Iterator[Block]:
    """Yield what the figures say in words: their captions, and what is read out to the blind."""
    written = MappedText(passage.text)
    for expression in find_expressions(passage.text):
        for start, end in words_in_figures(expression.text):
            said = written.part(expression.start + start, expression.start + end)
            yield Block(BlockType.PARAGRAPH, said.text, passage.file, said.places(passage.places))
