"""How the texts of a YAML file are written: quoted or not, in braces or not, and what that lets them say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cardtool.finding import Edit
from cardtool.mend.data import Data, Reader
from cardtool.mend.standing import Lines
from cardtool.model import SourceMap

__all__ = ["Scalars"]

_QUOTES: dict[str, Callable[[str], str]] = {
    "'": lambda text: text.replace("'", "''"),
    '"': lambda text: text.replace("\\", "\\\\").replace('"', '\\"'),
}
_NOT_PLAIN = ("'", '"', "|", ">")


@dataclass(frozen=True, slots=True)
class Scalars:
    """The texts of a file: what they say, and the file itself."""

    data: Data
    lines: Lines
    read: Reader

    def writing(self, edit: Edit) -> Callable[[str], str]:
        """How words are written in the text that an edit is about."""
        leaf = self.data.leaf(edit)
        return _QUOTES.get(self._sign(leaf.marks), str) if leaf else str

    def would_do(self, edit: Edit) -> bool:
        """Whether the text, once edited, can still be written without quotes, if that is how it is written.

        To ask this of one text takes no time; to read the whole file for every edit would.
        """
        leaf = self.data.leaf(edit)
        if leaf is None or self._sign(leaf.marks) in _NOT_PLAIN:
            return leaf is not None
        says = self.data.edited(edit)
        in_braces = self._sign(self.data.around(leaf)) in ("{", "[")
        read = self.read(f"{{k: {says}}}" if in_braces else f"k: {says}")
        return read is not None and bool(read[0] == {"k": says})

    def _sign(self, marks: SourceMap) -> str:
        """The sign that stands where a value begins."""
        at = self.lines.offset(marks.line, marks.column)
        return "" if at is None else self.lines.text[at : at + 1]
