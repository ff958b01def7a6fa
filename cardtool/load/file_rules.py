"""The rules a file can break while it is read, and their pages of the manual."""

from __future__ import annotations

from cardtool.finding import Rule, Severity
from cardtool.rules_document import ENCODING, INVISIBLE

SYNTAX = Rule(
    "CT101",
    "yaml-syntax",
    manual="""\
Every data file can be read, and is YAML.

A file that cannot be read to its end hides whatever stands behind the fault, so it is told first.
The other files are still checked.

Bad:

    text: Beware: goats

Good:

    text: "Beware: goats"

Bad:

    text: **Flip** this card.

Good:

    text: "**Flip** this card."

A text that begins with one of `* & ? | > % @ { [ ,` or with a backtick stands in quotes, or YAML takes the
sign for one of its own.

The same rule tells of lines that lack their colon, quotes and brackets that are never closed, and the
marks of a conflict that git leaves; of files that are empty, not UTF-8, larger than 16 MB, folders or
pipes where a file is wanted, and links that lead out of the project.""",
)

STRICT = Rule(
    "CT102",
    "yaml-strict",
    manual="""\
YAML is written so that every program and every person reads the same.

YAML allows a good deal that surprises: 0012 is ten to one program and twelve to the next, a key given
twice silently loses its first value, and everything from # on is gone from the card. Such things are
refused. `no`, `yes`, `on` and `12:30`, however, are simply text here.

Bad:

    name: Goat #1
    value: 0012

Good:

    name: "Goat #1"
    value: 12

Refused, too: anchors, aliases, merge keys, tags, directives, a second document, keys that are not text,
characters nobody can see, and more than 40 lists and mappings inside each other.""",
)

SCHEMA = Rule(
    "CT103",
    "schema",
    manual="""\
Every file has the keys and values that its schema asks for.

A misspelt key is a rule that never gets printed. The schemas lie in schemas/; an editor that knows them
completes keys and explains each where the pointer rests.

Bad:

    strenght: "3"

Good:

    strength: 3

All faults are told, each at its own place, for the first 200 faulty records of a file. Overlooked on
purpose: the shape of a value that yaml-strict has refused.""",
)

ICON = Rule(
    "CT106",
    "missing-icon",
    manual="""\
Every icon a card asks for is there.

Icons are the files templates/icons/*.svg, of the project or of cardtool, and are named without .svg.

Bad:

    art: {figure: batle-axe}

Good:

    art: {figure: battle-axe}

Icons inside a text, such as {flip}, are the business of unknown-inline-icon.""",
)

ASSET = Rule(
    "CT107",
    "missing-asset",
    manual="""\
Every file that is named is there: templates, stylesheets, pictures, records, and files in credits.

Bad:

    front: heor.html

Good:

    front: hero.html, a file in templates/<game>/ or templates/base/

Overlooked on purpose: what a template itself loads. That is found when it is drawn.""",
)

UNUSABLE = Rule(
    "CT119",
    "unusable-file",
    manual="""\
Every file that a game may use is a file, lies in the project, and holds what its name promises.

A project may come from a stranger. A link could lead to files that are nobody's business, a pipe or a
device could hold everything up, and a picture that is none is found out only when it is to be printed.
So all files of the game are looked over before any is used: cards/<game>, templates/<game>, templates/base,
schemas, and the shared folders of templates.

Bad:

    cards/farm/art/goat.png -> /etc/passwd

Good:

    cards/farm/art/goat.png, a picture

Told of: links that lead out of the project's cards/, templates/ and schemas/ or into a hidden folder, links
to nothing, pipes, devices, and folders where a file is wanted; texts larger than 16 MB and other files larger
than 64 MB; files that are empty; texts that are not UTF-8, or hold the marks of a conflict that git leaves;
pictures and fonts that are none.
Overlooked on purpose: hidden files, which nothing can use; files of other games.""",
)

