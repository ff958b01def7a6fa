"""What it costs to check texts that repeat one pattern: whether time grows with length, and no faster.

python -m benchmarks.reading [--sizes 10,100,1000] [--suffixes md,txt] [PATTERN …]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from cardtool.app.check import check_documents
from cardtool.errors import ProjectError

_TESTS = Path(__file__).resolve().parent.parent / "tests"
_CERTAIN = 0.2  # seconds; of less, the growth says nothing


def main() -> None:
    """Check every pattern at every size and print the table, and what grows faster than its length."""
    sys.path.append(str(_TESTS))  # patterns are the tests' own
    from repeated_patterns import PATTERNS, patterned

    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.reading", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--sizes", default="10,100,1000", help="thousands of letters, with commas")
    parser.add_argument("--suffixes", default="md,txt", help="as what each text is read, with commas")
    parser.add_argument("patterns", nargs="*", help="these alone")
    options = parser.parse_args()
    sizes = sorted(map(int, options.sizes.split(",")))
    print(f"| pattern | as | {' | '.join(f'{size} KB' for size in sizes)} | growth |")
    print(f"| --- | --- |{' ---: |' * (len(sizes) + 1)}")
    with tempfile.TemporaryDirectory(prefix="cardtool-bench-") as place:
        for name in options.patterns or PATTERNS:
            for suffix in options.suffixes.split(","):
                texts = [patterned(name, size * 1000) for size in sizes]
                _row(name, suffix, sizes, [_seconds(Path(place, f"rules.{suffix}"), text) for text in texts])


def _seconds(path: Path, text: str) -> float | None:
    """Return the seconds of the processor that a check takes; None for a text that is refused."""
    path.write_text(text, encoding="utf-8", newline="")
    begun = time.process_time()
    try:
        list(check_documents([path]))
    except ProjectError:
        return None
    return time.process_time() - begun


def _row(name: str, suffix: str, sizes: list[int], seconds: list[float | None]) -> None:
    cells = ["refused" if each is None else f"{each:.2f}" for each in seconds]
    growth = ""
    if len(seconds) > 1 and seconds[-1] is not None and seconds[-2] is not None and seconds[-1] > _CERTAIN:
        longer = sizes[-1] / sizes[-2]
        growth = f"{seconds[-1] / max(seconds[-2], _CERTAIN) / longer:.2f}"
    print(f"| {name.replace('|', 'bar')} | {suffix} | {' | '.join(cells)} | {growth} |", flush=True)


if __name__ == "__main__":
    main()
