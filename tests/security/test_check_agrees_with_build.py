"""What check calls clean, build makes: some 150 faults of templates, stylesheets and rulebooks.

All of them take four minutes of a processor, so that every tenth is tried; CARDTOOL_ALL_FAULTS=1 in the
environment asks for all.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from every_file import every_file

from cardtool.cli import main
from cardtool.project import Project

pytestmark = [pytest.mark.usefixtures("kept"), pytest.mark.slow]

FACE, STYLE = "templates/farm/beast.html", "templates/farm/faces.css"
BOOK, BOOK_STYLE, RULES = "templates/farm/book.html", "templates/farm/book.css", "cards/farm/rulebook.md"
FIGURE, MAT, BACK = "templates/farm/figure.html", "templates/farm/table-mat.html", "templates/farm/back.html"
PART = {BOOK: "rulebook", BOOK_STYLE: "rulebook", RULES: "rulebook", FIGURE: "rulebook", MAT: "mats"}

BROKEN_TEMPLATES = """\
{{ 1 / 0 }}
{{ none }}
{{ card.get("colour") }}
{{ card.colour }}
{{ crad.name }}
{{ card.name
{% if card.name %}
{% for a in 5 %}{% endfor %}
{% include "absent.html" %}
{% include "../../../etc/passwd" %}
{% import "absent.html" as a %}
{% endblock %}
{{ icon("absent") }}
{{ "a" * 10000000 }}
{{ 9 ** 9999 }}
{{ [1, 2] }}
{{ card.name | absent }}
{{ card.__class__.__mro__ }}
{{ 1e308 * 10 }}
{{ range(999999) | list | length }}
{{ "%s" % card.name }}
<script>alert(1)</script>
<img src="art/absent.png" alt="">
<img src=art/absent.png alt="">
<img src='art/absent.png' alt="">
<img src="http://example.com/a.png" alt="">
<img src=//example.com/a.png alt="">
<img src="file:///etc/hostname" alt="">
<img src="../../../../outside.png" alt="">
<a href="javascript:alert(1)">x</a>
<a href="file:///etc/passwd">x</a>
<p onclick="x">x</p>
<svg viewBox="0 0 1 1"><title>x</title><path d="M0 NaN"/></svg>
<iframe src="x"></iframe>
<video src="x"></video>
<form action="x"></form>
<style>p{color:red}</style>
<div>
</div>
日本
"""

BROKEN_STYLES = """\
.title{background:url(art/absent.png)}
.title{background:url(http://example.com/a.png)}
@media print{.title{background:url("//example.com/a.png")}}
.title{background:url('file:///etc/passwd')}
@font-face{font-family:X;src:url(absent.ttf)}
@import "absent.css";
@import url(http://example.com/a.css);
.title{font-family:Absent}
.title{font-size:4000pt}
.title{width:1e400mm}
.title{width:99999999mm}
.title{width:calc(1mm / 0)}
@page{size:calc(0mm/0)}
.title{color red}
.title{color:red
}
.title{content:"unclosed}
.title{background:image-set("http://example.com/a.png" 1x)}
</style><script>x</script>
"""

BROKEN_MANUSCRIPTS = """\
{{ 1 / 0 }}
{{ number.absent }}
{{ absent }}
[[Absent]]
{{ figure.cards(["Absent"], alt="x") }}
{{ figure.cards(["Goat"]) }}
{{ figure.absent(["Goat"], alt="x") }}
{absent}
![a picture](art/absent.png)
![a picture](http://example.com/a.png)
[a link](ftp://example.com/a)
[a link](javascript:alert(1))
日本
{{ sequence.absent }}
{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}
{{ none }}
"""

FINE = [
    (FACE, '<p class="place">{{ card.get("colour", "red") }}</p>'),
    (STYLE, ".title{font-size:13pt;left:9mm}"),
    (STYLE, ".absent{background:url(art/goat.png)}"),
    (BOOK, '<p>Once = twice <a href="#chapter-1">back</a></p>'),
    (BOOK_STYLE, "@media screen{body{scroll-behavior:smooth}}"),
    (RULES, "\n**Bold** and [a link](https://example.com).\n"),
]
FAULTS = [
    *((file, line) for file in (FACE, BOOK) for line in BROKEN_TEMPLATES.splitlines()),
    *((file, line) for file in (MAT, BACK, FIGURE) for line in BROKEN_TEMPLATES.splitlines()[::8]),
    *(
        (file, line)
        for file in (STYLE, BOOK_STYLE)
        for line in BROKEN_STYLES.replace("\n}", "\r}").splitlines()
    ),
    *((RULES, line) for line in BROKEN_MANUSCRIPTS.splitlines()),
][:: 1 if os.environ.get("CARDTOOL_ALL_FAULTS") else 10]


@pytest.fixture(scope="module")
def farm(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return every_file(tmp_path_factory.mktemp("farm"))


@contextmanager
def added(farm: Project, *lines: tuple[str, str]) -> Iterator[None]:
    """Each of these files with one more line, until it is left."""
    before = {farm.root / file: (farm.root / file).read_bytes() for file, _ in lines}
    for file, more in lines:
        with (farm.root / file).open("ab") as opened:
            opened.write(f"\n{more}\n".encode())
    try:
        yield
    finally:
        for path, content in before.items():
            path.write_bytes(content)


def outcomes(farm: Project, part: str, out: Path) -> tuple[int, int]:
    """Return the exit codes of a check and of a build of this part."""
    asked = ["--project", str(farm.root)]
    checked = main([*asked, "check", "--jobs", "1"])
    return checked, main([*asked, "build", part, "--out", str(out), "--jobs", "1"])


@pytest.mark.parametrize(
    ("file", "more"), FAULTS, ids=[f"{Path(file).name}: {more[:50]}" for file, more in FAULTS]
)
def test_check_stops_where_build_would(farm: Project, tmp_path: Path, file: str, more: str, capsys) -> None:  # type: ignore[no-untyped-def]
    with added(farm, (file, more)):
        checked, built = outcomes(farm, PART.get(file, "sheets"), tmp_path)
    said = capsys.readouterr()
    assert checked in (1, 4), said
    assert built in (1, 4), said
    assert Path(file).name in said.out + said.err or "no font has" in said.out


def test_check_passes_what_build_makes(farm: Project, tmp_path: Path) -> None:
    with added(farm, *FINE):
        assert outcomes(farm, "all", tmp_path) == (0, 0)
