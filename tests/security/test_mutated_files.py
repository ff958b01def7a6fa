"""Files of every sort, spoilt in every manner: each command ends, in bounds, and never with a bug of ours."""

from __future__ import annotations

import io
import random
import re
import resource
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from every_file import every_file, files_of
from odd_values import NASTY
from openpyxl import Workbook
from projects import put

from cardtool.cli import main

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("kept")]

KINDS = """\
  fowl: {title: Fowl, plural: Fowls, records: hens.csv, count: 2, size: poker, front: beast.html}
  cow: {title: Cow, plural: Cows, records: cows.xlsx, count: 2, size: poker, front: beast.html}
"""
HENS = "Name,Text,Copies\nRed Hen,Lays an egg.,1\nGrey Hen,Lays two eggs.,1\n"
COMMANDS = (
    *(["check", "--no-layout"], ["check", "--no-layout"], ["check"], ["build", "all"]),
    *(["export", "csv"], ["export", "json"], ["list"], ["check", "--no-layout", "--format", "sarif"]),
)
TOKEN = re.compile(r"[\w.-]+|[^\w\s]|\s+")
WORDS = (
    *(str(each) for each in NASTY if not isinstance(each, str) or len(each) < 20_000),
    *(
        "'" * 3,
        '"',
        "{% for x in y %}",
        "{{ card }}",
        "{% endif %}",
        "{{ nothing.at.all }}",
        "|",
        "]]>",
        "<!--",
    ),
    *(
        "nan",
        ".inf",
        "1e999",
        "-0",
        "0x1F",
        "9" * 400,
        "true",
        "null",
        "~",
        "&a",
        "*a",
        "<<: *a",
        "!!python/x y",
    ),
    *(
        "url(x)",
        "@import 'x';",
        "calc(",
        "var(--x)",
        "U+0-10FFFF",
        "1e9mm",
        "\\d800 ",
        "\\0 ",
        "/*",
        "x" * 300,
    ),
    *(
        '"\\ud800"',
        '"\\0"',
        "\x1b[31m",
        "\ufeff",
        "\x85",
        "\u2028",
        "_xD800_",
        "%00",
        "&#0;",
        "&#xD800;",
        "&e;",
    ),
)


def at_any(content: bytes, choose: random.Random) -> int:
    return choose.randrange(len(content) + 1)


def changed_token(content: bytes, choose: random.Random) -> bytes:
    parts = TOKEN.findall(content.decode("utf-8", "surrogateescape"))
    if parts:
        parts[choose.randrange(len(parts))] = choose.choice(WORDS)
    return "".join(parts).encode("utf-8", "surrogatepass")


def moved_lines(content: bytes, choose: random.Random) -> bytes:
    lines = content.splitlines(keepends=True) or [b""]
    one, other = choose.randrange(len(lines)), choose.randrange(len(lines))
    return b"".join(choose.choice((lines[:one] + lines[other:], lines[: one + 1] * 3 + lines[one:])))


NESTS = (
    *(("[", "]"), ("(", ")"), ("{", "}"), ("<g>", "</g>"), ("{% if 1 %}", "{% endif %}"), ("> ", "")),
    *((":not(", ")"), ("- ", ""), ("{a: ", "}"), ("**", "**"), ("{{ (", ") }}"), ("<div>", "</div>")),
)


def nested(content: bytes, choose: random.Random) -> bytes:
    opens, closes = choose.choice(NESTS)
    deep = choose.choice((3, 50, 1500))
    at = at_any(content, choose)
    return content[:at] + f"{opens * deep}x{closes * deep}".encode() + content[at:]


MUTATIONS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    changed_token,
    changed_token,
    changed_token,
    moved_lines,
    nested,
    lambda content, choose: content[: at_any(content, choose)],
    lambda content, choose: content[at_any(content, choose) :],
    lambda content, choose: b"",
    lambda content, choose: (
        at := at_any(content, choose),
        content[:at] + choose.randbytes(3) + content[at:],
    )[1],
    lambda content, choose: content.replace(*choose.choice(((b"\n", b"\r"), (b":", b"="), (b"  ", b"\t")))),
    lambda content, choose: content.replace(
        b"1", choose.choice((b"-1", b"nan", b"1e400", b"9" * 30, b"\xd9\xa1"))
    ),
)


def in_zip(content: bytes, choose: random.Random) -> bytes:
    """A workbook with one of its parts spoilt, gone, or there twice."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(made, "w") as new:
        parts = old.namelist()
        spoilt = choose.choice(parts)
        for part in parts:
            if part != spoilt or choose.random() < 0.9:
                text = old.read(part)
                new.writestr(part, choose.choice(MUTATIONS)(text, choose) if part == spoilt else text)
    return made.getvalue()


def spoilt(name: str, content: bytes, choose: random.Random) -> bytes:
    if name.endswith(".xlsx") and choose.random() < 0.8:
        return in_zip(content, choose)
    for _ in range(choose.choice((1, 1, 2, 4))):
        content = choose.choice(MUTATIONS)(content, choose)
    return content


@pytest.fixture(scope="module")
def farm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("farm").resolve()
    every_file(folder)
    game = folder / "cards/farm/game.yaml"
    put(folder, "cards/farm/game.yaml", game.read_text("utf-8").replace("decks:\n", f"{KINDS}decks:\n"))
    put(folder, "cards/farm/hens.csv", HENS)
    book = Workbook()
    for row in (("Name", "Text", "Copies"), ("Red Cow", "Gives milk.", 1), ("Grey Cow", "Sleeps.", 1)):
        book.active.append(row)
    book.save(folder / "cards/farm/cows.xlsx")
    for kind in ("fowl", "cow"):
        put(
            folder,
            f"schemas/farm/{kind}.schema.json",
            (folder / "schemas/farm/beast.schema.json").read_text(),
        )
    assert main(["--project", str(folder), "check"]) == 0
    return folder


def cpu() -> float:
    return time.process_time() + sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


@pytest.mark.parametrize("seed", range(20))
def test_no_spoilt_file_is_a_bug(farm: Path, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    choose = random.Random(seed)
    for _ in range(12):
        whole = {
            name: (farm / name).read_bytes()
            for name in choose.sample(files_of(farm), choose.choice((1, 1, 3)))
        }
        for name, content in whole.items():
            (farm / name).write_bytes(spoilt(name, content, choose))
        words, began = choose.choice(COMMANDS), cpu()
        code = main(["--project", str(farm), *words])
        said, taken = capsys.readouterr(), cpu() - began
        made = {name: (farm / name).read_bytes() for name in whole}
        for name, content in whole.items():
            (farm / name).write_bytes(content)
        assert code in (0, 1, 2, 4), (words, made, said.err)
        assert taken < 60, (words, made)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 1_500_000  # KB
