"""What the tool makes of all games there are, as digests, to be held against what another commit makes.

`python tests/output_digests.py FILE` checks, builds and exports the games of the repository, each starter and
a game with a kind of every form, cold, with one worker and with two; it writes a digest of every file and all
findings as JSON, sorted, so that `diff` of two such files names what a change altered. It takes minutes;
`--quick` leaves out exports and the second number of workers; print shops are asked for the first game alone.
Only the command line is asked, so that with
another checkout as PYTHONPATH the same script says what that one makes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from all_forms import an_outpost

from cardtool.project import TOOLKIT

GAMES = ("barbarity", "barbarossa", "barn-dudes", "brutality")
EXPORTS = ("xlsx", "csv", "json", "png", "contact", "gallery")
SHOPS = ("drivethrucards", "makeplayingcards", "screentop", "tts", "virtualtabletop")  # one of each sort
_DPI = "60"


class Tool:
    """The command, with settings that are kept and a cache that each call begins without."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._calls = folder, 0

    def run(self, *words: str) -> tuple[int, str]:
        """Return how a command exited in the temporary folder, and what it printed."""
        self._calls += 1
        environment = {
            **os.environ,
            "CARDTOOL_CONFIG": str(self._folder / "settings"),
            "CARDTOOL_CACHE": str(self._folder / f"cache-{self._calls}"),
            "NO_COLOR": "1",
        }
        command = [sys.executable, "-P", "-m", "cardtool", *words]
        done = subprocess.run(
            command, capture_output=True, text=True, env=environment, cwd=self._folder, check=False
        )
        said = done.stdout.replace(str(self._folder), "TEMPORARY").replace(str(TOOLKIT), "TOOLKIT")
        return done.returncode, said


def projects(tool: Tool, folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield each project with each game in it."""
    yield from ((TOOLKIT, game) for game in GAMES)
    starters = sorted(path.parent.name for path in (TOOLKIT / "templates/starters").glob("*/about.txt"))
    for starter in starters:
        assert tool.run("new", starter, "--from", starter)[0] == 0, starter
        yield from (
            (folder / starter, path.name)
            for path in sorted((folder / starter / "cards").iterdir())
            if path.is_dir()
        )
    yield an_outpost(folder / "outpost").root, "outpost"


def digests(folder: Path) -> dict[str, str]:
    """Return the digest of every file under a folder, by its place in it."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files
    }


def results(*, quick: bool) -> Iterator[tuple[str, object]]:
    """Yield what each command did: its name, then its exit code, findings and files."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place).resolve()
        tool = Tool(folder)
        for number, (root, game) in enumerate(projects(tool, folder)):
            label, project = (
                f"{root.name if root != TOOLKIT else 'repository'}/{game}",
                ("--project", str(root)),
            )
            code, said = tool.run(*project, "check", game, "--format", "json")
            yield f"{label} check", [code, json.loads(said)]
            for jobs in ("2",) if quick else ("1", "2"):
                out = folder / f"out-{number}-{jobs}"
                code, said = tool.run(*project, "build", game, "all", "--out", str(out), "--jobs", jobs)
                yield f"{label} build --jobs {jobs}", [code, digests(out)]
            for name in () if quick else EXPORTS + (SHOPS if game == GAMES[0] else ()):
                out = folder / f"export-{number}-{name}"
                out.mkdir()
                dpi = () if name in ("xlsx", "csv", "json") else ("--dpi", _DPI)
                code, said = tool.run(*project, "export", game, name, "--out", str(out), *dpi)
                yield f"{label} export {name}", [code, digests(out)]


def main() -> None:
    """Write what all commands did."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--quick", action="store_true")
    asked = parser.parse_args()
    made = {}
    for name, result in results(quick=asked.quick):
        print(name, file=sys.stderr, flush=True)
        made[name] = result
        asked.file.write_text(json.dumps(made, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
