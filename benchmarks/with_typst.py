"""The deck drawn by Typst, from deck.typ and the same data.

python -m benchmarks.with_typst FOLDER FILE.pdf FONTS
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    import typst

    folder, target, fonts = (Path(argument) for argument in sys.argv[1:4])
    source = folder / "deck.typ"
    compiler = typst.Compiler(source, root=folder, font_paths=[fonts], ignore_system_fonts=True)
    compiler.compile(output=target, format="pdf")
