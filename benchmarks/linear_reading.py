"""How many seconds a text takes to check that repeats one pattern, and eight times as much of it.

Tests count calls (tests/counting_work.py), which do not show what a regular expression does inside one call.
PYTHONPATH=tests python -m benchmarks.linear_reading
"""

from __future__ import annotations

import time

from repeated_patterns import PATTERNS, patterned

from cardtool import lint
from cardtool.documents import Text, TextKind, read_markdown, read_plain_text

LENGTH, LONGER = 2_500, 8


def seconds(name: str, suffix: str, length: int) -> float:
    """Return the seconds of the processor that a document of this pattern and length takes."""
    words = patterned(name, length)
    begun = time.process_time()
    blocks = read_markdown(words, "rules.md") if suffix == "md" else read_plain_text(words, "rules.txt")
    lint.check_document(Text("rules", TextKind.DOCUMENT, blocks))
    return time.process_time() - begun


def main() -> None:
    """Print the patterns that take longest beside a text of an eighth of their length, the worst first."""
    for suffix in ("md", "txt"):
        seconds("names in a row", suffix, LENGTH)  # what is compiled once is compiled
        times = {
            name: (seconds(name, suffix, LENGTH), seconds(name, suffix, LONGER * LENGTH)) for name in PATTERNS
        }
        worst = sorted(times, key=lambda name: times[name][1] / max(times[name][0], 0.01), reverse=True)
        for name in worst[:10]:
            short, long = times[name]
            print(f"{suffix:4}{name:32}{short:8.3f} s {long:8.3f} s, {long / max(short, 0.01):5.1f} times")


if __name__ == "__main__":
    main()
