"""The texts of a game as its players read them, where each letter stands, and an index of all texts."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from operator import and_, eq
from typing import Any, NamedTuple

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
    map_lines,
    read_markdown,
    read_template,
    strip_markup,
)
from cardtool.lint.core.matching import WORD, grouped, word_key
from cardtool.markup import (
    EXPRESSION,
    INLINE_ICON,
    LINE_BREAK,
    REFERENCE,
    SPACE_KEYS,
    CardReference,
    blank_expressions,
    figure_arguments,
    find_expressions,
    has_blocks,
    plain_name,
    reference_from_match,
    split_blocks,
    words_in_figures,
)
from cardtool.model import (
    ChangelogEntry,
    Component,
    Game,
    LetterPlaces,
    Number,
    Procedure,
    RulesTable,
    Source,
    Step,
    TableRow,
    Term,
    ValuePath,
    plain_fields,
)
from cardtool.wording import number_word

RULEBOOK = "the rulebook"
_STATEMENT = (r"\{[%#]", r"[%#]\}")  # of Jinja, and its comments
_is_unread = re.compile(  # an id or a choice of the schema, a colour, the data of an SVG path
    r"#?[a-z0-9][a-z0-9_./-]*|[Mm][ \d.,-][MmLlHhVvCcSsQqTtAaZz\s\d.,-]*"
).fullmatch
_SENTENCE = re.compile(r"(?:[^\W\d_]{2,}[,;:]? ){3}[^\W\d_]{2,}")  # and no formula
_HEADING, _PARAGRAPH, _ITEM = BlockType.HEADING, BlockType.PARAGRAPH, BlockType.ITEM


class _PlacesInCard(NamedTuple):
    """Where the letters of a text of a card stand, found out when it is asked for."""

    card: Component
    path: ValuePath

    def at_letter(self, offset: int) -> tuple[int, int]:
        return self.card.source_map.inside(self.path).at_letter(offset)


class Passage(NamedTuple):
    """A text of the game; `title` is what messages call it: `the text of "Goat"`, `the rulebook`.

    `sort` is what it is to its reader; `label` and `past` are those of a block. In one that `is_literal`,
    stars and braces are printed as they are written.
    """

    title: str
    text: str
    file: str
    places: LetterPlaces
    sort: BlockType = BlockType.PARAGRAPH
    label: str = ""
    past: bool = False
    is_literal: bool = False

    def at(self, offset: int) -> Source:
        """Return where the character at this offset of the text stands."""
        return Source(self.file, *self.places.at_letter(offset))


class Passages:
    """The texts of a game.

    Of a record its id, its name, its pictures and what nobody reads, such as a colour, are left out; a record
    that is made from another has the texts of that one, and no other.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def by_card(self) -> Sequence[tuple[Component, Sequence[Passage]]]:
        """Every card with its texts."""
        return [(card, tuple(card_passages(card))) for card in self.game.cards if not card.made_from]

    def of_cards(self, is_meant: Callable[[str], bool]) -> Iterator[Passage]:
        """Yield the texts of cards that are written in their markup, and meant."""
        for _, passages in self.by_card:
            for passage in passages:
                if is_meant(passage.text) and not passage.is_literal:
                    yield passage

    def every(self, is_meant: Callable[[str], bool]) -> Iterator[Passage]:
        """Yield every text of the game; of the many texts of cards only those that are meant."""
        yield from self.of_cards(is_meant)
        yield from self.of_rules()
        yield from self.of_rulebook()

    def of_rules(self) -> Iterator[Passage]:
        """Yield the texts of the rules, the glossary and the changelog."""
        return rules_passages(self.game)

    def of_rulebook(self) -> Iterator[Passage]:
        """Yield the rulebook, as one text, if there is one."""
        return rulebook_passages(self.game)


def card_passages(card: Component) -> Iterator[Passage]:
    """Yield the texts of a card that are read."""
    left_out = {"id", "name"} | card.roles.unread
    title = f'the text of "{card.name}"'
    fields = ((key, value) for key, value in plain_fields(card.fields).items() if key not in left_out)
    for path, text in _texts_in(fields, ()):
        is_literal = path[0] in card.roles.literal
        is_read = not is_literal or _SENTENCE.search(text) is not None
        sort = _PARAGRAPH if is_read and path[0] not in card.roles.flavour else BlockType.FURNITURE
        yield Passage(title, text, card.source.file, _PlacesInCard(card, path), sort, is_literal=is_literal)


