"""The deck as one would first write it for WeasyPrint: one document of 9-up pages, fronts and backs.

python -m benchmarks.with_weasyprint DECK.json FILE.pdf
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from benchmarks.deck import COIN

_STYLE = """
@page { size: 210mm 297mm; margin: 0 }
body { margin: 0; font: 8.5pt/1.2 Alegreya; color: #2b2320 }
.sheet { position: relative; width: 210mm; height: 297mm; break-after: page; overflow: hidden }
.card { position: absolute; width: 63.5mm; height: 88.9mm; background: #f3ead6 }
.card > * { position: absolute }
.frame { left: 3mm; top: 3mm; width: 56.9mm; height: 82.3mm; border: 0.3mm solid; border-radius: 2mm }
.title { left: 5.5mm; top: 5mm; width: 42mm; height: 8mm; font: bold 12pt/8mm Alegreya Sans }
.number { left: 49mm; top: 5mm; width: 9mm; height: 9mm; border-radius: 4.5mm; text-align: center;
  color: #f3ead6; font: bold 14pt/8.6mm Alegreya Sans }
.picture { left: 5.5mm; top: 15mm; width: 52.5mm; height: 30mm }
.type { left: 5.5mm; top: 46mm; width: 52.5mm; font: bold 7.5pt/4mm Alegreya Sans }
.text { left: 5.5mm; top: 51mm; width: 52.5mm }
.flavour { left: 5.5mm; top: 76.5mm; width: 52.5mm; font-style: italic; font-size: 7.5pt }
.foot { left: 5.5mm; top: 81mm; width: 52.5mm; font-size: 6pt; text-align: right }
.coin { width: 2.8mm; height: 2.8mm; vertical-align: -0.5mm }
.back { background: #43545c }
.back svg { left: 16.75mm; top: 29.45mm; width: 30mm; height: 30mm }
"""
_COIN = f'<svg class="coin" viewBox="0 0 512 512"><path d="{COIN}"/></svg>'
_BACK = f'<svg viewBox="0 0 512 512"><path fill="#f3ead6" d="{COIN}"/></svg>'


def page_of(deck: list[dict[str, Any]]) -> str:
    """The whole document: nine cards to a page, each page followed by its backs."""
    sheets = []
    for first in range(0, len(deck), 9):
        nine = deck[first : first + 9]
        fronts = [_slot(n, _front(card)) for n, card in enumerate(nine)]
        backs = [_slot(n, _BACK, "back") for n in _mirrored(len(nine))]
        sheets += [f'<div class="sheet">{"".join(side)}</div>' for side in (fronts, backs)]
    return f"<!doctype html><style>{_STYLE}</style>{''.join(sheets)}"


def _mirrored(count: int) -> Iterator[int]:
    return (n - n % 3 + 2 - n % 3 for n in range(count))


def _slot(n: int, inner: str, name: str = "") -> str:
    left, top = 9.75 + n % 3 * 63.5, 15.15 + n // 3 * 88.9
    return f'<div class="card {name}" style="left:{left}mm;top:{top}mm">{inner}</div>'


def _front(card: dict[str, Any]) -> str:
    shapes = "".join(f'<path fill="{shape["colour"]}" d="{shape["path"]}"/>' for shape in card["picture"])
    text = escape(card["text"]).replace("{coin}", _COIN)
    return (
        f'<div class="frame" style="border-color:{card["colour"]}"></div>'
        f'<div class="title">{escape(card["title"])}</div>'
        f'<div class="number" style="background:{card["colour"]}">{card["number"]}</div>'
        f'<svg class="picture" viewBox="0 0 525 300">{shapes}</svg>'
        f'<div class="type" style="color:{card["colour"]}">{card["type"]}</div>'
        f'<div class="text">{text}</div>'
        f'<div class="flavour">{escape(card["flavour"])}</div>'
        f'<div class="foot">{card["id"]}</div>'
    )


if __name__ == "__main__":
    from weasyprint import HTML

    HTML(string=page_of(json.loads(Path(sys.argv[1]).read_text("utf-8")))).write_pdf(sys.argv[2])
