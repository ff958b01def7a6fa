"""Objects of a PDF that pikepdf has read, copied into a file that is being written, each once.

What is the same in many places there, such as the resources of a document's pages, is one object here.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

from cardtool.impose.write.pdf_file import PdfFile


class CopiedObjects:
    """What has been copied of one document."""

    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._numbers: dict[bytes, int] = {}
        self._texts: dict[bytes, bytes] = {}

    def number(self, value: pikepdf.Object) -> int:
        """Return the number of an object here; what is written in the same way is the same object."""
        key = value.unparse(resolved=not isinstance(value, Stream))
        if key not in self._numbers:
            number = self._numbers[key] = self._file.reserve()
            if isinstance(value, Stream):
                self._file.add_stream(self.entries(value), value.read_raw_bytes(), number)
            else:
                self._file.add(self._written_out(value), number)
        return self._numbers[key]

    def text(self, value: Any) -> bytes:
        """Return a value as it is written in this file; what has a number there is a reference here."""
        if not isinstance(value, pikepdf.Object):
            return _plain_text(value)
        if value.is_indirect:
            return b"%d 0 R" % self.number(value)
        key = value.unparse()
        if key not in self._texts:
            self._texts[key] = self._written_out(value)
        return self._texts[key]

    def entries(self, value: pikepdf.Object) -> bytes:
        """Return the entries of a dictionary, or of a stream's without its length."""
        return b"".join(
            b"%b %b" % (Name(key).unparse(), self.text(inner))
            for key, inner in value.items()
            if not (key == "/Length" and isinstance(value, Stream))
        )

    def _written_out(self, value: pikepdf.Object) -> bytes:
        if isinstance(value, Dictionary):
            return b"<<%b>>" % self.entries(value)
        if isinstance(value, Array):
            return b"[%b]" % b" ".join(map(self.text, value))
        return value.unparse(resolved=True)


def _plain_text(value: bool | int | Decimal | None) -> bytes:
    """Return what pikepdf gives as Python's own value as it is written in a PDF."""
    if value is None:
        return b"null"
    if isinstance(value, bool):
        return b"true" if value else b"false"
    return (str(value) if isinstance(value, int) else f"{value:f}").encode()