def _texts_in(values: Iterable[tuple[str | int, Any]], path: ValuePath) -> Iterator[tuple[ValuePath, str]]:
    """Yield what can be read among these values, each with its key; `path` leads to them."""
    for key, value in values:
        if isinstance(value, str):
            if not _is_unread(value):
                yield (*path, key), value
        elif isinstance(value, list):
            yield from _texts_in(enumerate(value), (*path, key))
        elif isinstance(value, dict):
            yield from _texts_in(value.items(), (*path, key))


def _rules_texts(game: Game) -> Iterator[tuple[str, TextKind, Sequence[Passage]]]:
    """Yield each text of the rules, the glossary and the changelog, with its title, by its passages."""
    for number in game.rules.numbers.values():
        title = f"what {number.id} means"
        yield title, TextKind.RULES, [*_fields(title, number, means=_PARAGRAPH)]
    for sequence in game.rules.sequences.values():
        title = f'"{sequence.title}"'
        found = [*_fields(title, sequence, title=_HEADING, intro=_PARAGRAPH)]
        for count, step in enumerate(sequence.steps, start=1):
            of, label = f'"{step.title}"', str(count)
            found += _fields(of, step, title=_ITEM, text=_PARAGRAPH, quick=_PARAGRAPH, label=label)
        yield title, TextKind.RULES, found
    for table in game.rules.tables.values():
        title = f'"{table.title}"'
        found = [*_fields(title, table, title=_HEADING)]
        for row in table.rows:
            found += _fields(f"the row {row.range} of {title}", row, **dict.fromkeys(row.cells, _PARAGRAPH))
        yield title, TextKind.RULES, found
    for term in game.glossary:
        title = f'the term "{term.term}"'
        yield title, TextKind.GLOSSARY, [*_fields(title, term, term=_HEADING, means=_PARAGRAPH)]
    for release in game.changelog:
        of = f"an entry of version {release.version}"
        entries = [each for entry in release.entries for each in _fields(of, entry, text=_ITEM, label="•")]
        yield f"version {release.version}", TextKind.CHANGELOG, entries


def _fields(
    of: str,
    owner: Number | Procedure | Step | RulesTable | TableRow | Term | ChangelogEntry,
    label: str = "",
    **sorts: BlockType,
) -> Iterator[Passage]:
    """Yield those of its texts that are written in the file; the others were taken from elsewhere."""
    for key, sort in sorts.items():
        text = owner.cells[key] if isinstance(owner, TableRow) else getattr(owner, key)
        if key in owner.source_map.children and isinstance(text, str):
            own_label, past = label if sort is _ITEM else "", isinstance(owner, ChangelogEntry)
            place = owner.source.file, owner.source_map.children[key]
            yield Passage(f"the {key} of {of}", text, *place, sort, own_label, past)


def rules_passages(game: Game, *, changelog: bool = True) -> Iterator[Passage]:
    """Yield the texts of the rules, the glossary and, unless it is not wanted, the changelog."""
    for _, role, passages in _rules_texts(game):
        if changelog or role is not TextKind.CHANGELOG:
            yield from passages


def rulebook_passages(game: Game) -> Iterator[Passage]:
    """Yield the rulebook, as one text, if there is one."""
    if game.rulebook is not None:
        yield Passage(RULEBOOK, game.rulebook.text, game.rulebook.source.file, map_lines(game.rulebook.text))


def blank_jinja(text: str) -> str:
    """Return a rulebook with other signs for all that Jinja reads; each other letter keeps its place."""
    text = blank_expressions(text)
    statements = find_enclosed(text, _STATEMENT)
    return MappedText(text).edited((start, end, " " * (end - start)) for start, end in statements).text


def cards_in_figures(expression: str, game: Game) -> Iterator[CardReference]:
    """Yield each card that a figure in this expression names, with its offset in the expression."""
    for each in figure_arguments(expression):
        is_space = each.key in SPACE_KEYS and _layout_of(each.figure, game)
        if isinstance(each.value, str) and not each.is_read and not is_space:
            yield CardReference(each.value, each.start)


def spaces_in_figures(expression: str, game: Game) -> Iterator[tuple[str, str, int]]:
    """Yield each space on which a figure in this expression places something: layout, id, and its offset."""
    for each in figure_arguments(expression):
        if each.key in SPACE_KEYS and (layout := _layout_of(each.figure, game)):
            yield layout, str(each.value), each.start


