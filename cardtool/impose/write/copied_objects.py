"""Objects of a PDF that pikepdf has read, taken out of it, to be written into files, each once a file.

What is the same in many places, such as the resources of a document's pages, is one object.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

from cardtool.impose.write.pdf_file import PdfFile

Parts = list[bytes | int]
"""A value as it is written, cut where another object is named, by its place among those taken out."""


class CopiedObject(NamedTuple):
    """An object as it is written: `texts`, and between them the numbers that the `others` get in a file.

    They are given by their places. `content` is that of a stream, whose length is not among the entries.
    """

    texts: tuple[bytes, ...]
    others: tuple[int, ...]
    content: bytes | None = None


class ObjectReader:
    """Takes objects out of one document."""

    def __init__(self) -> None:
        self.objects: list[CopiedObject] = []
        self._places: dict[bytes, int] = {}
        self._parts: dict[bytes, Parts] = {}

    def place(self, value: pikepdf.Object) -> int:
        """Return the place of an object; what is written in the same way is the same object."""
        key = value.unparse(resolved=not isinstance(value, Stream))
        if key not in self._places:
            place = self._places[key] = len(self.objects)
            self.objects.append(_NONE)  # one may refer to itself
            if isinstance(value, Stream):
                self.objects[place] = copied_object(self.entries(value), value.read_raw_bytes())
            else:
                self.objects[place] = copied_object(self._written_out(value))
        return self._places[key]

    def add(self, made: CopiedObject) -> int:
        """Add an object that was put together here, and return its place."""
        self.objects.append(made)
        return len(self.objects) - 1

    def parts(self, value: Any) -> Parts:
        """Return a value as it is written; what has a number in its document is named by its place."""
        if not isinstance(value, pikepdf.Object):
            return [_plain_text(value)]
        if value.is_indirect:
            return [self.place(value), b" 0 R"]
        key = value.unparse()
        if key not in self._parts:
            self._parts[key] = list(self._written_out(value))
        return self._parts[key]

    def entries(self, value: pikepdf.Object) -> Iterator[bytes | int]:
        """Yield the entries of a dictionary, or of a stream's without its length."""
        for key, inner in value.items():
            if not (key == "/Length" and isinstance(value, Stream)):
                yield Name(key).unparse() + b" "
                yield from self.parts(inner)

    def _written_out(self, value: pikepdf.Object) -> Iterator[bytes | int]:
        if isinstance(value, Dictionary):
            yield b"<<"
            yield from self.entries(value)
            yield b">>"
        elif isinstance(value, Array):
            yield b"["
            for inner in value:
                yield from self.parts(inner)
                yield b" "
            yield b"]"
        else:
            yield value.unparse(resolved=True)


_NONE = CopiedObject((b"null",), ())


def copied_object(parts: Iterable[bytes | int], content: bytes | None = None) -> CopiedObject:
    """Return an object that is written in these parts; of a stream, they are its dictionary's entries."""
    texts: list[list[bytes]] = [[]]
    others: list[int] = []
    for part in parts:
        if isinstance(part, int):
            others.append(part)
            texts.append([])
        else:
            texts[-1].append(part)
    return CopiedObject(tuple(map(b"".join, texts)), tuple(others), content)


def _plain_text(value: bool | int | Decimal | None) -> bytes:
    """Return what pikepdf gives as Python's own value as it is written in a PDF."""
    if value is None:
        return b"null"
    if isinstance(value, bool):
        return b"true" if value else b"false"
    return (str(value) if isinstance(value, int) else f"{value:f}").encode()


class ObjectWriter:
    """Writes objects that were taken out of one document into a file, when they are first asked for."""

    def __init__(self, file: PdfFile, objects: Sequence[CopiedObject]) -> None:
        self._file, self._objects = file, objects
        self._numbers: dict[int, int] = {}

    def number(self, place: int) -> int:
        """Return the number that an object has in the file."""
        if place not in self._numbers:
            number = self._numbers[place] = self._file.reserve()
            each = self._objects[place]
            value = each.texts[0]
            for other, text in zip(each.others, each.texts[1:], strict=True):
                value += b"%d%b" % (self.number(other), text)
            if each.content is None:
                self._file.add(value, number)
            else:
                self._file.add_stream(value, each.content, number)
        return self._numbers[place]