FILE_NAME = Rule(
    "CT115",
    "file-names",
    manual="""\
Every file has a name that can be shown, and sheets, themes and the like have one that is read.

A name with a line break or another sign that cannot be seen, or with bytes that are no UTF-8, reads
otherwise than it is: on other computers, in archives, and in every message about it.

Bad:

    templates/sheets/A4 small.yaml

Good:

    templates/sheets/a4-small.yaml

Print sheets, cutting machines, sizes, themes, printers and icons are asked for by the names of their
files, which have up to 64 letters a to z, digits, hyphens and underscores. The files of the game and
of the project are looked at, not those that cardtool brings.""",
)

RECORD = Rule(
    "CT120",
    "unknown-record",
    manual="""\
Every record that another record refers to is there.

A dial that is for the hero goblin-kng is drawn without a hero, and the goblin king goes without a dial. A
schema says of a field that it refers to records of a kind, by their ids: `"format": "record:hero"`.

Bad:

    # heroes.yaml: - {id: goblin-king, name: Goblin King}
    - {id: king-dial, name: King's Dial, hero: goblin-kng}

Good:

    - {id: king-dial, name: King's Dial, hero: goblin-king}

A kind that no game.yaml declares is told at its place in the schema. Overlooked on purpose: references
to a kind of which some record could not be read, for it may be the one that is meant; names in texts, which
stand in double brackets (CT401 unknown-card).""",
)

UNREAD = Rule(
    "CT121",
    "unread-file",
    Severity.WARNING,
    manual="""\
Every data file in cards/ belongs to a game.

A game is a folder in cards/ with a game.yaml in it, and its data are the files of that folder. What lies
beside the games is in none of them, however good its records are.

Bad:

    cards/shared/beasts.yaml        # and no cards/shared/game.yaml

Good:

    cards/farm/beasts.yaml

What games have in common can be a schema, a template in templates/base/, or a picture in any folder of
cards/. Looked for are YAML files, the first twenty. One in the folder of a game that nothing names is an
error (CT103 schema). Overlooked on purpose: other files, such as tables and notes, which may be there to be
worked from.""",
)

TABLE = Rule(
    "CT123",
    "table",
    manual="""\
Every row and column of a spreadsheet that is a source of records is read, or says that it is not.

What is left out in silence is missed when the cards are printed. So a column that no field is called after,
a row that no kind takes, a cell below no heading, and a cell whose value is none are told, each by its cell.

Bad:

    Type,Name,Strenght,Qty
    Keepr,Goat,3,2

Good:

    Type,Name,Strength,Qty,# Notes
    Keeper,Goat,3,2,ask Ann about the drawing

Headings are read as fields are called, in capitals or not, with blanks or hyphens for underscores; `columns`
in game.yaml says what else a column is. Qty, Count, Quantity and Copies all mean copies. A column whose
heading begins with # is for notes. Told of, too: files that are no table or hold the marks of a conflict that
git leaves, cells that show an error, dates, cells that are merged, formulas saved without their value,
characters nobody can see, and quotation marks that are never closed.""",
)

FORMULA = Rule(
    "CT124",
    "formula",
    Severity.INFO,
    manual="""\
A formula in a spreadsheet counts as the value that was saved with it.

cardtool calculates nothing: it reads what the spreadsheet program put beside the formula when the workbook
was saved. A workbook that a script has written may hold old values, or none (CT123 table).

Noted:

    =B2*2, saved as 6

Also good:

    6

It is told once for each sheet, at its first formula.""",
)

STOPPED = Rule(
    "CT125",
    "unusable-project",
    manual="""\
A game can be checked to its end.

Some faults stop the check before that: a theme or a template that cannot be used, say. They are told on the
error channel, with exit code 4; a format for programs has them as this finding, so that its report is never
missing.

Bad:

    inks: {black: "#000000"

Good:

    inks: {black: "#000000"}

It stands where the message says the fault is, or else at the game. It cannot be left out by `--select`.""",
)

RULES = (
    SYNTAX,
    STRICT,
    SCHEMA,
    ICON,
    ASSET,
    RECORD,
    FILE_NAME,
    INVISIBLE,
    ENCODING,
    UNUSABLE,
    UNREAD,
    TABLE,
    FORMULA,
    STOPPED,
)
