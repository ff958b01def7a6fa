"""How long a saved text takes to be a changed picture: by `cardtool preview`, and by Typst's watch.

python -m benchmarks.previewing [--size 120] [--rounds 15] [--edits 0]

Ours ends when a browser would have the picture: it was told, asked what is new, and got it. Typst's ends when
its PDF is written. With `--edits 500`, so many edits follow, and the memory of the server is told after each
tenth of them.
"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from benchmarks.deck import cards
from benchmarks.measure import memory_of

_ROOT = Path(__file__).resolve().parent.parent
_PAUSE = 4.0  # seconds between two saves: all is judged meanwhile
_WATCH = """\
import sys, typst
folder, fonts = sys.argv[1:]
compiler = typst.Compiler(f"{folder}/deck.typ", root=folder, font_paths=[fonts], ignore_system_fonts=True)
compiler.watch(f"{folder}/typst.pdf", format="pdf")
"""


class Preview:
    """A running `cardtool preview`, and whoever looks at it."""

    def __init__(self, root: Path, game: str) -> None:
        command = [sys.executable, "-m", "cardtool", "--project", str(root), "preview", game]
        self.process = subprocess.Popen(command, cwd=_ROOT, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        told = re.search(r"http://([\d.:]+)(/\S+)/", self.process.stderr.readline())
        assert told, "no address was told"
        self.host, self.top = told[1], told[2]
        self.connection = http.client.HTTPConnection(self.host, timeout=120)
        while not (now := self.snapshot()) or now["drawing"] or not now["cards"]:
            time.sleep(0.2)

    def asked(self, path: str) -> bytes:
        self.connection.request("GET", self.top + path)
        return self.connection.getresponse().read()

    def snapshot(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.asked("/now/snapshot")) or {}
        return found

    def seconds(self, file: Path, text: str, card: str) -> float:
        """Save this text, and return how long it takes until the card's new picture is there."""
        before = self._front(card)
        with closing(http.client.HTTPConnection(self.host, timeout=120)) as stream:
            stream.request("GET", f"{self.top}/now/changes")
            changes = stream.getresponse()
            _wait_until_told(changes)
            begun = time.perf_counter()
            file.write_text(text, "utf-8")
            front = before
            while front == before:
                _wait_until_told(changes)
                front = self._front(card)
            assert self.asked(f"/picture/{front}.png").startswith(b"\x89PNG")
            return time.perf_counter() - begun

    def _front(self, card: str) -> str:
        self.connection.close()  # the server may have done so meanwhile: it keeps none for long
        return next(str(each["front"]) for each in self.snapshot()["cards"] if each["id"] == card)

    def close(self) -> None:
        self.connection.close()
        self.process.terminate()
        self.process.communicate()


def _wait_until_told(changes: http.client.HTTPResponse) -> None:
    """Read from the stream until it tells of something new, as a browser does; empty lines only part that."""
    while not changes.readline().startswith(b"data: "):
        pass


class Typst:
    """Typst watching the same deck."""

    def __init__(self, folder: Path) -> None:
        self.data, self.pdf = folder / "deck.json", folder / "typst.pdf"
        command = [sys.executable, "-c", _WATCH, str(folder), str(_ROOT / "templates/fonts")]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._wait(0)

    def seconds(self, text: str) -> float:
        before, begun = self.pdf.stat().st_mtime_ns, time.perf_counter()
        self.data.write_text(text, "utf-8")
        self._wait(before)
        return time.perf_counter() - begun

    def _wait(self, before: int) -> None:
        """Wait until there is a whole PDF that is newer."""
        while not (self.pdf.exists() and self.pdf.stat().st_mtime_ns > before and self._is_whole()):
            time.sleep(0.001)

    def _is_whole(self) -> bool:
        return self.pdf.read_bytes().rstrip().endswith(b"%%EOF")

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


def main() -> None:
    """Measure both turn about, and Barbarity, and print the table."""
    options = _arguments()
    with tempfile.TemporaryDirectory(prefix="cardtool-bench-") as place:
        ours, typst = _race(Path(place) / "deck", options.size, options.rounds)
        barbarity = _barbarity(Path(place) / "barbarity", options.rounds, options.edits)
    ratio = statistics.median(ours) / statistics.median(typst)
    print("| deck | by | median ms | least ms | most ms |\n| --- | --- | ---: | ---: | ---: |")
    _row(f"{options.size} cards", "cardtool preview", ours)
    _row(f"{options.size} cards", "Typst watch", typst)
    _row("Barbarity", "cardtool preview", barbarity)
    print(f"\nOurs to Typst's: {ratio:.2f}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.previewing")
    parser.add_argument("--size", type=int, default=120, help="cards of the deck that both draw")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--edits", type=int, default=0, help="edits during which memory is looked at")
    return parser.parse_args()


def _race(folder: Path, size: int, rounds: int) -> tuple[list[float], list[float]]:
    from benchmarks.__main__ import write_job

    deck = cards(size)
    write_job(folder, deck, pictures=False)
    records, data = folder / "cards/bench/fields.yaml", (folder / "deck.json").read_text("utf-8")
    text, flavour = records.read_text("utf-8"), deck[0].flavour
    with closing(Preview(folder, "bench")) as preview, closing(Typst(folder)) as typst:
        ours, theirs = [], []
        for number in range(rounds):
            time.sleep(_PAUSE)
            new = f"{number} {flavour}"
            ours.append(preview.seconds(records, text.replace(flavour, new, 1), deck[0].id))
            time.sleep(_PAUSE)
            theirs.append(typst.seconds(data.replace(flavour, new, 1)))
    return ours, theirs


def _barbarity(folder: Path, rounds: int, edits: int) -> list[float]:
    for part in ("cards/barbarity", "templates/barbarity", "schemas/barbarity"):
        shutil.copytree(_ROOT / part, folder / part)
    file = folder / "cards/barbarity/specials.yaml"
    text = file.read_text("utf-8")
    id, words = re.findall(r"^- id: (\S+)$(?:\n  .*)*?\n  text: (.*)$", text, re.MULTILINE)[0]
    with closing(Preview(folder, "barbarity")) as preview:
        seconds = []
        for number in range(rounds):
            time.sleep(_PAUSE)
            seconds.append(preview.seconds(file, text.replace(words, f"{words} {number}", 1), id))
        for number in range(1, edits + 1):
            preview.seconds(file, text.replace(words, f"{words} {number}.", 1), id)
            if number % (edits // 10) == 0:
                print(f"after {number} edits: {memory_of(preview.process.pid):.0f} MB", file=sys.stderr)
    return seconds


def _row(deck: str, name: str, seconds: list[float]) -> None:
    median, least, most = statistics.median(seconds), min(seconds), max(seconds)
    print(f"| {deck} | {name} | {median * 1000:.0f} | {least * 1000:.0f} | {most * 1000:.0f} |")


if __name__ == "__main__":
    main()