def _layout_of(figure: str, game: Game) -> str:
    """Return the id of the layout on which a figure places pieces; empty where it places none."""
    figures = game.look.book.figures if game.look.book else {}
    return figures[figure].layout if figure in figures else ""


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


def _resolve_references(text: str, values: ReferenceValues, block: str = "") -> MappedText:
    """Return the text with its references as printed; `block` stands for blocks and figures."""
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
    is_number = reference.family in ("number", "count", "players", "spaces")
    return PICTURE if is_number else block  # CT402 tells an unknown number


_MARKED = re.compile(r"[{\[\\`<&*_]")  # in every text that is not printed letter for letter


def game_texts(game: Game, passages: Passages) -> Iterator[Text]:
    """Yield the texts of a game, in the order cards, rules, glossary, changelog, rulebook, templates."""
    values = reference_values(game)
    for card, its_passages in passages.by_card:
        name = Block(BlockType.HEADING, card.name, card.source.file, _PlacesInCard(card, ("name",)), 1)
        blocks = (block for passage in its_passages for block in _passage_blocks(passage, values))
        yield Text(f'the text of "{card.name}"', TextKind.CARD, (name, *blocks), card.id)
    for title, role, found in _rules_texts(game):
        yield Text(title, role, tuple(_passage_block(passage, values) for passage in found))
    for passage in rulebook_passages(game):
        yield _rulebook_text(passage, game, values)
        yield Text(f"the figures of {passage.title}", TextKind.RULEBOOK, tuple(_words_in_figures(passage)))
    for template in game.templates:
        file = template.source.file
        yield Text(file, TextKind.TEMPLATE, read_template(template.text, file))


def _passage_block(passage: Passage, values: ReferenceValues) -> Block:
    text, places = passage.text, passage.places
    if _MARKED.search(text) and not passage.is_literal:
        read = _words(_resolve_references(text, values))
        text, places = read.text, read.places(places)
    level = int(passage.sort in (BlockType.HEADING, BlockType.ITEM))
    return Block(passage.sort, text, passage.file, places, level, passage.label, passage.past)


def _passage_blocks(passage: Passage, values: ReferenceValues) -> Iterator[Block]:
    """Yield the paragraphs and items of a text, and rows of tables, their cells parted by tabs."""
    if passage.is_literal or passage.sort is BlockType.FURNITURE or not has_blocks(passage.text):
        yield _passage_block(passage, values)
        return
    written = _resolve_references(passage.text, values)
    for block in split_blocks(written.text):
        words = _words(written.parts(block.spans, "\t" * (len(block.spans) - 1)))
        sort, label = BlockType(block.kind), block.label.removesuffix(".")
        level = block.level if sort is not BlockType.ROW else 0
        yield Block(sort, words.text, passage.file, words.places(passage.places), level, label)


def _rulebook_text(passage: Passage, game: Game, values: ReferenceValues) -> Text:
    written = _resolve_references(passage.text, values, block=PICTURE)
    written = written.edited((start, end, "") for start, end in find_enclosed(written.text, _STATEMENT))
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


def _words_in_figures(passage: Passage) -> Iterator[Block]:
    """Yield what the figures say in words: their captions, and what is read out to the blind."""
    written = MappedText(passage.text)
    for expression in find_expressions(passage.text):
        for start, end in words_in_figures(expression.text):
            words = written.part(expression.start + start, expression.start + end)
            yield Block(BlockType.PARAGRAPH, words.text, passage.file, words.places(passage.places))


_PART = re.compile(r"\w+")

TextBlock = tuple[Text, Block]
"""A block that says something about the game of today, and the text it is in."""


