"""What can be wrong with a drawn face: the rules of family 7xx, layout, and the fonts that are asked for.

How stylesheets are written is judged in `style_check`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from cardtool.errors import ProjectError
from cardtool.files import Unreadable
from cardtool.finding import Finding, Rule, Severity
from cardtool.model import Game, Source
from cardtool.project import Project, did_you_mean
from cardtool.render.batch import Batch, FaceJob, FaceProblems, Overflow
from cardtool.render.fonts import font_families, font_files
from cardtool.units import format_number

_MOST_NAMED = 3  # faces whose characters no font has

TEXT_OVERFLOW = Rule(
    "CT701",
    "text-overflow",
    manual="""\
Every text fits the box it is printed in.

A text that is too long is cut off or runs into its neighbours, and nobody notices before the cards
are printed. The finding names the card, the box and the overflow in millimetres.

Bad:

    text: a paragraph of a hundred words on a card with room for forty

Good:

    text: the forty words that matter

A template may let a text be set tighter, and then smaller, before it is too long; what came of that is in
fit-report.json. Boxes are measured by the engine that draws them, with the fonts the game is printed in, and
within the elements they stand in. A template that asks how high a text became is told what the text takes
by itself; where the elements around the box then make it larger, that is an overflow, too.
Overlooked on purpose: what a template prints outside its `fit` boxes.""",
)

MISSING_GLYPH = Rule(
    "CT702",
    "missing-glyph",
    manual="""\
Every character is in one of the game's fonts.

A character that no font has is printed as an empty box.

Bad:

    name: 日本 Ferry, with fonts that know no Japanese

Good:

    name: Nihon Ferry, or a font for it in templates/fonts/

The first three cards are told, and how many more there are; what a stylesheet adds (content, list-style) is
told at its line. Overlooked on purpose: a character that is in one
of the fonts, but not in the one a text is set in; the engine then takes it from the other.""",
)

UNKNOWN_FONT = Rule(
    "CT704",
    "unknown-font",
    manual="""\
Every font that a stylesheet or template asks for is there.

Where it is not, another is taken without a word, and the cards look like somebody else's.

Bad:

    .title { font-family: Alegraya }

Good:

    .title { font-family: Alegreya }

Fonts are the files in templates/fonts/, of the project or of the toolkit; what is installed on a machine
does not count. Of a list of fonts the first is looked at.""",
)

STYLE_SYNTAX = Rule(
    "CT717",
    "style-syntax",
    manual="""\
The stylesheet of the faces is whole: every { has its }, every property its colon and value.

A program that reads a stylesheet leaves out what it cannot read and says nothing; a lost } takes the rules
after it along.

