"""Reads YAML files of records: of a long one only the parts that have changed since the last time.

A file is cut where records begin, some dozens to a part. Where it is cut is up to what the records there say
and not to how many stand before them, so that a record more moves the cuts beside it and no others. What is
not sure to say the same in parts, or has anything wrong with it, is read as a whole.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from cardtool.finding import Finding
from cardtool.load.record_parts import read_parts, record_starts
from cardtool.load.record_store import RecordStore
from cardtool.load.yaml_events import MOST_VALUES
from cardtool.load.yaml_files import Document, decode, make_document
from cardtool.model import MOST_TOGETHER, PackedRecords, RecordBatch, RecordPacker, SourceMap
from cardtool.project import Project
from cardtool.unicode_text import normalise_line_breaks

SHORT = 100_000
"""Bytes: a file with fewer is read as a whole, in some 20 ms."""

_FEWEST = MOST_TOGETHER // 2  # records in a part
_ONE_IN = 16  # records that end a part, where it has so many
_DOCUMENT_END = b"\n..."  # behind which another document may begin


def read_yaml_records(project: Project, path: Path, jobs: int | None = None) -> Document:
    """Read a YAML file as `read_yaml` does; where it is a list of records, these are packed.

    Of a long file, at most `jobs` processes read parts. Raises: MissingLibrary.
    """
    return _read_records(decode(project, path), project, path, jobs)


class RereadRecords:
    """Reads files as `read_yaml_records` does, and of those it read before only what has changed since."""

    def __init__(self) -> None:
        self._last: dict[Path, tuple[str | Finding, Document]] = {}

    def __call__(self, project: Project, path: Path, /) -> Document:
        """Read a file. Raises: MissingLibrary."""
        text = decode(project, path)
        if path not in self._last or self._last[path][0] != text:
            self._last[path] = text, _read_records(text, project, path)
        return self._last[path][1]


def _read_records(text: str | Finding, project: Project, path: Path, jobs: int | None = None) -> Document:
    name = project.name_of(path)
    if isinstance(text, str) and len(text) >= SHORT:
        store = RecordStore(f"{project.root}\0{name}")
        document = read_in_parts(normalise_line_breaks(text), name, store, jobs)
        if document is not None:
            store.write()
            return document
    return make_document(text, name, RecordPacker())


def read_in_parts(text: str, name: str, store: RecordStore, jobs: int | None = None) -> Document | None:
    """Return what stands in a list of records; None where the text is to be read as a whole.

    Its lines end in line feeds. What the store does not know is put there. Raises: MissingLibrary.
    """
    content = text.encode()
    begins = record_starts(content)
    if not begins or _DOCUMENT_END in content:
        return None
    parts = list(_cut(content, begins))
    known = [store.recall(part) for part in parts]
    told = read_parts([part for part, read in zip(parts, known, strict=True) if read is None], name, jobs)
    if told is None:
        return None
    new = iter(told)
    batches: list[RecordBatch] = []
    odd_spellings: dict[tuple[int, int], str] = {}
    size, lines = 1, 0  # the list itself is a value
    for part, recalled in zip(parts, known, strict=True):
        read = recalled or store.keep(part, next(new))
        batches.append(read.batch.moved(lines))
        odd_spellings |= {(line + lines, column): said for (line, column), said in read.odd_spellings.items()}
        size += read.size
        lines += part.count(b"\n")
    if size > MOST_VALUES:
        return None
    records = PackedRecords(batches)
    source_map = SourceMap(content.count(b"\n", 0, begins[0]) + 1, 1, children=records.source_maps)
    return Document(name, records, source_map, (), True, odd_spellings, size=size)


def _cut(content: bytes, begins: Sequence[int]) -> Iterator[bytes]:
    """Yield the parts of a file: records and, in the first, what stands before them."""
    start = records = 0
    for begin, end in pairwise((0, *begins[1:], len(content))):
        records += 1
        is_end = records >= _FEWEST and zlib.crc32(content[begin:end]) % _ONE_IN == 0
        if is_end or records == MOST_TOGETHER:
            yield content[start:end]
            start, records = end, 0
    if records:
        yield content[start:]
