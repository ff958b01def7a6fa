"""How much room a text takes in the font of the small print, and what to do when there is less.

Rooms are millimetres, sizes of type are points. It measures with reportlab, which embeds the font.
"""

from __future__ import annotations

from pathlib import Path

from cardtool.units import to_mm, to_pt

__all__ = ["TYPE_SIZE", "Lettering"]

TYPE_SIZE = 7.0  # pt
LEAST_TYPE_SIZE = 5.5  # pt; below that a text loses its end instead


class Lettering:
    """A TrueType font, and how much room texts take in it."""

    def __init__(self, font: Path) -> None:
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont

        self.name = str(font)
        if self.name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(self.name, self.name))
        self._glyphs = pdfmetrics.getFont(self.name).face.charToGlyph

    def width(self, text: str, size: float) -> float:
        """How long the text is at this size, in points."""
        from reportlab.pdfbase.pdfmetrics import stringWidth

        return float(stringWidth(text, self.name, size))

    def length(self, text: str) -> float:
        """How long the text is at the size of small print, in millimetres."""
        return to_mm(self.width(text, TYPE_SIZE))

    def size(self, text: str, room: float, most: float = TYPE_SIZE) -> float:
        """The size at which the text goes into so many millimetres, at most `most`, never illegible."""
        fitting = most * to_pt(room) / max(self.width(text, most), 1e-6)
        return max(LEAST_TYPE_SIZE, min(most, fitting))

    def lines(self, text: str, room: float, size: float) -> list[str]:
        """The text broken into lines of so many millimetres, at its spaces; a longer word stands alone."""
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.width(longer, size) <= to_pt(room):
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def fitted(self, text: str, room: float, most: float = TYPE_SIZE) -> tuple[str, float]:
        """The text and its size: smaller if it must be, and cut short if even that is not enough."""
        text = "".join(char if ord(char) in self._glyphs else "?" for char in text)
        size = self.size(text, room, most)
        while len(text) > 1 and self.width(text, size) > to_pt(room):
            text = text[:-2].rstrip() + "…"
        return text, size