Bad:

    .title { font-size 14pt; color: red
    .rules { font-size: 9pt; }

Good:

    .title { font-size: 14pt; color: red; }
    .rules { font-size: 9pt; }

Where brackets do not match, only they are told. Rules inside rules are not drawn, and so an error too.
Overlooked on purpose: what stands in a style="…" of a template, selectors, and whether a value suits its
property (see CT740).""",
)

FOREIGN_ADDRESS = Rule(
    "CT732",
    "foreign-address",
    manual="""\
Stylesheets load files of the project, which are there, and nothing from elsewhere.

What is printed must be the same on every machine and tomorrow, and a game's files must not call home when
somebody opens them. A file that is not there is left out by an engine without a word.

Bad:

    @media print { .face { background-image: url(https://example.com/paper.png) } }

Good:

    @media print { .face { background-image: url(art/paper.png) } }

Addresses begin in cards/<game>/. In the stylesheet of the rulebook, which becomes part of a web page, nothing
is imported, and no tag ends the stylesheet. Overlooked on purpose: what is inside a picture, which is
judged when it is drawn.""",
)

UNKNOWN_PROPERTY = Rule(
    "CT718",
    "unknown-property",
    Severity.WARNING,
    manual="""\
Every property and @-rule in the stylesheet of the faces is one that the engine knows.

It passes over others without a word: a shadow that a browser shows may not be printed.

Bad:

    .title { colour: red }

Good:

    .title { color: red }

The engine is the one that game.yaml names, or else PlutoPrint; WeasyPrint knows more. Names that begin with
-- are your own.""",
)

NOT_DRAWN = Rule(
    "CT740",
    "not-drawn",
    Severity.WARNING,
    manual="""\
Every value in a stylesheet, and every part of SVG in a template, is one that the engine draws.

It passes over the rest without a word, or draws something else: a gradient leaves the paper white, the tiles
of a <pattern> grow to whole units, a <mask> is printed as pixels.

Bad:

    .face { background: linear-gradient(#fff, #ccc) }
    .title { color: reddish; margin: 3 }
    <pattern id="lines" width="1.5" height="2" patternUnits="userSpaceOnUse">

Good:

    .face { background: #ddd }
    .title { color: darkred; margin: 3mm }
    <path d="{{ draw.hatching(shape, 1.5) }}" stroke="#333" stroke-width="0.2"/>

Told as well is what CSS does not have: a word that is no colour or none of its property's (centre), a
length without its unit, "12ptx", a function of no such name, a comma for a point, and a var(--name) that
neither theme, stylesheet nor template gives a value. What is painted in such a colour in SVG is black.
Bold or italic of texts is told where all fonts that the stylesheet names have one weight, or do not slant.

What PlutoPrint does not draw was tried with it, and is overlooked on purpose in the rulebook and on faces
that game.yaml has drawn by WeasyPrint; so is what a template makes up as it is filled in.""",
)

IDLE_THEME = Rule(
    "CT741",
    "idle-theme",
    Severity.WARNING,
    manual="""\
A theme that a game is printed in changes something on its faces.

Whoever prints in low-ink wants to save ink; where templates ask only for inks in which the theme does not
differ, the same ink is used as ever, and a file is called low-ink that is not.

Bad:

    templates/harbour/themes/colour.yaml:  inks: {ship: {ground: "#7fb2c9"}}
    build harbour --theme low-ink          and no templates/harbour/themes/low-ink.yaml

Good:

    templates/harbour/themes/low-ink.yaml: inks: {ship: {ground: "#ffffff"}}

The faces are drawn in both themes and held against one another. Overlooked on purpose: a theme that changes
some faces and not others.""",
)

UNDRAWABLE = Rule(
    "CT747",
    "undrawable-face",
    manual="""\
Everything that is to be printed can be drawn.

A template that asks for a field which a record does not have, or for an icon that is not there, ends a
check and a build at once. A draft (`cardtool build --draft`) goes on: what cannot be drawn is a placeholder
of its size, and told here with what would have ended the build.

Bad:

    {{ card.flavour }}                  and the Goblin King has no flavour

Good:

    {{ card.get("flavour", "") }}

The finding stands at the record, or at the kind where all of it share the face; a rulebook that cannot be
printed is told at its manuscript, and left out of the draft. It is found in drafts only.""",
)

UNUSABLE_PICTURE = Rule(
    "CT750",
    "unusable-picture",
    manual="""\
Every picture that a face shows is there, and can be printed.

A drawing engine leaves out what it cannot draw, and nobody notices before the cards are printed.

Bad:

    picture: ferry.jpg      and art/ferry.jpg is in CMYK, or is not there

Good:

    picture: ferry.jpg      and art/ferry.jpg is an RGB picture

Pictures are PNG, JPEG, WebP or SVG, whole, with 8 bits a channel, in RGB or grey, upright and still. The
finding stands at the field of the record that names the file, and at the template where none does; it is
told once for a file, with the number of faces. Overlooked on purpose: how a picture looks, and which of what
stylesheets load is not there (CT732 foreign-address).""",
)

FACE_RULES = (
    TEXT_OVERFLOW,
    MISSING_GLYPH,
    UNKNOWN_FONT,
    STYLE_SYNTAX,
    UNKNOWN_PROPERTY,
    FOREIGN_ADDRESS,
    NOT_DRAWN,
    IDLE_THEME,
    UNDRAWABLE,
    UNUSABLE_PICTURE,
)


def face_findings(job: FaceJob, trouble: FaceProblems) -> Iterator[Finding]:
    """Yield the findings of one face. A box named after a field of the card points to that field."""
    for over in trouble.overflows:
        yield _grown_finding(job, over) if over.grown else _too_large_finding(job, over)
    if trouble.missing:
        several = len(trouble.missing) > 1
        named = ", ".join(f"{char!r} (U+{ord(char):04X})" for char in trouble.missing)
        message = f"{job.title}: no font has the character{'s' if several else ''} {named}"
        advice = (
            f"use {'others' if several else 'another'}, or add a font that has {'them' if several else 'it'}"
        )
        yield MISSING_GLYPH.found(_source_of_character(job, trouble.missing[0]), message, advice)


def told_together(found: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return what was found; of faces whose characters no font has, the first few and how many there are."""
    missing = [each for each in found if each.rule is MISSING_GLYPH]
    if len(missing) <= _MOST_NAMED:
        return tuple(found)
    *first, last = missing[:_MOST_NAMED]
    more = len(missing) - _MOST_NAMED
    last = replace(last, message=f"{last.message}, and {more} more like it")
    return (*(each for each in found if each.rule is not MISSING_GLYPH), *first, last)


def picture_findings(shown: Iterable[tuple[FaceJob, Batch, Mapping[str, str]]]) -> Iterator[Finding]:
    """Yield a finding for each file that faces show and that cannot be drawn.

    Given are faces, the batches they are of, and what to say of each such file, by its name.
    """
    by_file: dict[str, list[tuple[FaceJob, Batch, str]]] = {}
    for job, batch, refused in shown:
        for file, text in refused.items():
            by_file.setdefault(file, []).append((job, batch, text))
    for file, faces in by_file.items():
        job, batch, text = faces[0]
        place = _source_of_file(job, file) or _source_in_files(batch, file, job.template)
        more = f" and {len(faces) - 1} more" if faces[1:] else ""
        shown_on = "" if place.file.endswith(".css") else f"; on {job.title}{more}"
        yield UNUSABLE_PICTURE.found(place, f"{text}{shown_on}")


def _source_of_file(job: FaceJob, file: str) -> Source | None:
    """Return the field of the card that names a file, with or without its ending; None where none does."""
    fields = job.variables.get("card", {})
    name = file.rpartition("/")[2]
    for wanted in (name, name.rpartition(".")[0]):
        for field, place in job.places.items():
            if str(fields.get(field, "")).rpartition("/")[2] == wanted:
                return place
    return None


def _source_in_files(batch: Batch, file: str, template: str) -> Source:
    """Return where a template, or else the stylesheet, names a file; the template where neither does."""
    name, project = file.rpartition("/")[2], batch.project
    for each in (template, batch.style):
        with suppress(ProjectError):
            before, found, _ = project.template_text(batch.game, each).partition(name)
            if found:
                place = before.count("\n") + 1, len(before) - before.rfind("\n")
                return Source(project.template_name(batch.game, each), *place)
    return Source(project.template_name(batch.game, template))


def _too_large_finding(job: FaceJob, over: Overflow) -> Finding:
    sides = [f"{format_number(over.down)} mm too high"] if over.down else []
    sides += [f"{format_number(over.across)} mm too wide"] if over.across else []
    even = f", even at {over.size:g} pt with a leading of {over.leading:g}" if over.laddered else ""
    message = f"{job.title}: the {over.box} does not fit its box{even}; it is {' and '.join(sides)}"
    advice = "shorten the text, or give the box more room in the template"
    return TEXT_OVERFLOW.found(job.places.get(over.box, job.source), message, advice)


def _grown_finding(job: FaceJob, over: Overflow) -> Finding:
    sides = [f"{format_number(over.down)} mm higher"] if over.down else []
    sides += [f"{format_number(over.across)} mm wider"] if over.across else []
    message = (
        f"{job.title}: the {over.box} is {' and '.join(sides)} where it stands than the template was told, "
        "which lays out by that"
    )
    advice = "give font, weight and spacing to the box's own class (cls), not to an element around it"
    return TEXT_OVERFLOW.found(job.places.get(over.box, job.source), message, advice)


def _source_of_character(job: FaceJob, char: str) -> Source:
    """Return the field of the card that holds the character, or the card."""
    fields = job.variables.get("card", {})
    holding = (field for field in job.places if char in str(fields.get(field, "")))
    return job.places.get(next(holding, ""), job.source)


_FONT_FAMILY = re.compile(
    r"""font-family\s*[:=]\s*["']?\s*(?P<quote>["']|&quot;)?(?P<name>[^"',;}{&]+)""", re.IGNORECASE
)
_CSS_KEYWORDS = {"inherit", "initial", "unset"}
_LARGEST_FILE = 1 << 20


def unknown_fonts(project: Project, game: Game) -> Iterator[Finding]:
    """Yield every place of the game's templates and stylesheets that asks for a font it does not ship.

    Of a list of fonts the first counts: the others are for screens that lack it.
    """
    files = font_files(project)
    known = {_plain_name(file.stem.partition("-")[0]) for file in files}
    whole: frozenset[str] = frozenset()
    own = project.root / "templates" / game.id
    for file in sorted((*own.glob("*.css"), *own.glob("*.html"))):
        for name, source in _fonts_asked_for(project, file):
            if _plain_name(name) in known:
                continue
            whole = whole or font_families(files)  # opens the fonts, which is seldom needed
            if name.casefold() not in {family.casefold() for family in whole}:
                hint = did_you_mean(name, whole)
                yield UNKNOWN_FONT.found(
                    source, f'there is no font "{name}"{hint}', f"the fonts are: {', '.join(sorted(whole))}"
                )


def _fonts_asked_for(project: Project, file: Path) -> Iterator[tuple[str, Source]]:
    try:
        lines = project.read(file, _LARGEST_FILE).decode("utf-8").splitlines()
    except (Unreadable, UnicodeDecodeError):
        return  # told by whoever has to use the file
    for number, line in enumerate(lines, 1):
        for match in _FONT_FAMILY.finditer(line):
            name = match["name"].strip()
            if name and name.lower() not in _CSS_KEYWORDS and "(" not in name and "{" not in name:
                yield name, Source(project.name_of(file), number, match.start("name") + 1)


def _plain_name(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())
