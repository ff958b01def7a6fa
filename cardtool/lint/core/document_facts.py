"""The facts a document states itself: its cards, counts and terms.

Only what is certain is taken: a fact that is none would make a false alarm of every use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardtool.documents import Table, Text
from cardtool.lint.core.component_lists import component_counts, components_as_written
from cardtool.lint.core.document_terms import terms_in
from cardtool.lint.core.facts import Facts, NamedCard

_NAME_COLUMN = re.compile(
    r"(?:card|hero|unit|creature|monster|character)(?:s|es|['’]s)?(?: names?)?|names?", re.IGNORECASE
)
_VALUE = re.compile(r"\d{1,4}")
_FEWEST_ROWS = 3


def _cards_of_table(table: Table) -> Iterator[NamedCard]:
    """Yield the cards of a table that is headed `Card`, `Name` or the like, with its columns of numbers."""
    head, *rows = [[cell.strip() for cell in row.text.split("\t")] for row in table.rows]
    if len(rows) < _FEWEST_ROWS or not _NAME_COLUMN.fullmatch(head[0]):
        return
    if any(len(row) != len(head) or not row[0] for row in rows):
        return
    columns = [at for at in range(1, len(head)) if all(_VALUE.fullmatch(row[at]) for row in rows)]
    for row, block in zip(rows, table.rows[1:], strict=True) if columns else ():
        yield NamedCard(row[0], head[0].lower(), {head[at]: (int(row[at]),) for at in columns}, block.at())


def facts_of_text(text: Text) -> Facts:
    """Return what a text says of its game that the rest of it can be held against."""
    counts = tuple(component_counts(text))
    return Facts(
        counts=counts,
        names=tuple(card for table in text.tables for card in _cards_of_table(table)),
        terms=tuple(terms_in(text)),
        listed_terms=tuple(components_as_written(counts)),
    )