class TextIndex(Sequence[Text]):
    """Texts, and an index of their words; words are compared without regard to case."""

    def __init__(self, texts: Iterable[Text]) -> None:
        self._given = texts
        self._matching: dict[re.Pattern[str], list[TextBlock]] = {}

    def __getitem__(self, at: Any) -> Any:
        return self._texts[at]

    def __iter__(self) -> Iterator[Text]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    @cached_property
    def _texts(self) -> tuple[Text, ...]:
        return tuple(self._given)

    @cached_property
    def blocks(self) -> Sequence[TextBlock]:
        """Every block of today, in order."""
        return [(text, block) for text in self._texts for block in text.current]

    def matching(self, pattern: re.Pattern[str]) -> list[TextBlock]:
        """Return the blocks in which the pattern may be found, each once.

        It is searched for in all of them at once, with a line's end between two, and must not ask for
        the beginning or the end of a text.
        """
        if pattern not in self._matching:
            found, at = self._matching.setdefault(pattern, []), 0
            while match := pattern.search(self._joined, at):
                row = bisect_right(self._starts, match.start()) - 1
                found.append(self.blocks[row])
                at = self._starts[row + 1]
        return self._matching[pattern]

    def with_words(self, *words: str) -> list[TextBlock]:
        """Return the blocks that hold one of these words, in small letters; `it`, a part of it's, counts."""
        return self.with_words_of_all(words)

    def with_words_of_all(self, *groups: Iterable[str]) -> list[TextBlock]:
        """Return the blocks that hold a word of each of these groups."""
        found: set[int] | None = None
        for words in groups:
            rows = self._rows_of(form for word in words for form in self._forms.get(word, ()))
            found = rows if found is None else found & rows
            if not found:
                break
        return self._blocks_at(found or ())

    def with_pairs(self, firsts: Iterable[str], seconds: Collection[str]) -> list[TextBlock]:
        """Return the blocks in which one of the first words comes right before one of the second.

        Words are whole ones, in small letters; what stands between the two does not count.
        """
        behind = (self._behind[first] for first in firsts if first in self._behind)
        return self._blocks_at(row for rows in behind for word in rows.keys() & seconds for row in rows[word])

    def words_behind(self, words: Iterable[str]) -> set[str]:
        """Return every word that comes right behind one of these."""
        return set().union(*(self._behind[word] for word in words if word in self._behind))

    def with_keys(self, keys: Iterable[str]) -> list[TextBlock]:
        """Return the blocks that hold a word with one of these keys."""
        return self._blocks_at(self._rows_of(word for key in keys for word in self._keys.get(key, ())))

    @property
    def words(self) -> Collection[str]:
        """Every word of these texts, in small letters."""
        return self._rows.keys()

    @property
    def repeating(self) -> list[TextBlock]:
        """The blocks in which a word comes again right after itself, or two words right after themselves."""
        return self._blocks_at(row for row, words in enumerate(self._words) if _repeats(words))

    def _rows_of(self, words: Iterable[str]) -> set[int]:
        return set().union(*[self._rows[word] for word in words])

    def _blocks_at(self, rows: Iterable[int]) -> list[TextBlock]:
        return [self.blocks[row] for row in sorted(set(rows))]

    @cached_property
    def _words(self) -> Sequence[Sequence[str]]:
        return [_words_of(block.text) for _, block in self.blocks]

    @cached_property
    def _rows(self) -> dict[str, list[int]]:
        """Each word with the blocks it is in."""
        return grouped((word, row) for row, words in enumerate(self._words) for word in set(words))

    @cached_property
    def _behind(self) -> dict[str, dict[str, list[int]]]:
        """Each word with the words that come right behind it, and the blocks where they do."""
        behind: dict[str, dict[str, list[int]]] = {word: {} for word in self._rows}
        for row, words in enumerate(self._words):
            for first, second in pairwise(words):
                behind[first].setdefault(second, []).append(row)
        return behind

    @cached_property
    def _forms(self) -> dict[str, list[str]]:
        """Each word, and each part of one that has an apostrophe, with the words of the texts it is in."""
        return grouped((part, word) for word in self._rows for part in {word, *_PART.findall(word)})

    @cached_property
    def _keys(self) -> dict[str, list[str]]:
        return grouped((word_key(word), word) for word in self._rows)

    @cached_property
    def _joined(self) -> str:
        return "\n".join([block.text for _, block in self.blocks])

    @cached_property
    def _starts(self) -> list[int]:
        return list(accumulate((len(block.text) + 1 for _, block in self.blocks), initial=0))


@lru_cache(maxsize=1 << 10)  # cards say the same again and again
def _words_of(text: str) -> Sequence[str]:
    return list(map(str.casefold, WORD.findall(text)))


def _repeats(words: Sequence[str]) -> bool:
    if any(map(eq, words, words[1:])):
        return True
    again = list(map(eq, words, words[2:]))
    return True in again and any(map(and_, again, again[1:]))
